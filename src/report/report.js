"use strict";
// Tables: a click on the head of a column sorts by it, the first number of a cell counting.
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  table.querySelectorAll("thead th").forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const descending = head.getAttribute("aria-sort") === "ascending";
      table.querySelectorAll("thead th").forEach(other => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", descending ? "descending" : "ascending");
      const numeric = head.classList.contains("number");
      const value = row => {
        const text = row.cells[column].textContent.replace(/[\u202f ]/g, "");
        if (!numeric) return text;
        const powers = { "⁰": 0, "¹": 1, "²": 2, "³": 3, "⁴": 4, "⁵": 5, "⁶": 6, "⁷": 7, "⁸": 8, "⁹": 9, "⁻": "-" };
        const plain = text.replace("<", "").replace(/·?10([⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+)/, (_, power) => "e" + [...power].map(c => powers[c]).join(""));
        if (text.startsWith("∞")) return Infinity;
        const number = parseFloat(plain.startsWith("e") ? "1" + plain : plain);
        const unit = { k: 1e3, M: 1e6, G: 1e9 }[text.replace(/^[\d.]+/, "")[0]] ?? 1;
        return Number.isNaN(number) ? null : number * unit;
      };
      const rows = [...body.rows].map(row => [value(row), row]);
      const compare = (a, b) => (typeof a === "string" ? a.localeCompare(b, "en", { numeric: true }) : a < b ? -1 : a > b ? 1 : 0);
      rows.sort(([a], [b]) => {
        // Empty cells stay at the end either way.
        if (a === null || b === null) return (a === null) - (b === null);
        return descending ? compare(b, a) : compare(a, b);
      });
      body.append(...rows.map(([, row]) => row));
    });
  });
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
  show(figures[0]);
}
// Solution viewers: a net after every move. Facelets are in the order U R F D L B, each face in rows as it is seen in the net.
const FACES = "URFDLB";
// Normal, direction of the columns, direction of the rows; x to the right, y up, z to the viewer.
const AXES = [
  [[0, 1, 0], [1, 0, 0], [0, 0, 1]], [[1, 0, 0], [0, 0, -1], [0, -1, 0]], [[0, 0, 1], [1, 0, 0], [0, -1, 0]],
  [[0, -1, 0], [1, 0, 0], [0, 0, -1]], [[-1, 0, 0], [0, 0, 1], [0, -1, 0]], [[0, 0, -1], [-1, 0, 0], [0, -1, 0]],
];
const NET = [[0, 1], [1, 2], [1, 1], [2, 1], [1, 0], [1, 3]];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
// Where each facelet goes in a clockwise quarter turn of a face.
function quarterTurns(size) {
  const places = [];
  for (const [normal, right, down] of AXES) {
    for (let row = 0; row < size; row++) {
      for (let column = 0; column < size; column++) {
        const along = axis => size * normal[axis] + (2 * column - size + 1) * right[axis] + (2 * row - size + 1) * down[axis];
        places.push([along(0), along(1), along(2)]);
      }
    }
  }
  const index = new Map(places.map((place, at) => [place.join(), at]));
  return AXES.map(([normal]) => places.map((place, at) => {
    const height = dot(place, normal);
    if (height < size - 1) return at;
    const turned = cross(place, normal);
    return index.get([0, 1, 2].map(axis => turned[axis] + height * normal[axis] + 0).join());
  }));
}
for (const viewer of document.querySelectorAll(".viewer")) {
  const moves = viewer.querySelector("code").textContent.split(" ").filter(Boolean);
  const size = Math.sqrt(viewer.dataset.state.length / 6);
  if (!Number.isInteger(size) || !moves.every(move => /^[URFDLB][2']?$/.test(move))) continue;
  const turns = quarterTurns(size);
  const states = [viewer.dataset.state];
  for (const move of moves) {
    let state = [...states[states.length - 1]];
    const times = move[1] === "'" ? 3 : move[1] === "2" ? 2 : 1;
    for (let time = 0; time < times; time++) {
      const turned = [];
      turns[FACES.indexOf(move[0])].forEach((to, from) => { turned[to] = state[from]; });
      state = turned;
    }
    states.push(state.join(""));
  }
  const make = (tag, name, text) => {
    const element = document.createElement(tag);
    if (name) element.className = name;
    if (text) element.textContent = text;
    return element;
  };
  const net = make("div", "net");
  net.style.setProperty("--columns", 4 * size);
  net.setAttribute("role", "img");
  const cells = [...states[0]].map((_, at) => {
    const cell = make("span");
    const [down, right] = NET[Math.floor(at / size / size)];
    cell.style.gridRow = down * size + Math.floor(at / size) % size + 1;
    cell.style.gridColumn = right * size + at % size + 1;
    return cell;
  });
  net.append(...cells);
  const list = make("p", "moves");
  const links = ["start", ...moves].map((move, at) => {
    const button = make("button", "", move);
    button.type = "button";
    button.addEventListener("click", () => go(at));
    return button;
  });
  list.append(...links);
  const slider = make("input");
  slider.type = "range";
  slider.min = 0;
  slider.max = moves.length;
  slider.setAttribute("aria-label", "move");
  slider.addEventListener("input", () => go(+slider.value));
  const controls = make("div", "controls");
  let timer = 0;
  const stop = () => { clearInterval(timer); timer = 0; play.textContent = "play"; };
  const control = (label, name, act) => {
    const button = make("button", "", label);
    button.type = "button";
    button.setAttribute("aria-label", name);
    button.addEventListener("click", act);
    controls.append(button);
    return button;
  };
  control("|◀", "first", () => { stop(); go(0); });
  control("◀", "back", () => { stop(); go(at - 1); });
  const play = control("play", "play", () => {
    if (timer) return stop();
    if (at === moves.length) go(0);
    play.textContent = "pause";
    timer = setInterval(() => { if (at === moves.length) stop(); else go(at + 1); }, 400);
  });
  control("▶", "on", () => { stop(); go(at + 1); });
  control("▶|", "last", () => { stop(); go(moves.length); });
  const status = make("p", "status");
  status.setAttribute("aria-live", "polite");
  let at = 0;
  const go = to => {
    links[at].removeAttribute("aria-current");
    at = Math.max(0, Math.min(moves.length, to));
    slider.value = at;
    links[at].setAttribute("aria-current", "step");
    list.scrollTop = links[at].offsetTop - list.offsetTop - list.clientHeight / 2;
    [...states[at]].forEach((face, cell) => { cells[cell].dataset.face = face; cells[cell].textContent = face; });
    const words = at === 0 ? `Before the first of ${moves.length} moves` : `Move ${at} of ${moves.length}: ${moves[at - 1]}`;
    const faces = FACES.split("").map((_, face) => states[at].slice(face * size * size, (face + 1) * size * size));
    status.textContent = words + (faces.every(face => new Set(face).size === 1) ? ", solved" : "");
    net.setAttribute("aria-label", `${words}: ${states[at]}`);
  };
  viewer.addEventListener("keydown", event => {
    if (event.target === slider) return;
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    stop();
    go(at + step);
  });
  viewer.tabIndex = 0;
  const board = make("div", "board");
  const side = make("div", "side");
  side.append(status, controls, slider, list);
  board.append(net, side);
  viewer.querySelector(".moves").replaceWith(board);
  if (states[moves.length] !== viewer.dataset.end) viewer.append(make("p", "notice", "These moves do not lead to the recorded state."));
  viewer.dataset.ready = "yes";
  go(0);
}
// The page of a run loads itself again: the reader's place and choices stay.
const KEY = "evocube " + location.pathname;
const choices = () => [...document.querySelectorAll(".choice")].map(bar => [...bar.children]);
const folds = () => [...document.querySelectorAll("details")];
try {
  const kept = JSON.parse(sessionStorage.getItem(KEY));
  sessionStorage.removeItem(KEY);
  if (kept) {
    choices().forEach((buttons, at) => buttons[kept.views[at]]?.click());
    folds().forEach((fold, at) => { fold.open = kept.open[at] ?? false; });
    scrollTo(0, kept.scroll);
  }
  if (document.querySelector("meta[http-equiv=refresh]")) {
    addEventListener("pagehide", () => {
      const views = choices().map(buttons => buttons.findIndex(button => button.getAttribute("aria-pressed") === "true"));
      sessionStorage.setItem(KEY, JSON.stringify({ scroll: scrollY, views, open: folds().map(fold => fold.open) }));
    });
  }
} catch { /* A browser without storage for files shows the page from its top. */ }
