//! Lifts, tables, doors and crushers: rides, pushes, squeezes, and the policies of movers.

use glissando::crowd::{Meeting, Placed, parting};
use glissando::stage::{Drive, Outcome, PathEnds, Policy, StageCharacter, StageEventKind};
use glissando::trigger::{Trigger, TriggerEventKind, TriggerKind};
use glissando::{Body, DVec3, EventKind, Ground, Input, MoverId, Settings, Soup, State, Vec3, World};
use glissando_testkit::scenes;
use glissando_testkit::stages::{DT, Scene, block, bodies, floor, key, mesh, velocity};

#[test]
fn a_lift_carries_up_and_down_without_a_gap() {
    for settings in bodies() {
        for speed in [0.1, 1.0, 7.0, 20.0, -0.1, -1.0, -7.0, -20.0] {
            let mut world = World::new();
            let lift = block(&mut world, DVec3::new(0.0, -0.5, 0.0), DVec3::new(2.0, 0.5, 2.0));
            let mut scene = Scene::with(world, &settings);
            scene.mover(lift, DVec3::ZERO, velocity(DVec3::Y * speed, DVec3::ZERO), Policy::Push);
            scene.stands(DVec3::ZERO);
            let start = scene.at();
            for tick in 0..600 {
                let (outcome, events) = scene.tick(DVec3::ZERO, DT);
                assert_eq!(outcome, Outcome::Carried);
                assert_eq!(scene.state.characters[0].state.ground, Ground::Standing, "{speed} {tick}");
                assert!(
                    events.iter().all(|e| !matches!(e, StageEventKind::Own(_))),
                    "{speed} {tick} {events:?}"
                );
            }
            let way = scene.at() - start - DVec3::Y * (speed * 10.0);
            assert!(way.length() < 1e-9, "{speed}: {way:?}");
        }
    }
}

#[test]
fn an_hour_on_a_turning_table_drifts_by_less_than_a_millimetre() {
    let mut world = World::new();
    let table = block(&mut world, DVec3::new(0.0, -0.5, 0.0), DVec3::new(9.0, 0.5, 9.0));
    let mut scene = Scene::new(world);
    let index = scene.mover(table, DVec3::ZERO, velocity(DVec3::ZERO, DVec3::Y * 0.7), Policy::Push);
    scene.stands(DVec3::new(5.0, 0.0, 1.0));
    let start = scene.at();
    for _ in 0..3600 * 60 {
        scene.tick(DVec3::ZERO, DT);
    }
    let turned_back = scene.state.movers[index].pose.rotation.conjugate() * scene.at();
    let drift = (turned_back - start).length();
    println!("drift after an hour on the table: {drift:e} m");
    assert!(drift < 1e-3, "{drift}");
}

#[test]
fn a_moving_wall_pushes_at_its_own_speed() {
    for settings in bodies() {
        for speed in [0.05, 1.0, 10.0, 50.0] {
            let mut world = floor();
            let wall = block(&mut world, DVec3::new(-3.0, 2.0, 0.0), DVec3::new(0.5, 1.9, 5.0));
            let mut scene = Scene::with(world, &settings);
            scene.mover(wall, DVec3::ZERO, velocity(DVec3::X * speed, DVec3::ZERO), Policy::Push);
            scene.stands(DVec3::ZERO);
            let mut pushed = 0;
            let ticks = (6.0 / (speed * DT)) as usize;
            for _ in 0..ticks {
                let (outcome, _) = scene.tick(DVec3::ZERO, DT);
                pushed += usize::from(outcome == Outcome::Pushed);
                assert!(scene.gap() > 0.0);
            }
            let face = scene.state.movers[0].pose.translation.x - 2.5;
            let gap = scene.at().x - 0.4 - face;
            assert!(pushed > 0 && gap > 0.0 && gap < 0.02, "{speed}: pushed {pushed}, gap {gap}");
        }
    }
}

#[test]
fn a_swinging_door_pushes_and_never_passes() {
    for settings in bodies() {
        for speed in [0.3, 3.0, 25.0, 60.0] {
            for from_hinge in [0.6, 1.5, 2.6] {
                let mut world = floor();
                // A leaf of three metres, its hinge at the origin.
                let mut soup = Soup::default();
                scenes::block(&mut soup, DVec3::new(0.0, 0.05, -0.05), DVec3::new(3.0, 2.5, 0.05));
                let door = world.insert(Body::new(mesh(&soup))).unwrap();
                let mut scene = Scene::with(world, &settings);
                scene.mover(door, DVec3::ZERO, velocity(DVec3::ZERO, DVec3::Y * -speed), Policy::Push);
                scene.stands(DVec3::new(from_hinge, 0.0, 0.6));
                // A bit less than half a turn.
                let ticks = (2.8 / (speed * DT)) as usize;
                let mut before = scene.at();
                for tick in 0..ticks {
                    scene.tick(DVec3::ZERO, DT);
                    let gap = scene.gap();
                    assert!(gap > 0.0, "{speed} {from_hinge} {tick}: {gap}");
                    let place = scene.state.movers[0].pose.rotation;
                    let seen = place.conjugate() * scene.at();
                    let is_beside = |p: DVec3| p.x > 0.0 && p.x < 2.9;
                    let has_passed = before.z > 0.0 && seen.z <= 0.0 && is_beside(before) && is_beside(seen);
                    assert!(!has_passed, "{speed} {from_hinge} {tick}: passed from {before:?} to {seen:?}");
                    before = seen;
                }
            }
        }
    }
}

