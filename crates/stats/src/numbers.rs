//! Numbers as English text, the same in figures, on pages and on the terminal: counts, shares in percent, p-values and superscripts. They
//! are read by people; tables have plain numbers.

/// Returns a whole number with commas between thousands.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// Returns a number for a tick or a cell: whole, or with one digit after the point.
pub fn number(value: f64) -> String {
    let text = format!("{value:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    (if text == "-0" { "0" } else { text }).to_owned()
}

/// Returns a number with its noun, whose plural ends with s: `1 trial`, `2 trials`.
pub fn counted(count: u64, noun: &str) -> String {
    format!("{} {noun}{}", grouped(count), if count == 1 { "" } else { "s" })
}

/// Returns a share in percent: a whole number, below 1 % with two significant digits, and `< 0.01 %` below that. Negative ones are 0.
pub fn percent(share: f64) -> String {
    let value = 100.0 * share.max(0.0);
    let digits = match value {
        value if value > 0.0 && value < 0.01 => return "< 0.01 %".to_owned(),
        // What is rounded up has a digit less.
        value if value >= 0.995 || value <= 0.0 => 0,
        value if value >= 0.0995 => 2,
        _ => 3,
    };
    format!("{value:.digits$} %")
}

/// Returns a p-value as a statement: `p = 0.050`, `p < 10⁻¹⁰`.
pub fn p_is(p: f64) -> String {
    let value = p_value(p);
    if value.starts_with('<') { format!("p {value}") } else { format!("p = {value}") }
}

/// Returns a p-value in two significant digits, below 0.001 in one with its power of ten; `1` from 0.995 on, and `< 10⁻¹⁰`
/// below 10⁻¹⁰.
pub fn p_value(p: f64) -> String {
    if p >= 0.995 {
        "1".to_owned()
    } else if p >= 0.000_95 {
        let digits =
            [(0.0995, 2), (0.009_95, 3)].into_iter().find(|(low, _)| p >= *low).map_or(4, |(_, digits)| digits);
        format!("{p:.digits$}")
    } else if p >= 1e-10 {
        let text = format!("{p:.0e}");
        let (digit, power) = text.split_once('e').expect("an exponent is asked for");
        format!("{digit}·10{}", superscript(power))
    } else {
        "< 10⁻¹⁰".to_owned()
    }
}

/// Returns a text with its digits and minus signs in superscript.
pub fn superscript(number: &str) -> String {
    let raised = |character: char| match character {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        digit => digit.to_digit(10).and_then(|digit| char::from_u32(0x2070 + digit)).unwrap_or(digit),
    };
    number.chars().map(raised).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_have_their_noun_in_singular_or_plural() {
        assert_eq!([counted(1, "trial"), counted(1500, "trial")], ["1 trial", "1,500 trials"]);
    }

    #[test]
    fn percentages_are_whole_or_have_two_significant_digits() {
        let texts = [0.0, 1.0, 0.624, 0.01, 0.009_96, 0.0038, 0.000_996, 0.000_12, 0.000_1].map(percent);
        assert_eq!(texts, ["0 %", "100 %", "62 %", "1 %", "1 %", "0.38 %", "0.10 %", "0.012 %", "0.010 %"]);
        assert_eq!([0.000_099, 1e-6, 1e-15, -1e-15].map(percent), ["< 0.01 %", "< 0.01 %", "< 0.01 %", "0 %"]);
    }

    #[test]
    fn p_values_are_short() {
        let texts = [1.0, 0.999, 0.5, 0.0996, 0.0123, 0.0079, 0.000_42, 1e-12].map(p_value);
        assert_eq!(texts, ["1", "1", "0.50", "0.10", "0.012", "0.0079", "4·10⁻⁴", "< 10⁻¹⁰"]);
        assert_eq!(superscript("-120"), "⁻¹²⁰");
    }

    #[test]
    fn thousands_are_separated_by_commas() {
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
    }
}
