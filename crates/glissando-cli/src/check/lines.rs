//! The findings as JSON lines: the summary first, then a finding a line.

use anyhow::{Context, bail};
use glissando_check::{Finding, Summary};
use glissando_play::script::read;
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::path::Path;

/// Largest file of findings that is read, in bytes.
const MOST_BYTES: u64 = 256 << 20;

/// The first line.
#[derive(Serialize)]
struct Head<'a> {
    glissando: &'static str,
    version: u32,
    #[serde(flatten)]
    summary: &'a Summary,
}

/// What is looked at of the first line of a file.
#[derive(Deserialize)]
struct Header {
    glissando: String,
    version: u32,
}

/// The version of the format.
const VERSION: u32 = 1;

/// Writes the summary and the findings.
///
/// # Errors
/// Those of `out`.
pub(super) fn write(out: &mut impl Write, summary: &Summary, findings: &[Finding]) -> anyhow::Result<()> {
    serde_json::to_writer(&mut *out, &Head { glissando: "check", version: VERSION, summary })?;
    writeln!(out)?;
    for finding in findings {
        serde_json::to_writer(&mut *out, finding)?;
        writeln!(out)?;
    }
    Ok(())
}

/// The findings of an earlier check.
///
/// # Errors
/// A file that is none, with the line.
pub(super) fn read(path: &Path) -> anyhow::Result<Vec<Finding>> {
    let read = || -> anyhow::Result<Vec<Finding>> {
        let bytes = read::bytes(path, MOST_BYTES)?;
        let mut lines = (1..).zip(bytes.split(|&byte| byte == b'\n')).filter(|(_, line)| !line.is_empty());
        let header: Option<Header> = lines.next().and_then(|(_, line)| serde_json::from_slice(line).ok());
        match header {
            Some(Header { glissando, version: VERSION }) if glissando == "check" => {}
            Some(Header { glissando, version }) if glissando == "check" => {
                bail!(
                    "it is of version {version}, and this program reads version {VERSION}: check the old level again"
                )
            }
            _ => bail!(
                "line 1: it does not begin with {{\"glissando\":\"check\",…}}: give a findings.jsonl of `glissando check`"
            ),
        }
        let finding = |(number, line): (usize, &[u8])| {
            serde_json::from_slice(line).with_context(|| format!("line {number}"))
        };
        lines.map(finding).collect()
    };
    read().with_context(|| path.display().to_string())
}
