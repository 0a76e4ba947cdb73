//! Sessions: the same hand gives the same walk, backwards and forwards, here and from a link.

mod clips;
mod forged;
mod recordings;

use super::*;
use crate::scenes::Entry;
use crate::walk::{Driver, Wishes};
use glissando_level::Bag;

fn tour(seed: u64) -> Session {
    let wishes = Wishes { seed, wanders: true, ..Wishes::default() };
    Session::new(Entry::named("tour").unwrap().setup(&wishes).unwrap()).unwrap()
}

/// Something to hold, another thing every few ticks.
fn held(tick: u64) -> Controls {
    let part = tick / 20;
    Controls {
        forward: if part % 5 == 4 { -1.0 } else { 1.0 },
        right: f64::from((part % 3) as u8) - 1.0,
        jump: part % 7 == 3,
        crouch: part % 11 == 5,
        yaw: tick as f64 * 0.013,
        ..Controls::default()
    }
}

fn walk(session: &mut Session, ticks: u64) {
    for _ in 0..ticks {
        session.set_controls(held(session.tick())).unwrap();
        session.step().unwrap();
    }
}

#[test]
fn after_going_back_time_walks_on_as_it_did_until_other_keys_are_held() {
    let mut session = tour(1);
    walk(&mut session, 900);
    let (end, at) = (session.state_hash(), session.controls);
    let mut prints = Vec::new();
    for back in [1, 29, 30, 31, 200, 500] {
        assert_eq!(session.go_to(900 - back).unwrap(), 900 - back);
        prints.push(session.state_hash());
        assert!(session.is_repeating());
        // Eyes may look elsewhere.
        session.set_controls(Controls { yaw: 3.0, ..at }).unwrap();
        assert!(session.is_repeating());
        for _ in 0..back {
            session.step().unwrap();
        }
        assert_eq!((session.state_hash(), session.is_repeating()), (end.clone(), false), "{back} ticks back");
    }
    prints.dedup();
    assert_eq!(prints.len(), 6, "other ticks are other states");
    // Ten seconds are kept, and one moment before them at most.
    let earliest = session.earliest();
    assert!((900 - 660..=900 - 600).contains(&earliest), "{earliest}");
    assert_eq!(session.go_to(0).unwrap(), earliest);
    session.set_controls(Controls { forward: -0.5, ..at }).unwrap();
    session.step().unwrap();
    assert!(!session.is_repeating() && session.latest() == earliest + 1);
    walk(&mut session, 50);
    assert_ne!(session.state_hash(), end);
}

#[test]
fn keys_that_are_let_go_before_the_next_tick_take_nothing_over() {
    let mut session = tour(1);
    session.set_autopilot(true);
    for _ in 0..100 {
        session.step().unwrap();
    }
    let end = session.state_hash();
    session.go_to(40).unwrap();
    session.pause(true);
    for controls in [Controls { forward: 1.0, jump: true, ..Controls::default() }, Controls::default()] {
        session.set_controls(controls).unwrap();
        session.advance(0.5).unwrap();
        assert!(session.is_on_autopilot() && (session.tick(), session.latest()) == (40, 100));
    }
    // What was let go while time ran back was let go.
    session.set_controls(Controls { forward: 1.0, ..Controls::default() }).unwrap();
    session.go_to(30).unwrap();
    session.go_to(20).unwrap();
    session.set_controls(Controls::default()).unwrap();
    session.go_to(10).unwrap();
    while session.is_repeating() {
        session.step().unwrap();
    }
    assert_eq!((session.tick(), session.state_hash()), (100, end));
    session.set_controls(Controls { forward: 1.0, ..Controls::default() }).unwrap();
    session.set_autopilot(true);
    session.step().unwrap();
    assert!(session.is_on_autopilot(), "what is held already does not end it");
}

