//! The page on which a cube evolves: its sentences are those of the guide, and its runs are those of the command line.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use evocube::evolve::config::TrialConfig;
use evocube::experiment::sweep::Sweep;
use evocube::shipped::ShippedSweep;

use crate::browser::{chromium, watched};

#[path = "../../examples/evolution_picture.rs"]
#[expect(dead_code, reason = "its main function writes the file")]
mod evolution_picture;

/// Maximum size of the page as a server sends it, in bytes.
const MAX_COMPRESSED: usize = 1_000_000;

/// The keys of `[base]` of the configuration that the page opens with: those of the shipped sweep always-solve, with another limit.
const SOLVES: &str = r#"population = 100
elitism = 1
genome = { length = 30, evaluate = "best-prefix" }
alphabet = { expand = "symmetries", conjugate = 1 }
objective.penalty.edge-rule = "both-stickers"
selection.tournament = { size = 5 }
crossover.one-point = { rate = 0.9 }
restart = { stagnation = 60 }
stop = { generations = 1000 }

[base.mutation.mixture]
of = [
    { mutation.tail = { individual-rate = 1.0 } },
    { mutation.insert = { individual-rate = 1.0 } },
]
"#;

/// The keys of the last configuration: those of the shipped sweep printed-settings.
const PAPER: &str = r#"population = 1500
elitism = 1
genome = { length = 20, evaluate = "whole" }
alphabet = { expand = "none", conjugate = 0 }
objective.penalty.edge-rule = "any-sticker"
selection.tournament = { size = 3 }
crossover.one-point = { rate = 0.3 }
restart = "none"
stop = { generations = 1000 }
mutation.uniform = { individual-rate = 0.15, gene-rate = 0.15 }
"#;

/// Returns the keys of the configurations of the page, in its order. All between the first and the last have changes of the first.
fn presets() -> [String; 7] {
    let changed = |from: &str, to: &str| {
        assert!(SOLVES.contains(from), "{from}");
        SOLVES.replace(from, to)
    };
    let (rest, _) = SOLVES.split_once("\n[base.mutation").expect("the mixture");
    [
        SOLVES.to_owned(),
        changed("one-point = { rate = 0.9 }", "one-point = { rate = 0.0 }"),
        format!("{rest}mutation.uniform = {{ individual-rate = 1.0, gene-rate = 0.05 }}\n"),
        changed("conjugate = 1", "conjugate = 0"),
        changed("both-stickers", "any-sticker"),
        changed("\"symmetries\", conjugate = 1", "\"none\", conjugate = 0"),
        PAPER.to_owned(),
    ]
}

