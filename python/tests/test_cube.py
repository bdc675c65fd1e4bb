"""Cubes and solvers of the package: formats, moves, products, goals, random states, errors, interruption, pickling, notebooks. Solvers
are tested further in Rust, in ``crates/cube/tests``.
"""

import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from html import unescape
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

import evocube
from evocube import Cube, NotationError, Unsolved

# Seconds within which a search ends after Ctrl-C: 0.1 on a machine without other work. One that does not hear it takes a minute.
WITHIN = 30.0

FORMATS = ["facelets", "faces", "pieces", "json"]


def test_the_solved_state_has_facelets_in_the_order_of_the_faces():
    cube = Cube()
    assert cube.is_solved and cube.puzzle == "cube3"
    assert cube.facelets == "".join(face * 9 for face in "URFDLB") == str(cube)


@pytest.mark.parametrize("format", FORMATS)
def test_a_state_is_read_back_in_every_format(format):
    cube = Cube.random(7)
    assert Cube(cube.to(format)) == cube == Cube(cube.to(format), format=format)
    assert hash(Cube(cube.to(format))) == hash(cube)


def test_moves_apply_and_undo_each_other():
    cube = Cube("R U R' U'")
    assert cube == Cube().apply("R U").apply("R' U'")
    assert cube.apply(evocube.invert("R U R' U'")).is_solved
    assert evocube.simplify("R R U D U'") == "R2 D"
    assert [evocube.length("R2 U", metric) for metric in ("htm", "qtm")] == [2, 3]
    assert Cube("R1", dialect="sousa") == Cube("R'") and Cube("R1", dialect="contest") == Cube("R")


def test_moves_go_on_from_the_orientation_that_the_text_leaves():
    cube = Cube("R U Rw")
    assert cube.apply("Rw' U' R'") == Cube() and cube.apply("Rw' U' R'").turned_back is None
    assert (cube.turned_back, Cube("R U").turned_back, Cube("R y").solve().moves) == ("x", None, "F'")
    assert Cube("R y") == Cube("R") and Cube("R y").facelets != Cube("R").facelets
    assert hash(Cube("R y")) == hash(Cube("R"))
    assert Cube(cube.facelets).turned_back == Cube(cube.to("json")).turned_back == "x"
    assert pickle.loads(pickle.dumps(cube)).facelets == cube.facelets
    assert (Cube("R x") * Cube("U")).facelets == Cube("R x U").facelets
    for scramble in ("R U Rw", "D2 M' F x y'", "R U", "x"):
        cube = Cube(scramble)
        undone = cube.apply(evocube.invert(scramble))
        assert undone.is_solved and undone.turned_back is None
        assert Cube(evocube.simplify(scramble) or "R R'").facelets == cube.facelets
        assert cube.apply(cube.solve().moves).is_solved
    goal = Cube("R U x F")
    assert (Cube("R U x").solve(goal=goal).moves, Cube("R U").solve(goal=goal).moves) == ("F", "D")
    assert evocube.length("R x U") == 2


def test_a_state_survives_pickling():
    cube = Cube.random(3, puzzle="cube2")
    assert pickle.loads(pickle.dumps(cube)) == cube and cube.puzzle == "cube2"


def test_states_multiply_in_the_order_of_their_moves():
    assert Cube("R U") * Cube("F2 D'") == Cube("R U F2 D'")
    assert Cube("R", puzzle="cube2") * Cube("R'", puzzle="cube2") == Cube(puzzle="cube2")
    with pytest.raises(evocube.InvalidType, match="a cube3 is not multiplied by a cube2"):
        Cube() * Cube(puzzle="cube2")


def test_a_solution_is_a_sequence_of_moves_and_survives_pickling():
    cube = Cube.random(4)
    solution = cube.solve()
    moves = list(solution)
    assert " ".join(moves) == solution.moves and len(moves) == len(solution)
    for move in solution:
        cube = cube.apply(move)
    assert cube.is_solved
    again = pickle.loads(pickle.dumps(solution))
    names = ("solver", "moves", "htm", "qtm", "nodes", "optimal", "parts")
    assert [getattr(again, name) for name in names] == [getattr(solution, name) for name in names]


