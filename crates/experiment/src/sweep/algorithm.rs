//! The key `algorithm` of `[base]`.

use serde::Deserialize;
use toml::Value;

use super::diagnostic::Diagnostic;
use super::tree::Node;
use crate::design_point::{ALGORITHM, EVOLUTION_STRATEGY, GENETIC_ALGORITHM, OptimizerKind};
use evocube_cube::text::similar;
use evocube_engine::evolve::strategy::Strategy;

/// Removes the keys that the algorithm of a tree does not have, if an override has changed the algorithm from `before`.
pub(super) fn remove_keys_of_others(tree: &mut Node, before: Option<&Node>) {
    let Some(now) = tree.get(ALGORITHM).map(name_of) else { return };
    if now == before.map_or(GENETIC_ALGORITHM, name_of) {
        return;
    }
    let has_phases = now == EVOLUTION_STRATEGY;
    let strategy = Strategy::deserialize(toml::Table::from_iter([(now.to_owned(), Value::Table(toml::Table::new()))]));
    if let Ok(strategy) = strategy {
        strategy.unused_keys().for_each(|key| drop(tree.take(key)));
    }
    if !has_phases {
        tree.take("phase");
    }
}

/// Reads the algorithm of a tree. A strategy stays in the tree, because it is a part of the configuration.
///
/// # Errors
/// If the value names no algorithm, or has settings that the algorithm does not have.
pub(super) fn read(tree: &mut Node) -> Result<OptimizerKind, Diagnostic> {
    let Some(value) = tree.get(ALGORITHM) else { return Ok(OptimizerKind::default()) };
    let place = value.place();
    let settings = match (value.as_text(), value.keys().as_slice()) {
        (Some(_), _) => None,
        (None, [name]) => value.get(name),
        _ => {
            let value = value.value();
            let message =
                format!("{ALGORITHM} is a word, such as \"kociemba\", or a table of one algorithm, not {value}");
            return Err(Diagnostic::new(message, place));
        }
    };
    let name = name_of(value);
    let word = |optimizer| match settings {
        Some(settings) if !settings.is_table() || !settings.keys().is_empty() => {
            let message = format!("{name} has no settings of its own: write {ALGORITHM} = \"{name}\"");
            Err(Diagnostic::new(message, settings.place().or(place.clone())))
        }
        _ => Ok(optimizer),
    };
    let optimizer = match name {
        _ if Strategy::NAMES.contains(&name) => return Ok(OptimizerKind::Evolution),
        GENETIC_ALGORITHM => word(OptimizerKind::Evolution)?,
        _ => match name.parse() {
            Ok(solver) => word(OptimizerKind::Solver(solver))?,
            Err(_) if name != OptimizerKind::Evolution.name() && OptimizerKind::names().contains(&name) => {
                OptimizerKind::Custom(value.read().map_err(|diagnostic: Diagnostic| diagnostic.or_at(place))?)
            }
            Err(_) => {
                let wrong =
                    Diagnostic::new(format!("\"{name}\" is not an algorithm: expected one of {}", known()), place);
                let names = known();
                let meant = similar(name, names.split(", ")).map(|meant| format!("did you mean \"{meant}\"?"));
                return Err(Diagnostic { help: meant, ..wrong });
            }
        },
    };
    tree.take(ALGORITHM);
    Ok(optimizer)
}

/// Returns the names of all algorithms in the order of messages.
fn known() -> String {
    let others = OptimizerKind::names().into_iter().filter(|name| *name != OptimizerKind::Evolution.name());
    let evolutionary = [GENETIC_ALGORITHM].into_iter().chain(Strategy::NAMES.iter().copied());
    evolutionary.chain(others).collect::<Vec<_>>().join(", ")
}

