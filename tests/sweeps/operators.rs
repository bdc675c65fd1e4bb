//! Adaptive mutations in sweeps: the rows of `operators.csv`, their verification, and tables that are cut. Their learning is tested in
//! `crates/engine/tests/engine/learning.rs`.

use evocube::experiment::record::OperatorRow;

use super::*;

const OPERATORS: &str = include_str!("../data/operators.toml");

#[test]
fn adaptation_of_operators_is_logged() {
    let folder = crate::common::tempdir().unwrap();
    let folder = folder.path();
    // The first stage varies the mutation.
    let sweep = OPERATORS.split("[[stage]]\nname = \"crossover\"").next().unwrap();
    run(sweep, folder, Opening::New);
    let results = store::read(folder).unwrap();
    let column = results.sweep.factor_columns.iter().position(|key| key == "mutation").unwrap();
    let logged = |trial| results.convergence.iter().filter(move |row| row.trial == trial).map(|row| row.generation);
    for row in results.trials.iter().filter(|row| *row.stage == *"mutation") {
        let rows: Vec<_> = results.operators.iter().filter(|operator| operator.trial == row.trial).collect();
        let level = &row.levels[column];
        let parts = match level {
            level if level.contains("adaptive-pursuit") => 6,
            level if level.contains("probability-matching") => 2,
            level if level.contains("self-adaptive") => 3,
            _ => 0,
        };
        assert_eq!(rows.len(), parts * logged(row.trial).count(), "{level}");
        for (generation, operators) in logged(row.trial).zip(rows.chunks(parts.max(1))) {
            assert!(operators.iter().all(|operator| operator.generation == generation));
            if level.contains("mixture") {
                let sum: f64 = operators.iter().filter_map(|operator| operator.probability).sum();
                assert!((sum - 1.0).abs() < 1e-5, "{operators:?}");
                assert!(operators.iter().all(|operator| operator.individuals.is_none()));
                assert!(operators.iter().all(|operator| operator.successes <= operator.uses));
            } else {
                let individuals: u64 = operators.iter().filter_map(|operator| operator.individuals).sum();
                assert!(individuals <= 300 && (generation == 0) == (individuals == 0), "{operators:?}");
            }
        }
        let largest = |rows: &[_]| {
            let probabilities = rows.iter().map(|row: &&OperatorRow| row.probability.unwrap_or(0.0));
            probabilities.fold(0.0, f64::max)
        };
        let (first, learned) = (largest(&rows[..parts.min(rows.len())]), largest(&rows));
        assert!(!level.contains("adapt =") || learned > first, "{level}: from {first} to {learned}");
    }
    assert!(results.operators.iter().any(|row| row.operator == "6-one-fifth" && row.rate != Some(0.1)));
    let golden = crate::common::tempdir().unwrap();
    run(GOLDEN, golden.path(), Opening::New);
    assert!(!golden.path().join(file::OPERATORS).exists(), "nothing learns there");

    // A changed row is named.
    let out = folder.to_str().unwrap();
    assert_eq!(evocube(&["report", out]).0, Some(0));
    let path = folder.join(file::OPERATORS);
    let whole = bytes(folder);
    let text = fs::read_to_string(&path).unwrap();
    let row = text.lines().nth(1).unwrap();
    fs::write(&path, text.replacen(row, &format!("{row}0"), 1)).unwrap();
    let trial = row.split(',').next().unwrap();
    let (code, stdout, _) = evocube(&["verify", out, "--trial", trial]);
    assert_eq!(code, Some(1));
    assert!(stdout.contains("operators.csv was changed after it was written"), "{stdout}");
    assert!(stdout.contains(&format!("not identical: trial {trial} in operators.csv")), "{stdout}");

    // Cut tables are completed.
    let manifest = fs::read_to_string(folder.join(file::MANIFEST)).unwrap();
    let unfinished = manifest.replace("complete = true", "complete = false");
    for cut in [0, 1, text.len() / 2, text.len() - 1] {
        fs::write(folder.join(file::MANIFEST), &unfinished).unwrap();
        fs::write(&path, &text.as_bytes()[..cut]).unwrap();
        run(sweep, folder, Opening::Resume);
        let now = bytes(folder);
        for name in [file::OPERATORS, file::TRIALS, file::DIGESTS] {
            // Without its page the folder has no seal of its manifest.
            let (before, seal) = whole[name].split_at(now[name].len());
            assert!(
                now[name] == before && (seal.is_empty() || seal.starts_with(b"manifest,")),
                "{name}, cut to {cut} bytes"
            );
        }
    }
}
