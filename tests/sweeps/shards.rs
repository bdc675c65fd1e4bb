//! Shards: the merged folder equals that of one machine, also stage by stage, and by the batch script with a scheduler of a few lines.
//! Missing, invalid and differing shards are refused, and those of another program unless accepted; `make_of_program` and `refusal` serve
//! `extension`, too. Slurm itself runs in `tests/cli/slurm.rs`.

use super::*;

/// 2 levels, 3 instances, 3 repetitions, and two baselines for each instance.
const SPLIT: &str = "name = \"split\"\nseed = 8\nrepetitions = 3\nbaselines = [\"layers\", \"macros\"]\n[[instance]]\nrandom = 3\n\
                     [base]\npopulation = 30\nstop = { generations = 12 }\nmutation.one-fifth = { individual-rate = 1.0, gene-rate = 0.1 }\n[[factor]]\n\
                     key = \"replacement\"\nlevels = [\"generational\", \"nsga-ii\"]\n";

struct Split {
    folder: tempfile::TempDir,
    sweep: String,
    whole: BTreeMap<String, Vec<u8>>,
}

impl Split {
    fn new() -> Self {
        let folder = crate::common::tempdir().unwrap();
        let path = folder.path().join("split.toml");
        fs::write(&path, SPLIT).unwrap();
        let sweep = path.to_str().unwrap().to_owned();
        let whole = folder.path().join("whole");
        let (code, _, stderr) = evocube(&["run", &sweep, "--out", whole.to_str().unwrap(), "-q", "--threads", "1"]);
        assert_eq!((code, stderr.as_str()), (Some(0), ""));
        Self { sweep, whole: bytes(&whole), folder }
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().unwrap().to_owned()
    }

    fn shard(&self, shard: &str) -> String {
        let out = self.path(&shard.replace('/', "-of-"));
        let (code, text, stderr) =
            evocube(&["run", &self.sweep, "--shard", shard, "--out", &out, "--threads", "1", "--resume"]);
        assert_eq!(code, Some(0), "{stderr}");
        assert!(text.starts_with(&format!("Shard {shard}: ")), "{text}");
        out
    }

    fn merge(&self, parts: &[String], out: &str) -> (Option<i32>, String) {
        let parts = parts.iter().map(String::as_str);
        let words: Vec<&str> = ["merge"].into_iter().chain(parts).chain(["--out", out, "--threads", "1"]).collect();
        let (code, _, stderr) = evocube(&words);
        (code, stderr)
    }
}

#[test]
fn merged_shards_are_the_bytes_of_one_machine() {
    let split = Split::new();
    for count in [1, 2, 7] {
        let mut parts: Vec<String> = (1..=count).map(|index| split.shard(&format!("{index}/{count}"))).collect();
        let trials: Vec<usize> = parts.iter().map(|part| store::read(Path::new(part)).unwrap().trials.len()).collect();
        assert_eq!(trials.iter().sum::<usize>(), 18);
        assert!(trials.iter().max().unwrap() - trials.iter().min().unwrap() <= 1, "{trials:?}");
        let (code, _, stderr) = evocube(&["report", &parts[0], "--out", &split.path(&format!("page-{count}"))]);
        assert_eq!((code, stderr.as_str()), (Some(0), ""));
        let page = |folder: &str| fs::read_to_string(Path::new(folder).join("report.html")).unwrap();
        let names_shard =
            page(&split.path(&format!("page-{count}"))).contains(&format!("Shard 1/{count} of the sweep."));
        assert_eq!(names_shard, count > 1, "one shard has no others");
        parts.reverse();
        let out = split.path(&format!("merged-{count}"));
        assert_eq!(split.merge(&parts, &out), (Some(0), String::new()));
        assert_same(&bytes(Path::new(&out)), &split.whole, &format!("of {count} shards"));
        assert!(!page(&out).contains("Shard "));
        // A repeated merge changes nothing, and an interrupted merge is repeated.
        assert_eq!(split.merge(&parts, &out).0, Some(0));
        let manifest = Path::new(&out).join(file::MANIFEST);
        let text = fs::read_to_string(&manifest).unwrap();
        fs::write(&manifest, text.replace("complete = true", "complete = false")).unwrap();
        let trials = Path::new(&out).join(file::TRIALS);
        fs::write(&trials, &fs::read(&trials).unwrap()[..300]).unwrap();
        assert_eq!(split.merge(&parts, &out), (Some(0), String::new()));
        assert_same(&bytes(Path::new(&out)), &split.whole, &format!("of {count} shards, after a cut"));
        let rows = |name: &str| fs::read_to_string(Path::new(&out).join(name)).unwrap().lines().count() - 1;
        assert_eq!(file::WALL_CLOCK.map(rows), [18, 6]);
        for part in &parts {
            let (code, text, _) = evocube(&["verify", part, "-q"]);
            assert_eq!(code, Some(0), "{text}");
        }
    }
}

