//! Kind `geometry`: the functions of `geometry` and `math`, with tame and hostile numbers.
//!
//! Those without errors answer anything to what is not tame; of tame numbers they make tame answers.

use super::mix::{Mix, is_tame};
use super::watch::Watch;
use super::worlds::{pose, shape};
use glissando::geometry::{
    Aabb, Faces, Plane, Polygon, Sphere, closest_on_edges, closest_on_segment, closest_on_triangle,
    ellipsoid_triangle_distance, ray_triangle, ray_triangle_front, triangle_meets_box,
};
use glissando::math::cos_degrees;
use glissando::{DQuat, DVec3};
use std::fmt::Debug;

/// Rounds of one case.
const ROUNDS: usize = 30;

pub(super) fn run(mix: &mut Mix, watch: &mut Watch) {
    for _ in 0..ROUNDS {
        let size = mix.size();
        let corners = mix.corners(size);
        let asked = Asked { corners, point: mix.point(size), way: mix.point(size) };
        triangle(watch, &asked);
        flat(mix, watch, &asked, size);
        round(mix, watch, &asked, size);
        ellipsoid(mix, watch, &asked);
        boxes(watch, &asked);
        angles(mix, watch, &asked, size);
    }
}

/// A triangle, a point and a way.
#[derive(Debug)]
struct Asked {
    corners: [DVec3; 3],
    point: DVec3,
    way: DVec3,
}

impl Asked {
    fn is_tame(&self) -> bool {
        self.corners.iter().chain([&self.point, &self.way]).all(|&v| is_tame(v))
    }

    /// Calls what has no error: its numbers must be finite if those of the question are tame.
    fn answer<T: Debug>(&self, watch: &mut Watch, name: &'static str, call: impl FnOnce() -> T) -> T {
        if self.is_tame() { watch.value(name, call) } else { watch.survive(name, call) }
    }
}

fn triangle(watch: &mut Watch, asked: &Asked) {
    let &Asked { corners, point, way } = asked;
    asked.answer(watch, "closest_on_triangle", || closest_on_triangle(point, &corners));
    asked.answer(watch, "closest_on_edges", || closest_on_edges(point, &corners));
    let share =
        asked.answer(watch, "closest_on_segment", || closest_on_segment(point, corners[0], corners[1]));
    if asked.is_tame() {
        watch.share("closest_on_segment", share);
    }
    let hits = asked.answer(watch, "ray_triangle", || {
        [ray_triangle(point, way, corners), ray_triangle_front(point, way, corners)]
    });
    for hit in hits.into_iter().flatten().filter(|_| asked.is_tame()) {
        watch.share("ray_triangle", hit.fraction);
    }
    watch.expect(hits[1].is_none() || hits[0].is_some(), "a front that is hit, but no triangle", || {
        format!("{asked:?} {hits:?}")
    });
}

fn flat(mix: &mut Mix, watch: &mut Watch, asked: &Asked, size: f64) {
    let &Asked { corners, point, way } = asked;
    let plane = watch.call("Plane::new", || Plane::new(point, way));
    for plane in plane.into_iter().chain(watch.call("Plane::through", || Plane::through(corners))) {
        watch.unit("Plane", plane.normal());
        let tolerance = mix.length(1e-6);
        asked.answer(watch, "Plane::classify", || plane.classify(corners[1], tolerance));
        asked.answer(watch, "Plane::signed_distance", || (plane.signed_distance(corners[0]), plane.offset()));
        let faces = mix.pick(&[Faces::Both, Faces::Front]);
        let crossing = asked.answer(watch, "Plane::crossing", || plane.crossing(corners[0], way, faces));
        if let Some(crossing) = crossing.filter(|_| asked.is_tame()) {
            watch.share("Plane::crossing", crossing.fraction);
        }
    }
    let outline: Vec<DVec3> = (0..mix.below(8)).map(|_| mix.point(size)).collect();
    if let Some(polygon) = watch.call("Polygon::new", || Polygon::new(&outline)) {
        let unevenness = || (polygon.plane(), polygon.unevenness(), polygon.contains(point));
        asked.answer(watch, "Polygon::contains", unevenness);
        asked.answer(watch, "Polygon::crossing", || polygon.crossing(point, way, Faces::Both));
    }
}

