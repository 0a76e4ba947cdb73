//! What of a model a picture shows: all of it, or the part where things are.
//!
//! A ground plane of a kilometre under a hall of thirty metres leaves the hall a few pixels. So the frame is
//! narrowed, step by step, to where the detail is: small triangles, and the points that matter (spawns, a way that
//! was walked). What is outside of the frame is drawn all the same, as far as the picture reaches.

use super::camera::bounds;
use super::model::Model;
use glissando::DVec3;

/// A triangle is detail if it is at most this share of the frame wide.
const DETAIL: f64 = 0.125;

/// The frame is narrowed if what matters takes at most this share of its width.
const SMALL: f64 = 0.25;

/// The same where all triangles are small, and most of them lie together.
const DENSE: f64 = 1.0 / 6.0;

/// The share of the triangles that must lie together.
const MOST: f64 = 0.9;

/// Cells across a frame, for counting triangles.
const CELLS: usize = 48;

/// A frame so many times as long as wide is a strip: it is shown around the points that matter.
const STRIP: f64 = 12.0;

/// Room around what matters: metres, and a share of its size.
const ROOM: (f64, f64) = (5.0, 0.3);

/// Steps of narrowing: a sky of ten kilometres, a ground of one, a park, a house.
const STEPS: usize = 8;

/// A box, lowest and highest corner.
type Box3 = (DVec3, DVec3);

/// The corners of the triangles below `cut` that a picture shows, drawn in to its frame; empty if there are none.
///
/// `points` matter whatever the triangles are like; without them the frame is the whole. The second value says
/// whether the frame is only a part.
pub(crate) fn frame(model: &Model, cut: f64, points: Option<&[DVec3]>) -> (Vec<DVec3>, bool) {
    let mut triangles = Vec::new();
    for corners in model.triangles() {
        if corners.iter().any(|c| c.y < cut) {
            triangles.push(corners.map(|c| DVec3::new(c.x, c.y.min(cut), c.z)));
        }
    }
    let Some(whole) = bounds(triangles.as_flattened()) else { return (Vec::new(), false) };
    let mut frame = whole;
    let is_free = points.is_some();
    let points = points.unwrap_or_default();
    let points: Vec<DVec3> = points.iter().map(|p| p.max(whole.0).min(whole.1)).collect();
    for _ in 0..if is_free { STEPS } else { 0 } {
        let Some(next) = narrowed(&triangles, &points, frame) else { break };
        frame = next;
    }
    frame.0.y = if is_free { floor(&triangles, &points, frame) } else { frame.0.y };
    if frame == whole {
        return (triangles.into_iter().flatten().collect(), false);
    }
    let is_seen = |triangle: &&[DVec3; 3]| bounds(*triangle).is_some_and(|b| overlap(b, frame));
    let seen = triangles.iter().filter(is_seen).flatten();
    let is_part = width(frame) < width(whole);
    (seen.map(|c| c.max(frame.0).min(frame.1)).collect(), is_part)
}

/// The lowest height that a picture of this frame shows: walls that hang far below everything else are cut off.
fn floor(triangles: &[[DVec3; 3]], points: &[DVec3], frame: Box3) -> f64 {
    let tall = frame.1.y - frame.0.y;
    let boxes = triangles.iter().filter_map(|t| bounds(t)).filter(|&b| overlap(b, frame));
    let small = boxes.filter(|b| b.1.y - b.0.y <= tall * DETAIL);
    let lowest = small.map(|b| b.0.y).chain(points.iter().map(|p| p.y)).fold(frame.1.y, f64::min);
    let room = ROOM.0 + (frame.1.y - lowest) * ROOM.1;
    if frame.1.y - lowest <= tall * 0.5 { (lowest - room).max(frame.0.y) } else { frame.0.y }
}

/// A smaller frame, if what matters is a small part of this one.
fn narrowed(triangles: &[[DVec3; 3]], points: &[DVec3], frame: Box3) -> Option<Box3> {
    let size = width(frame);
    let is_inside = |b: Box3| overlap(b, frame);
    let boxes: Vec<Box3> = triangles.iter().filter_map(|t| bounds(t)).filter(|&b| is_inside(b)).collect();
    let small: Vec<Box3> = boxes.iter().copied().filter(|&b| width(b) <= size * DETAIL).collect();
    let of_points = bounds(points);
    let with_points = |found: Option<Box3>| match (found, of_points) {
        (Some(a), Some(b)) => Some((a.0.min(b.0), a.1.max(b.1))),
        (a, b) => a.or(b),
    };
    let is_worth = |found: &Box3, share: f64| width(*found) <= size * share;
    let all = small.iter().copied().reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
    let found = with_points(all).filter(|found| is_worth(found, SMALL));
    let found = found.or_else(|| with_points(dense(&small, frame)).filter(|found| is_worth(found, DENSE)));
    let found = found.or_else(|| of_points.filter(|found| is_strip(frame) && is_worth(found, SMALL)))?;
    let room = DVec3::splat(ROOM.0 + width(found) * ROOM.1);
    // A strip keeps some of its length.
    let room = if is_strip(frame) { room.max(DVec3::splat(breadth(frame) * STRIP * 0.25)) } else { room };
    let next = ((found.0 - room).max(frame.0), (found.1 + room).min(frame.1));
    (width(next) < size * 0.5).then_some(next)
}

