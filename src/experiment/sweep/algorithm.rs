//! The key `algorithm` of `[base]`. It replaces the keys `solver` and `strategy` of earlier versions, which are read until 1.0.

use std::borrow::Cow;

use serde::Deserialize;
use toml::Value;

use super::diagnostic::Diagnostic;
use super::former_names::other_name;
use super::key_path::{head, value_at};
use super::tree::Node;
use crate::evolve::strategy::Strategy;
use crate::experiment::design_point::{ALGORITHM, EVOLUTION_STRATEGY, GENETIC_ALGORITHM, OptimizerKind, STRATEGY};
use crate::text::similar;

/// The former key of the deterministic solvers and of registered algorithms.
const SOLVER: &str = "solver";

/// The value of the former key `solver` that stands for the genetic algorithm or the strategy of the configuration.
const EVOLUTION: &str = OptimizerKind::Evolution.name();

/// Returns the present form of a key: `algorithm.evolution-strategy.parents` for `strategy.es.parents`.
pub(super) fn present_key(key: &str) -> Cow<'_, str> {
    let rest = &key[head(key).len()..];
    match head(key) {
        SOLVER => format!("{ALGORITHM}{rest}").into(),
        STRATEGY => match rest.strip_prefix('.') {
            None => ALGORITHM.into(),
            Some(inside) => {
                let former = head(inside);
                format!("{ALGORITHM}.{}{}", former_algorithm(former).unwrap_or(former), &inside[former.len()..]).into()
            }
        },
        _ => key.into(),
    }
}

/// Replaces the former keys of a `[base]`.
///
/// # Errors
/// If two keys name an algorithm.
pub(super) fn adopt(tree: &mut Node) -> Result<(), Diagnostic> {
    let (solver, strategy) = (tree.take(SOLVER), tree.take(STRATEGY));
    for (former, value) in [(SOLVER, &solver), (STRATEGY, &strategy)] {
        if let (Some(value), Some(_)) = (value, tree.get(ALGORITHM)) {
            let message = format!("{former} is the former name of {ALGORITHM}: write {ALGORITHM} alone");
            return Err(Diagnostic::new(message, value.place()));
        }
    }
    let value = match (solver, strategy) {
        (None, None) => return Ok(()),
        (Some(solver), Some(strategy)) => {
            if solver.as_text() != Some(EVOLUTION) {
                let message = "a solver leaves the strategy without effect: write algorithm with one of the two";
                return Err(Diagnostic::new(message, solver.place()));
            }
            renamed(strategy)
        }
        (Some(solver), None) if solver.as_text() == Some(EVOLUTION) => genetic_algorithm(&solver),
        (Some(solver), None) => solver,
        (None, Some(strategy)) => renamed(strategy),
    };
    tree.insert(ALGORITHM, value.place().unwrap_or(0..0), value);
    Ok(())
}

/// Returns the present key and value of an override of a tree; `None` if the override changes nothing: `solver = "evolution"` keeps
/// a strategy, and a former `strategy` has no effect on a solver.
pub(super) fn present<'a>(tree: &Node, key: &'a str, value: &'a Node) -> Option<(Cow<'a, str>, Cow<'a, Node>)> {
    let is_evolution = || tree.get(ALGORITHM).is_none_or(|algorithm| is_evolutionary(name_of(algorithm)));
    match head(key) {
        SOLVER if key == SOLVER && value.as_text() == Some(EVOLUTION) => {
            (!is_evolution()).then(|| (ALGORITHM.into(), Cow::Owned(genetic_algorithm(value))))
        }
        STRATEGY if !is_evolution() => None,
        STRATEGY if key == STRATEGY => Some((ALGORITHM.into(), Cow::Owned(renamed(value.clone())))),
        _ => Some((present_key(key), Cow::Borrowed(value))),
    }
}

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

/// Returns the value of a former key, given that of `algorithm`.
pub(super) fn former_value(key: &str, algorithm: &Value) -> Option<Value> {
    let name = match algorithm {
        Value::String(name) => name.as_str(),
        Value::Table(table) => table.keys().next()?,
        _ => return None,
    };
    match (head(key), is_evolutionary(name)) {
        (SOLVER, true) => (key == SOLVER).then(|| EVOLUTION.into()),
        (STRATEGY, true) if key == STRATEGY => {
            let settings = algorithm.get(name).cloned().unwrap_or(Value::Table(toml::Table::new()));
            let former = former_algorithm(name).unwrap_or(name);
            Some(Value::Table(toml::Table::from_iter([(former.to_owned(), settings)])))
        }
        (STRATEGY, false) => None,
        _ => {
            let present = present_key(key);
            let inside = present.strip_prefix(ALGORITHM)?;
            inside.strip_prefix('.').map_or(Some(algorithm.clone()), |inside| value_at(algorithm, inside).cloned())
        }
    }
}

