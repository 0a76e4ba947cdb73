//! The rules one by one, on a floor with one mechanism.

use crate::scene::{DT, Scene, tells};
use glissando::stage::{Key, Policy};
use glissando::trigger::Trigger;
use glissando::trigger::effect::Effect;
use glissando::{Config, DVec3, Filter, Mesh, MeshOptions, Settings, Soup, TriggerId, Vec3, World};
use glissando_level::{Mechanisms, MotionSpec, MoverSpec, Start, TriggerShape, TriggerSpec};
use glissando_mechanisms::{Cause, FULL_HEALTH, IncidentKind, MachineryState};
use glissando_testkit::scenes;

pub(crate) fn floor() -> World {
    let mut soup = Soup::default();
    scenes::block(&mut soup, DVec3::new(-30.0, -1.0, -30.0), DVec3::new(30.0, 0.0, 30.0));
    let mut world = World::new();
    world.insert_mesh(Mesh::build(&soup, &MeshOptions::default()).unwrap().0);
    world
}

pub(crate) fn mover(name: &str, (low, high): (DVec3, DVec3), motion: MotionSpec, start: Start) -> MoverSpec {
    let mut soup = Soup::default();
    let middle = (low + high) * 0.5;
    scenes::block(&mut soup, low - middle, high - middle);
    MoverSpec {
        name: name.into(),
        class: "test".into(),
        node: None,
        soup,
        origin: middle,
        motion,
        start,
        policy: Policy::Reverse,
        damage: 2.0,
        target: None,
        target_name: None,
        team: None,
    }
}

pub(crate) fn trigger(low: DVec3, high: DVec3, effect: Effect) -> TriggerSpec {
    TriggerSpec {
        name: "trigger".into(),
        class: "test".into(),
        ..TriggerSpec::new(TriggerShape::Box { low, high }, effect)
    }
}

fn shuttle(travel: DVec3, speed: f64, wait: Option<f64>) -> MotionSpec {
    MotionSpec::Shuttle { travel, speed, wait }
}

fn scene(movers: Vec<MoverSpec>, triggers: Vec<TriggerSpec>) -> Scene {
    let mechanisms = Mechanisms { movers, triggers, ..Mechanisms::default() };
    let scene = Scene::new(floor(), mechanisms, &Settings::default());
    assert_eq!(scene.machinery.notes(), &[] as &[String]);
    scene
}

const UP: DVec3 = DVec3::Y;

fn at(x: f64, y: f64, z: f64) -> DVec3 {
    DVec3::new(x, y, z)
}

/// A door across the way at x = 0 that goes up for a character within 2 m.
fn door(wait: Option<f64>) -> MoverSpec {
    let start = Start::Zone { low: at(-2.0, 0.0, -1.0), high: at(2.0, 2.0, 1.0), holds: true };
    mover("door", (at(-0.1, 0.01, -1.0), at(0.1, 2.5, 1.0)), shuttle(UP * 2.4, 4.0, wait), start)
}

#[test]
fn a_door_opens_for_who_comes_and_closes_behind_him() {
    let mut scene = scene(vec![door(Some(0.5))], Vec::new());
    let who = scene.enter(at(-5.0, 0.0, 0.0));
    scene.wish(who, DVec3::X * 2.0);
    let told = scene.run(6.0);
    for kind in [
        IncidentKind::Started { mover: 0 },
        IncidentKind::Arrived { mover: 0 },
        IncidentKind::Returned { mover: 0 },
    ] {
        assert_eq!(told.iter().filter(|i| i.kind == kind).count(), 1, "{kind:?}");
    }
    assert!(scene.feet(who).x > 5.0, "{:?}", scene.feet(who));
    assert!(!told.iter().any(|i| matches!(i.kind, IncidentKind::GaveWay { .. } | IncidentKind::Hurt { .. })));
}

#[test]
fn who_stays_in_the_zone_keeps_the_door_open_and_who_leaves_lets_it_close() {
    let mut scene = scene(vec![door(Some(0.5))], Vec::new());
    let who = scene.enter(at(-1.0, 0.0, 0.0));
    scene.run(10.0);
    assert_eq!(scene.state.movers[0].clock, 0.6, "open as long as the character is there");
    scene.wish(who, DVec3::X * -3.0);
    assert!(tells(&scene.run(3.0), IncidentKind::Returned { mover: 0 }));
}

