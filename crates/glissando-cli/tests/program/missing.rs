//! Commands that the default build leaves out: the answer is the command line that builds them.

use super::folder::Folder;

/// What the program answers to these words; nothing may be done and nothing printed.
fn refusal(words: &[&str]) -> String {
    let run = Folder::new().run(words, "");
    assert_eq!((run.code(), run.out().as_str()), (2, ""), "{words:?}");
    run.err()
}

#[test]
#[cfg(not(feature = "window"))]
fn play_without_the_window_names_the_command_line_that_has_it() {
    let error = refusal(&["play", "hall.glb", "--scene", "lifts"]);
    assert!(
        error.contains("cargo run --release --features window -- play hall.glb --scene lifts"),
        "{error}"
    );
    assert!(refusal(&["play", "--help"]).contains("--features window"), "help is no other answer");
}

#[test]
#[cfg(not(feature = "serve"))]
fn serve_without_the_server_names_the_command_line_that_has_it() {
    let error = refusal(&["serve", "hall.glb"]);
    assert!(error.contains("cargo run --release --features serve -- serve hall.glb"), "{error}");
}
