//! [`prefetch`]: a hint that memory will be read soon. The only unsafe code of the crate.

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
