//! Ways from one region of the level to another without a way back, though the level goes on in both.
//!
//! With one spawn, no exit and nothing that kills, a region without a way back is a trap. From water a character gets anywhere.

use super::{Context, deed};
use crate::bridge::{nearest_first, pairs};
use crate::component::can_reach;
use crate::explore::{highest_jump, reached_in, traps};
use crate::finding::{Finding, Kind};
use crate::parallel::*;
use crate::perform::reach_for;
use crate::place::PlaceId;
use crate::region::Regions;
use crate::subject::ActKind;
use crate::walker::Walker;
use crate::way::{Act, Way};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::Ordering;

/// Most pairs of regions that are reported; those with the largest region on the far side come first.
const MOST: usize = 12;

/// Places of the far region, those near the move, from which a way back is tried.
const TRIED: usize = 60;

/// A move out of a region.
#[derive(Clone, Copy)]
struct Over {
    from: PlaceId,
    to: PlaceId,
    way: Way,
    has_acted: bool,
    drop: f64,
    /// Where it, or the moves after it, come to the other region.
    lands: PlaceId,
}

pub(super) fn find(context: &Context<'_>) -> Vec<Finding> {
    let graph = context.graph;
    let spawns: BTreeSet<PlaceId> = graph.starts.iter().flatten().copied().collect();
    let has_exit = context.subject.acts.iter().any(|act| act.kind == ActKind::Exit);
    if spawns.len() < 2 && graph.deadly.is_empty() && !has_exit {
        return Vec::new();
    }
    let regions = Regions::of(graph);
    let sizes = regions.sizes(|id| is_floor(context, id));
    let mut is_trap = vec![false; regions.count];
    for id in traps(graph, context.subject).into_iter().flatten() {
        if let Some(number) = regions.number(id) {
            is_trap[number as usize] = true;
        }
    }
    let free = reached_in(graph, context.subject, |kind| kind == ActKind::Anywhere);
    let gets_anywhere = can_reach(graph, &free);
    let is_free = |id: PlaceId| gets_anywhere.get(id as usize).copied().unwrap_or(false);
    let size = |number: u32| sizes.get(number as usize).copied().unwrap_or(0);
    let is_large = |number: u32| context.area(size(number) as usize) >= context.options.least_area;
    let goes_on = |number: u32| !is_trap.get(number as usize).copied().unwrap_or(true);
    let mut found: Vec<((u32, u32), Over)> = Vec::new();
    for near in (0..regions.count as u32).filter(|near| is_large(*near) && goes_on(*near)) {
        let ways = ways_out(context, &regions, near, &goes_on, &is_large);
        found.extend(
            ways.into_iter().filter(|(_, over)| !is_free(over.lands)).map(|(far, over)| ((near, far), over)),
        );
    }
    found.sort_by_key(|((near, far), over)| (std::cmp::Reverse(size(*far)), *near, over.from));
    let rest = found.len().saturating_sub(MOST) as u64;
    context.map.counts.passages.fetch_add(rest, Ordering::Relaxed);
    found.truncate(MOST);
    // Where one ends without dying, of which nothing is said.
    let mut ends: Vec<PlaceId> = spawns.into_iter().collect();
    ends.extend(reached_in(graph, context.subject, |kind| kind == ActKind::Exit));
    let lives = can_reach(graph, &ends);
    let one = |(pair, over): &((u32, u32), Over)| {
        let is_deadly = !lives.get(over.lands as usize).copied().unwrap_or(false);
        let areas = [pair.0, pair.1].map(|number| context.area(size(number) as usize));
        finding(context, &regions, (*pair, areas), (over, is_deadly))
    };
    let findings: Vec<Option<Finding>> = found.par_iter().map(one).collect();
    findings.into_iter().flatten().collect()
}

/// Whether a place is one of the floor on which the level goes on.
///
/// Places that only a walk finds are those of rims and rails, and from a volume that moves it a character is gone at once.
fn is_floor(context: &Context<'_>, id: PlaceId) -> bool {
    let subject = context.subject;
    let Some(place) = context.graph.place(id).filter(|_| !context.graph.is_found(id)) else { return false };
    let half = subject.config.shape(place.is_crouched).half_extents();
    let moves = |kind| matches!(kind, ActKind::Launch(_) | ActKind::Teleport(..));
    !subject.acts.iter().any(|act| moves(act.kind) && act.meets(place.position, half))
}

