//! Every level of the shared collection gives the movers, triggers, liquids and targets of its entity list.
//!
//! The collection is not part of the repository: see `glissando_testkit::levels::shared_folder`.

use glissando::stage::Policy;
use glissando::trigger::effect::Effect;
use glissando::{DVec3, Mesh, MeshOptions, Vec3};
use glissando_level::{
    LoadOptions, Mechanisms, MotionSpec, MoverSpec, Start, TriggerShape, load, load_mechanisms,
};
use glissando_testkit::levels::shared_folder;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

fn json(path: PathBuf) -> Value {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// The names of all levels.
fn names(folder: &Path) -> Vec<String> {
    let manifest = json(folder.join("manifest.json"));
    let levels = manifest["levels"].as_array().unwrap().iter();
    levels.map(|level| level["name"].as_str().unwrap().to_owned()).collect()
}

fn mechanisms(folder: &Path, name: &str) -> Mechanisms {
    let path = folder.join(format!("{name}.glb"));
    let level = load(&path, &LoadOptions::default()).unwrap();
    load_mechanisms(&path, &level, &LoadOptions::default()).unwrap()
}

fn bounds(vertices: &[Vec3]) -> (DVec3, DVec3) {
    let mut all = vertices.iter().map(|v| v.as_dvec3());
    let first = all.next().unwrap();
    all.fold((first, first), |(low, high), v| (low.min(v), high.max(v)))
}

/// How far a mover gets from rest, at most.
fn reach(motion: &MotionSpec) -> f64 {
    match motion {
        MotionSpec::Shuttle { travel, speed, wait } => {
            assert!(*speed > 0.1 && *speed < 50.0 && wait.is_none_or(|w| w < 60.0));
            travel.length()
        }
        MotionSpec::Path { keys, .. } => {
            assert_eq!(keys[0].translation, DVec3::ZERO);
            assert_eq!(keys.last().unwrap().translation, DVec3::ZERO);
            keys.iter().map(|k| k.translation.length()).fold(0.0, f64::max)
        }
        MotionSpec::Bob { amplitude, period, .. } => {
            assert!(*period > 0.0);
            amplitude.length()
        }
        MotionSpec::Steady { linear, angular, .. } => {
            assert!(*linear == DVec3::ZERO && angular.length() > 0.1);
            0.1
        }
        other => panic!("no class of the collection gives {other:?}"),
    }
}

#[test]
#[ignore = "needs ../shared/levels"]
fn every_shared_level_has_the_mechanisms_of_its_entity_list() {
    let folder = shared_folder();
    let mut classes: BTreeMap<String, usize> = BTreeMap::new();
    for name in names(&folder) {
        let list = json(folder.join(format!("{name}.entities.json")));
        let found = mechanisms(&folder, &name);
        let count = |key: &str| list[key].as_array().map_or(0, Vec::len);
        assert_eq!(found.movers.len(), count("movers"), "{name}: {:?}", found.notes);
        assert_eq!(found.triggers.len(), count("triggers"), "{name}: {:?}", found.notes);
        assert_eq!(found.liquids.len(), count("liquids"), "{name}: {:?}", found.notes);
        assert_eq!(found.destinations.len(), count("targets"), "{name}: {:?}", found.notes);
        let odd = |note: &&String| note.contains("left out") || note.contains("not known");
        assert_eq!(found.notes.iter().find(odd), None, "{name}");
        let kinds = found.movers.iter().map(|m| &m.class).chain(found.triggers.iter().map(|t| &t.class));
        for class in kinds {
            *classes.entry(class.clone()).or_default() += 1;
        }
        println!("{name}: {:#?}", found.notes);
    }
    println!("{classes:?}");
    assert_eq!(classes.len(), 15, "{classes:?}");
}

#[test]
#[ignore = "needs ../shared/levels"]
fn every_mover_has_its_triangles_and_moves_inside_of_its_level() {
    let folder = shared_folder();
    let mut movers = 0;
    for name in names(&folder) {
        let path = folder.join(format!("{name}.glb"));
        let level = load(&path, &LoadOptions::default()).unwrap();
        let found = load_mechanisms(&path, &level, &LoadOptions::default()).unwrap();
        let list = json(folder.join(format!("{name}.entities.json")));
        let (low, high) = bounds(&level.flatten().unwrap().vertices);
        for (mover, entity) in found.movers.iter().zip(list["movers"].as_array().unwrap()) {
            assert_eq!(Some(mover.name.as_str()), entity["node"].as_str());
            assert_eq!(Some(mover.soup.triangles.len() as u64), entity["triangles"].as_u64());
            Mesh::build(&mover.soup, &MeshOptions::default()).unwrap();
            let middle = mover.origin + {
                let (low, high) = bounds(&mover.soup.vertices);
                (low + high) * 0.5
            };
            let slack = reach(&mover.motion) + 0.5;
            assert!(slack > 0.1 && slack < 60.0, "{name} {}: {slack}", mover.name);
            let beyond = (low - middle).max(middle - high).max_element();
            assert!(beyond < 0.5, "{name} {} rests {beyond} m outside", mover.name);
            if let MotionSpec::Shuttle { travel, .. } = mover.motion {
                // Doors may vanish into the rock around the level, which has no triangles.
                let (a, b) = box_at_rest(mover);
                let apart = (low - b - travel).max(a + travel - high).max_element();
                assert!(apart <= 0.5, "{name} {} ends {apart} m outside", mover.name);
            }
            movers += 1;
        }
    }
    println!("{movers} movers");
    assert!(movers > 200);
}

fn mover<'a>(found: &'a Mechanisms, name: &str) -> &'a MoverSpec {
    found.movers.iter().find(|m| m.name == name).unwrap()
}

