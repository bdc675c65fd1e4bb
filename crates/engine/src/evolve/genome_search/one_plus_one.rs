//! [`OnePlusOne`]: the (1+1) evolutionary algorithm: one parent, and one offspring that replaces it unless it is worse. Every gene is
//! mutated with the same probability, in `standard_mutation`, or as the key `mutation` says. With more parents or offspring it is
//! `mu_lambda`.

use std::ops::Range;

use super::neighborhood::check_changes;
use super::standard_mutation::{Changes, StandardMutation};
use super::walk::{Visit, Walk, Walking};
use super::{
    Begun, CounterStream, Gene, GenomeAlgorithm, Inputs, InvalidSettings, PieceTable, Profile, RowsMut, Space, Streams,
    Walks, settings,
};

settings! {
    /// (1+1) evolutionary algorithm: every gene is changed to another symbol with probability `changes / length`, and the offspring
    /// replaces its parent unless it is worse (H. Mühlenbein, "How genetic algorithms really work", PPSN 1992; S. Droste, T. Jansen
    /// and I. Wegener, "On the analysis of the (1+1) evolutionary algorithm", 2002).
    ///
    /// An offspring without a changed gene is drawn again, at no cost (E. Carvalho Pinto and C. Doerr, "Towards a more practice-aware
    /// runtime analysis of evolutionary algorithms", 2018), as the genetic algorithm does not evaluate copies either.
    #[derive(Copy, Eq)]
    pub struct OnePlusOne {
        /// Expected number of genes that change per draw of an offspring; draws without a change are repeated. Default 1. The
        /// key `mutation` replaces this change.
        pub changes: Option<Changes>,
        /// Number of independent runs side by side, which share the budget. Default 1.
        pub runs: Walks,
    }
}

impl GenomeAlgorithm for OnePlusOne {
    fn profile(&self) -> Profile {
        Profile::of_walks("the (1+1) evolutionary algorithm", self.runs)
    }

    fn check(&self, _: &PieceTable, _: usize, has_mutation: bool) -> Result<(), InvalidSettings> {
        check_changes(self.changes, has_mutation)
    }

    fn begin(&self, inputs: &Inputs<'_>) -> Begun {
        Walking::begin(StandardMutation::new(self.changes.unwrap_or_default(), &inputs.space), self.runs, inputs)
    }
}

impl Walk for StandardMutation {
    type State = ();

    #[inline]
    fn propose(&self, space: &Space, _: Visit, genome: &mut [Gene], stream: &mut CounterStream) {
        self.mutate(space, genome, stream);
    }

    #[inline(always)]
    fn propose_all(
        &self,
        space: &Space,
        _: Visit,
        rows: &mut RowsMut<'_>,
        places: Range<usize>,
        streams: &mut Streams,
    ) {
        self.mutate_all(space, rows, places, streams);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::genome_search::laws::{OneMax, time_of_plus_selection};

    #[test]
    fn one_plus_one_takes_its_exact_time_on_one_max() {
        for (n, changes) in [(6, 1.0), (12, 1.0), (12, 2.0)] {
            let runs = Walks::new(4000);
            let algorithm = OnePlusOne { changes: Some(Changes::new(changes)), runs };
            let one_max = OneMax::new(n as usize);
            one_max.assert_mean(&one_max.times_of_walks(&algorithm, 41), time_of_plus_selection(n, changes, 1));
        }
    }
}
