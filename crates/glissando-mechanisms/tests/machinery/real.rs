//! Doors, lifts, teleports, jump pads and what hurts, in real levels.

use crate::scene::{Scene, tells};
use glissando::trigger::effect::Effect;
use glissando::{DVec3, Ground};
use glissando_level::{MotionSpec, Start, TriggerShape, TriggerSpec};
use glissando_mechanisms::{Cause, FULL_HEALTH, Incident, IncidentKind};
use glissando_testkit::levels::shared_folder;

/// The middle of a box shape.
fn middle(trigger: &TriggerSpec) -> Option<DVec3> {
    match &trigger.shape {
        TriggerShape::Box { low, high } => Some((*low + *high) * 0.5),
        TriggerShape::Closed(soup) | TriggerShape::Surface { soup, .. } => {
            let mut all = soup.vertices.iter().map(|v| v.as_dvec3());
            let first = all.next()?;
            let (low, high) = all.fold((first, first), |(l, h), v| (l.min(v), h.max(v)));
            Some((low + high) * 0.5)
        }
    }
}

/// Puts a character before each door of a level and lets it walk through: how many did, of how many that were tried.
fn walk_through_doors(name: &str) -> (usize, usize) {
    let plain = Scene::real(&shared_folder(), name);
    let movers = plain.machinery.movers().len();
    let (mut through, mut tried) = (0, 0);
    for door in 0..movers {
        let mut scene = Scene::real_again(&plain);
        if scene.machinery.mover_class(door) != "func_door" || !is_by_zone(&scene, door) {
            continue;
        }
        let (low, high) = scene.box_of(door);
        let size = high - low;
        let across = if size.x <= size.z { DVec3::X } else { DVec3::Z };
        let thick = size.dot(across);
        let base = DVec3 { y: low.y + 0.3, ..(low + high) * 0.5 };
        let step = across * (0.5 * thick + 1.0);
        // There must be floor and room on both sides; many doors open on to a wall or a pit.
        let (Some(from), Some(to)) =
            (scene.floor_below(base - step, 0.8), scene.floor_below(base + step, 0.8))
        else {
            continue;
        };
        let who = scene.enter(from);
        let mut told = scene.tick().incidents;
        if scene.depth(who) > 0.0 || (scene.feet(who) - from).length() > 0.2 {
            continue;
        }
        tried += 1;
        let mut is_away = false;
        for _ in 0..600 {
            let way = to - scene.feet(who);
            let way = DVec3 { y: 0.0, ..way };
            scene.wish(who, way.try_normalize().map_or(DVec3::ZERO, |d| d * 3.0));
            told.extend(scene.tick().incidents);
            assert!(scene.depth(who) <= 0.0, "{name}, door {door}: inside");
            // Behind some doors a teleport begins.
            is_away = told.iter().any(|incident| matches!(incident.kind, IncidentKind::Teleported { .. }));
            if is_away || way.length() < 0.1 {
                break;
            }
        }
        let is_through = is_away || (scene.feet(who) - to).dot(across) > -0.3;
        assert!(tells(&told, IncidentKind::Started { mover: door }), "{name}, door {door} does not open");
        if !is_through {
            println!("{name}: no way through door {door} {:?}", scene.machinery.mover_name(door));
            continue;
        }
        through += 1;
        // The character is gone: the door closes.
        scene.state.characters.clear();
        scene.resize();
        let after = scene.run(20.0);
        let now = scene.state.movers[door];
        assert!(tells(&after, IncidentKind::Returned { mover: door }), "{name}, door {door}: {now:?}");
    }
    println!("{name}: {through} of {tried} doors were gone through");
    (through, tried)
}

fn is_by_zone(scene: &Scene, mover: usize) -> bool {
    let name = scene.machinery.mover_name(mover);
    scene.mechanisms.movers.iter().any(|m| m.name == name && matches!(m.start, Start::Zone { .. }))
}

#[test]
#[ignore = "needs ../shared/levels"]
fn doors_open_let_people_through_and_close_behind_them() {
    let mut sum = (0, 0);
    for name in ["doom_e1m1", "doom_e4m7", "doom_map12", "oa_kaos2"] {
        let (through, tried) = walk_through_doors(name);
        sum = (sum.0 + through, sum.1 + tried);
    }
    assert!(sum.0 == sum.1 && sum.0 >= 100, "{sum:?}");
}

