//! Sessions: the same hand gives the same walk, backwards and forwards, here and from a link.

use super::*;
use crate::scenes::Entry;
use crate::walk::Wishes;
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
    let (end, at) = (session.print(), session.controls);
    let mut prints = Vec::new();
    for back in [1, 29, 30, 31, 200, 500] {
        assert_eq!(session.go_to(900 - back).unwrap(), 900 - back);
        prints.push(session.print());
        assert!(session.is_repeating());
        // Eyes may look elsewhere.
        session.set_controls(Controls { yaw: 3.0, ..at }).unwrap();
        assert!(session.is_repeating());
        for _ in 0..back {
            session.step().unwrap();
        }
        assert_eq!((session.print(), session.is_repeating()), (end.clone(), false), "{back} ticks back");
    }
    prints.dedup();
    assert_eq!(prints.len(), 6, "other ticks are other states");
    // Ten seconds are kept, and one moment before them at most.
    let earliest = session.earliest();
    assert!((900 - 660..=900 - 600).contains(&earliest), "{earliest}");
    assert_eq!(session.go_to(0).unwrap(), earliest);
    session.set_controls(Controls { forward: -0.5, ..at }).unwrap();
    assert!(!session.is_repeating() && session.latest() == earliest);
    walk(&mut session, 50);
    assert_ne!(session.print(), end);
}

#[test]
fn a_clip_opens_at_the_same_tick_with_the_same_bits_from_the_start_and_from_the_middle() {
    for ticks in [0, 1, 300, 1500] {
        let mut session = tour(2);
        walk(&mut session, ticks);
        let clip = session.clip().unwrap();
        for text in [clip.to_json().unwrap(), format!("https://example.org/#{}", clip.to_fragment().unwrap())]
        {
            assert!(Clip::is_clip(text.as_bytes()));
            let again = Clip::read(text.as_bytes()).unwrap();
            assert_eq!(again, clip);
            let (mut opened, is_same) = Session::open(&Bag::default(), &again).unwrap();
            assert!(is_same && opened.is_paused() && opened.tick() == ticks);
            assert_eq!(opened.print(), session.print());
            // It can be looked through, and goes on as the original does.
            let back = opened.go_to(ticks.saturating_sub(120)).unwrap();
            opened.go_to(ticks).unwrap();
            assert_eq!(opened.print(), session.print(), "from tick {back}");
            walk(&mut opened, 40);
            let mut original = tour(2);
            walk(&mut original, ticks + 40);
            assert_eq!(opened.print(), original.print());
        }
        println!("a link after {ticks} ticks of a busy hand: {} bytes", clip.to_fragment().unwrap().len());
    }
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
    assert!(is_same && opened.print() == session.print() && opened.settings() == session.settings());
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
    let mut guides: Vec<_> = walk.players.iter().map(|player| player.guide(walk.dt)).collect();
    for _ in 0..1200 {
        let orders =
            guides.iter_mut().enumerate().map(|(index, guide)| guide(play.character(index).unwrap()));
        let input = |order| match order {
            Some(crate::script::Order::Step(input)) => input,
            _ => glissando::Input::default(),
        };
        let inputs: Vec<_> = orders.map(input).collect();
        play.go(&inputs, &[]).unwrap();
    }
    let mut session = tour(5);
    session.set_autopilot(true);
    for _ in 0..1200 {
        session.step().unwrap();
    }
    assert_eq!(session.print(), String::from(Print::of(&play)));
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
        assert!(names.contains(&name), "{name}: {names:?}");
    }
    assert!(!names.contains(&"stuck"));
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
    let ends = [session.poses_before[index], session.poses().unwrap()[index]].map(|pose| pose.translation.y);
    assert!(ends[1] > ends[0] + 0.05, "the fast lift is on its way: {ends:?}");
    session.advance(session.walk().dt * 0.25).unwrap();
    let drawn = session.places().unwrap().bodies[index].1.translation.y;
    assert!((drawn - (ends[0] + 0.25 * (ends[1] - ends[0]))).abs() < 1e-9, "{drawn} of {ends:?}");
}

#[test]
fn what_is_no_clip_is_refused_with_what_to_do() {
    let clip = {
        let mut session = tour(4);
        walk(&mut session, 200);
        session.clip().unwrap()
    };
    let (json, link) = (clip.to_json().unwrap(), clip.to_fragment().unwrap());
    let refused = |text: &str| format!("{:#}", Clip::read(text.as_bytes()).unwrap_err());
    assert!(refused("").contains("neither JSON nor a link"));
    assert!(refused("{}").contains("missing field"));
    assert!(refused(&link[..link.len() / 2]).contains("cut off"));
    assert!(refused(&json.replace("\"clip\":1", "\"clip\":9")).contains("this program reads 1"));
    assert!(refused(&json.replace("\"to\":200", "\"to\":3")).contains("must lie from"));
    assert!(refused(&json.replace("\"to\":200", "\"to\":2000000")).contains("more than the accepted"));
    let other = json.replace("\"name\":\"tour\"", "\"name\":\"moon\"");
    let other = Clip::read(other.as_bytes()).unwrap();
    assert!(Session::open(&Bag::default(), &other).unwrap_err().to_string().contains("no such scene"));
    let other = json.replace("\"seed\":4", "\"seed\":5").replace("\"speed\":5.0", "\"speed\":-5.0");
    let other = Clip::read(other.as_bytes()).unwrap();
    assert!(Session::open(&Bag::default(), &other).is_err());
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
    assert!(!status.story.is_empty() && status.microseconds > 0.0, "{status:?}");
    let places = session.places().unwrap();
    assert_eq!((places.characters.len(), places.bodies.len()), (2, session.walk().movers.len()));
}
