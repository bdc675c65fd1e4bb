//! The identity of the trial with Python components that the present thread runs. Trials without such components have none here.

use std::cell::RefCell;

use evocube::experiment::interpreter::TrialIdentity;

thread_local! {
    static TRIAL: RefCell<Option<TrialIdentity>> = const { RefCell::new(None) };
}

/// Returns whether this thread runs a trial: a component may run trials itself, which do not wait for its end.
pub(crate) fn is_in_trial() -> bool {
    TRIAL.with_borrow(Option::is_some)
}

/// Returns the trial with components that this thread runs: number 0 if it runs none, or a landscape is
/// measured.
pub(crate) fn current_trial() -> TrialIdentity {
    TRIAL.with_borrow(Clone::clone).unwrap_or_default()
}

/// Calls a function that is the trial.
pub(crate) fn within(trial: &TrialIdentity, run: &mut dyn FnMut()) {
    let outer = TRIAL.replace(Some(trial.clone()));
    run();
    TRIAL.set(outer);
}
