//! What the world of a walk is made of: level files, where they are put, what they do there.

use super::Choice;
use super::cast::{self, NamedMover};
use super::props::Props;
use crate::levels::{Axis, LevelArguments, LoadedLevel, Scene};
use crate::script::Piece;
use crate::tour;
use anyhow::{Context, bail};
use glissando_level::machinery::Machinery;
use serde::{Deserialize, Serialize};

/// Pieces, and what their files do not say themselves.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Source {
    /// Whether the files are those of the tour, which the program has in itself.
    pub(crate) is_tour: bool,
    pub(super) unit: Option<f64>,
    pub(super) up: Option<Axis>,
    pub(super) no_manifest: bool,
    /// Whether what moves and is touched in the levels of the command line is left out.
    #[serde(default)]
    pub(super) no_movers: bool,
    /// How many of the pieces are levels of the command line; the others are the script's `world`.
    pub(super) given: usize,
    pub(super) pieces: Vec<Piece>,
}

/// What came of it.
pub(super) struct Built {
    pub(super) scene: Scene,
    pub(super) movers: Vec<NamedMover>,
    pub(super) props: Props,
    pub(super) machinery: Machinery,
}

impl Source {
    /// The levels of the command line, then a script's.
    pub(super) fn of(arguments: &Choice, world: Vec<Piece>) -> Self {
        let Choice { unit, up, no_manifest, no_movers, .. } = *arguments;
        let mut pieces: Vec<Piece> = arguments.levels.iter().cloned().map(Piece::plain).collect();
        let given = pieces.len();
        pieces.extend(world);
        Self { is_tour: false, unit, up, no_manifest, no_movers, given, pieces }
    }

    /// Loads everything, puts it where it belongs, and finds what moves in ticks of `dt` seconds and what is
    /// passed through.
    ///
    /// # Errors
    /// Files that cannot be used, pieces that make no sense: which one, and what of it.
    pub(super) fn build(&self, dt: f64) -> anyhow::Result<Built> {
        if self.pieces.is_empty() {
            bail!("it names no level: list some in \"world\", or on the command line");
        }
        let mut levels = Vec::new();
        for (index, piece) in self.pieces.iter().enumerate() {
            levels.push(self.load(piece).with_context(|| self.place_of(index, piece))?);
        }
        let mut scene = Scene::new(levels)?;
        let mut movers = Vec::new();
        for (index, piece) in self.pieces.iter().enumerate() {
            let place = self.place_of(index, piece);
            movers.extend(cast::mover(&scene, piece, index, &place).context(place)?);
        }
        let mut props = Props::default();
        for (index, piece) in self.pieces.iter().enumerate() {
            let place = self.place_of(index, piece);
            props.add(&scene, piece, index, &movers).context(place)?;
        }
        let machinery = self.machinery(&mut scene, movers.len(), dt)?;
        movers.extend((0..machinery.movers().len()).filter_map(|index| NamedMover::of(&machinery, index)));
        Ok(Built { scene, movers, props, machinery })
    }

    /// What moves and is touched in the levels of the command line, its bodies put into the world.
    fn machinery(&self, scene: &mut Scene, first: usize, dt: f64) -> anyhow::Result<Machinery> {
        let mut machinery = Machinery::new(first, dt);
        let Self { unit, up, no_manifest, .. } = *self;
        let arguments = LevelArguments { levels: Vec::new(), unit, up, no_manifest };
        for index in 0..if self.no_movers { 0 } else { self.given } {
            let Some(loaded) = scene.levels.get(index) else { continue };
            let mechanisms = arguments.mechanisms(loaded)?;
            let bodies = machinery.add(&mechanisms, &mut scene.world)?;
            scene.add_movers(index, &mechanisms, &bodies);
        }
        Ok(machinery)
    }

    /// Where a piece was named.
    fn place_of(&self, index: usize, piece: &Piece) -> String {
        let file = piece.level.display();
        match index.checked_sub(self.given) {
            Some(index) => format!("world[{index}], {file}"),
            None => file.to_string(),
        }
    }

    fn load(&self, piece: &Piece) -> anyhow::Result<LoadedLevel> {
        let mut loaded = if self.is_tour {
            tour::level(&piece.level)?
        } else {
            let levels = vec![piece.level.clone()];
            let Self { unit, up, no_manifest, .. } = *self;
            let mut loaded = LevelArguments { levels, unit, up, no_manifest }.load()?;
            loaded.pop().context("no such level")?
        };
        cast::dress(piece, &mut loaded)?;
        let (pose, is_trigger) = (piece.pose()?, piece.is_trigger()?);
        for part in &mut loaded.level.instances {
            part.pose = pose * part.pose;
            part.solid &= !is_trigger;
        }
        for marker in &mut loaded.level.markers {
            marker.position = pose.transform_point(marker.position);
        }
        Ok(loaded)
    }
}
