//! Bad input is refused by name, and nothing panics, hangs or answers NaN.

mod fuzz;
mod refusals;
mod worlds;
