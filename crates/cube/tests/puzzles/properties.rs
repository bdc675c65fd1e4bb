//! [`properties`]: `proptest!` for many tests. [`check`] erases the types of values and of what is tested, so that the runner of proptest,
//! which is large, is compiled once for all of them.

use std::any::Any;
use std::fmt;
use std::panic::Location;

use proptest::prelude::*;
use proptest::test_runner::{TestCaseResult, TestRunner};

/// Random values of a test.
struct Values {
    values: Box<dyn Any>,
    show: fn(&dyn Any, &mut fmt::Formatter<'_>) -> fmt::Result,
}

impl fmt::Debug for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (self.show)(&*self.values, f)
    }
}

/// Runs a test on random values.
#[track_caller]
pub(crate) fn check<T: fmt::Debug + 'static>(
    config: ProptestConfig,
    values: impl Strategy<Value = T> + 'static,
    test: impl Fn(T) -> TestCaseResult,
) {
    let erase = |values: T| Values {
        values: Box::new(values),
        show: |values, f| values.downcast_ref::<T>().expect("they have this type").fmt(f),
    };
    let test = |values: Values| test(*values.values.downcast().expect("they have this type"));
    run(config, &values.prop_map(erase).boxed(), &test);
}

#[track_caller]
fn run(config: ProptestConfig, values: &BoxedStrategy<Values>, test: &dyn Fn(Values) -> TestCaseResult) {
    let mut runner = TestRunner::new(ProptestConfig { source_file: Some(Location::caller().file()), ..config });
    if let Err(error) = runner.run(values, test) {
        panic!("{error}\n{runner}");
    }
}

/// Declares tests on random values, as `proptest!` does.
macro_rules! properties {
    ($(#[test] fn $name:ident($($value:ident in $values:expr),+ $(,)?) $body:block)+) => {$(
        #[test]
        fn $name() {
            crate::properties::check(ProptestConfig::default(), ($($values,)+), |($($value,)+)| {
                $body
                Ok(())
            });
        }
    )+};
}

pub(crate) use properties;
