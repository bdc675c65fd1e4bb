"""Types of sweeps that are dictionaries, for editors and type checkers. Written by ``tests/sweep_types.py`` from the schema of sweep files.

Components that are registered have no place in them: a sweep that names some is a plain dictionary.
"""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Sequence as Items
from typing import Any, Literal, TypedDict, Union

AdaptivePursuit = TypedDict("AdaptivePursuit", {"min": float, "pursuit-rate": float, "quality-rate": float}, total=False)
AlgorithmTable = TypedDict("AlgorithmTable", {"chc": "Chc", "evolution-strategy": "EvolutionStrategy", "genetic-algorithm":
    "NoSettings", "hill-climbing": "HillClimbing", "iterated-local-search": "IteratedLocalSearch", "kociemba": "NoSettings", "korf":
    "NoSettings", "late-acceptance": "LateAcceptance", "layers": "NoSettings", "macros": "NoSettings", "map-elites": "MapElites",
    "mu-lambda": "MuLambda", "niche-archive": "Niches", "one-plus-one": "OnePlusOne", "pbil": "Pbil", "pocket": "NoSettings",
    "random-search": "RandomSearch", "randomized-local-search": "RandomizedLocalSearch", "simulated-annealing": "SimulatedAnnealing",
    "thistlethwaite": "NoSettings", "umda": "Umda"}, total=False)
Algorithm = Union[Literal["genetic-algorithm", "evolution-strategy", "niche-archive", "random-search", "one-plus-one",
    "randomized-local-search", "hill-climbing", "simulated-annealing", "iterated-local-search", "late-acceptance", "mu-lambda", "umda",
    "pbil", "chc", "map-elites", "layers", "kociemba", "korf", "macros", "pocket", "thistlethwaite"], "AlgorithmTable"]
AlphabetConfig = TypedDict("AlphabetConfig", {"commutators": Items["CommutatorRule"], "conjugate": int, "duplicates": "Duplicates",
    "expand": "Expand", "inverses": bool, "macros": Union[Literal["herdy-patone", "none"], Items[Union[Literal["herdy-patone"],
    "CustomMacro"]]], "no-op": bool, "turns": Union[Literal["all", "quarter", "none"], Items[str]]}, total=False)
Alps = TypedDict("Alps", {"age-gap": int, "layers": int, "tournament": int}, total=False)
Boltzmann = TypedDict("Boltzmann", {"temperature": Union[float, "Schedule"]}, total=False)
Cellular = TypedDict("Cellular", {"neighborhood": "Neighborhood", "rows": int, "tournament": int}, total=False)
Chc = TypedDict("Chc", {"divergence": float}, total=False)
Clearing = TypedDict("Clearing", {"capacity": int, "radius": int}, total=False)
CommutatorRule = TypedDict("CommutatorRule", {"a": Union[Literal["all", "quarter", "none"], Items[str]], "a-length": int, "b":
    Union[Literal["all", "quarter", "none"], Items[str]], "b-length": int, "max-pieces": int}, total=False)
CoolingSchedule = Literal["geometric", "linear", "lundy-mees"]
Cost = Literal["penalty", "evaluations"]
CrossoverTable = TypedDict("CrossoverTable", {"cut-and-splice": "CutAndSplice", "half-uniform": "HalfUniform", "k-point": "KPoint",
    "mixture": "Mixture", "multi-parent": "MultiParent", "none": "NoSettings", "one-point": "OnePoint", "prefix-point": "PrefixPoint",
    "two-point": "TwoPoint", "uniform": "Uniform"}, total=False)
Crossover = Union[Literal["none", "one-point", "two-point", "uniform", "half-uniform", "prefix-point", "cut-and-splice", "k-point",
    "multi-parent"], "CrossoverTable"]
CustomMacro = TypedDict("CustomMacro", {"moves": str, "name": str}, total=False)
CutAndSplice = TypedDict("CutAndSplice", {"rate": Union[float, str, "Schedule2"]}, total=False)
Delete = TypedDict("Delete", {"individual-rate": Union[float, str, "Schedule2"]}, total=False)
Description = TypedDict("Description", {"move": Items["MoveDescription"], "name": str, "notes": str, "orbit": Items["OrbitDescription"],
    "symmetry": Items["SymmetryDescription"]}, total=False)
