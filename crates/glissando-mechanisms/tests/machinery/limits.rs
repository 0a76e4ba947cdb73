//! Values that no tick can use are refused before a tick changes anything, and what a throw leaves as it is.

use crate::rules::{floor, trigger};
use crate::scene::{DT, Scene};
use glissando::interpolation::position_between;
use glissando::trigger::effect::Effect;
use glissando::{DVec3, Input, Settings};
use glissando_level::Mechanisms;
use glissando_mechanisms::MachineryScratch;

/// A machinery with one trigger about the origin.
fn with(effect: Effect) -> Scene {
    let (low, high) = (DVec3::new(-1.0, 0.0, -1.0), DVec3::new(1.0, 1.0, 1.0));
    let mechanisms = Mechanisms { triggers: vec![trigger(low, high, effect)], ..Mechanisms::default() };
    Scene::new(floor(), mechanisms, &Settings::default())
}

#[test]
fn a_destination_at_the_end_of_the_world_is_refused_when_the_machinery_is_built() {
    for (to, value) in [(DVec3::Y * 1e9, "1e9"), (DVec3::X * -9.99e8, "-9.99e8")] {
        let mut scene = with(Effect::Teleport { to, velocity: None });
        let note = scene.machinery.notes().first().expect("the trigger is left out");
        let expected = format!("\"trigger\": destination of a teleporter is {value}: it must lie between");
        assert!(note.starts_with(&expected), "{note}");
        assert!(scene.machinery.triggers().is_empty());
        // A character at the place of the trigger walks on.
        scene.enter(DVec3::ZERO);
        scene.run(0.1);
    }
    let mut near = with(Effect::Teleport { to: DVec3::X * 9.95e8, velocity: None });
    assert_eq!(near.machinery.notes(), &[] as &[String]);
    let who = near.enter(DVec3::ZERO);
    near.run(0.1);
    assert!(near.body(who).position.x > 9.9e8);
}

#[test]
fn a_home_out_of_the_world_is_refused_and_nothing_changes() {
    let mut scene = with(Effect::Kill);
    scene.enter(DVec3::X * 5.0);
    scene.tick();
    for (home, value) in [(DVec3::X * 1e10, "1e10"), (DVec3::Y * f64::NAN, "(NaN, NaN, NaN)")] {
        scene.more.people[0].home = home;
        scene.state.characters[0].state.position.x = 0.0;
        let (before, more) = (scene.state.clone(), format!("{:?}", scene.more));
        let Scene { machinery, stage, state, more: own, .. } = &mut scene;
        let scratch = &mut MachineryScratch::default();
        let error = machinery.tick(stage, state, own, &[Input::default()], DT, scratch).unwrap_err();
        assert!(error.to_string().starts_with(&format!("home of a character is {value}")), "{error}");
        assert!(scene.state == before && format!("{:?}", scene.more) == more);
    }
}

#[test]
fn the_way_on_to_a_jump_pad_is_drawn_and_not_skipped() {
    let mut scene = with(Effect::Launch { velocity: DVec3::Y * 9.0 });
    let who = scene.enter(DVec3::X * -3.0);
    scene.wish(who, DVec3::X * 6.0);
    let before = loop {
        let before = *scene.body(who);
        if !scene.tick().incidents.is_empty() {
            break before;
        }
    };
    let after = *scene.body(who);
    assert_eq!(after.velocity, DVec3::Y * 9.0);
    let middle = position_between(&before, &after, 0.5);
    assert!((middle - (before.position + after.position) * 0.5).length() < 1e-12, "{middle:?}");
    assert!((after.position - before.position).length() > 0.05);
}
