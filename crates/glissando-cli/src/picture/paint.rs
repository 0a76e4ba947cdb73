//! From a model and a camera to a picture: four samples a pixel, light for each surface of a pixel, ink where
//! surfaces part.

use super::camera::Camera;
use super::canvas::Canvas;
use super::colour::Colour;
use super::light::{Light, TILE};
use super::model::Model;
use super::pen::{self, Spot};
use super::raster::{NOTHING, Raster, Shown};
use super::section::Section;
use super::surface::{Paints, Place};
use glissando::DVec3;
use indicatif::ProgressBar;
use rayon::prelude::*;

/// Samples across a pixel, and down.
const SAMPLES: u32 = 2;

/// Rows of pixels that are painted in one go.
const BAND: u32 = 32;

/// Rows of pixels around a band whose share of the sky its own pixels take into their mean.
const AROUND: u32 = TILE / 2;

/// Cosine of the angle between two normals from which on they belong to one surface.
const SAME: f64 = 0.999;

/// How a model is shown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    /// What is higher than this is left away; infinite for nothing. Metres.
    pub(crate) cut: f64,
    /// Whether it is seen from within, under a sky and by the light of a lamp, rather than on paper.
    pub(crate) is_inside: bool,
}

/// The picture of a model. Rows are shared among threads; `progress` is moved by one for each.
pub(crate) fn paint(model: &Model, camera: &Camera, style: &Style, progress: &ProgressBar) -> Canvas {
    let (width, height) = camera.size();
    let section = Section { height: style.cut };
    let shield = if style.is_inside { 2.5 } else { 4.0 };
    let painter = Painter {
        camera,
        paints: Paints::new(model, camera, style),
        light: Light::new(model, section, shield),
        raster: Raster::new(model, camera, section, SAMPLES, AROUND * SAMPLES, BAND * SAMPLES),
        rays: camera.rays(f64::from(SAMPLES)),
    };
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
    camera: &'a Camera,
    paints: Paints<'a>,
    light: Light<'a>,
    raster: Raster,
    /// As [`Camera::rays`] gives them.
    rays: ((DVec3, DVec3, DVec3), (DVec3, DVec3)),
}

/// A surface in a pixel: all samples of the pixel on it share its light.
#[derive(Clone, Copy, Debug)]
struct Surface {
    place: Place,
    /// Share of the sky that it sees in one direction of many.
    sky: f32,
    light: Colour,
}

/// Some rows of pixels, and those around them.
struct Band {
    /// Samples in a row.
    across: usize,
    /// The first row of samples.
    first: i64,
    shown: Shown,
    /// By sample: its surface, or [`NOTHING`].
    of_sample: Vec<u32>,
    surfaces: Vec<Surface>,
    /// By pixel: its first surface; one more at the end.
    starts: Vec<u32>,
}

