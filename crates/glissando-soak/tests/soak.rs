//! `glissando-soak`: the same on any number of threads, replayable, and clean.

use std::process::{Command, Output};
use tempfile::TempDir;

/// A floor of two triangles and a wall of one.
const ROOM: &str = "o floor\nv -10 0 -10\nv 10 0 -10\nv 10 0 10\nv -10 0 10\nf 1 4 3\nf 1 3 2\n\
                    o wall\nv 4 0 -8\nv 4 0 8\nv 4 8 0\nf 5 6 7\n";

struct Run(Output);

impl Run {
    fn code(&self) -> i32 {
        self.0.status.code().expect("the program was killed")
    }

    fn out(&self) -> String {
        String::from_utf8(self.0.stdout.clone()).unwrap()
    }

    fn err(&self) -> String {
        String::from_utf8(self.0.stderr.clone()).unwrap()
    }
}

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

/// Runs `glissando-soak` with these words on so many threads.
fn on_threads(folder: &TempDir, threads: &str, words: &[&str]) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_glissando-soak"));
    Run(command.args(words).current_dir(folder.path()).env("RAYON_NUM_THREADS", threads).output().unwrap())
}

#[test]
fn sweeps_are_clean_and_do_not_depend_on_threads_or_cuts() {
    let folder = folder();
    let one = on_threads(&folder, "1", &["--sweeps", "30000", "--seed", "7"]);
    assert_eq!(one.code(), 0, "{}{}", one.out(), one.err());
    assert!(one.out().contains("go on with --first 30000") && one.out().contains("Grazing, grid"));
    let many = on_threads(&folder, "3", &["--sweeps", "30000", "--seed", "7"]);
    assert_eq!(one.out(), many.out());
    let rest = on_threads(&folder, "2", &["--sweeps", "1", "--first", "12345", "--seed", "7"]);
    assert_eq!(rest.code(), 0, "{}", rest.out());
}

#[test]
fn numbers_at_the_end_of_u64_are_refused() {
    let folder = folder();
    for kind in ["--sweeps", "--fuzz"] {
        let run = on_threads(&folder, "1", &[kind, "10", "--first", "18446744073709551615"]);
        assert_eq!(run.code(), 2, "{}{}", run.out(), run.err());
        assert!(run.err().contains("--first"), "{}", run.err());
    }
    let last = on_threads(&folder, "1", &["--sweeps", "10", "--first", "4611686018427387904"]);
    assert_eq!(last.code(), 0, "{}{}", last.out(), last.err());
}

#[test]
fn sweeps_of_bodies_with_a_core_are_clean_and_do_not_depend_on_threads_or_cuts() {
    let folder = folder();
    for (body, count) in [("capsule", "9000"), ("box", "9000"), ("cylinder", "900")] {
        let words = ["--sweeps", count, "--body", body, "--seed", "7"];
        let one = on_threads(&folder, "1", &words);
        assert_eq!(one.code(), 0, "{}{}", one.out(), one.err());
        assert!(one.out().contains(&format!("go on with --first {count}")) && one.out().contains("soup:"));
        assert_eq!(one.out(), on_threads(&folder, "3", &words).out());
        let words = ["--sweeps", "2", "--first", "12338", "--body", body];
        let rest = on_threads(&folder, "2", &words);
        assert_eq!(rest.code(), 0, "{}", rest.out());
    }
}

#[test]
fn walks_do_not_depend_on_threads_and_can_be_replayed() {
    let folder = folder();
    std::fs::write(folder.path().join("room.obj"), ROOM).unwrap();
    let words = ["--walks", "8000", "--ticks", "500", "room.obj"];
    let one = on_threads(&folder, "1", &words);
    assert_eq!(one.code(), 0, "{}{}", one.out(), one.err());
    assert_eq!(one.out(), on_threads(&folder, "3", &words).out());
    for part in ["room ", "soups ", "foot5", "walks 0 to 15; go on with --first 16"] {
        assert!(one.out().contains(part), "{}\ndoes not say {part}", one.out());
    }
    let replay = on_threads(&folder, "1", &["--replay", "soup-3/sphere/foot30/1/3", "--ticks", "200"]);
    assert_eq!(replay.code(), 0, "{}{}", replay.out(), replay.err());
    assert!(replay.out().contains("soup-3"));
}