/// Uses the page as a reader does, and tells the frame around it what is wrong. `EXPECTED` holds the sweep files of the presets and
/// the rows of the command line.
const USE: &str = r"
const check = (good, what) => { if (!good) wrong.push(what); };
const sleep = time => new Promise(done => setTimeout(done, time));
const [left, right] = lanes;
const ended = async () => {
  for (let wait = 0; wait < 2400 && !lanes.every(({ run }) => run.ended || run.error); wait++) await sleep(25);
};
const input = (box, value) => { box.value = value; box.dispatchEvent(new Event('input', { bubbles: true })); };
const controls = left.part('form').elements;
const rows = () => element('runs').tBodies[0].rows;
(async () => {
  const canvas = right.part('canvas').getBoundingClientRect();
  const screen = innerWidth < 600 ? left.part('canvas').getBoundingClientRect() : canvas;
  check(screen.top > 0 && screen.bottom < 800, `the charts are not on the first screen: ${screen.top} to ${screen.bottom}`);
  input(element('speed'), 8);
  check(element('pace').value === 'at once', 'the highest speed is not that of the computation');
  await ended();
  check(left.run.rows.trial.split(',')[7] === '1', 'the first configuration does not solve the first cube');
  check(left.run.state === right.run.state, 'the populations have different cubes');
  element('seed').value = 1;
  for (const [at, { sweep, trial, convergence, solution }] of EXPECTED.entries()) {
    const before = rows().length;
    left.part('select').selectedIndex = at;
    left.part('select').dispatchEvent(new Event('change'));
    check(left.part('select').selectedIndex === at && / of 100 /.test(left.part('.evidence').textContent), 'another preset is shown');
    check(left.part('pre').textContent === sweep, 'another sweep file: ' + left.part('pre').textContent);
    await ended();
    const { rows: written, frames, error } = left.run;
    check(!error && left.part('.error').hidden, 'an error: ' + error);
    check(written.trial === trial, `trials.csv: ${written.trial} is not ${trial}`);
    check(written.convergence === convergence, 'convergence.csv differs');
    check(written.solution === solution, `solutions.csv: ${written.solution} is not ${solution}`);
    const [, , , , , , best, solved, , , restarts, generations, offspring, evaluations, moves] = trial.trim().split(',');
    const last = frames[frames.length - 1];
    check(frames.length === +generations + 1 && last.generation === +generations, 'generations are missing');
    check(last.best === +best && last.offspring === +offspring && last.evaluations === +evaluations && last.restarts === +restarts, 'the last generation differs from its row');
    for (const row of convergence.trim().split('\n')) {
      const [, generation, evaluated, lowest, highest, mean] = row.split(',').map(Number);
      const { counts, ...frame } = frames[generation];
      const low = counts.findIndex(count => count > 0);
      check(low === lowest && counts.length - 1 === highest && Math.abs(frame.mean - mean) < 1e-4 && frame.evaluations === evaluated, 'another population: ' + row);
    }
    const [, , turns, , , , , state] = solution.trim().split(',');
    check(last.moves.join(' ') === turns && left.viewer.end() === state, 'other moves: ' + last.moves.join(' '));
    const words = left.part('.outcome').textContent;
    check(words.startsWith(`Solved in ${moves} moves`) === (solved === '1'), 'solved? ' + words);
    check(words.startsWith(`Not solved: best penalty ${best}, `) === (solved === '0'), 'not solved? ' + words);
    check(words.includes(`It was found in generation ${last.since.toLocaleString('en-US')}.`) === (solved === '0'), 'found when? ' + words);
    check(frames[last.since].best === last.best && (last.since === 0 || frames[last.since - 1].best > last.best), 'found at another time');
    check(rows().length === before + 2, 'not one row for each run');
  }
  left.part('select').selectedIndex = 0;
  left.part('select').dispatchEvent(new Event('change'));
  await ended();
  const press = (place, key) => place.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  const key = key => press(left.section, key);
  key('End');
  check(press(controls.population, 'Home') && press(left.part('select'), 'Home'), 'a control does not have its own keys');
  check(/solved$/.test(left.status.textContent), 'the solution does not solve: ' + left.status.textContent);
  key('Home');
  check(/^Before the first of/.test(left.status.textContent), 'the solution does not begin');
  const before = rows().length;
  input(element('position'), 3);
  check(lanes.every(({ numbers, run }) => numbers[0].textContent === '3' && +numbers[1].textContent === run.frames[3].best), 'another generation is shown');
  element('toggle').click();
  check(element('toggle').textContent === 'pause', 'it does not play again');
  await sleep(300);
  check(position > 3 && rows().length === before, 'a replayed run is a run');
  let copied = '';
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: async text => { copied = text; } }, configurable: true });
  left.part('.copy').click();
  await sleep(50);
  check(copied === EXPECTED[0].sweep && left.part('.copied').textContent === 'Copied.', 'something else is copied');
  left.part('details').open = true;
  input(controls.population, 10);
  input(controls.generations, 100);
  check(left.part('.copied').textContent === '' && /own/.test(left.part('select').value), 'the configuration of the reader is not called so');
  check(left.part('pre').textContent.includes('population = 10\n'), 'the sweep file does not follow the slider');
  left.part('form button').click();
  await ended();
  check(left.run.frames[0].size === 10 && left.run.frames.length <= 101, 'another population is run');
  check([...rows()].some(row => /^Solves every cube; Population: 10, Generations: 100$/.test(row.cells[0].textContent)), 'the run has another name');
  const first = left.run.state;
  element('seed').value = 2000000;
  element('seed').dispatchEvent(new Event('change'));
  check(element('seed').value === '999999', 'another seed is shown than the one that runs');
  element('other').click();
  await ended();
  check(seed() === 0 && left.run.state !== first && left.run.state === right.run.state, 'the other cube is the same');
  input(controls.elitism, 10);
  left.part('form button').click();
  await ended();
  check(!left.part('.error').hidden && left.part('.error').textContent.startsWith('sweep.toml:') && !left.part('.outcome').textContent, 'a bad configuration has no error: ' + left.part('.error').textContent);
  const { width, height } = left.part('canvas');
  const drawn = left.part('canvas').getContext('2d').getImageData(0, 0, width, height).data.some(value => value);
  check(!drawn && left.part('canvas').getAttribute('aria-label') === 'Penalties of the population by generation.', 'the chart of another run stays');
  check(right.run.ended, 'the other population does not run');
  input(controls.elitism, 1);
  left.part('form button').click();
  await ended();
  check(left.part('.error').hidden && left.part('.outcome').textContent, 'the error stays');
  check(performance.getEntriesByType('resource').every(entry => entry.name.startsWith('blob:')), 'something was fetched');
  check(document.documentElement.scrollWidth <= window.innerWidth, `the page is ${document.documentElement.scrollWidth} wide on ${window.innerWidth}`);
  for (const control of document.querySelectorAll('button, input, select')) {
    const { width, height } = control.getBoundingClientRect();
    const target = control.closest('label')?.getBoundingClientRect() ?? control.getBoundingClientRect();
    if (width && !control.closest('.moves')) check(target.height >= 24 && target.width >= 24, `${control.id || control.name || control.textContent} is ${width} × ${height}`);
    check(control.textContent || control.ariaLabel || control.labels?.length, `${control.name || control.id} has no name`);
  }
  check(parseFloat(getComputedStyle(document.body).fontSize) >= 16, 'small type');
})().catch(error => wrong.push(String(error))).finally(() => {
  parent.postMessage('checked ' + window.innerWidth + ': ' + (wrong.join('; ') || 'nothing wrong'), '*');
});
";

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the sweep file of the page with these keys of `[base]`.
fn sweep_of(base: &str) -> String {
    format!("name = \"playground\"\nseed = 1\nrepetitions = 1\n\n[[instance]]\nrandom = 1\n\n[base]\n{base}")
}

