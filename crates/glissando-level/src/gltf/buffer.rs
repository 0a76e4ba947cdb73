//! Buffers: the binary chunk, base64 in the JSON, or files beside the level.

use super::document::Document;
use crate::error::{Place, Problem, clip};
use crate::files::{Files, required};
use crate::load::MAX_FILE_BYTES;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;

/// More buffers than this are not accepted; exporters write one, or one a mesh.
const MOST_BUFFERS: usize = 1 << 16;

/// The bytes of all buffers of a file.
#[derive(Debug)]
pub(super) struct Buffers<'a> {
    data: Vec<Bytes<'a>>,
    /// Bytes that came from other files.
    pub(super) external_bytes: u64,
}

#[derive(Debug)]
enum Bytes<'a> {
    /// No data at all: allowed, as a placeholder for compressed data.
    Missing,
    Chunk(&'a [u8]),
    Inline(Vec<u8>),
    File(Rc<Vec<u8>>),
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct BufferJson<'a> {
    #[serde(borrow)]
    uri: Option<Cow<'a, str>>,
    byte_length: u64,
}

impl Buffers<'_> {
    /// The bytes of a buffer.
    pub(super) fn get(&self, index: usize) -> Result<&[u8], Problem> {
        let place = || Place { kind: "buffer", index, name: "" }.to_string();
        match self.data.get(index) {
            Some(Bytes::Chunk(bytes)) => Ok(bytes),
            Some(Bytes::Inline(bytes)) => Ok(bytes),
            Some(Bytes::File(bytes)) => Ok(bytes),
            Some(Bytes::Missing) => Err(Problem::malformed(place(), "has no data: export the level again")),
            None => {
                let what = format!("is referred to, but the file has only {} of them", self.data.len());
                Err(Problem::malformed(place(), what))
            }
        }
    }
}

/// Finds the bytes of every buffer.
pub(super) fn load_all<'a>(
    document: &Document<'_>,
    chunk: Option<&'a [u8]>,
    folder: Option<(&dyn Files, &Path)>,
) -> Result<Buffers<'a>, Problem> {
    if document.buffers.len() > MOST_BUFFERS {
        let what = format!("are {}, more than the accepted {MOST_BUFFERS}", document.buffers.len());
        return Err(Problem::malformed("buffers", what));
    }
    let mut files = Beside { folder, read: BTreeMap::new(), bytes: 0 };
    let mut data = Vec::with_capacity(document.buffers.len());
    for index in 0..document.buffers.len() {
        let place = Place { kind: "buffer", index, name: "" };
        let json: BufferJson<'_> = document.element(&document.buffers, "buffer", index)?;
        let chunk = if index == 0 { chunk } else { None };
        let bytes = find(&json, chunk, &mut files).map_err(|p| p.within(&place))?;
        bytes.check_length(json.byte_length).map_err(|p| p.within(&place))?;
        data.push(bytes);
    }
    Ok(Buffers { data, external_bytes: files.bytes })
}

fn find<'a>(
    json: &BufferJson<'_>,
    chunk: Option<&'a [u8]>,
    files: &mut Beside<'_>,
) -> Result<Bytes<'a>, Problem> {
    let Some(uri) = json.uri.as_deref() else {
        return Ok(chunk.map_or(Bytes::Missing, Bytes::Chunk));
    };
    let Some(data) = uri.strip_prefix("data:") else { return files.open(uri) };
    let Some((_, text)) = data.split_once(";base64,") else {
        return Err(Problem::malformed("uri", "is a data URI without base64: export as .glb"));
    };
    let bytes = STANDARD.decode(text).map_err(|e| Problem::malformed("uri", format!("base64: {e}")))?;
    Ok(Bytes::Inline(bytes))
}

impl Bytes<'_> {
    /// Checks the length that the JSON gives against what is there.
    fn check_length(&self, length: u64) -> Result<(), Problem> {
        let there = match self {
            Bytes::Missing => return Ok(()),
            Bytes::Chunk(bytes) => bytes.len(),
            Bytes::Inline(bytes) => bytes.len(),
            Bytes::File(bytes) => bytes.len(),
        };
        if (there as u64) < length {
            let what = format!("is {length}, but only {there} bytes are there: a file was cut off");
            return Err(Problem::malformed("byteLength", what));
        }
        Ok(())
    }
}

/// Files that the buffers name, each read once.
struct Beside<'p> {
    folder: Option<(&'p dyn Files, &'p Path)>,
    read: BTreeMap<PathBuf, Rc<Vec<u8>>>,
    bytes: u64,
}

impl Beside<'_> {
    fn open<'a>(&mut self, uri: &str) -> Result<Bytes<'a>, Problem> {
        let name = PathBuf::from(percent_decoded(uri)?);
        let Some(name) = inside(&name).filter(|_| !uri.contains("://")) else {
            let what = format!("{:?} leads out of the level's folder: put the file beside it", clip(uri));
            return Err(Problem::malformed("uri", what));
        };
        let Some((files, folder)) = self.folder else {
            return Err(Problem::Unsupported {
                what: format!("the separate file {:?}", clip(uri)),
                remedy: "load the level from its folder, or export it as .glb",
            });
        };
        if let Some(bytes) = self.read.get(&name) {
            return Ok(Bytes::File(Rc::clone(bytes)));
        }
        let left = MAX_FILE_BYTES.saturating_sub(self.bytes);
        let bytes = required(files, &folder.join(&name), left)
            .map_err(|problem| Problem::malformed(format!("uri {:?}", clip(uri)), problem.to_string()))?;
        self.bytes += bytes.len() as u64;
        let bytes = Rc::new(bytes.into_owned());
        self.read.insert(name, Rc::clone(&bytes));
        Ok(Bytes::File(bytes))
    }
}

/// A relative path without `.` and `..`, or `None` if it leads out of the folder where it starts.
///
/// By its words alone, as for URIs: a link among the folders cannot lead `..` elsewhere.
fn inside(path: &Path) -> Option<PathBuf> {
    let mut inside = PathBuf::new();
    for part in path.components() {
        match part {
            Component::Normal(name) => inside.push(name),
            Component::CurDir => {}
            Component::ParentDir if inside.pop() => {}
            Component::ParentDir | Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    Some(inside)
}

/// `%20` and the like replaced by the bytes they stand for.
fn percent_decoded(uri: &str) -> Result<String, Problem> {
    let bad = || Problem::malformed("uri", format!("{:?} has a bad % escape", clip(uri)));
    let mut bytes = Vec::with_capacity(uri.len());
    let mut rest = uri.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let mut digit = || rest.next().and_then(|b| char::from(b).to_digit(16));
        let (Some(high), Some(low)) = (digit(), digit()) else { return Err(bad()) };
        bytes.push((high * 16 + low) as u8);
    }
    String::from_utf8(bytes).map_err(|_| bad())
}
