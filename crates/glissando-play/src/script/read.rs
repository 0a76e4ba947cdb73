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

/// Whether a text begins with these words, whatever space is between them.
pub fn begins_with(text: &[u8], words: &[&str]) -> bool {
    let mut rest = text;
    words.iter().all(|word| {
        let after = rest.trim_ascii_start().strip_prefix(word.as_bytes());
        rest = after.unwrap_or_default();
        after.is_some()
    })
}

/// The value that a JSON text holds.
pub fn json<T: DeserializeOwned>(bytes: &[u8]) -> anyhow::Result<T> {
    let mut parser = serde_json::Deserializer::from_slice(bytes);
    let value = parse(bytes, &mut parser)?;
    parser
        .end()
        .map_err(|error| anyhow!("line {}: something follows the end of the object", error.line()))?;
    Ok(value)
}

/// The first value of JSON that a text holds; anything may follow.
pub fn first_json<T: DeserializeOwned>(bytes: &[u8]) -> anyhow::Result<T> {
    parse(bytes, &mut serde_json::Deserializer::from_slice(bytes))
}

fn parse<'a, T: DeserializeOwned>(
    bytes: &[u8],
    parser: &mut serde_json::Deserializer<serde_json::de::SliceRead<'a>>,
) -> anyhow::Result<T> {
    if bytes.trim_ascii().is_empty() {
        bail!("it is empty: JSON should be there");
    }
    serde_path_to_error::deserialize(parser).map_err(|error| {
        let path = error.path().to_string();
        let inner = error.into_inner();
        let what = if inner.is_eof() { "the text is cut off here".to_owned() } else { complaint(&inner) };
        let field = if path == "." { String::new() } else { format!("{path}: ") };
        anyhow!("line {}, column {}: {field}{what}", inner.line(), inner.column())
    })
}

/// What is wrong with a JSON text, without the place.
pub fn complaint(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let what = text.rsplit_once(" at line ").map_or(text.as_str(), |(what, _)| what);
    let hint = match what {
        // What stands there may be a number that JSON has no word for.
        "expected value" => " (NaN and infinities are none in JSON)",
        "number out of range" => ": give one below 1.8e308",
        _ => "",
    };
    format!("{what}{hint}")
}
