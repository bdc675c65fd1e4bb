// A population on the page: its configuration, its run on a thread of its own, its cube and its chart.
const element = id => document.getElementById(id);
const NUMBERS = ["Generation", "Best penalty", "Mean penalty", "Stagnation", "Evaluations", "Restarts"];
const grouped = number => number.toLocaleString("en-US");
const plural = (number, word) => `${grouped(number)} ${word}${number === 1 ? "" : "s"}`;

// Offspring of the generations whose matings are recorded at once.
const RECORDED = 2000;

// `cube` returns the seed and the scramble of the page, `restart` is called when the reader asks for a run, `changed` when the run has
// something new, `finished` when it is over.
function populationLane(number, { cube, restart, changed, finished }) {
  const section = element("lane").content.cloneNode(true).firstElementChild;
  const part = selector => section.querySelector(selector);
  // The arrow keys step through the moves where the cube has the focus.
  const holder = document.createElement("div");
  holder.className = "holder";
  const viewer = solutionViewer(holder, 3);
  holder.append(viewer.board);
  const status = viewer.board.querySelector(".status");
  holder.setAttribute("aria-label", "Moves of the best individual so far");
  holder.setAttribute("role", "group");
  part(".numbers").before(holder);
  viewer.board.querySelector(".side").prepend(part(".numbers"));
  section.setAttribute("aria-label", `Population ${number}`);
  element("lanes").append(section);
  const chart = populationChart(part("canvas"));
  const numbers = NUMBERS.map(name => {
    const [box, term, value] = ["div", "dt", "dd"].map(tag => document.createElement(tag));
    term.textContent = name;
    box.append(term, value);
    part(".numbers").append(box);
    return value;
  });
  const choice = part("select");
  choice.append(...[...PRESETS, ["Parameters of your own"]].map(([name]) => new Option(name)));
  const own = choice.options[PRESETS.length];
  own.hidden = true;
  const settings = settingsForm(part("form"), () => mark());
  const config = () => ({ ...settings.read(), ...cube() });
  choice.addEventListener("change", () => { settings.write(PRESETS[choice.selectedIndex][1]); restart(); });
  part("form").addEventListener("submit", event => { event.preventDefault(); restart(); });

  // Selects the preset with the values of the controls, and shows their sweep file.
  const mark = () => {
    const preset = PRESETS.findIndex(([, values]) => settings.changed(values).length === 0);
    own.hidden = preset >= 0;
    choice.selectedIndex = preset >= 0 ? preset : PRESETS.length;
    part(".evidence").textContent = PRESETS[preset]?.[2] ?? "Not measured.";
    part("pre").textContent = sweepOf(config());
    part(".copied").textContent = "";
  };
  part(".copy").addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(part("pre").textContent);
      part(".copied").textContent = "Copied.";
    } catch {
      getSelection().selectAllChildren(part("pre"));
      part(".copied").textContent = "Selected: copy it with the keyboard.";
    }
  });

  const lane = { section, part, viewer, holder, status, numbers, settings, run: null, mark: undefined };

  lane.start = () => {
    mark();
    lane.run?.worker?.terminate();
    lane.run?.recorder?.terminate();
    const current = {
      config: config(), name: settings.name(), sweep: part("pre").textContent, frames: [], rows: {}, state: "", next: null, best: Infinity,
      since: 0, shown: null, error: "", seconds: 0, highest: 0, ended: false,
      symbols: [], matings: new Map(), recorder: null,
    };
    lane.run = current;
    part(".outcome").textContent = "";
    part(".error").hidden = true;
    part("canvas").setAttribute("aria-label", "Penalties of the population by generation.");
    status.ariaLive = "off";
    chart.reset(current.config.generations, PENALTIES);
    library.then(compiled => {
      if (lane.run !== current) return;
      current.worker = new Worker(worker);
      current.worker.onmessage = ({ data }) => {
        data.forEach(([kind, value]) => receive(current, kind, value));
        changed();
      };
      current.worker.onerror = event => receive(current, "error", event.message);
      current.worker.postMessage({ library: compiled, sweep: current.sweep });
    }, error => receive(current, "error", String(error)));
  };

  // Returns the matings of a generation, with the fitness of each individual before it and the moves of each parent and offspring. They
  // are undefined until the library, which is asked for those around it as well, has run the trial once more.
  lane.matings = generation => {
    const { run } = lane;
    if (run.matings.has(generation)) return run.matings.get(generation);
    const count = Math.max(1, Math.min(50, Math.floor(RECORDED / run.config.population)));
    const first = Math.max(1, generation - Math.floor(count / 4));
    run.recorder?.terminate();
    for (const [other, recorded] of run.matings) if (!recorded) run.matings.delete(other);
    for (let other = first; other < first + count; other++) if (!run.matings.has(other)) run.matings.set(other, null);
    library.then(compiled => {
      if (lane.run !== run) return;
      const recorder = run.recorder = new Worker(worker);
      recorder.onmessage = ({ data }) => {
        // Its time is not that of the run.
        if (run.recorder === recorder) data.forEach(([kind, value]) => { if (kind !== "seconds") receive(run, kind, value); });
        changed();
      };
      recorder.onerror = event => receive(run, "error", event.message);
      recorder.postMessage({ library: compiled, sweep: run.sweep, recorded: [first, count] });
    });
    return null;
  };

  const receive = (current, kind, value) => {
    if (current !== lane.run) return;
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
      current.highest = Math.max(current.highest, counts.length - 1);
      const moves = current.next ?? current.frames.at(-1)?.moves ?? [];
      current.next = null;
      current.frames.push({ generation, evaluations, offspring, restarts, counts, size, mean: sum / size, best: current.best, since: current.since, moves });
    } else if (kind === "symbols") {
      current.symbols = value.split("\n").map(line => line.split("\t"));
    } else if (kind === "matings") {
      const [generation, fitness, matings, moves] = JSON.parse(value);
      current.matings.set(generation, { fitness, matings, moves });
    } else if (kind === "seconds") {
      current.seconds = value;
    } else if (kind === "error") {
      current.error = value;
      part(".error").textContent = value;
      part(".error").hidden = false;
    } else {
      current.rows[kind] = value;
    }
  };

  // Shows a generation of the run, or its last one, on axes that both populations share.
  lane.show = (position, axes) => {
    const { run } = lane;
    const generation = Math.min(position, run.frames.length - 1);
    const frame = run.frames[generation];
    const values = frame ? [frame.generation, frame.best, frame.mean.toFixed(1), frame.generation - frame.since, frame.evaluations, frame.restarts] : [];
    numbers.forEach((box, at) => { box.textContent = typeof values[at] === "number" ? grouped(values[at]) : values[at] ?? "–"; });
    if (!frame) return;
    if (run.shown !== frame.moves) {
      run.shown = frame.moves;
      viewer.load(run.state, frame.moves, frame.moves.length);
    }
    chart.draw(run.frames, generation, axes, lane.mark);
    if (run.seconds && generation === run.frames.length - 1) finish();
  };

  // Says how the run ended, and plays its solution.
  const finish = () => {
    const { run } = lane;
    if (run.ended) return;
    run.ended = true;
    // The columns of trials.csv, without factors.
    const [, , , , , , best, solved, , , , generations, , evaluations, moves] = run.rows.trial.trim().split(",");
    const { offspring, since } = run.frames.at(-1);
    const result = solved === "1" ? `Solved in ${plural(+moves, "move")}` : `Not solved: best penalty ${best}`;
    const rest = solved === "1" ? "" : ` It was found in generation ${grouped(since)}.`;
    part(".outcome").textContent = `${result}, after ${plural(+generations, "generation")} and ${plural(+evaluations, "evaluation")}.${rest} `
      + `${grouped(Math.round(offspring / run.seconds / 1000))} thousand offspring per second.`;
    part("canvas").setAttribute("aria-label", `Penalties of the population over ${plural(+generations, "generation")}. ${result}.`);
    finished([run.name, run.config.scramble || "random", run.config.seed, result, grouped(+generations), grouped(+evaluations)]);
    status.ariaLive = "polite";
    viewer.load(run.state, run.shown, still.matches || solved === "0" ? run.shown.length : 0);
    if (!still.matches && solved === "1") viewer.play();
  };

  lane.restyle = chart.restyle;
  new ResizeObserver(() => { if (lane.run) redraw(); }).observe(part("canvas"));
  return lane;
}
