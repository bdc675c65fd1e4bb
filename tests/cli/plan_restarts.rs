//! The notes of `evocube plan` on restarts that come before the next lower penalty.

use super::tuning::read;
use crate::common::{done_in, evocube_in, sweep_folder};

/// The default mutation, which seldom waits long for a lower penalty, and one changed gene, which often does.
const MUTATIONS: &str = "[[factor]]\nkey = 'mutation'\nlevels = [{ mixture = { of = [{ mutation = 'tail' }, { mutation = 'insert' }] } }, \
                         { uniform = { individual-rate = 1.0, gene-rate = '1/length' } }]\n";
const TOURNAMENTS: &str = "[[factor]]\nkey = 'selection.tournament.size'\nlevels = [2, 5]\n";
const RESTARTS: &str = "[[factor]]\nkey = 'restart'\nlevels = ['none', { stagnation = 60 }]\n";

fn sweep(base: &str, factors: &str) -> String {
    format!(
        "name = 'early'\nseed = 5\n[[instance]]\nrandom = 12\n[base]\nstop.evaluations = 125_000\n{base}\n{factors}"
    )
}

/// Returns the notes of `plan` on early restarts.
fn notes(base: &str, factors: &str) -> Vec<String> {
    let folder = sweep_folder(&sweep(base, factors));
    let (code, _, stderr) = evocube_in(folder.path(), &["plan", "sweep.toml"]);
    assert_eq!(code, Some(0), "{stderr}");
    stderr.lines().filter_map(|line| line.strip_prefix("note: early restarts: ")).map(str::to_owned).collect()
}

/// Returns the trials of a design point without restarts, and those that find a lower penalty after `limit` generations without one.
fn later_trials(folder: &std::path::Path, point: &str, limit: u64) -> [usize; 2] {
    let records = |table: &str| -> Vec<csv::StringRecord> {
        let text = read(&folder.join("results/early"), table);
        csv::Reader::from_reader(text.as_bytes()).records().map(Result::unwrap).collect()
    };
    let number = |record: &csv::StringRecord, column: usize| record[column].parse::<u64>().unwrap();
    let (mut trials, mut later) = (0, 0);
    for trial in records("trials.csv").iter().filter(|trial| trial[2] == *point) {
        let (mut best, mut improved, mut is_later) = (u64::MAX, 0, false);
        for row in records("convergence.csv").iter().filter(|row| row[0] == trial[0]) {
            let (generation, penalty) = (number(row, 1), number(row, 3));
            if penalty < best {
                is_later |= generation > improved + limit;
                (best, improved) = (penalty, generation);
            }
        }
        trials += 1;
        later += usize::from(is_later);
    }
    [trials, later]
}

#[test]
fn a_level_whose_trials_improve_after_the_restart_is_noted() {
    let texts = notes("restart = { stagnation = 60 }", MUTATIONS);
    let [text] = &texts[..] else { panic!("{texts:?}") };
    let (sentence, rest) = text.split_once(" of ").unwrap();
    let later = sentence.strip_prefix("stage main keeps restart.stagnation = 60, but without restarts ").unwrap();
    let trials = rest
        .strip_suffix("); vary restart with mutation, and compare best with best")
        .and_then(|rest| {
            rest.split_once(
                " trials with mutation = uniform (gene-rate 1/length, individual-rate 1.0) found a lower penalty after 60 generations or more without one (the longest such time: median ",
            )
        })
        .unwrap_or_else(|| panic!("{text}"));
    let [later, trials, wait] = [later, trials.0, trials.1].map(|number| number.parse::<usize>().unwrap());
    assert!(trials >= 5 && 4 * later >= 3 * trials && later <= trials && wait >= 60, "{text}");
    // Runs on other seeds without restarts agree: most trials of this level, and few of the other.
    let folder = sweep_folder(&sweep("restart = 'none'", MUTATIONS));
    done_in(folder.path(), &["run", "sweep.toml", "--quiet"]);
    let [mixture, uniform] = ["1", "2"].map(|point| later_trials(folder.path(), point, 60));
    assert!(uniform[0] == 12 && 2 * uniform[1] > uniform[0] && 2 * mixture[1] < mixture[0], "{uniform:?} {mixture:?}");
    // Evaluations are counted likewise; a plan repeats.
    let evaluations = notes("restart = { stagnation-evaluations = 6_000 }", MUTATIONS);
    assert!(
        evaluations[0].contains("keeps restart.stagnation-evaluations = 6000, ")
            && evaluations[0].contains(" after 6,000 evaluations or more "),
        "{evaluations:?}"
    );
    assert_eq!(notes("", MUTATIONS), texts, "60 generations are the default");
}

#[test]
fn restarts_that_are_late_or_varied_and_other_factors_have_no_note() {
    for (base, factors) in [
        ("restart = { stagnation = 1_000 }", MUTATIONS.to_owned()),
        ("restart = { stagnation = 60 }", TOURNAMENTS.to_owned()),
        ("restart = { every = 60 }", MUTATIONS.to_owned()),
        ("restart = 'none'", MUTATIONS.to_owned()),
        ("", format!("{MUTATIONS}{RESTARTS}")),
        // The default restart suits the genetic algorithm with and without crossover.
        ("", "[[factor]]\nkey = 'crossover'\nlevels = ['none', 'one-point']\n".to_owned()),
    ] {
        assert_eq!(notes(base, &factors), [""; 0], "{base} {factors}");
    }
    // The same crossovers with restarts that are early for both.
    let early =
        notes("restart = { stagnation = 5 }", "[[factor]]\nkey = 'crossover'\nlevels = ['none', 'one-point']\n");
    assert_eq!(early.len(), 1, "{early:?}");
}
