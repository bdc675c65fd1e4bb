//! `evocube plot`: draws single figures of results folders for print, as SVG, PDF or PNG, with their numbers as CSV; or lists the kinds.
//! Figures of a page are drawn by `evocube report`.

mod options;

use std::path::{Path, PathBuf};

use clap::Args;
use evocube::experiment::record::{Results, file};
use evocube::experiment::store;
use evocube::report::{
    BandKind, Center, FigureError, FigureFormat, FigureRequest, PlotKind, ProgressUnit, SingleFigure, Theme,
    draw_figure,
};
use evocube::text::{quoted, similar};
use serde_json::json;

use crate::cli::arguments::{InvalidValue, choice, results};
use crate::cli::result::{CommandResult, Failure, failure, success_if};
use crate::cli::terminal::{note, output, print_json};

/// Draw a figure for print, or all of them, from one results folder or several, with its numbers as CSV beside it.
///
/// A sweep of several stages gives a figure of each stage that has what the figure shows; --only STAGE selects one. The caption
/// is printed on standard error. Without KIND and --all the command lists the figures that it can draw.
#[derive(Args)]
#[command(override_usage = "evocube plot [OPTIONS] <DIR>... [KIND]", after_help = kinds())]
pub(crate) struct PlotArgs {
    /// The results folder, or several, which are compared, each by its leading configuration; then the KIND of figure, see below
    #[arg(required = true, value_name = "DIR")]
    folders_and_kind: Vec<PathBuf>,
    /// Draw every figure of these results, each under its own name in the current folder
    #[arg(long, conflicts_with = "out")]
    all: bool,
    /// The file format [default: the ending of --out, or svg]
    #[arg(long, value_parser = choice::words(FigureFormat::ALL, FigureFormat::name))]
    format: Option<FigureFormat>,
    /// The file, to which a missing ending is added; its numbers are written beside it, with the ending .csv [default: NAME-KIND.FORMAT in the current folder]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The width, in mm, cm or in; 85mm is a column of most journals
    #[arg(long, value_parser = read_width, default_value = "85mm")]
    width: f64,
    /// The height, in mm, cm or in [default: the one that suits the figure]
    #[arg(long, value_parser = read_width)]
    height: Option<f64>,
    /// The size of labels, in points
    #[arg(long, value_name = "PT", value_parser = read_font_size, default_value = "8")]
    font_size: f64,
    /// Leave the title out
    #[arg(long)]
    no_title: bool,
    /// The horizontal axis [default: generation; evaluations for ecdf]
    #[arg(long, value_parser = choice::entries([
        ("generation", ProgressUnit::Generation, "Generations"),
        ("evaluations", ProgressUnit::Evaluations, "Genomes evaluated"),
        ("moves", ProgressUnit::Moves, "Moves of the solution"),
    ]))]
    x: Option<ProgressUnit>,
    /// The logarithmic axes
    #[arg(long, value_name = "AXES", value_parser = choice::entries([
        ("x", [true, false], "The horizontal one"), ("y", [false, true], "The vertical one"), ("xy", [true, true], "Both"),
    ]))]
    log: Option<[bool; 2]>,
    /// The ends of the horizontal axis, such as 0,5000 [default: those of the data]
    #[arg(long, value_parser = read_limits, value_name = "A,B", allow_hyphen_values = true)]
    xlim: Option<(f64, f64)>,
    /// The ends of the vertical axis
    #[arg(long, value_parser = read_limits, value_name = "A,B", allow_hyphen_values = true)]
    ylim: Option<(f64, f64)>,
    /// The value of each line [default: median]
    #[arg(long, value_parser = choice::entries([
        ("median", Center::Median, "The median of the trials"), ("mean", Center::Mean, "Their mean"),
    ]))]
    center: Option<Center>,
    /// The band around each line [default: iqr around a median, ci around a mean]
    #[arg(long, value_parser = choice::entries([
        ("iqr", BandKind::Quartiles, "The middle half of the trials"),
        ("ci", BandKind::Interval, "The 95 % interval of the mean"),
        ("minmax", BandKind::Range, "From the lowest to the highest trial"),
        ("none", BandKind::None, "No band"),
    ]))]
    band: Option<BandKind>,
    /// The factor whose levels are the panels, or `instance`
    #[arg(long, value_name = "FACTOR")]
    facet: Option<String>,
    /// The factor whose levels are the lines, or `instance`
    #[arg(long, value_name = "FACTOR")]
    color: Option<String>,
    /// Show only these levels, instances or stages; KEY=LEVEL names the level of one factor
    #[arg(long, value_name = "LEVEL", num_args = 1..)]
    only: Vec<String>,
    /// Show instances apart
    #[arg(long, conflicts_with = "facet")]
    by_instance: bool,
    /// Write TEXT for a factor, level, instance, stage or axis (penalty, generation, evaluations, moves, share)
    #[arg(long, value_name = "KEY=TEXT")]
    label: Vec<String>,
    /// The colors: `print` has black text and no grid
    #[arg(long, default_value = "light", value_parser = choice::entries([
        ("light", Theme::Light, "Dark on white, with a pale grid"),
        ("dark", Theme::Dark, "Light on near-black"),
        ("print", Theme::Print, "Black text and axes, no grid"),
    ]))]
    theme: Theme,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Returns the kinds of figures for the help.
