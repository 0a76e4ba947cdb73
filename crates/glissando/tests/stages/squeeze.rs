//! Squeezes at moments that are known in closed form.

use glissando::character::BodyShape;
use glissando::stage::{Policy, StageCharacter};
use glissando::{Body, DAffine3, DVec3, Ground, Input, Settings, Soup, State, World};
use glissando_testkit::random::Random;
use glissando_testkit::scenes;
use glissando_testkit::stages::{Scene, bodies, mesh, velocity};

/// Two slabs of any orientation close on a floating character: the moment of the squeeze is that at which its extent with
/// its sweep shell fills the gap.
#[test]
fn closing_slabs_squeeze_any_body_at_the_known_moment() {
    let mut random = Random::new(63);
    let (mut squeezes, mut worst) = (0, 0.0_f64);
    for case in 0..600 {
        let (radius, high) = (random.between(0.2, 0.5), random.between(0.5, 1.2));
        let settings = Settings { rotation: random.rotation(), gravity: DVec3::ZERO, ..bodies()[case % 3] };
        let settings = settings.with_radii(DVec3::new(radius, high, radius));
        let (turn, offset) = (random.rotation(), random.vector(50.0));
        let normal = turn * DVec3::Y;
        // In one tick from well apart to well into it; or one slab at rest.
        let speeds = [random.between(20.0, 60.0), random.between(0.0, 60.0)];
        let (mut world, mut ids) = (World::new(), Vec::new());
        let gap = 3.0;
        let mut soup = Soup::default();
        scenes::block(&mut soup, DVec3::new(-9.0, -1.0, -9.0), DVec3::new(9.0, 1.0, 9.0));
        for side in [-1.0, 1.0] {
            let at = offset + normal * (side * (0.5 * gap + 1.0));
            let pose = DAffine3::from_scale_rotation_translation(DVec3::ONE, turn, at);
            ids.push(world.insert(Body::new(mesh(&soup)).at(pose)).unwrap());
        }
        let mut scene = Scene::with(world, &settings);
        for (body, velocity_of) in ids.into_iter().zip([normal * speeds[0], normal * -speeds[1]]) {
            scene.mover(body, DVec3::ZERO, velocity(velocity_of, DVec3::ZERO), Policy::Push);
        }
        let config = *scene.stage.config(scene.config).unwrap();
        let mut state = State::at(offset + normal * random.between(-0.1, 0.1));
        state.ground = Ground::Airborne;
        scene.state.characters.insert(StageCharacter::new(scene.config, state));
        // The extent along the normal, from the settings alone.
        let own = settings.rotation.conjugate() * normal;
        let shell = 1.0 + 0.5 * 0.01;
        let extent = match settings.body {
            BodyShape::Capsule => radius * shell + (high - radius) * own.y.abs(),
            BodyShape::Box => {
                let core = DVec3::new(radius, high, radius) - DVec3::splat(settings.rounding);
                settings.rounding + radius.min(high) * (shell - 1.0) + own.abs().dot(core)
            }
            _ => (own.x * radius).hypot(own.y * high).hypot(own.z * radius) * shell,
        };
        let expected = (gap - 2.0 * extent) / (speeds[0] + speeds[1]);
        let dt = expected * 1.25;
        let input = Input { fly: true, ..Input::default() };
        let report = scene.stage.tick(&mut scene.state, &[input], dt, &mut scene.scratch).unwrap();
        let squeeze = report.characters[0].squeeze.unwrap_or_else(|| panic!("case {case}: no squeeze"));
        let error = (squeeze.time - expected).abs() * (speeds[0] + speeds[1]);
        worst = worst.max(error);
        assert!(error < 1e-6, "case {case}: {squeeze:?} instead of {expected}, {config:?}");
        squeezes += 1;
    }
    println!("{squeezes} squeezes, the gap is off by at most {worst:e} m");
}
