// The page: runs a configuration in a worker, and plays its generations at the speed that the reader chooses.
const PENALTIES = 145; // 48 stickers, 12 edges of 4, 8 corners of 6, and 0
const SPEEDS = [2, 5, 10, 20, 50, 100, 200, 500, Infinity];
const element = id => document.getElementById(id);
const grouped = number => number.toLocaleString("en-US");
const plural = (number, word) => `${grouped(number)} ${word}${number === 1 ? "" : "s"}`;
const viewer = solutionViewer(element("viewer"), 3);
element("viewer").append(viewer.board);
const replayStatus = viewer.board.querySelector(".status");
const chart = populationChart(element("chart"));
const NUMBERS = ["Generation", "Best penalty", "Mean penalty", "Stagnation", "Evaluations", "Restarts"].map(name => {
  const [box, term, value] = ["div", "dt", "dd"].map(tag => document.createElement(tag));
  term.textContent = name;
  box.append(term, value);
  element("numbers").append(box);
  return value;
});
let run = null;
let [position, playing, last] = [0, false, 0];

// The library, compiled once.
const library = (async () => {
  const bytes = Uint8Array.from(atob(element("library").textContent.trim()), letter => letter.charCodeAt(0));
  const whole = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(whole).arrayBuffer());
})();
const worker = URL.createObjectURL(new Blob([element("worker").textContent], { type: "text/javascript" }));

const settings = settingsForm(element("settings"), () => mark());
const actions = document.createElement("div");
actions.className = "actions";
const button = (name, id, act) => {
  const made = document.createElement("button");
  [made.type, made.id, made.textContent] = ["button", id, name];
  made.addEventListener("click", act);
  actions.append(made);
};
button("Run", "go", () => start());
button("Other cube", "other", () => { settings.write({ seed: settings.read().seed + 1 }); start(); });
element("settings").append(actions);
element("settings").addEventListener("submit", event => { event.preventDefault(); start(); });
const presets = PRESETS.map(([name, values]) => {
  const made = document.createElement("button");
  [made.type, made.textContent] = ["button", name];
  made.addEventListener("click", () => { settings.write(values); start(); });
  element("presets").append(made);
  return made;
});

// Marks the preset with the values of the controls, and shows their sweep file.
function mark() {
  const config = settings.read();
  const name = nameOf(config);
  presets.forEach((made, at) => made.setAttribute("aria-pressed", PRESETS[at][0] === name));
  element("evidence").textContent = PRESETS.find(([other]) => other === name)?.[2] ?? "A configuration of your own.";
  element("sweep").textContent = sweepOf(config);
  element("copied").textContent = "";
}

function start() {
  mark();
  run?.worker?.terminate();
  const config = settings.read();
  const current = { config, sweep: sweepOf(config), frames: [], rows: {}, state: "", next: null, best: Infinity, since: 0, improved: -1, error: "", seconds: 0 };
  run = current;
  [position, playing, last] = [0, true, 0];
  element("outcome").textContent = "";
  element("error").hidden = true;
  replayStatus.ariaLive = "off";
  chart.reset(config.generations, PENALTIES);
  show(0);
  library.then(compiled => {
    if (run !== current) return;
    current.worker = new Worker(worker);
    current.worker.onmessage = ({ data }) => data.forEach(([kind, value]) => receive(current, kind, value));
    current.worker.onerror = event => receive(current, "error", event.message);
    current.worker.postMessage({ library: compiled, sweep: current.sweep });
  }, error => receive(current, "error", String(error)));
  play();
}

function receive(current, kind, value) {
  if (current !== run) return;
  if (kind === "start") {
    current.state = value;
    viewer.load(value, [], 0);
  } else if (kind === "best") {
    current.next = value.split(" ").filter(Boolean);
  } else if (kind === "generation") {
    const [generation, evaluations, offspring, restarts] = value;
    const counts = value.subarray(4);
    let [size, sum] = [0, 0];
    counts.forEach((count, penalty) => { size += count; sum += count * penalty; });
    const low = counts.findIndex(count => count > 0);
    if (low < current.best) [current.best, current.since] = [low, generation];
    const before = current.frames[current.frames.length - 1];
    const moves = current.next ?? before?.moves ?? [];
    current.next = null;
    current.frames.push({ generation, evaluations, offspring, restarts, counts, size, mean: sum / size, best: current.best, since: current.since, moves });
    element("position").max = current.frames.length - 1;
  } else if (kind === "seconds") {
    current.seconds = value;
  } else if (kind === "error") {
    current.error = value;
    element("error").textContent = value;
    element("error").hidden = false;
  } else {
    current.rows[kind] = value;
  }
}

