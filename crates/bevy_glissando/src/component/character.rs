//! Characters: body, intent, start, and what the last tick left.

use super::settings::{BodyShape, GroundRules, Inherit, JumpRules, PaceRules, SoftRules};
use crate::StageOrder;
use crate::write::{Drawn, Written};
use bevy_ecs::prelude::*;
use bevy_math::{DQuat, DVec3, Vec3};
use bevy_reflect::prelude::*;
use bevy_transform::components::Transform;
use glissando::stage::StageCharacter;
use glissando::{Filter, Input, Settings, stage};

/// A character: the shape of its body and its rules of motion. Its entity's translation is the centre of the body.
///
/// The plugin writes the translation after every tick and leaves rotation and scale alone: the rotation is the game's, for the
/// facing, and the body's size does not follow the scale. A translation that the game writes is a teleport. All numbers are those
/// of [`glissando::Settings`], in metres and seconds; a change counts from the next tick on.
#[derive(Component, Reflect, Clone, Debug, PartialEq)]
#[reflect(Component, Default, Debug, Clone, PartialEq)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize),
    serde(default)
)]
#[require(CharacterIntent, CharacterMotion, StageOrder, Transform, Written, Drawn)]
pub struct CharacterBody {
    /// The shape. Default an ellipsoid.
    pub shape: BodyShape,
    /// Half width, half height and half depth, metres. Default 0.4, 0.9, 0.4.
    pub radii: DVec3,
    /// The same when crouching. Default 0.4, 0.5, 0.4.
    pub crouch_radii: DVec3,
    /// Radius that rounds the edges of a box or a cylinder, metres. Default 0.02.
    pub rounding: f64,
    /// Orientation of the body, whatever the rotation of the entity. Default identity.
    pub rotation: DQuat,
    /// Direction of up; any length but zero. Default +Y.
    pub up: DVec3,
    /// Acceleration in the air, m/s². Default 9.81 down.
    pub gravity: DVec3,
    /// Gap kept to surfaces, metres; `None` is a hundredth of the smallest of the radii.
    pub skin: Option<f64>,
    /// Bit mask of the layers of colliders and triggers that it meets. Default all.
    pub mask: u32,
    /// Slopes, steps and snapping.
    pub ground: GroundRules,
    /// How fast velocity follows the wish.
    pub pace: PaceRules,
    /// Jumping.
    pub jump: JumpRules,
    /// Share of the ground's velocity kept when leaving it. Default all.
    pub inherit: Inherit,
    /// Obstacles that can be entered and push the character out. Default none.
    pub soft: SoftRules,
    /// kg, among characters and balls that push each other. Default 80.
    pub mass: f64,
    /// The force with which it pushes others, newtons. Default 600.
    pub strength: f64,
    /// Bit mask of the layers on which other characters meet it. Default the first.
    pub layers: u32,
}

impl Default for CharacterBody {
    fn default() -> Self {
        let usual = Settings::default();
        Self {
            shape: BodyShape::default(),
            radii: usual.radii.into(),
            crouch_radii: usual.crouch_radii.into(),
            rounding: usual.rounding,
            rotation: usual.rotation.into(),
            up: usual.up.into(),
            gravity: usual.gravity.into(),
            skin: usual.skin,
            mask: usual.filter.mask,
            ground: GroundRules::default(),
            pace: PaceRules::default(),
            jump: JumpRules::default(),
            inherit: Inherit::default(),
            soft: SoftRules::default(),
            mass: 80.0,
            strength: 600.0,
            layers: 1,
        }
    }
}

impl CharacterBody {
    /// An ellipsoid of this half width and half height, metres.
    pub fn ellipsoid(radius: f64, half_height: f64) -> Self {
        Self::of(BodyShape::Ellipsoid, DVec3::new(radius, half_height, radius))
    }

    /// A capsule of this radius and half of its whole height, metres.
    pub fn capsule(radius: f64, half_height: f64) -> Self {
        Self::of(BodyShape::Capsule, DVec3::new(radius, half_height, radius))
    }

    /// A box of these half extents, metres.
    pub fn cuboid(half_extents: DVec3) -> Self {
        Self::of(BodyShape::Box, half_extents)
    }

    /// A cylinder of this radius and half height, metres.
    pub fn cylinder(radius: f64, half_height: f64) -> Self {
        Self::of(BodyShape::Cylinder, DVec3::new(radius, half_height, radius))
    }

    fn of(shape: BodyShape, radii: DVec3) -> Self {
        let crouch_radii = Settings::default().with_radii(radii.into()).crouch_radii.into();
        Self { shape, radii, crouch_radii, ..Self::default() }
    }

    /// The settings for the library, unchecked.
    pub fn settings(&self) -> Settings {
        Settings {
            body: self.shape.into(),
            radii: self.radii.into(),
            crouch_radii: self.crouch_radii.into(),
            rounding: self.rounding,
            rotation: self.rotation.into(),
            up: self.up.into(),
            gravity: self.gravity.into(),
            skin: self.skin,
            filter: Filter { mask: self.mask },
            ground: self.ground.into(),
            pace: self.pace.into(),
            jump: self.jump.into(),
            inherit: self.inherit.into(),
            soft: self.soft.into(),
        }
    }
}

