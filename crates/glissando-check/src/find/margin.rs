//! Floors that are reached by jumps alone, and by a jump a little lower or at another tick rate not at all.

use super::{Context, over};
use crate::aim::Fate;
use crate::component::{groups, reachable};
use crate::edge::Edge;
use crate::finding::{Finding, Kind};
use crate::parallel::*;
use crate::perform::{perform, reach_for};
use crate::place::PlaceId;
use crate::thinned::stride;
use crate::walker::Walker;
use crate::way::{Act, Way};
use glissando::{Config, DVec3, State};
use std::collections::BTreeSet;

/// Metres that a jump should have to spare.
const SPARE: f64 = 0.05;

/// Jumps into one floor that are made again.
const TRIED: usize = 60;

/// Tick rates of servers, screens and games; the check's own is none of the others.
const RATES: [f64; 5] = [20.0, 30.0, 60.0, 120.0, 144.0];

/// A move into a floor from elsewhere.
type Entry = (PlaceId, PlaceId, Way);

/// The floors that are reached by jumps alone.
struct Floors {
    /// The places of each.
    places: Vec<Vec<PlaceId>>,
    /// The moves into each.
    entries: Vec<Vec<Entry>>,
    /// One of how many moves into each is made again.
    strides: Vec<usize>,
    /// By place the number of its floor from 1 on, 0 for none.
    floor_of: Vec<u32>,
}

pub(super) fn find(context: &Context<'_>) -> Vec<Finding> {
    let floors = Floors::of(context);
    let found: Vec<Option<Finding>> =
        (0..floors.places.len()).into_par_iter().map(|floor| finding(context, &floors, floor)).collect();
    found.into_iter().flatten().collect()
}

impl Floors {
    fn of(context: &Context<'_>) -> Self {
        let places = jumped(context, &walked(context));
        let mut floor_of = vec![0_u32; context.graph.place_count()];
        for (number, floor) in (1..).zip(&places) {
            floor.iter().for_each(|id| floor_of[*id as usize] = number);
        }
        let (entries, strides) = (vec![Vec::new(); places.len()], Vec::new());
        let mut floors = Self { places, entries, strides, floor_of };
        for (from, edge) in context.graph.edges.iter() {
            let floor = floors.floor(edge.to).filter(|floor| floors.floor(from) != Some(*floor));
            if let Some(entries) = floor.and_then(|floor| floors.entries.get_mut(floor)) {
                entries.push((from, edge.to, edge.way()));
            }
        }
        // Few moves lead to a rim, and all of them are made again.
        let counted = &context.map.counts.jumps;
        let stride = |(places, entries): (&Vec<PlaceId>, &Vec<Entry>)| {
            if is_large(context, places) { stride(entries.len(), TRIED, counted) } else { 1 }
        };
        floors.strides = floors.places.iter().zip(&floors.entries).map(stride).collect();
        floors
    }

    /// The floor that a place is on.
    fn floor(&self, id: PlaceId) -> Option<usize> {
        self.floor_of.get(id as usize)?.checked_sub(1).map(|index| index as usize)
    }

    /// The moves into a floor that are made again.
    fn tried(&self, floor: usize) -> impl Iterator<Item = Entry> {
        let entries = self.entries.get(floor).map(Vec::as_slice).unwrap_or_default();
        entries.iter().step_by(self.strides.get(floor).copied().unwrap_or(1)).copied()
    }

    /// Whether this character gets to a floor: searched backwards.
    ///
    /// Where a move begins on a rim, which is a small floor itself, the character has to get there first. Large floors have findings of
    /// their own, so it may begin on one.
    fn is_entered(&self, context: &Context<'_>, walker: &mut Walker<'_>, floor: usize) -> bool {
        let (mut open, mut seen) = (vec![floor], BTreeSet::from([floor]));
        while let Some(floor) = open.pop() {
            let Some(places) = self.places.get(floor) else { continue };
            for entry in self.tried(floor) {
                let rim = self.floor(entry.0).filter(|from| !is_large(context, &self.places[*from]));
                if rim.is_some_and(|rim| seen.contains(&rim)) || !lands(context, walker, places, entry) {
                    continue;
                }
                let Some(rim) = rim else { return true };
                seen.insert(rim);
                open.push(rim);
            }
        }
        false
    }
}

fn is_large(context: &Context<'_>, floor: &[PlaceId]) -> bool {
    context.area(floor.len()) >= context.options.least_area
}

/// Which places the spawns get to without a jump.
pub(super) fn walked(context: &Context<'_>) -> Vec<bool> {
    let starts: Vec<PlaceId> = context.graph.starts.iter().flatten().copied().collect();
    let is_walk = |act: Act| matches!(act, Act::Walk | Act::WalkTo | Act::Ride);
    reachable(context.graph, &starts, |edge| is_walk(edge.act()) || edge.acted())
}

