//! A polygon cut into triangles: a fan where it is convex, by its ears where it is not.
//!
//! A fan of a concave polygon covers ground outside of it. An ear is a corner whose triangle contains no
//! other corner; a simple polygon always has two, so cutting one off at a time ends with a triangle.
//!
//! Source: Gary H. Meisters, "Polygons have ears", American Mathematical Monthly 82, 1975.

use glissando::Vec3;

/// A corner, seen along the axis that flattens the polygon least.
type Point = [f64; 2];

/// Adds the triangles of a polygon to `triangles`, keeping its winding.
///
/// `false` if a fan was used without knowing that it is right: the polygon crosses itself, has no area,
/// or `work_left` is used up.
pub(super) fn cut(
    corners: &[u32],
    vertices: &[Vec3],
    work_left: &mut u64,
    triangles: &mut Vec<[u32; 3]>,
) -> bool {
    if corners.len() <= 3 {
        fan(corners, triangles);
        return true;
    }
    let points = flattened(corners, vertices);
    if is_convex(&points) {
        fan(corners, triangles);
        return true;
    }
    cut_ears(corners, &points, work_left, triangles)
}

fn fan(corners: &[u32], triangles: &mut Vec<[u32; 3]>) {
    let [first, rest @ ..] = corners else { return };
    triangles.extend(rest.windows(2).filter_map(|w| match w {
        &[b, c] => Some([*first, b, c]),
        _ => None,
    }));
}

/// The corners in the plane, counter-clockwise as a whole.
fn flattened(corners: &[u32], vertices: &[Vec3]) -> Vec<Point> {
    let from_origin = |i: u32| vertices.get(i as usize).map_or([0.0; 3], |v| v.to_array().map(f64::from));
    let origin = corners.first().map_or([0.0; 3], |&i| from_origin(i));
    let at = |i: u32| {
        let p = from_origin(i);
        [p[0] - origin[0], p[1] - origin[1], p[2] - origin[2]]
    };
    let mut normal = [0.0_f64; 3];
    let next = corners.iter().cycle().skip(1);
    for (a, b) in corners.iter().map(|&i| at(i)).zip(next.map(|&i| at(i))) {
        for (axis, n) in normal.iter_mut().enumerate() {
            let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
            *n += (a[u] - b[u]) * (a[v] + b[v]);
        }
    }
    let mut axis = 0;
    for candidate in 1..3 {
        if normal[candidate].abs() > normal[axis].abs() {
            axis = candidate;
        }
    }
    let (u, v) =
        if normal[axis] < 0.0 { ((axis + 2) % 3, (axis + 1) % 3) } else { ((axis + 1) % 3, (axis + 2) % 3) };
    corners.iter().map(|&i| at(i)).map(|p| [p[u], p[v]]).collect()
}

/// Twice the signed area of a triangle.
fn area(a: Point, b: Point, c: Point) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/// Whether no corner turns right and the outline goes round once.
fn is_convex(points: &[Point]) -> bool {
    let n = points.len();
    let corner = |i: usize| points.get(i % n).copied().unwrap_or_default();
    let turns = (0..n).all(|i| area(corner(i), corner(i + 1), corner(i + 2)) >= 0.0);
    let sees_all = (1..n - 1).all(|i| area(corner(0), corner(i), corner(i + 1)) >= 0.0);
    turns && sees_all
}

fn cut_ears(corners: &[u32], points: &[Point], work_left: &mut u64, triangles: &mut Vec<[u32; 3]>) -> bool {
    let mut left: Vec<usize> = (0..corners.len()).collect();
    while left.len() > 3 {
        let ear = (0..left.len()).find(|&i| is_ear(&left, points, i, work_left));
        let Some(ear) = ear else {
            let rest: Vec<u32> = left.iter().filter_map(|&i| corners.get(i).copied()).collect();
            fan(&rest, triangles);
            return false;
        };
        triangles.extend(triangle(&left, ear).map(|t| t.map(|i| corners.get(i).copied().unwrap_or(0))));
        left.remove(ear);
    }
    triangles.extend(triangle(&left, 1).map(|t| t.map(|i| corners.get(i).copied().unwrap_or(0))));
    true
}

