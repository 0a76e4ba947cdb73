//! Rides on movers: to where they lead, and to where they do not.

use glissando::{Config, DVec3, Settings, Soup};
use glissando_check::{Act, ActKind, Checked, Options, Point, Subject, check};
use glissando_scenes::{block, world_of};

const fn at(x: f64, y: f64, z: f64) -> DVec3 {
    DVec3::new(x, y, z)
}

/// Legs of one mover, each a box of where its top comes.
fn legs(boxes: &[(DVec3, DVec3)]) -> Vec<Act> {
    let room = at(0.1, 0.02, 0.1);
    let leg = |&(low, high): &(DVec3, DVec3)| Act {
        name: "mover".to_owned(),
        low: low - room,
        high: high + room,
        kind: ActKind::Ride { mover: 0 },
    };
    boxes.iter().map(leg).collect()
}

/// The check of blocks, from a spawn, with rides.
fn checked(blocks: &[(DVec3, DVec3)], spawn: DVec3, acts: &[Act]) -> Checked {
    checked_as(blocks, spawn, acts, false)
}

/// The same for a character that jumps, or does not.
fn checked_as(blocks: &[(DVec3, DVec3)], spawn: DVec3, acts: &[Act], jumps: bool) -> Checked {
    let mut soup = Soup::default();
    for (low, high) in blocks {
        block(&mut soup, *low, *high);
    }
    let (world, config) = (world_of(&soup), Config::new(&Settings::default()).unwrap());
    let spawns = [Point::at("a", spawn)];
    let items = [];
    let subject = Subject {
        world: &world,
        two_sided: None,
        config: &config,
        speed: 5.0,
        spawns: &spawns,
        items: &items,
        acts,
        off_limits: &[],
    };
    check(&subject, &Options { cell: 0.45, jumps, ..Options::usual(&subject) }).unwrap()
}

/// How many places over a box are reached, and how many there are.
fn reached(checked: &Checked, low: DVec3, high: DVec3) -> (usize, usize) {
    let is_in =
        |p: DVec3| p.x > low.x && p.y > low.y && p.z > low.z && p.x < high.x && p.y < high.y && p.z < high.z;
    let there = || (0..).zip(checked.graph.places()).filter(|(_, place)| is_in(place.position));
    (there().filter(|(id, _)| checked.graph.is_reached(*id)).count(), there().count())
}

/// Whether all places over a box are reached, or none of them.
fn is_reached(checked: &Checked, low: DVec3, high: DVec3) -> bool {
    let (reached, all) = reached(checked, low, high);
    assert!(all > 10, "{all} places from {low:?} to {high:?}");
    assert!(reached == 0 || reached == all, "{reached} of {all} places");
    reached > 0
}

/// A floor, and a platform 3 m over it, before which a lift of 2 x 2 m goes up.
const STOREYS: [(DVec3, DVec3); 2] =
    [(at(0.0, -0.5, 0.0), at(6.0, 0.0, 4.0)), (at(6.0, -0.5, 0.0), at(10.0, 3.0, 4.0))];
const SHAFT: (DVec3, DVec3) = (at(4.0, 0.0, 1.0), at(6.0, 3.0, 3.0));
const UPSTAIRS: (DVec3, DVec3) = (at(6.0, 3.2, 0.0), at(10.0, 6.0, 4.0));

#[test]
fn a_lift_leads_to_the_upper_floor() {
    let lift = legs(&[SHAFT]);
    let spawn = at(1.0, 0.0, 2.0);
    assert!(!is_reached(&checked(&STOREYS, spawn, &[]), UPSTAIRS.0, UPSTAIRS.1));
    assert!(is_reached(&checked(&STOREYS, spawn, &lift), UPSTAIRS.0, UPSTAIRS.1));
    // It ends half a metre short: a step of 0.4 m does not get up.
    let from_to = |low: f64, high: f64| legs(&[(DVec3 { y: low, ..SHAFT.0 }, DVec3 { y: high, ..SHAFT.1 })]);
    assert!(!is_reached(&checked(&STOREYS, spawn, &from_to(0.0, 2.5)), UPSTAIRS.0, UPSTAIRS.1));
    // A slab that lies on the floor is stepped on, and left by a step.
    assert!(is_reached(&checked(&STOREYS, spawn, &from_to(0.35, 2.65)), UPSTAIRS.0, UPSTAIRS.1));
    let high = from_to(0.5, 3.0);
    assert!(!is_reached(&checked(&STOREYS, spawn, &high), UPSTAIRS.0, UPSTAIRS.1));
    assert!(is_reached(&checked_as(&STOREYS, spawn, &high, true), UPSTAIRS.0, UPSTAIRS.1));
}

#[test]
fn a_lift_leads_to_no_floor_above_a_ceiling() {
    let ceiling = [STOREYS[0], STOREYS[1], (at(3.0, 2.2, 0.0), at(6.0, 2.4, 4.0))];
    let checked = checked(&ceiling, at(1.0, 0.0, 2.0), &legs(&[SHAFT]));
    assert!(!is_reached(&checked, UPSTAIRS.0, UPSTAIRS.1));
}