// Shows a generation of the run.
function show(at) {
  const frame = run.frames[at];
  element("position").value = at;
  const values = frame ? [frame.generation, frame.best, frame.mean.toFixed(1), frame.generation - frame.since, frame.evaluations, frame.restarts] : [];
  NUMBERS.forEach((box, each) => { box.textContent = typeof values[each] === "number" ? grouped(values[each]) : values[each] ?? "–"; });
  if (!frame) return;
  if (run.improved !== frame.moves) {
    run.improved = frame.moves;
    viewer.load(run.state, frame.moves, frame.moves.length);
  }
  chart.draw(run.frames, at);
}

function tick(now) {
  if (!playing) return;
  const speed = SPEEDS[+element("speed").value];
  const end = run.frames.length - 1;
  if (last && end >= 0) position = Math.min(end, speed === Infinity ? end : position + speed * (now - last) / 1000);
  last = now;
  show(Math.floor(position));
  if (run.seconds && Math.floor(position) === end) return finish();
  if (run.error) return pause();
  requestAnimationFrame(tick);
}

function play() {
  [playing, last] = [true, 0];
  element("toggle").textContent = "pause";
  requestAnimationFrame(tick);
}

function pause() {
  playing = false;
  element("toggle").textContent = "play";
}

// Says how the run ended, and plays its solution.
function finish() {
  pause();
  if (run.ended) return;
  run.ended = true;
  // The columns of trials.csv, without factors.
  const [, , , , , , best, solved, , , generations, , evaluations, moves] = run.rows.trial.trim().split(",");
  const { offspring, since } = run.frames[run.frames.length - 1];
  const result = solved === "1" ? `Solved in ${plural(+moves, "move")}` : `Not solved: best penalty ${best}`;
  const rest = solved === "1" ? "" : ` It was found in generation ${grouped(since)}.`;
  const rate = offspring / run.seconds;
  element("outcome").textContent = `${result}, after ${plural(+generations, "generation")} and ${plural(+evaluations, "evaluation")}.${rest} `
    + `Computed in ${run.seconds.toFixed(2)} s: ${grouped(Math.round(rate / 1000))} thousand offspring per second.`;
  element("runs").parentElement.hidden = false;
  element("empty").hidden = true;
  const row = element("runs").tBodies[0].insertRow();
  [nameOf(run.config), run.config.seed, result, grouped(+generations), grouped(+evaluations)].forEach((text, column) => {
    const cell = row.insertCell();
    cell.textContent = text;
    if ([1, 3, 4].includes(column)) cell.className = "number";
  });
  element("chart").setAttribute("aria-label", `Penalties of the population over ${plural(+generations, "generation")}. ${result}.`);
  replayStatus.ariaLive = "polite";
  viewer.load(run.state, run.improved, still.matches ? run.improved.length : 0);
  if (!still.matches && run.improved.length) viewer.play();
}

element("toggle").addEventListener("click", () => {
  if (playing) return pause();
  if (run.seconds && Math.floor(position) === run.frames.length - 1) position = 0;
  play();
});
element("position").addEventListener("input", event => {
  pause();
  position = +event.target.value;
  show(position);
});
element("speed").max = SPEEDS.length - 1;
element("speed").value = 4;
const pace = () => {
  const speed = SPEEDS[+element("speed").value];
  element("pace").value = speed === Infinity ? "as computed" : `${speed} per second`;
};
element("speed").addEventListener("input", pace);
element("copy").addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(element("sweep").textContent);
    element("copied").textContent = "Copied.";
  } catch {
    getSelection().selectAllChildren(element("sweep"));
    element("copied").textContent = "Selected: copy it with the keyboard.";
  }
});
chart.dark.addEventListener("change", () => { chart.restyle(); chart.draw(run.frames, Math.floor(position)); });
new ResizeObserver(() => { if (run) chart.draw(run.frames, Math.floor(position)); }).observe(element("chart"));
pace();
presets[0].click();
