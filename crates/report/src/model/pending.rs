//! Stand-ins.
pub(crate) enum Term {
    Numeric(Vec<Option<f64>>),
    Levels(Vec<Option<usize>>),
}
pub(crate) struct ResponseSurface;
pub(crate) struct SurfaceEffect {
    pub(crate) factors: Vec<usize>,
    pub(crate) share: f64,
    pub(crate) p: Option<f64>,
}
impl ResponseSurface {
    pub(crate) fn new(_: &[Term], _: &[f64]) -> Option<Self> {
        None
    }
    pub(crate) fn effects(&self) -> &[SurfaceEffect] {
        &[]
    }
    pub(crate) fn marginal(&self, _: &[(usize, Option<f64>)]) -> f64 {
        0.0
    }
}
