//! Checks of the description of a file-defined puzzle, the numbering of its pieces and places, and the effects and powers of its moves. The
//! limits of moves and names are here, those of pieces and places in `layout`. `read_entry` also serves `text`, which reads states.
//! Symmetries are checked in `symmetry`, the syntax of files in `file`.

use super::description::{Description, MoveDescription, OrbitDescription};
use super::error::{PathStep, SpecError, wrong};
use super::group::Element;
use crate::puzzle::notation::{NotationError, refuse_text};
use crate::puzzle::{Layout, MAX_PIECES, MAX_PLACES, Orbit};
use crate::text::{is_printable, quoted};

/// The maximum number of described moves.
pub(crate) const MAX_MOVES: usize = 64;
/// The maximum order of a move.
pub(crate) const MAX_TIMES: u32 = 100;
/// The maximum number of moves, including all powers.
pub(crate) const MAX_POWERS: usize = 250;
/// The maximum length of a name, in bytes.
const MAX_NAME: usize = 40;

/// Checked orbits.
pub(super) struct CheckedOrbits {
    pub(super) layout: Layout,
    /// The name of each piece, and of its position.
    pub(super) names: Vec<String>,
    /// For each piece, the first piece that looks like it.
    pub(super) alike: Vec<u8>,
}

/// Returns whether a text is a name: letters, digits, `-` and `_`, beginning with a letter.
fn is_name(text: &str) -> bool {
    text.len() <= MAX_NAME
        && text.starts_with(char::is_alphabetic)
        && text.chars().all(|c| c.is_alphanumeric() || "-_".contains(c))
}

/// Checks the name of the puzzle.
pub(super) fn name(description: &Description) -> Result<(), SpecError> {
    if is_name(&description.name) {
        return Ok(());
    }
    let rule = format!("must be 1 to {MAX_NAME} letters, digits, - or _ and begin with a letter");
    wrong([PathStep::from("name")], format!("name {} {rule}", quoted(&description.name)))
}

/// Checks the orbits and numbers their pieces.
pub(super) fn pieces(description: &Description) -> Result<CheckedOrbits, SpecError> {
    if description.orbits.is_empty() {
        return wrong([], "a puzzle needs an [[orbit]]: pieces that can take each other's positions");
    }
    let (mut names, mut alike, mut orbits, mut places) = (Vec::new(), Vec::new(), Vec::new(), 0);
    for (number, orbit) in description.orbits.iter().enumerate() {
        let path_to = |key: &str| [PathStep::from("orbit"), PathStep::from(number), PathStep::from(key)];
        if !is_name(&orbit.name) {
            let rule = "must be letters, digits, - or _ and begin with a letter";
            return wrong(path_to("name"), format!("orbit name {} {rule}", quoted(&orbit.name)));
        }
        if description.orbits[..number].iter().any(|other| other.name == orbit.name) {
            return wrong(path_to("name"), format!("two orbits are called \"{}\"", orbit.name));
        }
        let orientations = match u8::try_from(orbit.orientations) {
            Ok(orientations @ 1..=12) => orientations,
            _ => {
                return wrong(
                    path_to("orientations"),
                    format!("orientations {} is out of range: 1 to 12", orbit.orientations),
                );
            }
        };
        let piece_names: Vec<&str> = orbit.pieces.split_whitespace().collect();
        if piece_names.is_empty() {
            return wrong(path_to("pieces"), format!("the orbit \"{}\" has no pieces", orbit.name));
        }
        places += piece_names.len() * usize::from(orientations);
        if names.len() + piece_names.len() > MAX_PIECES || places > MAX_PLACES {
            let most =
                format!("a puzzle has at most {MAX_PIECES} pieces, and {MAX_PLACES} places (pieces × orientations)");
            return wrong(path_to("pieces"), most);
        }
        for (index, piece) in piece_names.iter().enumerate() {
            let plain = |c: char| is_printable(c) && !"+;:,".contains(c);
            if !piece.chars().all(plain) || piece.len() > MAX_NAME {
                let rule = format!(
                    "names are separated by spaces; no comma, +, ; or : in them, no control or invisible characters, at most {MAX_NAME} bytes"
                );
                return wrong(path_to("pieces"), format!("a piece cannot be called {}: {rule}", quoted(piece)));
            }
            if piece_names[..index].contains(piece) {
                return wrong(path_to("pieces"), format!("two pieces of \"{}\" are called \"{piece}\"", orbit.name));
            }
        }
        let first = names.len();
        alike.extend(
            looks(orbit, number, &piece_names)?
                .into_iter()
                .map(|lookalike| u8::try_from(first + lookalike).expect("few pieces")),
        );
        names.extend(piece_names.iter().map(|&piece| piece.to_owned()));
        orbits.push((orbit.name.clone(), piece_names.len(), orientations));
    }
    Ok(CheckedOrbits { layout: Layout::new(orbits), names, alike })
}

