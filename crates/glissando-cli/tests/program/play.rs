//! `glissando play`: what it says where there is no display, and, where there is one, what it shows.
//!
//! The second kind is ignored unless asked for: `.ci/window` brings a display and runs them.

use super::folder::{FLOOR, Folder, Run, WALL};
use serde_json::Value;
use std::collections::HashSet;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::process::{Command, Stdio};

/// As small as the words leave room for the world: a software driver draws every pixel itself.
const SIZE: &str = "640x400";

fn play(folder: &Folder, words: &[&str]) -> Run {
    folder.run(&[&["play", "--size", SIZE], words].concat(), "")
}

/// The last line of a game: its ticks, the place of the character, and the state hash.
fn end(run: &Run) -> (u64, [f64; 3], String) {
    assert_eq!(run.code(), 0, "{}", run.err());
    let out = run.out();
    let line = out.lines().last().expect("a game says how it ended");
    let (_, rest) = line.split_once(": ").expect(line);
    let (ticks, rest) = rest.split_once(" ticks, at ").expect(line);
    let (place, hash) = rest.split_once(", state hash ").expect(line);
    let place: Vec<f64> = place.split(',').map(|part| part.parse().unwrap()).collect();
    (ticks.parse().unwrap(), place.try_into().unwrap(), hash.to_owned())
}

/// Red, green, blue of every pixel, row by row from the top, and how many there are in a row.
fn pixels(path: &Path) -> (Vec<[u8; 3]>, usize) {
    let decoder = png::Decoder::new(BufReader::new(File::open(path).unwrap()));
    let mut reader = decoder.read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    assert_eq!(info.color_type, png::ColorType::Rgba);
    let pixels = bytes.as_chunks::<4>().0.iter().map(|[r, g, b, _]| [*r, *g, *b]).collect();
    (pixels, info.width as usize)
}

/// Whether a picture shows a world, a character in it, and words over it.
fn shows_somebody_in_a_world(path: &Path) {
    let (pixels, width) = pixels(path);
    assert_eq!((pixels.len(), width), (640 * 400, 640));
    let colours: HashSet<[u8; 3]> = pixels.iter().copied().collect();
    assert!(colours.len() > 200, "{} colours", colours.len());
    let share = |is: fn(&[u8; 3]) -> bool| {
        pixels.iter().filter(|pixel| is(pixel)).count() as f64 / pixels.len() as f64
    };
    let orange = share(|[r, g, b]| r > g && u16::from(*g) > 2 * u16::from(*b) && *r > 90);
    let bright = share(|pixel| pixel.iter().all(|c| *c > 220));
    assert!((0.005..0.2).contains(&orange), "the character is {orange} of the picture");
    assert!((0.001..0.2).contains(&bright), "words are {bright} of the picture");
}

#[test]
fn without_a_display_it_says_what_can_be_done_instead() {
    let folder = Folder::new().with("hall.obj", FLOOR);
    for words in [&["play"][..], &["play", "hall.obj"], &["play", "--scene", "crowd", "--keys", "w:1"]] {
        let output = Command::new(env!("CARGO_BIN_EXE_glissando"))
            .args(words)
            .current_dir(folder.path(""))
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY")
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let run = Run(output);
        let error = run.err();
        assert_eq!((run.code(), error.lines().count()), (2, 1), "{error}");
        assert!(error.contains("no display") && error.contains("`glissando serve`"), "{error}");
        assert!(error.contains("`glissando walk`") && run.out().is_empty(), "{error}");
    }
}

