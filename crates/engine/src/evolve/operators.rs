//! Parts that operators share: the macros `rated!` and `rate!` for settings with a rate, the [`Requirements`] of genomes, and the unit of
//! weights as integers. Names in sweep files are declared by `components!`, in `registered`; those of all operators are tested here, with
//! their defaults and rows in the docs.

/// Declares the settings of an operator that is applied with a probability: its rate, which has the default of all operators
/// of its kind, then further keys; and the enums of words that are values of the keys.
macro_rules! rated {
    (@default individual_rate) => { 1.0 };
    (@default rate) => { 0.9 };
    ($(#[$doc:meta])* $Name:ident { $rate:ident per $unit:literal, $($keys:tt)* } $($others:tt)*) => {
        $crate::settings::settings! {
            $(#[$doc])*
            #[derive(Copy)]
            pub struct $Name {
                #[doc = concat!("Probability per ", $unit, " that the operator is applied. Default ", $crate::evolve::operators::rated!(@default $rate), ".")]
                pub $rate: $crate::evolve::schedule::ScheduledRate =
                    $crate::evolve::schedule::ScheduledRate::new($crate::evolve::operators::rated!(@default $rate)),
                $($keys)*
            }
            $($others)*
        }
    };
}

/// Implements methods of an operator: the one that returns its rate, from the field of the same name, and `schedule`, which sets
/// this and further fields; for a mutation also `is_scheduled`.
macro_rules! rate {
    (individual_rate $(, $others:ident)*) => {
        rate! { @ individual_rate $(, $others)* }

        fn is_scheduled(&self) -> bool {
            self.individual_rate.is_scheduled() $(|| self.$others.is_scheduled())*
        }
    };
    (rate $(, $others:ident)*) => {
        rate! { @ rate $(, $others)* }
    };
    (@ $rate:ident $(, $others:ident)*) => {
        fn $rate(&self) -> evocube_cube::rng::Bernoulli {
            self.$rate.bernoulli()
        }

        fn schedule(&mut self, moment: $crate::evolve::schedule::Moment) {
            self.$rate.set(moment);
            $(self.$others.set(moment);)*
        }
    };
}

pub(in crate::evolve) use {rate, rated};

/// Integer that stands for a weight of 1.
pub(in crate::evolve) const UNIT: f64 = 4_294_967_296.0;

/// Properties of genomes without which an operator has no effect, each with the name that a message shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Requirements {
    /// An alphabet with a no-op, to end shorter genomes with.
    pub no_op: Option<&'static str>,
    /// Evaluation of best prefixes.
    pub best_prefix: Option<&'static str>,
    /// Genomes of at least this number of genes.
    pub genes: Option<(usize, &'static str)>,
}

#[cfg(test)]
mod tests {
    use crate::evolve::crossover::Crossover;
    use crate::evolve::mutation::Mutation;
    use crate::evolve::selection::Selection;
    use crate::settings::{read_value, to_value};

    use crate::evolve::genome_search::GenomeSearch;
    use crate::evolve::survivor::SurvivorSelection;

    #[test]
    fn every_operator_has_a_row_in_the_docs() {
        let page = |name: &str| {
            let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
            std::fs::read_to_string(folder.join("../../docs").join(name)).unwrap()
        };
        let page = page("operators.md") + &page("algorithms.md");
        let kinds = [
            ("Algorithms on genomes", GenomeSearch::NAMES),
            ("Selection", Selection::NAMES),
            ("Crossover", Crossover::NAMES),
            ("Mutation", Mutation::NAMES),
            ("Survivor selection", SurvivorSelection::NAMES),
        ];
        for (heading, names) in kinds {
            let part = page.split("\n## ").find(|part| part.starts_with(heading)).expect(heading);
            for name in names.iter().filter(|&&name| name != "none") {
                let is_row =
                    |line: &&str| line.split('|').nth(1).is_some_and(|cell| cell.contains(&format!("`{name}`")));
                assert_eq!(part.lines().filter(is_row).count(), 1, "{heading}: {name}");
            }
        }
    }

    #[test]
    fn the_name_of_an_operator_stands_for_its_default_settings() {
        fn check<T: serde::de::DeserializeOwned + PartialEq + std::fmt::Debug>(
            names: &[&str],
            without_default: &[&str],
        ) {
            for name in names {
                let (word, table) =
                    (read_value::<T>(&format!("'{name}'")), read_value(&format!("{{ {name} = {{}} }}")));
                if without_default.contains(name) {
                    assert!(word.is_err(), "{name}");
                } else {
                    assert_eq!(word.unwrap(), table.unwrap(), "{name}");
                }
            }
        }
        check::<Selection>(Selection::NAMES, &[]);
        check::<Crossover>(Crossover::NAMES, &["mixture"]);
        check::<Mutation>(Mutation::NAMES, &["sequence", "mixture"]);
        check::<SurvivorSelection>(SurvivorSelection::NAMES, &[]);
    }

    #[test]
    fn operators_without_settings_are_written_as_words() {
        for name in ["roulette", "stochastic-universal"] {
            let selection: Selection = read_value(&format!("'{name}'")).unwrap();
            assert_eq!((selection.name(), to_value(&selection).as_str()), (name, Some(name)));
        }
    }
}
