//! From a walk to what is checked: the still world, the character, spawns, items and volumes.

use super::off_limits::off_limits;
use super::scripted;
use crate::subject::{Act, ActKind, OffLimits, Point, Subject};
use anyhow::Context;
use glissando::trigger::effect::Effect;
use glissando::{Body, Config, DVec3, Mesh, MeshOptions, Soup, State, World};
use glissando_level::{Files, Mechanisms, MotionSpec, MoverSpec, TriggerShape, TriggerSpec};
use glissando_play::scene::{LoadedLevel, Scene};
use glissando_play::walk::{Setup, Wishes};
use std::sync::Arc;

/// Metres per second of a character in a level that says nothing.
const USUAL_SPEED: f64 = 5.0;

/// Metres around what a mover's top sweeps in which a character is taken along.
const BESIDE: DVec3 = DVec3::new(0.1, 0.02, 0.1);

/// The character of a check, where it is not that of the levels.
#[derive(Clone, Copy, Debug, Default)]
pub struct Character {
    /// Its body and its motion.
    pub config: Option<Config>,
    /// Metres per second of its run.
    pub speed: Option<f64>,
}

/// Everything that a check looks at, and what recordings are made of.
#[derive(Debug)]
pub struct Parts {
    /// A walk in the still world, for recordings and pictures.
    pub setup: Setup,
    /// The character.
    pub config: Config,
    /// Metres per second of its run.
    pub speed: f64,
    /// Where characters start: the feet.
    pub spawns: Vec<Point>,
    /// Places that should be reachable.
    pub items: Vec<Point>,
    /// Volumes that act on a character.
    pub acts: Vec<Act>,
    /// Where a character is not meant to get.
    pub off_limits: Vec<OffLimits>,
    /// How many movers there are.
    pub movers: usize,
    /// The character of the levels.
    pub(super) own: Config,
    two_sided: Option<World>,
}

impl Parts {
    /// The parts of a walk in a still world, [`Source::still`](glissando_play::walk::Source::still), with the movers and triggers of its
    /// levels. Without `starts` characters start at all spawns of the levels, else where the walk does.
    ///
    /// # Errors
    /// Files beside the levels that are damaged; a walk without a character.
    pub fn new(
        files: &dyn Files,
        mut setup: Setup,
        character: Character,
        starts: Vec<Point>,
    ) -> anyhow::Result<Self> {
        let own = setup.players.first().map(|player| player.config).context("no character")?;
        let mut spawns = starts;
        if spawns.is_empty() {
            let markers = setup.scene.levels.iter().flat_map(|level| level.level.spawns());
            spawns = markers.map(|marker| Point::at(&marker.name, marker.position)).collect();
        }
        if spawns.is_empty() {
            spawns.push(start_of(&setup, "the first floor from above"));
        }
        let all = setup.source.mechanisms(files, &setup.scene)?;
        for (loaded, mechanisms) in setup.scene.levels.iter_mut().zip(&all) {
            loaded.level.notes.extend(mechanisms.notes.iter().cloned());
        }
        let mut parts = Self {
            speed: character.speed.or(setup.speed()).unwrap_or(USUAL_SPEED),
            two_sided: two_sided(&setup.scene)?,
            off_limits: off_limits(&setup.scene),
            setup,
            config: character.config.unwrap_or(own),
            own,
            spawns,
            items: Vec::new(),
            acts: Vec::new(),
            movers: 0,
        };
        for mechanisms in &all {
            parts.add(mechanisms);
        }
        Ok(parts)
    }

    /// The parts of any walk: its world without what moves, and what moves as volumes.
    ///
    /// # Errors
    /// As for [`Self::new`]; levels that cannot be loaded once more; nothing solid that stands still.
    pub fn of_walk(files: &dyn Files, walk: &Setup, character: Character) -> anyhow::Result<Self> {
        let own = walk.origin.as_ref();
        let is_scene = own.is_some_and(|origin| origin.is_scene);
        let mut wishes = own.map(|origin| origin.wishes.clone()).unwrap_or_default();
        let mut starts = Vec::new();
        if is_scene {
            // A scene's script has the start and the character.
            starts.push(start_of(walk, "the start"));
            wishes.spawn = walk.players.first().map(|player| text_of(player.spawn));
        }
        let wishes = Wishes { hz: Some(1.0 / walk.dt), is_staged: true, ..wishes };
        let still = Setup::wandering(files, walk.name.clone(), walk.source.still(), &wishes)?;
        still.scene.check_solid()?;
        let mut parts = Self::new(files, still, character, starts)?;
        if is_scene {
            parts.add(&scripted::mechanisms(walk, &parts.config));
        }
        Ok(parts)
    }

    fn add(&mut self, mechanisms: &Mechanisms) {
        let first = self.movers as u32;
        self.movers += mechanisms.movers.len();
        take_in(mechanisms, &self.config, first, &mut self.items, &mut self.acts);
    }

    /// The subject of a check.
    pub fn subject(&self) -> Subject<'_> {
        Subject {
            world: &self.setup.scene.world,
            two_sided: self.two_sided.as_ref(),
            config: &self.config,
            speed: self.speed,
            spawns: &self.spawns,
            items: &self.items,
            acts: &self.acts,
            off_limits: &self.off_limits,
        }
    }
}

/// Where the first character of a walk starts: the feet.
pub fn start_of(walk: &Setup, name: &str) -> Point {
    let start = walk.players.first().map(|player| {
        let lift = State::with_feet_at(&player.config, DVec3::ZERO).position.y;
        player.spawn - DVec3::Y * lift
    });
    Point::at(name, start.unwrap_or_default())
}

/// A point as wishes have it; it is read again as the same bits.
pub(super) fn text_of(point: DVec3) -> String {
    let [x, y, z] = point.to_array();
    format!("{x},{y},{z}")
}

/// The same world with both sides of every triangle, if some have one.
fn two_sided(scene: &Scene) -> anyhow::Result<Option<World>> {
    let has_one_sided = |level: &&LoadedLevel| level.level.materials.iter().any(|m| m.one_sided);
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
        let kind = if is_deadly { ActKind::Kill } else { ActKind::Anywhere };
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
