//! Compilation of the libraries in C that tests load before the program, in place of functions of the C library, and of programs that try
//! them. Linux with glibc only; without a C compiler, the tests are skipped.

use std::ffi::OsStr;
use std::path::PathBuf;

use super::*;

/// Compiles a source file of these tests into a library, or with `-DPROBE` into a program; `None` without a C compiler.
#[allow(clippy::print_stderr)] // a word on a test that is left out
pub(super) fn compile(source: &str, name: &str, options: &[&str]) -> Option<PathBuf> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sweeps").join(source);
    let result = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let mut compiler = Command::new("cc");
    compiler.args(["-O1", "-o"]).args([result.as_os_str(), OsStr::new(&source)]).args(options);
    match compiler.status() {
        Ok(status) => {
            assert!(status.success(), "{} is compiled", source.display());
            Some(result)
        }
        Err(error) => {
            eprintln!("skipped, since {} needs a C compiler: {error}", source.display());
            None
        }
    }
}

/// The options of a library.
pub(super) const LIBRARY: [&str; 3] = ["-shared", "-fPIC", "-ldl"];
