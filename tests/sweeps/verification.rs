//! Verification of folders: identical rows, the first row that differs, stale reports, changed tables, manifests, digests and selections,
//! and unfinished runs. Damage that other commands find is tested in `damaged_folders`.

use std::sync::atomic::{AtomicBool, Ordering};

use evocube::experiment::verify::verify;
use evocube::prelude::{Bernoulli, Cancelled, Context, CounterStream, Gene, Mutate};

use super::*;

#[test]
fn verify_says_identical_or_names_the_row() {
    let folder = crate::common::tempdir().unwrap();
    let sweep = folder.path().join("golden.toml");
    fs::write(&sweep, GOLDEN).unwrap();
    let out = folder.path().join("out");
    let out = out.to_str().unwrap();
    assert_eq!(evocube(&["run", sweep.to_str().unwrap(), "--out", out]).0, Some(0));
    let identical = |trials: &str| (Some(0), format!("identical: {trials} run again\n"), String::new());
    assert_eq!(evocube(&["verify", out]), identical("36 trials"));
    assert_eq!(evocube(&["verify", out, "--trial", "17", "--threads", "1"]), identical("1 trial"));
    let (code, json, _) = evocube(&["verify", out, "--json"]);
    let verdict: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((code, &verdict["identical"], &verdict["trials"]), (Some(0), &true.into(), &36.into()));
    assert!(verdict["difference"].is_null());

    for (name, column) in [(file::TRIALS, 7), (file::CONVERGENCE, 2), (file::SOLUTIONS, 3)] {
        let path = Path::new(out).join(name);
        let text = fs::read_to_string(&path).unwrap();
        // Changes a number in a row of trial 11 and one in a row of trial 20: the first is named.
        let mut recorded = None;
        let changed: String = text
            .split_inclusive('\n')
            .map(|line| {
                if !line.starts_with("11,") && !line.starts_with("20,") {
                    return line.to_owned();
                }
                // Split from the right, since names may contain commas.
                let mut fields: Vec<String> = line.trim_end().rsplitn(column + 1, ',').map(str::to_owned).collect();
                fields[column - 1].push('7');
                fields.reverse();
                let line = fields.join(",");
                recorded.get_or_insert(line.clone());
                line + "\n"
            })
            .collect();
        fs::write(&path, changed).unwrap();
        let recorded = recorded.unwrap();
        let (code, stdout, _) = evocube(&["verify", out]);
        let beginning = format!(
            "{name} was changed after it was written: its digest differs\nnot identical: trial 11 in {name}\n\
             recorded: {recorded}\nnow:      11,"
        );
        assert_eq!(code, Some(1));
        assert!(stdout.starts_with(&beginning), "{stdout}");
        let (code, json, _) = evocube(&["verify", out, "--json"]);
        let verdict: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!((code, &verdict["identical"]), (Some(1), &false.into()));
        assert_eq!(verdict["difference"]["recorded"], recorded.as_str());
        assert_eq!(verdict["changed_files"][0], name);
        assert_eq!(evocube(&["verify", out, "--trial", "20"]).0, Some(1));
        let (code, stdout, _) = evocube(&["verify", out, "--trial", "21"]);
        assert_eq!(code, Some(1));
        assert!(stdout.ends_with("the rows of 1 trial are identical\n"), "{stdout}");
        fs::write(&path, text).unwrap();
    }
    assert_eq!(evocube(&["verify", out]), identical("36 trials"));
}

/// A mutation that reverses genomes while the flag is set, as another program may do.
struct Drifts;

static DRIFTS: AtomicBool = AtomicBool::new(false);

impl Mutate for Drifts {
    fn individual_rate(&self) -> Bernoulli {
        Bernoulli::new(1.0)
    }

    fn mutate(&self, genes: &mut [Gene], _: &mut Context<'_>, _: &mut CounterStream) -> Result<bool, Cancelled> {
        if DRIFTS.load(Ordering::Relaxed) {
            genes.reverse();
        }
        Ok(true)
    }
}