/// The best move out of a region for each large one that it leads to, straight or through small ones.
fn ways_out(
    context: &Context<'_>,
    regions: &Regions,
    near: u32,
    goes_on: &dyn Fn(u32) -> bool,
    is_large: &dyn Fn(u32) -> bool,
) -> BTreeMap<u32, Over> {
    let graph = context.graph;
    let height = |id: PlaceId| graph.place(id).map_or(0.0, |place| context.feet(place).y);
    let mut best: BTreeMap<u32, Over> = BTreeMap::new();
    let mut seen: BTreeSet<PlaceId> = BTreeSet::new();
    let mut open: Vec<(PlaceId, Option<Over>)> =
        regions.places(near).into_iter().map(|id| (id, None)).collect();
    while let Some((id, left)) = open.pop() {
        for edge in graph.from(id) {
            let Some(number) = regions.number(edge.to).filter(|to| *to != near && goes_on(*to)) else {
                continue;
            };
            let over = left.unwrap_or_else(|| Over {
                from: id,
                to: edge.to,
                way: edge.way(),
                has_acted: edge.acted(),
                drop: height(id) - height(edge.to),
                lands: edge.to,
            });
            if is_large(number) {
                let over = Over { lands: edge.to, ..over };
                let kept = best.entry(number).or_insert(over);
                if is_plainer(&over, kept) {
                    *kept = over;
                }
            } else if seen.insert(edge.to) {
                open.push((edge.to, Some(over)));
            }
        }
    }
    best
}

/// Whether a move shows the way over better: a walk, with the smallest drop.
fn is_plainer(a: &Over, b: &Over) -> bool {
    let rank = |over: &Over| (over.has_acted, over.way.act != Act::Walk);
    let order = rank(a).cmp(&rank(b)).then(a.drop.abs().total_cmp(&b.drop.abs()));
    order.then((a.from, a.to).cmp(&(b.from, b.to))).is_lt()
}

fn finding(
    context: &Context<'_>,
    regions: &Regions,
    ((near, far), [a, b]): ((u32, u32), [f64; 2]),
    (over, is_deadly): (&Over, bool),
) -> Option<Finding> {
    if has_way_back(context, regions, (near, far), over) {
        return None;
    }
    let graph = context.graph;
    let [from, to] = [graph.place(over.from)?, graph.place(over.lands)?].map(|place| context.feet(place));
    let drop = from.y - to.y;
    let mut deed = deed(over.way);
    if over.way.act != Act::Ride && over.has_acted {
        deed.push_str(" and what a trigger does");
    }
    let down = if drop > 0.5 { format!(", {drop:.1} m down,") } else { String::new() };
    let on = if is_deadly { "from which one gets away by dying alone" } else { "in which the level goes on" };
    let reason = format!("after {deed}{down} no move leads back; from {a:.1} m² to {b:.1} m² {on}");
    let clip =
        if over.way.act == Act::Ride { None } else { context.clip(over.from, over.way, Some(over.to)) };
    let finding = Finding::at(Kind::OneWay, from, reason).over([from, to].into_iter());
    Some(finding.with_clip(clip))
}

/// Whether a straight way from the far region leads to the near one, which the usual moves have missed.
fn has_way_back(context: &Context<'_>, regions: &Regions, (near, far): (u32, u32), over: &Over) -> bool {
    let (graph, map, world) = (context.graph, context.map, context.subject.world);
    let Some(at) = graph.place(over.lands).map(|place| place.position) else { return false };
    // Those near the move: the others are rarely at a border.
    let mut members: Vec<(f64, PlaceId)> = regions
        .places(far)
        .into_iter()
        .filter_map(|id| Some(((graph.place(id)?.position - at).length(), id)))
        .collect();
    nearest_first(&mut members);
    let members: Vec<PlaceId> = members.into_iter().take(TRIED).map(|(_, id)| id).collect();
    let rise = highest_jump(context.subject) + context.moves().rise(context.subject.config);
    let mut walker = Walker::new(context.subject, context.options.hz);
    let tries = pairs((world, map, graph), &members, rise, |id| regions.number(id) == Some(near));
    tries.into_iter().any(|(to, from)| {
        let (Some(from), Some(to)) = (graph.place(from), graph.place(to)) else { return false };
        let crouch = from.is_crouched || to.is_crouched;
        [Act::WalkTo, Act::JumpTo, Act::RunJumpTo].into_iter().any(|act| {
            let may = act == Act::WalkTo || (context.options.jumps && !from.is_crouched);
            may && walker.start(from.position, from.is_crouched).is_some_and(|mut state| {
                reach_for(&mut walker, &mut state, act, to, crouch, context.moves().near())
            })
        })
    })
}
