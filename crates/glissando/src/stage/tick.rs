//! The tick itself, in the order in which it happens.

use super::balls::BallScratch;
use super::carrier::Carrier;
use super::chain::Link;
use super::character_world::{CharacterWorld, ContactFilters, NoFilter};
use super::mover::{MoverState, Plan};
use super::report::{CharacterReport, MoverReport, Outcome, StageEvent, TickReport, Touch, in_order};
use super::room::Room;
use super::shove::{Pushes, Shove, Shoved, Squeeze};
use super::yielding::Scale;
use super::{Actor, Stage, StageState};
use crate::character::{self, Config, Input, Scratch};
use crate::crowd::{CrowdScratch, Member};
use crate::handle::CharacterId;
use crate::input::{self, InputError};
use crate::math::DVec3;
use crate::motion::Motion;
use crate::path::Waypoint;
use crate::slide::{Mover, Recovery, SlideBuffer, SlidePlane, is_clear};
use crate::trigger::TriggerBuffer;
use crate::world::ContactFilter;
use alloc::vec::Vec;

/// Memory that a tick of the stage works in. Holds nothing from one tick to the next.
#[derive(Clone, Debug, Default)]
pub struct StageScratch {
    pub(super) character: Scratch,
    pub(super) crowd: CrowdScratch,
    pub(super) is_settled: bool,
    /// The characters that make a move of their own, and their indices.
    pub(super) members: Vec<Member>,
    pub(super) who: Vec<u32>,
    pub(super) inputs: Vec<Input>,
    buffer: SlideBuffer,
    pub(super) planes: Vec<SlidePlane>,
    pub(super) room: Room,
    plans: Vec<Plan>,
    pub(super) scales: Vec<Scale>,
    pub(super) ways: Vec<Way>,
    pub(super) next: Vec<Actor>,
    /// Shares of the tick and places of one character.
    polyline: Vec<(f64, DVec3)>,
    /// The pushes of one character, and of all.
    own_pushes: Pushes,
    pub(super) pushes: Pushes,
    pub(super) path: Vec<Waypoint>,
    pub(super) characters: Vec<CharacterReport>,
    movers: Vec<MoverReport>,
    /// The states of the movers after the tick.
    arrived: Vec<MoverState>,
    /// How near each mover would be at the end of the tick; see `yielding.rs`.
    ends: Vec<f64>,
    pub(super) events: Vec<StageEvent>,
    pub(super) touches: Vec<Touch>,
    pub(super) trigger: TriggerBuffer,
    pub(super) balls: BallScratch,
}

impl StageScratch {
    /// Records the own move of a character from the next tick on, in [`TickReport::story`]; `None` records none.
    ///
    /// ```
    /// # use glissando::stage::{Actor, Stage, StageScratch};
    /// # use glissando::{Body, Config, DAffine3, DVec3, Filter, Ground, Input, Mesh, MeshOptions, Settings, Soup, State, Vec3, World};
    /// # let mut world = World::new();
    /// # let (mesh, _) = Mesh::build(&Soup::cuboid(Vec3::ZERO, Vec3::new(9.0, 1.0, 9.0)), &MeshOptions::default())?;
    /// # let floor = world.insert_mesh(mesh);
    /// # let mut stage = Stage::new(world);
    /// # let config = Config::new(&Settings::default())?;
    /// # let person = stage.add_config(config);
    /// # let mut state = stage.begin();
    /// # let hero = state.characters.insert(Actor::new(person, State::with_feet_at(&config, DVec3::Y)));
    /// # let mut scratch = StageScratch::default();
    /// # const TICK: f64 = 1.0 / 60.0;
    ///
    /// scratch.listen(Some(hero));
    /// let report = stage.tick(&mut state, &[Input { wish: DVec3::X, ..Input::default() }], TICK, &mut scratch)?;
    /// assert!(!report.story.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn listen(&mut self, character: Option<CharacterId>) {
        self.crowd.listener.to = character;
    }

    /// What a mover did in this tick.
    pub(super) fn motion(&self, mover: usize) -> Motion {
        self.plans[mover].motion.slowed(self.scales[mover].share)
    }
}