Descriptor = Literal["right-pieces", "right-edges", "right-corners", "oriented-pieces", "oriented-edges", "oriented-corners",
    "genome-length"]
DesignTable = TypedDict("DesignTable", {"race": "RaceDesign"}, total=False)
Design = Union[Literal["factorial", "random", "latin-hypercube", "sobol", "shifted-sobol"], "DesignTable"]
DoubleTournament = TypedDict("DoubleTournament", {"first": "Layer", "parsimony": float, "size": int}, total=False)
Duplicates = Literal["keep", "remove"]
Duplication = TypedDict("Duplication", {"individual-rate": Union[float, str, "Schedule2"]}, total=False)
EdgeRule = Literal["any-sticker", "both-stickers", "position"]
EffortForm = Union["EffortName", int]
EffortName = Literal["equal", "own"]
EmigrantPolicy = Literal["best", "random"]
EvaluationMode = Literal["whole", "best-prefix"]
EvolutionStrategy = TypedDict("EvolutionStrategy", {"append": Items[int], "attempts": int, "distinct": bool, "extra-generations": int,
    "length-weight": int, "max-generations": int, "offspring": int, "parents": int, "solved": int, "survival": "Survival", "truncate":
    Items[int]}, total=False)
Expand = Literal["none", "rotations", "symmetries"]
ExponentialRank = TypedDict("ExponentialRank", {"ratio": float}, total=False)
FactorHead = TypedDict("FactorHead", {"key": str, "levels": Items["LevelForm"], "name": str, "range": Items[float], "scale": "Scale",
    "when": "When"}, total=False)
GenomeConfig = TypedDict("GenomeConfig", {"evaluate": "EvaluationMode", "initial": Items[int], "length": int, "parsimony-tiebreak":
    bool}, total=False)
GenomeSurvival = Literal["plus", "comma"]
Goal = TypedDict("Goal", {"coset": int, "flips": int, "pieces": int, "slice": int, "slices": int, "stickers": int, "tetrads": int,
    "twists": int}, total=False)
HalfUniform = TypedDict("HalfUniform", {"rate": Union[float, str, "Schedule2"]}, total=False)
HeavyTailed = TypedDict("HeavyTailed", {"beta": float, "individual-rate": Union[float, str, "Schedule2"]}, total=False)
HillClimbing = TypedDict("HillClimbing", {"max-failures": int, "pivot": "Pivot", "runs": int}, total=False)
ImmigrantPolicy = Literal["worst", "random"]
Inheritance = Literal["lamarckian", "baldwinian"]
InitialPopulation = TypedDict("InitialPopulation", {"digest": str, "moves": Items[str], "solutions": str}, total=False)
Insert = TypedDict("Insert", {"individual-rate": Union[float, str, "Schedule2"]}, total=False)
InstanceEntry = TypedDict("InstanceEntry", {"dialect": Literal["wca", "sousa", "contest", "niss"], "file": str, "format":
    Literal["moves", "faces", "facelets", "pieces", "json"], "name": str, "random": int, "scramble": str, "state": str}, total=False)
Inversion = TypedDict("Inversion", {"individual-rate": Union[float, str, "Schedule2"]}, total=False)
Islands = TypedDict("Islands", {"count": int, "emigrants": "EmigrantPolicy", "interval": int, "migrants": int, "replaced":
    "ImmigrantPolicy", "topology": "Topology"}, total=False)
IteratedLocalSearch = TypedDict("IteratedLocalSearch", {"max-failures": int, "runs": int, "strength": int}, total=False)
KPoint = TypedDict("KPoint", {"points": int, "rate": Union[float, str, "Schedule2"]}, total=False)
LabeledLevel = TypedDict("LabeledLevel", {"label": str, "set": Mapping[str, Any]}, total=False)
LateAcceptance = TypedDict("LateAcceptance", {"history": int, "runs": int}, total=False)
Layer = Literal["length", "fitness"]
LevelForm = Union["LabeledLevel", Any]
MapElites = TypedDict("MapElites", {"changes": float, "descriptors": Items["Descriptor"]}, total=False)
Memetic = TypedDict("Memetic", {"evaluations": int, "inheritance": "Inheritance", "rate": Union[float, str, "Schedule2"]}, total=False)
Method = Literal["scanning", "diagonal"]
MixtureAdaptTable = TypedDict("MixtureAdaptTable", {"adaptive-pursuit": "AdaptivePursuit", "probability-matching":
    "ProbabilityMatching"}, total=False)
