//! The program as a user runs it: each test runs in a folder of its own.

mod arguments;
mod array;
mod check;
mod files;
mod folder;
#[cfg(not(all(feature = "serve", feature = "window")))]
mod missing;
mod moving;
#[cfg(feature = "window")]
mod play;
mod pool;
mod query;
mod record;
mod render;
mod scenes;
#[cfg(feature = "serve")]
mod serve;
mod surfaces;
mod table;
mod walk;
mod warnings;
