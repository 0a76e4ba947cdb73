//! STL to a level: binary or text, which one is seen from the bytes and not from the first word alone.
//!
//! Many binary files begin with the word `solid`. The length decides: a binary file of n triangles has
//! 84 + 50 n bytes. Normals and colours are ignored; the order of the vertices says where the front is.
//!
//! Source: 3D Systems, "Stereolithography Interface Specification", 1989.

mod binary;
mod text;

use crate::error::Problem;
use crate::level::{Level, LevelMaterial};
use crate::lines;
use crate::notes::Notes;
use crate::place::Frame;
use crate::solid;

/// The level in the bytes of an STL.
pub(crate) fn read(bytes: &[u8], frame: Frame, notes: &mut Notes) -> Result<Level, Problem> {
    let meshes = if looks_like_text(bytes) { text::read(bytes, notes)? } else { binary::read(bytes, notes)? };
    let (meshes, instances) = solid::place_all(meshes, frame.world_from_file(), notes);
    let materials = vec![LevelMaterial::default()];
    Ok(Level { meshes, instances, materials, ..Level::default() })
}

fn looks_like_text(bytes: &[u8]) -> bool {
    let fits = binary::triangle_count(bytes).is_some_and(|n| binary::length(n) == bytes.len() as u64);
    let start = bytes.get(..1024).unwrap_or(bytes);
    let first = lines::without_mark(start).trim_ascii_start();
    let says_solid = first.get(..5).is_some_and(|w| w.eq_ignore_ascii_case(b"solid"));
    !fits && says_solid && !start.contains(&0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_length_tells_binary_from_text_not_the_first_word() {
        let mut binary = b"solid exported by a tool that does not care".to_vec();
        binary.resize(80, b' ');
        binary.extend_from_slice(&0x2020_2020_u32.to_le_bytes());
        assert!(looks_like_text(&binary));
        binary.truncate(80);
        binary.extend_from_slice(&1_u32.to_le_bytes());
        binary.extend_from_slice(&[1; 50]);
        assert!(!looks_like_text(&binary));
        assert!(looks_like_text(b"\n SOLID x\nendsolid"));
        assert!(looks_like_text(b"\xEF\xBB\xBFsolid x\nendsolid"));
    }
}
