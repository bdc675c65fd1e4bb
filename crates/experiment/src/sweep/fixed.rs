//! [`fixed_toml`](Sweep::fixed_toml): the part of a sweep's configuration that no stage varies, as TOML.

use toml::{Table, Value};

use super::key_path::head;
use super::{Factor, Sweep};

impl Sweep {
    /// Returns the part of the configuration that all design points of all stages share, as TOML. If earlier selections are
    /// unknown, a stage is applied to `[base]`. Of a stage whose points depend on them, the first keys of all factors are left out with
    /// all inside them.
    pub fn fixed_toml(&self, selected: &[usize]) -> String {
        let mut fixed = self.base.to_printed_table();
        for (number, stage) in self.stages.iter().enumerate() {
            if stage.is_open() {
                // Its points are not known yet: each of its factors may vary.
                stage.factors.iter().flat_map(Factor::keys).for_each(|key| drop(fixed.remove(head(key))));
            }
            for point in 0..stage.points() {
                if let Ok(point) = self.point(number, &selected[..number.min(selected.len())], point) {
                    keep_common(&mut fixed, &point.to_printed_table());
                }
            }
        }
        toml::to_string(&fixed).expect("a table prints")
    }
}

/// Removes the keys of a table that another one does not have with the same value.
fn keep_common(table: &mut Table, other: &Table) {
    table.retain(|key, value| match (value, other.get(key)) {
        (Value::Table(common), Some(Value::Table(theirs))) => {
            let was_empty = common.is_empty();
            keep_common(common, theirs);
            !common.is_empty() || (was_empty && theirs.is_empty())
        }
        (common, theirs) => theirs == Some(common),
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fixed(factors: &str, selected: &[usize]) -> Table {
        let text = format!(
            "name = 'x'\nseed = 1\n[[instance]]\nrandom = 1\n[base]\npopulation = 60\ncrossover.one-point.rate = 0.9\nmutation.uniform = {{ individual-rate = 1.0, gene-rate = 0.1 }}\n{factors}"
        );
        let sweep = Sweep::parse(&text, std::path::Path::new("x.toml")).unwrap();
        sweep.fixed_toml(selected).parse().unwrap()
    }

    #[test]
    fn values_of_the_base_that_no_trial_had_are_left_out() {
        let base_values = fixed("", &[]);
        assert!(base_values.contains_key("crossover") && base_values.contains_key("population"), "{base_values}");
        // The operator of the base is replaced with all its settings.
        let varied = fixed("[[factor]]\nkey = 'crossover.uniform.rate'\nlevels = [0.1, 0.5]\n", &[]);
        assert!(!varied.contains_key("crossover") && varied.contains_key("population"), "{varied}");
        // Only one setting varies; the others are fixed.
        let varied = fixed("[[factor]]\nkey = 'mutation.uniform.gene-rate'\nlevels = [0.1, 0.5]\n", &[]);
        let mutation = varied["mutation"]["uniform"].as_table().unwrap();
        assert!(!mutation.contains_key("gene-rate") && mutation.contains_key("individual-rate"), "{varied}");
    }

    #[test]
    fn keys_that_any_stage_varies_are_not_fixed() {
        let stages = "[[stage]]\nname = 'a'\n[[stage.factor]]\nkey = 'population'\nlevels = [40, 50]\n[[stage]]\nname = 'b'\n\
                      [[stage.factor]]\nkey = 'elitism'\nlevels = [0, 1]\n";
        for selected in [&[][..], &[1], &[1, 0]] {
            let varied = fixed(stages, selected);
            assert!(!varied.contains_key("population") && !varied.contains_key("elitism"), "{varied}");
            assert!(varied.contains_key("crossover"), "{varied}");
        }
    }
}
