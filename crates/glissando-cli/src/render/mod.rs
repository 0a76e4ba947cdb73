//! `glissando render`: a picture of a level, without a graphics card.

mod path;
mod view;

use crate::beside::Beside;
use crate::levels::{LevelArguments, warn_of_notes};
use crate::picture::{Canvas, Colour, Entry, Model, legend, paint, text_size};
use crate::{Outcome, output};
use anyhow::{Context, bail};
use clap::Args;
use glissando::DVec3;
use glissando_play::scene::LoadedLevel;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use view::{Cut, Shot, Size, View, parse_point};

/// Pixels between pictures side by side.
const GAP: u32 = 4;

/// Draw a level from its collision geometry.
///
/// Ground is sand-coloured, ground steeper than 45 degrees rust, walls are blue grey, doors and lifts teal, at
/// rest; materials other than the usual one are tinted. From above and from outside only the fronts of triangles
/// are drawn, so rooms stand open; a ground that reaches far beyond everything else is drawn as far as the picture
/// reaches.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    levels: LevelArguments,
    /// The picture, a PNG; `-` for standard output [default: the first level's name, in this folder]
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// top, persp, spawn (the eyes of a character at the spawn), or a direction X,Y,Z to look from;
    /// several are drawn side by side
    #[arg(long = "view", default_value = "persp", value_name = "VIEW", allow_hyphen_values = true)]
    views: Vec<View>,
    /// Pixels of the picture
    #[arg(long, default_value = "1280x720", value_name = "WIDTHxHEIGHT")]
    size: Size,
    /// Where the eye is, in metres; with --look
    #[arg(long, value_name = "X,Y,Z", value_parser = parse_point, requires = "look", allow_hyphen_values = true)]
    from: Option<[f64; 3]>,
    /// What the eye looks at, in metres; with --from
    #[arg(long, value_name = "X,Y,Z", value_parser = parse_point, requires = "from", allow_hyphen_values = true)]
    look: Option<[f64; 3]>,
    /// Leave away what is higher: metres, none, or auto (over the heads at the spawns)
    #[arg(long, default_value = "auto", value_name = "HEIGHT", allow_hyphen_values = true)]
    cut: Cut,
    /// Draw the way through the points of this file, three numbers a line; several are drawn in turn
    #[arg(long = "path", value_name = "FILE")]
    paths: Vec<PathBuf>,
    /// No words, no legend and no spawns in the picture
    #[arg(long)]
    plain: bool,
    /// Fit the whole level into the picture, however far its ground reaches beyond everything else
    #[arg(long)]
    whole: bool,
    /// Leave out what moves: doors, lifts, trains
    #[arg(long)]
    no_movers: bool,
}

/// # Errors
/// Levels that cannot be loaded, a camera that sees nothing, a file that cannot be written.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let levels = levels(arguments)?;
    warn_of_notes(&levels);
    let paths: Vec<Vec<DVec3>> =
        arguments.paths.iter().map(|file| path::read(file)).collect::<Result<_, _>>()?;
    let views = if arguments.from.is_some() { &[View::Persp][..] } else { &arguments.views };
    let gaps = GAP * (views.len() as u32 - 1);
    let width = arguments.size.width.saturating_sub(gaps) / views.len() as u32;
    if width == 0 {
        bail!("{} pixels are too few for {} views side by side", arguments.size.width, views.len());
    }
    let out = out(arguments, &levels);
    if !is_standard(&out) {
        // No picture is drawn for a file that cannot be written.
        Beside::probe(&out).with_context(|| format!("{}: the picture cannot be written", out.display()))?;
    }
    let mut pictures = Vec::new();
    for &view in views {
        pictures.push(draw(arguments, &levels, &paths, &Shot::new(arguments, view, width, &levels)?)?);
    }
    save(&Canvas::beside(&pictures, GAP, Colour::BLACK), &out)?;
    Ok(Outcome::Clean)
}

