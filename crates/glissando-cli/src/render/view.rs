//! What the options of `render` say: a camera, a cut, a size.

use super::Arguments;
use crate::picture::{Camera, Faces, Model, Style, bounds, frame, tile_metres};
use anyhow::{Context, bail};
use glissando::DVec3;
use glissando_play::scene::LoadedLevel;
use std::str::FromStr;

/// Where `persp` looks from.
const PERSP: DVec3 = DVec3::new(0.35, 0.80, 0.75);

/// Height of eyes over the feet where a level does not say how large its bodies are, in metres.
const EYES: f64 = 1.6;

/// Metres over the feet at which `auto` cuts: most doors are lower.
const OVER_HEADS: f64 = 2.4;

/// The most pixels that a picture can have: it and its bands must fit into memory.
const MOST_PIXELS: u64 = 1 << 27;

/// A named or given point of view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum View {
    Top,
    Persp,
    Spawn,
    From([f64; 3]),
}

/// What is left away above.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Cut {
    Auto,
    None,
    At(f64),
}

/// Pixels of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Size {
    pub(crate) width: u32,
    pub(crate) height: u32,
}

/// Three finite numbers, `1,2.5,-3`.
pub(crate) fn parse_point(text: &str) -> Result<[f64; 3], String> {
    let wrong = || format!("{text:?} is not three numbers like 1,2.5,-3");
    let numbers: Result<Vec<f64>, _> = text.split(',').map(|n| n.trim().parse::<f64>()).collect();
    let point = <[f64; 3]>::try_from(numbers.map_err(|_| wrong())?).map_err(|_| wrong())?;
    if point.iter().all(|n| n.is_finite()) { Ok(point) } else { Err(wrong()) }
}

impl FromStr for View {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "top" => Ok(Self::Top),
            "persp" => Ok(Self::Persp),
            "spawn" => Ok(Self::Spawn),
            _ => parse_point(text)
                .map(Self::From)
                .map_err(|_| format!("{text:?} is neither top, persp, spawn nor a direction like 1,2.5,-3")),
        }
    }
}

impl FromStr for Cut {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "auto" => Ok(Self::Auto),
            "none" => Ok(Self::None),
            _ => match text.parse::<f64>() {
                Ok(height) if height.is_finite() => Ok(Self::At(height)),
                _ => Err(format!("{text:?} is neither auto, none nor a height in metres")),
            },
        }
    }
}

impl FromStr for Size {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("{text:?} is no size like 1280x720");
        let (width, height) = text.split_once('x').ok_or_else(wrong)?;
        let size =
            Self { width: width.parse().map_err(|_| wrong())?, height: height.parse().map_err(|_| wrong())? };
        match u64::from(size.width) * u64::from(size.height) {
            0 => Err(format!("{text:?} has no pixels")),
            pixels if pixels > MOST_PIXELS => {
                Err(format!("{text:?} is {pixels} pixels: {MOST_PIXELS} are the most"))
            }
            _ => Ok(size),
        }
    }
}

/// A picture that was asked for.
pub(super) struct Shot {
    view: View,
    /// Eye and what it looks at.
    eye: Option<(DVec3, DVec3)>,
    cut: f64,
    pub(super) size: (u32, u32),
    pub(super) faces: Faces,
}

impl Shot {
    /// A picture that is `width` pixels wide, whatever the size in the arguments.
    pub(super) fn new(
        arguments: &Arguments,
        view: View,
        width: u32,
        levels: &[LoadedLevel],
    ) -> anyhow::Result<Self> {
        let given = arguments.from.map(DVec3::from).zip(arguments.look.map(DVec3::from));
        let eye = match view {
            _ if given.is_some() => given,
            View::Spawn => Some(spawn_eyes(levels)?),
            _ => None,
        };
        let faces = if eye.is_some() { Faces::Both } else { Faces::Fronts };
        let cut = match arguments.cut {
            Cut::At(height) => height,
            Cut::Auto if eye.is_none() => over_heads(levels),
            Cut::Auto | Cut::None => f64::INFINITY,
        };
        Ok(Self { view, eye, cut, size: (width, arguments.size.height), faces })
    }

    /// Whether the whole level is in the picture.
    pub(super) const fn is_overview(&self) -> bool {
        self.eye.is_none()
    }

