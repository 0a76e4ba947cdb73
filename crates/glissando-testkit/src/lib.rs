//! Scenes written once, oracles, slow twins, random generators, walk scripts.