Mixture = TypedDict("Mixture", {"adapt": Union[Literal["probability-matching", "adaptive-pursuit"], "MixtureAdaptTable"], "of":
    Items["WeightedCrossover"]}, total=False)
Mixture2 = TypedDict("Mixture2", {"adapt": Union[Literal["probability-matching", "adaptive-pursuit"], "MixtureAdaptTable"], "of":
    Items["WeightedMutation"]}, total=False)
MoveDescription = TypedDict("MoveDescription", {"cycles": Mapping[str, Items[str]], "name": str}, total=False)
MuLambda = TypedDict("MuLambda", {"changes": float, "offspring": int, "parents": int, "survival": "GenomeSurvival"}, total=False)
MultiParent = TypedDict("MultiParent", {"method": "Method", "parents": int, "rate": Union[float, str, "Schedule2"]}, total=False)
MutationTable = TypedDict("MutationTable", {"delete": "Delete", "duplication": "Duplication", "heavy-tailed": "HeavyTailed", "insert":
    "Insert", "inversion": "Inversion", "mixture": "Mixture2", "none": "NoSettings", "one-fifth": "OneFifth", "self-adaptive":
    "SelfAdaptive", "sequence": "Sequence", "shift": "Shift", "swap": "Swap", "tail": "Tail", "uniform": "Uniform2"}, total=False)
Mutation = Union[Literal["none", "uniform", "swap", "inversion", "shift", "duplication", "insert", "delete", "tail", "heavy-tailed",
    "one-fifth", "self-adaptive"], "MutationTable"]
Neighborhood = Literal["von-neumann", "moore"]
Niches = TypedDict("Niches", {"attempts": int, "backward": int, "capacity": Items[int], "parents": int, "solved": int}, total=False)
NoSettings = TypedDict("NoSettings", {}, total=False)
ObjectiveTable = TypedDict("ObjectiveTable", {"penalty": "Penalty", "pieces": "NoSettings", "weights": "Weights"}, total=False)
Objective = Union[Literal["penalty", "pieces", "weights"], "ObjectiveTable"]
OneFifth = TypedDict("OneFifth", {"factor": float, "gene-rate": float, "individual-rate": Union[float, str, "Schedule2"], "max": float,
    "min": float, "success": float}, total=False)
OnePlusOne = TypedDict("OnePlusOne", {"changes": float, "runs": int}, total=False)
OnePoint = TypedDict("OnePoint", {"rate": Union[float, str, "Schedule2"]}, total=False)
OrbitDescription = TypedDict("OrbitDescription", {"alike": Items[str], "name": str, "orientations": int, "pieces": str}, total=False)
Outcome = Literal["wins", "solved", "run-time", "penalty", "moves"]
Pbil = TypedDict("Pbil", {"learning-rate": float, "uniform": float}, total=False)
Penalty = TypedDict("Penalty", {"corner": int, "edge": int, "edge-rule": "EdgeRule", "sticker": int}, total=False)
Phase = TypedDict("Phase", {"append": Items[int], "goal": "Goal", "turns": Union[Literal["all", "quarter", "none"], Items[str]]},
    total=False)
PieceWeights = TypedDict("PieceWeights", {"orientation": int, "place": int}, total=False)
Pivot = Literal["first-improvement", "steepest"]
PrefixCut = Literal["at", "within"]
PrefixPoint = TypedDict("PrefixPoint", {"cut": "PrefixCut", "rate": Union[float, str, "Schedule2"]}, total=False)
ProbabilityMatching = TypedDict("ProbabilityMatching", {"min": float, "quality-rate": float}, total=False)
QuestionForm = Union[str, "QuestionHead"]
QuestionHead = TypedDict("QuestionHead", {"at": Mapping[str, Any], "better": Any, "factor": str, "outcome": "Outcome", "text": str},
    total=False)
