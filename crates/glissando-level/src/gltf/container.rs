//! The outer shell of a glTF: plain JSON, or a GLB with a JSON chunk and perhaps a binary chunk.
//!
//! Source: glTF 2.0 Specification, section 4 "GLB File Format Specification".

use crate::error::Problem;
use crate::notes::Notes;

const MAGIC: &[u8] = b"glTF";
const JSON_CHUNK: &[u8] = b"JSON";
const BINARY_CHUNK: &[u8] = b"BIN\0";

/// The two parts of a file.
#[derive(Debug)]
pub(super) struct Container<'a> {
    /// The document.
    pub(super) json: &'a str,
    /// The binary chunk, if there is one.
    pub(super) binary: Option<&'a [u8]>,
}

/// Takes the shell off; which shell it is, is seen from the first bytes.
pub(super) fn open<'a>(bytes: &'a [u8], notes: &mut Notes) -> Result<Container<'a>, Problem> {
    if !bytes.starts_with(MAGIC) {
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        return Ok(Container { json: utf8(bytes)?, binary: None });
    }
    let header = |what: &str| Problem::malformed("GLB header", what);
    let version = u32_at(bytes, 4).ok_or_else(|| header("the file ends inside it: it was cut off"))?;
    if version != 2 {
        return Err(Problem::Unsupported {
            what: format!("GLB version {version}"),
            remedy: "export the level as glTF 2.0",
        });
    }
    let length = u32_at(bytes, 8).ok_or_else(|| header("the file ends inside it: it was cut off"))? as usize;
    if length > bytes.len() {
        let what = format!("says {length} bytes, the file has {}: it was cut off", bytes.len());
        return Err(header(&what));
    }
    if length < bytes.len() {
        notes.add(|| format!("{} bytes after the end of the GLB were ignored", bytes.len() - length));
    }
    let body = bytes.get(12..length).ok_or_else(|| header("says a length shorter than itself"))?;
    let (json, rest) = chunk(body, "first chunk")?;
    if json.kind != JSON_CHUNK {
        return Err(Problem::malformed("first chunk", "is not JSON: the file is damaged, export it again"));
    }
    Ok(Container { json: utf8(json.data)?, binary: binary_chunk(rest)? })
}

struct Chunk<'a> {
    kind: &'a [u8],
    data: &'a [u8],
}

/// The first chunk of `bytes` and what follows it.
fn chunk<'a>(bytes: &'a [u8], at: &str) -> Result<(Chunk<'a>, &'a [u8]), Problem> {
    let cut = || Problem::malformed(at, "reaches beyond the end of the file: it was cut off");
    let length = u32_at(bytes, 0).ok_or_else(cut)? as usize;
    let kind = bytes.get(4..8).ok_or_else(cut)?;
    let after = bytes.get(8..).ok_or_else(cut)?;
    let data = after.get(..length).ok_or_else(cut)?;
    let rest = after.get(length..).ok_or_else(cut)?;
    Ok((Chunk { kind, data }, rest))
}

/// The data of the first binary chunk; chunks of other kinds are passed over, as the specification asks.
fn binary_chunk(mut bytes: &[u8]) -> Result<Option<&[u8]>, Problem> {
    while bytes.len() >= 8 {
        let (chunk, rest) = chunk(bytes, "binary chunk")?;
        if chunk.kind == BINARY_CHUNK {
            return Ok(Some(chunk.data));
        }
        bytes = rest;
    }
    Ok(None)
}

fn utf8(bytes: &[u8]) -> Result<&str, Problem> {
    std::str::from_utf8(bytes).map_err(|error| {
        let what = format!("byte {} is not UTF-8: this is no glTF, or it is damaged", error.valid_up_to());
        Problem::malformed("JSON", what)
    })
}

fn u32_at(bytes: &[u8], offset: usize) -> Option<u32> {
    let four = bytes.get(offset..)?.first_chunk::<4>()?;
    Some(u32::from_le_bytes(*four))
}
