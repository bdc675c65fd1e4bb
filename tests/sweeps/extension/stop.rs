//! Larger limits of generations and evaluations: trials that the smaller ones ended run again. Other extensions are tested in the parent
//! module.

use super::*;

/// A sweep whose trials end by their target, by stagnation and by limits.
fn limited(stop: &str) -> String {
    format!(
        "name = 'limited'\nseed = 5\nrepetitions = 4\nbaselines = ['layers']\n[base]\npopulation = 60\nrestart = 'none'\nstop = {{ {stop}, target = 40 }}\n\
         [[instance]]\nscramble = 'R'\n[[instance]]\nscramble = 'R U'\n[[instance]]\nrandom = 1\n[[stage]]\nname = 'size'\n\
         [[stage.factor]]\nkey = 'selection.tournament.size'\nlevels = [2, 5]\n[[stage]]\nname = 'elites'\n\
         [[stage.factor]]\nkey = 'elitism'\nlevels = [0, 2]\n"
    )
}

/// Returns the numbers of recorded trials that no limit ended, by the reason of their end.
fn standing(folder: &Path, evaluations: u64) -> BTreeMap<Arc<str>, usize> {
    let mut reasons = BTreeMap::new();
    for row in store::read(folder).unwrap().trials.into_iter().filter(|row| *row.stage == *"size") {
        let outcome = row.outcome.unwrap();
        let is_ended = ["generations", "evaluations"].contains(&&*outcome.stop);
        if !is_ended && outcome.evolution.unwrap().evaluations < evaluations {
            *reasons.entry(outcome.stop).or_default() += 1;
        }
    }
    reasons
}

#[test]
fn trials_that_a_smaller_stop_ended_run_again_and_all_others_stand() {
    let mut reasons = BTreeMap::new();
    for (small, large, evaluations) in [
        ("generations = 6", "generations = 20", u64::MAX),
        ("generations = 6, stagnation = 4", "generations = 6, evaluations = 20_000, stagnation = 4", u64::MAX),
        ("evaluations = 400", "evaluations = 1000", 400),
        ("evaluations = 500, stagnation = 3", "evaluations = 501, stagnation = 3", 500),
        ("generations = 9, evaluations = 300", "generations = 12, evaluations = 900", 300),
        ("generations = 9, evaluations = 20", "evaluations = 300", 0),
    ] {
        let parent = crate::common::tempdir().unwrap();
        let [fresh, out] = ["fresh", "out"].map(|name| parent.path().join(name));
        let (small, large) = (limited(small), limited(large));
        let sweep = Sweep::parse(&large, Path::new("sweep.toml")).unwrap();
        run_some(&small, &out, Opening::New, 2, usize::MAX);
        let preview = preview_extension(&out, &sweep, &Plan::new(&sweep));
        if large.contains("evaluations = 20_000") {
            // A further limit is a smaller one.
            let error = preview.unwrap_err().to_string();
            assert!(
                error.starts_with("base.stop.evaluations is no limit there, 20000 here, and a smaller limit"),
                "{error}"
            );
            continue;
        }
        let stands = standing(&out, evaluations);
        let count: usize = stands.values().sum();
        let preview = preview.unwrap().unwrap();
        assert!(preview.kept >= count && preview.kept + preview.run == 48, "{preview:?} {stands:?}");
        assert!(preview.ended >= 24 - count, "{preview:?} {stands:?}");
        run_some(&large, &fresh, Opening::New, 1, usize::MAX);
        let before = run_some(&large, &out, Opening::Extend, 2, 3);
        let run = before + run_some(&large, &out, Opening::Resume, 1, usize::MAX);
        assert_same(&bytes(&out), &bytes(&fresh), &format!("of {large} after {small}"));
        // The second stage may follow another selection.
        let first = 24 - count;
        assert!((first..=first + 24).contains(&run), "{run} trials run, {stands:?}");
        for (reason, count) in stands {
            *reasons.entry(reason).or_insert(0) += count;
        }
    }
    assert!(reasons["target"] > 8 && reasons["stagnation"] > 3, "{reasons:?}");
}

#[test]
fn the_command_says_how_many_trials_a_smaller_stop_ended() {
    let place = Place::new(&limited("generations = 5"));
    let fresh = Place::new(&limited("generations = 15"));
    assert_eq!((place.run(&[]).0, fresh.run(&[]).0), (Some(0), Some(0)));
    let (code, _, stderr) = fresh.run(&["--set", "stop.generations=5", "--extend"]);
    let sentence = "base.stop.generations is 15 there, 5 here, and a smaller limit changes every trial; an extension only adds trials";
    assert!(code == Some(2) && stderr.contains(sentence), "{stderr}");
    let stands: usize = standing(&place.out(), u64::MAX).values().sum();
    place.write(&limited("generations = 15"));
    let (code, _, stderr) = place.run(&["--extend"]);
    assert!(
        code == Some(0) && stderr.starts_with("note: keeps ") && stderr.contains(", runs 0 new trials and "),
        "{stderr}"
    );
    assert!(
        stderr.contains(" recorded trials again, which the smaller stop ended, as long as every stage"),
        "{stderr}"
    );
    assert!(stands > 0, "some trials are kept");
    assert_same(&bytes(&place.out()), &bytes(&fresh.out()), "with a larger stop");
}
