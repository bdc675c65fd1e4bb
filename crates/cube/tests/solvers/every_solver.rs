//! The solvers `layers`, `macros`, `pocket` and `thistlethwaite`: easy and hard states, random states, budgets, threads, and states with
//! published results, those of the 2004 cube contest among them. Other solvers are tested in `kociemba`, `optimal` and `default_solver`.

use evocube_cube::notation::{Format, Notation};
use evocube_cube::search::{AnySolver, Layers, Macros, TableSource, Thistlethwaite};
use evocube_cube::{Budget, CUBE2, CUBE3, Cube2, Cube3, Puzzle, Seed, Solution, Solver, SolverKind, Turn, Unsolved};

/// The solvers with small tables.
const SOLVERS: [SolverKind; 4] =
    [SolverKind::Layers, SolverKind::Macros, SolverKind::Pocket, SolverKind::Thistlethwaite];

fn solve<P: Puzzle<Move = Turn>>(puzzle: &P, solver: &dyn Solver<P::State>, state: P::State) -> Solution<P::State> {
    let solution = solver.solve(state, &Budget::default()).expect("every state is solved");
    assert_eq!(solution.start(), state);
    assert!(puzzle.is_solved(puzzle.apply_all(state, solution.moves())));
    assert!(puzzle.is_solved(puzzle.apply_all(state, &solution.moves().simplify())));
    solution
}

/// The states of a file, one per line; `format` extracts the state and its format.
fn read(text: &str, format: impl Fn(&str) -> (Format, String)) -> Vec<Cube3> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let (format, state) = format(line);
            Notation::from(format).read(&state).expect("a reachable state")
        })
        .collect()
}

/// States at distance 20, states with known optimal solutions, random states, and the superflip.
fn corpus() -> Vec<Cube3> {
    let mut states = read(include_str!("../data/states.tsv"), |line| {
        let state = line.split('\t').nth(1).expect("a state");
        (if state.contains(' ') { Format::Pieces } else { Format::Facelets }, state.to_owned())
    });
    let superflip = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";
    states.push(Notation::from(Format::Moves).read(superflip).expect("moves"));
    states
}

#[test]
fn every_solver_solves_easy_and_hard_states() {
    for kind in SOLVERS {
        match kind.build(&TableSource::IN_MEMORY).unwrap() {
            AnySolver::Cube3(solver) => {
                for state in corpus() {
                    solve(&CUBE3, &*solver, state);
                }
                for turn in Turn::ALL {
                    assert_eq!(
                        solve(&CUBE3, &*solver, Cube3::after(&[turn])).moves().simplify().to_vec(),
                        [turn.inverse()],
                        "{kind}"
                    );
                }
                assert!(solve(&CUBE3, &*solver, Cube3::SOLVED).moves().is_empty(), "{kind}");
            }
            AnySolver::Cube2(solver) => {
                for state in corpus() {
                    solve(&CUBE2, &*solver, Cube2::corners_of(state));
                }
                for turn in Turn::ALL {
                    assert_eq!(solve(&CUBE2, &*solver, Cube2::SOLVED.apply(turn)).moves().len(), 1, "{kind}");
                }
                assert!(solve(&CUBE2, &*solver, Cube2::SOLVED).moves().is_empty(), "{kind}");
            }
            AnySolver::Spec(..) => unreachable!("solvers by name are for the cubes"),
        }
    }
}

#[test]
fn every_solver_gives_the_same_solution_on_every_thread() {
    let seed = Seed::from_number(9);
    let states: Vec<Cube3> = (0..50).map(|number| Cube3::random(&mut seed.numbered_stream(number))).collect();
    for kind in SOLVERS {
        let AnySolver::Cube3(solver) = kind.build(&TableSource::IN_MEMORY).unwrap() else { continue };
        let all = || states.iter().map(|&state| solve(&CUBE3, &*solver, state)).collect::<Vec<_>>();
        let expected = all();
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..3).map(|_| scope.spawn(all)).collect();
            for worker in workers {
                assert_eq!(worker.join().expect("no panic"), expected, "{kind}");
            }
        });
    }
}