#[test]
fn what_cannot_be_played_is_said_before_a_window_opens() {
    let folder =
        Folder::new().with("hall.obj", FLOOR).with("no.clip.json", r#"{"glissando":"clip","version":99}"#);
    let refused = |words: &[&str], parts: &[&str]| {
        let run = play(&folder, words);
        assert_eq!(run.code(), 2, "{words:?}");
        let error = run.err();
        assert!(parts.iter().all(|part| error.contains(part)), "{error} does not say {parts:?}");
    };
    refused(&["gone.glb"], &["gone.glb"]);
    refused(&["--scene", "moon"], &["moon", "there are tour"]);
    refused(&["--scene", "tour", "hall.obj"], &["cannot be used with"]);
    refused(&["--keys", "w+bell:1"], &["no key \"bell\"", "space"]);
    refused(&["--seconds", "-1"], &["--seconds is -1"]);
    refused(&["hall.obj", "--spawn", "x"], &["spawn x: "]);
    refused(&["--clip", "no.clip.json"], &["--clip", "a clip of version 9", "this program reads version"]);
    refused(&["--clip", "no.clip.json", "--hz", "30"], &["cannot be used with"]);
    refused(&["--clip", "nowhere"], &["nowhere", "#clip="]);
    assert_eq!(play(&folder, &["--scene", "list"]).code(), 0);
}

#[test]
#[ignore = "needs a display: .ci/window"]
fn the_tour_is_walked_in_the_window_to_the_bits_of_a_walk_without_one() {
    let folder = Folder::new();
    let words = ["--autopilot", "--seconds", "4", "--screenshot", "tour.png"];
    let (ticks, _, hash) = end(&play(&folder, &words));
    assert_eq!(ticks, 240);
    let walk = folder.run(&["walk", "--seconds", "4", "--out", "walk.jsonl"], "").out();
    assert!(walk.contains(&hash), "{hash}: {walk}");
    shows_somebody_in_a_world(&folder.path("tour.png"));
}

#[test]
#[ignore = "needs a display: .ci/window"]
fn in_a_small_level_keys_walk_turn_jump_and_walls_hold() {
    let folder = Folder::new().with("hall.obj", [FLOOR, &WALL.replace("f 1 2 3", "f 5 6 7")].concat());
    let level = ["hall.obj", "--spawn", "0,0.95,0"];
    // A quarter turn to the right, and on until the wall.
    let turned = "none:0.5,right:0.65,w:2";
    let keys = format!("{turned},o,none,o,none,o,none,v,none,v,h,none,h,p,none:0.1");
    let (_, [x, y, _], _) =
        end(&play(&folder, &[&level[..], &["--keys", &keys, "--screenshot", "hall.png"]].concat()));
    assert!((3.0..4.0).contains(&x) && (0.8..1.0).contains(&y), "{x}, {y}");
    shows_somebody_in_a_world(&folder.path("hall.png"));
    // `a` jumps for a player that walks with the cursor keys.
    let (_, [_, y, _], _) =
        end(&play(&folder, &[&level[..], &["--keys", "none:0.5,up:0.2,up+a:0.3"]].concat()));
    assert!(y > 1.3, "{y}");
}

#[test]
#[ignore = "needs a display: .ci/window"]
fn time_stops_goes_back_and_again_and_a_clip_opens_where_it_was_kept() {
    let folder = Folder::new();
    let ended = |keys: &str, more: &[&str]| end(&play(&folder, &[&["--keys", keys], more].concat()));
    let there = ended("w:1,p,none:0.5", &[]);
    assert_eq!(there.0, 60);
    // One tick back and on, and with R back for half a second and on for as long, is the same place.
    assert_eq!(ended("w:1,p,comma,none,comma,none,period,none,period,none:0.1", &[]), there);
    let run = play(&folder, &["--keys", "w:1,p,k,none:0.1"]);
    let (out, kept) = (run.out(), folder.path("glissando-tour-1.clip.json"));
    let link = out.lines().find(|line| line.starts_with("#clip=")).expect("a link");
    assert_eq!(end(&run), there);
    let clip: Value = serde_json::from_slice(&std::fs::read(kept).unwrap()).unwrap();
    assert_eq!(clip["to"], 60);
    for text in ["glissando-tour-1.clip.json", &format!("https://example.org/play{link}")] {
        assert_eq!(ended("none:0.2", &["--clip", text]), there);
    }
    let (ticks, ..) = ended("w:1,r:0.5", &[]);
    assert!((25..=35).contains(&ticks), "{ticks}");
    let (ticks, ..) = ended("w:1,p,f12,[,none,q,none:9", &[]);
    assert_eq!(ticks, 60);
    shows_somebody_in_a_world(&folder.path("glissando-tour-1.png"));
}

#[test]
#[ignore = "needs a display: .ci/window"]
fn a_crowd_of_a_thousand_is_drawn() {
    let folder = Folder::new();
    end(&play(&folder, &["--scene", "crowd", "--seconds", "0.5", "--screenshot", "crowd.png"]));
    shows_somebody_in_a_world(&folder.path("crowd.png"));
}