fn kinds() -> String {
    format!("Figures:\n{}", PlotKind::ALL.map(|kind| format!("  {}", line(kind))).join("\n"))
}

/// Returns the name and the description of a kind.
fn line(kind: PlotKind) -> String {
    format!("{:<13}{}", kind.name(), kind.description())
}

/// Widths in millimeters: those of a postage stamp and of the largest poster.
const WIDTHS: (f64, f64) = (20.0, 1200.0);
/// Sizes of type in points.
const FONT_SIZES: (f64, f64) = (4.0, 72.0);

fn read_width(text: &str) -> Result<f64, InvalidValue> {
    let (number, millimeters) = [("mm", 1.0), ("cm", 10.0), ("in", 25.4)]
        .into_iter()
        .find_map(|(unit, millimeters)| Some((text.strip_suffix(unit)?, millimeters)))
        .unwrap_or((text, 1.0));
    let width = number.trim().parse::<f64>().ok().map(|number| number * millimeters);
    width
        .filter(|width| (WIDTHS.0..=WIDTHS.1).contains(width))
        .ok_or(InvalidValue::Width { min: WIDTHS.0, max: WIDTHS.1 })
}

fn read_limits(text: &str) -> Result<(f64, f64), InvalidValue> {
    let ends =
        text.split_once(',').and_then(|(first, last)| Some((first.trim().parse().ok()?, last.trim().parse().ok()?)));
    ends.filter(|(first, last): &(f64, f64)| first.is_finite() && last.is_finite() && first < last)
        .ok_or(InvalidValue::Limits)
}

fn read_font_size(text: &str) -> Result<f64, InvalidValue> {
    let size = text.strip_suffix("pt").unwrap_or(text).trim().parse::<f64>().ok();
    size.filter(|size| (FONT_SIZES.0..=FONT_SIZES.1).contains(size))
        .ok_or(InvalidValue::FontSize { min: FONT_SIZES.0, max: FONT_SIZES.1 })
}

/// A figure with its file.
struct PlannedFigure {
    kind: PlotKind,
    figure: SingleFigure,
    path: PathBuf,
}