#[test]
fn a_door_closes_on_nobody() {
    // So thick that no character under it can be shoved out.
    let zone = Start::Zone { low: at(-3.0, 0.0, -1.0), high: at(-2.0, 2.0, 1.0), holds: false };
    let block = (at(-1.0, 0.01, -1.0), at(1.0, 2.5, 1.0));
    let mut scene = scene(vec![mover("gate", block, shuttle(UP * 2.4, 4.0, Some(0.5)), zone)], Vec::new());
    let who = scene.enter(at(-3.0, 0.0, 0.0));
    scene.wish(who, DVec3::X * 4.0);
    while scene.feet(who).x < -0.05 {
        scene.tick();
    }
    scene.wish(who, DVec3::ZERO);
    let mut gave_way = 0;
    for _ in 0..1200 {
        let told = scene.tick();
        gave_way += usize::from(tells(&told.incidents, IncidentKind::GaveWay { mover: 0 }));
        assert!(scene.depth(who) <= 0.0, "never in the door");
    }
    assert!(gave_way > 2, "{gave_way}");
    assert!(scene.more.people[who].health < FULL_HEALTH, "every time costs health");
}

#[test]
fn a_button_opens_what_it_names_with_its_team() {
    let zone = Start::Zone { low: at(-6.0, 0.0, -1.0), high: at(-5.0, 2.0, 1.0), holds: false };
    let mut button = mover(
        "button",
        (at(-5.5, 3.0, -1.0), at(-5.4, 3.2, 1.0)),
        shuttle(DVec3::X * 0.1, 0.5, Some(1.0)),
        zone,
    );
    button.target = Some("gate".into());
    let leaf = |name: &str, side: f64, names: Option<&str>| {
        let mut leaf = mover(
            name,
            (at(-0.1, 0.01, side - 0.5), at(0.1, 2.5, side + 0.5)),
            shuttle(DVec3::Z * side, 1.0, None),
            Start::Target,
        );
        leaf.target_name = names.map(Into::into);
        leaf.team = Some("pair".into());
        leaf
    };
    let mut scene =
        scene(vec![button, leaf("left", 0.6, Some("gate")), leaf("right", -0.6, None)], Vec::new());
    let who = scene.enter(at(-9.0, 0.0, 0.0));
    scene.wish(who, DVec3::X * 3.0);
    let told = scene.run(8.0);
    let pressed = told.iter().position(|i| i.kind == IncidentKind::Arrived { mover: 0 }).unwrap();
    for leaf in [1, 2] {
        let started = told.iter().position(|i| i.kind == IncidentKind::Started { mover: leaf }).unwrap();
        assert!(started > pressed, "not before the button is home");
        assert!(tells(&told, IncidentKind::Arrived { mover: leaf }));
    }
    assert!(scene.feet(who).x > 3.0, "through the gate, which stays open: {:?}", scene.feet(who));
}

#[test]
fn a_teleport_puts_the_feet_where_it_says_and_sends_them_along_the_yaw() {
    let goal = at(10.0, 3.0, -7.0);
    let effect = Effect::Teleport { to: goal, velocity: Some(DVec3::Z * -6.0) };
    let back = Effect::Teleport { to: at(-9.0, 0.0, 0.0), velocity: None };
    let yaw = Some(std::f64::consts::FRAC_PI_2);
    let there = TriggerSpec { yaw_radians: yaw, ..trigger(at(0.0, 0.0, -1.0), at(1.0, 2.0, 1.0), effect) };
    let triggers = vec![there, trigger(goal - DVec3::splat(1.0), goal + DVec3::splat(1.0), back)];
    let mut scene = scene(Vec::new(), triggers);
    let who = scene.enter(at(-3.0, 0.0, 0.0));
    scene.wish(who, DVec3::X * 5.0);
    let told = loop {
        let told = scene.tick().incidents;
        if !told.is_empty() {
            break told;
        }
    };
    let IncidentKind::Teleported { to, yaw_radians, .. } = told[0].kind else { panic!("{told:?}") };
    assert_eq!((yaw_radians, Some(scene.more.people[who].yaw_radians)), (yaw, yaw));
    assert_eq!(told.len(), 1, "the end of the teleport does nothing: {told:?}");
    assert_eq!(scene.body(who).position, to);
    assert!((scene.feet(who) - goal).length() < 1e-12);
    assert!((scene.body(who).velocity - DVec3::Z * -6.0).length() < 1e-12, "{:?}", scene.body(who).velocity);
    assert!(told[0].time > 0.0 && told[0].time <= DT && told[0].position.x < 0.0, "{told:?}");
}

