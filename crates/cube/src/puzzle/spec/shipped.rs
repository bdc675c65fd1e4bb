//! [`Shipped`]: the file-defined puzzles that are part of the program, the pyraminx and the skewb, from the folder `puzzles` of the crate.

use std::sync::{Arc, LazyLock};

use super::PuzzleSpec;
use crate::puzzle::named;

named! {
    /// A file-defined puzzle that is part of the program.
    ///
    /// ```
    /// use evocube_cube::puzzle::spec::Shipped;
    /// assert_eq!(Shipped::Skewb.spec().states(), "3149280");
    /// ```
    #[derive(Hash)]
    pub enum Shipped, "shipped puzzle":
    /// The pyraminx with its tips: 75,582,720 states.
    Pyraminx = "pyraminx",
    /// The skewb: 3,149,280 states.
    Skewb = "skewb",
}

impl Shipped {
    /// Returns the description in TOML: the file of this name in the folder `puzzles`.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Pyraminx => include_str!("../../../puzzles/pyraminx.toml"),
            Self::Skewb => include_str!("../../../puzzles/skewb.toml"),
        }
    }

    /// Returns the puzzle.
    pub fn spec(self) -> Arc<PuzzleSpec> {
        static PARSED: LazyLock<[Arc<PuzzleSpec>; 2]> = LazyLock::new(|| {
            Shipped::ALL.map(|shipped| PuzzleSpec::parse(shipped.text()).expect("tests parse what is shipped"))
        });
        PARSED[self as usize].clone()
    }
}
