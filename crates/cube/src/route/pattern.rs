//! [`Pattern`]: a named state of the 3×3×3 as moves from the solved one, shipped or from a list of `name: moves`. A list has at most
//! [`MAX_PATTERNS`].

use crate::list::{ListLine, lines};
use crate::puzzle::notation::{Dialect, read_moves};
use crate::puzzle::{Algorithm, Cube3};
use crate::text::similar;

/// A state of the 3×3×3 with a name.
///
/// ```
/// use evocube_cube::route::Pattern;
/// let pattern = Pattern::named("superflip").expect("it is shipped");
/// assert_eq!(pattern.state().vectors().edge_orientation, [1; 12]);
/// assert_eq!(Pattern::similar("superflipp").as_deref(), Some("superflip"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// Name: 1 to 40 lowercase letters, digits and hyphens.
    pub name: String,
    /// The moves from the solved state.
    pub moves: Algorithm,
}

/// Error: a text is not a list of patterns.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct PatternError {
    /// The line, from 1.
    pub line: usize,
    /// The message.
    pub message: String,
}

/// The maximum number of patterns: a matrix has a route for every pair.
pub(crate) const MAX_PATTERNS: usize = 200;

impl Pattern {
    /// Returns the state.
    pub fn state(&self) -> Cube3 {
        Cube3::SOLVED.apply_all(&self.moves)
    }

    /// Returns the shipped patterns, of `patterns.txt` in this folder.
    pub fn shipped() -> Vec<Self> {
        Self::read(include_str!("patterns.txt")).expect("shipped patterns are valid")
    }

    /// Reads at most 200 patterns, one per line: `name: moves`, optionally followed by `#` and a comment. Empty lines and lines that begin
    /// with `#` or `//` are skipped.
    ///
    /// # Errors
    /// The first line that is not a pattern.
    ///
    /// ```
    /// use evocube_cube::route::Pattern;
    /// let patterns = Pattern::read("corner: R U R'\nedge: M U2")?;
    /// assert_eq!((patterns.len(), &*patterns[1].name), (2, "edge"));
    /// # Ok::<(), evocube_cube::route::PatternError>(())
    /// ```
    pub fn read(text: &str) -> Result<Vec<Self>, PatternError> {
        let mut patterns: Vec<Self> = Vec::new();
        for entry in lines(text).into_iter().filter(ListLine::is_entry) {
            let wrong = |message: String| PatternError { line: entry.number, message };
            let content = entry.text.split('#').next().unwrap_or_default().trim();
            let (name, moves) =
                content.split_once(':').ok_or_else(|| wrong("expected a name, a colon and moves".to_owned()))?;
            let name = name.trim();
            let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            if name.is_empty() || name.len() > 40 || !name.chars().all(fits) {
                return Err(wrong(format!("name {name:?} must be 1 to 40 lowercase letters, digits or hyphens")));
            }
            if patterns.iter().any(|other| other.name == name) {
                return Err(wrong(format!("two patterns are called \"{name}\"")));
            }
            if patterns.len() == MAX_PATTERNS {
                return Err(wrong(format!("there are more than {MAX_PATTERNS} patterns")));
            }
            let moves = read_moves(moves, Dialect::Wca)
                .map_err(|error| wrong(format!("pattern {name}: {}", error.message)))?
                .moves;
            patterns.push(Self { name: name.to_owned(), moves });
        }
        Ok(patterns)
    }

    /// Returns the shipped pattern of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::shipped().into_iter().find(|pattern| pattern.name == name)
    }

    /// Returns the name of the shipped pattern that is closest to a misspelled name.
    pub fn similar(name: &str) -> Option<String> {
        let patterns = Self::shipped();
        similar(name.trim(), patterns.iter().map(|pattern| pattern.name.as_str())).map(str::to_owned)
    }
}
