//! What recordings, clips and repros have in common: the header that says what a file is, and how inputs are written.
//!
//! All of them are JSON, whose first two fields are the header:
//!
//! ```json
//! {"glissando":"recording","version":8}
//! ```
//! A recording goes on for a line a tick, since a walk is written while it goes on; a clip and a repro are one object.

use crate::script::read;
use crate::walk::Source;
use anyhow::{bail, ensure};
use glissando::repro::Repro;
use glissando::{DVec3, Input};
use serde::{Deserialize, Serialize};

/// The version of recordings and clips. It is raised when older files cannot be read or come to other hashes.
const VERSION: u32 = 22;

/// What a saved file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A whole walk, tick by tick; see [`crate::record`].
    Recording,
    /// The last seconds of a session; see [`crate::session::Clip`].
    Clip,
    /// One tick with the triangles near it; see [`Repro`].
    Repro,
}

/// The first fields of a file. The first repros had no kind, and called their version `format`.
#[derive(Deserialize)]
struct Header {
    glissando: Option<Kind>,
    version: Option<u32>,
    format: Option<u32>,
}

impl Kind {
    /// What the header of a text says; nothing for a text without one. Of a broken file its first words decide.
    pub fn of(text: &[u8]) -> Option<Self> {
        if let Ok(Header { glissando, format, .. }) = read::first_json(text) {
            return glissando.or(format.map(|_| Self::Repro));
        }
        let begins = |kind: &Self| {
            read::begins_with(text, &["{", "\"glissando\"", ":", &format!("{:?}", kind.name())])
        };
        [Self::Recording, Self::Clip, Self::Repro].into_iter().find(begins)
    }

    /// The name in the header.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Recording => "recording",
            Self::Clip => "clip",
            Self::Repro => "repro",
        }
    }

    /// The version that this program writes and reads.
    pub const fn version(self) -> u32 {
        match self {
            Self::Recording | Self::Clip => VERSION,
            Self::Repro => Repro::VERSION,
        }
    }

    /// Refuses a text that is not of this kind, or of another version: that may have other fields too.
    ///
    /// # Errors
    /// What it is instead, and what to do.
    pub fn check(self, text: &[u8]) -> anyhow::Result<()> {
        let (name, wanted) = (self.name(), self.version());
        let Header { glissando, version, format } = read::first_json(text)?;
        let Some(version) = version.or(format) else {
            bail!(
                "it does not begin with {{\"glissando\":\"{name}\",\"version\":{wanted}}}: it is no {name}, or of a program \
                 before version 3; keep the walk again with this program"
            );
        };
        let kind = glissando.unwrap_or(Self::Repro);
        ensure!(kind == self, "it is a {}, not a {name}", kind.name());
        ensure!(
            version == wanted,
            "it is a {name} of version {version}, and this program reads version {wanted}: open it with the program that \
             wrote it, or keep the walk again with this one"
        );
        Ok(())
    }

    /// Refuses more levels than a walk has: each of them is loaded. A clip comes from strangers.
    ///
    /// # Errors
    /// The number, and how many are accepted.
    pub(crate) fn check_levels(self, source: &Source) -> anyhow::Result<()> {
        let (name, count, most) =
            (self.name(), source.levels().count(), if self == Self::Clip { 100 } else { 1000 });
        ensure!(count <= most, "the {name} has {count} levels, more than the accepted {most}");
        Ok(())
    }
}

/// An input in four numbers: the wish in m/s, and a bit each for jump, crouch and fly.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
#[serde(from = "(f64, f64, f64, u8)", into = "(f64, f64, f64, u8)")]
pub(crate) struct Held(pub(crate) Input);

impl From<(f64, f64, f64, u8)> for Held {
    fn from((x, y, z, bits): (f64, f64, f64, u8)) -> Self {
        let is_set = |bit: u8| bits & bit != 0;
        Self(Input { wish: DVec3::new(x, y, z), jump: is_set(1), crouch: is_set(2), fly: is_set(4) })
    }
}

impl From<Held> for (f64, f64, f64, u8) {
    fn from(Held(Input { wish, jump, crouch, fly }): Held) -> Self {
        (wish.x, wish.y, wish.z, u8::from(jump) | u8::from(crouch) << 1 | u8::from(fly) << 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_named_by_its_header_and_another_version_is_refused_with_what_to_do() {
        let header = |kind: &str| format!("{{\"glissando\":\"{kind}\",\"version\":{VERSION}}}");
        let newer = VERSION + 1;
        let kinds = [
            (&*header("recording"), Some(Kind::Recording)),
            (" {\n \"glissando\" : \"clip\" , ", Some(Kind::Clip)),
            (r#"{"glissando":"repro","version":1}"#, Some(Kind::Repro)),
            (r#"{"format":1,"settings":{}}"#, Some(Kind::Repro)),
            (r#"{"glissando":"clips"}"#, None),
            (r#"{"version":2,"glissando":"clip"}"#, Some(Kind::Clip)),
            (r#"{"version":2}"#, None),
            ("", None),
        ];
        for (text, kind) in kinds {
            assert_eq!(Kind::of(text.as_bytes()), kind, "{text}");
        }
        assert!(Kind::Repro.check(br#"{"format":1,"settings":{}}"#).is_ok());
        assert!(Kind::Recording.check((header("recording") + "\n{").as_bytes()).is_ok());
        let refused = |text: &str| format!("{:#}", Kind::Clip.check(text.as_bytes()).unwrap_err());
        let refusals = [
            (
                &*format!(r#"{{"glissando":"clip","version":{newer},"new":1}}"#),
                &*format!("a clip of version {newer}, and this program reads version {VERSION}"),
            ),
            (r#"{"glissando":"repro","version":1}"#, "it is a repro, not a clip"),
            (r#"{"clip":1,"origin":{}}"#, &*format!("does not begin with {}", header("clip"))),
            (r#"{"glissando":"clip","version":-1}"#, "version: invalid value: integer `-1`"),
            (r#"{"glissando":"clip","version":1e999}"#, "line 1"),
            (&*header("film"), "unknown variant `film`"),
            (r#"{"glissando":"clip","ver"#, "the text is cut off here"),
            ("", "it is empty"),
        ];
        for (text, said) in refusals {
            assert!(refused(text).contains(said), "{text}: {}", refused(text));
        }
    }
}
