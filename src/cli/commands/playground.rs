//! `evocube playground`: writes the page on which cubes evolve in a browser. The page is built from `web/` by `web/build`, and stored
//! beside this file.

use std::io::Read;
use std::path::{Path, PathBuf};

use clap::Args;
use flate2::read::GzDecoder;

use crate::cli::commands::new::write_new;
use crate::cli::result::{CommandResult, failure};
use crate::cli::terminal::{open_page, output};

/// Write a page for the browser on which two populations evolve on the same cube.
#[derive(Args)]
pub(crate) struct PlaygroundArgs {
    /// The file of the page; `-` prints it
    #[arg(long, value_name = "FILE", default_value = "evocube-playground.html")]
    out: PathBuf,
    /// Open the page in a browser
    #[arg(long)]
    open: bool,
}

/// Returns the commit of the page's sources, which the page names.
fn commit(page: &str) -> &str {
    let (_, rest) = page.rsplit_once("built from commit <code>").expect("web/build writes it");
    rest.split('<').next().unwrap_or_default()
}

/// Returns the page with its library, as `web/build --commit` makes it.
fn page() -> String {
    let mut page = String::new();
    GzDecoder::new(&include_bytes!("playground.html.gz")[..]).read_to_string(&mut page).expect("web/build writes it");
    page
}

/// Runs the command.
pub(crate) fn run(args: &PlaygroundArgs) -> CommandResult {
    let page = page();
    if args.out == Path::new("-") {
        if args.open {
            return Err(failure!("--open opens a file, and --out - prints the page: leave one of them out"));
        }
        return output(|out| out.write_all(page.as_bytes()));
    }
    write_new(&args.out, &page)?;
    if args.open {
        open_page(&args.out);
        return output(|out| writeln!(out, "Wrote {}, the page of commit {}.", args.out.display(), commit(&page)));
    }
    let name = args.out.display();
    output(|out| writeln!(out, "Wrote {name}, the page of commit {}. Open it in a browser.", commit(&page)))
}
