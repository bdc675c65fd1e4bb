//! Extensions that are killed, enlarged again or abandoned: no trial is lost, and the bytes are those of a new run. Also the page and the
//! notes of a killed one. Extensions that run to their end are tested in `mod.rs`.

use super::*;

/// Copies a folder recursively.
fn copy(source: &Path, target: &Path) {
    let _ = fs::remove_dir_all(target);
    fs::create_dir_all(target).unwrap();
    for entry in fs::read_dir(source).unwrap().map(Result::unwrap) {
        let target = target.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

#[test]
fn a_kill_at_any_step_of_an_extension_leaves_a_folder_that_can_be_extended_or_resumed() {
    let parent = crate::common::tempdir().unwrap();
    let [small, fresh, out] = ["small", "fresh", "out"].map(|name| parent.path().join(name));
    let large = large();
    run(SMALL, &small, Opening::New);
    run(&large, &fresh, Opening::New);
    let whole = bytes(&fresh);
    // The copy of the smaller sweep, and the manifest of the larger one, as an extension writes them.
    run_some(&large, &fresh, Opening::Fresh, 2, 0);
    let begun = fs::read(fresh.join(file::MANIFEST)).unwrap();
    let mut tables: Vec<String> = bytes(&small).into_keys().chain(file::WALL_CLOCK.map(str::to_owned)).collect();
    tables.retain(|name| name != file::ATTRIBUTES);
    let copied = |count: usize, folder: &str| {
        let target = out.join(folder);
        fs::create_dir_all(&target).unwrap();
        for name in &tables[..count] {
            fs::copy(small.join(name), target.join(name)).unwrap();
        }
    };
    let all = tables.len();
    // Before and after the manifest of the larger sweep is written.
    for step in 0..all + 2 + 1 + TABLES.len() {
        for opening in [Opening::Extend, Opening::Resume] {
            copy(&small, &out);
            if step <= all {
                copied(step, ".earlier.new");
            } else {
                copied(all, ".earlier/1");
            }
            if step > all + 1 {
                fs::write(out.join(file::MANIFEST), &begun).unwrap();
            } else if opening == Opening::Resume {
                continue;
            }
            if let Some(cut) = step.checked_sub(all + 3) {
                let content = fs::read(small.join(TABLES[cut])).unwrap();
                let header = content.iter().position(|&byte| byte == b'\n').unwrap();
                fs::write(out.join(TABLES[cut]), &content[..header / 2]).unwrap();
            }
            let limit = if opening == Opening::Extend { 7 } else { usize::MAX };
            let before = run_some(&large, &out, opening, 2, limit);
            let after = run_some(&large, &out, Opening::Resume, 1, usize::MAX);
            assert_same(&bytes(&out), &whole, &format!("after a kill at step {step}, {opening:?}"));
            assert_eq!(before + after, 108, "step {step}");
        }
    }
    // A complete folder with the copy, or with a part of it.
    for count in 0..=all {
        copied(count, ".earlier/1");
        run(&large, &out, if count % 2 == 0 { Opening::New } else { Opening::Extend });
        assert_same(&bytes(&out), &whole, &format!("with {count} tables of the copy left"));
    }
}

#[test]
fn an_unfinished_extension_may_become_a_larger_or_smaller_one_and_loses_no_trial() {
    let parent = crate::common::tempdir().unwrap();
    let [fresh, out] = ["fresh", "out"].map(|name| parent.path().join(name));
    let times = |count: usize| ONE.replace("repetitions = 2", &format!("repetitions = {count}"));
    assert_eq!(run_some(ONE, &out, Opening::New, 2, usize::MAX), 8);
    let mut run = 0;
    // More repetitions, then fewer, but not fewer than in the complete folder.
    for count in [50, 30, 60, 40] {
        run += run_some(&times(count), &out, Opening::Extend, 1, 3);
    }
    assert!(run >= 12, "{run} trials");
    let small = Sweep::parse(&times(1), Path::new("sweep.toml")).unwrap();
    let error = preview_extension(&out, &small, &Plan::new(&small)).unwrap_err().to_string();
    assert!(error.starts_with("repetitions is 2 there, 1 here; "), "{error}");
    // Trials of all attempts are kept.
    let sweep = Sweep::parse(&times(45), Path::new("sweep.toml")).unwrap();
    let preview = preview_extension(&out, &sweep, &Plan::new(&sweep)).unwrap().unwrap();
    assert_eq!(preview.kept + preview.run, 180);
    assert!(preview.kept >= 12, "{preview:?}");
    assert_eq!(run_some(&times(45), &out, Opening::Extend, 2, usize::MAX), preview.run);
    run_some(&times(45), &fresh, Opening::New, 2, usize::MAX);
    assert_same(&bytes(&out), &bytes(&fresh), "after four attempts");
    // An abandoned extension.
    run_some(&times(80), &out, Opening::Extend, 1, 3);
    assert_eq!(run_some(&times(45), &out, Opening::Extend, 1, usize::MAX), 0);
    assert_same(&bytes(&out), &bytes(&fresh), "after an extension was given up");
    run_some(&times(80), &out, Opening::Extend, 1, 3);
    run_some(&times(45), &out, Opening::Fresh, 2, usize::MAX);
    assert_same(&bytes(&out), &bytes(&fresh), "after it was begun again");
}

#[test]
fn extensions_that_are_killed_four_times_give_the_same_bytes() {
    let place = Place::new(SMALL);
    assert_eq!(place.run(&[]).0, Some(0));
    let small = place.parent.path().join("small");
    copy(&place.out(), &small);
    place.write(&large());
    let begun = Instant::now();
    assert_eq!(place.run(&["--extend"]).0, Some(0));
    let (whole, span) = (bytes(&place.out()), begun.elapsed());
    let mut stream = Seed::from_number(1).stream();
    let mut killed = 0;
    while killed < 4 {
        copy(&small, &place.out());
        for _ in 0..4 {
            let mut child = Command::new(assert_cmd::cargo::cargo_bin!("evocube"))
                .current_dir(place.parent.path())
                .args(["run", "sweep.toml", "--out", "out", "-q", "--threads", "2", "--extend"])
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            std::thread::sleep(span * u32::try_from(stream.index(1000).pow(2)).unwrap() / 1_000_000);
            child.kill().unwrap();
            if child.wait().unwrap().success() {
                break;
            }
            killed += 1;
        }
        let (code, _, stderr) = place.run(&["--extend"]);
        assert_eq!(code, Some(0), "{stderr}");
        assert_same(&bytes(&place.out()), &whole, &format!("after {killed} kills"));
    }
}

#[test]
fn a_killed_extension_has_the_page_of_the_smaller_sweep_and_words_that_say_where_its_rows_are() {
    let parent = crate::common::tempdir().unwrap();
    let path = |name: &str| parent.path().join(name).to_str().unwrap().to_owned();
    let (small, larger, out) = (path("small.toml"), path("larger.toml"), path("out"));
    fs::write(&small, SMALL).unwrap();
    fs::write(&larger, large()).unwrap();
    assert_eq!(evocube(&["run", &small, "--out", &out, "-q"]).0, Some(0));
    let page = fs::read(path("out/report.html")).unwrap();
    run_some(&large(), Path::new(&out), Opening::Extend, 1, 1);
    assert_eq!(fs::read(path("out/report.html")).unwrap(), page);
    let words = format!("the rows that were recorded before are in {out}/.earlier until the run is complete");
    let (code, _, stderr) = evocube(&["run", &larger, "--out", &out, "-q"]);
    assert!(code == Some(2) && stderr.contains(&format!("; {words}: add --resume to continue, or ")), "{stderr}");
    let (code, _, stderr) = evocube(&["report", &out]);
    assert!(code == Some(0) && stderr.contains(&format!("note: {words}\n")), "{stderr}");
    assert_eq!(evocube(&["run", &larger, "--out", &out, "-q", "--extend"]).0, Some(0));
    let (code, _, stderr) = evocube(&["report", &out]);
    assert!(code == Some(0) && !stderr.contains(".earlier"), "{stderr}");
    assert_ne!(fs::read(path("out/report.html")).unwrap(), page);
}
