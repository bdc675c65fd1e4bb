//! The tables of a results folder as Parquet.

use std::fs::File;
use std::io::{BufWriter, Read};
use std::path::Path;

use super::parquet::{Column, Kind, Writer};
use super::{ExportError, file_error, new_folder};
use crate::experiment::record::file;
use crate::experiment::store;
use crate::experiment::sweep::Sweep;
use crate::files;

/// Writes every table of a results folder into a new folder, as an Apache Parquet file of the same name and with the same columns:
/// what is a number is one, what is empty is missing, and a factor is a column of numbers when all its levels are. Rows are
/// copied as they are read, so memory is bounded. Says which files those are, with the number of their rows.
///
/// # Errors
/// If a table cannot be read or is none of ours, or the new folder is not empty or cannot be written.
pub fn parquet(folder: &Path, out: &Path) -> Result<Vec<(String, usize)>, ExportError> {
    let sweep = store::read_sweep(folder)?;
    let new = new_folder(out, "parquet", &sweep)?;
    let mut written = Vec::new();
    let named = |name: &str| name.replace(".csv", ".parquet");
    for name in file::RESULTS.into_iter().filter(|name| folder.join(name).exists()) {
        let (from, to) = (folder.join(name), named(name));
        let table = files::open(&from).map_err(|cause| file_error(&from, cause))?;
        let rows = copy(&sweep, name, table, &from, &out.join(&to))?;
        written.push((to, rows));
    }
    for (name, text) in store::wall_clock_texts(folder)? {
        let to = named(name);
        let rows = copy(&sweep, name, text.as_bytes(), &folder.join(name), &out.join(&to))?;
        written.push((to, rows));
    }
    new.finish().map_err(|cause| file_error(out, cause))?;
    Ok(written)
}

fn copy(sweep: &Sweep, name: &str, table: impl Read, from: &Path, to: &Path) -> Result<usize, ExportError> {
    let wrong = |line: Option<u64>, message: String| ExportError::Table {
        path: from.to_owned(),
        message: line.map_or(String::new(), |line| format!("line {line}: ")) + &message,
    };
    let unread = |error: csv::Error| {
        let line = error.position().map(csv::Position::line);
        match error.kind() {
            csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
                wrong(line, format!("{len} columns instead of {expected_len}"))
            }
            _ => wrong(None, error.to_string()),
        }
    };
    let unwritten = |cause| file_error(to, cause);
    let mut reader = csv::Reader::from_reader(table);
    let header = reader.headers().map_err(unread)?.clone();
    let columns = header.iter().map(|column| Column { name: column.to_owned(), kind: kind(sweep, name, column) });
    let file = BufWriter::new(File::create(to).map_err(unwritten)?);
    let mut writer = Writer::new(file, columns.collect()).map_err(unwritten)?;
    let mut record = csv::StringRecord::new();
    while reader.read_record(&mut record).map_err(unread)? {
        if let Err(column) = writer.row(record.iter()).map_err(unwritten)? {
            let line = record.position().map(csv::Position::line);
            return Err(wrong(line, format!("{} is {:?}, which is no number", &header[column], &record[column])));
        }
    }
    writer.end().map_err(unwritten)
}

/// Values of a column.
fn kind(sweep: &Sweep, table: &str, column: &str) -> Kind {
    match column {
        "stage" | "instance" | "stop" | "moves" | "state" | "solver" | "kernel" | "reason" | "operator" => Kind::Text,
        "seed" => Kind::Unsigned,
        "mean" | "midrange" | "std" | "seconds" | "evaluations_per_second" | "probability" | "rate" => Kind::Real,
        _ if table == file::TRIALS && sweep.factor_keys().iter().any(|key| key == column) => {
            kind_of_levels(sweep, column)
        }
        _ => Kind::Whole,
    }
}

/// Numbers, if all levels of a factor are.
fn kind_of_levels(sweep: &Sweep, key: &str) -> Kind {
    let factors = sweep.stages.iter().flat_map(|stage| &stage.factors).filter(|factor| factor.key == key);
    let levels = factors.flat_map(|factor| &factor.levels).map(|level| level.text.as_str());
    if levels.clone().all(|text| text.parse::<i64>().is_ok()) {
        Kind::Whole
    } else if levels.clone().all(|text| text.parse::<f64>().is_ok_and(f64::is_finite)) {
        Kind::Real
    } else {
        Kind::Text
    }
}