/// Returns the name in a value of `algorithm`; empty if it has none.
fn name_of(algorithm: &Node) -> &str {
    algorithm.as_text().or(algorithm.keys().first().copied()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use crate::design_point::DesignPoint;
    use crate::sweep::Sweep;

    fn parse(rest: &str) -> Sweep {
        let text = format!("name = 'n'\nseed = 1\n[[instance]]\nrandom = 1\n{rest}");
        Sweep::parse(&text, Path::new("n.toml")).unwrap_or_else(|error| panic!("{rest}\n{error}"))
    }

    fn points(rest: &str) -> Vec<DesignPoint> {
        let sweep = parse(rest);
        (0..sweep.stages[0].points()).map(|point| sweep.point(0, &[], point).unwrap()).collect()
    }

    #[test]
    fn manifests_name_every_algorithm_as_sweep_files_do() {
        for (keys, stored) in [
            ("", "algorithm = 'genetic-algorithm'"),
            ("algorithm = 'layers'", "algorithm = 'layers'"),
            ("algorithm = 'niche-archive'", "algorithm.niche-archive = {}"),
            ("algorithm.evolution-strategy.parents = 7", "algorithm.evolution-strategy = { parents = 7 }"),
        ] {
            let sweep = parse(&format!("[base]\n{keys}\n"));
            let base = sweep.to_table()["base"].as_table().unwrap().clone();
            let stored: toml::Table = stored.parse().unwrap();
            let name = |algorithm: &toml::Value| match algorithm {
                toml::Value::Table(table) => table.keys().next().cloned(),
                other => other.as_str().map(str::to_owned),
            };
            assert_eq!(name(&base["algorithm"]), name(&stored["algorithm"]), "{base}");
            let again = parse(&toml::to_string(&toml::Table::from_iter([("base".to_owned(), base.into())])).unwrap());
            assert_eq!(again.base, sweep.base, "{keys}");
        }
    }

    #[test]
    fn keys_and_words_of_earlier_programs_are_unknown() {
        for base in [
            "solver = 'kociemba'",
            "strategy.niches = {}",
            "algorithm = 'es'",
            "alphabet.composites = 'none'",
            "alphabet.no-turn = true",
            "genome.shorter = true",
            "islands.leave = 'best'",
            "replacement.steady-state.children = 2",
            "restart.growing = { stagnation = 5, most = 100 }",
            "mutation.one-fifth.least = 0.1",
            "algorithm.evolution-strategy.patience = 9",
        ] {
            let text = format!("name = 'n'\nseed = 1\n[[instance]]\nrandom = 1\n[base]\n{base}\n");
            assert!(Sweep::parse(&text, Path::new("n.toml")).is_err(), "{base}");
        }
    }

    #[test]
    fn conditions_hold_for_the_algorithm() {
        let sweep = |algorithm: &str, levels: &str, condition: &str, is: &str| {
            let factor = format!("[[factor]]\nkey = '{algorithm}'\nlevels = {levels}\n");
            parse(&format!(
                "{factor}[[factor]]\nkey = 'alphabet.no-op'\nlevels = [true, false]\nwhen = {{ key = '{condition}', is = '{is}' }}\n"
            ))
        };
        for (algorithm, levels, condition, is) in [
            ("algorithm", "['layers', 'kociemba', 'genetic-algorithm']", "algorithm", "genetic-algorithm"),
            ("algorithm", "['layers', 'kociemba', 'evolution-strategy']", "algorithm", "evolution-strategy"),
            ("algorithm", "['layers', 'kociemba', { niche-archive.attempts = 2 }]", "algorithm", "niche-archive"),
        ] {
            let sweep = sweep(algorithm, levels, condition, is);
            let names: Vec<_> =
                (0..sweep.stages[0].points()).map(|point| sweep.stages[0].texts_of(point)[1].clone()).collect();
            assert_eq!(names, [None, None, Some("true".into()), Some("false".into())], "{levels}");
        }
        let inferred = "[[factor]]\nkey = 'algorithm'\nlevels = ['layers', 'evolution-strategy']\n\
                        [[factor]]\nkey = 'algorithm.evolution-strategy.parents'\nlevels = [3, 4]\n";
        assert_eq!(points(inferred).len(), 3);
    }

    #[test]
    fn a_level_with_another_algorithm_ignores_the_keys_of_that_of_the_base() {
        let levels = "[[factor]]\nkey = 'algorithm'\nlevels = ['genetic-algorithm', 'niche-archive']\n";
        let genetic = points(&format!("[base]\npopulation = 50\ncrossover = 'none'\n{levels}"));
        assert_eq!(genetic[0].config.population.get(), 50);
        assert_eq!(genetic[1], points(levels)[1]);
        let phases = "[base.algorithm.evolution-strategy]\n[[base.phase]]\nturns = 'all'\ngoal = { pieces = 1 }\n";
        assert_eq!(points(&format!("{phases}{levels}")), points(levels));
    }
}
