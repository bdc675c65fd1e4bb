// Solution viewers: a cube and its net after every move.
function solutionViewer(viewer, size) {
  const turns = quarterTurns(size);
  const solid = solidCube(size);
  const make = (tag, name, text) => {
    const element = document.createElement(tag);
    if (name) element.className = name;
    if (text) element.textContent = text;
    return element;
  };
  const net = make("div", "net");
  net.style.setProperty("--columns", 4 * size);
  net.setAttribute("role", "img");
  const cells = Array.from({ length: 6 * size * size }, (_, at) => {
    const cell = make("span");
    const [down, right] = NET[Math.floor(at / size / size)];
    cell.style.gridRow = down * size + Math.floor(at / size) % size + 1;
    cell.style.gridColumn = right * size + at % size + 1;
    return cell;
  });
  net.append(...cells);
  const list = make("p", "moves");
  const slider = make("input");
  slider.type = "range";
  slider.min = 0;
  slider.setAttribute("aria-label", "move");
  slider.addEventListener("input", () => go(+slider.value));
  const controls = make("div", "controls");
  let timer = 0;
  const stop = () => { clearInterval(timer); timer = 0; toggle.textContent = "play"; };
  const play = () => {
    if (at === moves.length) go(0);
    toggle.textContent = "pause";
    timer = setInterval(() => { if (at === moves.length) stop(); else go(at + 1); }, 400);
  };
  const control = (label, name, act) => {
    const button = make("button", "", label);
    button.type = "button";
    if (name) button.setAttribute("aria-label", name);
    button.addEventListener("click", act);
    controls.append(button);
    return button;
  };
  control("|◀", "first", () => { stop(); go(0); });
  control("◀", "previous", () => { stop(); go(at - 1); });
  const toggle = control("play", "", () => { if (timer) stop(); else play(); });
  control("▶", "next", () => { stop(); go(at + 1); });
  control("▶|", "last", () => { stop(); go(moves.length); });
  const status = make("p", "status");
  status.setAttribute("aria-live", "polite");
  let [states, moves, links, at] = [[], [], [], 0];
  // Shows other moves, from their state, after the first `to` of them.
  const load = (start, after, to) => {
    stop();
    [states, moves] = [[start], after];
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
    links = ["start", ...moves].map((move, number) => {
      const button = make("button", "", move);
      button.type = "button";
      button.addEventListener("click", () => go(number));
      return button;
    });
    list.replaceChildren(...links);
    slider.max = moves.length;
    at = to;
    go(to);
  };
  const inverse = move => move[0] + ({ "'": "", 2: "2" }[move[1]] ?? "'");
  const go = to => {
    links[at].removeAttribute("aria-current");
    const before = at;
    at = Math.max(0, Math.min(moves.length, to));
    const move = at === before + 1 ? moves[before] : at === before - 1 ? inverse(moves[at]) : undefined;
    // A turn begins with the colors before it, also where the last one has not ended.
    if (move) solid.show(states[before]);
    solid.show(states[at], move);
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
    // Their own keys.
    if (event.target.closest("input, select, pre")) return;
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
  board.append(solid.scene, net, side);
  return { board, load, play, end: () => states[moves.length] };
}
for (const viewer of document.querySelectorAll(".viewer[data-state]")) {
  const { state, end } = viewer.dataset;
  const moves = viewer.querySelector("code").textContent.split(" ").filter(Boolean);
  const size = Math.sqrt(state.length / 6);
  if (!Number.isInteger(size) || !moves.every(move => /^[URFDLB][2']?$/.test(move))) continue;
  const shown = solutionViewer(viewer, size);
  viewer.querySelector(".moves").replaceWith(shown.board);
  shown.load(state, moves, 0);
  if (shown.end() !== end) {
    const notice = document.createElement("p");
    notice.className = "notice";
    notice.textContent = "These moves do not lead to the recorded state.";
    viewer.append(notice);
  }
  viewer.dataset.ready = "yes";
}