def interrupted(call, after):
    """Calls a function that is interrupted after some seconds. Returns its result or its exception, and the seconds since."""
    sent = []

    def send():
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    threading.Timer(after, send).start()
    try:
        ended = call()
    except KeyboardInterrupt as raised:
        ended = raised
    return ended, time.monotonic() - sent[0]


def test_an_interrupted_search_keeps_its_solution():
    cube = Cube.random(5)
    cube.solve()
    solution, seconds = interrupted(lambda: cube.solve(time=60.0), 0.5)
    assert cube.apply(solution.moves).is_solved and seconds < WITHIN
    raised, seconds = interrupted(lambda: cube.solve("kociemba", tables="small", depth=15), 0.5)
    assert isinstance(raised, KeyboardInterrupt) and seconds < WITHIN


CONSTRUCTION = """
import os, signal, sys, threading, time
import evocube

solver, tables, after = sys.argv[1:]
times = []

def interrupt():
    times.append(time.monotonic())
    os.kill(os.getpid(), signal.SIGINT)

threading.Timer(float(after), interrupt).start()
try:
    evocube.Cube.random(5).solve(solver, tables=tables)
except KeyboardInterrupt:
    print(time.monotonic() - times[0], *os.listdir(os.environ["EVOCUBE_CACHE"]))
"""


@pytest.mark.parametrize(("solver", "tables"), [("kociemba", "large"), ("korf", "small"), ("korf", "source")])
def test_an_interrupted_construction_ends_at_once_and_leaves_no_table(solver, tables, tmp_path):
    for after in ("0.05", "0.5"):
        ended = subprocess.run(
            [sys.executable, "-c", CONSTRUCTION, solver, tables, after],
            env={**os.environ, "EVOCUBE_CACHE": str(tmp_path)}, capture_output=True, text=True,
        )  # fmt: skip
        seconds, *files = ended.stdout.split()
        # A second on idle cores; other processes may have them.
        assert float(seconds) < WITHIN and not [name for name in files if not name.endswith(".table")], ended.stderr


def test_random_states_are_those_of_the_command(program):

    command = [program, "scramble", "--seed", "9", "--count", "3", "--to", "facelets"]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    assert [Cube.random(9, index=index).facelets for index in range(3)] == lines


@pytest.mark.parametrize("solver", [None, "layers", "macros", "thistlethwaite", "kociemba", "evolution"])
def test_every_solver_solves_a_random_cube(solver):
    cube = Cube.random(11)
    solution = cube.solve(solver)
    assert cube.apply(solution.moves).is_solved
    assert solution.htm == len(solution) == evocube.length(solution.moves) > 10
    assert solution.qtm >= solution.htm and solution.nodes > 0


def test_a_symmetric_cube_has_an_answer_and_a_time_limit_gives_one_in_any_case():
    cube = Cube("F U' F2 D' B U R' F' L D' R' U' L U B' D2 R' F U2 D2")
    solution = cube.solve()
    assert cube.apply(solution.moves).is_solved and (solution.solver, solution.htm) == ("kociemba", 21)
    solution = cube.solve(time=0.0)
    assert cube.apply(solution.moves).is_solved and solution.solver == "thistlethwaite"
    with pytest.raises(Unsolved):
        cube.solve("kociemba", tables="small", time=0.0)


def test_the_pocket_solver_is_optimal():
    cube = Cube("R U R' F2", puzzle="cube2")
    assert cube.solve().solver == "pocket"
    solution = cube.solve("pocket")
    assert (solution.htm, cube.solve("pocket", metric="qtm").qtm) == (4, 5)


def test_a_route_leads_to_a_goal():
    cube, goal = Cube.random(1), Cube.random(2)
    assert cube.apply(cube.solve("thistlethwaite", goal=goal).moves) == goal


