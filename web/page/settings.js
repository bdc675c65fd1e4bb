// The configuration: its controls, and the sweep file with the same values.
const CHOICES = [
  // Name, label, and the operators with their names on the page.
  ["selection", "Selection", { tournament: "Tournament", rank: "Rank", truncation: "Truncation", roulette: "Roulette", "stochastic-universal": "Stochastic universal" }],
  ["crossover", "Crossover", { "one-point": "One-point", "two-point": "Two-point", uniform: "Uniform", none: "None" }],
  ["mutation", "Mutation", {
    "tail-or-insert": "Tail or insertion, at random", tail: "Tail: new genes behind the best prefix", insert: "Insertion of a gene",
    uniform: "Uniform: new symbols for some genes", swap: "Swap of two genes", inversion: "Inversion of a part", none: "None",
  }],
];
const SLIDERS = [
  // Name, label, lowest, highest and step.
  ["population", "Population", 10, 3000, 10],
  ["tournament", "Tournament size", 1, 10, 1],
  ["crossover-rate", "Crossover rate: share of pairs", 0, 1, 0.05],
  ["mutation-rate", "Mutation rate: share of individuals", 0, 1, 0.05],
  ["gene-rate", "Rate per gene", 0.01, 0.5, 0.01],
  ["elitism", "Elitism", 0, 10, 1],
  ["length", "Genes", 5, 60, 1],
  ["restart", "Restart after … generations without a lower penalty (0: never)", 0, 600, 20],
  ["generations", "Generations", 100, 3000, 100],
];
const CHECKS = [
  ["copies", "Symmetric copies", "Each macro in all 48 orientations, mirror images included"],
  ["conjugates", "Conjugates", "Each macro also between a move and its inverse"],
  ["both", "Edge rule: both stickers", "An edge is right only if both stickers are, not one of them"],
  ["prefix", "Best prefix", "The fitness is that of the best state after any prefix of the genes"],
];
// Whether a control has an effect beside these values.
const applies = (name, { selection, crossover, mutation }) => ({
  tournament: selection === "tournament", "crossover-rate": crossover !== "none", "mutation-rate": mutation !== "none", "gene-rate": mutation === "uniform",
})[name] ?? true;
// The configuration of the shipped sweep always-solve, whose changes are the other presets.
const SOLVES = {
  population: 100, selection: "tournament", tournament: 5, crossover: "one-point", "crossover-rate": 0.9, mutation: "tail-or-insert", "mutation-rate": 1,
  "gene-rate": 0.05, elitism: 1, length: 30, restart: 60, generations: 1000, copies: true, conjugates: true, both: true, prefix: true,
};
// Name, values, evidence, and the name in an address.
const PRESETS = [
  ["Solves every cube", SOLVES, "100 of 100 (96–100 %) random cubes solved, after 8,090 evaluations on average. Each of the others but the last changes one part of this one.", "always-solve"],
  ["No crossover: solves later", { ...SOLVES, crossover: "none" }, "A child is a mutated copy of one parent: 100 of 100 (96–100 %) random cubes solved, after 12,900 evaluations.", "no-crossover"],
  ["One mutation: solves most cubes, late", { ...SOLVES, mutation: "uniform" }, "New symbols for some genes are the only mutation: 90 of 100 (83–94 %) random cubes solved within a million evaluations.", "one-mutation"],
  ["No conjugates: solves later", { ...SOLVES, conjugates: false }, "A gene is a move or a symmetric copy of a macro, 234 symbols in place of 1,394: 100 of 100 (96–100 %) random cubes solved, after 14,800 evaluations.", "no-conjugates"],
  ["One right sticker is enough: solves later", { ...SOLVES, both: false }, "An edge counts as right if one of its stickers is, which makes traps: 100 of 100 (96–100 %) random cubes solved, after 108,000 evaluations.", "one-sticker"],
  ["Macros in one orientation, no conjugates: rarely solves", { ...SOLVES, copies: false, conjugates: false }, "Each macro works in one place of the cube only: 2 of 100 (1–7 %) random cubes solved within a million evaluations.", "one-orientation"],
  ["The paper’s settings: solve no cube", {
    ...SOLVES, population: 1500, tournament: 3, "crossover-rate": 0.3, mutation: "uniform", "mutation-rate": 0.15, "gene-rate": 0.15, length: 20, restart: 0,
    copies: false, conjugates: false, both: false, prefix: false,
  }, "The configuration that B. L. Sousa’s paper selected: 0 of 100 (0–4 %) random cubes solved within 1000 generations.", "paper"],
];
// A number of a sweep file that may have a fraction.
const real = value => Number.isInteger(value) ? value.toFixed(1) : String(value);
const quoted = text => `"${text.replace(/[\\"]/g, "\\$&")}"`;
// Operators of a mixture, in its order.
const MIXTURE = ["tail", "insert"];
function sweepOf(config) {
  const rate = `individual-rate = ${real(config["mutation-rate"])}`;
  const mutation = {
    "tail-or-insert": `
[base.mutation.mixture]
of = [
${MIXTURE.map(name => `    { mutation.${name} = { ${rate} } },\n`).join("")}]
`,
    uniform: `mutation.uniform = { ${rate}, gene-rate = ${real(config["gene-rate"])} }\n`,
    none: 'mutation = "none"\n',
  };
  const { selection, crossover } = config;
  return `name = "playground"
seed = ${config.seed}
repetitions = 1

[[instance]]
${config.scramble ? `scramble = ${quoted(config.scramble)}` : "random = 1"}

[base]
population = ${config.population}
elitism = ${config.elitism}
genome = { length = ${config.length}, evaluate = "${config.prefix ? "best-prefix" : "whole"}" }
alphabet = { expand = "${config.copies ? "symmetries" : "none"}", conjugate = ${config.conjugates ? 1 : 0} }
objective.penalty.edge-rule = "${config.both ? "both-stickers" : "any-sticker"}"
${selection === "tournament" ? `selection.tournament = { size = ${config.tournament} }` : `selection = "${selection}"`}
${crossover === "none" ? 'crossover = "none"' : `crossover.${crossover} = { rate = ${real(config["crossover-rate"])} }`}
restart = ${config.restart ? `{ stagnation = ${config.restart} }` : `"none"`}
stop = { generations = ${config.generations} }
${mutation[config.mutation] ?? `mutation.${config.mutation} = { ${rate} }\n`}`;
}
// Fills a form with the controls. Calls `change` after every change by the reader.
function settingsForm(form, change) {
  const inputs = {};
  const labels = {};
  const label = (name, text, input, after) => {
    const element = document.createElement("label");
    input.name = name;
    inputs[name] = input;
    labels[name] = element;
    const words = document.createElement("span");
    words.textContent = text;
    element.append(...(input.type === "checkbox" ? [input, words] : [words, input, ...after]));
    form.append(element);
    return [element, words];
  };
  const input = type => Object.assign(document.createElement("input"), { type });
  for (const [name, text, hint] of CHECKS) {
    const [element, words] = label(name, text, input("checkbox"), []);
    element.className = "check";
    const small = document.createElement("small");
    small.textContent = hint;
    words.append(small);
  }
  for (const [name, text, options] of CHOICES) {
    const select = document.createElement("select");
    select.append(...Object.entries(options).map(([value, words]) => new Option(words, value)));
    const [element] = label(name, text, select, []);
    element.className = "operator";
  }
  const outputs = {};
  for (const [name, text, min, max, step] of SLIDERS) {
    outputs[name] = document.createElement("output");
    label(name, text, Object.assign(input("range"), { min, max, step }), [outputs[name]]);
  }
  const read = () => Object.fromEntries(Object.entries(inputs).map(([name, { type, checked, valueAsNumber, value }]) =>
    [name, type === "checkbox" ? checked : type === "range" ? valueAsNumber : value]));
  const show = () => {
    const config = read();
    SLIDERS.forEach(([name]) => {
      outputs[name].value = inputs[name].value;
      labels[name].hidden = !applies(name, config);
    });
  };
  form.addEventListener("input", () => { show(); change(); });
  // The controls that have an effect and differ from these values.
  const changed = values => {
    const config = read();
    return Object.keys(inputs).filter(name => config[name] !== values[name] && applies(name, config));
  };
  const shown = name => {
    const [, text, options] = [...CHOICES, ...SLIDERS, ...CHECKS].find(([key]) => key === name);
    const value = read()[name];
    return `${text}: ${value === true ? "on" : value === false ? "off" : options?.[value] ?? value}`;
  };
  // The preset with the same values, or the nearest one.
  const nearest = () => PRESETS.reduce((a, b) => changed(b[1]).length < changed(a[1]).length ? b : a);
  const write = values => {
    for (const [name, value] of Object.entries(values)) {
      if (typeof value === "boolean") inputs[name].checked = value; else inputs[name].value = value;
    }
    show();
  };
  return {
    read,
    changed,
    write,
    name: () => {
      const [name, values] = nearest();
      const differences = changed(values).map(shown);
      return differences.length ? `${name}; ${differences.join(", ")}` : name;
    },
    // The words of an address: the name of a preset, then the controls that differ from it.
    words: () => {
      const [, values, , word] = nearest();
      const config = read();
      const value = name => config[name] === true ? "on" : config[name] === false ? "off" : config[name];
      return [word, ...changed(values).map(name => `${name}:${value(name)}`)].join();
    },
    // Sets the controls to the words of an address. Returns those that say nothing.
    writeWords: words => {
      const [preset, ...changes] = words.split(",");
      const values = PRESETS.find(([, , , word]) => word === preset)?.[1];
      write(values ?? SOLVES);
      const isBad = change => {
        const [name, value] = change.split(":");
        const control = inputs[name];
        if (!control || value === undefined) return true;
        if (control.type === "checkbox") control.checked = value === "on"; else control.value = value;
        return control.type === "checkbox" ? !["on", "off"].includes(value) : control.type === "range" ? +control.value !== +value : control.value !== value;
      };
      const bad = [...(values ? [] : [preset]), ...changes.filter(isBad)];
      for (const [name, , options] of CHOICES) if (!options[inputs[name].value]) inputs[name].value = SOLVES[name];
      show();
      return bad;
    },
  };
}
