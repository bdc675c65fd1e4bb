//! Hints that memory will be read or written soon. They have no other effect, and none at all on processors but x86-64.

/// Requests the cache line of a value for reading in the background.
#[inline(always)]
#[allow(unsafe_code)]
pub(super) fn prefetch_for_reading<T>(value: &T) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    // SAFETY: the instruction reads nothing and never faults.
    #[allow(unused_unsafe)] // later compilers know that the instruction is safe
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast());
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = value;
}

/// Requests the cache line of a value for writing in the background: other cores give their copies up.
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
