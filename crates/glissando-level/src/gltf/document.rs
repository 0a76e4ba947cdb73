//! The JSON of a glTF: arrays whose elements stay text until they are asked for.
//!
//! A parsed element can be a hundred times the size of its text (`{}`), so a file full of empty nodes
//! must not be parsed as a whole. It also gives every error the index of the element it is about.

use crate::error::{Place, Problem};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::cell::Cell;

/// A list of unparsed elements.
pub(super) type Raw<'a> = Vec<&'a RawValue>;

/// The top level of a glTF.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Document<'a> {
    #[serde(default)]
    asset: Option<Asset>,
    /// Index of the scene to show.
    pub(super) scene: Option<usize>,
    #[serde(borrow, default)]
    pub(super) scenes: Raw<'a>,
    #[serde(borrow, default)]
    pub(super) nodes: Raw<'a>,
    #[serde(borrow, default)]
    pub(super) meshes: Raw<'a>,
    #[serde(borrow, default)]
    pub(super) materials: Raw<'a>,
    #[serde(borrow, default)]
    pub(super) accessors: Raw<'a>,
    #[serde(borrow, default)]
    pub(super) buffer_views: Raw<'a>,
    #[serde(borrow, default)]
    pub(super) buffers: Raw<'a>,
    /// Extensions without which the file means nothing.
    #[serde(borrow, default)]
    pub(super) extensions_required: Raw<'a>,
    /// Bytes of the JSON text.
    #[serde(skip)]
    pub(super) text_bytes: usize,
    /// Bytes of elements that may still be parsed: many elements can refer to one long one.
    #[serde(skip)]
    parse_left: Cell<u64>,
}

#[derive(Deserialize)]
struct Asset {
    version: String,
}

impl<'a> Document<'a> {
    /// Finds the arrays in the text.
    pub(super) fn parse(json: &'a str) -> Result<Self, Problem> {
        let document: Self = serde_json::from_str(json).map_err(|error| {
            Problem::malformed("JSON", format!("{error}: this is no glTF, or it is damaged"))
        })?;
        match document.asset.as_ref().map(|a| a.version.as_str()) {
            Some(version) if !version.starts_with("2.") => Err(Problem::Unsupported {
                what: format!("glTF version {:?}", crate::error::clip(version)),
                remedy: "export the level as glTF 2.0",
            }),
            Some(_) => {
                let parse_left = Cell::new(most_parsed(json.len()));
                Ok(Self { text_bytes: json.len(), parse_left, ..document })
            }
            None => Err(Problem::malformed("asset", "is missing: this is no glTF 2.0")),
        }
    }

    /// Element `index` of one of the document's lists, parsed.
    pub(super) fn element<T: Deserialize<'a>>(
        &self,
        list: &[&'a RawValue],
        kind: &'static str,
        index: usize,
    ) -> Result<T, Problem> {
        let place = Place { kind, index, name: "" };
        let Some(raw) = list.get(index) else {
            let what = format!("is referred to, but the file has only {} of them", list.len());
            return Err(Problem::malformed(place.to_string(), what));
        };
        let Some(left) = self.parse_left.get().checked_sub(raw.get().len() as u64) else {
            let most = most_parsed(self.text_bytes);
            return Err(Problem::OutOfProportion { at: place.to_string(), most });
        };
        self.parse_left.set(left);
        serde_json::from_str(raw.get()).map_err(|e| Problem::malformed(place.to_string(), e.to_string()))
    }
}

/// Bytes of elements that are parsed at most, for a document of this many bytes.
fn most_parsed(text_bytes: usize) -> u64 {
    64 * text_bytes as u64 + (64 << 20)
}

/// A node of the scene.
#[derive(Deserialize)]
pub(super) struct Node<'a> {
    #[serde(borrow, default)]
    pub(super) name: Cow<'a, str>,
    pub(super) mesh: Option<usize>,
    #[serde(default)]
    pub(super) children: Vec<u32>,
    pub(super) matrix: Option<[f64; 16]>,
    pub(super) translation: Option<[f64; 3]>,
    pub(super) rotation: Option<[f64; 4]>,
    pub(super) scale: Option<[f64; 3]>,
    pub(super) camera: Option<IgnoredAny>,
    pub(super) skin: Option<IgnoredAny>,
    /// How much of each morph target is added, in place of what the mesh says.
    pub(super) weights: Option<Vec<f64>>,
    #[serde(borrow)]
    pub(super) extras: Option<&'a RawValue>,
    #[serde(default)]
    pub(super) extensions: NodeExtensions,
}

/// The extensions of a node that matter here.
#[derive(Default, Deserialize)]
pub(super) struct NodeExtensions {
    #[serde(rename = "EXT_mesh_gpu_instancing")]
    pub(super) instancing: Option<Instancing>,
    #[serde(rename = "KHR_lights_punctual")]
    pub(super) light: Option<IgnoredAny>,
}

/// Many copies of a node's mesh.
#[derive(Deserialize)]
pub(super) struct Instancing {
    pub(super) attributes: InstanceAttributes,
}

/// The accessors that place the copies.
#[derive(Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub(super) struct InstanceAttributes {
    pub(super) translation: Option<usize>,
    pub(super) rotation: Option<usize>,
    pub(super) scale: Option<usize>,
}

/// A scene: the roots of its trees.
#[derive(Deserialize)]
pub(super) struct SceneRoots {
    #[serde(default)]
    pub(super) nodes: Vec<u32>,
}

/// A mesh: a list of primitives.
#[derive(Deserialize)]
pub(super) struct Mesh<'a> {
    #[serde(borrow, default)]
    pub(super) name: Cow<'a, str>,
    #[serde(borrow, default)]
    pub(super) primitives: Raw<'a>,
    /// How much of each morph target is added.
    pub(super) weights: Option<Vec<f64>>,
}

/// A part of a mesh with one material.
#[derive(Deserialize)]
pub(super) struct Primitive {
    pub(super) attributes: Attributes,
    pub(super) indices: Option<usize>,
    pub(super) material: Option<usize>,
    pub(super) mode: Option<u32>,
    #[serde(default)]
    pub(super) extensions: PrimitiveExtensions,
}

/// The accessors of a primitive's vertices.
#[derive(Deserialize)]
pub(super) struct Attributes {
    #[serde(rename = "POSITION")]
    pub(super) position: Option<usize>,
}

/// The extensions of a primitive that matter here.
#[derive(Default, Deserialize)]
pub(super) struct PrimitiveExtensions {
    #[serde(rename = "KHR_draco_mesh_compression")]
    pub(super) draco: Option<IgnoredAny>,
}

/// A material: its name and what its extras say.
#[derive(Deserialize)]
pub(super) struct Material<'a> {
    #[serde(borrow, default)]
    pub(super) name: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) extras: Option<&'a RawValue>,
}
