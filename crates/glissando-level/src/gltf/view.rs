//! Buffer views: checked ranges of buffers.
//!
//! Source: glTF 2.0 Specification, section 3.6.1 "Buffers and Buffer Views".

use super::buffer::Buffers;
use super::document::Document;
use super::extension;
use crate::error::{Place, Problem};
use serde::Deserialize;
use serde::de::IgnoredAny;

/// Elements at equal distances.
#[derive(Debug)]
pub(super) struct Strided<'a> {
    bytes: &'a [u8],
    stride: usize,
}

impl<'a> Strided<'a> {
    /// The bytes from `offset` within element `i`; empty beyond the end.
    pub(super) fn at(&self, i: usize, offset: usize) -> &'a [u8] {
        i.checked_mul(self.stride)
            .and_then(|start| start.checked_add(offset))
            .and_then(|start| self.bytes.get(start..))
            .unwrap_or_default()
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ViewJson {
    buffer: usize,
    #[serde(default)]
    byte_offset: u64,
    byte_length: u64,
    byte_stride: Option<u64>,
    #[serde(default)]
    extensions: ViewExtensions,
}

#[derive(Default, Deserialize)]
struct ViewExtensions {
    #[serde(rename = "EXT_meshopt_compression", alias = "KHR_meshopt_compression")]
    meshopt: Option<IgnoredAny>,
}

/// Where the bytes of accessors come from.
pub(super) struct Views<'d, 'a> {
    pub(super) document: &'d Document<'d>,
    pub(super) buffers: &'a Buffers<'a>,
}

impl<'a> Views<'_, 'a> {
    /// `count` elements of `size` bytes from `offset` in a view, all of them there.
    pub(super) fn open(
        &self,
        index: usize,
        offset: u64,
        count: u64,
        size: usize,
        may_stride: bool,
    ) -> Result<Strided<'a>, Problem> {
        let view: ViewJson = self.document.element(&self.document.buffer_views, "bufferView", index)?;
        let place = Place { kind: "bufferView", index, name: "" };
        let bytes = self.buffers.get(view.buffer).map_err(|problem| match view.extensions.meshopt {
            Some(_) => extension::unsupported("EXT_meshopt_compression"),
            None => problem.within(&place),
        })?;
        let bytes = range(bytes, view.byte_offset, view.byte_length).ok_or_else(|| {
            let what = format!(
                "bytes {} to {} + {} are not all in buffer {}, which has {}: a file was cut off or damaged",
                view.byte_offset,
                view.byte_offset,
                view.byte_length,
                view.buffer,
                bytes.len()
            );
            Problem::malformed(place.to_string(), what)
        })?;
        let stride = view.byte_stride.filter(|_| may_stride).unwrap_or(size as u64);
        if stride < size as u64 {
            let what = format!("byteStride is {stride}, less than an element of {size} bytes");
            return Err(Problem::malformed(place.to_string(), what));
        }
        // Some exporters write the size of elements without gaps, whatever it is; that is as good as no byteStride.
        if !stride.is_multiple_of(4) && stride != size as u64 {
            let what =
                format!("byteStride is {stride}: it must be a multiple of 4, so export the level again");
            return Err(Problem::malformed(place.to_string(), what));
        }
        let needed =
            count.checked_sub(1).map_or(Some(0), |n| n.checked_mul(stride)?.checked_add(size as u64));
        let bytes = needed.and_then(|needed| range(bytes, offset, needed)).ok_or_else(|| {
            let what = format!(
                "{count} elements of {size} bytes every {stride} from byte {offset} do not fit in its {} bytes",
                view.byte_length
            );
            Problem::malformed(place.to_string(), what)
        })?;
        let stride = usize::try_from(stride).unwrap_or(size);
        Ok(Strided { bytes, stride })
    }
}

/// `length` bytes from `offset`, or `None` if they are not all there.
fn range(bytes: &[u8], offset: u64, length: u64) -> Option<&[u8]> {
    let start = usize::try_from(offset).ok()?;
    let end = start.checked_add(usize::try_from(length).ok()?)?;
    bytes.get(start..end)
}
