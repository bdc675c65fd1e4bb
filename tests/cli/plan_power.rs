//! Sentences of `evocube plan`: on statistical power, compared with `WinDesign` of `evocube-stats`, on the noise of sampled designs, and on
//! the success rate that is still possible if no trial solves. Also the notes of `plan` and `run` on settings that hardly solve a cube.
//! Resources are tested in `plan.rs`.

use evocube::stats::wins::WinDesign;

use crate::common::{done_in, evocube_in, sweep_folder};
use crate::guide::{root, text};

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
fn a_plan_has_the_share_of_pairs_that_its_report_finds() {
    let text = says(3, 31, 4);
    let design = WinDesign { levels: 4, blocks: 3, trials: 31, families: 1 };
    let share = 100.0 * design.detectable_share().unwrap();
    let expected = format!(
        "  Four of five such experiments show a level of population that wins {share:.0} % of pairs of trials against another.\n"
    );
    assert!(text.contains(&expected), "{expected}{text}");
    assert!(text.contains("  1 comparison is tested.\n"), "{text}");
    assert!(text.contains("Trials are compared on each instance: conclusions hold for these instances, and for others like them where the instances agree."), "{text}");
    assert!(!text.contains("large difference"), "{text}");
    let paired = says(20, 1, 2);
    assert!(
        paired
            .contains("Each configuration has one trial on each instance: conclusions hold for instances like these."),
        "{paired}"
    );
}

/// The solved trials of a level, of all, in the table of the three changes of the guide.
fn solved_with(level: &str) -> [u64; 2] {
    let page = text(&root().join("docs/sousa.md"));
    let rows = page.lines().filter(|row| row.matches(" · ").count() == 2 && row.contains(level));
    let counts = rows.map(|row| {
        let (solved, trials) = row.split('|').nth(2).unwrap().trim().split_once(" of ").unwrap();
        [solved, trials.split(' ').next().unwrap()].map(|count| count.parse::<u64>().unwrap())
    });
    counts.fold([0; 2], |sum, counts| [sum[0] + counts[0], sum[1] + counts[1]])
}

/// The sentence on a value with which hardly a cube is solved, named `level` in the guide, and on another value.
fn hardly(key: &str, value: &str, level: &str, other: &str) -> String {
    let ([solved, trials], [others, of]) = (solved_with(level), solved_with(other));
    format!(
        "{key} = \"{value}\" hardly solves a cube: {solved} of {trials} trials in docs/sousa.md, and {others} of {of} with \"{other}\""
    )
}

#[test]
fn settings_with_which_hardly_a_cube_is_solved_are_named() {
    let length = "[[factor]]\nkey = \"genome.length\"\nlevels = [20, 30]\n";
    let plan = |base: &str| planned_power(3, 5, &format!("{length}[base]\n{base}"));
    let copies = hardly("alphabet.expand", "none", "expand none", "symmetries");
    let rule = hardly("objective.penalty.edge-rule", "any-sticker", "any-sticker", "both-stickers");
    let (none, any) = ("alphabet.expand = \"none\"\n", "objective.penalty.edge-rule = \"any-sticker\"\n");
    let plain = "alphabet.conjugate = 0\n";
    for (base, expected) in [
        (format!("{plain}{none}"), [true, false]),
        (format!("{plain}{any}"), [false, true]),
        (format!("{plain}{none}{any}"), [true; 2]),
        // With conjugates, the default, it solves.
        (format!("{none}{any}"), [false; 2]),
    ] {
        let text = plan(&base);
        assert_eq!([&copies, &rule].map(|sentence| text.contains(sentence)), expected, "{text}");
    }
    let cube2 = "puzzle = \"cube2\"\nalphabet.macros = \"none\"\nalphabet.expand = \"none\"\n";
    let climbing = format!("algorithm = \"hill-climbing\"\n{plain}{none}");
    for base in ["", &climbing, cube2] {
        assert!(!plan(base).contains("hardly"), "{base}");
    }
    let factor = |key: &str, levels: &str| format!("[[factor]]\nkey = \"{key}\"\nlevels = {levels}\n[base]\n{plain}");
    assert!(!planned_power(3, 5, &factor("alphabet.expand", "[\"none\", \"symmetries\"]")).contains("hardly"));
    let conjugated = factor("alphabet.conjugate", "[0, 1]");
    assert!(!planned_power(3, 5, &format!("{conjugated}{none}")).contains("hardly"));
    let sweep = "name = \"x\"\nseed = 1\n[[instance]]\nrandom = 1\n[base]\npopulation = 10\nstop.evaluations = 20\n";
    let folder = sweep_folder(&format!("{sweep}{plain}{none}{any}"));
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
fn large_differences_have_advice_and_few_trials_have_no_power() {
    let text = says(1, 6, 3);
    let large = " of pairs are a large difference: smaller ones are often missed. More trials show smaller ones of population: \
                 with twice the repetitions ";
    let share = |trials| {
        let design = WinDesign { levels: 3, blocks: 1, trials, families: 1 };
        format!("{:.0} %", 100.0 * design.detectable_share().unwrap())
    };
    assert!(text.contains(&format!("  {}{large}{}, ", share(6), share(12))) && share(12) < share(6), "{text}");
    assert!(!text.contains("Too few trials"), "{text}");
    // A factor of many levels that nothing shows has no part in what more trials show of another one.
    let two = "[[factor]]\nkey = \"population\"\nlevels = [10, 20]\n[[factor]]\nkey = \"elitism\"\nlevels = [0, 1, 2, 3, 4, 5, 6]\n";
    let stages =
        two.replace("[[factor]]", "[[stage.factor]]").replacen("[[stage", "[[stage]]\nname = \"a\"\n[[stage", 1);
    let (first, second) = stages.split_at(stages.rfind("[[stage.factor]]").unwrap());
    let text = planned_power(1, 6, &format!("{first}[[stage]]\nname = \"b\"\n{second}"));
    assert!(
        text.contains("  Too few trials for elitism: fewer than four of five show a level that wins every pair.\n"),
        "{text}"
    );
    let shares: Vec<u32> = text
        .split_once("Four of five")
        .unwrap()
        .1
        .split(" %")
        .filter_map(|part| part.rsplit(' ').next().and_then(|share| share.parse().ok()))
        .collect();
    assert!(
        shares.len() == 4 && shares[0] == shares[1] && shares[2..].iter().all(|share| *share < shares[1]),
        "{text}"
    );
    let single = says(1, 2, 3);
    assert!(
        single.contains("Too few trials: fewer than four of five such experiments show a level that wins every pair of trials. Add repetitions or instances."),
        "{single}"
    );
    assert!(!single.contains("Four of five such experiments show a level of"), "{single}");
}

#[test]
fn effects_of_several_factors_and_of_conditional_ones_are_counted() {
    let two = "[[factor]]\nkey = \"population\"\nlevels = [10, 20, 30]\n[[factor]]\nkey = \"crossover\"\nlevels = [\"none\", { one-point = { rate = 0.9 } }]\n";
    let text = planned_power(2, 5, two);
    // Both factors, their interaction, and all configurations.
    assert!(text.contains("  4 comparisons are tested together.\n"), "{text}");
    assert!(
        text.contains("a level of crossover that wins ") && text.contains(", and one of population that wins "),
        "{text}"
    );
    // The size applies to one level of the other factor.
    let conditional = format!("{two}[[factor]]\nkey = \"crossover.one-point.rate\"\nlevels = [0.1, 0.5]\n");
    let text = planned_power(2, 5, &conditional);
    assert!(text.contains("  6 comparisons are tested together.\n"), "{text}");
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