#[test]
fn a_trigger_of_the_game_is_entered_in_the_tick_after_the_teleport_into_it() {
    let goal = at(10.0, 0.0, -7.0);
    let effect = Effect::Teleport { to: goal, velocity: None };
    let mut scene = scene(Vec::new(), vec![trigger(at(0.0, 0.0, -1.0), at(1.0, 2.0, 1.0), effect)]);
    let zone = Mesh::build(&Soup::cuboid(goal.as_vec3(), Vec3::ONE), &MeshOptions::default()).unwrap().0;
    let zone = scene.stage.add_trigger(Trigger::fitting(zone), None).unwrap();
    let who = scene.enter(at(-3.0, 0.0, 0.0));
    scene.wish(who, DVec3::X * 5.0);
    while scene.tick().incidents.is_empty() {}
    assert!(!scene.state.characters[who].inside.is_in(zone), "the stage has not reported it yet");
    assert_eq!(scene.machinery.effect(zone), None);
    scene.tick();
    assert!(scene.state.characters[who].inside.is_in(zone));
}

#[test]
fn a_character_whose_filter_leaves_out_the_first_layer_meets_no_trigger() {
    let hurt = Effect::Hurt { per_second: 10.0 };
    let mut scene = scene(Vec::new(), vec![trigger(at(-1.0, 0.0, -1.0), at(1.0, 2.0, 1.0), hurt)]);
    let ghost = Settings { filter: Filter { mask: 2 }, ..Settings::default() };
    let (config, solid) = (Config::new(&ghost).unwrap(), scene.config());
    let who = scene.enter(DVec3::ZERO);
    scene.stage.set_config(scene.config, config).unwrap();
    assert_eq!(scene.run(0.2), []);
    scene.stage.set_config(scene.config, solid).unwrap();
    scene.state.characters[who].state.teleport(UP * 0.95);
    assert!(!scene.run(0.2).is_empty());
}

#[test]
fn hurt_is_damage_by_time_at_every_rate() {
    let effect = Effect::Hurt { per_second: 10.0 };
    let mut scene = scene(Vec::new(), vec![trigger(at(0.0, 0.0, -1.0), at(3.0, 2.0, 1.0), effect)]);
    let who = scene.enter(at(-2.0, 0.0, 0.0));
    scene.run(0.5);
    scene.wish(who, DVec3::X * 2.0);
    scene.run(4.0);
    // The body touches the box over its length and two radii, at 2 m/s.
    let lost = FULL_HEALTH - scene.more.people[who].health;
    let seconds = (3.0 + 2.0 * 0.4) / 2.0;
    assert!((lost - 10.0 * seconds).abs() < 0.02, "{lost} for {seconds} s");
}

#[test]
fn who_dies_starts_again_at_the_last_checkpoint() {
    let triggers = vec![
        trigger(at(-3.0, 0.0, -1.0), at(-2.5, 2.0, 1.0), Effect::Checkpoint),
        trigger(at(2.0, 0.0, -1.0), at(3.0, 2.0, 1.0), Effect::Kill),
    ];
    let mut scene = scene(Vec::new(), triggers);
    let who = scene.enter(at(-6.0, 0.0, 0.0));
    scene.wish(who, DVec3::X * 4.0);
    let told = scene.run(2.6);
    let kinds: Vec<_> = told.iter().map(|i| i.kind).collect();
    let [IncidentKind::Reached { .. }, IncidentKind::Died { cause, to, is_clear: true }] = kinds[..] else {
        panic!("{kinds:?}")
    };
    assert_eq!(cause, Cause::Trigger(TriggerId::from_bits(1)));
    assert!((to.x + 3.4).abs() < 0.01, "where it was touched: {to:?}");
}

/// The events after a death on the path of the same tick were applied to the new life: it was thrown up at its home.
#[test]
fn nothing_of_the_path_after_a_death_happens_to_the_new_life() {
    let pad = trigger(at(-4.0, -9.0, -4.0), at(4.0, 0.5, 4.0), Effect::Launch { velocity: UP * 30.0 });
    let lava = trigger(at(-4.0, 3.0, -4.0), at(4.0, 3.1, 4.0), Effect::Hurt { per_second: 1e5 });
    let mut scene = scene(Vec::new(), vec![pad, lava]);
    let who = scene.enter(at(-12.0, 0.0, 0.0));
    scene.run(0.5);
    let state = &mut scene.state.characters[who].state;
    state.teleport(UP * 6.0);
    state.velocity = UP * -400.0;
    let told = scene.run(0.5);
    let kinds: Vec<_> = told.iter().map(|i| i.kind).collect();
    assert!(
        matches!(kinds[..], [IncidentKind::Hurt { .. }, IncidentKind::Died { is_clear: true, .. }]),
        "{kinds:?}"
    );
    assert!(scene.is_standing(who) && (scene.feet(who) - at(-12.0, 0.0, 0.0)).length() < 0.1);
}