    /// The camera of a picture of this size and how it draws; with `is_whole` all of the level is in the picture of an overview, else the
    /// part where things are. The last value says that it is a part.
    pub(super) fn camera(
        &self,
        model: &Model,
        size: (u32, u32),
        is_whole: bool,
    ) -> anyhow::Result<(Camera, Style, bool)> {
        let points = if is_whole { None } else { Some(model.spawns.as_slice()) };
        let (corners, is_part) = frame(model, self.cut, points);
        let Some(bounds) = bounds(&corners) else {
            let (low, _) = model.bounds();
            bail!("--cut {} leaves nothing: the lowest point is at {} m", self.cut, low.y);
        };
        let overview = |towards| {
            Camera::overview(&corners, towards, size).context("--view 0,0,0 is no direction to look from")
        };
        let camera = match (self.eye, self.view) {
            (Some((from, look)), _) => Camera::eye(from, look, size)
                .context("--from and --look are the same point: the eye has no direction")?,
            (None, View::Top) => Camera::top(bounds, size),
            (None, View::From(towards)) => overview(towards.into())?,
            (None, View::Persp | View::Spawn) => overview(PERSP)?,
        };
        let style = Style { cut: self.cut, is_inside: !self.is_overview() };
        Ok((camera, style, is_part && self.is_overview()))
    }

    /// What the picture shows, for its lower edge.
    pub(super) fn caption(
        &self,
        levels: &[LoadedLevel],
        model: &Model,
        camera: &Camera,
        is_part: bool,
    ) -> String {
        let names: Vec<String> = levels
            .iter()
            .filter(|l| !l.moves)
            .map(|l| l.path.file_stem().unwrap_or_default().to_string_lossy().into_owned())
            .collect();
        let (low, high) = model.bounds();
        let size = high - low;
        let cut = if self.cut < high.y { format!(", cut at {:.1} m", self.cut) } else { String::new() };
        let tiles = match self.is_overview() {
            true => format!(", tiles of {} m", tile_metres(camera.middle_pixel_metres())),
            false => String::new(),
        };
        let part = if is_part { ", a part of it" } else { "" };
        format!("{}  {:.0} x {:.0} x {:.0} m{part}{cut}{tiles}", names.join(" + "), size.x, size.y, size.z)
    }
}

/// The eyes of a body at the first spawn, and a point before them.
fn spawn_eyes(levels: &[LoadedLevel]) -> anyhow::Result<(DVec3, DVec3)> {
    let spawn = levels.iter().find_map(|l| l.level.spawns().next().map(|s| (&l.level, s)));
    let (level, spawn) = spawn.context("the level has no spawn: give --from and --look instead")?;
    // A body's height is twice its upright radius, and its eyes are a little below the top.
    let eyes = level.character.map_or(EYES, |body| body.radii.y * 1.8);
    let from = spawn.position + DVec3::Y * eyes;
    let (sin, cos) = spawn.yaw_radians.sin_cos();
    Ok((from, from + DVec3::new(cos, -0.08, -sin)))
}

/// A height that ceilings are above and heads below, at the highest of the spawns; infinite without any.
fn over_heads(levels: &[LoadedLevel]) -> f64 {
    let heights = levels.iter().flat_map(|l| l.level.spawns().map(|spawn| spawn.position.y + OVER_HEADS));
    heights.reduce(f64::max).unwrap_or(f64::INFINITY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_that_make_no_sense_are_refused() {
        for size in ["", "1280", "0x720", "1280x", "-1x5", "1e9x2", "100000x100000", "axb"] {
            assert!(size.parse::<Size>().is_err(), "{size}");
        }
        for view in ["", "left", "1,2", "1,2,nan", "1,2,3,4", "inf,0,0"] {
            assert!(view.parse::<View>().is_err(), "{view}");
        }
        for cut in ["", "high", "nan", "inf"] {
            assert!(cut.parse::<Cut>().is_err(), "{cut}");
        }
        assert_eq!("1, 2.5,-3".parse(), Ok(View::From([1.0, 2.5, -3.0])));
        assert_eq!("-4.5".parse(), Ok(Cut::At(-4.5)));
    }
}
