//! Registered observers in Rust: what they see, their columns of `convergence.csv`, also after an interruption, and the refusal of wrong
//! ones. They change no result. Observers in Python are tested in `python/tests/test_observer.py`.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};

use evocube::evaluation::objective::Objective;
use evocube::optimizer::{LoggedGeneration, Observe, Problem};
use evocube::puzzle::CUBE3;
use evocube::puzzle::cube3::Cube3;
use evocube::solver::Cancelled;
use serde::Deserialize;

use super::checkpoints::continues_after_a_cancellation;
use super::*;

/// Slice moves turn the centers, so that the algorithms solve a rotated cube.
const SCRAMBLE: &str = "R U M F2 E' L D' B";

/// Computes columns of evocube again, from the individuals alone.
#[derive(Deserialize)]
struct Recount {
    scramble: String,
}

impl Observe for Recount {
    fn columns(&self) -> Vec<String> {
        ["best", "mean", "distinct", "islands", "replayed", "not_finite"].map(str::to_owned).to_vec()
    }

    fn observe(&self, generation: &LoggedGeneration<'_>, values: &mut [f64]) -> Result<(), Cancelled> {
        let individuals: Vec<_> = generation.individuals().collect();
        let penalties = || individuals.iter().map(|individual| individual.fitness.penalty());
        let best = generation.best();
        assert_eq!(individuals.iter().map(|individual| individual.fitness).min(), Some(best.fitness));
        values[0] = f64::from(penalties().min().unwrap());
        values[1] = f64::from(penalties().sum::<u32>()) / individuals.len() as f64;
        let different = individuals.iter().map(|individual| individual.genome).collect::<BTreeSet<_>>();
        values[2] = different.len() as f64;
        values[3] = individuals.iter().map(|individual| individual.island).collect::<BTreeSet<_>>().len() as f64;
        if !best.genome.is_empty() {
            assert!(
                individuals.iter().flat_map(|each| each.genome).all(|gene| gene.index() < generation.symbols.len())
            );
            let read = |text: &str| read_moves(text, Dialect::Wca).unwrap().moves;
            let start = Cube3::SOLVED.apply_all(&read(&self.scramble));
            let objective = Objective::default();
            let problem = Problem::new(&CUBE3, start, &objective);
            values[4] = f64::from(problem.penalty(&read(&generation.moves(&best)))?);
        }
        values[5] = f64::INFINITY;
        Ok(())
    }
}

/// Returns the sweep. Its algorithms have one population, islands, walks, an archive, no genomes, and no population.
fn sweep() -> String {
    format!(
        "name = \"observed\"\nseed = 3\nlog-every = 10\nobservers = [{{ recount = {{ scramble = \"{SCRAMBLE}\" }} }}]\n\
         [[instance]]\nscramble = \"{SCRAMBLE}\"\n[base]\npopulation = 30\n\
         genome = {{ length = 14, evaluate = \"best-prefix\" }}\nstop = {{ generations = 60, target = 0 }}\n\
         [[factor]]\nkey = \"algorithm\"\nlevels = [\"genetic-algorithm\", {{ one-plus-one = {{ runs = 5 }} }}, \"chc\", \
         \"map-elites\", \"evolution-strategy\", \"layers\"]\n\
         [[factor]]\nkey = \"islands.count\"\nlevels = [1, 3]\nwhen = {{ key = \"algorithm\", is = \"genetic-algorithm\" }}\n"
    )
}

fn registry() -> Registry {
    Registry::new().observer::<Recount>("recount", "1")
}

#[test]
fn observers_see_all_individuals_their_islands_and_the_moves_of_their_genomes() {
    let folder = crate::common::tempdir().unwrap();
    run_with(&sweep(), &registry(), folder.path(), Opening::New);
    let results = store::read(folder.path()).unwrap();
    assert_eq!(results.trials.len(), 7);
    for trial in &results.trials {
        let has_genomes = !["evolution-strategy", "layers"].iter().any(|name| trial.levels[0].contains(name));
        let islands = trial.levels[1].parse().unwrap_or(1.0);
        let mut rows = 0;
        for row in results.convergence.iter().filter(|row| row.trial == trial.trial) {
            let [best, mean, distinct, of_islands, replayed, not_finite] = row.observed[..] else { panic!("{row:?}") };
            assert_eq!(best, Some(row.best as f64));
            assert!((mean.unwrap() - row.mean).abs() <= 5e-5, "{row:?}");
            assert_eq!(distinct, Some(if has_genomes { row.distinct as f64 } else { 1.0 }));
            assert_eq!(of_islands, Some(islands), "{trial:?}");
            assert_eq!(replayed, has_genomes.then_some(row.best as f64), "{trial:?}");
            assert_eq!(not_finite, None);
            rows += 1;
        }
        assert_eq!(rows > 0, trial.levels[0] != "layers", "{trial:?}");
    }
}

#[test]
fn observers_add_columns_after_the_fixed_ones_and_change_no_result() {
    let [with, without] = [sweep(), sweep()].map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>());
    let without: Vec<String> = without.into_iter().filter(|line| !line.starts_with("observers")).collect();
    let [observed, plain] = [with, without].map(|lines| {
        let folder = crate::common::tempdir().unwrap();
        run_with(&lines.join("\n"), &registry(), folder.path(), Opening::New);
        bytes(folder.path())
    });
    for name in [file::TRIALS, file::SOLUTIONS] {
        assert_eq!(observed[name], plain[name], "{name}");
    }
    let [observed, plain] = [observed, plain].map(|files| String::from_utf8(files[file::CONVERGENCE].clone()).unwrap());
    let names = ",recount.best,recount.mean,recount.distinct,recount.islands,recount.replayed,recount.not_finite";
    assert!(observed.lines().next().unwrap().ends_with(&format!(",restarts{names}")), "{observed}");
    let fixed = |line: &str| line.split(',').take(12).collect::<Vec<_>>().join(",");
    assert_eq!(observed.lines().map(fixed).collect::<Vec<_>>(), plain.lines().collect::<Vec<_>>());
}

