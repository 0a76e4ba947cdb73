//! Independence of the tick rate: the same script at 30, 60, 144 and 1000 ticks a second gives the same walk.
//!
//! A script acts at multiples of half a second, which all rates divide. Bounds are in metres and seconds and were
//! measured: the remaining difference is the range between the shells for the feet, a hundredth of the narrowest radius
//! wide, and its consequences.

use glissando::{DVec3, Settings, Soup};
use glissando_testkit::scenes;
use glissando_testkit::script::{Happened, Walk, What};

const RATES: [f64; 4] = [30.0, 60.0, 144.0, 1000.0];

/// The input from a multiple of half a second on.
#[derive(Clone, Copy)]
struct Act {
    wish: DVec3,
    jump: bool,
}

const fn go(x: f64, z: f64) -> Act {
    Act { wish: DVec3::new(x, 0.0, z), jump: false }
}

const fn leap(x: f64, z: f64) -> Act {
    Act { wish: DVec3::new(x, 0.0, z), jump: true }
}

/// Result of a run: the position every half second, and the events.
struct Run {
    places: Vec<DVec3>,
    events: Vec<Happened>,
}

fn run(scene: &Soup, from: DVec3, acts: &[Act], rate: f64, change: impl FnOnce(&mut Settings)) -> Run {
    let mut walk = Walk::in_scene(scene).at_rate(rate).with(change).on(from);
    // All start at the same height within the shells.
    walk.state_mut().position = from + DVec3::Y * 0.909;
    let mut places = Vec::new();
    for act in acts {
        walk.wish(act.wish);
        if act.jump {
            walk.press_jump();
        }
        walk.for_seconds(0.5);
        places.push(walk.position());
    }
    assert_eq!(walk.dropped(), 0, "time was dropped at {rate} Hz");
    Run { places, events: walk.log().to_vec() }
}

/// The largest differences from the finest run.
struct Apart {
    /// Of the positions every half second, metres.
    place: f64,
    /// Of the positions of events, metres.
    event: f64,
    /// Of the times of events, seconds.
    time: f64,
}

impl Apart {
    fn expect(&self, place: f64, event: f64, time: f64) {
        let Self { place: p, event: e, time: t } = *self;
        assert!(p < place && e < event && t < time, "{p} m, {e} m, {t} s");
    }
}

/// Runs at all rates and compares with the finest.
fn compare(scene: &Soup, from: DVec3, acts: &[Act], change: impl Fn(&mut Settings)) -> Apart {
    let finest = run(scene, from, acts, 1000.0, &change);
    let names = |r: &Run| r.events.iter().map(|h| What::of(&h.event.kind)).collect::<Vec<_>>();
    let mut apart = Apart { place: 0.0, event: 0.0, time: 0.0 };
    for rate in [30.0, 60.0, 144.0] {
        let other = run(scene, from, acts, rate, &change);
        assert_eq!(names(&other), names(&finest), "events at {rate} Hz");
        for (a, b) in other.places.iter().zip(&finest.places) {
            apart.place = apart.place.max((*a - *b).length());
        }
        for (a, b) in other.events.iter().zip(&finest.events) {
            apart.event = apart.event.max((a.position - b.position).length());
            apart.time = apart.time.max((a.time - b.time).abs());
        }
    }
    let Apart { place, event, time } = apart;
    println!(
        "{} events: places {place:.2e} m, events {event:.2e} m, {time:.2e} s apart",
        finest.events.len()
    );
    apart
}

/// Over stairs, a ramp, a drop, a trench, stairs down, a ramp up, against a wall.
fn course_acts(speed: f64, z: f64) -> Vec<Act> {
    let mut acts = vec![go(speed, z); 44];
    // In front of the trench, and once on the stairs.
    acts[9] = leap(speed, z);
    acts[16] = leap(speed, z);
    acts[30] = leap(speed, -z);
    acts
}

#[test]
fn a_course_gives_the_same_walk_at_every_rate() {
    let course = scenes::course();
    for (speed, z) in [(2.0, 0.0), (2.0, 0.3), (4.0, 0.1), (3.0, 0.2), (5.0, 0.0)] {
        compare(&course, DVec3::new(0.0, 0.0, -2.0), &course_acts(speed, z), |_| {}).expect(7e-3, 0.03, 2e-3);
    }
}

#[test]
fn a_course_gives_the_same_walk_with_slow_accelerations() {
    let course = scenes::course();
    let slow = |s: &mut Settings| {
        (s.pace.acceleration, s.pace.friction, s.pace.air_acceleration) = (12.0, 15.0, 4.0);
    };
    compare(&course, DVec3::new(0.0, 0.0, -2.0), &course_acts(3.0, 0.1), slow).expect(7e-3, 0.03, 2e-3);
}

#[test]
fn stairs_are_climbed_or_refused_alike_at_every_rate() {
    let mut worst = 0.0_f64;
    for centimetres in [5, 10, 15, 20, 25, 30, 35, 40, 42, 50] {
        for (tread, speed) in [(0.3, 2.0), (0.5, 4.0), (1.0, 8.0)] {
            let rise = f64::from(centimetres) / 100.0;
            let stairs = scenes::stairs(rise, 5, tread);
            let ends = RATES.map(|rate| {
                let mut walk = Walk::in_scene(&stairs).at_rate(rate).on(DVec3::new(-1.0, 0.0, 0.0));
                walk.wish(DVec3::X * speed).for_seconds(2.0).position()
            });
            let climbs = centimetres <= 40;
            for (end, rate) in ends.iter().zip(RATES) {
                assert_eq!(end.y > 0.95, climbs, "{centimetres} cm at {rate} Hz: {end:?}");
                let off = (*end - ends[3]).length();
                worst = worst.max(off);
                assert!(off < 7e-3, "{centimetres} cm at {rate} Hz: {off} m apart");
            }
        }
    }
    println!("at most {worst:.2e} m apart");
}

#[test]
fn a_ball_of_jumps_along_walls_and_ceilings_is_the_same_at_every_rate() {
    let room = scenes::room(3.0, 2.4);
    let mut acts = Vec::new();
    for k in 0..24 {
        let wish = scenes::heading(f64::from(k * 77 % 360)) * 3.0;
        acts.push(Act { wish, jump: k % 3 == 0 });
    }
    compare(&room, DVec3::ZERO, &acts, |_| {}).expect(7e-3, 0.03, 2e-3);
}

#[test]
fn a_fall_and_a_slide_down_a_steep_slope_are_the_same_at_every_rate() {
    let profile = [(-20.0, 3.0), (0.0, 3.0), (2.0, 0.0), (20.0, 0.0)];
    let scene = scenes::strip(&profile, 8.0);
    // A steep slope counts as touched between the widest shell and the narrowest: 6 mm, along the slope more.
    let acts = [go(2.0, 0.2), go(2.0, 0.2), go(2.0, 0.0), go(0.0, 0.0), go(0.0, 0.0), go(0.0, 0.0)];
    compare(&scene, DVec3::new(-1.0, 3.0, 0.0), &acts, |_| {}).expect(7e-3, 0.017, 4e-3);
}