def test_an_unreachable_state_is_refused_with_all_reasons():
    facelets = list(Cube().facelets)
    facelets[7], facelets[19] = facelets[19], facelets[7]  # the edge UF, flipped
    facelets[8], facelets[20], facelets[9] = facelets[20], facelets[9], facelets[8]  # the corner URF, twisted
    with pytest.raises(NotationError) as caught:
        Cube("".join(facelets))
    assert len(caught.value.reasons) == 2, caught.value.reasons


def test_a_wrong_move_is_placed():
    with pytest.raises(NotationError) as caught:
        Cube("R U Q")
    assert (caught.value.line, caught.value.column) == (1, 5)
    assert isinstance(caught.value, ValueError) and isinstance(caught.value, evocube.Error)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.column) == (str(caught.value), 5)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda cube: cube.solve("god"), '"god" is not a solver: expected one of'),
        (lambda cube: cube.solve("layers", metric="qtm"), "the solver layers does not minimize quarter turns"),
        (lambda cube: cube.solve("layers", tables="large"), 'the solver layers has no tables called "large"'),
        (lambda cube: cube.solve("pocket"), "the solver pocket is for cube2, not for cube3"),
        (lambda cube: cube.solve(threads=0), "threads: write a number from 1"),
        (lambda cube: cube.solve(time=-1.0), "time: write seconds from 0"),
        (lambda cube: cube.to("moves"), "a state cannot be written as moves"),
        (lambda cube: cube.to("text"), '"text" is not a format'),
    ],
)
def test_a_wrong_argument_is_an_error_with_what_to_write(call, sentence):
    with pytest.raises(evocube.Error) as caught:
        call(Cube.random(1))
    assert sentence in str(caught.value)


def test_a_reached_limit_is_an_error():
    with pytest.raises(Unsolved, match="no solution has at most 5 moves") as caught:
        Cube.random(1).solve("kociemba", depth=5)
    assert caught.value.lower_bound is None or caught.value.lower_bound > 5


def test_notebooks_show_a_cube_as_its_net_and_a_solution_as_a_viewer():
    cube = evocube.Cube("R U2 F' x")
    net = ElementTree.fromstring(cube._repr_svg_())
    letters = [text.text for text in net.iter("{http://www.w3.org/2000/svg}text")]
    assert "".join(letters) == cube.facelets == net.get("aria-label")
    solution = cube.solve("kociemba")
    assert solution.state == cube.facelets and solution.end().is_solved
    assert solution.link == f"https://alpha.twizzle.net/edit/?setup-alg={web(evocube.invert(solution.moves))}&alg={web(solution.moves)}"
    frames = HTMLParser()
    frames.handle_starttag = lambda tag, attributes: frames.__dict__.update(attributes)
    frames.feed(solution._repr_html_())
    page = frames.srcdoc
    assert page.startswith("<!DOCTYPE html>") and "solutionViewer" in page
    page = unescape(page)
    assert f'data-state="{cube.facelets}" data-end="{solution.end().facelets}"' in page
    assert f"<code>{solution.moves}</code>" in page
    other = cube.solve("kociemba", goal=evocube.Cube("R"))
    assert other.link is None and not other.end().is_solved and other.end() == evocube.Cube("R")
    assert pickle.loads(pickle.dumps(solution)).link == solution.link
    assert evocube.Cube.random(1, puzzle="cube2").solve().link.endswith("&puzzle=2x2x2")


def web(moves):
    return moves.replace("'", "%27").replace(" ", "+")


def test_a_misspelled_solver_is_told_all_solvers():
    names = "layers, kociemba, korf, macros, pocket, thistlethwaite, evolution"
    with pytest.raises(evocube.InvalidValue) as caught:
        evocube.Cube("R").solve("kocimba")
    assert str(caught.value) == f'"kocimba" is not a solver: expected one of {names}; did you mean "kociemba"?'
