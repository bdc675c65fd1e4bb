//! Tests of the messages for users of other programs: commands and options get the equivalent here, and numbers out of range the form to
//! write.

use crate::common::evocube_in as evocube;

#[test]
fn commands_and_options_of_other_programs_are_told_what_does_the_same() {
    let folder = crate::common::tempdir().unwrap();
    for (arguments, meaning) in [
        (&["compare", "a", "b"][..], "`evocube report DIR DIR` compares results folders"),
        (&["tune", "a.toml"], "`evocube race SWEEP` tunes a configuration"),
        (&["list"], "docs/experiments.md lists them"),
        (&["init"], "`evocube new` writes a sweep to start from"),
        (&["run", "a.toml", "--dry-run"], "`evocube plan SWEEP` shows what would run"),
        (&["run", "a.toml", "--jobs", "2"], "`--threads N` sets the number of threads"),
        (&["solve", "R U", "--solver", "optimal"], "korf and pocket find shortest solutions"),
        (&["show", "solved"], "write moves that cancel, as in \"U U'\""),
    ] {
        let (code, _, stderr) = evocube(folder.path(), arguments);
        assert_eq!(code, Some(2), "{arguments:?}");
        assert!(stderr.contains(meaning) && !stderr.contains("to pass"), "{arguments:?}: {stderr}");
    }
}

#[test]
fn numbers_out_of_range_are_told_what_to_write() {
    let folder = crate::common::tempdir().unwrap();
    for (arguments, sentence) in [
        (&["run", "quickstart", "--seed", "18446744073709551616"][..], "the number is too large"),
        (
            &["run", "quickstart", "--seed", "-1"],
            "invalid value '-1' for '--seed <N>': write a whole number from 0, in digits",
        ),
        (&["scramble", "--count", "x"], "invalid value 'x' for '--count <N>': write a whole number from 0, in digits"),
        (&["scramble", "--count", "-1"], "invalid value '-1' for '--count <N>': -1 is not in 1..=1000000"),
        (
            &["run", "quickstart", "--threads", "-1"],
            "invalid value '-1' for '--threads <N>': expected a number from 1 to 4096",
        ),
    ] {
        let (code, _, stderr) = evocube(folder.path(), arguments);
        assert!(code == Some(2) && stderr.contains(sentence), "{arguments:?}: {stderr}");
    }
}