/// What the moving world did to one character.
#[derive(Clone, Debug)]
pub(super) struct Way {
    pub(super) shoved: Shoved,
    /// The pushes at the end of its way, in [`StageScratch::pushes`].
    pub(super) pushes: core::ops::Range<usize>,
    pub(super) turn: DVec3,
    is_carried: bool,
    pub(super) path: core::ops::Range<usize>,
    /// A mover that gives way and would end in a character that others squeeze.
    pub(super) entering: Option<usize>,
    /// The squeeze that made a mover give way.
    pub(super) blocked: Option<Squeeze>,
    /// What balls changed in its velocity, m/s.
    pub(super) struck: DVec3,
}

impl Stage {
    /// Moves everything by one tick of `dt` seconds; `inputs` are the characters', in their order.
    ///
    /// The world moves first and takes the characters along, then each makes its own move. Movers that give way
    /// undo what they did in this tick. On an error nothing has changed.
    ///
    /// A character that ends inside something is reported, by one rule with that of [`crowd::step`](crate::crowd::step):
    /// its [`stop`](CharacterReport::stop) is [`Stop::Stuck`](crate::slide::Stop::Stuck) with an
    /// [`EventKind::Stuck`](crate::EventKind::Stuck), unless a mover holds it there, and it is
    /// [`Outcome::Crushed`].
    ///
    /// ```
    /// # use glissando::stage::{Actor, Stage, StageScratch};
    /// # use glissando::{Body, Config, DAffine3, DVec3, Filter, Ground, Input, Mesh, MeshOptions, Settings, Soup, State, Vec3, World};
    /// # let mut world = World::new();
    /// # let (mesh, _) = Mesh::build(&Soup::cuboid(Vec3::ZERO, Vec3::new(9.0, 1.0, 9.0)), &MeshOptions::default())?;
    /// # let floor = world.insert_mesh(mesh);
    /// # let mut stage = Stage::new(world);
    /// # let config = Config::new(&Settings::default())?;
    /// # let person = stage.add_config(config);
    /// # let mut state = stage.begin();
    /// # let hero = state.characters.insert(Actor::new(person, State::with_feet_at(&config, DVec3::Y)));
    /// # let mut scratch = StageScratch::default();
    /// # const TICK: f64 = 1.0 / 60.0;
    /// # use glissando::stage::{Drive, MoverSpec, Policy};
    /// let drive = Drive::Velocity { linear: DVec3::Y, angular: DVec3::ZERO };
    /// let lift = stage.add_mover(MoverSpec { body: floor, pivot: DVec3::ZERO, drive, policy: Policy::Push })?;
    /// stage.begin_new_movers(&mut state);
    ///
    /// let before = state.characters[0].state.position.y;
    /// for _ in 0..60 {
    ///     let report = stage.tick(&mut state, &[Input::default()], TICK, &mut scratch)?;
    ///     assert!(report.events.is_empty() || state.tick == 1);
    /// }
    /// // The floor is a lift now: one metre up in a second.
    /// assert!((state.characters[0].state.position.y - before - 1.0).abs() < 0.01);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Cost
    /// Characters are carried and shoved in at most 4096 sub-steps each (a character with more is squeezed), again for
    /// each time that a mover gives way, which each does at most five times. Making room takes at most 4096 slides and
    /// 64 more for each character; [`TickReport::is_settled`] says whether they were enough. Balls and own moves cost
    /// what they do in [`balls::step`](crate::balls::step()) and [`crowd::step`](crate::crowd::step). A trigger that
    /// turns cuts the path of a character that is near it into up to 20 000 slices for each quarter of a turn.
    ///
    /// # Errors
    /// NaN, infinities or values out of range in state, inputs or `dt` (up to 10 s); more or fewer inputs
    /// than characters; a mover that would turn by more than a quarter in the tick.
    pub fn tick<'s>(
        &mut self,
        state: &mut StageState,
        inputs: &[Input],
        dt: f64,
        scratch: &'s mut StageScratch,
    ) -> Result<TickReport<'s>, InputError> {
        self.tick_seen(state, inputs, dt, ContactFilters::<NoFilter>(None), scratch)
    }

    /// [`Stage::tick`] with a judge for each character, in their order: what does not count for one is not there for it.
    ///
    /// A body that does not count neither stops nor carries nor shoves the character, and is not held by it. A walking
    /// character does not stand on slippery ground. An edited velocity carries the character and is inherited by its jump,
    /// but a body that comes shoves with its real motion. Triggers report as without contact filters.
    ///
    /// # Errors
    /// As for [`Stage::tick`]; more or fewer contact filters than characters.
    pub fn tick_filtered<'s>(
        &mut self,
        state: &mut StageState,
        inputs: &[Input],
        dt: f64,
        contact_filters: &[impl ContactFilter],
        scratch: &'s mut StageScratch,
    ) -> Result<TickReport<'s>, InputError> {
        same_count("number of contact_filters", contact_filters.len(), state.characters.len())?;
        self.tick_seen(state, inputs, dt, ContactFilters(Some(contact_filters)), scratch)
    }

    fn tick_seen<'s>(
        &mut self,
        state: &mut StageState,
        inputs: &[Input],
        dt: f64,
        contact_filters: ContactFilters<'_, impl ContactFilter>,
        scratch: &'s mut StageScratch,
    ) -> Result<TickReport<'s>, InputError> {
        self.check(state, inputs, dt)?;
        self.place(state)?;
        scratch.plans.clear();
        for (cast, mover) in self.movers.iter().zip(state.movers.iter()) {
            scratch.plans.push(if cast.is_removed {
                Plan::none(mover)
            } else {
                cast.spec.plan(mover, dt)?
            });
        }
        self.move_world(state, contact_filters, dt, scratch)?;
        self.fly_balls(state, dt, scratch)?;
        self.arrive(state, dt, scratch)?;
        self.own_moves(state, inputs, contact_filters, dt, scratch)?;
        scratch.balls.tell_hits(state, dt, &mut scratch.events);
        self.push_balls(inputs, dt, scratch);
        self.travel(state.characters.ids(), dt, scratch)?;
        in_order(&mut scratch.events);
        state.tick += 1;
        core::mem::swap(&mut state.movers.0, &mut scratch.arrived);
        state.characters.swap_entries(&mut scratch.next);
        if !state.balls.is_empty() {
            state.balls.swap_entries(&mut scratch.balls.next);
        }
        Ok(TickReport {
            characters: &scratch.characters,
            movers: &scratch.movers,
            events: &scratch.events,
            touches: &scratch.touches,
            balls: &scratch.balls.reports,
            impacts: &scratch.balls.impacts,
            is_settled: scratch.is_settled,
            story: &scratch.crowd.listener.story,
            path: &scratch.path,
        })
    }

    fn check(&self, state: &StageState, inputs: &[Input], dt: f64) -> Result<(), InputError> {
        input::scalar("dt", dt, f64::MIN_POSITIVE, f64::MAX)?;
        same_count(MOVER_STATES, state.movers.len(), self.movers.len())?;
        same_count("number of inputs", inputs.len(), state.characters.len())?;
        for (actor, input) in state.characters.iter().zip(inputs) {
            character::check(self.config_of(actor)?, &actor.state, input, dt)?;
            input::scalar("mass", actor.mass, 1e-3, 1e9)?;
            input::scalar("strength", actor.strength, 0.0, 1e12)?;
        }
        Ok(())
    }

    pub(super) fn config_of(&self, actor: &Actor) -> Result<&Config, InputError> {
        self.configs.get(actor.config).ok_or(InputError::DeadConfig { config: actor.config })
    }

    /// Carries and shoves all characters, until no mover has to give way any more.
    fn move_world(
        &mut self,
        state: &StageState,
        contact_filters: ContactFilters<'_, impl ContactFilter>,
        dt: f64,
        scratch: &mut StageScratch,
    ) -> Result<(), InputError> {
        scratch.scales.clear();
        scratch.scales.resize(self.movers.len(), Scale::WHOLE);
        scratch.ways.clear();
        loop {
            let movers = self.movers.iter().zip(&scratch.plans).zip(&scratch.scales);
            for ((cast, plan), scale) in movers.filter(|((cast, _), _)| !cast.is_removed) {
                self.world.set_motion(cast.spec.body, plan.motion.slowed(scale.share))?;
            }
            scratch.path.clear();
            scratch.pushes.clear();
            for (index, actor) in state.characters.iter().enumerate() {
                let seen = contact_filters.world_of(&self.world, index);
                let way = self.take_along(&seen, actor, dt, scratch)?;
                match scratch.ways.get_mut(index) {
                    Some(old) => *old = Way { blocked: old.blocked, ..way },
                    None => scratch.ways.push(way),
                }
            }
            self.make_room(state, contact_filters, dt, scratch)?;
            if !self.give_way(dt, scratch) {
                return Ok(());
            }
        }
    }

    /// Moves the characters away that a shoved one overlaps.
    fn make_room(
        &self,
        state: &StageState,
        contact_filters: ContactFilters<'_, impl ContactFilter>,
        dt: f64,
        scratch: &mut StageScratch,
    ) -> Result<(), InputError> {
        let StageScratch { room, ways, .. } = scratch;
        room.chain.links.clear();
        for (actor, way) in state.characters.iter().zip(ways.iter()) {
            let mover = self.config_of(actor)?.mover(actor.state.is_crouching);
            let link = Link::new(mover, actor.state.position, actor.layers, &way.shoved);
            room.chain.links.push(link);
        }
        room.make(&self.world, contact_filters, ways, dt);
        Ok(())
    }

    /// What the moving world does to one character.
    fn take_along(
        &self,
        seen: &CharacterWorld<'_, impl ContactFilter>,
        actor: &Actor,
        dt: f64,
        scratch: &mut StageScratch,
    ) -> Result<Way, InputError> {
        let config = self.config_of(actor)?;
        let mover = config.mover(actor.state.is_crouching);
        let StageScratch { buffer, planes, path, polyline, scales, ends, own_pushes, pushes, .. } = scratch;
        own_pushes.clear();
        polyline.clear();
        let from = actor.state.position;
        let (start, carrier) = start_of(seen, config, &mover, actor, buffer, planes);
        let shoved = match start {
            Err(stuck) => {
                polyline.push((0.0, from));
                Shoved { position: from, is_pushed: false, squeeze: Some(stuck) }
            }
            Ok(start) => {
                let mut shove =
                    Shove { world: *seen, mover, carrier: &carrier, dt, buffer, pushes: own_pushes };
                if shove.is_alone(start) {
                    polyline.push((0.0, start));
                    Shoved { position: start, is_pushed: false, squeeze: None }
                } else {
                    shove.run(start, polyline)
                }
            }
        };
        let entering = shoved
            .squeeze
            .and_then(|_| self.entering(seen, &mover, (from, shoved.position), scales, (buffer, ends)));
        let first_push = pushes.len();
        pushes.extend_from_slice(own_pushes);
        let first = path.len();
        path.extend(polyline.iter().map(|&(share, position)| Waypoint { time: share * dt, position }));
        let is_carried = carrier.way(seen, from, 0.0, 1.0, dt) != DVec3::ZERO;
        let turn = carrier.turn(&self.world);
        Ok(Way {
            shoved,
            pushes: first_push..pushes.len(),
            turn,
            is_carried,
            path: first..path.len(),
            entering,
            blocked: None,
            struck: DVec3::ZERO,
        })
    }

    /// Puts the bodies where they have come to, and tells how the movers are then.
    fn arrive(&mut self, state: &StageState, dt: f64, scratch: &mut StageScratch) -> Result<(), InputError> {
        self.world.finish_motions(dt)?;
        scratch.movers.clear();
        scratch.arrived.clear();
        for (index, cast) in self.movers.iter().enumerate() {
            let (plan, scale) = (&scratch.plans[index], scratch.scales[index]);
            let now = if scale.held_by.is_none() {
                plan.after
            } else {
                cast.spec.held(&state.movers[index], plan, scale.share, dt)
            };
            if !cast.is_removed {
                self.world.settle(cast.spec.body, cast.spec.pose(&now.place, &cast.rest))?;
            }
            scratch.arrived.push(now);
            let held_by = scale.held_by.and_then(|position| state.characters.id(position as usize));
            scratch.movers.push(MoverReport { went: scale.share, held_by });
        }
        Ok(())
    }
}

