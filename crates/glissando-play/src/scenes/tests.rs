//! Every scene can be set up, walked in, and does what it says.

use super::*;
use crate::session::{Controls, Session};
use glissando::stage::Outcome;
use glissando::{DVec3, Ground};
use std::collections::BTreeSet;
use std::time::Instant;

fn session(name: &str) -> Session {
    Session::new(Entry::named(name).unwrap().setup(&Wishes::default()).unwrap()).unwrap()
}

/// Walks towards a point on the map until it is reached or so many ticks are over; the names of what happened.
fn walk_to(session: &mut Session, (x, z): (f64, f64), ticks: u32) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for _ in 0..ticks {
        let way = DVec3::new(x, 0.0, z) - session.position();
        if way.x.hypot(way.z) < 0.15 {
            break;
        }
        let yaw = (-way.x).atan2(-way.z);
        session.set_controls(Controls { forward: 1.0, yaw, ..Controls::default() }).unwrap();
        session.step().unwrap();
        names.extend(session.news().into_iter().map(|news| news.name));
    }
    names
}

/// Stands still for so many ticks; the names of what happened.
fn wait(session: &mut Session, ticks: u32) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for _ in 0..ticks {
        session.set_controls(Controls::default()).unwrap();
        session.step().unwrap();
        names.extend(session.news().into_iter().map(|news| news.name));
    }
    names
}

#[test]
fn names_differ_and_every_scene_is_started_in_the_clear_and_stood_in() {
    let names: BTreeSet<&str> = all().iter().map(|entry| entry.name).collect();
    assert_eq!(names.len(), all().len());
    for entry in all() {
        let start = Instant::now();
        let mut session = session(entry.name);
        assert!(session.walk().scene.warnings.is_empty());
        let status = session.status().unwrap();
        assert!(status.clearance.is_none_or(|gap| gap > 0.0), "{}: {:?}", entry.name, status.clearance);
        let happened = wait(&mut session, 40);
        assert!(
            !happened.contains("stuck") && !happened.contains("recovered"),
            "{}: {happened:?}",
            entry.name
        );
        let state = session.state().characters[0].state;
        assert_ne!(state.ground, Ground::Airborne, "{}", entry.name);
        let seconds = start.elapsed().as_secs_f64();
        println!("{:<12} {:>5} characters, {seconds:.2} s", entry.name, session.state().characters.len());
    }
}

#[test]
fn the_lift_that_is_called_lifts_and_the_belt_carries() {
    let mut session = session("lifts");
    walk_to(&mut session, (5.6, -4.8), 240);
    assert_eq!(session.use_near().unwrap(), 1);
    wait(&mut session, 150);
    assert!(session.position().y > 3.2, "{:?}", session.position());
    assert_eq!(session.status().unwrap().support.as_deref(), Some("called"));
    walk_to(&mut session, (5.6, -7.5), 120);
    assert_eq!(session.status().unwrap().support.as_deref(), Some("deck-called"));
    session.put(DVec3::new(-8.0, 1.1, 5.2)).unwrap();
    wait(&mut session, 60);
    assert!(session.position().x > -7.0, "{:?}", session.position());
}

#[test]
fn doors_open_for_a_hand_and_for_a_light_barrier_and_a_wall_pushes() {
    let mut session = session("doors");
    walk_to(&mut session, (-9.6, 0.0), 240);
    walk_to(&mut session, (-7.0, 0.0), 60);
    assert!(session.position().x < -9.0, "closed: {:?}", session.position());
    assert_eq!(session.use_near().unwrap(), 1);
    wait(&mut session, 70);
    walk_to(&mut session, (-7.0, 0.0), 90);
    assert!(session.position().x > -7.5, "open: {:?}", session.position());
    let happened = walk_to(&mut session, (-3.6, 0.0), 120);
    assert!(happened.contains("opened"), "{happened:?}");
    wait(&mut session, 30);
    walk_to(&mut session, (-1.0, 0.0), 120);
    assert!(session.position().x > -1.5, "{:?}", session.position());
    session.put(DVec3::new(15.0, 0.92, 3.0)).unwrap();
    let mut outcomes = BTreeSet::new();
    for _ in 0..400 {
        wait(&mut session, 1);
        outcomes.insert(session.status().unwrap().outcome);
    }
    assert!(outcomes.contains("pushed"), "{outcomes:?}");
}

