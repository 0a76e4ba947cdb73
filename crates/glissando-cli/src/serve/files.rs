//! What can be asked for, and where it is.

use anyhow::Context;
use brotli_decompressor::Decompressor;
use flate2::read::GzDecoder;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::Read;
use std::path::PathBuf;

/// Bytes that are unpacked at once.
const BUFFER: usize = 1 << 16;

/// The files that are served, by their paths without the first `/`.
#[derive(Debug, Default)]
pub(super) struct Files(BTreeMap<String, Source>);

/// Where the bytes of a file are.
#[derive(Clone, Debug)]
pub(super) enum Source {
    /// In memory.
    Memory(Packed),
    /// On the disk; read when it is asked for.
    Disk(PathBuf),
}

/// Bytes as they are kept.
#[derive(Clone, Debug)]
pub(super) struct Packed {
    pub(super) bytes: Cow<'static, [u8]>,
    pub(super) coding: Coding,
}

/// How bytes are packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(test), allow(dead_code, reason = "a page that is not built in has none that is packed"))]
pub(super) enum Coding {
    Plain,
    Gzip,
    Brotli,
}

impl Coding {
    /// What browsers call it; nothing for bytes as they are.
    pub(super) const fn name(self) -> Option<&'static str> {
        match self {
            Self::Plain => None,
            Self::Gzip => Some("gzip"),
            Self::Brotli => Some("br"),
        }
    }
}

impl Files {
    /// Serves a file under this path.
    pub(super) fn add(&mut self, path: String, source: Source) {
        self.0.insert(path, source);
    }

    /// The file of this path; that of no path is the page itself.
    pub(super) fn find(&self, path: &str) -> Option<(&str, &Source)> {
        let path = if path.is_empty() { "index.html" } else { path };
        self.0.get_key_value(path).map(|(path, source)| (path.as_str(), source))
    }
}

impl Source {
    /// The bytes as they are kept.
    ///
    /// # Errors
    /// A file on the disk that is gone or cannot be read any more.
    pub(super) fn read(&self) -> anyhow::Result<Packed> {
        match self {
            Self::Memory(packed) => Ok(packed.clone()),
            Self::Disk(path) => {
                let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
                Ok(Packed { bytes: bytes.into(), coding: Coding::Plain })
            }
        }
    }
}

impl Packed {
    /// The bytes for a browser that does not take them as they are kept.
    ///
    /// # Errors
    /// Bytes that are not packed as it is said.
    pub(super) fn unpacked(self) -> anyhow::Result<Self> {
        let mut bytes = Vec::new();
        match self.coding {
            Coding::Plain => return Ok(self),
            Coding::Gzip => GzDecoder::new(&*self.bytes).read_to_end(&mut bytes)?,
            Coding::Brotli => Decompressor::new(&*self.bytes, BUFFER).read_to_end(&mut bytes)?,
        };
        Ok(Self { bytes: bytes.into(), coding: Coding::Plain })
    }
}
