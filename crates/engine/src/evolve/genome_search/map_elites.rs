//! [`MapElites`]: an archive of the best genome of each niche, whose mutants are the offspring. A niche is a combination of values of up to
//! four descriptors, such as the number of right pieces. There are at most a million niches. Descriptors are counted in `descriptor`; the
//! niche archive on states of a cube is in `strategy::niches`.

use serde::{Deserialize, Serialize};

use super::descriptor::{Descriptor, PieceTable};
use super::neighborhood::{Variation, check_changes};
use super::standard_mutation::Changes;
use super::{
    Begun, Cancelled, GenomeAlgorithm, Inputs, InvalidSettings, Population, Profile, Search, Totals, settings,
};

/// Maximum number of descriptors.
const MAX_DESCRIPTORS: usize = 4;

/// Maximum number of niches.
pub(super) const MAX_NICHES: usize = 1_000_000;

settings! {
    /// MAP-Elites: an archive keeps the best genome of each niche; offspring are mutated copies of its genomes, each
    /// equally likely (J.-B. Mouret and J. Clune, "Illuminating search spaces by mapping elites", 2015).
    ///
    /// A niche is a combination of values of the descriptors. A genome enters its niche if the niche is free or holds a
    /// less fit genome. The first genomes are drawn at random.
    #[derive(Eq)]
    pub struct MapElites {
        /// One to four different descriptors. Default `["right-pieces", "oriented-pieces"]`.
        pub descriptors: Descriptors,
        /// Expected number of genes that change per draw of an offspring; draws without a change are repeated. Default 1. The
        /// key `mutation` replaces this change.
        pub changes: Option<Changes>,
    }
}

/// One to four different descriptors.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<Descriptor>")]
pub struct Descriptors(Vec<Descriptor>);

evocube_cube::schema!(Descriptors, generator => {
    "type": "array", "items": generator.subschema_for::<Descriptor>(), "minItems": 1, "maxItems": MAX_DESCRIPTORS
});

impl Default for Descriptors {
    fn default() -> Self {
        Self(vec![Descriptor::RightPieces, Descriptor::OrientedPieces])
    }
}

impl TryFrom<Vec<Descriptor>> for Descriptors {
    type Error = InvalidSettings;

    fn try_from(list: Vec<Descriptor>) -> Result<Self, InvalidSettings> {
        let count = list.len();
        if !(1..=MAX_DESCRIPTORS).contains(&count) {
            return Err(InvalidSettings::Count { list: "descriptors", most: MAX_DESCRIPTORS, items: "names", count });
        }
        let mut numbered = list.iter().enumerate();
        match numbered.find(|(place, descriptor)| list[..*place].contains(descriptor)) {
            Some((_, twice)) => Err(InvalidSettings::Twice(*twice)),
            None => Ok(Self(list)),
        }
    }
}

impl MapElites {
    /// Returns the number of values of each descriptor.
    ///
    /// # Errors
    /// If the puzzle does not have what a descriptor counts, or there are too many niches.
    fn values(&self, table: &PieceTable, length: usize) -> Result<Vec<usize>, InvalidSettings> {
        let values_of = |&descriptor: &Descriptor| {
            let orbit = descriptor.counts().and_then(|(_, orbit)| orbit).unwrap_or_default();
            let other = if orbit == "edges" { "pieces or corners" } else { "pieces" };
            table.values(descriptor, length).ok_or(InvalidSettings::NotCounted { descriptor, orbit, other })
        };
        let values: Vec<usize> = self.descriptors.0.iter().map(values_of).collect::<Result<_, _>>()?;
        let niches = values.iter().copied().fold(1, usize::saturating_mul);
        if niches <= MAX_NICHES { Ok(values) } else { Err(InvalidSettings::Niches { niches, most: MAX_NICHES }) }
    }
}

impl GenomeAlgorithm for MapElites {
    fn profile(&self) -> Profile {
        Profile::new("MAP-Elites", None)
    }

    fn check(&self, table: &PieceTable, length: usize, has_mutation: bool) -> Result<(), InvalidSettings> {
        self.values(table, length)?;
        check_changes(self.changes, has_mutation)
    }

    fn begin(&self, inputs: &Inputs<'_>) -> Begun {
        // A checked configuration has few niches.
        let values = self.values(inputs.pieces, inputs.space.length).unwrap_or_default();
        let archive = EliteArchive {
            descriptors: self.descriptors.clone(),
            mutation: Variation::new(self.changes, inputs),
            elite_of: vec![FREE; values.iter().product()],
            values,
            offspring: inputs.empty_population(inputs.population)?,
        };
        Ok((Box::new(archive), inputs.empty_population(0)?))
    }
}

