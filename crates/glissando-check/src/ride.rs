//! Where a mover takes characters along: the places beside its top, linked where the way over it is free.
//!
//! A slab that slides into a wall has places behind that wall beside its way. The wall is between, so nothing is taken there.

use crate::ground::GroundMap;
use crate::place::{Place, PlaceId};
use crate::subject::{Act, ActKind, Subject};
use glissando::DVec3;

/// Metres from the rim of a mover within which its way is looked at, so that the walls of a shaft are not in it.
const INSET: f64 = 0.15;

/// The places of one volume, in groups that it takes characters between.
#[derive(Debug, Default)]
pub(crate) struct Rides(Vec<Vec<(PlaceId, Place)>>);

impl Rides {
    /// The rides of each volume; none for those that are no movers.
    pub(crate) fn all(subject: &Subject<'_>, map: &GroundMap) -> Vec<Self> {
        let of =
            |act: &Act| if act.kind == ActKind::Ride { Self::of(subject, map, act) } else { Self::default() };
        subject.acts.iter().map(of).collect()
    }

    fn of(subject: &Subject<'_>, map: &GroundMap, act: &Act) -> Self {
        let half = subject.config.shape(false).half_extents();
        let (low, high) = (map.grid.cell(act.low - half), map.grid.cell(act.high + half));
        let cells = (low.0..=high.0).flat_map(|x| (low.1..=high.1).map(move |z| (x, z)));
        let mut groups: Vec<Vec<(PlaceId, Place)>> = Vec::new();
        for (id, place) in cells.flat_map(|cell| map.in_cell(cell)) {
            if !boards(subject, act, place) {
                continue;
            }
            // It joins all groups that it is linked with to one.
            let (linked, mut others): (Vec<_>, Vec<_>) =
                groups.into_iter().partition(|group: &Vec<(PlaceId, Place)>| {
                    group.iter().any(|(_, other)| is_linked(subject, act, place, other))
                });
            let mut joined: Vec<(PlaceId, Place)> = linked.into_iter().flatten().collect();
            joined.push((id, *place));
            others.push(joined);
            groups = others;
        }
        Self(groups)
    }

    /// The places that a ride leads to. All of a group lead to its first and the first to all, which links each to each.
    pub(crate) fn leads(
        &self,
        subject: &Subject<'_>,
        act: &Act,
        (from, place): (PlaceId, &Place),
    ) -> Vec<PlaceId> {
        if !boards(subject, act, place) {
            return Vec::new();
        }
        let ids = |group: &Vec<(PlaceId, Place)>| group.iter().map(|(id, _)| *id).collect::<Vec<_>>();
        for group in &self.0 {
            match group.iter().position(|(id, _)| *id == from) {
                Some(0) => return ids(group),
                Some(_) => return group.first().map(|(id, _)| *id).into_iter().collect(),
                None => {}
            }
        }
        // A place that is none of the map's.
        let linked = self
            .0
            .iter()
            .filter(|group| group.iter().any(|(_, other)| is_linked(subject, act, place, other)));
        linked.filter_map(|group| group.first().map(|(id, _)| *id)).collect()
    }
}

/// Whether a character with its feet at a place is taken along: they are as high as the mover's top comes, and the body is over it or
/// beside it with nothing between.
fn boards(subject: &Subject<'_>, act: &Act, place: &Place) -> bool {
    let half = subject.config.shape(place.is_crouched).half_extents();
    let feet = place.feet(half.y).y;
    let (near, off) = (over(act, place.position), place.position - over(act, place.position));
    let reach = half + DVec3::splat(INSET);
    feet >= act.low.y
        && feet <= act.high.y
        && off.x.abs() <= reach.x
        && off.z.abs() <= reach.z
        && is_free(subject, near, place.position)
}

/// Whether the way over the mover from one place to another is free.
fn is_linked(subject: &Subject<'_>, act: &Act, a: &Place, b: &Place) -> bool {
    is_free(subject, over(act, a.position), over(act, b.position))
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
