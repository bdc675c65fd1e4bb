//! The picture at the head of the README: two populations that evolve on the same cube, as an animated SVG.
//!
//! `cargo run --release --example evolution_picture > docs/figures/evolution.svg`. A test compares the file.
#![allow(clippy::print_stdout)] // a program that writes a file

use std::fmt::Write;
use std::path::Path;

use evocube::alphabet::Alphabet;
use evocube::evaluation::Fitness;
use evocube::experiment::plan::trials_of;
use evocube::experiment::sweep::Sweep;
use evocube::experiment::trial::{self, TrialInputs};
use evocube::optimizer::{Generation, Observer, RunContext};
use evocube::puzzle::turn::Turn;
use evocube::solver::Cancelled;
use evocube::{CUBE3, Cube3, Puzzle};

/// The title of each population, and the expansion of its macros.
const POPULATIONS: [(&str, &str); 2] =
    [("Macros in every orientation", "symmetries"), ("Macros in one orientation", "none")];
/// Generations on the horizontal axis, and the largest penalty on the vertical one.
const GENERATIONS: usize = 200;
const MAX_PENALTY: f64 = 130.0;
/// Seconds of the animation, and the share of it in which generations pass; the end stays for the rest.
const SECONDS: usize = 10;
const MOVING: f64 = 0.7;
/// Width of a population, place and size of its chart, and length of an edge of a sticker.
const WIDTH: usize = 400;
const CHART: [f64; 4] = [165.0, 50.0, 215.0, 160.0];
const STICKER: f64 = 19.0;
/// The three faces that are seen: their places in the order U R F D L B, and the corners of a facelet in space.
const FACES: [(usize, Corner); 3] = [
    (0, |row, column| [column, 3.0, row]),
    (1, |row, column| [3.0, 3.0 - row, 3.0 - column]),
    (2, |row, column| [column, 3.0 - row, 3.0]),
];
type Corner = fn(f64, f64) -> [f64; 3];

/// What a generation shows: quartiles and ends of the penalties, the lowest so far, and the cube after the best individual.
struct Frame {
    penalties: [f64; 5],
    best: u32,
    state: String,
}

/// Observer that collects the frames of a run.
struct Frames {
    alphabet: Alphabet<Cube3, Turn>,
    start: Cube3,
    best: Fitness,
    state: String,
    frames: Vec<Frame>,
}

impl Observer for Frames {
    fn generation(&mut self, generation: &Generation<'_>) -> Result<(), Cancelled> {
        let mut penalties = Vec::new();
        for (individual, &fitness) in generation.individuals.fitness(0).iter().enumerate() {
            penalties.push(fitness.penalty());
            if fitness < self.best {
                self.best = fitness;
                let genes = generation.individuals.genome(0, individual).iter().take(fitness.genes());
                let moves = genes.flat_map(|gene| self.alphabet.symbol(gene.index()).moves.iter().copied());
                let state = moves.fold(self.start, |state, turn| CUBE3.apply(state, turn));
                self.state = CUBE3.write_state(state);
            }
        }
        penalties.sort_unstable();
        let quantile = |quarter: usize| f64::from(penalties[(penalties.len() - 1) * quarter / 4]);
        let penalties = [0, 1, 2, 3, 4].map(quantile);
        self.frames.push(Frame { penalties, best: self.best.penalty(), state: self.state.clone() });
        Ok(())
    }
}