#[test]
fn who_stands_on_a_table_turns_along() {
    let mut session = session("tables");
    session.put(DVec3::new(-8.0, 1.2, -4.0)).unwrap();
    wait(&mut session, 60);
    let (from, mut carried) = (session.position(), 0);
    for _ in 0..188 {
        wait(&mut session, 1);
        carried += u32::from(session.status().unwrap().outcome == "carried");
    }
    // Half a radian a second for 188 / 60 s.
    let turned = DVec3::new(-10.0, 0.0, -4.0);
    let (before, after) = (from - turned, session.position() - turned);
    let angle = (before.z * after.x - before.x * after.z).atan2(before.x * after.x + before.z * after.z);
    assert!((angle.abs() - 188.0 / 120.0).abs() < 0.01 && carried > 180, "{angle}, {carried}");
}

#[test]
fn the_three_presses_have_three_tempers() {
    for (x, wanted) in [(-8.7, Outcome::Blocked), (-4.2, Outcome::Blocked), (0.3, Outcome::Crushed)] {
        let mut session = session("crushers");
        session.put(DVec3::new(x, 0.92, 0.0)).unwrap();
        let happened = wait(&mut session, 200);
        let word = if wanted == Outcome::Crushed { "crushed" } else { "blocked" };
        assert!(happened.contains(word), "{x}: {happened:?}");
        assert_eq!(happened.contains("crushed"), wanted == Outcome::Crushed, "{x}: {happened:?}");
    }
}

#[test]
fn pads_throw_gems_are_taken_and_who_falls_starts_again() {
    let mut session = session("pads");
    let mut happened = walk_to(&mut session, (-2.0, 2.0), 120);
    happened.extend(walk_to(&mut session, (12.0, 0.0), 300));
    assert!(happened.contains("picked up") && happened.contains("launched"), "{happened:?}");
    let at = session.position();
    assert!(at.x > 9.0 && at.y > 2.5, "on the next island: {at:?}");
    assert_eq!(session.trigger_shapes().iter().filter(|prop| prop.is_gone).count(), 2, "two gems on the way");
    session.put(DVec3::new(6.0, 0.0, 10.0)).unwrap();
    let happened = wait(&mut session, 200);
    assert!(happened.contains("killed"), "{happened:?}");
    assert!(session.position().y > 0.5);
}

#[test]
fn balls_roll_on_the_pool_table_and_stay_on_it() {
    let mut session = session("pool");
    let start = session.state().balls.clone();
    assert_eq!(start.len(), 16);
    wait(&mut session, 600);
    let moved =
        session.state().balls.iter().zip(&start).filter(|(a, b)| (a.position - b.position).length() > 0.1);
    let moved = moved.count();
    assert!(moved > 8, "{moved}");
    assert!(session.state().balls.iter().all(|ball| ball.position.x.abs() < 7.8 && ball.position.y > 0.2));
}

#[test]
fn a_thousand_walk_and_nobody_is_in_anybody() {
    let mut session = session("crowd");
    wait(&mut session, 60);
    let at: Vec<DVec3> = session.state().characters.iter().map(|actor| actor.state.position).collect();
    assert_eq!(at.len(), 1000);
    let shape = session.settings().radii;
    for (index, a) in at.iter().enumerate() {
        for b in &at[index + 1..] {
            let way = *a - *b;
            let apart = DVec3::new(way.x / shape.x, way.y / shape.y, way.z / shape.z).length();
            assert!(apart > 2.0 - 1e-6, "{a:?} and {b:?}");
        }
    }
    println!("a tick of 1000: {:.0} µs", session.status().unwrap().microseconds);
}
