//! Scripts: "walk north for two seconds, jump, expect a landing", each tick judged on the way.

mod ask;
mod expect;
mod setup;
mod walk;

pub use setup::Start;
pub use walk::{Happened, Walk, What};
