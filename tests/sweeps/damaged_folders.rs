//! Damaged folders: rows, headers, manifests and ends of lines that are not as they were written, and files of which the file system cannot
//! tell. They are refused, repaired or reported. More repairs are tested in `repair`, which uses `resume` from here; what killed runs leave
//! is tested in `interruption`.

use std::sync::atomic::{AtomicUsize, Ordering};

use evocube::experiment::record::TrialRow;
use evocube::experiment::runner::RunObserver;
use evocube::experiment::store::{Remedy, StoreError};

use super::*;

/// Counts the trials that are run.
#[derive(Default)]
struct Counter(AtomicUsize);

impl RunObserver for Counter {
    fn trial(&self, _: &TrialRow, _: u64) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// Opens a folder of the golden sweep.
fn open(folder: &Path, opening: Opening) -> Result<Store, String> {
    let sweep = Sweep::parse(GOLDEN, Path::new("sweep.toml")).unwrap();
    Store::open(folder, &sweep, &Plan::new(&sweep), opening, *EXECUTION).map_err(|error| told(&error))
}

/// Returns an error with its remedies.
fn told(error: &StoreError) -> String {
    error.advice(|remedy| format!("{remedy:?}"))
}

/// Resumes a folder of the golden sweep. Returns the notices and the number of trials that were run.
pub(super) fn resume(folder: &Path) -> (Vec<String>, usize) {
    let sweep = Sweep::parse(GOLDEN, Path::new("sweep.toml")).unwrap();
    let mut store = open(folder, Opening::Resume).unwrap();
    let notices =
        store.corruption().iter().map(|corruption| format!("{corruption}; {}", corruption.repair())).collect();
    let counter = Counter::default();
    runner::run(&sweep, &Plan::new(&sweep), &mut store, *EXECUTION, &counter).unwrap();
    (notices, counter.0.into_inner())
}

#[test]
fn a_flipped_bit_is_refused_and_a_resumed_run_repeats_its_trial_alone() {
    let finished = Finished::new();
    let folder = finished.folder.path();
    store::write_checksums(folder, &[]).unwrap();
    let whole = bytes(folder);
    let manifest = fs::read(folder.join(file::MANIFEST)).unwrap();
    let mut stream = Seed::from_number(11).stream();
    for number in 0..60 {
        let name = [file::TRIALS, file::CONVERGENCE, file::SOLUTIONS, file::DIGESTS][number % 4];
        let mut content = whole[name].clone();
        // The first flips are in the header.
        let place = if number < 4 { number } else { stream.index(content.len()) };
        let line_start = content[..place].iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let line = String::from_utf8(content[line_start..].to_vec()).unwrap();
        let trial: Option<usize> = line.split(',').next().unwrap().parse().ok();
        let (place_of_flip, is_number) = (place, place - line_start < line.find(',').unwrap_or(0));
        content[place] ^= 1 << stream.index(8);
        let when = format!("with a bit of byte {place} of {name} flipped");
        for (file, content) in &whole {
            fs::write(folder.join(file), content).unwrap();
        }
        fs::write(folder.join(file::TIMING), &finished.timing).unwrap();
        fs::write(folder.join(file::MANIFEST), &manifest).unwrap();
        fs::write(folder.join(name), &content).unwrap();
        let error = told(&store::check(folder).unwrap_err());
        // A changed digest differs from the rows of one of the tables.
        let place = if name == file::DIGESTS { name.to_owned() } else { format!("/{name}: line ") };
        assert!(error.contains(&place), "{when}: {error}");
        assert_eq!(open(folder, Opening::New).unwrap_err(), error, "{when}");
        let Some(trial) = trial else {
            assert!(
                error.contains("line 1: this is not the header of the table; WriteHeader(\"trial,"),
                "{when}: {error}"
            );
            assert_eq!(open(folder, Opening::Resume).unwrap_err(), error, "{when}");
            assert!(fs::read(folder.join(name)).unwrap() == content, "{when}");
            continue;
        };
        let (notices, run) = resume(folder);
        assert!(notices.len() == 1 && notices[0].contains(&place), "{when}: {notices:?}");
        // The digests of the tables prove the rows whose own digests are damaged. A flipped end of a line, or a row that gets the number of a
        // trial beside it, damages the rows of two.
        let is_of_two = content[place_of_flip] == b'\n' || whole[name][place_of_flip] == b'\n' || is_number;
        let allowed = if name == file::DIGESTS { 0..=0 } else { 1..=1 + usize::from(is_of_two) };
        assert!(allowed.contains(&run) && (1..=36).contains(&trial), "{when}: {run} trials, {notices:?}");
        let repair = match run {
            0 => "keeps 36 trials and writes the tables again",
            1 => "keeps 35 trials and runs 1 trial again",
            _ => "keeps 34 trials and runs 2 trials again",
        };
        assert!(notices[0].ends_with(repair), "{when}: {notices:?}");
        store::write_checksums(folder, &[]).unwrap();
        assert_same(&bytes(folder), &whole, &when);
    }
}

#[test]
fn a_row_too_many_or_too_few_is_found_in_a_finished_folder() {
    let finished = Finished::new();
    let folder = finished.folder.path();
    for name in [file::TRIALS, file::CONVERGENCE, file::SOLUTIONS, file::DIGESTS] {
        let whole = finished.content(name);
        let row_end = |count: usize| whole.split_inclusive(|&byte| byte == b'\n').take(count).map(<[u8]>::len).sum();
        let lines = whole.iter().filter(|&&byte| byte == b'\n').count();
        let last: usize = row_end(lines - 1);
        let second: [usize; 2] = [row_end(2), row_end(3)];
        for (content, run) in [
            ([whole, &whole[last..]].concat(), None),
            ([whole, b"1"].concat(), Some(0)),
            (whole[..last].to_vec(), Some(1)),
            ([&whole[..second[0]], &whole[second[1]..]].concat(), None),
            (whole[..second[1]].to_vec(), None),
        ] {
            fs::write(folder.join(name), &content).unwrap();
            let error = told(&store::check(folder).unwrap_err());
            assert!(error.contains(&format!("/{name}: line ")) && error.contains("; ResumeRun {"), "{error}");
            let repeated = resume(folder).1;
            assert!(run.is_none_or(|run| run == repeated), "{name}: {error}, {repeated} trials");
            assert_same(&bytes(folder), &finished.whole, name);
        }
    }
}

/// The remedies for a damaged table of a folder.
fn repair(folder: &Path, effect: &str) -> Vec<Remedy> {
    vec![Remedy::ResumeRun { folder: folder.to_owned(), shard: None, effect: effect.to_owned() }]
}

#[test]
fn corrupt_baselines_are_refused_and_run_again() {
    let finished = Finished::new();
    let folder = finished.folder.path();
    let path = folder.join(file::BASELINES);
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replacen(",1,", ",0,", 1)).unwrap();
    let expected = format!("{}: the table does not match its digest in manifest.toml", path.display());
    let error = store::check(folder).unwrap_err();
    assert_eq!(error.to_string(), expected);
    assert_eq!(error.remedies(), repair(folder, "runs the baselines again"));
    assert_eq!(resume(folder), (vec![expected + "; runs the baselines again"], 0));
    assert_same(&bytes(folder), &finished.whole, "after the baselines were run again");
}

