//! [`Axis`]: the scale of one axis of a chart, linear, logarithmic or of names: its ends, the ticks that have room, and the numbers written
//! at them. Round numbers are found in `ticks`; axes are drawn in `frame`. Lengths are in units of layout. Also here: `Plane`, the type of
//! the area between two axes.

use std::ops::Range;

use plotters::coord::cartesian::Cartesian2d;
use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};
use plotters::coord::types::RangedCoordf64;
use plotters::drawing::DrawingArea;

use super::TICK_TYPE;
use super::drawing::Drawing;
use super::ticks::{decimals, is_power, powers, round_up, share_step, ticks, times_powers};
use super::typeface::{fit, lines, width};
use evocube_stats::numbers::{number, superscript};

/// Maximum length of a name that stands upright.
const UPRIGHT: f64 = 120.0;
/// Margin before the lowest and after the highest value, as a share of the axis.
const MARGIN: f64 = 0.04;
/// Margin beside the first and the last of the numbers of a factor, as a share of the axis.
const SIDE: f64 = 0.06;
/// Minimum distance of numbers beside each other.
const BETWEEN: f64 = 5.0;
/// Maximum distance of the lowest value from 0 on an axis that begins there, in spans of the values.
const NEAR: f64 = 0.25;
/// Minimum span of an axis, which has whole numbers at its ticks.
const MIN_SPAN: f64 = 2.0;

/// The area of a chart between its axes, in their values.
pub type Plane = DrawingArea<Drawing, Cartesian2d<Axis, Axis>>;

/// The rule that places ticks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ticks {
    /// Round whole numbers: plotters' ticks of floating-point values can be halves.
    Whole,
    /// Round shares.
    Shares,
    /// Powers of ten on a logarithmic axis, and 2 and 5 times powers where they have room.
    Powers,
    /// Round numbers, which may be decimals.
    Decimals,
    /// The numbers of levels.
    Levels,
    /// 0, 1, 2 …, each with a name in place of a number.
    Names,
    None,
}

/// An axis with its ticks.
#[derive(Clone)]
pub struct Axis {
    first: f64,
    last: f64,
    kind: Ticks,
    /// The value as which lower ones count on a logarithmic axis; `None` on a linear one.
    floor: Option<f64>,
    /// Whether the axis ends at a tick.
    rounded: bool,
    /// Room below the first value, as a share of the last value.
    room: f64,
    ticks: Vec<f64>,
    numbers: bool,
    names: Vec<String>,
}

impl Axis {
    fn with_ticks(kind: Ticks, first: f64, last: f64) -> Self {
        let floor = (kind == Ticks::Powers).then_some(1.0);
        Self { first, last, kind, floor, rounded: false, room: 0.0, ticks: vec![], numbers: true, names: vec![] }
    }

    /// Returns an axis from one value to another, which may be lower.
    pub fn new(first: f64, last: f64) -> Self {
        Self::with_ticks(Ticks::Whole, first, last)
    }

    /// Returns an axis from 0 to the first tick that is at least `highest`.
    pub fn up_to(highest: f64) -> Self {
        Self { rounded: true, ..Self::new(0.0, highest) }
    }

    /// Returns an axis of all values from `lowest` to `highest` with a margin. It begins at 0 if that is near.
    pub fn covering(lowest: f64, highest: f64) -> Self {
        let span = (highest - lowest).max(MIN_SPAN);
        // Equal values stand above 0.
        let near_span = if highest > lowest { NEAR * span } else { highest };
        let first = if (0.0..=near_span).contains(&lowest) { 0.0 } else { lowest };
        let last = highest.max(first + MIN_SPAN);
        let margin = MARGIN * (last - first);
        Self::new(first - margin, last + margin)
    }

    /// Returns the axis between these values, if there are any.
    pub fn within(self, limits: Option<(f64, f64)>) -> Self {
        let Some((first, last)) = limits else { return self };
        Self { first, last, rounded: false, room: 0.0, ..self }
    }

    /// Returns a logarithmic axis, on which values below 1 count as 1.
    pub fn log(first: f64, last: f64) -> Self {
        Self::with_ticks(Ticks::Powers, first, last)
    }