#[test]
#[ignore = "needs ../shared/levels"]
fn lifts_lift_who_stands_on_them_to_their_tops() {
    let folder = shared_folder();
    let (mut ridden, mut tried) = (0, 0);
    for name in ["oa_fan", "oa_dm2", "oa_czest2ctf", "doom_e1m1"] {
        let plain = Scene::real(&folder, name);
        for lift in 0..plain.machinery.movers().len() {
            let mut scene = Scene::real_again(&plain);
            if scene.machinery.mover_class(lift) != "func_plat" {
                continue;
            }
            let spec = scene.mechanisms.movers.iter().find(|m| m.name == scene.machinery.mover_name(lift));
            let Some(MotionSpec::Shuttle { travel, speed, .. }) = spec.map(|m| m.motion.clone()) else {
                continue;
            };
            let (low, high) = scene.box_of(lift);
            let top = DVec3 { y: high.y, ..(low + high) * 0.5 };
            // Somewhere on its top that is in nothing.
            let Some(floor) = scene.floor_below(top + DVec3::Y * 0.5, 2.0) else { continue };
            let who = scene.enter(floor);
            scene.tick();
            if scene.depth(who) > 0.0 || !scene.is_standing(who) && scene.feet(who).y > floor.y + 0.1 {
                continue;
            }
            tried += 1;
            // It may have set off at once.
            let start = floor;
            let (mut highest, mut lowest) = (start.y, start.y);
            let mut told = Vec::new();
            let seconds = 2.0 * travel.length() / speed + 6.0;
            for _ in 0..(seconds * 60.0) as usize {
                told.extend(scene.tick().incidents);
                assert!(scene.depth(who) <= 0.0, "{name}, lift {lift}: inside");
                highest = highest.max(scene.feet(who).y);
                lowest = lowest.min(scene.feet(who).y);
            }
            let went = highest - lowest;
            if (went - travel.length()).abs() < 0.05 && tells(&told, IncidentKind::Arrived { mover: lift }) {
                ridden += 1;
            } else {
                println!(
                    "{name}, lift {lift}: {went:.2} m of {:.2} from {start:?} to {:?}, {:?}",
                    travel.length(),
                    scene.feet(who),
                    told.iter().map(|i| i.kind).take(5).collect::<Vec<_>>()
                );
            }
        }
    }
    println!("{ridden} of {tried} lifts were ridden to both ends");
    assert!(ridden >= 12 && ridden * 10 >= tried * 8, "{ridden} of {tried}");
}

/// The first incident of a character that is put into the middle of a trigger.
fn meets(scene: &mut Scene, at: DVec3) -> Option<(usize, Incident)> {
    let who = scene.enter(at - DVec3::Y * scene.config().shape(false).extent_along(DVec3::Y));
    let told = scene.tick().incidents;
    let is_mine = |i: &Incident| {
        i.character == scene.state.characters.id(who) && !matches!(i.kind, IncidentKind::Started { .. })
    };
    told.into_iter().find(is_mine).map(|incident| (who, incident))
}

#[test]
#[ignore = "needs ../shared/levels"]
fn teleports_send_people_where_they_say() {
    let folder = shared_folder();
    let mut sent = 0;
    for name in ["oa_dm2", "oa_delta", "oa_kaos2", "oa_czest2ctf", "re_castle", "re_vault"] {
        let plain = Scene::real(&folder, name);
        for trigger in &plain.mechanisms.triggers {
            let Effect::Teleport { to: position, .. } = trigger.effect else { continue };
            if matches!(trigger.shape, TriggerShape::Surface { .. }) {
                continue;
            }
            let mut scene = Scene::real_again(&plain);
            let (who, incident) = meets(&mut scene, middle(trigger).unwrap()).unwrap();
            assert!(
                matches!(incident.kind, IncidentKind::Teleported { .. }),
                "{name} {}: {incident:?}",
                trigger.name
            );
            assert!((scene.feet(who) - position).length() < 1e-9, "{name} {}", trigger.name);
            scene.run(1.0);
            assert!(scene.depth(who) <= 0.0, "{name} {}: arrived in something", trigger.name);
            sent += 1;
        }
    }
    println!("{sent} teleports");
    assert!(sent >= 20, "{sent}");
}

