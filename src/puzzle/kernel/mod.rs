//! Evaluation kernels.
