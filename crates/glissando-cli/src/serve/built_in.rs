//! The page that was built into the program: nothing where `web/dist` was not there.

use super::files::Coding;

/// A file of the page.
#[derive(Clone, Copy, Debug)]
pub(super) struct BuiltIn {
    /// Where the page looks for it, without a first `/`.
    pub(super) path: &'static str,
    pub(super) bytes: &'static [u8],
    pub(super) coding: Coding,
}

/// All files of the page, as the build script found them.
pub(super) const FILES: &[BuiltIn] = include!(concat!(env!("OUT_DIR"), "/page.rs"));
