//! Volumes that move a character differently and overlap where it can stand: which of them acts is left to their order.

use super::Context;
use crate::finding::{Finding, Kind};
use crate::place::PlaceId;
use crate::subject::{Act, ActKind};

/// Metres between the ends of two teleporters that are the same.
const SAME_END: f64 = 0.5;

/// Share of its speed by which a throw may differ from one that is the same.
const SAME_THROW: f64 = 0.1;

pub(super) fn find(context: &Context<'_>) -> Vec<Finding> {
    let acts: Vec<&Act> = context.subject.acts.iter().filter(|act| moves(act)).collect();
    let mut findings = Vec::new();
    for (number, a) in (1..).zip(&acts) {
        for b in acts.iter().skip(number) {
            findings.extend(finding(context, a, b));
        }
    }
    findings
}

/// Whether a volume moves the character.
const fn moves(act: &Act) -> bool {
    matches!(act.kind, ActKind::Launch(_) | ActKind::Teleport(..))
}

fn finding(context: &Context<'_>, a: &Act, b: &Act) -> Option<Finding> {
    if is_same(a.kind, b.kind) {
        return None;
    }
    let both = Act { low: a.low.max(b.low), high: a.high.min(b.high), ..(*a).clone() };
    let size = both.high - both.low;
    if size.x <= 0.0 || size.y <= 0.0 || size.z <= 0.0 {
        return None;
    }
    let half = context.subject.config.shape(false).half_extents();
    let (low, high) = (both.low - half, both.high + half);
    let (map, graph) = (context.map, context.graph);
    let (first, last) = (map.grid.cell(low), map.grid.cell(high));
    let cells = (first.0..=last.0).flat_map(|x| (first.1..=last.1).map(move |z| (x, z)));
    let places = || cells.clone().flat_map(|cell| map.in_cell(cell));
    let at =
        places().find(|(_, place)| both.meets(place.position, half)).map(|(_, place)| context.feet(place))?;
    // A volume that acts lets no walk end in it: a walk has to have come near.
    let has_come = |id: PlaceId| graph.is_reached(id);
    let reach = (half.x / context.options.cell).ceil() as i32 + 1;
    let around = (first.0 - reach..=last.0 + reach)
        .flat_map(|x| (first.1 - reach..=last.1 + reach).map(move |z| (x, z)));
    let rise = context.moves().rise(context.subject.config);
    let is_level = |height: f64| height >= low.y - rise && height <= high.y + rise;
    let mut near = around.flat_map(|cell| map.in_cell(cell));
    near.find(|(id, place)| has_come(*id) && is_level(place.position.y))?;
    let reason = format!(
        "{} {:?} and {} {:?} overlap where a character can stand: which of them acts is left to their order",
        word(a.kind),
        a.name,
        word(b.kind),
        b.name
    );
    Some(Finding::at(Kind::TriggersOverlap, at, reason).over([both.low, both.high].into_iter()))
}

const fn word(kind: ActKind) -> &'static str {
    match kind {
        ActKind::Teleport(..) => "the teleporter",
        _ => "the pad",
    }
}

/// Whether two volumes do the same.
fn is_same(a: ActKind, b: ActKind) -> bool {
    match (a, b) {
        (ActKind::Launch(a), ActKind::Launch(b)) => (a - b).length() <= SAME_THROW * a.length(),
        (ActKind::Teleport(a, _), ActKind::Teleport(b, _)) => (a - b).length() <= SAME_END,
        _ => false,
    }
}