/// Returns the first point of a sweep file, or a point of a shipped one.
fn point(text: &str, point: usize) -> TrialConfig {
    let sweep = Sweep::parse(text, Path::new("sweep.toml")).unwrap_or_else(|error| panic!("{error}"));
    sweep.point(0, &[], point).unwrap()
}

#[test]
fn configurations_of_the_playground_are_those_of_the_shipped_sweeps() {
    for (base, shipped) in [(SOLVES, "always-solve"), (PAPER, "printed-settings")] {
        let preset = point(&sweep_of(base), 0);
        let mut shipped = point(&ShippedSweep::named(shipped).unwrap().text(), 0);
        shipped.stop = preset.stop.clone();
        assert!(preset == shipped, "{base}");
    }
}

#[test]
fn solved_shares_of_the_playground_are_those_of_the_guide() {
    let page = text(&root().join("web/page/settings.js")).replace('’', "'");
    let guide = text(&root().join("docs/playground.md"));
    let rows: Vec<Vec<&str>> =
        guide.lines().filter(|line| line.contains(" of 100 (")).map(|line| line.split(" | ").collect()).collect();
    assert_eq!(rows.len(), presets().len());
    for row in rows {
        let name = row[0].trim_start_matches("| ");
        let (_, preset) = page.split_once(&format!("[\"{name}\"")).unwrap_or_else(|| panic!("{name}"));
        let preset = preset.split("\n  [\"").next().unwrap();
        assert!(preset.contains(row[1]), "{name}: {}", row[1]);
        let evaluations = row[2].split(' ').next().unwrap();
        assert!(!row[1].starts_with("100 ") || preset.contains(evaluations), "{name}: {evaluations}");
    }
}

#[test]
fn the_picture_of_the_readme_is_what_its_example_draws() {
    let committed = text(&root().join("docs/figures/evolution.svg"));
    assert!(
        committed == evolution_picture::svg(),
        "docs/figures/evolution.svg differs: run the example evolution_picture"
    );
    assert!(committed.len() <= 300_000 && committed.contains(">solved<"));
}

