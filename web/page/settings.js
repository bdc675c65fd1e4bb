// The configuration: its controls, and the sweep file with the same values.
const SLIDERS = [
  // Name, label, lowest, highest and step.
  ["population", "Population", 10, 3000, 10],
  ["crossover", "Crossover rate", 0, 1, 0.05],
  ["mutation", "Mutation: share of individuals", 0, 1, 0.05],
  ["gene", "Without two mutations: rate per gene", 0.01, 0.5, 0.01],
  ["tournament", "Tournament size", 1, 10, 1],
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
  ["mixture", "Two mutations", "New genes behind the best prefix or an inserted gene, in place of new symbols for some genes"],
];
// The configuration of the shipped sweep always-solve, whose changes are the other presets.
const SOLVES = {
  population: 100, crossover: 0.9, mutation: 1, gene: 0.05, tournament: 5, elitism: 1, length: 30, restart: 60, generations: 1000,
  copies: true, conjugates: true, both: true, prefix: true, mixture: true,
};
const PRESETS = [
  ["Solves every cube", SOLVES, "All parts of the shipped sweep always-solve: 100 of 100 (96–100 %) random cubes solved, after 8,090 evaluations on average."],
  ["No crossover: solves later", { ...SOLVES, crossover: 0 }, "The same without recombination: 100 of 100 (96–100 %) cubes solved, after 12,900 evaluations."],
  ["One mutation: solves much later", { ...SOLVES, mixture: false }, "New symbols for some genes are the only mutation: 83 of 100 (74–89 %) cubes solved within a million evaluations."],
  ["No conjugates: solves later", { ...SOLVES, conjugates: false }, "A gene is a move or a symmetric copy of a macro, 234 symbols in place of 1,394: 100 of 100 (96–100 %) cubes solved, after 14,800 evaluations."],
  ["One right sticker is enough: solves later", { ...SOLVES, both: false }, "The paper’s edge rule, one right sticker, makes traps: 100 of 100 (96–100 %) cubes solved, after 108,000 evaluations."],
  ["Macros in one orientation, no conjugates: hardly solves", { ...SOLVES, copies: false, conjugates: false }, "Each macro works in one place of the cube only: 2 of 100 (1–7 %) cubes solved within a million evaluations."],
  ["The paper’s settings: never solve", {
    population: 1500, crossover: 0.3, mutation: 0.15, gene: 0.15, tournament: 3, elitism: 1, length: 20, restart: 0, generations: 1000,
    copies: false, conjugates: false, both: false, prefix: false, mixture: false,
  }, "The configuration that B. L. Sousa’s paper selected: 0 of 100 (0–4 %) cubes solved within 1000 generations."],
];
// A number of a sweep file that may have a fraction.
const real = value => Number.isInteger(value) ? value.toFixed(1) : String(value);
function sweepOf(config) {
  const rate = `individual-rate = ${real(config.mutation)}`;
  return `name = "playground"
seed = ${config.seed}
repetitions = 1

[[instance]]
random = 1

[base]
population = ${config.population}
elitism = ${config.elitism}
genome = { length = ${config.length}, evaluate = "${config.prefix ? "best-prefix" : "whole"}" }
alphabet = { expand = "${config.copies ? "symmetries" : "none"}", conjugate = ${config.conjugates ? 1 : 0} }
objective.penalty.edge-rule = "${config.both ? "both-stickers" : "any-sticker"}"
selection.tournament = { size = ${config.tournament} }
crossover.one-point = { rate = ${real(config.crossover)} }
restart = ${config.restart ? `{ stagnation = ${config.restart} }` : `"none"`}
stop = { generations = ${config.generations} }
${config.mixture ? `
[base.mutation.mixture]
of = [
    { mutation.tail = { ${rate} } },
    { mutation.insert = { ${rate} } },
]
` : `mutation.uniform = { ${rate}, gene-rate = ${real(config.gene)} }
`}`;
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
    element.append(...(type === "checkbox" ? [input, words] : [words, input, ...after]));
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
  const show = () => SLIDERS.forEach(([name]) => { outputs[name].value = inputs[name].value; });
  form.addEventListener("input", () => { show(); change(); });
  const read = () => ({
    ...Object.fromEntries(SLIDERS.map(([name]) => [name, inputs[name].valueAsNumber])),
    ...Object.fromEntries(CHECKS.map(([name]) => [name, inputs[name].checked])),
  });
  // The controls that differ from these values, with what they show.
  const differences = values => {
    const config = read();
    const labels = [...SLIDERS, ...CHECKS].filter(([key]) => config[key] !== values[key]);
    return labels.map(([key, label]) => `${label}: ${config[key] === true ? "on" : config[key] === false ? "off" : config[key]}`);
  };
  return {
    read,
    differences,
    // The name of the preset with the same values, or that of the nearest one with the differences.
    name: () => {
      const named = PRESETS.map(([name, values]) => [name, differences(values)]);
      const [name, shown] = named.reduce((a, b) => b[1].length < a[1].length ? b : a);
      return shown.length ? `${name}; ${shown.join(", ")}` : name;
    },
    write: values => {
      for (const [name, value] of Object.entries(values)) {
        if (typeof value === "boolean") inputs[name].checked = value; else inputs[name].value = value;
      }
      show();
    },
  };
}
