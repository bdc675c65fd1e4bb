//! The statistical power that `evocube plan` prints, compared with the tests that reports use.

use evocube::stats::{Draws, Factorial, PowerAnalysis, permutation_p};

use crate::common::{done_in, evocube_in, sweep_folder};

/// Makes the trials short of which a plan measures the time.
const SHORT: &str = "--set=stop.evaluations=1000";

/// Returns the output of `plan` for a sweep of one factor.
fn says(instances: u64, repetitions: u64, levels: u64) -> String {
    let levels: Vec<String> = (0..levels).map(|level| (10 + 2 * level).to_string()).collect();
    planned_power(
        instances,
        repetitions,
        &format!("[[factor]]\nkey = \"population\"\nlevels = [{}]\n", levels.join(", ")),
    )
}

/// Returns the output of `plan` for a sweep of some factors.
fn planned_power(instances: u64, repetitions: u64, factors: &str) -> String {
    let folder = sweep_folder(&format!(
        "name = \"x\"\nseed = 1\nrepetitions = {repetitions}\n[[instance]]\nrandom = {instances}\n{factors}"
    ));
    let (code, stdout, _) = evocube_in(folder.path(), &["plan", "sweep.toml", SHORT]);
    assert_eq!(code, Some(0));
    stdout.split_once("Statistical power").unwrap().1.to_owned()
}

#[test]
fn a_plan_has_the_difference_that_its_report_finds() {
    let text = says(3, 31, 4);
    let trials = 93.0;
    let analysis =
        PowerAnalysis { levels: 4, trials, noise_df: 4.0 * 90.0, is_paired: false, tests: 1 }.detectable().unwrap();
    let expected = format!(
        "  Found with 80 % power: levels of population that differ by {analysis:.2} standard deviations of a trial, for solved \
         trials {:.0} percentage points around 50 %.\n",
        50.0 * analysis
    );
    assert!(text.contains(&expected), "{expected}{text}");
    assert!(text.contains("  1 effect of factors is tested.\n"), "{text}");
    assert!(text.contains("Trials are compared on each instance: conclusions hold for these instances, and for others like them where the instances agree."), "{text}");
    assert!(!text.contains("large difference"), "{text}");
    let many = says(2, 200_000, 2);
    assert!(
        many.contains("differ by 0.006 standard deviations of a trial, for solved trials 0.3 percentage points around"),
        "{many}"
    );
    let paired = says(20, 1, 2);
    assert!(paired.contains("  Found with at least 80 % power: levels of population that differ by 0.93 standard deviations of a trial beside its instance, for solved trials 47 percentage points around 50 %.\n"), "{paired}");
    assert!(
        paired
            .contains("Each configuration has one trial on each instance: conclusions hold for instances like these."),
        "{paired}"
    );
}

#[test]
fn settings_with_which_hardly_a_cube_is_solved_are_named() {
    let length = "[[factor]]\nkey = \"genome.length\"\nlevels = [20, 30]\n";
    let plan = |base: &str| planned_power(3, 5, &format!("{length}[base]\n{base}"));
    let copies = "alphabet.expand = \"none\" hardly solves a cube: 0 of 400 trials in docs/sousa.md, and 150 of 400 with \"symmetries\"";
    let rule = "objective.penalty.edge-rule = \"any-sticker\" hardly solves a cube: 7 of 400 trials in docs/sousa.md, and 143 of 400 with \"both-stickers\"";
    let (none, any) = ("alphabet.expand = \"none\"\n", "objective.penalty.edge-rule = \"any-sticker\"\n");
    for (base, expected) in
        [(none.to_owned(), [true, false]), (any.to_owned(), [false, true]), (format!("{none}{any}"), [true; 2])]
    {
        let text = plan(&base);
        assert_eq!([copies, rule].map(|sentence| text.contains(sentence)), expected, "{text}");
    }
    let cube2 = "puzzle = \"cube2\"\nalphabet.macros = \"none\"\nalphabet.expand = \"none\"\n";
    for base in ["", "algorithm = \"hill-climbing\"\nalphabet.expand = \"none\"\n", cube2] {
        assert!(!plan(base).contains("hardly"), "{base}");
    }
    let varied = "[[factor]]\nkey = \"alphabet.expand\"\nlevels = [\"none\", \"symmetries\"]\n";
    assert!(!planned_power(3, 5, varied).contains("hardly"));
    let sweep = "name = \"x\"\nseed = 1\n[[instance]]\nrandom = 1\n[base]\npopulation = 10\nstop.evaluations = 20\n";
    let folder = sweep_folder(&format!("{sweep}{none}{any}"));
    let run = |options: &[&str]| {
        let (code, _, stderr) = evocube_in(folder.path(), &[&["run", "sweep.toml"], options].concat());
        assert_eq!(code, Some(0), "{stderr}");
        stderr
    };
    let notes = run(&["--strict"]);
    assert!([copies, rule].iter().all(|sentence| notes.contains(&format!("note: {sentence}\n"))), "{notes}");
    assert_eq!(run(&["--fresh", "--quiet"]), "");
}

#[test]
fn large_differences_have_advice_and_no_noise_has_no_power() {
    let text = says(1, 5, 24);
    assert!(text.contains(" standard deviations are a large difference: smaller ones are often missed. More trials help: with twice the repetitions "), "{text}");
    let single = says(1, 1, 3);
    assert!(
        single.contains("A single trial of each configuration shows no effect: add repetitions or instances."),
        "{single}"
    );
    assert!(!single.contains("Found with"), "{single}");
}

