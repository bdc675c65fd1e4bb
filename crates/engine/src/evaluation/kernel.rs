//! [`Kernel`]: an implementation of evaluation, selected at run time among those that the machine can run: the fastest, or by its name. All
//! give the same results; their code is in `scalar`, `pairs`, `aarch64` and `x86_64`. [`KernelTask`]: other work that is compiled for the
//! same instructions.

/// Implementation of evaluation. A value exists only on machines that have its instructions. All implementations return
/// the same results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kernel(pub(super) InstructionSet);

/// The implementations of this build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InstructionSet {
    Scalar,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "aarch64")]
    Neon,
}

/// Error: no kernel has this name, or it cannot run on this machine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the kernel \"{name}\" cannot be used on this machine: it has {available}")]
pub struct UnavailableKernel {
    name: String,
    available: String,
}

impl InstructionSet {
    /// All implementations, the fastest first.
    const ALL: &[Self] = &[
        #[cfg(target_arch = "x86_64")]
        Self::Avx512,
        #[cfg(target_arch = "x86_64")]
        Self::Avx2,
        #[cfg(target_arch = "aarch64")]
        Self::Neon,
        Self::Scalar,
    ];

    fn is_available(self) -> bool {
        #[cfg(target_arch = "x86_64")]
        macro_rules! has {
            ($($feature:tt)*) => { true $(&& is_x86_feature_detected!($feature))* };
        }
        match self {
            Self::Scalar => true,
            // All processors with AVX2 have the others (x86-64-v3).
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => has!("avx2" "bmi1" "bmi2" "lzcnt" "popcnt"),
            // All processors with VBMI2 have VNNI and BITALG, too.
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => {
                Self::Avx2.is_available()
                    && has!("avx512f" "avx512bw" "avx512dq" "avx512vl" "avx512vbmi" "avx512vbmi2" "avx512vnni" "avx512bitalg")
            }
            #[cfg(target_arch = "aarch64")]
            Self::Neon => std::arch::is_aarch64_feature_detected!("neon"),
        }
    }
}

impl Kernel {
    /// Plain Rust, for every machine.
    pub const SCALAR: Self = Self(InstructionSet::Scalar);

    /// Returns the kernels that run on this machine, the fastest first.
    pub fn available() -> impl Iterator<Item = Self> {
        InstructionSet::ALL.iter().copied().filter(|set| set.is_available()).map(Self)
    }

    /// Returns the fastest kernel that runs on this machine.
    pub fn best() -> Self {
        Self::available().next().unwrap_or(Self::SCALAR)
    }

    /// Returns the kernel of a name.
    ///
    /// # Errors
    /// If no kernel has the name, or it does not run on this machine.
    pub fn named(name: &str) -> Result<Self, UnavailableKernel> {
        Self::available().find(|kernel| kernel.name() == name).ok_or_else(|| UnavailableKernel {
            name: name.to_owned(),
            available: Self::available().map(Self::name).collect::<Vec<_>>().join(", "),
        })
    }

    /// Returns the name: `avx512`, `avx2`, `neon` or `scalar`.
    pub const fn name(self) -> &'static str {
        match self.0 {
            InstructionSet::Scalar => "scalar",
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx512 => "avx512",
            #[cfg(target_arch = "aarch64")]
            InstructionSet::Neon => "neon",
        }
    }
}

/// Task in plain Rust that is faster with the instructions of a kernel, such as copying rows: see [`Kernel::run`].
pub trait KernelTask {
    /// The result.
    type Output;

    /// Runs the task. Implementations and the functions that they call in loops are `#[inline(always)]`: functions that are
    /// not inlined are compiled without the instructions.
    fn run(self) -> Self::Output;
}

impl Kernel {
    /// Runs a task, compiled once for the instructions of each kernel. The results are the same.
    #[inline]
    pub fn run<W: KernelTask>(self, work: W) -> W::Output {
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn with_avx2<W: KernelTask>(work: W) -> W::Output {
            work.run()
        }

        #[cfg(target_arch = "x86_64")]
        #[target_feature(
            enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,lzcnt,popcnt"
        )]
        fn with_avx512<W: KernelTask>(work: W) -> W::Output {
            work.run()
        }

        match self.0 {
            // SAFETY of both: the kernel exists only on machines that have these instructions.
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2 => unsafe { with_avx2(work) },
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx512 => unsafe { with_avx512(work) },
            #[cfg(target_arch = "aarch64")]
            InstructionSet::Neon => work.run(),
            InstructionSet::Scalar => work.run(),
        }
    }
}

impl std::fmt::Display for Kernel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_kernels_round_trip() {
        for kernel in Kernel::available() {
            assert_eq!(Kernel::named(kernel.name()), Ok(kernel));
        }
        assert!(Kernel::available().any(|kernel| kernel == Kernel::SCALAR), "plain Rust runs on every machine");
        let error = Kernel::named("gpu").unwrap_err().to_string();
        assert!(error.starts_with("the kernel \"gpu\" cannot be used on this machine: it has "), "{error}");
        assert!(error.ends_with("scalar"), "{error}");
    }
}
