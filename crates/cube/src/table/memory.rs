//! [`TableSlice`]: a table in memory, mapped from its file, in large pages or in a vector, and parts of it as [`Stored`] numbers. Also
//! [`prefetch`]; and [`end_on_lost_file`], a handler for a process whose mapped table is lost. The only unsafe code of the crate.

use std::any::Any;
use std::fmt;
use std::fs::File;
use std::io;
use std::ops::{Deref, Range};
use std::sync::Arc;
use std::time::{Duration, Instant};

use memmap2::{Mmap, MmapOptions};

use super::large_pages::{self, LargePages};

/// The number of bytes after which a copy looks at the clock.
const PIECE: usize = 16 << 20;

/// Lets the loss of a mapped table end the process with a message on standard error and an exit code: a read of a file that was cut since
/// it was mapped, or that the disk does not give. Without it, the signal of such a read kills the process. For programs, since it sets
/// a handler of the whole process; elsewhere than on Unix, where mapped files cannot be cut, it does nothing.
///
/// # Errors
/// If the system refuses the handler.
pub fn end_on_lost_file(message: &'static str, code: i32) -> io::Result<()> {
    #[cfg(unix)]
    {
        let end = move || {
            let _ = rustix::io::write(io::stderr(), message.as_bytes());
            signal_hook::low_level::exit(code)
        };
        // The handler of the standard library takes itself back at such a signal, so that the signal of another thread would kill the process.
        // SAFETY: the default action is valid for this signal.
        #[allow(unsafe_code)]
        if unsafe { libc::signal(libc::SIGBUS, libc::SIG_DFL) } == libc::SIG_ERR {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: the action writes to a file and ends the process, both by a system call: a handler of signals may do so. It takes no lock
        // and no memory, and cannot panic.
        #[allow(unsafe_code)]
        unsafe { signal_hook::low_level::register(signal_hook::consts::SIGBUS, end) }.map(drop)
    }
    #[cfg(not(unix))]
    {
        let _ = (message, code);
        Ok(())
    }
}

/// Values of a table or of a part of it. Copies share the memory, which is released with the last of them.
pub struct TableSlice<T: 'static> {
    /// They live as long as `memory`; the borrow that leaves this type is that of `self`.
    values: &'static [T],
    memory: Arc<dyn Any + Send + Sync>,
}

impl<T> TableSlice<T> {
    /// Returns the values in some memory.
    #[allow(unsafe_code)]
    fn new<M: Deref<Target = [T]> + Send + Sync + 'static>(memory: M) -> Self {
        let memory = Arc::new(memory);
        let values: *const [T] = &**memory;
        // SAFETY: `memory` is shared from now on, so nothing moves or changes the values before its last owner is dropped.
        Self { values: unsafe { &*values }, memory }
    }
}

impl TableSlice<u8> {
    /// Maps the bytes of a file that follow its header. Every process shares the pages of the file, which are read when they are
    /// first used. The caller has checked that the file has them all.
    ///
    /// # Errors
    /// If the system refuses.
    #[allow(unsafe_code)]
    pub(super) fn map(file: &File, header: usize, length: usize) -> io::Result<Self> {
        // SAFETY: the program never writes to a table's file under its final name; it is only replaced by renaming. Where another program
        // cuts the file meanwhile, the signal ends the process that uses it: see `end_on_lost_file`.
        let bytes = unsafe { MmapOptions::new().offset(header as u64).len(length).map(file)? };
        // Pages that are read now are large where the file system has such, and later processes take each by one fault. Without them
        // all works the same.
        #[cfg(target_os = "linux")]
        let _ = bytes.advise(memmap2::Advice::HugePage);
        Ok(Self::new::<Mmap>(bytes))
    }

    /// Returns a copy in large pages, unless the first pieces show that it would take longer than a limit; the same memory if it has
    /// large pages, or if the system has none. New memory may be slow: on a virtual machine whose host takes back what is free, 0.2 GB
    /// in a second were seen.
    pub(crate) fn in_large_pages(&self, limit: Duration) -> Option<Self> {
        if !cfg!(target_os = "linux") || !self.memory.is::<Mmap>() || large_pages::are_mapped(self.values) {
            return Some(self.clone());
        }
        let (begin, mut copied) = (Instant::now(), 0);
        let mut copy = LargePages::zeros(self.values.len());
        for (copy, piece) in copy.chunks_mut(PIECE).zip(self.values.chunks(PIECE)) {
            copy.copy_from_slice(piece);
            copied += piece.len();
            if begin.elapsed().as_secs_f64() * self.values.len() as f64 / copied as f64 > limit.as_secs_f64() {
                return None;
            }
        }
        Some(copy.into())
    }

