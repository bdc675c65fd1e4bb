//! Unusual files that commands read: missing, endless and special ones, byte-order marks and ends of lines of Windows, control characters,
//! very long names, and files elsewhere, of which no line is shown. Lists of one entry a line are tested in `lists`.

use std::fs;
#[cfg(unix)]
use std::process::Command;

use crate::bad_sweeps::{GOOD, refused};
use crate::common::{evocube_in as evocube, sweep_folder as with};

#[test]
fn a_file_that_cannot_be_read_is_named() {
    let folder = crate::common::tempdir().unwrap();
    let folder = folder.path();
    refused(folder, &["run", "nowhere.toml"], "nowhere.toml: no such file");
    refused(folder, &["plan", "nowhere.toml"], "nowhere.toml: no such file");
    fs::create_dir(folder.join("folder.toml")).unwrap();
    refused(folder, &["run", "folder.toml"], "folder.toml: this is a folder, expected a file");
    fs::write(folder.join("latin.toml"), b"name = \"\xe4\"").unwrap();
    refused(folder, &["run", "latin.toml"], "latin.toml: not a text in UTF-8");
    fs::write(folder.join("large.toml"), vec![b'#'; (1 << 20) + 1]).unwrap();
    refused(folder, &["run", "large.toml"], "large.toml: a sweep file has at most 1048576 bytes");
}

#[cfg(target_os = "linux")]
#[test]
fn an_endless_file_is_refused_at_the_size_limit() {
    let folder = with("name = \"x\"\nseed = 1\n[[instance]]\nfile = \"large.txt\"\n");
    refused(folder.path(), &["run", "/dev/zero"], "/dev/zero: a sweep file has at most 1048576 bytes");
    fs::File::create(folder.path().join("large.txt")).unwrap().set_len(1 << 40).unwrap();
    let (code, _, stderr) = evocube(folder.path(), &["run", "sweep.toml"]);
    assert_eq!(code, Some(2));
    assert!(
        stderr.starts_with("error: sweep.toml:4:8: large.txt: an instance has at most 1048576 bytes\n"),
        "{stderr}"
    );
}

#[test]
fn byte_order_marks_and_windows_line_ends_are_read() {
    let folder = with(&format!("\u{feff}{}", GOOD.replace('\n', "\r\n")));
    assert_eq!(evocube(folder.path(), &["run", "sweep.toml", "--out", "out", "-q"]).0, Some(0));
    assert_eq!(evocube(folder.path(), &["verify", "out"]).1, "identical: 1 trial run again\n");
    // Included files and lists of instances may have a mark, too.
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("cubes.txt", "\u{feff}R U\nF2\n");
    write("base.toml", "\u{feff}seed = 1\n");
    write("sweep.toml", "\u{feff}name = 'x'\ninclude = 'base.toml'\n[[instance]]\nrandom = 1\n");
    let (code, text, stderr) = evocube(folder.path(), &["plan", "sweep.toml", "--instances", "cubes.txt", "--json"]);
    assert!(code == Some(0) && text.contains("state-"), "{stderr}");
}

/// Checks that a text has no control characters.
#[track_caller]
fn is_harmless(text: &str) {
    let obeyed = |c: char| (c.is_control() && c != '\n') || "\u{202e}\u{2066}\u{200f}".contains(c);
    assert!(!text.contains(obeyed), "{text:?}");
}

