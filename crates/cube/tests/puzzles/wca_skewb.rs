//! Scrambles of the World Cube Association for the Skewb, and products of its moves, judged by a model of its 30 stickers in space. Also
//! the moves that they are read as, and mixed notations, which are refused.

use evocube_cube::Seed;
use evocube_cube::notation::Dialect;
use evocube_cube::puzzle::Puzzle;
use evocube_cube::puzzle::spec::Shipped;

/// A point or a direction: to the right, upwards, to the front.
type Vector = [i32; 3];

/// The corner that a letter turns: those of the scrambles, and F of the puzzle's file.
fn corner(letter: char) -> Vector {
    match letter {
        'U' => [-1, 1, -1],
        'R' => [1, -1, -1],
        'L' => [-1, -1, 1],
        'B' => [-1, -1, -1],
        'F' => [1, 1, 1],
        other => panic!("{other} is no corner"),
    }
}

/// Returns a vector after a third of a turn about a corner, clockwise as seen from outside.
fn rotated(vector: Vector, corner: Vector) -> Vector {
    let signed: Vector = std::array::from_fn(|axis| corner[axis] * vector[axis]);
    let next = if corner.iter().product::<i32>() > 0 { 1 } else { 2 };
    std::array::from_fn(|axis| corner[axis] * signed[(axis + next) % 3])
}

/// Places and directions of all stickers, in the order of the solved puzzle.
#[derive(Clone, Debug, PartialEq)]
struct Model(Vec<[Vector; 2]>);

impl Model {
    fn solved() -> Self {
        let faces = (0..3).flat_map(|axis| [-1, 1].map(|sign| (axis, sign)));
        let stickers = faces.flat_map(|(axis, sign)| {
            let mut normal = [0; 3];
            normal[axis] = sign;
            let corners = (0..4).map(move |number| {
                let mut place = [sign; 3];
                place[(axis + 1) % 3] = 2 * (number % 2) - 1;
                place[(axis + 2) % 3] = 2 * (number / 2) - 1;
                [place, normal]
            });
            corners.chain([[normal; 2]])
        });
        Self(stickers.collect())
    }

    /// Turns the half around a corner, or the whole puzzle.
    fn turn(mut self, letter: char, is_whole: bool) -> Self {
        let corner = corner(letter);
        for sticker in &mut self.0 {
            let distance: i32 = (0..3).map(|axis| sticker[0][axis] * corner[axis]).sum();
            if is_whole || distance > 0 {
                *sticker = sticker.map(|vector| rotated(vector, corner));
            }
        }
        self
    }

    /// Returns the state after moves, letter by letter.
    fn after(text: &str) -> Self {
        text.split_whitespace().fold(Self::solved(), |model, word| {
            let (letter, times) = (word.chars().next().unwrap(), if word.len() > 1 { 2 } else { 1 });
            (0..times).fold(model, |model, _| model.turn(letter, false))
        })
    }
}

/// Returns the moves of the puzzle's file that a text is read as.
fn read(text: &str) -> Result<String, String> {
    let skewb = Shipped::Skewb.spec();
    skewb.read_moves(text, Dialect::Wca).map(|held| skewb.write_moves(&held.moves)).map_err(|error| error.to_string())
}

#[test]
fn scrambles_lead_to_the_state_of_the_model_turned_about_urf() {
    let mut stream = Seed::from_number(71).stream();
    for length in 1..200 {
        let words: Vec<String> = (0..length % 15 + 1)
            .map(|_| format!("{}{}", ["U", "R", "L", "B"][stream.index(4)], ["", "'"][stream.index(2)]))
            .collect();
        let turned =
            words.iter().map(|word| if word == "B" { 1 } else { 2 * usize::from(word == "B'") }).sum::<usize>();
        let text = words.join(" ");
        let own = Model::after(&read(&text).unwrap());
        assert_eq!((0..turned % 3).fold(own, |model, _| model.turn('B', true)), Model::after(&text), "{text}");
    }
    assert_ne!(Model::after("B"), Model::after("F"));
}

#[test]
fn products_of_two_moves_have_the_order_that_they_have_in_the_model() {
    let skewb = Shipped::Skewb.spec();
    for (first, second) in
        ["U", "F", "R", "L"].into_iter().flat_map(|first| ["U", "F", "R'", "L"].map(|second| (first, second)))
    {
        let order = |is_solved: &dyn Fn(&str) -> bool| {
            (1..100).find(|times| is_solved(&format!("{first} {second} ").repeat(*times))).unwrap()
        };
        let moves = |text: &str| skewb.read_moves(text, Dialect::Wca).unwrap().moves;
        let of_file = order(&|text| skewb.is_solved(skewb.apply_all(skewb.solved(), &moves(text))));
        assert_eq!(of_file, order(&|text| Model::after(text) == Model::solved()), "{first} {second}");
    }
}

#[test]
fn scrambles_with_b_are_read_in_the_hold_of_the_file() {
    for (text, own) in [
        ("B", "F"),
        ("B U B'", "F R F'"),
        ("B R L' U B2 U", "F L U' R F' U"),
        ("(B U)2 L", "F R F L R"),
        ("[B, U]", "F R F' U'"),
        ("U R L", "U R L"),
        ("F U", "F U"),
    ] {
        assert_eq!(read(text).as_deref(), Ok(own), "{text}");
    }
    let both = "F turns the corner URF of the puzzle's file, and B turns DLB, as in scrambles of the WCA, which have no F: write one \
                of the two notations";
    assert_eq!(read("B F"), Err(both.to_owned()));
    assert_eq!(read("B D"), Err("\"D\" is no move of skewb: it has U, F, R, L".to_owned()));
    // Other puzzles have moves of their own.
    let pyraminx = Shipped::Pyraminx.spec();
    assert_eq!(pyraminx.write_moves(&pyraminx.read_moves("B U", Dialect::Wca).unwrap().moves), "B U");
}
