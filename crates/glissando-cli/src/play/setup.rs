//! From arguments to a session.

use super::Walk;
use crate::levels;
use crate::{Outcome, walk};
use anyhow::{Context, bail, ensure};
use glissando_level::Disk;
use glissando_play::scene::LevelOptions;
use glissando_play::scenes::Entry;
use glissando_play::script::read;
use glissando_play::session::Session;
use glissando_play::walk::{Setup, Source, Wishes};
use glissando_window::Keys;
use std::io::{self, Write};
use std::path::Path;

/// Longest that a game goes by itself, in seconds.
const MOST_SECONDS: f64 = 86_400.0;

/// Largest file of a clip or a recording that is read, in bytes.
const MOST_BYTES: u64 = 256 << 20;

/// Least and most pixels of a side of the window.
const SIDES: (u16, u16) = (64, 8192);

/// The walk that is asked for, at its start; or what was kept at its end.
///
/// # Errors
/// What cannot be loaded or used, by name.
pub(super) fn session(asked: &Walk) -> anyhow::Result<Session> {
    if let Some(clip) = &asked.clip {
        return self::clip(clip).context("--clip");
    }
    let wishes = asked.wishes();
    let setup = if asked.levels.is_empty() {
        levels::refuse_options(asked.unit, asked.up.is_some(), asked.no_manifest, asked.no_movers)?;
        Entry::named(asked.scene_name())?.setup(&wishes)?
    } else {
        let name = asked.levels.first().map_or_else(String::new, |path| levels::stem(path));
        Setup::wandering(&Disk, name, asked.source(), &wishes)?
    };
    levels::warn(&setup.scene);
    Session::new(setup)
}

fn clip(text: &str) -> anyhow::Result<Session> {
    let bytes = match read::bytes(Path::new(text), MOST_BYTES) {
        Ok(bytes) => bytes,
        Err(_) if Session::is_kept(text.as_bytes()) => text.as_bytes().to_vec(),
        Err(error) => bail!("{text}: it is no file ({error:#}), and no link with #clip= in it"),
    };
    let (session, is_same) = Session::open_kept(&Disk, &bytes)?;
    levels::warn(&session.walk().scene);
    if !is_same {
        // Standard error may be closed; the clip is still worth looking at.
        let _ = writeln!(
            io::stderr(),
            "warning: it came to other bits here than where it was kept: another version of the program?"
        );
    }
    Ok(session)
}

impl Walk {
    fn scene_name(&self) -> &str {
        self.scene.as_deref().unwrap_or("tour")
    }

    fn source(&self) -> Source {
        let up = self.up.map(Into::into);
        let options = LevelOptions { unit: self.unit, up, use_manifest: !self.no_manifest };
        Source::new(self.levels.clone(), &options, self.no_movers, Vec::new())
    }

    fn wishes(&self) -> Wishes {
        Wishes { spawn: self.spawn.clone(), hz: self.hz, seed: self.seed, ..Wishes::default() }
    }
}

/// Whether only a list of scenes is asked for.
pub(super) fn is_list(asked: &Walk) -> bool {
    asked.scene.as_deref() == Some("list")
}

/// # Errors
/// Standard output that cannot be written.
pub(super) fn list() -> anyhow::Result<Outcome> {
    walk::list_scenes(&mut io::stdout())?;
    Ok(Outcome::Clean)
}

/// # Errors
/// Seconds that are none.
pub(super) fn seconds(seconds: Option<f64>) -> anyhow::Result<f64> {
    let seconds = seconds.unwrap_or(0.0);
    ensure!(
        (0.0..=MOST_SECONDS).contains(&seconds),
        "--seconds is {seconds}: it must lie between 0 and {MOST_SECONDS}"
    );
    Ok(seconds)
}

/// Keys to play.
pub(super) fn keys(text: &str) -> Result<Keys, String> {
    // With its causes: they say what is wrong.
    text.parse().map_err(|error: anyhow::Error| format!("{error:#}"))
}

/// Width and height of a window.
pub(super) fn size(text: &str) -> Result<(u16, u16), String> {
    let (least, most) = SIDES;
    let side = |text: &str| text.parse().ok().filter(|side| (least..=most).contains(side));
    let sides = text.split_once('x').and_then(|(width, height)| Some((side(width)?, side(height)?)));
    sides.ok_or_else(|| format!("a size is WIDTHxHEIGHT, each from {least} to {most} pixels"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_is_two_numbers_of_pixels() {
        assert_eq!(size("640x360"), Ok((640, 360)));
        for text in ["", "640", "640x", "x360", "0x0", "640x99999", "640x-3", "axb"] {
            assert!(size(text).is_err(), "{text}");
        }
    }

    #[test]
    fn seconds_are_a_number_from_nothing_to_a_day() {
        assert_eq!(seconds(None).unwrap(), 0.0);
        for bad in [-1.0, f64::NAN, 1e9] {
            assert!(seconds(Some(bad)).is_err(), "{bad}");
        }
    }

    #[test]
    fn what_is_neither_a_file_nor_a_link_is_no_clip() {
        let error = format!("{:#}", clip("nowhere.json").unwrap_err());
        assert!(error.contains("nowhere.json") && error.contains("#clip="), "{error}");
        let error = format!("{:#}", clip("https://example.org/#clip=AAAA").unwrap_err());
        assert!(error.contains("damaged"), "{error}");
    }
}
