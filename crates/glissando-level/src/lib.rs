//! Level files to triangles and markers. The only parsers of the project, and its only file reading.
//!
//! [`load`] reads glTF 2.0 (`.glb`, `.gltf`), OBJ and STL into a [`Level`]: meshes as [`glissando::Soup`]s,
//! instances that place them, markers (spawns, paths) and whatever was skipped, with the reason.
//! Everything is in metres, Y up, right-handed, counter-clockwise fronts.
//!
//! ```
//! # fn main() -> Result<(), glissando_level::LevelError> {
//! use glissando_level::{Format, LoadOptions, load_bytes};
//!
//! let text = b"v 0 0 0\nv 1 0 0\nv 0 0 -1\no floor\nf 1 2 3\n";
//! let level = load_bytes(Format::Obj, text, &LoadOptions::default())?;
//! assert_eq!(level.instances[0].name, "floor");
//! assert_eq!(level.flatten()?.triangles.len(), 1);
//! # Ok(())
//! # }
//! ```
//!
//! # What collides
//!
//! 1. Extras decide for their node: `{"glissando": {"collision": true}}` makes it explicit collision (see 3),
//!    `false` makes it intangible.
//! 2. Never solid: names with Godot's suffixes `-noimp` (with everything below the node), `-navmesh`,
//!    `-occ`, `-occonly`, and names whose first word is `trigger`.
//! 3. Explicit collision: Godot's suffixes `-col`, `-colonly`, `-convcol`, `-convcolonly` and Unreal's
//!    prefixes `UCX_`, `UBX_`, `USP_`, `UCP_`. If one instance of the file is explicit, only explicit ones
//!    are solid; otherwise all are. Convex variants collide as the triangles they are: no hull is built.
//!
//! Suffixes count with `-`, `$` or `_`, in any case, before trailing digits, dots and spaces (`wall-COL.001`).
//! A node with a name that decides nothing goes by the name of its mesh. In OBJ and STL the name is that
//! of the group, object or solid.
//!
//! Triangles are two-sided. A material is one-sided only if its name ends in `-onesided` or its extras say
//! `{"glissando": {"one_sided": true}}`; glTF's `doubleSided` is about drawing and is ignored. Ice and mud have
//! `{"glissando": {"traction": {"friction": 0.02}}}` in the extras of their material ([`Level::tractions`]). Where no character is meant
//! to stand, the extras of the material or node say `{"glissando": {"off_limits": true}}`; the sky goes by its name.
//!
//! # Spawns and other markers
//!
//! A glTF node without a mesh is a spawn if its name begins with `spawn`, `player_start`, `PlayerStart` or
//! `info_player`, and part of a path if it begins with `path` or `waypoint`, in any case. Extras
//! `{"glissando": {"spawn": true}}` (or `"path"`) make any node one; a mesh on a spawn by extras is a
//! placeholder and not solid. Other named leaves, and nodes with extras, are [`MarkerKind::Other`].
//!
//! `manifest.json` beside the file adds the spawns, unit, up axis and [`ReferenceCharacter`] of its entry
//! for the file. Where neither has a spawn, those of `NAME.entities.json` are taken.
//!
//! # What moves and what is touched
//!
//! [`load_mechanisms`] reads doors, lifts, trains, fans, jump pads, teleports and the like: from the extras of
//! the level's nodes, and from `NAME.entities.json` with `NAME.movers.glb` beside it. `docs/levels.md` of the
//! repository has the tables. A node that moves or triggers is not solid in the [`Level`].
//!
//! The crate `glissando-mechanisms` puts them to work on a [`glissando::stage`].
//!
//! # Scenes that an engine has read
//!
//! [`SceneLevel::of`] makes a level of nodes that are in memory already, by the same rules.
//!
//! # Why own readers
//!
//! Level files come from strangers. The usual crates (`gltf`, `tobj`, `stl_io`) can panic on malformed input
//! and let a small file ask for any amount of memory. The readers here check every range before use,
//! keep no JSON tree (arrays stay text until an element is needed), walk trees without recursion, and account
//! for what they decode: a file costs at most about 32 times its size plus 16 MB.

pub mod angle;
mod budget;
mod build;
mod content;
mod convention;
mod entities;
mod error;
mod extras;
mod files;
mod gltf;
mod level;
mod lines;
mod load;
mod manifest;
mod mechanism;
mod notes;
mod obj;
mod options;
mod place;
mod scene;
mod solid;
mod stl;
mod words;

pub use build::{BuildError, BuiltLevel, BuiltMesh, Placed};
pub use error::{LevelError, Problem};
pub use files::{Bag, Disk, Files};
pub use level::{
    Extras, Instance, Level, LevelMaterial, LevelMesh, Marker, MarkerKind, MechanismNode, ReferenceCharacter,
    SpawnAnchor,
};
pub use load::{MAX_FILE_BYTES, load, load_bytes, load_from};
pub use mechanism::{
    Destination, Mechanisms, MotionSpec, MoverSpec, Start, TriggerShape, TriggerSpec, launch_velocity,
    load_mechanisms, load_mechanisms_from,
};
pub use options::{Format, LoadOptions, Up};
pub use scene::{SceneLevel, SceneNode};
