//! [`root`]: the zero of a falling function between two values that enclose it.

/// Maximum number of values of the function: an interval of any decimals is halved to rounding.
const STEPS: usize = 2_000;

/// Returns where a falling function reaches zero, between `low`, where it is positive, and `high`, where it is not, to within `width`.
///
/// T. R. Chandrupatla, "A new hybrid quadratic/bisection algorithm for finding the zero of a nonlinear function without using derivatives",
/// Advances in Engineering Software 28 (1997), 145–149. About ten values of a smooth function are needed; where values are not finite the
/// interval is halved.
pub(crate) fn root(function: impl Fn(f64) -> f64, low: f64, high: f64, width: f64) -> f64 {
    // The last place, the nearest one on the other side of the root, and the one before, with their values.
    let (mut last, mut other) = ((high, function(high)), (low, function(low)));
    let mut part = 0.5;
    for _ in 0..STEPS {
        let place = last.0 + part * (other.0 - last.0);
        let value = function(place);
        let before = if (value > 0.0) == (last.1 > 0.0) {
            last
        } else {
            let before = other;
            other = last;
            before
        };
        last = (place, value);
        let best = if other.1.abs() < value.abs() { other.0 } else { place };
        let least = (0.5 * width + 2.0 * f64::EPSILON * best.abs()) / (other.0 - place).abs();
        if least > 0.5 || value == 0.0 {
            return best;
        }
        // The inverse quadratic function through the three places, where it is monotone.
        let (x, y) = ((place - other.0) / (before.0 - other.0), (value - other.1) / (before.1 - other.1));
        let is_monotone = y * y < x && (1.0 - y) * (1.0 - y) < 1.0 - x;
        part = 0.5;
        if is_monotone {
            let [f, g, h] = [value, other.1, before.1];
            part = f / (g - f) * h / (g - h) + (before.0 - place) / (other.0 - place) * f / (h - f) * g / (h - g);
        }
        part = part.clamp(least, 1.0 - least);
    }
    last.0
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    type Function = fn(f64) -> f64;

    #[test]
    fn roots_are_found_in_few_steps_and_beside_jumps() {
        let steps = Cell::new(0);
        let counted = |function: Function| {
            let steps = &steps;
            move |x: f64| {
                steps.set(steps.get() + 1);
                function(x)
            }
        };
        let cases: [(Function, f64, u32); 5] = [
            (|x| 2.0 - x, 2.0, 6),
            (|x| 2.0 - x * x, 2.0_f64.sqrt(), 14),
            (|x| (-x).exp() - 1e-9, 1e9_f64.ln(), 40),
            (|x| if x < 3.0 { 1.0 - x / 9.0 } else { -1.0 }, 3.0, 60),
            (|x| if x < 3.0 { f64::INFINITY } else { f64::NAN }, 3.0, 60),
        ];
        for (number, (function, expected, most)) in cases.into_iter().enumerate() {
            steps.set(0);
            let place = root(counted(function), 0.0, 37.0, 1e-12);
            assert!((place - expected).abs() < 1e-11, "{number}: {place}");
            assert!(steps.get() <= most, "{number}: {} steps", steps.get());
        }
    }
}
