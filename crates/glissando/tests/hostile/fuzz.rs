//! The short form of the fuzzer: tens to thousands of cases of each kind, with fixed seeds; three times as many in the long form of
//! the tests (`glissando_testkit::form`), and any number with `glissando-soak --fuzz`.
//!
//! `glissando_testkit::fuzz` describes the kinds and the checks of every result.

use glissando_testkit::form;
use glissando_testkit::fuzz::{Case, Kind, Limits, Report, run_case};

/// The seed of the short form; `glissando-soak --fuzz CASES --kind KIND --seed 15` makes the same cases.
const SEED: u64 = 15;

/// Runs `cases` cases of a kind, and asserts that there is no finding.
#[track_caller]
fn fuzz(kind: Kind, cases: u64) {
    let mut report = Report::default();
    for number in 0..cases {
        // No clock: a test may run beside other heavy work.
        report.add(&run_case(Case::nth(SEED, number, Some(kind)), Limits::default()));
    }
    let (answered, refused) = report.calls.values().fold((0, 0), |(a, r), c| (a + c.answered, r + c.refused));
    println!("{kind}: {cases} cases, {answered} calls succeeded, {refused} refused");
    assert!(report.is_clean(), "{report}");
    reaches(&report, kind);
}

/// Asserts that every function succeeded, and some input was refused; else the test would check nothing.
#[track_caller]
fn reaches(report: &Report, kind: Kind) {
    for (name, calls) in &report.calls {
        let all = calls.answered + calls.refused;
        assert!(calls.answered * 50 >= all, "{kind}: {name} succeeded {} times of {all}", calls.answered);
    }
    // Planes have no errors, and ordinary kinds no invalid input.
    let may_refuse = !kind.is_ordinary() && kind != Kind::Planes;
    assert!(
        !may_refuse || report.calls.values().any(|calls| calls.refused > 0),
        "{kind}: nothing was refused"
    );
}

/// Findings of longer runs, and their causes.
const FOUND: [(&str, &str); 10] = [
    (
        "ordinary-crowd:501000000451",
        "a descent ended inside separating planes that lean by a hair, 48 times a tick",
    ),
    ("ordinary-crowd:527000001794", "the same, beside a wall"),
    ("ordinary-crowd:540000003103", "the same, at another tick rate"),
    (
        "ordinary-crowd:615000002542",
        "a walk of 0.1 m went 2.2 m, to where two walls leave room to go down a micrometre",
    ),
    (
        "ordinary-crowd:9020000001301",
        "a displacement held above the floor by one plane went into another that leans over",
    ),
    ("ordinary-crowd:9064000002593", "a candidate 300 km away made a violation of 0.3 mm look like rounding"),
    ("planes:533000001194", "a plane that is far off made real violations look like rounding"),
    (
        "step:88001000108363",
        "a free core of 1e-7 radii was swept, where the direction to an edge is lost to rounding: the repro had other bits",
    ),
    (
        "queries:61123001000930955",
        "a ray that leaves a plane by 5e-324 in a metre met a plate beside it: products underflowed",
    ),
    (
        "balls:88001000053223",
        "a ball of 2 mm follows a triangle of 190 km for 40 km: its normal is known to 1e-12, which is 41 nm there",
    ),
];

#[test]
fn findings_of_longer_runs_stay_fixed() {
    for (case, cause) in FOUND {
        let mut report = Report::default();
        report.add(&run_case(case.parse().expect("KIND:SEED"), Limits::default()));
        assert!(report.is_clean(), "{cause}: {report}");
    }
}

macro_rules! kinds {
    ($($name:ident: $kind:ident, $cases:literal;)*) => {
        $(
            #[test]
            fn $name() {
                fuzz(Kind::$kind, form::cases($cases / 3, $cases));
            }
        )*

        #[test]
        fn every_kind_has_a_short_form() {
            assert_eq!([$(Kind::$kind),*], Kind::ALL);
        }
    };
}

kinds! {
    meshes_of_any_soup: Mesh, 10000;
    queries_of_any_world: Queries, 400;
    sweeps_while_bodies_move: During, 500;
    slides_through_any_world: Slide, 1000;
    planes_of_any_kind: Planes, 10000;
    ticks_of_any_character: Step, 500;
    ordinary_walks_where_walking_is_hard: Walk, 250;
    many_in_one_call: Many, 120;
    crowds_of_anybody: Crowd, 600;
    ordinary_crowds: OrdinaryCrowd, 50;
    crowds_that_start_inside: InsideCrowd, 200;
    stages_with_anything: Stage, 1000;
    ordinary_stages: OrdinaryStage, 150;
    balls_of_any_kind: Balls, 2500;
    triggers_and_what_follows: Triggers, 2500;
    functions_of_geometry: Geometry, 1000;
    motions_of_bodies: Motion, 1500;
}