#[test]
fn verify_returns_the_first_row_that_another_program_gives() {
    let registry = Registry::new().component::<dyn Mutate>("drifts", "1", |_| Ok(Box::new(Drifts)));
    let folder = crate::common::tempdir().unwrap();
    run_with(&ONE.replace("[[factor]]", "mutation = \"drifts\"\n[[factor]]"), &registry, folder.path(), Opening::New);
    let results = store::read(folder.path()).unwrap();
    let verdict = |only| verify(folder.path(), &results, only, &registry, *EXECUTION, &()).unwrap();
    assert!(verdict(None).is_identical());
    DRIFTS.store(true, Ordering::Relaxed);
    for (only, trial) in [(None, 1), (Some(3), 3)] {
        let difference = verdict(only).difference.unwrap();
        assert_eq!(difference.trial, Some(trial));
        let recorded = fs::read_to_string(folder.path().join(difference.file)).unwrap();
        assert!(recorded.lines().any(|line| line == difference.recorded), "{difference:?}");
        let beginning = format!("{trial},");
        assert!(
            difference.recorded.starts_with(&beginning) && difference.current.starts_with(&beginning),
            "{difference:?}"
        );
        assert_ne!(difference.recorded, difference.current);
    }
}

#[test]
fn verify_finds_a_report_that_differs_from_its_rows() {
    let folder = crate::common::tempdir().unwrap();
    let (sweep, out) = (folder.path().join("one.toml"), folder.path().join("out"));
    fs::write(&sweep, ONE).unwrap();
    let arguments = ["run", sweep.to_str().unwrap(), "--quiet", "--out", out.to_str().unwrap()];
    assert_eq!(evocube(&arguments).0, Some(0));
    let verify = |more: &[&str]| evocube(&[&["verify", out.to_str().unwrap()], more].concat());
    let identical = (Some(0), "identical: 8 trials run again\n".to_owned(), String::new());
    assert_eq!(verify(&[]), identical);
    let whole = bytes(&out);
    let draws_again = format!("not what this version draws from these rows: `evocube report {}` draws", out.display());
    // A report of another version: the manifest has the digest of the file on disk.
    let figure = whole.keys().find(|name| name.ends_with(".svg")).unwrap().clone();
    let changes: [(&[&str], &str); 3] = [
        (&["summary.md"], "summary.md is "),
        (&["summary.md", "report.html"], "report.html and another file are "),
        (&[&figure, "summary.md", "report.html"], "report.html and 2 other files are "),
    ];
    for (names, beginning) in changes {
        for name in names {
            fs::write(out.join(name), "of another version").unwrap();
        }
        let drawn: Vec<_> = whole.keys().map(|name| out.join(name)).collect();
        store::write_checksums(&out, &drawn).unwrap();
        let (code, stdout, _) = verify(&[]);
        assert_eq!(code, Some(1));
        let rest = " the report again\nthe rows of 8 trials are identical\n";
        assert_eq!(stdout, format!("{beginning}{draws_again}{rest}"));
        let (code, json, _) = verify(&["--json"]);
        let verdict: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!((code, &verdict["identical"]), (Some(1), &false.into()));
        assert_eq!(verdict["stale_files"].as_array().unwrap().len(), names.len());
        // The verification of a single trial does not check the report.
        assert_eq!(verify(&["--trial", "3"]), (Some(0), "identical: 1 trial run again\n".to_owned(), String::new()));
        assert_eq!(evocube(&["report", out.to_str().unwrap()]).0, Some(0));
        assert_same(&bytes(&out), &whole, "when it is drawn again");
        assert_eq!(verify(&[]), identical);
    }
    // Figures of an earlier report, of which the user has changed one, and a file of the user.
    let names = ["plots/changed.svg", "plots/old.svg", "plots/users.svg"];
    names.iter().for_each(|name| fs::write(out.join(name), "<svg/>").unwrap());
    let drawn: Vec<_> =
        whole.keys().map(String::as_str).chain(names[..2].iter().copied()).map(|name| out.join(name)).collect();
    store::write_checksums(&out, &drawn).unwrap();
    let (code, stdout, _) = verify(&[]);
    assert!(code == Some(1) && stdout.starts_with("plots/changed.svg and another file are "), "{stdout}");
    fs::write(out.join(names[0]), "<svg></svg>").unwrap();
    assert_eq!(evocube(&["report", out.to_str().unwrap()]).0, Some(0));
    assert_eq!(names.map(|name| out.join(name).exists()), [true, false, true]);
    assert_eq!(verify(&[]), identical);
}

