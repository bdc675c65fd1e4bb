//! Placeholders for the functions of `x86_64::cache_line`, with the same signatures, so that [`super::cache_line_ops`] compiles for other
//! processors. None of them is called: [`super::CacheLineOps`] has no value there.

const NONE: &str = "no kernel of this machine has cache-line operations";

pub(super) unsafe fn exchange(_: &mut [u16; 32], _: &mut [u16; 32], _: u32) -> u32 {
    unreachable!("{NONE}")
}

pub(super) unsafe fn replace(_: &mut [u16; 32], _: u32, _: [u64; 2], _: bool) -> u32 {
    unreachable!("{NONE}")
}

pub(super) unsafe fn insert(_: &mut [u16; 32], _: usize, _: u16, _: u32) {
    unreachable!("{NONE}")
}

pub(super) unsafe fn replace_places(_: &mut [u16; 32], _: u32, _: &[u64; 8]) {
    unreachable!("{NONE}")
}

pub(super) unsafe fn differ(_: &[u64; 8], _: &[u64; 8]) -> bool {
    unreachable!("{NONE}")
}

pub(super) unsafe fn bits(_: &[u8; 64]) -> u64 {
    unreachable!("{NONE}")
}

pub(super) unsafe fn write_indices(_: &[u64], _: &mut [u32]) -> usize {
    unreachable!("{NONE}")
}

pub(super) unsafe fn fittest<const LANES: usize>(
    _: &[u32],
    _: (&[[u64; LANES]], usize),
    _: bool,
    _: (&mut [u32; LANES], &mut [u32; LANES]),
) {
    unreachable!("{NONE}")
}

pub(super) unsafe fn gather(_: &[u32], _: &[u32], _: &mut [u32]) {
    unreachable!("{NONE}")
}
