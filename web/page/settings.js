// The configuration: its controls, and the sweep file with the same values.
const SLIDERS = [
  // Name, label, lowest, highest and step.
  ["population", "Population", 10, 3000, 10],
  ["crossover", "Crossover rate", 0, 1, 0.05],
  ["mutation", "Mutation: share of individuals", 0, 1, 0.05],
  ["gene", "Mutation: rate per gene", 0.01, 0.5, 0.01],
  ["tournament", "Tournament size", 1, 10, 1],
  ["elitism", "Elitism", 0, 10, 1],
  ["length", "Genes", 5, 60, 1],
  ["restart", "Restart every … generations (0: never)", 0, 600, 50],
  ["generations", "Generations", 100, 3000, 100],
];
const CHECKS = [
  ["copies", "Symmetric copies", "Each macro in all 48 orientations, mirror images included"],
  ["both", "Edge rule: both stickers", "An edge is right only if both stickers are, not one of them"],
  ["prefix", "Best prefix", "The fitness is that of the best state after any prefix of the genes"],
];
const QUICKSTART = {
  population: 500, crossover: 0.9, mutation: 1, gene: 0.05, tournament: 5, elitism: 1, length: 30, restart: 300, generations: 1500,
  prefix: true,
};
const PRESETS = [
  ["The paper’s printed settings", {
    population: 1500, crossover: 0.3, mutation: 0.15, gene: 0.15, tournament: 3, elitism: 1, length: 20, restart: 0, generations: 1000,
    copies: false, both: false, prefix: false,
  }, "The settings that B. L. Sousa’s paper found best. They solved 0 of 100 runs on 20 random cubes (95 % interval 0–4 %)."],
  ["The quickstart, without two changes", { ...QUICKSTART, copies: false, both: false },
    "Another population, mutation and fitness, but macros in one orientation and the paper’s edge rule: 0 of 50 runs on 10 random cubes solved (95 % interval 0–7 %)."],
  ["The quickstart, with both changes", { ...QUICKSTART, copies: true, both: true },
    "Symmetric copies of the macros, and edges that are right only with both stickers: 48 of 50 runs on 10 random cubes solved (95 % interval 87–99 %)."],
];
// A number of a sweep file that may have a fraction.
const real = value => Number.isInteger(value) ? value.toFixed(1) : String(value);
function sweepOf(config) {
  return `name = "playground"
seed = ${config.seed}
repetitions = 1

[[instance]]
random = 1

[base]
population = ${config.population}
elitism = ${config.elitism}
genome = { length = ${config.length}, evaluate = "${config.prefix ? "best-prefix" : "whole"}" }
alphabet.expand = "${config.copies ? "symmetries" : "none"}"
objective.penalty.edge-rule = "${config.both ? "both-stickers" : "any-sticker"}"
selection.tournament = { size = ${config.tournament} }
crossover.one-point = { rate = ${real(config.crossover)} }
mutation.uniform = { individual-rate = ${real(config.mutation)}, gene-rate = ${real(config.gene)} }
restart = ${config.restart ? `{ every = ${config.restart} }` : `"never"`}
stop = { generations = ${config.generations} }
`;
}
// The names of the presets with the same values, or the values that differ from the nearest one.
function nameOf(config) {
  const named = PRESETS.map(([name, values]) => {
    const labels = [...SLIDERS, ...CHECKS].filter(([key]) => config[key] !== values[key]);
    const shown = labels.map(([key, label]) => `${label}: ${config[key] === true ? "on" : config[key] === false ? "off" : config[key]}`);
    return [shown.length, shown.length ? `${name}; ${shown.join(", ")}` : name];
  });
  return named.reduce((a, b) => b[0] < a[0] ? b : a)[1];
}
// Fills a form with the controls. Calls `change` after every change by the reader.
function settingsForm(form, change) {
  const inputs = {};
  const label = (name, text, type, after) => {
    const element = document.createElement("label");
    const input = document.createElement("input");
    input.type = type;
    input.name = name;
    inputs[name] = input;
    const words = document.createElement("span");
    words.textContent = text;
    element.append(...(type === "checkbox" ? [input, words] : [words, ...after, input]));
    form.append(element);
    return [element, input, words];
  };
  for (const [name, text, hint] of CHECKS) {
    const [element, , words] = label(name, text, "checkbox", []);
    element.className = "check";
    const small = document.createElement("small");
    small.textContent = hint;
    words.append(small);
  }
  const outputs = {};
  for (const [name, text, min, max, step] of SLIDERS) {
    outputs[name] = document.createElement("output");
    const [, input] = label(name, text, "range", [outputs[name]]);
    Object.assign(input, { min, max, step });
  }
  const [, seed] = label("seed", "Seed", "number", []);
  Object.assign(seed, { min: 0, max: 999999, step: 1, value: 1 });
  const show = () => SLIDERS.forEach(([name]) => { outputs[name].value = inputs[name].value; });
  form.addEventListener("input", () => { show(); change(); });
  return {
    read: () => ({
      seed: Math.max(0, Math.min(999999, Math.trunc(seed.valueAsNumber) || 0)),
      ...Object.fromEntries(SLIDERS.map(([name]) => [name, inputs[name].valueAsNumber])),
      ...Object.fromEntries(CHECKS.map(([name]) => [name, inputs[name].checked])),
    }),
    write: values => {
      for (const [name, value] of Object.entries(values)) {
        if (typeof value === "boolean") inputs[name].checked = value; else inputs[name].value = value;
      }
      show();
    },
  };
}
