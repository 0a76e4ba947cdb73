//! Entity lists beside a level: their mechanisms, and notes on nonsense in them.

use super::support::{Folder, square};
use glissando::DVec3;
use glissando::trigger::effect::Effect;
use glissando_level::{LoadOptions, Mechanisms, TriggerShape, load, load_mechanisms};

/// A level of one square, its entity list, and its movers, in a folder of its own.
pub(super) fn beside(test: &str, entities: &str, movers: Option<&[u8]>) -> Result<Mechanisms, String> {
    let folder = Folder::new(test);
    let path = folder.write("a.glb", square(r#"[{"mesh":0}]"#, ""));
    folder.write("a.entities.json", entities);
    if let Some(movers) = movers {
        folder.write("a.movers.glb", movers);
    }
    let level = load(&path, &LoadOptions::default()).map_err(|e| e.to_string())?;
    load_mechanisms(&path, &level, &LoadOptions::default()).map_err(|e| e.to_string())
}

pub(super) const DOOR: &str =
    r#"{"class":"func_door","node":"door","aabb":[[0,0,-1],[1,0,0]],"travel":[0,3,0],"speed":2}"#;

pub(super) fn door_meshes() -> Vec<u8> {
    square(r#"[{"name":"door","mesh":0}]"#, "")
}

#[test]
fn a_level_without_any_of_it_has_empty_lists() {
    let folder = Folder::new("no-mechanisms");
    let path = folder.write("a.glb", square(r#"[{"mesh":0}]"#, ""));
    let level = load(&path, &LoadOptions::default()).unwrap();
    let found = load_mechanisms(&path, &level, &LoadOptions::default()).unwrap();
    assert!(found.is_empty() && found.notes.is_empty() && found.destinations.is_empty());
}

#[test]
fn the_options_can_say_not_to_look_beside_the_file() {
    let folder = Folder::new("not-beside");
    let path = folder.write("a.glb", square(r#"[{"mesh":0}]"#, ""));
    folder.write("a.entities.json", "damaged");
    let options = LoadOptions { use_manifest: false, ..LoadOptions::default() };
    let level = load(&path, &options).unwrap();
    assert!(load_mechanisms(&path, &level, &options).unwrap().is_empty());
}

#[test]
fn one_bad_entity_is_left_out_and_the_others_stay() {
    for (bad, note) in [
        (DOOR.replace("\"door\",\"aabb", "\"gone\",\"aabb"), "no mesh has its node \"gone\""),
        (DOOR.replace("[0,3,0]", "[0,0,0]"), "travel has no length"),
        (DOOR.replace("[0,3,0]", "[0,1e300,0]"), "travel is [0.0, 1e300"),
        (DOOR.replace("[0,3,0]", "[0,3]"), "invalid length 2"),
        (DOOR.replace(r#""travel":[0,3,0],"#, ""), "travel is missing"),
        (DOOR.replace(":2}", ":0}"), "speed in m/s is 0"),
        (DOOR.replace(":2}", ":2,\"keys\":{\"wait\":\"NaN\"}}"), "wait is NaN"),
        (DOOR.replace(":2}", ":2,\"keys\":{\"wait\":\"soon\"}}"), "wait is \"soon\""),
        (DOOR.replace(":2}", ":2,\"keys\":{\"dmg\":[]}}"), "dmg is []"),
        (DOOR.replace("func_door", "func_train"), "path has 0 corners"),
        (DOOR.replace("func_door", "func_rotating"), "axis is missing"),
        (DOOR.replace("func_door", "func_bobbing"), "amplitude is missing"),
        ("7".into(), "invalid type"),
        ("{}".into(), "missing field `node`"),
    ] {
        let list = format!(r#"{{"movers":[{bad},{DOOR}]}}"#);
        let found = beside("bad-entity", &list, Some(&door_meshes())).unwrap();
        assert_eq!(found.movers.len(), 1, "{bad}");
        let [line] = &found.notes[..] else { panic!("{bad}: {:?}", found.notes) };
        assert!(line.starts_with("entities, mover 0 is left out") && line.contains(note), "{bad}: {line}");
    }
}

#[test]
fn one_bad_trigger_is_left_out_and_the_others_stay() {
    let good = r#"{"class":"trigger_hurt","aabb":[[0,0,0],[1,1,1]],"dmg":"7"}"#;
    for (bad, note) in [
        (r#"{"class":"trigger_hurt"}"#, "it is nowhere"),
        (r#"{"class":"trigger_hurt","aabb":[[0,0,0],[1,1,1]],"dmg":"inf"}"#, "dmg is inf"),
        (r#"{"class":"trigger_hurt","aabb":[[0,0,0],[1,1e300,1]]}"#, "aabb is [1.0, 1e300"),
        (r#"{"class":"trigger_push","aabb":[[0,0,0],[1,1,1]]}"#, "target_pos is missing"),
        (r#"{"class":"trigger_teleport","aabb":[[0,0,0],[1,1,1]]}"#, "leads nowhere"),
        (r#"{"class":"trigger_teleport_line","line":[[0,0,0],[0,0,0]],"target_pos":[0,0,0]}"#, "no length"),
        (r#"{"class":"teleport","pos":[0,0,0],"links":[9]}"#, "none of its links is a teleport"),
        (r#"{"class":"pusher","pos":[0,0,0],"yaw":1e300,"force":1}"#, "yaw is 1e300"),
    ] {
        let found = beside("bad-trigger", &format!(r#"{{"triggers":[{bad},{good}]}}"#), None).unwrap();
        assert_eq!(found.triggers[0].effect, Effect::Hurt { per_second: 7.0 / 0.1 }, "{bad}");
        let [line] = &found.notes[..] else { panic!("{bad}: {:?}", found.notes) };
        assert!(line.starts_with("entities, trigger 0 is left out") && line.contains(note), "{bad}: {line}");
    }
}

#[test]
fn a_line_is_a_wall_as_high_as_the_level_that_counts_from_its_right() {
    let line = r#"{"class":"trigger_teleport_line","line":[[0,0,0],[2,0,0]],"target_pos":[5,1,5]}"#;
    let goal = r#"{"class":"teleport_dest","pos":[5,1,5],"yaw_deg":90}"#;
    let list = format!(r#"{{"aabb":[[-9,-3,-9],[9,8,9]],"triggers":[{line}],"targets":[{goal}]}}"#);
    let found = beside("line", &list, None).unwrap();
    let TriggerShape::Surface { soup, front_only: true } = &found.triggers[0].shape else { panic!() };
    let [a, b, c] = soup.triangles[0].map(|i| soup.vertices[i as usize].as_dvec3());
    let front = (b - a).cross(c - a);
    assert!(front.z > 0.0 && front.x == 0.0 && front.y == 0.0, "a walk along it has +Z on the right");
    assert_eq!((a.y, c.y), (-3.0, 8.0));
    let Effect::Teleport { to, velocity } = found.triggers[0].effect else { panic!() };
    assert_eq!((to.to_array(), velocity), ([5.0, 1.0, 5.0], Some(DVec3::ZERO)));
    assert_eq!(found.triggers[0].yaw_radians, Some(std::f64::consts::FRAC_PI_2));
}

#[test]
fn a_long_list_is_cut_and_takes_little_time_and_triangles() {
    let many = |piece: &str, count: usize| vec![piece; count].join(",");
    let list = format!(
        r#"{{"movers":[{}],"triggers":[{}]}}"#,
        many(DOOR, 70_000),
        many(r#"{"class":"trigger_multiple","aabb":[[5,5,5],[6,6,6]]}"#, 70_000)
    );
    let found = beside("long", &list, Some(&door_meshes())).unwrap();
    assert_eq!((found.movers.len(), found.triggers.len()), (65_536, 65_536));
    let cut = found.notes.iter().filter(|n| n.contains("4464")).count();
    assert_eq!(cut, 2, "{:?}", found.notes);
}

#[test]
fn a_missing_or_damaged_file_beside_the_level_is_named() {
    let list = format!(r#"{{"movers":[{DOOR}]}}"#);
    let found = beside("no-meshes", &list, None).unwrap();
    assert!(found.movers.is_empty() && found.notes[0].contains("no mesh has its node"), "{:?}", found.notes);
    let error = beside("bad-meshes", &list, Some(b"glTF")).unwrap_err();
    assert!(error.contains("a.movers.glb"), "{error}");
    let error = beside("bad-list", r#"{"movers":7}"#, None).unwrap_err();
    assert!(error.contains("a.entities.json"), "{error}");
}

#[test]
fn names_that_fire_each_other_in_a_circle_and_names_of_nobody_are_only_data() {
    let door = |target: &str, name: &str| {
        DOOR.replace(
            ":2}",
            &format!(":2,\"keys\":{{\"target\":\"{target}\",\"targetname\":\"{name}\",\"team\":\"t\"}}}}"),
        )
    };
    let list = format!(r#"{{"movers":[{},{},{}]}}"#, door("b", "a"), door("a", "b"), door("x", "c"));
    let found = beside("circle", &list, Some(&door_meshes())).unwrap();
    assert_eq!(found.movers_started_by("a"), [0, 1, 2], "one team");
    assert_eq!(found.movers_started_by("x"), [0_usize; 0]);
    assert_eq!(found.notes, [r#""door": its target "x" is no mover"#]);
}