#[test]
fn walks_among_movers_do_not_depend_on_threads_and_can_be_replayed() {
    let folder = folder();
    let words = ["--movers", "7200", "--ticks", "100"];
    let one = on_threads(&folder, "1", &words);
    assert_eq!(one.code(), 0, "{}{}", one.out(), one.err());
    assert_eq!(one.out(), on_threads(&folder, "3", &words).out());
    for part in ["lift ", "belt ", "ended_in", "walks 0 to 17; go on with --first 18"] {
        assert!(one.out().contains(part), "{}\ndoes not say {part}", one.out());
    }
    let replay = on_threads(&folder, "1", &["--replay", "movers/jaws/1/7", "--ticks", "100"]);
    assert_eq!(replay.code(), 0, "{}{}", replay.out(), replay.err());
    assert!(replay.out().contains("jaws"));
}

/// Seed 4802, walk 172: a character stands on two others of the same height; the one with the lesser name is its support, and with the
/// characters the other way round that is the other one.
#[test]
fn of_two_supports_that_hold_a_character_alike_either_counts() {
    let replay = on_threads(&folder(), "1", &["--replay", "movers/press/4802/1000000172", "--ticks", "100"]);
    assert_eq!(replay.code(), 0, "{}{}", replay.out(), replay.err());
}

/// Bodies come and go: the walks are others, their judge is the same.
#[test]
fn walks_in_a_world_that_changes_can_be_replayed() {
    let folder = folder();
    let words = ["--movers", "14400", "--ticks", "200", "--changes"];
    let one = on_threads(&folder, "2", &words);
    assert_eq!(one.code(), 0, "{}{}", one.out(), one.err());
    let changes = one.out().lines().find(|line| line.starts_with("bodies inserted ")).unwrap().to_owned();
    let counts: Vec<u64> = changes.split([' ', ',']).filter_map(|word| word.parse().ok()).collect();
    assert!(counts.len() == 3 && counts.iter().all(|count| *count > 5), "{changes}");
    let replay = on_threads(&folder, "1", &["--replay", "movers/table/1/1000000003", "--ticks", "200"]);
    assert_eq!(replay.code(), 0, "{}{}", replay.out(), replay.err());
}

#[test]
fn walks_over_obstacle_courses_do_not_depend_on_threads_and_can_be_replayed() {
    let folder = folder();
    let words = ["--obstacles", "36", "--seed", "5"];
    let one = on_threads(&folder, "1", &words);
    assert_eq!(one.code(), 0, "{}{}", one.out(), one.err());
    assert_eq!(one.out(), on_threads(&folder, "3", &words).out());
    for part in ["open-stairs ", "too-high ", "hung", "climbed", "courses 0 to 35; go on with --first 36"] {
        assert!(one.out().contains(part), "{}\ndoes not say {part}", one.out());
    }
    let replay = on_threads(&folder, "1", &["--replay", "obstacles/kerb/5/4"]);
    assert_eq!(replay.code(), 0, "{}{}", replay.out(), replay.err());
    assert!(replay.out().contains("kerb"));
    let only = on_threads(&folder, "2", &["--obstacles", "4", "--course", "doors"]);
    assert!(only.code() == 0 && !only.out().contains("kerb"), "{}{}", only.out(), only.err());
}

/// What is printed without the one line that a clock has written.
fn without_clock(run: &Run) -> String {
    run.out().lines().filter(|line| !line.starts_with("slowest call")).collect::<Vec<_>>().join("\n")
}

#[test]
fn cases_of_the_fuzzer_do_not_depend_on_threads_and_can_be_made_again() {
    let folder = folder();
    let words = ["--fuzz", "60", "--kind", "mesh", "--seed", "7", "--slow", "0"];
    let one = on_threads(&folder, "1", &words);
    assert_eq!(one.code(), 0, "{}{}", one.out(), one.err());
    assert_eq!(without_clock(&one), without_clock(&on_threads(&folder, "3", &words)));
    for part in ["60 cases: mesh 60", "Mesh::build", "0 findings", "slowest call", "go on with --first 60"] {
        assert!(one.out().contains(part), "{}\ndoes not say {part}", one.out());
    }
    let again = on_threads(&folder, "1", &["--fuzz-case", "mesh:7000000012", "--slow", "0"]);
    assert_eq!(again.code(), 0, "{}{}", again.out(), again.err());
    assert!(again.out().contains("1 cases: mesh 1"), "{}", again.out());
}