fn round(mix: &mut Mix, watch: &mut Watch, asked: &Asked, size: f64) {
    let &Asked { corners, point, way } = asked;
    let radii = (mix.length(size), mix.length(size));
    let one = watch.call("Sphere::new", || Sphere::new(point, radii.0));
    let two = watch.call("Sphere::new", || Sphere::new(corners[0], radii.1));
    let (Some(one), Some(two)) = (one, two) else { return };
    watch.value("Sphere::gap", || one.gap(&two));
    if let Some(Some(touch)) = watch.call("Sphere::first_touch", || one.first_touch(way, &two, corners[1])) {
        watch.share("Sphere::first_touch", touch.fraction);
        watch.unit("Sphere::first_touch", touch.normal);
    }
}

fn ellipsoid(mix: &mut Mix, watch: &mut Watch, asked: &Asked) {
    let &Asked { corners, point, way } = asked;
    let Some(shape) = shape(mix, watch) else { return };
    let extents = watch.value("Shape::half_extents", || shape.half_extents());
    let is_round = shape.smallest_radius() > 0.0 && shape.smallest_radius() <= shape.largest_radius();
    watch.expect(is_round && extents.min_element() > 0.0, "an ellipsoid without extents", || {
        format!("{shape:?}")
    });
    watch.value("Shape::unit_from_world", || (shape.unit_from_world(), shape.world_from_unit()));
    asked.answer(watch, "Shape::extent_along", || shape.extent_along(way));
    watch.call("Shape::surface_point", || shape.surface_point(point));
    if let Some(normal) = watch.call("Shape::normal_at", || shape.normal_at(point)) {
        watch.unit("Shape::normal_at", normal);
    }
    watch.call("Shape::furthest_point", || shape.furthest_point(way));
    watch.call("Shape::tangent_plane_at", || shape.tangent_plane_at(corners[0], point));
    watch.call("Shape::tangent_plane_facing", || shape.tangent_plane_facing(corners[0], way));
    let edges_only = mix.chance(0.3);
    asked.answer(watch, "ellipsoid_triangle_distance", || {
        ellipsoid_triangle_distance(shape.radii(), &corners, edges_only)
    });
}

fn boxes(watch: &mut Watch, asked: &Asked) {
    let &Asked { corners, point, way } = asked;
    watch.survive("triangle_meets_box", || triangle_meets_box(&corners, point, way));
    let (low, high) = (point.min(way), point.max(way));
    let middle = (low + high) * 0.5;
    if asked.is_tame() {
        let small = corners.map(|_| middle);
        watch.expect(triangle_meets_box(&small, low, high), "a box without its own middle", || {
            format!("{asked:?}")
        });
    }
    watch.survive("Aabb", || {
        let both = Aabb::outward(low, high).union(Aabb::of(&corners.map(DVec3::as_vec3)));
        (both.half_area(), both.is_empty(), both.overlaps(both), both.contains(both), both.corners())
    });
}

fn angles(mix: &mut Mix, watch: &mut Watch, asked: &Asked, size: f64) {
    let &Asked { point, way, .. } = asked;
    let degrees = mix.number(400.0);
    let cosine = watch.survive("cos_degrees", || cos_degrees(degrees));
    let is_cosine = (-1.0..=1.0).contains(&cosine);
    watch.expect(is_cosine || degrees.is_nan(), "a cosine beyond -1..=1", || format!("{degrees}: {cosine}"));
    asked.answer(watch, "DQuat::from_rotation_arc", || DQuat::from_rotation_arc(point, way));
    let turn = mix.quaternion();
    if let Some(unit) = watch.survive("DQuat::try_normalize", || turn.try_normalize()) {
        let length = unit.to_array().iter().map(|c| c * c).sum::<f64>();
        watch.expect((length - 1.0).abs() < 1e-9, "a unit quaternion that is none", || {
            format!("{turn:?} {unit:?}")
        });
        watch.value("DQuat::to_mat3", || unit.to_mat3());
    }
    let pose = pose(mix, size);
    let inverse = watch.survive("DAffine3::try_inverse", || pose.try_inverse());
    watch.survive("DAffine3::transform_point", || inverse.map(|i| (i * pose).transform_point(point)));
    watch.survive("DMat3::norm", || (pose.matrix3.determinant(), pose.matrix3.norm(), pose.is_finite()));
    if let Some(unit) = watch.survive("DVec3::try_normalize", || way.try_normalize()) {
        watch.unit("DVec3::try_normalize", unit);
    }
}