/// Runs the population with this expansion of macros.
fn frames(expand: &str) -> Vec<Frame> {
    let text = format!(
        "include = \"experiments/always-solve.toml\"\nname = \"picture\"\nseed = 3\n[[instance]]\nrandom = 1\n[base]\n\
         alphabet = {{ expand = \"{expand}\", conjugate = 0 }}\nstop = {{ generations = {GENERATIONS} }}\n"
    );
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("picture.toml");
    let sweep = Sweep::parse(&text, &file).unwrap_or_else(|error| panic!("{error}"));
    let planned = trials_of(&sweep, 0).next().expect("a trial");
    let point = sweep.point(0, &[], planned.point).expect("the configuration");
    let start = planned.instance_of(&sweep).start(&CUBE3);
    let mut frames = Frames {
        alphabet: Alphabet::new(&CUBE3, &point.alphabet).expect("the alphabet"),
        start,
        best: Fitness::WORST,
        state: CUBE3.write_state(start),
        frames: Vec::new(),
    };
    let optimizer = point.build().expect("the algorithm");
    let inputs = TrialInputs::new(&sweep, &planned, &point, RunContext::sequential());
    trial::run(&optimizer, &inputs, &mut frames).expect("the trial");
    frames.frames
}

/// Returns values over time, without repetitions, as an animation of an attribute.
fn animation(attribute: &str, values: impl Iterator<Item = (usize, String)>) -> String {
    let (mut times, mut shown): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    for (generation, value) in values {
        if shown.last() != Some(&value) {
            times.push(format!("{:.4}", as_number(generation) / as_number(GENERATIONS) * MOVING));
            shown.push(value);
        }
    }
    format!(
        "<animate attributeName=\"{attribute}\" calcMode=\"discrete\" dur=\"{SECONDS}s\" repeatCount=\"indefinite\" \
         keyTimes=\"{}\" values=\"{}\"/>",
        times.join(";"),
        shown.join(";")
    )
}

fn as_number(value: usize) -> f64 {
    u32::try_from(value).map_or(f64::MAX, f64::from)
}

/// Draws the three faces in front; each sticker has the colors of the states one after the other.
fn cube(svg: &mut String, frames: &[Frame]) {
    let color = |face: char| match face {
        'U' => "#fff",
        'R' => "#c41e3a",
        'F' => "#009b48",
        'D' => "#ffd500",
        'L' => "#ff7a1a",
        _ => "#0046ad",
    };
    for (face, corner) in FACES {
        for facelet in 0..9 {
            let (row, column) = (as_number(facelet / 3), as_number(facelet % 3));
            let corners = [(0.0, 0.0), (0.0, 1.0), (1.0, 1.0), (1.0, 0.0)].map(|(down, right)| {
                let [x, y, z] = corner(row + down, column + right);
                format!("{:.1},{:.1}", 80.0 + STICKER * 0.866 * (x - z), 115.0 + STICKER * ((x + z) / 2.0 - y))
            });
            let frame_color = |frame: &Frame| color(frame.state.as_bytes()[9 * face + facelet].into()).to_owned();
            let fill = animation("fill", frames.iter().map(frame_color).enumerate());
            let last = frames.last().map(frame_color).unwrap_or_default();
            let _ = writeln!(
                svg,
                "<polygon points=\"{}\" fill=\"{last}\" class=\"sticker\">{fill}</polygon>",
                corners.join(" ")
            );
        }
    }
}

