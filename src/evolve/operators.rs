//! Declarations that operators share: their settings, and what they require.

/// Declares the settings of an operator that is applied with a probability: its rate, then further keys.
macro_rules! rated {
    ($(#[$doc:meta])* $Name:ident { $rate:ident per $subject:literal, $($keys:tt)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "kebab-case", deny_unknown_fields)]
        pub struct $Name {
            #[doc = concat!("Probability per ", $subject, " that the operator is applied.")]
            pub $rate: $crate::bounded::Rate,
            $($keys)*
        }
    };
}

/// Implements the method of an operator that returns its rate from the field of the same name.
macro_rules! rate {
    ($rate:ident) => {
        fn $rate(&self) -> $crate::rng::Bernoulli {
            self.$rate.bernoulli()
        }
    };
}

pub(in crate::evolve) use {rate, rated};

/// Properties of genomes without which an operator has no effect; each with the key or name that a message shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Requirements {
    /// An alphabet with a no-op, which shorter genomes end with.
    pub no_op: Option<&'static str>,
    /// Fitness that knows the best prefix of a genome.
    pub best_prefix: Option<&'static str>,
}

#[cfg(test)]
mod tests {
    use crate::evolve::crossover::Crossover;
    use crate::evolve::mutation::Mutation;
    use crate::evolve::selection::Selection;
    use crate::evolve::survivor::SurvivorSelection;

    #[test]
    fn every_operator_has_a_row_in_the_docs() {
        let page = include_str!("../../docs/operators.md");
        let kinds = [
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
    fn operators_without_settings_are_written_as_words() {
        let written = |text: &str| toml::from_str::<toml::Table>(text).unwrap();
        for name in ["roulette", "stochastic-universal"] {
            let selection: Selection = written(&format!("key = '{name}'"))["key"].clone().try_into().unwrap();
            assert_eq!((selection.name(), toml::Value::try_from(selection).unwrap().as_str()), (name, Some(name)));
        }
    }
}
