//! Golden bytes: the digests of the tables of sweeps in `tests/data`.

use super::*;

#[test]
fn the_golden_sweep_gives_its_bytes_for_any_number_of_threads_and_every_kernel() {
    gives_its_bytes("golden", include_str!("../data/golden.digests"), 36);
}

#[test]
fn adaptive_operators_give_their_bytes_for_any_number_of_threads_and_every_kernel() {
    gives_its_bytes("operators", include_str!("../data/operators.digests"), 24);
}

#[test]
fn strategies_give_their_bytes_for_any_number_of_threads_and_every_kernel() {
    gives_its_bytes("strategies", include_str!("../data/strategies.digests"), 8);
}

#[test]
fn walks_on_genomes_give_their_bytes_for_any_number_of_threads_and_every_kernel() {
    gives_its_bytes("walks", include_str!("../data/walks.digests"), 22);
}

#[test]
fn populations_on_genomes_give_their_bytes_for_any_number_of_threads_and_every_kernel() {
    gives_its_bytes("populations", include_str!("../data/populations.digests"), 12);
}

#[test]
fn a_file_defined_puzzle_gives_its_bytes_for_any_number_of_threads_and_every_kernel() {
    gives_its_bytes("pyraminx", include_str!("../data/pyraminx.digests"), 21);
}

#[test]
fn the_small_cube_gives_its_bytes_for_any_number_of_threads_and_every_kernel() {
    gives_its_bytes("pocket", include_str!("../data/pocket.digests"), 9);
}

/// Checks the digests of the tables of a sweep of `tests/data`, for several numbers of threads and every kernel.
#[track_caller]
pub(super) fn gives_its_bytes(name: &str, digests: &str, trials: usize) {
    let folder = tempfile::tempdir().unwrap();
    let file = format!("{}/tests/data/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let mut first = None;
    let kernels = Kernel::available().map(|kernel| ("3", kernel.name()));
    for (threads, kernel) in ["1", "2", "7"].map(|threads| (threads, Kernel::best().name())).into_iter().chain(kernels)
    {
        let out = folder.path().join(format!("{threads}-{kernel}"));
        let execution = ["--threads", threads, "--kernel", kernel, "-q"];
        let (code, _, said) = evocube(&[&["run", &file, "--out", out.to_str().unwrap()], &execution[..]].concat());
        assert_eq!((code, said.as_str()), (Some(0), ""), "{threads} threads, {kernel}");
        let mut found = bytes(&out);
        let figures = found.keys().filter(|name| name.ends_with(".svg")).count();
        assert!(figures > 0 && found.contains_key("report.html") && found.contains_key("summary.md"));
        let expected = first.get_or_insert(found.clone());
        if kernel != Kernel::best().name() {
            // These files name the kernel.
            for name in [file::MANIFEST, "report.html", "summary.md"] {
                found.insert(name.to_owned(), expected[name].clone());
            }
        }
        assert_same(&found, expected, &format!("with {threads} threads and {kernel}"));
    }
    // Published numbers depend on these digests: a change of one is "Result-breaking" in the CHANGELOG.
    for line in digests.lines().filter(|line| !line.starts_with('#')) {
        let (digest, name) = line.split_once("  ").expect("a digest and a name");
        assert_eq!(
            store::digest(&folder.path().join("3-scalar").join(name)).unwrap(),
            digest,
            "{name}: result-breaking"
        );
    }
    let manifest = String::from_utf8(first.unwrap()[file::MANIFEST].clone()).unwrap();
    assert!(manifest.contains(&format!("trials = {trials}\n")) && manifest.contains("complete = true"), "{manifest}");
}
