//! All triangles of a world in world space, found by a plain grid of cells: the judge's own broad phase.

use glissando::{DVec3, World};

/// Triangles sorted into cubes of space.
pub struct Grid {
    triangles: Vec<[DVec3; 3]>,
    /// (cell, triangle), sorted.
    entries: Vec<([i32; 3], u32)>,
    cell: f64,
    min: DVec3,
    max: DVec3,
}

impl Grid {
    /// The triangles of all bodies.
    pub fn new(world: &World, cell: f64) -> Self {
        let mut triangles = Vec::new();
        for (_, body) in world.bodies() {
            let mut index = 0;
            while let Some(corners) = body.mesh.triangle(index) {
                triangles.push(corners.map(|c| body.pose.transform_point(c.as_dvec3())));
                index += 1;
            }
        }
        let (mut min, mut max) = (DVec3::splat(f64::INFINITY), DVec3::splat(f64::NEG_INFINITY));
        let mut entries = Vec::new();
        for (index, t) in triangles.iter().enumerate() {
            let (low, high) = (t[0].min(t[1]).min(t[2]), t[0].max(t[1]).max(t[2]));
            (min, max) = (min.min(low), max.max(high));
            for_cells(low, high, cell, |key| {
                if reaches(t, key, cell) {
                    entries.push((key, index as u32));
                }
            });
        }
        entries.sort_unstable();
        Self { triangles, entries, cell, min, max }
    }

    /// How many triangles there are.
    pub fn len(&self) -> usize {
        self.triangles.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.triangles.is_empty()
    }

    /// Fills `found` with the triangles that may meet the box, each once.
    pub fn near(&self, low: DVec3, high: DVec3, found: &mut Vec<u32>) {
        found.clear();
        for_cells(low, high, self.cell, |key| {
            let from = self.entries.partition_point(|(k, _)| *k < key);
            found.extend(self.entries[from..].iter().take_while(|(k, _)| *k == key).map(|(_, t)| *t));
        });
        found.sort_unstable();
        found.dedup();
    }

    /// Corners of a triangle.
    pub fn triangle(&self, index: u32) -> [DVec3; 3] {
        self.triangles[index as usize]
    }

    /// Whether a point is so far out of the level's box that nothing is to be met any more.
    pub fn is_far_outside(&self, p: DVec3) -> bool {
        let margin = DVec3::splat(50.0);
        let (low, high) = (p - (self.min - margin), (self.max + margin) - p);
        low.min_element() < 0.0 || high.min_element() < 0.0
    }
}

fn for_cells(low: DVec3, high: DVec3, cell: f64, mut visit: impl FnMut([i32; 3])) {
    let key = |v: f64| (v / cell).floor() as i32;
    for x in key(low.x)..=key(high.x) {
        for y in key(low.y)..=key(high.y) {
            for z in key(low.z)..=key(high.z) {
                visit([x, y, z]);
            }
        }
    }
}

/// Whether a triangle's plane passes through a cell: spares most cells of a large slanted triangle.
fn reaches(t: &[DVec3; 3], key: [i32; 3], cell: f64) -> bool {
    let n = (t[1] - t[0]).cross(t[2] - t[0]);
    let centre = DVec3::new(f64::from(key[0]) + 0.5, f64::from(key[1]) + 0.5, f64::from(key[2]) + 0.5) * cell;
    let a = n.abs();
    n.dot(centre - t[0]).abs() <= 0.5 * cell * (a.x + a.y + a.z) * (1.0 + 1e-9)
}
