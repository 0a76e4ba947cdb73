//! Tests of one character as sentences: "walk north for two seconds, jump, expect a landing", each tick judged on the way
//! before every triangle of the world. The program's scripts of JSON are another thing (`glissando_play::script`).

mod ask;
mod expect;
mod setup;
mod walk;

pub use setup::Start;
pub use walk::{Happened, Walk, What};
