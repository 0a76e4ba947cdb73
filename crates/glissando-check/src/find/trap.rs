//! Places that can be entered and not left, and single places in which the body is wedged.

use super::{Context, deed, over};
use crate::explore::traps;
use crate::finding::{Finding, Kind};
use crate::place::PlaceId;
use crate::way::Act;
use glissando::DVec3;

pub(super) fn find(context: &Context<'_>) -> Vec<Finding> {
    traps(context.graph, context.subject).iter().filter_map(|trap| finding(context, trap)).collect()
}

fn finding(context: &Context<'_>, trap: &[PlaceId]) -> Option<Finding> {
    let graph = context.graph;
    // The move by which it was entered first.
    let is_in = |id: &PlaceId| trap.binary_search(id).is_ok();
    let entries = trap.iter().filter_map(|id| Some((*id, graph.entry(*id)?)));
    let (to, (from, way)) = entries.filter(|(_, (from, _))| !is_in(from)).min_by_key(|(id, _)| *id)?;
    let points: Vec<DVec3> =
        std::iter::once(&to).chain(trap).filter_map(|id| graph.place(*id)).map(|p| context.feet(p)).collect();
    let drop = context.feet(graph.place(from)?).y - context.feet(graph.place(to)?).y;
    let is_wedged = trap.iter().all(|id| graph.place(*id).is_some_and(|place| place.flatness == 0.0));
    let deed = deed(way);
    let area = context.area(trap.len());
    let (kind, reason) = if is_wedged {
        (
            Kind::Stuck,
            format!(
                "after {deed} the body hangs between surfaces that it cannot stand on, and no move frees it"
            ),
        )
    } else if drop > 0.5 {
        (Kind::Trap, format!("after {deed}, {drop:.1} m down, no move leads back to a spawn; {area:.1} m²"))
    } else {
        (Kind::Trap, format!("after {deed} no move leads back to a spawn; {area:.1} m²"))
    };
    let clip = if way.act == Act::Ride { None } else { context.clip(from, way, Some(to)) };
    Some(over(kind, &points, reason)?.with_clip(clip))
}
