//! Balls and characters on ground that moves.

use super::ball;
use glissando::stage::Policy;
use glissando::{DVec3, World};
use glissando_testkit::stages::{DT, Scene, block, bodies, velocity};

/// On a train of 10 m/s a walker of 3 m/s did not push the ball ahead of it: its speed on the train was compared with the ball's in the
/// world.
#[test]
fn a_ball_on_a_train_is_pushed_as_at_rest() {
    for settings in bodies() {
        for heading in [DVec3::X, -DVec3::X] {
            let pushed = |train: f64| {
                let mut world = World::new();
                let floor = block(&mut world, DVec3::Y * -1.0, DVec3::new(20.0, 1.0, 20.0));
                let mut scene = Scene::with(world, &settings);
                let motion = DVec3::X * train;
                scene.mover(floor, DVec3::ZERO, velocity(motion, DVec3::ZERO), Policy::Push);
                scene.stands(DVec3::ZERO);
                let start = scene.at();
                let r = 0.9;
                scene.state.balls.insert(ball(
                    start + heading * 2.0 + DVec3::Y * (r + 1e-6 - start.y),
                    r,
                    5.0,
                    0.0,
                ));
                scene.state.balls[0].velocity = motion;
                (0..60).for_each(|_| _ = scene.tick(heading * 3.0, DT));
                let went = motion * (60.0 * DT);
                [scene.at(), scene.state.balls[0].position].map(|at| (at - start - went).dot(heading))
            };
            let rest = pushed(0.0);
            assert!(rest[1] > 3.0, "{rest:?}");
            for train in [-10.0, 3.0, 10.0] {
                let moved = pushed(train);
                let is_same = moved.iter().zip(rest).all(|(a, b)| (a - b).abs() < 0.1);
                assert!(
                    is_same,
                    "{:?}, {train} m/s, {heading:?}: {moved:?}, at rest {rest:?}",
                    settings.body
                );
            }
        }
    }
}
