//! The test whether a point is inside a closed mesh: by the winding number, counted along a line.
//!
//! The line goes through the point and beyond the mesh on both sides. The entries before the point less the exits
//! before it are the winding number; over the whole line they must cancel, else another line is tried. So a mesh may
//! be inside out, in several parts, and overlap itself: inside is where the number is not zero.
//!
//! Source: the winding number as a signed sum of crossings is classical (Jacobson, Kavan and Sorkine, Robust
//! Inside-Outside Segmentation Using Generalized Winding Numbers, 2013, section 2).

use crate::bvh::BoxPath;
use crate::geometry::{Line, closest_on_triangle};
use crate::math::DVec3;
use crate::mesh::Mesh;

/// Directions of the lines, in the order of trial: no usual level has a face along one of them.
const DIRECTIONS: [DVec3; 4] = [
    DVec3::new(0.571_3, 0.638_9, 0.515_1),
    DVec3::new(-0.688_7, 0.319_3, 0.650_9),
    DVec3::new(0.211_1, -0.824_7, 0.524_3),
    DVec3::new(0.797_9, 0.411_7, -0.440_3),
];

/// Sine below which a crossing is too flat to decide on which side of the point it lies.
const FLATTEST: f64 = 1e-6;

/// Whether `at` (mesh space) is inside; `None` if the surface is within `margin`, or no line decides it.
pub(crate) fn is_inside(mesh: &Mesh, at: DVec3, margin: f64) -> Option<bool> {
    let (low, high) = (mesh.bounds().min.as_dvec3(), mesh.bounds().max.as_dvec3());
    let beyond = (low - at).max(at - high).max_element();
    if beyond > margin {
        return Some(false);
    }
    if is_at_surface(mesh, at, margin) {
        return None;
    }
    let size = (high - low).max_element() + 2.0 * margin;
    DIRECTIONS.into_iter().find_map(|direction| winding(mesh, at, direction * (8.0 * size))).map(|w| w != 0)
}

fn is_at_surface(mesh: &Mesh, at: DVec3, margin: f64) -> bool {
    let mut is_near = false;
    visit(mesh, &BoxPath::new(at, DVec3::ZERO, DVec3::splat(margin)), |corners| {
        is_near |= closest_on_triangle(at, corners).distance_sq <= margin * margin;
    });
    is_near
}

/// The winding number of the surface around `at`; `None` if the line `at ± reach` cannot decide it.
fn winding(mesh: &Mesh, at: DVec3, reach: DVec3) -> Option<i32> {
    let line = Line::new(at, reach)?;
    let (mut whole, mut before, mut is_clear) = (0, 0, true);
    visit(mesh, &BoxPath::new(at - reach, reach * 2.0, DVec3::ZERO), |corners| {
        if let Some(crossing) = line.crossing(corners) {
            is_clear &= crossing.steepness > FLATTEST;
            let inward = if crossing.from_front { 1 } else { -1 };
            whole += inward;
            let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
            let is_in_front = normal.dot(at - corners[0]) >= 0.0;
            // A point already on the side that the crossing leads to has the crossing behind it.
            before += if is_in_front == crossing.from_front { 0 } else { inward };
        }
    });
    (is_clear && whole == 0).then_some(before)
}

/// Calls `visit` with the corners of every triangle whose box the moving box may meet.
pub(super) fn visit(mesh: &Mesh, cast: &BoxPath, mut visit: impl FnMut(&[DVec3; 3])) {
    mesh.tree().cast(cast, 1.0, |leaf, limit| {
        let packet = &mesh.packet(leaf);
        for lane in packet.meets(cast) {
            visit(&packet.corners_f64(lane));
        }
        limit
    });
}

/// Whether the moving box may meet any triangle's box.
pub(super) fn meets(mesh: &Mesh, cast: &BoxPath) -> bool {
    let mut is_met = false;
    mesh.tree().cast(cast, 1.0, |leaf, _| {
        is_met |= mesh.packet(leaf).meets(cast).next().is_some();
        // Nothing starts before the start, so the search ends here.
        if is_met { -1.0 } else { 1.0 }
    });
    is_met
}
