//! Complaints of players of other engines about doors and walls that push, each as a scene that passes.
//!
//! "Seen in" names threads of those engines; see the design notes on complaints of users.

use glissando::crowd::{Meeting, Placed, parting};
use glissando::stage::{Drive, Outcome, PathEnds, Policy, StageCharacter, StageEventKind};
use glissando::{DVec3, Ground, Input, State};
use glissando_testkit::stages::{DT, Scene, block, bodies, floor, key, velocity};

/// Seen with Rapier's character: every touched moving body carries, so walls drag.
#[test]
fn a_wall_that_slides_along_drags_no_character() {
    for settings in bodies() {
        let mut world = floor();
        let wall = block(&mut world, DVec3::new(0.0, 2.0, 0.0), DVec3::new(30.0, 1.9, 0.1));
        let mut scene = Scene::with(world, &settings);
        scene.mover(wall, DVec3::ZERO, velocity(DVec3::X * 3.0, DVec3::ZERO), Policy::Push);
        scene.stands(DVec3::new(0.0, 0.0, 0.6));
        // Pressing against it.
        for _ in 0..300 {
            scene.tick(DVec3::Z * -2.0, DT);
        }
        assert!(scene.at().x.abs() < 1e-9 && scene.at().z < 0.51, "{:?}", scene.at());
        // Walking along it: as fast as without.
        let start = scene.at();
        for _ in 0..120 {
            scene.tick(DVec3::new(-2.0, 0.0, -0.5), DT);
        }
        let way = scene.at() - start;
        assert!((way.x + 2.0 * (2.0 - 0.5 * 2.06 / 40.0)).abs() < 0.03, "{way:?}");
    }
}

/// Unreal's forum, 261418: a wall pushes in steps. And 154901, Unity 8207, sbox-issues#4531: push, and crush or stop.
#[test]
fn a_slow_wall_pushes_evenly_and_then_one_side_gives_way() {
    for settings in bodies() {
        for policy in [Policy::Push, Policy::Stop, Policy::Reverse] {
            let mut world = floor();
            block(&mut world, DVec3::new(5.0, 2.0, 0.0), DVec3::new(0.5, 2.0, 5.0));
            let wall = block(&mut world, DVec3::new(-2.0, 2.0, 0.0), DVec3::new(0.5, 1.9, 5.0));
            let mut scene = Scene::with(world, &settings);
            let keys = vec![key(0.0, DVec3::ZERO), key(8.0, DVec3::X * 8.0)];
            scene.mover(wall, DVec3::ZERO, Drive::Path { keys, ends: PathEnds::PingPong }, policy);
            scene.stands(DVec3::ZERO);
            let (mut last, mut outcomes) = (scene.at(), Vec::new());
            for tick in 0..600 {
                let (outcome, _) = scene.tick(DVec3::ZERO, DT);
                let step = scene.at() - last;
                last = scene.at();
                if (120..300).contains(&tick) {
                    assert_eq!(outcome, Outcome::Pushed);
                    assert!((step - DVec3::X * DT).length() < 1e-9, "{tick} {step:?}");
                }
                if !outcomes.contains(&outcome) {
                    outcomes.push(outcome);
                }
                assert!(scene.gap() > 0.0 || outcome == Outcome::Crushed);
            }
            assert!(last.x < 4.1, "no character is pushed through the other wall: {last:?}");
            assert_eq!(outcomes.contains(&Outcome::Crushed), policy == Policy::Push);
            assert_eq!(outcomes.contains(&Outcome::Blocked), policy != Policy::Push);
        }
    }
}

