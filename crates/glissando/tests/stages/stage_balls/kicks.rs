//! Characters and balls: momentum passes from one to the other, and none is lost.

use super::{ball, scene};
use glissando::balls::{self, Other};
use glissando::stage::{StageCharacter, StageEventKind};
use glissando::{Config, DVec3, Ground, Input, Settings, State, World};
use glissando_testkit::stages::{DT, Scene, floor};

/// Characters that float and keep their velocity, in an empty world.
fn space() -> Scene {
    let mut settings = Settings { gravity: DVec3::ZERO, ..Settings::default() };
    settings.pace.air_acceleration = 0.0;
    let mut scene = Scene::with(World::new(), &settings);
    let rules = balls::Settings { character_restitution: 1.0, ..balls::Settings::default() };
    scene.stage.set_ball_settings(rules).unwrap();
    scene
}

fn floats(scene: &mut Scene, at: DVec3, velocity: DVec3) {
    let state = State { velocity, ..State::at(at) };
    scene.state.characters.insert(StageCharacter::new(scene.config, state));
}

fn velocity_of(scene: &Scene, character: usize) -> DVec3 {
    scene.state.characters[character].state.velocity
}

#[test]
fn a_ball_that_hits_a_floating_character_gives_it_momentum_by_their_masses() {
    for (mass, restitution) in [(1.0, 1.0), (1.0, 0.0), (80.0, 1.0), (5000.0, 0.5)] {
        let mut scene = space();
        floats(&mut scene, DVec3::ZERO, DVec3::ZERO);
        scene.state.balls.insert(ball(DVec3::new(-1.0, 0.0, 0.0), 0.2, mass, restitution));
        scene.state.balls[0].velocity = DVec3::X * 12.0;
        let mut hits = Vec::new();
        for _ in 0..12 {
            hits.extend(scene.tick(DVec3::ZERO, DT).1);
        }
        let common = (1.0 + restitution) * 12.0 * mass / (mass + 80.0);
        assert!((velocity_of(&scene, 0) - DVec3::X * common).length() < 1e-12, "{mass} kg");
        let left = 12.0 - common * 80.0 / mass;
        assert!((scene.state.balls[0].velocity.x - left).abs() < 1e-9, "{mass} kg");
        let hit = hits.iter().find(|h| matches!(h, StageEventKind::HitByBall { .. }));
        let Some(StageEventKind::HitByBall { impulse, speed, .. }) = hit else { panic!("{hits:?}") };
        assert!((impulse - common * 80.0).abs() < 1e-9 && (speed - 12.0).abs() < 1e-12);
    }
}

#[test]
fn a_runner_and_a_resting_ball_share_the_runners_momentum() {
    for mass in [0.4, 5.0, 80.0, 5000.0] {
        let mut scene = scene(floor());
        scene.stands(DVec3::ZERO);
        scene.state.characters[0].state.velocity = DVec3::X * 5.0;
        let r = 0.9;
        scene.state.balls.insert(ball(DVec3::new(1.6, r * (1.0 + 1e-6), 0.0), r, mass, 0.0));
        let momentum = |s: &Scene| velocity_of(s, 0) * 80.0 + s.state.balls[0].velocity * mass;
        let before = momentum(&scene);
        let mut kick = None;
        for _ in 0..20 {
            let inputs = [Input { wish: DVec3::X * 5.0, ..Input::default() }];
            let report = scene.stage.tick(&mut scene.state, &inputs, DT, &mut scene.scratch).unwrap();
            kick = report.impacts.iter().find(|i| i.other == Other::Character(0)).copied();
            if kick.is_some() {
                break;
            }
        }
        let kick = kick.expect("the runner reaches it");
        // The ground takes the upward part.
        let change = momentum(&scene) - before;
        assert!(change.x.abs() < 1e-12 * before.length() && change.z.abs() < 1e-12, "{mass} kg: {change:?}");
        assert!(kick.impulse > 0.0 && kick.normal.x > 0.9);
        let (runner, ball) = (velocity_of(&scene, 0).dot(kick.normal), scene.state.balls[0].velocity);
        assert!((runner - ball.dot(kick.normal)).abs() < 1e-12, "{mass} kg: they go on together");
    }
}

#[test]
fn a_light_ball_hardly_slows_a_runner_and_a_boulder_stops_it() {
    let speeds = [0.1, 5000.0].map(|mass| {
        let mut scene = scene(floor());
        scene.stands(DVec3::ZERO);
        let r = 0.9;
        scene.state.balls.insert(ball(DVec3::new(1.6, r * (1.0 + 1e-6), 0.0), r, mass, 0.3));
        for _ in 0..30 {
            scene.tick(DVec3::X * 5.0, DT);
        }
        (velocity_of(&scene, 0).x, scene.state.balls[0].velocity.x)
    });
    println!("runner and ball, m/s: 0.1 kg {:?}, 5 t {:?}", speeds[0], speeds[1]);
    assert!(speeds[0].0 > 4.9 && speeds[0].1 > 4.9);
    // The runner gives it 400 N s at most, and 600 N for half a second 300 more.
    assert!(speeds[1].0 < 0.15 && speeds[1].1 > 0.0 && speeds[1].1 < 700.0 / 5000.0);
}

