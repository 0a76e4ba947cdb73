//! Triggers, liquids and named points of an entity list: their fields and their shapes.

use super::check::{number, point};
use super::entity::EntityList;
use super::hull::HullMaker;
use super::keys;
use super::shape_entity::{self, Brush};
use super::surroundings::Surroundings;
use super::trigger::{Destination, TriggerShape, TriggerSpec};
use super::trigger_rule::effect;
use crate::error::clip;
use crate::notes::Notes;
use glissando::DVec3;
use glissando::trigger::effect::Effect;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// Seconds before a trigger acts again where nothing else is said.
const USUAL_WAIT: f64 = 0.5;

/// A trigger as the file gives it, in its units.
#[derive(Debug, Deserialize)]
pub(super) struct TriggerEntity {
    #[serde(default)]
    pub(super) class: String,
    aabb: Option<[[f64; 3]; 2]>,
    #[serde(default)]
    brushes: Vec<Brush>,
    line: Option<[[f64; 3]; 2]>,
    pos: Option<[f64; 3]>,
    radius: Option<f64>,
    maxrad: Option<f64>,
    pub(super) target_pos: Option<[f64; 3]>,
    target: Option<String>,
    pub(super) dmg: Option<Value>,
    wait: Option<Value>,
    #[serde(default)]
    pub(super) links: Vec<i64>,
    pub(super) yaw: Option<f64>,
    pub(super) pitch: Option<f64>,
    pub(super) push: Option<f64>,
    pub(super) force: Option<f64>,
}

/// A volume of water, lava or the like.
#[derive(Debug, Deserialize)]
struct LiquidEntity {
    #[serde(default)]
    kind: String,
    #[serde(flatten)]
    brush: Brush,
}

/// A named point.
#[derive(Debug, Deserialize)]
struct TargetEntity {
    #[serde(default)]
    class: String,
    #[serde(default)]
    name: String,
    pos: [f64; 3],
    yaw_deg: Option<f64>,
}

/// A trigger that others lead to by its number.
#[derive(Debug, Deserialize)]
struct Numbered {
    class: String,
    index: i64,
    pos: [f64; 3],
    #[serde(default)]
    yaw: f64,
}

/// Where the teleports of an entity list may lead.
#[derive(Debug, Default)]
pub(super) struct Goals {
    /// Degrees, by the bits of a point of the file.
    pub(super) yaw_at: BTreeMap<[u64; 3], f64>,
    /// Point and degrees, by number.
    pub(super) teleports: BTreeMap<i64, ([f64; 3], f64)>,
}

/// The bits of a point, to find it again; both zeros are one.
pub(super) fn bits(point: [f64; 3]) -> [u64; 3] {
    point.map(|c| (c + 0.0).to_bits())
}

impl Goals {
    pub(super) fn of(list: &EntityList<'_>) -> Self {
        let mut goals = Self::default();
        for raw in list.targets.iter().take(super::entity::MOST_ENTITIES) {
            if let Ok(TargetEntity { pos, yaw_deg: Some(yaw), .. }) = serde_json::from_str(raw.get()) {
                goals.yaw_at.insert(bits(pos), yaw);
            }
        }
        for raw in list.triggers.iter().take(super::entity::MOST_ENTITIES) {
            let Ok(numbered) = serde_json::from_str::<Numbered>(raw.get()) else { continue };
            if numbered.class == "teleport" {
                goals.teleports.insert(numbered.index, (numbered.pos, numbered.yaw));
            }
        }
        goals
    }
}

/// What the entities of one list share.
pub(super) struct Reader<'a> {
    pub(super) around: &'a Surroundings,
    pub(super) goals: Goals,
    pub(super) level_box: Option<[[f64; 3]; 2]>,
    pub(super) hulls: HullMaker,
}