RaceDesign = TypedDict("RaceDesign", {"budget": int, "cost": "Cost"}, total=False)
RandomSearch = TypedDict("RandomSearch", {}, total=False)
RandomizedLocalSearch = TypedDict("RandomizedLocalSearch", {"runs": int}, total=False)
Rank = TypedDict("Rank", {"pressure": float}, total=False)
ReplacementPolicyTable = TypedDict("ReplacementPolicyTable", {"crowding": int}, total=False)
ReplacementPolicy = Union[Literal["worst", "oldest"], "ReplacementPolicyTable"]
ResetMode = Literal["other", "any"]
RestartTable = TypedDict("RestartTable", {"every": int}, total=False)
Restart1Table = TypedDict("Restart1Table", {"stagnation": int}, total=False)
Restart2Table = TypedDict("Restart2Table", {"stagnation-evaluations": int}, total=False)
Restart3Table = TypedDict("Restart3Table", {"luby": int}, total=False)
Restart = Union[Literal["none"], "RestartTable", "Restart1Table", "Restart2Table", "Restart3Table"]
Scale = Literal["linear", "log"]
Schedule = TypedDict("Schedule", {"evaluations": int, "from": float, "generations": int, "shape": "ScheduleShape", "to": float},
    total=False)
Schedule2 = TypedDict("Schedule2", {"evaluations": int, "from": float, "generations": int, "shape": "ScheduleShape", "to": float},
    total=False)
ScheduleShape = Literal["linear", "exponential"]
SelectionTable = TypedDict("SelectionTable", {"boltzmann": "Boltzmann", "clearing": "Clearing", "double-tournament": "DoubleTournament",
    "epsilon-lexicase": "NoSettings", "exponential-rank": "ExponentialRank", "lexicase": "NoSettings", "rank": "Rank", "roulette":
    "NoSettings", "sharing": "Sharing", "stochastic-universal": "NoSettings", "tournament": "Tournament", "truncation": "Truncation"},
    total=False)
Selection = Union[Literal["tournament", "roulette", "rank", "truncation", "stochastic-universal", "exponential-rank", "boltzmann",
    "double-tournament", "lexicase", "epsilon-lexicase", "sharing", "clearing"], "SelectionTable"]
SelectionRule = Literal["outcome", "lowest-mean-best", "lowest-median-best", "most-solved", "fewest-moves"]
SelfAdaptive = TypedDict("SelfAdaptive", {"change": float, "individual-rate": Union[float, str, "Schedule2"], "rates": Items[float]},
    total=False)
Sequence = Items["Mutation"]
Sharing = TypedDict("Sharing", {"alpha": float, "radius": int}, total=False)
Shift = TypedDict("Shift", {"individual-rate": Union[float, str, "Schedule2"]}, total=False)
SimulatedAnnealing = TypedDict("SimulatedAnnealing", {"final-temperature": float, "initial-temperature": float, "runs": int, "schedule":
    "CoolingSchedule", "steps": int}, total=False)
StageHead = TypedDict("StageHead", {"design": "Design", "effort": "EffortForm", "equivalence": float, "factor": Items["FactorHead"],
    "forbid": Items[str], "name": str, "outcome": "Outcome", "outcomes": Items["Outcome"], "points": int, "select": "SelectionRule"},
    total=False)
SteadyState = TypedDict("SteadyState", {"lifetime": int, "offspring": int, "replaced": "ReplacementPolicy"}, total=False)
StopCriterion = TypedDict("StopCriterion", {"distinct": int, "evaluations": int, "generations": int, "penalty-range": int, "stagnation":
    int, "target": Union[Literal["none"], int]}, total=False)
Survival = Literal["comma", "plus"]
SurvivorSelectionTable = TypedDict("SurvivorSelectionTable", {"alps": "Alps", "cellular": "Cellular", "deterministic-crowding":
    "NoSettings", "generational": "NoSettings", "nsga-ii": "NoSettings", "steady-state": "SteadyState"}, total=False)
SurvivorSelection = Union[Literal["generational", "steady-state", "deterministic-crowding", "nsga-ii", "cellular", "alps"],
    "SurvivorSelectionTable"]
