//! Standard output that may end early, and progress on standard error that only people see.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use std::time::Duration;

/// Whether an error only says that the reader of our output had seen enough (`| head`).
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let io_error = |e: &(dyn std::error::Error + 'static)| match e.downcast_ref::<io::Error>() {
        Some(e) => e.kind() == io::ErrorKind::BrokenPipe,
        // A serializer wraps the error of its writer.
        None => e
            .downcast_ref::<serde_json::Error>()
            .is_some_and(|e| e.io_error_kind() == Some(io::ErrorKind::BrokenPipe)),
    };
    error.chain().any(io_error)
}

/// A bar of `length` steps on standard error; nothing where that is no terminal.
pub(crate) fn bar(length: u64, what: &str) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} [{bar:30}] {percent}% {eta}");
    shown(ProgressBar::new(length), style, what)
}

/// A counter without an end on standard error; nothing where that is no terminal.
pub(crate) fn counter(what: &str) -> ProgressBar {
    shown(
        ProgressBar::no_length(),
        ProgressStyle::with_template("{spinner} {human_pos} {msg} {per_sec}"),
        what,
    )
}

/// A sign of life on standard error; nothing where that is no terminal.
pub(crate) fn spinner(what: String) -> ProgressBar {
    let bar = shown(ProgressBar::no_length(), ProgressStyle::with_template("{spinner} {msg}"), &what);
    if !bar.is_hidden() {
        bar.enable_steady_tick(Duration::from_millis(100));
    }
    bar
}

fn shown<E>(bar: ProgressBar, style: Result<ProgressStyle, E>, what: &str) -> ProgressBar {
    if !io::stderr().is_terminal() {
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar())).with_message(what.to_owned())
}