impl Way {
    pub(super) fn outcome(&self) -> Outcome {
        match (self.shoved.squeeze, self.blocked) {
            (Some(_), _) => Outcome::Crushed,
            (None, Some(_)) => Outcome::Blocked,
            _ if self.shoved.is_pushed => Outcome::Pushed,
            _ if self.is_carried => Outcome::Carried,
            _ => Outcome::Alone,
        }
    }
}

/// Where a character begins its tick, out of what it is in, and what carries it; the squeeze if it is stuck.
///
/// A crushed character stays where it is until the crusher leaves: out of a squeeze there is more than one way, and the
/// shortest may lead through the door.
fn start_of(
    seen: &CharacterWorld<'_, impl ContactFilter>,
    config: &Config,
    mover: &Mover,
    actor: &Actor,
    buffer: &mut SlideBuffer,
    planes: &mut Vec<SlidePlane>,
) -> (Result<DVec3, Squeeze>, Carrier) {
    let state = &actor.state;
    let recovery = if !actor.is_crushed {
        character::recover_character(seen, mover, state, buffer, &mut ())
    } else if is_clear(seen, mover, state.position, buffer) {
        Recovery::Free
    } else {
        Recovery::Stuck
    };
    let start = match recovery {
        Recovery::Free => Ok(state.position),
        Recovery::Moved(to) => Ok(to),
        // Its own step tells of it, as if nothing moved anywhere.
        Recovery::Stuck if !actor.is_crushed && !is_motion_near(seen, mover, state.position) => {
            Ok(state.position)
        }
        Recovery::Stuck => {
            mover.gather(seen, state.position, &mut buffer.contacts);
            let by = buffer.contacts.first().copied();
            let against = buffer.contacts.iter().find(|c| by.is_some_and(|by| c.normal.dot(by.normal) < 0.0));
            Err(Squeeze { time: 0.0, by, against: against.copied() })
        }
    };
    if let Ok(at) = start {
        mover.gather(seen, at, &mut buffer.contacts);
    }
    let carrier = Carrier::of(seen, config, state, &buffer.contacts, planes);
    (start, carrier)
}

/// Whether something that moves may touch a character in this tick.
fn is_motion_near(seen: &CharacterWorld<'_, impl ContactFilter>, mover: &Mover, at: DVec3) -> bool {
    let reach = DVec3::splat(mover.shape().largest_radius() * mover.gather_shell());
    seen.is_motion_near(at, reach, mover.filter())
}

/// What a state has as many of as there are movers, removed ones among them.
pub(super) const MOVER_STATES: &str =
    "number of mover states (Stage::begin_new_movers appends those of new movers)";

/// Refuses lists that do not fit together.
pub(super) fn same_count(what: &'static str, count: usize, wanted: usize) -> Result<(), InputError> {
    input::scalar(what, count as f64, wanted as f64, wanted as f64).map(|_| ())
}
