//! The short form of the benches: glissando's answers on generated scenes before the oracle, and the hashes of all of them.

use std::collections::BTreeSet;
use std::process::Command;

#[test]
fn the_answers_of_the_short_form_are_right_and_have_the_known_hashes() {
    let program = env!("CARGO_BIN_EXE_glissando-benches-short");
    let output = Command::new(program).arg("--short").output().expect("the program of the benches starts");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    // Two scenes, each with and without the bodies with a core.
    assert_eq!(said.lines().filter(|line| line.starts_with("(\"")).count(), 4, "{said}");
}

/// The names below `[dependencies]`.
fn dependencies(manifest: &str) -> BTreeSet<&str> {
    let lines = manifest.lines().skip_while(|line| *line != "[dependencies]").skip(1);
    let names = lines.take_while(|line| !line.starts_with('[')).filter_map(|line| line.split_once(" = "));
    names.map(|(name, _)| name.trim()).collect()
}

#[test]
fn the_benches_compile_with_no_dependency_that_their_own_manifest_lacks() {
    let (here, benches) =
        (dependencies(include_str!("../Cargo.toml")), dependencies(include_str!("../../Cargo.toml")));
    assert!(here.contains("glissando") && here.is_subset(&benches), "{here:?} and {benches:?}");
}