/// Solves random states in steps with at most these numbers of moves. The mean length after cancelling is at most `max_mean`.
fn solve_random(solver: &dyn Solver<Cube3>, count: u64, max_steps: &[usize], max_mean: f64) {
    let seed = Seed::from_number(1981);
    let solutions = (0..count).map(|number| solve(&CUBE3, solver, Cube3::random(&mut seed.numbered_stream(number))));
    let lengths = solutions.map(|solution| {
        let steps: Vec<usize> = solution.parts().iter().map(|part| part.turns).collect();
        assert_eq!((steps.len(), steps.iter().sum()), (max_steps.len(), solution.moves().len()));
        assert!(steps.iter().zip(max_steps).all(|(turns, max)| turns <= max), "{steps:?}");
        solution.moves().simplify().len()
    });
    let mean = lengths.sum::<usize>() as f64 / count as f64;
    assert!(mean <= max_mean, "mean length {mean} of {}", solver.name());
}

fn solve_random_states(count: u64) {
    let thistlethwaite = |chains, width| Thistlethwaite::with(chains, width, &TableSource::IN_MEMORY).unwrap();
    solve_random(&Layers::new(), count, &[8, 4 * 6, 4 * 15, 13, 14, 14, 16], 85.0);
    solve_random(&Macros::new(&TableSource::IN_MEMORY).unwrap(), count, &[17 * 19, 8 * 16], 74.0);
    solve_random(&thistlethwaite(1, 1), count, &[7, 10, 13, 15], 31.1);
    solve_random(&thistlethwaite(6, 15), count, &[7, 10, 13, 15], 23.8);
    solve_random(&thistlethwaite(6, 40), count / 10, &[7, 10, 13, 15], 23.0);
}

#[test]
fn solvers_in_steps_solve_two_thousand_random_states() {
    solve_random_states(2_000);
}

#[test]
#[ignore = "ten seconds; `evocube stats` does the same"]
fn solvers_in_steps_solve_ten_thousand_random_states() {
    solve_random_states(10_000);
}

fn check_budgets<P: Puzzle<Move = Turn>>(puzzle: &P, solver: &dyn Solver<P::State>, state: P::State) {
    let solution = solve(puzzle, solver, state);
    let within = |nodes, depth| solver.solve(state, &Budget { nodes, depth, ..Budget::default() });
    let (nodes, length) = (solution.nodes(), solution.moves().len());
    assert_eq!(within(Some(nodes), Some(length)), Ok(solution));
    for limits in [(Some(3), None), (Some(nodes - 1), None), (None, Some(length - 1))] {
        assert!(matches!(within(limits.0, limits.1), Err(Unsolved::Budget { .. })), "{}: {limits:?}", solver.name());
    }
}

#[test]
fn every_solver_obeys_its_budget() {
    let state = Cube3::random(&mut Seed::from_number(1).stream());
    for kind in SOLVERS {
        match kind.build(&TableSource::IN_MEMORY).unwrap() {
            AnySolver::Cube3(solver) => check_budgets(&CUBE3, &*solver, state),
            AnySolver::Cube2(solver) => check_budgets(&CUBE2, &*solver, Cube2::corners_of(state)),
            AnySolver::Spec(..) => unreachable!("solvers by name are for the cubes"),
        }
    }
}

/// The total length of the simplified solutions of the contest's 46 random states.
fn contest(solver: &dyn Solver<Cube3>) -> usize {
    let states = read(include_str!("../data/contest_random.txt"), |line| (Format::Pieces, line.to_owned()));
    assert_eq!(states.len(), 46);
    states.into_iter().map(|state| solve(&CUBE3, solver, state).moves().simplify().len()).sum()
}

#[test]
fn every_solver_solves_the_random_states_of_the_contest() {
    // Published for another implementation of the method: 1418 turns, 30.83 on average.
    assert_eq!(contest(&Thistlethwaite::with(1, 1, &TableSource::IN_MEMORY).unwrap()), 1_403);
    assert_eq!(contest(&Thistlethwaite::new(&TableSource::IN_MEMORY).unwrap()), 1_068);
    assert_eq!(contest(&Macros::new(&TableSource::IN_MEMORY).unwrap()), 3_261);
}

#[test]
fn every_solver_solves_the_example_of_the_greedy_search() {
    // Published: 234 turns.
    let pieces = "RU LF UB DR DL BL UL FU BD RF BR FD LDF LBD FUL RFD UFR RDB UBL RBU";
    let state = Notation::from(Format::Pieces).read(pieces).expect("a reachable state");
    assert_eq!(solve(&CUBE3, &Macros::new(&TableSource::IN_MEMORY).unwrap(), state).moves().simplify().len(), 63);
}