#[test]
fn what_the_fuzzer_finds_is_exit_code_1_and_names_its_case() {
    let folder = folder();
    // No call is done in a billionth of a second.
    let found = on_threads(&folder, "1", &["--fuzz-case", "motion:3", "--slow", "1e-12"]);
    assert_eq!(found.code(), 1, "{}{}", found.out(), found.err());
    for part in ["finding: motion: Motion::linear takes too long", "soak --fuzz-case motion:3"] {
        assert!(found.out().contains(part), "{}\ndoes not say {part}", found.out());
    }
}

#[test]
fn what_cannot_be_done_is_said_with_exit_code_2() {
    let folder = folder();
    for (words, part) in [
        (&[][..], "nothing to do"),
        (&["--replay", "movers/boat/1/7"][..], "lift, door, press"),
        (&["--fuzz-case", "mash:3"][..], "expected one of mesh, queries"),
        (&["--replay", "obstacles/stair/1/7"][..], "expected one of stairs, open-stairs"),
        (&["--replay", "obstacles/stairs/1"][..], "obstacles/KIND/SEED/NUMBER"),
        (&["--course", "stairs"][..], "--obstacles"),
        (&["--obstacles", "1", "--course", "stair"][..], "expected one of stairs, open-stairs"),
        (&["--fuzz-case", "mesh"][..], "KIND:SEED"),
        (&["--kind", "mesh"][..], "--fuzz"),
        (&["--body", "box"][..], "--sweeps"),
        (&["--sweeps", "1", "--body", "cone"][..], "expected one of sphere, capsule"),
        (&["--replay", "movers/jaws"][..], "movers/KIND/SEED/NUMBER"),
        (&["--replay", "room"][..], "PLACE/BODY/PACE/SEED/NUMBER"),
        (&["--replay", "room/own/foot5/1/0"][..], "no level file is called \"room\""),
        (&["--replay", "soup-1/own/run/1/0"][..], "foot5, foot30, foot100, fly20"),
        (&["--walks", "10", "missing.glb"][..], "missing.glb"),
    ] {
        let run = on_threads(&folder, "1", words);
        assert_eq!(run.code(), 2, "{words:?}: {}", run.out());
        assert!(run.err().contains(part), "{words:?}: {}", run.err());
    }
}

/// A count that would take years ends after a second, and says where to go on.
#[test]
fn seconds_end_every_kind_of_work() {
    let folder = folder();
    std::fs::write(folder.path().join("room.obj"), ROOM).unwrap();
    let kinds: [&[&str]; 5] = [
        &["--sweeps", "1000000000000"],
        &["--walks", "1000000000000", "--ticks", "100", "room.obj"],
        &["--movers", "1000000000000", "--ticks", "50"],
        &["--obstacles", "1000000000000"],
        &["--fuzz", "1000000000000", "--kind", "planes", "--slow", "0"],
    ];
    for kind in kinds {
        let words: Vec<&str> = kind.iter().copied().chain(["--seconds", "1"]).collect();
        let run = on_threads(&folder, "2", &words);
        assert_eq!(run.code(), 0, "{}{}", run.out(), run.err());
        let next = run
            .out()
            .lines()
            .find_map(|line| line.split_once("go on with --first "))
            .map(|(_, n)| n.to_owned());
        let next: u64 = next.unwrap_or_default().parse().unwrap_or(0);
        assert!(next > 0 && next < 1_000_000_000, "{kind:?}: {}", run.out());
    }
}

/// Ctrl-C: what is done is told, and the exit code says that it was interrupted.
#[cfg(unix)]
#[test]
fn an_interrupted_soak_tells_what_it_has_done() {
    let folder = folder();
    let mut program = Command::new(env!("CARGO_BIN_EXE_glissando-soak"));
    program.args(["--sweeps", "1000000000000"]).current_dir(folder.path());
    program.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
    let child = program.spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(1500));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let run = Run(child.wait_with_output().unwrap());
    assert_eq!(run.code(), 130, "{}{}", run.out(), run.err());
    assert!(run.out().contains("go on with --first "), "{}", run.out());
}