#[test]
fn a_resumed_run_that_is_interrupted_after_the_cut_loses_no_trial_before_the_damage() {
    let finished = Finished::new();
    let folder = finished.folder.path();
    let path = folder.join(file::CONVERGENCE);
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replacen("\n3,0,", "\n3,9,", 1)).unwrap();
    // Opened and dropped: the tables are cut, and no trial has run. The damage is in the copy as well.
    for copy in ["", "/.earlier/1"] {
        let store = open(folder, Opening::Resume).unwrap();
        let damage: Vec<&Path> = store.corruption().iter().map(|corruption| &*corruption.path).collect();
        assert_eq!(damage, [Path::new(&format!("{}{copy}/convergence.csv", folder.display()))]);
        assert_eq!(store.scores().len(), 2);
        assert!(store.has(1) && !store.has(2) && store.has(3) && store.has(35));
    }
    assert_eq!(resume(folder).1, 1);
    assert!(!folder.join(".earlier").exists());
    assert_same(&bytes(folder), &finished.whole, "after the repair");
}

#[test]
fn a_damaged_header_has_the_same_message_wherever_it_is_read() {
    let finished = Finished::new();
    let folder = finished.folder.path();
    for name in [file::TRIALS, file::CONVERGENCE, file::SOLUTIONS, file::DIGESTS] {
        for header in [&b"trial,\xff\n"[..], b"trial,seed\n"] {
            let rows = finished.content(name).splitn(2, |&byte| byte == b'\n').nth(1).unwrap();
            fs::write(folder.join(name), [header, rows].concat()).unwrap();
            let error = told(&store::read(folder).unwrap_err());
            assert!(error.contains(&format!("{name}: line 1: this is not the header of the table; Write")), "{error}");
            assert_eq!(open(folder, Opening::Resume).unwrap_err(), error);
        }
        fs::write(folder.join(name), finished.content(name)).unwrap();
    }
}