/// Runs the command.
pub(crate) fn run(args: &PlotArgs) -> CommandResult {
    let (folders, kind) = folders_and_kind(args)?;
    let options = options::read(args, kind)?;
    let format = format(args)?;
    let results = results::read(folders)?;
    let draw = |kind| {
        let (only, labels) = (args.only.clone(), args.label.clone());
        draw_figure(&results, &FigureRequest { kind, options: options.clone(), only, labels })
    };
    let figures_by_kind = match kind {
        Some(kind) => match draw(kind) {
            Err(error @ FigureError::Nothing { .. }) => {
                let others: Vec<&str> = every_kind(draw)?.iter().map(|(kind, _)| kind.name()).collect();
                return Err(failure!("{error}; there are {}", others.join(", ")));
            }
            figures_by_kind => vec![(kind, figures_by_kind?)],
        },
        None => every_kind(draw)?,
    };
    if kind.is_none() && !args.all {
        return list(args, &figures_by_kind);
    }
    let mut planned = Vec::new();
    for (kind, figures) in figures_by_kind {
        let paths = paths(args, &results, kind, &figures, format)?;
        planned.extend(figures.into_iter().zip(paths).map(|(figure, path)| PlannedFigure { kind, figure, path }));
    }
    let files: Vec<Vec<u8>> = planned.iter().map(|planned| planned.figure.file(format)).collect::<Result<_, _>>()?;
    let mut written = Vec::new();
    for (PlannedFigure { figure, path, .. }, bytes) in planned.iter().zip(&files) {
        written.extend(figure.write(path, bytes)?.map(|path| path.display().to_string()));
    }
    if args.json {
        let figures: Vec<_> = planned
            .iter()
            .zip(written.chunks(2))
            .map(|(PlannedFigure { kind, figure, .. }, files)| {
                json!({"kind": kind.name(), "stage": figure.stage, "title": figure.title(), "caption": figure.caption(),
                    "figure": files[0], "data": files[1]})
            })
            .collect();
        print_json(&json!({"figures": figures}))?;
    } else {
        output(|out| written.iter().try_for_each(|path| writeln!(out, "{path}")))?;
        for PlannedFigure { figure, path, .. } in &planned {
            note(format_args!("{}: {}. {}", path.display(), figure.title(), figure.caption()));
        }
    }
    success_if(true)
}

/// Returns the results folders, and the kind of figure if the last argument names one.
fn folders_and_kind(args: &PlotArgs) -> Result<(&[PathBuf], Option<PlotKind>), Failure> {
    let names = PlotKind::ALL.map(PlotKind::name);
    let all = &args.folders_and_kind[..];
    let [folders @ .., last] = all else { return Ok((all, None)) };
    let word = last.to_string_lossy();
    match word.parse().ok() {
        Some(kind) if args.all => Err(failure!("--all draws every figure: leave {kind} out, or --all")),
        Some(kind) if folders.is_empty() => {
            Err(failure!("the results folder is missing: write evocube plot DIR {kind}"))
        }
        Some(kind) => Ok((folders, Some(kind))),
        None if !folders.is_empty() && last.try_exists().is_ok_and(|is_there| !is_there) => {
            let help = match similar(&word, names) {
                Some(name) => format!("did you mean {name}?"),
                None => format!("the figures are {}", names.join(", ")),
            };
            Err(failure!("{} is neither a figure nor a folder; {help}", quoted(&word)))
        }
        None => Ok((all, None)),
    }
}

/// Draws each kind of figure that the results have.
fn every_kind(
    draw: impl Fn(PlotKind) -> Result<Vec<SingleFigure>, FigureError>,
) -> Result<Vec<(PlotKind, Vec<SingleFigure>)>, Failure> {
    let mut figures_by_kind = Vec::new();
    for kind in PlotKind::ALL {
        match draw(kind) {
            Ok(figures) => figures_by_kind.push((kind, figures)),
            Err(FigureError::Nothing { .. }) => {}
            Err(FigureError::WholeRace { .. }) => {}
            Err(error @ (FigureError::Name(_) | FigureError::TooLow { .. })) => return Err(error.into()),
        }
    }
    if figures_by_kind.is_empty() {
        return Err(failure!("these results have no figure: too few trials have finished"));
    }
    Ok(figures_by_kind)
}

/// Prints the kinds of figures that the results have.
fn list(args: &PlotArgs, figures_by_kind: &[(PlotKind, Vec<SingleFigure>)]) -> CommandResult {
    if args.json {
        let kinds: Vec<&str> = figures_by_kind.iter().map(|(kind, _)| kind.name()).collect();
        return print_json(&json!({"kinds": kinds}));
    }
    output(|out| figures_by_kind.iter().try_for_each(|(kind, _)| writeln!(out, "{}", line(*kind))))?;
    note(format_args!("Write one of these after the folder, or --all."));
    success_if(true)
}

