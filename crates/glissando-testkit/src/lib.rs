//! Scenes written once, oracles, slow twins, random generators, walk scripts.

pub mod oracle;
pub mod random;