fn box_at_rest(mover: &MoverSpec) -> (DVec3, DVec3) {
    let (low, high) = bounds(&mover.soup.vertices);
    (mover.origin + low, mover.origin + high)
}

#[test]
#[ignore = "needs ../shared/levels"]
fn doom_doors_open_upward_and_lifts_go_down_from_the_top() {
    let folder = shared_folder();
    let found = mechanisms(&folder, "doom_e1m1");
    let door = mover(&found, "door_10");
    assert_eq!(box_at_rest(door).0.to_array(), [24.0, -4.0, -17.0]);
    let travel = DVec3::new(0.0, 124.0 / 32.0, 0.0);
    let (speed, wait) = (70.0 / 32.0, Some(150.0 / 35.0));
    assert_eq!(door.motion, MotionSpec::Shuttle { travel, speed, wait });
    let low = DVec3::new(768.0, -128.0, -608.0) * (1.0 / 32.0);
    let high = DVec3::new(896.0, -4.0, -448.0) * (1.0 / 32.0);
    assert_eq!(door.start, Start::Zone { low, high, holds: true });
    assert_eq!(door.policy, Policy::Reverse);
    for lift in found.movers.iter().filter(|m| m.class == "func_plat") {
        assert!(matches!(lift.motion, MotionSpec::Shuttle { travel, .. } if travel.y < 0.0));
    }
}

#[test]
#[ignore = "needs ../shared/levels"]
fn quake_lifts_rest_lowered_and_doors_that_start_open_rest_open() {
    let folder = shared_folder();
    let found = mechanisms(&folder, "oa_czest2ctf");
    let lift = mover(&found, "mover_1");
    assert_eq!(box_at_rest(lift).1.y, -248.0 / 32.0);
    assert!(matches!(lift.motion, MotionSpec::Shuttle { travel, .. } if travel.y == 248.0 / 32.0));
    let found = mechanisms(&folder, "oa_dm2");
    let (left, right) = (mover(&found, "mover_31"), mover(&found, "mover_32"));
    let gap = box_at_rest(right).0.z - box_at_rest(left).1.z;
    assert_eq!(gap, 2.0 * 152.0 / 32.0, "the halves of the bridge rest apart");
    assert_eq!((&left.start, &right.start), (&Start::Target, &Start::Target), "one team");
    let started = found.movers_started_by("t9");
    let started: Vec<&str> = started.into_iter().map(|m| found.movers[m].name.as_str()).collect();
    assert_eq!(started, ["mover_31", "mover_32"]);
    assert_eq!(mover(&found, "mover_4").policy, Policy::Push, "a crusher by its flag");
    assert_eq!(mover(&found, "mover_44").start, Start::Shot);
}

