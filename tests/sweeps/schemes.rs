//! Islands, restarts, survivor selections and fronts, from file to folder; fronts that are changed, cut or missing; and the offspring that
//! plans expect.

use evocube::experiment::store::Remedy;

use super::*;

const SCHEMES: &str = include_str!("../data/schemes.toml");

/// Number of trials of the sweep.
const TRIALS: usize = 68;

#[test]
fn the_sweep_of_schemes_gives_its_bytes_for_any_number_of_threads_and_every_kernel() {
    gives_its_bytes("schemes", include_str!("../data/schemes.digests"), TRIALS);
}

#[test]
fn fronts_contain_nondominated_solutions_only() {
    let folder = crate::common::tempdir().unwrap();
    run(SCHEMES, folder.path(), Opening::New);
    let results = store::read(folder.path()).unwrap();
    let mut fronts = 0;
    for (row, solution) in results.trials.iter().zip(&results.solutions) {
        let front: Vec<_> = results.fronts.iter().filter(|member| member.trial == row.trial).collect();
        let column = results.sweep.factor_columns.iter().position(|key| key == "replacement").unwrap();
        assert_eq!(!front.is_empty(), row.levels[column] == "nsga-ii", "{row:?}");
        let Some(last) = front.last() else { continue };
        fronts += 1;
        assert!(front.is_sorted_by(|a, b| a.penalty > b.penalty && a.htm < b.htm), "{front:?}");
        assert_eq!((last.penalty, last.htm, &last.moves), (solution.penalty, solution.htm, &solution.moves));
        let instance = results.sweep.instances.iter().find(|instance| *instance.name == *row.instance).unwrap();
        let start = Notation::from(Format::Facelets).read::<AnyState>(&instance.state).unwrap();
        for member in &front {
            let moves = read_moves(&member.moves, Dialect::Wca).unwrap().moves;
            let length = moves.simplify().len() as u64;
            assert_eq!((length, moves.len() as u64), (member.htm, member.htm));
            assert_eq!(member.penalty == 0, start.apply_all(&moves).is_solved());
        }
    }
    assert!(fronts >= 4 && results.fronts.len() > 2 * fronts, "{fronts} fronts, {} rows", results.fronts.len());
    assert!(results.trials.iter().any(|row| row.outcome.as_ref().unwrap().evolution.unwrap().restarts > 3));

    // Its digest is in the manifest, and a changed row is named.
    let out = folder.path().to_str().unwrap();
    assert_eq!(evocube(&["report", out]).0, Some(0));
    let identical = (Some(0), format!("identical: {TRIALS} trials run again\n"), String::new());
    assert_eq!(evocube(&["verify", out]), identical);
    let path = folder.path().join(file::FRONTS);
    let text = fs::read_to_string(&path).unwrap();
    let row = text.lines().nth(1).unwrap();
    fs::write(&path, text.replacen(row, &format!("{row} R"), 1)).unwrap();
    let trial = row.split(',').next().unwrap();
    let expected = format!(
        "fronts.csv was changed after it was written: its digest differs\nnot identical: trial {trial} in fronts.csv\n\
         recorded: {row} R\nnow:      {row}\n"
    );
    assert_eq!(evocube(&["verify", out]), (Some(1), expected, String::new()));
}

#[test]
fn fronts_that_are_cut_at_any_place_are_completed() {
    let folder = crate::common::tempdir().unwrap();
    let folder = folder.path();
    let sweep = &SCHEMES.replace("generations = 40", "generations = 8");
    run(sweep, folder, Opening::New);
    let whole = bytes(folder);
    let manifest = fs::read_to_string(folder.join(file::MANIFEST)).unwrap();
    let unfinished = manifest.replace("complete = true", "complete = false");
    let fronts = &whole[file::FRONTS];
    let header = fronts.iter().position(|&byte| byte == b'\n').unwrap();
    let mut stream = Seed::from_number(8).stream();
    let cuts: Vec<usize> = [0, 1, header, header + 1, header + 2, fronts.len() - 1]
        .into_iter()
        .chain((0..3).map(|_| stream.index(fronts.len())))
        .collect();
    for cut in cuts {
        fs::write(folder.join(file::MANIFEST), &unfinished).unwrap();
        fs::write(folder.join(file::FRONTS), &fronts[..cut]).unwrap();
        run(sweep, folder, Opening::Resume);
        assert_same(&bytes(folder), &whole, &format!("after fronts.csv was cut to {cut} bytes"));
    }
    // A missing front is noticed, and the front of an unknown trial is deleted.
    fs::remove_file(folder.join(file::FRONTS)).unwrap();
    let parsed = Sweep::parse(sweep, Path::new("sweep.toml")).unwrap();
    let error = Store::open(folder, &parsed, &Plan::new(&parsed), Opening::New, *EXECUTION).unwrap_err();
    let effect = "keeps 48 trials and runs 20 trials again".to_owned();
    assert_eq!(error.remedies(), [Remedy::ResumeRun { folder: folder.to_owned(), shard: None, effect }]);
    run(sweep, folder, Opening::Resume);
    assert_same(&bytes(folder), &whole, "after fronts.csv was gone");
    fs::write(folder.join(file::MANIFEST), &unfinished).unwrap();
    let header = String::from_utf8(whole[file::TRIALS].clone()).unwrap().lines().next().unwrap().to_owned() + "\n";
    fs::write(folder.join(file::TRIALS), header).unwrap();
    run(sweep, folder, Opening::Resume);
    assert_same(&bytes(folder), &whole, "after no trial was left");
}

#[test]
fn plans_have_the_offspring_of_every_survivor_selection() {
    let sweep = |more: &str| {
        let restart = if more.starts_with("restart") { "" } else { "restart = \"none\"\n" };
        let text = ONE.replace("population = 40", &format!("population = 41\n{restart}{more}"));
        let sweep = Sweep::parse(&text, Path::new("sweep.toml")).unwrap_or_else(|error| panic!("{more}: {error}"));
        (sweep.base.planned_offspring().unwrap(), text)
    };
    for (more, planned) in [
        ("", 41 + 20 * 40),
        ("replacement.steady-state = {}", 41 + 20 * 41),
        ("replacement = \"nsga-ii\"", 41 + 20 * 41),
        ("replacement = \"deterministic-crowding\"", 41 + 20 * 40),
        ("immigrants = 0.5", 41 + 20 * 40),
        ("islands.count = 3", 3 * (41 + 20 * 40)),
    ] {
        let (offspring, text) = sweep(more);
        assert_eq!(offspring, planned, "{more}");
        for row in results(&text.replace("= 20 }", "= 20, target = \"none\" }")).trials {
            assert_eq!(row.outcome.unwrap().evolution.unwrap().offspring, planned, "{more}");
        }
    }
    assert_eq!(sweep("restart = { every = 3 }").0, 41 + 20 * 41);
}
