//! Worlds to fuzz in: a few bodies in any pose, and what moves among them.

use super::mix::Mix;
use super::soups::mesh;
use super::watch::Watch;
use glissando::character::BodyShape;
use glissando::motion::Motion;
use glissando::world::Conveyor;
use glissando::{Body, BodyId, DAffine3, DRigid3, DVec3, Shape, World};

/// A pose: rigid, mirrored, skewed, scaled by much, flat, or far away.
pub(super) fn pose(mix: &mut Mix, size: f64) -> DAffine3 {
    let scale = match mix.integer(0, 7) {
        0..=3 => DVec3::ONE,
        4 => DVec3::new(1.0, 1.0, -1.0),
        5 => mix.point(3.0),
        6 => DVec3::splat(mix.pick(&[1e-6, 1e-3, 1e3, 1e6])),
        _ => DVec3::new(mix.length(2.0), mix.length(2.0), mix.pick(&[1e-7, 1e-5, 1e-3, 1.0, 1e4])),
    };
    let (turn, shift) = (mix.quaternion(), mix.point(size));
    let mut pose = DAffine3::from_scale_rotation_translation(scale, turn, shift);
    if mix.chance(0.1) {
        pose.matrix3.x_axis += pose.matrix3.y_axis * mix.number(2.0);
    }
    if mix.is_hostile() && mix.chance(0.2) {
        let far = mix.pick(&[1e3, 1e5, 1e7, 9e8]);
        pose.translation += DVec3::new(far, 0.0, -far);
    }
    if mix.spoils() {
        pose.matrix3 = mix.matrix(2.0);
    }
    pose
}

/// A world of up to five bodies, and their handles.
pub(super) fn world(mix: &mut Mix, watch: &mut Watch, size: f64) -> (World, Vec<BodyId>) {
    let (mut world, mut bodies) = (World::new(), Vec::new());
    for _ in 0..mix.integer(1, 5) {
        bodies.extend(insert(mix, watch, &mut world, size));
    }
    (world, bodies)
}

/// Puts one more body into a world, unless it is refused.
pub(super) fn insert(mix: &mut Mix, watch: &mut Watch, world: &mut World, size: f64) -> Option<BodyId> {
    let mesh = mesh(mix, watch, size)?;
    let layers = mix.pick(&[1, 1, 1, 2, 0, u32::MAX]);
    let mut body = Body::new(mesh).at(pose(mix, size)).on_layers(layers);
    if mix.chance(0.2) {
        body.conveyors.push(Conveyor { material: mix.integer(0, 4) as u16, velocity: mix.point(3.0) });
    }
    watch.call("World::insert", || world.insert(body))
}

/// A shape: a person, a ball of any size, a needle or a plate, in any form, unless it is refused.
pub(super) fn shape(mix: &mut Mix, watch: &mut Watch) -> Option<Shape> {
    let radii = match mix.integer(0, 5) {
        0..=2 => DVec3::new(0.4, 0.9, 0.4),
        3 => DVec3::splat(mix.pick(&[1e-4, 0.01, 0.5, 5.0, 1e3, 1e6])),
        4 => mix.lengths(2.0),
        _ => DVec3::new(mix.pick(&[1e-4, 0.1, 1.0, 1e3, 1e6]), mix.pick(&[1e-4, 0.1, 1.0, 10.0]), 1.0),
    };
    let turn = mix.quaternion();
    match mix.form() {
        BodyShape::Capsule => watch.call("Shape::capsule", || Shape::capsule(radii.x, radii.y, turn)),
        BodyShape::Box => {
            let rounding = mix.rounding(radii.min_element());
            watch.call("Shape::cuboid", || Shape::cuboid(radii, rounding, turn))
        }
        BodyShape::Cylinder => {
            let rounding = mix.rounding(if radii.y < radii.x { radii.y } else { radii.x });
            watch.call("Shape::cylinder", || Shape::cylinder(radii.x, radii.y, rounding, turn))
        }
        _ => watch.call("Shape::ellipsoid", || Shape::ellipsoid(radii, turn)),
    }
}

/// A motion of a body in a tick, unless it is refused.
pub(super) fn motion(mix: &mut Mix, watch: &mut Watch, size: f64) -> Option<Motion> {
    let (linear, angular) = (mix.point(size), mix.point(2.0));
    let (pivot, dt) = (mix.point(size), mix.length(0.2));
    let angular = if mix.chance(0.4) { DVec3::ZERO } else { angular };
    watch.call("Motion::from_velocity", || Motion::from_velocity(linear, angular, pivot, dt))
}

/// A place to turn and shift to.
pub(super) fn rigid(mix: &mut Mix, size: f64) -> DRigid3 {
    DRigid3 { rotation: mix.quaternion(), translation: mix.point(size) }
}

/// What can change in a world, as a text: poses, motions, layers of all bodies.
pub(super) fn summary(world: &World) -> String {
    let body = |(id, body): (BodyId, &Body)| {
        (id, body.pose, world.motion(id), body.layers, body.mesh.triangle_count(), body.mesh.bounds())
    };
    format!("{:?}", world.bodies().map(body).collect::<Vec<_>>())
}