/// Makes a folder one of another program. Returns the identity of this program.
pub(super) fn make_of_program(folder: &Path, other: &str) -> String {
    let path = folder.join(file::MANIFEST);
    let mut manifest: toml::Table = fs::read_to_string(&path).unwrap().parse().unwrap();
    let programs = manifest["program"].as_array_mut().unwrap();
    let program = programs.last_mut().unwrap().as_table_mut().unwrap();
    let identity = program.insert("identity".to_owned(), other.into()).unwrap();
    fs::write(&path, toml::to_string(&manifest).unwrap()).unwrap();
    identity.as_str().unwrap().to_owned()
}

/// Returns the sentence about trials of another program.
pub(super) fn refusal(other: &str, identity: &str, folder: &str) -> String {
    format!(
        "error: {folder}: its trials were made by other code (program {other} there, {identity} here): add --accept-program to run a \
         sample of them again and go on if it is identical, choose another folder with --out, or start over with --fresh\n"
    )
}

#[test]
fn a_shard_of_another_program_is_merged_after_a_sample_of_it_has_run_again() {
    let split = Split::new();
    let parts: Vec<String> = (1..=3).map(|index| split.shard(&format!("{index}/3"))).collect();
    let identity = make_of_program(Path::new(&parts[1]), "abc");
    let out = split.path("merged");
    assert_eq!(split.merge(&parts, &out), (Some(2), refusal("abc", &identity, &parts[1])));
    assert!(!Path::new(&out).exists());
    let mut accepted = parts.clone();
    accepted.push("--accept-program".to_owned());
    assert_eq!(split.merge(&accepted, &out), (Some(0), String::new()));
    let programs = store::read(Path::new(&out)).unwrap().programs;
    let shares: Vec<_> = programs.iter().map(|program| (program.identity.as_str(), program.trials)).collect();
    assert_eq!(shares, [("abc", Some(6)), (identity.as_str(), None)]);
    // The page says it; the tables are those of one program.
    let tables = |files: &BTreeMap<String, Vec<u8>>| {
        files
            .iter()
            .filter(|(name, _)| name.ends_with(".csv"))
            // The last line of `digests.csv` is that of the manifest, which names the programs.
            .map(|(name, text)| (name.clone(), String::from_utf8_lossy(text).split("manifest,").next().unwrap().into()))
            .collect()
    };
    let merged: BTreeMap<_, _> = tables(&bytes(Path::new(&out)));
    assert_same(&merged, &tables(&split.whole), "of two programs");
    let summary = fs::read_to_string(Path::new(&out).join("summary.md")).unwrap();
    assert!(summary.contains(&format!("abc: 6 trials; {identity}: 12 trials")), "{summary}");
    // A shard whose rows are others is refused.
    let path = Path::new(&parts[2]).join(file::TRIALS);
    let rows = fs::read_to_string(&path).unwrap();
    let second = rows.lines().nth(1).unwrap();
    let (seed, rest) = second.split_once(",nsga-ii,").unwrap_or_else(|| second.split_once(",generational,").unwrap());
    fs::write(&path, rows.replacen(&format!("{seed},"), &format!("{seed}, "), 1)).unwrap();
    make_of_program(Path::new(&parts[2]), "def");
    let (code, error) = split.merge(&accepted, &split.path("other"));
    assert_eq!(code, Some(2), "{rest} {error}");
    assert!(
        error.contains(
            "this program gives other rows than those recorded for trial 3, the first difference being in trials.csv"
        ),
        "{error}"
    );
}

