//! A path through a set of triggers: the events of entering, crossing and leaving, in order, each exactly once.

use super::event::{Found, TriggerBuffer, TriggerEvent, TriggerEventKind, TriggerMemory};
use super::frame::Frame;
use super::presence::{Meeting, Presence};
use super::set::{TriggerKind, Triggers};
use crate::collide::Filter;
use crate::geometry::Shape;
use crate::handle::TriggerId;
use crate::input::{self, InputError};
use crate::math::DVec3;
use crate::motion::Motion;
use crate::path::Waypoint;
use crate::sorting;
use crate::world::NearBodies;

/// The triggers about a character, kept from tick to tick.
pub(crate) type NearTriggers = NearBodies;

/// The part by which the box of a path is grown for rounding.
const ROOM: f64 = 1e-6;

impl Triggers {
    /// The events of a body on a path while the triggers that `filter` accepts move: in order of the path, and at one
    /// place by handle. `memory` is updated.
    ///
    /// The path is that of a whole tick, from [`Report::path`](crate::Report::path) of [`step`](crate::step()):
    /// motions last from time 0 to its last time. No event is missed, however fast, and a body that touches for a
    /// moment has both entered and left. `shape` is used for the whole path: a change of stance counts from the
    /// start. Times are exact up to rounding, and for triggers that turn up to [`CHORD_ERROR`](super::CHORD_ERROR) of
    /// the path.
    ///
    /// A difference to `memory` at the start (a trigger was moved, removed, or is filtered out) is reported at time
    /// 0. A body that touches a surface enters; it has left when clear of it by more than 1e-9 radii (or by the error
    /// of its shape), so rest and rounding cause no events. A centre that moves within a surface may be reported as
    /// crossing to and fro.
    ///
    /// ```
    /// # use glissando::path::Waypoint;
    /// # use glissando::{DVec3, Shape, Filter, Mesh, MeshOptions, Soup, Vec3};
    /// # use glissando::trigger::{Trigger, TriggerBuffer, TriggerEventKind, TriggerKind, TriggerMemory, Triggers};
    /// # let mut triggers = Triggers::new();
    /// # let mesh = Mesh::build(&Soup::cuboid(Vec3::ZERO, Vec3::ONE), &MeshOptions::default())?.0;
    /// # let pool = triggers.insert(Trigger::new(mesh, TriggerKind::VolumeByCentre))?;
    /// // A pool from -1 to 1, and a path of 10 m through it in 0.1 s.
    /// let path = [Waypoint::new(0.0, DVec3::X * -5.0), Waypoint::new(0.1, DVec3::X * 5.0)];
    /// let (mut memory, mut buffer) = (TriggerMemory::new(), TriggerBuffer::new());
    /// let events = triggers.travel(&Shape::sphere(0.5)?, &path, Filter::ALL, &mut memory, &mut buffer)?;
    /// assert_eq!((events[0].kind, events[1].kind), (TriggerEventKind::Entered, TriggerEventKind::Left));
    /// assert!((events[0].time - 0.04).abs() < 1e-12 && !memory.is_in(pool));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// An empty path; NaN, infinities, times that fall or are negative. Then `memory` is unchanged.
    pub fn travel<'b>(
        &self,
        shape: &Shape,
        path: &[Waypoint],
        filter: Filter,
        memory: &mut TriggerMemory,
        buffer: &'b mut TriggerBuffer,
    ) -> Result<&'b [TriggerEvent], InputError> {
        self.travel_by(None, shape, path, filter, memory, buffer)
    }

    /// [`Triggers::travel`] where the motions end after the given seconds, with what is remembered of the triggers about the character.
    pub(crate) fn travel_after<'b>(
        &self,
        (moves_for, near): (f64, &mut NearTriggers),
        shape: &Shape,
        path: &[Waypoint],
        filter: Filter,
        memory: &mut TriggerMemory,
        buffer: &'b mut TriggerBuffer,
    ) -> Result<&'b [TriggerEvent], InputError> {
        self.travel_by(Some((moves_for, near)), shape, path, filter, memory, buffer)
    }

    fn travel_by<'b>(
        &self,
        on_stage: Option<(f64, &mut NearTriggers)>,
        shape: &Shape,
        path: &[Waypoint],
        filter: Filter,
        memory: &mut TriggerMemory,
        buffer: &'b mut TriggerBuffer,
    ) -> Result<&'b [TriggerEvent], InputError> {
        check_path(path)?;
        // The memory may come from a file.
        sorting::sort_by(&mut memory.inside, Ord::cmp);
        memory.inside.dedup();
        let moves_for = on_stage.as_ref().map(|(moves_for, _)| *moves_for);
        self.find_candidates((shape, path), on_stage.map(|(_, near)| near), filter, memory, buffer);
        buffer.found.clear();
        if buffer.candidates.is_empty() {
            buffer.events.clear();
            return Ok(&buffer.events);
        }
        for index in 0..buffer.candidates.len() {
            self.meet((shape, path, moves_for), filter, buffer.candidates[index], memory, buffer);
        }
        Ok(in_order(shape, path, buffer))
    }

    /// The events of a teleported body, by the rule of a path's end: it leaves triggers that do not contain it at
    /// `to` and enters those that do, at time 0; triggers in between are not met. No crossings.
    ///
    /// ```
    /// # use glissando::path::Waypoint;
    /// # use glissando::{DVec3, Shape, Filter, Mesh, MeshOptions, Soup, Vec3};
    /// # use glissando::trigger::{Trigger, TriggerBuffer, TriggerEventKind, TriggerKind, TriggerMemory, Triggers};
    /// # let mut triggers = Triggers::new();
    /// # let mesh = Mesh::build(&Soup::cuboid(Vec3::ZERO, Vec3::ONE), &MeshOptions::default())?.0;
    /// # let pool = triggers.insert(Trigger::new(mesh, TriggerKind::VolumeByCentre))?;
    /// let (mut memory, mut buffer) = (TriggerMemory::new(), TriggerBuffer::new());
    /// triggers.teleport(&Shape::sphere(0.5)?, DVec3::ZERO, Filter::ALL, &mut memory, &mut buffer)?;
    /// assert!(memory.is_in(pool));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// NaN, infinities, places beyond [`crate::tolerance::WORLD_LIMIT`]. Then `memory` is unchanged.
    pub fn teleport<'b>(
        &self,
        shape: &Shape,
        to: DVec3,
        filter: Filter,
        memory: &mut TriggerMemory,
        buffer: &'b mut TriggerBuffer,
    ) -> Result<&'b [TriggerEvent], InputError> {
        self.travel(shape, &[Waypoint::new(0.0, to)], filter, memory, buffer)
    }

    /// Collects the triggers whose boxes the path meets and those in the memory, by handle.
    fn find_candidates(
        &self,
        (shape, path): (&Shape, &[Waypoint]),
        near: Option<&mut NearTriggers>,
        filter: Filter,
        memory: &TriggerMemory,
        buffer: &mut TriggerBuffer,
    ) {
        let first = path[0].position;
        let (low, high) =
            path.iter().fold((first, first), |(l, h), w| (l.min(w.position), h.max(w.position)));
        let reach = shape.half_extents() * (1.0 + ROOM);
        buffer.candidates.clear();
        buffer.candidates.extend_from_slice(&memory.inside);
        let (low, high) = (low - reach, high + reach);
        let list = |id| buffer.candidates.push(TriggerId::of(id));
        match near {
            Some(near) => near.visit_box(&self.bodies, (low, high), filter, list),
            None => self.bodies.visit_box(low, high, filter, list),
        }
        sorting::sort_by(&mut buffer.candidates, Ord::cmp);
        buffer.candidates.dedup();
    }

    fn meet(
        &self,
        (shape, path, moves_for): (&Shape, &[Waypoint], Option<f64>),
        filter: Filter,
        trigger: TriggerId,
        memory: &mut TriggerMemory,
        buffer: &mut TriggerBuffer,
    ) {
        let TriggerBuffer { spans, crossings, found, .. } = buffer;
        let was_in = memory.is_in(trigger);
        let Some(placement) = self.bodies.placement(trigger.body(), filter) else {
            if was_in {
                found.push(Found { along: 0.0, trigger, kind: TriggerEventKind::Left });
                memory.set(trigger, false);
            }
            return;
        };
        let frame = Frame::new(path, shape, placement.motion, moves_for);
        let block = self.blocks[trigger.index as usize].as_ref();
        let meeting = Meeting { frame: &frame, placement, block };
        let kind = self.kinds[trigger.index as usize];
        if kind == TriggerKind::Surface {
            meeting.passes(|along, from_front| {
                let kind = TriggerEventKind::Crossed { from_front };
                found.push(Found { along, trigger, kind });
            });
        }
        let mut presence = Presence {
            is_in: was_in,
            report: |along, is_in| {
                let kind = if is_in { TriggerEventKind::Entered } else { TriggerEventKind::Left };
                found.push(Found { along, trigger, kind });
            },
        };
        match kind {
            TriggerKind::Surface => meeting.by_body(false, &mut presence, spans),
            TriggerKind::VolumeByBody => meeting.by_body(true, &mut presence, spans),
            TriggerKind::VolumeByCentre => meeting.by_centre(&mut presence, crossings),
        }
        let is_in = presence.is_in;
        memory.set(trigger, is_in);
    }
}