/// No elite.
const FREE: u32 = u32::MAX;

/// The archive of a run.
struct EliteArchive {
    descriptors: Descriptors,
    mutation: Variation,
    /// The number of values of each descriptor.
    values: Vec<usize>,
    /// The number of the elite of each niche, or [`FREE`].
    elite_of: Vec<u32>,
    offspring: Population,
}

impl EliteArchive {
    /// Returns the niche of an individual.
    fn niche(&self, inputs: &Inputs<'_>, population: &Population, individual: usize) -> usize {
        let genes = population.counting_genes(individual);
        let places = inputs.pieces.places(inputs.evaluator, genes);
        self.descriptors.0.iter().zip(&self.values).fold(0, |niche, (&descriptor, values)| {
            niche * values + inputs.pieces.value(descriptor, genes, &places, inputs.evaluator)
        })
    }

    /// Adds each offspring whose niche is free or has a worse elite, unless the generation is cut.
    fn add_offspring(&mut self, inputs: &Inputs<'_>, elites: &mut Population, totals: &Totals) {
        if !totals.is_cut {
            (0..self.offspring.size()).for_each(|offspring| self.add(inputs, elites, offspring));
        }
    }

    /// Adds an offspring if its niche is free or has a worse elite.
    fn add(&mut self, inputs: &Inputs<'_>, elites: &mut Population, offspring: usize) {
        let niche = self.niche(inputs, &self.offspring, offspring);
        let elite = match self.elite_of[niche] {
            FREE => {
                let place = elites.size();
                elites.resize(place + 1);
                self.elite_of[niche] = u32::try_from(place).expect("few niches");
                place
            }
            place if self.offspring.fitness()[offspring] < elites.fitness()[place as usize] => place as usize,
            _ => return,
        };
        elites.copy_from(elite, &self.offspring, offspring);
    }
}

impl Search for EliteArchive {
    fn start(
        &mut self,
        inputs: &Inputs<'_>,
        elites: &mut Population,
        totals: &mut Totals,
        generation: u64,
    ) -> Result<(), Cancelled> {
        elites.resize(0);
        self.elite_of.fill(FREE);
        inputs.initialize(&mut self.offspring, generation, totals)?;
        self.add_offspring(inputs, elites, totals);
        Ok(())
    }

    fn step(
        &mut self,
        inputs: &Inputs<'_>,
        elites: &mut Population,
        totals: &mut Totals,
        generation: u64,
    ) -> Result<(), Cancelled> {
        self.mutation.breed(inputs, elites, &mut self.offspring, totals, generation)?;
        self.add_offspring(inputs, elites, totals);
        Ok(())
    }

