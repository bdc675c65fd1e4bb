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

use crate::browser::{WATCH, chromium};

/// Maximum size of the page as a server sends it, in bytes.
const MAX_COMPRESSED: usize = 1_000_000;

/// The sweep files of the three configurations of the page, and the shipped sweeps and points that they repeat.
const PRESETS: [(&str, &str, usize); 3] = [
    (
        r#"population = 1500
elitism = 1
genome = { length = 20, evaluate = "whole" }
alphabet.expand = "none"
objective.penalty.edge-rule = "any-sticker"
selection.tournament = { size = 3 }
crossover.one-point = { rate = 0.3 }
mutation.uniform = { individual-rate = 0.15, gene-rate = 0.15 }
restart = "never"
stop = { generations = 1000 }
"#,
        "printed-settings",
        0,
    ),
    (
        r#"population = 500
elitism = 1
genome = { length = 30, evaluate = "best-prefix" }
alphabet.expand = "none"
objective.penalty.edge-rule = "any-sticker"
selection.tournament = { size = 5 }
crossover.one-point = { rate = 0.9 }
mutation.uniform = { individual-rate = 1.0, gene-rate = 0.05 }
restart = { every = 300 }
stop = { generations = 1500 }
"#,
        "quickstart",
        0,
    ),
    (
        r#"population = 500
elitism = 1
genome = { length = 30, evaluate = "best-prefix" }
alphabet.expand = "symmetries"
objective.penalty.edge-rule = "both-stickers"
selection.tournament = { size = 5 }
crossover.one-point = { rate = 0.9 }
mutation.uniform = { individual-rate = 1.0, gene-rate = 0.05 }
restart = { every = 300 }
stop = { generations = 1500 }
"#,
        "quickstart",
        3,
    ),
];

