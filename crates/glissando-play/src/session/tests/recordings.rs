//! The recording of a session replays to the whole session.

use super::*;
use crate::record::replay;

#[test]
fn every_scene_is_recorded_and_walked_again_the_same_way() {
    for entry in crate::scenes::all() {
        let mut session =
            Session::new(entry.setup(&Wishes { seed: 3, ..Wishes::default() }).unwrap()).unwrap();
        session.set_autopilot(true);
        let ticks = if entry.name == "crowd" { 20 } else { 120 };
        for _ in 0..ticks {
            session.step().unwrap();
        }
        let recording = session.recording().unwrap();
        let verdict = replay(&Bag::default(), &recording).unwrap();
        let begin = format!("the same {ticks} ticks: by hand");
        assert!(verdict.is_same && verdict.text.starts_with(&begin), "{}: {}", entry.name, verdict.text);
        let (opened, is_same) = Session::open_kept(&Bag::default(), &recording).unwrap();
        assert!(
            is_same && opened.is_paused() && opened.state_hash() == session.state_hash(),
            "{}",
            entry.name
        );
    }
}

#[test]
fn a_ball_that_is_none_and_another_form_are_refused() {
    let mut session = Session::new(Entry::named("pool").unwrap().setup(&Wishes::default()).unwrap()).unwrap();
    session.step().unwrap();
    let text = String::from_utf8(session.recording().unwrap()).unwrap();
    let forged = text.replacen("\"restitution\":", "\"restitution\":7", 1);
    let error = format!("{:#}", replay(&Bag::default(), forged.as_bytes()).unwrap_err());
    assert!(error.starts_with("line 1: balls.balls[0]: ") && error.contains("restitution"), "{error}");
    let ours = crate::saved::Kind::Recording.version();
    let (from, to) = (format!("\"version\":{ours},"), "\"version\":99,\"what_nobody_knows_yet\":1,");
    let newer = text.replacen(&from, to, 1);
    let error = format!("{:#}", replay(&Bag::default(), newer.as_bytes()).unwrap_err());
    let words = format!(
        "line 1: it is a recording of version 99, and this program reads version {ours}: open it with"
    );
    assert!(error.starts_with(&words), "{error}");
}
