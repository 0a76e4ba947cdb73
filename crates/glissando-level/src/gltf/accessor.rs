//! Accessors: typed views of buffers. Every range is checked once, when the accessor is opened.
//!
//! Source: glTF 2.0 Specification, sections 3.6.2 "Accessors" and 3.6.2.3 "Sparse Accessors".

use super::buffer::Buffers;
use super::component::Component;
use super::document::Document;
use super::view::{Strided, Views};
use crate::error::{Place, Problem};
use serde::Deserialize;
use std::borrow::Cow;

/// A checked accessor.
#[derive(Debug)]
pub(super) struct Accessor<'a> {
    /// Number of elements.
    pub(super) count: usize,
    /// Numbers in an element.
    pub(super) width: usize,
    /// Type of each number.
    pub(super) component: Component,
    normalized: bool,
    /// `None` for all zeros.
    data: Option<Strided<'a>>,
    sparse: Option<Patches<'a>>,
}

#[derive(Debug)]
struct Patches<'a> {
    count: usize,
    component: Component,
    indices: Strided<'a>,
    values: Strided<'a>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct AccessorJson<'a> {
    buffer_view: Option<usize>,
    #[serde(default)]
    byte_offset: u64,
    component_type: u32,
    #[serde(default)]
    normalized: bool,
    count: u64,
    #[serde(borrow, rename = "type")]
    kind: Cow<'a, str>,
    sparse: Option<SparseJson>,
}

#[derive(Deserialize)]
struct SparseJson {
    count: u64,
    indices: SparsePart,
    values: SparsePart,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SparsePart {
    buffer_view: usize,
    #[serde(default)]
    byte_offset: u64,
    component_type: Option<u32>,
}

impl<'a> Accessor<'a> {
    /// Accessor `index` of the file, with all its ranges checked.
    pub(super) fn open(
        document: &Document<'_>,
        buffers: &'a Buffers<'_>,
        index: usize,
    ) -> Result<Self, Problem> {
        let json: AccessorJson<'_> = document.element(&document.accessors, "accessor", index)?;
        let place = Place { kind: "accessor", index, name: "" };
        Self::check(document, buffers, &json).map_err(|problem| problem.within(&place))
    }

    fn check(
        document: &Document<'_>,
        buffers: &'a Buffers<'_>,
        json: &AccessorJson<'_>,
    ) -> Result<Self, Problem> {
        let component = Component::of(json.component_type)?;
        let width = width(&json.kind)?;
        let views = Views { document, buffers };
        let count = json.count;
        let size = component.size() * width;
        let data = match json.buffer_view {
            Some(view) => Some(views.open(view, json.byte_offset, count, size, true)?),
            None => None,
        };
        let sparse = match &json.sparse {
            Some(sparse) if sparse.count > count => {
                let what = format!("patches {} elements of {count}", sparse.count);
                return Err(Problem::malformed("sparse", what));
            }
            Some(sparse) => Some(patches(&views, sparse, size).map_err(|p| p.within(&"sparse"))?),
            None => None,
        };
        let count = usize::try_from(count)
            .map_err(|_| Problem::malformed("count", format!("is {count}, more than any memory holds")))?;
        Ok(Self { count, width, component, normalized: json.normalized, data, sparse })
    }

    /// Whether single elements cannot be read without looking through a list of patches.
    pub(super) fn is_sparse(&self) -> bool {
        self.sparse.is_some()
    }

    /// Whether there are any bytes behind it.
    pub(super) fn has_data(&self) -> bool {
        self.data.is_some() || self.sparse.is_some()
    }

    /// Element `i`, without the patches of a sparse accessor.
    pub(super) fn vector<const N: usize>(&self, i: usize) -> [f32; N] {
        let Some(data) = &self.data else { return [0.0; N] };
        self.decode(data, i)
    }

    /// All elements, patched. The caller has paid for `count` of them.
    pub(super) fn vectors<const N: usize>(&self) -> Result<Vec<[f32; N]>, Problem> {
        let mut all: Vec<[f32; N]> = (0..self.count).map(|i| self.vector(i)).collect();
        self.patch(&mut all, |values, i| self.decode(values, i))?;
        Ok(all)
    }

    /// All elements as indices, patched. The caller has paid for `count` of them.
    pub(super) fn indices(&self) -> Result<Vec<u32>, Problem> {
        let read = |data: &Strided<'_>, i: usize| self.component.index(data.at(i, 0));
        let mut all: Vec<u32> = match &self.data {
            Some(data) => (0..self.count).map(|i| read(data, i)).collect(),
            None => vec![0; self.count],
        };
        self.patch(&mut all, read)?;
        Ok(all)
    }

    fn decode<const N: usize>(&self, data: &Strided<'_>, i: usize) -> [f32; N] {
        let size = self.component.size();
        std::array::from_fn(|c| self.component.number(data.at(i, c * size), self.normalized))
    }

    fn patch<T>(&self, all: &mut [T], value: impl Fn(&Strided<'a>, usize) -> T) -> Result<(), Problem> {
        let Some(sparse) = &self.sparse else { return Ok(()) };
        for i in 0..sparse.count {
            let target = sparse.component.index(sparse.indices.at(i, 0));
            let Some(slot) = all.get_mut(target as usize) else {
                let what = format!("entry {i} patches element {target}, but there are only {}", self.count);
                return Err(Problem::malformed("sparse", what));
            };
            *slot = value(&sparse.values, i);
        }
        Ok(())
    }
}

/// Numbers in an element of this type. Matrices are never asked for.
fn width(kind: &str) -> Result<usize, Problem> {
    match kind {
        "SCALAR" => Ok(1),
        "VEC2" => Ok(2),
        "VEC3" => Ok(3),
        "VEC4" => Ok(4),
        _ => Err(Problem::malformed("type", format!("{:?} is not a vector", crate::error::clip(kind)))),
    }
}

/// The patches of a sparse accessor with elements of `size` bytes.
fn patches<'a>(views: &Views<'_, 'a>, sparse: &SparseJson, size: usize) -> Result<Patches<'a>, Problem> {
    let component = Component::of(sparse.indices.component_type.unwrap_or(0))?;
    if !component.is_index() {
        return Err(Problem::malformed("indices", "are not unsigned integers"));
    }
    let part = |p: &SparsePart, size| views.open(p.buffer_view, p.byte_offset, sparse.count, size, false);
    let indices = part(&sparse.indices, component.size())?;
    let values = part(&sparse.values, size)?;
    let count = usize::try_from(sparse.count)
        .map_err(|_| Problem::malformed("count", format!("is {}", sparse.count)))?;
    Ok(Patches { count, component, indices, values })
}
