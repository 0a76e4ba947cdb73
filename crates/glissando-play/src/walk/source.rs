//! What the world of a walk is made of: level files, where they are put, what they do there.

use super::dress::dress;
use super::roster::{self, NamedMover};
use super::scripted_triggers::ScriptedTrigger;
use crate::scene::{Axis, LevelOptions, LoadedLevel, Scene};
use crate::scenes;
use crate::script::Piece;
use anyhow::{Context, bail};
use glissando::trigger::effect::Effect;
use glissando_level::{Files, Mechanisms};
use glissando_mechanisms::Machinery;
use serde::{Deserialize, Serialize};
use std::path::{Component, Path, PathBuf};

/// Pieces, and what their files do not say themselves.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// Whether the files are those of [`scenes`], which the program has in itself.
    #[serde(rename = "is_tour")]
    pub is_embedded: bool,
    unit: Option<f64>,
    up: Option<Axis>,
    no_manifest: bool,
    /// Whether what moves and is touched in the levels of the command line is left out.
    #[serde(default)]
    no_movers: bool,
    /// How many of the pieces are levels of the command line; the others are the script's `world`.
    given: usize,
    pieces: Vec<Piece>,
}

/// Whether a path leads to a file below the folder at hand, by its words.
pub(crate) fn is_below(path: &Path) -> bool {
    path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir))
}

/// What came of it.
pub(super) struct Built {
    pub(super) scene: Scene,
    pub(super) movers: Vec<NamedMover>,
    pub(super) scripted_triggers: Vec<ScriptedTrigger>,
    pub(super) machinery: Machinery,
}

impl Source {
    /// These levels, then a script's.
    pub fn new(levels: Vec<PathBuf>, options: &LevelOptions, no_movers: bool, world: Vec<Piece>) -> Self {
        let LevelOptions { unit, up, use_manifest } = *options;
        let mut pieces: Vec<Piece> = levels.into_iter().map(Piece::plain).collect();
        let given = pieces.len();
        pieces.extend(world);
        Self { is_embedded: false, unit, up, no_manifest: !use_manifest, no_movers, given, pieces }
    }

    /// What a script of [`scenes`] names.
    pub fn embedded(world: Vec<Piece>) -> Self {
        Self { is_embedded: true, ..Self::new(Vec::new(), &LevelOptions::default(), false, world) }
    }

    /// The same world at rest: without the movers and triggers of the levels of the command line, without the pieces that move, and
    /// without the triggers that open one of them.
    #[must_use]
    pub fn still(&self) -> Self {
        let stays = |piece: &&Piece| {
            !matches!(piece.moving(), Ok(Some(_))) && !matches!(piece.effect, Some(Effect::Open { .. }))
        };
        let pieces = self.pieces.iter().filter(stays).cloned().collect();
        Self { no_movers: true, pieces, ..self.clone() }
    }

    /// The movers and triggers of the levels of the command line, level by level, also where the source leaves them out.
    ///
    /// # Errors
    /// A file beside a level that is damaged.
    pub fn mechanisms(&self, files: &dyn Files, scene: &Scene) -> anyhow::Result<Vec<Mechanisms>> {
        let given = scene.levels.iter().take(self.given);
        given.map(|loaded| self.options().mechanisms(files, loaded)).collect()
    }

    /// The files that it reads, by name.
    pub fn levels(&self) -> impl Iterator<Item = &Path> {
        self.pieces.iter().map(|piece| piece.level.as_path())
    }

    /// Keeps only the names of files that are not below the folder at hand: other machines have other folders.
    pub(crate) fn forget_folders(&mut self) {
        for piece in &mut self.pieces {
            let level = &mut piece.level;
            if let Some(name) = level.file_name().filter(|_| !is_below(level)) {
                *level = PathBuf::from(name);
            }
        }
    }

