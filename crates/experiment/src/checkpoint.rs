//! Checkpoints: files with the states of running trials, from which interrupted trials continue; how they are written and read, and when
//! one is due. Their names and removal are in `store::checkpoint_folder`. A state is that of an algorithm of the engine, to which
//! `recorder` adds rows, and `interpreter` the state of another language.
//!
//! A file has the head, the identity of its trial, the elapsed time, the state, and the BLAKE3 digest of all these. The identity
//! covers configuration, instance, seed, logged rows and version. A file with another identity is not used, nor is a damaged
//! one or one of more than 2 GiB: the trial starts over.

use std::fmt;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use super::mutex::lock;
use super::store::CheckpointFolder;
use evocube_cube::files::{self, NewFile, reason};
use evocube_cube::solver::Cancelled;
use evocube_engine::optimizer::Checkpoint;

/// First bytes of every file. The number is the version of the layout of the file and of all states.
const HEAD: &[u8] = b"evocube checkpoint 1\n";

/// Length of an identity and of a digest, in bytes.
const HASH: usize = 32;

/// Maximum length of a file in bytes, several times that of the state of a million genomes.
const MAX_BYTES: u64 = 1 << 31;

/// Default interval of checkpoints.
pub const DEFAULT_INTERVAL: Duration = Duration::from_secs(60);

/// Minimum pause between checkpoints in units of the time that saving takes, so that a trial spends at most 1 % of its time on
/// them.
const PAUSE_FACTOR: u32 = 100;

/// A coarse clock that costs one atomic load to read. A thread counts its ticks.
struct Clock {
    ticks: AtomicU64,
    tick: Duration,
}

impl Clock {
    /// Ticks per interval.
    const TICKS: u32 = 4;

    fn now(&self) -> u64 {
        self.ticks.load(Ordering::Relaxed)
    }

    /// Returns the number of ticks after which this time has certainly passed.
    fn ticks_of(&self, time: Duration) -> u64 {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a positive number, which may saturate
        let whole = time.div_duration_f64(self.tick).ceil() as u64;
        whole.saturating_add(1)
    }
}

/// The checkpoints of a run.
pub(super) struct Checkpoints<'a> {
    folder: CheckpointFolder,
    /// The clock and the interval; `None` if no state is saved.
    clock: Option<(Clock, Duration)>,
    say: &'a (dyn Fn(&str) + Sync),
    /// Whether a failure to save was reported.
    has_failed: AtomicBool,
}

impl<'a> Checkpoints<'a> {
    /// Returns the checkpoints in a folder, saved at this interval. `say` receives messages about them.
    pub(super) fn new(folder: CheckpointFolder, interval: Option<Duration>, say: &'a (dyn Fn(&str) + Sync)) -> Self {
        let clock = |interval: Duration| Clock { ticks: AtomicU64::new(0), tick: interval / Clock::TICKS };
        let clock = interval.map(|interval| (clock(interval), interval));
        Self { folder, clock, say, has_failed: AtomicBool::new(false) }
    }

    /// Returns the folder of the files.
    pub(super) fn folder(&self) -> &CheckpointFolder {
        &self.folder
    }

    /// Runs `work` while the clock ticks.
    pub(super) fn while_ticking<R>(&self, work: impl FnOnce() -> R) -> R {
        let Some((clock, _)) = &self.clock else { return work() };
        let (running, ended) = mpsc::channel::<()>();
        std::thread::scope(|scope| {
            scope.spawn(move || {
                while ended.recv_timeout(clock.tick) == Err(RecvTimeoutError::Timeout) {
                    clock.ticks.fetch_add(1, Ordering::Relaxed);
                }
            });
            let result = work();
            drop(running);
            result
        })
    }

    /// Returns the checkpoint of a trial that begins now. `identity` returns a text of everything on which the rows of the trial
    /// depend.
    pub(super) fn trial<'t>(&'t self, trial: u64, identity: &'t (dyn Fn() -> String + Sync)) -> TrialCheckpoint<'t> {
        let clock = self.clock.as_ref();
        let next = clock.map_or(u64::MAX, |(clock, interval)| clock.now() + clock.ticks_of(*interval));
        let (begin, earlier, next) = (Instant::now(), Mutex::new(Duration::ZERO), AtomicU64::new(next));
        let synced = Mutex::new(begin);
        TrialCheckpoint { checkpoints: self, trial, identity, begin, earlier, next, synced }
    }
}

/// The checkpoint of one trial.
pub(super) struct TrialCheckpoint<'a> {
    checkpoints: &'a Checkpoints<'a>,
    trial: u64,
    identity: &'a (dyn Fn() -> String + Sync),
    begin: Instant,
    /// Time that the trial ran before it was interrupted.
    earlier: Mutex<Duration>,
    /// First tick at which the state is due to be saved.
    next: AtomicU64,
    /// Time of the last flush to the disk.
    synced: Mutex<Instant>,
}

