//! The version of the library that runs, and of the header that was compiled.

/// The major version of this header.
pub const GLS_VERSION_MAJOR: u32 = 0;
/// The minor version of this header. Before 1.0 another minor version has other functions and structures.
pub const GLS_VERSION_MINOR: u32 = 1;
/// The patch version of this header.
pub const GLS_VERSION_PATCH: u32 = 0;

/// The version of the library that runs: `major << 16 | minor << 8 | patch`.
///
/// A program that loads the library at run time compares it with `GLS_VERSION_MAJOR` and `GLS_VERSION_MINOR`.
#[unsafe(no_mangle)]
pub extern "C" fn gls_version() -> u32 {
    GLS_VERSION_MAJOR << 16 | GLS_VERSION_MINOR << 8 | GLS_VERSION_PATCH
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_has_the_version_of_the_crate() {
        let numbers = [GLS_VERSION_MAJOR, GLS_VERSION_MINOR, GLS_VERSION_PATCH].map(|n| n.to_string());
        assert_eq!(numbers.join("."), env!("CARGO_PKG_VERSION"));
    }
}
