//! Where a mover takes characters along: the places beside its top, linked where the way over it is free.
//!
//! A slab that slides into a wall has places behind that wall beside its way. The wall is between, so nothing is taken there. A
//! train whose way bends has a box for each straight leg, and passes from leg to leg where two of them meet.

use crate::explore::highest_jump;
use crate::ground::GroundMap;
use crate::options::Options;
use crate::place::{Place, PlaceId};
use crate::subject::{Act, ActKind, Subject};
use glissando::DVec3;
use std::collections::BTreeMap;

/// Metres from the rim of a mover within which its way is looked at, so that the walls of a shaft are not in it.
const INSET: f64 = 0.15;

/// Share of a jump's height that gets onto a mover for sure.
const SURE: f64 = 0.9;

/// Where a character is on a mover's way.
#[derive(Clone, Debug)]
struct Stop {
    /// The place; none where two legs meet.
    id: Option<PlaceId>,
    /// The centre of the body.
    at: DVec3,
    /// The legs that pass here.
    legs: Vec<usize>,
}

/// The way of one mover: its straight legs, and its stops in groups that it takes characters between.
#[derive(Debug)]
pub(crate) struct Ride<'a> {
    legs: Vec<&'a Act>,
    /// How much lower than the mover's top feet may be that get onto it.
    rise: f64,
    groups: Vec<Vec<Stop>>,
}

impl<'a> Ride<'a> {
    /// The rides of all movers.
    pub(crate) fn all(subject: &Subject<'a>, options: &Options, map: &GroundMap) -> Vec<Self> {
        let step = subject.config.settings().ground.step_height;
        let rise = if options.jumps { step.max(SURE * highest_jump(subject)) } else { step };
        let mut movers: BTreeMap<u32, Vec<&'a Act>> = BTreeMap::new();
        for act in subject.acts {
            if let ActKind::Ride { mover } = act.kind {
                movers.entry(mover).or_default().push(act);
            }
        }
        movers.into_values().map(|legs| Self::of(subject, map, (legs, rise))).collect()
    }

    fn of(subject: &Subject<'_>, map: &GroundMap, (legs, rise): (Vec<&'a Act>, f64)) -> Self {
        let mut ride = Self { groups: Vec::new(), legs, rise };
        for stop in meetings(subject, &ride.legs).into_iter().chain(ride.boarding(subject, map)) {
            ride.add(subject, stop);
        }
        ride
    }

    /// The places of the map beside the way.
    fn boarding(&self, subject: &Subject<'_>, map: &GroundMap) -> Vec<Stop> {
        let half = subject.config.shape(false).half_extents();
        let mut stops: BTreeMap<PlaceId, Stop> = BTreeMap::new();
        for (leg, act) in self.legs.iter().enumerate() {
            let (low, high) = (map.grid.cell(act.low - half), map.grid.cell(act.high + half));
            let cells = (low.0..=high.0).flat_map(|x| (low.1..=high.1).map(move |z| (x, z)));
            for (id, place) in cells.flat_map(|cell| map.in_cell(cell)) {
                if self.boards(subject, act, place) {
                    let new = || Stop { id: Some(id), at: place.position, legs: Vec::new() };
                    stops.entry(id).or_insert_with(new).legs.push(leg);
                }
            }
        }
        stops.into_values().collect()
    }

    /// Adds a stop: it joins all groups that it is linked with to one.
    fn add(&mut self, subject: &Subject<'_>, stop: Stop) {
        let groups = std::mem::take(&mut self.groups);
        let (linked, mut others): (Vec<_>, Vec<_>) =
            groups.into_iter().partition(|group: &Vec<Stop>| self.is_linked(subject, group, &stop));
        let mut joined: Vec<Stop> = linked.into_iter().flatten().collect();
        joined.push(stop);
        others.push(joined);
        self.groups = others;
    }

    /// Whether the way over the mover from a stop to one of a group is free.
    fn is_linked(&self, subject: &Subject<'_>, group: &[Stop], stop: &Stop) -> bool {
        let along = |leg: &usize, other: &Stop| {
            let Some(act) = self.legs.get(*leg) else { return false };
            other.legs.contains(leg) && is_free(subject, over(act, stop.at), over(act, other.at))
        };
        group.iter().any(|other| stop.legs.iter().any(|leg| along(leg, other)))
    }

    /// The places that a ride leads to. All of a group lead to its first and the first to all, which links each to each.
    pub(crate) fn leads(&self, subject: &Subject<'_>, (from, place): (PlaceId, &Place)) -> Vec<PlaceId> {
        let ids = |group: &[Stop]| group.iter().filter_map(|stop| stop.id).collect::<Vec<_>>();
        for group in &self.groups {
            let ids = ids(group);
            match ids.iter().position(|id| *id == from) {
                Some(0) => return ids,
                Some(_) => return ids.first().copied().into_iter().collect(),
                None => {}
            }
        }
        let boarded = self.legs.iter().enumerate().filter(|(_, act)| self.boards(subject, act, place));
        let legs: Vec<usize> = boarded.map(|(leg, _)| leg).collect();
        if legs.is_empty() {
            return Vec::new();
        }
        // A place that is none of the map's.
        let stop = Stop { id: None, at: place.position, legs };
        let linked = self.groups.iter().filter(|group| self.is_linked(subject, group, &stop));
        linked.filter_map(|group| ids(group).first().copied()).collect()
    }

    /// Whether a character with its feet at a place is taken along: they are as high as the mover's top comes, or it steps or jumps onto
    /// that, or steps off; and the body is over the mover or beside it with nothing between.
    fn boards(&self, subject: &Subject<'_>, act: &Act, place: &Place) -> bool {
        let half = subject.config.shape(place.is_crouched).half_extents();
        let feet = place.feet(half.y).y;
        let (near, off) = (over(act, place.position), place.position - over(act, place.position));
        let reach = half + DVec3::splat(INSET);
        feet >= act.low.y - self.rise
            && feet <= act.high.y + subject.config.settings().ground.step_height
            && off.x.abs() <= reach.x
            && off.z.abs() <= reach.z
            && is_free(subject, near, place.position)
    }
}

/// Where each leg meets the next: the body over the middle of what both boxes have.
fn meetings(subject: &Subject<'_>, legs: &[&Act]) -> Vec<Stop> {
    let half = subject.config.shape(false).half_extents().y;
    let meeting = |(leg, pair): (usize, &[&Act])| {
        let [a, b] = pair else { return None };
        let (low, high) = (a.low.max(b.low), a.high.min(b.high));
        let meets = low.x <= high.x && low.y <= high.y && low.z <= high.z;
        let at = (low + high) * 0.5 + DVec3::Y * half;
        meets.then(|| Stop { id: None, at, legs: vec![leg, leg + 1] })
    };
    legs.windows(2).enumerate().filter_map(meeting).collect()
}

/// The point over the mover that is nearest to a point, at its height.
fn over(act: &Act, at: DVec3) -> DVec3 {
    let within = |value: f64, low: f64, high: f64| {
        let inset = INSET.min(0.5 * (high - low).max(0.0));
        value.clamp(low + inset, (high - inset).max(low + inset))
    };
    DVec3 { x: within(at.x, act.low.x, act.high.x), z: within(at.z, act.low.z, act.high.z), ..at }
}

fn is_free(subject: &Subject<'_>, a: DVec3, b: DVec3) -> bool {
    let filter = subject.config.settings().filter;
    a == b || matches!(subject.world.is_blocked_between(a, b, filter), Ok(false))
}