impl fmt::Debug for TrialCheckpoint<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TrialCheckpoint").field("trial", &self.trial).finish_non_exhaustive()
    }
}

/// Reason why a file is not used.
#[derive(Debug, thiserror::Error)]
enum Unusable {
    #[error("{}", reason(.0))]
    Unreadable(io::Error),
    #[error("this checkpoint is damaged")]
    Damaged,
    #[error("a checkpoint has at most {} bytes", MAX_BYTES)]
    TooLong,
    #[error("this checkpoint belongs to another sweep, seed or version of evocube")]
    Other,
}

impl TrialCheckpoint<'_> {
    /// Returns the time that the trial has run, including the time before an interruption.
    pub(super) fn elapsed(&self) -> Duration {
        *lock(&self.earlier) + self.begin.elapsed()
    }

    fn own_identity(&self) -> [u8; HASH] {
        let mut hasher = blake3::Hasher::new_derive_key("evocube checkpoint of a trial");
        hasher.update(format!("{}\n{}\n", env!("EVOCUBE_IDENTITY"), self.trial).as_bytes());
        hasher.update((self.identity)().as_bytes());
        *hasher.finalize().as_bytes()
    }

    /// Reads the time and the state of a file.
    fn read(&self, path: &Path) -> Result<(Duration, Vec<u8>), Unusable> {
        let mut bytes = Vec::new();
        let read = files::open(path).and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes));
        if read.map_err(Unusable::Unreadable)? as u64 > MAX_BYTES {
            return Err(Unusable::TooLong);
        }
        let (content, digest) = bytes.split_last_chunk::<HASH>().ok_or(Unusable::Damaged)?;
        if blake3::hash(content) != *digest {
            return Err(Unusable::Damaged);
        }
        let content = content.strip_prefix(HEAD).ok_or(Unusable::Other)?;
        let (identity, content) = content.split_first_chunk::<HASH>().ok_or(Unusable::Other)?;
        let (time, state) = content.split_first_chunk().ok_or(Unusable::Other)?;
        if *identity != self.own_identity() {
            return Err(Unusable::Other);
        }
        let earlier = Duration::from_nanos(u64::from_le_bytes(*time));
        let begin = bytes.len() - HASH - state.len();
        bytes.truncate(bytes.len() - HASH);
        bytes.drain(..begin);
        Ok((earlier, bytes))
    }

    fn starts_over(&self, unusable: &Unusable) {
        let (path, trial) = (self.checkpoints.folder.file(self.trial), self.trial);
        (self.checkpoints.say)(&format!("{}: {unusable}, so trial {trial} starts over", path.display()));
    }

    /// Writes the file, which then survives a killed process. At most once a second it is also flushed to the disk, to survive a
    /// power cut.
    fn write(&self, state: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let path = self.checkpoints.folder.prepare(self.trial)?;
        let mut new = NewFile::create(&path)?;
        let mut out = Digesting { file: new.file(), hasher: blake3::Hasher::new(), left: MAX_BYTES - HASH as u64 };
        out.write_all(HEAD)?;
        out.write_all(&self.own_identity())?;
        let nanoseconds = u64::try_from(self.elapsed().as_nanos()).unwrap_or(u64::MAX);
        out.write_all(&nanoseconds.to_le_bytes())?;
        state(&mut out)?;
        let digest = out.hasher.finalize();
        new.file().write_all(digest.as_bytes())?;
        let mut synced = lock(&self.synced);
        if synced.elapsed() >= Duration::from_secs(1) {
            new.file().sync_all()?;
            *synced = Instant::now();
        }
        new.publish()
    }
}

