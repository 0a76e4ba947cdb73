//! Places of spawned characters: on the floors that are visible from above, not in each other.

use super::roster::{Player, Way};
use super::wander::Wanderer;
use crate::script::CrowdSpawner;
use anyhow::{Context, bail};
use glissando::{Config, DQuat, DVec3, Filter, State, World};

/// Most that a script may ask for.
const MOST: usize = 100_000;

/// Largest radii between two of them.
const APART: f64 = 2.5;

/// The characters of a crowd spawner, where there is room, with the ticks that they walk.
///
/// # Errors
/// A number or a speed that no crowd spawner has; fewer places than are asked for.
pub(super) fn players(
    crowd_spawner: &CrowdSpawner,
    config: &Config,
    world: &World,
    taken: &[Player],
    ticks: u64,
) -> anyhow::Result<Vec<Player>> {
    let CrowdSpawner { count, seed, speed, .. } = *crowd_spawner;
    if count > MOST {
        bail!("wanderers.count is {count}: it must be at most {MOST}");
    }
    if !(0.0..=1e3).contains(&speed) {
        bail!("wanderers.speed is {speed}: it must lie between 0 and 1000 m/s");
    }
    let places = places(world, config, taken, count)?;
    let player = |(index, spawn)| {
        let wanderer = Wanderer::new(seed.wrapping_add(index), config.settings().up, speed);
        Player { config: *config, spawn, way: Way::Wander { wanderer, ticks } }
    };
    Ok((1..).zip(places).map(player).collect())
}

/// `count` places, spread evenly over the world as seen from above.
fn places(world: &World, config: &Config, taken: &[Player], count: usize) -> anyhow::Result<Vec<DVec3>> {
    let up = config.settings().up;
    let bounds = world.bounds();
    let (low, high) = (bounds.min.as_dvec3(), bounds.max.as_dvec3());
    let (middle, size) = ((low + high) * 0.5, high - low);
    let turn = DQuat::from_rotation_arc(DVec3::Y, up);
    let across = |axis: DVec3| size.dot((turn * axis).abs());
    let (wide, deep, tall) = (across(DVec3::X), across(DVec3::Z), across(DVec3::Y) + 1.0);
    let apart = APART * config.shape(false).largest_radius();
    let mut spacing = (wide * deep / count.max(1) as f64).sqrt();
    // Where much of the area is no floor, rows that are closer find more.
    while spacing >= apart {
        let (columns, rows) = ((wide / spacing) as usize, (deep / spacing) as usize);
        let mut found = Vec::with_capacity(count);
        for cell in 0..columns.saturating_mul(rows) {
            if found.len() == count {
                break;
            }
            let at =
                |index: usize, cells: usize, size: f64| size * ((index as f64 + 0.5) / cells as f64 - 0.5);
            let aside = DVec3::new(at(cell % columns, columns, wide), 0.0, at(cell / columns, rows, deep));
            let above = middle + turn * aside + up * (0.5 * tall);
            let Some(hit) = world.ray(above, up * -tall, Filter::ALL).context("wanderers")? else { continue };
            let place = State::with_feet_at(config, hit.point).position;
            let is_flat = hit.normal.dot(up) >= config.settings().ground.cos_climb;
            let is_alone = taken.iter().all(|other| (other.spawn - place).length() > apart);
            if is_flat && is_alone && has_room(world, config, place)? {
                found.push(place);
            }
        }
        if found.len() == count {
            return Ok(found);
        }
        spacing *= 0.9;
    }
    bail!(
        "wanderers.count is {count}: there is no room for as many, {apart} m apart, on floors seen from above"
    )
}

/// Whether nothing is where a body stands.
fn has_room(world: &World, config: &Config, place: DVec3) -> anyhow::Result<bool> {
    let nearest = world.clearance(&config.shape(false), place, 1.0, config.settings().filter)?;
    Ok(nearest.is_none_or(|nearest| nearest.distance > 0.0))
}
