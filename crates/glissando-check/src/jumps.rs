//! The jumps along a heading that may lead anywhere else than a walk.

use crate::gait::TakeOff;
use crate::heading::{self, USUAL};
use crate::moves::Moves;
use crate::place::Place;
use crate::walker::Walker;
use crate::way::{Act, Step, Way};
use glissando::{DVec3, State, Sweep};

/// Ticks of a run within which the ground has to end, where a walk has not got to the next place.
const NEAR_EDGE: u32 = 30;

impl Moves<'_> {
    /// Adds the jumps from a place along one of the usual headings.
    pub(crate) fn jump_on(
        &self,
        walker: &mut Walker<'_>,
        place: &Place,
        start: &State,
        heading: u8,
        is_direct: bool,
        steps: &mut Vec<Step>,
    ) {
        let full = walker.wish(heading, USUAL);
        let (has_edge, take_off) = if is_direct {
            (self.is_run_up(walker, place, heading), None)
        } else {
            let off = walker.run_off(start, full, NEAR_EDGE);
            (off.is_some(), off.filter(TakeOff::is_repeatable))
        };
        let way = |act| Way { act, heading, of: USUAL, crouch: false };
        if has_edge {
            // The same run as far as the edge.
            steps.extend(match take_off {
                Some(off) => self.jump_from(walker, place, &off, way(Act::RunJump), full),
                None => self.make(walker, place, start, way(Act::RunJump)),
            });
            steps.extend(self.make(walker, place, start, way(Act::SlowJump)));
        }
        if !is_direct && (has_edge || has_room_above(walker, start, heading, self.map.grid.size)) {
            steps.extend(self.make(walker, place, start, way(Act::Jump)));
        }
    }

    /// The jump of a run that is known as far as the edge.
    fn jump_from(
        &self,
        walker: &mut Walker<'_>,
        place: &Place,
        off: &TakeOff,
        way: Way,
        wish: DVec3,
    ) -> Option<Step> {
        let mut state = off.state;
        let fate = walker.jump(&mut state, wish).fate();
        self.finish(walker, place, way, fate, state)
    }

    /// Whether the ground ends as many cells ahead as the character needs to get to its speed.
    pub(crate) fn is_run_up(&self, walker: &Walker<'_>, place: &Place, heading: u8) -> bool {
        let pace = walker.config.settings().pace.acceleration;
        let speed = walker.subject.speed;
        let cells = (speed * speed / (2.0 * pace) / self.map.grid.size).ceil().clamp(0.0, 8.0) as i32;
        if cells < 2 {
            return false;
        }
        let (x, z) = self.map.grid.cell(place.position);
        let (dx, dz) = heading::neighbour(heading);
        let rise = self.rise(&walker.config);
        let goes_on = |steps: i32| {
            let most = rise + f64::from(steps) * self.map.grid.size;
            let mut there = self.map.in_cell((x + dx * steps, z + dz * steps));
            there.any(|(_, other)| (other.position.y - place.position.y).abs() <= most)
        };
        (1..cells).all(goes_on) && !goes_on(cells)
    }
}

/// Whether the body could go ahead from somewhere up its jump.
fn has_room_above(walker: &Walker<'_>, state: &State, heading: u8, cell: f64) -> bool {
    let settings = walker.config.settings();
    let gravity = settings.gravity.length().max(1e-3);
    let apex = settings.jump.speed * settings.jump.speed / (2.0 * gravity);
    let shape = walker.config.shape(false);
    let world = walker.subject.world;
    let ahead = heading::unit(heading, USUAL) * cell;
    [1.0, 0.6, 0.3].into_iter().any(|share| {
        let up = DVec3::Y * (apex * share);
        let sweep = |from, way| Sweep::new(shape, from, way).ok().map(|s| s.with_filter(settings.filter));
        let Some(rise) = sweep(state.position, up) else { return false };
        let risen = world.sweep(&rise).map_or(1.0, |hit| hit.fraction);
        let Some(go) = sweep(state.position + up * risen, ahead) else { return false };
        world.sweep(&go).is_none_or(|hit| hit.fraction > 0.5)
    })
}
