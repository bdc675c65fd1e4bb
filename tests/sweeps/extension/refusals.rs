//! Refused extensions: changed sweeps, with the message and its place; folders of another version, damaged or of a shard; options that
//! exclude each other. No file is changed. Extensions that run are tested in the parent module.

use super::*;

#[test]
fn an_impossible_extension_is_refused_at_its_place_and_writes_nothing() {
    let place = Place::new(SMALL);
    let base = SMALL.replace("repetitions = 2", "repetitions = 2\nbaselines = ['layers']");
    place.write(&base);
    assert_eq!(place.run(&[]).0, Some(0));
    let before = bytes(&place.out());
    let end = "; an extension only adds trials: choose another folder with --out, or start over with --fresh";
    let factor = "[[stage.factor]]\nkey = 'population'\nlevels = [16, 20]\n";
    for (old, new, place_in_file, sentence) in [
        ("seed = 9", "seed = 10", "2:8", "seed is 9 there, 10 here, which changes every trial"),
        ("'small'", "'other'", "1:8", "name is \"small\" there, \"other\" here, which changes every trial"),
        ("log-every = 2", "log-every = 3", "5:13", "log-every is 2 there, 3 here, which changes every trial"),
        ("log-every = 2\n", "", "", "log-every is 2 there, nothing here, which changes every trial"),
        (
            "population = 20",
            "population = 21",
            "7:14",
            "base.population is 20 there, 21 here, which changes every trial",
        ),
        (
            "= 12 }",
            "= 11 }",
            "15:24",
            "base.stop.generations is 12 there, 11 here, and a smaller limit changes every trial",
        ),
        ("log-every", "goal = 'superflip'\nlog-every", "5:8", "goal is nothing there, \""),
        ("repetitions = 2", "repetitions = 1", "3:15", "repetitions is 2 there, 1 here"),
        ("['layers']", "['macros']", "4:13", "baseline \"layers\" is there, not here"),
        ("random = 2", "random = 1", "16:1", "instance \"random-2\" is there, not here"),
        ("'R U'", "'R U2'", "16:1", "instance \"one\" is another state there"),
        (
            "'rate'",
            "'first'",
            "22:8",
            "stage 1 is \"rate\" there, \"first\" here, and stages keep their names and their order",
        ),
        (
            "design = 'random'",
            "design = 'sobol'",
            "28:10",
            "the design of stage fill is \"random\" there, \"sobol\" here",
        ),
        ("points = 3", "points = 2", "29:10", "points of stage fill is 3 there, 2 here"),
        ("[0.1, 0.3]", "[0.1, 0.2]", "25:10", "level 0.3 of factor \"crossover.one-point.rate\" is there, not here"),
        (
            "[6, 30]",
            "[7, 30]",
            "32:9",
            "the values of factor \"genome.length\" are from [6, 30] there, from [7, 30] here",
        ),
        (
            "range = [6, 30]",
            "range = [6, 30]\nscale = 'log'",
            "32:9",
            "the values of factor \"genome.length\" are from [6, 30] there, from [6, 30] on a log scale here",
        ),
        (
            "range = [6, 30]",
            "levels = [6, 30]",
            "32:10",
            "the values of factor \"genome.length\" are from [6, 30] there, listed here",
        ),
        (
            "key = 'elitism'\nlevels = [0, 1]",
            "key = 'population'\nlevels = [20, 30]",
            "26:1",
            "factor \"elitism\" of stage fill is there, not here",
        ),
        (
            "[[stage]]\nname = 'fill'",
            &format!("{factor}[[stage]]\nname = 'fill'"),
            "27:7",
            "stage rate no longer has the design point crossover.one-point.rate=0.1: factor \"population\" is new and applies to it",
        ),
        (
            "random'\npoints = 3\n[[stage.factor]]",
            &format!("random'\npoints = 3\n{factor}[[stage.factor]]"),
            "",
            "the design \"random\" of stage fill has none of its earlier points: ",
        ),
    ] {
        let text = base.replacen(old, new, 1);
        assert_ne!(text, base);
        place.write(&text);
        let (code, _, stderr) = place.run(&["--extend"]);
        assert_eq!(code, Some(2), "{stderr}");
        let first = stderr.lines().next().unwrap();
        let place_and_sentence = first.strip_prefix("error: sweep.toml:").unwrap();
        assert!(
            place_and_sentence.starts_with(place_in_file) && place_and_sentence.contains(&format!(": {sentence}")),
            "{stderr}"
        );
        assert!(first.ends_with(end), "{stderr}");
        assert_same(&bytes(&place.out()), &before, "after it was refused");
        let (code, _, stderr) = place.run(&[]);
        assert!(
            code == Some(2) && stderr.contains("holds the results of another sweep (") && !stderr.contains("--extend"),
            "{stderr}"
        );
    }
    // The place is an argument.
    place.write(&base);
    for (argument, sentence) in [
        (["--repetitions", "1"], "repetitions is 2 there, 1 here"),
        (["--set", "population=21"], "base.population is 20 there, 21 here, which changes every trial"),
        (
            ["--set", "stop.generations=11"],
            "base.stop.generations is 12 there, 11 here, and a smaller limit changes every trial",
        ),
        (
            ["--set", "stop.evaluations=900"],
            "base.stop.evaluations is no limit there, 900 here, and a smaller limit changes every trial",
        ),
        (["--instances", "random:3"], "instance \"one\" is there, not here"),
    ] {
        let (code, _, stderr) = place.run(&[&argument[..], &["--extend"]].concat());
        assert_eq!((code, stderr), (Some(2), format!("error: {}: {sentence}{end}\n", argument.join(" "))));
    }
    // Fewer stages.
    let (text, _) = base.split_once("[[stage]]\nname = 'fill'").unwrap();
    place.write(text);
    let (code, _, stderr) = place.run(&["--extend"]);
    assert!(
        code == Some(2) && stderr.contains("stage 2 is \"fill\" there, nothing here, and stages keep their names"),
        "{stderr}"
    );
    // Another version of evocube.
    let path = place.out().join(file::MANIFEST);
    let manifest = fs::read_to_string(&path).unwrap();
    let version = format!("version = \"{}\"", env!("CARGO_PKG_VERSION"));
    fs::write(&path, manifest.replace(&version, "version = \"0.0.9\"")).unwrap();
    place.write(&base.replace("repetitions = 2", "repetitions = 3"));
    let (code, _, stderr) = place.run(&["--extend"]);
    assert!(
        code == Some(2) && stderr.contains("error: sweep.toml:1:1: the trials were run by evocube 0.0.9, this is "),
        "{stderr}"
    );
    // A damaged manifest.
    fs::write(&path, &manifest[..manifest.len() / 2]).unwrap();
    let (code, _, stderr) = place.run(&["--extend"]);
    assert!(code == Some(2) && stderr.starts_with("error: out/manifest.toml: "), "{stderr}");
}

#[test]
fn shards_are_not_extended() {
    let place = Place::new(SMALL);
    let (code, _, stderr) = place.run(&["--extend", "--shard", "1/2"]);
    let sentence = "error: --extend is for the folder of a whole sweep: merge the shards, and extend the merged folder without \
                    --shard, or run shards of the larger sweep\n";
    assert_eq!((code, stderr.as_str()), (Some(2), sentence));
    assert!(!place.out().exists());
    assert_eq!(place.run(&["--shard", "1/2"]).0, Some(0));
    place.write(&SMALL.replace("repetitions = 2", "repetitions = 3"));
    let (code, _, stderr) = place.run(&["--extend"]);
    assert!(
        code == Some(2) && stderr.contains("the folder holds shard 1/2, and not a whole sweep; an extension only "),
        "{stderr}"
    );
    for more in [["--extend", "--resume"], ["--extend", "--fresh"]] {
        assert_eq!(place.run(&more).0, Some(2));
    }
}