/// What a character is to do: written by players' input, AI or the network, read by every tick.
///
/// Write it in `FixedPreUpdate`, in `FixedUpdate` before [`GlissandoSystems::Sync`](crate::GlissandoSystems), or once a frame in
/// `RunFixedMainLoop` in `RunFixedMainLoopSystems::BeforeFixedMainLoop`. It stays as it is until it is written again.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq)]
#[reflect(Component, Default, Debug, Clone, PartialEq)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize),
    serde(default)
)]
pub struct CharacterIntent {
    /// Wanted velocity in the world, m/s; on foot its part along up does not count.
    pub wish: Vec3,
    /// Whether jump is held (pressed, not just pressed): the library counts each press once.
    pub jump: bool,
    /// Whether crouch is held.
    pub crouch: bool,
    /// Fly: no gravity, no ground, the wish counts in all directions.
    pub fly: bool,
}

impl CharacterIntent {
    /// The input for the library.
    pub fn input(&self) -> Input {
        let Self { wish, jump, crouch, fly } = *self;
        Input { wish: crate::pose::vector(wish), jump, crouch, fly }
    }
}

/// Where a character joins the stage, in `f64`; without it at its entity's translation. Taken off the entity when it joins.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq)]
#[reflect(Component, Debug, Clone, PartialEq)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize)
)]
pub enum CharacterStart {
    /// The centre of the body, metres, in the world.
    Centre(DVec3),
    /// The place under its feet, metres, in the world: the standing body is a skin above it.
    Feet(DVec3),
}

/// How the ground holds a character.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[reflect(Default, Debug, Clone, PartialEq, Hash)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize)
)]
pub enum Ground {
    /// On ground that it can stand on.
    Standing,
    /// On ground that is too steep: it slides.
    Steep,
    /// On nothing.
    #[default]
    Airborne,
}

impl From<glissando::Ground> for Ground {
    fn from(ground: glissando::Ground) -> Self {
        match ground {
            glissando::Ground::Standing => Self::Standing,
            glissando::Ground::Steep => Self::Steep,
            glissando::Ground::Airborne => Self::Airborne,
        }
    }
}

/// The effect of the moving world on a character in a tick, the gravest first.
#[derive(Reflect, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[reflect(Default, Debug, Clone, PartialEq, Hash)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize)
)]
pub enum Outcome {
    /// Squeezed by surfaces that do not yield: it stays put, overlaps, and makes no move of its own.
    Crushed,
    /// Squeezed, and a mover yielded.
    Blocked,
    /// Shoved by an approaching surface.
    Pushed,
    /// Carried by its support.
    Carried,
    /// Neither carried nor pushed.
    #[default]
    Unaffected,
}

impl From<stage::Outcome> for Outcome {
    fn from(outcome: stage::Outcome) -> Self {
        match outcome {
            stage::Outcome::Crushed => Self::Crushed,
            stage::Outcome::Blocked => Self::Blocked,
            stage::Outcome::Pushed => Self::Pushed,
            stage::Outcome::Carried => Self::Carried,
            stage::Outcome::Unaffected => Self::Unaffected,
        }
    }
}

/// What the last tick left of a character; written by every tick, for reading.
///
/// To change it, use [`GlissandoStage::character_mut`](crate::GlissandoStage::character_mut), which has the whole state.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq)]
#[reflect(Component, Default, Debug, Clone, PartialEq)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize),
    serde(default)
)]
pub struct CharacterMotion {
    /// Centre of the body, metres, in the world, with all its digits.
    pub position: DVec3,
    /// Velocity, m/s; while standing, relative to the ground.
    pub velocity: DVec3,
    /// How the ground holds it.
    pub ground: Ground,
    /// Unit normal of the ground while standing or on steep ground, else zero.
    pub ground_normal: Vec3,
    /// Whether it is crouching.
    pub is_crouching: bool,
    /// The effect of the moving world in the last tick.
    pub outcome: Outcome,
    /// Distance and direction that the moving world took it in the last tick, metres.
    pub carried: DVec3,
    /// The turn of its support in the last tick, as axis times tangent of half the angle, for a view that turns along.
    pub turn: DVec3,
}

impl CharacterMotion {
    /// Whether it stands on ground.
    pub fn is_grounded(&self) -> bool {
        self.ground == Ground::Standing
    }

    pub(crate) fn of(actor: &StageCharacter, report: Option<&stage::CharacterReport>) -> Self {
        let state = &actor.state;
        Self {
            position: state.position.into(),
            velocity: state.velocity.into(),
            ground: state.ground.into(),
            ground_normal: state.ground_normal.into(),
            is_crouching: state.is_crouching,
            outcome: report.map_or_else(Outcome::default, |report| report.outcome.into()),
            carried: report.map_or(DVec3::ZERO, |report| report.moved.into()),
            turn: report.map_or(DVec3::ZERO, |report| report.turn.into()),
        }
    }
}
