//! [`MultiParent`]: recombination of more than two parents, gene by gene or in stretches, as its [`Method`] says. The further parents are
//! drawn in `breeding::draws`, the cuts between stretches in `k_point`.

use super::k_point::cuts;
use super::{Cancelled, CounterStream, Cross, Gene, Pair, Requirements, rate, rated};
use crate::bounded::ParentCount;

rated! {
    /// Multi-parent recombination (A. E. Eiben, P.-E. Raué and Z. Ruttkay, "Genetic algorithms with multi-parent
    /// recombination", 1994): each gene of an offspring is the gene of one of n parents at the same position.
    ///
    /// The parents of a pair of offspring are the two of the pair, and n − 2 further ones that are selected in the same way.
    MultiParent { rate per "pair of parents",
        /// Number of parents, n. Default 3.
        pub parents: ParentCount = ParentCount::new(3),
        /// The parent that a gene is taken from. Default `scanning`.
        pub method: Method,
    }

    /// The parent that a gene is taken from.
    #[derive(Default)]
    pub enum Method {
        /// Uniform scanning: a random parent for each gene of each offspring, each equally likely.
        #[default]
        Scanning,
        /// Diagonal crossover: n − 1 different cuts divide the genomes, each set of them equally likely. The first offspring takes
        /// its stretches from parents 1, 2, 3 …, the second from parents 2, 3, … and 1.
        Diagonal,
    }
}

impl Cross for MultiParent {
    rate!(rate);

    fn further_parents(&self) -> usize {
        self.parents.get() - 2
    }

    fn cross(
        &self,
        a: &mut [Gene],
        b: &mut [Gene],
        pair: Pair<'_>,
        stream: &mut CounterStream,
    ) -> Result<(), Cancelled> {
        let copies = [a.to_vec(), b.to_vec()];
        let parents = copies.iter().map(Vec::as_slice).chain(pair.further.iter().copied());
        let parents: Vec<&[Gene]> = parents.take(self.parents.get()).collect();
        match self.method {
            Method::Scanning => {
                for offspring in [a, b] {
                    for (position, gene) in offspring.iter_mut().enumerate() {
                        *gene = parents[stream.index(parents.len())][position];
                    }
                }
            }
            Method::Diagonal => {
                let mut begin = 0;
                let ends = cuts(a.len(), parents.len() - 1, stream).into_iter().chain([a.len()]);
                for (stretch, end) in ends.enumerate() {
                    let parent = |offspring: usize| &parents[(stretch + offspring) % parents.len()][begin..end];
                    a[begin..end].copy_from_slice(parent(0));
                    b[begin..end].copy_from_slice(parent(1));
                    begin = end;
                }
            }
        }
        Ok(())
    }

    fn requirements(&self) -> Requirements {
        match self.method {
            Method::Scanning => Requirements::default(),
            Method::Diagonal => Requirements {
                genes: Some((self.parents.get(), "multi-parent with method = \"diagonal\"")),
                ..Requirements::default()
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::Fitness;
    use crate::evolve::schedule::ScheduledRate;
    use crate::evolve::symbols::Symbols;
    use evocube_cube::rng::Seed;

    const LENGTH: usize = 6;

    /// Recombines parents whose genes are their own numbers, a number of times.
    fn crossed(parents: i64, method: Method, seed: u64, mut visit: impl FnMut([[Gene; LENGTH]; 2])) {
        let crossover = MultiParent { rate: ScheduledRate::new(1.0), parents: ParentCount::new(parents), method };
        let symbols = Symbols::new(20);
        let others: Vec<Vec<Gene>> =
            (2..u16::try_from(parents).unwrap()).map(|parent| vec![Gene(parent); LENGTH]).collect();
        let further: Vec<&[Gene]> = others.iter().map(Vec::as_slice).collect();
        let pair = Pair { symbols: &symbols, parents: [Fitness::WORST; 2], further: &further };
        assert_eq!(further.len(), crossover.further_parents());
        let mut stream = Seed::from_number(seed).key(0).stream(0);
        for _ in 0..300_000 {
            let [mut a, mut b] = [[Gene(0); LENGTH], [Gene(1); LENGTH]];
            crossover.cross(&mut a, &mut b, pair, &mut stream).unwrap();
            visit([a, b]);
        }
    }

    #[test]
    fn uniform_scanning_takes_each_gene_from_any_parent() {
        for parents in [3usize, 5] {
            let mut counts = vec![0u32; parents.pow(2)];
            crossed(parents.try_into().unwrap(), Method::Scanning, 111, |[a, b]| {
                // Two neighboring genes of one, and one gene of both, are independent.
                counts[a[2].index() * parents + a[3].index()] += 1;
                counts[a[5].index() * parents + b[5].index()] += 1;
            });
            let expected = 600_000.0 / (parents * parents) as f64;
            let chi: f64 = counts.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum();
            // 8 and 24 degrees of freedom: 26.1 and 51.2 are exceeded once in 1000.
            assert!(chi < if parents == 3 { 26.1 } else { 51.2 }, "{parents} parents: chi-square {chi}");
        }
    }

    #[test]
    fn diagonal_crossover_takes_one_stretch_of_each_parent() {
        let mut counts = std::collections::HashMap::new();
        crossed(4, Method::Diagonal, 112, |[a, b]| {
            assert!(a.windows(2).all(|pair| pair[1].0 == pair[0].0 || pair[1].0 == pair[0].0 + 1), "{a:?}");
            assert_eq!((a[0], a[LENGTH - 1]), (Gene(0), Gene(3)));
            assert!(a.iter().zip(b).all(|(a, b)| b.0 == (a.0 + 1) % 4));
            *counts.entry(a).or_insert(0u32) += 1;
        });
        // Ten sets of three of five cuts: 9 degrees of freedom, 27.9.
        assert_eq!(counts.len(), 10);
        let chi: f64 = counts.values().map(|&count| (f64::from(count) - 3e4).powi(2) / 3e4).sum();
        assert!(chi < 27.9, "chi-square {chi}");
    }
}
