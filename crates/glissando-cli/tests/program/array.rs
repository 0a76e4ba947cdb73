//! `check --shard auto`: the part that a scheduler's variables name, or an error with the name of the variable.

use super::folder::{FLOOR, Folder};

const ID: &str = "SLURM_ARRAY_TASK_ID";
const COUNT: &str = "SLURM_ARRAY_TASK_COUNT";
const LEAST: &str = "SLURM_ARRAY_TASK_MIN";
const STEP: &str = "SLURM_ARRAY_TASK_STEP";
const INDEX: &str = "JOB_COMPLETION_INDEX";

/// Cells as large as they may be.
const HOW: [&str; 8] = ["check", "floor.obj", "--start", "0,1,0", "--cell", "0.5", "--out", "parts"];

fn folder() -> Folder {
    Folder::new().with("floor.obj", FLOOR.replace("10", "2"))
}

#[test]
fn a_task_makes_the_part_that_its_variables_name() {
    let folder = folder();
    let array = [(ID, "6"), (COUNT, "3"), (LEAST, "4")];
    let steps = [(ID, "9"), (COUNT, "4"), (LEAST, "3"), (STEP, "2")];
    for (wanted, variables, index, count) in [
        ("auto", &array[..], 2, 3),
        ("auto", &steps, 3, 4),
        // A few tasks of eight, submitted again.
        ("auto/8", &array, 6, 8),
        ("auto/8", &[(INDEX, "5")], 5, 8),
        ("1/2", &array, 1, 2),
        ("1/2", &[(ID, "x"), (INDEX, "y")], 1, 2),
    ] {
        let run = folder.run_with(&[&HOW[..], &["--shard", wanted]].concat(), variables, "");
        assert_eq!(run.code(), 0, "{wanted} {variables:?}: {}", run.err());
        assert_eq!(
            run.out().trim(),
            format!("parts/shard-{index}-of-{count}.json"),
            "{wanted} {variables:?}"
        );
    }
}

#[test]
fn a_variable_without_the_option_makes_no_part() {
    let run = folder().run_with(&HOW, &[(ID, "0"), (COUNT, "2"), (LEAST, "0"), (INDEX, "0")], "");
    assert!(run.code() < 2 && run.out().contains("report.html"), "{}{}", run.out(), run.err());
}

#[test]
fn variables_that_name_no_part_are_refused_by_name() {
    let folder = folder();
    for (wanted, variables, said) in [
        ("auto", &[][..], "neither SLURM_ARRAY_TASK_ID"),
        ("auto", &[(ID, "1")], "SLURM_ARRAY_TASK_COUNT is not set"),
        ("auto", &[(COUNT, "4")], "SLURM_ARRAY_TASK_ID is not set"),
        ("auto", &[(ID, "1"), (COUNT, "4")], "SLURM_ARRAY_TASK_MIN is not set"),
        ("auto", &[(ID, ""), (COUNT, "4"), (LEAST, "0")], "SLURM_ARRAY_TASK_ID is \"\""),
        ("auto", &[(ID, "1"), (COUNT, "-4"), (LEAST, "0")], "SLURM_ARRAY_TASK_COUNT is \"-4\""),
        ("auto", &[(ID, "1"), (COUNT, "0"), (LEAST, "0")], "SLURM_ARRAY_TASK_COUNT 0"),
        ("auto", &[(ID, "0"), (COUNT, "4"), (LEAST, "1")], "no task of an array without gaps"),
        ("auto", &[(ID, "7"), (COUNT, "3"), (LEAST, "1")], "no task of an array without gaps"),
        ("auto", &[(ID, "4"), (COUNT, "3"), (LEAST, "1"), (STEP, "2")], "SLURM_ARRAY_TASK_STEP 2"),
        ("auto", &[(ID, "4"), (COUNT, "3"), (LEAST, "1"), (STEP, "0")], "SLURM_ARRAY_TASK_STEP 0"),
        ("auto/4", &[(ID, "4")], "SLURM_ARRAY_TASK_ID is 4: with --shard auto/4 it must be below 4"),
        ("auto", &[(INDEX, "1")], "give --shard auto/N"),
        ("auto/4", &[(INDEX, "4")], "JOB_COMPLETION_INDEX is 4: with --shard auto/4 it must be below 4"),
        ("auto/4", &[(INDEX, "one")], "JOB_COMPLETION_INDEX is \"one\""),
        ("auto/4", &[(INDEX, "1"), (ID, "1")], "are both set"),
        ("auto/0", &[(INDEX, "1")], "or auto/N"),
        ("auto/x", &[(INDEX, "1")], "or auto/N"),
    ] {
        let run = folder.run_with(&[&HOW[..], &["--shard", wanted]].concat(), variables, "");
        assert_eq!(run.code(), 2, "{wanted} {variables:?}: {}", run.out());
        assert!(run.err().contains(said), "{wanted} {variables:?}: {}", run.err());
    }
    assert!(!folder.path("parts").exists(), "a part was written");
}
