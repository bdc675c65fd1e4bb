// A figure with a drawing for telephones keeps the one that fits the screen.
const isNarrow = matchMedia("(max-width: 480px)").matches;
for (const narrow of document.querySelectorAll(".narrow")) {
  const wide = narrow.previousElementSibling;
  if (isNarrow) Object.assign(narrow.parentElement.dataset, narrow.dataset);
  (isNarrow ? wide : narrow).remove();
  wide.classList.remove("wide");
  narrow.classList.replace("narrow", "small");
}
// Views of the same: one at a time, all on paper.
for (const views of document.querySelectorAll(".views")) {
  const figures = [...views.children];
  if (figures.length < 2) continue;
  const bar = document.createElement("div");
  bar.className = "choice";
  const buttons = figures.map(figure => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = figure.dataset.view;
    button.addEventListener("click", () => show(figure));
    return button;
  });
  const show = shown => figures.forEach((figure, at) => {
    figure.classList.toggle("away", figure !== shown);
    buttons[at].setAttribute("aria-pressed", figure === shown);
  });
  bar.append(...buttons);
  views.prepend(bar);
  // A link to a view shows it.
  const linked = () => figures.find(figure => figure.id && location.hash === "#" + figure.id);
  show(linked() ?? figures[0]);
  addEventListener("hashchange", () => { if (linked()) { show(linked()); linked().scrollIntoView(); } });
}
// Tooltips become data: those of browsers come late, and on a touch screen never.
for (const svg of document.querySelectorAll("figure svg")) {
  const title = svg.querySelector(":scope > title");
  if (title) svg.setAttribute("aria-label", title.textContent);
  title?.remove();
  for (const tip of svg.querySelectorAll("g > title")) {
    tip.parentElement.dataset.tip = tip.textContent;
    tip.remove();
  }
}
// Lines and their entries in legends. A figure and its enlarged copy have the same groups in the same order.
// The places of a path: absolute ones, or steps.
function placesOf(path) {
  const places = [];
  let [x, y] = [0, 0];
  for (const [, command, text] of path.getAttribute("d").matchAll(/([MLlhv])([^MLlhvZ]*)/g)) {
    const numbers = (text.match(/-?[\d.]+/g) ?? []).map(Number);
    if (command === "M" || command === "L") [x, y] = numbers;
    if (command === "l") [x, y] = [x + numbers[0], y + numbers[1]];
    if (command === "h") x += numbers[0];
    if (command === "v") y += numbers[0];
    places.push(x, y);
  }
  return places;
}
const looks = path => path.getAttribute("stroke") + " " + (path.getAttribute("stroke-dasharray") ?? "");
function seriesOf(figure) {
  const planes = JSON.parse(figure.dataset.planes ?? "[]");
  const inside = ([x, y], [from, to]) =>
    x >= Math.min(from[0], to[0]) - 1 && x <= Math.max(from[0], to[0]) + 1 && y >= Math.min(from[1], to[1]) - 1 && y <= Math.max(from[1], to[1]) + 1;
  const [lines, entries] = [[], []];
  for (const group of figure.querySelectorAll("svg g[data-tip]")) {
    const path = group.querySelector(":scope > path[fill=none]");
    // Closed paths are frames.
    if (!path || path.getAttribute("d").endsWith("Z")) continue;
    const places = placesOf(path);
    const plane = planes.findIndex(([corners]) => inside(places, corners));
    const series = { group, plane, label: group.dataset.tip, look: looks(path), color: path.getAttribute("stroke"), places };
    if (plane >= 0) lines.push(series);
    else if (group.querySelector(":scope > text")) entries.push(series);
  }
  const own = new Set(entries.map(entry => entry.label));
  for (const entry of entries) {
    const named = lines.filter(line => line.label === entry.label);
    // "The others" have no entries of their own.
    entry.lines = named.length ? named : lines.filter(line => line.look === entry.look && !own.has(line.label));
  }
  const bands = [...figure.querySelectorAll("svg > path[fill-opacity]")];
  return { planes, lines, entries: entries.filter(entry => entry.lines.length), bands };
}
const known = new WeakMap();
const series = figure => known.get(figure) ?? known.set(figure, seriesOf(figure)).get(figure);
const isHidden = entry => entry.group.classList.contains("off");
function showLines(figure) {
  const { entries, bands } = series(figure);
  const visible = new Set();
  for (const entry of entries) {
    entry.group.setAttribute("aria-pressed", !isHidden(entry));
    for (const line of entry.lines) line.group.classList.toggle("gone", isHidden(entry));
    if (!isHidden(entry)) visible.add(entry.color);
  }
  const colors = new Set(entries.map(entry => entry.color));
  for (const band of bands) {
    const color = band.getAttribute("fill");
    band.classList.toggle("gone", colors.has(color) && !visible.has(color));
  }
}
function toggle(figure, at) {
  series(figure).entries[at].group.classList.toggle("off");
  showLines(figure);
}
// Shows one line alone, or all if it is alone already.
function isolate(figure, at) {
  const { entries } = series(figure);
  const alone = entries.every((entry, other) => isHidden(entry) === (other !== at));
  entries.forEach((entry, other) => entry.group.classList.toggle("off", !alone && other !== at));
  showLines(figure);
}
function legend(figure) {
  const { entries } = series(figure);
  if (entries.length < 2) return;
  figure.querySelector("svg").setAttribute("role", "group");
  entries.forEach(({ group }, at) => {
    group.classList.add("entry");
    group.setAttribute("role", "button");
    group.setAttribute("tabindex", "0");
    group.setAttribute("aria-label", group.dataset.tip);
    group.setAttribute("aria-pressed", !group.classList.contains("off"));
    group.addEventListener("click", event => (event.shiftKey ? isolate : toggle)(figure, at));
    group.addEventListener("dblclick", () => isolate(figure, at));
    group.addEventListener("keydown", event => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      (event.shiftKey ? isolate : toggle)(figure, at);
    });
  });
}
// A figure opens large, with its neighbors at the arrow keys.
const pageFigures = [...document.querySelectorAll("figure")];
const large = document.createElement("dialog");
large.className = "large";
document.body.append(large);
function enlarge(at) {
  const figure = pageFigures[at];
  const copy = figure.cloneNode(true);
  copy.removeAttribute("id");
  copy.classList.remove("away");
  const close = document.createElement("button");
  close.type = "button";
  close.textContent = "Close";
  close.addEventListener("click", () => large.close());
  copy.querySelector(".enlarge").replaceWith(close);
  large.replaceChildren(copy);
  large.dataset.at = at;
  known.delete(copy);
  legend(copy);
  showLines(copy);
  if (!large.open) large.showModal();
}
large.addEventListener("click", event => { if (event.target === large) large.close(); });
large.addEventListener("keydown", event => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (step && pageFigures[+large.dataset.at + step]) enlarge(+large.dataset.at + step);
});
pageFigures.forEach((figure, at) => {
  legend(figure);
  let files = figure.querySelector(".files");
  if (!files) {
    files = document.createElement("p");
    files.className = "files";
    figure.querySelector(".drawing").after(files);
  }
  const button = document.createElement("button");
  button.type = "button";
  button.className = "enlarge";
  button.textContent = "Enlarge";
  button.addEventListener("click", () => enlarge(at));
  files.prepend(button);
  if (series(figure).entries.length > 1) {
    const hint = document.createElement("span");
    hint.textContent = "Legend: a click hides a line, a double click shows it alone.";
    files.append(hint);
  }
});
