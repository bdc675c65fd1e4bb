//! The random check of determinism, of sweeps drawn from the schema: every kernel and several threads give the bytes of one thread and the
//! scalar kernel. So do shards, kills, damage, and the extension of a smaller sweep. Reading values at their limits is tested in `limits`.

mod draws;
mod limits;

use std::path::PathBuf;

use evocube::experiment::runner::RunStatus;
use evocube::experiment::shard::Shard;
use evocube::experiment::store::{StoreError, merge, preview_extension, read_selected};
use evocube::rng::Stream;

use super::*;
pub(crate) use draws::Draws;

/// Comparisons of one kind, and how many of them were made.
type Counts = BTreeMap<&'static str, usize>;

/// A drawn sweep, the files of its undisturbed run, and a folder for other runs.
struct Drawn {
    sweep: Sweep,
    text: String,
    folder: tempfile::TempDir,
    whole: BTreeMap<String, Vec<u8>>,
    /// The time of that run.
    time: Duration,
}

/// Returns the files of a results folder without those of the report.
fn tables(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    store::write_checksums(folder, &[]).unwrap();
    golden::without_report(bytes(folder))
}

impl Drawn {
    fn new(text: String) -> Self {
        let sweep = Sweep::parse(&text, Path::new("sweep.toml")).unwrap();
        let folder = crate::common::tempdir().unwrap();
        fs::write(folder.path().join("sweep.toml"), &text).unwrap();
        let begin = Instant::now();
        let mut drawn = Self { sweep, text, folder, whole: BTreeMap::new(), time: Duration::ZERO };
        let whole = drawn.path("whole");
        let one_thread = Execution { threads: NonZeroUsize::MIN, kernel: Kernel::SCALAR, ..*EXECUTION };
        drawn.run(&whole, Opening::New, one_thread);
        (drawn.whole, drawn.time) = (tables(&whole), begin.elapsed());
        drawn
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn run(&self, folder: &Path, opening: Opening, execution: Execution<'_>) {
        let plan = Plan::new(&self.sweep);
        let mut store = Store::open(folder, &self.sweep, &plan, opening, execution)
            .unwrap_or_else(|error| panic!("{error}\n{}", self.text));
        runner::run(&self.sweep, &plan, &mut store, execution, &())
            .unwrap_or_else(|error| panic!("{error}\n{}", self.text));
    }

    #[track_caller]
    fn compare(&self, folder: &Path, how: &str) {
        assert_same(&tables(folder), &self.whole, &format!("{how}:\n{}", self.text));
    }

    fn shards(&self, draws: &mut Draws) {
        // A shard has a trial at least.
        let count = (2 + draws.below(3)).min(Plan::new(&self.sweep).len());
        let (merged, parts) = (self.path("merged"), (1..=count).map(|index| self.path(&format!("{index}-of-{count}"))));
        let parts: Vec<PathBuf> = parts.collect();
        loop {
            for (index, part) in parts.iter().enumerate() {
                let execution = execution(draws);
                let plan = Plan::of_shard(&self.sweep, Shard::new(index + 1, count).unwrap()).unwrap();
                let mut store = Store::open(part, &self.sweep, &plan, Opening::Resume, execution).unwrap();
                if merged.exists() {
                    store.import_selected(&read_selected(&merged, &self.sweep).unwrap()).unwrap();
                }
                let status = runner::run(&self.sweep, &plan, &mut store, execution, &()).unwrap();
                assert!(status == RunStatus::Complete || self.sweep.stages.len() > 1);
                drop(store);
                store::write_checksums(part, &[]).unwrap();
            }
            let mut all = merge(&parts, &merged, &Registry::new(), *EXECUTION, &())
                .unwrap_or_else(|error| panic!("{error}\n{}", self.text));
            if all.stages == all.sweep.stages.len() {
                runner::run(&all.sweep, &all.plan, &mut all.store, *EXECUTION, &()).unwrap();
                break;
            }
        }
        self.compare(&merged, &format!("in {count} shards"));
    }

    /// Runs the program and kills it up to four times, each time within the time of an undisturbed run. Returns the number of kills.
    fn killed(&self, out: &str, opening: &str, draws: &mut Draws) -> usize {
        let mut kills = 0;
        for is_last in [false, false, false, false, true] {
            let Execution { threads, kernel, .. } = execution(draws);
            let mut child = Command::new(assert_cmd::cargo::cargo_bin!("evocube"))
                .current_dir(self.folder.path())
                .args(["run", "sweep.toml", "--out", out, opening, "-q", "--checkpoint", "5ms"])
                .args(["--threads", &threads.to_string(), "--kernel", kernel.name()])
                .stdout(Stdio::null())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            if !is_last {
                // The program starts within some milliseconds.
                let share = u32::try_from(draws.below(1000)).unwrap();
                std::thread::sleep((self.time + Duration::from_millis(20)) * share / 1000);
                // A run that is told to end saves its checkpoints.
                if cfg!(unix) && draws.one_in(3) {
                    let status = Command::new("kill").arg(child.id().to_string()).stderr(Stdio::null()).status();
                    status.expect("there is a command that sends signals");
                } else {
                    child.kill().unwrap();
                }
            }
            let output = child.wait_with_output().unwrap();
            if output.status.success() {
                break;
            }
            assert!(!is_last, "{}\n{}", String::from_utf8_lossy(&output.stderr), self.text);
            kills += 1;
        }
        kills
    }

    /// Damages the tables of a complete folder at up to three places, and resumes it, half of the time with kills.
    fn damaged(&self, out: &str, draws: &mut Draws) {
        let folder = self.path(out);
        let mut damage = Vec::new();
        for _ in 0..1 + draws.below(3) {
            let names =
                [file::TRIALS, file::CONVERGENCE, file::SOLUTIONS, file::FRONTS, file::OPERATORS, file::DIGESTS];
            let name = names[draws.below(names.len())];
            let Ok(mut content) = fs::read(folder.join(name)) else { continue };
            let body = content.iter().position(|&byte| byte == b'\n').map_or(0, |header| header + 1);
            if name == file::DIGESTS && draws.one_in(4) {
                fs::remove_file(folder.join(name)).unwrap();
                damage.push(format!("{name} deleted"));
            } else if body < content.len() {
                let byte = body + draws.below(content.len() - body);
                content[byte] ^= 1 << draws.below(8);
                fs::write(folder.join(name), content).unwrap();
                damage.push(format!("byte {byte} of {name} changed"));
            }
        }
        if draws.one_in(2) {
            self.killed(out, "--resume", draws);
        } else {
            self.run(&folder, Opening::Resume, execution(draws));
        }
        self.compare(&folder, &format!("after {}", damage.join(" and ")));
    }

    /// Extends the run of a smaller sweep, half of the time with kills. Returns whether it can be extended.
    fn extension(&self, smaller: &str, draws: &mut Draws) -> bool {
        let out = self.path("extended");
        run(smaller, &out, Opening::New);
        match preview_extension(&out, &self.sweep, &Plan::new(&self.sweep)) {
            Err(StoreError::NotExtendable { .. }) => return false,
            preview => drop(preview.unwrap_or_else(|error| panic!("{error}\n{smaller}\n{}", self.text))),
        }
        if draws.one_in(2) {
            self.killed("extended", "--extend", draws);
        } else {
            self.run(&out, Opening::Extend, execution(draws));
        }
        self.compare(&out, &format!("as an extension of\n{smaller}\nwhich is"));
        true
    }
}

/// Returns a drawn kernel and number of threads.
fn execution(draws: &mut Draws) -> Execution<'static> {
    let kernels: Vec<Kernel> = Kernel::available().collect();
    let threads = NonZeroUsize::new([1, 2, 3, 7][draws.below(4)]).unwrap();
    Execution { threads, kernel: kernels[draws.below(kernels.len())], ..*EXECUTION }
}

