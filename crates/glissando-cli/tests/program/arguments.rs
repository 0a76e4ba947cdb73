//! Command lines that are refused: the error says what to type.

use super::folder::{FLOOR, Folder};

#[test]
fn the_path_of_a_level_in_place_of_a_command_names_the_commands_that_take_it() {
    let folder = Folder::new().with("floor.obj", FLOOR);
    for words in [&["floor.obj"][..], &["floor.obj", "--seed", "7"]] {
        let run = folder.run(words, "");
        assert_eq!((run.code(), run.out().as_str()), (2, ""));
        let (walk, check) = ("glissando walk floor.obj ", "glissando check floor.obj ");
        assert!(run.err().starts_with("error: floor.obj is a level, not a command"), "{}", run.err());
        assert!(run.err().contains(walk) && run.err().contains(check), "{}", run.err());
        assert!(!run.err().contains("unrecognized"), "{}", run.err());
    }
    // A path with spaces is to be typed with quotes.
    assert!(folder.run(&["my floor.obj"], "").err().contains("glissando walk \"my floor.obj\" "));
    // Other words keep clap's own help.
    let run = folder.run(&["wakl"], "");
    assert!(run.code() == 2 && run.err().contains("'walk'"), "{}", run.err());
}

#[test]
fn a_number_below_zero_is_refused_as_one_and_without_a_tip_that_does_not_help() {
    let folder = Folder::new().with("floor.obj", FLOOR);
    for (words, option) in [
        (&["walk", "floor.obj", "--seed", "-1"][..], "--seed"),
        (&["record", "floor.obj", "--seed", "-1", "-o", "r.rec"], "--seed"),
        (&["check", "floor.obj", "--threads", "-1"], "--threads"),
        (&["check", "floor.obj", "--pictures", "-2"], "--pictures"),
        (&["walk", "floor.obj", "--seed", "1.5"], "--seed"),
    ] {
        let run = folder.run(words, "");
        assert_eq!(run.code(), 2, "{words:?}");
        let says = run.err().contains(option) && run.err().contains("it must be a whole number from 0 on");
        assert!(says && !run.err().contains("tip:"), "{words:?}: {}", run.err());
    }
    let run = folder.run(&["walk", "floor.obj", "--seed", "18446744073709551616"], "");
    assert!(run.err().contains("it must be at most 18446744073709551615"), "{}", run.err());
    let run = folder.run(&["info", "floor.obj", "--unit", "-1"], "");
    assert!(run.code() == 2 && !run.err().contains("tip:"), "{}", run.err());
}