    /// Returns a logarithmic axis of counts from `lowest` to `highest` with a margin.
    pub fn counts(lowest: f64, highest: f64) -> Self {
        Self::log(lowest / 1.1, (highest * 1.1).max(lowest * 4.0))
    }

    /// Returns an axis of shares from 0 to 1.
    pub fn shares() -> Self {
        Self::with_ticks(Ticks::Shares, 0.0, 1.0)
    }

    /// Returns an axis of percent from 0 to the first round number that is at least a share.
    pub fn percent_up_to(share: f64) -> Self {
        Self::up_to((100.0 * share).min(100.0))
    }

    /// Returns an axis of numbers from `lowest` to `highest` with a margin. Those of a logarithmic one are above 0.
    pub fn of_numbers(lowest: f64, highest: f64, is_logarithmic: bool) -> Self {
        let kind = if is_logarithmic { Ticks::Powers } else { Ticks::Decimals };
        let floor = is_logarithmic.then_some(f64::MIN_POSITIVE);
        let axis = Self { floor, ..Self::with_ticks(kind, lowest, highest) };
        Self { first: axis.value(-SIDE), last: axis.value(1.0 + SIDE), ..axis }
    }

    /// Returns an axis with ticks at the ascending numbers of levels, as far as they have room.
    pub fn of_levels(levels: Vec<f64>, is_logarithmic: bool) -> Self {
        let axis = Self::of_numbers(levels[0], levels[levels.len() - 1], is_logarithmic);
        Self { kind: Ticks::Levels, ticks: levels, ..axis }
    }

    /// Returns an axis with names at 0, 1, 2 …, and half a step before and after.
    pub fn from_names(names: Vec<String>) -> Self {
        let end = names.len() as f64 - 0.5;
        Self { names, ..Self::with_ticks(Ticks::Names, -0.5, end) }
    }

    /// Returns the axis with less room before the first and after the last name, so that they are farther apart.
    pub fn wider(self, less: f64) -> Self {
        Self { first: self.first + less, last: self.last - less, ..self }
    }

    /// Returns an axis without ticks.
    pub(super) fn bare(first: f64, last: f64) -> Self {
        Self::with_ticks(Ticks::None, first, last)
    }

    /// Returns the axis with room below its first value, as a share of its last value.
    pub fn room_below(self, room: f64) -> Self {
        Self { room, ..self }
    }

    /// Returns the axis with numbers at its ticks or without.
    pub(super) fn numbers(self, numbers: bool) -> Self {
        Self { numbers, ..self }
    }

    /// Returns the axis with the ticks that fit into a length, at least `apart` units from each other.
    pub(super) fn fitted(mut self, length: f64, apart: f64) -> Self {
        // A few hundred pixels over tens of pixels: small and positive.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let at_most = (length / apart).max(1.0) as usize + 1;
        if self.rounded {
            self.last = round_up(self.first, self.last, at_most);
        }
        let (low, high) = (self.place(self.first.min(self.last)), self.place(self.first.max(self.last)));
        self.ticks = match self.kind {
            Ticks::Whole => ticks(low, high, at_most),
            Ticks::Shares => {
                let step = share_step(self.last - self.first);
                let all = (0..=50).map(|index| f64::from(index) * step);
                all.filter(|tick| (self.first - 1e-9..=self.last + 1e-9).contains(tick)).collect()
            }
            Ticks::Powers => powers(low, high, length / apart),
            Ticks::Decimals => decimals(low, high, at_most),
            Ticks::Levels => self.levels_with_room(length),
            Ticks::Names => (0..self.names.len()).map(|name| name as f64).collect(),
            Ticks::None => vec![],
        };
        self.first -= self.room * self.last;
        self
    }

    /// Returns the ticks whose numbers have room beside each other: the first, the last, and of the others as many as fit from the left.
    fn levels_with_room(&self, length: f64) -> Vec<f64> {
        let ends = |tick: &f64| {
            let (middle, half) = (self.share(*tick) * length, width(&decimal(*tick), TICK_TYPE, false) / 2.0);
            (middle - half, middle + half)
        };
        let last = self.ticks.len() - 1;
        let mut kept: Vec<f64> = vec![];
        for place in [0, last].into_iter().chain(1..last) {
            let tick = &self.ticks[place];
            let is_apart =
                |other: &f64| ends(tick).0 > ends(other).1 + BETWEEN || ends(other).0 > ends(tick).1 + BETWEEN;
            if kept.iter().all(is_apart) {
                kept.push(*tick);
            }
        }
        kept.sort_by(f64::total_cmp);
        kept
    }