#[test]
fn a_press_crushes_stops_or_goes_back_by_its_policy() {
    for settings in bodies() {
        for policy in [Policy::Push, Policy::Stop, Policy::Reverse] {
            let mut world = floor();
            let press = block(&mut world, DVec3::new(0.0, 5.0, 0.0), DVec3::new(2.0, 1.0, 2.0));
            let mut scene = Scene::with(world, &settings);
            let keys = vec![key(0.0, DVec3::ZERO), key(2.0, DVec3::Y * -3.9)];
            scene.mover(press, DVec3::ZERO, Drive::Path { keys, ends: PathEnds::PingPong }, policy);
            scene.stands(DVec3::ZERO);
            let stood = scene.at();
            let mut outcomes = Vec::new();
            let mut lowest = f64::INFINITY;
            for _ in 0..240 {
                let (outcome, events) = scene.tick(DVec3::ZERO, DT);
                if !outcomes.contains(&outcome) {
                    outcomes.push(outcome);
                }
                lowest = lowest.min(scene.state.movers[0].pose.translation.y);
                let is_told = events.iter().any(|e| matches!(e, StageEventKind::Squeezed { .. }));
                assert_eq!(is_told, matches!(outcome, Outcome::Crushed | Outcome::Blocked));
                assert!(scene.gap() > 0.0 || outcome == Outcome::Crushed);
            }
            let is_crushed = outcomes.contains(&Outcome::Crushed);
            assert_eq!(is_crushed, policy == Policy::Push, "{policy:?}: {outcomes:?}");
            assert_eq!(outcomes.contains(&Outcome::Blocked), policy != Policy::Push, "{outcomes:?}");
            // The underside is at 4 m, the head at 1.8.
            let reached = if policy == Policy::Push { -3.9 } else { -2.2 };
            assert!((lowest - reached).abs() < 0.05, "{policy:?} {lowest}");
            assert!((scene.at() - stood).length() < 0.02, "{policy:?} {:?}", scene.at());
        }
    }
}

#[test]
fn a_jump_off_a_lift_keeps_the_velocity_set_by_inherit() {
    use glissando::character::Inherit;
    for (inherit, kept) in [
        (Inherit::Full, DVec3::new(3.0, 2.0, 0.0)),
        (Inherit::Horizontal, DVec3::new(3.0, 0.0, 0.0)),
        (Inherit::Capped(1.0), DVec3::new(3.0, 2.0, 0.0) * (1.0 / 13.0_f64.sqrt())),
        (Inherit::None, DVec3::ZERO),
    ] {
        let mut world = World::new();
        let lift = block(&mut world, DVec3::new(0.0, -0.5, 0.0), DVec3::new(2.0, 0.5, 2.0));
        let mut scene = Scene::with(world, &Settings { inherit, ..Settings::default() });
        scene.mover(lift, DVec3::ZERO, velocity(DVec3::new(3.0, 2.0, 0.0), DVec3::ZERO), Policy::Push);
        scene.stands(DVec3::ZERO);
        scene.tick(DVec3::ZERO, DT);
        let inputs = [Input { jump: true, ..Input::default() }];
        scene.stage.tick(&mut scene.state, &inputs, DT, &mut scene.scratch).unwrap();
        let velocity = scene.state.characters[0].state.velocity;
        // A tick of gravity and of air control is gone.
        let wanted = kept + DVec3::Y * (5.0 - 9.81 * DT);
        assert!((velocity - wanted).length() < 8.0 * DT + 1e-9, "{inherit:?} {velocity:?} {wanted:?}");
    }
}

