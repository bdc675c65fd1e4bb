//! [`remove_keys_of_others`]: the keys of `[base]` that go when an override changes its `algorithm`. Names of algorithms in manifests and
//! conditions are tested here, too.

use super::key_path::{ALGORITHM, DEFAULT_OF_ALGORITHM};
use evocube_cube::document::Node;
use evocube_engine::evolve::algorithm::Algorithm;

/// Removes the keys that the algorithm of a tree does not have, if an override has changed the algorithm from `previous`. Mutation and
/// restart go, too: each algorithm has its own unless one is set for it.
pub(super) fn remove_keys_of_others(tree: &mut Node, previous: Option<&Node>) {
    let Some(name) = tree.get(ALGORITHM).map(name) else { return };
    if name == previous.map_or(Algorithm::Genetic.name(), self::name) {
        return;
    }
    let without_settings = Node::text(name);
    // An algorithm that needs settings is a registered one, which has the same keys as the genetic algorithm.
    let algorithm = without_settings.read().unwrap_or(Algorithm::Genetic);
    let keys: Vec<String> = tree.keys().into_iter().map(str::to_owned).collect();
    let goes = |key: &&String| DEFAULT_OF_ALGORITHM.contains(&key.as_str()) || !algorithm.has_key(key);
    keys.iter().filter(goes).for_each(|key| drop(tree.take(key)));
}

/// Returns the name in a value of `algorithm`; empty if it has none.
fn name(algorithm: &Node) -> &str {
    algorithm.as_text().or(algorithm.keys().first().copied()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use crate::sweep::Sweep;
    use evocube_engine::evolve::config::TrialConfig;
    use evocube_engine::evolve::restart::Restart;

    fn parse(rest: &str) -> Sweep {
        let text = format!("name = 'n'\nseed = 1\n[[instance]]\nrandom = 1\n{rest}");
        Sweep::parse(&text, Path::new("n.toml")).unwrap_or_else(|error| panic!("{rest}\n{error}"))
    }

    fn points(rest: &str) -> Vec<TrialConfig> {
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
            let reread = parse(&toml::to_string(&toml::Table::from_iter([("base".to_owned(), base.into())])).unwrap());
            assert_eq!(reread.base, sweep.base, "{keys}");
        }
    }

    #[test]
    fn conditions_hold_for_the_algorithm() {
        for (levels, name) in [
            ("['layers', 'kociemba', 'genetic-algorithm']", "genetic-algorithm"),
            ("['layers', 'kociemba', 'evolution-strategy']", "evolution-strategy"),
            ("['layers', 'kociemba', { niche-archive.attempts = 2 }]", "niche-archive"),
        ] {
            let sweep = parse(&format!(
                "[[factor]]\nkey = 'algorithm'\nlevels = {levels}\n[[factor]]\nkey = 'alphabet.no-op'\n\
                 levels = [true, false]\nwhen = {{ key = 'algorithm', is = '{name}' }}\n"
            ));
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
        assert_eq!(genetic[0].population.get(), 50);
        assert_eq!(genetic[1], points(levels)[1]);
        // A restart belongs to the algorithm of the base, too, unless a factor sets it for all.
        let walks = "[[factor]]\nkey = 'algorithm'\nlevels = ['genetic-algorithm', 'one-plus-one', 'layers']\n";
        let restarts = |text: &str| points(text).iter().map(|point| point.restart).collect::<Vec<_>>();
        let number = |count| std::num::NonZeroU32::new(count).unwrap();
        let (base, default) = (Restart::Every(number(7)), Restart::Stagnation(number(60)));
        assert_eq!(restarts(walks), [Some(default), Some(Restart::None), None]);
        let every = format!("[base]\nrestart = {{ every = 7 }}\n{walks}");
        assert_eq!(restarts(&every), [Some(base), Some(Restart::None), None]);
        let walk = format!("[base]\nalgorithm = 'one-plus-one'\nrestart = {{ every = 7 }}\n{walks}");
        assert_eq!(restarts(&walk), [Some(default), Some(base), None]);
        let factor = "[[factor]]\nkey = 'restart'\nlevels = ['none', { every = 7 }]\n";
        let both = walks.replace(", 'layers'", "");
        for text in [format!("{factor}{both}"), format!("{both}{factor}")] {
            let mut restarts = restarts(&text);
            restarts.sort_by_key(|restart| *restart == Some(base));
            assert_eq!(restarts, [Some(Restart::None), Some(Restart::None), Some(base), Some(base)], "{text}");
        }
        let phases = "[base.algorithm.evolution-strategy]\n[[base.phase]]\nturns = 'all'\ngoal = { pieces = 1 }\n";
        assert_eq!(points(&format!("{phases}{levels}")), points(levels));
    }
}
