//! Files of single figures: the form and the size of PDF and PNG, and the refusal of too many pixels. SVG files and what figures show are
//! tested in `single_figure` and `figure_options`.

use evocube_report::{FigureFormat, Page, PlotKind, Theme};

use crate::single_figure::{only, request, svg, three};

#[test]
fn pdf_files_have_one_page_of_the_figures_size_and_their_text_as_text() {
    let figure = only(&three(), &request(PlotKind::Convergence));
    let bytes = figure.file(FigureFormat::Pdf).unwrap();
    assert_eq!(bytes, figure.file(FigureFormat::Pdf).unwrap(), "the same bytes");
    let text = String::from_utf8_lossy(&bytes);
    assert!(text.starts_with("%PDF-1.7") && text.trim_end().ends_with("%%EOF"), "{}", &text[..40]);
    let (_, size) = text.split_once("/MediaBox [0 0 ").unwrap();
    let size: Vec<f64> = size.split(']').next().unwrap().split(' ').map(|number| number.parse().unwrap()).collect();
    assert!((size[0] - 85.0 / 25.4 * 72.0).abs() < 0.01, "{size:?}");
    let svg = svg(&figure);
    let (_, high) = svg.split_once("height=\"").unwrap();
    let high: f64 = high.split("mm").next().unwrap().parse().unwrap();
    assert!((size[1] - high / 25.4 * 72.0).abs() < 0.1, "{size:?} {high}");
    for object in ["/FontFile2 ", "/ToUnicode ", "/BaseFont /EVOCUB+DejaVuSans", "/Title ", "/Count 1"] {
        assert!(text.contains(object), "{object}");
    }
    // The places of objects in the table at the end are those of the objects.
    let place: usize = text.split("startxref\n").nth(1).unwrap().lines().next().unwrap().parse().unwrap();
    assert!(bytes[place..].starts_with(b"xref"));
}

#[test]
fn png_files_have_600_pixels_an_inch_and_say_so() {
    let bytes = only(&three(), &request(PlotKind::Box)).file(FigureFormat::Png).unwrap();
    let number = |offset: usize| u32::from_be_bytes(bytes[offset..offset + 4].try_into().unwrap());
    assert_eq!(number(16), 2008, "85 mm at 600 pixels an inch");
    let place = bytes.windows(4).position(|name| name == b"pHYs").unwrap();
    assert_eq!((number(place + 4), number(place + 8), bytes[place + 12]), (23622, 23622, 1));
}

#[test]
fn pictures_of_too_many_pixels_are_refused_before_memory_is_taken() {
    let mut request = request(PlotKind::Box);
    request.options.page = Page::new(1200.0, 40.0, true, Theme::Light).unwrap();
    let error = only(&three(), &request).file(FigureFormat::Png).unwrap_err().to_string();
    assert!(error.contains("28347 × ") && error.contains("pixels are too many for a PNG file"), "{error}");
}
