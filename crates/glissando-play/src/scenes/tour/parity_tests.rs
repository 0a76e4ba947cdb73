//! `docs/parity/tour.txt`, which every language reads, is the tour: its level, its movers, its script.
//!
//! After a change of the tour: `GLISSANDO_WRITE_PARITY=1 cargo test -p glissando-play parity`.

use super::{SCRIPT_TEXT, level, movers};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/parity/tour.txt");

/// Half the height of the tour's characters: scripts give centres, the file feet.
const HALF_HEIGHT: f64 = 0.9;

/// The objects of an OBJ text by name, in their order, each as lines `v` and `f` with indices of its own and triangles only.
fn objects(text: &str) -> Vec<(String, String)> {
    let (mut found, mut vertices, mut first) = (Vec::<(String, String)>::new(), 0, 0);
    for line in text.lines() {
        let mut words = line.split(' ');
        match (words.next(), found.last_mut()) {
            (Some("o"), _) => {
                found.push((words.collect(), String::new()));
                first = vertices;
            }
            (Some("v"), Some((_, lines))) => {
                vertices += 1;
                writeln!(lines, "{line}").unwrap();
            }
            (Some("f"), Some((_, lines))) => {
                let corners: Vec<usize> = words.map(|word| word.parse::<usize>().unwrap() - first).collect();
                for pair in corners[1..].windows(2) {
                    writeln!(lines, "f {} {} {}", corners[0], pair[0], pair[1]).unwrap();
                }
            }
            _ => {}
        }
    }
    found
}

/// The numbers of a list, or the default ones, with a space before each.
fn numbers(list: &Value, default: &[f64]) -> String {
    let given = list.as_array().map(|list| list.iter().map(|number| number.as_f64().unwrap()).collect());
    let all: Vec<f64> = given.unwrap_or_else(|| default.to_vec());
    all.iter().map(|number| format!(" {number}")).collect()
}

const ZERO: [f64; 3] = [0.0; 3];

/// The lines of a mover, if the piece is one.
fn mover(piece: &Value) -> String {
    let policies = ["push", "stop", "reverse"];
    let policy = policies.iter().position(|name| piece["policy"] == **name).unwrap_or(0);
    let pivot = numbers(&piece["pivot"], &ZERO);
    if let Some(motion) = piece.get("motion") {
        let pivot = numbers(&motion["pivot"], &ZERO);
        let (linear, angular) = (numbers(&motion["linear"], &ZERO), numbers(&motion["angular"], &ZERO));
        return format!("turn {policy}{pivot}{linear}{angular}\n");
    }
    let (ends, wait) = match piece["ends"]["call"]["wait"].as_f64() {
        Some(wait) => (2, wait),
        None => (usize::from(piece["ends"] != "loop"), 0.0),
    };
    let mut text = format!("path {policy} {ends} {wait}{pivot}\n");
    for key in piece["path"].as_array().unwrap() {
        let (time, turn) = (key["time"].as_f64().unwrap_or(0.0), [0.0, 0.0, 0.0, 1.0]);
        let place = numbers(&key["translation"], &ZERO) + &numbers(&key["rotation"], &turn);
        writeln!(text, "key {time}{place}").unwrap();
    }
    text
}

/// The line of a trigger.
fn trigger(piece: &Value, lines: &str, movers: &BTreeMap<String, usize>) -> String {
    let effect = &piece["effect"];
    let effect = match effect["type"].as_str().unwrap() {
        "open" => format!("0 {} 0 0", movers[effect["target"].as_str().unwrap()]),
        "launch" => format!("1{}", numbers(&effect["velocity"], &ZERO)),
        "pick_up" => "2 0 0 0".to_owned(),
        other => panic!("an effect that the file has no number for: {other}"),
    };
    // A pane has two triangles, and no inside.
    let is_pane = lines.matches("\nf ").count() == 2;
    format!("trigger {} {effect}\n{lines}", usize::from(!is_pane))
}

/// The lines of a character: where it starts, and its input.
fn character(role: &Value, movers: &BTreeMap<String, usize>) -> String {
    let centre: Vec<f64> =
        role["spawn"].as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect();
    let mut text = format!("character {} {} {}\n", centre[0], centre[1] - HALF_HEIGHT, centre[2]);
    for span in role["ticks"].as_array().unwrap() {
        // Wishes are exact in `f32` too.
        let wish = span["wish"].as_array().map_or_else(
            || " 0 0 0".to_owned(),
            |wish| {
                let exact = |number: &Value| (number.as_f64().unwrap() * 256.0).round() / 256.0;
                wish.iter().map(|number| format!(" {}", exact(number))).collect()
            },
        );
        let buttons: u32 = [("jump", 1), ("crouch", 2), ("fly", 4)]
            .into_iter()
            .filter(|(name, _)| span[name] == true)
            .map(|(_, bit)| bit)
            .sum();
        let opened = span["open"][0].as_str().map_or("-1".to_owned(), |name| movers[name].to_string());
        writeln!(text, "walk {}{wish} {buttons} {opened}", span["for"]).unwrap();
    }
    text
}

fn text() -> String {
    let script: Value = serde_json::from_str(SCRIPT_TEXT).unwrap();
    let parts: BTreeMap<String, String> = objects(&movers::text()).into_iter().collect();
    let mut text: String =
        objects(&level::text()).into_iter().map(|(_, lines)| format!("body\n{lines}")).collect();
    let mut numbers_of_movers = BTreeMap::new();
    let mut count = 0;
    for piece in &script["world"].as_array().unwrap()[1..] {
        let lines = &parts[piece["part"].as_str().unwrap()];
        if piece["kind"] == "trigger" {
            text += &trigger(piece, lines, &numbers_of_movers);
            continue;
        }
        text += &format!("body\n{lines}{}", mover(piece));
        if let Some(name) = piece["name"].as_str() {
            numbers_of_movers.insert(name.to_owned(), count);
        }
        count += 1;
    }
    for role in script["characters"].as_array().unwrap() {
        text += &character(role, &numbers_of_movers);
    }
    text
}

#[test]
fn the_file_of_all_languages_is_the_tour() {
    if std::env::var_os("GLISSANDO_WRITE_PARITY").is_some() {
        std::fs::write(FILE, text()).unwrap();
    }
    assert!(
        std::fs::read_to_string(FILE).unwrap() == text(),
        "docs/parity/tour.txt is not the tour: write it anew"
    );
}
