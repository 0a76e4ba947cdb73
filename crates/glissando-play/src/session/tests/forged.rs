//! Hostile files: clips and recordings written by hand to hang or to break the program that opens them.

use super::*;
use crate::record::{By, Recorder};
use crate::walk::Wishes;

fn opened(json: &str) -> anyhow::Result<(Session, bool)> {
    Session::open_kept(&Bag::default(), json.as_bytes())
}

fn refused(json: &str) -> String {
    format!("{:#}", opened(json).map(|_| ()).unwrap_err())
}

fn clip(scene: &str, wishes: Wishes, ticks: u64) -> String {
    let mut session = Session::new(Entry::named(scene).unwrap().setup(&wishes).unwrap()).unwrap();
    for _ in 0..ticks {
        session.step().unwrap();
    }
    session.clip().unwrap().to_json().unwrap()
}

/// The same text with other numbers in it.
fn forged(json: &str, from: &str, to: &str) -> String {
    assert!(json.contains(from), "{from} in {json:.400}");
    json.replacen(from, to, 1)
}

#[test]
fn half_a_second_of_a_crowd_with_a_million_ticks_a_second_is_refused() {
    let wishes = Wishes { hz: Some(1e6), ..Wishes::default() };
    let json = clip("crowd", wishes, 120);
    let (again, is_same) = opened(&json).unwrap();
    assert!(is_same && again.tick() - again.earliest() <= 100, "from {}", again.earliest());
    let from = again.earliest();
    let long = forged(&json, "\"to\":120", &format!("\"to\":{}", from + 101));
    assert!(
        refused(&long).contains("101 ticks, more than the accepted 100 of 1000 characters"),
        "{}",
        refused(&long)
    );
}

#[test]
fn more_levels_of_the_command_line_than_there_are_pieces_are_refused() {
    let mut bag = Bag::default();
    bag.put("a.obj".to_owned(), b"v 0 0 0\nv 9 0 0\nv 9 0 9\nv 0 0 9\nf 1 4 3 2\n".to_vec());
    let options = crate::scene::LevelOptions::default();
    let source = crate::walk::Source::new(vec!["a.obj".into()], &options, false, Vec::new());
    let walk = Setup::wandering(&bag, "a".into(), source, &Wishes::default()).unwrap();
    let mut session = Session::new(walk).unwrap();
    session.step().unwrap();
    let json =
        forged(&session.clip().unwrap().to_json().unwrap(), "\"given\":1", "\"given\":1000000000000000000");
    let error = format!("{:#}", Session::open_kept(&bag, json.as_bytes()).unwrap_err());
    assert!(error.contains("given is 1000000000000000000: there are 1 pieces"), "{error}");
    let recording = String::from_utf8(session.recording().unwrap()).unwrap();
    let piece = serde_json::to_string(&crate::script::Piece::plain("a.obj".into())).unwrap();
    let pieces = vec![piece.as_str(); 1001].join(",");
    let many = recording.replace(&piece, &pieces);
    assert_ne!(many, recording);
    let error = format!("{:#}", Session::open_kept(&bag, many.as_bytes()).unwrap_err());
    assert!(
        error.starts_with("line 1: the recording has 1001 levels, more than the accepted 1000"),
        "{error}"
    );
}

#[test]
fn a_clip_brings_no_balls_of_its_own() {
    let json = clip("pool", Wishes::default(), 700);
    let list = "\"balls\":{\"entries\":[";
    let balls = json.split(list).nth(1).unwrap().split("],\"vacant\"").next().unwrap();
    let count = balls.matches("\"id\"").count();
    let first = balls.split(",{\"id\"").next().unwrap();
    let ball = first.replace("\"index\":0", &format!("\"index\":{count}"));
    assert_ne!(ball, first);
    let more = forged(&json, list, &format!("{list}{ball},"));
    let error = refused(&more);
    assert!(error.contains("balls, this world") && error.contains("of another one"), "{error}");
}

