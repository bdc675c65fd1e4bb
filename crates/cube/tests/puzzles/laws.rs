//! Laws of the groups of the 3×3×3 and the 2×2×2, as properties of random states and algorithms. Of the 3×3×3 also orders, conjugation by
//! symmetries, simplification, parity, and places of pieces. Groups of puzzles from files are tested in `puzzle_files`.

use evocube_cube::{Algorithm, CUBE2, CUBE3, Cube3, Metric, Puzzle, Seed, Symmetry, Turn};
use proptest::prelude::*;

use crate::properties::properties;

fn algorithm() -> impl Strategy<Value = Algorithm> {
    prop::collection::vec(0..18usize, 0..40).prop_map(|turns| turns.into_iter().map(|turn| Turn::ALL[turn]).collect())
}

fn state<P: Puzzle + Clone>(puzzle: P) -> impl Strategy<Value = P::State> {
    any::<u64>().prop_map(move |seed| puzzle.random(&mut Seed::from_number(seed).stream()))
}

fn symmetry() -> impl Strategy<Value = Symmetry> {
    (0..48usize).prop_map(Symmetry::from_index)
}

fn group_laws<P: Puzzle>(puzzle: &P, [a, b, c]: [P::State; 3]) -> Result<(), TestCaseError> {
    let (then, inverse) = (|a, b| puzzle.then(a, b), |a| puzzle.inverse(a));
    prop_assert_eq!(then(then(a, b), c), then(a, then(b, c)));
    prop_assert_eq!(then(a, puzzle.solved()), a);
    prop_assert!(puzzle.is_solved(then(a, inverse(a))) && puzzle.is_solved(then(inverse(a), a)));
    prop_assert_eq!(inverse(then(a, b)), then(inverse(b), inverse(a)));
    Ok(())
}

fn algorithm_laws<P>(puzzle: &P, start: P::State, a: &Algorithm, b: &Algorithm) -> Result<(), TestCaseError>
where
    P: Puzzle<Move = Turn>,
{
    let after = |state, moves: &Algorithm| puzzle.apply_all(state, moves);
    prop_assert_eq!(after(start, a), puzzle.then(start, after(puzzle.solved(), a)));
    prop_assert_eq!(after(after(start, a), &a.inverse()), start);
    let mut both = a.clone();
    both.extend_from_slice(b);
    prop_assert_eq!(after(after(start, a), b), after(start, &both));
    prop_assert_eq!(after(start, &a.simplify()), after(start, a));
    Ok(())
}

properties! {
    #[test]
    fn states_form_a_group(a in state(CUBE3), b in state(CUBE3), c in state(CUBE3)) {
        group_laws(&CUBE3, [a, b, c])?;
    }

    #[test]
    fn states_of_the_pocket_cube_form_a_group(
        a in state(CUBE2), b in state(CUBE2), c in state(CUBE2),
    ) {
        group_laws(&CUBE2, [a, b, c])?;
    }

    #[test]
    fn algorithms_act_as_their_product(start in state(CUBE3), a in algorithm(), b in algorithm()) {
        algorithm_laws(&CUBE3, start, &a, &b)?;
    }

    #[test]
    fn algorithms_act_on_the_pocket_cube_as_their_product(
        start in state(CUBE2), a in algorithm(), b in algorithm(),
    ) {
        algorithm_laws(&CUBE2, start, &a, &b)?;
    }

    #[test]
    fn the_order_of_a_state_divides_that_of_the_group(a in state(CUBE3)) {
        // The largest order is 1260 (D. Singmaster, "Notes on Rubik's Magic Cube", 1981).
        let order = 1 + std::iter::successors(Some(a), |&power| Some(power.then(a)))
            .position(|power| power.is_solved())
            .expect("every state has an order");
        prop_assert!(order <= 1260, "{}", order);
        // 43,252,003,274,489,856,000 = 2^27 · 3^14 · 5^3 · 7^2 · 11.
        let mut rest = order;
        for prime in [2, 3, 5, 7, 11] {
            while rest % prime == 0 {
                rest /= prime;
            }
        }
        prop_assert_eq!(rest, 1);
    }

    #[test]
    fn conjugation_is_a_homomorphism(a in state(CUBE3), b in state(CUBE3), s in symmetry(), t in symmetry()) {
        prop_assert_eq!(a.then(b).conjugate(s), a.conjugate(s).then(b.conjugate(s)));
        prop_assert_eq!(a.inverse().conjugate(s), a.conjugate(s).inverse());
        prop_assert_eq!(a.conjugate(s).conjugate(t), a.conjugate(s.then(t)));
        prop_assert_eq!(a.conjugate(s).conjugate(s.inverse()), a);
    }

    #[test]
    fn a_conjugated_algorithm_leads_to_the_conjugated_state(a in algorithm(), s in symmetry()) {
        prop_assert_eq!(Cube3::SOLVED.apply_all(&a.conjugate(s)), Cube3::after(&a).conjugate(s));
    }

    #[test]
    fn simplifying_never_lengthens_and_is_idempotent(a in algorithm()) {
        let simple = a.simplify();
        for metric in [Metric::Htm, Metric::Qtm] {
            prop_assert!(simple.length(metric) <= a.length(metric));
        }
        prop_assert_eq!(simple.simplify(), simple);
    }

    #[test]
    fn the_parity_of_a_state_is_that_of_its_quarter_turns(a in algorithm()) {
        prop_assert_eq!(Cube3::after(&a).is_odd(), a.length(Metric::Qtm) % 2 == 1);
    }

    #[test]
    fn places_and_place_maps_agree(a in state(CUBE3), b in state(CUBE3)) {
        let (before, map, after) = (a.places(), b.place_map(), a.then(b).places());
        for piece in 0..20 {
            prop_assert_eq!(map[usize::from(before[piece])], after[piece]);
        }
    }
}

#[test]
fn the_order_of_well_known_algorithms() {
    for (moves, order) in [("R", 4), ("R U", 105), ("R U R' U'", 6), ("R U2 D' B D'", 1260), ("M2 E2 S2", 2)] {
        let algorithm: Algorithm = moves.parse().unwrap();
        let once = Cube3::after(&algorithm);
        let powers = std::iter::successors(Some(once), |&power| Some(power.then(once)));
        assert_eq!(powers.take_while(|power| !power.is_solved()).count() + 1, order, "{moves}");
    }
}
