//! From a model and a camera to a picture: four rays a pixel, light where they land, ink where surfaces part.

use super::camera::Camera;
use super::canvas::Canvas;
use super::colour::Colour;
use super::light::{Light, TILE};
use super::model::Model;
use super::pen;
use super::section::Section;
use super::surface::Paints;
use glissando::{DVec3, Filter};
use indicatif::ProgressBar;
use rayon::prelude::*;

/// Samples across a pixel, and down.
const SAMPLES: u32 = 2;

/// Rows of pixels that are painted in one go.
const BAND: u32 = 16;

/// Rows of samples around a band that its own look at.
const AROUND: u32 = TILE / 2;

/// How a model is shown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    /// What is higher than this is left away; infinite for nothing. Metres.
    pub(crate) cut: f64,
    /// Whether it is seen from within, under a sky and by the light of a lamp, rather than on paper.
    pub(crate) is_inside: bool,
}

/// What a ray out of the camera met.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    pub(super) background: Colour,
    /// `None` where nothing is but the background.
    pub(super) place: Option<Place>,
}

/// A place on a surface.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) point: DVec3,
    pub(super) normal: DVec3,
    /// Metres along the view.
    pub(super) depth: f64,
    /// Cosine of the angle between the ray and the normal.
    pub(super) facing: f32,
    pub(super) hue: Option<Colour>,
    /// Light of the sun, `0..=1`.
    pub(super) sun: f32,
    /// Share of the sky that is seen, `0..=1`; rough for one sample, good for a tile of them.
    pub(super) sky: f32,
}

/// The picture of a model. Rows are shared among threads; `progress` is moved by one for each.
pub(crate) fn paint(model: &Model, camera: &Camera, style: &Style, progress: &ProgressBar) -> Canvas {
    let (width, height) = camera.size();
    let painter = Painter::new(model, camera, style);
    let tops: Vec<u32> = (0..height).step_by(BAND as usize).collect();
    let band = |top: u32| {
        let rows = BAND.min(height - top);
        let band = painter.band(top, rows);
        progress.inc(u64::from(rows));
        band
    };
    let bands: Vec<Canvas> = tops.into_par_iter().map(band).collect();
    let mut canvas = Canvas::blank(width, 0, Colour::BLACK);
    for band in bands {
        canvas.append(band);
    }
    canvas
}

struct Painter<'a> {
    model: &'a Model,
    camera: &'a Camera,
    paints: Paints<'a>,
    light: Light<'a>,
    section: Section,
    /// How long a ray must be to see everything, in metres.
    reach: f64,
}

/// Samples of some rows, and around them.
struct Samples {
    /// Samples in a row.
    across: usize,
    all: Vec<Sample>,
}

impl<'a> Painter<'a> {
    fn new(model: &'a Model, camera: &'a Camera, style: &'a Style) -> Self {
        let section = Section { height: style.cut };
        let shield = if style.is_inside { 2.5 } else { 4.0 };
        let (low, high) = model.bounds();
        let (eye, _) = camera.ray(0.0, 0.0);
        let reach = (high - low).length() * 2.0 + (eye - (low + high) * 0.5).length();
        let paints = Paints::new(model, camera, style);
        Self { model, camera, paints, light: Light::new(model, section, shield), section, reach }
    }

    /// Some rows of the picture.
    fn band(&self, top: u32, rows: u32) -> Canvas {
        let (width, _) = self.camera.size();
        let first = i64::from(top * SAMPLES) - i64::from(AROUND);
        let last = i64::from((top + rows) * SAMPLES + AROUND);
        let all = (first..last).flat_map(|y| (0..width * SAMPLES).map(move |x| self.sample(x, y))).collect();
        let samples = Samples { across: (width * SAMPLES) as usize, all };
        let mut band = Canvas::blank(width, rows, Colour::BLACK);
        for (index, (x, y)) in (0..rows).flat_map(|y| (0..width).map(move |x| (x, y))).enumerate() {
            let (colour, depth) = self.pixel(&samples, x, y);
            band.pixels[index] = colour;
            band.depths[index] = depth;
        }
        band
    }

    /// The mean of a pixel's samples, with ink, and the nearest of their depths.
    fn pixel(&self, samples: &Samples, x: u32, y: u32) -> (Colour, f32) {
        let (mut sum, mut depth) = (Colour::BLACK, f32::INFINITY);
        for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            let column = (x * SAMPLES + dx) as usize;
            let row = (y * SAMPLES + dy + AROUND) as usize;
            let here = samples.at(column, row);
            let Some(place) = &here.place else {
                let neighbours = [samples.at(column + 1, row), samples.at(column, row + 1)];
                sum = sum + pen::inked(here, here.background, neighbours, 0.0);
                continue;
            };
            let lit = self.paints.lit(&Place { sky: samples.mean_sky(column, row, place), ..*place });
            let colour = self.paints.through_air(lit, here.background, place.depth);
            let neighbours = [samples.at(column + 1, row), samples.at(column, row + 1)];
            sum = sum + pen::inked(here, colour, neighbours, self.camera.pixel_metres(place.depth));
            depth = depth.min(place.depth as f32);
        }
        (sum * 0.25, depth)
    }

    /// The sample in a column and a row, which may be above or below the picture.
    fn sample(&self, x: u32, y: i64) -> Sample {
        let across = (f64::from(x) + 0.5) / f64::from(SAMPLES);
        let down = (y as f64 + 0.5) / f64::from(SAMPLES);
        let (from, direction) = self.camera.ray(across, down);
        let background = self.paints.background(direction, down);
        let hit = self.section.clip(from, direction, self.reach).and_then(|(start, reach)| {
            // A start beyond the world's limits sees nothing.
            self.model.world.ray(start, direction * reach, Filter::ALL).ok().flatten()
        });
        let place = hit.map(|hit| Place {
            point: hit.point,
            normal: hit.normal,
            depth: self.camera.depth(hit.point),
            facing: -hit.normal.dot(direction) as f32,
            hue: self.model.hue(&hit.surface),
            sun: self.light.sun(hit.point, hit.normal),
            sky: self.light.sky(hit.point, hit.normal, x, y.rem_euclid(i64::from(TILE)) as u32),
        });
        Sample { background, place }
    }
}

impl Samples {
    /// A sample; the last column's right neighbour is itself.
    fn at(&self, column: usize, row: usize) -> &Sample {
        &self.all[row * self.across + column.min(self.across - 1)]
    }

    /// The share of the sky over the tile around a sample, as far as it lies on the same plane.
    fn mean_sky(&self, column: usize, row: usize, here: &Place) -> f32 {
        let (mut sum, mut count) = (0.0, 0.0);
        for down in 0..TILE as usize {
            for across in 0..TILE as usize {
                let (to, half) = (column + across, AROUND as usize);
                let there = self.at(to.saturating_sub(half), row + down - half).place;
                let is_same = |p: &Place| p.normal.dot(here.normal) > 0.9 && is_level(here, p);
                if let Some(there) = there.filter(is_same) {
                    sum += there.sky;
                    count += 1.0;
                }
            }
        }
        if count > 0.0 { sum / count } else { here.sky }
    }
}

/// Whether a place is on the plane of another, within what neighbours can be off.
fn is_level(here: &Place, there: &Place) -> bool {
    let between = there.point - here.point;
    here.normal.dot(between).abs() < 0.05 + 0.1 * between.length()
}
