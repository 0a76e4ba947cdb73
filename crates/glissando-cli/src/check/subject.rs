//! From level files to what is checked: the still world, the character, spawns, items and volumes.

use super::Arguments;
use anyhow::Context;
use glissando::trigger::effect::Effect;
use glissando::{Body, Config, DVec3, Mesh, MeshOptions, Settings, Soup, State, World};
use glissando_check::{Act, ActKind, Point, Subject};
use glissando_level::{Disk, Mechanisms, MotionSpec, MoverSpec, TriggerShape, TriggerSpec};
use glissando_play::scene::{LevelOptions, Scene};
use glissando_play::script::read;
use glissando_play::walk::{Setup, Source, Wishes};
use std::path::Path;
use std::sync::Arc;

/// Metres per second of a character in a level that says nothing.
const USUAL_SPEED: f64 = 5.0;

/// Largest file of settings that is read, in bytes.
const MOST_BYTES: u64 = 1 << 20;

/// Metres around what a mover's top sweeps in which a character is taken along.
const BESIDE: DVec3 = DVec3::new(0.1, 0.02, 0.1);

/// Everything that a check looks at, and what recordings are made of.
pub(super) struct Parts {
    /// A walk in the still world, for recordings and pictures.
    pub(super) setup: Setup,
    pub(super) config: Config,
    pub(super) speed: f64,
    pub(super) spawns: Vec<Point>,
    pub(super) items: Vec<Point>,
    pub(super) acts: Vec<Act>,
    /// How many movers there are.
    pub(super) movers: usize,
    two_sided: Option<World>,
}

impl Parts {
    /// # Errors
    /// Levels, characters and starts that cannot be used, by name.
    pub(super) fn new(arguments: &Arguments) -> anyhow::Result<Self> {
        let levels = &arguments.levels;
        let options = LevelOptions {
            unit: levels.unit,
            up: levels.up.map(Into::into),
            use_manifest: !levels.no_manifest,
        };
        let name = levels.levels.first().map_or_else(String::new, |path| crate::levels::stem(path));
        // Recordings have the same still world.
        let source = Source::new(levels.levels.clone(), &options, true, Vec::new());
        let at = |spawn: Option<String>| {
            let wishes = Wishes { spawn, hz: Some(arguments.hz), is_staged: true, ..Wishes::default() };
            Setup::wandering(&Disk, name.clone(), source.clone(), &wishes)
        };
        let setup = at(arguments.starts.first().cloned())?;
        crate::levels::warn(&setup.scene);
        let own = setup.players.first().map(|player| player.config).context("no character")?;
        let config = match &arguments.character {
            Some(path) => character(path)?,
            None => own,
        };
        let lift = State::with_feet_at(&own, DVec3::ZERO).position.y;
        let start = |setup: &Setup, name: &str| {
            let centre = setup.players.first().map(|player| player.spawn).unwrap_or_default();
            Point::at(name, centre - DVec3::Y * lift)
        };
        let mut spawns: Vec<Point> = Vec::new();
        for (index, wanted) in arguments.starts.iter().enumerate() {
            let other = if index == 0 { None } else { Some(at(Some(wanted.clone()))?) };
            spawns.push(start(other.as_ref().unwrap_or(&setup), wanted));
        }
        if spawns.is_empty() {
            let markers = setup.scene.levels.iter().flat_map(|level| level.level.spawns());
            spawns = markers.map(|marker| Point::at(&marker.name, marker.position)).collect();
        }
        if spawns.is_empty() {
            spawns.push(start(&setup, "the first floor from above"));
        }
        let mut parts = Self {
            speed: arguments.speed.or(setup.speed()).unwrap_or(USUAL_SPEED),
            two_sided: two_sided(&setup.scene)?,
            setup,
            config,
            spawns,
            items: Vec::new(),
            acts: Vec::new(),
            movers: 0,
        };
        for loaded in &parts.setup.scene.levels {
            let mechanisms = arguments.levels.mechanisms(loaded)?;
            let first = parts.movers as u32;
            parts.movers += mechanisms.movers.len();
            take_in(&mechanisms, &config, first, &mut parts.items, &mut parts.acts);
        }
        Ok(parts)
    }

    pub(super) fn subject(&self) -> Subject<'_> {
        Subject {
            world: &self.setup.scene.world,
            two_sided: self.two_sided.as_ref(),
            config: &self.config,
            speed: self.speed,
            spawns: &self.spawns,
            items: &self.items,
            acts: &self.acts,
        }
    }
}