#[test]
fn incomplete_sets_of_shards_are_refused() {
    let split = Split::new();
    let parts: Vec<String> = (1..=3).map(|index| split.shard(&format!("{index}/3"))).collect();
    let out = split.path("merged");
    let refused = |parts: &[String], sentence: &str| {
        let (code, error) = split.merge(parts, &out);
        assert_eq!(code, Some(2), "{error}");
        assert!(error.starts_with("error: ") && error.contains(sentence), "{error}");
        assert!(!Path::new(&out).exists());
    };
    refused(&parts[1..], "1 of 3 shards is missing: 1");
    refused(&parts[2..], "2 of 3 shards are missing: 1, 2");
    let copy = split.path("copy");
    fs::create_dir(&copy).unwrap();
    for (name, content) in bytes(Path::new(&parts[0])) {
        fs::write(Path::new(&copy).join(name), content).unwrap();
    }
    fs::copy(Path::new(&parts[0]).join(file::MANIFEST), Path::new(&copy).join(file::MANIFEST)).unwrap();
    refused(&[&parts[..], &[copy]].concat(), "shard 1/3 is there twice: ");
    refused(&[split.path("whole")], "holds the whole sweep, not a shard of it");
    refused(&[parts[0].clone(), split.shard("2/2")], "shard 1/3 and shard 2/2 belong to different divisions");
    let other = split.path("other.toml");
    fs::write(&other, SPLIT.replace("seed = 8", "seed = 9")).unwrap();
    let foreign = split.path("foreign");
    assert_eq!(evocube(&["run", &other, "--shard", "2/3", "--out", &foreign, "-q"]).0, Some(0));
    refused(&[parts[0].clone(), foreign], "are not shards of one sweep: instance[1].state is ");
    let path = Path::new(&parts[1]).join(file::SOLUTIONS);
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replacen("\n5,random", "\n5,Random", 1)).unwrap();
    refused(
        &parts,
        "/solutions.csv: line 3: the rows of trial 5 do not match their digests in digests.csv; `evocube run SWEEP",
    );
    refused(&parts, &format!("--shard 2/3 --out {} --resume` keeps 5 trials and runs 1 trial again", parts[1]));
    let (code, _, stderr) = evocube(&["run", &split.sweep, "--shard", "1/3", "--out", &parts[1], "-q", "--resume"]);
    assert_eq!(code, Some(2));
    assert!(stderr.contains("it is shard 2/3 there, shard 1/3 here"), "{stderr}");
    split.shard("2/3");
    let manifest = Path::new(&parts[2]).join(file::MANIFEST);
    let text = fs::read_to_string(&manifest).unwrap();
    fs::write(&manifest, text.replace("complete = true", "complete = false")).unwrap();
    refused(
        &parts,
        &format!("shard 3/3 is not complete; `evocube run SWEEP --shard 3/3 --out {} --resume` completes it", parts[2]),
    );
    split.shard("3/3");
    assert_eq!(split.merge(&parts, &out), (Some(0), String::new()));
    assert_same(&bytes(Path::new(&out)), &split.whole, "after all was mended");
}

/// The golden sweep, of three stages, in parts.
struct Staged {
    folder: tempfile::TempDir,
    whole: BTreeMap<String, Vec<u8>>,
}

impl Staged {
    const COUNT: usize = 3;

    fn new() -> Self {
        let folder = crate::common::tempdir().unwrap();
        let whole = folder.path().join("whole");
        let (code, _, stderr) =
            evocube(&["run", Self::SWEEP, "--out", whole.to_str().unwrap(), "-q", "--threads", "1"]);
        assert_eq!((code, stderr.as_str()), (Some(0), ""));
        Self { whole: bytes(&whole), folder }
    }

    const SWEEP: &'static str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/golden.toml");

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().unwrap().to_owned()
    }

    fn part(&self, index: usize) -> String {
        self.path(&format!("{index}-of-{}", Self::COUNT))
    }

    fn run(&self, index: usize, selected: &str) -> (Option<i32>, String, String) {
        let shard = format!("{index}/{}", Self::COUNT);
        let (out, selected) = (self.part(index), self.path(selected));
        let arguments = ["run", Self::SWEEP, "--shard", &shard, "--out", &out, "--selected", &selected, "--resume"];
        common::without_effort(evocube(&arguments))
    }

    fn merge(&self) -> (Option<i32>, String, String) {
        let parts = (1..=Self::COUNT).map(|index| self.part(index)).filter(|part| Path::new(part).exists());
        let parts: Vec<String> = parts.collect();
        let parts = parts.iter().map(String::as_str);
        let out = self.path("merged");
        evocube(&["merge"].into_iter().chain(parts).chain(["--out", &out, "--threads", "1"]).collect::<Vec<_>>())
    }
}

