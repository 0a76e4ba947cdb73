//! Which triangle every sample of a picture shows: triangles are projected once, and a depth buffer decides.
//!
//! Triangles that coincide have one depth but for rounding, so depth alone would pick another one in every
//! sample. Within [`TIE`] the depth decides nothing: the triangle that faces the eye wins, then the one of the
//! lower material, then the one that comes first in the files.

use super::camera::Camera;
use super::lens::Lens;
use super::model::Model;
use super::piece::Piece;
use super::section::Section;
use rayon::prelude::*;

/// Two surfaces nearer to each other than this along the view are at one depth: metres, and a share of the depth.
const TIE: (f64, f64) = (1e-3, 1e-6);

/// Triangles that are projected in one go.
const CHUNK: u32 = 8192;

/// A sample that shows no triangle.
pub(super) const NOTHING: u32 = u32::MAX;

/// The pieces of a picture, and which of its rows each of them can be in.
#[derive(Debug)]
pub(super) struct Raster {
    pub(super) pieces: Vec<Piece>,
    /// Samples across the picture.
    across: usize,
    /// Rows of samples above the picture, and below it, that are known too.
    around: i64,
    /// Rows of samples in a strip.
    strip: i64,
    /// By strip: its pieces in the order of the files.
    strips: Vec<Vec<u32>>,
}

/// What the samples of some rows show.
#[derive(Debug)]
pub(super) struct Shown {
    /// By sample: the piece, or [`NOTHING`].
    pub(super) pieces: Vec<u32>,
    /// By sample: metres along the view.
    pub(super) depths: Vec<f64>,
}

impl Raster {
    /// Projects everything below the cut. A pixel has `samples` samples across and down; `around` rows of samples
    /// above and below the picture can be asked for too, best by `strip` of them.
    pub(super) fn new(
        model: &Model,
        camera: &Camera,
        section: Section,
        samples: u32,
        around: u32,
        strip: u32,
    ) -> Self {
        let lens = Lens { camera, section, samples: f64::from(samples), around: f64::from(around) };
        let mut pieces = Vec::new();
        let mut first = 0;
        for body in 0..model.body_count() {
            let count = model.triangle_count(body);
            let chunks: Vec<u32> = (0..count).step_by(CHUNK as usize).collect();
            let project = |&begin: &u32| {
                let mut found = Vec::new();
                for index in begin..count.min(begin + CHUNK) {
                    if let Some(face) = model.face(body, index) {
                        lens.add(&face, first + u64::from(index), &mut found);
                    }
                }
                found
            };
            let found: Vec<Vec<Piece>> = chunks.par_iter().map(project).collect();
            pieces.extend(found.into_iter().flatten());
            first += u64::from(count);
        }
        let (width, height) = camera.size();
        let mut strips = vec![Vec::new(); (height * samples + 2 * around).div_ceil(strip) as usize];
        for (index, piece) in (0_u32..).zip(&pieces) {
            let (low, high) = piece.rows();
            let last = strips.len() as f64 - 1.0;
            let strip_of =
                |row: f64| ((row + f64::from(around)) / f64::from(strip)).floor().clamp(0.0, last) as usize;
            for strip in &mut strips[strip_of(low)..=strip_of(high)] {
                strip.push(index);
            }
        }
        let (across, around, strip) = ((width * samples) as usize, i64::from(around), i64::from(strip));
        Self { pieces, across, around, strip, strips }
    }

    /// What the samples of the rows `first..last` show; the first row of the picture is 0.
    pub(super) fn rows(&self, first: i64, last: i64) -> Shown {
        let count = self.across * (last - first).max(0) as usize;
        let mut shown = Shown { pieces: vec![NOTHING; count], depths: vec![f64::INFINITY; count] };
        for (number, strip) in (0_i64..).zip(&self.strips) {
            let begin = number * self.strip - self.around;
            let rows = (begin.max(first), (begin + self.strip).min(last));
            if rows.0 < rows.1 {
                for &index in strip {
                    self.fill(index, rows, first, &mut shown);
                }
            }
        }
        shown
    }

    /// Puts a piece into the rows from `rows.0` up to `rows.1`.
    fn fill(&self, index: u32, rows: (i64, i64), first: i64, shown: &mut Shown) {
        let piece = &self.pieces[index as usize];
        let (low, high) = piece.rows();
        // The centre of row r is at r + 0.5.
        let begin = (low - 0.5).ceil().max(rows.0 as f64) as i64;
        let end = (high - 0.5).floor().min(rows.1 as f64 - 1.0) as i64;
        for row in begin..=end {
            let y = row as f64 + 0.5;
            let Some((left, right)) = piece.span(y) else { continue };
            let from = (left - 0.5).ceil().max(0.0) as usize;
            let to = (right - 0.5).floor().min(self.across as f64 - 1.0);
            if to < 0.0 {
                continue;
            }
            let start = (row - first) as usize * self.across;
            for column in from..=to as usize {
                let depth = piece.depth_at(column as f64 + 0.5, y);
                let at = start + column;
                if self.wins(piece, depth, shown.pieces[at], shown.depths[at]) {
                    (shown.pieces[at], shown.depths[at]) = (index, depth);
                }
            }
        }
    }