#[test]
fn control_characters_of_files_and_arguments_never_reach_the_terminal() {
    let evil = "\\u001b]0;title\\u0007\\u009b31m\\u202e\\u2066\\u200f\\r";
    let folder = with(&format!("notes = \"read {evil} this\\nand this\"\n{GOOD}"));
    let folder = folder.path();
    let shown = "read \\u001b]0;title\\u0007\\u009b31m\\u202e\\u2066\\u200f\\u000d this\nand this\n";
    let (code, out, _) = evocube(folder, &["plan", "sweep.toml"]);
    assert_eq!(code, Some(0));
    assert!(out.starts_with(&format!("x\n{shown}")), "{out:?}");
    is_harmless(&out);
    let (_, out, _) = evocube(folder, &["plan", "sweep.toml", "--json"]);
    is_harmless(&out);
    let document: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(document["notes"], "read \u{1b}]0;title\u{7}\u{9b}31m\u{202e}\u{2066}\u{200f}\r this\nand this");

    assert_eq!(evocube(folder, &["run", "sweep.toml", "--out", "out", "-q"]).0, Some(0));
    for page in ["report.html", "summary.md"] {
        let text = fs::read_to_string(folder.join("out").join(page)).unwrap();
        is_harmless(&text);
        assert!(text.contains("31m\u{fffd}\u{fffd}\u{fffd}"), "{page} has the notes");
    }

    let raw = "\u{1b}[31m\u{9b}31m\u{202e}";
    for wrong in [format!("# {raw}\nx = 1 # {raw}"), format!("x = {raw}"), format!("\"{evil}\" = 1")] {
        fs::write(folder.join("wrong.toml"), format!("{GOOD}{wrong}\n")).unwrap();
        let (code, _, stderr) = evocube(folder, &["plan", "wrong.toml"]);
        assert_eq!(code, Some(2));
        is_harmless(&stderr);
    }
    fs::write(folder.join("puzzle.toml"), format!("name = \"p\"\n[[orbit]]\nname = \"o\"\npieces = \"a{evil} b\"\n"))
        .unwrap();
    fs::write(folder.join("moves.txt"), format!("R {raw}\n")).unwrap();
    let name = format!("{raw}.toml");
    for arguments in [
        &["show", "moves.txt"][..],
        &["show", "moves.txt", "--puzzle", "pyraminx"],
        &["show", "R", "--puzzle", "puzzle.toml"],
        &["run", &name],
        &["report", &name],
        &["run", "sweep.toml", &format!("--{raw}")],
        &["solve", "R", "--solver", raw],
    ] {
        let (code, out, stderr) = evocube(folder, arguments);
        assert_eq!(code, Some(2), "{arguments:?}: {stderr}");
        is_harmless(&out);
        is_harmless(&stderr);
    }
}

#[test]
fn a_name_of_a_megabyte_is_echoed_in_short() {
    let long = "x".repeat(1_000_000);
    let named = GOOD.replace("name = \"x\"", &format!("name = \"{long}\""));
    let instance = GOOD.replace("scramble = \"R U\"", &format!("scramble = \"R U\"\nname = \"{long}\""));
    let moves = GOOD.replace("scramble = \"R U\"", &format!("scramble = \"{long}\""));
    for sweep in [named, instance, moves, format!("{GOOD}{long} = 1\n")] {
        let folder = with(&sweep);
        let (code, _, stderr) = evocube(folder.path(), &["plan", "sweep.toml"]);
        assert_eq!(code, Some(2));
        assert!(stderr.starts_with("error: ") && stderr.len() < 5000, "{} bytes", stderr.len());
    }
}

#[cfg(unix)]
#[test]
fn files_that_a_sweep_names_are_regular_files() {
    for (key, file) in [("file", "pipe"), ("file", "/dev/zero"), ("puzzle", "pipe.toml")] {
        let sweep = match key {
            "file" => GOOD.replace("scramble = \"R U\"", &format!("file = \"{file}\"")),
            _ => GOOD.replace("[base]", &format!("[base]\npuzzle = \"{file}\"")),
        };
        let folder = with(&sweep);
        for pipe in ["pipe", "pipe.toml"] {
            assert!(Command::new("mkfifo").arg(folder.path().join(pipe)).status().unwrap().success());
        }
        let (code, _, stderr) = evocube(folder.path(), &["plan", "sweep.toml"]);
        assert_eq!(code, Some(2));
        assert!(
            stderr
                .lines()
                .next()
                .unwrap_or_default()
                .ends_with(&format!("{file}: this is a device or a pipe, expected a file")),
            "{stderr}"
        );
    }
}

#[test]
fn no_line_of_a_file_outside_the_folder_of_the_sweep_is_shown() {
    let folder = crate::common::tempdir().unwrap();
    let folder = folder.path();
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
    fs::create_dir(folder.join("sweeps")).unwrap();
    write("sweeps/sweep.toml", "name = 'x'\nseed = 1\n[[instance]]\nrandom = 1\n");
    let secret = "root:secret\n\nadmin:secret\n";
    for (name, is_shown) in [("cubes.txt", false), ("sweeps/cubes.txt", true)] {
        write(name, secret);
        let (code, _, stderr) = evocube(folder, &["plan", "sweeps/sweep.toml", "--instances", name]);
        assert_eq!((code, stderr.contains("secret")), (Some(2), is_shown), "{stderr}");
        assert!(stderr.contains(&format!("error: {name}:3:1: found \"a\"")), "{stderr}");
    }
    for (name, is_shown) in [("../base.toml", false), ("base.toml", true)] {
        write("base.toml", "token = secret\n");
        write("sweeps/base.toml", "token = secret\n");
        write("sweeps/includes.toml", &format!("name = 'x'\ninclude = '{name}'\n"));
        let (code, _, stderr) = evocube(folder, &["plan", "sweeps/includes.toml"]);
        let place = format!("error: sweeps/{name}:1:9: string values must be quoted");
        assert!(code == Some(2) && stderr.starts_with(&place), "{stderr}");
        assert_eq!(stderr.contains("secret"), is_shown, "{stderr}");
    }
}
