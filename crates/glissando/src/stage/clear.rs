//! Whether the characters that were carried and shoved overlap no other: in most ticks they do not, and no room has to be made.
//!
//! That is the first question of `room.rs`, asked here about the characters near the moved ones alone.

use super::chain::{Link, lack};
use super::effect::Effects;
use super::{Stage, StageCharacter, StageState};
use crate::input::InputError;
use crate::math::DVec3;
use crate::sorting;

/// With more characters that have moved, or more kinds of characters, looking at all pairs soon costs less.
const FEW: usize = 64;

/// Boxes are larger by this factor: rounding.
const MARGIN: f64 = 1.0 + 1e-9;

impl Stage {
    /// A character that may be part of a chain.
    pub(super) fn link(
        &self,
        actor: &StageCharacter,
        (index, effects): (usize, &Effects),
    ) -> Result<Link, InputError> {
        let mover = self.config_of(actor)?.mover(actor.state.is_crouching);
        let way = [actor.state.position, effects.places[index]];
        Ok(Link::new(mover, way, actor.layers, effects.is_squeezed(index)))
    }

    /// Whether none of the moved characters overlaps another; maybe not found where many have moved.
    pub(super) fn are_clear(
        &self,
        state: &StageState,
        effects: &Effects,
        moved: &[u32],
    ) -> Result<bool, InputError> {
        if moved.len() > FEW || self.configs.len() > FEW {
            return Ok(false);
        }
        let most = |sum: f64, way: f64| if way > sum { way } else { sum };
        let way = |index: &u32| {
            let index = *index as usize;
            (effects.places[index] - state.characters[index].state.position).length()
        };
        let widths = self.configs.iter().flat_map(|config| [false, true].map(|low| config.body(low)));
        let widest = widths.map(|mover| mover.largest_radius() * mover.sweep_shell()).fold(0.0, most);
        // Twice: of the moved one, and of the other, which may have moved as well.
        let reach = (moved.iter().map(way).fold(0.0, most) + widest) * (2.0 * MARGIN);
        // The moved ones along an axis: each character is compared with those beside it.
        let mut along = [(0.0, 0); FEW];
        let along = &mut along[..moved.len()];
        for (place, &index) in along.iter_mut().zip(moved) {
            *place = (effects.places[index as usize].x, index);
        }
        sorting::sort_by(along, |a, b| a.0.total_cmp(&b.0));
        let farthest = along.iter().map(|(x, _)| x.abs()).fold(0.0, most);
        let beside = reach * MARGIN + farthest * 2.0 * (MARGIN - 1.0);
        for (other, &to) in (0..).zip(&effects.places) {
            let first = along.partition_point(|(x, _)| *x < to.x - beside);
            for &(_, index) in along[first..].iter().take_while(|(x, _)| *x <= to.x + beside) {
                let at = effects.places[index as usize];
                let room = DVec3::splat(reach) + at.abs() * (MARGIN - 1.0) - (to - at).abs();
                let is_near = room.x >= 0.0 && room.z >= 0.0 && room.y >= 0.0;
                if is_near && other != index && self.overlap(state, effects, [index, other])? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Whether two characters overlap, one of which has moved.
    #[inline(never)]
    fn overlap(&self, state: &StageState, effects: &Effects, pair: [u32; 2]) -> Result<bool, InputError> {
        let link = |index: u32| {
            let place = index as usize;
            Ok((self.link(&state.characters[place], (place, effects))?, effects.places[place], index))
        };
        let [mut one, mut two] = [link(pair[0])?, link(pair[1])?];
        if !one.0.range(one.1).meets(&two.0.range(two.1)) {
            return Ok(false);
        }
        // In the order of a pair.
        if one.1.total_cmp(two.1).then(one.2.cmp(&two.2)).is_gt() {
            core::mem::swap(&mut one, &mut two);
        }
        Ok(lack((&one.0, one.1), (&two.0, two.1)).1 > 0.0)
    }
}
