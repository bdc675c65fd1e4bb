//! [`MacroSetConfig`]: the macros of an alphabet, as its key `macros` names them: the shipped ones, which are in `herdy_patone`, or names
//! with moves, [`CustomMacro`]. They are read, checked and made canonical here, and copied in the parent module. The greedy solver has its
//! own in `search::macros` of `evocube-cube`.

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Error, SeqAccess};
use serde::{Deserialize, Serialize, Serializer};

use super::AlphabetError;
use super::herdy_patone::{COMPOSITES, Composite};
use evocube_cube::puzzle::notation::{Dialect, NotationError};
use evocube_cube::puzzle::{Algorithm, Puzzle, Turn};
use evocube_cube::text::suggestion;

/// Macros: `"herdy-patone"`, `"none"`, or a list of `"herdy-patone"` and custom macros such as
/// `{ name = "sexy", moves = "R U R' U'" }`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MacroSetConfig(Vec<MacroEntry>);

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
enum MacroEntry {
    #[serde(rename = "herdy-patone")]
    HerdyPatone,
    #[serde(untagged)]
    Custom(CustomMacro),
}

evocube_cube::schema!(MacroSetConfig, generator => { "anyOf": [
    { "enum": ["herdy-patone", "none"] },
    { "type": "array", "items": { "anyOf": [{ "const": "herdy-patone" }, generator.subschema_for::<CustomMacro>()] } },
] });

/// A macro that a configuration defines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CustomMacro {
    /// The name of its symbol.
    pub name: String,
    /// The moves, in any notation of the puzzle.
    pub moves: String,
}

impl CustomMacro {
    /// Checks the name, which tables have in one line.
    fn check_name(&self) -> Result<(), NotationError> {
        let is_line = !self.name.is_empty() && !self.name.contains(char::is_control);
        let message = "a macro needs a name of printable characters, such as \"mine\"";
        is_line.then_some(()).ok_or_else(|| NotationError::whole(message))
    }

    /// Returns the moves on a puzzle.
    fn read<P: Puzzle>(&self, puzzle: &P) -> Result<Algorithm<P::Move>, NotationError> {
        let moves = puzzle.read_moves(&self.moves, Dialect::Wca)?.moves;
        if moves.is_empty() { Err(NotationError::whole("a macro needs moves")) } else { Ok(moves) }
    }
}

/// A name and its moves.
pub(super) type NamedWord<M> = (String, Algorithm<M>);

impl MacroSetConfig {
    /// Returns the set without macros.
    pub const fn none() -> Self {
        Self(Vec::new())
    }

    /// Returns the names and words, in order.
    pub(super) fn words<P: Puzzle>(&self, puzzle: &P) -> Result<Vec<NamedWord<P::Move>>, AlphabetError> {
        let mut words = Vec::new();
        for entry in &self.0 {
            match entry {
                MacroEntry::HerdyPatone => {
                    for composite in &COMPOSITES {
                        words.push((composite.id.to_owned(), composite_moves(puzzle, composite)?));
                    }
                }
                MacroEntry::Custom(custom) => {
                    let wrong = |error| AlphabetError::Moves(format!("\"{}\": {error}", custom.name));
                    words.push((custom.name.clone(), custom.read(puzzle).map_err(wrong)?));
                }
            }
        }
        Ok(words)
    }

    /// Checks as [`AlphabetConfig::check`] does.
    pub(super) fn check(&self, puzzle: &impl Puzzle) -> Result<(), (String, NotationError)> {
        for (number, entry) in self.0.iter().enumerate() {
            match entry {
                MacroEntry::HerdyPatone if puzzle.cube().is_none() => {
                    let message =
                        format!("the macros \"herdy-patone\" are those of the cubes, not of {}", puzzle.name());
                    return Err((format!("macros.{number}"), NotationError::whole(message)));
                }
                MacroEntry::HerdyPatone => {}
                MacroEntry::Custom(custom) => {
                    custom.check_name().map_err(|error| (format!("macros.{number}.name"), error))?;
                    custom.read(puzzle).map_err(|error| (format!("macros.{number}.moves"), error))?;
                }
            }
        }
        Ok(())
    }

    /// Returns the macros as manifests keep them, with moves in the puzzle's canonical notation.
    pub(super) fn canonical(mut self, puzzle: &impl Puzzle) -> Self {
        for entry in &mut self.0 {
            if let MacroEntry::Custom(custom) = entry
                && let Ok(moves) = custom.read(puzzle)
            {
                custom.moves = puzzle.write_moves(&moves);
            }
        }
        self
    }
}

/// Returns the moves of a published macro.
fn composite_moves<P: Puzzle>(puzzle: &P, composite: &Composite) -> Result<Algorithm<P::Move>, AlphabetError> {
    // The generators of a cube are the turns of its faces by 90°.
    let generated = |turn: &Turn| puzzle.power(turn.face().index(), turn.quarters());
    if puzzle.cube().is_some()
        && let Some(moves) = composite.turns().iter().map(generated).collect()
    {
        return Ok(moves);
    }
    let read = puzzle.read_moves(composite.word, Dialect::Wca);
    Ok(read.map_err(|error| AlphabetError::Moves(error.to_string()))?.moves)
}

impl Default for MacroSetConfig {
    fn default() -> Self {
        Self(vec![MacroEntry::HerdyPatone])
    }
}

impl Serialize for MacroSetConfig {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.as_slice() {
            [] => serializer.serialize_str("none"),
            [MacroEntry::HerdyPatone] => MacroEntry::HerdyPatone.serialize(serializer),
            entries => entries.serialize(serializer),
        }
    }
}

const EXPECTED: &str = "\"herdy-patone\", \"none\" or a list of \"herdy-patone\" and { name, moves }";

evocube_cube::deserialize_by_kind! { MacroSetConfig, EXPECTED;
    fn visit_str<E: Error>(self, name: &str) -> Result<MacroSetConfig, E> {
        if name == "none" {
            Ok(MacroSetConfig::none())
        } else {
            named(name).map(|entry| MacroSetConfig(vec![entry]))
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<MacroSetConfig, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(list)).map(MacroSetConfig)
    }
}

fn named<E: Error>(name: &str) -> Result<MacroEntry, E> {
    if name == "herdy-patone" {
        Ok(MacroEntry::HerdyPatone)
    } else if name.contains(' ') {
        Err(E::custom(format!("a macro has a name beside its moves: write {{ name = \"mine\", moves = \"{name}\" }}")))
    } else {
        let suggestion = suggestion(name, &["herdy-patone", "none"]);
        Err(E::custom(format!("unknown macros \"{name}\", expected {EXPECTED}{suggestion}")))
    }
}

evocube_cube::deserialize_by_kind! { MacroEntry, "\"herdy-patone\" or { name = \"…\", moves = \"…\" }";
    fn visit_str<E: Error>(self, name: &str) -> Result<MacroEntry, E> {
        named(name)
    }

    fn visit_map<A: serde::de::MapAccess<'de>>(self, map: A) -> Result<MacroEntry, A::Error> {
        CustomMacro::deserialize(MapAccessDeserializer::new(map)).map(MacroEntry::Custom)
    }
}
