//! The sentences of a page, taken apart.

/// The sentences, by words that no other one has.
pub(crate) const TEMPLATES: &[&str] = &[
    "makes no difference of more than",
    "matters**: it explains",
    "is better over its whole range; ",
    "is better up to ",
    "` is better than `",
    "mean penalty",
    "percentage points more",
    "times as many",
    "typically solves in",
    "moves on average",
    "**Yes",
    "**No.**",
    "is shown to be better than",
    "**depends on**",
    "no difference is found.",
    "too few to say whether",
    "rule out only differences above",
    "is found in",
    "**is the best**",
    "may be the best.",
    "are too few to exclude one.",
    "may be the best**",
    "no effect of ",
    "This holds for instances like these.",
    "for instances like these, the other",
    "instances that were tried, not",
    "the one instance that was tried",
];

/// A sentence whose names in code are placeholders: its words, and the names in their order.
pub(crate) struct Sentence {
    pub(crate) words: String,
    pub(crate) names: Vec<String>,
}

impl Sentence {
    pub(crate) fn new(text: &str) -> Self {
        let mut sentence = Self { words: String::new(), names: vec![] };
        for (place, part) in text.split('`').enumerate() {
            if place % 2 == 0 {
                sentence.words.push_str(part);
            } else {
                sentence.words.push('`');
                sentence.names.push(part.to_owned());
            }
        }
        sentence
    }

    /// The sentence from some words on, and the one before them.
    pub(crate) fn split(&self, words: &str) -> Option<(Self, Self)> {
        let (before, after) = self.words.split_once(words)?;
        let count = before.matches('`').count();
        let names = |names: &[String]| names.to_vec();
        Some((
            Self { words: before.to_owned(), names: names(&self.names[..count]) },
            Self { words: after.to_owned(), names: names(&self.names[count..]) },
        ))
    }
}

/// The number at the end of a text, and half a unit of its last digit.
pub(crate) fn last_number(text: &str) -> Option<(f64, f64)> {
    number(text.trim_end_matches('.').rsplit([' ', '(', '`']).next()?)
}

/// The number at the start of a text.
pub(crate) fn first_number(text: &str) -> Option<(f64, f64)> {
    number(text.split([' ', ')', ';']).next()?)
}

fn number(text: &str) -> Option<(f64, f64)> {
    let text = text.trim_end_matches([',', '.', '*']).replace(',', "");
    let digits = text.split_once('.').map_or(0, |(_, digits)| digits.len());
    #[allow(clippy::cast_possible_truncation)] // a few digits
    let half = 0.5 * 10.0_f64.powi(-(digits as i32));
    // 1.0 is written 1.
    let half = if digits == 0 && text.len() > 2 { half } else { half.max(0.05) };
    Some((text.parse().ok()?, half))
}
