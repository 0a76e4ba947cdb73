//! The working memory of a tick.

use super::StageCharacter;
use super::balls::BallScratch;
use super::effect::{Effects, Left};
use super::event_order::EventOrder;
use super::going::Going;
use super::report::{CharacterReport, MoverReport, StageEvent, Touch};
use super::reporter::ReportLists;
use super::room::Room;
use super::shoved::Pushes;
use super::yielding::Scale;
use crate::character::{Input, Scratch};
use crate::crowd::CrowdScratch;
use crate::handle::CharacterId;
use crate::input::InputError;
use crate::math::DVec3;
use crate::motion::Motion;
use crate::path::Waypoint;
use crate::slide::{SlideBuffer, SlidePlane};
use crate::trigger::{NearTriggers, TriggerBuffer};
use crate::world::PassingBodies;
use alloc::vec::Vec;

/// Working memory of a tick of the stage. No result depends on earlier ticks; only the selection of
/// [`StageScratch::trace_character`] is kept.
#[derive(Clone, Debug, Default)]
pub struct StageScratch {
    pub(super) character: Scratch,
    pub(super) crowd: CrowdScratch,
    pub(super) is_settled: bool,
    /// The indices of the characters that make a move of their own.
    pub(super) indices: Vec<u32>,
    pub(super) inputs: Vec<Input>,
    pub(super) buffer: SlideBuffer,
    pub(super) passing: PassingBodies,
    pub(super) planes: Vec<SlidePlane>,
    pub(super) room: Room,
    /// The indices of the characters that were carried or shoved.
    pub(super) moved: Vec<u32>,
    pub(super) going: Going,
    pub(super) scales: Vec<Scale>,
    /// Whether any of them is not [`Scale::WHOLE`].
    pub(super) has_yielded: bool,
    pub(super) effects: Effects,
    /// What is known of each character before it is carried and shoved.
    pub(super) left: Vec<Left>,
    pub(super) next: Vec<StageCharacter>,
    /// Fractions of the tick with the positions of one character.
    pub(super) polyline: Vec<(f64, DVec3)>,
    /// The pushes of one character, and of all.
    pub(super) own_pushes: Pushes,
    pub(super) pushes: Pushes,
    /// The ways on which all were carried and shoved.
    pub(super) ways: Vec<Waypoint>,
    /// The ways of the whole tick, as reported.
    pub(super) path: Vec<Waypoint>,
    pub(super) characters: Vec<CharacterReport>,
    pub(super) movers: Vec<MoverReport>,
    /// Whether a mover was held, as reported.
    pub(super) is_any_held: bool,
    /// How near each mover would be at the end of the tick; see `yielding.rs`.
    pub(super) ends: Vec<f64>,
    pub(super) events: Vec<StageEvent>,
    pub(super) event_order: EventOrder,
    pub(super) touches: Vec<Touch>,
    pub(super) trigger: TriggerBuffer,
    /// Of each character. A list is told to be another's by itself.
    pub(super) near_triggers: Vec<NearTriggers>,
    pub(super) balls: BallScratch,
    /// The first refused character of each batch.
    pub(super) refused: Vec<Option<InputError>>,
    /// Of each batch.
    pub(super) report_lists: Vec<ReportLists>,
    /// The characters of the last tick, in the order of what is remembered of them.
    remembered: Vec<CharacterId>,
}

impl StageScratch {
    /// Selects the character whose own move [`TickReport::trace`](super::TickReport::trace) lists from the next tick on; `None` for no
    /// character.
    ///
    /// ```
    /// # use glissando::stage::{Stage, StageCharacter, StageScratch};
    /// # use glissando::{Body, Config, DAffine3, DVec3, Filter, Ground, Input, Mesh, MeshOptions, Settings, Soup, State, Vec3, World};
    /// # let mut world = World::new();
    /// # let (mesh, _) = Mesh::build(&Soup::cuboid(Vec3::ZERO, Vec3::new(9.0, 1.0, 9.0)), &MeshOptions::default())?;
    /// # let floor = world.insert_mesh(mesh);
    /// # let mut stage = Stage::new(world);
    /// # let config = Config::new(&Settings::default())?;
    /// # let person = stage.add_config(config);
    /// # let mut state = stage.initial_state();
    /// # let hero = state.characters.insert(StageCharacter::new(person, State::with_feet_at(&config, DVec3::Y)));
    /// # let mut scratch = StageScratch::default();
    /// # const TICK: f64 = 1.0 / 60.0;
    ///
    /// scratch.trace_character(Some(hero));
    /// let report = stage.tick(&mut state, &[Input { wish: DVec3::X, ..Input::default() }], TICK, &mut scratch)?;
    /// assert!(!report.trace.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn trace_character(&mut self, character: Option<CharacterId>) {
        self.crowd.listener.to = character;
    }

    /// Moves what is remembered of each character to its place, where others before it were removed: a roster keeps the order of
    /// those that stay. No result depends on it.
    pub(super) fn keep_memory_of(&mut self, ids: &[CharacterId]) {
        let Self { remembered, crowd, near_triggers, .. } = self;
        if remembered == ids {
            return;
        }
        let mut place = 0;
        for (old, id) in remembered.iter().enumerate() {
            if ids.get(place) == Some(id) {
                crowd.own.swap(place, old);
                if old < near_triggers.len() {
                    near_triggers.swap(place, old);
                }
                place += 1;
            }
        }
        remembered.clear();
        remembered.extend_from_slice(ids);
    }

    /// The motion of a mover in this tick.
    pub(super) fn motion(&self, mover: usize) -> Motion {
        self.going.motion(mover).slowed(self.scales[mover].share)
    }
}
