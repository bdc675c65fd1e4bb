//! Repairs of damaged folders: only trials whose rows nothing proves are run again. The messages about damage are tested in
//! `damaged_folders`.

use super::damaged_folders::resume;
use super::*;

/// Flips the last bit of the last digit in the first row of a trial in a table.
fn damage(folder: &Path, name: &str, trial: usize) {
    let path = folder.join(name);
    let mut content = fs::read(&path).unwrap();
    let row = String::from_utf8(content.clone()).unwrap().find(&format!("\n{trial},")).unwrap() + 1;
    let end = content[row..].iter().position(|&byte| byte == b'\n').unwrap();
    let digit = content[row..row + end].iter().rposition(u8::is_ascii_digit).unwrap();
    content[row + digit] ^= 1;
    fs::write(path, content).unwrap();
}

#[test]
fn damage_at_several_places_repeats_the_trials_of_these_places() {
    let finished = Finished::new();
    let folder = finished.folder.path();
    for (is_complete, run) in [(true, 4), (false, 4 + 6)] {
        if !is_complete {
            fs::write(folder.join(file::MANIFEST), finished.unfinished()).unwrap();
            let trials: String =
                std::str::from_utf8(finished.content(file::TRIALS)).unwrap().split_inclusive('\n').take(31).collect();
            fs::write(folder.join(file::TRIALS), trials).unwrap();
        }
        for (name, trial) in [(file::CONVERGENCE, 1), (file::SOLUTIONS, 9), (file::TRIALS, 20), (file::DIGESTS, 21)] {
            damage(folder, name, trial);
        }
        let (notices, repeated) = resume(folder);
        let repair = format!("keeps {} trials and runs 4 trials again", if is_complete { 32 } else { 26 });
        assert!(notices.len() == 1 && notices[0].ends_with(&repair), "{notices:?}");
        assert_eq!(repeated, run);
        assert_same(&bytes(folder), &finished.whole, "after the damage was repaired");
    }
}

#[test]
fn a_lost_table_of_digests_is_written_again_where_those_of_the_manifest_prove_the_rows() {
    let finished = Finished::new();
    let folder = finished.folder.path();
    store::write_checksums(folder, &[]).unwrap();
    let whole = bytes(folder);
    fs::remove_file(folder.join(file::DIGESTS)).unwrap();
    let (notices, run) = resume(folder);
    let sentence = "digests.csv: line 1: the digests of trial 1 are not those of its rows; keeps 36 trials and writes the tables again";
    assert!(notices.len() == 1 && notices[0].ends_with(sentence) && run == 0, "{notices:?}, {run} trials");
    store::write_checksums(folder, &[]).unwrap();
    assert_same(&bytes(folder), &whole, "after the digests were written again");
    // Without them, nothing proves the rows of a damaged table.
    fs::remove_file(folder.join(file::DIGESTS)).unwrap();
    damage(folder, file::SOLUTIONS, 30);
    assert_eq!(resume(folder).1, 36);
    store::write_checksums(folder, &[]).unwrap();
    assert_same(&bytes(folder), &whole, "after all trials were run again");
}

#[test]
fn a_damaged_race_repeats_the_trials_of_damaged_rows() {
    let place = crate::common::tempdir().unwrap();
    let (sweep, out) = (place.path().join("race.toml"), place.path().join("out"));
    let text = "name = 'race'\nseed = 3\n[[instance]]\nrandom = 4\n[base]\npopulation = 20\nstop.generations = 4\n[[factor]]\n\
                key = 'population'\nlevels = [10, 20, 30]\n[[factor]]\nkey = 'elitism'\nlevels = [0, 1, 2]\n";
    fs::write(&sweep, text).unwrap();
    let race = |more: &[&str]| {
        let words =
            ["race", sweep.to_str().unwrap(), "--budget", "80", "--holdout", "2", "--out", out.to_str().unwrap()];
        evocube(&[&words, more].concat())
    };
    assert_eq!(race(&["-q"]).0, Some(0));
    let whole = bytes(&out);
    let trials = store::read(&out).unwrap().trials.len();
    damage(&out, file::CONVERGENCE, 2);
    damage(&out, file::TRIALS, 7);
    let (code, _, stderr) = race(&["--resume"]);
    let repair = format!("keeps {} trials and runs 2 trials again\n", trials - 2);
    assert!(code == Some(0) && stderr.contains(&repair), "{stderr}");
    assert_same(&bytes(&out), &whole, "after damaged rows of a race were run again");
}
