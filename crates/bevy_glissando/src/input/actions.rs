//! Actions of [`bevy_enhanced_input`] as a player's input (feature `enhanced_input`): bindings that players change, gamepads, modifiers.
//!
//! ```
//! use bevy_app::prelude::*;
//! use bevy_ecs::prelude::*;
//! use bevy_glissando::actions::{ActionsPlugin, CharacterActions};
//! use bevy_glissando::prelude::*;
//!
//! fn spawn(mut commands: Commands) {
//!     commands.spawn((CharacterBody::capsule(0.4, 0.9), CharacterActions, CharacterActions::usual()));
//! }
//!
//! App::new()
//!     .add_plugins((bevy_input::InputPlugin, GlissandoPlugin::default(), ActionsPlugin))
//!     .add_systems(Startup, spawn);
//! ```

use super::{PlayerInput, Steering, SteeringSystems};
use bevy_app::RunFixedMainLoop;
use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_enhanced_input::prelude::*;
use bevy_input::gamepad::GamepadButton;
use bevy_input::keyboard::KeyCode;
use bevy_math::Vec2;
use bevy_reflect::prelude::*;

/// The way to the right and ahead, each from -1 to 1.
#[derive(Debug, InputAction)]
#[action_output(Vec2)]
pub struct Walk;

/// Run instead of walking, while it fires.
#[derive(Debug, InputAction)]
#[action_output(bool)]
pub struct Run;

/// Jump, held while it fires.
#[derive(Debug, InputAction)]
#[action_output(bool)]
pub struct Jump;

/// Crouch, while it fires.
#[derive(Debug, InputAction)]
#[action_output(bool)]
pub struct Crouch;

/// The context of a character's actions, [`Walk`], [`Run`], [`Jump`] and [`Crouch`]; any of them may be left out. It brings
/// [`Steering`], which has the speeds and the view.
///
/// In a context that is not active, nothing is pressed.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[reflect(Component, Default, Debug, Clone, PartialEq)]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize)
)]
#[require(Steering)]
pub struct CharacterActions;

impl CharacterActions {
    /// The four actions with the keys of most games and a gamepad: WASD, arrows and the left stick; shift and the left trigger;
    /// space and the lower button; C, the left control key and the right button.
    pub fn usual() -> impl Bundle {
        // Not by the macro `actions!`: it names the crate `bevy`.
        related!(Actions<CharacterActions>[
            (
                Action::<Walk>::new(),
                Bindings::spawn((
                    Cardinal::wasd_keys(),
                    Cardinal::arrows(),
                    Axial::left_stick().with(DeadZone::default()),
                )),
            ),
            (
                Action::<Run>::new(),
                related!(Bindings[
                    Binding::from(KeyCode::ShiftLeft),
                    Binding::from(KeyCode::ShiftRight),
                    Binding::from(GamepadButton::LeftTrigger),
                ]),
            ),
            (
                Action::<Jump>::new(),
                related!(Bindings[Binding::from(KeyCode::Space), Binding::from(GamepadButton::South)]),
            ),
            (
                Action::<Crouch>::new(),
                related!(Bindings[
                    Binding::from(KeyCode::KeyC),
                    Binding::from(KeyCode::ControlLeft),
                    Binding::from(GamepadButton::East),
                ]),
            ),
        ])
    }
}

/// Reads the actions of [`CharacterActions`]; adds [`EnhancedInputPlugin`] where the game has not. The actions are evaluated once a
/// frame, in `PreUpdate`.
#[derive(Clone, Copy, Debug, Default)]
pub struct ActionsPlugin;

impl Plugin for ActionsPlugin {
    fn build(&self, app: &mut App) {
        if !app.is_plugin_added::<EnhancedInputPlugin>() {
            app.add_plugins(EnhancedInputPlugin);
        }
        app.register_type::<CharacterActions>()
            .add_input_context::<CharacterActions>()
            .add_systems(RunFixedMainLoop, read_actions.in_set(SteeringSystems::Read));
    }
}

fn read_actions(
    mut players: Query<(&Actions<CharacterActions>, &mut PlayerInput)>,
    walks: Query<&Action<Walk>>,
    runs: Query<&Action<Run>>,
    crouches: Query<&Action<Crouch>>,
    jumps: Query<(&Action<Jump>, &ActionEvents)>,
) {
    for (actions, mut input) in &mut players {
        let jump = jumps.iter_many(actions).next();
        let pressed = PlayerInput {
            way: walks.iter_many(actions).next().map_or(Vec2::ZERO, |way| **way),
            run: runs.iter_many(actions).any(|run| **run),
            jump: jump.is_some_and(|(jump, _)| **jump),
            jump_pressed: input.jump_pressed
                || jump.is_some_and(|(_, events)| events.contains(ActionEvents::START)),
            crouch: crouches.iter_many(actions).any(|crouch| **crouch),
        };
        input.set_if_neq(pressed);
    }
}