    /// Loads everything, puts it where it belongs, and finds what moves in ticks of `dt` seconds and what is
    /// passed through.
    ///
    /// # Errors
    /// Files that cannot be used, pieces that make no sense: which one, and what of it.
    pub(super) fn build(&self, files: &dyn Files, dt: f64) -> anyhow::Result<Built> {
        if self.pieces.is_empty() {
            bail!("it names no level: list some in \"world\", or on the command line");
        }
        if self.given > self.pieces.len() {
            bail!("given is {}: there are {} pieces", self.given, self.pieces.len());
        }
        let files = if self.is_embedded { scenes::files() } else { files };
        let mut levels = Vec::new();
        for (index, piece) in self.pieces.iter().enumerate() {
            // An unusable file is named by the code that reads it.
            let mut loaded = match index.checked_sub(self.given) {
                Some(index) => self.read(files, piece).with_context(|| format!("world[{index}]"))?,
                None => self.options().load(files, &piece.level)?,
            };
            put(piece, &mut loaded).with_context(|| self.place_of(index, piece))?;
            levels.push(loaded);
        }
        let mut scene = Scene::of(levels);
        let mut movers = Vec::new();
        for (index, piece) in self.pieces.iter().enumerate() {
            let place = self.place_of(index, piece);
            movers.extend(roster::mover(&scene, piece, index, &place).context(place)?);
        }
        let mut scripted_triggers = Vec::new();
        for (index, piece) in self.pieces.iter().enumerate() {
            let place = self.place_of(index, piece);
            let found = ScriptedTrigger::of_piece(&scene, piece, index, &movers).context(place)?;
            scripted_triggers.extend(found);
        }
        let machinery = self.machinery(files, &mut scene, movers.len(), dt)?;
        movers.extend((0..machinery.movers().len()).filter_map(|index| NamedMover::of(&machinery, index)));
        // A character that falls through triggers alone has something to meet.
        if scripted_triggers.is_empty() && machinery.is_empty() {
            scene.check_solid()?;
        }
        Ok(Built { scene, movers, scripted_triggers, machinery })
    }

    /// What moves and is touched in the levels of the command line, its bodies put into the world.
    fn machinery(
        &self,
        files: &dyn Files,
        scene: &mut Scene,
        first: usize,
        dt: f64,
    ) -> anyhow::Result<Machinery> {
        let mut machinery = Machinery::new(first, dt);
        for index in 0..if self.no_movers { 0 } else { self.given } {
            let Some(loaded) = scene.levels.get_mut(index) else { continue };
            let mechanisms = self.options().mechanisms(files, loaded)?;
            loaded.level.notes.extend(mechanisms.notes.iter().cloned());
            let (file, known) = (loaded.path.display().to_string(), machinery.notes().len());
            let bodies = machinery.add(&mechanisms, &mut scene.world)?;
            let left_out = machinery.notes().iter().skip(known);
            scene.warnings.extend(left_out.map(|note| format!("{file}: {note}")));
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

    /// A level as the script puts it: a scale of its own counts in place of the manifest's unit, not on top of it.
    fn read(&self, files: &dyn Files, piece: &Piece) -> anyhow::Result<LoadedLevel> {
        let own_unit = piece.has_scale().then_some(1.0);
        let options = LevelOptions { unit: self.unit.or(own_unit), ..self.options() };
        let mut loaded = options.load(files, &piece.level)?;
        if options.unit != self.unit {
            // Its body is in units that do not count here.
            loaded.level.character = None;
        }
        Ok(loaded)
    }

    const fn options(&self) -> LevelOptions {
        LevelOptions { unit: self.unit, up: self.up, use_manifest: !self.no_manifest }
    }
}

/// Puts a piece's level where it belongs, as what it is.
fn put(piece: &Piece, loaded: &mut LoadedLevel) -> anyhow::Result<()> {
    dress(piece, loaded)?;
    let (pose, is_trigger) = (piece.pose()?, piece.is_trigger()?);
    loaded.moves = piece.moving()?.is_some();
    for part in &mut loaded.level.instances {
        part.pose = pose * part.pose;
        part.solid &= !is_trigger;
    }
    for marker in &mut loaded.level.markers {
        marker.position = pose.transform_point(marker.position);
    }
    Ok(())
}
