//! The kernels and other functions with the instructions of x86-64: AVX2, and AVX-512 with VBMI. `evaluation::kernel` says at run time
//! which instructions are used. Among the kernels with them, `Evaluator` chooses by the alphabet, the objective, and what is evaluated:
//! whole genomes or best prefixes.
#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // bytes of lanes, penalties of 16 bits, and usize has 64

pub(super) mod avx2;
pub(super) mod cache_line;
mod columns;
mod columns_avx512;
pub(super) mod copy;
pub(super) mod distinct;
pub(super) mod pairs;
mod states;
pub(super) mod stickers;