    /// Returns the lines of each name on an axis of this length, none for an axis of numbers; and whether they stand upright, since one of
    /// them would be cut otherwise.
    pub(super) fn name_lines(&self, length: f64) -> (Vec<Vec<String>>, bool) {
        let step = length / self.names.len().max(1) as f64;
        let level: Vec<Vec<String>> =
            self.names.iter().map(|name| lines(name, TICK_TYPE, false, step - 6.0, 4)).collect();
        let is_cut = level.iter().flatten().any(|line| line.contains('…'));
        let upright = || self.names.iter().map(|name| vec![fit(name, TICK_TYPE, false, UPRIGHT)]).collect();
        if is_cut { (upright(), true) } else { (level, false) }
    }

    /// Returns the width of the widest number; 0 for names, which have half a step of room.
    pub(super) fn widest(&self) -> f64 {
        if self.kind == Ticks::Names {
            return 0.0;
        }
        if self.kind == Ticks::Levels {
            return self.ticks.iter().map(|tick| width(&decimal(*tick), TICK_TYPE, false)).fold(0.0, f64::max);
        }
        if self.first > 0.0 && self.first < 1.0 || self.kind == Ticks::Decimals && self.last - self.first < 2.0 {
            return width("0.25", TICK_TYPE, false);
        }
        if self.kind == Ticks::Powers && self.last > 3000.0 {
            // A long axis has powers of ten alone.
            let is_long = self.place(self.last) - self.place(self.first) > 3.0;
            return width(if is_long { "10⁵" } else { "500k" }, TICK_TYPE, false);
        }
        let ends = [self.first, self.last].map(|end| width(&self.format_ext(&end.round()), TICK_TYPE, false));
        ends[0].max(ends[1])
    }

    /// Returns the minimum distance of numbers beside each other.
    pub(super) fn apart(&self) -> f64 {
        // Few numbers of a logarithmic axis are as wide as the widest.
        self.widest() + if self.is_logarithmic() { 6.0 } else { 16.0 }
    }

    /// Returns the places of ticks without numbers on a logarithmic axis: the other ones of 1 to 9 times each power of ten, or the other
    /// powers if ticks leave some out.
    pub(super) fn minor(&self) -> Vec<f64> {
        if self.kind != Ticks::Powers {
            return vec![];
        }
        let times = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0];
        let leaves_out = self.ticks.windows(2).any(|pair| pair[1] / pair[0] > 10.1);
        let times = if leaves_out { &times[..1] } else { &times };
        let all = times_powers(times, (self.place(self.first), self.place(self.last)));
        let is_tick = |place: f64| self.ticks.iter().any(|tick| (place / tick - 1.0).abs() < 1e-6);
        all.into_iter().filter(|place| !is_tick(*place)).collect()
    }

    fn is_logarithmic(&self) -> bool {
        self.floor.is_some()
    }

    /// Returns the value, or its logarithm on a logarithmic axis.
    fn place(&self, value: f64) -> f64 {
        self.floor.map_or(value, |floor| libm::log10(value.max(floor)))
    }

    /// Returns the first value, the last value, and whether the axis is logarithmic; `None` without ticks.
    pub(super) fn ends(&self) -> Option<(f64, f64, bool)> {
        let first = self.floor.map_or(self.first, |floor| self.first.max(floor));
        (self.kind != Ticks::None).then_some((first, self.last, self.is_logarithmic()))
    }

    /// Returns whether its ticks are names.
    pub(super) fn has_names(&self) -> bool {
        self.kind == Ticks::Names
    }

    /// Returns the first and the last value.
    pub fn span(&self) -> (f64, f64) {
        (self.first, self.last)
    }

    /// Returns the share of the axis that is before a value.
    pub(super) fn share(&self, value: f64) -> f64 {
        let (first, last) = (self.place(self.first), self.place(self.last));
        (self.place(value) - first) / (last - first)
    }

    /// Returns the value before which a share of the axis is.
    pub fn value(&self, share: f64) -> f64 {
        let (first, last) = (self.place(self.first), self.place(self.last));
        let place = first + share * (last - first);
        if self.is_logarithmic() { libm::pow(10.0, place) } else { place }
    }
}

