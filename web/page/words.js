// The sentences about one offspring.
const PARENTS = ["A", "B"];
const penaltyOf = fitness => fitness >>> 16;
const genesOf = fitness => fitness & 65535;
const isAre = number => number === 1 ? "is" : "are";
// Positions from 0 as numbers from 1: "3, 5–7".
function ranges(positions) {
  const parts = [];
  for (const position of positions) {
    const last = parts.at(-1);
    if (last?.[1] === position - 1) last[1] = position; else parts.push([position, position]);
  }
  return parts.map(([from, to]) => from === to ? `${from + 1}` : `${from + 1}–${to + 1}`).join(", ");
}
const geneRanges = positions => `${positions.length === 1 ? "gene" : "genes"} ${ranges(positions)}`;
const sameGenes = (a, b) => a.every((gene, position) => gene === b[position]);
// Positions behind which the genes of a child are those of another parent.
const cutsOf = ({ origins }) => origins.flatMap((origin, position) => position && origin?.parent !== origins[position - 1]?.parent ? [position] : []);
const rankOf = (fitness, all) => 1 + all.filter(other => other < fitness).length;

// Says how a parent was selected, as text with the penalties of a tournament in place of @.
function selectionWords(config, { individual, contestants, fitness }, { fitness: all, matings }) {
  const draws = matings.flatMap(({ parents }) => parents).filter(parent => parent.individual === individual).length;
  const rank = `rank ${rankOf(fitness, all)} of ${all.length}, drawn ${["", "once", "twice"][draws] ?? `${grouped(draws)} times`} for this generation`;
  if (contestants.length) return `the fittest of ${contestants.length} drawn individuals, @ (${rank})`;
  return `drawn by ${CHOICES[0][2][config.selection].toLowerCase()} selection: penalty ${penaltyOf(fitness)}, ${rank}`;
}

// Says how the child of a side came from its parents.
function crossoverWords(config, { parents, crossover }, child, side) {
  const [parent, other] = [PARENTS[side], PARENTS[1 - side]];
  const name = CHOICES[1][2][config.crossover];
  if (crossover === null) {
    const reason = config.crossover === "none" ? "There is no crossover" : `The crossover rate is ${config["crossover-rate"]}, and this pair is not recombined`;
    return `${reason}: the child begins as a copy of parent ${parent}.`;
  }
  if (sameGenes(parents[0].genes, parents[1].genes)) return "Both parents have the same genes, so the child has them, too.";
  const cuts = cutsOf(child);
  const parts = [side, 1 - side].map(number => child.origins.flatMap((origin, position) => origin?.parent === number ? [position] : []));
  const of = (number, positions) => `${geneRanges(positions)} of parent ${PARENTS[number]}`;
  if (config.crossover === "uniform") {
    return `Uniform crossover takes each gene from either parent: ${parts[0].length} of parent ${parent}, ${parts[1].length} of parent ${other}.`;
  }
  if (!parts[1].length || !parts[0].length) return `${name} crossover leaves the child ${of(parts[0].length ? side : 1 - side, parts[0].length ? parts[0] : parts[1])}.`;
  return `${name} crossover cuts behind ${geneRanges(cuts.map(cut => cut - 1))}: the child has ${of(side, parts[0])} and ${of(1 - side, parts[1])}.`;
}

// Says what the mutation changed.
function mutationWords(config, child, side, prefix) {
  if (config.mutation === "none") return "There is no mutation.";
  const name = config.mutation === "tail-or-insert" ? MIXTURE[child.mutation] : config.mutation;
  if (child.mutation === null) {
    return config["mutation-rate"] < 1 ? `The mutation rate is ${config["mutation-rate"]}, and this child is not mutated.` : "The mutation has nothing to change.";
  }
  const places = child.positions.map((position, place) => [position, place]);
  const fresh = places.filter(([position]) => position === null).map(([, place]) => place);
  const moved = places.filter(([position, place]) => position !== null && position !== place).map(([, place]) => place);
  if (name === "tail") return `Tail mutation keeps ${prefix} genes, the length of the best prefix of parent ${PARENTS[side]}; ${geneRanges(fresh)} ${isAre(fresh.length)} new.`;
  if (name === "insert") {
    const last = fresh[0] === child.genes.length - 1;
    return `Insertion puts a new gene ${last ? "in the last place" : `at place ${fresh[0] + 1}; those behind it move by one place, and the last one drops out`}.`;
  }
  if (name === "uniform") return fresh.length ? `Uniform mutation draws new symbols for ${geneRanges(fresh)}.` : "Uniform mutation draws no gene for a new symbol.";
  const verb = name === "swap" ? "Swap mutation exchanges" : "Inversion mutation reverses";
  return moved.length ? `${verb} ${name === "swap" ? geneRanges(moved) : `genes ${moved[0] + 1}–${moved.at(-1) + 1}`}.` : "The mutation has nothing to change.";
}

// Says which penalty the child has.
function penaltyWords(config, { parents }, child, side, matings) {
  const penalty = penaltyOf(child.fitness);
  const counted = genesOf(child.fitness);
  const length = child.genes.length;
  const counts = !config.prefix ? "" : counted === length ? ` after all ${length} genes` : ` after ${plural(counted, "gene")}; the ${length - counted} behind, drawn pale, ${length - counted === 1 ? "does" : "do"} not count`;
  const others = parents.map(parent => penaltyOf(parent.fitness));
  const worse = others.filter(other => other > penalty).length;
  const relation = worse === 2 ? "lower than those of both parents" : others.every(other => other < penalty) ? "higher than those of both parents" : worse ? "lower than that of one parent" : "not lower than those of its parents";
  const all = matings.flatMap(({ offspring }) => offspring.map(({ fitness }) => fitness));
  const rank = `rank ${rankOf(child.fitness, all)} of the ${all.length} offspring`;
  const solved = penalty === 0 ? " The cube is solved." : "";
  if (sameGenes(child.genes, parents[side].genes)) return `${penalty}${counts}. These are the genes of parent ${PARENTS[side]}, so they are not evaluated again.${solved}`;
  return `${penalty}${counts}. It is ${relation} (${others.join(" and ")}), ${rank}.${solved}`;
}