#[test]
fn unreadable_rows_are_named_in_plain_words() {
    let finished = Finished::new();
    let folder = finished.folder.path();
    let trials = repair(folder, "keeps the other trials and runs its trial again");
    let baselines = repair(folder, "runs the baselines again");
    for (name, old, new, message, remedies) in [
        (file::CONVERGENCE, b'9', 0xff, "not a text in UTF-8", &trials),
        (file::CONVERGENCE, b'.', b'x', "column 6: not a number", &trials),
        (file::BASELINES, b'1', 0xff, "not a text in UTF-8", &baselines),
    ] {
        let mut content = finished.content(name).to_vec();
        let header = content.iter().position(|&byte| byte == b'\n').unwrap();
        let place = content[header..].iter().position(|&byte| byte == old).unwrap();
        content[header + place] = new;
        fs::write(folder.join(name), &content).unwrap();
        let error = store::read(folder).unwrap_err();
        let text = error.to_string();
        assert!(text.contains(&format!("{name}: line ")) && text.ends_with(&format!(": {message}")), "{text}");
        assert_eq!(&error.remedies(), remedies);
        fs::write(folder.join(name), finished.content(name)).unwrap();
    }
}

#[test]
fn digests_of_the_manifest_that_their_tables_contradict_are_written_again() {
    let finished = Finished::new();
    let folder = finished.folder.path();
    let effects = folder.join("effects.csv");
    fs::write(&effects, "stage\nearlier\n").unwrap();
    store::write_checksums(folder, std::slice::from_ref(&effects)).unwrap();
    let path = folder.join(file::MANIFEST);
    let manifest = fs::read_to_string(&path).unwrap();
    let before = manifest.find("\"trials.csv\" = \"").unwrap() + 16;
    fs::write(&path, format!("{}x{}", &manifest[..before], &manifest[before + 1..])).unwrap();
    assert_eq!(store::changed_files(folder).unwrap(), [file::MANIFEST, file::TRIALS]);
    // The rows have their digests in digests.csv.
    assert_eq!(resume(folder), (Vec::new(), 0));
    store::write_checksums(folder, &[]).unwrap();
    assert_eq!(store::changed_files(folder).unwrap(), [""; 0]);
    // A report that another version draws has tables of its own.
    fs::write(&effects, "stage\nlater\n").unwrap();
    store::write_checksums(folder, &[]).unwrap();
    assert_eq!(store::changed_files(folder).unwrap(), ["effects.csv"]);
    store::write_checksums(folder, &[effects]).unwrap();
    assert_eq!(store::changed_files(folder).unwrap(), [""; 0]);
}

