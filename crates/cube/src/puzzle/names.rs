//! `named!`: declares a fieldless enum whose values have names in options and files; [`UnknownName`] is the error for any other word. Each
//! enum declares its names for serde itself.

use crate::text::{quoted, suggestion};

/// Error: a word is not one of the known names.
///
/// ```
/// use evocube_cube::Metric;
/// let error = "hmt".parse::<Metric>().expect_err("no metric");
/// assert_eq!(error.to_string(), "\"hmt\" is not a metric: expected one of htm, qtm; did you mean \"htm\"?");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} is not {} {what}: expected one of {}{}", quoted(word), article(what), .expected.join(", "), suggestion(word, expected))]
pub struct UnknownName {
    /// The kind of the names, for the message.
    pub what: &'static str,
    /// The word.
    pub word: String,
    /// The known names.
    pub expected: Vec<&'static str>,
}

/// Returns the indefinite article before a noun, by its first letter.
fn article(noun: &str) -> &'static str {
    if noun.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" }
}

impl UnknownName {
    /// Finds the member of `all` with this name; `names` are those of all.
    pub fn find<T: Copy>(what: &'static str, all: &[T], names: &[&'static str], word: &str) -> Result<T, Self> {
        let unknown = || Self { what, word: word.to_owned(), expected: names.to_vec() };
        names.iter().position(|name| *name == word).map(|place| all[place]).ok_or_else(unknown)
    }
}

/// Declares a fieldless enum whose variants have names in options and files: `ALL`, `NAMES`, `name`, [`Display`] and [`FromStr`]. Its error
/// lists the names.
///
/// [`Display`]: std::fmt::Display
/// [`FromStr`]: std::str::FromStr
#[doc(hidden)]
#[macro_export]
macro_rules! named {
    ($(#[$meta:meta])* $visibility:vis enum $type:ident, $what:literal:
     $($(#[$attribute:meta])* $variant:ident = $name:literal,)+) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $visibility enum $type {
            $($(#[$attribute])* $variant,)+
        }

        impl $type {
            /// All values, in order.
            $visibility const ALL: [Self; [$($name),+].len()] = [$(Self::$variant),+];

            /// The names of all values, in order.
            $visibility const NAMES: [&str; Self::ALL.len()] = [$($name),+];

            /// Returns the name in options and files.
            $visibility const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name),+
                }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::puzzle::UnknownName;

            fn from_str(name: &str) -> Result<Self, Self::Err> {
                $crate::puzzle::UnknownName::find($what, &Self::ALL, &Self::NAMES, name)
            }
        }
    };
}
