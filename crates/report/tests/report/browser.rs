//! The report in a browser: no error, no request, no foreign script; viewers, figures and tables react, on a telephone and on a wide
//! screen. The test is ignored, since it needs Chromium; the markup is tested in `html.rs`. `chromium` and `watched` serve the test of the
//! playground, too.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use evocube_experiment::store;
use evocube_report as report;

use crate::chromium::{chromium, watched};

/// Uses the page as a reader does, and tells the frame around it what is wrong.
const USE: &str = r"<script nonce='watch'>
{
const check = (good, what) => { if (!good) wrong.push(what); };
const shown = viewer => [...viewer.querySelectorAll('.net span')].map(cell => cell.dataset.face).join('');
const viewers = [...document.querySelectorAll('.viewer')];
check(viewers.length > 0, 'there is no viewer');
for (const viewer of viewers) {
  check(viewer.dataset.ready === 'yes', 'a viewer is not ready');
  const press = name => viewer.querySelector(`[aria-label='${name}']`).click();
  const key = key => viewer.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  check(shown(viewer) === viewer.dataset.state, 'the first net is not the instance');
  press('next');
  const one = shown(viewer);
  check(one !== viewer.dataset.state, 'a step does nothing');
  press('previous');
  check(shown(viewer) === viewer.dataset.state, 'a step back is no step back');
  key('ArrowRight');
  check(shown(viewer) === one, 'the arrow key does not step');
  key('End');
  check(shown(viewer) === viewer.dataset.end, 'the last net is not the recorded state');
  const solid = [...viewer.querySelectorAll('.sticker')].map(sticker => sticker.dataset.face);
  check(solid.length === viewer.dataset.state.length && solid.every(face => 'URFDLB'.includes(face)), 'the solid cube is not whole');
  check(/solved$/.test(viewer.querySelector('.status').textContent), 'the last net is not called solved');
  press('first');
  check([...viewer.querySelectorAll('.whole > .sticker')].map(sticker => sticker.dataset.face).join('') === viewer.dataset.state, 'the solid cube is another one');
  check(!viewer.querySelector('.notice'), 'the moves do not fit the recorded state');
  viewer.querySelectorAll('.side .moves button')[3].click();
  check(/^Move 3 of/.test(viewer.querySelector('.status').textContent), 'a move cannot be chosen');
}
for (const views of document.querySelectorAll('.views')) {
  const visible = () => [...views.querySelectorAll('figure')].filter(figure => figure.offsetParent !== null).length;
  check(visible() === 1, 'not one view but ' + visible());
  views.querySelectorAll('.choice button')[2].click();
  check(visible() === 1 && views.querySelectorAll('figure')[2].offsetParent !== null, 'the third view does not show');
}
for (const link of document.querySelectorAll('nav a')) check(document.getElementById(link.hash.slice(1)), 'no target of ' + link.hash);
check(document.querySelectorAll('nav > ul > li').length === document.querySelectorAll('h2').length, 'sections and contents differ');
check(document.querySelector('nav [aria-current]'), 'the contents mark no section');
const gone = figure => figure.querySelectorAll('.gone').length;
let legends = 0;
for (const figure of document.querySelectorAll('main figure')) {
  const entries = [...figure.querySelectorAll('.entry')];
  if (entries.length < 2) continue;
  legends++;
  const click = (entry, kind) => entry.dispatchEvent(new MouseEvent(kind, { bubbles: true }));
  click(entries[0], 'click');
  check(gone(figure) > 0 && entries[0].getAttribute('aria-pressed') === 'false', 'a click hides no line of ' + figure.id);
  click(entries[0], 'click');
  check(gone(figure) === 0, 'a second click does not show the line of ' + figure.id);
  click(entries[1], 'dblclick');
  check(entries.every((entry, at) => entry.classList.contains('off') === (at !== 1)), 'a double click isolates no line of ' + figure.id);
  click(entries[1], 'dblclick');
  check(gone(figure) === 0, 'a second double click does not show all lines of ' + figure.id);
  figure.querySelector('.enlarge').click();
  const dialog = document.querySelector('dialog');
  check(dialog.open && dialog.querySelectorAll('.entry').length === entries.length, figure.id + ' does not open large');
  const widths = [dialog, figure].map(place => place.querySelector('svg').clientWidth);
  check(widths[0] > 1.2 * widths[1] || !widths[1], figure.id + ' is not larger: ' + widths);
  dialog.close();
}
check(legends > 3, 'few legends');
// The values below the pointer are those of the table in the page.
const data = JSON.parse(document.getElementById('evocube-data').textContent);
const views = document.querySelector('.views');
views.querySelectorAll('.choice button')[0].click();
const curves = views.querySelector('figure');
const svg = curves.querySelector('svg');
const [corners, values] = JSON.parse(curves.dataset.planes)[0];
const table = data.figures[curves.id];
const first = table.rows.filter(row => row[0] === table.rows[0][0]);
const chosen = first.filter(row => row[1] === first[0][1])[40];
const across = corners[0][0] + (chosen[2] - values[0][0]) / (values[1][0] - values[0][0]) * (corners[1][0] - corners[0][0]);
const place = new DOMPoint(across, (corners[0][1] + corners[1][1]) / 2).matrixTransform(svg.getScreenCTM());
svg.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, clientX: place.x, clientY: place.y }));
const told = [...document.querySelectorAll('.tip tr')].map(row => [...row.cells].map(cell => cell.textContent));
const row = told.find(([label]) => label === chosen[1]);
const median = chosen[table.columns.indexOf('median')];
check(row && Math.abs(parseFloat(row[1]) - median) < 0.02 * median + 0.3, `below the pointer ${JSON.stringify(told)}, not ${chosen}`);
document.body.dispatchEvent(new PointerEvent('pointermove', { bubbles: true }));
check(!document.querySelector('.tip'), 'the values stay');
let sorted = 0;
for (const table of document.querySelectorAll('table.sortable')) {
  const heads = [...table.querySelectorAll('th')];
  const column = heads.findIndex(head => head.classList.contains('number'));
  if (column < 0) continue;
  const cells = () => [...table.tBodies[0].rows].map(row => parseFloat(row.cells[column].textContent.replace(/[, ]/g, '')));
  const values = () => {
    const empty = cells().findIndex(Number.isNaN);
    check(empty < 0 || cells().slice(empty).every(Number.isNaN), 'empty cells are not at the end: ' + cells());
    return cells().filter(value => !Number.isNaN(value));
  };
  heads[column].querySelector('button').click();
  const up = values();
  check(up.every((value, at) => at === 0 || up[at - 1] <= value), 'not ascending: ' + up);
  heads[column].querySelector('button').click();
  check(values().every((value, at) => at === 0 || values()[at - 1] >= value), 'not descending: ' + values());
  sorted++;
}
check(sorted > 0, 'no table is sortable');
check(performance.getEntriesByType('resource').length === 0, 'something was fetched');
for (const table of document.querySelectorAll('.scroll > table')) {
  check(table.scrollWidth <= table.parentElement.clientWidth + 1, 'a table is wider than the page: ' + table.parentElement.ariaLabel);
}
const visible = [...document.querySelectorAll('main svg')].filter(drawing => drawing.checkVisibility());
check(visible.length > 0, 'no figure is visible');
for (const drawing of visible) {
  const scrolls = getComputedStyle(drawing.parentElement).overflowX === 'auto';
  check(scrolls || drawing.clientWidth <= drawing.parentElement.clientWidth, 'a figure is wider than the page');
  check(12 * drawing.clientWidth / drawing.viewBox.baseVal.width >= 9, 'labels of a figure are small: ' + drawing.clientWidth);
}
check(document.documentElement.scrollWidth <= window.innerWidth, `the page is ${document.documentElement.scrollWidth} wide on ${window.innerWidth}`);
const small = document.querySelectorAll('.drawing.small').length;
check(innerWidth > 480 ? small === 0 : small > 8, small + ' figures are drawn for a telephone');
check(!document.querySelector('.narrow, .wide'), 'a figure has two drawings');
check(parseFloat(getComputedStyle(document.body).fontSize) >= 16, 'small type');
check(window.refused === 3, `${window.refused} foreign scripts and styles are refused, not 3`);
document.title = 'checked ' + window.innerWidth + ': ' + (wrong.join('; ') || 'nothing wrong');
parent.postMessage(document.title, '*');
}
</script>";

