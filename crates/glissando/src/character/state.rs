//! The state that a character keeps from tick to tick: plain data to copy, store and send.

use super::config::Config;
use crate::collide::{Collide, Surface};
use crate::math::{DVec3, Vec3};

/// How the ground holds a character.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[repr(u8)]
pub enum Ground {
    /// On ground that it can stand on.
    Standing,
    /// On ground that is too steep: it slides.
    Steep,
    /// On nothing.
    #[default]
    Airborne,
}

impl Ground {
    /// The name in snake case, as serde writes it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Standing => "standing",
            Self::Steep => "steep",
            Self::Airborne => "airborne",
        }
    }
}

/// A character between two ticks: all that a step remembers. Copy it to save, assign it to restore.
///
/// With the feature `serde`, a state that goes through JSON keeps its bits only if `serde_json` has its feature
/// `float_roundtrip`: without it some numbers come back one rounding off, and a replay diverges.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(C)]
pub struct State {
    /// Centre of the body, metres, world space.
    pub position: DVec3,
    /// Metres per second; while standing, relative to the ground.
    pub velocity: DVec3,
    /// The last position that was verified to be clear of all surfaces. See [`State::teleport`].
    pub safe_position: DVec3,
    /// Unit normal of the ground while standing or on steep ground, else zero.
    pub ground_normal: Vec3,
    /// Unit normals of the walls that held the character in the last tick, two in a corner; else zero.
    pub wall_normals: [Vec3; 2],
    /// The surface that it stands or slides on; in the air the last one, `None` if there was none.
    pub support: Option<Surface>,
    /// How the ground holds it.
    pub ground: Ground,
    /// Whether it is crouching.
    pub is_crouching: bool,
    /// Whether jump was pressed in the last tick: a press counts once.
    pub is_jump_held: bool,
    /// Whether the ceiling was touched in the last tick.
    pub is_at_ceiling: bool,
    /// Height along up of the last ledge that it stepped on, in metres; without meaning in the air.
    pub ledge: f64,
    /// Seconds for which a jump is still allowed after leaving the ground.
    pub coyote_left: f32,
    /// Seconds for which a press of jump is still buffered.
    pub buffer_left: f32,
    /// Number of teleports, modulo 2³². [`interpolation`](crate::interpolation) draws no path between two states
    /// where it has changed.
    #[cfg_attr(feature = "serde", serde(default))]
    pub teleports: u32,
}

// Rollback copies thousands of these per frame.
const _: () = assert!(size_of::<State>() <= 192);

impl State {
    /// Its velocity in the world, m/s: while standing with that of the ground.
    pub(crate) fn velocity_in(&self, world: &dyn Collide) -> DVec3 {
        let support = self.support.filter(|_| self.ground == Ground::Standing);
        let carried = support.map_or(DVec3::ZERO, |surface| world.surface_velocity(&surface, self.position));
        self.velocity + carried
    }

    /// At rest, with the lowest point of the standing body a skin above `feet` (metres, world space).
    pub fn with_feet_at(config: &Config, feet: DVec3) -> Self {
        let mover = config.mover(false);
        let up = config.settings().up;
        Self::at(feet + up * mover.body().shell_along(mover.rest_shell(), up))
    }

    /// Moves the character to another place at once, in the air there; its velocity stays.
    ///
    /// Use this rather than writing [`State::position`]: the last safe position moves too, so a blocked destination
    /// does not send the character back to its origin.
    pub fn teleport(&mut self, to: DVec3) {
        (self.position, self.safe_position) = (to, to);
        self.teleports = self.teleports.wrapping_add(1);
        self.leave_surfaces();
    }

    /// Throws the character: it is in the air where it is, with this velocity (m/s, world space). Jump pads, explosions.
    ///
    /// Use this rather than writing [`State::velocity`]: on the ground that would be walked off, and what of it leads up lost.
    pub fn launch(&mut self, velocity: DVec3) {
        self.leave_surfaces();
        self.velocity = velocity;
    }

    /// Forgets the ground, the walls and the ceiling that hold it.
    fn leave_surfaces(&mut self) {
        (self.ground, self.ground_normal) = (Ground::Airborne, Vec3::ZERO);
        (self.wall_normals, self.is_at_ceiling) = ([Vec3::ZERO; 2], false);
        (self.ledge, self.coyote_left) = (f64::MIN, 0.0);
    }

    /// At rest, in the air, at this position (centre of the body).
    pub const fn at(position: DVec3) -> Self {
        Self {
            position,
            velocity: DVec3::ZERO,
            safe_position: position,
            ground_normal: Vec3::ZERO,
            wall_normals: [Vec3::ZERO; 2],
            support: None,
            ground: Ground::Airborne,
            is_crouching: false,
            is_jump_held: false,
            is_at_ceiling: false,
            ledge: f64::MIN,
            coyote_left: 0.0,
            buffer_left: 0.0,
            teleports: 0,
        }
    }
}

/// The player's input for one tick.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Input {
    /// Wanted velocity, m/s; on foot and in the air its part along up does not count. On a slope it is the speed over level ground: the
    /// way along the slope is longer.
    pub wish: DVec3,
    /// Whether jump is pressed.
    pub jump: bool,
    /// Whether crouch is pressed.
    pub crouch: bool,
    /// Fly: no gravity, no ground, the wish counts in all directions.
    pub fly: bool,
}
