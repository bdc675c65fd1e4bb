//! Golden bytes: the digests of the tables of sweeps in `tests/data` for any number of threads and every kernel, and the same report for
//! any threads. `EVOCUBE_UPDATE` writes the digests again. `gives_its_bytes` checks further sweeps in `breeding`, `logging` and `schemes`;
//! `without_report` serves `random`, too.

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
fn algorithms_on_genomes_with_a_mutation_give_their_bytes_for_any_number_of_threads_and_every_kernel() {
    gives_its_bytes("neighborhoods", include_str!("../data/neighborhoods.digests"), 32);
}

#[test]
fn restarts_of_algorithms_on_genomes_give_their_bytes_for_any_number_of_threads_and_every_kernel() {
    gives_its_bytes("restarts", include_str!("../data/restarts.digests"), 44);
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

#[test]
fn a_report_has_the_same_bytes_for_any_number_of_threads() {
    let finished = Finished::new();
    let folder = finished.folder.path();
    let draw = |threads| {
        let (code, _, stderr) =
            execute(program().args(["report", folder.to_str().unwrap()]).env("RAYON_NUM_THREADS", threads));
        assert_eq!((code, stderr.as_str()), (Some(0), ""));
        bytes(folder)
    };
    let drawn = draw("1");
    assert!(drawn.keys().any(|name| name.ends_with(".svg")), "{:?}", drawn.keys());
    assert_same(&draw("7"), &drawn, "with 7 threads");
}

/// Returns the files of a results folder without those of the report, and the manifest without their digests and without its own in
/// `digests.csv`.
pub(super) fn without_report(mut files: BTreeMap<String, Vec<u8>>) -> BTreeMap<String, Vec<u8>> {
    let pages = ["report.html", "summary.md", "effects.csv", "comparisons.csv"];
    let is_drawn = |name: &str| name.starts_with("plots/") || pages.contains(&name);
    files.retain(|name, _| !is_drawn(name));
    let manifest = String::from_utf8(files.remove(file::MANIFEST).unwrap()).unwrap();
    let is_kept = |line: &&str| !line.split('"').nth(1).is_some_and(|name| line.starts_with('"') && is_drawn(name));
    let manifest: String = manifest.split_inclusive('\n').filter(is_kept).collect();
    files.insert(file::MANIFEST.to_owned(), manifest.into_bytes());
    if let Some(digests) = files.get_mut(file::DIGESTS) {
        let seal = b"\nmanifest,";
        let end = digests.windows(seal.len()).position(|window| window == seal);
        digests.truncate(end.map_or(digests.len(), |end| end + 1));
    }
    files
}

/// Checks the digests of the tables of a sweep of `tests/data`, for several numbers of threads and every kernel.
///
/// The program runs the sweep once and draws its report, whose bytes depend on the tables alone. The other runs are those of
/// the library, which draws nothing.
#[track_caller]
pub(super) fn gives_its_bytes(name: &str, digests: &str, trials: usize) {
    let folder = crate::common::tempdir().unwrap();
    let file = format!("{}/tests/data/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let drawn = folder.path().join("drawn");
    let (code, _, stderr) = evocube(&["run", &file, "--out", drawn.to_str().unwrap(), "--threads", "1", "-q"]);
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    let drawn = bytes(&drawn);
    let figures = drawn.keys().filter(|name| name.ends_with(".svg")).count();
    assert!(figures > 0 && drawn.contains_key("report.html") && drawn.contains_key("summary.md"));
    let expected = without_report(drawn);
    let manifest = String::from_utf8(expected[file::MANIFEST].clone()).unwrap();
    assert!(manifest.contains(&format!("trials = {trials}\n")) && manifest.contains("complete = true"), "{manifest}");

    let sweep = Sweep::read(Path::new(&file)).unwrap();
    let plan = Plan::new(&sweep);
    let kernels = Kernel::available().map(|kernel| (3, kernel));
    for (threads, kernel) in [2, 7].map(|threads| (threads, Kernel::best())).into_iter().chain(kernels) {
        let out = folder.path().join(format!("{threads}-{}", kernel.name()));
        let execution = Execution { threads: NonZeroUsize::new(threads).unwrap(), kernel, ..*EXECUTION };
        let mut store = Store::open(&out, &sweep, &plan, Opening::New, execution).unwrap();
        runner::run(&sweep, &plan, &mut store, execution, &()).unwrap();
        store::write_checksums(&out, &[]).unwrap();
        assert_same(&without_report(bytes(&out)), &expected, &format!("with {threads} threads and {kernel}"));
    }
    // Published numbers depend on these digests: see "How bytes are pinned" in CONTRIBUTING.md.
    let update = |line: &str| match line.split_once("  ") {
        Some((_, name)) if !line.starts_with('#') => {
            format!("{}  {name}\n", store::digest(&folder.path().join("3-scalar").join(name)).unwrap())
        }
        _ => format!("{line}\n"),
    };
    let now: String = digests.lines().map(update).collect();
    if std::env::var_os("EVOCUBE_UPDATE").is_some() {
        fs::write(file.replace(".toml", ".digests"), now).unwrap();
    } else {
        assert_eq!(now, digests, "{name}: result-breaking");
    }
}
