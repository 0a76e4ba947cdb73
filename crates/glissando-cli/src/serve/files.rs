//! What can be asked for, and where it is.

use anyhow::Context;
use flate2::read::GzDecoder;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::Read;
use std::path::PathBuf;

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

/// Bytes, maybe gzip'ed.
#[derive(Clone, Debug)]
pub(super) struct Packed {
    pub(super) bytes: Cow<'static, [u8]>,
    pub(super) gzipped: bool,
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
    /// The bytes, gzip'ed only if they are kept so.
    ///
    /// # Errors
    /// A file on the disk that is gone or cannot be read any more.
    pub(super) fn read(&self) -> anyhow::Result<Packed> {
        match self {
            Self::Memory(packed) => Ok(packed.clone()),
            Self::Disk(path) => {
                let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
                Ok(Packed { bytes: bytes.into(), gzipped: false })
            }
        }
    }
}

impl Packed {
    /// The bytes for a browser that takes no gzip.
    ///
    /// # Errors
    /// Bytes that are no gzip.
    pub(super) fn unpacked(self) -> anyhow::Result<Self> {
        if !self.gzipped {
            return Ok(self);
        }
        let mut bytes = Vec::new();
        GzDecoder::new(&*self.bytes).read_to_end(&mut bytes)?;
        Ok(Self { bytes: bytes.into(), gzipped: false })
    }
}
