//! [`check`]: checks that a drawing of a report is well-formed, finite and 800 units wide, and its texts inside it without overlap.
//! [`check_any`] takes other widths. Lines and areas may cross texts.

use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider};

/// Where a text is: left, top, right, bottom.
type Extent = (f64, f64, f64, f64);

/// Checks a drawing of a report.
pub(crate) fn check(name: &str, svg: &str) {
    let view = check_any(name, svg);
    assert_eq!(view, 800.0, "{name}");
}

/// Checks a drawing. Returns its width in units of layout.
pub(crate) fn check_any(name: &str, svg: &str) -> f64 {
    let document = roxmltree::Document::parse(svg).unwrap_or_else(|error| panic!("{name}: {error}"));
    let root = document.root_element();
    let view: Vec<f64> = root.attribute("viewBox").unwrap().split(' ').map(|n| n.parse().unwrap()).collect();
    assert!(root.children().any(|child| child.has_tag_name("title")), "{name} has no title");

    let texts: Vec<_> =
        document.descendants().filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "text"))).collect();
    assert!(texts.len() > 3, "{name} says nothing");
    let extents: Vec<Extent> = texts.iter().map(|node| extent(*node)).collect();
    for (index, (left, top, right, bottom)) in extents.iter().enumerate() {
        let text = texts[index].text();
        assert!(*left >= 0.0 && *top >= 0.0 && *right <= view[2] && *bottom <= view[3], "{name}: {text:?} is outside");
        for (before, other) in extents[..index].iter().enumerate() {
            let apart = *right <= other.0 || other.2 <= *left || *bottom <= other.1 || other.3 <= *top;
            assert!(apart, "{name}: {text:?} overlaps {:?}", texts[before].text());
        }
    }
    for node in document.descendants() {
        for attribute in node.attributes() {
            assert!(!attribute.value().contains("NaN") && !attribute.value().contains("inf"), "{name}: {attribute:?}");
        }
    }
    view[2]
}

/// Measured in the typeface the drawing asks for first; three quarters of the type's size above the base line and a
/// fifth below.
fn extent(node: roxmltree::Node<'_, '_>) -> Extent {
    let number = |name: &str| node.attribute(name).unwrap().parse::<f64>().unwrap();
    let (x, y, size) = (number("x"), number("y"), number("font-size"));
    let data = if node.attribute("font-weight").is_some() { dejavu::sans::bold() } else { dejavu::sans::regular() };
    let font = FontRef::new(data).unwrap();
    // As shares of the type size.
    let metrics = font.glyph_metrics(Size::new(1.0), LocationRef::default());
    let charmap = font.charmap();
    let advances = node.text().unwrap_or("").chars().map(|character| {
        let glyph = charmap.map(character).unwrap_or_default();
        f64::from(metrics.advance_width(glyph).unwrap_or(0.0))
    });
    let long = advances.sum::<f64>() * size;
    let back = match node.attribute("text-anchor") {
        None => 0.0,
        Some("middle") => long / 2.0,
        Some("end") => long,
        Some(other) => panic!("an unknown anchor, {other}"),
    };
    if node.attribute("transform").is_some() {
        (x - 0.75 * size, y + back - long, x + 0.2 * size, y + back)
    } else {
        (x - back, y - 0.75 * size, x - back + long, y + 0.2 * size)
    }
}