#[test]
fn settings_places_and_doors_are_on_the_tape_too() {
    let mut session = tour(3);
    walk(&mut session, 30);
    let mut settings = *session.settings();
    (settings.jump.speed, settings.gravity) = (9.0, DVec3::new(0.0, -4.0, 0.0));
    session.set_settings(&settings).unwrap();
    walk(&mut session, 100);
    session.put(DVec3::new(21.7, 1.2, 15.0)).unwrap();
    walk(&mut session, 60);
    assert_eq!(session.use_near().unwrap(), 1, "the lift is near");
    let low = session.position().y;
    for _ in 0..240 {
        session.set_controls(Controls::default()).unwrap();
        session.step().unwrap();
    }
    assert!(session.position().y > low + 1.0, "the lift lifts: from {low} to {}", session.position().y);
    assert_eq!(session.settings().jump.speed, 9.0);
    let (opened, is_same) = Session::open(&Bag::default(), &session.clip().unwrap()).unwrap();
    assert!(
        is_same && opened.state_hash() == session.state_hash() && opened.settings() == session.settings()
    );
    let verdict = crate::record::replay(&Bag::default(), &session.recording().unwrap()).unwrap();
    assert!(verdict.is_same && verdict.text.starts_with("the same 430 ticks: by hand"), "{}", verdict.text);
    session.go_to(20).unwrap();
    assert_eq!(session.settings().jump.speed, 5.0);
}

#[test]
fn a_wanderer_on_autopilot_goes_as_a_walk_without_a_session_does() {
    let wishes = Wishes { seed: 5, wanders: true, seconds: Some(20.0), ..Wishes::default() };
    let walk = Entry::named("tour").unwrap().setup(&wishes).unwrap();
    let mut play = Play::new(&walk).unwrap();
    let mut driver = Driver::new(&walk);
    for _ in 0..1200 {
        let turn = driver.next(&play).unwrap();
        assert!(turn.calls.is_empty());
        play.take(&turn).unwrap();
    }
    let mut session = tour(5);
    session.set_autopilot(true);
    for _ in 0..1200 {
        session.step().unwrap();
    }
    assert_eq!(session.state_hash(), String::from(StateHash::of(&play)));
}

#[test]
fn the_script_of_a_scene_is_watched_to_its_end_with_what_it_opens() {
    let walk = || Entry::named("tour").unwrap().setup(&Wishes::default()).unwrap();
    let mut session = Session::new(walk()).unwrap();
    session.set_autopilot(true);
    let mut names = Vec::new();
    let ticks = session.walk().players[0].plan().unwrap().orders().count() as u64;
    while session.tick() < ticks {
        session.step().unwrap();
        names.extend(session.news().into_iter().map(|news| news.name));
    }
    for name in ["landed", "jumped", "stepped up", "picked up", "launched", "opened"] {
        assert!(names.iter().any(|known| known == name), "{name}: {names:?}");
    }
    assert!(!names.iter().any(|known| known == "stuck"));
}

#[test]
fn a_hand_takes_over_from_the_autopilot() {
    let mut session = tour(8);
    session.set_autopilot(true);
    for _ in 0..50 {
        session.set_controls(Controls { yaw: 1.0, ..Controls::default() }).unwrap();
        session.step().unwrap();
    }
    assert!(session.is_on_autopilot());
    session.set_controls(Controls { forward: 1.0, ..Controls::default() }).unwrap();
    session.step().unwrap();
    assert!(!session.is_on_autopilot());
}

#[test]
fn what_is_drawn_between_two_ticks_lies_between_them() {
    let wishes = Wishes::default();
    let mut session = Session::new(Entry::named("lifts").unwrap().setup(&wishes).unwrap()).unwrap();
    for _ in 0..140 {
        session.step().unwrap();
    }
    let index = session.walk().movers.iter().position(|mover| mover.place.contains("world[2]")).unwrap();
    let at = |share: f64| session.play.poses_between(&session.before, share).nth(index).unwrap().1;
    let ends = [at(0.0), at(1.0)].map(|pose| pose.translation.y);
    assert!(ends[1] > ends[0] + 0.05, "the fast lift is on its way: {ends:?}");
    session.advance(session.walk().dt * 0.25).unwrap();
    let drawn = session.places().unwrap().bodies[index].1.translation.y;
    assert!((drawn - (ends[0] + 0.25 * (ends[1] - ends[0]))).abs() < 1e-9, "{drawn} of {ends:?}");
}

