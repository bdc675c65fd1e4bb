//! From SVG to PNG, with the embedded typeface: no font of the system is read, so the picture is the same everywhere.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

use super::svg::WIDTH;

/// Width of the pictures, in pixels.
const PIXELS: f64 = 1600.0;

/// The embedded typeface, regular and bold.
static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_data(dejavu::sans::regular().to_vec());
    fonts.load_font_data(dejavu::sans::bold().to_vec());
    fonts.set_sans_serif_family("DejaVu Sans");
    Arc::new(fonts)
});

/// The pictures of several drawings, on all cores.
pub(super) fn pngs(svgs: &[&str]) -> Result<Vec<Vec<u8>>, String> {
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get).min(svgs.len());
    let next = AtomicUsize::new(0);
    let pictures = Mutex::new(vec![Ok(Vec::new()); svgs.len()]);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(svg) = svgs.get(at) else { break };
                    let picture = png(svg);
                    pictures.lock().expect("no thread panics with the pictures in hand")[at] = picture;
                }
            });
        }
    });
    pictures.into_inner().expect("all threads have ended").into_iter().collect()
}

/// The picture of one drawing.
fn png(svg: &str) -> Result<Vec<u8>, String> {
    let options = Options { fontdb: Arc::clone(&FONTS), ..Options::default() };
    let tree = Tree::from_str(svg, &options).map_err(|error| error.to_string())?;
    let scale = PIXELS / WIDTH;
    // A few thousand at most.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let pixels = |length: f32| (f64::from(length) * scale).ceil() as u32;
    let mut pixmap =
        Pixmap::new(pixels(tree.size().width()), pixels(tree.size().height())).ok_or("an empty drawing")?;
    // 2 exactly.
    #[allow(clippy::cast_possible_truncation)]
    let scale = scale as f32;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    pixmap.encode_png().map_err(|error| error.to_string())
}
