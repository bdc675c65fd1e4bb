// The page: two populations on the same cube, and the generations of their runs at the speed that the reader chooses.
const PENALTIES = 145; // 48 stickers, 12 edges of 4, 8 corners of 6, and 0
const SPEEDS = [2, 5, 10, 20, 50, 100, 200, 500, Infinity];
let [position, playing, last] = [0, false, 0];

// The library, compiled once.
const library = (async () => {
  const bytes = Uint8Array.from(atob(element("library").textContent.trim()), letter => letter.charCodeAt(0));
  const whole = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(whole).arrayBuffer());
})();
const worker = URL.createObjectURL(new Blob([element("worker").textContent], { type: "text/javascript" }));

const seed = () => Math.max(0, Math.min(999999, Math.trunc(element("seed").valueAsNumber) || 0));
const lanes = [1, 2].map(number => populationLane(number, {
  seed,
  // Both begin again, so that their charts have the same time.
  restart: () => start(),
  finished: cells => {
    element("runs").parentElement.hidden = false;
    element("empty").hidden = true;
    const row = element("runs").tBodies[0].insertRow();
    cells.forEach((text, column) => {
      const cell = row.insertCell();
      cell.textContent = text;
      if ([1, 3, 4].includes(column)) cell.className = "number";
    });
  },
}));
const end = () => Math.max(...lanes.map(({ run }) => run.frames.length)) - 1;
const isOver = ({ seconds, error }) => seconds || error;

function start() {
  element("seed").value = seed();
  lanes.forEach(lane => lane.start());
  position = 0;
  show();
  play();
}

// Shows the generation at the present position.
function show() {
  const generation = Math.max(0, Math.floor(position));
  const highest = Math.max(...lanes.map(({ run }) => run.highest));
  element("position").max = Math.max(0, end());
  element("position").value = generation;
  lanes.forEach(lane => lane.show(generation, { generation: Math.min(generation, end()), highest }));
}
const redraw = () => { if (lanes.every(({ run }) => run)) show(); };

function tick(now) {
  if (!playing) return;
  const speed = SPEEDS[+element("speed").value];
  if (last && end() >= 0) position = Math.min(end(), speed === Infinity ? end() : position + speed * (now - last) / 1000);
  last = now;
  show();
  if (lanes.every(({ run }) => isOver(run)) && Math.floor(position) === end()) return pause();
  requestAnimationFrame(tick);
}

function play() {
  const isStill = !playing;
  [playing, last] = [true, 0];
  element("toggle").textContent = "pause";
  if (isStill) requestAnimationFrame(tick);
}

function pause() {
  playing = false;
  element("toggle").textContent = "play";
}

element("toggle").addEventListener("click", () => {
  if (playing) return pause();
  if (lanes.every(({ run }) => isOver(run)) && Math.floor(position) === end()) position = 0;
  play();
});
element("position").addEventListener("input", event => {
  pause();
  position = +event.target.value;
  show();
});
element("seed").addEventListener("change", start);
element("other").addEventListener("click", () => { element("seed").value = (seed() + 1) % 1000000; start(); });
element("speed").max = SPEEDS.length - 1;
element("speed").value = 4;
const pace = () => {
  const speed = SPEEDS[+element("speed").value];
  element("pace").value = element("speed").ariaValueText = speed === Infinity ? "at once" : `${speed}/s`;
};
element("speed").addEventListener("input", pace);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { lanes.forEach(lane => lane.restyle()); redraw(); });
pace();
lanes[0].preset(0);
lanes[1].preset(5);
start();