#[test]
fn edited_tables_are_reported_without_a_panic() {
    let finished = Finished::new();
    let path = finished.folder.path().join(file::TRIALS);
    let text = fs::read_to_string(&path).unwrap();
    let out = finished.folder.path().to_str().unwrap();
    // All trials of a point (the last stage selects by the median) are assigned to another; a point does not exist; the sum of
    // penalties overflows.
    let changes: [fn(&str) -> String; 3] = [
        |line| line.replacen(",alphabet,1,", ",alphabet,2,", 1),
        |line| line.replacen(",alphabet,1,", ",alphabet,0,", 1),
        |line| {
            let mut fields: Vec<&str> = line.rsplitn(10, ',').collect();
            fields[8] = "18446744073709551615";
            fields.reverse();
            if line.starts_with("trial") { line.to_owned() } else { fields.join(",") }
        },
    ];
    for change in changes {
        fs::write(&path, text.split_inclusive('\n').map(change).collect::<String>()).unwrap();
        let (code, stdout, stderr) = evocube(&["verify", out]);
        assert_eq!((code, stderr.as_str()), (Some(1), ""), "{stdout}");
        assert!(stdout.contains("not identical: trial "), "{stdout}");
        // Without the check, the rows are read as they are.
        let results = store::read(finished.folder.path()).unwrap();
        assert_eq!(results.trials.len(), 36);
    }
}

#[test]
fn a_changed_table_is_reported_after_the_report_is_drawn_again() {
    let folder = crate::common::tempdir().unwrap();
    let (sweep, out) = (folder.path().join("golden.toml"), folder.path().join("out"));
    fs::write(&sweep, GOLDEN).unwrap();
    let (sweep, out) = (sweep.to_str().unwrap(), out.to_str().unwrap());
    assert_eq!(evocube(&["run", sweep, "--out", out]).0, Some(0));
    let timing = Path::new(out).join(file::TIMING);
    let changed = fs::read_to_string(&timing).unwrap().replacen('0', "1", 1);
    fs::write(&timing, changed).unwrap();
    assert_eq!(evocube(&["report", out]).0, Some(0));
    let (code, stdout, _) = evocube(&["verify", out]);
    assert_eq!(code, Some(1));
    assert!(stdout.starts_with("timing.csv was changed after it was written: its digest differs\n"), "{stdout}");
}

#[test]
fn verify_of_an_unfinished_run_says_how_many_of_its_trials_are_recorded() {
    let finished = Finished::new();
    let out = finished.folder.path().to_str().unwrap();
    let rows = |count: usize| {
        finished
            .content(file::TRIALS)
            .split_inclusive(|&byte| byte == b'\n')
            .take(1 + count)
            .map(<[u8]>::len)
            .sum::<usize>()
    };
    let verify = |more: &[&str]| {
        let (code, text, _) = evocube(&[&["verify", out], more].concat());
        (code, text)
    };
    for recorded in [9, 36] {
        finished.leave_cut(&[(file::TRIALS, rows(recorded))]);
        let text = format!("identical: {recorded} of 36 trials run again; the run is unfinished\n");
        assert_eq!(verify(&[]), (Some(0), text));
        assert_eq!(verify(&["--trial", "3"]), (Some(0), "identical: 1 trial run again\n".to_owned()));
        let verdict: serde_json::Value = serde_json::from_str(&verify(&["--json"]).1).unwrap();
        let keys = ["identical", "complete", "trials"].map(|key| verdict[key].clone());
        assert_eq!(keys, [serde_json::json!(true), false.into(), recorded.into()]);
    }
    fs::write(finished.folder.path().join(file::MANIFEST), &finished.manifest).unwrap();
    assert_eq!(verify(&[]), (Some(0), "identical: 36 trials run again\n".to_owned()));
    let verdict: serde_json::Value = serde_json::from_str(&verify(&["--json"]).1).unwrap();
    assert_eq!(verdict["complete"], true);
    finished.leave_cut(&[(file::TRIALS, rows(9))]);
    let changed = String::from_utf8(finished.content(file::SOLUTIONS).to_vec()).unwrap().replacen("\n3,", "\n3,x", 1);
    fs::write(finished.folder.path().join(file::SOLUTIONS), changed).unwrap();
    let (code, text) = verify(&[]);
    assert!(code == Some(1) && text.starts_with("not identical: trial 3 in solutions.csv\n"), "{text}");
}

