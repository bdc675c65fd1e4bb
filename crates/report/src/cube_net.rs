//! [`cube_net`]: the net of a 3×3×3 or 2×2×2 as an SVG drawing of its own. The nets in the viewers of pages are drawn by `html/viewer.js`.

use std::fmt::Write as _;

/// Row and column of each face in the net, in the order U R F D L B, and the color of its stickers: those of the style of pages.
const FACES: [(char, usize, usize, &str); 6] = [
    ('U', 0, 1, "#ffffff"),
    ('R', 1, 2, "#c41e3a"),
    ('F', 1, 1, "#009b48"),
    ('D', 2, 1, "#ffd500"),
    ('L', 1, 0, "#ff7a1a"),
    ('B', 1, 3, "#0046ad"),
];

/// Pixels of a face.
const FACE: usize = 60;

/// Draws a cube with these facelets, one letter each, faces in the order U R F D L B: its net as an SVG document. Up is above Front,
/// Down below it, and Left, Front, Right and Back are side by side. Whether turns can reach the state is not checked.
///
/// # Panics
/// If the text has not 24 or 54 letters, or another one than those of the faces.
pub fn cube_net(facelets: &str) -> String {
    let size = match facelets.len() {
        24 => 2,
        54 => 3,
        other => panic!("{other} facelets are no cube"),
    };
    let (sticker, gap) = (FACE / size, 6);
    let (width, height) = (4 * FACE + 3 * gap + 2, 3 * FACE + 2 * gap + 2);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
         aria-label=\"{facelets}\" font-family=\"sans-serif\" font-size=\"11\" text-anchor=\"middle\">\n"
    );
    for (place, letter) in facelets.chars().enumerate() {
        let (face, within) = (place / (size * size), place % (size * size));
        let (_, row, column, _) = FACES[face];
        let color = FACES.iter().find(|(name, ..)| *name == letter).expect("a letter of a face");
        let (x, y) =
            (1 + column * (FACE + gap) + within % size * sticker, 1 + row * (FACE + gap) + within / size * sticker);
        let ink = if ['R', 'B'].contains(&letter) { "#ffffff" } else { "#1a1a1a" };
        writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{sticker}\" height=\"{sticker}\" fill=\"{}\" stroke=\"#101010\"/>\
             <text x=\"{}\" y=\"{}\" fill=\"{ink}\">{letter}</text>",
            color.3,
            x + sticker / 2,
            y + sticker / 2 + 4,
        )
        .expect("a string takes everything");
    }
    svg.push_str("</svg>\n");
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stickers_have_the_colors_of_pages_and_lie_in_a_net() {
        let style = include_str!("html/style.css");
        for (face, _, _, color) in FACES {
            assert!(style.contains(&format!("[data-face=\"{face}\"] {{ --face: {color}; }}")), "{face}");
        }
        let solved: String = "URFDLB".chars().flat_map(|face| [face; 9]).collect();
        let svg = cube_net(&solved);
        assert_eq!(svg.matches("<rect").count(), 54);
        // The first sticker of Back, in the last of four faces.
        assert!(svg.contains("<rect x=\"199\" y=\"67\" width=\"20\" height=\"20\" fill=\"#0046ad\""), "{svg}");
        assert_eq!(cube_net(&"U".repeat(24)).matches("<text x=").count(), 24);
    }
}