#[test]
fn healing_stops_at_full_health() {
    let effect = Effect::Hurt { per_second: -10.0 };
    let mut scene = scene(Vec::new(), vec![trigger(at(-3.0, 0.0, -3.0), at(3.0, 2.0, 3.0), effect)]);
    let who = scene.enter(DVec3::ZERO);
    scene.run(1.0);
    assert_eq!(scene.more.people[who].health, FULL_HEALTH);
    scene.more.people[who].health = 50.0;
    scene.run(1.0);
    assert!((scene.more.people[who].health - 60.0).abs() < 0.5, "{}", scene.more.people[who].health);
}

#[test]
fn a_pick_up_is_taken_once_and_a_pad_throws_whoever_stands_on_it() {
    let gem = trigger(at(-3.0, 0.0, -1.0), at(-2.5, 2.0, 1.0), Effect::PickUp);
    let velocity = at(0.0, 7.0, 0.0);
    let pad = trigger(at(2.0, 0.0, -9.0), at(9.0, 0.1, 9.0), Effect::Launch { velocity });
    let mut scene = scene(Vec::new(), vec![gem, pad]);
    let (one, two) = (scene.enter(at(-6.0, 0.0, 0.0)), scene.enter(at(-7.0, 0.0, 0.0)));
    for who in [one, two] {
        scene.wish(who, DVec3::X * 4.0);
    }
    let told = scene.run(2.8);
    let taken: Vec<_> = told.iter().filter(|i| matches!(i.kind, IncidentKind::PickedUp { .. })).collect();
    assert_eq!(taken.len(), 1);
    assert_eq!(taken[0].character, scene.state.characters.id(0));
    for who in [one, two] {
        scene.wish(who, DVec3::ZERO);
    }
    let launches = |told: &[_]| {
        let is_launch = |i: &&glissando_mechanisms::Incident| matches!(i.kind, IncidentKind::Launched { .. });
        told.iter().filter(is_launch).count()
    };
    assert!(launches(&told) >= 1);
    assert!(launches(&scene.run(10.0)) >= 8, "again and again, since they fall back on to it");
}

#[test]
fn a_line_acts_only_from_its_front_to_its_back() {
    let mut soup = Soup::default();
    // Its front looks along -x: a walk along +x passes from the front to the back.
    scenes::quad(&mut soup, [at(0.0, 0.0, -5.0), at(0.0, 0.0, 5.0), at(0.0, 5.0, 5.0), at(0.0, 5.0, -5.0)]);
    let shape = TriggerShape::Surface { soup, front_only: true };
    let mut scene =
        scene(Vec::new(), vec![TriggerSpec { shape, ..trigger(at(0.0, 0.0, 0.0), UP, Effect::Signal) }]);
    let who = scene.enter(at(-2.0, 0.0, 0.0));
    scene.wish(who, DVec3::X * 4.0);
    let forth = scene.run(1.5).len();
    scene.wish(who, DVec3::X * -4.0);
    let back = scene.run(2.0).len();
    assert_eq!((forth, back), (1, 0));
}

#[test]
fn a_trigger_waits_before_it_acts_again_and_one_that_moves_is_met_where_it_is() {
    let mut bell = trigger(at(-1.0, 0.0, -1.0), at(1.0, 2.0, 1.0), Effect::Signal);
    bell.wait = 3.0;
    bell.motion = MotionSpec::Bob { amplitude: DVec3::X * 6.0, period: 2.0, phase: 0.0 };
    let mut scene = scene(Vec::new(), vec![bell]);
    scene.enter(at(4.0, 0.0, 0.0));
    let told = scene.run(9.5);
    assert_eq!(told.len(), 3, "it comes by twice in two seconds and acts every three: {told:?}");
}