#[test]
fn shards_wait_for_the_selection_of_a_stage_and_merge_to_the_same_bytes() {
    let staged = Staged::new();
    for (round, (done, next)) in [("size", "operators"), ("operators", "alphabet"), ("alphabet", "")].iter().enumerate()
    {
        for index in 1..=Staged::COUNT {
            if index > 1 {
                let (code, text, stderr) = staged.merge();
                let early = match round {
                    0 if index == 2 => "2 of 3 shards are missing: 2, 3",
                    0 => "1 of 3 shards is missing: 3",
                    // A repeated merge of the same stages adds no selection.
                    _ => "",
                };
                assert_eq!(code, Some(if early.is_empty() { 0 } else { 2 }), "{text}{stderr}");
                assert!(stderr.contains(early), "{stderr}");
                assert_eq!(text.matches(" selected (").count(), round, "{text}");
            }
            for _ in 0..2 {
                let (code, text, stderr) = staged.run(index, "merged");
                assert_eq!((code, stderr.as_str()), (Some(0), ""));
                let waits =
                    format!("Stage {done} is complete. When all shards have run it, `evocube merge` selects its ");
                assert_eq!(text.contains(&waits), !next.is_empty(), "{text}");
                assert_eq!(text.contains(&format!("continues with stage {next}.")), !next.is_empty(), "{text}");
            }
            let (code, text, stderr) = evocube(&["verify", &staged.part(index), "-q"]);
            assert_eq!(code, Some(0), "{text}{stderr}");
        }
        // A shard that is interrupted during a stage continues without another import.
        let (part, whole) = (staged.part(2), bytes(Path::new(&staged.part(2))));
        let trials = Path::new(&part).join(file::TRIALS);
        let text = fs::read_to_string(&trials).unwrap();
        let manifest = Path::new(&part).join(file::MANIFEST);
        let unfinished = fs::read_to_string(&manifest).unwrap().replace("complete = true", "complete = false");
        fs::write(&manifest, unfinished).unwrap();
        fs::write(&trials, &text[..text.len() - 30]).unwrap();
        assert_eq!(staged.run(2, "nowhere").0, Some(0));
        assert_same(&bytes(Path::new(&part)), &whole, "after a cut");
        let (code, text, stderr) = staged.merge();
        assert_eq!((code, stderr.as_str()), (Some(0), ""));
        if !next.is_empty() {
            assert_eq!(text.matches(" selected (").count(), round + 1, "{text}");
            let end = format!(": they continue with stage {next}.\n");
            assert!(text.ends_with(&end), "{text}");
        }
    }
    assert_same(&bytes(&staged.folder.path().join("merged")), &staged.whole, "of three shards and stages");
    let (code, text, _) = staged.run(1, "merged");
    assert_eq!(code, Some(0));
    assert!(text.contains("Shard 1/3: 12 trials in "), "{text}");
}