/// Uses the page as a reader does, and tells the frame around it what is wrong. `EXPECTED` holds the sweep files of the presets and
/// the rows of the command line.
const USE: &str = r"
const check = (good, what) => { if (!good) wrong.push(what); };
const sleep = time => new Promise(done => setTimeout(done, time));
const ended = async () => { for (let wait = 0; wait < 1200 && !run.ended && !run.error; wait++) await sleep(50); };
const input = (box, value) => { box.value = value; box.dispatchEvent(new Event('input', { bubbles: true })); };
(async () => {
  input(element('speed'), 8);
  check(element('pace').value === 'as computed', 'the highest speed is not that of the computation');
  for (const [at, { sweep, trial, convergence, solution }] of EXPECTED.entries()) {
    presets[at].click();
    check(presets.every((made, other) => (made.getAttribute('aria-pressed') === 'true') === (other === at)), 'another preset is marked');
    check(!/own/.test(element('evidence').textContent), 'a preset is called one of the reader');
    check(element('sweep').textContent === sweep, 'another sweep file: ' + element('sweep').textContent);
    await ended();
    const { rows, frames, error } = run;
    check(!error && element('error').hidden, 'an error: ' + error);
    check(rows.trial === trial, `trials.csv: ${rows.trial} is not ${trial}`);
    check(rows.convergence === convergence, 'convergence.csv differs');
    check(rows.solution === solution, `solutions.csv: ${rows.solution} is not ${solution}`);
    const [, , , , , , best, solved, , restarts, generations, offspring, evaluations, moves] = trial.trim().split(',');
    const last = frames[frames.length - 1];
    check(frames.length === +generations + 1 && last.generation === +generations, 'generations are missing');
    check(last.best === +best && last.offspring === +offspring && last.evaluations === +evaluations && last.restarts === +restarts, 'the last generation differs from its row');
    for (const row of convergence.trim().split('\n')) {
      const [, generation, evaluated, lowest, highest, mean] = row.split(',').map(Number);
      const { counts, ...frame } = frames[generation];
      const low = counts.findIndex(count => count > 0);
      check(low === lowest && counts.length - 1 === highest && Math.abs(frame.mean - mean) < 1e-4 && frame.evaluations === evaluated, 'another population: ' + row);
    }
    const [, , turns, , , , state] = solution.trim().split(',');
    check(last.moves.join(' ') === turns && viewer.end() === state, 'other moves: ' + last.moves.join(' '));
    const words = element('outcome').textContent;
    check(words.startsWith(`Solved in ${moves} moves`) === (solved === '1'), 'solved? ' + words);
    check(words.startsWith(`Not solved: best penalty ${best}, `) === (solved === '0'), 'not solved? ' + words);
    check(words.includes(`It was found in generation ${last.since.toLocaleString('en-US')}.`) === (solved === '0'), 'found when? ' + words);
    check(frames[last.since].best === last.best && (last.since === 0 || frames[last.since - 1].best > last.best), 'found at another time');
    check(element('runs').tBodies[0].rows.length === at + 1, 'not one row for each run');
  }
  check(run.rows.trial.split(',')[7] === '1', 'the changed configuration does not solve');
  element('viewer').dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true }));
  check(/solved$/.test(replayStatus.textContent), 'the solution does not solve: ' + replayStatus.textContent);
  element('viewer').dispatchEvent(new KeyboardEvent('keydown', { key: 'Home', bubbles: true }));
  check(/^Before the first of/.test(replayStatus.textContent), 'the solution does not begin');
  input(element('position'), 3);
  check(NUMBERS[0].textContent === '3' && +NUMBERS[1].textContent === run.frames[3].best, 'another generation is shown');
  element('toggle').click();
  check(element('toggle').textContent === 'pause', 'it does not play again');
  await sleep(300);
  check(position > 3 && element('runs').tBodies[0].rows.length === 3, 'a replayed run is a run');
  let copied = '';
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: async text => { copied = text; } }, configurable: true });
  element('copy').click();
  await sleep(50);
  check(copied === EXPECTED[2].sweep && element('copied').textContent === 'Copied.', 'something else is copied');
  input(element('settings').elements.population, 10);
  input(element('settings').elements.generations, 100);
  check(element('copied').textContent === '' && /own/.test(element('evidence').textContent), 'the configuration of the reader is not called so');
  check(element('sweep').textContent.includes('population = 10\n'), 'the sweep file does not follow the slider');
  element('go').click();
  await ended();
  check(run.frames[0].size === 10 && run.frames.length <= 101, 'another population is run');
  check(/with both changes; Population: 10, Generations: 100$/.test(element('runs').tBodies[0].rows[3].cells[0].textContent), 'the run has another name: ' + element('runs').tBodies[0].rows[3].cells[0].textContent);
  const first = run.state;
  element('other').click();
  await ended();
  check(settings.read().seed === 2 && run.state !== first, 'the other cube is the same');
  input(element('settings').elements.elitism, 10);
  element('go').click();
  await ended();
  check(!element('error').hidden && element('error').textContent.startsWith('sweep.toml:') && !element('outcome').textContent, 'a bad configuration has no error: ' + element('error').textContent);
  input(element('settings').elements.elitism, 1);
  element('go').click();
  await ended();
  check(element('error').hidden && element('outcome').textContent, 'the error stays');
  check(performance.getEntriesByType('resource').every(entry => entry.name.startsWith('blob:')), 'something was fetched');
  check(document.documentElement.scrollWidth <= window.innerWidth, `the page is ${document.documentElement.scrollWidth} wide on ${window.innerWidth}`);
  for (const control of document.querySelectorAll('button, input')) {
    const { width, height } = control.getBoundingClientRect();
    const target = control.closest('label')?.getBoundingClientRect() ?? control.getBoundingClientRect();
    if (width && !control.closest('.moves')) check(target.height >= 24 && target.width >= 24, `${control.id || control.name} is ${width} × ${height}`);
    check(control.textContent || control.ariaLabel || control.closest('label'), 'a control has no name');
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
fn configurations_of_the_playground_are_those_of_the_shipped_sweeps_and_of_the_guide() {
    for (base, shipped, index) in PRESETS {
        let preset = point(&sweep_of(base), 0);
        let shipped = point(&ShippedSweep::named(shipped).unwrap().text(), index);
        assert!(preset == shipped, "{base}");
    }
    let page = text(&root().join("web/page/settings.js"));
    let guide = text(&root().join("docs/sousa.md"));
    let sentences = [
        (
            "They solved 0 of 100 runs on 20 random cubes (95 % interval 0–4 %).",
            "| the paper's selected configuration | 0 of 100 (0–4 %) |",
        ),
        (
            "0 of 50 runs on 10 random cubes solved (95 % interval 0–7 %).",
            "| expand none · best-prefix · any-sticker | 0 of 50 (0–7 %) |",
        ),
        (
            "48 of 50 runs on 10 random cubes solved (95 % interval 87–99 %).",
            "| symmetries · best-prefix · both-stickers | 48 of 50 (87–99 %) |",
        ),
    ];
    for (sentence, row) in sentences {
        assert!(page.contains(sentence) && guide.contains(row), "{sentence}");
    }
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
    let folder = tempfile::tempdir().unwrap();
    let expected: Vec<_> = PRESETS.iter().map(|(base, ..)| expected(base, folder.path())).collect();
    let script = format!("<script>\nconst EXPECTED = {};\n{USE}</script>", serde_json::to_string(&expected).unwrap());
    let page = text(&root().join("web/target/playground.html"));
    let page =
        page.replacen("<style>", &format!("{WATCH}\n<style>"), 1).replacen("</body>", &format!("{script}\n</body>"), 1);
    let watched = folder.path().join("watched.html");
    fs::write(&watched, page).unwrap();
    for width in [390, 1280] {
        let title = title(&watched, width, &folder.path().join(format!("profile-{width}")));
        assert_eq!(title, format!("checked {width}: nothing wrong"));
    }
}
