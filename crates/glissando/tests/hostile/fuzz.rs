//! The short form of the fuzzer: some hundred cases of each kind, with fixed seeds. The long form is
//! `glissando soak --fuzz`.
//!
//! What the kinds do and what must hold of every answer is said in `glissando_testkit::fuzz`.

use glissando_testkit::fuzz::{Case, Kind, Limits, Report, run_case};

/// The seed of the short form; `glissando soak --fuzz CASES --kind KIND --seed 15` makes the same cases.
const SEED: u64 = 15;

/// Makes so many cases of a kind, and asks for no finding.
#[track_caller]
fn fuzz(kind: Kind, cases: u64) {
    let mut report = Report::default();
    for number in 0..cases {
        // No clock: a test may run beside much other work.
        report.add(&run_case(Case::nth(SEED, number, Some(kind)), Limits::default()));
    }
    let (answered, refused) = report.calls.values().fold((0, 0), |(a, r), c| (a + c.answered, r + c.refused));
    println!("{kind}: {cases} cases, {answered} calls answered, {refused} refused");
    assert!(report.is_clean(), "{report}");
    reaches(&report, kind);
}

/// Every function must have been answered, else its checks have checked nothing.
#[track_caller]
fn reaches(report: &Report, kind: Kind) {
    for (name, calls) in &report.calls {
        let all = calls.answered + calls.refused;
        assert!(calls.answered * 50 >= all, "{kind}: {name} was answered {} times of {all}", calls.answered);
    }
}

macro_rules! kinds {
    ($($name:ident: $kind:ident, $cases:literal;)*) => {
        $(
            #[test]
            fn $name() {
                fuzz(Kind::$kind, $cases);
            }
        )*

        #[test]
        fn every_kind_has_a_short_form() {
            assert_eq!([$(Kind::$kind),*], Kind::ALL);
        }
    };
}

kinds! {
    meshes_of_any_soup: Mesh, 2000;
    queries_of_any_world: Queries, 300;
    sweeps_while_bodies_move: During, 800;
    slides_through_any_world: Slide, 1500;
    planes_of_any_kind: Planes, 2000;
    ticks_of_any_character: Step, 600;
    ordinary_walks_where_walking_is_hard: Walk, 150;
    many_in_one_call: Many, 40;
    crowds_of_anybody: Crowd, 400;
    ordinary_crowds: OrdinaryCrowd, 30;
    crowds_that_start_inside: InsideCrowd, 250;
    stages_with_anything: Stage, 500;
    ordinary_stages: OrdinaryStage, 80;
    balls_of_any_kind: Balls, 1000;
    triggers_and_what_follows: Triggers, 1000;
    functions_of_geometry: Geometry, 200;
    motions_of_bodies: Motion, 400;
}
