//! What the tour shows of what moves is so, at several rates.

use super::tests::{RATES, Walked, is_at, is_standing};
use crate::walk::Passing;
use glissando::stage::Outcome as OfWorld;
use glissando::trigger::effect::ConsequenceKind;
use glissando::{DVec3, Ground};

/// The outcomes between two times, without repetitions.
fn outcomes(walk: &Walked, from: f64, to: f64) -> Vec<OfWorld> {
    let mut found: Vec<OfWorld> =
        walk.between(from, to).map(|tick| tick.staged.as_ref().unwrap().outcome).collect();
    found.dedup();
    found
}

#[test]
fn the_lift_lifts_when_it_is_called_and_not_before() {
    for hz in RATES {
        let walk = Walked::at(hz);
        assert!(is_standing(walk.state(35.5).position.y, 0.1), "{hz} Hz");
        assert_eq!(outcomes(walk, 35.5, 37.0), [OfWorld::Carried], "{hz} Hz");
        assert!(walk.between(35.5, 38.5).all(|tick| tick.state.ground == Ground::Standing), "{hz} Hz");
        assert!(walk.events(35.5, 38.5).is_empty(), "{hz} Hz: {:?}", walk.events(35.5, 38.5));
        let dock = walk.state(38.5).position;
        assert!(is_standing(dock.y, 2.0) && dock.x < 20.0, "{hz} Hz: {dock:?}");
    }
}

#[test]
fn the_table_takes_round_who_stands_on_it_at_his_distance_from_its_middle() {
    for hz in RATES {
        let walk = Walked::at(hz);
        let arm =
            |seconds: f64| DVec3 { y: 0.0, ..walk.state(seconds).position - DVec3::new(14.9, 0.0, 15.0) };
        let (before, after) = (arm(40.0), arm(43.5));
        assert!(is_at(before.length(), after.length(), 1e-9), "{hz} Hz: {before:?} {after:?}");
        // 0.6 rad/s for 3.5 seconds.
        let cosine = before.dot(after) / before.length_sq();
        assert!(is_at(cosine, 2.1_f64.cos(), 1e-9), "{hz} Hz: {cosine}");
        assert!(walk.state(44.5).position.x < 12.5, "{hz} Hz: off on the other side");
    }
}

#[test]
fn the_train_takes_along_uphill_downhill_and_round_the_bend() {
    for hz in RATES {
        let walk = Walked::at(hz);
        let (start, end) = (walk.state(46.0).position, walk.state(49.5).position);
        // Feet may stand anywhere between the shells, so heights are compared by that.
        let way = DVec3 { y: 0.0, ..end - start - DVec3::X * -5.5 };
        assert!(way.length() < 1e-6, "{hz} Hz: {way:?}");
        assert!(is_standing(start.y, 2.0) && is_standing(end.y, 2.0), "{hz} Hz: {start:?} {end:?}");
        let highest = walk.between(46.0, 49.5).map(|t| t.state.position.y).fold(0.0, f64::max);
        assert!(is_at(highest, 2.5 + 0.9, 0.03), "{hz} Hz: {highest}");
        assert!(walk.between(46.0, 49.5).all(|tick| tick.state.ground == Ground::Standing), "{hz} Hz");
    }
}

#[test]
fn the_door_holds_until_it_is_opened() {
    for hz in RATES {
        let walk = Walked::at(hz);
        let held = walk.state(50.5);
        assert!(held.position.x > 0.55 && held.velocity.length() < 1e-6, "{hz} Hz: {held:?}");
        assert!(walk.state(52.5).position.x < -2.0, "{hz} Hz");
        assert_eq!(outcomes(walk, 50.0, 52.5), [OfWorld::Unaffected], "{hz} Hz");
    }
}

#[test]
fn the_press_gives_way_to_one_and_the_stamp_crushes_the_other() {
    for hz in RATES {
        let walk = Walked::at(hz);
        let below = outcomes(walk, 52.5, 55.0);
        assert!(
            below.contains(&OfWorld::Blocked) && !below.contains(&OfWorld::Crushed),
            "{hz} Hz: {below:?}"
        );
        let moved = (walk.state(55.0).position - walk.state(53.0).position).length();
        assert!(moved < 0.01, "{hz} Hz: {moved}");
        assert!(walk.others.contains(&OfWorld::Crushed), "{hz} Hz: {:?}", walk.others);
        assert!(walk.freed.x < 21.0 && is_standing(walk.freed.y, 0.0), "{hz} Hz: {:?}", walk.freed);
    }
}

#[test]
fn the_pad_throws_the_gem_is_taken_once_and_the_barrier_opens_the_gate() {
    for hz in RATES {
        let walk = Walked::at(hz);
        let passed = walk.between(58.0, 67.5).flat_map(|tick| &tick.staged.as_ref().unwrap().passed);
        let follows: Vec<&str> = passed
            .filter_map(|passed| match passed.what {
                Passing::Follows(ConsequenceKind::Launched { .. }) => Some("launched"),
                Passing::Follows(ConsequenceKind::PickedUp) => Some("picked up"),
                Passing::Follows(ConsequenceKind::Opened { .. }) => Some("opened"),
                _ => None,
            })
            .collect();
        assert_eq!(follows, ["launched", "picked up", "opened"], "{hz} Hz");
        let highest = walk.between(60.0, 63.0).map(|t| t.state.position.y).fold(0.0, f64::max);
        // 8 m/s upwards, and a tick in which that is not yet so.
        assert!(is_at(highest, 0.909 + 64.0 / 19.62, 0.02), "{hz} Hz: {highest}");
        assert!(walk.state(67.5).position.x > 15.0, "{hz} Hz: through the gate");
    }
}