#[test]
fn commands_that_read_a_damaged_folder_name_file_and_line() {
    let folder = crate::common::tempdir().unwrap();
    let (sweep, out) = (folder.path().join("one.toml"), folder.path().join("out"));
    fs::write(&sweep, ONE).unwrap();
    let (sweep, out) = (sweep.to_str().unwrap(), out.to_str().unwrap());
    assert_eq!(evocube(&["run", sweep, "--out", out, "-q"]).0, Some(0));
    let whole = bytes(Path::new(out));
    let path = Path::new(out).join(file::SOLUTIONS);
    let text = fs::read_to_string(&path).unwrap();
    let exported = format!("{out}/exported");
    for (old, new, trial) in [("\n4,", "\n4;", 4), ("\n5,random", "\n5,Random", 5)] {
        fs::write(&path, text.replacen(old, new, 1)).unwrap();
        let place = format!(
            "{out}/solutions.csv: line {}: the rows of trial {trial} do not match their digests in digests.csv; ",
            trial + 1
        );
        let repair = "keeps 7 trials and runs 1 trial again";
        for command in [
            &["report", out][..],
            &["plot", out, "convergence"],
            &["export", out, "--to", "ioh", "--out", &exported],
            &["run", sweep, "--out", out, "-q"],
        ] {
            let (code, _, stderr) = evocube(command);
            let error = format!("error: {place}`evocube run SWEEP --out {out} --resume` {repair}\n");
            assert_eq!((code, stderr), (Some(2), error), "{command:?}");
            assert!(!Path::new(&exported).exists());
        }
        let (code, _, stderr) = evocube(&["run", sweep, "--out", out, "--resume"]);
        assert!(code == Some(0) && stderr.starts_with(&format!("note: {place}{repair}\n")), "{stderr}");
        assert_same(&bytes(Path::new(out)), &whole, "after it was made again");
    }
}

#[test]
fn a_damaged_or_lost_manifest_is_refused_and_no_file_is_changed() {
    let finished = Finished::new();
    let folder = finished.folder.path();
    store::write_checksums(folder, &[]).unwrap();
    let whole = bytes(folder);
    let path = folder.join(file::MANIFEST);
    let manifest = fs::read_to_string(&path).unwrap();
    let half = &manifest[..manifest.len() / 2];
    let remedy = "; PutBack, or StartOver";
    for (content, reason, end) in [
        (Some(String::new()), "this is not a manifest of evocube: it has no format", ""),
        (Some(half.to_owned()), "manifest.toml: ", remedy),
        (Some(manifest.replacen("complete = true", "complete = tru", 1)), "manifest.toml: line 3: ", remedy),
        (Some(manifest.replacen("seed = 2016", "seed = 2017", 1)), "another sweep (seed is 2017 there, 2016 here)", ""),
        (Some(manifest.replacen("population = 60", "population = 61", 1)), "base.population is 61 there, 60 here", ""),
        (None, "holds trials, but its manifest.toml is lost", ": PutBack, or AnotherFolder"),
    ] {
        match &content {
            Some(content) => fs::write(&path, content).unwrap(),
            None => fs::remove_file(&path).unwrap(),
        }
        for opening in [Opening::New, Opening::Resume] {
            let error = open(folder, opening).unwrap_err();
            assert!(error.contains(reason) && error.ends_with(end), "{error}");
            let before = whole.iter().filter(|(name, _)| *name != file::MANIFEST);
            before.for_each(|(name, content)| assert!(fs::read(folder.join(name)).unwrap() == *content, "{name}"));
            assert_eq!(fs::read_to_string(&path).ok(), content);
        }
    }
    fs::write(&path, half).unwrap();
    run(GOLDEN, folder, Opening::Fresh);
    assert_same(&bytes(folder), &finished.whole, "after a fresh run");
}

