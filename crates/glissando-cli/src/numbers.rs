//! Whole numbers on the command line, with errors that say which ones are accepted.

use std::num::IntErrorKind;

/// A kind of whole number that an argument may be.
pub(crate) trait Whole: TryFrom<u64> {
    /// The largest that it can be.
    const MOST: u64;
}

impl Whole for u64 {
    const MOST: u64 = Self::MAX;
}

impl Whole for usize {
    const MOST: u64 = Self::MAX as u64;
}

/// A whole number from 0 on.
///
/// # Errors
/// A message that says which numbers are accepted.
pub(crate) fn whole<T: Whole>(text: &str) -> Result<T, String> {
    let too_large = || format!("it must be at most {}", T::MOST);
    let number: u64 = text.parse().map_err(|error: std::num::ParseIntError| match error.kind() {
        IntErrorKind::PosOverflow => too_large(),
        _ => "it must be a whole number from 0 on".to_owned(),
    })?;
    T::try_from(number).map_err(|_| too_large())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As `usize` is where it has 32 bits.
    #[derive(Debug, PartialEq)]
    struct Narrow(u32);

    impl TryFrom<u64> for Narrow {
        type Error = std::num::TryFromIntError;

        fn try_from(number: u64) -> Result<Self, Self::Error> {
            u32::try_from(number).map(Self)
        }
    }

    impl Whole for Narrow {
        const MOST: u64 = u32::MAX as u64;
    }

    #[test]
    fn a_number_that_is_too_large_is_told_the_limit_of_its_kind() {
        assert_eq!(whole::<Narrow>("4294967295"), Ok(Narrow(u32::MAX)));
        for text in ["4294967296", "18446744073709551615", "18446744073709551616"] {
            assert_eq!(whole::<Narrow>(text), Err("it must be at most 4294967295".to_owned()));
        }
        assert_eq!(
            whole::<u64>("18446744073709551616"),
            Err("it must be at most 18446744073709551615".to_owned())
        );
        assert_eq!(whole::<usize>("-1"), Err("it must be a whole number from 0 on".to_owned()));
    }
}