impl Checkpoint for TrialCheckpoint<'_> {
    fn saved(&self) -> Option<Vec<u8>> {
        if !self.checkpoints.folder.has(self.trial) {
            return None;
        }
        match self.read(&self.checkpoints.folder.file(self.trial)) {
            Ok((earlier, state)) => {
                *lock(&self.earlier) = earlier;
                Some(state)
            }
            Err(Unusable::Unreadable(error)) if error.kind() == io::ErrorKind::NotFound => None,
            Err(unusable) => {
                self.starts_over(&unusable);
                None
            }
        }
    }

    fn opened(&self, continues: bool) {
        if continues {
            (self.checkpoints.say)(&format!("trial {} continues from its checkpoint", self.trial));
        } else {
            *lock(&self.earlier) = Duration::ZERO;
            self.starts_over(&Unusable::Other);
        }
    }

    #[inline]
    fn is_due(&self) -> Result<bool, Cancelled> {
        let clock = &self.checkpoints.clock;
        Ok(clock.as_ref().is_some_and(|(clock, _)| clock.now() >= self.next.load(Ordering::Relaxed)))
    }

    /// Saves the state if checkpoints are enabled. The first failure of a run is reported, and the run continues.
    fn save(&self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> Result<(), Cancelled> {
        let Some((clock, interval)) = &self.checkpoints.clock else { return Ok(()) };
        let begin = Instant::now();
        if let Err(error) = self.write(write)
            && !self.checkpoints.has_failed.swap(true, Ordering::Relaxed)
        {
            let path = self.checkpoints.folder.file(self.trial);
            (self.checkpoints.say)(&format!("{}: {}, so this checkpoint is not saved", path.display(), reason(&error)));
        }
        let pause = begin.elapsed().saturating_mul(PAUSE_FACTOR).max(*interval);
        self.next.store(clock.now() + clock.ticks_of(pause), Ordering::Relaxed);
        Ok(())
    }
}

/// A file and the digest of what is written to it.
struct Digesting<'a> {
    file: &'a mut File,
    hasher: blake3::Hasher,
    /// Number of bytes that may follow.
    left: u64,
}

impl Write for Digesting<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let length = self.file.write(bytes)?;
        self.left =
            self.left.checked_sub(length as u64).ok_or_else(|| io::Error::other(Unusable::TooLong.to_string()))?;
        self.hasher.update(&bytes[..length]);
        Ok(length)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checkpoints_are_saved_at_the_interval_and_less_often_if_saving_is_slow() {
        let results = tempfile::tempdir().unwrap();
        let sentences = Mutex::new(Vec::new());
        let say = |sentence: &str| sentences.lock().unwrap().push(sentence.to_owned());
        let folder = CheckpointFolder::open(results.path()).unwrap();
        // A tick is 100 ms. The test advances the clock.
        let checkpoints = Checkpoints::new(folder, Some(Duration::from_millis(400)), &say);
        let identity = || "of a trial".to_owned();
        let trial = checkpoints.trial(1, &identity);
        let is_due_after = |ticks| {
            checkpoints.clock.as_ref().unwrap().0.ticks.fetch_add(ticks, Ordering::Relaxed);
            trial.is_due().unwrap()
        };
        assert_eq!(trial.saved(), None);
        assert!(!is_due_after(4) && is_due_after(1));
        trial.save(&mut |out| out.write_all(b"state")).unwrap();
        assert!(!is_due_after(4));
        std::thread::sleep(Duration::from_millis(50));
        let slow = trial.save(&mut |out| {
            std::thread::sleep(Duration::from_millis(50));
            out.write_all(b"later state")
        });
        slow.unwrap();
        assert!(!is_due_after(49), "50 ms are 1 % of 5 s");
        assert!(is_due_after(1_000_000));

        let reopened = checkpoints.trial(1, &identity);
        assert_eq!(reopened.saved(), Some(b"later state".to_vec()));
        assert!(reopened.elapsed() >= Duration::from_millis(50), "the time before the interruption counts");
        reopened.opened(false);
        assert!(reopened.elapsed() < Duration::from_millis(50), "the trial starts over");
        assert_eq!(checkpoints.trial(2, &identity).saved(), None);
        assert_eq!(checkpoints.trial(1, &|| "of another".to_owned()).saved(), None);
        let other = "1.checkpoint: this checkpoint belongs to another sweep, seed or version of evocube, so trial 1 starts over";
        let sentences = sentences.lock().unwrap();
        assert!(sentences.len() == 2 && sentences.iter().all(|sentence| sentence.ends_with(other)), "{sentences:?}");
    }

    #[test]
    fn checkpoint_clock_ticks_while_work_runs() {
        let results = tempfile::tempdir().unwrap();
        for (interval, is_ticking) in [(Some(Duration::from_millis(4)), true), (None, false)] {
            let folder = CheckpointFolder::open(results.path()).unwrap();
            let checkpoints = Checkpoints::new(folder, interval, &|_| {});
            let identity = String::new;
            let trial = checkpoints.trial(1, &identity);
            let begin = Instant::now();
            checkpoints.while_ticking(|| {
                while is_ticking && !trial.is_due().unwrap() {
                    assert!(begin.elapsed() < Duration::from_secs(60), "the clock ticks");
                    std::thread::yield_now();
                }
            });
            assert_eq!(trial.is_due().unwrap(), is_ticking);
            trial.save(&mut |out| out.write_all(b"state")).unwrap();
            assert_eq!(results.path().join("checkpoints").exists(), is_ticking);
            checkpoints.folder().keep(std::iter::empty());
            checkpoints.folder().close();
        }
    }
}
