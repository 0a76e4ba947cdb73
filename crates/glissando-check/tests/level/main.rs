//! Checks of walks: of a level file and of scenes, their findings as recordings that a session opens, and what is reported on the way.

use glissando::{Config, DVec3, Settings};
use glissando_check::level::{Character, Parts};
use glissando_check::{Checked, Finding, Kind, Options, Place, Progress, check_with};
use glissando_level::Bag;
use glissando_play::scene::LevelOptions;
use glissando_play::scenes::Entry;
use glissando_play::session::Session;
use glissando_play::walk::{Setup, Source, Wishes};
use serde::{Deserialize, Serialize};
use std::sync::Mutex;

/// A room with a hole and a crack.
const ROOM: &str = include_str!("room.obj");

/// What is wrong with it. The page's package is tested with the same file.
const FINDINGS: &str = include_str!("room.findings.jsonl");

/// The reached places, as they are reported.
#[derive(Default)]
struct Map(Mutex<Vec<DVec3>>);

impl Progress for Map {
    fn reached(&self, places: &mut dyn Iterator<Item = &Place>) {
        self.0.lock().unwrap().extend(places.map(|place| place.position));
    }
}

/// What of a finding the file has.
#[derive(Debug, Deserialize, PartialEq, Serialize)]
struct Line {
    kind: String,
    at: [f64; 3],
    reason: String,
    has_clip: bool,
}

impl Line {
    fn of(finding: &Finding) -> Self {
        let (kind, reason) = (finding.kind.name().to_owned(), finding.reason.clone());
        Self { kind, at: finding.at.to_array(), reason, has_clip: finding.clip.is_some() }
    }
}

fn room() -> Bag {
    let mut bag = Bag::default();
    bag.put("room.obj".to_owned(), ROOM.into());
    bag
}

fn walk(bag: &Bag) -> Setup {
    let source = Source::new(vec!["room.obj".into()], &LevelOptions::default(), false, Vec::new());
    Setup::wandering(bag, "room".to_owned(), source, &Wishes::default()).unwrap()
}

fn checked(parts: &Parts, progress: &dyn Progress) -> Checked {
    let subject = parts.subject();
    check_with(&subject, &Options::usual(&subject), progress).unwrap()
}

/// Two floors of 8 x 8 m side by side, each with more words of its node.
fn floors(first: &str, second: &str) -> Bag {
    let corners = [0.0_f32, 0.0, 0.0, 8.0, 0.0, 0.0, 0.0, 0.0, 8.0, 8.0, 0.0, 8.0];
    let bytes: Vec<u8> = corners.iter().flat_map(|c| c.to_le_bytes()).collect();
    let json = format!(
        r#"{{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0,1,2]}}],"nodes":[{{"mesh":0,"name":"yard"{first}}},
        {{"mesh":0,"name":"roof","translation":[8,0,0]{second}}},{{"name":"spawn","translation":[4,0,4]}}],
        "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}},"mode":5}}]}}],
        "accessors":[{{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"}}],
        "bufferViews":[{{"buffer":0,"byteLength":48}}],"buffers":[{{"byteLength":48,"uri":"floors.bin"}}]}}"#
    );
    let mut bag = Bag::default();
    bag.put("floors.gltf".to_owned(), json.into_bytes());
    bag.put("floors.bin".to_owned(), bytes);
    bag
}

#[test]
fn a_floor_of_the_sky_is_off_limits() {
    let found = |material: &str| {
        let mut bag = Bag::default();
        let text = ROOM.replacen("o floor\n", &format!("usemtl {material}\no floor\n"), 1);
        bag.put("room.obj".to_owned(), text.into());
        let parts = Parts::of_walk(&bag, &walk(&bag), Character::default()).unwrap();
        let findings = checked(&parts, &()).findings;
        findings.into_iter().filter(|finding| finding.kind == Kind::OffLimits).collect::<Vec<_>>()
    };
    assert_eq!(found("stone"), []);
    let [sky] = &found("sky")[..] else { panic!("one finding") };
    assert!(sky.reason.contains("\"sky\", which is off limits"), "{}", sky.reason);
}

