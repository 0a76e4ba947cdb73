//! What colour a place has: sand to walk on, rust too steep to, blue grey walls, and the light on it.

use super::camera::Camera;
use super::colour::Colour;
use super::model::Model;
use super::paint::Style;
use glissando::DVec3;

/// Upward part of the normal of the steepest ground that is drawn as ground: 45 degrees, and rounding.
const GROUND: f64 = std::f64::consts::FRAC_1_SQRT_2 - 1e-5;

const GROUND_COLOUR: Colour = Colour::new(0.60, 0.53, 0.42);
const STEEP_COLOUR: Colour = Colour::new(0.62, 0.34, 0.18);
const WALL_COLOUR: Colour = Colour::new(0.38, 0.43, 0.50);
const CEILING_COLOUR: Colour = Colour::new(0.36, 0.38, 0.42);

const SUNLIGHT: Colour = Colour::new(1.00, 0.93, 0.79);
const SKYLIGHT: Colour = Colour::new(0.40, 0.47, 0.58);
const LAMPLIGHT: Colour = Colour::new(0.86, 0.76, 0.62);

/// How far the lamp at the eye carries, in metres.
const LAMP_REACH: f64 = 14.0;

/// No tiles where a pixel is wider than this, in metres.
const COARSEST: f64 = 0.5;

/// A place on a surface.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) point: DVec3,
    /// Unit, towards the side that is seen.
    pub(super) normal: DVec3,
    /// Metres along the view.
    pub(super) depth: f64,
    pub(super) hue: Option<Colour>,
}

/// The colours of a picture.
pub(super) struct Paints<'a> {
    camera: &'a Camera,
    is_inside: bool,
    /// Lowest and highest point that is drawn.
    heights: (f64, f64),
    /// Metres at which half of a thing's colour is lost in the air.
    haze: f64,
}

impl<'a> Paints<'a> {
    pub(super) fn new(model: &Model, camera: &'a Camera, style: &Style) -> Self {
        let (low, high) = model.bounds();
        let heights = (low.y, high.y.min(style.cut));
        Self { camera, is_inside: style.is_inside, heights, haze: (high - low).length() * 1.2 }
    }

    /// The light on a place, where so much of the sun and of the sky is seen, each `0..=1`.
    pub(super) fn light(&self, place: &Place, sun: f32, sky: f32) -> Colour {
        // The sky is above; the ground gives a little of it back.
        let from_above = 0.65 + 0.35 * place.normal.y as f32;
        let corner = 0.2 + 0.8 * sky;
        let light = SUNLIGHT * sun + SKYLIGHT * (from_above * corner) + Colour::WHITE * 0.05;
        if !self.is_inside {
            return light;
        }
        let near = 1.0 / (1.0 + (place.depth / LAMP_REACH) * (place.depth / LAMP_REACH));
        let facing = self.camera.facing(place.point, place.normal);
        light + LAMPLIGHT * ((facing * near) as f32 * corner)
    }

    /// What is left of a colour after its way through the air.
    pub(super) fn through_air(&self, colour: Colour, background: impl Fn() -> Colour, depth: f64) -> Colour {
        if !self.is_inside {
            return colour;
        }
        let lost = depth / (depth + self.haze);
        colour.mix(background(), (lost * lost) as f32)
    }

    /// The colour that a place reflects.
    pub(super) fn own(&self, place: &Place) -> Colour {
        let plain = slope_colour(place.normal.y);
        place.hue.map_or(plain, |hue| plain.mix(hue, 0.30)) * (self.tile(place) * self.height(place))
    }

    /// Tiles of a metre, or ten, on whatever is not a wall: a faint measure of size and flatness.
    fn tile(&self, place: &Place) -> f32 {
        let pixel = self.camera.pixel_metres(place.depth);
        if place.normal.y.abs() < GROUND || pixel > COARSEST {
            return 1.0;
        }
        // From outside tiles have one size all over the picture, so that they measure it.
        let metres = tile_metres(if self.is_inside { pixel } else { self.camera.middle_pixel_metres() });
        // Off whole metres, where floors love to end.
        let cell = |c: f64| ((c + 1e-3) / metres).floor() as i64;
        let is_dark = cell(place.point.x).wrapping_add(cell(place.point.z)).rem_euclid(2) == 0;
        if is_dark { 0.92 } else { 1.0 }
    }

    /// From afar the high is lighter than the low.
    fn height(&self, place: &Place) -> f32 {
        let (low, high) = self.heights;
        if self.is_inside || high <= low {
            return 1.0;
        }
        0.80 + 0.35 * ((place.point.y - low) / (high - low)).clamp(0.0, 1.0) as f32
    }

    /// What is behind everything: in this direction, so many pixels from the top.
    pub(super) fn background(&self, direction: impl Fn() -> DVec3, down: f64) -> Colour {
        if self.is_inside {
            let up = direction().y.clamp(0.0, 1.0).sqrt() as f32;
            return Colour::new(0.70, 0.78, 0.86).mix(Colour::new(0.22, 0.42, 0.72), up);
        }
        let (_, height) = self.camera.size();
        let down = (down / f64::from(height)).clamp(0.0, 1.0) as f32;
        Colour::new(0.022, 0.028, 0.040).mix(Colour::new(0.008, 0.010, 0.015), down)
    }
}

/// The colour of a surface whose normal has this upward part.
fn slope_colour(up: f64) -> Colour {
    match up {
        up if up >= GROUND => GROUND_COLOUR,
        up if up > 0.1 => STEEP_COLOUR,
        up if up > -0.1 => WALL_COLOUR,
        _ => CEILING_COLOUR,
    }
}

/// How wide the tiles are where a pixel is so many metres.
pub(crate) fn tile_metres(pixel: f64) -> f64 {
    if pixel < 0.05 { 1.0 } else { 10.0 }
}
