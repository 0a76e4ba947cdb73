//! The plugin: resources, systems and their order.

use crate::component::*;
use crate::fault::{Known, StageFault, forget_despawned};
use crate::order::{LastOrder, StageOrder};
use crate::stage::GlissandoStage;
use crate::sync::{drop_movers, sync_balls, sync_bodies, sync_characters, sync_movers, sync_triggers};
use crate::tick::{StageDiagnostics, TickMemory, tick};
use crate::traced::TracedMove;
use crate::write::{send, show_between, show_exact, write};
use bevy_app::prelude::*;
use bevy_app::{
    FixedFirst, FixedLast, FixedPostUpdate, FixedPreUpdate, RunFixedMainLoop, RunFixedMainLoopSystems,
};
use bevy_ecs::intern::Interned;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::ScheduleLabel;
use bevy_ecs::system::SystemParam;
use bevy_time::{Fixed, Time};
use glissando::{DVec3, balls};

/// The order of the plugin's systems in its schedule. Systems of the game go before, between or after them.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GlissandoSystems {
    /// Takes what was spawned, despawned, changed and moved onto the stage.
    Sync,
    /// Reads intents and makes the tick.
    Tick,
    /// Writes transforms, [`CharacterMotion`] and [`BallMotion`].
    Write,
    /// Writes messages and calls observers.
    Events,
}

/// Moves characters, movers and balls, and reports what happens to them.
///
/// ```
/// use bevy_app::prelude::*;
/// use bevy_glissando::prelude::*;
///
/// App::new().add_plugins(GlissandoPlugin::default()); // in `FixedUpdate`, at Bevy's 64 ticks a second
/// App::new().add_plugins(GlissandoPlugin::new(FixedPostUpdate).with_hz(60.0));
/// ```
#[derive(Clone, Debug)]
pub struct GlissandoPlugin {
    schedule: Interned<dyn ScheduleLabel>,
    hz: Option<f64>,
    interpolates: bool,
}

impl Default for GlissandoPlugin {
    fn default() -> Self {
        Self::new(FixedUpdate)
    }
}

impl GlissandoPlugin {
    /// The plugin with its ticks in this schedule. Only those of the fixed loop have ticks of equal length, and are interpolated.
    pub fn new(schedule: impl ScheduleLabel) -> Self {
        let plugin = Self { schedule: schedule.intern(), hz: None, interpolates: false };
        Self { interpolates: plugin.is_fixed(), ..plugin }
    }

    /// Whether the ticks are those of the fixed loop.
    fn is_fixed(&self) -> bool {
        let fixed = [
            FixedFirst.intern(),
            FixedPreUpdate.intern(),
            FixedUpdate.intern(),
            FixedPostUpdate.intern(),
            FixedLast.intern(),
        ];
        fixed.contains(&self.schedule)
    }

    /// Sets the number of ticks a second, of Bevy's fixed loop too.
    ///
    /// Bevy rounds the length of a tick to nanoseconds, so at 60 Hz it is not 1/60 s; the stage's ticks are then exactly `1 / hz`,
    /// as in the library's other languages. Without this the stage takes Bevy's length.
    ///
    /// A number that is not above 0, or not finite, is reported as a [`StageFault`] by each tick, and no tick is made.
    #[must_use]
    pub const fn with_hz(mut self, hz: f64) -> Self {
        self.hz = Some(hz);
        self
    }

    /// Leaves transforms as the last tick has written them, between ticks too: for servers.
    #[must_use]
    pub const fn without_interpolation(mut self) -> Self {
        self.interpolates = false;
        self
    }
}

/// The length of a tick in seconds, if it is not the schedule's own.
#[derive(Resource, Clone, Copy, Debug, Default)]
struct TickLength(Option<f64>);

/// The length of the tick to be made.
#[derive(SystemParam)]
pub(crate) struct Clock<'w> {
    time: Res<'w, Time>,
    length: Res<'w, TickLength>,
}

impl Clock<'_> {
    /// Seconds.
    pub(crate) fn dt(&self) -> f64 {
        self.length.0.unwrap_or_else(|| self.time.delta_secs_f64())
    }
}

impl Plugin for GlissandoPlugin {
    fn build(&self, app: &mut App) {
        let gravity = DVec3::new(0.0, -9.81, 0.0);
        // Gravity is in range, so the rules are accepted.
        let stage = GlissandoStage::new(balls::Settings { gravity, ..balls::Settings::default() });
        app.insert_resource(stage.unwrap_or_default())
            .insert_resource(TickLength(self.hz.map(|hz| 1.0 / hz)))
            .init_resource::<Time>()
            .init_resource::<LastOrder>()
            .init_resource::<Known>()
            .init_resource::<TickMemory>()
            .init_resource::<StageDiagnostics>()
            .init_resource::<TracedMove>()
            .add_message::<StageFault>();
        crate::event::register(app);
        register(app);
        if let Some(hz) = self.hz.filter(|hz| (1e-3..=1e6).contains(hz)) {
            app.insert_resource(Time::<Fixed>::from_hz(hz));
        }
        let sync = (
            forget_despawned,
            drop_movers,
            sync_bodies,
            sync_movers,
            sync_triggers,
            sync_characters,
            sync_balls,
        );
        use GlissandoSystems::{Events, Sync, Tick, Write};
        app.configure_sets(self.schedule, (Sync, Tick, Write, Events).chain()).add_systems(
            self.schedule,
            (sync.chain().in_set(Sync), tick.in_set(Tick), write.in_set(Write), send.in_set(Events)),
        );
        #[cfg(any(feature = "keys", feature = "enhanced_input"))]
        crate::input::build(app, self.schedule, self.is_fixed());
        if self.interpolates {
            use RunFixedMainLoopSystems::{AfterFixedMainLoop, BeforeFixedMainLoop, FixedMainLoop};
            app.init_resource::<Time<Fixed>>().add_systems(
                RunFixedMainLoop,
                (
                    show_exact.before(BeforeFixedMainLoop),
                    show_between.after(FixedMainLoop).before(AfterFixedMainLoop),
                ),
            );
        }
    }
}

fn register(app: &mut App) {
    app.register_type::<Ball>()
        .register_type::<BallMotion>()
        .register_type::<CharacterBody>()
        .register_type::<CharacterIntent>()
        .register_type::<CharacterMotion>()
        .register_type::<CharacterStart>()
        .register_type::<Collider>()
        .register_type::<Mover>()
        .register_type::<StageOrder>()
        .register_type::<Trigger>();
}
