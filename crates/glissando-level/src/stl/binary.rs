//! Binary STL: 80 bytes of anything, a count, and 50 bytes a triangle.

use crate::error::Problem;
use crate::level::LevelMesh;
use crate::notes::Notes;
use glissando::{Soup, Vec3};

const HEADER: usize = 80;
const TRIANGLE: usize = 50;

/// What the file says its number of triangles is.
pub(super) fn triangle_count(bytes: &[u8]) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(HEADER..)?.first_chunk::<4>()?))
}

/// Bytes of a file of this many triangles.
pub(super) fn length(triangles: u32) -> u64 {
    (HEADER + 4) as u64 + TRIANGLE as u64 * u64::from(triangles)
}

/// The only mesh of a binary file.
pub(super) fn read(bytes: &[u8], notes: &mut Notes) -> Result<Vec<LevelMesh>, Problem> {
    let cut = |what: String| Problem::malformed("binary STL", what);
    let Some(count) = triangle_count(bytes) else {
        return Err(cut(format!("{} bytes are too few for a header: this is no STL", bytes.len())));
    };
    let (there, said) = (bytes.len() as u64, length(count));
    if there < said {
        let what = format!("{count} triangles take {said} bytes, the file has {there}: cut off, or no STL");
        return Err(cut(what));
    }
    if there > said {
        notes.add(|| format!("{} bytes after the last triangle were ignored", there - said));
    }
    let body = bytes.get(HEADER + 4..).unwrap_or_default();
    let mut soup = Soup::default();
    soup.vertices.reserve_exact(3 * count as usize);
    soup.triangles.reserve_exact(count as usize);
    soup.materials.reserve_exact(count as usize);
    for record in body.chunks_exact(TRIANGLE).take(count as usize) {
        let corners = record.get(12..48).unwrap_or_default();
        let corner = |i: usize| {
            Vec3::new(number(corners, 3 * i), number(corners, 3 * i + 1), number(corners, 3 * i + 2))
        };
        soup.push([corner(0), corner(1), corner(2)], 0);
    }
    Ok(vec![LevelMesh { name: String::new(), soup }])
}

fn number(bytes: &[u8], i: usize) -> f32 {
    let four = bytes.get(4 * i..).and_then(|b| b.first_chunk::<4>()).copied().unwrap_or_default();
    f32::from_le_bytes(four)
}
