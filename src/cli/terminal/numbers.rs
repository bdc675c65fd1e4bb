//! Numbers as text on the terminal: sizes, processor times, lengths of moves, and others with one decimal place or none; and the rotation
//! in which a cube lies, as moves. The forms that pages have, too, are those of `stats::numbers`; durations are written in
//! `progress::task`.

use evocube::{Metric, Puzzle, Symmetry};

pub(crate) use evocube::stats::numbers::{counted, grouped, percent};

/// Writes the lengths of moves in both metrics. Those of other puzzles than cubes are no quarter turns.
pub(crate) fn lengths<P: Puzzle>(puzzle: &P, moves: &[P::Move]) -> String {
    let [htm, qtm] = Metric::ALL.map(|metric| metric.length_text(puzzle.length(moves, metric)));
    let qtm = if puzzle.cube().is_some() { qtm } else { qtm.replace("quarter", "single") };
    format!("{htm}, {qtm}")
}

/// Returns the rotation in which an instance lies, as it is written; `None` if it lies at home.
pub(crate) fn turned_back(hold: Symmetry) -> Option<String> {
    hold.rotation_moves().filter(|moves| !moves.is_empty())
}

/// Writes a number with one decimal place, a large one with none.
pub(crate) fn decimal(number: f64) -> String {
    match number.abs() {
        size if size < 9999.5 => format!("{number:.1}"),
        size => format!("{}{}", if number < 0.0 { "-" } else { "" }, whole(size.round())),
    }
}

/// Writes a number of bytes in the largest decimal unit (1 kB = 1000 bytes) that leaves a number of at least 1.
pub(crate) fn bytes(size: u64) -> String {
    let units = [(1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB")];
    let size = size as f64;
    match units.into_iter().find(|(unit, _)| size >= *unit) {
        Some((unit, name)) if size / unit < 10.0 => format!("{:.1} {name}", size / unit),
        Some((unit, name)) => format!("{} {name}", whole((size / unit).round())),
        None => format!("{size} bytes"),
    }
}

/// Writes a processor time after the word `about`; one that is too short to be written is no estimate, but a bound.
pub(crate) fn core_time(seconds: f64, about: &str) -> String {
    match seconds {
        s if s < 0.05 => "less than 0.1 s of one core".to_owned(),
        s if s < 60.0 => format!("{about} {s:.1} s of one core"),
        s if s < 3600.0 => format!("{about} {} min of one core", whole((s / 60.0).ceil())),
        s if s < 36_000.0 => format!("{about} {:.1} core-hours", s / 3600.0),
        s => format!("{about} {} core-hours", whole((s / 3600.0).ceil())),
    }
}

/// Writes a number that is not negative without decimal places.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // numbers beyond the range of u64 saturate
pub(crate) fn whole(number: f64) -> String {
    grouped(number.round() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_have_no_decimal_places() {
        assert_eq!(
            [0.0, 1.25, 9999.4, 10_000.0, 231_469.07, -7.26, -231_469.07].map(decimal),
            ["0.0", "1.2", "9999.4", "10,000", "231,469", "-7.3", "-231,469"]
        );
    }

    #[test]
    fn sizes_and_times_have_suitable_units() {
        assert_eq!(
            [0, 999, 1500, 269_000_000, 12_345_000_000_000_000].map(bytes),
            ["0 bytes", "999 bytes", "1.5 kB", "269 MB", "12,345 TB"]
        );
        assert_eq!(
            [0.0, 1.25, 61.0, 5400.0, 1e8].map(|seconds| core_time(seconds, "about")),
            [
                "less than 0.1 s of one core",
                "about 1.2 s of one core",
                "about 2 min of one core",
                "about 1.5 core-hours",
                "about 27,778 core-hours"
            ]
        );
    }
}
