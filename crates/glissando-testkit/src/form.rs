//! The two forms of a test with many random cases: a short one, which is the ordinary one, and a long one.
//!
//! A test shows a property; to look for rare exceptions is the work of `glissando-soak` and of the long form, which is for optimised
//! builds: `GLISSANDO_LONG=1 cargo test --release --workspace --features full`. The cases of the short form are the first ones of the
//! long form, and cases that once failed are in both.

/// The variable of the environment that asks for the long form.
pub const LONG: &str = "GLISSANDO_LONG";

/// Whether the long form is asked for.
#[must_use]
pub fn is_long() -> bool {
    std::env::var_os(LONG).is_some()
}

/// A number of cases: the first, or, in the long form, the second.
#[must_use]
pub fn cases<T>(short: T, long: T) -> T {
    if is_long() { long } else { short }
}
