//! Detection of the machine's instructions, once per world; results are the same with all.

#[cfg(all(feature = "std", target_arch = "x86_64"))]
use super::avx2::{HasAvx2, HasAvx512};
#[cfg(not(target_arch = "wasm32"))]
use super::scalar::Scalar;
use super::{Baseline, F8};
use core::fmt;

/// The vector instructions that queries run on. They change the speed, never a result.
///
/// A world uses the best that the machine has; select others with
/// [`World::set_instructions`](crate::World::set_instructions) to compare them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Instructions(Level);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Level {
    Scalar,
    Baseline,
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    Avx2(HasAvx2),
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    Avx512(HasAvx512),
}

/// A computation that is compiled for each instruction set.
///
/// Its `run`, and all code in it that is generic over the lanes, must be `#[inline(always)]`.
pub(crate) trait Kernel {
    type Answer;

    fn run<F: F8>(self) -> Self::Answer;
}

impl Instructions {
    /// One number after the other; on the web the same as [`Self::BASELINE`].
    pub const SCALAR: Self = Self(Level::Scalar);

    /// The target that the program was compiled for: SSE2 on most PCs, NEON on ARM, 128 bits on the web if enabled.
    pub const BASELINE: Self = Self(Level::Baseline);

    /// The best that this machine has. Without the feature `std` there is no detection, and this is the baseline.
    pub fn best() -> Self {
        Self::available().last().unwrap_or(Self::BASELINE)
    }

    /// All that this machine has, the best last.
    pub fn available() -> impl Iterator<Item = Self> {
        [
            #[cfg(not(target_arch = "wasm32"))]
            Some(Level::Scalar),
            Some(Level::Baseline),
            #[cfg(all(feature = "std", target_arch = "x86_64"))]
            HasAvx2::ask().map(Level::Avx2),
            #[cfg(all(feature = "std", target_arch = "x86_64"))]
            HasAvx512::ask().map(Level::Avx512),
        ]
        .into_iter()
        .flatten()
        .map(Self)
    }

    /// Their name, such as "AVX2".
    pub const fn name(self) -> &'static str {
        match self.0 {
            Level::Scalar => "scalar",
            Level::Baseline => "baseline",
            #[cfg(all(feature = "std", target_arch = "x86_64"))]
            Level::Avx2(_) => "AVX2",
            #[cfg(all(feature = "std", target_arch = "x86_64"))]
            Level::Avx512(_) => "AVX-512",
        }
    }

    /// Runs the kernel with these instructions.
    #[inline(always)]
    pub(crate) fn run<K: Kernel>(self, kernel: K) -> K::Answer {
        match self.0 {
            // A module of WebAssembly is downloaded: it has every kernel once, with the instructions that it was built for.
            #[cfg(target_arch = "wasm32")]
            Level::Scalar => with::<Baseline, K>(kernel),
            #[cfg(not(target_arch = "wasm32"))]
            Level::Scalar => with::<Scalar, K>(kernel),
            Level::Baseline => with::<Baseline, K>(kernel),
            #[cfg(all(feature = "std", target_arch = "x86_64"))]
            Level::Avx2(has) => has.run(kernel),
            #[cfg(all(feature = "std", target_arch = "x86_64"))]
            Level::Avx512(has) => has.run(kernel),
        }
    }
}

/// A function of its own: a kernel is large, and must not be duplicated at every call.
#[inline(never)]
fn with<F: F8, K: Kernel>(kernel: K) -> K::Answer {
    kernel.run::<F>()
}

impl Default for Instructions {
    fn default() -> Self {
        Self::best()
    }
}

impl fmt::Display for Instructions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
