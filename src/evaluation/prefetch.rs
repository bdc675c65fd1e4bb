//! [`prefetch`] and [`prefetch_for_writing`]: hints that memory will be read or written soon.

/// Loads the cache line of a byte into the cache in the background. Has no other effect, and none at all if the index is
/// out of range or the processor lacks the instruction.
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

/// Requests the cache line of a value for writing in the background: other cores give their copies up. Has no other effect, and none at
/// all on processors without the instruction.
#[inline(always)]
#[allow(unsafe_code)]
pub(super) fn prefetch_for_writing<T>(value: &T) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    // SAFETY: the instruction reads nothing and never faults. No intrinsic gives it without a target feature.
    unsafe {
        std::arch::asm!("prefetchw [{}]", in(reg) value, options(nostack, preserves_flags, readonly));
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = value;
}
