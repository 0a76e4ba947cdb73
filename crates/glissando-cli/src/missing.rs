//! Commands that this build leaves out: each says with which feature it is built.

use crate::Outcome;
use anyhow::bail;
use clap::Args;
use std::ffi::OsString;

/// Whatever stands behind the command; it is taken so that the answer is about the feature and not about an option.
#[derive(Args, Debug)]
#[command(disable_help_flag = true)]
pub(crate) struct Arguments {
    #[arg(hide = true, trailing_var_arg = true, allow_hyphen_values = true)]
    rest: Vec<OsString>,
}

/// # Errors
/// Always: names the feature, and the command line with it.
pub(crate) fn refuse(command: &str, feature: &str, arguments: &Arguments) -> anyhow::Result<Outcome> {
    let rest: String = arguments.rest.iter().map(|word| format!(" {}", word.display())).collect();
    bail!(
        "this program was built without `{command}`, which needs the feature `{feature}`: \
         cargo run --release --features {feature} -- {command}{rest}"
    )
}
