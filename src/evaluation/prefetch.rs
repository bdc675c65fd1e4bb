//! [`prefetch`]: asking memory early.

/// Has memory bring the byte with this number, for somebody who reads it a little later; many can be on their way at the
/// same time. Nothing else happens, also where there is no such byte or the processor does not know how.
#[inline]
#[allow(unsafe_code)]
pub fn prefetch(bytes: &[u8], index: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};

        // SAFETY: every x86-64 processor has the instruction; it reads nothing and never faults, whatever the address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(bytes.as_ptr().wrapping_add(index).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (bytes, index);
}