/// Returns the format: that of the option, which the file's ending must not contradict, or that of the ending.
fn format(args: &PlotArgs) -> Result<FigureFormat, Failure> {
    let Some(out) = &args.out else { return Ok(args.format.unwrap_or(FigureFormat::Svg)) };
    let ending = out.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    let named = ending.as_deref().and_then(|ending| ending.parse().ok());
    match (args.format, named) {
        (None, Some(format)) => Ok(format),
        (Some(format), named) if named.is_none_or(|named| named == format) && ending.as_deref() != Some("csv") => {
            Ok(format)
        }
        (Some(format), _) => Err(failure!("--out {}: write the ending .{format}", out.display())),
        (None, None) => Err(failure!("--out {}: write the ending .svg, .pdf or .png, or --format", out.display())),
    }
}

/// Returns the file of each figure.
fn paths(
    args: &PlotArgs,
    results: &Results,
    kind: PlotKind,
    figures: &[SingleFigure],
    format: FigureFormat,
) -> Result<Vec<PathBuf>, Failure> {
    let Some(mut out) = args.out.clone() else {
        let stage =
            |figure: &SingleFigure| if figures.len() > 1 { format!("{}-", figure.stage) } else { String::new() };
        let name = |figure| format!("{}-{}{}.{format}", results.sweep.name, stage(figure), kind);
        return Ok(figures.iter().map(|figure| PathBuf::from(file_name(&name(figure)))).collect());
    };
    if figures.len() > 1 {
        let stages: Vec<&str> = figures.iter().map(|figure| &figure.stage[..]).collect();
        return Err(failure!(
            "--out is one file, but {} stages have this figure: select one with --only {}",
            stages.len(),
            stages.join(", or ")
        ));
    }
    // A name with another ending has been refused unless --format is given.
    let ending = out.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
    if ending.parse::<FigureFormat>().is_err() {
        out.as_mut_os_string().push(format!(".{format}"));
    }
    let folder = out.parent().unwrap_or(Path::new(""));
    let data = out.with_extension("csv");
    let is_table =
        file::RESULTS.iter().chain(&file::WALL_CLOCK).chain(&[file::DIGESTS]).any(|name| data.ends_with(name));
    if is_table && store::exists(&folder.join(file::MANIFEST))? {
        return Err(failure!(
            "--out {}: the figure's numbers would replace the table {}; choose another name",
            out.display(),
            data.display()
        ));
    }
    Ok(vec![out])
}

/// Returns a name for a file of the current folder: letters, digits, dots, hyphens and underscores, with a hyphen for all others.
fn file_name(name: &str) -> String {
    let safe = |c: char| if c.is_alphanumeric() || "._-".contains(c) { c } else { '-' };
    name.chars().map(safe).collect::<String>().trim_start_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_have_units() {
        for (text, width) in [("85mm", 85.0), ("85", 85.0), ("8.5cm", 85.0), ("3.35in", 85.09), (" 170 mm", 170.0)] {
            assert!((read_width(text).unwrap() - width).abs() < 1e-9, "{text}");
        }
        for text in ["", "mm", "19mm", "1201", "1e300", "NaN", "-85mm", "85px"] {
            let expected = "expected a width such as 85mm, 8.5cm or 3.35in, from 20mm to 1200mm";
            assert_eq!(read_width(text).unwrap_err().to_string(), expected, "{text}");
        }
        assert_eq!((read_font_size("8"), read_font_size("7.5pt")), (Ok(8.0), Ok(7.5)));
        for text in ["", "3", "100", "inf", "8px"] {
            assert_eq!(
                read_font_size(text).unwrap_err().to_string(),
                "expected a size in points such as 8, from 4 to 72",
                "{text}"
            );
        }
    }

    #[test]
    fn limits_are_two_numbers_the_lower_one_first() {
        assert_eq!(read_limits("0,5000"), Ok((0.0, 5000.0)));
        assert_eq!(read_limits(" -2.5 , 1e3 "), Ok((-2.5, 1000.0)));
        for text in ["", "5", "5,5", "9,2", "a,b", "0,inf", "1,2,3"] {
            let expected = "expected two numbers, the lower one first, such as 0,5000";
            assert_eq!(read_limits(text).unwrap_err().to_string(), expected, "{text}");
        }
    }

    #[test]
    fn names_of_files_have_no_separators() {
        assert_eq!(file_name("a against ../b-main-ecdf.svg"), "a-against-..-b-main-ecdf.svg");
    }
}
