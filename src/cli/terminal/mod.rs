//! The terminal: output, messages, help, numbers as text, tables, progress bars and signals; also the cache of solver tables, and pages
//! opened in a browser.

mod browser;
mod cache;
pub(super) mod interrupt;
mod line;
mod numbers;
mod output;
mod progress;
mod table;
pub(super) mod usage;
pub(super) mod width;

pub(super) use browser::open_page;
pub(super) use cache::TableCache;
pub(super) use numbers::{bytes, core_time, counted, decimal, grouped, lengths, percent, turned_back, whole};
pub(super) use output::{has_color, note, output, painted_output, print_event, print_json};
pub(super) use progress::{ProgressMode, ProgressReporter, Task, WorkUnit, duration_text};
pub(super) use table::table;
pub(super) use width::{data, output_width, prose};
