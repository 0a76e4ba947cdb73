//! Places that are reached though the level marks them as not to be.

use super::{Context, deed, over};
use crate::finding::{Finding, Kind};
use crate::parallel::*;
use crate::place::{Place, PlaceId};
use crate::subject::Zone;
use crate::way::Act;
use glissando::{DVec3, Sweep};
use std::collections::BTreeMap;

/// Metres between places that are one finding.
const TOGETHER: f64 = 1.5;

/// Metres below a resting body in which the surface is that it stands on.
const BELOW: f64 = 0.05;

pub(super) fn find(context: &Context<'_>) -> Vec<Finding> {
    let graph = context.graph;
    let marks = Marks::of(context);
    if marks.is_empty() {
        return Vec::new();
    }
    let reached: Vec<PlaceId> =
        (0..graph.place_count() as PlaceId).filter(|id| graph.is_reached(*id)).collect();
    let name = |id: &PlaceId| graph.place(*id).and_then(|place| marks.name_at(context, place));
    let names: Vec<Option<&str>> = reached.par_iter().map(name).collect();
    let mut by_name: BTreeMap<&str, Vec<PlaceId>> = BTreeMap::new();
    for (&id, name) in reached.iter().zip(names) {
        if let Some(name) = name {
            by_name.entry(name).or_default().push(id);
        }
    }
    let mut findings = Vec::new();
    for (name, ids) in by_name {
        let points: Vec<DVec3> =
            ids.iter().filter_map(|id| graph.place(*id)).map(|p| context.feet(p)).collect();
        for cluster in Context::clusters(&points, TOGETHER) {
            let members: Vec<PlaceId> =
                cluster.iter().filter_map(|index| ids.get(*index as usize).copied()).collect();
            findings.extend(finding(context, name, &members));
        }
    }
    findings
}

fn finding(context: &Context<'_>, name: &str, members: &[PlaceId]) -> Option<Finding> {
    let graph = context.graph;
    // The move that gets there first; none where a spawn is.
    let is_in = |id: &PlaceId| members.binary_search(id).is_ok();
    let entries = members.iter().filter_map(|id| Some((*id, graph.entry(*id)?)));
    let entry = entries.filter(|(_, (from, _))| !is_in(from)).min_by_key(|(id, _)| *id);
    let first = entry.map(|(id, _)| id).into_iter();
    let points: Vec<DVec3> = first
        .chain(members.iter().copied())
        .filter_map(|id| graph.place(id))
        .map(|p| context.feet(p))
        .collect();
    let after =
        entry.map_or_else(|| "at the start".to_owned(), |(_, (_, way))| format!("after {}", deed(way)));
    let reason = format!(
        "{after} a character stands on {name:?}, which is off limits; {:.1} m²",
        context.area(members.len())
    );
    let walked = entry.filter(|(_, (_, way))| way.act != Act::Ride);
    let clip = walked.and_then(|(to, (from, way))| context.clip(from, way, Some(to)));
    Some(over(Kind::OffLimits, &points, reason)?.with_clip(clip))
}

/// The surfaces and boxes that are off limits, by what a place is asked for.
#[derive(Default)]
struct Marks<'a> {
    /// By the slot of the body and the material.
    surfaces: BTreeMap<(u32, Option<u16>), &'a str>,
    boxes: Vec<(DVec3, DVec3, &'a str)>,
}

impl<'a> Marks<'a> {
    fn of(context: &Context<'a>) -> Self {
        let mut marks = Self::default();
        for mark in context.subject.off_limits {
            match mark.zone {
                Zone::Surface { body, material } => {
                    marks.surfaces.insert((body.index(), material), mark.name.as_str());
                }
                Zone::Box { low, high } => marks.boxes.push((low, high, mark.name.as_str())),
            }
        }
        marks
    }

    fn is_empty(&self) -> bool {
        self.surfaces.is_empty() && self.boxes.is_empty()
    }

    /// The name of the marked surface or box that a character at a place stands on or in; `None` if it is on neither.
    fn name_at(&self, context: &Context<'_>, place: &Place) -> Option<&'a str> {
        let feet = context.feet(place);
        let is_in = |low: &DVec3, high: &DVec3| {
            feet.x >= low.x
                && feet.z >= low.z
                && feet.x <= high.x
                && feet.z <= high.z
                && feet.y >= low.y - BELOW
                && feet.y <= high.y + BELOW
        };
        if let Some((.., name)) = self.boxes.iter().find(|(low, high, _)| is_in(low, high)) {
            return Some(name);
        }
        if self.surfaces.is_empty() {
            return None;
        }
        let config = context.subject.config;
        let sweep = Sweep::new(config.shape(place.is_crouched), place.position, DVec3::Y * -BELOW).ok()?;
        let hit = context.subject.world.sweep(&sweep.with_filter(config.settings().filter))?;
        let body = hit.surface.body()?.index();
        [Some(hit.surface.material), None]
            .iter()
            .find_map(|material| self.surfaces.get(&(body, *material)).copied())
    }
}