#[test]
fn a_landing_on_a_rising_lift_has_the_relative_speed() {
    for settings in bodies() {
        let mut world = World::new();
        let lift = block(&mut world, DVec3::new(0.0, -0.5, 0.0), DVec3::new(2.0, 0.5, 2.0));
        let mut scene = Scene::with(world, &settings);
        scene.mover(lift, DVec3::ZERO, velocity(DVec3::Y * 4.0, DVec3::ZERO), Policy::Push);
        let config = scene.stage.config(scene.config).unwrap();
        let state = State::with_feet_at(config, DVec3::Y * 3.0);
        scene.state.characters.insert(StageCharacter::new(scene.config, state));
        let mut landed = None;
        for _ in 0..120 {
            let (_, events) = scene.tick(DVec3::ZERO, DT);
            for event in events {
                if let StageEventKind::Own(EventKind::Landed { speed, .. }) = event {
                    landed = landed.or(Some(speed));
                }
            }
        }
        // 3 m apart, closing at 4 m/s and 9.81 m/s²: v² = 4² + 2 · 9.81 · 3; a tick of the lift is half a tick early.
        let speed = (16.0 + 2.0 * 9.81 * 3.0_f64).sqrt();
        let landed = landed.unwrap();
        assert!((landed - speed).abs() < 9.81 * DT + 0.05, "{landed} {speed}");
        assert_eq!(scene.state.characters[0].state.ground, Ground::Standing);
    }
}

#[test]
fn an_opened_door_pauses_and_closes_on_no_character() {
    let mut world = floor();
    let door = block(&mut world, DVec3::new(0.0, 1.5, 0.0), DVec3::new(1.0, 1.4, 0.1));
    let mut scene = Scene::new(world);
    let keys = vec![key(0.0, DVec3::ZERO), key(1.0, DVec3::Y * 2.9)];
    let drive = Drive::Path { keys, ends: PathEnds::OnCall { wait: 0.5 } };
    let index = scene.mover(door, DVec3::ZERO, drive, Policy::Reverse);
    scene.stands(DVec3::new(0.0, 0.0, 3.0));
    for _ in 0..60 {
        scene.tick(DVec3::Z * -3.0, DT);
    }
    assert!(scene.at().z > 0.5, "a closed door is a wall");
    scene.state.movers[index].open();
    for _ in 0..70 {
        scene.tick(DVec3::ZERO, DT);
    }
    // Under the door, while it is open.
    while scene.at().z > 0.05 {
        scene.tick(DVec3::Z * -3.0, DT);
    }
    let mut blocked = 0;
    for _ in 0..300 {
        let (outcome, _) = scene.tick(DVec3::ZERO, DT);
        assert!(outcome != Outcome::Crushed);
        blocked += usize::from(outcome == Outcome::Blocked);
        assert!(scene.gap() > 0.0);
    }
    assert!(blocked > 0);
}

#[test]
fn ticks_again_from_a_copy_give_the_same_bits() {
    for settings in bodies() {
        let mut world = floor();
        let table = block(&mut world, DVec3::new(3.0, 0.1, 0.0), DVec3::new(3.0, 0.1, 3.0));
        let lift = block(&mut world, DVec3::new(-3.0, 0.1, 0.0), DVec3::new(2.0, 0.1, 2.0));
        let mut scene = Scene::with(world, &settings);
        scene.mover(table, DVec3::new(3.0, 0.0, 0.0), velocity(DVec3::ZERO, DVec3::Y * 2.0), Policy::Push);
        let keys = vec![key(0.0, DVec3::ZERO), key(1.5, DVec3::Y * 3.0)];
        scene.mover(lift, DVec3::ZERO, Drive::Path { keys, ends: PathEnds::PingPong }, Policy::Stop);
        scene.stands(DVec3::new(0.0, 0.0, 5.0));
        scene.stands(DVec3::new(-3.0, 0.2, 0.5));
        let wish = |tick: i32| DVec3::new(f64::from(tick % 7 - 3), 0.0, f64::from(tick % 5 - 2));
        let mut saved = None;
        for tick in 0..400 {
            if tick == 137 {
                saved = Some(scene.state.clone());
            }
            scene.tick(wish(tick), DT);
        }
        let end = core::mem::replace(&mut scene.state, saved.unwrap());
        for tick in 137..400 {
            scene.tick(wish(tick), DT);
        }
        assert_eq!(scene.state, end);
    }
}

/// A surface trigger across the path at `x`, five metres wide.
fn plane(x: f32) -> Trigger {
    let mut soup = Soup::default();
    let corner = |y: f32, z: f32| Vec3::new(x, y, z);
    soup.push([corner(-5.0, -5.0), corner(5.0, -5.0), corner(5.0, 5.0)], 0);
    soup.push([corner(-5.0, -5.0), corner(5.0, 5.0), corner(-5.0, 5.0)], 0);
    Trigger::new(mesh(&soup), TriggerKind::Surface)
}

