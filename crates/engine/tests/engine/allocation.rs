//! The allocator of this test program, which records the largest allocation of each thread. `hostile_checkpoints` tests with it that no
//! length in a file decides the size of one.
#![allow(unsafe_code)] // an allocator is unsafe to implement; this one passes every call on

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static LARGEST: Cell<usize> = const { Cell::new(0) };
}

/// The allocator of the system, which records the largest allocation of each thread.
struct Recording;

#[global_allocator]
static ALLOCATOR: Recording = Recording;

fn record(bytes: usize) {
    // A thread that ends has no record any more.
    let _ = LARGEST.try_with(|largest| largest.set(largest.get().max(bytes)));
}

// SAFETY: every call is passed on to the allocator of the system; a record allocates nothing.
unsafe impl GlobalAlloc for Recording {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        record(layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        record(layout.size());
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, bytes: usize) -> *mut u8 {
        record(bytes);
        unsafe { System.realloc(pointer, layout, bytes) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// Returns the number of bytes of the largest allocation of this thread while a function runs, and its result.
pub(super) fn largest_allocation<R>(function: impl FnOnce() -> R) -> (usize, R) {
    LARGEST.set(0);
    let result = function();
    (LARGEST.get(), result)
}

#[test]
fn the_largest_allocation_is_recorded() {
    assert!(largest_allocation(|| drop(std::hint::black_box(vec![0_u8; 12_345]))).0 >= 12_345);
    assert_eq!(largest_allocation(|| ()).0, 0);
}