/// The levels, each followed by what moves in it.
///
/// # Errors
/// Levels that cannot be loaded, with what lies beside them.
fn levels(arguments: &Arguments) -> anyhow::Result<Vec<LoadedLevel>> {
    let mut levels = Vec::new();
    for mut loaded in arguments.levels.load()? {
        let mechanisms = if arguments.no_movers { None } else { Some(arguments.levels.mechanisms(&loaded)?) };
        loaded.level.notes.extend(mechanisms.iter().flat_map(|found| found.notes.iter().cloned()));
        let movers = mechanisms.filter(|found| !found.movers.is_empty());
        let movers = movers.map(|mechanisms| LoadedLevel::movers(&loaded.path, &mechanisms));
        levels.push(loaded);
        levels.extend(movers);
    }
    Ok(levels)
}

fn draw(
    arguments: &Arguments,
    levels: &[LoadedLevel],
    paths: &[Vec<DVec3>],
    shot: &Shot,
) -> anyhow::Result<Canvas> {
    let model = Model::new(levels, shot.faces)?;
    let scale = (arguments.size.height / 360).max(1);
    let mut entries = vec![Entry::GROUND, Entry::STEEP, Entry::WALL];
    entries.extend(model.has_tints().then_some(Entry::TINT));
    entries.extend(model.has_movers().then_some(Entry::MOVER));
    if shot.is_overview() && !model.spawns.is_empty() {
        entries.push(Entry(Colour::GREEN, "spawn"));
    }
    let legend = if arguments.plain { None } else { legend(&entries, shot.size, scale) };
    // The legend takes its height from the picture, which keeps the size that was asked for.
    let height = shot.size.1 - legend.as_ref().map_or(0, |legend| legend.size().1);
    let (camera, style, is_part) = shot.camera(&model, (shot.size.0, height), arguments.whole)?;
    let bar = output::bar(u64::from(height), "drawing");
    let mut canvas = paint(&model, &camera, &style, &bar);
    bar.finish_and_clear();
    if shot.is_overview() && !arguments.plain {
        for spawn in &model.spawns {
            canvas.draw_marker(&camera, *spawn, Colour::GREEN, 3.0);
        }
    }
    let thickness = f64::from(arguments.size.height) / 250.0;
    for (points, colour) in
        paths.iter().zip([Colour::ORANGE, Colour::CYAN, Colour::PURPLE, Colour::YELLOW].into_iter().cycle())
    {
        canvas.draw_path(&camera, points, colour, thickness);
        if let (Some(&first), Some(&last)) = (points.first(), points.last()) {
            canvas.draw_marker(&camera, first, Colour::GREEN, thickness * 1.6);
            canvas.draw_marker(&camera, last, Colour::RED, thickness * 1.6);
        }
    }
    if !arguments.plain {
        let caption = shot.caption(levels, &model, &camera, is_part);
        // Words that are wider than the picture get smaller letters.
        let fits = |scale: &u32| text_size(&caption, *scale).0 + 10 * scale <= shot.size.0;
        let scale = (1..=scale).rev().find(fits).unwrap_or(1);
        let (_, letters) = text_size(&caption, scale);
        let top = height.saturating_sub(letters + 5 * scale);
        canvas.write(&caption, (5 * scale, top), scale, Colour::WHITE);
    }
    let Some(mut whole) = legend else { return Ok(canvas) };
    whole.append(canvas);
    Ok(whole)
}

/// The file of the picture.
fn out(arguments: &Arguments, levels: &[LoadedLevel]) -> PathBuf {
    let default = || {
        let stem = levels.first().and_then(|level| level.path.file_stem()).unwrap_or_default();
        PathBuf::from(format!("{}.png", stem.to_string_lossy()))
    };
    arguments.out.clone().unwrap_or_else(default)
}

fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

fn save(canvas: &Canvas, path: &Path) -> anyhow::Result<()> {
    if is_standard(path) {
        let mut out = BufWriter::new(io::stdout().lock());
        canvas.write_png(&mut out)?;
        return out.flush().context("standard output");
    }
    canvas.save(path)?;
    if io::stderr().is_terminal() {
        // Only a courtesy to people.
        let _ = writeln!(io::stderr(), "{}", path.display());
    }
    Ok(())
}