    /// Whether a piece is seen where another one, which came before it, is seen so far.
    fn wins(&self, piece: &Piece, depth: f64, other: u32, other_depth: f64) -> bool {
        let tie = TIE.0 + depth * TIE.1;
        if depth < other_depth - tie {
            return true;
        }
        // At one depth the first of the files stays, unless its rank is worse.
        depth <= other_depth + tie && self.pieces.get(other as usize).is_none_or(|o| piece.rank < o.rank)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Faces;
    use glissando::DVec3;
    use glissando_level::{Format, LoadOptions, load_bytes};
    use glissando_play::scene::LoadedLevel;
    use std::path::Path;

    fn model(obj: &str) -> Model {
        let level = load_bytes(Format::Obj, obj.as_bytes(), &LoadOptions::default()).unwrap();
        Model::new(&[LoadedLevel::new(Path::new("x.obj"), level).unwrap()], Faces::Fronts).unwrap()
    }

    fn shown(model: &Model, camera: &Camera) -> (Raster, Shown) {
        let (_, height) = camera.size();
        let raster = Raster::new(model, camera, Section { height: f64::INFINITY }, 2, 0, 32);
        let shown = raster.rows(0, i64::from(height) * 2);
        (raster, shown)
    }

    /// A square of `n` by `n` cells in the plane y = `height`.
    fn grid(n: u32, height: f64) -> String {
        let mut text = String::new();
        for (x, z) in (0..=n).flat_map(|x| (0..=n).map(move |z| (x, z))) {
            text += &format!("v {} {height} {}\n", f64::from(x) / 3.0, f64::from(z) / 3.0);
        }
        for (x, z) in (0..n).flat_map(|x| (0..n).map(move |z| (x, z))) {
            let at = |x, z| x * (n + 1) + z + 1;
            text += &format!("f {} {} {}\n", at(x, z), at(x, z + 1), at(x + 1, z + 1));
            text += &format!("f {} {} {}\n", at(x, z), at(x + 1, z + 1), at(x + 1, z));
        }
        text
    }

    #[test]
    fn neighbouring_triangles_leave_no_seam_and_depths_are_those_of_rays() {
        let model = model(&grid(30, 2.0));
        let middle = DVec3::new(5.0, 2.0, 5.0);
        let cameras = [
            Camera::top((DVec3::new(1.0, 0.0, 1.0), DVec3::new(9.0, 2.0, 9.0)), (90, 90)),
            Camera::eye(DVec3::new(5.1, 4.0, 5.2), middle, (90, 90)).unwrap(),
        ];
        for camera in cameras {
            let (raster, shown) = shown(&model, &camera);
            for (index, (&piece, &depth)) in shown.pieces.iter().zip(&shown.depths).enumerate() {
                assert_ne!(piece, NOTHING, "sample {index} of {camera:?}");
                let (x, y) = ((index % 180) as f64 + 0.5, (index / 180) as f64 + 0.5);
                let (from, direction) = camera.ray(x / 2.0, y / 2.0);
                let hit = from + direction * ((2.0 - from.y) / direction.y);
                assert!((camera.depth(hit) - depth).abs() < 1e-9, "{depth}");
                assert!(raster.pieces[piece as usize].normal.y > 0.999);
            }
        }
    }

    #[test]
    fn of_faces_that_coincide_one_is_seen_in_every_sample() {
        // Two squares of other diagonals and materials, a hundredth of a millimetre apart and leaning so that
        // they cross: by depth alone each would be seen in half of the samples.
        let two = "v 0 0 0\nv 4 0.00001 0\nv 4 0 4\nv 0 0.00001 4\nv 0 0.00001 0\nv 4 0 0\nv 4 0.00001 4\nv 0 0 4\n\
            usemtl a\nf 1 4 3\nf 1 3 2\nusemtl b\nf 5 8 6\nf 6 8 7\n";
        let model = model(two);
        let camera = Camera::eye(DVec3::new(2.0, 3.0, 2.1), DVec3::new(2.0, 0.0, 2.0), (64, 64)).unwrap();
        let (raster, shown) = shown(&model, &camera);
        let seen = shown.pieces.iter().filter(|&&p| p != NOTHING);
        let materials: Vec<u16> = seen.map(|&p| raster.pieces[p as usize].rank.1).collect();
        assert!(materials.len() > 1000 && materials.iter().all(|&m| m == materials[0]));
    }

    #[test]
    fn what_is_behind_the_eye_or_above_the_cut_is_not_seen() {
        let model = model(&grid(30, 2.0));
        let below = Camera::eye(DVec3::new(5.0, 3.0, 5.0), DVec3::new(5.0, 9.0, 5.5), (32, 32)).unwrap();
        assert!(shown(&model, &below).1.pieces.iter().all(|&p| p == NOTHING));
        let camera = Camera::eye(DVec3::new(5.0, 3.0, 5.0), DVec3::new(5.0, 2.0, 5.5), (32, 32)).unwrap();
        let cut = Raster::new(&model, &camera, Section { height: 1.9 }, 2, 0, 32);
        assert!(cut.pieces.is_empty());
        // An eye in the plane of a floor that reaches behind it: the near plane cuts that off.
        let along = Camera::eye(DVec3::new(5.0, 2.1, 5.0), DVec3::new(9.0, 2.1, 5.0), (32, 32)).unwrap();
        let (_, shown) = shown(&model, &along);
        let seen = |row: usize| shown.pieces[row * 64 + 32] != NOTHING;
        assert!(!seen(20) && seen(44) && seen(63));
    }
}
