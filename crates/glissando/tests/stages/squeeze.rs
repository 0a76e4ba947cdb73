//! Squeezes at moments that are known in closed form.

use glissando::character::BodyShape;
use glissando::stage::{Policy, StageCharacter};
use glissando::{Body, DAffine3, DQuat, DVec3, Ground, Input, Settings, Soup, State, World};
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

/// Directions of `up`: along an axis, aslant, and upside down.
const UPS: [DVec3; 5] = [
    DVec3::Y,
    DVec3::new(1.0, 2.0, -2.0),
    DVec3::new(-3.0, 1.0, 2.0),
    DVec3::new(0.3, 1.0, 0.9),
    DVec3::new(-0.2, -1.0, 0.4),
];

/// A floor and a lid that comes down on a standing character, both tilted with its `up`: no tick is refused, and in none
/// does the character move farther than the lid. `place` puts the world's soups and its pose at an offset.
fn is_held_under_a_lid(place: impl Fn(&mut Soup, DQuat, DVec3) -> DAffine3) {
    let (mut lids, mut squeezes) = (0, 0);
    for (body, up, policy) in bodies()
        .into_iter()
        .flat_map(|body| UPS.map(|up| (body, up)))
        .flat_map(|(body, up)| [Policy::Stop, Policy::Push, Policy::Reverse].map(|policy| (body, up, policy)))
    {
        for (offset, rate) in [0.0, 1e2, 1e3, 1e4, 1e5].into_iter().flat_map(|o| [(o, 30.0), (o, 60.0)]) {
            let offset = DVec3::new(0.8, 0.1, -0.6) * offset;
            let turn = DQuat::from_rotation_arc(DVec3::Y, up.try_normalize().unwrap());
            let (mut floor, mut lid) = (Soup::default(), Soup::default());
            scenes::block(&mut floor, DVec3::new(-50.0, -1.0, -50.0), DVec3::new(50.0, 0.0, 50.0));
            scenes::block(&mut lid, DVec3::new(-2.0, 1.9, -3.0), DVec3::new(3.0, 2.9, 2.0));
            let poses = [&mut floor, &mut lid].map(|soup| place(soup, turn, offset));
            let mut world = World::new();
            let [_, lid] = [(floor, poses[0]), (lid, poses[1])]
                .map(|(soup, pose)| world.insert(Body::new(mesh(&soup)).at(pose)).unwrap());
            let mut scene = Scene::with(world, &body.turned_to(up));
            scene.mover(lid, DVec3::ZERO, velocity(turn * -DVec3::Y, DVec3::ZERO), policy);
            scene.stands(offset);
            lids += 1;
            let mut is_squeezed = false;
            for tick in 0..(0.3 * rate) as usize {
                let before = scene.at();
                let report =
                    scene.stage.tick(&mut scene.state, &[Input::default()], 1.0 / rate, &mut scene.scratch);
                let case =
                    format!("{:?}, up {up:?}, {policy:?}, {offset:?}, {rate} Hz, tick {tick}", body.body);
                let report = report.unwrap_or_else(|error| panic!("{case}: {error}"));
                is_squeezed |= report.characters[0].squeeze.is_some();
                let moved = (scene.at() - before).length();
                assert!(moved <= 1.01 / rate, "{case}: moved {moved} m");
            }
            squeezes += usize::from(is_squeezed);
        }
    }
    assert_eq!(squeezes, lids);
}

/// Far from the origin the normals of floor and lid are no opposites by the rounding of their corners: that once was a wedge,
/// which threw the character up to 1.5e9 m in one tick.
#[test]
fn a_lid_far_from_the_origin_squeezes_and_throws_nobody() {
    is_held_under_a_lid(|_, turn, offset| {
        DAffine3::from_scale_rotation_translation(DVec3::ONE, turn, offset)
    });
}

/// The same where the tilt is in the corners of the meshes: they are rounded to `f32` wherever the world is.
#[test]
fn a_lid_with_tilted_corners_squeezes_and_throws_nobody() {
    is_held_under_a_lid(|soup, turn, offset| {
        for corner in &mut soup.vertices {
            *corner = (turn * corner.as_dvec3()).as_vec3();
        }
        DAffine3::from_translation(offset)
    });
}

/// Cabins that leave a body three millimetres to each side, less than its skin, or half its skin but for two nanometres: rounding
/// puts it inside the shells of both walls at once, and that is no squeeze.
#[test]
fn a_narrow_cabin_at_any_distance_from_the_origin_squeezes_nobody() {
    for (body, up) in bodies().into_iter().take(2).flat_map(|body| UPS.map(|up| (body, up))) {
        for (offset, half) in
            [(0.0, 0.403), (1e3, 0.403), (1e5, 0.403), (0.0, 0.402 - 2e-9), (1e3, 0.402 - 2e-9)]
        {
            let at = DVec3::new(0.8, 0.1, -0.6) * offset;
            let turn = DQuat::from_rotation_arc(DVec3::Y, up.try_normalize().unwrap());
            let mut cabin = Soup::default();
            scenes::block(&mut cabin, DVec3::new(-9.0, -1.0, -9.0), DVec3::new(9.0, 0.0, 9.0));
            scenes::block(&mut cabin, DVec3::new(1.0, 0.0, -9.0), DVec3::new(4.0, 3.0, 9.0));
            scenes::block(&mut cabin, DVec3::new(-4.0, 0.0, -9.0), DVec3::new(-1.0, 3.0, 9.0));
            let pose = DAffine3::from_scale_rotation_translation(DVec3::new(half, 1.0, 1.0), turn, at);
            let mut world = World::new();
            let cabin = world.insert(Body::new(mesh(&cabin)).at(pose)).unwrap();
            let mut scene = Scene::with(world, &body.turned_to(up));
            let way = turn * DVec3::new(0.4, 1.3, -0.7);
            scene.mover(cabin, DVec3::ZERO, velocity(way, DVec3::ZERO), Policy::Push);
            scene.stands(at);
            let before = scene.at();
            for tick in 0..240 {
                let inputs = [Input { wish: turn * DVec3::new(0.1, 0.0, 1.0), ..Input::default() }];
                let report =
                    scene.stage.tick(&mut scene.state, &inputs, 1.0 / 60.0, &mut scene.scratch).unwrap();
                let squeeze = report.characters[0].squeeze;
                assert_eq!(squeeze, None, "{:?}, up {up:?}, {half} of {offset} m, tick {tick}", body.body);
            }
            let gone = scene.at() - before - way * 4.0;
            assert!(
                gone.dot(turn * DVec3::Z) > 3.5,
                "{:?}, up {up:?}, {half} of {offset} m: {gone:?}",
                body.body
            );
        }
    }
}