/// Returns, for each piece of an orbit, the first piece that looks like it.
fn looks(orbit: &OrbitDescription, number: usize, piece_names: &[&str]) -> Result<Vec<usize>, SpecError> {
    let mut lookalike: Vec<usize> = (0..piece_names.len()).collect();
    let mut seen = vec![false; piece_names.len()];
    for (kind, alike) in orbit.alike.iter().enumerate() {
        let path_to =
            || [PathStep::from("orbit"), PathStep::from(number), PathStep::from("alike"), PathStep::from(kind)];
        let mut indices = Vec::new();
        for piece in alike.split_whitespace() {
            let Some(index) = piece_names.iter().position(|&name| name == piece) else {
                return wrong(path_to(), format!("\"{piece}\" is no piece of \"{}\"", orbit.name));
            };
            if std::mem::replace(&mut seen[index], true) {
                return wrong(path_to(), format!("\"{piece}\" is named twice in alike"));
            }
            indices.push(index);
        }
        // The first piece of the list need not have the lowest number.
        let first = indices.iter().min().copied().unwrap_or_default();
        indices.into_iter().for_each(|index| lookalike[index] = first);
    }
    Ok(lookalike)
}

/// Checks the move with this number. Returns its effect.
pub(super) fn effect(
    pieces: &CheckedOrbits,
    number: usize,
    written: &MoveDescription,
    earlier: &[MoveDescription],
) -> Result<Element, SpecError> {
    let path_to = |key: &str| [PathStep::from("move"), PathStep::from(number), PathStep::from(key)];
    if !is_name(&written.name) || written.name.contains('-') || written.name.ends_with(char::is_numeric) {
        let rule = "must be letters, digits or _, begin with a letter and not end with a digit";
        return wrong(path_to("name"), format!("move name {} {rule}", quoted(&written.name)));
    }
    if earlier.iter().any(|other| other.name == written.name) {
        return wrong(path_to("name"), format!("two moves are called \"{}\"", written.name));
    }
    let CheckedOrbits { layout, names, .. } = pieces;
    if layout.orbits().iter().any(|orbit| orbit.name == written.name) {
        return wrong(path_to("name"), format!("\"{}\" is the name of an orbit already", written.name));
    }
    let mut element: Element = layout.homes().into();
    let mut moved = vec![false; layout.pieces()];
    for (name, cycles) in &written.cycles {
        let path =
            [PathStep::from("move"), PathStep::from(number), PathStep::from("cycles"), PathStep::from(name.as_str())];
        let Some(orbit) = layout.orbits().iter().find(|orbit| orbit.name == *name) else {
            return wrong(path, format!("\"{name}\" is no orbit of the puzzle"));
        };
        for (cycle, text) in cycles.iter().enumerate() {
            let error = |message: String| {
                let mut path = path.to_vec();
                path.push(PathStep::from(cycle));
                SpecError { path, message }
            };
            let entries: Result<Vec<(usize, u8)>, NotationError> =
                text.split_whitespace().map(|entry| read_entry(orbit, names, entry)).collect();
            let entries = entries.map_err(|wrong| error(wrong.message))?;
            for &(position, _) in &entries {
                if std::mem::replace(&mut moved[orbit.pieces.start + position], true) {
                    let piece = &names[orbit.pieces.start + position];
                    return Err(error(format!("the move \"{}\" takes \"{piece}\" of \"{name}\" twice", written.name)));
                }
            }
            if let [(_, 0)] | [] = entries.as_slice() {
                return Err(error(format!("the cycle {text:?} does nothing")));
            }
            for (index, &(from, _)) in entries.iter().enumerate() {
                let (target, turned) = entries[(index + 1) % entries.len()];
                element[orbit.pieces.start + from] = orbit.place(target, turned);
            }
        }
    }
    if *element == *layout.homes() {
        return wrong(path_to("cycles"), format!("the move \"{}\" does nothing", written.name));
    }
    Ok(element)
}

/// Reads an entry of a cycle, `UF` or `UF+1`: a position, counted from the orbit's first, and a change of orientation.
pub(super) fn read_entry(orbit: &Orbit, names: &[String], entry: &str) -> Result<(usize, u8), NotationError> {
    let (name, turned) = entry.split_once('+').map_or((entry, None), |(name, turned)| (name, Some(turned)));
    let piece_names = &names[orbit.pieces.clone()];
    let position = piece_names.iter().position(|piece_name| piece_name == name);
    let unknown = || NotationError::whole(format!("\"{name}\" is no piece of \"{}\"", orbit.name));
    let position = position.ok_or_else(unknown)?;
    let Some(text) = turned else { return Ok((position, 0)) };
    match text.parse() {
        Ok(turned) if turned < orbit.orientations => Ok((position, turned)),
        _ if orbit.orientations == 1 => {
            refuse_text(format!("\"{entry}\": pieces of \"{}\" have one orientation", orbit.name))
        }
        _ => refuse_text(format!(
            "\"{entry}\": a piece of \"{}\" is turned by 0 to {}",
            orbit.name,
            orbit.orientations - 1
        )),
    }
}

/// Returns the powers of an element, without the identity.
pub(super) fn powers(layout: &Layout, number: usize, name: &str, element: Element) -> Result<Vec<Element>, SpecError> {
    let mut powers = vec![element];
    loop {
        let last = powers.last().expect("it begins with one");
        let next = layout.then(last, &powers[0]);
        if *next == *layout.homes() {
            return Ok(powers);
        }
        if powers.len() + 1 == MAX_TIMES as usize {
            let message = format!("the order of the move \"{name}\" is more than {MAX_TIMES}");
            return wrong([PathStep::from("move"), PathStep::from(number), PathStep::from("cycles")], message);
        }
        powers.push(next);
    }
}
