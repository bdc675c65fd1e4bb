// The picture of one offspring: the selection of its two parents, their crossover, its mutation and its penalty, as the library recorded
// them.
const STEPS = ["Selection", "Crossover", "Mutation", "Penalty"];
// Genes of a part of a row. Parts stand side by side, or below each other where there is no room.
const PART = 10;

// `lanes` are the populations. `place` returns the present generation, or undefined while it plays; `go` shows another one; `changed` is
// called when the reader chooses something.
function offspringPicture({ lanes, place, go, changed }) {
  const make = (tag, name, text) => Object.assign(document.createElement(tag), { className: name ?? "", textContent: text ?? "" });
  const turns = quarterTurns(3);
  const state = { lane: 0, index: 0, step: STEPS.length, shown: "" };
  const choices = (parent, name, words, act) => words.map((word, value) => {
    const label = make("label");
    const input = Object.assign(document.createElement("input"), { type: "radio", name, value });
    input.addEventListener("change", () => { act(value); changed(); });
    label.append(input, word);
    element(parent).append(label);
    return input;
  });
  const laneInputs = choices("lane-choice", "lane", ["left", "right"], value => { [state.lane, state.index] = [value, 0]; });
  const stepInputs = choices("steps", "step", STEPS.map((step, at) => `${at + 1} ${step}`), value => { state.step = value + 1; });

  // The offspring of the generation that is shown; undefined if they are not there yet.
  const generation = () => {
    const { run } = lanes[state.lane];
    const now = place();
    return now === undefined || !run.frames.length ? undefined : Math.min(now, run.frames.length - 1);
  };
  const recorded = () => {
    const now = generation();
    return now ? lanes[state.lane].matings(now) : undefined;
  };
  const count = ({ matings }) => matings.reduce((sum, { offspring }) => sum + offspring.length, 0);

  // Facelets after moves.
  const after = (start, moves) => moves.split(" ").filter(Boolean).reduce((facelets, move) => {
    for (let times = move[1] === "'" ? 3 : move[1] === "2" ? 2 : 1; times > 0; times--) {
      const turned = [];
      turns[FACES.indexOf(move[0])].forEach((to, from) => { turned[to] = facelets[from]; });
      facelets = turned;
    }
    return facelets;
  }, [...start]);
  const netOf = facelets => {
    const net = make("div", "mininet");
    net.setAttribute("aria-hidden", "true");
    facelets.forEach((face, at) => {
      const cell = make("span");
      const [down, right] = NET[Math.floor(at / 9)];
      cell.style.gridArea = `${down * 3 + Math.floor(at / 3) % 3 + 1} / ${right * 3 + at % 3 + 1}`;
      cell.dataset.face = face;
      net.append(cell);
    });
    return net;
  };
  const card = (name, fitness, moves, start) => {
    const box = make("section", "card");
    const words = make("div");
    words.append(make("h3", "", `${name}: penalty ${penaltyOf(fitness)}`));
    const list = make("p", "turns", moves || "no moves");
    list.tabIndex = 0;
    list.setAttribute("aria-label", `Moves of ${name.toLowerCase()}`);
    const number = moves ? moves.split(" ").length : 0;
    words.append(make("p", "count", plural(number, "move")), list);
    box.append(netOf(after(start, moves)), words);
    return box;
  };

  // A move by its name, a macro by the number of its moves.
  const letters = ([name, moves]) => {
    const number = moves ? moves.split(" ").length : 0;
    return number === 1 ? moves : number ? String(number) : name;
  };
  // The rows of genes: name, genes, the number of them that count, and the look and origin of each.
  const rowsOf = (mating, side) => {
    const child = mating.offspring[side];
    const parents = mating.parents.map(({ genes, fitness }, number) => ({
      name: `Parent ${PARENTS[number]}`, row: PARENTS[number].toLowerCase(), step: 1, genes, counted: genesOf(fitness),
      look: () => PARENTS[number].toLowerCase(), from: () => "",
    }));
    const parentOf = position => PARENTS[child.origins[position]?.parent];
    const origin = position => position === null ? "new" : parentOf(position)?.toLowerCase() ?? "new";
    const words = position => child.origins[position] ? `gene ${child.origins[position].gene + 1} of parent ${parentOf(position)}` : "added by the crossover";
    return [
      ...parents,
      { name: "After crossover", row: "crossed", step: 2, genes: child.crossed, counted: Infinity, look: origin, from: words },
      {
        name: "After mutation", row: "child", step: 3, genes: child.genes, counted: state.step === STEPS.length ? genesOf(child.fitness) : Infinity,
        look: place => origin(child.positions[place]), from: place => child.positions[place] === null ? "new by mutation" : words(child.positions[place]),
      },
    ];
  };
  const drawGenomes = (mating, side, symbols, prefix) => {
    const rows = rowsOf(mating, side);
    const cuts = state.step > 1 && mating.crossover !== null && !sameGenes(mating.parents[0].genes, mating.parents[1].genes) ? cutsOf(mating.offspring[side]) : [];
    const cut = new Set(cuts.length <= 2 ? cuts : []);
    const length = rows[0].genes.length;
    const parts = [];
    for (let first = 0; first < length; first += PART) {
      const part = make("div", "part");
      part.style.setProperty("--genes", Math.min(PART, length - first));
      part.append(make("span", "name"));
      for (let position = first; position < Math.min(first + PART, length); position++) {
        part.append(make("span", cut.has(position) ? "place split" : "place", String(position + 1)));
      }
      for (const { name, row, step, genes, counted, look, from } of rows) {
        part.append(make("span", step > state.step ? "name later" : "name", name));
        for (let position = first; position < Math.min(first + PART, length); position++) {
          const symbol = symbols[genes[position]];
          const cell = make("span", `gene ${look(position)}`, letters(symbol));
          if (prefix && position >= counted) cell.classList.add("idle");
          if (cut.has(position) && row !== "child") cell.classList.add("split");
          if (step > state.step) cell.classList.add("later");
          Object.assign(cell.dataset, { row, gene: position, symbol: symbol[0] });
          const origin = from(position);
          cell.title = `${name}, gene ${position + 1}${origin ? `, ${origin}` : ""}: ${symbol[0]}${symbol[1] && symbol[1] !== symbol[0] ? ` = ${symbol[1]}` : ""}`;
          part.append(cell);
        }
      }
      parts.push(part);
    }
    element("genomes").style.setProperty("--line", Math.min(length, 3 * PART));
    element("genomes").replaceChildren(...parts);
  };

  const HINT = "A letter is a move, a number a macro of that many moves. Point at a gene to see it.";
  const drawStory = (lane, data, mating, side) => {
    const { config } = lane.run;
    const child = mating.offspring[side];
    const prefix = genesOf(mating.parents[side].fitness);
    const items = [...element("story").children].map(item => item.lastElementChild);
    items[0].replaceChildren();
    mating.parents.forEach((parent, number) => {
      const line = make("span", "draw");
      const [before, behind] = selectionWords(config, parent, data).split("@");
      line.append(make("b", PARENTS[number].toLowerCase(), `Parent ${PARENTS[number]}`), ` is ${before}`);
      let isWon = false;
      for (const contestant of parent.contestants) {
        const chip = make("span", "chip", String(penaltyOf(data.fitness[contestant])));
        if (contestant === parent.individual && !isWon) isWon = chip.classList.add("won") ?? true;
        line.append(chip);
      }
      line.append(behind ?? "", ".");
      items[0].append(line);
    });
    items[1].textContent = crossoverWords(config, mating, child, side);
    items[2].textContent = mutationWords(config, child, side, prefix);
    items[3].textContent = penaltyWords(config, mating, child, side, data.matings);
    items.forEach((item, at) => item.parentElement.classList.toggle("later", at >= state.step));
  };

  // Says why there is no offspring to show; undefined if there is one.
  const reason = data => {
    const [lane, now] = [lanes[state.lane], generation()];
    if (place() === undefined) return "Pause to see how an offspring of the generation that is shown was made.";
    if (lane.run.error) return "This population does not run.";
    if (now === undefined) return "The first generation is computed.";
    if (now === 0) return "The individuals of generation 0 are random. Press → for the next generation, or ↓ for its first offspring.";
    if (!data) return `The matings of generation ${grouped(now)} are recorded: the library runs the trial once more.`;
    if (!data.matings.length) return `The individuals of generation ${grouped(now)} are random: it is the first after a restart.`;
  };

  const show = () => {
    const lane = lanes[state.lane];
    const data = recorded();
    const why = reason(data);
    laneInputs[state.lane].checked = stepInputs[state.step - 1].checked = true;
    // While the page plays or the library records, the last picture keeps its place.
    const isStale = state.shown !== "" && (place() === undefined || (!data && generation() > 0 && !lane.run.error));
    element("picture").hidden = why !== undefined && !isStale;
    element("picture").classList.toggle("stale", isStale);
    lanes.forEach(other => { other.mark = undefined; });
    if (why !== undefined) {
      element("told").textContent = why;
      element("number").value = "–";
      if (!isStale) state.shown = "";
      return;
    }
    const now = generation();
    state.index = Math.max(0, Math.min(state.index, count(data) - 1));
    const [mating, side] = [data.matings[state.index >> 1], state.index & 1];
    const child = mating.offspring[side];
    if (state.step === STEPS.length) lane.mark = penaltyOf(child.fitness);
    const { config, symbols } = lane.run;
    element("number").value = `${grouped(state.index + 1)} of ${grouped(count(data))}`;
    const elites = config.elitism ? ` ${plural(config.elitism, "elite")} of generation ${grouped(now - 1)} ${config.elitism === 1 ? "survives" : "survive"} unchanged.` : "";
    element("told").textContent = `Generation ${grouped(now)}, offspring ${grouped(state.index + 1)} of ${grouped(count(data))}.${elites}`;
    const key = [state.lane, now, state.index, state.step].join();
    if (state.shown === key && state.run === lane.run) return;
    [state.shown, state.run] = [key, lane.run];
    drawStory(lane, data, mating, side);
    drawGenomes(mating, side, symbols, config.prefix);
    element("gene").textContent = HINT;
    const moves = data.moves[state.index >> 1];
    const cards = mating.parents.map(({ fitness }, number) => card(`Parent ${PARENTS[number]}`, fitness, moves[number], lane.run.state));
    cards.push(card("Child", child.fitness, moves[2 + side], lane.run.state));
    if (state.step < STEPS.length) cards[2].classList.add("later");
    element("cards").replaceChildren(...cards);
  };

  // Goes to the offspring after or before the present one, also in the next generation.
  const move = step => {
    const now = generation() ?? 0;
    const data = recorded();
    const index = state.index + step;
    if (data && index >= 0 && index < count(data)) {
      state.index = index;
      changed();
    } else if (step > 0 || now > 1) {
      state.index = step > 0 ? 0 : Infinity;
      go(now + step);
    }
  };
  // Goes to the next step of an offspring, and from the last to the first one of the next offspring.
  const advance = () => {
    if (state.step < STEPS.length && recorded()?.matings.length) {
      state.step++;
      return changed();
    }
    state.step = 1;
    move(1);
  };
  element("next").addEventListener("click", () => move(1));
  element("previous").addEventListener("click", () => move(-1));
  element("fittest").addEventListener("click", () => {
    const all = recorded()?.matings.flatMap(({ offspring }) => offspring.map(({ fitness }) => fitness)) ?? [];
    state.index = Math.max(0, all.indexOf(Math.min(...all)));
    changed();
  });
  for (const event of ["pointerover", "click"]) {
    element("genomes").addEventListener(event, ({ target }) => { if (target.title) element("gene").textContent = `${target.title}.`; });
  }
  return {
    show,
    move,
    advance,
    restart: () => { [state.index, state.shown] = [0, ""]; },
    words: () => [["left", "right"][state.lane], state.index + 1, state.step].join(":"),
    // Chooses the offspring of an address. Returns whether the words name one.
    read: words => {
      const [lane, number, step = `${STEPS.length}`] = words.split(":");
      const isGood = ["left", "right"].includes(lane) && /^[1-9]\d*$/.test(number ?? "") && /^[1-4]$/.test(step);
      if (isGood) Object.assign(state, { lane: lane === "left" ? 0 : 1, index: number - 1, step: +step });
      return isGood;
    },
  };
}
