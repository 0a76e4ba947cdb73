//! Determinism: the same bits in any order, with any number of threads, any instructions and any tick rate, and after a
//! restore.

mod determinism;
mod frame_rate;
mod instructions;
mod kept_surroundings;
mod parity;
mod rollback;
mod saved;
mod tour;
mod twins;
