//! Files to values, with errors that say where: line, column, field.

use anyhow::{Context, anyhow, bail};
use serde::de::DeserializeOwned;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The bytes of a regular file of at most `most` bytes.
pub fn bytes(path: &Path, most: u64) -> anyhow::Result<Vec<u8>> {
    let hint = "it cannot be opened: check the path and its permissions";
    // Before it is opened: a pipe would wait for a writer.
    if !path.metadata().context(hint)?.is_file() {
        bail!("it is not a file: name the JSON file itself");
    }
    let file = File::open(path).context(hint)?;
    let mut bytes = Vec::new();
    file.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        bail!("it is larger than {most} bytes: that is no file of this kind");
    }
    Ok(bytes)
}

/// Whether a text is an object of JSON whose first key this is.
pub fn has_first_key(text: &[u8], key: &str) -> bool {
    let mut rest = text;
    [b"{", format!("{key:?}").as_bytes(), b":"].into_iter().all(|part| {
        let after = rest.trim_ascii_start().strip_prefix(part);
        rest = after.unwrap_or_default();
        after.is_some()
    })
}

/// The value that a JSON text holds.
pub fn json<T: DeserializeOwned>(bytes: &[u8]) -> anyhow::Result<T> {
    if bytes.trim_ascii().is_empty() {
        bail!("it is empty: an object of JSON should be there");
    }
    let mut parser = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut parser).map_err(|error| {
        let path = error.path().to_string();
        let inner = error.into_inner();
        let text = inner.to_string();
        let what = text.rsplit_once(" at line ").map_or(text.as_str(), |(what, _)| what);
        // What stands there may be a number that JSON has no word for.
        let hint = if what == "expected value" { " (NaN and infinities are none in JSON)" } else { "" };
        let field = if path == "." { String::new() } else { format!("{path}: ") };
        anyhow!("line {}, column {}: {field}{what}{hint}", inner.line(), inner.column())
    })?;
    parser
        .end()
        .map_err(|error| anyhow!("line {}: something follows the end of the object", error.line()))?;
    Ok(value)
}
