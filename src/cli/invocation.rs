//! The call of the program: its arguments, the components that it has, and how scripts call it again. A [`Host`], such as Python, gives the
//! words of the call itself, and may have an interpreter of components and a place where trials run.

use std::env;
use std::ffi::OsString;
use std::io;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::{PoisonError, RwLock};

use evocube::Registry;
use evocube::experiment::interpreter::Interpreter;
use evocube::experiment::service::TrialService;

/// Words around a program that is not its own executable, such as a script of an interpreter.
#[derive(Clone, Default)]
pub struct Host {
    /// The words that call the program in scripts: the path of an executable, and its arguments.
    pub program: Vec<String>,
    /// Options of the host that commands in scripts and messages have before those of evocube.
    pub options: Vec<String>,
    /// The arguments, of which the first is the program.
    pub arguments: Vec<OsString>,
    /// The interpreter of registered components.
    pub interpreter: Option<&'static dyn Interpreter>,
    /// The place where trials run, and the number of those that it runs at once without `--threads`.
    pub service: Option<(&'static dyn TrialService, NonZeroUsize)>,
}

static HOST: RwLock<Option<Host>> = RwLock::new(None);

/// Sets the host of the program.
pub(crate) fn set(host: Host) {
    *HOST.write().unwrap_or_else(PoisonError::into_inner) = Some(host);
}

static REGISTRY: RwLock<Option<Registry>> = RwLock::new(None);

/// Sets the components of the program.
pub(crate) fn set_registry(registry: Registry) {
    *REGISTRY.write().unwrap_or_else(PoisonError::into_inner) = Some(registry);
}

/// Returns the components of the program.
pub(crate) fn registry() -> Registry {
    REGISTRY.read().unwrap_or_else(PoisonError::into_inner).clone().unwrap_or_default()
}

/// Returns the host of the program; `None` for a program that is its own executable.
pub(crate) fn host() -> Option<Host> {
    HOST.read().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Returns the arguments, of which the first is the program.
pub(crate) fn arguments() -> impl Iterator<Item = OsString> {
    host().map_or_else(|| env::args_os().collect(), |host| host.arguments).into_iter()
}

/// Returns the options of the host that a repeated command has before those of evocube.
pub(crate) fn options() -> impl Iterator<Item = String> {
    host().map(|host| host.options).unwrap_or_default().into_iter()
}

/// Returns the words with which scripts call the program: the path of its executable, and options.
///
/// # Errors
/// If the path is unknown.
pub(crate) fn program() -> io::Result<(PathBuf, Vec<String>)> {
    match host() {
        Some(Host { program, options, .. }) => {
            let mut words = program.into_iter().chain(options);
            Ok((words.next().unwrap_or_default().into(), words.collect()))
        }
        None => Ok((env::current_exe()?, Vec::new())),
    }
}
