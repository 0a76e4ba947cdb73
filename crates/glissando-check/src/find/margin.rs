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

/// Metres that a jump should have to spare.
const SPARE: f64 = 0.05;

/// Jumps into one floor that are made again.
const TRIED: usize = 60;

/// Tick rates of servers, screens and games; the check's own is none of the others.
const RATES: [f64; 5] = [20.0, 30.0, 60.0, 120.0, 144.0];

pub(super) fn find(context: &Context<'_>) -> Vec<Finding> {
    let graph = context.graph;
    let jumped = jumped(context, &walked(context));
    let least = context.options.least_area;
    let mut entries: Vec<Vec<(PlaceId, PlaceId, Way)>> = vec![Vec::new(); jumped.len()];
    // By place the number of its group from 1 on, 0 for none.
    let mut group_of = vec![0_u32; graph.place_count()];
    for (number, group) in (1..).zip(&jumped).filter(|(_, group)| context.area(group.len()) >= least) {
        group.iter().for_each(|id| group_of[*id as usize] = number);
    }
    let group = |id: PlaceId| group_of.get(id as usize).copied().unwrap_or(0);
    for (from, edge) in graph.edges.iter().filter(|(from, edge)| group(edge.to) != group(*from)) {
        if let Some(entries) = group(edge.to).checked_sub(1).and_then(|index| entries.get_mut(index as usize))
        {
            entries.push((from, edge.to, edge.way()));
        }
    }
    let found: Vec<Option<Finding>> = (0..jumped.len())
        .into_par_iter()
        .map(|index| finding(context, &jumped[index], &entries[index]))
        .collect();
    found.into_iter().flatten().collect()
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

fn finding(context: &Context<'_>, group: &[PlaceId], entries: &[(PlaceId, PlaceId, Way)]) -> Option<Finding> {
    let (first, subject) = (*entries.first()?, context.subject);
    let stride = stride(entries.len(), TRIED, &context.map.counts.jumps);
    let tried: Vec<_> = entries.iter().step_by(stride).copied().collect();
    let usual = *subject.config;
    let any = |config: Config, hz: f64| {
        let mut walker = Walker::with(subject, config, hz);
        tried.iter().any(|&(from, to, way)| lands(context, &mut walker, group, from, to, way))
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
fn lands(
    context: &Context<'_>,
    walker: &mut Walker<'_>,
    group: &[PlaceId],
    from: PlaceId,
    to: PlaceId,
    way: Way,
) -> bool {
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
