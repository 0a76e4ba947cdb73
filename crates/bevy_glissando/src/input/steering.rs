//! A player's input becomes a wish along the view, and no press of jump is lost between two ticks.

use crate::component::{CharacterBody, CharacterIntent};
use crate::fault::{Faults, StageError};
use bevy_ecs::prelude::*;
use bevy_math::{Mat3A, Vec2, Vec3};
use bevy_reflect::prelude::*;
use bevy_transform::helper::TransformHelper;

/// How a player's input moves a character: speeds, and the view that "ahead" is of. It goes on the entity of the
/// [`CharacterBody`].
///
/// Each tick writes `wish`, `jump` and `crouch` of its [`CharacterIntent`] from its [`PlayerInput`], in
/// [`SteeringSystems::Steer`](crate::SteeringSystems); `fly` is the game's.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// use bevy_glissando::prelude::*;
/// # fn spawn(mut commands: Commands, camera: Entity) {
/// // With the feature `keys`: add `KeyControls::default()`.
/// commands.spawn((CharacterBody::capsule(0.4, 0.9), Steering { view: Some(camera), ..Steering::default() }));
/// # }
/// ```
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq)]
#[reflect(Component, Default, Debug, Clone, PartialEq)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize),
    serde(default)
)]
#[require(PlayerInput, CharacterIntent)]
pub struct Steering {
    /// Speed on foot, m/s. Default 3.5.
    pub walk_speed: f32,
    /// Speed while run is held, m/s. Default 6.5.
    pub run_speed: f32,
    /// Speed while crouch is held, m/s. Default 1.5.
    pub crouch_speed: f32,
    /// The entity that looks ahead along its -Z, the camera as a rule; `None` is the character itself, whose rotation is the game's.
    #[entities]
    pub view: Option<Entity>,
}

impl Default for Steering {
    fn default() -> Self {
        Self { walk_speed: 3.5, run_speed: 6.5, crouch_speed: 1.5, view: None }
    }
}

/// What a player holds and presses. An adapter writes it once a frame, in [`SteeringSystems::Read`](crate::SteeringSystems); so may
/// a game's own reader of devices, a replay or the network.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq)]
#[reflect(Component, Default, Debug, Clone, PartialEq)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize),
    serde(default)
)]
pub struct PlayerInput {
    /// To the right and ahead, each from -1 to 1. A length above 1, of two keys for instance, counts as 1.
    pub way: Vec2,
    /// Whether run is held.
    pub run: bool,
    /// Whether jump is held.
    pub jump: bool,
    /// Whether jump has been pressed since the last tick, though it may be up again. The tick clears it.
    pub jump_pressed: bool,
    /// Whether crouch is held.
    pub crouch: bool,
}

/// Writes intents from what players press.
pub(super) fn steer(
    mut players: Query<(Entity, &Steering, &PlayerInput, Option<&CharacterBody>, &mut CharacterIntent)>,
    helper: TransformHelper,
    mut faults: Faults,
) {
    for (entity, steering, input, body, mut intent) in &mut players {
        let view = steering.view.unwrap_or(entity);
        let Ok(seen) = helper.compute_global_transform(view) else {
            faults.report(entity, "Steering", StageError::NoView { view });
            intent.set_if_neq(CharacterIntent { fly: intent.fly, ..CharacterIntent::default() });
            continue;
        };
        faults.mended(entity, "Steering");
        let up = body.and_then(|body| body.up.as_vec3().try_normalize()).unwrap_or(Vec3::Y);
        let speed = if input.crouch {
            steering.crouch_speed
        } else if input.run {
            steering.run_speed
        } else {
            steering.walk_speed
        };
        let [right, ahead] = directions(&seen.affine().matrix3, up, intent.fly);
        let way = input.way.clamp_length_max(1.0);
        let intended = CharacterIntent {
            wish: (right * way.x + ahead * way.y) * speed,
            jump: input.jump || input.jump_pressed,
            crouch: input.crouch,
            fly: intent.fly,
        };
        intent.set_if_neq(intended);
    }
}

