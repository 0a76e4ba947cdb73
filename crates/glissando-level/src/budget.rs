//! How much memory a file may ask for: in proportion to its size, so that few bytes cannot ask for many.

use crate::error::Problem;

/// Decoded bytes per byte of input.
const FACTOR: u64 = 16;
/// Decoded bytes that even the smallest file may ask for.
const FREE: u64 = 4 << 20;

/// What is left for decoded data.
#[derive(Debug)]
pub(crate) struct Budget {
    whole: u64,
    left: u64,
}

impl Budget {
    /// The budget of a file of this many bytes.
    pub(crate) fn new(input_bytes: u64) -> Self {
        let whole = input_bytes.saturating_mul(FACTOR).saturating_add(FREE);
        Self { whole, left: whole }
    }

    /// Takes `count * size` bytes before they are allocated.
    pub(crate) fn spend(
        &mut self,
        count: u64,
        size: u64,
        at: impl FnOnce() -> String,
    ) -> Result<(), Problem> {
        match count.checked_mul(size).and_then(|bytes| self.left.checked_sub(bytes)) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => Err(Problem::OutOfProportion { at: at(), most: self.whole }),
        }
    }
}
