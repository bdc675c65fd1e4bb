//! Labels of configurations: their levels as one text. Names of files and ids of pages are made here, too.
//! Labels with the factors alone that tell configurations apart are made in `figures::names`.

use super::result_index::{PointTrials, StageTrials};

impl PointTrials<'_> {
    /// Returns the levels of the factors that apply as one text.
    pub(crate) fn label(&self) -> String {
        label(self.levels)
    }
}

impl StageTrials<'_> {
    /// Returns the stage's name for the beginning of a file name: its number, and only letters, digits and hyphens.
    pub(crate) fn file_stem(&self) -> String {
        format!("{}-{}", self.number, slug(&self.summary.name))
    }
}

/// Returns levels as one text. Factors that do not apply have an empty one.
pub(crate) fn label<'a>(levels: impl IntoIterator<Item = &'a String>) -> String {
    let mut levels = levels.into_iter().peekable();
    if levels.peek().is_none() {
        return "all trials".to_owned();
    }
    let applying: Vec<&str> = levels.map(String::as_str).filter(|level| !level.is_empty()).collect();
    if applying.is_empty() { "no factor applies".to_owned() } else { applying.join(" · ") }
}

/// Returns a name for files on every system: small ASCII letters and digits, with one hyphen for every other sequence.
pub(crate) fn slug(name: &str) -> String {
    let words = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let slug = words.collect::<Vec<_>>().join("-").to_ascii_lowercase();
    slug.chars().take(60).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs_of_labels_are_safe_file_names() {
        assert_eq!(slug("Crossover & mutation/../x"), "crossover-mutation-x");
        assert_eq!(slug("<ü>"), "");
        assert_eq!(slug(&"a".repeat(99)).len(), 60);
    }
}
