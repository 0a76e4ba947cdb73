//! The corners of a face, from text to vertex indices.

use super::polygon;
use crate::error::{Problem, clip};
use crate::notes::Notes;
use glissando::Vec3;

/// Corner tests that cutting all polygons of a file may take; beyond that they are cut as fans.
const MOST_WORK: u64 = 50_000_000;

/// Reads faces and cuts them into triangles, reusing its memory.
pub(super) struct FaceReader {
    corners: Vec<u32>,
    triangles: Vec<[u32; 3]>,
    work_left: u64,
    uncut: usize,
}

impl Default for FaceReader {
    fn default() -> Self {
        Self { corners: Vec::new(), triangles: Vec::new(), work_left: MOST_WORK, uncut: 0 }
    }
}

impl FaceReader {
    /// The triangles of a face, as indices into all vertices so far.
    pub(super) fn read(&mut self, text: &str, vertices: &[Vec3]) -> Result<&[[u32; 3]], Problem> {
        self.corners.clear();
        self.triangles.clear();
        self.corners.reserve_exact(text.split_whitespace().count());
        for word in text.split_whitespace() {
            self.corners.push(corner(word, vertices.len())?);
        }
        if self.corners.len() < 3 {
            let what = format!("has {} corners: a face needs 3", self.corners.len());
            return Err(Problem::malformed("f", what));
        }
        self.triangles.reserve_exact(self.corners.len() - 2);
        let clean = polygon::cut(&self.corners, vertices, &mut self.work_left, &mut self.triangles);
        self.uncut += usize::from(!clean);
        Ok(&self.triangles)
    }

    /// Notes the polygons that could not be cut properly.
    pub(super) fn report(&self, notes: &mut Notes) {
        if self.uncut > 0 {
            notes.add(|| {
                format!(
                    "{} polygons cross themselves or are too large: cut as fans, look at them",
                    self.uncut
                )
            });
        }
    }
}

/// The vertex of `7`, `7/1`, `7//3` or `-1/2/3`.
fn corner(word: &str, count: usize) -> Result<u32, Problem> {
    let number = word.split('/').next().unwrap_or("");
    let bad = |what: &str| Problem::malformed("f", format!("corner {:?} {what}", clip(word)));
    let index: i64 = number.parse().map_err(|_| bad("does not begin with a whole number"))?;
    let from_zero = match index {
        0 => return Err(bad("is 0: vertices are counted from 1")),
        1.. => index - 1,
        _ => index.saturating_add(i64::try_from(count).unwrap_or(i64::MAX)),
    };
    match u32::try_from(from_zero) {
        Ok(i) if (i as usize) < count => Ok(i),
        _ => Err(bad(&format!("is beyond the {count} vertices so far"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn negative_indices_count_back_from_the_newest_vertex() {
        assert_eq!(corner("-1", 4).unwrap(), 3);
        assert_eq!(corner("-4/7/8", 4).unwrap(), 0);
        assert_eq!(corner("1//2", 4).unwrap(), 0);
    }

    #[test]
    fn indices_beyond_the_vertices_are_refused() {
        for word in ["0", "5", "-5", "", "x", "9223372036854775807", "-9223372036854775808", "1.5"] {
            assert!(corner(word, 4).is_err(), "{word}");
        }
    }
}
