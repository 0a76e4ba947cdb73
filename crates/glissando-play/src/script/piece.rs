//! A piece of the world of a script: a level file, where it is put, and what it does there.

use super::moving::{Fields, Moving, Velocities};
use super::passing::Kind;
use super::surface::{self, Belt, SurfaceTraction};
use super::values::Scale;
use anyhow::{Context, bail};
use glissando::stage::{Key, PathEnds, Policy};
use glissando::trigger::effect::Effect;
use glissando::{DAffine3, DQuat, DVec3};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// A level file, where it is put, and what it does there.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Piece {
    /// Path of the file, relative to the script's folder.
    pub level: PathBuf,
    #[serde(default)]
    pose: Pose,
    /// The only instance of the file that is taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<String>,
    /// What `open` and `close` call it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    motion: Option<Velocities>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    path: Option<Vec<Key>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pivot: Option<DVec3>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ends: Option<PathEnds>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    policy: Option<Policy>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    conveyor: Option<Belt>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tractions: Vec<SurfaceTraction>,
    #[serde(default, skip_serializing_if = "Kind::is_solid")]
    kind: Kind,
    /// The effect on a character that passes through it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effect: Option<Effect<String>>,
}

/// Scale first, then rotate, then shift.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
struct Pose {
    translation: DVec3,
    rotation: DQuat,
    /// Metres per unit of the file, along each of its axes once Y is up; `None`: what the file and its manifest say.
    #[serde(skip_serializing_if = "Option::is_none")]
    scale: Option<Scale>,
}

impl Piece {
    /// A level as it is.
    pub fn plain(level: PathBuf) -> Self {
        Self {
            level,
            pose: Pose::default(),
            part: None,
            name: None,
            motion: None,
            path: None,
            pivot: None,
            ends: None,
            policy: None,
            conveyor: None,
            tractions: Vec::new(),
            kind: Kind::Solid,
            effect: None,
        }
    }

    /// Where the level is put.
    ///
    /// # Errors
    /// A rotation that is none.
    pub fn pose(&self) -> anyhow::Result<DAffine3> {
        let Pose { translation, rotation, scale } = self.pose;
        let rotation =
            rotation.try_normalize().context("the rotation has no direction: [0, 0, 0, 1] is none")?;
        let scale = scale.map_or(DVec3::ONE, |scale| scale.0);
        Ok(DAffine3::from_scale_rotation_translation(scale, rotation, translation))
    }

    /// Whether it says its own scale, which then counts in place of the manifest's unit.
    pub const fn has_scale(&self) -> bool {
        self.pose.scale.is_some()
    }

    /// The layers that its bodies are on.
    pub const fn layers(&self) -> u32 {
        self.kind.layers()
    }

    /// How it moves, if it does.
    ///
    /// # Errors
    /// Fields that contradict each other, numbers that no motion can have, by name.
    pub fn moving(&self) -> anyhow::Result<Option<Moving>> {
        let Self { motion, path, pivot, ends, policy, .. } = self;
        let (motion, path) = (motion.as_ref(), path.as_deref());
        Moving::of(&Fields { motion, path, pivot: *pivot, ends: *ends, policy: *policy })
    }

    /// Whether it is passed through.
    ///
    /// # Errors
    /// Fields that only what is solid has, or only what is passed through.
    pub fn is_trigger(&self) -> anyhow::Result<bool> {
        if self.kind != Kind::Trigger {
            if self.effect.is_some() {
                bail!("effect is for what is passed through: say \"kind\": \"trigger\"");
            }
            return Ok(false);
        }
        let is_there = [
            ("motion", self.motion.is_some()),
            ("path", self.path.is_some()),
            ("conveyor", self.conveyor.is_some()),
            ("tractions", !self.tractions.is_empty()),
            ("name", self.name.is_some()),
        ];
        if let Some((name, _)) = is_there.iter().find(|(_, is_there)| *is_there) {
            bail!(
                "kind is \"trigger\", which has no {name}: a trigger stays where it is and carries no character"
            );
        }
        Ok(true)
    }

    /// The belt that it is, if it is one.
    ///
    /// # Errors
    /// A velocity that no belt can have.
    pub fn belt(&self) -> anyhow::Result<Option<&Belt>> {
        self.conveyor.as_ref().map(Belt::checked).transpose()
    }

    /// How its materials change the pace of characters that stand on them.
    ///
    /// # Errors
    /// Factors that no traction can have; a material that is named twice: which entry, and what of it.
    pub fn tractions(&self) -> anyhow::Result<&[SurfaceTraction]> {
        surface::check_tractions(&self.tractions)?;
        Ok(&self.tractions)
    }
}
