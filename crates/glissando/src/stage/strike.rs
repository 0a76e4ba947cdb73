//! A wall or a ceiling in motion that reaches a character in the air.
//!
//! The world moves first and gives the character the wall's speed, so its own move finds no hit: the hit is reported here, once per
//! touch, by the rules of the own move.

use super::effect::WorldEffect;
use super::shoved::Reached;
use crate::character::{Config, Event, EventKind, Ground, State, is_ceiling, is_same_wall};
use crate::collide::Collide;
use crate::math::{DVec3, Vec3};
use crate::slide::SlidePlane;

/// The walls and ceilings in motion that a character in the air touches as the movers have come to rest.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Strike {
    walls: [Vec3; 2],
    is_overhead: bool,
    /// The hit, if it was not touched before.
    pub(super) event: Option<Event>,
}

impl Strike {
    /// Forgets all touches.
    pub(super) const fn forget(&mut self) {
        let Self { walls, is_overhead, event } = self;
        (*walls, *is_overhead, *event) = ([Vec3::ZERO; 2], false, None);
    }

    /// Sets that of a character with this state at the start of a tick of `dt` seconds, which `pushes` touch at its end.
    #[inline]
    pub(super) fn set(
        effect: &mut WorldEffect,
        pushes: &[SlidePlane],
        character: (&Config, &State),
        world: &dyn Collide,
        dt: f64,
    ) {
        effect.strike.forget();
        let is_reached = !pushes.is_empty() || effect.shoved.reached.is_some();
        if is_reached && character.1.ground != Ground::Standing && effect.shoved.squeeze.is_none() {
            effect.strike = Self::of(effect, pushes, character, world, dt);
        }
    }

    /// That of a character in the air that something has reached.
    #[inline(never)]
    fn of(
        effect: &WorldEffect,
        pushes: &[SlidePlane],
        (config, state): (&Config, &State),
        world: &dyn Collide,
        dt: f64,
    ) -> Self {
        let mut strike = Self::default();
        let settings = config.settings();
        // Ground is landed on, which the own move reports.
        let is_ground = |normal: DVec3| normal.dot(settings.up) >= settings.ground.cos_climb;
        for normal in pushes.iter().map(|push| push.normal).filter(|normal| !is_ground(*normal)) {
            strike.keep(state, normal, is_ceiling(normal, settings.up));
        }
        let reached = effect.shoved.reached.filter(|reached| !is_ground(reached.normal));
        if let Some(Reached { share, at, surface, point, normal }) = reached {
            let speed = normal.dot(world.surface_velocity(&surface, point) - state.velocity);
            let is_overhead = is_ceiling(normal, settings.up);
            let is_known = if is_overhead { state.is_at_ceiling } else { knows(&state.wall_normals, normal) };
            let kind = if is_overhead {
                EventKind::HitCeiling { speed, normal, surface }
            } else {
                EventKind::HitWall { speed, normal, surface }
            };
            let event = Event { time: share * dt, position: at, velocity: state.velocity, kind };
            strike.event = (!is_known && speed > 0.0).then_some(event);
            strike.add(normal, is_overhead);
        }
        strike
    }

    /// Keeps a touch that the state knows: a wall that catches up with what it has thrown strikes once.
    fn keep(&mut self, state: &State, normal: DVec3, is_overhead: bool) {
        if if is_overhead { state.is_at_ceiling } else { knows(&state.wall_normals, normal) } {
            self.add(normal, is_overhead);
        }
    }

    fn add(&mut self, normal: DVec3, is_overhead: bool) {
        if is_overhead {
            self.is_overhead = true;
        } else {
            add_wall(&mut self.walls, normal.as_vec3());
        }
    }

    /// Notes the touches in a state.
    #[inline]
    pub(super) fn note(&self, state: &mut State) {
        // The first wall is in the first place.
        if self.is_overhead || self.walls[0] != Vec3::ZERO {
            self.note_all(state);
        }
    }

    #[inline(never)]
    fn note_all(&self, state: &mut State) {
        state.is_at_ceiling |= self.is_overhead;
        for wall in self.walls.into_iter().filter(|wall| *wall != Vec3::ZERO) {
            add_wall(&mut state.wall_normals, wall);
        }
    }
}

fn knows(walls: &[Vec3], normal: DVec3) -> bool {
    walls.iter().any(|wall| is_same_wall(wall.as_dvec3(), normal))
}

/// Adds a wall that is not there yet, if there is room for it.
fn add_wall(walls: &mut [Vec3; 2], wall: Vec3) {
    if !knows(&walls[..], wall.as_dvec3())
        && let Some(free) = walls.iter_mut().find(|other| **other == Vec3::ZERO)
    {
        *free = wall;
    }
}
