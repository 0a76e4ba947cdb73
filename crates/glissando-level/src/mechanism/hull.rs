//! From the planes of a convex solid to its triangles: every face is clipped by all other planes.
//!
//! Source: Sutherland and Hodgman, "Reentrant polygon clipping" (1974).

use super::closed::is_closed;
use glissando::{DVec3, Soup};

/// Most planes of a solid.
const MOST_PLANES: usize = 64;
/// Most pairs of planes of all solids of a level.
const MOST_PAIRS: usize = 1 << 22;
/// Corners nearer to each other than this, in metres, are one.
const SAME_CORNER: f64 = 1e-4;

/// A plane with a normal of length 1; `normal . x <= offset` is inside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Plane {
    pub(super) normal: DVec3,
    pub(super) offset: f64,
}

/// Makes solids until the limit of work is reached.
#[derive(Debug)]
pub(super) struct HullMaker {
    left: usize,
}

impl HullMaker {
    pub(super) fn new() -> Self {
        Self { left: MOST_PAIRS }
    }

    /// The surface of the solid between the planes, fronts outside; `low` and `high` are corners of a box around it.
    ///
    /// `None` if the planes close nothing in, are too many, or leave faces too small to fit together.
    pub(super) fn solid(&mut self, planes: &[Plane], low: DVec3, high: DVec3) -> Option<Soup> {
        if planes.len() > MOST_PLANES {
            return None;
        }
        self.left = self.left.checked_sub(planes.len() * planes.len())?;
        let (centre, reach) = ((low + high) * 0.5, (high - low).length() * 2.0);
        let mut soup = Soup::default();
        let mut corners: Vec<DVec3> = Vec::new();
        for (index, plane) in planes.iter().enumerate() {
            let others = planes.iter().enumerate().filter(|&(other, _)| other != index);
            if others.clone().any(|(other, p)| other < index && p == plane) {
                continue;
            }
            let mut face = square(plane, centre, reach);
            for (_, other) in others.filter(|(_, other)| *other != plane) {
                face = clip(&face, other);
            }
            add_face(&mut soup, &mut corners, &face);
        }
        soup.vertices = corners.into_iter().map(DVec3::as_vec3).collect();
        is_closed(&soup).then_some(soup)
    }
}

/// A square in a plane, counter-clockwise seen from outside, that reaches so far from the point next to `centre`.
fn square(plane: &Plane, centre: DVec3, reach: f64) -> Vec<DVec3> {
    let n = plane.normal;
    let middle = centre + n * (plane.offset - n.dot(centre));
    let side = if n.x.abs() < 0.5 { DVec3::X } else { DVec3::Y };
    let u = n.cross(side).try_normalize().unwrap_or(DVec3::ZERO) * reach;
    let v = n.cross(u);
    vec![middle - u - v, middle + u - v, middle + u + v, middle - u + v]
}

/// The part of a convex polygon that is inside.
fn clip(face: &[DVec3], plane: &Plane) -> Vec<DVec3> {
    let outside = |p: DVec3| plane.normal.dot(p) - plane.offset;
    let mut kept = Vec::with_capacity(face.len() + 1);
    let from = face.iter().copied();
    let to = face.iter().copied().cycle().skip(1);
    for (a, b) in from.zip(to) {
        let (at_a, at_b) = (outside(a), outside(b));
        if at_a <= 0.0 {
            kept.push(a);
        }
        if (at_a < 0.0 && at_b > 0.0) || (at_a > 0.0 && at_b < 0.0) {
            kept.push(a + (b - a) * (at_a / (at_a - at_b)));
        }
    }
    kept
}

/// Adds a face as a fan, with corners that are shared with the faces before it.
fn add_face(soup: &mut Soup, corners: &mut Vec<DVec3>, face: &[DVec3]) {
    let mut ring: Vec<u32> = Vec::with_capacity(face.len());
    for &point in face {
        let known = corners.iter().position(|c| (*c - point).length() <= SAME_CORNER);
        let id = known.unwrap_or_else(|| {
            corners.push(point);
            corners.len() - 1
        }) as u32;
        if ring.last() != Some(&id) && ring.first() != Some(&id) {
            ring.push(id);
        }
    }
    let Some((&first, rest)) = ring.split_first() else { return };
    soup.triangles.extend(rest.windows(2).map(|pair| match *pair {
        [a, b] => [first, a, b],
        _ => [first; 3],
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn planes(list: &[([f64; 3], f64)]) -> Vec<Plane> {
        let plane = |&(n, offset): &([f64; 3], f64)| {
            let normal = DVec3::from(n);
            Plane { normal: normal.try_normalize().unwrap(), offset: offset / normal.length() }
        };
        list.iter().map(plane).collect()
    }

    /// The volume of a closed soup, by the divergence theorem.
    fn volume(soup: &Soup) -> f64 {
        let at = |i: u32| soup.vertices[i as usize].as_dvec3();
        soup.triangles.iter().map(|t| at(t[0]).dot(at(t[1]).cross(at(t[2]))) / 6.0).sum()
    }

    const CUBE: [([f64; 3], f64); 6] = [
        ([1.0, 0.0, 0.0], 1.0),
        ([-1.0, 0.0, 0.0], 1.0),
        ([0.0, 1.0, 0.0], 1.0),
        ([0.0, -1.0, 0.0], 1.0),
        ([0.0, 0.0, 1.0], 1.0),
        ([0.0, 0.0, -1.0], 1.0),
    ];

    #[test]
    fn a_cube_and_a_cube_without_a_corner_have_their_volumes() {
        let cube = HullMaker::new().solid(&planes(&CUBE), -DVec3::ONE, DVec3::ONE).unwrap();
        assert_eq!((cube.triangles.len(), cube.vertices.len()), (12, 8));
        assert!((volume(&cube) - 8.0).abs() < 1e-6);
        let mut cut = CUBE.to_vec();
        cut.extend([([1.0, 1.0, 1.0], 2.0), ([1.0, 1.0, 1.0], 2.0)]);
        let cut = HullMaker::new().solid(&planes(&cut), -DVec3::ONE, DVec3::ONE).unwrap();
        assert!((volume(&cut) - (8.0 - 1.0 / 6.0)).abs() < 1e-6, "{}", volume(&cut));
    }

    #[test]
    fn planes_that_close_nothing_in_make_no_solid() {
        let apart = [([1.0, 0.0, 0.0], -2.0), ([-1.0, 0.0, 0.0], -2.0)];
        for list in [&CUBE[..5], &apart[..], &[]] {
            assert_eq!(HullMaker::new().solid(&planes(list), -DVec3::ONE, DVec3::ONE), None);
        }
        let many: Vec<_> = CUBE.iter().copied().cycle().take(MOST_PLANES + 1).collect();
        assert_eq!(HullMaker::new().solid(&planes(&many), -DVec3::ONE, DVec3::ONE), None);
    }

    #[test]
    fn the_work_for_a_whole_level_is_bounded() {
        let mut maker = HullMaker::new();
        let many: Vec<_> = CUBE.iter().copied().cycle().take(MOST_PLANES).collect();
        let made = (0..2000).filter(|_| maker.solid(&planes(&many), -DVec3::ONE, DVec3::ONE).is_some());
        assert_eq!(made.count(), MOST_PAIRS / (MOST_PLANES * MOST_PLANES));
    }
}
