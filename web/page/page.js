// The page: two populations on the same cube, the generations of their runs at the speed that the reader chooses, and its address.
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
const scramble = () => element("scramble").value.trim();
const lanes = [1, 2].map(number => populationLane(number, {
  cube: () => ({ seed: seed(), scramble: scramble() }),
  // Both begin again, so that their charts have the same time.
  restart: () => start(),
  changed: () => { if (!playing) redraw(); },
  finished: cells => {
    element("runs").parentElement.hidden = false;
    element("empty").hidden = true;
    const row = element("runs").tBodies[0].insertRow();
    cells.forEach((text, column) => {
      const cell = row.insertCell();
      cell.textContent = text;
      if ([2, 4, 5].includes(column)) cell.className = "number";
    });
  },
}));
const picture = offspringPicture({
  lanes,
  place: () => playing ? undefined : Math.floor(position),
  go: generation => goTo(generation),
  changed: () => { pause(); show(); },
});
const end = () => Math.max(...lanes.map(({ run }) => run.frames.length)) - 1;
const isOver = ({ seconds, error }) => seconds || error;
const isAtEnd = () => lanes.every(({ run }) => isOver(run)) && Math.floor(position) >= end();

function start() {
  element("seed").value = seed();
  element("notice").hidden = true;
  lanes.forEach(lane => lane.start());
  picture.restart();
  position = 0;
  show();
  play();
}

// Shows the generation at the present position.
function show() {
  const generation = Math.max(0, Math.floor(position));
  const highest = Math.max(...lanes.map(({ run }) => run.highest));
  element("position").max = Math.max(0, end(), generation);
  element("position").value = generation;
  picture.show();
  lanes.forEach(lane => lane.show(generation, { generation: Math.min(generation, end()), highest }));
  if (!playing) remember();
}
const redraw = () => { if (lanes.every(({ run }) => run)) show(); };

