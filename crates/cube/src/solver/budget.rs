//! [`Budget`]: the limits of a solver, and the [`SearchEnd`] of a search within it. Also requests to end work early, for solvers and for
//! the trials of other algorithms: [`Cancellation`], and the error of work that was ended, [`Cancelled`].

use std::any::Any;
use std::error::Error;
use std::fmt;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The limits of a solver; `None` is no limit. A fast solver may ignore the time, or look at another limit only after a step or at the
/// end: its `solve` says so.
///
/// ```
/// use evocube_cube::search::{Macros, TableSource};
/// use evocube_cube::{Budget, Cube3, Seed, Solver};
/// let state = Cube3::random(&mut Seed::from_number(1).stream());
/// let budget = Budget { nodes: Some(1), ..Budget::default() };
/// assert!(Macros::new(&TableSource::IN_MEMORY)?.solve(state, &budget).is_err());
/// # Ok::<(), evocube_cube::solver::Cancelled>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// Wall-clock time. Sweeps never set it, because a result that depends on it is not reproducible.
    pub time: Option<Duration>,
    /// The number of search nodes, as the solver counts them.
    pub nodes: Option<u64>,
    /// The maximum length of a solution, in the solver's own metric.
    pub depth: Option<usize>,
    /// The sufficient length: a solver that improves its solution stops at this length.
    pub target: Option<usize>,
    /// The maximum number of threads of one solve; 1 if `None`. The result does not depend on it.
    pub threads: Option<NonZeroUsize>,
    /// A request to end the search, with the effect of a time limit.
    pub cancellation: Cancellation,
}

impl Budget {
    /// Returns the end of a search that begins now.
    pub(crate) fn end(&self) -> SearchEnd {
        let deadline = self.time.and_then(|time| Instant::now().checked_add(time));
        SearchEnd { deadline, cancellation: self.cancellation.clone() }
    }
}

/// The end of a search: a time, or the request to cancel it.
#[derive(Clone, Debug)]
pub(crate) struct SearchEnd {
    pub(crate) deadline: Option<Instant>,
    cancellation: Cancellation,
}

impl SearchEnd {
    pub(crate) fn is_reached(&self) -> bool {
        self.cancellation.is_requested() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// A request to end work early, which is made by setting a flag. Solvers check it every few thousand nodes, other algorithms every
/// generation. Results of cancelled work are discarded.
///
/// ```
/// use std::sync::Arc;
/// use std::sync::atomic::{AtomicBool, Ordering};
///
/// use evocube_cube::Cancellation;
/// let flag = Arc::new(AtomicBool::new(false));
/// let cancellation = Cancellation::from(flag.clone());
/// assert!(!cancellation.is_requested());
/// flag.store(true, Ordering::Relaxed);
/// assert!(cancellation.is_requested());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cancellation(Option<Arc<AtomicBool>>);

impl Cancellation {
    /// A request that is never made.
    pub const NEVER: Self = Self(None);

    /// Returns whether the request is made.
    #[inline]
    pub fn is_requested(&self) -> bool {
        self.0.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

impl From<Arc<AtomicBool>> for Cancellation {
    fn from(flag: Arc<AtomicBool>) -> Self {
        Self(Some(flag))
    }
}

impl PartialEq for Cancellation {
    /// Returns whether both use the same flag, or none.
    fn eq(&self, other: &Self) -> bool {
        self.0.as_ref().map(Arc::as_ptr) == other.0.as_ref().map(Arc::as_ptr)
    }
}

impl Eq for Cancellation {}

/// Error: work was ended before its result. A component that fails names a reason, which ends the run: the trial leaves no row.
///
/// It is a single pointer, so that results of calls in a loop are returned in registers.
#[derive(Clone, Debug, Default)]
pub struct Cancelled(pub Option<Arc<Box<dyn Any + Send + Sync>>>);

impl Cancelled {
    /// Returns the error of a component that failed for this reason, an error or a sentence.
    pub fn because(reason: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        let reason: Box<dyn Error + Send + Sync> = reason.into();
        Self(Some(Arc::new(Box::new(reason))))
    }

    /// Returns the reason that [`because`](Self::because) received; `None` if it is none or of another type.
    pub fn reason(&self) -> Option<&(dyn Error + Send + Sync + 'static)> {
        self.0.as_ref()?.downcast_ref::<Box<dyn Error + Send + Sync>>().map(|reason| &**reason)
    }
}

impl fmt::Display for Cancelled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "a component failed" } else { "the work was cancelled" })
    }
}

impl Error for Cancelled {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.reason().map(|reason| reason as _)
    }
}

impl PartialEq for Cancelled {
    /// Returns whether both have the same reason, or none.
    fn eq(&self, other: &Self) -> bool {
        self.0.as_ref().map(Arc::as_ptr) == other.0.as_ref().map(Arc::as_ptr)
    }
}

impl Eq for Cancelled {}