/// "this does allow a fast moving object to pass through a thin entity": excluded here.
#[test]
fn a_thin_fast_door_passes_through_no_character() {
    for settings in bodies() {
        for speed in [5.0, 20.0, 50.0] {
            for runs in [-10.0, 0.0, 10.0] {
                let mut world = floor();
                let body = block(&mut world, DVec3::new(-5.0, 1.5, 0.0), DVec3::new(0.005, 1.4, 3.0));
                let mut scene = Scene::with(world, &settings);
                scene.mover(body, DVec3::ZERO, velocity(DVec3::X * speed, DVec3::ZERO), Policy::Push);
                scene.stands(DVec3::ZERO);
                for tick in 0..30 {
                    scene.tick(DVec3::X * runs, DT);
                    let door = scene.state.movers[0].pose.translation.x - 5.0;
                    // A character that stood before it stays before it, whatever its wish.
                    assert!(scene.at().x > door, "{speed} {runs} {tick}");
                    assert!(scene.gap() > 0.0);
                }
            }
        }
    }
}

/// A row of characters before a moving wall: all move along, and at the end of the path a character or the wall gives
/// way.
#[test]
fn a_wall_pushes_a_whole_row_and_crushes_or_yields_at_its_end() {
    for settings in bodies() {
        for policy in [Policy::Push, Policy::Stop, Policy::Reverse] {
            for speed in [0.5, 4.0] {
                let mut world = floor();
                block(&mut world, DVec3::new(6.0, 2.0, 0.0), DVec3::new(0.5, 2.0, 5.0));
                let wall = block(&mut world, DVec3::new(-2.0, 2.0, 0.0), DVec3::new(0.5, 1.9, 5.0));
                let mut scene = Scene::with(world, &settings);
                let keys = vec![key(0.0, DVec3::ZERO), key(8.0 / speed, DVec3::X * 8.0)];
                scene.mover(wall, DVec3::ZERO, Drive::Path { keys, ends: PathEnds::PingPong }, policy);
                let config = *scene.stage.config(scene.config).unwrap();
                let shape = config.shape(false);
                for index in 0..4 {
                    let feet = DVec3::new(f64::from(index) * 0.9, 0.0, 0.0);
                    let state = State { ground: Ground::Standing, ..State::with_feet_at(&config, feet) };
                    scene.state.characters.insert(StageCharacter::new(scene.config, state));
                }
                let (mut squeezed, mut pushed) = (0, 0);
                for tick in 0..(8.0 / speed / DT) as usize + 60 {
                    let inputs = [Input::default(); 4];
                    let report = scene.stage.tick(&mut scene.state, &inputs, DT, &mut scene.scratch).unwrap();
                    let outcomes: Vec<_> = report.characters.iter().map(|c| c.outcome).collect();
                    squeezed += usize::from(
                        outcomes.iter().any(|o| matches!(o, Outcome::Crushed | Outcome::Blocked)),
                    );
                    pushed = pushed.max(outcomes.iter().filter(|o| **o == Outcome::Pushed).count());
                    let is_overlap = |k| matches!(k, StageEventKind::Met(Meeting::Overlaps { .. }));
                    // Characters that the wall has passed through overlap, and the crowd reports it while it parts them.
                    let is_crushed = outcomes.contains(&Outcome::Crushed)
                        || report.events.iter().any(|e| is_overlap(e.kind));
                    assert!(!is_crushed || policy == Policy::Push, "{policy:?} {speed} {tick}: {outcomes:?}");
                    let at: Vec<_> = scene.state.characters.iter().map(|a| a.state.position).collect();
                    for (i, &a) in at.iter().enumerate() {
                        assert!(a.x < 5.11 && a.y < 1.0, "{policy:?} {speed} {tick}: {a:?}");
                        for &b in &at[..i] {
                            let placed = |at| Placed { shape, at, shell: 1.0 };
                            let gap = parting(&placed(b), &placed(a)).gap;
                            assert!(
                                gap > 0.0 || is_crushed,
                                "{policy:?} {speed} {tick}: {gap} {at:?} {outcomes:?}"
                            );
                        }
                    }
                }
                assert!(pushed >= 3, "{policy:?} {speed}: {pushed} at once");
                assert!(squeezed > 0, "{policy:?} {speed}");
            }
        }
    }
}