impl Painter<'_> {
    /// Some rows of the picture.
    fn band(&self, top: u32, rows: u32) -> Canvas {
        let (width, _) = self.camera.size();
        let mut band = self.surfaces(top, rows);
        let own = AROUND as usize..(AROUND + rows) as usize;
        let pixels = || own.clone().flat_map(|row| (0..width as usize).map(move |column| (column, row)));
        for (column, row) in pixels() {
            for index in band.of_pixel(column, row) {
                let Surface { place, .. } = band.surfaces[index];
                let sky = band.mean_sky(column, row, &place);
                let sun = self.light.sun(place.point, place.normal);
                band.surfaces[index].light = self.paints.light(&place, sun, sky);
            }
        }
        let mut canvas = Canvas::blank(width, rows, Colour::BLACK);
        for (index, (column, row)) in pixels().enumerate() {
            (canvas.pixels[index], canvas.depths[index]) = self.pixel(&band, column, row);
        }
        canvas
    }

    /// What some rows of pixels show, and the rows around them.
    fn surfaces(&self, top: u32, rows: u32) -> Band {
        let (width, _) = self.camera.size();
        let first = (i64::from(top) - i64::from(AROUND)) * i64::from(SAMPLES);
        let last = i64::from(top + rows + AROUND) * i64::from(SAMPLES);
        let shown = self.raster.rows(first, last);
        let (surfaces, starts, across) = (Vec::new(), vec![0], (width * SAMPLES) as usize);
        let of_sample = vec![NOTHING; shown.pieces.len()];
        let mut band = Band { across, first, shown, of_sample, surfaces, starts };
        for row in 0..(rows + 2 * AROUND) as usize {
            for column in 0..width as usize {
                let begin = band.surfaces.len();
                for sample in band.samples(column, row) {
                    if let Some(place) = self.place(&band, sample) {
                        let is_known = |known: &Surface| is_one(&known.place, &place);
                        let known = band.surfaces[begin..].iter().position(is_known);
                        let index = begin + known.unwrap_or(band.surfaces.len() - begin);
                        if known.is_none() {
                            let y = (i64::from(top) + row as i64).rem_euclid(i64::from(TILE)) as u32;
                            let sky = self.light.sky(place.point, place.normal, column as u32, y);
                            band.surfaces.push(Surface { place, sky, light: Colour::BLACK });
                        }
                        band.of_sample[sample] = index as u32;
                    }
                }
                band.starts.push(band.surfaces.len() as u32);
            }
        }
        band
    }

    /// Where a sample lies, if it shows anything.
    fn place(&self, band: &Band, sample: usize) -> Option<Place> {
        let piece = self.raster.pieces.get(band.shown.pieces[sample] as usize)?;
        let depth = band.shown.depths[sample];
        let ((start, right, down), (from, along)) = self.rays;
        let (column, row) = (sample % band.across, band.first + (sample / band.across) as i64);
        let offset = start + right * (column as f64 + 0.5) + down * (row as f64 + 0.5);
        let point = match self.camera.is_parallel() {
            true => from + offset + along * depth,
            false => from + (along + offset) * depth,
        };
        Some(Place { point, normal: piece.normal, depth, hue: piece.hue })
    }

    /// The mean of a pixel's samples, with ink, and the nearest of their depths.
    fn pixel(&self, band: &Band, column: usize, row: usize) -> (Colour, f32) {
        let (mut sum, mut nearest) = (Colour::BLACK, f32::INFINITY);
        for sample in band.samples(column, row) {
            let background = || {
                let (across, down) = (sample % band.across, band.first + (sample / band.across) as i64);
                let samples = f64::from(SAMPLES);
                let down = (down as f64 + 0.5) / samples;
                self.paints.background(|| self.camera.ray((across as f64 + 0.5) / samples, down).1, down)
            };
            let place = self.place(band, sample);
            let colour = match (&place, band.surfaces.get(band.of_sample[sample] as usize)) {
                (Some(place), Some(surface)) => {
                    let lit = self.paints.own(place).through(surface.light);
                    nearest = nearest.min(place.depth as f32);
                    self.paints.through_air(lit, background, place.depth)
                }
                _ => background(),
            };
            let neighbours = band.neighbours(sample);
            let face = |sample: usize| {
                self.raster.pieces.get(band.shown.pieces[sample] as usize).map(|piece| piece.face)
            };
            let here = face(sample);
            // Most samples lie amid a triangle, or beside everything.
            if neighbours.iter().all(|&there| face(there) == here) {
                sum = sum + colour;
                continue;
            }
            let spot =
                |place: Option<Place>| place.map(|p| Spot { point: p.point, normal: p.normal, hue: p.hue });
            let there = neighbours.map(|there| spot(self.place(band, there)));
            let metres = place.as_ref().map_or(0.0, |place| self.camera.pixel_metres(place.depth));
            sum = sum + pen::inked(&spot(place), colour, &there, metres);
        }
        (sum * 0.25, nearest)
    }
}

impl Band {
    /// The samples of a pixel.
    fn samples(&self, column: usize, row: usize) -> [usize; 4] {
        let at = row * SAMPLES as usize * self.across + column * SAMPLES as usize;
        [at, at + 1, at + self.across, at + self.across + 1]
    }

    /// The samples to the right of one and below it; at the border itself.
    fn neighbours(&self, sample: usize) -> [usize; 2] {
        let right = if (sample + 1).is_multiple_of(self.across) { sample } else { sample + 1 };
        let below = sample + self.across;
        [right, if below < self.of_sample.len() { below } else { sample }]
    }

    /// The surfaces of a pixel.
    fn of_pixel(&self, column: usize, row: usize) -> std::ops::Range<usize> {
        let pixel = row * (self.across / SAMPLES as usize) + column;
        self.starts[pixel] as usize..self.starts[pixel + 1] as usize
    }

    /// The share of the sky over the tile around a pixel, as far as it lies on the plane of a place in it.
    fn mean_sky(&self, column: usize, row: usize, here: &Place) -> f32 {
        let (mut sum, mut count) = (0.0, 0.0);
        let (half, last) = (AROUND as usize, self.across / SAMPLES as usize - 1);
        for down in 0..TILE as usize {
            for across in 0..TILE as usize {
                let to = (column + across).saturating_sub(half).min(last);
                for surface in &self.surfaces[self.of_pixel(to, row + down - half)] {
                    if is_level(here, &surface.place) {
                        sum += surface.sky;
                        count += 1.0;
                    }
                }
            }
        }
        if count > 0.0 { sum / count } else { 1.0 }
    }
}

/// Whether two places are on one surface of one material.
fn is_one(a: &Place, b: &Place) -> bool {
    a.normal.dot(b.normal) > SAME && a.hue == b.hue && is_level(a, b)
}

/// Whether a place is on the plane of another, within what neighbours can be off.
fn is_level(here: &Place, there: &Place) -> bool {
    let between = there.point - here.point;
    let off = here.normal.dot(between);
    let most = 0.05 + 0.1 * between.length();
    here.normal.dot(there.normal) > 0.9 && off < most && -off < most
}
