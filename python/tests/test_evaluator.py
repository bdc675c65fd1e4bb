"""Evaluation of arrays of genomes: penalties, converted and refused arrays, threads, pickling; the configuration and the alphabet of an
evaluator. The kernels are tested in Rust, in ``crates/engine/tests``.
"""

import threading

import numpy as np
import pytest

import evocube
from evocube import Alphabet, Cube, Evaluator

WHOLE = {"genome.evaluate": "whole"}
SYMMETRIES = {**WHOLE, "genome.length": 30, "alphabet.expand": "symmetries"}


def genomes(evaluator, count=2000, length=30, seed=1):
    return np.random.default_rng(seed).integers(evaluator.symbols, size=(count, length), dtype=np.uint16)


@pytest.mark.parametrize(
    ("instance", "base"),
    [
        ("R U F", SYMMETRIES),
        (Cube.random(4), WHOLE),
        (Cube.random(4, puzzle="cube2"), {**WHOLE, "puzzle": "cube2", "alphabet.macros": "none"}),
        (Cube(), {**WHOLE, "objective": "pieces", "alphabet": {"turns": "quarter"}}),
    ],
)
def test_penalties_are_those_of_the_replayed_moves(instance, base):
    evaluator = Evaluator(instance, base)
    rows = genomes(evaluator, 60, 12)
    penalties = evaluator.penalties(rows)
    assert penalties.dtype == np.uint32 and penalties.shape == (60,)
    assert [evaluator.replay(evaluator.moves(row)) for row in rows] == penalties.tolist()
    assert len(set(penalties.tolist())) > 5


def test_the_best_prefix_is_the_best_of_all_prefixes():
    whole, prefix = Evaluator("R U F", SYMMETRIES), Evaluator("R U F", {**SYMMETRIES, "genome.evaluate": "best-prefix"})
    row = genomes(whole, 1)
    [penalty], [count] = prefix.fitness(row)
    by_length = [whole.replay("")] + [int(whole.penalties(row[:, :n])[0]) for n in range(1, 31)]
    assert penalty == min(by_length) and count == by_length.index(penalty)
    assert whole.replay(prefix.moves(row[0])) == penalty
    assert whole.fitness(row)[1].tolist() == [30]


def test_a_genome_that_solves_has_penalty_0():
    evaluator = Evaluator("R U F")
    names = evaluator.alphabet.names
    solution = [names.index(move) for move in ("F'", "U'", "R'")]
    assert evaluator.penalties([solution]).tolist() == [0]
    assert evaluator.moves(solution) == "F' U' R'"
    assert Cube(evaluator.state_after("F' U' R'")).is_solved


def test_arrays_of_other_types_and_orders_are_converted():
    evaluator = Evaluator("R U F", SYMMETRIES)
    rows = genomes(evaluator, 700)
    expected = evaluator.penalties(rows).tolist()
    for other in (rows.astype(np.int64), np.asfortranarray(rows), rows.tolist(), np.repeat(rows, 2, axis=0)[::2]):
        assert evaluator.penalties(other).tolist() == expected
    assert evaluator.penalties(rows[:0]).tolist() == []


@pytest.mark.parametrize(
    ("rows", "error", "sentence"),
    [
        (np.full((3, 30), 60000, np.uint16), evocube.Error, "genome 0, gene 0: 60000 is no symbol: the alphabet has"),
        (np.full((3, 30), -1), ValueError, "gene -1 is no symbol: the alphabet has"),
        (np.zeros((3, 30)), TypeError, "genes are whole numbers, not float64"),
        (np.zeros(30, np.uint16), ValueError, "genomes are the rows of an array of two dimensions, not of 1"),
        (np.zeros((3, 0), np.uint16), evocube.Error, "a genome has 1 to 65535 genes, not 0"),
        (np.zeros((2, 70_000), np.uint16), evocube.Error, "a genome has 1 to 65535 genes, not 70000"),
    ],
)
def test_wrong_genomes_are_refused(rows, error, sentence):
    with pytest.raises(error) as caught:
        Evaluator("R U F", SYMMETRIES).penalties(rows)
    assert sentence in str(caught.value)


def test_the_longest_genome_counts_all_its_genes():
    penalties, counts = Evaluator("R U F", WHOLE).fitness(np.zeros((2, 65_535), np.uint16))
    assert counts.tolist() == [65_535, 65_535] and penalties[0] == penalties[1]


def test_the_place_of_a_wrong_gene_is_named():
    evaluator = Evaluator("R U F")
    rows = np.zeros((1000, 30), np.uint16)
    rows[777, 9] = evaluator.symbols
    with pytest.raises(evocube.Error, match="genome 777, gene 9: "):
        evaluator.penalties(rows)


def test_threads_evaluate_side_by_side():
    evaluator = Evaluator("R U F", SYMMETRIES)
    rows = genomes(evaluator, 20_000)
    expected = evaluator.penalties(rows)
    found = [None] * 4

    def work(part):
        found[part] = evaluator.penalties(rows[5000 * part : 5000 * (part + 1)])

    threads = [threading.Thread(target=work, args=(part,)) for part in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert np.array_equal(np.concatenate(found), expected)


def test_a_wrong_key_is_an_error_with_its_line():
    with pytest.raises(evocube.SweepError) as caught:
        Evaluator("R U F", {"objective": {"penalty": {"stickr": 1}}})
    assert "stickr" in caught.value.text and caught.value.line is not None


def test_the_configuration_has_its_defaults():
    evaluator = Evaluator("R U F", SYMMETRIES)
    assert evaluator.base["genome"]["length"] == 30 == evaluator.length
    assert evaluator.kernel in repr(evaluator)


def test_an_alphabet_has_named_symbols():
    alphabet = Alphabet({"expand": "symmetries"})
    assert len(alphabet) == len(alphabet.names) == Evaluator(Cube(), SYMMETRIES).symbols
    assert alphabet[0] == (alphabet.names[0], alphabet.names[0])
    assert alphabet[-1] == alphabet[len(alphabet) - 1]
    with pytest.raises(IndexError):
        alphabet[len(alphabet)]
    assert len(list(alphabet)) == len(alphabet)
    assert len(Alphabet(puzzle="pyraminx")) > 0


def test_evaluators_and_alphabets_survive_pickling():
    import pickle

    for base in [{"genome.length": 12, "alphabet.expand": "symmetries"}, {"puzzle": "cube2", "genome.length": 8}]:
        evaluator = evocube.Evaluator("R U F", base, goal="R")
        again = pickle.loads(pickle.dumps(evaluator))
        genomes = np.random.default_rng(1).integers(evaluator.symbols, size=(50, evaluator.length), dtype=np.uint16)
        assert np.array_equal(again.penalties(genomes), evaluator.penalties(genomes)) and again.base == evaluator.base
        alphabet = pickle.loads(pickle.dumps(evaluator.alphabet))
        assert alphabet.names == evaluator.alphabet.names and alphabet.puzzle == evaluator.alphabet.puzzle
