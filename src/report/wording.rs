//! Numbers as sentences and tables show them.

use super::estimate::Estimate;
use crate::stats::Interval;

/// What belongs to every figure that shows penalties of different objectives.
pub(super) const INCOMPARABLE: &str = " Penalties of different objectives are different measures: those of one configuration do not compare with those of \
     another.";

/// A p-value: two digits that count, and no more than is worth saying.
pub(super) fn p_value(p: f64) -> String {
    if p >= 0.995 {
        "1".to_owned()
    } else if p >= 0.1 {
        format!("{p:.2}")
    } else if p >= 0.001 {
        format!("{p:.3}")
    } else if p >= 1e-10 {
        let text = format!("{p:.0e}");
        let (digit, power) = text.split_once('e').expect("an exponent is asked for");
        format!("{digit}·10{}", superscript(power))
    } else {
        "< 10⁻¹⁰".to_owned()
    }
}

/// The same as a statement.
pub(super) fn p_is(p: f64) -> String {
    let value = p_value(p);
    if value.starts_with('<') { format!("p {value}") } else { format!("p = {value}") }
}

/// A whole number in superscript digits.
pub(super) fn superscript(number: &str) -> String {
    let raised = |character: char| match character {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        digit => digit.to_digit(10).and_then(|digit| char::from_u32(0x2070 + digit)).unwrap_or(digit),
    };
    number.chars().map(raised).collect()
}

/// A mean of counts, with thin spaces between thousands.
pub(super) fn count(value: f64) -> String {
    // Means of counts: not negative, and far below 2^53.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let rounded = value.round() as u64;
    super::conclusions::grouped(rounded)
}

/// The same in three digits that count, with k for thousands and M for millions; ∞ for what never ends.
pub(super) fn short(value: f64) -> String {
    if value.is_infinite() {
        return "∞".to_owned();
    }
    let (unit, letter) = match value {
        value if value < 9999.5 => return format!("{value:.0}"),
        value if value < 999_500.0 => (1e3, "k"),
        value if value < 999_500_000.0 => (1e6, "M"),
        _ => (1e9, "G"),
    };
    let scaled = value / unit;
    let digits = if scaled < 9.995 { 2 } else { usize::from(scaled < 99.95) };
    format!("{scaled:.digits$}{letter}")
}

/// A penalty.
pub(super) fn penalty(value: f64) -> String {
    super::axis::number(value)
}

/// `3 to 7`.
pub(super) fn range(interval: Interval, show: fn(f64) -> String) -> String {
    format!("{} to {}", show(interval.low), show(interval.high))
}

/// `5 (3 to 7)`, or `5` without an interval.
pub(super) fn estimate(estimate: Estimate, show: fn(f64) -> String) -> String {
    let value = show(estimate.value);
    estimate.interval.map_or(value.clone(), |interval| format!("{value} ({})", range(interval, show)))
}

/// A number with its noun: `1 trial`, `2 trials`.
pub(super) fn counted(count: u64, noun: &str) -> String {
    format!("{} {noun}{}", super::conclusions::grouped(count), if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn p_values_are_short() {
        let shown = [1.0, 0.999, 0.5, 0.0123, 0.000_42, 1e-12].map(p_value);
        assert_eq!(shown, ["1", "1", "0.50", "0.012", "4·10⁻⁴", "< 10⁻¹⁰"]);
        assert_eq!(superscript("-120"), "⁻¹²⁰");
    }

    #[test]
    fn counts_are_short() {
        assert_eq!(count(12_345.6), "12\u{202f}346");
        let shown = [f64::INFINITY, 812.4, 12_345.6, 248_003.0, 999_900.0, 10_341_678.0].map(short);
        assert_eq!(shown, ["∞", "812", "12.3k", "248k", "1.00M", "10.3M"]);
    }
}
