//! A local optimum of the paper's edge rule, which `docs/sousa.md` describes. Also the penalties of the worked example in
//! `docs/how-it-works.md`, by the rule of both stickers.

use evocube_cube::{Algorithm, CUBE3, Cube3};
use evocube_engine::alphabet::{Alphabet, AlphabetConfig};
use evocube_engine::evaluation::objective::{EdgeRule, Objective, Penalty};

fn objective(edge_rule: EdgeRule) -> Objective {
    Objective::Penalty(Penalty { edge_rule, ..Penalty::default() })
}

/// A cycle of three edges on U that keeps their U stickers on U.
fn cycle_on_a_face() -> Cube3 {
    let mut vectors = Cube3::SOLVED.vectors();
    vectors.edge_position[..3].copy_from_slice(&[1, 2, 0]);
    Cube3::from_vectors(&vectors).expect("a 3-cycle is even")
}

#[test]
fn a_three_cycle_of_edges_on_one_face_is_a_local_optimum_of_the_paper_edge_rule() {
    let (cube, paper) = (cycle_on_a_face(), objective(EdgeRule::AnySticker));
    assert_eq!(paper.penalty(&CUBE3, cube).unwrap(), 3);
    assert_eq!(objective(EdgeRule::BothStickers).penalty(&CUBE3, cube).unwrap(), 15);

    let alphabet: AlphabetConfig = super::read("conjugate = 0").expect("an alphabet");
    let alphabet = Alphabet::new(&CUBE3, &alphabet).expect("a checked alphabet");
    let effects = alphabet.effects();
    assert_eq!(effects.len(), 234);
    let after_one = effects.iter().map(|&effect| paper.penalty(&CUBE3, cube.then(effect)).unwrap()).min();
    assert_eq!(after_one, Some(4), "every single gene raises the penalty");
    let pairs = effects.iter().flat_map(|&first| effects.iter().map(move |&second| first.then(second)));
    let ways_out = pairs.filter(|&pair| cube.then(pair).is_solved()).count();
    assert_eq!(ways_out, 3, "of 54,756 pairs of genes");
}

#[test]
fn penalties_of_the_worked_example_of_the_guide_are_those_of_its_prefixes() {
    let genes = ["R L' U2 R' L F2", "R L' U2 R' L F2", "R", "U2"].map(|gene| gene.parse::<Algorithm>().expect("moves"));
    let mut state = Cube3::SOLVED.apply_all(&genes[0]);
    assert_eq!(objective(EdgeRule::AnySticker).penalty(&CUBE3, state).unwrap(), 8);
    let mut penalties = vec![objective(EdgeRule::BothStickers).penalty(&CUBE3, state).unwrap()];
    for gene in &genes {
        state = state.apply_all(gene);
        penalties.push(objective(EdgeRule::BothStickers).penalty(&CUBE3, state).unwrap());
    }
    assert_eq!(penalties, [16, 16, 0, 52, 86]);
}
