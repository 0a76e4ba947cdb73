//! `glissando pool`: a break and some shots, with pictures and what they kept of energy and momentum.

mod picture;
mod play;
mod shot;
mod table;

use crate::Outcome;
use anyhow::Context;
use clap::Args;
use play::Played;
use shot::{Setup, Shot};
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

/// Play a break and some shots of pool, in two and in three dimensions.
///
/// Draws the ways of the balls and tells what was kept. The exit code is 1 if a tick ran out of its budget.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment)]
pub(crate) struct Arguments {
    /// Folder for the pictures
    #[arg(long, value_name = "DIR", default_value = "out/pool")]
    out: PathBuf,
    /// Only this shot; may be given again [default: all]
    #[arg(long, value_name = "NAME")]
    shot: Vec<Shot>,
}

/// # Errors
/// Pictures that cannot be written; output that breaks.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let folder = &arguments.out;
    fs::create_dir_all(folder).with_context(|| format!("{}: cannot be made", folder.display()))?;
    let shots = if arguments.shot.is_empty() { &Shot::ALL[..] } else { &arguments.shot };
    let mut out = io::stdout().lock();
    let heads = ["balls", "impacts", "s", "energy J", "at the end", "energy", "momentum"];
    write!(out, "{:<8}", "shot")?;
    heads.iter().try_for_each(|head| write!(out, "{head:>12}"))?;
    writeln!(out, "  picture")?;
    let mut unsolved = 0;
    for &shot in shots {
        let setup = shot.setup();
        let played = play::play(&setup)?;
        let path = folder.join(format!("{}.png", shot.name()));
        picture::draw(shot, &setup, &played)?.save(&path)?;
        write_row(&mut out, shot, &setup, &played)?;
        writeln!(out, "  {}", path.display())?;
        unsolved += played.unsolved;
    }
    writeln!(out, "\nenergy and momentum: the change, relative; momentum with what the cushions gave.")?;
    writeln!(out, "Where restitution, cloth or gravity take or give some, there is nothing to compare: -")?;
    Ok(if unsolved == 0 { Outcome::Clean } else { Outcome::Findings })
}

fn write_row(out: &mut impl Write, shot: Shot, setup: &Setup, played: &Played) -> io::Result<()> {
    let (start, end) = (played.before.energy(), played.after.energy());
    let is_lossless = setup.settings.wall_restitution == 1.0 && setup.settings.rolling_deceleration == 0.0;
    let gained = played.after.momentum - played.before.momentum - played.cushions;
    let change = |value: f64| if is_lossless { format!("{value:.1e}") } else { "-".into() };
    write!(out, "{:<8}{:>12}{:>12}", shot.name(), setup.balls.len(), played.impacts)?;
    write!(out, "{:>12.2}{start:>12.4}{end:>12.4}", played.seconds)?;
    let energy = change((end - start).abs() / start);
    write!(out, "{energy:>12}{:>12}", change(gained.length() / played.bustle))
}