#[test]
fn a_mover_that_is_squeezed_between_reports_and_takes_health_by_time() {
    let crusher = mover(
        "crusher",
        (at(-1.0, 3.0, -1.0), at(1.0, 4.0, 1.0)),
        shuttle(UP * -2.9, 2.0, Some(5.0)),
        Start::Always,
    );
    let crusher = MoverSpec { policy: Policy::Push, damage: 3.0, ..crusher };
    let mut scene = scene(vec![crusher], Vec::new());
    let who = scene.enter(DVec3::ZERO);
    let told = scene.run(2.5);
    let hurts: Vec<f64> = told
        .iter()
        .filter_map(|i| match i.kind {
            IncidentKind::Hurt { cause: Cause::Mover(0), damage } => Some(damage),
            _ => None,
        })
        .collect();
    assert!(hurts.len() >= 10 && hurts.iter().all(|d| *d == 3.0), "{hurts:?}");
    assert_eq!(scene.more.people[who].health, FULL_HEALTH - 3.0 * hurts.len() as f64);
}

#[test]
fn a_path_that_does_not_repeat_is_gone_through_once_at_every_start() {
    let key = |time, x| Key { time, translation: DVec3::X * x, rotation: glissando::DQuat::IDENTITY };
    let motion = MotionSpec::Path {
        keys: vec![key(0.0, 0.0), key(1.0, 4.0), key(2.0, 0.0)],
        pivot: UP,
        repeat: false,
    };
    let zone = Start::Zone { low: at(-6.0, 0.0, -1.0), high: at(-5.0, 2.0, 1.0), holds: false };
    let mut scene =
        scene(vec![mover("cart", (at(0.0, 0.0, 4.0), at(1.0, 1.0, 5.0)), motion, zone)], Vec::new());
    let who = scene.enter(at(-8.0, 0.0, 0.0));
    let mut arrivals = 0;
    for turn in 0..4 {
        scene.wish(who, DVec3::X * if turn % 2 == 0 { 4.0 } else { -4.0 });
        let told = scene.run(1.5);
        scene.wish(who, DVec3::ZERO);
        let more = scene.run(2.0);
        let all = told.iter().chain(&more);
        arrivals += all.filter(|i| i.kind == IncidentKind::Arrived { mover: 0 }).count();
        assert_eq!(scene.state.movers[0].pose.translation, DVec3::ZERO);
    }
    assert_eq!(arrivals, 4);
}

#[test]
fn a_mover_that_is_called_again_as_it_arrives_is_told_to_have_arrived() {
    let key = |time, x| Key { time, translation: DVec3::X * x, rotation: glissando::DQuat::IDENTITY };
    let keys = vec![key(0.0, 0.0), key(0.5, 4.0), key(1.0, 0.0)];
    let zone = Start::Zone { low: at(-6.0, 0.0, -3.0), high: at(-5.0, 2.0, 3.0), holds: false };
    let mut again = 0;
    // The second character comes a tick later each time, until it comes as the cart arrives and after.
    for ticks in 0..40 {
        let motion = MotionSpec::Path { keys: keys.clone(), pivot: UP, repeat: false };
        let cart = mover("cart", (at(0.0, 0.0, 6.0), at(1.0, 1.0, 7.0)), motion, zone.clone());
        let mut scene = scene(vec![cart], Vec::new());
        let behind = 3.0 + f64::from(ticks) * 4.0 * DT;
        for who in [scene.enter(at(-7.0, 0.0, -1.0)), scene.enter(at(-7.0 - behind, 0.0, 1.0))] {
            scene.wish(who, DVec3::X * 4.0);
        }
        let told = scene.run(5.0);
        let count = |kind| told.iter().filter(|i| i.kind == kind).count();
        let starts = count(IncidentKind::Started { mover: 0 });
        assert_eq!(count(IncidentKind::Arrived { mover: 0 }), starts, "{ticks}");
        assert_eq!(count(IncidentKind::Returned { mover: 0 }), 0, "{ticks}");
        again += usize::from(starts == 2);
    }
    assert!((1..40).contains(&again), "{again}");
}

#[test]
fn what_was_saved_and_restored_goes_on_with_the_same_bits() {
    let hurt = Effect::Hurt { per_second: 1.0 };
    let mut scene = scene(vec![door(Some(0.5))], vec![trigger(at(-2.0, 0.0, -1.0), at(3.0, 2.0, 1.0), hurt)]);
    let who = scene.enter(at(-5.0, 0.0, 0.0));
    scene.wish(who, DVec3::X * 2.0);
    scene.run(2.0);
    let (saved, text) = (scene.state.clone(), serde_json::to_string(&scene.more).unwrap());
    let first = scene.run(3.0);
    let (end, end_more) = (scene.state.clone(), scene.more.clone());
    scene.state = saved;
    scene.more = serde_json::from_str::<MachineryState>(&text).unwrap();
    assert_eq!(scene.run(3.0), first);
    assert_eq!((scene.state, scene.more), (end, end_more));
}