Swap = TypedDict("Swap", {"individual-rate": Union[float, str, "Schedule2"]}, total=False)
SymmetryDescription = TypedDict("SymmetryDescription", {"mirror": bool, "moves": Mapping[str, str]}, total=False)
Tail = TypedDict("Tail", {"append": int, "cut": "PrefixCut", "individual-rate": Union[float, str, "Schedule2"]}, total=False)
Topology = Literal["ring", "full"]
Tournament = TypedDict("Tournament", {"replacement": bool, "size": int}, total=False)
Truncation = TypedDict("Truncation", {"fraction": float}, total=False)
TwoPoint = TypedDict("TwoPoint", {"rate": Union[float, str, "Schedule2"]}, total=False)
Umda = TypedDict("Umda", {"selected": float, "uniform": float}, total=False)
Uniform = TypedDict("Uniform", {"rate": Union[float, str, "Schedule2"], "swap": float}, total=False)
Uniform2 = TypedDict("Uniform2", {"gene-rate": Union[float, str, "Schedule2"], "individual-rate": Union[float, str, "Schedule2"],
    "replacement": "ResetMode"}, total=False)
WeightedCrossover = TypedDict("WeightedCrossover", {"crossover": "Crossover", "weight": float}, total=False)
WeightedMutation = TypedDict("WeightedMutation", {"mutation": "Mutation", "weight": float}, total=False)
Weights = Mapping[str, "PieceWeights"]
When = TypedDict("When", {"is": Any, "key": str}, total=False)
BaseDict = TypedDict("BaseDict", {"algorithm": "Algorithm", "algorithm.chc": "Chc", "algorithm.chc.divergence": float,
    "algorithm.evolution-strategy": "EvolutionStrategy", "algorithm.evolution-strategy.append": Items[int],
    "algorithm.evolution-strategy.attempts": int, "algorithm.evolution-strategy.distinct": bool,
    "algorithm.evolution-strategy.extra-generations": int, "algorithm.evolution-strategy.length-weight": int,
    "algorithm.evolution-strategy.max-generations": int, "algorithm.evolution-strategy.offspring": int,
    "algorithm.evolution-strategy.parents": int, "algorithm.evolution-strategy.solved": int, "algorithm.evolution-strategy.survival":
    "Survival", "algorithm.evolution-strategy.truncate": Items[int], "algorithm.genetic-algorithm": "NoSettings",
    "algorithm.hill-climbing": "HillClimbing", "algorithm.hill-climbing.max-failures": int, "algorithm.hill-climbing.pivot": "Pivot",
    "algorithm.hill-climbing.runs": int, "algorithm.iterated-local-search": "IteratedLocalSearch",
    "algorithm.iterated-local-search.max-failures": int, "algorithm.iterated-local-search.runs": int,
    "algorithm.iterated-local-search.strength": int, "algorithm.kociemba": "NoSettings", "algorithm.korf": "NoSettings",
    "algorithm.late-acceptance": "LateAcceptance", "algorithm.late-acceptance.history": int, "algorithm.late-acceptance.runs": int,
    "algorithm.layers": "NoSettings", "algorithm.macros": "NoSettings", "algorithm.map-elites": "MapElites",
    "algorithm.map-elites.changes": float, "algorithm.map-elites.descriptors": Items["Descriptor"], "algorithm.mu-lambda": "MuLambda",
    "algorithm.mu-lambda.changes": float, "algorithm.mu-lambda.offspring": int, "algorithm.mu-lambda.parents": int,
    "algorithm.mu-lambda.survival": "GenomeSurvival", "algorithm.niche-archive": "Niches", "algorithm.niche-archive.attempts": int,
    "algorithm.niche-archive.backward": int, "algorithm.niche-archive.capacity": Items[int], "algorithm.niche-archive.parents": int,
    "algorithm.niche-archive.solved": int, "algorithm.one-plus-one": "OnePlusOne", "algorithm.one-plus-one.changes": float,
    "algorithm.one-plus-one.runs": int, "algorithm.pbil": "Pbil", "algorithm.pbil.learning-rate": float, "algorithm.pbil.uniform":
    float, "algorithm.pocket": "NoSettings", "algorithm.random-search": "RandomSearch", "algorithm.randomized-local-search":
    "RandomizedLocalSearch", "algorithm.randomized-local-search.runs": int, "algorithm.simulated-annealing": "SimulatedAnnealing",
    "algorithm.simulated-annealing.final-temperature": float, "algorithm.simulated-annealing.initial-temperature": float,
    "algorithm.simulated-annealing.runs": int, "algorithm.simulated-annealing.schedule": "CoolingSchedule",
    "algorithm.simulated-annealing.steps": int, "algorithm.thistlethwaite": "NoSettings", "algorithm.umda": "Umda",
    "algorithm.umda.selected": float, "algorithm.umda.uniform": float, "alphabet": "AlphabetConfig", "alphabet.commutators":
    Items["CommutatorRule"], "alphabet.conjugate": int, "alphabet.duplicates": "Duplicates", "alphabet.expand": "Expand",
    "alphabet.inverses": bool, "alphabet.macros": Union[Literal["herdy-patone", "none"], Items[Union[Literal["herdy-patone"],
    "CustomMacro"]]], "alphabet.no-op": bool, "alphabet.turns": Union[Literal["all", "quarter", "none"], Items[str]], "crossover":
    "Crossover", "crossover.cut-and-splice": "CutAndSplice", "crossover.cut-and-splice.rate": Union[float, str, "Schedule2"],
    "crossover.half-uniform": "HalfUniform", "crossover.half-uniform.rate": Union[float, str, "Schedule2"], "crossover.k-point":
    "KPoint", "crossover.k-point.points": int, "crossover.k-point.rate": Union[float, str, "Schedule2"], "crossover.mixture": "Mixture",
    "crossover.mixture.adapt": Union[Literal["probability-matching", "adaptive-pursuit"], "MixtureAdaptTable"], "crossover.mixture.of":
    Items["WeightedCrossover"], "crossover.multi-parent": "MultiParent", "crossover.multi-parent.method": "Method",
    "crossover.multi-parent.parents": int, "crossover.multi-parent.rate": Union[float, str, "Schedule2"], "crossover.none":
    "NoSettings", "crossover.one-point": "OnePoint", "crossover.one-point.rate": Union[float, str, "Schedule2"],
    "crossover.prefix-point": "PrefixPoint", "crossover.prefix-point.cut": "PrefixCut", "crossover.prefix-point.rate": Union[float, str,
    "Schedule2"], "crossover.two-point": "TwoPoint", "crossover.two-point.rate": Union[float, str, "Schedule2"], "crossover.uniform":
    "Uniform", "crossover.uniform.rate": Union[float, str, "Schedule2"], "crossover.uniform.swap": float, "elitism": int, "genome":
    "GenomeConfig", "genome.evaluate": "EvaluationMode", "genome.initial": Items[int], "genome.length": int,
    "genome.parsimony-tiebreak": bool, "immigrants": float, "initial": "InitialPopulation", "initial.digest": str, "initial.moves":
    Items[str], "initial.solutions": str, "islands": "Islands", "islands.count": int, "islands.emigrants": "EmigrantPolicy",
    "islands.interval": int, "islands.migrants": int, "islands.replaced": "ImmigrantPolicy", "islands.topology": "Topology", "memetic":
    "Memetic", "memetic.evaluations": int, "memetic.inheritance": "Inheritance", "memetic.rate": Union[float, str, "Schedule2"],
    "memetic.rate.evaluations": int, "memetic.rate.from": float, "memetic.rate.generations": int, "memetic.rate.shape": "ScheduleShape",
    "memetic.rate.to": float, "mutation": "Mutation", "mutation.delete": "Delete", "mutation.delete.individual-rate": Union[float, str,
    "Schedule2"], "mutation.duplication": "Duplication", "mutation.duplication.individual-rate": Union[float, str, "Schedule2"],
    "mutation.heavy-tailed": "HeavyTailed", "mutation.heavy-tailed.beta": float, "mutation.heavy-tailed.individual-rate": Union[float,
    str, "Schedule2"], "mutation.insert": "Insert", "mutation.insert.individual-rate": Union[float, str, "Schedule2"],
    "mutation.inversion": "Inversion", "mutation.inversion.individual-rate": Union[float, str, "Schedule2"], "mutation.mixture":
    "Mixture2", "mutation.mixture.adapt": Union[Literal["probability-matching", "adaptive-pursuit"], "MixtureAdaptTable"],
    "mutation.mixture.of": Items["WeightedMutation"], "mutation.none": "NoSettings", "mutation.one-fifth": "OneFifth",
    "mutation.one-fifth.factor": float, "mutation.one-fifth.gene-rate": float, "mutation.one-fifth.individual-rate": Union[float, str,
    "Schedule2"], "mutation.one-fifth.max": float, "mutation.one-fifth.min": float, "mutation.one-fifth.success": float,
    "mutation.self-adaptive": "SelfAdaptive", "mutation.self-adaptive.change": float, "mutation.self-adaptive.individual-rate":
    Union[float, str, "Schedule2"], "mutation.self-adaptive.rates": Items[float], "mutation.sequence": "Sequence", "mutation.shift":
    "Shift", "mutation.shift.individual-rate": Union[float, str, "Schedule2"], "mutation.swap": "Swap", "mutation.swap.individual-rate":
    Union[float, str, "Schedule2"], "mutation.tail": "Tail", "mutation.tail.append": int, "mutation.tail.cut": "PrefixCut",
    "mutation.tail.individual-rate": Union[float, str, "Schedule2"], "mutation.uniform": "Uniform2", "mutation.uniform.gene-rate":
    Union[float, str, "Schedule2"], "mutation.uniform.individual-rate": Union[float, str, "Schedule2"], "mutation.uniform.replacement":
    "ResetMode", "objective": "Objective", "objective.penalty": "Penalty", "objective.penalty.corner": int, "objective.penalty.edge":
    int, "objective.penalty.edge-rule": "EdgeRule", "objective.penalty.sticker": int, "objective.pieces": "NoSettings",
    "objective.weights": "Weights", "phase": Items["Phase"], "population": int, "puzzle": Union[Literal["cube3", "cube2", "pyraminx",
    "skewb"], str, "Description"], "puzzle.move": Items["MoveDescription"], "puzzle.name": str, "puzzle.notes": str, "puzzle.orbit":
    Items["OrbitDescription"], "puzzle.symmetry": Items["SymmetryDescription"], "replacement": "SurvivorSelection", "replacement.alps":
    "Alps", "replacement.alps.age-gap": int, "replacement.alps.layers": int, "replacement.alps.tournament": int, "replacement.cellular":
    "Cellular", "replacement.cellular.neighborhood": "Neighborhood", "replacement.cellular.rows": int,
    "replacement.cellular.tournament": int, "replacement.deterministic-crowding": "NoSettings", "replacement.generational":
    "NoSettings", "replacement.nsga-ii": "NoSettings", "replacement.steady-state": "SteadyState", "replacement.steady-state.lifetime":
    int, "replacement.steady-state.offspring": int, "replacement.steady-state.replaced": "ReplacementPolicy", "restart": "Restart",
    "restart.every": int, "restart.stagnation": int, "restart.stagnation-evaluations": int, "restart.luby": int, "selection":
    "Selection", "selection.boltzmann": "Boltzmann", "selection.boltzmann.temperature": Union[float, "Schedule"], "selection.clearing":
    "Clearing", "selection.clearing.capacity": int, "selection.clearing.radius": int, "selection.double-tournament": "DoubleTournament",
    "selection.double-tournament.first": "Layer", "selection.double-tournament.parsimony": float, "selection.double-tournament.size":
    int, "selection.epsilon-lexicase": "NoSettings", "selection.exponential-rank": "ExponentialRank",
    "selection.exponential-rank.ratio": float, "selection.lexicase": "NoSettings", "selection.rank": "Rank", "selection.rank.pressure":
    float, "selection.roulette": "NoSettings", "selection.sharing": "Sharing", "selection.sharing.alpha": float,
    "selection.sharing.radius": int, "selection.stochastic-universal": "NoSettings", "selection.tournament": "Tournament",
    "selection.tournament.replacement": bool, "selection.tournament.size": int, "selection.truncation": "Truncation",
    "selection.truncation.fraction": float, "stop": "StopCriterion", "stop.distinct": int, "stop.evaluations": int, "stop.generations":
    int, "stop.penalty-range": int, "stop.stagnation": int, "stop.target": Union[Literal["none"], int]}, total=False)
SweepDict = TypedDict("SweepDict", {"base": "BaseDict", "baselines": Items[Literal["layers", "kociemba", "korf", "macros", "pocket",
    "thistlethwaite"]], "design": "Design", "effort": "EffortForm", "equivalence": float, "factor": Items["FactorHead"], "forbid":
    Items[str], "goal": str, "holdout": int, "include": str, "instance": Items["InstanceEntry"], "log-at-evaluations": Items[int],
    "log-every": int, "name": str, "notes": str, "observers": Items[Any], "outcome": "Outcome", "outcomes": Items["Outcome"], "points":
    int, "question": "QuestionForm", "repetitions": int, "seed": int, "stage": Items["StageHead"]}, total=False)
