//! Balls in a tick: they fly through the moving world, among characters that are carried and shoved.

use super::beside_balls::Clearing;
use super::press::Pressed;
use super::report::{BallReport, StageEvent, StageEventKind};
use super::scratch::StageScratch;
use super::with_balls::Obstacle;
use super::{Stage, StageState};
use crate::balls::{self, Ball, Impact, MovingCharacter, Other, Press, Presser, Surroundings};
use crate::collide::{Contact, Filter, Hit, Sweep};
use crate::geometry::Shape;
use crate::handle::Owner;
use crate::input::InputError;
use crate::math::DVec3;
use crate::motion::Motion;
use crate::slide::SlidePlane;
use crate::world::World;
use alloc::vec::Vec;

/// Working memory for the balls.
#[derive(Clone, Debug, Default)]
pub(super) struct BallScratch {
    pub(super) flight: balls::Scratch,
    moving: Vec<MovingCharacter>,
    /// The balls after the tick.
    pub(super) next: Vec<Ball>,
    pub(super) obstacles: Vec<Obstacle>,
    /// Of each character that moves, the box about it without a ball.
    pub(super) clearings: Vec<Option<Clearing>>,
    pub(super) pressed: Vec<Pressed>,
    /// Lists of walls for those to come.
    pub(super) spare_walls: Vec<Vec<SlidePlane>>,
    pub(super) pressers: Vec<Presser>,
    pub(super) presses: Vec<Press>,
    pub(super) reports: Vec<BallReport>,
    pub(super) impacts: Vec<Impact>,
}

impl Stage {
    /// Moves the balls, and stores the change of the characters' velocities.
    pub(super) fn fly_balls(
        &self,
        state: &StageState,
        dt: f64,
        scratch: &mut StageScratch,
    ) -> Result<(), InputError> {
        let StageScratch { effects, balls, .. } = scratch;
        let BallScratch { flight, moving, next, obstacles, reports, impacts, .. } = balls;
        moving.clear();
        next.clear();
        obstacles.clear();
        reports.clear();
        impacts.clear();
        if state.balls.is_empty() {
            return Ok(());
        }
        for (index, actor) in state.characters.iter().enumerate() {
            let mover = self.config_of(actor)?.mover(actor.state.is_crouching);
            let from = actor.state.position;
            let taken = effects.places[index] - from;
            moving.push(MovingCharacter {
                shape: mover.shape(),
                shell: mover.sweep_shell(),
                from,
                displacement: taken,
                velocity: actor.state.velocity + taken / dt,
                // A squeezed character does not yield.
                mass: if effects.is_squeezed(index) { f64::INFINITY } else { actor.mass },
            });
        }
        next.extend_from_slice(&state.balls);
        let flown = balls::fly(&InMotion(&self.world), &self.balls, next, moving, dt, flight)?;
        impacts.extend_from_slice(flown.impacts);
        reports
            .extend(flight.damped_and_held().map(|(is_damped, is_held)| BallReport { is_damped, is_held }));
        for (index, (moving, velocity)) in moving.iter().zip(flight.character_velocities()).enumerate() {
            let struck = velocity - moving.velocity;
            if struck != DVec3::ZERO {
                effects.of(index).struck = struck;
            }
        }
        let ids = state.balls.ids().iter().copied();
        for (id, Ball { position: at, velocity, radius, .. }) in ids.zip(next.iter().copied()) {
            obstacles.push(Obstacle { id, at, radius, velocity });
        }
        Ok(())
    }
}

impl BallScratch {
    /// Reports the balls' hits to the characters.
    pub(super) fn report_hits(&self, state: &StageState, dt: f64, events: &mut Vec<StageEvent>) {
        for impact in &self.impacts {
            let Other::Character(index) = impact.other else { continue };
            let (Some(character), Some(ball)) =
                (state.characters.id(index as usize), state.balls.id(impact.ball))
            else {
                continue;
            };
            let Impact { time, impulse, approach, .. } = *impact;
            let (moving, actor) = (&self.moving[index as usize], &state.characters[index as usize]);
            let position = moving.from + moving.displacement * (time / dt);
            let kind = StageEventKind::HitByBall { ball, impulse, speed: approach };
            events.push(StageEvent { time, character, position, velocity: actor.state.velocity, kind });
        }
    }
}

/// A decorator over `World`: its bodies in motion.
struct InMotion<'a>(&'a World);

impl Surroundings for InMotion<'_> {
    fn is_still(&self) -> bool {
        !self.0.is_in_motion()
    }

    fn holds_balls_inside_walls(&self) -> bool {
        true
    }

    fn sweep(&self, sweep: &Sweep, (from, to): (f64, f64)) -> Option<Hit> {
        self.0.first_touch_during(sweep, from, to, None)
    }

    fn contacts(
        &self,
        shape: &Shape,
        at: DVec3,
        radii: f64,
        filter: Filter,
        share: f64,
        found: &mut Vec<Contact>,
    ) {
        self.0.contacts_at_share(shape, at, radii, filter, share, found);
    }

    fn motion(&self, owner: Owner) -> Motion {
        self.0.motion_of(owner)
    }
}
