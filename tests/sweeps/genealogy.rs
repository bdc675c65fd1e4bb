//! The parents of all individuals, from file to folder.

use super::*;

const GENEALOGY: &str = include_str!("../data/genealogy.toml");

#[test]
fn the_sweep_of_genealogies_gives_its_bytes_for_any_number_of_threads_and_every_kernel() {
    gives_its_bytes("genealogy", include_str!("../data/genealogy.digests"), 11);
}

#[test]
fn a_genealogy_has_every_individual_after_its_parents() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    run(GENEALOGY, folder, Opening::New);
    let results = store::read(folder).unwrap();
    let text = fs::read_to_string(folder.join(file::GENEALOGY)).unwrap();
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("trial,generation,island,id,parents,crossover,mutation,penalty"));
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    let number = |text: &str| text.parse::<u64>().unwrap();
    for trial in &results.trials {
        let outcome = trial.outcome.as_ref().unwrap();
        let own: Vec<&Vec<&str>> = rows.iter().filter(|row| number(row[0]) == trial.trial).collect();
        let counts = outcome.evolution.unwrap();
        assert_eq!(own.len() as u64, counts.offspring, "{trial:?}");
        assert_eq!(number(own.last().unwrap()[1]), counts.generations);
        let (mut generation_of, mut operators) = (BTreeMap::new(), BTreeSet::new());
        let mut founders_later = 0;
        for row in &own {
            let (generation, id) = (number(row[1]), number(row[3]));
            let parents: Vec<u64> = row[4].split(';').filter(|id| !id.is_empty()).map(number).collect();
            for parent in &parents {
                assert!(generation_of[parent] <= generation, "{row:?}");
            }
            founders_later += usize::from(parents.is_empty() && generation > 0);
            assert!(!parents.is_empty() || (row[5], row[6]) == ("", ""), "{row:?}");
            assert!(parents.len() <= if row[5].is_empty() { 1 } else { 3 }, "{row:?}");
            assert!(generation_of.insert(id, generation).is_none(), "{row:?} is born twice");
            operators.extend([row[5], row[6]]);
        }
        assert!(operators.is_subset(&BTreeSet::from(["", "one-point", "1-uniform", "2-multi-parent", "2-tail"])));
        assert!(operators.contains("2-tail"), "{operators:?}");
        // Restarts, immigrants and the youngest layer have no parents.
        let is_renewed =
            counts.restarts > 0 || trial.levels.iter().any(|level| level == "0.1" || level.contains("alps"));
        assert_eq!(founders_later > 0, is_renewed, "{trial:?}");
        let penalties = own.iter().map(|row| number(row[7]));
        assert_eq!(penalties.min(), Some(outcome.best), "{trial:?}");
    }
}

#[test]
fn a_genealogy_that_is_cut_is_completed_and_a_change_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    run(GENEALOGY, folder, Opening::New);
    let whole = bytes(folder);
    let manifest = fs::read_to_string(folder.join(file::MANIFEST)).unwrap();
    let unfinished = manifest.replace("complete = true", "complete = false");
    let length = whole[file::GENEALOGY].len();
    for cut in [0, length / 2, length - 1] {
        fs::write(folder.join(file::MANIFEST), &unfinished).unwrap();
        fs::write(folder.join(file::GENEALOGY), &whole[file::GENEALOGY][..cut]).unwrap();
        run(GENEALOGY, folder, Opening::Resume);
        assert_same(&bytes(folder), &whole, &format!("after a cut to {cut} bytes"));
    }
    let text = String::from_utf8(whole[file::GENEALOGY].clone()).unwrap();
    let row = text.lines().nth(40).unwrap();
    fs::write(folder.join(file::GENEALOGY), text.replacen(row, &format!("{row}0"), 1)).unwrap();
    let (code, said, _) = evocube(&["verify", folder.to_str().unwrap()]);
    assert!(code == Some(1) && said.contains("not identical: trial 1 in genealogy.csv\n"), "{said}");
}

#[test]
fn a_genealogy_of_more_rows_than_allowed_ends_its_trial() {
    let folder = tempfile::tempdir().unwrap();
    let text = "name = \"x\"\nseed = 1\ngenealogy = true\nlog-every = 1000\n[[instance]]\nscramble = \"R U F L\"\n[base]\n\
                population = 300_000\ngenome.length = 1\nmutation = \"none\"\ncrossover = \"none\"\n\
                stop = { stagnation = 5, target = 0 }\n";
    run(text, folder.path(), Opening::New);
    let failures = fs::read_to_string(folder.path().join(file::FAILURES)).unwrap();
    let sentence = "more than 1000000 rows of genealogy: set stop lower";
    assert_eq!(failures, format!("trial,reason\n1,{sentence}\n"));
    assert!(!folder.path().join(file::GENEALOGY).exists());
}
