//! [`lock`]: locks a mutex even after a thread has panicked with it, for values that are valid then.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a mutex whose value is valid even after a thread has panicked with it.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