#[test]
fn ticks_beyond_all_time_and_acts_that_cannot_be_done_are_refused_by_name() {
    let json = clip("lifts", Wishes::default(), 60);
    assert!(opened(&json).unwrap().1);
    let late = forged(&json, "\"to\":60", "\"to\":18446744073709551615");
    assert!(refused(&late).contains("to is 18446744073709551615: it must be at most"), "{}", refused(&late));
    let bad = [
        ("{\"open\":999999}", "acts[0]: there is no mover 999999"),
        ("{\"place\":[0.0,1e300,0.0]}", "acts[0]: place is [0.0, 1e300, 0.0]"),
        ("{\"hold\":[1e999,0.0,0.0,0]}", "acts[0]"),
        ("{\"open\":-1}", "acts[0]"),
    ];
    for (act, said) in bad {
        let forged = forged(&json, "\"acts\":[", &format!("\"acts\":[[60,{act}]"));
        assert!(refused(&forged).contains(said), "{act}: {}", refused(&forged));
    }
    let settings =
        serde_json::to_string(&glissando::Settings { up: DVec3::ZERO, ..Default::default() }).unwrap();
    let forged = forged(&json, "\"acts\":[", &format!("\"acts\":[[60,{{\"set\":{settings}}}]"));
    assert!(
        refused(&forged).contains("acts[0]: ") && refused(&forged).contains("up"),
        "{}",
        refused(&forged)
    );
}

#[test]
fn a_clip_that_somebody_laid_out_is_one_all_the_same() {
    let json = clip("lifts", Wishes::default(), 60);
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    // The library sorts the keys; people do not.
    let wide = format!(" {{\n  \"glissando\" : \"clip\",{}", &json[json.find(',').unwrap() + 1..]);
    assert!(Session::is_kept(wide.as_bytes()) && opened(&wide).unwrap().1);
    assert!(value.is_object() && !Session::is_kept(b"{\"glissando\":\"clips\"}") && !Session::is_kept(b"{}"));
}

#[test]
fn a_recording_is_the_same_only_with_balls_and_all_and_who_flew_flies_on() {
    let mut session = Session::new(Entry::named("pool").unwrap().setup(&Wishes::default()).unwrap()).unwrap();
    for _ in 0..30 {
        session.set_controls(Controls { fly: true, up: 0.5, ..Controls::default() }).unwrap();
        session.step().unwrap();
    }
    let text = String::from_utf8(session.recording().unwrap()).unwrap();
    let (again, is_same) = opened(&text).unwrap();
    assert!(is_same && again.controls().fly);
    let at = text.rfind("\"hash\":\"").unwrap() + 8;
    let other = format!("{}0000000000000000{}", &text[..at], &text[at + 16..]);
    assert!(!opened(&other).unwrap().1, "what the movers and characters do not show counts too");
}

#[test]
fn what_a_walk_records_opens_with_the_same_bits_in_every_scene() {
    for entry in crate::scenes::all() {
        let seconds = if entry.name == "crowd" { 0.3 } else { 1.5 };
        let wanders = entry.name != "tour";
        let wishes =
            Wishes { seed: 4, seconds: Some(seconds), wanders, is_staged: true, ..Wishes::default() };
        let walk = entry.setup(&wishes).unwrap();
        let (mut play, mut recorder) =
            (Play::new(&walk).unwrap(), Recorder::new(Vec::new(), &walk, By::Seed(4)).unwrap());
        let mut guides: Vec<_> = walk.players.iter().map(|player| player.guide(walk.dt)).collect();
        let mut driver = Driver::new(&walk);
        let most = (seconds / walk.dt).round() as u64;
        let mut moved = 0;
        while play.state().tick < most {
            let orders = guides.iter_mut().zip(&play.state().characters);
            moved += orders.filter_map(|(guide, actor)| guide(&actor.state)).count();
            let turn = driver.next(&play).unwrap();
            play.take(&turn).unwrap();
            recorder.add(&turn.inputs, turn.calls, &[], &play).unwrap();
        }
        assert_eq!(moved as u64, most * walk.players.len() as u64, "{}: all go as long", entry.name);
        let recording = recorder.finish().unwrap();
        let (opened, is_same) = Session::open_kept(&Bag::default(), &recording).unwrap();
        assert!(is_same && opened.state_hash() == String::from(StateHash::of(&play)), "{}", entry.name);
    }
}