#[test]
fn any_changed_line_of_a_manifest_is_named_until_the_run_is_repeated() {
    let folder = crate::common::tempdir().unwrap();
    let (sweep, out) = (folder.path().join("one.toml"), folder.path().join("out"));
    fs::write(&sweep, ONE.replace("seed = 5", "seed = 5\nnotes = \"a\\n[machine]\\nb\"")).unwrap();
    let (sweep, shown) = (sweep.to_str().unwrap(), out.to_str().unwrap());
    let run = ["run", sweep, "--out", shown, "-q", "--set", "elitism=2"];
    assert_eq!(evocube(&run).0, Some(0));
    assert_eq!(store::changed_files(&out).unwrap(), [""; 0]);
    let (whole, path) = (bytes(&out), out.join(file::MANIFEST));
    let text = fs::read_to_string(&path).unwrap();
    let end = text.rfind("\n[machine]\n").unwrap();
    let mut lines = 0;
    for (place, _) in text[..end].match_indices('\n').chain([(end, "")]) {
        // A comment leaves the values of most lines as they are.
        fs::write(&path, format!("{} #{}", &text[..place], &text[place..])).unwrap();
        let changed = store::changed_files(&out);
        assert!(changed.is_err() || changed.is_ok_and(|names| names == [file::MANIFEST]), "{}", &text[..place]);
        lines += 1;
    }
    assert!(lines > 60 && text[..end].contains("overrides") && text[..end].contains("[sources]"), "{text}");
    // The machine may be another one.
    fs::write(&path, text.replacen("\nthreads = ", "\nthreads = 1", 1)).unwrap();
    assert_eq!(store::changed_files(&out).unwrap(), [""; 0]);

    let other = text.replacen("elitism=2", "elitism=3", 1);
    assert_ne!(other, text);
    let sentence =
        "manifest.toml was changed after it was written: its digest differs\nthe rows of 8 trials are identical\n";
    for _ in 0..2 {
        fs::write(&path, &other).unwrap();
        assert_eq!(evocube(&["verify", shown]), (Some(1), sentence.to_owned(), String::new()));
        // The report does not hide it.
        assert_eq!(evocube(&["report", shown]).0, Some(0));
        assert_eq!(evocube(&["verify", shown]), (Some(1), sentence.to_owned(), String::new()));
        assert_eq!(evocube(&run).0, Some(0));
        assert_same(&bytes(&out), &whole, "after the run is repeated");
    }
    let digests = fs::read_to_string(out.join(file::DIGESTS)).unwrap();
    let (rows, _) = digests.split_once("\nmanifest,").unwrap();
    fs::write(out.join(file::DIGESTS), format!("{rows}\n")).unwrap();
    let sentence = "manifest.toml has no digest: the last line of digests.csv is missing, which `evocube run` writes\n";
    let (code, stdout, _) = evocube(&["verify", shown]);
    assert!(code == Some(1) && stdout.starts_with(sentence), "{stdout}");
    assert_eq!(evocube(&run).0, Some(0));
    assert_same(&bytes(&out), &whole, "after the run is repeated");
}

#[test]
fn a_changed_digest_or_selection_is_found_by_running_the_trials_again() {
    let finished = Finished::new();
    let (folder, out) = (finished.folder.path(), finished.folder.path().to_str().unwrap());
    // The manifest has no digest before the report is drawn.
    assert_eq!(store::changed_files(folder).unwrap(), [""; 0]);
    let digests = fs::read_to_string(folder.join(file::DIGESTS)).unwrap();
    let line = digests.lines().nth(5).unwrap();
    let forged = line.replacen(&line[3..5], if &line[3..5] == "00" { "11" } else { "00" }, 1);
    fs::write(folder.join(file::DIGESTS), digests.replacen(line, &forged, 1)).unwrap();
    let (code, stdout, _) = evocube(&["verify", out]);
    let sentence = format!("not identical: trial 5 in digests.csv\nrecorded: {forged}\nnow:      {line}\n");
    assert_eq!((code, stdout), (Some(1), sentence));
    fs::write(folder.join(file::DIGESTS), &digests).unwrap();

    let selected = finished.manifest.split("[[selected]]").nth(1).unwrap();
    let value = |key: &str| selected.lines().find_map(|line| line.strip_prefix(key)).unwrap();
    let (point, levels) = (value("point = "), value("levels = "));
    let sweep = Sweep::parse(GOLDEN, Path::new("x.toml")).unwrap();
    let number: usize = point.parse().unwrap();
    let another = number % 4 + 1;
    let name = sweep.stages[0].point_name(another - 1);
    let other = selected.replace(&format!("point = {point}"), &format!("point = {another}"));
    let other = other.replace(levels, &format!("\"{name}\""));
    fs::write(folder.join(file::MANIFEST), finished.manifest.replacen(selected, &other, 1)).unwrap();
    let (code, stdout, _) = evocube(&["verify", out]);
    let sentence = format!(
        "not identical: manifest.toml: [[selected]] has point {another} of stage size ({name}), the trials select point {number} of \
         stage size ({})\n",
        sweep.stages[0].point_name(number - 1)
    );
    assert!(code == Some(1) && stdout.starts_with(&sentence), "{stdout}");
}
