//! Moves that are made by their name, without the short cuts of the usual ones.

use crate::aim::{Aim, Fate, Pace};
use crate::heading::{self, USUAL};
use crate::moves::{Moves, walk_offset};
use crate::place::Place;
use crate::walker::{Walker, level};
use crate::way::{Act, Step, Way};
use glissando::{Input, State};

/// Ticks of a run to an edge at most.
const MOST_RUN: u32 = 90;

/// The same towards a place.
const MOST_RUN_TO: u32 = 60;

impl Moves<'_> {
    /// Every move that there is, in all headings: for a character that tries to get away.
    pub(crate) fn all_from(&self, walker: &mut Walker<'_>, place: &Place) -> Vec<Step> {
        let mut steps = self.from(walker, place);
        let Some(start) = walker.start(place.position, place.is_crouched) else { return steps };
        for index in 0..heading::ALL {
            let of = heading::ALL;
            for act in [Act::Walk, Act::Jump, Act::RunJump, Act::SlowJump] {
                if act != Act::Walk && (!self.jumps || place.is_crouched) {
                    continue;
                }
                let way = Way { act, heading: index, of, crouch: place.is_crouched };
                steps.extend(self.make(walker, place, &start, way));
            }
        }
        steps
    }

    /// A move by its name, without the short cuts of [`Self::from`].
    pub(crate) fn make(
        &self,
        walker: &mut Walker<'_>,
        place: &Place,
        start: &State,
        way: Way,
    ) -> Option<Step> {
        let mut state = *start;
        let fate = perform(walker, &mut state, way, self.map.grid.size)?;
        self.finish(walker, place, way, fate, state)
    }

    /// Makes a move again, that led to `to`, for the inputs that the walker keeps.
    pub(crate) fn again(
        &self,
        walker: &mut Walker<'_>,
        mut state: State,
        place: &Place,
        way: Way,
        to: Option<&Place>,
    ) {
        let fate = match (way.act, to) {
            (Act::WalkTo | Act::JumpTo | Act::RunJumpTo, Some(to)) => {
                reach_for(walker, &mut state, way.act, to, way.crouch, self.near());
                None
            }
            (Act::Walk, _) if way.of == USUAL => self.walk_again(walker, place, &mut state, way),
            _ => perform(walker, &mut state, way, self.map.grid.size).flatten(),
        };
        walker.rest_through(fate, &mut state, way.crouch);
    }

    fn walk_again(
        &self,
        walker: &mut Walker<'_>,
        place: &Place,
        state: &mut State,
        way: Way,
    ) -> Option<Fate> {
        let known = self.neighbour(&walker.config, place.position, way.heading);
        let other = known.and_then(|id| self.map.places.get(id as usize));
        let is_crouched = place.is_crouched || other.is_some_and(|other| other.is_crouched);
        let ahead = place.position + walk_offset(way.heading, USUAL, self.map.grid.size);
        let other = other.filter(|_| is_crouched == way.crouch);
        let to = other.map_or(Aim::point(ahead), |other| Aim::place(other, &walker.config));
        if way.crouch
            && !is_crouched
            && let Some(fate) = walker.tick(state, Input { crouch: true, ..Input::default() })
        {
            return Some(fate);
        }
        walker.approach(state, &to, way.crouch, self.near()).fate()
    }
}

/// Makes a move from a start at rest; `None` where it is no move. The state is the character then, not yet at rest.
pub(crate) fn perform(
    walker: &mut Walker<'_>,
    state: &mut State,
    way: Way,
    cell: f64,
) -> Option<Option<Fate>> {
    let full = walker.wish(way.heading, way.of);
    let pace = match way.act {
        Act::Walk => {
            let to = state.position + walk_offset(way.heading, way.of, cell);
            walker.approach(state, &Aim::point(to), way.crouch, 0.1 * cell)
        }
        Act::Jump => walker.jump(state, full),
        Act::RunJump | Act::SlowJump => {
            let wish = if way.act == Act::RunJump { full } else { full * 0.5 };
            let off = walker.try_run(state, wish, MOST_RUN)?;
            if let Some(fate) = walker.go_to(state, &off, wish) {
                return Some(Some(fate));
            }
            walker.jump(state, wish)
        }
        Act::WalkTo | Act::JumpTo | Act::RunJumpTo | Act::Ride => return None,
    };
    Some(pace.fate())
}

/// Makes for a place; whether the character then stands there.
pub(crate) fn reach_for(
    walker: &mut Walker<'_>,
    state: &mut State,
    act: Act,
    to: &Place,
    crouch: bool,
    near: f64,
) -> bool {
    if matches!(act, Act::JumpTo | Act::RunJumpTo) {
        let Some(along) = level(to.position - state.position).try_normalize() else { return false };
        let full = along * walker.subject.speed;
        if act == Act::RunJumpTo {
            let off = walker.try_run(state, full, MOST_RUN_TO);
            let Some(off) = off.filter(|off| off.ticks > 0) else { return false };
            if walker.go_to(state, &off, full).is_some() {
                return false;
            }
        }
        if !walker.jump_to(state, to.position) {
            return false;
        }
    }
    let to = Aim::place(to, &walker.config);
    matches!(walker.approach(state, &to, crouch, near), Pace::Arrived)
}
