//! The batch script on a real Slurm cluster of two nodes: a node that is killed, and shards of two stages. The tests are ignored, since
//! they need Slurm and root; `tests/sweeps/shards.rs` has a scheduler of a few lines.
#![cfg(target_os = "linux")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::common::{assert_same, result_files};

/// Held by the running test, since the cluster listens on fixed ports.
static ONE: Mutex<()> = Mutex::new(());

/// A cluster, which is stopped when the value is dropped.
struct Cluster {
    folder: tempfile::TempDir,
    _alone: MutexGuard<'static, ()>,
}

impl Cluster {
    fn up() -> Self {
        let alone = ONE.lock().unwrap_or_else(PoisonError::into_inner);
        let cluster = Self { folder: crate::common::tempdir().unwrap(), _alone: alone };
        cluster.script(&["up"]);
        cluster
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn script(&self, words: &[&str]) -> Output {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tools/slurm.sh");
        let mut command = Command::new("bash");
        command.arg(script).arg(words[0]).arg(self.path("slurm")).args(&words[1..]);
        // Daemons keep inherited handles, so they receive none of the test.
        let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let output = quiet.output().unwrap();
        assert!(output.status.success(), "{words:?}: see {}", self.path("slurm/log").display());
        output
    }

    /// Returns the output of a Slurm command on this cluster.
    fn says(&self, program: &str, words: &[&str]) -> String {
        let conf = self.path("slurm/slurm.conf");
        let output = Command::new(program).args(words).env("SLURM_CONF", conf).stdin(Stdio::null()).output().unwrap();
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{program} {words:?}: {text}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Runs a sweep on this machine without Slurm.
    fn locally(&self, sweep: &str) -> BTreeMap<String, Vec<u8>> {
        let (file, out) = (self.path("sweep.toml"), self.path("whole"));
        fs::write(&file, sweep).unwrap();
        self.says(EVOCUBE, &["run", file.to_str().unwrap(), "--out", out.to_str().unwrap(), "-q"]);
        result_files(&out)
    }

    /// Writes the batch script and submits it.
    fn submit(&self, shards: &str) {
        let (file, out) = (self.path("sweep.toml"), self.path("merged"));
        let words = ["slurm", file.to_str().unwrap(), "--shards", shards, "--out", out.to_str().unwrap()];
        fs::write(self.path("job.sh"), self.says(EVOCUBE, &words)).unwrap();
        let text = self.says("bash", &[self.path("job.sh").to_str().unwrap()]);
        assert!(text.contains(&format!(" ({shards} shards), then merge ")), "{text}");
    }

    /// Waits for a value. Panics with the output of the queue and of the tasks if there is none in time.
    fn wait<T>(&self, what: &str, mut so: impl FnMut() -> Option<T>) -> T {
        let begin = Instant::now();
        while begin.elapsed() < Duration::from_secs(400) {
            if let Some(value) = so() {
                return value;
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        let mut text = self.says("squeue", &["-a"]);
        for entry in fs::read_dir(self.path("merged-shards")).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "log") {
                text.push_str(&format!("{}: {}\n", path.display(), fs::read_to_string(&path).unwrap()));
            }
        }
        panic!("not within 400 s: {what}\n{text}");
    }

    fn wait_for_the_end(&self) {
        self.wait("the queue is empty", || self.says("squeue", &["-h", "-a"]).trim().is_empty().then_some(()));
    }

    /// Returns the number of trials that a shard has recorded.
    fn recorded(&self, shard: &str) -> usize {
        let table = self.path("merged-shards").join(shard).join("trials.csv");
        fs::read_to_string(table).map_or(0, |text| text.lines().count().saturating_sub(1))
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tools/slurm.sh");
        let _ = Command::new("bash").arg(script).arg("down").arg(self.path("slurm")).status();
        // The daemons write into the folder before they end, so it is deleted afterwards.
        std::thread::sleep(Duration::from_secs(1));
    }
}

const EVOCUBE: &str = env!("CARGO_BIN_EXE_evocube");

/// 64 trials of a few tenths of a second.
const SWEEP: &str = "name = \"cluster\"\nseed = 3\nrepetitions = 8\nbaselines = [\"layers\"]\n[[instance]]\nrandom = 4\n\
                     [base]\npopulation = 1000\ngenome.length = 30\nstop = { generations = 1500, target = \"none\" }\n\
                     [[factor]]\nkey = \"crossover.one-point.rate\"\nlevels = [0.3, 0.9]\n";

#[test]
#[ignore = "needs Slurm (Debian: munge slurm-wlm slurm-client) and to be root: about a minute"]
fn a_killed_slurm_node_loses_no_trial() {
    let cluster = Cluster::up();
    let whole = cluster.locally(SWEEP);
    let begin = Instant::now();
    cluster.submit("8");
    // A shard on the first node with some of its trials recorded.
    let (shard, done) = cluster.wait("a shard is in its midst on n1", || {
        let running = cluster.says("squeue", &["-h", "-t", "R", "-w", "n1", "-o", "%K"]);
        let shard = format!("{}-of-8", running.trim());
        let done = cluster.recorded(&shard);
        (2..7).contains(&done).then_some((shard, done))
    });
    cluster.script(&["kill", "n1"]);
    cluster.wait_for_the_end();
    let took = begin.elapsed().as_secs();
    assert_eq!(cluster.recorded(&shard), 8);
    let log = fs::read_to_string(cluster.path("slurm/log/slurmctld.log")).unwrap();
    assert!(log.contains("Nodes n1 not responding"), "{log}");
    let id = shard.split('-').next().unwrap();
    let text = fs::read_to_string(cluster.path("merged-shards").join(format!("{id}.log"))).unwrap();
    assert!(text.contains(&format!("Shard {id}/8: 8 trials in ")), "{text}");
    assert_same(&result_files(&cluster.path("merged")), &whole, "on the cluster");
    println!("shard {shard} had {done} of 8 trials when its node was killed; all was merged after {took} s");
}

#[test]
#[ignore = "needs Slurm (Debian: munge slurm-wlm slurm-client) and to be root: about a minute"]
fn four_shards_of_two_stages_are_the_bytes_of_one_machine() {
    let staged = SWEEP.replace("[[factor]]", "[[stage]]\nname = \"rate\"\n[[stage.factor]]").replace("= 1500", "= 300")
        + "[[stage]]\nname = \"size\"\n[[stage.factor]]\nkey = \"population\"\nlevels = [100, 600]\n";
    let cluster = Cluster::up();
    let whole = cluster.locally(&staged);
    let begin = Instant::now();
    cluster.submit("4");
    cluster.wait_for_the_end();
    assert_same(&result_files(&cluster.path("merged")), &whole, "on the cluster");
    println!("four shards of two stages took {} s", begin.elapsed().as_secs());
}