/// A link to itself stands for a file of which the file system cannot tell whether it exists.
#[cfg(unix)]
#[test]
fn a_file_that_the_file_system_cannot_tell_of_is_not_taken_for_a_missing_one() {
    let finished = Finished::new();
    let folder = finished.folder.path();
    let results = file::RESULTS.into_iter().chain(file::WALL_CLOCK).chain([file::MANIFEST]);
    for name in results {
        for manifest in [&finished.manifest[..], &String::from_utf8(finished.unfinished()).unwrap()] {
            fs::write(folder.join(file::MANIFEST), manifest).unwrap();
            let path = folder.join(name);
            let content = fs::read(&path).ok();
            drop(fs::remove_file(&path));
            std::os::unix::fs::symlink(name, &path).unwrap();
            let sentence = format!("{}: too many levels of symbolic links", path.display());
            assert_eq!(store::read(folder).unwrap_err().to_string(), sentence);
            // Nothing needs the earlier times.
            if name != file::BASELINE_TIMING {
                assert_eq!(open(folder, Opening::Resume).unwrap_err(), sentence);
            }
            assert!(fs::symlink_metadata(&path).unwrap().is_symlink());
            fs::remove_file(&path).unwrap();
            if let Some(content) = content {
                fs::write(&path, content).unwrap();
            }
        }
    }
    fs::write(folder.join(file::MANIFEST), &finished.manifest).unwrap();
    assert_eq!(resume(folder), (Vec::new(), 0));
    assert_same(&bytes(folder), &finished.whole, "without the links");
}

/// Changes the ends of lines of files in a folder and below, as git does on Windows.
fn write_crlf(folder: &Path, is_changed: impl Fn(&str) -> bool) {
    for (name, bytes) in common::files(folder) {
        if is_changed(&name) {
            let text = String::from_utf8(bytes).unwrap();
            fs::write(folder.join(name), text.replace('\n', "\r\n")).unwrap();
        }
    }
}

#[test]
fn line_ends_that_git_has_changed_are_restored_where_the_digests_prove_it() {
    let folder = crate::common::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("one.toml"), ONE).unwrap();
    let (sweep, out, exported, figure) = (path("one.toml"), path("out"), path("exported"), path("figure.svg"));
    assert_eq!(evocube(&["run", &sweep, "--out", &out, "-q"]).0, Some(0));
    let whole = common::files(Path::new(&out));
    for (name, command) in [
        ("", &["report", &out][..]),
        ("", &["verify", &out, "-q"]),
        ("", &["plot", &out, "convergence", "--out", &figure]),
        ("", &["export", &out, "--to", "ioh", "--out", &exported]),
        ("", &["run", &sweep, "--out", &out, "-q"]),
        (file::MANIFEST, &["verify", &out, "-q"]),
        (file::TRIALS, &["report", &out]),
        (file::CONVERGENCE, &["verify", &out, "-q"]),
        (file::DIGESTS, &["run", &sweep, "--out", &out, "-q", "--resume"]),
        (file::TIMING, &["verify", &out, "-q"]),
    ] {
        // One file, or all of them.
        write_crlf(Path::new(&out), |other| other == name || (name.is_empty() && other != file::ATTRIBUTES));
        let (code, _, stderr) = evocube(command);
        assert_eq!(code, Some(0), "{name}, {command:?}: {stderr}");
        assert_same(&common::files(Path::new(&out)), &whole, &format!("after {name}, {command:?}"));
    }
    // A changed number stays as it is, and so do the ends of its lines.
    write_crlf(Path::new(&out), |other| other != file::ATTRIBUTES);
    let solutions = fs::read_to_string(path("out/solutions.csv")).unwrap();
    let changed = solutions.replacen("\r\n1,", "\r\n1, ", 1);
    assert_ne!(changed, solutions);
    fs::write(path("out/solutions.csv"), &changed).unwrap();
    let (code, _, stderr) = evocube(&["report", &out]);
    let sentence = format!("error: {out}/solutions.csv: line 1 ends with CRLF, expected LF: git or another program");
    assert!(code == Some(2) && stderr.starts_with(&sentence), "{stderr}");
    assert_eq!(fs::read_to_string(path("out/solutions.csv")).unwrap(), changed);
    assert_eq!(fs::read(path("out/trials.csv")).unwrap(), whole[file::TRIALS]);
}