#[test]
fn a_lift_under_a_low_ceiling_leads_to_crouched_places() {
    // 1.2 m of room over the upper floor and over the lift's highest way.
    let low = [STOREYS[0], STOREYS[1], (at(3.0, 4.2, 0.0), at(10.0, 4.4, 4.0))];
    let checked = checked(&low, at(1.0, 0.0, 2.0), &legs(&[SHAFT]));
    let (low, high) = (UPSTAIRS.0, DVec3 { y: 4.0, ..UPSTAIRS.1 });
    assert!(is_reached(&checked, low, high));
    let places = checked.graph.places().filter(|place| place.position.x > 6.4 && place.position.y < 4.0);
    assert!(places.filter(|place| place.position.y > 3.0).all(|place| place.is_crouched));
}

/// Two platforms round the corner of a building, over nothing.
const CORNER: [(DVec3, DVec3); 3] = [
    (at(0.0, -0.5, 0.0), at(3.0, 0.0, 3.0)),
    (at(9.0, -0.5, 9.0), at(12.0, 0.0, 12.0)),
    (at(3.5, -0.5, 3.5), at(12.0, 6.0, 8.5)),
];
const FAR: (DVec3, DVec3) = (at(9.0, 0.0, 9.0), at(12.0, 3.0, 12.0));

#[test]
fn a_train_whose_way_bends_leads_round_the_corner() {
    // Along +z beside the building, then along +x behind it.
    let bent = legs(&[(at(0.5, 0.0, 3.0), at(2.5, 0.0, 11.5)), (at(0.5, 0.0, 9.5), at(9.0, 0.0, 11.5))]);
    let spawn = at(1.5, 0.0, 1.5);
    assert!(is_reached(&checked(&CORNER, spawn, &bent), FAR.0, FAR.1));
    // Each leg alone leads nowhere.
    for leg in &bent {
        assert!(!is_reached(&checked(&CORNER, spawn, std::slice::from_ref(leg)), FAR.0, FAR.1));
    }
    // Two movers that are no way of one.
    let mut two = bent;
    two[1].kind = ActKind::Ride { mover: 1 };
    assert!(!is_reached(&checked(&CORNER, spawn, &two), FAR.0, FAR.1));
}

#[test]
fn a_train_leads_to_no_place_behind_the_wall_beside_its_way() {
    // A closed yard beside the way, whose floor is as high as the train and within its reach but for the wall.
    let yard = [
        (at(0.0, -0.5, 0.0), at(2.5, 0.0, 3.0)),
        (at(0.0, -0.5, 12.0), at(2.5, 0.0, 15.0)),
        (at(2.5, -0.5, 6.0), at(6.0, 0.0, 9.0)),
        (at(2.48, -0.5, 3.0), at(2.5, 3.0, 12.0)),
    ];
    let train = legs(&[(at(0.5, 0.0, 3.0), at(2.48, 0.0, 12.0))]);
    let checked = checked(&yard, at(1.5, 0.0, 1.5), &train);
    assert!(is_reached(&checked, at(0.0, 0.0, 12.0), at(2.5, 3.0, 15.0)));
    assert!(!is_reached(&checked, at(2.5, 0.0, 6.0), at(6.0, 3.0, 9.0)));
}

#[test]
fn a_door_that_merely_passes_leads_nowhere() {
    // A room and a closed one behind a wall of 0.2 m, over whose line a slab of the floor slides.
    let rooms = [(at(0.0, -0.5, 0.0), at(8.0, 0.0, 4.0)), (at(4.0, 0.0, 0.0), at(4.2, 4.0, 4.0))];
    let slab = legs(&[(at(3.0, 0.0, 1.0), at(5.2, 0.0, 3.0))]);
    let spawn = at(1.0, 0.0, 2.0);
    assert!(!is_reached(&checked(&rooms, spawn, &slab), at(4.6, 0.0, 0.0), at(8.0, 3.0, 4.0)));
    // With a door in the wall one could walk.
    let open = [rooms[0], (at(4.0, 0.0, 0.0), at(4.2, 4.0, 1.0)), (at(4.0, 0.0, 3.0), at(4.2, 4.0, 4.0))];
    assert!(is_reached(&checked(&open, spawn, &[]), at(4.6, 0.0, 0.0), at(8.0, 3.0, 4.0)));
}

#[test]
fn a_pit_from_which_one_dies_is_no_trap() {
    // A pit of 2 m without jumps; in its corner is lava, or not.
    let pit = [
        (at(0.0, -0.5, 0.0), at(4.0, 0.0, 4.0)),
        (at(4.0, -2.5, 0.0), at(8.0, -2.0, 4.0)),
        (at(-0.2, -3.0, -0.2), at(8.2, 4.0, 0.0)),
        (at(-0.2, -3.0, 4.0), at(8.2, 4.0, 4.2)),
        (at(-0.2, -3.0, 0.0), at(0.0, 4.0, 4.0)),
        (at(8.0, -3.0, 0.0), at(8.2, 4.0, 4.0)),
        (at(3.9, -2.5, 0.0), at(4.0, 0.0, 4.0)),
    ];
    let lava = Act {
        name: "lava".to_owned(),
        low: at(7.0, -3.0, 0.0),
        high: at(8.0, -1.5, 1.0),
        kind: ActKind::Kill,
    };
    let traps = |acts: &[Act]| {
        let checked = checked(&pit, at(1.0, 0.0, 2.0), acts);
        checked.findings.iter().filter(|finding| finding.kind.name() == "trap").count()
    };
    assert_eq!((traps(&[]), traps(&[lava])), (1, 0));
}
