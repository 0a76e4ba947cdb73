//! Isotropy: the same script in a randomly turned scene, with up and gravity turned too, gives the same walk.

use glissando::{DQuat, DVec3, Soup};
use glissando_testkit::random::Random;
use glissando_testkit::scenes;
use glissando_testkit::script::{Start, Walk, What};

/// A script: a scene, a start, and inputs.
struct Script {
    name: &'static str,
    scene: Soup,
    from: DVec3,
    play: fn(&mut Walk) -> Vec<DVec3>,
}

/// Walks for `seconds`, recording the position twelve times a second.
fn note(walk: &mut Walk, seconds: f64, places: &mut Vec<DVec3>) {
    for _ in 0..(seconds * 12.0) as usize {
        walk.for_ticks(5);
        places.push(walk.position());
    }
}

fn straight(walk: &mut Walk) -> Vec<DVec3> {
    let mut places = Vec::new();
    walk.wish(DVec3::new(3.0, 0.0, 0.4));
    note(walk, 3.0, &mut places);
    walk.wish(DVec3::new(-2.0, 0.0, 0.1)).press_jump();
    note(walk, 3.0, &mut places);
    places
}

fn jumping(walk: &mut Walk) -> Vec<DVec3> {
    let mut places = Vec::new();
    walk.wish(DVec3::new(4.0, 0.0, -0.3));
    for _ in 0..5 {
        walk.press_jump();
        note(walk, 0.9, &mut places);
    }
    walk.stop();
    note(walk, 0.5, &mut places);
    places
}

fn crouching(walk: &mut Walk) -> Vec<DVec3> {
    let mut places = Vec::new();
    walk.crouch(true).wish(DVec3::new(3.0, 0.0, 0.2));
    note(walk, 1.5, &mut places);
    walk.crouch(false);
    note(walk, 0.5, &mut places);
    walk.wish(DVec3::new(-3.0, 0.0, 0.2));
    note(walk, 1.5, &mut places);
    places
}

fn scripts() -> Vec<Script> {
    let from = DVec3::new(-1.5, 0.0, 0.1);
    let script = |name, scene, play| Script { name, scene, from, play };
    vec![
        script("flat", scenes::floor(20.0, 7), straight),
        script("fans", scenes::fan_floor(20.0, 12, 1), jumping),
        script("stairs", scenes::stairs(0.27, 6, 0.45), straight),
        script("narrow stairs", scenes::stairs(0.2, 8, 0.25), jumping),
        script("ramp", scenes::ramp(33.0, 6.0), straight),
        script("steep ramp", scenes::ramp(57.0, 6.0), jumping),
        script("ledge", scenes::ledge(2.0), straight),
        script("gap", scenes::gap(1.7, 1.5), jumping),
        script("low ceiling", scenes::low_ceiling(1.3), crouching),
        script("wedge", scenes::wedge(2.5), straight),
        script("corner", scenes::corner(80.0), jumping),
        script("wide corner", scenes::corner(150.0), straight),
        script("room", scenes::room(4.0, 2.4), jumping),
        script("fence", scenes::fence(0.3, 0.2), straight),
        script("tunnel", scenes::tunnel(2.0, 0.3), straight),
    ]
}

fn play(script: &Script, set: impl Fn(Start) -> Start) -> (Vec<DVec3>, Vec<What>) {
    let mut walk = set(Walk::in_scene(&script.scene)).on(script.from);
    let places = (script.play)(&mut walk);
    // Going up along a wall that leans away is a series of touches; their number depends on rounding.
    let mut events: Vec<What> = walk.log().iter().map(|h| What::of(&h.event.kind)).collect();
    events.dedup_by(|a, b| a == b && *a == What::HitWall);
    (places, events)
}

#[test]
fn a_turned_world_gives_the_same_walk_to_a_tenth_of_a_micrometre() {
    let mut random = Random::new(31);
    let (mut worst, mut count) = (0.0_f64, 0);
    for script in scripts() {
        let (places, events) = play(&script, |s| s);
        for _ in 0..6 {
            let rotation = random.rotation();
            let (turned, turned_events) = play(&script, |s| s.moved(rotation, DVec3::ZERO));
            assert_eq!(events, turned_events, "{}", script.name);
            for (k, (a, b)) in places.iter().zip(&turned).enumerate() {
                let off = (*a - *b).length();
                assert!(off < 1e-7, "{} note {k}: {off:e} m", script.name);
                worst = worst.max(off);
                count += 1;
            }
        }
    }
    println!("{count} places: at most {worst:.1e} m apart");
}

#[test]
fn a_shifted_world_gives_the_same_walk_up_to_rounding_of_its_coordinates() {
    for (distance, bound) in [(1e3, 1e-7), (1e5, 1e-5), (1e6, 1e-4)] {
        let shift = DVec3::new(0.8, -0.5, 0.33) * distance;
        let mut worst = 0.0_f64;
        for script in scripts() {
            let (places, events) = play(&script, |s| s);
            let (shifted, shifted_events) = play(&script, |s| s.moved(DQuat::IDENTITY, shift));
            assert_eq!(events, shifted_events, "{} at {distance:e} m", script.name);
            for (a, b) in places.iter().zip(&shifted) {
                worst = worst.max((*a - *b).length());
            }
            assert!(worst < bound, "{} at {distance:e} m: {worst:e} m", script.name);
        }
        println!("at {distance:e} m: at most {worst:.1e} m apart");
    }
}

#[test]
fn up_may_have_any_length() {
    let mut walk = Walk::in_scene(&scenes::floor(5.0, 2)).with(|s| s.up *= 37.5).on(DVec3::ZERO);
    walk.wish(DVec3::X * 2.0).press_jump().for_seconds(1.5).expect_count(What::Landed, 1).expect_feet_on(0.0);
}
