//! Why a level could not be loaded: which file, where in it, and what to do.

use std::fmt;
use std::io;

/// A level that could not be loaded.
#[derive(Debug, thiserror::Error)]
#[error("{file}: {problem}")]
pub struct LevelError {
    /// The file as it was asked for, or the format for bytes without a file.
    pub file: String,
    /// What is wrong with it.
    pub problem: Problem,
}

/// The text of [`Problem::UnknownFormat`]; a folder, too, has no extension as a rule.
fn unknown_format(extension: &str) -> String {
    if extension.is_empty() {
        return "has no extension: name a .glb, .gltf, .obj or .stl file".into();
    }
    format!("has the unknown extension {extension:?}: convert it to .glb, .gltf, .obj or .stl")
}

/// What is wrong with a file, and what to do about it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// There is no such file.
    #[error("is not there: check the path; what a level refers to has to come with it")]
    Missing,
    /// The operating system did not hand it out.
    #[error("cannot be read ({0}): check the path and its permissions")]
    Read(io::Error),
    /// A folder, a device or a pipe.
    #[error("is not a regular file: name the level file itself")]
    NotAFile,
    /// Larger than any level that is accepted.
    #[error("is {bytes} bytes long, more than the accepted {most}: split the level")]
    TooLarge {
        /// Size of the file.
        bytes: u64,
        /// Largest accepted size.
        most: u64,
    },
    /// An extension that no reader knows.
    #[error("{}", unknown_format(extension))]
    UnknownFormat {
        /// What follows the last dot.
        extension: String,
    },
    /// Zero bytes.
    #[error("is empty: export it again")]
    Empty,
    /// Something that the format does not allow.
    #[error("{at}: {what}")]
    Malformed {
        /// Where: a line, a node, an accessor, from the outside in.
        at: String,
        /// What is wrong there and what to do.
        what: String,
    },
    /// Something that the format allows and this reader does not.
    #[error("{what} is not supported: {remedy}")]
    Unsupported {
        /// The feature, by the name that the format gives it.
        what: String,
        /// What to do.
        remedy: &'static str,
    },
    /// A file that repeats its own data until it no longer fits.
    #[error(
        "{at}: decoding would take more than {most} bytes, out of proportion to the file: \
         it refers to the same data again and again; split it or remove the repeats"
    )]
    OutOfProportion {
        /// Where the limit was reached.
        at: String,
        /// How much the whole file may take.
        most: u64,
    },
    /// More triangles than one soup is made of.
    #[error("has {triangles} triangles when flattened, more than {most}: keep the instances apart")]
    TooManyTriangles {
        /// How many there are.
        triangles: u64,
        /// How many are accepted.
        most: u64,
    },
    /// A number in the options or in the manifest that no level can use.
    #[error("{what} is {value}: it must be a finite number between {least} and {most}")]
    BadNumber {
        /// Which number.
        what: &'static str,
        /// Its value.
        value: f64,
        /// Smallest accepted value.
        least: f64,
        /// Largest accepted value.
        most: f64,
    },
}

impl Problem {
    /// Something at `at` that the format does not allow.
    pub(crate) fn malformed(at: impl Into<String>, what: impl Into<String>) -> Self {
        Self::Malformed { at: at.into(), what: what.into() }
    }

    /// The same problem, seen from further out.
    pub(crate) fn within(self, outer: &dyn fmt::Display) -> Self {
        match self {
            Self::Malformed { at, what } => Self::Malformed { at: format!("{outer}, {at}"), what },
            Self::OutOfProportion { at, most } => {
                Self::OutOfProportion { at: format!("{outer}, {at}"), most }
            }
            other => other,
        }
    }

    /// The same problem, in a named file.
    pub(crate) fn in_file(self, file: impl Into<String>) -> LevelError {
        LevelError { file: file.into(), problem: self }
    }
}

/// `mesh 3 "door"`: an element of a file for messages; long names are cut.
pub(crate) struct Place<'a> {
    /// What it is.
    pub(crate) kind: &'static str,
    /// Which one.
    pub(crate) index: usize,
    /// Its name, empty for none.
    pub(crate) name: &'a str,
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind, self.index)?;
        if self.name.is_empty() { Ok(()) } else { write!(f, " {:?}", clip(self.name)) }
    }
}

/// The first 48 characters: names in messages come from strangers.
pub(crate) fn clip(text: &str) -> &str {
    text.char_indices().nth(48).map_or(text, |(end, _)| text.get(..end).unwrap_or(text))
}