    /// Returns the values of a part of the table, which are stored in little endian.
    ///
    /// # Panics
    /// If the part does not end within the table.
    #[allow(unsafe_code)]
    pub(crate) fn part<U: Stored>(&self, part: Range<usize>) -> TableSlice<U> {
        let bytes = &self.values[part];
        // SAFETY: every pattern of bits is a value of `U`, and `U` has no padding.
        let (before, values, after) = unsafe { bytes.align_to::<U>() };
        if cfg!(target_endian = "little") && before.is_empty() && after.is_empty() {
            TableSlice { values, memory: Arc::clone(&self.memory) }
        } else {
            bytes.chunks_exact(size_of::<U>()).map(U::from_bytes).collect::<Vec<_>>().into()
        }
    }
}

impl<T: Send + Sync> From<Vec<T>> for TableSlice<T> {
    fn from(values: Vec<T>) -> Self {
        Self::new(values)
    }
}

impl From<LargePages> for TableSlice<u8> {
    fn from(table: LargePages) -> Self {
        Self::new(table)
    }
}

impl<T> Clone for TableSlice<T> {
    fn clone(&self) -> Self {
        Self { values: self.values, memory: Arc::clone(&self.memory) }
    }
}

impl<T> Deref for TableSlice<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        self.values
    }
}

impl<T: fmt::Debug> fmt::Debug for TableSlice<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.values.fmt(f)
    }
}

impl<T: PartialEq> PartialEq for TableSlice<T> {
    fn eq(&self, other: &Self) -> bool {
        self.values == other.values
    }
}

impl<T: Eq> Eq for TableSlice<T> {}

/// Values of a fixed number of bytes.
///
/// # Safety
/// Every pattern of bits is a value, and no byte is padding.
#[allow(unsafe_code)]
pub(crate) unsafe trait Stored: Copy + Send + Sync + 'static {
    /// Returns the value of its bytes in little endian.
    fn from_bytes(bytes: &[u8]) -> Self;
}

/// Implements [`Stored`] for unsigned integers.
macro_rules! stored {
    ($($integer:ty),*) => {$(
        // SAFETY: integers have no padding, and every pattern of bits is one.
        #[allow(unsafe_code)]
        unsafe impl Stored for $integer {
            fn from_bytes(bytes: &[u8]) -> Self {
                Self::from_le_bytes(bytes.try_into().expect("the bytes of one value"))
            }
        }
    )*};
}

stored!(u8, u16, u32);

// SAFETY: the elements of an array are adjacent.
#[allow(unsafe_code)]
unsafe impl<T: Stored, const N: usize> Stored for [T; N] {
    fn from_bytes(bytes: &[u8]) -> Self {
        std::array::from_fn(|index| T::from_bytes(&bytes[index * size_of::<T>()..][..size_of::<T>()]))
    }
}

/// Loads the cache line of a byte into the cache in the background. Has no other effect, and none at all if the index is
/// out of range or the processor lacks the instruction.
#[inline]
#[allow(unsafe_code)]
pub(crate) fn prefetch(bytes: &[u8], index: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};

        // SAFETY: every x86-64 processor has the instruction; it reads nothing and never faults, whatever the address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(bytes.as_ptr().wrapping_add(index).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (bytes, index);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_table_are_its_values_whatever_their_alignment() {
        let bytes: TableSlice<u8> = (0..40).collect::<Vec<u8>>().into();
        for begin in 0..8 {
            let pairs = bytes.part::<[u16; 2]>(begin..begin + 8);
            let first = u16::try_from(begin).expect("small");
            let value = |low| low + 256 * (low + 1);
            assert_eq!(pairs[..], [[value(first), value(first + 2)], [value(first + 4), value(first + 6)]]);
            assert_eq!(
                bytes.part::<u32>(begin..begin + 4)[0],
                u32::from_le_bytes(bytes[begin..][..4].try_into().expect("four"))
            );
        }
        let copy = bytes.part::<u8>(3..5);
        drop(bytes);
        assert_eq!(copy[..], [3, 4], "a part keeps the memory");
    }

    #[test]
    fn a_copy_in_large_pages_has_the_bytes_of_the_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("table");
        let bytes: Vec<u8> = (0..100_000u32)
            .map(|number| u8::try_from(number.wrapping_mul(number) >> 7 & 255).expect("a byte"))
            .collect();
        std::fs::write(&path, &bytes).expect("a file");
        let mapped = TableSlice::map(&File::open(&path).expect("the file"), 128, bytes.len() - 128).expect("a mapping");
        assert!(mapped.in_large_pages(Duration::ZERO).is_none_or(|_| !cfg!(target_os = "linux")), "it takes time");
        let copy = mapped.in_large_pages(Duration::MAX).expect("no limit");
        assert_eq!((&mapped[..], &copy[..]), (&bytes[128..], &bytes[128..]));
        assert_eq!(copy.as_ptr() == mapped.as_ptr(), !cfg!(target_os = "linux"), "the copy is elsewhere");
    }
}
