//! What the tests of this crate share: files made by hand, and a seeded source of accidents.
#![allow(dead_code, unreachable_pub, reason = "every test file uses a part of this")]

use std::fs;
use std::path::PathBuf;

/// A GLB of a JSON text and a binary chunk.
pub fn glb(json: &str, binary: &[u8]) -> Vec<u8> {
    let mut chunks = Vec::new();
    for (kind, data, filler) in [(b"JSON", json.as_bytes(), b' '), (b"BIN\0", binary, 0)] {
        let padded = data.len().next_multiple_of(4);
        chunks.extend_from_slice(&(padded as u32).to_le_bytes());
        chunks.extend_from_slice(kind);
        chunks.extend_from_slice(data);
        chunks.resize(chunks.len() + padded - data.len(), filler);
    }
    let mut file = b"glTF".to_vec();
    file.extend_from_slice(&2_u32.to_le_bytes());
    file.extend_from_slice(&(chunks.len() as u32 + 12).to_le_bytes());
    file.extend(chunks);
    file
}

/// Little-endian bytes of some floats.
pub fn floats(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|v| v.to_le_bytes()).collect()
}

/// A square of two triangles in the plane y = 0, with indices, then whatever `rest` adds to the document.
///
/// Mesh 0 is the square; `nodes` is the text of the node list.
pub fn square(nodes: &str, rest: &str) -> Vec<u8> {
    let mut binary = floats(&[0., 0., 0., 1., 0., 0., 1., 0., -1., 0., 0., -1.]);
    binary.extend_from_slice(&[0, 1, 2, 0, 2, 3, 0, 0]);
    let json = format!(
        r#"{{"asset":{{"version":"2.0"}},"nodes":{nodes},
        "meshes":[{{"name":"square","primitives":[{{"attributes":{{"POSITION":0}},"indices":1}}]}}],
        "accessors":[{{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"}},
        {{"bufferView":1,"componentType":5121,"count":6,"type":"SCALAR"}}],
        "bufferViews":[{{"buffer":0,"byteLength":48}},{{"buffer":0,"byteOffset":48,"byteLength":6}}],
        "buffers":[{{"byteLength":54}}]{rest}}}"#
    );
    glb(&json, &binary)
}

/// An empty folder of its own for a test, removed at the end.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(test: &str) -> Self {
        let path = std::env::temp_dir().join(format!("glissando-level-{test}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, bytes).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Marsaglia's xorshift64: the same accidents on every machine.
pub struct Accidents(pub u64);

impl Accidents {
    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end.max(1) as u64) as usize
    }
}
