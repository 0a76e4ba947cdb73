//! The program `glissando`.

fn main() {}