#[test]
fn every_layer_is_drawn_and_the_status_tells() {
    let mut session = tour(6);
    walk(&mut session, 50);
    let all =
        Layers { body: true, triangles: true, contacts: true, steps: true, velocity: true, triggers: true };
    let lines = session.overlay(all).unwrap();
    assert_eq!(lines.lines.len(), 2 * lines.line_colours.len());
    assert_eq!(lines.triangles.len(), 3 * lines.triangle_colours.len());
    assert!(lines.lines.len() > 100 && !lines.triangles.is_empty());
    assert!(lines.lines.iter().flatten().chain(lines.triangles.iter().flatten()).all(|c| c.is_finite()));
    assert!(session.overlay(Layers::default()).unwrap().lines.is_empty());
    let status = session.status().unwrap();
    assert_eq!((status.tick, status.counts.0, status.ground), (50, 2, "standing"));
    assert!(!status.trace.is_empty() && status.microseconds > 0.0, "{status:?}");
    let places = session.places().unwrap();
    assert_eq!((places.characters.len(), places.bodies.len()), (2, session.walk().movers.len()));
}

#[test]
fn the_last_move_that_is_told_of_is_that_of_the_tick_that_one_went_back_to() {
    let mut session = tour(9);
    let mut told = Vec::new();
    for _ in 0..100 {
        walk(&mut session, 1);
        let status = session.status().unwrap();
        told.push((status.stop, status.sub_steps, status.trace, status.touches, status.outcome));
    }
    for tick in (1..=99).rev() {
        session.go_to(tick).unwrap();
        let status = session.status().unwrap();
        let now = (status.stop, status.sub_steps, status.trace, status.touches, status.outcome);
        assert_eq!(now, told[tick as usize - 1], "tick {tick}");
    }
    session.go_to(0).unwrap();
    let status = session.status().unwrap();
    assert!(status.trace.is_empty() && status.stop.is_empty(), "nothing was before the start");
}

#[test]
fn a_tick_that_cannot_be_made_changes_nothing_and_one_that_can_goes_on_from_there() {
    let wishes = Wishes { hz: Some(30.0), ..Wishes::default() };
    let mut session = Session::new(Entry::named("pool").unwrap().setup(&wishes).unwrap()).unwrap();
    walk(&mut session, 50);
    let before = session.state_hash();
    session.put(DVec3::new(1e9, 5e-324, 5e-324)).unwrap();
    for _ in 0..3 {
        let error = format!("{:#}", session.step().unwrap_err());
        assert!(error.contains("tick 50") && error.contains("position"), "{error}");
        assert_eq!((session.state_hash(), session.tick(), session.latest()), (before.clone(), 50, 50));
    }
    session.put_back();
    walk(&mut session, 20);
    let (opened, is_same) = Session::open(&Bag::default(), &session.clip().unwrap()).unwrap();
    assert!(is_same && opened.state_hash() == session.state_hash());
}

#[test]
fn the_autopilot_goes_somewhere_in_every_scene() {
    for entry in crate::scenes::all() {
        let mut session =
            Session::new(entry.setup(&Wishes { seed: 1, ..Wishes::default() }).unwrap()).unwrap();
        session.set_autopilot(true);
        let from = session.position();
        let mut furthest = 0.0_f64;
        for _ in 0..if entry.name == "crowd" { 60 } else { 300 } {
            session.step().unwrap();
            furthest = furthest.max((session.position() - from).length());
        }
        assert!(furthest > 0.2, "{}: {furthest} m", entry.name);
    }
}