/// Runs the sweep file of the page with these keys of `[base]` by the command line. Returns it with its rows, without headers.
fn expected(base: &str, folder: &Path) -> serde_json::Value {
    let (sweep, results) = (folder.join("sweep.toml"), folder.join("results"));
    fs::write(&sweep, sweep_of(base)).unwrap();
    let done = Command::new(env!("CARGO_BIN_EXE_evocube")).arg("run").arg(&sweep).arg("--out").arg(&results).output();
    let done = done.expect("evocube runs");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let rows = |name: &str| text(&results.join(name)).split_once('\n').unwrap().1.to_owned();
    let (trial, convergence, solution) = (rows("trials.csv"), rows("convergence.csv"), rows("solutions.csv"));
    fs::remove_dir_all(results).unwrap();
    serde_json::json!({ "sweep": sweep_of(base), "trial": trial, "convergence": convergence, "solution": solution })
}

/// A browser, which ends with its owner.
struct Browser(Child);

impl Drop for Browser {
    fn drop(&mut self) {
        self.0.kill().and_then(|()| self.0.wait()).expect("chromium ends");
    }
}

/// Returns the title of a page in a frame of that width, once it begins with "checked".
fn title(page: &Path, width: u32, profile: &Path) -> String {
    let frame = page.with_file_name(format!("frame-{width}.html"));
    let name = page.file_name().unwrap().to_string_lossy();
    let listen = "addEventListener('message', event => { document.title = event.data; })";
    let frame_text = format!(
        "<!DOCTYPE html><title>no answer</title><script>{listen}</script><iframe src=\"{name}\" width=\"{width}\" height=\"900\" \
         style=\"border: 0\"></iframe>"
    );
    fs::write(&frame, frame_text).unwrap();
    let child = Command::new(chromium())
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0", "--window-size=1600,1000"])
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg(format!("file://{}", frame.display()))
        .stderr(Stdio::null())
        .spawn();
    let _browser = Browser(child.expect("chromium runs"));
    let begin = Instant::now();
    let mut seen = String::new();
    while begin.elapsed() < Duration::from_secs(300) {
        std::thread::sleep(Duration::from_millis(200));
        // The browser tells the titles of its pages at a port that it writes to its profile.
        let Ok(port) = fs::read_to_string(profile.join("DevToolsActivePort")) else { continue };
        let address = format!("127.0.0.1:{}", port.lines().next().unwrap_or_default());
        let Ok(mut connection) = TcpStream::connect(&address) else { continue };
        write!(connection, "GET /json/list HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        connection.set_read_timeout(Some(Duration::from_secs(2))).unwrap();
        // The browser may keep the connection open.
        let _ = connection.read_to_string(&mut answer);
        let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
        let Ok(pages) = serde_json::from_str::<serde_json::Value>(body) else { continue };
        let titles = pages.as_array().into_iter().flatten().filter_map(|page| page["title"].as_str());
        seen = titles.collect::<Vec<_>>().join(" | ");
        if let Some(start) = seen.find("checked ") {
            return seen[start..].split(" | ").next().unwrap_or_default().to_owned();
        }
    }
    panic!("no answer from the page: {seen}")
}

#[test]
#[ignore = "needs chromium and the target wasm32-unknown-unknown, for which it builds the library"]
fn the_playground_runs_trials_as_the_command_line_does() {
    let built = Command::new(root().join("web/build")).output().expect("bash runs");
    let stdout = String::from_utf8_lossy(&built.stdout);
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let size = stdout.trim().strip_prefix("web/target/playground.html: ").and_then(|rest| rest.split(' ').next());
    let size: usize = size.and_then(|size| size.parse().ok()).unwrap_or_else(|| panic!("{stdout}"));
    assert!(size <= MAX_COMPRESSED, "{size} bytes compressed");
    let folder = crate::common::tempdir().unwrap();
    let expected: Vec<_> = presets().iter().map(|base| expected(base, folder.path())).collect();
    let script = format!(
        "<script nonce='watch'>\nconst EXPECTED = {};\n{USE}</script>",
        serde_json::to_string(&expected).unwrap()
    );
    let page = text(&root().join("web/target/playground.html"));
    let watched_page = folder.path().join("watched.html");
    fs::write(&watched_page, watched(&page, &script)).unwrap();
    for width in [390, 1280] {
        let title = title(&watched_page, width, &folder.path().join(format!("profile-{width}")));
        assert_eq!(title, format!("checked {width}: nothing wrong"));
    }
}