/// Returns the title of a page after its scripts have run in a frame of that width: a window is never as narrow as a telephone.
fn title(page: &Path, width: u32, profile: &Path) -> String {
    let frame = page.with_file_name(format!("frame-{width}.html"));
    let listen = "addEventListener('message', event => { document.title = event.data; })";
    let text = format!(
        "<!DOCTYPE html><title>no answer</title><script>{listen}</script><iframe src=\"{}\" width=\"{width}\" height=\"900\" \
         style=\"border: 0\"></iframe>",
        page.file_name().unwrap().to_string_lossy()
    );
    fs::write(&frame, text).unwrap();
    let done = Command::new(chromium())
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", "--virtual-time-budget=2000"])
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg("--window-size=1600,1000")
        .arg(format!("file://{}", frame.display()))
        .output()
        .expect("chromium runs");
    let dom = String::from_utf8(done.stdout).unwrap();
    let title = dom.split("<title>").nth(1).and_then(|rest| rest.split("</title>").next());
    title.unwrap_or_else(|| panic!("no page: {}", String::from_utf8_lossy(&done.stderr))).to_owned()
}

fn reference() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../results/reference/quickstart")
}

#[test]
#[ignore = "needs chromium"]
fn a_report_works_in_a_browser() {
    let folder = crate::tempdir::tempdir().unwrap();
    report::write(&store::read(&reference()).unwrap(), folder.path()).unwrap();
    let text = fs::read_to_string(folder.path().join(report::PAGE)).unwrap();
    // Markup that the page's policy does not name runs nothing.
    let foreign =
        "<script>wrong.push('a foreign script runs')</script><p style='color: red' onclick='wrong.push(1)'></p>";
    let text = text.replacen("</main>", &format!("{foreign}</main>"), 1);
    let text = watched(&text, USE);
    let page = folder.path().join("watched.html");
    fs::write(&page, text).unwrap();
    for width in [360, 1400] {
        let title = title(&page, width, &folder.path().join("profile"));
        assert_eq!(title, format!("checked {width}: nothing wrong"));
    }
}
