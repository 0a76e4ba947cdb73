//! Errors of command lines. A level's path in place of a command is answered with the commands that take it.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::path::Path;

/// Endings of the files that are levels.
const LEVELS: [&str; 4] = ["glb", "gltf", "obj", "stl"];

/// Ends the program with what is wrong with its command line, or with the help that was asked for.
pub(crate) fn exit(error: clap::Error) -> ! {
    match level(&error) {
        Some(level) => clap::Error::raw(ErrorKind::InvalidSubcommand, instead_of(level)).exit(),
        None => error.exit(),
    }
}

/// The level that stands where a command is expected.
fn level(error: &clap::Error) -> Option<&str> {
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) else { return None };
    let ending = Path::new(word).extension()?.to_str()?.to_lowercase();
    LEVELS.contains(&ending.as_str()).then_some(word)
}

fn instead_of(level: &str) -> String {
    // A shell would take a path with spaces for several.
    let quote = if level.contains(char::is_whitespace) { "\"" } else { "" };
    let path = format!("{quote}{level}{quote}");
    let mut text = format!("{path} is a level, not a command:\n\n");
    for (words, what) in [
        (format!("walk {path}"), "walks through it"),
        (format!("check {path}"), "finds where players fall out of it or are trapped"),
        ("--help".to_owned(), "lists all commands"),
    ] {
        let width = "check ".len() + path.chars().count();
        text += &format!("  glissando {words:width$}   {what}\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Program;
    use clap::Parser;

    fn refused(words: &[&str]) -> clap::Error {
        Program::try_parse_from(["glissando"].iter().chain(words)).expect_err("it is refused")
    }

    #[test]
    fn only_the_path_of_a_level_is_one() {
        for path in ["castle.glb", "a/b/Castle.GLTF", "../x y.obj", "C:\\s.stl"] {
            assert_eq!(level(&refused(&[path])), Some(path));
            assert_eq!(level(&refused(&[path, "--seed", "7"])), Some(path));
        }
        for words in [&["wakl"][..], &["glb"], &["script.json"], &["walk", "--sed", "7"], &["--version"]] {
            assert_eq!(level(&refused(words)), None, "{words:?}");
        }
    }
}