fn character(path: &Path) -> anyhow::Result<Config> {
    let read = || -> anyhow::Result<Config> {
        let settings: Settings = read::json(&read::bytes(path, MOST_BYTES)?)?;
        Ok(Config::new(&settings)?)
    };
    read().with_context(|| path.display().to_string())
}

/// The same world with both sides of every triangle, if some have one.
fn two_sided(scene: &Scene) -> anyhow::Result<Option<World>> {
    let has_one_sided =
        |level: &&glissando_play::scene::LoadedLevel| level.level.materials.iter().any(|m| m.one_sided);
    if !scene.levels.iter().any(|level| has_one_sided(&level)) {
        return Ok(None);
    }
    let mut world = World::new();
    for (_, body) in scene.world.bodies() {
        let mut soup = Soup::default();
        for corners in (0..body.mesh.source_count()).filter_map(|index| body.mesh.triangle(index)) {
            soup.push(corners, 0);
        }
        if !soup.triangles.is_empty() {
            let (mesh, _) = Mesh::build(&soup, &MeshOptions::default())?;
            world.insert(Body::new(Arc::new(mesh)).at(body.pose))?;
        }
    }
    Ok(Some(world))
}

/// What triggers, liquids and movers are for a check. Movers are numbered from `first_mover`.
fn take_in(
    mechanisms: &Mechanisms,
    config: &Config,
    first_mover: u32,
    items: &mut Vec<Point>,
    acts: &mut Vec<Act>,
) {
    for trigger in &mechanisms.triggers {
        let Some((low, high)) = bounds(trigger) else { continue };
        let name = trigger.what.clone().unwrap_or_else(|| trigger.name.clone());
        let kind = match trigger.effect {
            Effect::PickUp => {
                items.push(Point { name, low, high });
                continue;
            }
            Effect::Launch { velocity } => ActKind::Launch(velocity),
            Effect::Teleport { to, velocity } => {
                ActKind::Teleport(State::with_feet_at(config, to).position, velocity)
            }
            Effect::Kill => ActKind::Kill,
            Effect::Hurt { per_second } if per_second > 0.0 => ActKind::Kill,
            _ if ["exit", "change"].iter().any(|word| trigger.class.contains(word)) => ActKind::Exit,
            _ => continue,
        };
        acts.push(Act { name, low, high, kind });
    }
    for liquid in &mechanisms.liquids {
        let Some((low, high)) = bounds(liquid) else { continue };
        let is_deadly = ["lava", "slime"].iter().any(|word| liquid.class.contains(word));
        let kind = if is_deadly { ActKind::Kill } else { ActKind::Exit };
        acts.push(Act { name: liquid.name.clone(), low, high, kind });
    }
    acts.extend((first_mover..).zip(&mechanisms.movers).flat_map(|(number, mover)| ride(number, mover)));
}

/// The box of a trigger.
fn bounds(trigger: &TriggerSpec) -> Option<(DVec3, DVec3)> {
    match &trigger.shape {
        TriggerShape::Box { low, high } => Some((*low, *high)),
        TriggerShape::Closed(soup) | TriggerShape::Surface { soup, .. } => box_of(soup),
    }
}

fn box_of(soup: &Soup) -> Option<(DVec3, DVec3)> {
    let points = || soup.vertices.iter().map(|v| v.as_dvec3());
    Some((points().reduce(DVec3::min)?, points().reduce(DVec3::max)?))
}

/// Where a mover takes characters along: over its footprint, as high as its top comes, leg by leg. A door, whose top is over the head,
/// takes none along; it is out of the way.
fn ride(mover: u32, spec: &MoverSpec) -> Vec<Act> {
    let Some((low, high)) = box_of(&spec.soup) else { return Vec::new() };
    let (low, high) = (low + spec.origin, high + spec.origin);
    let mut ways: Vec<DVec3> = match &spec.motion {
        MotionSpec::Shuttle { travel, .. } => vec![DVec3::ZERO, *travel],
        MotionSpec::Path { keys, .. } => keys.iter().map(|key| key.translation).collect(),
        MotionSpec::Bob { amplitude, .. } => vec![*amplitude, *amplitude * -1.0],
        _ => return Vec::new(),
    };
    // A wait is no leg, but a mover that only turns has one.
    ways.dedup();
    if let [only] = ways.as_slice() {
        ways.push(*only);
    }
    let leg = |ends: &[DVec3]| {
        let least = ends.iter().copied().reduce(DVec3::min)? + DVec3 { y: high.y, ..low };
        let most = ends.iter().copied().reduce(DVec3::max)? + high;
        let kind = ActKind::Ride { mover };
        Some(Act { name: spec.name.clone(), low: least - BESIDE, high: most + BESIDE, kind })
    };
    ways.windows(2).filter_map(leg).collect()
}
