//! The fair: one scene for each thing that moves, throws, opens, squeezes or rolls.

mod crowd;
mod crushers;
mod doors;
mod lifts;
mod pads;
mod pool;
mod tables;

use super::{Entry, Group};
use std::borrow::Cow;

/// A scene of the fair: its script names `NAME.obj`, and `NAME-movers.obj` for the parts that move or are touched.
struct Booth {
    name: &'static str,
    title: &'static str,
    about: &'static str,
    script: &'static str,
    ground: fn() -> String,
    movers: Option<fn() -> String>,
}

const BOOTHS: &[Booth] =
    &[lifts::BOOTH, doors::BOOTH, tables::BOOTH, crushers::BOOTH, pads::BOOTH, pool::BOOTH, crowd::BOOTH];

/// Their entries.
pub(super) fn entries() -> impl Iterator<Item = Entry> {
    BOOTHS.iter().map(|booth| {
        let Booth { name, title, about, script, .. } = *booth;
        Entry { name, title, about, group: Group::Fair, script: Cow::Borrowed(script) }
    })
}

/// Their level files.
pub(super) fn files() -> impl Iterator<Item = (String, String)> {
    BOOTHS.iter().flat_map(|booth| {
        let ground = (format!("{}.obj", booth.name), (booth.ground)());
        let movers = booth.movers.map(|movers| (format!("{}-movers.obj", booth.name), movers()));
        std::iter::once(ground).chain(movers)
    })
}