/// Returns a number with the digits that it has, at most six after the point.
fn decimal(value: f64) -> String {
    #[allow(clippy::cast_possible_truncation)] // of whole numbers, as most are, whose digits are found faster
    if value.trunc() == value && value.abs() < 1e15 {
        return (value as i64).to_string();
    }
    let text = format!("{value:.6}").trim_end_matches('0').trim_end_matches('.').to_owned();
    if text == "-0" { "0".to_owned() } else { text }
}

/// Returns whether the horizontal axis of a plane has a value: plotters draws what is beyond at its ends.
pub fn shows(plane: &Plane, x: f64) -> bool {
    plane.get_x_range().contains(&x)
}

impl Ranged for Axis {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        RangedCoordf64::from(self.place(self.first)..self.place(self.last)).map(&self.place(*value), limit)
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        if hint.weight().allow_light_points() { vec![] } else { self.ticks.clone() }
    }

    fn range(&self) -> Range<f64> {
        self.first..self.last
    }
}

impl ValueFormatter<f64> for Axis {
    fn format(value: &f64) -> String {
        number(*value)
    }

    fn format_ext(&self, value: &f64) -> String {
        match self.kind {
            _ if !self.numbers => String::new(),
            // Names can have several lines.
            Ticks::Names => String::new(),
            Ticks::Shares => {
                let text = format!("{value:.2}");
                text.trim_end_matches('0').trim_end_matches('.').to_owned()
            }
            // An axis has one notation: powers of ten if it is long and all of its ticks are powers.
            Ticks::Powers if self.last > 3000.0 && self.ticks.iter().all(|tick| is_power(*tick)) => {
                format!("10{}", superscript(&number(libm::log10(*value))))
            }
            Ticks::Powers if *value >= 1e6 => format!("{}M", number(value / 1e6)),
            Ticks::Whole if *value >= 1e6 && value % 1e5 == 0.0 => format!("{}M", number(value / 1e6)),
            Ticks::Powers if *value >= 1e3 && self.last > 3000.0 => format!("{}k", number(value / 1e3)),
            Ticks::Whole if *value != 0.0 && self.last >= 1e7 => format!("{}M", number(value / 1e6)),
            Ticks::Whole if *value != 0.0 && self.last >= 1e4 => format!("{}k", number(value / 1e3)),
            _ => decimal(*value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounded_axes_end_at_a_tick() {
        for high in 1..300 {
            let axis = Axis::up_to(f64::from(high)).fitted(182.0, 26.0);
            assert_eq!(axis.ticks.last(), Some(&axis.last), "{high}");
            assert!(axis.last >= f64::from(high) && axis.ticks.len() <= 8);
        }
    }

    #[test]
    fn names_stand_upright_where_one_would_be_cut() {
        let axis = Axis::from_names(["symmetries", "best-prefix", "a b"].map(str::to_owned).to_vec());
        let (names, is_upright) = axis.name_lines(400.0);
        assert_eq!(
            (names, is_upright),
            (vec![vec!["symmetries".to_owned()], vec!["best-prefix".to_owned()], vec!["a b".to_owned()]], false)
        );
        let (names, is_upright) = axis.name_lines(130.0);
        assert!(is_upright && names.iter().all(|lines| lines.len() == 1), "{names:?}");
        assert!(!names.concat().concat().contains('…'), "{names:?}");
    }

    #[test]
    fn short_logarithmic_axes_have_minor_ticks_too() {
        let axis = Axis::log(8000.0, 60_000.0).fitted(700.0, 50.0);
        assert_eq!(axis.minor(), [8e3, 9e3, 3e4, 4e4, 6e4]);
        let axis = Axis::log(1.0, 1e9).fitted(100.0, 50.0);
        assert_eq!((axis.ticks.len() + axis.minor().len(), axis.minor()[0]), (10, 10.0));
    }

    #[test]
    fn logarithmic_axes_have_powers_of_ten() {
        let axis = Axis::log(500.0, 2_000_000.0).fitted(700.0, 50.0);
        assert_eq!(axis.ticks, [1e3, 1e4, 1e5, 1e6]);
        assert_eq!(
            axis.ticks.iter().map(|tick| axis.format_ext(tick)).collect::<Vec<_>>(),
            ["10³", "10⁴", "10⁵", "10⁶"]
        );
        assert!((Axis::log(1.0, 1e4).share(100.0) - 0.5).abs() < 1e-12);
        // A short one has plain numbers alone.
        let axis = Axis::log(8000.0, 60_000.0).fitted(700.0, 50.0);
        let shown: Vec<_> = axis.ticks.iter().map(|tick| axis.format_ext(tick)).collect();
        assert_eq!(shown, ["10k", "20k", "50k"]);
        assert_eq!(Axis::log(8000.0, 60_000.0).fitted(120.0, 50.0).ticks, [1e4, 5e4]);
        assert_eq!(Axis::log(8000.0, 60_000.0).fitted(60.0, 50.0).ticks, [1e4]);
        let axis = Axis::log(500.0, 2_000_000.0).fitted(900.0, 50.0);
        assert_eq!(axis.ticks.len(), 4, "too long for more than powers");
    }

    #[test]
    fn axes_cover_the_data_and_begin_at_0_only_if_it_is_near() {
        let ends = |low, high| {
            let axis = Axis::covering(low, high);
            (axis.first, axis.last)
        };
        assert_eq!(ends(50.0, 100.0), (48.0, 102.0));
        assert_eq!(ends(20.0, 100.0), (-4.0, 104.0));
        assert_eq!(ends(21.0, 100.0).0.floor(), 17.0);
        assert_eq!(ends(50.0, 50.0), (-2.0, 52.0));
        assert_eq!(ends(60.0, 61.0), (60.0 - 0.08, 62.0 + 0.08));
        assert_eq!(Axis::covering(20.0, 100.0).fitted(200.0, 26.0).ticks[0], 0.0);
        let axis = Axis::covering(50.0, 100.0).within(Some((0.0, 200.0))).fitted(200.0, 26.0);
        assert_eq!((axis.first, axis.last), (0.0, 200.0));
        assert_eq!(Axis::shares().within(Some((0.8, 1.0))).fitted(200.0, 26.0).ticks.len(), 5);
    }

    #[test]
    fn axes_of_levels_have_the_numbers_that_have_room() {
        let levels = vec![10.0, 25.0, 50.0, 100.0, 200.0, 400.0, 1000.0];
        let axis = Axis::of_levels(levels.clone(), true).fitted(280.0, 1.0);
        assert_eq!((axis.ticks.len(), axis.minor().len()), (7, 0));
        let axis = Axis::of_levels(levels.clone(), false).fitted(280.0, 1.0);
        assert_eq!(axis.ticks, [10.0, 200.0, 400.0, 1000.0], "25, 50 and 100 have no room on a linear axis");
        let axis = Axis::of_levels(levels, true).fitted(40.0, 1.0);
        assert_eq!(axis.ticks, [10.0, 1000.0]);
        let axis = Axis::of_numbers(0.001, 0.1, true).fitted(280.0, 30.0);
        let shown: Vec<_> = axis.ticks.iter().map(|tick| axis.format_ext(tick)).collect();
        assert_eq!((&*shown[0], &*shown[shown.len() - 1]), ("0.001", "0.1"));
        assert!((axis.share(0.01) - 0.5).abs() < 1e-9);
    }

    #[test]
    fn long_numbers_are_counted_in_thousands() {
        let axis = Axis::new(0.0, 20_000.0).fitted(300.0, 60.0);
        let shown: Vec<_> = axis.ticks.iter().map(|tick| axis.format_ext(tick)).collect();
        assert_eq!(shown, ["0", "5k", "10k", "15k", "20k"]);
        assert_eq!([5e5, 1e6].map(|tick| Axis::new(0.0, 1.2e6).format_ext(&tick)), ["500k", "1M"]);
    }
}
