//! The tables of a results folder as Parquet, and its curves as CSV.

use std::fs::File;
use std::io::{BufWriter, Read};
use std::path::Path;

use super::parquet::{ColumnType, ParquetColumn, Writer};
use super::{ExportError, TableReader, curves, file_error, folder_of_sweep};
use crate::record::file;
use crate::store;
use crate::sweep::{LevelWords, Sweep};

/// Writes the curves of a results folder into a new folder: `curves.csv`, with one row per logged generation. Returns the file
/// and its number of rows.
///
/// # Errors
/// As [`parquet`].
pub fn tidy(folder: &Path, out: &Path) -> Result<Vec<(String, usize)>, ExportError> {
    let sweep = store::read_sweep(folder)?;
    let new = folder_of_sweep(out, "tidy", &sweep)?;
    let name = "curves.csv".to_owned();
    let to = out.join(&name);
    let unwritten = |error: csv::Error| file_error(&to, error.into());
    let file = File::create(&to).map_err(|cause| file_error(&to, cause))?;
    let mut writer = csv::Writer::from_writer(BufWriter::new(file));
    writer.write_record(curves::columns(&sweep)).map_err(unwritten)?;
    let mut rows = 0;
    curves::each(folder, &sweep, |fields| {
        rows += 1;
        writer.write_record(fields).map_err(unwritten)
    })?;
    writer.flush().map_err(|cause| file_error(&to, cause))?;
    new.finish().map_err(|cause| file_error(out, cause))?;
    Ok(vec![(name, rows)])
}

/// Writes every table of a results folder into a new folder, as an Apache Parquet file of the same name and with the same
/// columns, and the [curves](tidy). Empty fields are missing values. A factor is a numeric column if all its levels are numbers;
/// levels that are tables are in words. Rows are copied as they are read, so memory is bounded. The metadata of each file has the
/// sweep, the version of evocube and the digest of the table. Returns the files with their numbers of rows.
///
/// # Errors
/// If a table cannot be read or was not written by evocube, or the new folder is not empty or cannot be written.
pub fn parquet(folder: &Path, out: &Path) -> Result<Vec<(String, usize)>, ExportError> {
    let sweep = store::read_sweep(folder)?;
    let version = store::Manifest::read(folder)?.version;
    let new = folder_of_sweep(out, "parquet", &sweep)?;
    let mut written = Vec::new();
    let mut copy = |name: &str, table: &mut dyn Read| {
        let path = folder.join(name);
        let digest = store::digest(&path).unwrap_or_default();
        let about = [("evocube.sweep", &*sweep.name), ("evocube.version", &version), ("evocube.table.blake3", &digest)];
        let to = name.replace(".csv", ".parquet");
        let rows = copy(&sweep, name, TableReader::new(&path, table), &out.join(&to), &about)?;
        written.push((to, rows));
        Ok::<_, ExportError>(())
    };
    for name in file::RESULTS.into_iter().filter(|name| folder.join(name).exists()) {
        let path = folder.join(name);
        copy(name, &mut evocube_cube::files::open(&path).map_err(|cause| file_error(&path, cause))?)?;
    }
    for (name, text) in store::wall_clock_texts(folder)? {
        copy(name, &mut text.as_bytes())?;
    }
    if folder.join(file::CONVERGENCE).exists() {
        let to = "curves.parquet".to_owned();
        let about = [("evocube.sweep", &*sweep.name), ("evocube.version", &version)];
        let rows = write_curves(folder, &sweep, &out.join(&to), &about)?;
        written.push((to, rows));
    }
    new.finish().map_err(|cause| file_error(out, cause))?;
    Ok(written)
}

/// Begins a file.
fn writer(columns: Vec<ParquetColumn>, to: &Path) -> Result<Writer<BufWriter<File>>, ExportError> {
    let file = File::create(to).map_err(|cause| file_error(to, cause))?;
    Writer::new(BufWriter::new(file), columns).map_err(|cause| file_error(to, cause))
}

fn write_curves(folder: &Path, sweep: &Sweep, to: &Path, about: &[(&str, &str)]) -> Result<usize, ExportError> {
    let columns = curves::columns(sweep);
    let of_sweep =
        columns.iter().map(|name| ParquetColumn { name: name.clone(), column_type: column_type(sweep, name) });
    let mut writer = writer(of_sweep.collect(), to)?;
    let unwritten = |cause| file_error(to, cause);
    curves::each(folder, sweep, |fields| {
        writer.row(fields.iter().copied()).map_err(unwritten)?.map_err(|column| ExportError::Table {
            path: folder.join(file::TRIALS),
            message: format!("{} is {:?}, which is not a number", columns[column], fields[column]),
        })
    })?;
    writer.end(about).map_err(unwritten)
}

fn copy(
    sweep: &Sweep,
    name: &str,
    mut table: TableReader<impl Read>,
    to: &Path,
    about: &[(&str, &str)],
) -> Result<usize, ExportError> {
    let words = if name == file::TRIALS { LevelWords::of(sweep) } else { LevelWords::default() };
    let header = table.header()?;
    let column = |(place, name): (usize, &str)| {
        // A factor may have the name of a later column, but readers of Parquet refuse two columns of one name.
        let is_taken = header.iter().skip(place + 1).any(|other| other == name);
        let column_type = column_type(sweep, name);
        ParquetColumn { name: if is_taken { format!("factor.{name}") } else { name.to_owned() }, column_type }
    };
    let mut writer = writer(header.iter().enumerate().map(column).collect(), to)?;
    let unwritten = |cause| file_error(to, cause);
    let mut record = csv::StringRecord::new();
    while table.read(&mut record)? {
        let fields = header.iter().zip(record.iter()).map(|(column, field)| words.word(column, field));
        if let Err(column) = writer.row(fields).map_err(unwritten)? {
            let message = format!("{} is {:?}, which is not a number", &header[column], &record[column]);
            return Err(table.wrong(&record, message));
        }
    }
    writer.end(about).map_err(unwritten)
}

/// Returns the type of a column.
fn column_type(sweep: &Sweep, column: &str) -> ColumnType {
    match column {
        "stage" | "instance" | "stop" | "moves" | "state" | "solver" | "kernel" | "reason" | "operator" => {
            ColumnType::Text
        }
        "seed" => ColumnType::UInt64,
        "mean" | "midrange" | "std" | "seconds" | "evaluations_per_second" | "probability" | "rate" => {
            ColumnType::Double
        }
        // A sweep has at most a million trials.
        "trial" | "point" | "repetition" | "solved" | "threads" => ColumnType::Int32,
        _ if sweep.factor_keys().iter().any(|key| key == column) => type_of_levels(sweep, column),
        _ => ColumnType::Int64,
    }
}
/// Returns a numeric type if all levels of a factor are numbers, else text.
fn type_of_levels(sweep: &Sweep, key: &str) -> ColumnType {
    let factors = sweep.stages.iter().flat_map(|stage| &stage.factors).filter(|factor| factor.key == key);
    let levels = factors.flat_map(|factor| &factor.levels).map(|level| level.text.as_str());
    if levels.clone().all(|text| text.parse::<i64>().is_ok()) {
        ColumnType::Int64
    } else if levels.clone().all(|text| text.parse::<f64>().is_ok_and(f64::is_finite)) {
        ColumnType::Double
    } else {
        ColumnType::Text
    }
}
