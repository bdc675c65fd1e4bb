//! [`restore_line_ends`]: writes LF again where git has changed the line ends of a complete folder, if digests prove that nothing else is
//! changed.

use std::io::{ErrorKind, Read};
use std::path::Path;

use super::checksum::write_whole;
use super::error::StoreError;
use super::manifest::{self, Manifest};
use super::seal;
use crate::record::file;
use evocube_cube::files;

/// Maximum number of bytes of a line whose end is looked at.
const LOOK: u64 = 1 << 16;

/// Writes LF for CRLF in the files of a complete folder whose digests prove that nothing else was changed. All other files stay as they
/// are, and so does a folder that cannot be written.
///
/// # Errors
/// If a file cannot be read or written.
pub fn restore_line_ends(folder: &Path) -> Result<(), StoreError> {
    let tables = file::RESULTS.into_iter().chain(file::WALL_CLOCK).chain([file::MANIFEST, file::DIGESTS]);
    let mut is_changed = false;
    for name in tables {
        is_changed = is_changed || has_crlf(&folder.join(name))?;
    }
    if !is_changed {
        return Ok(());
    }
    let mut restored = Vec::new();
    let path = folder.join(file::MANIFEST);
    let text = String::from_utf8(whole(&path)?).unwrap_or_default();
    let digests = with_lf(&whole(&folder.join(file::DIGESTS))?);
    let lf = text.replace("\r\n", "\n");
    let Ok(mut manifest) = manifest::parse::<Manifest>(&path, &lf) else { return Ok(()) };
    if !manifest.complete || !seal::seals(&digests, &lf) {
        return Ok(());
    }
    let times = file::WALL_CLOCK.map(|name| Some((name.to_owned(), manifest.machine.digest_of(name)?.take()?)));
    for (name, expected) in manifest.digests.into_iter().chain(times.into_iter().flatten()) {
        let path = folder.join(&name);
        let bytes = whole(&path)?;
        let converted = with_lf(&bytes);
        let rows = if name == file::DIGESTS { seal::unsealed(&converted) } else { &converted };
        if bytes != converted && blake3::hash(rows).to_hex().as_str() == expected {
            restored.push((path, converted));
        }
    }
    if text != lf {
        // Last, since it says that the folder is not as it was written.
        restored.push((path, lf.into_bytes()));
    }
    for (path, bytes) in restored {
        match write_whole(&path, &bytes) {
            Err(StoreError::File { cause, .. })
                if matches!(cause.kind(), ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem) =>
            {
                return Ok(());
            }
            result => result?,
        }
    }
    Ok(())
}

/// Returns whether the first line of a file ends with CRLF.
fn has_crlf(path: &Path) -> Result<bool, StoreError> {
    let Some(file) = files::open_if_there(path).map_err(StoreError::file(path))? else { return Ok(false) };
    let mut bytes = Vec::new();
    file.take(LOOK).read_to_end(&mut bytes).map_err(StoreError::file(path))?;
    let end = bytes.iter().position(|&byte| byte == b'\n');
    Ok(end.is_some_and(|end| bytes[..end].ends_with(b"\r")))
}

/// Returns the bytes of a file; none if it is missing.
fn whole(path: &Path) -> Result<Vec<u8>, StoreError> {
    let mut bytes = Vec::new();
    if let Some(mut file) = files::open_if_there(path).map_err(StoreError::file(path))? {
        file.read_to_end(&mut bytes).map_err(StoreError::file(path))?;
    }
    Ok(bytes)
}

/// Returns a text with LF for each CRLF.
fn with_lf(bytes: &[u8]) -> Vec<u8> {
    let mut converted = Vec::with_capacity(bytes.len());
    for (place, &byte) in bytes.iter().enumerate() {
        if byte != b'\r' || bytes.get(place + 1) != Some(&b'\n') {
            converted.push(byte);
        }
    }
    converted
}
