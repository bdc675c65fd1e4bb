//! Round numbers at which an axis has ticks: linear, logarithmic or of shares.

use libm::{log10, pow};

/// Returns whether a number is a power of ten.
pub(super) fn is_power(value: f64) -> bool {
    (log10(value) - log10(value).round()).abs() < 1e-9
}

/// Returns the distance of ticks on an axis of shares.
pub(super) fn share_step(highest: f64) -> f64 {
    [0.02, 0.05, 0.1, 0.2].into_iter().find(|step| highest <= 5.0 * step + 1e-9).unwrap_or(0.2)
}

/// Returns the ticks of a logarithmic axis between two logarithms, on which so many numbers fit beside each other.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a logarithm of an f64 is below 400
pub fn powers(low: f64, high: f64, fitting: f64) -> Vec<f64> {
    let at_most = fitting.max(1.0) as usize + 1;
    let whole: Vec<f64> = ticks(low, high, at_most).into_iter().map(|power| pow(10.0, power)).collect();
    let finer = times_powers(&[1.0, 2.0, 5.0], (low, high));
    if finer.len() > 2.max(whole.len()) && high - low <= 3.0 && high - low <= log10(2.0) * fitting {
        return finer;
    }
    if whole.len() > 1 {
        return whole;
    }
    // Those of 1, 2 and 5 times powers that are far enough from each other, the lowest first; of more multiples if they are few.
    let apart = |all: Vec<f64>| {
        let mut apart: Vec<f64> = Vec::new();
        for tick in all {
            if apart.last().is_none_or(|last| log10(tick) - log10(*last) >= (high - low) / fitting) {
                apart.push(tick);
            }
        }
        apart
    };
    let (usual, all) = (apart(finer), apart(times_powers(&[1.0, 2.0, 3.0, 5.0], (low, high))));
    if usual.len() < all.len().min(3) { all } else { usual }
}

/// Returns multiples of the powers of ten between two logarithms, ascending.
#[allow(clippy::cast_possible_truncation)] // a logarithm of an f64 is below 400
pub(super) fn times_powers(times: &[f64], (low, high): (f64, f64)) -> Vec<f64> {
    let decades = (low.floor() as i32..=high.floor() as i32).map(|power| 10.0_f64.powi(power));
    let all = decades.flat_map(|decade| times.iter().map(move |times| times * decade));
    all.filter(|place| (low - 1e-9..=high + 1e-9).contains(&log10(*place))).collect()
}

/// Returns the whole multiples from `low` to `high` of the smallest of 1, 2, 5, 10, 20, 50 … that has at most `at_most` of them.
pub(super) fn ticks(low: f64, high: f64, at_most: usize) -> Vec<f64> {
    let steps = (0..300).flat_map(|power| [1.0, 2.0, 5.0].map(|times| times * 10.0_f64.powi(power)));
    let multiples = |step: f64| {
        // Logarithms of powers of ten may be off by a rounding error.
        let (first, last) = (((low - 1e-9) / step).ceil(), ((high + 1e-9) / step).floor());
        (last - first < at_most.max(1) as f64).then(|| {
            // At most as many as asked for.
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            let count = (last - first + 1.0).max(0.0) as u32;
            (0..count).map(|number| (first + f64::from(number)) * step).collect()
        })
    };
    steps.map(multiples).find_map(|multiples| multiples).unwrap_or_default()
}

/// Returns round multiples from `low` to `high` like `ticks`, but of decimals, too.
pub fn decimals(low: f64, high: f64, at_most: usize) -> Vec<f64> {
    let scale = pow(10.0, (3.0 - log10(high - low).floor()).max(0.0));
    ticks(low * scale, high * scale, at_most).into_iter().map(|tick| tick / scale).collect()
}

/// Returns the first tick that is at least `high`, on an axis with at most `at_most` ticks.
pub(super) fn round_up(low: f64, high: f64, at_most: usize) -> f64 {
    let mut end = high.max(low + 2.0);
    // If the next tick is one too many, the longer axis gets wider steps.
    loop {
        let values = ticks(low, end, at_most);
        let [.., before, last] = values[..] else { return end };
        if last >= end {
            return last;
        }
        end = last + ((end - last) / (last - before)).ceil() * (last - before);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_whole() {
        assert_eq!(ticks(0.0, 100.0, 6), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(ticks(0.0, 1000.0, 5), [0.0, 500.0, 1000.0]);
        assert_eq!(ticks(33.0, 47.0, 6), [35.0, 40.0, 45.0]);
        assert_eq!(ticks(0.0, 0.0, 6), [0.0]);
        assert_eq!(ticks(0.0, 1.0, 9), [0.0, 1.0]);
        assert_eq!(decimals(0.0, 1.0, 6), [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]);
        assert_eq!(decimals(0.002, 0.011, 4), [0.005, 0.01]);
        assert_eq!(decimals(2.0, 10.0, 6), [2.0, 4.0, 6.0, 8.0, 10.0]);
    }

    #[test]
    fn axes_have_a_limited_number_of_ticks() {
        for span in [0.0, 1.0, 3.0, 7.0, 99.0, 101.0, 1e6, 1.5e9] {
            for at_most in 2..12 {
                assert!(ticks(0.0, span, at_most).len() <= at_most, "{span} {at_most}");
                let end = round_up(0.0, span, at_most);
                assert!(end >= span.max(1.0), "{span} {at_most} {end}");
            }
        }
    }
}