/// Returns whether a key is a former one.
pub(super) fn is_former(key: &str) -> bool {
    [SOLVER, STRATEGY].contains(&head(key))
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
            Err(_) if name != EVOLUTION && OptimizerKind::names().contains(&name) => {
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
    let others = OptimizerKind::names().into_iter().filter(|name| *name != EVOLUTION);
    let evolutionary = [GENETIC_ALGORITHM].into_iter().chain(Strategy::NAMES.iter().copied());
    evolutionary.chain(others).collect::<Vec<_>>().join(", ")
}

fn is_evolutionary(name: &str) -> bool {
    name == GENETIC_ALGORITHM || Strategy::NAMES.contains(&name)
}

/// Returns the name in a value of `algorithm`; empty if it has none.
fn name_of(algorithm: &Node) -> &str {
    algorithm.as_text().or(algorithm.keys().first().copied()).unwrap_or_default()
}

/// Returns the former name of a strategy, or the present name for a former one.
fn former_algorithm(name: &str) -> Option<&'static str> {
    other_name(ALGORITHM, name)
}

fn genetic_algorithm(written: &Node) -> Node {
    Node::text(GENETIC_ALGORITHM).at_place(written.place().unwrap_or(0..0))
}

/// Converts a value of the former key `strategy` to one of `algorithm`.
fn renamed(strategy: Node) -> Node {
    match strategy.as_text() {
        Some(name) => match former_algorithm(name) {
            Some(name) => Node::text(name).at_place(strategy.place().unwrap_or(0..0)),
            None => strategy,
        },
        None => strategy.with_keys_renamed(former_algorithm),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use crate::experiment::design_point::DesignPoint;
    use crate::experiment::sweep::Sweep;

    fn parse(rest: &str) -> Sweep {
        let text = format!("name = 'n'\nseed = 1\n[[instance]]\nrandom = 1\n{rest}");
        Sweep::parse(&text, Path::new("n.toml")).unwrap_or_else(|error| panic!("{rest}\n{error}"))
    }

    fn points(rest: &str) -> Vec<DesignPoint> {
        let sweep = parse(rest);
        (0..sweep.stages[0].points()).map(|point| sweep.point(0, &[], point).unwrap()).collect()
    }

    #[test]
    fn former_keys_solver_and_strategy_are_the_same_algorithms() {
        let base = |keys: &str| parse(&format!("[base]\n{keys}\n")).base;
        for (present, former) in [
            ("", "solver = 'evolution'"),
            ("algorithm = 'genetic-algorithm'", ""),
            ("algorithm = 'kociemba'", "solver = 'kociemba'"),
            ("algorithm = 'niche-archive'", "strategy.niches = {}"),
            ("algorithm = 'evolution-strategy'", "solver = 'evolution'\nstrategy = 'es'"),
            (
                "algorithm.evolution-strategy = { parents = 7, max-generations = 9 }",
                "strategy.es = { parents = 7, patience = 9 }",
            ),
        ] {
            assert_eq!(base(present), base(former), "{present}");
        }
        let factor = |key: &str, levels: &str| format!("[[factor]]\nkey = '{key}'\nlevels = {levels}\n");
        let strategy = "[base]\nalgorithm.evolution-strategy.parents = 7\n";
        for (present, former) in [
            (factor("algorithm", "['genetic-algorithm', 'layers']"), factor("solver", "['evolution', 'layers']")),
            (
                factor("algorithm", "['niche-archive', { evolution-strategy = { solved = 3 } }]"),
                factor("strategy", "['niches', { es = { solvers = 3 } }]"),
            ),
            (factor("algorithm.evolution-strategy.parents", "[3, 4]"), factor("strategy.es.parents", "[3, 4]")),
            (
                format!("{strategy}{}", factor("algorithm", "[{ evolution-strategy = { parents = 7 } }, 'layers']")),
                format!("{strategy}{}", factor("solver", "['evolution', 'layers']")),
            ),
        ] {
            let (present, former) = (points(&present), points(&former));
            assert_eq!(present, former);
            assert_ne!(present[0], present[1]);
        }
    }

    #[test]
    fn manifests_keep_the_former_keys_of_the_algorithm() {
        let stored = |keys: &str| parse(&format!("[base]\n{keys}\n")).to_table()["base"].clone();
        assert_eq!(stored("algorithm = 'layers'")["solver"].as_str(), Some("layers"));
        assert!(stored("algorithm = 'niche-archive'")["strategy"].get("niches").is_some());
        let genetic = stored("algorithm = 'genetic-algorithm'");
        assert!(["algorithm", "solver", "strategy"].iter().all(|key| genetic.get(key).is_none()), "{genetic}");
    }

    #[test]
    fn conditions_hold_for_the_algorithm_under_both_names() {
        let sweep = |algorithm: &str, levels: &str, condition: &str, is: &str| {
            let factor = format!("[[factor]]\nkey = '{algorithm}'\nlevels = {levels}\n");
            parse(&format!(
                "{factor}[[factor]]\nkey = 'alphabet.no-op'\nlevels = [true, false]\nwhen = {{ key = '{condition}', is = '{is}' }}\n"
            ))
        };
        for (algorithm, levels, condition, is) in [
            ("algorithm", "['layers', 'kociemba', 'genetic-algorithm']", "algorithm", "genetic-algorithm"),
            ("solver", "['layers', 'kociemba', 'evolution']", "solver", "evolution"),
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