function tick(now) {
  if (!playing) return;
  const speed = SPEEDS[+element("speed").value];
  if (last && end() >= 0) position = Math.min(end(), speed === Infinity ? end() : position + speed * (now - last) / 1000);
  last = now;
  if (isAtEnd()) pause();
  show();
  if (playing) requestAnimationFrame(tick);
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

// Pauses at a generation, or at the last one that is computed.
function goTo(generation) {
  pause();
  position = Math.max(0, Math.min(generation, end()));
  show();
}

function toggle() {
  if (playing) {
    pause();
    return show();
  }
  if (isAtEnd()) position = 0;
  play();
  show();
}

// The address is that of the present demonstration. Parts that a link can do without are left out.
const speedWord = () => SPEEDS[+element("speed").value] === Infinity ? "all" : String(SPEEDS[+element("speed").value]);
function address() {
  const [left, right] = lanes.map(({ settings }) => settings.words());
  return writeAddress({
    left,
    right,
    seed: seed(),
    scramble: scramble().replace(/\s+/g, "_") || undefined,
    speed: speedWord(),
    generation: playing ? undefined : Math.floor(position),
    offspring: playing ? undefined : picture.words(),
    letters: document.documentElement.classList.contains("large") ? "large" : undefined,
  });
}
let written = "";
function remember() {
  const words = address();
  if (words === written) return;
  written = words;
  // A page without an origin of its own, as in a frame, has no address to write.
  try { history.replaceState(null, "", words); } catch { /* The link is copied all the same. */ }
}

// Opens the demonstration of an address.
function open(text) {
  const [values, bad] = readAddress(text);
  const speed = values.speed === "all" ? Infinity : +(values.speed ?? 50);
  const wrong = (key, isGood) => { if (values[key] !== undefined && !isGood) bad.push(`${key}=${values[key]}`); };
  wrong("speed", SPEEDS.includes(speed));
  element("speed").value = SPEEDS.includes(speed) ? SPEEDS.indexOf(speed) : 4;
  pace();
  element("seed").value = /^\d{1,6}$/.test(values.seed) ? values.seed : 3;
  wrong("seed", element("seed").value === values.seed);
  element("scramble").value = (values.scramble ?? "").replace(/_/g, " ");
  bad.push(...lanes[0].settings.writeWords(values.left ?? "always-solve"), ...lanes[1].settings.writeWords(values.right ?? "one-orientation"));
  wrong("letters", values.letters === "large");
  enlarge(values.letters === "large");
  start();
  wrong("offspring", picture.read(values.offspring ?? "left:1"));
  wrong("generation", /^\d{1,4}$/.test(values.generation ?? ""));
  if (/^\d{1,4}$/.test(values.generation ?? "")) {
    pause();
    position = +values.generation;
    written = "";
  }
  element("notice").hidden = !bad.length;
  element("notice").textContent = `The address says ${bad.map(part => `“${part}”`).join(", ")}, which this page does not know: it was left out.`;
  show();
}

function enlarge(isLarge) {
  document.documentElement.classList.toggle("large", isLarge);
  element("letters").ariaPressed = isLarge;
}
// Pauses, and brings the picture of an offspring into view.
function look(act) {
  pause();
  act();
  const { top, bottom } = element("genomes").getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) element("offspring").scrollIntoView({ behavior: still.matches ? "auto" : "smooth" });
}
const actions = {
  " ": toggle,
  ArrowRight: () => goTo(Math.floor(position) + 1),
  ArrowLeft: () => goTo(Math.floor(position) - 1),
  ArrowDown: () => look(() => picture.move(1)),
  ArrowUp: () => look(() => picture.move(-1)),
  s: () => look(picture.advance),
  f: () => document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen(),
  l: () => { enlarge(!document.documentElement.classList.contains("large")); redraw(); remember(); },
};
document.addEventListener("keydown", event => {
  // Controls have their own keys.
  const { target, key, defaultPrevented } = event;
  const isSpace = key === " " && target.closest("button, summary");
  if (defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isSpace || target.closest("input, select, textarea, pre, .holder, .turns")) return;
  const action = actions[key.length === 1 ? key.toLowerCase() : key];
  if (!action || (key === "f" && !document.fullscreenEnabled)) return;
  event.preventDefault();
  action();
});
// A control that was used by a pointer gives the keys back to the page.
let isPointed = false;
document.addEventListener("pointerdown", () => { isPointed = true; }, true);
document.addEventListener("keydown", () => { isPointed = false; }, true);
const release = ({ target }) => {
  const control = target.closest?.("button, summary, select, input:not([type=number], [type=text])");
  if (isPointed && control) control.blur();
};
document.addEventListener("click", event => { if (!event.target.closest("select")) release(event); });
document.addEventListener("change", release);

element("toggle").addEventListener("click", toggle);
element("position").addEventListener("input", event => goTo(+event.target.value));
for (const name of ["seed", "scramble"]) element(name).addEventListener("change", start);
element("other").addEventListener("click", () => {
  element("scramble").value = "";
  element("seed").value = (seed() + 1) % 1000000;
  start();
});
element("letters").addEventListener("click", actions.l);
element("full").addEventListener("click", actions.f);
element("full").hidden = !document.fullscreenEnabled;
element("link").addEventListener("click", async () => {
  pause();
  show();
  const link = location.href.split("#")[0] + address();
  try {
    await navigator.clipboard.writeText(link);
    element("link").textContent = "Link copied";
  } catch {
    location.replace(link);
    element("link").textContent = "The link is the address";
  }
  setTimeout(() => { element("link").textContent = "Copy link"; }, 2000);
});
element("speed").max = SPEEDS.length - 1;
const pace = () => {
  const speed = SPEEDS[+element("speed").value];
  element("pace").value = element("speed").ariaValueText = speed === Infinity ? "at once" : `${speed}/s`;
};
element("speed").addEventListener("input", () => { pace(); if (!playing) remember(); });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { lanes.forEach(lane => lane.restyle()); redraw(); });
addEventListener("hashchange", () => { if (location.hash !== written) open(location.hash); });
open(location.hash);
