//! A player's input becomes the intent of a character: keys of Bevy, actions of `bevy_enhanced_input`, or a game's own reader of
//! devices that writes [`PlayerInput`].

#[cfg(feature = "enhanced_input")]
pub mod actions;
#[cfg(feature = "keys")]
mod keys;
mod steering;

use crate::GlissandoSystems;
use bevy_app::{FixedFirst, RunFixedMainLoop, RunFixedMainLoopSystems, prelude::*};
use bevy_ecs::intern::Interned;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::ScheduleLabel;
#[cfg(feature = "keys")]
pub use keys::KeyControls;
pub use steering::{PlayerInput, Steering};

/// When players' input is read and becomes intents. Systems of the game go before, between or after.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SteeringSystems {
    /// Devices are read into [`PlayerInput`]: once a frame, before the fixed loop.
    Read,
    /// [`PlayerInput`] becomes [`CharacterIntent`](crate::CharacterIntent): at the start of every tick, in `FixedFirst`, or once a
    /// frame after [`SteeringSystems::Read`] where the plugin's ticks are not those of the fixed loop.
    Steer,
}

/// `schedule` is that of the ticks.
pub(crate) fn build(app: &mut App, schedule: Interned<dyn ScheduleLabel>, is_fixed: bool) {
    use SteeringSystems::{Read, Steer};
    let before = RunFixedMainLoopSystems::BeforeFixedMainLoop;
    app.register_type::<Steering>()
        .register_type::<PlayerInput>()
        .configure_sets(RunFixedMainLoop, (Read, Steer).chain().in_set(before))
        .add_systems(schedule, steering::forget_presses.after(GlissandoSystems::Tick));
    let steer = steering::steer.in_set(Steer);
    if is_fixed {
        app.add_systems(FixedFirst, steer);
    } else {
        app.add_systems(RunFixedMainLoop, steer);
    }
    #[cfg(feature = "keys")]
    app.register_type::<KeyControls>().add_systems(RunFixedMainLoop, keys::read_keys.in_set(Read));
}