#[test]
fn effects_of_several_factors_and_of_conditional_ones_are_counted() {
    let two = "[[factor]]\nkey = \"population\"\nlevels = [10, 20, 30]\n[[factor]]\nkey = \"crossover\"\nlevels = [\"none\", { one-point = { rate = 0.9 } }]\n";
    let text = planned_power(2, 5, two);
    assert!(text.contains("  3 effects of factors are tested together.\n"), "{text}");
    assert!(text.contains("levels of crossover that differ by ") && text.contains("; of population by "), "{text}");
    // The size applies to one level of the other factor.
    let conditional = format!("{two}[[factor]]\nkey = \"crossover.one-point.rate\"\nlevels = [0.1, 0.5]\n");
    let text = planned_power(2, 5, &conditional);
    assert!(text.contains("  5 effects of factors are tested together.\n"), "{text}");
}

#[test]
fn one_configuration_has_no_comparison() {
    let text = says(2, 5, 1);
    assert!(text.contains("One configuration: nothing is compared.") && !text.contains("power"), "{text}");
}

#[test]
fn the_rate_that_many_unsolved_trials_leave_is_never_zero() {
    assert!(says(1, 5, 1).contains("if none solves, the success rate is below 43 % (95 %, Wilson)"));
    assert!(says(10, 1000, 1).contains("if none solves, the success rate is below 0.038 % (95 %, Wilson)"));
    assert!(says(100, 1000, 1).contains("if none solves, the success rate is below 0.010 % (95 %, Wilson)"));
}

#[test]
fn a_sample_has_the_degrees_of_freedom_of_its_noise() {
    let design = |points: u64| {
        let folder = sweep_folder(&format!(
            "name = \"x\"\nseed = 1\ndesign = \"sobol\"\npoints = {points}\n[[instance]]\nrandom = 2\n[[factor]]\nkey = \
             \"population\"\nrange = [10, 200]\n[[factor]]\nkey = \"mutation.uniform.gene-rate\"\nrange = [0.1, 0.9]\n"
        ));
        done_in(folder.path(), &["plan", "sweep.toml", SHORT])
    };
    let text = design(32);
    assert!(text.contains("Stage main is a sample: its 32 configurations leave 27 degrees of freedom for the noise of a response surface."), "{text}");
    let text = design(4);
    assert!(text.contains("4 configurations of stage main are too few to say which factors matter."), "{text}");
}

#[test]
fn the_detectable_difference_is_found_in_four_of_five_samples() {
    for (levels, instances, repetitions, tests) in
        [(2, 1, 8, 1), (2, 1, 20, 10), (3, 3, 5, 6), (5, 1, 10, 1), (2, 12, 1, 1), (3, 20, 1, 3), (4, 4, 31, 3)]
    {
        let is_paired = repetitions == 1;
        let trials = (instances * repetitions) as f64;
        let noise_df = if is_paired { (instances - 1) as f64 } else { (levels * instances * (repetitions - 1)) as f64 };
        let design = PowerAnalysis { levels: levels as u64, trials, noise_df, is_paired, tests };
        let size = design.detectable().unwrap();
        let mut draws = Draws::new(38);
        let mut normal = || (0..12).map(|_| draws.uniform()).sum::<f64>() - 6.0;
        let count = (0..1000)
            .filter(|_| {
                let shifts: Vec<f64> = (0..instances).map(|_| 2.0 * normal()).collect();
                let values: Vec<Vec<Vec<f64>>> = (0..levels)
                    .map(|level| {
                        let center = [size / 2.0, -size / 2.0].get(level).copied().unwrap_or(0.0);
                        let shifted = |shift: &f64| (0..repetitions).map(|_| center + shift + normal()).collect();
                        shifts.iter().map(shifted).collect()
                    })
                    .collect();
                let cells: Vec<Vec<usize>> = (0..levels).map(|level| vec![level]).collect();
                let effects = Factorial::new(&[levels], &cells, &values).unwrap().effects();
                effects[0].p.unwrap() < 0.05 / tests as f64
            })
            .count();
        // Four standard errors of 800 in 1000.
        assert!((750..=860).contains(&count), "{design:?} {size}: {count} of 1000");
    }
}

#[test]
fn the_detectable_difference_of_rates_is_found_in_four_of_five_samples() {
    for (instances, repetitions) in [(1, 31), (3, 20)] {
        let trials = (instances * repetitions) as f64;
        let noise_df = (2 * instances * (repetitions - 1)) as f64;
        let design = PowerAnalysis { levels: 2, trials, noise_df, is_paired: false, tests: 1 };
        let half = design.detectable().unwrap() / 4.0;
        let mut draws = Draws::new(39);
        let mut sample =
            |rate: f64| -> Vec<f64> { (0..repetitions).map(|_| f64::from(u8::from(draws.uniform() < rate))).collect() };
        let is_found = |_: &u32| {
            let strata: Vec<_> = (0..instances).map(|_| vec![sample(0.5 - half), sample(0.5 + half)]).collect();
            permutation_p(&strata, &mut Draws::new(1)).unwrap().p < 0.05
        };
        let count = (0..1000).filter(is_found).count();
        assert!((740..=860).contains(&count), "{design:?}: {count} of 1000");
    }
}