#[test]
#[ignore = "needs ../shared/levels"]
fn what_has_an_origin_of_its_own_is_drawn_there_and_turns_about_it() {
    let folder = shared_folder();
    let found = mechanisms(&folder, "oa_fan");
    let fan = mover(&found, "mover_17");
    assert_eq!(box_at_rest(fan).0.to_array(), [-1.5, -2.0, -1.5]);
    let MotionSpec::Steady { angular, pivot, .. } = fan.motion else { panic!("{:?}", fan.motion) };
    assert_eq!(pivot.to_array(), [0.0, -82.0 / 32.0, 0.0]);
    assert!((angular - DVec3::Y * -300.0_f64.to_radians()).length() < 1e-12);
    let found = mechanisms(&folder, "oa_dm2");
    let train = mover(&found, "mover_73");
    assert_eq!(train.origin.to_array(), [1840.0 / 32.0, 304.0 / 32.0, 1024.0 / 32.0]);
    let MotionSpec::Path { keys, .. } = &train.motion else { panic!("{:?}", train.motion) };
    let times: Vec<f64> = keys.iter().map(|k| k.time).collect();
    assert_eq!(times, [0.0, 3.2, 6.4]);
    assert_eq!(keys[1].translation.to_array(), [-10.0, 0.0, 0.0]);
}

#[test]
#[ignore = "needs ../shared/levels"]
fn lifts_that_lost_their_trigger_get_the_one_they_touch() {
    let folder = shared_folder();
    for name in ["oa_kaos2", "oa_kaos2_brush", "oa_dm2"] {
        let found = mechanisms(&folder, name);
        let lost = found.triggers.iter().filter(|t| t.class == "trigger_multiple");
        for trigger in lost {
            let target = trigger.target.as_deref().unwrap();
            assert!(!found.movers_started_by(target).is_empty(), "{name} {}", trigger.name);
        }
    }
}

#[test]
#[ignore = "needs ../shared/levels"]
fn jump_pads_reach_their_targets_and_teleports_end_inside_of_their_level() {
    let folder = shared_folder();
    let (mut pads, mut teleports, mut hulls) = (0, 0, 0);
    for name in names(&folder) {
        let path = folder.join(format!("{name}.glb"));
        let level = load(&path, &LoadOptions::default()).unwrap();
        let found = load_mechanisms(&path, &level, &LoadOptions::default()).unwrap();
        let (low, high) = bounds(&level.flatten().unwrap().vertices);
        for trigger in &found.triggers {
            match (&trigger.effect, trigger.apex, &trigger.shape) {
                (Effect::Launch { velocity }, Some(apex), shape) => {
                    let (a, b) = match shape {
                        TriggerShape::Box { low, high } => (*low, *high),
                        TriggerShape::Closed(soup) => bounds(&soup.vertices),
                        other => panic!("{other:?}"),
                    };
                    let time = velocity.y / 25.0;
                    let end = (a + b) * 0.5 + *velocity * time - DVec3::Y * (12.5 * time * time);
                    assert!((end - apex).length() < 1e-9, "{name} {}: {end:?} {apex:?}", trigger.name);
                    // The flattest: 128 m along for 1.9 m of height.
                    assert!(velocity.length() < 350.0, "{name} {}: {velocity:?}", trigger.name);
                    pads += 1;
                }
                (Effect::Teleport { to: position, .. }, ..) => {
                    let beyond = (low - *position).max(*position - high).max_element();
                    assert!(beyond < 0.0, "{name} {}: {position:?}", trigger.name);
                    teleports += 1;
                }
                _ => {}
            }
            hulls += usize::from(matches!(trigger.shape, TriggerShape::Closed(_)));
        }
    }
    println!("{pads} jump pads, {teleports} teleports, {hulls} triggers that are no boxes");
    assert!(pads >= 48 && teleports >= 75 && hulls > 0);
}