impl Reader<'_> {
    /// Trigger number `index`.
    pub(super) fn trigger(
        &mut self,
        index: usize,
        entity: TriggerEntity,
        notes: &mut Notes,
    ) -> Result<TriggerSpec, String> {
        let name = format!("{}_{index}", clip(&entity.class));
        let shape = self.shape(&entity, &name, notes)?;
        let does = effect(&entity, &name, &shape, &self.goals, self.around, notes)?;
        let wait = entity.wait.as_ref().map(|wait| keys::number("wait", wait)).transpose()?;
        let wait = number("wait", wait.unwrap_or(USUAL_WAIT).max(0.0), 0.0)?;
        let target = entity.target.filter(|target| !target.is_empty());
        let class = entity.class;
        Ok(TriggerSpec { name, class, wait, target, ..TriggerSpec::new(shape, Effect::Signal) }.doing(does))
    }

    fn shape(
        &mut self,
        entity: &TriggerEntity,
        name: &str,
        notes: &mut Notes,
    ) -> Result<TriggerShape, String> {
        /// Units around a point that says no radius.
        const USUAL_RADIUS: f64 = 12.0;
        if let Some(line) = entity.line {
            return shape_entity::of_line(line, self.level_box, self.around);
        }
        if let Some(pos) = entity.pos {
            let radius = entity.maxrad.or(entity.radius).filter(|r| *r != 0.0).unwrap_or(USUAL_RADIUS);
            return shape_entity::about(pos, number("radius", radius, 0.0)?, self.around);
        }
        let aabb = entity.aabb.ok_or("it has neither aabb, line nor pos: it is nowhere")?;
        let (shape, coarse) = shape_entity::of_brushes(&entity.brushes, aabb, &mut self.hulls, self.around)?;
        if let Some(why) = coarse {
            notes.add(|| format!("entities, trigger {name:?}: {why}"));
        }
        Ok(shape)
    }

    /// Liquid number `index`.
    pub(super) fn liquid(
        &mut self,
        index: usize,
        raw: Value,
        notes: &mut Notes,
    ) -> Result<TriggerSpec, String> {
        let LiquidEntity { kind, brush } = serde_json::from_value(raw).map_err(|e| e.to_string())?;
        let name = format!("{}_{index}", clip(&kind));
        let aabb = brush.aabb;
        let (shape, coarse) = shape_entity::of_brushes(&[brush], aabb, &mut self.hulls, self.around)?;
        if let Some(why) = coarse {
            notes.add(|| format!("entities, liquid {name:?}: {why}"));
        }
        let effect = match kind.as_str() {
            // As Quake III's, ankle-deep.
            "lava" => Effect::Hurt { per_second: 30.0 / 0.7 },
            "slime" => Effect::Hurt { per_second: 10.0 / 0.7 },
            "death" => Effect::Kill,
            _ => Effect::Signal,
        };
        Ok(TriggerSpec { name, class: kind, ..TriggerSpec::new(shape, effect) })
    }

    /// A named point.
    pub(super) fn destination(&self, raw: Value) -> Result<Destination, String> {
        let entity: TargetEntity = serde_json::from_value(raw).map_err(|e| e.to_string())?;
        let position = point("pos", entity.pos, self.around.frame)?;
        let for_bodies = entity.class.contains("teleport");
        let yaw = entity.yaw_deg.map(|yaw| number("yaw_deg", yaw.abs(), 0.0).map(|_| yaw.to_radians()));
        Ok(Destination {
            position: if for_bodies { self.around.feet(position) } else { position },
            anchor: for_bodies.then_some(self.around.anchor),
            yaw_radians: yaw.transpose()?,
            name: entity.name,
            class: entity.class,
        })
    }
}

/// The middle of a shape's box.
pub(super) fn middle(shape: &TriggerShape) -> Option<DVec3> {
    match shape {
        TriggerShape::Box { low, high } => Some((*low + *high) * 0.5),
        TriggerShape::Closed(soup) | TriggerShape::Surface { soup, .. } => {
            super::gather::bounds(soup).map(|(low, high)| (low + high) * 0.5)
        }
    }
}
