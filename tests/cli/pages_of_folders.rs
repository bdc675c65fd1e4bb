//! `evocube report` on a folder of results folders, and pages that a command opens in a browser (on Linux). Pages of one folder are tested
//! in `crates/report/tests`.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::common::{done_in as done, evocube_in as evocube, program};

const SWEEP: &str = "name = 'NAME'\nquestion = 'Is a larger population better?'\nrepetitions = 3\n[[instance]]\nrandom = 1\n[base]\n\
                     stop = { evaluations = 2000 }\n[[factor]]\nkey = 'population'\nlevels = [10, 40]\n";

fn run(folder: &Path, name: &str, out: &str) {
    fs::write(folder.join(format!("{name}.toml")), SWEEP.replace("NAME", name)).unwrap();
    done(folder, &["run", &format!("{name}.toml"), "--out", out, "-q"]);
}

#[test]
fn a_folder_of_results_folders_has_a_page_of_all() {
    let folder = crate::common::tempdir().unwrap();
    let folder = folder.path();
    run(folder, "first", "all/first");
    run(folder, "second", "all/deeper/a b");
    let stdout = done(folder, &["report", "all"]);
    assert_eq!(stdout, "2 sweeps in all\nOpen all/index.html in a browser.\n");
    let page = fs::read_to_string(folder.join("all/index.html")).unwrap();
    for part in [
        "<a href=\"first/report.html\">first</a>",
        "<a href=\"deeper/a%20b/report.html\">deeper/a b</a>",
        "<td>Is a larger population better?</td>",
        "population",
        "<h1>all</h1>",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    // The same folders give the same page, and a damaged one is listed with its damage.
    done(folder, &["report", "all"]);
    assert_eq!(fs::read_to_string(folder.join("all/index.html")).unwrap(), page);
    fs::write(folder.join("all/first/trials.csv"), "trial\n").unwrap();
    done(folder, &["report", "all"]);
    let damaged = fs::read_to_string(folder.join("all/index.html")).unwrap();
    assert!(damaged.contains("<code>first</code>") && damaged.contains("trials.csv"), "{damaged}");
    let (code, _, stderr) = evocube(folder, &["report", "all", "--out", "elsewhere"]);
    let sentence = "error: all holds results folders, and its page stands in it: leave --out out\n";
    assert_eq!((code, stderr.as_str()), (Some(2), sentence));
}

#[cfg(target_os = "linux")]
#[test]
fn a_page_is_opened_by_the_program_of_the_desktop() {
    use std::os::unix::fs::PermissionsExt;

    let folder = crate::common::tempdir().unwrap();
    let folder = folder.path();
    let (opened, bin) = (folder.join("opened"), folder.join("bin"));
    fs::create_dir(&bin).unwrap();
    let opener = bin.join("xdg-open");
    fs::write(&opener, format!("#!/bin/sh\necho \"$1\" >> '{}'\n", opened.display())).unwrap();
    fs::set_permissions(&opener, fs::Permissions::from_mode(0o755)).unwrap();
    fs::write(folder.join("first.toml"), SWEEP.replace("NAME", "first")).unwrap();
    let path = format!("{}:/usr/bin:/bin", bin.display());
    let mut expected = String::new();
    for (arguments, page) in [
        (&["run", "first.toml", "-q", "--open"][..], "results/first/report.html"),
        (&["report", "results/first", "--open"], "results/first/report.html"),
        (&["report", "results", "--open"], "results/index.html"),
        (&["playground", "--open"], "evocube-playground.html"),
    ] {
        program().current_dir(folder).env("PATH", &path).args(arguments).assert().success();
        expected.push_str(&format!("{page}\n"));
        // The command does not wait for the browser.
        let begin = Instant::now();
        let text = || fs::read_to_string(&opened).unwrap_or_default();
        while text() != expected && begin.elapsed() < Duration::from_secs(20) {
            std::thread::sleep(Duration::from_millis(20));
        }
        assert_eq!(text(), expected, "{arguments:?}");
    }
    // A machine without one has a note, and the page is there.
    let output =
        program().current_dir(folder).env("PATH", "").args(["report", "results/first", "--open"]).output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && stderr.contains("note: --open: xdg-open: "), "{stderr}");
}
