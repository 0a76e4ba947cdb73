//! The mechanisms of a level at work on a stage: doors, lifts, jump pads, teleporters, traps, and the health of characters.

use crate::character::gls_input;
use crate::level::gls_level;
use crate::pod::gls_vec3;
use crate::pointer::{given, read, room};
use crate::result::{GLS_ERROR_BYTES, GLS_ERROR_DEAD, GLS_ERROR_LENGTH, Refusal, border, gls_result};
use crate::stage::characters::gls_character;
use crate::stage::gls_stage;
use crate::stage::movers::gls_mover;
use crate::stage::state::gls_stage_state;
use crate::stage::tick::{gls_stage_report, refusal};
use crate::stage::triggers::gls_trigger;
use glissando::stage::Stage;
use glissando::{CharacterId, MoverId};
use glissando_mechanisms::{
    Cause, FULL_HEALTH, Incident, IncidentKind, Machinery, MachineryScratch, MachineryState,
};
use std::mem::MaybeUninit;

/// An incident of a later version of the library.
pub const GLS_INCIDENT_OTHER: u32 = 0;
/// A mover begins to go to its far end.
pub const GLS_INCIDENT_STARTED: u32 = 1;
/// A mover has come to its far end.
pub const GLS_INCIDENT_ARRIVED: u32 = 2;
/// A mover is at rest again.
pub const GLS_INCIDENT_RETURNED: u32 = 3;
/// A mover stopped or went back because a character was in its way.
pub const GLS_INCIDENT_GAVE_WAY: u32 = 4;
/// A trigger that only signals was touched.
pub const GLS_INCIDENT_SIGNALLED: u32 = 5;
/// Teleported to `to` by a trigger; `flag` is 1 if there was room.
pub const GLS_INCIDENT_TELEPORTED: u32 = 6;
/// Launched by a trigger with the velocity `to`, m/s.
pub const GLS_INCIDENT_LAUNCHED: u32 = 7;
/// Lost `amount` of health, by a mover or a trigger.
pub const GLS_INCIDENT_HURT: u32 = 8;
/// Picked something up.
pub const GLS_INCIDENT_PICKED_UP: u32 = 9;
/// Reached a checkpoint.
pub const GLS_INCIDENT_REACHED: u32 = 10;
/// Died by a mover or a trigger, and started again at `to`; `flag` is 1 if there was room.
pub const GLS_INCIDENT_DIED: u32 = 11;

/// The mechanisms of a level with all that they remember beside the stage's state.
#[derive(Debug)]
pub struct gls_machinery {
    machinery: Machinery,
    movers: Vec<MoverId>,
    state: MachineryState,
    scratch: MachineryScratch,
    incidents: Vec<gls_incident>,
}

/// Something that the mechanisms did. Which fields have a meaning stands with the constants of `kind`; the others are 0.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct gls_incident {
    /// Seconds since the start of the tick.
    pub time: f64,
    /// Where the character was, or the pivot of the mover; metres.
    pub position: gls_vec3,
    /// A place (metres) or a velocity (m/s).
    pub to: gls_vec3,
    /// An amount.
    pub amount: f64,
    /// If `has_character`, the character that caused or suffered it.
    pub character: gls_character,
    /// If `has_mover`, the mover.
    pub mover: gls_mover,
    /// If `has_trigger`, the trigger.
    pub trigger: gls_trigger,
    /// `GLS_INCIDENT_STARTED` and so on.
    pub kind: u32,
    /// See the kinds.
    pub flag: u32,
    /// 1 if there is a character, else 0.
    pub has_character: u32,
    /// 1 if there is a mover, else 0.
    pub has_mover: u32,
    /// 1 if there is a trigger, else 0.
    pub has_trigger: u32,
    /// 0.
    pub reserved: u32,
}

/// Makes a stage of a level with its movers and triggers, and its state at the start; `longest` is the longest tick in seconds (more than 0,
/// to 10), for movers that turn fast. Each of the three is freed by its own function.
///
/// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_VALUE` for `longest`.
#[unsafe(no_mangle)]
pub extern "C" fn gls_machinery_new(
    level: Option<&gls_level>,
    longest: f64,
    machinery: Option<&mut MaybeUninit<Box<gls_machinery>>>,
    stage: Option<&mut MaybeUninit<Box<gls_stage>>>,
    state: Option<&mut MaybeUninit<Box<gls_stage_state>>>,
) -> gls_result {
    border(|| {
        let (level, told) = (given("level", level)?, given("machinery", machinery)?);
        let (stage, state) = (given("stage", stage)?, given("state", state)?);
        if !(longest > 0.0 && longest <= 10.0) {
            return Err(Refusal::new(
                crate::result::GLS_ERROR_VALUE,
                format!("longest is {longest}: it must lie between 0 and 10 seconds"),
            ));
        }
        let (mut machinery, mut world) = (Machinery::new(0, longest), level.world.clone());
        machinery.add(&level.mechanisms, &mut world)?;
        let mut core = Stage::new(world);
        let mut movers = Vec::new();
        for mover in machinery.movers() {
            movers.push(core.add_mover(mover.clone())?);
        }
        machinery.add_triggers(&mut core)?;
        let mut start = core.initial_state();
        machinery.begin(&mut start);
        let (people, scratch) = (MachineryState::new(), MachineryScratch::default());
        told.write(Box::new(gls_machinery {
            machinery,
            movers,
            state: people,
            scratch,
            incidents: Vec::new(),
        }));
        stage.write(Box::new(gls_stage::of(core)));
        state.write(Box::new(gls_stage_state { core: start }));
        Ok(())
    })
}