/// Refuses a waypoint outside of the world.
pub(crate) fn check_place(waypoint: &Waypoint) -> Result<(), InputError> {
    input::position("position of a waypoint", waypoint.position).map(drop)
}

/// Whether a path can be travelled: positions in the world, times that do not fall.
fn check_path(path: &[Waypoint]) -> Result<(), InputError> {
    input::scalar("number of waypoints of a path", path.len() as f64, 1.0, f64::MAX)?;
    let mut last = 0.0;
    for waypoint in path {
        check_place(waypoint)?;
        last = input::scalar("time of a waypoint (times must not fall)", waypoint.time, last, f64::MAX)?;
    }
    Ok(())
}

fn in_order<'b>(shape: &Shape, path: &[Waypoint], buffer: &'b mut TriggerBuffer) -> &'b [TriggerEvent] {
    let frame = Frame::new(path, shape, Motion::STILL, None);
    sorting::sort_by(&mut buffer.found, |a, b| {
        let by_name = || (a.trigger, a.kind).cmp(&(b.trigger, b.kind));
        a.along.total_cmp(&b.along).then_with(by_name)
    });
    buffer.events.clear();
    buffer.events.extend(buffer.found.iter().map(|found| TriggerEvent {
        trigger: found.trigger,
        time: frame.time(found.along),
        position: frame.in_world(found.along),
        kind: found.kind,
    }));
    &buffer.events
}