/// Right and ahead of a view: on the plane across `up`, or in space for who flies.
fn directions(view: &Mat3A, up: Vec3, flies: bool) -> [Vec3; 2] {
    let axis =
        |column: bevy_math::Vec3A, otherwise: Vec3| Vec3::from(column).try_normalize().unwrap_or(otherwise);
    let (ahead, top) = (-axis(view.z_axis, Vec3::Z), axis(view.y_axis, Vec3::Y));
    if flies {
        return [ahead.cross(top).normalize_or_zero(), ahead];
    }
    let level = |v: Vec3| (v - up * v.dot(up)).try_normalize();
    let steep = ahead.dot(up);
    // A view straight down has its top ahead, one straight up has it behind.
    let ahead = if steep.abs() < STRAIGHT { level(ahead) } else { level(top * -steep) };
    let ahead = ahead.unwrap_or_else(|| up.any_orthonormal_vector());
    [ahead.cross(up), ahead]
}

/// Cosine of the angle to the vertical from which on the direction of a view does not tell where ahead is.
const STRAIGHT: f32 = 0.999_9;

/// A tick has seen them.
pub(super) fn forget_presses(mut players: Query<&mut PlayerInput>) {
    for mut input in &mut players {
        if input.jump_pressed {
            input.jump_pressed = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_math::{Mat3, Quat};

    fn seen(rotation: Quat) -> Mat3A {
        Mat3::from_quat(rotation).into()
    }

    #[test]
    fn ahead_is_where_the_view_looks_on_the_level() {
        let [right, ahead] = directions(&seen(Quat::IDENTITY), Vec3::Y, false);
        assert!(ahead.distance(Vec3::NEG_Z) < 1e-6 && right.distance(Vec3::X) < 1e-6);
        let turned = Quat::from_rotation_y(0.7) * Quat::from_rotation_x(-1.2);
        let [right, ahead] = directions(&seen(turned), Vec3::Y, false);
        assert!(ahead.distance(Quat::from_rotation_y(0.7) * Vec3::NEG_Z) < 1e-5, "{ahead}");
        assert!(right.distance(Quat::from_rotation_y(0.7) * Vec3::X) < 1e-5, "{right}");
        let [right, ahead] = directions(&seen(turned), Vec3::Y, true);
        assert!(ahead.distance(turned * Vec3::NEG_Z) < 1e-6 && right.distance(turned * Vec3::X) < 1e-6);
    }

    #[test]
    fn a_view_straight_down_or_up_still_has_an_ahead() {
        for pitch in [-core::f32::consts::FRAC_PI_2, core::f32::consts::FRAC_PI_2] {
            let [right, ahead] = directions(&seen(Quat::from_rotation_x(pitch)), Vec3::Y, false);
            assert!(ahead.distance(Vec3::NEG_Z) < 1e-5 && right.distance(Vec3::X) < 1e-5, "{ahead} {right}");
        }
    }

    #[test]
    fn scales_mirrors_and_broken_views_give_unit_directions() {
        let flat = Mat3A::from_cols(Vec3::X.into(), Vec3::Y.into(), Vec3::ZERO.into());
        let mirrored = Mat3A::from_cols((-3.0 * Vec3::X).into(), Vec3::Y.into(), (2.0 * Vec3::Z).into());
        for view in [flat, mirrored, Mat3A::NAN, Mat3A::ZERO] {
            for up in [Vec3::Y, Vec3::Z, Vec3::NEG_X] {
                let [right, ahead] = directions(&view, up, false);
                assert!(ahead.is_normalized() && right.is_normalized(), "{view:?} {up}: {ahead} {right}");
                assert!(ahead.dot(up).abs() < 1e-6 && right.dot(up).abs() < 1e-6);
            }
        }
    }
}
