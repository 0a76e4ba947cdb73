//! Level files to triangles and markers. The only parsers of the project, and its only file reading.
//!
//! [`load`] reads glTF 2.0 (`.glb`, `.gltf`), OBJ and STL into a [`Level`]: meshes as [`glissando::Soup`]s,
//! instances that place them, markers (spawns, paths) and whatever was skipped, with the reason.
//! Everything is in metres, Y up, right-handed, counter-clockwise fronts.
//!
//! What collides follows from names and extras:
//!
//! 1. Extras `{"glissando": {"collision": true}}` or `false` on a node decide for that node.
//! 2. Never solid: names with Godot's suffixes `-noimp` (with everything below the node), `-navmesh`,
//!    `-occ`, `-occonly`, and names whose first word is `trigger`.
//! 3. Explicit collision: Godot's suffixes `-col`, `-colonly`, `-convcol`, `-convcolonly` and Unreal's
//!    prefixes `UCX_`, `UBX_`, `USP_`, `UCP_`. If one instance of the file is explicit, only explicit ones
//!    are solid; otherwise all are. Convex variants collide as the triangles they are: no hull is built.
//!
//! Suffixes count with `-`, `$` or `_`, in any case, before trailing digits, dots and spaces (`wall-COL.001`).
//! A node without a name that decides is judged by the name of its mesh. In OBJ and STL the name is that
//! of the group, object or solid.
//!
//! Triangles are two-sided. A material is one-sided only if its name ends in `-onesided` or its extras say
//! `{"glissando": {"one_sided": true}}`; glTF's `doubleSided` is about drawing and is ignored.
//!
//! # Why own readers
//!
//! Level files come from strangers. The usual crates (`gltf`, `tobj`, `stl_io`) can panic on malformed input
//! and let a small file ask for any amount of memory. The readers here check every range before use,
//! keep no JSON tree (arrays stay text until an element is needed), recurse nowhere, and account for what
//! they decode: a file costs at most about 32 times its size plus 16 MB.

mod budget;
mod convention;
mod entities;
mod error;
mod gltf;
mod level;
mod lines;
mod load;
mod manifest;
mod notes;
mod obj;
mod options;
mod place;
mod solid;
mod stl;

pub use error::{LevelError, Problem};
pub use level::{
    Extras, Instance, Level, LevelMaterial, LevelMesh, Marker, MarkerKind, ReferenceCharacter, SpawnAnchor,
};
pub use load::{MAX_FILE_BYTES, load, load_bytes};
pub use options::{Format, LoadOptions, Up};
