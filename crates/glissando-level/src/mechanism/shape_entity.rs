//! The shapes of triggers and liquids in an entity list: boxes, solids between planes, lines, surroundings of a point.

use super::check::{corners, displacement, point};
use super::hull::{HullMaker, Plane};
use super::surroundings::Surroundings;
use super::trigger::TriggerShape;
use glissando::{DVec3, Soup};
use serde::Deserialize;

/// Most brushes of one trigger.
const MOST_BRUSHES: usize = 64;
/// How high a line reaches, in units, where the level does not say how high it is itself.
const LINE_HEIGHT: f64 = 128.0;

/// A convex part of a volume, in units of the file.
#[derive(Debug, Deserialize)]
pub(super) struct Brush {
    pub(super) aabb: [[f64; 3]; 2],
    /// Normal and offset.
    #[serde(default)]
    pub(super) planes: Vec<[f64; 4]>,
}

/// Why a shape is coarser than the file says, if it is.
pub(super) type Coarse = Option<&'static str>;

/// The shape of some brushes; of none, or of odd ones, the box around them.
pub(super) fn of_brushes(
    brushes: &[Brush],
    aabb: [[f64; 3]; 2],
    hulls: &mut HullMaker,
    around: &Surroundings,
) -> Result<(TriggerShape, Coarse), String> {
    let (low, high) = corners("aabb", aabb, around.frame)?;
    let whole = TriggerShape::Box { low, high };
    if brushes.len() > MOST_BRUSHES {
        return Ok((whole, Some("it has too many brushes; its box counts")));
    }
    if brushes.iter().all(is_box) && brushes.len() <= 1 {
        return Ok((whole, None));
    }
    let mut soup = Soup::default();
    for brush in brushes {
        let (low, high) = corners("brushes, aabb", brush.aabb, around.frame)?;
        let planes: Option<Vec<Plane>> = brush.planes.iter().map(|p| plane(p, around)).collect();
        let Some(part) = planes.and_then(|planes| hulls.solid(&planes, low, high)) else {
            return Ok((whole, Some("the planes of a brush make no solid; its box counts")));
        };
        soup.append(&part);
    }
    Ok((TriggerShape::Closed(soup), None))
}

/// Whether the planes of a brush, if there are any, say no more than its box.
fn is_box(brush: &Brush) -> bool {
    let upright = |p: &[f64; 4]| p.iter().take(3).filter(|c| **c != 0.0).count() == 1;
    brush.planes.iter().all(upright)
}

/// A plane in metres.
fn plane(&[x, y, z, offset]: &[f64; 4], around: &Surroundings) -> Option<Plane> {
    let length = DVec3::new(x, y, z).length();
    let normal = around.frame.world_from_file().transform_vector(DVec3::new(x, y, z)).try_normalize()?;
    let offset = offset / length * around.frame.unit;
    (normal.is_finite() && offset.is_finite()).then_some(Plane { normal, offset })
}

/// The upright wall over a line on the floor, as high as the level; its front is on the line's right.
pub(super) fn of_line(
    [a, b]: [[f64; 3]; 2],
    level: Option<[[f64; 3]; 2]>,
    around: &Surroundings,
) -> Result<TriggerShape, String> {
    let (a, b) = (point("line", a, around.frame)?, point("line", b, around.frame)?);
    if (b - a).length() < 1e-4 {
        return Err("line has no length".into());
    }
    let (bottom, top) = match level {
        Some(level) => {
            let (low, high) = corners("the level's aabb", level, around.frame)?;
            (low.y, high.y)
        }
        None => (a.y.min(b.y), a.y.max(b.y) + LINE_HEIGHT * around.frame.unit),
    };
    let at = |p: DVec3, y: f64| DVec3::new(p.x, y, p.z).as_vec3();
    let vertices = vec![at(a, bottom), at(b, bottom), at(b, top), at(a, top)];
    let soup = Soup { vertices, triangles: vec![[0, 1, 2], [0, 2, 3]], materials: Vec::new() };
    Ok(TriggerShape::Surface { soup, front_only: true })
}

/// The box of half-size `radius`, in units, around a point.
pub(super) fn about(pos: [f64; 3], radius: f64, around: &Surroundings) -> Result<TriggerShape, String> {
    let centre = point("pos", pos, around.frame)?;
    let reach = displacement("radius", [radius; 3], around.frame)?;
    let reach = reach.max(DVec3::ZERO - reach);
    Ok(TriggerShape::Box { low: centre - reach, high: centre + reach })
}