#[test]
fn floors_that_extras_mark_are_off_limits_on_them_and_in_their_boxes() {
    let found = |first: &str, second: &str| {
        let bag = floors(first, second);
        let source = Source::new(vec!["floors.gltf".into()], &LevelOptions::default(), false, Vec::new());
        let walk = Setup::wandering(&bag, "floors".to_owned(), source, &Wishes::default()).unwrap();
        let parts = Parts::of_walk(&bag, &walk, Character::default()).unwrap();
        let is_it = |finding: &Finding| finding.kind == Kind::OffLimits;
        let found: Vec<Finding> = checked(&parts, &()).findings.into_iter().filter(is_it).collect();
        found
    };
    assert_eq!(found("", ""), []);
    let marked = r#","extras":{"glissando":{"off_limits":true}}"#;
    let [roof] = &found("", marked)[..] else { panic!("one finding") };
    assert!(roof.reason.contains("\"roof\"") && roof.at.x > 7.9 && roof.clip.is_some(), "{roof:?}");
    // Without collision it is no floor but a box, beside the yard or on it.
    let volume = r#","extras":{"glissando":{"off_limits":true,"collision":false}}"#;
    assert_eq!(found("", volume), []);
    let [on] = &found("", &format!(r#"{volume},"scale":[-0.5,1,1]"#))[..] else { panic!("one finding") };
    assert!(on.reason.contains("\"roof\"") && on.low.x >= 4.0, "{on:?}");
}

/// Opens the recording of every finding that has one, and counts them.
fn open_all(bag: &Bag, parts: &mut Parts, findings: &[Finding]) -> usize {
    let mut count = 0;
    for finding in findings {
        let Some(bytes) = parts.session_recording(finding).unwrap() else { continue };
        let (session, is_same) = Session::open_kept(bag, &bytes).unwrap();
        assert!(is_same, "{finding:?}");
        let ticks: u32 = finding.clip.iter().flat_map(|clip| &clip.inputs).map(|(count, _)| count).sum();
        assert_eq!(session.tick(), u64::from(ticks));
        count += 1;
    }
    count
}

#[test]
fn a_room_has_the_findings_of_the_file_and_a_session_opens_each_of_their_recordings() {
    let bag = room();
    let mut parts = Parts::of_walk(&bag, &walk(&bag), Character::default()).unwrap();
    let map = Map::default();
    let Checked { summary, findings, graph } = checked(&parts, &map);
    let lines: Vec<Line> = findings.iter().map(Line::of).collect();
    let text: String = lines.iter().map(|line| serde_json::to_string(line).unwrap() + "\n").collect();
    assert_eq!(text, FINDINGS);
    assert!(lines.iter().any(|line| line.kind == "falls_out"));
    assert!(open_all(&bag, &mut parts, &findings) > 0);

    let mut reported = map.0.into_inner().unwrap();
    assert_eq!(reported.len() as u64, summary.reached);
    let mut reached: Vec<DVec3> = (0..)
        .zip(graph.places())
        .filter(|(id, _)| graph.is_reached(*id))
        .map(|(_, place)| place.position)
        .collect();
    for list in [&mut reported, &mut reached] {
        list.sort_by(|a, b| a.to_array().partial_cmp(&b.to_array()).unwrap());
    }
    assert_eq!(reported, reached, "each reached place is reported once");
}

#[test]
fn another_character_is_put_into_the_recordings() {
    let bag = room();
    let settings = Settings { radii: DVec3::new(0.3, 0.7, 0.3), ..Settings::default() };
    let character = Character { config: Some(Config::new(&settings).unwrap()), speed: Some(4.0) };
    let mut parts = Parts::of_walk(&bag, &walk(&bag), character).unwrap();
    let findings = checked(&parts, &()).findings;
    assert!(open_all(&bag, &mut parts, &findings) > 0);
    let bytes = findings.iter().find_map(|finding| parts.session_recording(finding).unwrap()).unwrap();
    let (session, _) = Session::open_kept(&bag, &bytes).unwrap();
    assert_eq!(session.settings().radii, settings.radii);
}

#[test]
fn a_scene_is_checked_without_what_moves_and_its_recordings_need_no_files() {
    let walk = Entry::named("doors").unwrap().setup(&Wishes::default()).unwrap();
    let config = walk.players[0].config;
    let character = Character { config: Some(config), speed: None };
    let mut parts = Parts::of_walk(&Bag::default(), &walk, character).unwrap();
    assert!(parts.movers > 0 && parts.setup.movers.is_empty());
    assert!(parts.setup.scene.world.body_count() < walk.scene.world.body_count());
    let Checked { summary, findings, .. } = checked(&parts, &());
    assert!(summary.reached > 100, "{summary:?}");
    open_all(&Bag::default(), &mut parts, &findings);
}
