//! Obstacle courses that a walker can pass by its own settings: whoever does not arrive hangs. `glissando-soak --obstacles` walks more.

use glissando_testkit::form::cases;
use glissando_testkit::obstacles::{Attempt, Kind, Outcome, attempt};

/// Every tick is judged before every triangle, as in the soak of walks.
#[test]
fn courses_that_can_be_passed_are_passed_and_others_are_not() {
    let mut total = Outcome::default();
    for kind in Kind::ALL {
        for number in 0..cases(20, 2000) {
            total.add(&attempt(&Attempt { kind, seed: 1, number }));
        }
    }
    let told: Vec<String> =
        total.findings.iter().chain(&total.verdicts.findings).map(ToString::to_string).collect();
    assert!(total.is_clean(), "{} hung, {} climbed\n{}", total.hung, total.climbed, told.join("\n"));
    println!("{} courses, {} ticks", total.verdicts.walks, total.verdicts.ticks);
}