#[test]
#[ignore = "needs ../shared/levels"]
fn jump_pads_throw_people_to_the_apex_that_they_aim_at() {
    let folder = shared_folder();
    let (mut thrown, mut free) = (0, 0);
    for name in ["oa_kaos2", "oa_delta", "oa_czest2ctf"] {
        let plain = Scene::real(&folder, name);
        for trigger in &plain.mechanisms.triggers {
            let (Effect::Launch { velocity }, Some(apex)) = (trigger.effect, trigger.apex) else { continue };
            let mut scene = Scene::real_again(&plain);
            let from = middle(trigger).unwrap();
            let Some((who, incident)) = meets(&mut scene, from) else { continue };
            assert!(matches!(incident.kind, IncidentKind::Launched { .. }), "{name}: {incident:?}");
            thrown += 1;
            // Without a wish the air would slow it down.
            scene.wish(who, DVec3 { y: 0.0, ..velocity });
            let start = scene.body(who).position;
            let gravity = -scene.config().settings().gravity.y;
            let mut is_free = true;
            while scene.body(who).velocity.y > 0.0 {
                // Another pad or a teleport on the way is in the way too.
                is_free &=
                    scene.tick().incidents.iter().all(|i| i.character != scene.state.characters.id(who));
                is_free &= scene.body(who).ground == Ground::Airborne && scene.depth(who) <= 0.0;
                let v = scene.body(who).velocity;
                is_free &= (v.x - velocity.x).abs() + (v.z - velocity.z).abs() < 1e-6;
            }
            if !is_free {
                println!("{name}, {}: something is in the way", trigger.name);
                continue;
            }
            free += 1;
            // As far off as the start was from the middle, and as one tick at the top can make.
            let off = (scene.body(who).position - apex - (start - from)).length();
            let bound = velocity.length() * 1.5 / 60.0 + gravity / 3600.0;
            assert!(off < bound, "{name}, {}: {off} m off, bound {bound}", trigger.name);
        }
    }
    println!("{thrown} throws, {free} without anything in the way");
    assert!(free >= 8 && thrown >= free, "{thrown} {free}");
}

#[test]
#[ignore = "needs ../shared/levels"]
fn lava_and_acid_hurt_by_damage_times_time() {
    let folder = shared_folder();
    let mut volumes = 0;
    for name in ["oa_dm2", "oa_fan", "oa_kaos2", "oa_delta"] {
        let plain = Scene::real(&folder, name);
        let all = plain.mechanisms.triggers.iter().chain(&plain.mechanisms.liquids);
        for trigger in all {
            let Effect::Hurt { per_second } = trigger.effect else { continue };
            let mut scene = Scene::real_again(&plain);
            let Some((who, incident)) = meets(&mut scene, middle(trigger).unwrap()) else { continue };
            if matches!(incident.kind, IncidentKind::Died { .. }) {
                continue;
            }
            let id = scene.state.characters.id(who);
            let lost = |told: &[Incident]| -> f64 {
                let mine = told.iter().filter(|i| i.character == id);
                mine.map(|i| if let IncidentKind::Hurt { damage, .. } = i.kind { damage } else { 0.0 }).sum()
            };
            // At least one volume around it hurts for the whole tick.
            let told = scene.tick().incidents;
            if scene.more.people[who].health == FULL_HEALTH {
                continue;
            }
            let per_tick = per_second / 60.0;
            assert!(
                lost(&told) >= per_tick - 1e-9,
                "{name}, {}: {} of {per_tick}",
                trigger.name,
                lost(&told)
            );
            assert!(
                told.iter().any(|i| matches!(i.kind, IncidentKind::Hurt { cause: Cause::Trigger(_), .. }))
            );
            volumes += 1;
        }
    }
    println!("{volumes} volumes");
    assert!(volumes >= 8, "{volumes}");
}
