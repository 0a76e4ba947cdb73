//! From arguments to a walk.

use super::Choice;
use crate::{body, levels};
use anyhow::{Context, bail};
use glissando_level::Disk;
use glissando_play::count::count;
use glissando_play::scene::LevelOptions;
use glissando_play::scenes;
use glissando_play::script::{MOST_TICKS, Script};
use glissando_play::walk::{Player, Setup, Source, Wishes};
use std::io::{self, Write};
use std::path::Path;

/// The walk that is asked for.
///
/// # Errors
/// What cannot be loaded or used, by name.
pub(super) fn setup(arguments: &Choice) -> anyhow::Result<Setup> {
    if let Some(seconds) = arguments.seconds.filter(|s| !(s.is_finite() && *s >= 0.0)) {
        bail!("--seconds is {seconds}: it must be a number of seconds, 0 or more");
    }
    let wishes = arguments.wishes();
    let walk = match &arguments.script {
        Some(path) => scripted(arguments, path, &wishes).with_context(|| path.display().to_string())?,
        None if arguments.levels.is_empty() => {
            let Choice { unit, up, no_manifest, no_movers, .. } = arguments;
            levels::refuse_options(*unit, up.is_some(), *no_manifest, *no_movers)?;
            let name = arguments.scene.as_deref().unwrap_or("tour");
            scenes::Entry::named(name)?.setup(&wishes)?
        }
        None => {
            let name = arguments.levels.first().map_or_else(String::new, |path| levels::stem(path));
            Setup::wandering(&Disk, name, arguments.source(&Script::default()), &wishes)?
        }
    };
    if let Some(seconds) = arguments.seconds.filter(|seconds| seconds / walk.dt > MOST_TICKS as f64) {
        let most = MOST_TICKS as f64 * walk.dt;
        bail!(
            "--seconds is {seconds:e}: at {} s a tick it must be at most {most}, {MOST_TICKS} ticks",
            walk.dt
        );
    }
    levels::warn(&walk.scene);
    Ok(walk)
}

fn scripted(arguments: &Choice, path: &Path, wishes: &Wishes) -> anyhow::Result<Setup> {
    let script = Script::read(path)?;
    let source = arguments.source(&script);
    Setup::scripted(&Disk, levels::stem(path), &script, source, wishes)
}

impl Choice {
    /// The levels of the command line, then the script's.
    fn source(&self, script: &Script) -> Source {
        let up = self.up.map(Into::into);
        let options = LevelOptions { unit: self.unit, up, use_manifest: !self.no_manifest };
        Source::new(self.levels.clone(), &options, self.no_movers, script.world.clone())
    }

    fn wishes(&self) -> Wishes {
        let Self { spawn, seconds, hz, seed, wander, recording, .. } = self;
        let (spawn, is_staged) = (spawn.clone(), recording.is_some());
        // A scene may have no script; a person would walk there.
        let wanders = *wander || self.scene.as_deref().is_some_and(|name| name != "tour");
        Wishes { spawn, seconds: *seconds, hz: *hz, seed: *seed, wanders, is_staged }
    }
}

/// Writes which scenes there are.
///
/// # Errors
/// Those of `out`.
pub(crate) fn list(out: &mut impl Write) -> io::Result<()> {
    let mut group = None;
    for entry in scenes::all() {
        if group != Some(entry.group) {
            writeln!(out, "{}", entry.group.title())?;
            group = Some(entry.group);
        }
        writeln!(out, "  {:<12} {}: {}", entry.name, entry.title, entry.about)?;
    }
    Ok(())
}

/// Writes what walks where: a line for the levels, and one for each kind of character among the first.
///
/// # Errors
/// Those of `out`.
pub(super) fn describe(walk: &Setup, out: &mut impl Write) -> io::Result<()> {
    let bodies = count(walk.scene.world.body_count() as u64, "body");
    let triangles: u64 = walk.scene.levels.iter().map(|l| l.level.solid_triangle_count()).sum();
    let moving = match walk.movers.len() {
        0 => String::new(),
        count => format!(", {count} of them moving"),
    };
    let triangles = count(triangles, "triangle");
    writeln!(out, "{}: {triangles} in {bodies}{moving}", walk.scene.file_names().join(", "))?;
    let hz = 1.0 / walk.dt;
    let kind = |player: &Player| {
        let settings = player.config.settings();
        let body = body::describe(settings, |length| format!("{length:.2}"));
        format!("  {body}, steps up to {:.2} m, {hz:.0} Hz", settings.ground.step_height)
    };
    let mut kinds: Vec<String> = walk.players.iter().take(super::TOLD).map(kind).collect();
    kinds.dedup();
    kinds.iter().try_for_each(|kind| writeln!(out, "{kind}"))
}
