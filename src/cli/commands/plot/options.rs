//! Reading the options that shape a figure from the arguments of `evocube plot`. Those that do not shape its kind, or contradict each
//! other, are refused. Files, formats, levels and labels are read in the parent module.

use evocube::report::{BandKind, Center, FigureOptions, Page, PlotKind, ProgressUnit, ShapeOption};

use super::PlotArgs;
use crate::cli::result::{Failure, failure};

/// Returns the options of the figure. Those that do not shape its kind, and mixtures of a mean and quartiles, are refused. Figures
/// of several kinds have none but those of the page.
pub(super) fn read(args: &PlotArgs, kind: Option<PlotKind>) -> Result<FigureOptions, Failure> {
    use ShapeOption::{Band, ByInstance, Color, Facet, LogX, LogY, X, XLimits, YLimits};
    let [log_x, log_y] = args.log.unwrap_or_default();
    let options = [
        (args.x.is_some(), X),
        (log_x, LogX),
        (log_y, LogY),
        (args.center.is_some(), ShapeOption::Center),
        (args.band.is_some(), Band),
        (args.facet.is_some(), Facet),
        (args.color.is_some(), Color),
        (args.by_instance, ByInstance),
        (args.xlim.is_some(), XLimits),
        (args.ylim.is_some(), YLimits),
    ];
    for (is_given, option) in options {
        if is_given && kind.is_none_or(|kind| !kind.options().contains(&option)) {
            let kinds = PlotKind::ALL.into_iter().filter(|kind| kind.options().contains(&option));
            let kinds: Vec<&str> = kinds.map(PlotKind::name).collect();
            let shaped = kind.map_or("all figures", PlotKind::name);
            let (name, kinds) = (option.name(), kinds.join(", "));
            return Err(failure!("--{name} does not shape {shaped}: it is an option of {kinds}"));
        }
    }
    // An interval is that of a mean.
    let default_center = if args.band == Some(BandKind::Interval) { Center::Mean } else { Center::Median };
    let center = args.center.unwrap_or(default_center);
    let band = args.band.unwrap_or_else(|| center.band());
    match (center, band) {
        (Center::Mean, BandKind::Quartiles) => {
            return Err(failure!("--band iqr: quartiles belong to a median; write --band ci for a mean"));
        }
        (Center::Median, BandKind::Interval) => {
            return Err(failure!("--band ci: the interval is that of a mean; write --band iqr for a median"));
        }
        _ => {}
    }
    if args.x == Some(ProgressUnit::Moves) {
        let refused = [
            (
                kind == Some(PlotKind::Diversity),
                "--x moves: populations have no moves; write generation or evaluations",
            ),
            (args.log.is_some(), "--log: moves are few and have no logarithmic axis"),
        ];
        if let Some((_, text)) = refused.into_iter().find(|(is_refused, _)| *is_refused) {
            return Err(Failure::new(text.to_owned()));
        }
    }
    Ok(FigureOptions {
        page: Page::new(args.width, args.font_size, !args.no_title, args.theme)?.with_height(args.height),
        x: args.x,
        log_x,
        log_y,
        center,
        band,
        facet: args.facet.clone(),
        color: args.color.clone(),
        by_instance: args.by_instance,
        x_limits: args.xlim,
        y_limits: args.ylim,
        names_stage: false,
        labels: Vec::new(),
    })
}
