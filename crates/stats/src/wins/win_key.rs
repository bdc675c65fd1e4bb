//! [`WinKey`]: the result of a trial, by which it wins pairs; and [`TrialGroup`], the results of a level on an instance. The caller cuts
//! all trials at equal effort.

use std::cmp::Ordering;

/// The result of a trial at equal effort, by which one of two trials on an instance wins.
///
/// A trial that reached the target wins against one that did not. Of two that reached it, the one with fewer evaluations wins; of two
/// that did not, the one with the lower penalty. Trials that nothing distinguishes win a half each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WinKey {
    is_reached: bool,
    /// The trials that reached the target, or those that did not, are compared within a scale; those without one with no other.
    scale: Option<u32>,
    /// The evaluations or the penalty.
    value: f64,
}

impl WinKey {
    /// Returns that of a trial that reached the target after so many evaluations.
    pub fn reached(evaluations: f64) -> Self {
        Self { is_reached: true, scale: Some(0), value: evaluations }
    }

    /// Returns that of a trial that reached the target and evaluates nothing, as a deterministic solver: against any other trial that
    /// reached it, a half.
    pub fn reached_without_evaluations() -> Self {
        Self { is_reached: true, scale: None, value: 0.0 }
    }

    /// Returns that of a trial that did not reach the target and has this lowest penalty. Penalties of different scales, as those of
    /// different objectives, are not compared: a half.
    pub fn missed(penalty: f64, scale: u32) -> Self {
        Self { is_reached: false, scale: Some(scale), value: penalty }
    }

    /// Returns that of a trial that did not reach the target and has no penalty, as a strategy: against any other such trial, a half.
    pub fn missed_without_penalty() -> Self {
        Self { is_reached: false, scale: None, value: 0.0 }
    }

    /// Returns the share of the pair that this trial wins against another one: 1, ½ or 0.
    ///
    /// ```
    /// use evocube_stats::wins::WinKey;
    ///
    /// let (fast, slow, stuck) = (WinKey::reached(100.0), WinKey::reached(300.0), WinKey::missed(2.0, 0));
    /// assert_eq!([fast.wins_against(slow), stuck.wins_against(slow), stuck.wins_against(stuck)], [1.0, 0.0, 0.5]);
    /// ```
    pub fn wins_against(self, other: Self) -> f64 {
        match other.is_reached.cmp(&self.is_reached) {
            Ordering::Less => 1.0,
            Ordering::Greater => 0.0,
            Ordering::Equal if self.scale != other.scale => 0.5,
            Ordering::Equal => match self.value.total_cmp(&other.value) {
                Ordering::Less => 1.0,
                Ordering::Equal => 0.5,
                Ordering::Greater => 0.0,
            },
        }
    }

    /// Returns the evaluations of a trial that reached the target, or the penalty of one that did not; 0 without either.
    pub fn value(self) -> f64 {
        self.value
    }

    /// Returns the order in which trials are counted: those that reached the target first, each scale in one piece.
    pub(super) fn order(&self, other: &Self) -> Ordering {
        let key = |standing: &Self| (!standing.is_reached, standing.scale);
        key(self).cmp(&key(other)).then(self.value.total_cmp(&other.value))
    }

    pub(super) fn is_reached(&self) -> bool {
        self.is_reached
    }

    pub(super) fn has_scale_of(&self, other: &Self) -> bool {
        self.is_reached == other.is_reached && self.scale == other.scale
    }
}

/// The trials of a level on an instance within a slice. A failed trial is in no group.
///
/// Groups with the same level, slice and instance, as those of the levels of a conditional factor, weigh equally.
#[derive(Clone, Copy, Debug)]
pub struct TrialGroup<'a> {
    /// The number of the level, from 0.
    pub level: usize,
    /// The number of the combination of levels of other factors within which levels are compared; 0 without other factors.
    pub slice: usize,
    /// The number of the instance.
    pub instance: usize,
    /// The results of its trials.
    pub trials: &'a [WinKey],
}
