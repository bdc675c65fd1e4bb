//! Axes: ticks, scales and their words.

use super::*;

#[test]
fn ticks_are_round_and_whole() {
    assert_eq!(ticks(0.0, 100.0, 6), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
    assert_eq!(ticks(0.0, 1000.0, 5), [0.0, 500.0, 1000.0]);
    assert_eq!(ticks(33.0, 47.0, 6), [35.0, 40.0, 45.0]);
    assert_eq!(ticks(0.0, 0.0, 6), [0.0]);
    assert_eq!(ticks(0.0, 1.0, 9), [0.0, 1.0]);
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

#[test]
fn rounded_axes_end_at_a_tick() {
    for high in 1..300 {
        let axis = Axis::up_to(f64::from(high)).fitted(182.0, 26.0);
        assert_eq!(axis.ticks.last(), Some(&axis.last), "{high}");
        assert!(axis.last >= f64::from(high) && axis.ticks.len() <= 8);
    }
}

#[test]
fn short_logarithmic_axes_have_minor_ticks_too() {
    let axis = Axis::log(8000.0, 60_000.0).fitted(700.0, 50.0);
    assert_eq!(axis.minor(), [8e3, 9e3, 3e4, 4e4, 6e4]);
    assert!(Axis::log(1.0, 1e9).fitted(100.0, 50.0).minor().is_empty());
}

#[test]
fn logarithmic_axes_have_powers_of_ten() {
    let axis = Axis::log(500.0, 2_000_000.0).fitted(700.0, 50.0);
    assert_eq!(axis.ticks, [1e3, 1e4, 1e5, 1e6]);
    assert_eq!(axis.ticks.iter().map(|tick| axis.format_ext(tick)).collect::<Vec<_>>(), ["10³", "10⁴", "10⁵", "10⁶"]);
    assert!((Axis::log(1.0, 1e4).share(100.0) - 0.5).abs() < 1e-12);
    // A short one has plain numbers alone.
    let axis = Axis::log(8000.0, 60_000.0).fitted(700.0, 50.0);
    let shown: Vec<_> = axis.ticks.iter().map(|tick| axis.format_ext(tick)).collect();
    assert_eq!(shown, ["10000", "20000", "50000"]);
    assert_eq!(Axis::log(8000.0, 60_000.0).fitted(120.0, 50.0).ticks, [1e4, 3e4]);
    assert_eq!(Axis::log(8000.0, 60_000.0).fitted(60.0, 50.0).ticks, [1e4]);
}
