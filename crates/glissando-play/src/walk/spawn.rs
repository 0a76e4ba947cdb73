//! Where a walk starts: a point, a marker by its name or number, or the first floor below the sky.

use crate::scene::Scene;
use anyhow::{Context, bail};
use glissando::tolerance::WORLD_LIMIT;
use glissando::{Config, DQuat, DVec3, Filter, State, World};
use glissando_level::{Marker, MarkerKind};

/// How many names an error lists.
const LISTED: usize = 12;

/// The centre of the body where `wanted` says, or where the levels say, or where there is floor.
///
/// # Errors
/// Names that no marker has, points that are no three numbers, levels without floor.
pub(super) fn find(scene: &Scene, config: &Config, wanted: Option<&str>) -> anyhow::Result<DVec3> {
    let spawns = || scene.levels.iter().flat_map(|l| l.level.spawns());
    let Some(wanted) = wanted else {
        return match spawns().next() {
            Some(marker) => Ok(marker.state(config).position),
            None => drop_in(&scene.world, config),
        };
    };
    if wanted.contains(',') {
        return point(wanted);
    }
    let markers = scene.levels.iter().flat_map(|l| &l.level.markers);
    let named = |marker: &&Marker| marker.kind != MarkerKind::Path && marker.name == wanted;
    let numbered = || wanted.parse().ok().and_then(|number| spawns().nth(number));
    match markers.into_iter().find(named).or_else(numbered) {
        Some(marker) => Ok(marker.state(config).position),
        None => bail!("spawn {wanted}: {}", offer(spawns())),
    }
}

fn point(text: &str) -> anyhow::Result<DVec3> {
    let numbers: Result<Vec<f64>, _> = text.split(',').map(|part| part.trim().parse()).collect();
    let numbers = numbers.ok().and_then(|n| <[f64; 3]>::try_from(n).ok());
    let is_place = |n: &[f64; 3]| n.iter().all(|c| c.abs() <= WORLD_LIMIT);
    let point = numbers.filter(is_place).map(DVec3::from);
    let hint = || format!("spawn {text}: a point is x,y,z in metres, each within {WORLD_LIMIT:e} of 0");
    point.with_context(hint)
}

fn offer<'a>(spawns: impl Iterator<Item = &'a Marker>) -> String {
    let all: Vec<&str> = spawns.map(|marker| marker.name.as_str()).collect();
    if all.is_empty() {
        return "the levels have no spawns: give a point as x,y,z".into();
    }
    let mut names: Vec<&str> = Vec::new();
    for name in &all {
        if !names.contains(name) {
            names.push(name);
        }
    }
    let more = if names.len() > LISTED { ", …" } else { "" };
    names.truncate(LISTED);
    format!(
        "no marker has this name; there are {} spawns, 0 to {}: {}{more}",
        all.len(),
        all.len() - 1,
        names.join(", ")
    )
}

/// The first floor that is met from above, looked for on a grid over the levels, the middle first.
fn drop_in(world: &World, config: &Config) -> anyhow::Result<DVec3> {
    const CELLS: i32 = 8;
    let up = config.settings().up;
    let bounds = world.bounds();
    if bounds.is_empty() {
        bail!("the levels have no spawns, and nothing solid to start on: give a point x,y,z as spawn");
    }
    let (low, high) = (bounds.min.as_dvec3(), bounds.max.as_dvec3());
    let (middle, size) = ((low + high) * 0.5, high - low);
    let mut offsets: Vec<(i32, i32, i32)> =
        (-CELLS..=CELLS).flat_map(|x| (-CELLS..=CELLS).map(move |z| (x * x + z * z, x, z))).collect();
    offsets.sort_unstable();
    let turn = DQuat::from_rotation_arc(DVec3::Y, up);
    let across = |axis: DVec3| axis * size.dot(axis.abs());
    let (first, second) = (across(turn * DVec3::X), across(turn * DVec3::Z));
    let reach = size.length() + 1.0;
    for (_, x, z) in offsets {
        let (x, z) = (f64::from(x) * 0.49 / f64::from(CELLS), f64::from(z) * 0.49 / f64::from(CELLS));
        let above = middle + first * x + second * z + up * (0.5 * reach);
        let hit = world.ray(above, up * -reach, Filter::ALL).context("looking for a place to start")?;
        if let Some(hit) = hit.filter(|h| h.normal.dot(up) >= config.settings().ground.cos_climb) {
            return Ok(State::with_feet_at(config, hit.point).position);
        }
    }
    bail!("the levels have no spawns, and no floor was found from above: give a point x,y,z as spawn")
}
