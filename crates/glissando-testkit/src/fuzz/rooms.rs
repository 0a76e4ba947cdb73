//! Ordinary rooms, free places in them, and how people lie to each other: for the ordinary kinds.

use super::mix::Mix;
use super::soups::room_with_stairs;
use crate::scenes;
use glissando::crowd::{Member, Placed, parting};
use glissando::{Config, DVec3, Filter, Soup, State, World};

/// A closed room with blocks on its floor, `size` metres to every side of the origin.
pub(super) fn room(mix: &mut Mix, size: f64) -> World {
    scenes::world_of(&furnished(mix, size))
}

/// The same as a soup: with steps, and blocks of other sizes.
fn furnished(mix: &mut Mix, size: f64) -> Soup {
    let mut soup = room_with_stairs(mix, size);
    for number in 1..=mix.integer(0, 4) {
        let (wide, deep) = (size * mix.between(0.05, 0.25), size * mix.between(0.05, 0.25));
        let half = DVec3::new(wide, 0.03 * size * number as f64, deep);
        let at = DVec3 { y: -size, ..mix.vector(0.8 * size) };
        scenes::block(&mut soup, at - half, at + half);
    }
    soup
}

/// Metres that people are apart from all else where they start.
const ROOM: f64 = 0.02;

/// At most `count` states with clear places, each with the index of its settings.
pub(super) fn free_places(
    mix: &mut Mix,
    world: &World,
    size: f64,
    count: usize,
    configs: &[Config],
) -> Vec<(usize, State)> {
    let mut places: Vec<(usize, State)> = Vec::new();
    for _ in 0..count * 6 {
        if places.len() == count {
            break;
        }
        let index = mix.below(configs.len());
        let state = State::at(mix.vector(0.9 * size));
        let shape = configs[index].shape(false);
        let clear = world.clearance(&shape, state.position, 1.0, Filter::ALL).ok().flatten();
        let is_clear = clear.is_none_or(|c| c.distance > ROOM);
        let me = Placed { shape, at: state.position, shell: 1.0 + ROOM };
        let is_alone = places.iter().all(|(other, there)| {
            let other = Placed { shape: configs[*other].shape(false), at: there.position, shell: 1.0 + ROOM };
            parting(&me, &other).gap > ROOM
        });
        if is_clear && is_alone {
            places.push((index, state));
        }
    }
    places
}

/// A member as a body at its place, without a skin.
pub(super) fn placed(member: &Member) -> Placed {
    let State { is_crouching, position, .. } = member.state;
    Placed { shape: member.config.shape(is_crouching), at: position, shell: 1.0 }
}

/// Metres between two members along the plane between them; negative if they overlap.
pub(super) fn gap(one: &Member, two: &Member) -> f64 {
    parting(&placed(one), &placed(two)).gap
}

/// Whether two members meet, by their layers, and neither is soft for the other.
pub(super) fn do_meet(one: &Member, two: &Member) -> bool {
    let hard = |me: &Member, other: &Member| {
        let settings = me.config.settings();
        settings.filter.mask & !settings.soft.layers & other.layers != 0
    };
    hard(one, two) && hard(two, one)
}
