//! Scenes of the program, and clips of the page, on the command line.

use super::folder::Folder;
use glissando_play::scenes::Entry;
use glissando_play::session::{Controls, Session};
use glissando_play::walk::Wishes;

#[test]
fn scenes_are_listed_walked_and_recorded() {
    let folder = Folder::new();
    let listed = folder.run(&["walk", "--scene", "list"], "");
    assert_eq!(listed.code(), 0);
    let out = listed.out();
    for name in ["tour", "lifts", "doors", "tables", "crushers", "pads", "pool", "crowd", "stairs", "wedge"] {
        assert!(out.contains(&format!("\n  {name} ")), "{name}: {out}");
    }
    let words = ["record", "--scene", "lifts", "--seed", "3", "--seconds", "5", "-o", "lifts.rec"];
    let recorded = folder.run(&words, "");
    assert_eq!(recorded.code(), 0, "{}", recorded.err());
    let out = recorded.out();
    let hash = out.lines().find(|line| line.trim_start().starts_with("state hash ")).unwrap();
    assert_eq!(hash.split_whitespace().nth(2).unwrap().len(), 17, "16 digits and a comma: {hash}");
    let replayed = folder.run(&["replay", "lifts.rec"], "");
    assert_eq!(replayed.code(), 0);
    let walk = "the wanderer of seed 3 in the scene lifts";
    assert!(replayed.out().starts_with(&format!("the same 300 ticks: {walk}, 1 character, 4 movers")));
}

#[test]
fn an_unknown_scene_is_named_with_those_that_there_are() {
    let refused = Folder::new().run(&["walk", "--scene", "moon"], "");
    let error = refused.err();
    assert_eq!(refused.code(), 2);
    assert!(error.contains("\"moon\"") && error.contains("tour, lifts, doors"), "{error}");
}

#[test]
fn a_clip_is_walked_again_from_a_file_and_from_a_link_and_a_damaged_one_is_refused() {
    let mut session =
        Session::new(Entry::named("stairs").unwrap().setup(&Wishes::default()).unwrap()).unwrap();
    let yaw = -std::f64::consts::FRAC_PI_2;
    session.set_controls(Controls { forward: 1.0, yaw, ..Controls::default() }).unwrap();
    for _ in 0..100 {
        session.step().unwrap();
    }
    let clip = session.clip().unwrap();
    let link = format!("https://example.org/play/#{}", clip.to_fragment().unwrap());
    let folder = Folder::new().with("clip.json", clip.to_json().unwrap());
    let replayed = folder.run(&["replay", &link], "");
    assert_eq!(replayed.code(), 0, "{}", replayed.err());
    let out = replayed.out();
    assert!(out.starts_with("stairs, to tick 100") && out.contains("the same bits"), "{out}");
    assert_eq!(folder.run(&["replay", "clip.json"], "").out(), out);
    let refused = folder.run(&["replay", &link[..link.len() - 30]], "");
    assert_eq!(refused.code(), 2);
    assert!(refused.err().contains("cut off"), "{}", refused.err());
}