    fn restore(&mut self, inputs: &Inputs<'_>, elites: &Population, saved: &[u8]) -> bool {
        self.elite_of.fill(FREE);
        let mut all = 0..elites.size();
        saved.is_empty()
            && all.all(|elite| {
                let niche = self.niche(inputs, elites, elite);
                let number = u32::try_from(elite).expect("few niches");
                std::mem::replace(&mut self.elite_of[niche], number) == FREE
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evolve::genome_search::encode;
    use crate::evolve::genome_search::laws::{OneMax, binomial, wrong_bits_of_offspring};
    use crate::evolve::genome_search::run::Run;
    use evocube_cube::puzzle::{CUBE2, CUBE3};

    fn map_elites(descriptors: &[Descriptor]) -> MapElites {
        let descriptors = Descriptors::try_from(descriptors.to_vec()).unwrap();
        MapElites { descriptors, ..MapElites::default() }
    }

    /// Returns the exact mean number of mutations until all numbers of right bits are in the archive, from one random genome: the
    /// Markov chain of the set of filled niches. (As an order of growth: J. Bossek and D. Sudholt, "Runtime analysis of quality
    /// diversity algorithms", GECCO 2023.)
    fn time_of_all_niches(n: u32) -> f64 {
        let full = (1usize << (n + 1)) - 1;
        let offspring: Vec<Vec<f64>> = (0..=n).map(|wrong| wrong_bits_of_offspring(n, 1.0, wrong)).collect();
        let mut times = vec![0.0; full + 1];
        for filled in (1..full).rev() {
            let bits = || (0..=n as usize).filter(|bit| filled >> bit & 1 == 1);
            let chance =
                |bit: usize| bits().map(|source| offspring[source][bit]).sum::<f64>() / f64::from(filled.count_ones());
            let free = (0..=n as usize).filter(|bit| filled >> bit & 1 == 0);
            let (mut leave, mut rest) = (0.0, 0.0);
            for bit in free {
                leave += chance(bit);
                rest += chance(bit) * times[filled | 1 << bit];
            }
            times[filled] = (1.0 + rest) / leave;
        }
        (0..=n).map(|wrong| binomial(n, wrong) / f64::from(1 << n) * times[1 << wrong]).sum()
    }

    #[test]
    fn all_niches_are_filled_in_their_exact_time() {
        // A mutation that changes the same number of genes as the default takes the same time.
        let mutation = "{ uniform = { individual-rate = 0.4, gene-rate = '1/length' } }";
        let (defaults, mutated) = ([4usize, 7].map(OneMax::new), OneMax::new(4).with_mutation(mutation));
        for (n, one_max) in [4, 7, 4].into_iter().zip(defaults.into_iter().chain([mutated])) {
            let time = |seed| {
                let inputs = one_max.inputs(1, seed);
                let mut run = Run::begin(&map_elites(&[Descriptor::RightPieces]), &inputs).unwrap();
                let mut time = 0.0;
                while run.population.size() < n as usize + 1 {
                    run.step(&inputs).unwrap();
                    time += 1.0;
                }
                time
            };
            let times: Vec<f64> = (0..3000).map(time).collect();
            one_max.assert_mean(&times, time_of_all_niches(n));
        }
    }

    #[test]
    fn niches_are_the_counts_of_their_descriptors() {
        // Every bit of the ring is a piece in its position, and flipped if the bit is wrong.
        let one_max = OneMax::new(6);
        let inputs = one_max.inputs(40, 1);
        for (descriptors, niches) in [
            (&[Descriptor::OrientedPieces][..], 7),
            (&[Descriptor::RightPieces, Descriptor::OrientedPieces], 7),
            (&[Descriptor::GenomeLength], 1),
        ] {
            let mut run = Run::begin(&map_elites(descriptors), &inputs).unwrap();
            (0..100).for_each(|_| run.step(&inputs).unwrap());
            assert_eq!(run.population.size(), niches, "{descriptors:?}");
        }
    }

    #[test]
    fn an_elite_is_replaced_by_fitter_genomes_only_and_saved_archives_continue() {
        let one_max = OneMax::new(9);
        let inputs = one_max.inputs(5, 2);
        // All genomes are of one niche, so that its fitness never rises.
        let mut run = Run::begin(&map_elites(&[Descriptor::GenomeLength]), &inputs).unwrap();
        let mut best_fitness = run.population.fitness()[0];
        while best_fitness.penalty() > 0 {
            run.step(&inputs).unwrap();
            let now = run.population.fitness()[0];
            assert!(now <= best_fitness && run.population.size() == 1);
            best_fitness = now;
        }
        let mut run = Run::begin(&MapElites::default(), &inputs).unwrap();
        (0..10).for_each(|_| run.step(&inputs).unwrap());
        let mut other = Run::begin(&MapElites::default(), &inputs).unwrap();
        other.continue_from(&run, &inputs);
        (0..10).for_each(|_| [&mut run, &mut other].into_iter().for_each(|run| run.step(&inputs).unwrap()));
        assert_eq!(encode(&run.saved()), encode(&other.saved()));
        let mut doubled = run.population.clone();
        doubled.resize(run.population.size() + 1);
        doubled.copy_from(run.population.size(), &run.population, 0);
        assert!(!other.search.restore(&inputs, &doubled, &[]), "a niche has one elite");
    }

    #[test]
    fn descriptors_that_a_puzzle_does_not_have_are_errors() {
        let [cube3, cube2] = [PieceTable::new(&CUBE3), PieceTable::new(&CUBE2)];
        let both = map_elites(&[Descriptor::RightEdges, Descriptor::RightCorners]);
        assert_eq!(both.values(&cube3, 30), Ok(vec![13, 9]));
        let message = "\"right-edges\" counts edges, which the puzzle does not have: count pieces or corners";
        assert_eq!(both.check(&cube2, 30, false).unwrap_err().to_string(), message);
        let all = map_elites(&[
            Descriptor::RightPieces,
            Descriptor::OrientedPieces,
            Descriptor::RightEdges,
            Descriptor::GenomeLength,
        ]);
        let message = "these descriptors have 5738733 niches, more than the 1000000 allowed: leave one out";
        assert_eq!(all.check(&cube3, 1000, false).unwrap_err().to_string(), message);
        let wrong = |list: &[Descriptor]| Descriptors::try_from(list.to_vec()).unwrap_err().to_string();
        assert_eq!(wrong(&[]), "descriptors has 1 to 4 names, not 0");
        assert_eq!(wrong(&[Descriptor::RightEdges; 2]), "descriptors has \"right-edges\" twice");
    }
}