/// The groups of places that are reached by jumps alone.
pub(super) fn jumped(context: &Context<'_>, walked: &[bool]) -> Vec<Vec<PlaceId>> {
    let graph = context.graph;
    let is_walked = |id: PlaceId| walked.get(id as usize).copied().unwrap_or(false);
    let members: Vec<PlaceId> =
        (0..graph.place_count() as PlaceId).filter(|id| graph.is_reached(*id) && !is_walked(*id)).collect();
    // A drop leads to another floor; only walks along one hold it together.
    let rise = context.moves().rise(context.subject.config);
    let is_along = |from: PlaceId, edge: &Edge| {
        let height = |id: PlaceId| graph.place(id).map_or(f64::INFINITY, |place| place.position.y);
        edge.act() == Act::Walk && (height(from) - height(edge.to)).abs() <= rise
    };
    let is_along = &is_along;
    groups(members, |from| {
        graph.from(from).iter().filter(move |edge| is_along(from, edge)).map(|edge| edge.to)
    })
}

fn finding(context: &Context<'_>, floors: &Floors, floor: usize) -> Option<Finding> {
    let subject = context.subject;
    let group = floors.places.get(floor).filter(|group| is_large(context, group))?;
    let first = *floors.entries.get(floor)?.first()?;
    let usual = *subject.config;
    let any = |config: Config, hz: f64| {
        let mut walker = Walker::with(subject, config, hz);
        floors.is_entered(context, &mut walker, floor)
    };
    let mut lower = *usual.settings();
    let speed = lower.jump.speed;
    lower.jump.speed = (speed * speed - 2.0 * lower.gravity.length() * SPARE).max(0.0).sqrt();
    let lower = Config::new(&lower).ok()?;
    if !any(usual, context.options.hz) {
        // Only moves through other places lead there; nothing is known about their margin.
        return None;
    }
    let other = RATES.iter().filter(|hz| **hz != context.options.hz);
    let missed: Vec<String> = other.filter(|hz| !any(usual, **hz)).map(|hz| format!("{hz:.0}")).collect();
    let area = context.area(group.len());
    let reason = if let Some((last, others)) = missed.split_last() {
        let rates =
            if others.is_empty() { last.clone() } else { format!("{} and {last}", others.join(", ")) };
        format!("{area:.1} m² are reached by jumps alone, and at {rates} ticks a second by none of them")
    } else if !any(lower, context.options.hz) {
        let spare = SPARE * 100.0;
        format!(
            "{area:.1} m² are reached by jumps alone, and by none of them if they are {spare:.0} cm lower"
        )
    } else {
        return None;
    };
    let place = |id: &PlaceId| context.graph.place(*id).map(|place| context.feet(place));
    let points: Vec<DVec3> = std::iter::once(&first.0).chain(group).filter_map(place).collect();
    Some(over(Kind::BarelyReached, &points, reason)?.with_clip(context.clip(first.0, first.2, Some(first.1))))
}

/// Whether a jump comes down in the group, by height and place on the map; if not as it was made, then steered to the place.
fn lands(context: &Context<'_>, walker: &mut Walker<'_>, group: &[PlaceId], (from, to, way): Entry) -> bool {
    let (Some(start), Some(end)) = (context.graph.place(from), context.graph.place(to)) else { return false };
    let Some(state) = walker.start(start.position, start.is_crouched) else { return false };
    let near = context.moves().near();
    let is_sampled = !matches!(way.act, Act::JumpTo | Act::RunJumpTo | Act::WalkTo);
    if is_sampled && comes_down(context, walker, group, to, way, state) {
        return true;
    }
    let steered: &[Act] =
        if way.act == Act::WalkTo { &[Act::WalkTo] } else { &[Act::JumpTo, Act::RunJumpTo] };
    !start.is_crouched
        && steered.iter().any(|act| {
            let mut state = state;
            reach_for(walker, &mut state, *act, end, way.crouch, near)
        })
}

/// Whether the jump ends at a place of the group when it is made again.
fn comes_down(
    context: &Context<'_>,
    walker: &mut Walker<'_>,
    group: &[PlaceId],
    to: PlaceId,
    way: Way,
    mut state: State,
) -> bool {
    let Some(fate) = perform(walker, &mut state, way, context.options.cell) else { return false };
    let Fate::Rest(state) = walker.rest_through(fate, &mut state, way.crouch) else { return false };
    let rise = context.moves().rise(&walker.config);
    let near = |id: &PlaceId| {
        let Some(place) = context.graph.place(*id) else { return false };
        let off = place.position - state.position;
        crate::walker::level(off).length() < 1.5 * context.options.cell && off.y.abs() < rise
    };
    near(&to) || group.iter().any(near)
}