/// Frees the mechanisms; null is accepted. Stage and state do not need them.
#[unsafe(no_mangle)]
pub extern "C" fn gls_machinery_free(machinery: Option<Box<gls_machinery>>) {
    drop(machinery);
}

/// `gls_stage_tick` of the stage and a state that belong to the mechanisms, and what follows from it: doors open, pads launch,
/// traps hurt. Writes the incidents in order of time, which belong to the mechanisms and are valid until the next tick; `incidents` and
/// `incident_count` may be null.
///
/// Errors: as for `gls_stage_tick`.
///
/// # Safety
/// `inputs` has `input_count` entries.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gls_machinery_tick(
    machinery: Option<&mut gls_machinery>,
    stage: Option<&mut gls_stage>,
    state: Option<&mut gls_stage_state>,
    inputs: *const gls_input,
    input_count: usize,
    dt: f64,
    report: Option<&mut MaybeUninit<gls_stage_report>>,
    incidents: Option<&mut MaybeUninit<*const gls_incident>>,
    incident_count: Option<&mut MaybeUninit<usize>>,
) -> gls_result {
    border(|| {
        let own = given("machinery", machinery)?;
        let (stage, state) = (given("stage", stage)?, given("state", state)?);
        stage.read(read!(inputs, input_count))?;
        let gls_stage { core, inputs, told, .. } = stage;
        let played = own.machinery.tick(core, &mut state.core, &mut own.state, inputs, dt, &mut own.scratch);
        let played = match played {
            Ok(played) => played,
            Err(error) => return Err(refusal(core, &state.core, (inputs, dt), error)),
        };
        own.incidents.clear();
        own.incidents.extend(played.incidents.iter().map(|one| gls_incident::of(one, &own.movers)));
        if let Some(report) = report {
            report.write(told.of(&played.report, &state.core));
        }
        if let Some(incidents) = incidents {
            incidents.write(own.incidents.as_ptr());
        }
        if let Some(count) = incident_count {
            count.write(own.incidents.len());
        }
        Ok(())
    })
}

/// Starts a mover of a level and its team, as a shot or a rule of the game may do.
///
/// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_DEAD` for a mover that the level does not have.
#[unsafe(no_mangle)]
pub extern "C" fn gls_machinery_start(
    machinery: Option<&gls_machinery>,
    state: Option<&mut gls_stage_state>,
    mover: gls_mover,
) -> gls_result {
    border(|| {
        let (own, state) = (given("machinery", machinery)?, given("state", state)?);
        let id = MoverId::from_bits(mover);
        let index = own.movers.iter().position(|known| *known == id);
        let dead = || Refusal::new(GLS_ERROR_DEAD, format!("{id} is no mover of the level"));
        own.machinery.start(index.ok_or_else(dead)?, &mut state.core);
        Ok(())
    })
}

/// Writes how many movers a level has to `count`, and the handles of the first `capacity` of them, in the order of the file, to `movers`
/// (which may be null if that is 0).
///
/// Errors: `GLS_ERROR_NULL`.
///
/// # Safety
/// `movers` has room for `capacity` entries.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gls_machinery_movers(
    machinery: Option<&gls_machinery>,
    movers: *mut gls_mover,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> gls_result {
    border(|| {
        let own = given("machinery", machinery)?;
        let (movers, count) = (room!(movers, capacity), given("count", count)?);
        count.write(crate::pointer::fill(movers, own.movers.iter().map(|id| id.to_bits())));
        Ok(())
    })
}

/// Writes the health of a character: 100 at the start.
///
/// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_DEAD` for a character that is not in the state.
#[unsafe(no_mangle)]
pub extern "C" fn gls_machinery_health(
    machinery: Option<&gls_machinery>,
    state: Option<&gls_stage_state>,
    character: gls_character,
    health: Option<&mut MaybeUninit<f64>>,
) -> gls_result {
    border(|| {
        let (own, state) = (given("machinery", machinery)?, given("state", state)?);
        let id = CharacterId::from_bits(character);
        let dead = || Refusal::new(GLS_ERROR_DEAD, format!("{id} is not in this state"));
        let index = state.core.characters.position(id).ok_or_else(dead)?;
        let person = own.state.people.get(index);
        given("health", health)?.write(person.map_or(FULL_HEALTH, |person| person.health));
        Ok(())
    })
}

