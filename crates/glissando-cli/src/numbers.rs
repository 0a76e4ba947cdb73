//! Whole numbers on the command line, with errors that say which ones are accepted.

use std::num::IntErrorKind;

/// A whole number from 0 on.
///
/// # Errors
/// A message that says which numbers are accepted.
pub(crate) fn whole<T: TryFrom<u64>>(text: &str) -> Result<T, String> {
    let too_large = || format!("it must be at most {}", u64::MAX);
    let number: u64 = text.parse().map_err(|error: std::num::ParseIntError| match error.kind() {
        IntErrorKind::PosOverflow => too_large(),
        _ => "it must be a whole number from 0 on".to_owned(),
    })?;
    T::try_from(number).map_err(|_| too_large())
}
