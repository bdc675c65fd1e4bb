//! Elementary functions of another C library, which `shim.c` stands for: results folders and numbers of `landscape` are the same, whatever
//! the last bits of `exp`, `log`, `pow` and 25 others are. That they differ is tested, too.

use std::path::PathBuf;

use super::preload::{LIBRARY, compile};
use super::random::Draws;
use super::*;

/// The library in which each function returns the next number; `None` without a C compiler.
fn library() -> Option<&'static Path> {
    static NEXT: LazyLock<Option<PathBuf>> = LazyLock::new(|| {
        let options = ["-fno-builtin"].into_iter().chain(LIBRARY).collect::<Vec<_>>();
        compile("elementary/shim.c", "elementary.so", &options)
    });
    NEXT.as_deref()
}

/// Returns what the program prints with the library or without it.
fn output(is_loaded: bool, arguments: &[&str]) -> String {
    let mut command = program();
    if is_loaded {
        command.env("LD_PRELOAD", library().unwrap());
    }
    let (code, out, stderr) = common::execute(command.args(arguments));
    assert_eq!(code, Some(0), "{arguments:?}: {stderr}");
    out
}

/// Sweeps of which page and tables use logarithms and powers: run times, ranges on a logarithmic scale, designs that fill them, a race
/// with comparisons on held-out instances, a response surface, annealing.
const SWEEPS: [(&str, &str); 4] = [
    (
        "run-times",
        "seed = 4\nrepetitions = 8\nholdout = 2\nbaselines = ['layers']\n[[instance]]\nscramble = \"R U F\"\n\
         [[instance]]\nscramble = \"R U F2 L'\"\n[base]\npopulation = 40\nstop.evaluations = 4000\n\
         [[factor]]\nkey = \"population\"\nlevels = [10, 20, 80]\n[[factor]]\nkey = \"elitism\"\nlevels = [0, 2]\n",
    ),
    (
        "surface",
        "seed = 5\nrepetitions = 2\n[[instance]]\nrandom = 3\n[base]\npopulation = 10\nstop.evaluations = 300\n\
         [[stage]]\nname = \"first\"\ndesign = \"latin-hypercube\"\npoints = 16\n\
         [[stage.factor]]\nkey = \"population\"\nrange = [5, 40]\nscale = \"log\"\n\
         [[stage.factor]]\nkey = \"genome.length\"\nrange = [5, 40]\n\
         [[stage]]\nname = \"second\"\ndesign = \"sobol\"\npoints = 8\n\
         [[stage.factor]]\nkey = \"mutation.uniform.gene-rate\"\nrange = [0.01, 0.5]\nscale = \"log\"\n",
    ),
    (
        "race",
        "seed = 3\nholdout = 20\ndesign.race = { budget = 300 }\n[[instance]]\nrandom = 6\n[base]\npopulation = 40\n\
         genome.length = 12\nmutation.uniform = { individual-rate = 0.05, gene-rate = 0.05 }\nstop.evaluations = 1000\n\
         [[factor]]\nkey = \"population\"\nrange = [10, 200]\nscale = \"log\"\n\
         [[factor]]\nkey = \"mutation.uniform.individual-rate\"\nrange = [0.0, 1.0]\n",
    ),
    (
        "annealing",
        "seed = 6\nrepetitions = 6\n[[instance]]\nrandom = 3\n[base]\nstop.evaluations = 1500\n\
         [[factor]]\nkey = \"algorithm\"\nlevels = [{ simulated-annealing = { steps = 500 } }, { simulated-annealing = { schedule = \"lundy-mees\", final-temperature = 2, steps = 300 } }]\n",
    ),
];

/// Runs a sweep and draws its page with the library and without it, and compares all files.
fn check(folder: &Path, name: &str, text: &str) {
    let file = folder.join("sweep.toml");
    fs::write(&file, text).unwrap();
    let [next, here] = [true, false].map(|is_loaded| {
        let out = folder.join(format!("{name}-{is_loaded}"));
        output(is_loaded, &["run", file.to_str().unwrap(), "--out", out.to_str().unwrap(), "-q"]);
        bytes(&out)
    });
    assert!(here.contains_key("report.html"), "{:?}", here.keys());
    assert_same(&next, &here, name);
}

#[test]
fn folders_have_the_bytes_of_another_c_library() {
    if library().is_none() {
        return;
    }
    let folder = crate::common::tempdir().unwrap();
    for (name, text) in SWEEPS {
        check(folder.path(), name, &format!("name = \"{name}\"\n{text}"));
    }
    let out = folder.path().join("landscape");
    let small =
        ["landscape", "--walks", "10", "--steps", "100", "--states", "10", "--distance", "4", "--json", "--out"];
    let [next, here] =
        [true, false].map(|is_loaded| output(is_loaded, &[&small[..], &[out.to_str().unwrap()]].concat()));
    assert!(next == here && here.contains("correlation"), "{next}{here}");
}

#[test]
fn the_other_c_library_returns_other_numbers() {
    let (Some(library), Some(probe)) =
        (library(), compile("elementary/shim.c", "elementary-probe", &["-DPROBE", "-fno-builtin", "-lm"]))
    else {
        return;
    };
    let run = |command: &mut Command| String::from_utf8(command.output().unwrap().stdout).unwrap();
    let here = run(&mut Command::new(&probe));
    let next = run(Command::new(&probe).env("LD_PRELOAD", library));
    assert_eq!((here.lines().count(), next.lines().count()), (28, 28), "{here}");
    for (here, next) in here.lines().zip(next.lines()) {
        assert!(here.split(' ').zip(next.split(' ')).skip(1).all(|(here, next)| here != next), "{here}, {next}");
    }
}

#[test]
#[ignore = "a minute"]
#[allow(clippy::print_stderr)] // what was compared
fn thirty_folders_have_the_bytes_of_another_c_library() {
    if library().is_none() {
        return;
    }
    let folder = crate::common::tempdir().unwrap();
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let mut sweeps: Vec<(String, String)> =
        SWEEPS.iter().map(|(name, text)| ((*name).to_owned(), format!("name = \"{name}\"\n{text}"))).collect();
    let mut files: Vec<PathBuf> = fs::read_dir(data).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    for file in files {
        sweeps.push((file.file_stem().unwrap().to_str().unwrap().to_owned(), fs::read_to_string(&file).unwrap()));
    }
    for number in sweeps.len()..30 {
        let (sweep, _) = Draws::new(&Seed::from_number(60).child(&number.to_string())).valid_sweep();
        sweeps.push((format!("drawn-{number}"), sweep.to_string()));
    }
    for (name, text) in &sweeps {
        check(folder.path(), name, text);
    }
    eprintln!("identical: {} of {} folders", sweeps.len(), sweeps.len());
}
