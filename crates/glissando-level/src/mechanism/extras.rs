//! The extras form: what the object under `glissando` in a node's extras says about motion and touch.

use super::Mechanisms;
use super::box_room::grown;
use super::check::number;
use super::closed::is_closed;
use super::effect_extras::{EffectExtras, Markers};
use super::gather::{Gatherer, bounds};
use super::motion_extras::MotionExtras;
use super::mover::{MotionSpec, MoverSpec, Start};
use super::surroundings::Surroundings;
use super::trigger::{TriggerShape, TriggerSpec};
use crate::convention;
use crate::error::clip;
use crate::level::{Level, MechanismNode};
use crate::notes::Notes;
use crate::words::read_words;
use glissando::stage::Policy;
use glissando::trigger::effect::Effect;
use glissando::{DVec3, Soup};
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::collections::BTreeMap;

/// The class of what is described by extras, or only by its name.
const CLASS: &str = "extras";
/// Metres around a mover in which a touch starts it.
const USUAL_MARGIN: f64 = 1.0;

read_words! {
    /// Everything that extras can say; the first five say nothing about motion or touch.
    #[derive(Debug, Default, Deserialize)]
    #[serde(default)]
    pub(super) struct Words {
        collision: Option<IgnoredAny>,
        spawn: Option<IgnoredAny>,
        one_sided: Option<IgnoredAny>,
        off_limits: Option<IgnoredAny>,
        traction: Option<IgnoredAny>,
        kind: Kind,
        start: Option<StartWord>,
        margin: Option<f64>,
        holds: Option<bool>,
        policy: Option<Policy>,
        damage: f64,
        target: Option<String>,
        target_name: Option<String>,
        team: Option<String>,
        effect: Option<EffectExtras>,
        wait: Option<f64>,
        one_way: bool,
    }
    beside {
        #[serde(flatten)]
        motion: MotionExtras,
        #[serde(flatten)]
        unknown: BTreeMap<String, IgnoredAny>,
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    #[default]
    Solid,
    Trigger,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum StartWord {
    Always,
    Touch,
    Target,
    Shot,
}

/// Adds what the nodes of a level say.
pub(super) fn add(level: &Level, mechanisms: &mut Mechanisms, notes: &mut Notes) {
    let mut reader =
        Reader { level, around: Surroundings::of(level), markers: markers(level), gatherer: Gatherer::new() };
    for (index, node) in level.mechanism_nodes.iter().enumerate() {
        if let Err(why) = reader.add(index, node, mechanisms, notes) {
            notes.add(|| format!("node {:?} is left out of what moves: {why}", clip(&node.name)));
        }
    }
}

/// The markers by name; of several of a name the first.
fn markers(level: &Level) -> Markers<'_> {
    let mut markers = Markers::new();
    for marker in &level.markers {
        markers.entry(marker.name.as_str()).or_insert(marker);
    }
    markers
}

/// What the nodes of a level share.
struct Reader<'a> {
    level: &'a Level,
    around: Surroundings,
    markers: Markers<'a>,
    gatherer: Gatherer,
}

impl Reader<'_> {
    fn add(
        &mut self,
        index: usize,
        node: &MechanismNode,
        mechanisms: &mut Mechanisms,
        notes: &mut Notes,
    ) -> Result<(), String> {
        let words = words(node)?;
        for word in words.unknown.keys() {
            let (name, word) = (clip(&node.name), clip(word));
            notes.add(|| format!("node {name:?}: extras, glissando: {word:?} is not known and was ignored"));
        }
        let motion = words.motion.motion(node.pose.translation, self.around.frame)?;
        if words.kind == Kind::Trigger || words.effect.is_some() {
            let trigger = self.trigger(node, words, motion)?;
            mechanisms.triggers.push(TriggerSpec { node: Some(index), ..trigger });
        } else {
            let soup = self.gatherer.soup_about(self.level, &node.instances, node.pose.translation)?;
            let mover = mover(node, words, motion, soup)?;
            mechanisms.movers.push(MoverSpec { node: Some(index), ..mover });
        }
        Ok(())
    }

    fn trigger(
        &mut self,
        node: &MechanismNode,
        words: Words,
        motion: MotionSpec,
    ) -> Result<TriggerSpec, String> {
        let soup = self.gatherer.soup_about(self.level, &node.instances, DVec3::ZERO)?;
        let (low, high) = bounds(&soup).ok_or("its mesh has no vertices")?;
        let does = match words.effect {
            Some(effect) => effect.effect((low + high) * 0.5, &self.markers, &self.around)?,
            None => Effect::Signal.into(),
        };
        let (name, class, target) = (node.name.clone(), CLASS.into(), words.target);
        let wait = number("wait", words.wait.unwrap_or(0.0), 0.0)?;
        let plain = TriggerSpec::new(shape(soup, words.one_way), Effect::Signal);
        Ok(TriggerSpec { name, class, motion, wait, target, ..plain }.doing(does))
    }
}

/// What the extras say; of a node that only its name makes a trigger, just that.
fn words(node: &MechanismNode) -> Result<Words, String> {
    match node.extras.as_ref().and_then(|extras| extras.get("glissando")) {
        Some(words) => Words::deserialize(words).map_err(|error| format!("extras, glissando: {error}")),
        None if convention::names_a_trigger(&node.name) => {
            Ok(Words { kind: Kind::Trigger, ..Words::default() })
        }
        None => Err("its extras were dropped: the file has too many".into()),
    }
}

fn mover(node: &MechanismNode, words: Words, motion: MotionSpec, soup: Soup) -> Result<MoverSpec, String> {
    let origin = node.pose.translation;
    let start = match words.start {
        Some(StartWord::Always) => Start::Always,
        Some(StartWord::Target) => Start::Target,
        Some(StartWord::Shot) => Start::Shot,
        Some(StartWord::Touch) => zone(&words, &soup, origin)?,
        None if words.target_name.is_some() => Start::Target,
        None if matches!(motion, MotionSpec::Shuttle { .. }) => zone(&words, &soup, origin)?,
        None => Start::Always,
    };
    Ok(MoverSpec {
        name: node.name.clone(),
        class: CLASS.into(),
        node: None,
        soup,
        origin,
        motion,
        start,
        policy: words.policy.unwrap_or_default(),
        damage: number("damage", words.damage, 0.0)?,
        target: words.target,
        target_name: words.target_name,
        team: words.team,
    })
}

/// The mover's box at rest, grown.
fn zone(words: &Words, soup: &Soup, origin: DVec3) -> Result<Start, String> {
    let margin = number("margin", words.margin.unwrap_or(USUAL_MARGIN), 0.0)?;
    let (low, high) = bounds(soup).ok_or("its mesh has no vertices")?;
    let (low, high) = grown(origin + low, origin + high, margin);
    Ok(Start::Zone { low, high, holds: words.holds.unwrap_or(true) })
}

/// A closed mesh has an inside; any other is a surface to be crossed.
fn shape(soup: Soup, one_way: bool) -> TriggerShape {
    if !one_way && is_closed(&soup) {
        TriggerShape::Closed(soup)
    } else {
        TriggerShape::Surface { soup, front_only: one_way }
    }
}