#[test]
fn pushing_is_limited_by_strength() {
    let mut scene = scene(floor());
    scene.stands(DVec3::ZERO);
    let r = 0.9;
    scene.state.balls.insert(ball(DVec3::new(1.31, r * (1.0 + 1e-6), 0.0), r, 2000.0, 0.0));
    let mut times = 0;
    for _ in 0..120 {
        let before = scene.state.balls[0].velocity.x;
        scene.tick(DVec3::X * 1.0, DT);
        let gained = (scene.state.balls[0].velocity.x - before) * 2000.0;
        // The first touch is a run-up of at most 1 m/s.
        assert!(gained <= 600.0 * DT * 1.001 || times == 0, "{gained}");
        times += usize::from(gained > 0.0);
    }
    let speed = scene.state.balls[0].velocity.x;
    println!("pushed {times} times: {speed} m/s");
    assert!(times > 60 && speed > 0.3);
}

#[test]
fn no_character_stands_on_a_ball_but_slides_off() {
    let mut scene = scene(floor());
    let config = *scene.stage.config(scene.config).unwrap();
    let feet = DVec3::new(0.05, 2.2, 0.0);
    scene.state.characters.insert(StageCharacter::new(scene.config, State::with_feet_at(&config, feet)));
    scene.state.balls.insert(ball(DVec3::new(0.0, 1.0 + 1e-6, 0.0), 1.0, 5000.0, 0.0));
    for _ in 0..180 {
        scene.tick(DVec3::X * 0.5, DT);
        let state = &scene.state.characters[0].state;
        assert!(state.ground != Ground::Standing || state.position.y < 1.0);
    }
    let state = &scene.state.characters[0].state;
    assert_eq!(state.ground, Ground::Standing);
    assert!(state.position.y < 1.0 && state.position.x > 1.0, "{:?}", state.position);
}

#[test]
fn a_boulder_runs_a_character_down_and_keeps_its_course() {
    let mut scene = scene(floor());
    scene.stands(DVec3::ZERO);
    scene.state.balls.insert(ball(DVec3::new(-4.0, 1.0 + 1e-6, 0.0), 1.0, 5000.0, 0.0));
    scene.state.balls[0].velocity = DVec3::X * 6.0;
    let mut slowest = f64::INFINITY;
    for _ in 0..120 {
        let before = scene.state.balls[0].position;
        scene.tick(DVec3::ZERO, DT);
        let now = &scene.state.balls[0];
        slowest = slowest.min(now.velocity.x);
        assert!(now.position.x >= before.x - 1e-12, "{before:?} {now:?}");
        assert!((now.position.y - 1.0).abs() < 0.01, "the ball strikes a little below its middle: {now:?}");
    }
    let (runner, boulder) = (scene.at(), scene.state.balls[0].position);
    println!(
        "the boulder is at {:.2} m, at least {slowest:.2} m/s; the runner is at {:.2} m",
        boulder.x, runner.x
    );
    assert!(runner.x > boulder.x + 1.0, "the runner is before it");
    assert!(slowest > 3.0);
}

#[test]
fn a_ball_rests_on_a_head_in_the_corner() {
    // Held by the head and two walls it stays, tick after tick.
    let mut world = floor();
    let wall = |world: &mut World, at, half| glissando_testkit::stages::block(world, at, half);
    wall(&mut world, DVec3::new(1.0, 2.0, 0.0), DVec3::new(0.5, 2.0, 2.0));
    wall(&mut world, DVec3::new(-1.0, 2.0, 0.0), DVec3::new(0.5, 2.0, 2.0));
    wall(&mut world, DVec3::new(0.0, 2.0, 1.0), DVec3::new(2.0, 2.0, 0.5));
    wall(&mut world, DVec3::new(0.0, 2.0, -1.0), DVec3::new(2.0, 2.0, 0.5));
    let mut scene = scene(world);
    scene.stands(DVec3::ZERO);
    scene.state.balls.insert(ball(DVec3::new(0.0, 2.5, 0.0), 0.45, 3.0, 0.2));
    for _ in 0..240 {
        scene.tick(DVec3::ZERO, DT);
    }
    let (ball, head) = (scene.state.balls[0], scene.at().y + 0.9);
    println!("the ball is {:e} m above the head", ball.position.y - 0.45 - head);
    assert!(ball.position.y - 0.45 - head > -1e-9 && ball.position.y - 0.45 - head < 0.05);
    assert_eq!(scene.state.characters[0].state.ground, Ground::Standing);
}

#[test]
fn invalid_balls_are_refused_and_nothing_changes() {
    let mut scene = scene(floor());
    scene.stands(DVec3::ZERO);
    scene.state.balls.insert(ball(DVec3::new(3.0, f64::NAN, 0.0), 0.2, 1.0, 0.5));
    let before = format!("{:?}", scene.state);
    let error = scene.stage.tick(&mut scene.state, &[Input::default()], DT, &mut scene.scratch).unwrap_err();
    assert!(error.to_string().contains("position"), "{error}");
    assert_eq!(before, format!("{:?}", scene.state));
    let rules = balls::Settings { character_restitution: 2.0, ..balls::Settings::default() };
    let error = scene.stage.set_ball_settings(rules).unwrap_err();
    assert!(error.to_string().contains("character_restitution"));
    assert_eq!(scene.stage.ball_settings().character_restitution, 0.2);
    assert!(Config::new(&Settings::default()).is_ok());
}