/// The corner at `i` between its neighbours.
fn triangle(left: &[usize], i: usize) -> Option<[usize; 3]> {
    let n = left.len();
    Some([*left.get((i + n - 1) % n)?, *left.get(i)?, *left.get((i + 1) % n)?])
}

/// Whether the corner at `i` turns left and no other corner is in its triangle.
fn is_ear(left: &[usize], points: &[Point], i: usize, work_left: &mut u64) -> bool {
    let Some(rest) = work_left.checked_sub(left.len() as u64) else { return false };
    *work_left = rest;
    let Some(t) = triangle(left, i) else { return false };
    let [a, b, c] = t.map(|i| points.get(i).copied().unwrap_or_default());
    let turn = area(a, b, c);
    if turn == 0.0 {
        // Straight on or straight back: the outline encloses the same ground without this corner.
        return true;
    }
    if turn < 0.0 {
        return false;
    }
    !left.iter().filter(|j| !t.contains(j)).any(|&j| {
        let p = points.get(j).copied().unwrap_or_default();
        let is_corner = p == a || p == b || p == c;
        !is_corner && area(a, b, p) >= 0.0 && area(b, c, p) >= 0.0 && area(c, a, p) >= 0.0
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cuts a polygon in the plane y = 0; gives whether it was clean, and the areas of the triangles.
    fn areas(outline: &[(f32, f32)]) -> (bool, Vec<f64>) {
        let vertices: Vec<Vec3> = outline.iter().map(|&(x, z)| Vec3::new(x, 0.0, z)).collect();
        let corners: Vec<u32> = (0..outline.len() as u32).collect();
        let (mut work, mut triangles) = (MOST, Vec::new());
        let clean = cut(&corners, &vertices, &mut work, &mut triangles);
        assert_eq!(triangles.len(), outline.len() - 2);
        let point = |i: u32| {
            let v = vertices[i as usize];
            [f64::from(v.x), f64::from(v.z)]
        };
        (clean, triangles.iter().map(|t| area(point(t[0]), point(t[1]), point(t[2])) / 2.0).collect())
    }

    const MOST: u64 = 1_000_000;

    #[test]
    fn a_concave_polygon_is_never_covered_outside_its_outline() {
        let arrow = [(0.0, 0.0), (4.0, 0.0), (1.0, 1.0), (0.0, 4.0)];
        let comb =
            [(0.0, 0.0), (5.0, 0.0), (5.0, 3.0), (4.0, 1.0), (3.0, 3.0), (2.0, 1.0), (1.0, 3.0), (0.0, 1.0)];
        for start in 0..8 {
            for (outline, whole) in [(&arrow[..], 4.0), (&comb[..], 10.0)] {
                let mut turned = outline.to_vec();
                turned.rotate_left(start % outline.len());
                let (clean, areas) = areas(&turned);
                assert!(clean && areas.iter().all(|&a| a >= 0.0), "{areas:?}");
                assert!((areas.iter().sum::<f64>() - whole).abs() < 1e-12, "{areas:?}");
            }
        }
    }

    #[test]
    fn winding_is_kept_on_both_sides() {
        let mut arrow = vec![(0.0, 0.0), (4.0, 0.0), (1.0, 1.0), (0.0, 4.0)];
        arrow.reverse();
        let (clean, areas) = areas(&arrow);
        assert!(clean && areas.iter().all(|&a| a < 0.0), "{areas:?}");
    }

    #[test]
    fn a_polygon_that_crosses_itself_still_gives_all_its_triangles() {
        let star = [(0.0, 3.0), (2.0, -3.0), (-3.0, 1.0), (3.0, 1.0), (-2.0, -3.0)];
        let (_, areas) = areas(&star);
        assert_eq!(areas.len(), 3);
    }

    #[test]
    fn endless_polygons_end_as_fans_when_the_work_is_used_up() {
        let outline: Vec<Vec3> = (0..4000_u16)
            .map(|i| Vec3::new(f32::from(i), f32::from((i % 61) * (i % 67) % 53), 0.0))
            .collect();
        let corners: Vec<u32> = (0..4000).collect();
        let (mut work, mut triangles) = (10_000, Vec::new());
        assert!(!cut(&corners, &outline, &mut work, &mut triangles));
        assert_eq!(triangles.len(), 3998);
    }
}
