//! JSON as text, for tables that are too large for values in between: numbers, strings, and rows of `trials.csv`.

use std::collections::BTreeMap;

use libm::log10;

use super::columns::{Columns as _, Value};
use super::rows::TrialRow;

/// Returns the escapes of JSON for text within a script element, which must not look like the end of it.
pub fn within_script(json: &str) -> String {
    json.replace('<', "\\u003c")
}

/// Powers of ten that are exact.
const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
];

/// Returns a number in six significant digits, the nearest one to its decimal text; `None` if it is not finite.
pub fn rounded(value: f64) -> Option<f64> {
    if !value.is_finite() {
        return None;
    }
    rounded_by_power(value).or_else(|| format!("{value:.5e}").parse().ok())
}

/// Returns a number in six significant digits where products of exact powers of ten show them; `None` near the middle between two, and for
/// very small and very large numbers.
fn rounded_by_power(value: f64) -> Option<f64> {
    // Of a number near a power of ten, the digits are checked below.
    #[allow(clippy::cast_possible_truncation)]
    let power = 5 - log10(value.abs()).clamp(-100.0, 100.0).floor() as i32;
    let factor = *POWERS.get(power.unsigned_abs() as usize)?;
    let scaled = if power < 0 { value / factor } else { value * factor };
    let digits = scaled.round();
    // The error of the product is below 1e-9.
    let is_sure = (1e5..1e6).contains(&scaled.abs()) && ((scaled - scaled.trunc()).abs() - 0.5).abs() > 1e-6;
    is_sure.then_some(if power < 0 { digits * factor } else { digits / factor })
}

/// Returns an array with an array of each trial: its values of the columns that are `shown`. A failed one has null for its results.
pub fn json_of_trials(trials: &[TrialRow], shown: &[bool]) -> String {
    let mut json = Vec::new();
    array(&mut json, trials, |json, row| {
        let (mut shown, mut is_first) = (shown.iter(), true);
        json.push(b'[');
        row.values(&mut |value| {
            if shown.next() == Some(&true) {
                if !is_first {
                    json.push(b',');
                }
                is_first = false;
                match value {
                    Value::Count(value) => push(json, &value),
                    Value::Real(value) => push(json, &value),
                    Value::Flag(value) => push(json, &value.map(u8::from)),
                    Value::Text(value) => push(json, &value),
                }
            }
        });
        json.push(b']');
    });
    text(json)
}

/// Returns an object of values that are JSON.
pub fn object(values: &BTreeMap<&str, impl AsRef<str>>) -> String {
    let mut json = b"{".to_vec();
    for (key, value) in values {
        if json.len() > 1 {
            json.push(b',');
        }
        push(&mut json, key);
        json.push(b':');
        json.extend_from_slice(value.as_ref().as_bytes());
    }
    json.push(b'}');
    text(json)
}

/// Appends an array, whose items `push_item` appends.
pub(crate) fn array<T>(
    json: &mut Vec<u8>,
    items: impl IntoIterator<Item = T>,
    mut push_item: impl FnMut(&mut Vec<u8>, T),
) {
    json.push(b'[');
    for (index, item) in items.into_iter().enumerate() {
        if index > 0 {
            json.push(b',');
        }
        push_item(json, item);
    }
    json.push(b']');
}

/// Appends a value.
pub(crate) fn push<T: serde::Serialize + ?Sized>(json: &mut Vec<u8>, value: &T) {
    serde_json::to_writer(json, value).expect("a number or a text, written to memory");
}

pub(crate) fn text(json: Vec<u8>) -> String {
    String::from_utf8(json).expect("only text was written")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounded_numbers_are_those_of_their_texts() {
        let mut bits = 0x9e37_79b9_7f4a_7c15_u64;
        for number in 0..200_000_u32 {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let exact = f64::from(number) / 32.0;
            for value in [f64::from_bits(bits), exact, -1e-3 * exact, 1e12 * exact, (bits >> 11) as f64 / 9e15] {
                let text = format!("{value:.5e}").parse().ok().filter(|value: &f64| value.is_finite());
                assert_eq!(rounded(value), text, "{value:e}");
            }
        }
        assert_eq!([999_999.7, 1e5, 123_456.5].map(rounded), [Some(1e6), Some(1e5), Some(123_456.0)]);
        assert_eq!([0.0, 2.0 / 3.0, f64::INFINITY].map(rounded), [Some(0.0), Some(0.666_667), None]);
    }
}