#[test]
fn observed_columns_have_the_same_bytes_for_any_number_of_threads_and_after_cuts() {
    let text = sweep();
    let folder = crate::common::tempdir().unwrap();
    let folder = folder.path();
    run_with(&text, &registry(), folder, Opening::New);
    let whole = bytes(folder);
    let sweep = parsed(&text, &registry()).unwrap();
    let plan = Plan::new(&sweep);
    for threads in [1, 7] {
        let execution =
            Execution { threads: NonZeroUsize::new(threads).unwrap(), kernel: Kernel::best(), ..*EXECUTION };
        let other = crate::common::tempdir().unwrap();
        let mut store = Store::open(other.path(), &sweep, &plan, Opening::New, execution).unwrap();
        runner::run(&sweep, &plan, &mut store, execution, &()).unwrap();
        assert_eq!(bytes(other.path())[file::CONVERGENCE], whole[file::CONVERGENCE], "{threads}");
    }
    let manifest = fs::read_to_string(folder.join(file::MANIFEST)).unwrap();
    let unfinished = manifest.replace("complete = true", "complete = false");
    let length = whole[file::CONVERGENCE].len();
    for cut in [0, 90, 200, length / 2, length - 1] {
        fs::write(folder.join(file::MANIFEST), &unfinished).unwrap();
        fs::write(folder.join(file::CONVERGENCE), &whole[file::CONVERGENCE][..cut]).unwrap();
        run_with(&text, &registry(), folder, Opening::Resume);
        assert_same(&bytes(folder), &whole, &format!("after a cut to {cut} bytes"));
    }
}

static CANCELLED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
static OBSERVED: AtomicUsize = AtomicUsize::new(0);

/// Returns the number of the generation, and cancels the run when it has observed twenty.
#[derive(Deserialize)]
struct Cancelling {}

impl Observe for Cancelling {
    fn columns(&self) -> Vec<String> {
        vec!["generation".to_owned()]
    }

    fn observe(&self, generation: &LoggedGeneration<'_>, values: &mut [f64]) -> Result<(), Cancelled> {
        values[0] = generation.generation.progress.generations as f64;
        if OBSERVED.fetch_add(1, Ordering::Relaxed) == 20 {
            CANCELLED.store(true, Ordering::Relaxed);
        }
        Ok(())
    }
}

#[test]
fn a_trial_that_continues_from_its_checkpoint_keeps_its_observed_values() {
    let registry = Registry::new().observer::<Cancelling>("cancelling", "1");
    let text = "name = \"x\"\nseed = 1\nlog-every = 1\nobservers = [\"cancelling\"]\n[[instance]]\nrandom = 1\n\
        [base]\npopulation = 20\nstop = { generations = 50, target = \"none\" }\n";
    let results = continues_after_a_cancellation(text, &registry, &CANCELLED);
    assert_eq!(results.convergence.len(), 51);
    assert!(results.convergence.iter().all(|row| row.observed == [Some(row.generation as f64)]));
    assert_eq!(OBSERVED.load(Ordering::Relaxed), 2 * 51, "no generation was observed twice");
}

/// An observer with names from its settings.
#[derive(Deserialize)]
struct Named {
    #[serde(default)]
    columns: Vec<String>,
}

impl Observe for Named {
    fn columns(&self) -> Vec<String> {
        self.columns.clone()
    }

    fn observe(&self, _: &LoggedGeneration<'_>, _: &mut [f64]) -> Result<(), Cancelled> {
        Ok(())
    }
}

#[test]
fn observers_that_are_unknown_or_have_ambiguous_columns_are_refused_with_their_place() {
    let registry = Registry::new().observer::<Named>("named", "1");
    let refused = |observers: &str| {
        let text = format!("name = \"x\"\nseed = 1\nobservers = {observers}\n[[instance]]\nrandom = 1\n");
        let error = parsed(&text, &registry).unwrap_err();
        format!("{error}; {}", error.messages())
    };
    let error = refused("[{ named = { columns = [\"a\"] } }, { named = { columns = [\"b\"] } }]");
    assert!(error.starts_with("sweep.toml:3:47: the observer named is named twice: leave one of them out;"), "{error}");
    for column in ["", "a,b", "a.b", "é"] {
        let error = refused(&format!("[{{ named = {{ columns = [\"a\", \"{column}\"] }} }}]"));
        let begin = format!("sweep.toml:3:14: the observer named has the column \"{column}\": it must return ");
        assert!(error.starts_with(&begin), "{error}");
    }
    let error = refused("[{ named = { columns = [\"a\", \"a\"] } }]");
    assert!(error.contains("has the column \"a\": it must return different names"), "{error}");
    let error = refused("[\"nmed\"]");
    assert!(error.starts_with("sweep.toml:3:14: \"nmed\" is not a value of observers;"), "{error}");
    assert!(error.contains("did you mean \"named\"?"), "{error}");
    let error = refused("[\"something-else\"]");
    assert!(error.contains("write one of ") && error.contains("named"), "{error}");
    let error = refused("\"named\"");
    assert!(error.starts_with("sweep.toml:3:13: observers must be a list, not"), "{error}");
}
