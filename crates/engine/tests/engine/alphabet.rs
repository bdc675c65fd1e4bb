//! Digests of whole alphabets: the names, moves and effects of all symbols, in order.

use evocube_cube::puzzle::Puzzle;
use evocube_cube::puzzle::spec::Shipped;
use evocube_cube::{CUBE2, CUBE3};
use evocube_engine::alphabet::{Alphabet, AlphabetConfig};

/// Returns the number of symbols and the 64-bit FNV-1a hash of their names, moves and places.
fn digest<P: Puzzle>(puzzle: &P, text: &str) -> (usize, u64) {
    let alphabet = Alphabet::new(puzzle, &super::read::<AlphabetConfig>(text).unwrap()).unwrap();
    let mut digest = 0xCBF2_9CE4_8422_2325;
    for symbol in alphabet.symbols() {
        let line = format!("{}\t{}\n", symbol.name, puzzle.write_moves(symbol.moves));
        let places = puzzle.places(symbol.effect);
        let after_moves = puzzle.places(puzzle.apply_all(puzzle.solved(), symbol.moves));
        assert_eq!(places.as_ref(), after_moves.as_ref(), "{line}");
        for byte in line.bytes().chain(places.as_ref()[..puzzle.layout().pieces()].iter().copied()) {
            digest = (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }
    (alphabet.symbols().len(), digest)
}

#[test]
fn alphabets_have_their_names_moves_and_effects() {
    let custom = "macros = [\"herdy-patone\", { name = \"long\", moves = \"R R U F F'\" }, \
                  { name = \"short\", moves = \"R2 U\" }]\n";
    let keys = [
        "",
        "no-op = true\nduplicates = \"keep\"\nconjugate = 0",
        "expand = \"none\"\nconjugate = 2\ninverses = true",
        "commutators = [{ a-length = 2, max-pieces = 6 }]\nexpand = \"rotations\"\nconjugate = 1",
        &format!("{custom}inverses = true\nconjugate = 1"),
        &format!("{custom}expand = \"none\"\nduplicates = \"keep\"\nconjugate = 1"),
    ];
    assert_eq!(
        keys.map(|text| digest(&CUBE3, text)),
        [
            (1394, 0xA9EC_0677_8023_FC8D),
            (595, 0x01A0_6B8F_D4B7_88D7),
            (1122, 0x6B2A_8F20_5AD5_3498),
            (1394, 0xA95F_7DBB_E618_8D41),
            (2834, 0x59D5_66F2_0D37_9D1B),
            (284, 0x147F_DFE1_D1B0_8A6A)
        ]
    );
    assert_eq!(
        keys.map(|text| digest(&CUBE2, text)),
        [
            (555, 0x68D7_16D6_5931_FBD9),
            (586, 0xE42C_BA98_7224_79B6),
            (237, 0x8C81_E5B6_F617_7BF5),
            (8765, 0x867D_2652_FC04_66E9),
            (687, 0x7855_FE50_F1E7_E5C9),
            (149, 0x690F_C555_A184_0015)
        ]
    );
    let keys = [
        "macros = \"none\"\ncommutators = [{ b-length = 2, max-pieces = 4 }]\nconjugate = 1",
        "macros = [{ name = \"x\", moves = \"U L\" }]\ninverses = true\nconjugate = 2",
    ];
    let digests = [Shipped::Pyraminx, Shipped::Skewb].map(|shipped| keys.map(|text| digest(&*shipped.spec(), text)));
    assert_eq!(
        digests,
        [
            [(272, 0x0D21_90A4_9D7B_D920), (880, 0x20C0_BD92_1594_DA16)],
            [(8, 0x662B_1222_13F0_F287), (872, 0x2FC5_9736_91BF_865C)]
        ]
    );
}
