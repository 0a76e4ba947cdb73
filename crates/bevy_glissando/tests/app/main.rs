//! The plugin in apps without a window.

mod common;
mod draw;
mod events;
mod faults;
mod hierarchy;
mod interpolation;
mod movers;
mod order;
mod parity;
mod reflect;
mod rollback;
mod spawning;
mod tour;
