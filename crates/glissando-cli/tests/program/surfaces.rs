//! What `walk` does on surfaces that change the pace.

use super::folder::{Folder, Run};
use serde_json::{Value, json};

/// A floor of two materials that meet at z = 0: mud in front of it, ice behind.
const FLOOR: &str = "o floor\nv -20 0 -9\nv 20 0 -9\nv 20 0 0\nv -20 0 0\nv 20 0 9\nv -20 0 9\n\
    usemtl mud\nf 1 4 3\nf 1 3 2\nusemtl ice\nf 4 6 5\nf 4 5 3\n";

fn walk(tractions: &Value, z: f64) -> Run {
    let script = json!({
        "world": [{"level": "floor.obj", "tractions": tractions}],
        "spawn": [-15, 0.92, z],
        "ticks": [{"for": 90, "wish": [4, 0, 0]}, {"for": 30}]
    });
    Folder::new()
        .with("floor.obj", FLOOR)
        .with("s.json", script.to_string())
        .run(&["walk", "--script", "s.json"], "")
}

/// The speeds at the end of the walk and half a second later.
fn speeds(tractions: &Value, z: f64) -> [f64; 2] {
    let run = walk(tractions, z);
    assert_eq!(run.code(), 0, "{}", run.err());
    let lines = run.lines();
    [89, 119].map(|tick| lines[tick]["velocity"][0].as_f64().unwrap())
}

#[test]
fn a_walker_is_slow_on_mud_and_glides_on_ice() {
    let both = json!([{"material": "mud", "speed": 0.25}, {"material": "ice", "friction": 0.02}]);
    let (mud, ice) = (-5.0, 5.0);
    assert_eq!(speeds(&json!([]), mud), [4.0, 0.0]);
    assert_eq!(speeds(&both, mud), [1.0, 0.0]);
    let [walking, gliding] = speeds(&both, ice);
    assert!(walking == 4.0 && (gliding - 3.6).abs() < 1e-9, "{walking} {gliding}");
    // Without a name it is for all materials that no other entry names.
    let rest = json!([{"material": "ice"}, {"speed": 0.5}]);
    assert_eq!(speeds(&rest, mud), [2.0, 0.0]);
    assert_eq!(speeds(&rest, ice), [4.0, 0.0]);
}

#[test]
fn wrong_tractions_are_refused_by_name() {
    let refused = |tractions: Value, words: &[&str]| {
        let run = walk(&tractions, 5.0);
        let told = run.err();
        assert!(run.code() == 2 && words.iter().all(|word| told.contains(word)), "{told}");
    };
    refused(json!([{}, {"material": "snow"}]), &["tractions[1].material is \"snow\"", "\"mud\", \"ice\""]);
    refused(json!([{"friction": -0.5}]), &["tractions[0]", "friction of a traction is -0.5", "0 and 1000"]);
    refused(
        json!([{"material": "ice"}, {"material": "ice"}]),
        &["tractions[1].material is \"ice\", which tractions[0]"],
    );
    refused(json!([{}, {"speed": 2}]), &["tractions[1] names no material, and neither does tractions[0]"]);
    refused(json!([{"grip": 1}]), &["world[0].tractions[0]", "`grip`", "`friction`"]);
}
