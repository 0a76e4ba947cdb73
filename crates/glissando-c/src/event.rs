//! Events of characters: of their own moves, and on a stage of touches, triggers, meetings, balls and squeezes.

use crate::pod::{GLS_OWNER_CHARACTER, GLS_OWNER_TRIGGER, gls_surface, gls_vec3, owner};
use glissando::character::LoadedContact;
use glissando::crowd::Meeting;
use glissando::stage::{StageEvent, StageEventKind};
use glissando::trigger::TriggerEventKind;
use glissando::{Event, EventKind, Owner};
use std::ffi::{CStr, c_char};

use crate::nearby::gls_contact;

/// An event of a kind that this header does not know.
pub const GLS_EVENT_OTHER: u32 = 0;
/// Came down on ground that can be stood on: `speed` into it, `amount` is the energy per mass (J/kg), `normal`, `surface`.
pub const GLS_EVENT_LANDED: u32 = 1;
/// Walked or slid off the ground.
pub const GLS_EVENT_LEFT_GROUND: u32 = 2;
/// Jumped.
pub const GLS_EVENT_JUMPED: u32 = 3;
/// Ran into a surface too steep to walk on: `speed`, `normal`, `surface`.
pub const GLS_EVENT_HIT_WALL: u32 = 4;
/// Hit a surface overhead: `speed`, `normal`, `surface`.
pub const GLS_EVENT_HIT_CEILING: u32 = 5;
/// Stepped up on a ledge: `amount` is the height (m), `surface`.
pub const GLS_EVENT_STEPPED_UP: u32 = 6;
/// Was pushed out of soft obstacles: `amount` is the distance (m), `surface`.
pub const GLS_EVENT_PUSHED_OUT: u32 = 7;
/// Overlapped a surface and came out: `amount` is the distance (m), `flag` 1 if it went back to its last safe place.
pub const GLS_EVENT_RECOVERED: u32 = 8;
/// Overlaps a surface and could not come out: `amount` is the depth (m).
pub const GLS_EVENT_STUCK: u32 = 9;
/// On a stage: a touch of `other` began: `speed` into it, `amount` is the impulse per mass (m/s).
pub const GLS_EVENT_TOUCH_BEGAN: u32 = 10;
/// On a stage: the touch of `other` ended.
pub const GLS_EVENT_TOUCH_ENDED: u32 = 11;
/// On a stage: entered the trigger `other`.
pub const GLS_EVENT_ENTERED: u32 = 12;
/// On a stage: the centre passed through the surface of the trigger `other`; `flag` is 1 if from its front.
pub const GLS_EVENT_CROSSED: u32 = 13;
/// On a stage: left the trigger `other`.
pub const GLS_EVENT_LEFT: u32 = 14;
/// On a stage: touches the character `other`: closing `speed`, `normal` towards this one, `amount` is the impulse per mass (m/s).
pub const GLS_EVENT_TOUCHED: u32 = 15;
/// On a stage: was pushed by the character `other`.
pub const GLS_EVENT_PUSHED_BY: u32 = 16;
/// On a stage: overlapped the character `other` at the start of the tick: `amount` is the depth (m).
pub const GLS_EVENT_OVERLAPS: u32 = 17;
/// On a stage: the ball `other` hit it: `speed` of approach, `amount` is the impulse (N s).
pub const GLS_EVENT_HIT_BY_BALL: u32 = 18;
/// On a stage: was squeezed by `other`, against the owner of `surface`; `flag` is 1 if no mover yielded: it is crushed.
pub const GLS_EVENT_SQUEEZED: u32 = 19;

/// One event. Which fields have a meaning stands with the constants of `kind`; the others are 0.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct gls_event {
    /// Seconds since the start of the tick.
    pub time: f64,
    /// Centre of the character at that time, metres.
    pub position: gls_vec3,
    /// Its velocity before the event changed it, m/s.
    pub velocity: gls_vec3,
    /// Unit normal of the contact.
    pub normal: gls_vec3,
    /// m/s.
    pub speed: f64,
    /// A height, distance, depth (m), energy or impulse: see the kinds.
    pub amount: f64,
    /// The surface that was met.
    pub surface: gls_surface,
    /// On a stage the handle of the character; of many its index; of one 0.
    pub character: u64,
    /// On a stage the handle of the other party.
    pub other: u64,
    /// What the other party is: `GLS_OWNER_NONE`, `GLS_OWNER_BODY` and so on.
    pub other_kind: u32,
    /// `GLS_EVENT_LANDED` and so on.
    pub kind: u32,
    /// See the kinds.
    pub flag: u32,
    /// 0.
    pub reserved: u32,
}

/// The name of a kind of event in snake case, `hit_wall` for instance; `other` for unknown numbers. Valid for ever.
#[unsafe(no_mangle)]
pub extern "C" fn gls_event_name(kind: u32) -> *const c_char {
    const NAMES: [&CStr; 20] = [
        c"other",
        c"landed",
        c"left_ground",
        c"jumped",
        c"hit_wall",
        c"hit_ceiling",
        c"stepped_up",
        c"pushed_out",
        c"recovered",
        c"stuck",
        c"touch_began",
        c"touch_ended",
        c"entered",
        c"crossed",
        c"left",
        c"touched",
        c"pushed_by",
        c"overlaps",
        c"hit_by_ball",
        c"squeezed",
    ];
    NAMES.get(kind as usize).unwrap_or(&NAMES[0]).as_ptr()
}