#[test]
fn triggers_report_events_on_foot_on_a_lift_and_on_a_train_of_their_own() {
    for settings in bodies() {
        // A platform runs along x at 30 m/s through a plane; a second plane rides on another train towards it.
        let mut world = World::new();
        let train = block(&mut world, DVec3::new(0.0, -0.5, 0.0), DVec3::new(2.0, 0.5, 2.0));
        let other = block(&mut world, DVec3::new(0.0, -9.0, 0.0), DVec3::new(0.5, 0.5, 0.5));
        let mut scene = Scene::with(world, &settings);
        scene.mover(train, DVec3::ZERO, velocity(DVec3::X * 30.0, DVec3::ZERO), Policy::Push);
        let against = scene.mover(other, DVec3::ZERO, velocity(DVec3::X * -20.0, DVec3::ZERO), Policy::Push);
        let still = scene.stage.add_trigger(plane(10.0), None).unwrap();
        let riding = scene.stage.add_trigger(plane(40.0), Some(against)).unwrap();
        scene.stands(DVec3::ZERO);
        let first = scene.state.characters.id(0).unwrap();
        let mut events = Vec::new();
        for tick in 0..60 {
            let inputs = [Input::default()];
            let report = scene.stage.tick(&mut scene.state, &inputs, DT, &mut scene.scratch).unwrap();
            events.extend(
                report.triggers_of(first).map(|e| (e.trigger, f64::from(tick) * DT + e.time, e.kind)),
            );
        }
        let times = |trigger, wanted: fn(&TriggerEventKind) -> bool| -> Vec<f64> {
            events
                .iter()
                .filter(|(t, _, kind)| *t == trigger && wanted(kind))
                .map(|(_, time, _)| *time)
                .collect()
        };
        for (trigger, distance, speed) in [(still, 10.0, 30.0), (riding, 40.0, 50.0)] {
            let entered = times(trigger, |k| matches!(k, TriggerEventKind::Entered));
            let left = times(trigger, |k| matches!(k, TriggerEventKind::Left));
            assert_eq!((entered.len(), left.len()), (1, 1), "{events:?}");
            assert!((entered[0] - (distance - 0.4) / speed).abs() < 1e-6, "{entered:?}");
            assert!((left[0] - (distance + 0.4) / speed).abs() < 1e-6, "{left:?}");
        }
        let error = scene.stage.add_trigger(plane(0.0), Some(MoverId::from_bits(9))).unwrap_err();
        assert!(error.to_string().contains("mover 9 is not on this stage"), "{error}");
    }
}

#[test]
fn several_characters_on_one_stage_ride_and_never_overlap() {
    for settings in bodies() {
        let mut world = floor();
        let lift = block(&mut world, DVec3::new(0.0, 0.1, 0.0), DVec3::new(3.0, 0.1, 3.0));
        let wall = block(&mut world, DVec3::new(-6.0, 2.0, 0.0), DVec3::new(0.5, 1.9, 5.0));
        let mut scene = Scene::with(world, &settings);
        let keys = vec![key(0.0, DVec3::ZERO), key(2.0, DVec3::Y * 2.0)];
        scene.mover(lift, DVec3::ZERO, Drive::Path { keys, ends: PathEnds::PingPong }, Policy::Push);
        scene.mover(wall, DVec3::ZERO, velocity(DVec3::X * 0.4, DVec3::ZERO), Policy::Push);
        let config = *scene.stage.config(scene.config).unwrap();
        for index in 0..12 {
            let feet = DVec3::new(f64::from(index % 4) - 1.5, 0.2, f64::from(index / 4) - 1.0);
            scene
                .state
                .characters
                .insert(StageCharacter::new(scene.config, State::with_feet_at(&config, feet)));
        }
        let shape = config.shape(false);
        let mut nearest = f64::INFINITY;
        for tick in 0..600 {
            let inputs: Vec<Input> = (0..12)
                .map(|i| {
                    let to = DVec3::new(
                        f64::from((tick / 60 + i) % 5 - 2),
                        0.0,
                        f64::from((tick / 45 + 2 * i) % 5 - 2),
                    );
                    Input { wish: to, ..Input::default() }
                })
                .collect();
            let report = scene.stage.tick(&mut scene.state, &inputs, DT, &mut scene.scratch).unwrap();
            let is_told = report.events.iter().any(|e| {
                matches!(
                    e.kind,
                    StageEventKind::Squeezed { .. } | StageEventKind::Met(Meeting::Overlaps { .. })
                )
            });
            for (i, a) in scene.state.characters.iter().enumerate() {
                for b in &scene.state.characters.as_slice()[..i] {
                    let parting = parting(
                        &Placed { shape, at: a.state.position, shell: 1.0 },
                        &Placed { shape, at: b.state.position, shell: 1.0 },
                    );
                    nearest = nearest.min(parting.gap);
                    assert!(parting.gap > 0.0 || is_told, "{tick}: {}", parting.gap);
                }
            }
        }
        println!("twelve on a lift beside a moving wall: nearest {nearest} m");
    }
}
