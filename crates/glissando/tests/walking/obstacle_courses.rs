//! Obstacle courses that a walker can pass by its own settings: whoever does not arrive hangs. `glissando-soak --obstacles` walks more.

use glissando_testkit::form::cases;
use glissando_testkit::obstacles::{Attempt, Kind, Outcome, attempt};

/// Walks that hung: kind, seed and number. A change of the courses makes other ones of these.
const HUNG: [(Kind, u64, u64); 10] = [
    // A box of 0.7 m/s at 7 degrees to a kerb, at 120 Hz.
    (Kind::Kerb, 2, 24),
    // An ellipsoid and a ball before bevels.
    (Kind::Kerb, 2, 31),
    (Kind::Kerb, 2, 188),
    // Capsule, box and capsule before a sill on a slope.
    (Kind::Sills, 3, 63),
    (Kind::Sills, 3, 837),
    (Kind::Sills, 3, 963),
    // A cylinder with edges of 1 mm on the edge of a sill: raised as far as a step may be, the lintel led it back.
    (Kind::Doors, 4, 318),
    // The same before a sill: raised by one skin more than that is high, it was held by the sill's edge.
    (Kind::Doors, 5, 1344),
    // A capsule on the far edge of a slot, below a ledge that it had stepped on.
    (Kind::Slots, 5, 5298),
    // A ball on planks with a rise of 6 cm and a tread of 7.
    (Kind::OpenStairs, 5, 1009),
];

#[test]
fn walks_that_hung_arrive() {
    for (kind, seed, number) in HUNG {
        let outcome = attempt(&Attempt { kind, seed, number });
        assert!(outcome.is_clean(), "{}", outcome.findings[0]);
    }
}

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
