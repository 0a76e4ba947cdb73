//! Bad input is refused by name; no call panics, hangs or returns NaN.

mod fuzz;
mod refusals;
mod worlds;
