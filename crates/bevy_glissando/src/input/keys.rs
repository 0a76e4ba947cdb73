//! Keys of Bevy as a player's input (feature `keys`).

use super::{PlayerInput, Steering};
use bevy_ecs::prelude::*;
use bevy_input::ButtonInput;
use bevy_input::keyboard::KeyCode;
use bevy_math::Vec2;
use bevy_reflect::prelude::*;

/// The keys that move a character; of each list any key counts. It brings [`Steering`], which has the speeds and the view.
///
/// Keys are places on the keyboard, whatever is printed on them. Without Bevy's `InputPlugin` nothing is pressed.
#[derive(Component, Reflect, Clone, Debug, PartialEq)]
#[reflect(Component, Default, Debug, Clone, PartialEq)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize),
    serde(default)
)]
#[require(Steering)]
pub struct KeyControls {
    /// Default W and the upper arrow.
    pub ahead: Vec<KeyCode>,
    /// Default S and the lower arrow.
    pub back: Vec<KeyCode>,
    /// Default A and the left arrow.
    pub left: Vec<KeyCode>,
    /// Default D and the right arrow.
    pub right: Vec<KeyCode>,
    /// Default both shift keys.
    pub run: Vec<KeyCode>,
    /// Default the space bar.
    pub jump: Vec<KeyCode>,
    /// Default C and the left control key.
    pub crouch: Vec<KeyCode>,
}

impl Default for KeyControls {
    fn default() -> Self {
        Self {
            ahead: vec![KeyCode::KeyW, KeyCode::ArrowUp],
            back: vec![KeyCode::KeyS, KeyCode::ArrowDown],
            left: vec![KeyCode::KeyA, KeyCode::ArrowLeft],
            right: vec![KeyCode::KeyD, KeyCode::ArrowRight],
            run: vec![KeyCode::ShiftLeft, KeyCode::ShiftRight],
            jump: vec![KeyCode::Space],
            crouch: vec![KeyCode::KeyC, KeyCode::ControlLeft],
        }
    }
}

pub(super) fn read_keys(
    keys: Option<Res<ButtonInput<KeyCode>>>,
    mut players: Query<(&KeyControls, &mut PlayerInput)>,
) {
    let Some(keys) = keys else { return };
    let held = |which: &[KeyCode]| keys.any_pressed(which.iter().copied());
    let towards = |one: &[KeyCode], other: &[KeyCode]| f32::from(i8::from(held(one)) - i8::from(held(other)));
    for (controls, mut input) in &mut players {
        let pressed = PlayerInput {
            way: Vec2::new(
                towards(&controls.right, &controls.left),
                towards(&controls.ahead, &controls.back),
            ),
            run: held(&controls.run),
            jump: held(&controls.jump),
            jump_pressed: input.jump_pressed || keys.any_just_pressed(controls.jump.iter().copied()),
            crouch: held(&controls.crouch),
        };
        input.set_if_neq(pressed);
    }
}