/// Writes what the mechanisms remember as bytes, to be kept beside the stage's state: of `gls_stage_state_save`, and with the same rules for
/// `bytes`, `capacity` and `length`.
///
/// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_LENGTH` for a buffer that is too small: only `length` is written then.
///
/// # Safety
/// `bytes` has room for `capacity` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gls_machinery_save(
    machinery: Option<&gls_machinery>,
    bytes: *mut u8,
    capacity: usize,
    length: Option<&mut MaybeUninit<usize>>,
) -> gls_result {
    border(|| {
        let (own, told) = (given("machinery", machinery)?, given("length", length)?);
        let room = room!(bytes, capacity);
        let saved = postcard::to_extend(&own.state, vec![FORMAT])
            .map_err(|error| Refusal::new(GLS_ERROR_BYTES, error.to_string()))?;
        let size = saved.len();
        told.write(size);
        if capacity < size && !bytes.is_null() {
            let text = format!("capacity is {capacity}: the mechanisms have {size} bytes");
            return Err(Refusal::new(GLS_ERROR_LENGTH, text));
        }
        crate::pointer::fill(room, saved.into_iter());
        Ok(())
    })
}

/// The first byte of what `gls_machinery_save` writes.
const FORMAT: u8 = 251;

/// Puts back what `gls_machinery_save` wrote.
///
/// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_BYTES` for bytes that are broken, cut off or of another kind; nothing has changed then.
///
/// # Safety
/// `bytes` has `length` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gls_machinery_load(
    machinery: Option<&mut gls_machinery>,
    bytes: *const u8,
    length: usize,
) -> gls_result {
    border(|| {
        let own = given("machinery", machinery)?;
        let broken = || {
            let text = "the saved bytes are broken or cut off: they must be what gls_machinery_save wrote";
            Refusal::new(GLS_ERROR_BYTES, text)
        };
        match read!(bytes, length).split_first() {
            Some((&FORMAT, rest)) => match postcard::take_from_bytes(rest) {
                Ok((state, [])) => own.state = state,
                _ => return Err(broken()),
            },
            _ => return Err(broken()),
        }
        Ok(())
    })
}

impl gls_incident {
    fn of(one: &Incident, movers: &[MoverId]) -> Self {
        let mut told = Self { time: one.time, position: one.position.into(), ..Self::default() };
        if let Some(character) = one.character {
            (told.character, told.has_character) = (character.to_bits(), 1);
        }
        told.kind = match one.kind {
            IncidentKind::Started { mover } => told.mover(mover, movers, GLS_INCIDENT_STARTED),
            IncidentKind::Arrived { mover } => told.mover(mover, movers, GLS_INCIDENT_ARRIVED),
            IncidentKind::Returned { mover } => told.mover(mover, movers, GLS_INCIDENT_RETURNED),
            IncidentKind::GaveWay { mover } => told.mover(mover, movers, GLS_INCIDENT_GAVE_WAY),
            IncidentKind::Signalled { trigger } => told.trigger(trigger, GLS_INCIDENT_SIGNALLED),
            IncidentKind::PickedUp { trigger } => told.trigger(trigger, GLS_INCIDENT_PICKED_UP),
            IncidentKind::Reached { trigger } => told.trigger(trigger, GLS_INCIDENT_REACHED),
            IncidentKind::Teleported { trigger, to, is_clear, .. } => {
                (told.to, told.flag) = (to.into(), is_clear.into());
                told.trigger(trigger, GLS_INCIDENT_TELEPORTED)
            }
            IncidentKind::Launched { trigger, velocity } => {
                told.to = velocity.into();
                told.trigger(trigger, GLS_INCIDENT_LAUNCHED)
            }
            IncidentKind::Hurt { cause, damage } => {
                told.amount = damage;
                told.cause(cause, movers, GLS_INCIDENT_HURT)
            }
            IncidentKind::Died { cause, to, is_clear } => {
                (told.to, told.flag) = (to.into(), is_clear.into());
                told.cause(cause, movers, GLS_INCIDENT_DIED)
            }
            _ => GLS_INCIDENT_OTHER,
        };
        told
    }

    fn mover(&mut self, index: usize, movers: &[MoverId], kind: u32) -> u32 {
        if let Some(mover) = movers.get(index) {
            (self.mover, self.has_mover) = (mover.to_bits(), 1);
        }
        kind
    }

    fn trigger(&mut self, trigger: glissando::TriggerId, kind: u32) -> u32 {
        (self.trigger, self.has_trigger) = (trigger.to_bits(), 1);
        kind
    }

    fn cause(&mut self, cause: Cause, movers: &[MoverId], kind: u32) -> u32 {
        match cause {
            Cause::Mover(index) => self.mover(index, movers, kind),
            Cause::Trigger(trigger) => self.trigger(trigger, kind),
        }
    }
}
