//! Where a move ends: the character comes to rest, and that is a place.

use crate::aim::{Aim, Fate, Pace};
use crate::ground::describe;
use crate::moves::Moves;
use crate::place::{Place, PlaceId};
use crate::walker::{Walker, level};
use crate::way::{End, Step, Way};
use glissando::{Ground, State};

impl Moves<'_> {
    /// Lets the character come to rest, and finds the place where that is.
    pub(crate) fn finish(
        &self,
        walker: &mut Walker<'_>,
        place: &Place,
        way: Way,
        fate: Option<Fate>,
        mut state: State,
    ) -> Option<Step> {
        let acted = matches!(fate, Some(Fate::Act(..)));
        let step = |end| Some(Step { way, end, ticks: 0, acted });
        match walker.rest_through(fate, &mut state, way.crouch) {
            Fate::Rest(mut state) => {
                // A crouching character stands up again where there is room.
                if state.is_crouching
                    && let Fate::Rest(risen) = walker.rest(&mut state, false, 1.0)
                {
                    state = risen;
                }
                let off = state.position - place.position;
                let is_here = level(off).length() < 0.5 * self.map.grid.size
                    && off.y.abs() < 0.5 * self.rise(&walker.config);
                if is_here { None } else { step(self.join(walker, &state)?) }
            }
            Fate::Out(left) => step(End::Out(left)),
            Fate::Stuck(at) => step(End::Stuck(at)),
            Fate::Dead => step(End::Dead),
            Fate::Restless | Fate::Act(..) => None,
        }
    }

    /// The place of the map in whose cell the character rests, if it can walk to it; else a place of its own. `None` where a
    /// character that is put down does not stay, so that nothing could be tried from there.
    fn join(&self, walker: &mut Walker<'_>, state: &State) -> Option<End> {
        let rise = self.rise(&walker.config);
        let cell = self.map.grid.cell(state.position);
        let off = |place: &Place| (place.position - state.position).length();
        // A few, the nearest first.
        let mut near: Vec<(PlaceId, Place)> = Vec::new();
        for (id, place) in self.map.in_cell(cell) {
            if (place.position.y - state.position.y).abs() <= rise {
                near.insert(near.partition_point(|(_, other)| off(other) <= off(place)), (id, *place));
            }
        }
        for (id, other) in near {
            if self.is_plain_to(walker, state, &other) {
                return Some(End::Known(id));
            }
            let mut state = *state;
            let to = Aim::place(&other, &walker.config);
            if matches!(walker.approach(&mut state, &to, other.is_crouched, self.near()), Pace::Arrived) {
                return Some(End::Known(id));
            }
        }
        let stays = walker.start(state.position, state.is_crouching)?;
        let is_there = level(stays.position - state.position).length() < 0.25 * self.map.grid.size;
        is_there.then(|| End::New(describe(walker, state)))
    }

    /// Whether the way of a resting character to a place is one over plain ground, which it walks for sure.
    fn is_plain_to(&self, walker: &mut Walker<'_>, state: &State, place: &Place) -> bool {
        let Some(plain) = &self.map.plain else { return false };
        let is_upright = state.ground == Ground::Standing && !state.is_crouching;
        is_upright && plain.is_between(walker, state.position, place)
    }
}
