//! Changes of the world between ticks: removed ground, new bodies, spawns inside bodies.

use glissando::math::cos_degrees;
use glissando::{Body, BodyId, DAffine3, DVec3, EventKind, Ground, Mesh, MeshOptions, Soup};
use glissando_testkit::random::Random;
use glissando_testkit::scenes;
use glissando_testkit::script::{Walk, What};

fn slab(half: f64) -> Soup {
    let mut soup = Soup::default();
    scenes::block(&mut soup, DVec3::new(-half, -0.5, -half), DVec3::new(half, 0.0, half));
    soup
}

/// Stands on a slab of its own, 3 m above a floor; the slab's handle.
fn on_a_slab() -> (Walk, BodyId) {
    let mut walk = Walk::in_scene(&scenes::floor(10.0, 3))
        .with_body(&slab(2.0), DAffine3::from_translation(DVec3::Y * 3.0))
        .on(DVec3::Y * 3.0);
    let id = walk.state().support.unwrap().body().unwrap();
    assert_eq!(walk.world_mut().body_count(), 2);
    walk.always(Ground::Standing).for_ticks(10).always(None);
    (walk, id)
}

#[test]
fn a_character_that_loses_its_ground_falls_at_once() {
    let (mut walk, slab) = on_a_slab();
    walk.world_mut().remove(slab).unwrap();
    walk.tick().expect(Ground::Airborne).expect_count(What::LeftGround, 1);
    walk.for_seconds(1.5).expect(Ground::Standing).expect_feet_on(0.0);
    walk.expect_close("speed", walk.landing_speed(), (2.0_f64 * 9.81 * 3.0).sqrt(), 0.02);
}

#[test]
fn a_character_follows_ground_lowered_a_little_and_falls_if_it_is_lowered_far() {
    for (drop, follows) in [(0.05, true), (0.3, true), (1.0, false)] {
        let (mut walk, slab) = on_a_slab();
        let pose = DAffine3::from_translation(DVec3::Y * (3.0 - drop));
        walk.world_mut().set_pose(slab, pose).unwrap();
        walk.tick().expect_count(What::LeftGround, usize::from(!follows));
        walk.for_seconds(1.0).expect(Ground::Standing).expect_feet_on(3.0 - drop);
    }
}

#[test]
fn ground_raised_into_the_body_carries_it_up_and_is_reported() {
    for rise in [0.01, 0.1, 0.5] {
        let (mut walk, slab) = on_a_slab();
        walk.world_mut().set_pose(slab, DAffine3::from_translation(DVec3::Y * (3.0 + rise))).unwrap();
        walk.tick().expect_count(What::Recovered, 1);
        walk.for_seconds(0.5).expect(Ground::Standing).expect_feet_on(3.0 + rise);
    }
}

#[test]
fn a_block_placed_around_the_body_is_reported() {
    let mut random = Random::new(21);
    let (mut recovered, mut stuck, mut free) = (0, 0, 0);
    for _ in 0..400 {
        let mut scene = scenes::floor(6.0, 2);
        let at = random.vector(1.5) + DVec3::Y * 1.5;
        let size = DVec3::new(random.between(0.1, 2.0), random.between(0.1, 2.0), random.between(0.1, 2.0));
        scenes::block(&mut scene, at - size * 0.5, at + size * 0.5);
        let mut walk = Walk::in_scene(&scene).at(DVec3::Y * random.between(0.3, 1.5));
        walk.state_mut().safe_position = DVec3::Y * 50.0;
        let inside = is_inside(&mut walk);
        walk.wish(DVec3::X).tick();
        let [r, s] = [What::Recovered, What::Stuck].map(|what| walk.count(what));
        assert_eq!(r + s > 0, inside, "{r} {s}");
        (recovered, stuck, free) = (recovered + r, stuck + s, free + usize::from(!inside));
        // Out of it, or still in it and reported as stuck.
        for _ in 0..30 {
            walk.forget();
            let still = is_inside(&mut walk);
            walk.tick();
            assert_eq!(still, walk.count(What::Recovered) + walk.count(What::Stuck) > 0);
        }
    }
    println!("400 spawns: {free} free, {recovered} recovered, {stuck} stuck");
    assert!(recovered > 50 && free > 20);
}

/// Whether a surface is nearer than the sweep shell.
fn is_inside(walk: &mut Walk) -> bool {
    let (config, state) = (*walk.config(), *walk.state());
    let mover = config.mover(state.is_crouching);
    let distance = mover.skin() * 0.5;
    let mut found = Vec::new();
    let world = walk.world_mut();
    world.contacts(&mover.shape(), state.position, distance, mover.filter(), &mut found).unwrap();
    found.iter().any(|c| c.radii < mover.sweep_shell() - glissando::tolerance::INSIDE)
}

#[test]
fn a_body_between_two_walls_that_are_too_near_is_reported_stuck_with_its_depth() {
    let mut scene = scenes::floor(6.0, 2);
    for side in [-0.3, 0.3] {
        let at = |x: f64, y: f64| DVec3::new(x, y, side);
        scenes::quad(&mut scene, [at(-5.0, -1.0), at(5.0, -1.0), at(5.0, 5.0), at(-5.0, 5.0)]);
    }
    let mut walk = Walk::in_scene(&scene).at(DVec3::Y * 1.5);
    for _ in 0..20 {
        walk.forget().wish(DVec3::X * 3.0).tick().expect_count(What::Stuck, 1);
        let EventKind::Stuck { depth } = walk.first(What::Stuck).event.kind else { unreachable!() };
        walk.expect_close("depth", depth, 0.1, 1e-7);
        walk.expect_near(DVec3::Y * 1.5, 0.0).expect_speed_below(1e-300);
    }
}

#[test]
fn a_wall_that_is_turned_into_the_body_pushes_it_out_on_its_own_side() {
    let mut wall = Soup::default();
    scenes::quad(
        &mut wall,
        [
            DVec3::new(0.0, -1.0, 0.0),
            DVec3::new(5.0, -1.0, 0.0),
            DVec3::new(5.0, 3.0, 0.0),
            DVec3::new(0.0, 3.0, 0.0),
        ],
    );
    let (mesh, _) = Mesh::build(&wall, &MeshOptions::default()).unwrap();
    let mut walk = Walk::in_scene(&scenes::floor(10.0, 2)).on(DVec3::new(2.0, 0.0, 0.6));
    let id = walk.world_mut().insert(Body::new(mesh)).unwrap();
    for step in 0..90 {
        let degrees = f64::from(step);
        let (c, s) = (cos_degrees(degrees), cos_degrees(90.0 - degrees));
        let mut pose = DAffine3::IDENTITY;
        pose.matrix3.x_axis = DVec3::new(c, 0.0, s);
        pose.matrix3.z_axis = DVec3::new(-s, 0.0, c);
        walk.world_mut().set_pose(id, pose).unwrap();
        walk.tick().expect_never(What::Stuck);
        let side = walk.position().dot(DVec3::new(-s, 0.0, c));
        assert!(side > 0.4, "{degrees} degrees: {side}");
    }
    walk.expect_event(What::Recovered).expect(Ground::Standing);
}
