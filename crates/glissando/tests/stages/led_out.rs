//! Two leaves of a door close on the round side of a body: it is held, or led out of the way, and nothing is said of it that is not so.

use glissando::stage::{Drive, Outcome, PathEnds, Policy};
use glissando::{DVec3, Input};
use glissando_testkit::stages::{DT, Scene, block, bodies, floor, key};

/// Half the thickness of the leaves, metres.
const HALF: f64 = 0.1;

/// Leaves that close from two metres apart within `seconds`, and a character whose middle is `ahead` of their near edges.
fn closes(settings: &glissando::Settings, policy: Policy, seconds: f64, ahead: f64) -> Scene {
    let mut world = floor();
    let size = DVec3::new(1.0, 1.5, HALF);
    let leaves = [-1.0, 1.0].map(|side| (block(&mut world, DVec3::new(side * 2.0, 1.5, 0.0), size), side));
    let mut scene = Scene::with(world, settings);
    for (leaf, side) in leaves {
        let keys = vec![key(0.0, DVec3::ZERO), key(seconds, DVec3::X * -side)];
        let ends = PathEnds::OnCall { wait: f64::INFINITY };
        scene.mover(leaf, DVec3::ZERO, Drive::Path { keys, ends }, policy);
    }
    scene.stands(DVec3::new(0.0, 0.0, HALF + ahead));
    (scene.state.movers[0].rate, scene.state.movers[1].rate) = (1.0, 1.0);
    scene
}

/// Out of a wedge that is a little too narrow a body was led further than the leaves could follow, and called crushed there, though
/// nothing touched it and the leaves give way.
#[test]
fn a_door_that_gives_way_crushes_nobody_and_no_door_crushes_one_that_it_does_not_touch() {
    let (mut held, mut led, mut crushed) = (0, 0, 0);
    let round = bodies().into_iter().filter(|s| s.body != glissando::character::BodyShape::Box);
    for settings in round.collect::<Vec<_>>() {
        for policy in [Policy::Stop, Policy::Reverse, Policy::Push] {
            for (case, seconds) in (0..40).flat_map(|case| [0.1, 0.3, 1.0].map(|s| (case, s))) {
                let ahead = f64::from(case) * 0.01;
                let mut scene = closes(&settings, policy, seconds, ahead);
                let mut last = Outcome::Unaffected;
                for tick in 0..(1.2 * seconds / DT) as usize {
                    let input = [Input::default()];
                    let report = scene.stage.tick(&mut scene.state, &input, DT, &mut scene.scratch).unwrap();
                    last = report.characters[0].outcome;
                    let gap = scene.gap();
                    let case =
                        format!("{:?}, {policy:?}, {seconds} s, {ahead} m, tick {tick}", settings.body);
                    assert!(last != Outcome::Crushed || policy == Policy::Push, "{case}: crushed, gap {gap}");
                    // Nearer than half a skin is squeezed; the others are clear.
                    let is_squeezed = last == Outcome::Crushed;
                    assert!(if is_squeezed { gap < 0.002 } else { gap > 0.0 }, "{case}: {last:?}, gap {gap}");
                    if last == Outcome::Crushed {
                        break;
                    }
                }
                held += usize::from(last == Outcome::Blocked);
                crushed += usize::from(last == Outcome::Crushed);
                led += usize::from(scene.at().z > HALF + ahead + 0.1);
            }
        }
    }
    println!("{held} held, {led} led out, {crushed} crushed");
    assert!(held > 20 && led > 500 && crushed > 50, "{held} {led} {crushed}");
}
