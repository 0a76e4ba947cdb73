//! The tour: a level that has a bit of everything, and a script that shows it.
//!
//! The level is written as OBJ and read again like any file, so that the copy which the tour leaves behind
//! is what was walked through, bit for bit.

mod level;
mod movers;
#[cfg(test)]
mod moving_tests;
#[cfg(test)]
mod parity_tests;
#[cfg(test)]
mod tests;

/// Name of the level's file.
const LEVEL: &str = "tour.obj";

/// Name of the file of what moves.
const MOVERS: &str = "tour-movers.obj";

/// Name of the script's file.
const SCRIPT: &str = "tour.json";

/// The script.
pub(super) const SCRIPT_TEXT: &str = include_str!("tour.json");

/// What the tour is made of: names and texts of files that make it again.
pub fn files() -> [(&'static str, String); 3] {
    [(LEVEL, level::text()), (MOVERS, movers::text()), (SCRIPT, SCRIPT_TEXT.to_owned())]
}
