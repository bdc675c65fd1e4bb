//! [`Descriptor`]: a number that describes the behavior of a genome.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::evaluation::{Evaluator, Gene};
use crate::evolve::population::Population;
use evocube_cube::puzzle::{Fit, Place, Puzzle};

/// Count that describes a genome: of pieces in the state that is evaluated, or of genes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Descriptor {
    /// Pieces in their position and orientation.
    RightPieces,
    /// Edges in their position and orientation.
    RightEdges,
    /// Corners in their position and orientation.
    RightCorners,
    /// Pieces in the orientation of the solved state, in any position.
    OrientedPieces,
    /// Edges that are not flipped, in any position.
    OrientedEdges,
    /// Corners that are not twisted, in any position.
    OrientedCorners,
    /// Genes that count: those of the best prefix, or those before trailing no-ops.
    GenomeLength,
}

impl Descriptor {
    /// Returns the name in sweep files.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::RightPieces => "right-pieces",
            Self::RightEdges => "right-edges",
            Self::RightCorners => "right-corners",
            Self::OrientedPieces => "oriented-pieces",
            Self::OrientedEdges => "oriented-edges",
            Self::OrientedCorners => "oriented-corners",
            Self::GenomeLength => "genome-length",
        }
    }

    /// Returns the orbit of the pieces that are counted; `None` for all pieces.
    pub(super) const fn orbit(self) -> Option<&'static str> {
        match self {
            Self::RightEdges | Self::OrientedEdges => Some("edges"),
            Self::RightCorners | Self::OrientedCorners => Some("corners"),
            Self::RightPieces | Self::OrientedPieces | Self::GenomeLength => None,
        }
    }

    /// Returns whether right pieces are counted, oriented ones, or none.
    const fn counts(self) -> Option<Count> {
        match self {
            Self::RightPieces | Self::RightEdges | Self::RightCorners => Some(Count::Right),
            Self::OrientedPieces | Self::OrientedEdges | Self::OrientedCorners => Some(Count::Oriented),
            Self::GenomeLength => None,
        }
    }
}

/// Kind of pieces that are counted.
#[derive(Clone, Copy)]
enum Count {
    Right,
    Oriented,
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

    /// Returns the pieces that a descriptor counts, or `None` if the puzzle has no such orbit.
    fn pieces(&self, descriptor: Descriptor) -> Option<Range<usize>> {
        match descriptor.orbit() {
            None => Some(0..self.is.len()),
            Some(name) => self.orbits.iter().find(|(orbit, _)| orbit == name).map(|(_, pieces)| pieces.clone()),
        }
    }

    /// Returns the number of values of a descriptor of genomes of this length; `None` if the puzzle has no such pieces.
    pub(super) fn values(&self, descriptor: Descriptor, length: usize) -> Option<usize> {
        let max = if descriptor == Descriptor::GenomeLength { length } else { self.pieces(descriptor)?.len() };
        Some(max + 1)
    }

    /// Returns the value of a descriptor. The buffer holds the places of the pieces.
    pub(super) fn value(
        &self,
        descriptor: Descriptor,
        (population, individual): (&Population, usize),
        places: &[Place],
        no_op: Option<Gene>,
    ) -> usize {
        let Some(count) = descriptor.counts() else {
            let genes = &population.genome(individual)[..population.fitness()[individual].genes()];
            return genes.iter().rposition(|&gene| Some(gene) != no_op).map_or(0, |last| last + 1);
        };
        let pieces = self.pieces(descriptor).unwrap_or(0..0);
        pieces.filter(|&piece| self.is[piece][usize::from(places[piece])][count as usize]).count()
    }

    /// Writes the places of the pieces of an individual.
    pub(super) fn write_places(
        &self,
        evaluator: &Evaluator,
        population: &Population,
        individual: usize,
        places: &mut Vec<Place>,
    ) {
        places.resize(self.is.len(), 0);
        let genes = population.fitness()[individual].genes();
        evaluator.write_places(&population.genome(individual)[..genes], places);
    }
}
