//! Numbers, intervals, lists and best levels as text in the sentences, tables and figures of pages; the interval of a rate is also computed
//! here. Numbers are rounded; the files have all digits. What figures and the terminal need, too, is in `evocube_stats::numbers`.

use super::claims::BestValues;
use super::result_index::SolvedCount;
use evocube_experiment::record::Results;
use evocube_stats::Interval;
use evocube_stats::intervals::exact_rate_interval;
pub(crate) use evocube_stats::numbers::{counted, grouped, number, p_is, p_value, percent};

/// Returns the adjective of the leading configuration.
pub(crate) fn leader(results: &Results) -> &'static str {
    if results.complete { "selected" } else { "leading" }
}

/// Returns a mean, or a difference of means, as text; from 1000 on it is whole and has commas.
pub(crate) fn mean_text(value: f64) -> String {
    let sign = if value < 0.0 { "-" } else { "" };
    if value.abs() < 1000.0 { number(value) } else { format!("{sign}{}", count(value.abs())) }
}

/// Returns a mean of counts, with commas between thousands.
pub(crate) fn count(value: f64) -> String {
    // Means of counts: not negative, and far below 2^53.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let rounded = value.round() as u64;
    grouped(rounded)
}

/// Returns a number in three significant digits, with k for thousands, M for millions, G beyond, and ∞.
pub(crate) fn short(value: f64) -> String {
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

/// Returns a number in three digits, or whole.
pub(crate) fn rounded(value: f64, is_whole: bool) -> String {
    let digits = match value.abs() {
        _ if is_whole => 0,
        size if size >= 100.0 => 0,
        size if size >= 10.0 => 1,
        size if size >= 1.0 => 2,
        size if size >= 0.01 => 3,
        _ => 5,
    };
    let text = format!("{value:.digits$}");
    if digits == 0 { text } else { text.trim_end_matches('0').trim_end_matches('.').to_owned() }
}

/// Returns a value between the numbers that a factor has as levels: in three digits, or whole if they are.
pub(crate) fn value_text(value: f64, levels: &[String]) -> String {
    let is_whole = |level: &String| level.parse::<f64>().is_ok_and(|number| number.fract() == 0.0);
    rounded(value, levels.iter().filter(|level| !level.is_empty()).all(is_whole))
}

/// Returns the values of a factor that may be the best, levels or `0.1 to 0.4`; `None` if all may be.
pub(crate) fn best_names(values: &BestValues, levels: &[String]) -> Option<Vec<String>> {
    let show = |value: f64| value_text(value, levels);
    let name = |[low, high]: &[f64; 2]| match show(*low) {
        value if value == show(*high) => value,
        _ => range(Interval { low: *low, high: *high }, show),
    };
    match values {
        BestValues::All => None,
        BestValues::Ranges(ranges) => Some(ranges.iter().map(name).collect()),
        BestValues::Levels(names) => Some(names.clone()),
    }
}

/// Returns a number in two significant digits.
pub(crate) fn two_digits(value: f64) -> String {
    format!("{value:.1e}").parse::<f64>().map_or(String::new(), |rounded| rounded.to_string())
}

/// Returns a ratio: in two digits below 2, else like a [number].
pub(crate) fn ratio(value: f64) -> String {
    if value < 1.995 { format!("{value:.2}") } else { number(value) }
}

/// Returns the ends of an interval: `3 to 7`.
pub(crate) fn range(interval: Interval, show: impl Fn(f64) -> String) -> String {
    format!("{} to {}", show(interval.low), show(interval.high))
}

/// Returns names with commas, and `and` before the last.
pub(crate) fn listed(names: &[String]) -> String {
    match names {
        [before @ .., last] if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => names.concat(),
    }
}

/// Returns the solved trials among all: `3 of 5`.
pub(crate) fn k_of_n(solved: SolvedCount) -> String {
    format!("{} of {}", grouped(solved.count), grouped(solved.trials))
}

/// Returns the noun behind a number of trials.
pub(crate) const fn trials(solved: SolvedCount) -> &'static str {
    if solved.trials == 1 { "trial" } else { "trials" }
}

/// Returns Clopper and Pearson's interval for the rate, which misses with at most probability `tail`, `15 to 95 %`; empty without trials.
pub(crate) fn interval(solved: SolvedCount, tail: f64) -> String {
    exact_rate_interval(solved.count, solved.trials, tail).map_or(String::new(), percent_range)
}

/// Returns the ends of an interval of shares, with as many digits as tell them apart: `23 to 88 %`, `49.7 to 50.3 %`.
pub(crate) fn percent_range(interval: Interval) -> String {
    let ends = |digits: usize| [interval.low, interval.high].map(|share| format!("{:.digits$}", 100.0 * share));
    let [low, high] = (0..4).map(ends).find(|[low, high]| low != high).unwrap_or_else(|| ends(0));
    format!("{low} to {high} %")
}

/// Returns the ends of an interval of shares of pairs, `72 to 88`, with as many digits as tell an end that is not ½ from it.
pub(crate) fn share_range(interval: Interval) -> String {
    let ends = |digits: usize| [interval.low, interval.high].map(|share| format!("{:.digits$}", 100.0 * share));
    let is_apart = |digits: &usize| {
        let half = format!("{:.digits$}", 50.0, digits = *digits);
        ends(*digits)
            .iter()
            .zip([interval.low, interval.high])
            .all(|(end, share)| *end != half || (share - 0.5).abs() <= 0.0)
    };
    let [low, high] = ends((0..4).find(is_apart).unwrap_or(0));
    format!("{low} to {high}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_reports_have_no_exponent() {
        assert_eq!([40.0, 41.25, 1000.0, -0.0].map(number), ["40", "41.2", "1000", "0"]);
    }

    #[test]
    fn rates_are_formatted_with_their_numbers() {
        assert_eq!(interval(SolvedCount { count: 3, trials: 5 }, 0.05), "15 to 95 %");
        assert_eq!(interval(SolvedCount { count: 100_000, trials: 100_000 }, 0.05), "99.996 to 100.000 %");
        assert_eq!(percent_range(Interval { low: 1.0, high: 1.0 }), "100 to 100 %");
        assert_eq!(interval(SolvedCount::default(), 0.05), "");
        let ranges = [(0.719, 0.881), (0.502, 0.7), (0.3, 0.4996), (0.3, 0.5)];
        let ranges = ranges.map(|(low, high)| share_range(Interval { low, high }));
        assert_eq!(ranges, ["72 to 88", "50.2 to 70.0", "30.00 to 49.96", "30 to 50"]);
    }

    #[test]
    fn a_range_of_one_value_is_that_value() {
        let levels = ["50", "5000"].map(str::to_owned);
        let names = |ranges: &[[f64; 2]]| best_names(&BestValues::Ranges(ranges.to_vec()), &levels);
        assert_eq!(names(&[[49.9, 50.2], [200.0, 300.0]]), Some(vec!["50".to_owned(), "200 to 300".to_owned()]));
        assert_eq!(best_names(&BestValues::All, &levels), None);
    }

    #[test]
    fn counts_in_reports_are_abbreviated() {
        assert_eq!([-8.0, 999.9, 12_345.6, -62_844.7].map(mean_text), ["-8", "999.9", "12,346", "-62,845"]);
        assert_eq!(count(12_345.6), "12,346");
        let texts = [f64::INFINITY, 812.4, 12_345.6, 248_003.0, 999_900.0, 10_341_678.0].map(short);
        assert_eq!(texts, ["∞", "812", "12.3k", "248k", "1.00M", "10.3M"]);
    }
}
