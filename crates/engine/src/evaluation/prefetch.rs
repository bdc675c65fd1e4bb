//! [`prefetch_for_writing`]: a hint that memory will be written soon.

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