impl gls_event {
    /// The event of a character's own move.
    pub(crate) fn own(event: &Event, character: u64) -> Self {
        let mut told = Self {
            time: event.time,
            position: event.position.into(),
            velocity: event.velocity.into(),
            character,
            ..Self::default()
        };
        told.add_own(&event.kind);
        told
    }

    fn add_own(&mut self, kind: &EventKind) {
        self.kind = match *kind {
            EventKind::Landed { speed, energy_per_mass, normal, surface } => {
                (self.speed, self.amount) = (speed, energy_per_mass);
                (self.normal, self.surface) = (normal.into(), surface.into());
                GLS_EVENT_LANDED
            }
            EventKind::LeftGround => GLS_EVENT_LEFT_GROUND,
            EventKind::Jumped => GLS_EVENT_JUMPED,
            EventKind::HitWall { speed, normal, surface } => {
                (self.speed, self.normal, self.surface) = (speed, normal.into(), surface.into());
                GLS_EVENT_HIT_WALL
            }
            EventKind::HitCeiling { speed, normal, surface } => {
                (self.speed, self.normal, self.surface) = (speed, normal.into(), surface.into());
                GLS_EVENT_HIT_CEILING
            }
            EventKind::SteppedUp { height, surface } => {
                (self.amount, self.surface) = (height, surface.into());
                GLS_EVENT_STEPPED_UP
            }
            EventKind::PushedOut { distance, surface } => {
                (self.amount, self.surface) = (distance, surface.into());
                GLS_EVENT_PUSHED_OUT
            }
            EventKind::Recovered { distance, to_safe_position } => {
                (self.amount, self.flag) = (distance, to_safe_position.into());
                GLS_EVENT_RECOVERED
            }
            EventKind::Stuck { depth } => {
                self.amount = depth;
                GLS_EVENT_STUCK
            }
            _ => GLS_EVENT_OTHER,
        };
    }

    fn add_other(&mut self, other: Option<Owner>) {
        (self.other_kind, self.other) = other.map_or((0, 0), owner);
    }

    fn add_meeting(&mut self, meeting: &Meeting) -> u32 {
        (self.other_kind, self.other) = (GLS_OWNER_CHARACTER, meeting.other().to_bits());
        match *meeting {
            Meeting::Touched { normal, speed, load, .. } => {
                (self.normal, self.speed, self.amount) = (normal.into(), speed, load);
                GLS_EVENT_TOUCHED
            }
            Meeting::PushedBy { .. } => GLS_EVENT_PUSHED_BY,
            Meeting::Overlaps { depth, .. } => {
                self.amount = depth;
                GLS_EVENT_OVERLAPS
            }
            _ => GLS_EVENT_OTHER,
        }
    }
}

impl From<&StageEvent> for gls_event {
    fn from(event: &StageEvent) -> Self {
        let character = event.character.to_bits();
        if let Some(own) = event.own() {
            return Self::own(&own, character);
        }
        let mut told = Self {
            time: event.time,
            position: event.position.into(),
            velocity: event.velocity.into(),
            character,
            ..Self::default()
        };
        told.kind = match event.kind {
            StageEventKind::TouchBegan { owner, speed, load } => {
                told.add_other(Some(owner));
                (told.speed, told.amount) = (speed, load);
                GLS_EVENT_TOUCH_BEGAN
            }
            StageEventKind::TouchEnded { owner } => {
                told.add_other(Some(owner));
                GLS_EVENT_TOUCH_ENDED
            }
            StageEventKind::Trigger { trigger, kind } => {
                (told.other_kind, told.other) = (GLS_OWNER_TRIGGER, trigger.to_bits());
                match kind {
                    TriggerEventKind::Entered => GLS_EVENT_ENTERED,
                    TriggerEventKind::Crossed { from_front } => {
                        told.flag = from_front.into();
                        GLS_EVENT_CROSSED
                    }
                    TriggerEventKind::Left => GLS_EVENT_LEFT,
                }
            }
            StageEventKind::Met(meeting) => told.add_meeting(&meeting),
            StageEventKind::HitByBall { ball, impulse, speed } => {
                told.add_other(Some(Owner::Ball(ball)));
                (told.speed, told.amount) = (speed, impulse);
                GLS_EVENT_HIT_BY_BALL
            }
            StageEventKind::Squeezed { is_crushed, by, against } => {
                told.add_other(by);
                (told.surface.owner_kind, told.surface.owner) = against.map_or((0, 0), owner);
                told.flag = is_crushed.into();
                GLS_EVENT_SQUEEZED
            }
            _ => GLS_EVENT_OTHER,
        };
        told
    }
}

impl From<&LoadedContact> for gls_contact {
    fn from(held: &LoadedContact) -> Self {
        Self { load: held.load, ..Self::from(&held.contact) }
    }
}