#[test]
fn shards_with_another_selected_configuration_are_refused() {
    let staged = Staged::new();
    (1..=Staged::COUNT).for_each(|index| assert_eq!(staged.run(index, "merged").0, Some(0)));
    assert_eq!(staged.merge().0, Some(0));
    // The merged folder is edited between two rounds.
    let manifest = staged.folder.path().join("merged").join(file::MANIFEST);
    let text = fs::read_to_string(&manifest).unwrap();
    let sweep = Sweep::read(Path::new(Staged::SWEEP)).unwrap();
    let entry = |point: usize| {
        let levels = sweep.stages[0].point_name(point);
        format!("[[selected]]\nstage = \"size\"\npoint = {}\nlevels = \"{levels}\"\n", point + 1)
    };
    let selected = (0..4).find(|&point| text.contains(&entry(point))).unwrap();
    let other = (selected + 1) % 4;
    fs::write(&manifest, text.replace(&format!("point = {}", selected + 1), "point = 9")).unwrap();
    let (code, _, stderr) = staged.run(1, "merged");
    assert_eq!(code, Some(2));
    assert!(
        stderr.ends_with("manifest.toml: the selected configuration of stage \"size\", point 9, is not of this sweep; put back a copy of the file, or start over with --fresh\n"),
        "{stderr}"
    );
    fs::write(&manifest, text.replace(&entry(selected), &entry(other))).unwrap();
    assert_eq!(staged.run(1, "merged").0, Some(0));
    fs::write(&manifest, &text).unwrap();
    let sentence = format!(
        ": its trials were run with point {} selected in stage size, but point {} is selected: start over with --fresh\n",
        other + 1,
        selected + 1
    );
    for (code, _, stderr) in [staged.run(1, "merged"), staged.merge()] {
        assert_eq!(code, Some(2));
        assert!(stderr.contains(&sentence), "{stderr}");
    }
    let (code, _, stderr) = staged.run(2, "whole");
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    let split = staged.path("other.toml");
    fs::write(&split, SPLIT).unwrap();
    let (out, whole) = (staged.path("x"), staged.path("whole"));
    let (code, _, stderr) = evocube(&["run", &split, "--out", &out, "--selected", &whole, "-q"]);
    assert_eq!(code, Some(2), "{stderr}");
    assert!(stderr.contains("--shard"), "{stderr}");
}

#[test]
fn invalid_shards_are_refused() {
    let folder = crate::common::tempdir().unwrap();
    let out = folder.path().join("out").to_str().unwrap().to_owned();
    let sweep = folder.path().join("one.toml").to_str().unwrap().to_owned();
    fs::write(&sweep, ONE).unwrap();
    let golden = format!("{}/tests/data/golden.toml", env!("CARGO_MANIFEST_DIR"));
    for (sweep, shard, reason) in [
        (&sweep, "9/9", "error: the sweep has 8 trials, too few for 9 shards"),
        (&sweep, "3/2", "there is no shard 3 of 2"),
        (&sweep, "x", "expected I/N, as in 2/8"),
        (&golden, "1/37", "error: the sweep has 36 trials, too few for 37 shards"),
    ] {
        let (code, _, stderr) = evocube(&["run", sweep, "--shard", shard, "--out", &out, "-q"]);
        assert_eq!(code, Some(2), "{stderr}");
        assert!(stderr.contains(reason), "{stderr}");
        assert!(!Path::new(&out).exists());
    }
}

/// A scheduler of a few lines takes the place of Slurm.
#[cfg(unix)]
#[test]
fn the_batch_script_runs_all_shards_and_merges_them() {
    use std::os::unix::fs::PermissionsExt;

    let split = Split::new();
    let out = split.path("it's merged");
    let (code, script, stderr) = evocube(&["slurm", &split.sweep, "--shards", "4", "--out", &out]);
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    let job = split.path("job.sh");
    fs::write(&job, script).unwrap();
    let sbatch = "#!/bin/bash\nset -e\necho \"$@\" >> \"$0.log\"\narray=\nwhile [ \"${1#--}\" != \"$1\" ]; do\n\
                  case $1 in --array=1-*) array=${1#--array=1-};; esac\nshift\ndone\n\
                  if [ -n \"$array\" ]; then for i in $(seq \"$array\"); do\n\
                  SLURM_ARRAY_JOB_ID=7 SLURM_ARRAY_TASK_ID=$i SLURM_CPUS_PER_TASK=1 bash \"$@\" >&2; done; echo 7\n\
                  else bash \"$@\" >&2; echo '8;cluster'; fi\n";
    let fake = split.path("sbatch");
    fs::write(&fake, sbatch).unwrap();
    fs::set_permissions(&fake, fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", split.path(""), std::env::var("PATH").unwrap());
    let output = Command::new("bash").arg(&job).env("PATH", path).output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{stderr}");
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text, format!("array 7 (4 shards), then merge 8 into {out}\n"));
    let asked = fs::read_to_string(format!("{fake}.log")).unwrap();
    assert!(
        asked.contains(" --requeue ") && asked.contains(" --array=1-4 ") && asked.contains("--dependency=afterok:7"),
        "{asked}"
    );
    assert_same(&bytes(Path::new(&out)), &split.whole, "from the batch script");
}
