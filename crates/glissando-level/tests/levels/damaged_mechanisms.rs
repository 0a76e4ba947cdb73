//! Damaged extras and entity lists.

use super::entities::{DOOR, beside, door_meshes};
use super::extras::rich;
use super::support::Accidents;
use glissando::trigger::effect::Effect;
use glissando_level::{Format, LoadOptions, Mechanisms, MotionSpec, TriggerShape, load_bytes};
use glissando_testkit::form;

#[test]
fn no_damaged_entity_list_or_extras_make_a_reader_panic_or_give_numbers_that_are_none() {
    let list = format!(
        r#"{{"aabb":[[-9,-9,-9],[9,9,9]],"movers":[{DOOR},{{"class":"func_train","node":"door","path":[[0,0,0],[1,2,3]],"speed":2,
        "keys":{{"dmg":"1","target":"t"}}}},{{"class":"func_bobbing","node":"door","amplitude":[1,0,0],"period_s":4}}],
        "triggers":[{{"class":"trigger_push","aabb":[[0,0,0],[1,1,1]],"brushes":[{{"aabb":[[0,0,0],[1,1,1]],
        "planes":[[1,0,0,1],[-1,0,0,0],[0,1,0,1],[0,-1,0,0],[0,0,1,1],[0,0,-1,0],[1,1,1,2.5]]}}],"target_pos":[3,9,1]}},
        {{"class":"trigger_teleport_line","line":[[0,0,0],[1,0,0]],"target_pos":[1,1,1]}},
        {{"class":"pusher","pos":[0,0,0],"yaw":30,"pitch":40,"force":5}}],
        "liquids":[{{"kind":"lava","aabb":[[0,0,0],[1,1,1]]}}],"targets":[{{"class":"x","pos":[1,2,3],"yaw_deg":4}}]}}"#
    );
    let movers = door_meshes();
    let whole = beside("whole", &list, Some(&movers)).unwrap();
    assert_eq!(
        (whole.movers.len(), whole.triggers.len(), whole.liquids.len()),
        (3, 3, 1),
        "{:?}",
        whole.notes
    );
    assert!(matches!(whole.triggers[0].shape, TriggerShape::Closed(_)));
    let rich = rich();
    let text = rich.iter().position(|&b| b == b'{').unwrap();
    let mut accidents = Accidents(0x5DEE_CE66_D1CE_CAFE);
    let absurd = ["1e300", "-1", "0", "null", "[]", "\"NaN\"", "1e-300", "{}", "99999999999999999999"];
    let (mut cases, mut kept) = (0, 0);
    let mut check = |found: &Mechanisms| {
        for mover in &found.movers {
            assert!(mover.origin.is_finite() && mover.damage.is_finite());
            let fine = match &mover.motion {
                MotionSpec::Shuttle { travel, speed, wait } => {
                    travel.is_finite() && *speed > 0.0 && wait.is_none_or(|w| w >= 0.0)
                }
                MotionSpec::Steady { linear, angular, pivot } => {
                    linear.is_finite() && angular.is_finite() && pivot.is_finite()
                }
                MotionSpec::Path { keys, .. } => keys.windows(2).all(|k| k[0].time < k[1].time),
                MotionSpec::Bob { amplitude, period, .. } => amplitude.is_finite() && *period > 0.0,
                MotionSpec::Swing { axis, .. } => (axis.length() - 1.0).abs() < 1e-9,
                _ => true,
            };
            assert!(fine, "{:?}", mover.motion);
        }
        for trigger in found.triggers.iter().chain(&found.liquids) {
            match trigger.effect {
                Effect::Launch { velocity } => assert!(velocity.is_finite()),
                Effect::Teleport { to, velocity } => {
                    assert!(to.is_finite() && velocity.is_none_or(|v| v.is_finite()));
                }
                _ => {}
            }
        }
        kept += found.movers.len() + found.triggers.len();
    };
    for _ in 0..form::cases(1500, 4000) {
        let mut damaged = list.clone();
        for _ in 0..=accidents.below(3) {
            let spots: Vec<usize> =
                damaged.char_indices().filter(|(_, c)| c.is_ascii_digit()).map(|(i, _)| i).collect();
            let at = spots[accidents.below(spots.len())];
            damaged.replace_range(at..=at, absurd[accidents.below(absurd.len())]);
        }
        if accidents.below(8) == 0 {
            damaged.truncate(accidents.below(damaged.len()));
        }
        if let Ok(found) = beside("damaged", &damaged, Some(&movers)) {
            check(&found);
        }
        let mut bytes = rich.clone();
        let length = bytes.len() - text;
        for _ in 0..=accidents.below(6) {
            bytes[text + accidents.below(length)] = b"0123456789-.e[]{}\",:tn"[accidents.below(22)];
        }
        if let Ok(level) = load_bytes(Format::Gltf, &bytes, &LoadOptions::default()) {
            check(&Mechanisms::of_level(&level));
        }
        cases += 2;
    }
    println!("{cases} cases, {kept} movers and triggers");
    assert!(kept > cases);
}
