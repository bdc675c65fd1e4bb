//! [`Descriptor`]: a count of pieces or of genes that describes a genome, for the niches of MAP-Elites. [`PieceTable`]: the computation of
//! its values on a puzzle.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::{Evaluator, Gene};
use evocube_cube::puzzle::{Fit, Place, Puzzle, named};

named! {
    /// Count that describes a genome: of pieces in the state that is evaluated, or of genes.
    #[derive(Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    #[serde(rename_all = "kebab-case")]
    pub enum Descriptor, "descriptor":
    /// Pieces in their position and orientation.
    RightPieces = "right-pieces",
    /// Edges in their position and orientation.
    RightEdges = "right-edges",
    /// Corners in their position and orientation.
    RightCorners = "right-corners",
    /// Pieces in the orientation of the solved state, in any position.
    OrientedPieces = "oriented-pieces",
    /// Edges that are not flipped, in any position.
    OrientedEdges = "oriented-edges",
    /// Corners that are not twisted, in any position.
    OrientedCorners = "oriented-corners",
    /// Genes that count: those of the best prefix, or those before trailing no-ops.
    GenomeLength = "genome-length",
}

/// Kind of pieces that are counted.
#[derive(Clone, Copy)]
pub(super) enum Count {
    Right,
    Oriented,
}

impl Descriptor {
    /// Returns the kind of the pieces that are counted, and their orbit, `None` for all pieces; `None` if genes are counted.
    pub(super) const fn counts(self) -> Option<(Count, Option<&'static str>)> {
        match self {
            Self::RightPieces => Some((Count::Right, None)),
            Self::RightEdges => Some((Count::Right, Some("edges"))),
            Self::RightCorners => Some((Count::Right, Some("corners"))),
            Self::OrientedPieces => Some((Count::Oriented, None)),
            Self::OrientedEdges => Some((Count::Oriented, Some("edges"))),
            Self::OrientedCorners => Some((Count::Oriented, Some("corners"))),
            Self::GenomeLength => None,
        }
    }
}

/// Table of descriptors: whether each piece is right, and whether it is oriented, at each place.
#[derive(Clone, Debug)]
pub struct PieceTable {
    orbits: Vec<(String, Range<usize>)>,
    /// Of each piece and place: whether the piece is right there, and whether it is oriented.
    is: Vec<Vec<[bool; 2]>>,
}

impl PieceTable {
    /// Returns the table of a puzzle.
    pub(in crate::evolve) fn new(puzzle: &impl Puzzle) -> Self {
        let layout = puzzle.layout();
        let fit = |piece: usize, place: usize| {
            let place = Place::try_from(place).expect("places fit 8 bits");
            [puzzle.fit(piece, place) == Fit::Right, layout.position(place).1 == 0]
        };
        let fits = |piece| (0..layout.places()).map(|place| fit(piece, place)).collect();
        Self {
            orbits: layout.orbits().iter().map(|orbit| (orbit.name.clone(), orbit.pieces.clone())).collect(),
            is: (0..layout.pieces()).map(fits).collect(),
        }
    }

    /// Returns the pieces of an orbit, or all; `None` if the puzzle has no such orbit.
    fn pieces(&self, orbit: Option<&str>) -> Option<Range<usize>> {
        match orbit {
            None => Some(0..self.is.len()),
            Some(name) => self.orbits.iter().find(|(orbit, _)| orbit == name).map(|(_, pieces)| pieces.clone()),
        }
    }

    /// Returns the number of values of a descriptor of genomes of this length; `None` if the puzzle has no such pieces.
    pub(super) fn values(&self, descriptor: Descriptor, length: usize) -> Option<usize> {
        let max = descriptor.counts().map_or(Some(length), |(_, orbit)| Some(self.pieces(orbit)?.len()))?;
        Some(max + 1)
    }

    /// Returns the value of a descriptor of the genes that count, after which the pieces are at these places.
    pub(super) fn value(
        &self,
        descriptor: Descriptor,
        genes: &[Gene],
        places: &[Place],
        evaluator: &Evaluator,
    ) -> usize {
        let Some((count, orbit)) = descriptor.counts() else { return evaluator.length(genes) };
        let pieces = self.pieces(orbit).unwrap_or(0..0);
        pieces.filter(|&piece| self.is[piece][usize::from(places[piece])][count as usize]).count()
    }

    /// Returns the places of the pieces after genes.
    pub(super) fn places(&self, evaluator: &Evaluator, genes: &[Gene]) -> Vec<Place> {
        let mut places = vec![0; self.is.len()];
        evaluator.write_places(genes, &mut places);
        places
    }
}
