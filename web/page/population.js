// A population on the page: its configuration, its run on a thread of its own, its cube and its chart.
const element = id => document.getElementById(id);
const NUMBERS = ["Generation", "Best penalty", "Mean penalty", "Stagnation", "Evaluations", "Restarts"];
const grouped = number => number.toLocaleString("en-US");
const plural = (number, word) => `${grouped(number)} ${word}${number === 1 ? "" : "s"}`;

// `seed` returns the seed of the page, `restart` is called when the reader asks for a run, `finished` when a run is over.
function populationLane(number, { seed, restart, finished }) {
  const section = element("lane").content.cloneNode(true).firstElementChild;
  const part = selector => section.querySelector(selector);
  const viewer = solutionViewer(section, 3);
  const status = viewer.board.querySelector(".status");
  part(".numbers").before(viewer.board);
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
  const config = () => ({ ...settings.read(), seed: seed() });
  choice.addEventListener("change", () => { settings.write(PRESETS[choice.selectedIndex][1]); restart(); });
  part("form").addEventListener("submit", event => { event.preventDefault(); restart(); });

  // Selects the preset with the values of the controls, and shows their sweep file.
  const mark = () => {
    const preset = PRESETS.findIndex(([, values]) => settings.differences(values).length === 0);
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

  const lane = { section, part, viewer, status, numbers, settings, run: null };
  lane.preset = index => settings.write(PRESETS[index][1]);

  lane.start = () => {
    mark();
    lane.run?.worker?.terminate();
    const current = {
      config: config(), name: settings.name(), sweep: part("pre").textContent, frames: [], rows: {}, state: "", next: null, best: Infinity,
      since: 0, shown: null, error: "", seconds: 0, highest: 0, ended: false,
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
      current.worker.onmessage = ({ data }) => data.forEach(([kind, value]) => receive(current, kind, value));
      current.worker.onerror = event => receive(current, "error", event.message);
      current.worker.postMessage({ library: compiled, sweep: current.sweep });
    }, error => receive(current, "error", String(error)));
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
    chart.draw(run.frames, generation, axes);
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
    finished([run.name, run.config.seed, result, grouped(+generations), grouped(+evaluations)]);
    status.ariaLive = "polite";
    viewer.load(run.state, run.shown, still.matches || solved === "0" ? run.shown.length : 0);
    if (!still.matches && solved === "1") viewer.play();
  };

  lane.restyle = chart.restyle;
  new ResizeObserver(() => { if (lane.run) redraw(); }).observe(part("canvas"));
  return lane;
}