#[test]
fn an_unfinished_folder_with_crlf_is_refused_with_the_word_and_a_way_back() {
    let finished = Finished::new();
    let out = finished.folder.path().to_str().unwrap().to_owned();
    let place = crate::common::tempdir().unwrap();
    let sweep = place.path().join("golden.toml").to_str().unwrap().to_owned();
    fs::write(&sweep, GOLDEN).unwrap();
    for name in [file::MANIFEST, file::TRIALS, file::CONVERGENCE, file::DIGESTS, ""] {
        finished.leave_cut(&[(file::TRIALS, 700)]);
        write_crlf(Path::new(&out), |other| other == name || (name.is_empty() && other != file::ATTRIBUTES));
        let refused = if name.is_empty() { file::MANIFEST } else { name };
        for command in [
            &["report", &out][..],
            &["verify", &out, "-q"],
            &["plot", &out, "convergence"],
            &["run", &sweep, "--out", &out, "-q", "--resume"],
            &["run", &sweep, "--out", &out, "-q", "--extend"],
        ] {
            let (code, _, stderr) = evocube(command);
            let sentence = format!(
                "error: {out}/{refused}: line 1 ends with CRLF, expected LF: git or another program has changed the ends of lines in \
                 this folder. Put back a copy with the ends as they were; in git, write `* -text` into {out}/.gitattributes, delete \
                 the other files of the folder, and check them out again\n"
            );
            assert_eq!((code, stderr), (Some(2), sentence), "{name}, {command:?}");
        }
    }
}

/// A folder in a repository is checked out by a git that writes CRLF, as on Windows.
#[test]
#[ignore = "needs git"]
fn a_folder_goes_through_git_unchanged_and_comes_back_as_the_message_says() {
    let folder = crate::common::tempdir().unwrap();
    fs::write(folder.path().join("one.toml"), ONE).unwrap();
    let place = folder.path();
    let git = |arguments: &[&str]| {
        let mut git = Command::new("git");
        git.current_dir(place).args(["-c", "core.autocrlf=true", "-c", "core.safecrlf=false"]);
        git.args(["-c", "user.name=x", "-c", "user.email=x@example.org"]).args(arguments);
        git.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
    };
    assert!(git(&["init"]), "git is there");
    let out = place.join("out");
    assert_eq!(
        evocube(&["run", place.join("one.toml").to_str().unwrap(), "--out", out.to_str().unwrap(), "-q"]).0,
        Some(0)
    );
    let whole = common::files(&out);
    let commit = || assert!(git(&["add", "out"]) && git(&["commit", "-q", "-m", "results"]));
    let check_out = || {
        for name in whole.keys().filter(|name| *name != file::ATTRIBUTES) {
            fs::remove_file(out.join(name)).unwrap();
        }
        assert!(git(&["checkout", "--", "out"]) || git(&["checkout", "HEAD", "--", "out"]));
    };
    commit();
    check_out();
    assert_same(&common::files(&out), &whole, "after git");
    // Without the attributes in the repository git writes CRLF.
    fs::remove_file(out.join(file::ATTRIBUTES)).unwrap();
    commit();
    check_out();
    assert!(matches!(store::read(&out), Err(store::StoreError::LineEnds { .. })));
    store::check(&out).unwrap();
    fs::write(out.join(file::ATTRIBUTES), "* -text\n").unwrap();
    assert_same(&common::files(&out), &whole, "after the line ends are restored");
    check_out();
    fs::write(out.join(file::ATTRIBUTES), "* -text\n").unwrap();
    check_out();
    assert_same(&common::files(&out), &whole, "after the advice of the message");
}
