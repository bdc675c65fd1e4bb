//! [`tempdir`]: temporary folders in memory, also for the tests of `crates/report`.

/// Makes a folder that removes itself, in memory where there is room: the program flushes each file that it writes, for which it waits on a
/// disk some milliseconds.
pub(crate) fn tempdir() -> std::io::Result<tempfile::TempDir> {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{StatVfsMountFlags, statvfs};

        const MIN_FREE_BYTES: u64 = 4 << 30;
        let memory = "/dev/shm";
        let has_room = statvfs(memory).is_ok_and(|system| {
            let runs_programs = !system.f_flag.contains(StatVfsMountFlags::NOEXEC);
            runs_programs && system.f_bavail.saturating_mul(system.f_frsize) >= MIN_FREE_BYTES
        });
        if has_room && let Ok(folder) = tempfile::tempdir_in(memory) {
            return Ok(folder);
        }
    }
    tempfile::tempdir()
}
