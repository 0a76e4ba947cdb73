//! `glissando record`: a whole walk in a small file, to be walked again.

use crate::Outcome;
use crate::walk::{self, Choice};
use clap::Args;
use std::path::PathBuf;

/// Walk as `glissando walk` does, and keep the whole walk in a small file that `glissando replay` walks again.
///
/// The file has the inputs of every tick and hashes of what came of them. Data and pictures are written only
/// where --out says.
#[derive(Args, Debug)]
#[command(
    verbatim_doc_comment,
    mut_arg("out", |out| out.help("Folder for the data and pictures, or a file NAME.jsonl for the data alone [default: none]"))
)]
pub(crate) struct Arguments {
    /// The recording
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    choice: Choice,
}

/// # Errors
/// As for `glissando walk`.
pub(crate) fn run(arguments: Arguments) -> anyhow::Result<Outcome> {
    walk::record(arguments.choice, arguments.file)
}