/// Draws the penalties of the population over the generations, which appear from the left to the right.
fn chart(svg: &mut String, number: usize, frames: &[Frame]) {
    let [left, top, width, height] = CHART;
    let x = |generation: usize| left + width * as_number(generation) / as_number(GENERATIONS);
    let y = |penalty: f64| top + height * (1.0 - penalty / MAX_PENALTY);
    for penalty in [0.0, 40.0, 80.0, 120.0] {
        let height = y(penalty);
        let _ = writeln!(svg, "<path class=\"grid\" d=\"M{left},{height:.1}h{width}\"/>");
        let _ =
            writeln!(svg, "<text x=\"{}\" y=\"{:.1}\" class=\"tick end\">{penalty}</text>", left - 6.0, height + 4.0);
    }
    let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\" class=\"tick end\">penalty</text>", left + 16.0, top - 8.0);
    for generation in [0, 100, 200] {
        let _ = writeln!(
            svg,
            "<text x=\"{:.0}\" y=\"{}\" class=\"tick\">{generation}</text>",
            x(generation),
            top + height + 16.0
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\" class=\"tick\">generation</text>",
        left + width / 2.0,
        top + height + 30.0
    );
    let _ = writeln!(
        svg,
        "<clipPath id=\"clip{number}\"><rect x=\"{left}\" y=\"0\" width=\"{width}\" height=\"300\"><animate attributeName=\"width\" \
         dur=\"{SECONDS}s\" repeatCount=\"indefinite\" keyTimes=\"0;{MOVING};1\" values=\"0;{width};{width}\"/></rect></clipPath>"
    );
    let _ = writeln!(svg, "<g clip-path=\"url(#clip{number})\">");
    for (class, low, high) in [("outer", 0, 4), ("inner", 1, 3)] {
        let place = |(generation, frame): (usize, &Frame), quarter: usize| {
            format!("{:.1},{:.1}", x(generation), y(frame.penalties[quarter]))
        };
        let above = frames.iter().enumerate().map(|frame| place(frame, high));
        let below = frames.iter().enumerate().rev().map(|frame| place(frame, low));
        let places: Vec<String> = above.chain(below).collect();
        let _ = writeln!(svg, "<polygon class=\"{class}\" points=\"{}\"/>", places.join(" "));
    }
    let mut steps = format!("M{left},{:.1}", y(f64::from(frames[0].best)));
    for (generation, pair) in frames.windows(2).enumerate() {
        if pair[0].best != pair[1].best {
            let _ = write!(steps, "H{:.1}V{:.1}", x(generation + 1), y(f64::from(pair[1].best)));
        }
    }
    let _ = writeln!(svg, "<path class=\"best\" d=\"{steps}H{:.1}\"/>\n</g>", x(frames.len() - 1));
}

/// Returns the picture.
pub(crate) fn svg() -> String {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} 250\" role=\"img\" font-family=\"system-ui, sans-serif\">\n\
         <title>Two populations evolve on the same cube: one solves it, the other gets stuck</title>\n\
         <style>.sticker{{stroke:#101010;stroke-width:1.6;stroke-linejoin:round}}.grid{{stroke:#ddd}}text{{font-size:14px;fill:#1a1a1a}}\
         .head{{font-weight:600;font-size:16px}}.tick{{font-size:12px;fill:#595959;text-anchor:middle}}.end{{text-anchor:end}}\
         .number{{text-anchor:middle;font-weight:600}}.outer{{fill:#005aa0;opacity:.15}}.inner{{fill:#005aa0;opacity:.3}}\
         .best{{fill:none;stroke:#b84a00;stroke-width:2.2}}</style>\n<rect width=\"100%\" height=\"100%\" rx=\"6\" fill=\"#fff\"/>\n",
        POPULATIONS.len() * WIDTH
    );
    for (number, (title, expand)) in POPULATIONS.into_iter().enumerate() {
        let frames = frames(expand);
        let _ = writeln!(svg, "<g transform=\"translate({},0)\">", number * WIDTH);
        let _ = writeln!(svg, "<text x=\"16\" y=\"28\" class=\"head\">{title}</text>");
        cube(&mut svg, &frames);
        let mut values: Vec<u32> = frames.iter().map(|frame| frame.best).collect();
        values.dedup();
        for &value in &values {
            let is_last = values.last() == Some(&value);
            let visible = animation(
                "opacity",
                frames.iter().map(|frame| if frame.best == value { "1" } else { "0" }.to_owned()).enumerate(),
            );
            let words = if value == 0 { "solved".to_owned() } else { format!("best penalty {value}") };
            let _ = writeln!(
                svg,
                "<text x=\"80\" y=\"205\" class=\"number\" opacity=\"{}\">{words}{visible}</text>",
                u8::from(is_last)
            );
        }
        chart(&mut svg, number, &frames);
        svg.push_str("</g>\n");
    }
    svg.push_str("</svg>\n");
    svg
}

fn main() {
    print!("{}", svg());
}