/// Draws sweeps and makes all comparisons of each, and prints how many there are. Returns the number of comparisons of each kind.
#[allow(clippy::print_stderr)] // the number of comparisons
fn check(sweeps: u64, seed: u64) -> Counts {
    let mut counts = Counts::new();
    for number in 1..=sweeps {
        let mut draws = Draws::new(&Seed::from_number(seed).child(&number.to_string()));
        let (sweep, smaller) = draws.valid_sweep();
        let drawn = Drawn::new(sweep.to_string());
        for kernel in Kernel::available() {
            let execution = Execution { kernel, ..execution(&mut draws) };
            let out = drawn.path(kernel.name());
            drawn.run(&out, Opening::New, execution);
            drawn.compare(&out, &format!("with {} threads and {kernel}", execution.threads));
            *counts.entry("kernels and threads").or_default() += 1;
        }
        drawn.shards(&mut draws);
        *counts.entry("shards").or_default() += 1;
        let kills = drawn.killed("killed", "--resume", &mut draws);
        drawn.compare(&drawn.path("killed"), &format!("after {kills} kills"));
        *counts.entry("kills").or_default() += usize::from(kills > 0);
        drawn.damaged("killed", &mut draws);
        *counts.entry("damage").or_default() += 1;
        let is_extended = drawn.extension(&smaller.to_string(), &mut draws);
        *counts.entry("extensions").or_default() += usize::from(is_extended);
        let all: usize = counts.values().sum();
        eprintln!("{all} comparisons of {number} random sweeps, none with a different byte: {counts:?}");
    }
    counts
}

#[test]
fn five_random_sweeps_have_the_same_bytes_however_they_are_run() {
    let counts = check(5, 40);
    // Whether a kill comes before the end of a run is a matter of time.
    assert!(counts["extensions"] > 0, "{counts:?}");
}

#[test]
#[ignore = "some seconds for each random sweep; EVOCUBE_SWEEPS is their number"]
fn many_random_sweeps_have_the_same_bytes_however_they_are_run() {
    let sweeps = std::env::var("EVOCUBE_SWEEPS").map_or(200, |count| count.parse().expect("a number of sweeps"));
    let counts = check(sweeps, 41);
    assert!(counts["kills"] > 0 && counts["extensions"] > 0, "{counts:?}");
}