/// The box of the cells with the most triangles, up to most of the triangles.
fn dense(small: &[Box3], frame: Box3) -> Option<Box3> {
    let cell = (frame.1 - frame.0) * (1.0 / CELLS as f64);
    let index = |offset: f64, cell: f64| {
        if cell > 0.0 { (offset / cell).clamp(0.0, CELLS as f64 - 1.0) as usize } else { 0 }
    };
    let mut counts = vec![(0_usize, None::<Box3>); CELLS * CELLS];
    for &b in small {
        let offset = (b.0 + b.1) * 0.5 - frame.0;
        let (count, bounds) = &mut counts[index(offset.x, cell.x) * CELLS + index(offset.z, cell.z)];
        *count += 1;
        *bounds = Some(bounds.map_or(b, |a| (a.0.min(b.0), a.1.max(b.1))));
    }
    counts.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    let (mut sum, mut found) = (0, None::<Box3>);
    for (count, bounds) in counts {
        if sum as f64 >= small.len() as f64 * MOST {
            break;
        }
        sum += count;
        let Some(b) = bounds else { continue };
        found = Some(found.map_or(b, |a| (a.0.min(b.0), a.1.max(b.1))));
    }
    found
}

/// The larger of both sizes on the map.
fn width((low, high): Box3) -> f64 {
    (high.x - low.x).max(high.z - low.z)
}

/// The smaller of both sizes on the map.
fn breadth((low, high): Box3) -> f64 {
    (high.x - low.x).min(high.z - low.z)
}

fn is_strip(frame: Box3) -> bool {
    width(frame) > breadth(frame) * STRIP
}

fn overlap(a: Box3, b: Box3) -> bool {
    let is_apart = |low: DVec3, high: DVec3| low.x > high.x || low.z > high.z;
    !is_apart(a.0, b.1) && !is_apart(b.0, a.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Faces;
    use glissando_level::{Format, LoadOptions, load_bytes};
    use glissando_play::scene::LoadedLevel;
    use std::path::Path;

    /// A level of upright triangles at these places on the map, each so wide, over a ground of so many metres.
    fn model(places: &[(f64, f64)], wide: f64, (x, z): (f64, f64)) -> Model {
        let mut text =
            format!("v {0} 0 {1}\nv {x} 0 {1}\nv {x} 0 {z}\nv {0} 0 {z}\nf 1 4 3\nf 1 3 2\n", -x, -z);
        for (x, z) in places {
            text += &format!("v {x} 0 {z}\nv {} 0 {z}\nv {x} 2 {z}\nf -3 -2 -1\n", x + wide);
        }
        let level = load_bytes(Format::Obj, text.as_bytes(), &LoadOptions::default()).unwrap();
        Model::new(&[LoadedLevel::new(Path::new("x.obj"), level).unwrap()], Faces::Fronts).unwrap()
    }

    fn framed(model: &Model, points: &[DVec3]) -> (f64, bool) {
        let (corners, is_part) = frame(model, f64::INFINITY, Some(points));
        (width(bounds(&corners).unwrap()), is_part)
    }

    /// Places on a square of this half-size.
    fn square(half: f64, step: usize) -> Vec<(f64, f64)> {
        let at = move |i: usize| -half + half * 2.0 * i as f64 / step as f64;
        (0..=step).flat_map(|x| (0..=step).map(move |z| (at(x), at(z)))).collect()
    }

    #[test]
    fn a_kilometre_of_ground_does_not_make_a_house_a_dot() {
        let house = square(8.0, 5);
        let (size, is_part) = framed(&model(&house, 1.0, (500.0, 500.0)), &[]);
        assert!(is_part && (17.0..60.0).contains(&size), "{size}");
        // The whole is asked for.
        let (corners, is_part) = frame(&model(&house, 1.0, (500.0, 500.0)), f64::INFINITY, None);
        assert!(!is_part && width(bounds(&corners).unwrap()) > 999.0);
        // A ground of small triangles: most of all triangles are in the house.
        let mut town = square(500.0, 20);
        town.extend(square(8.0, 80));
        assert!(framed(&model(&town, 1.0, (500.0, 500.0)), &[]).0 < 60.0);
        // Nothing but ground: around the spawn.
        let spawn = DVec3::new(300.0, 0.0, 300.0);
        assert!(framed(&model(&[], 1.0, (500.0, 500.0)), &[spawn]).0 < 20.0);
    }

    #[test]
    fn a_strip_is_shown_around_its_spawn_and_a_usual_level_as_a_whole() {
        let lamps: Vec<(f64, f64)> = (-50..50).map(|i| (f64::from(i) * 10.0, 1.0)).collect();
        let strip = model(&lamps, 0.5, (500.0, 2.0));
        let (size, is_part) = framed(&strip, &[DVec3::new(-490.0, 1.0, 0.0)]);
        assert!(is_part && (10.0..80.0).contains(&size), "{size}");
        assert!(!framed(&strip, &[]).1, "nothing tells where on the strip one is");
        for points in [&[][..], &[DVec3::ZERO]] {
            assert!(!framed(&model(&square(18.0, 8), 3.0, (20.0, 20.0)), points).1);
        }
    }
}
