//! Preparation: from a raw soup to triangles that can collide, with a report.

use super::edges::connect;
use super::error::{MeshError, check};
use super::face::{Face, face};
use super::options::MeshOptions;
use super::prepared::{Corners, Prepared, Welded};
use super::report::MeshReport;
use super::soup::Soup;
use crate::math::Vec3;
use crate::threads::Builders;
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// Checks, welds and judges the triangles of a soup, and passes them to `make`.
///
/// Of three steps each has other work at the same time, as one of them may leave a thread idle: `sort`, which has the corners alone,
/// while the vertices are welded; `finish`, which has what `sort` gives, while the triangles are judged; and `make`, which has the
/// triangles and what `finish` gives, while the report is made.
///
/// # Errors
/// All faults of [`MeshFault`](super::MeshFault).
pub(super) fn prepare<S: Send, F: Send, M: Send>(
    soup: &Soup,
    options: &MeshOptions,
    sort: impl FnOnce(Corners<'_>) -> S + Send,
    finish: impl FnOnce(S) -> F + Send,
    make: impl FnOnce(&Prepared<'_>, F) -> M + Send,
) -> Result<(M, MeshReport), MeshError> {
    check(soup, options)?;
    let (pool, count) = (Builders::Pool, soup.triangles.len());
    let prepared = || {
        // Without a distance no corner moves, so what is welded is for the report alone.
        let moved = (options.weld_distance > 0.0).then(|| Welded::new(soup, options));
        let corners = Corners { soup, moved: moved.as_ref() };
        let welded = || moved.as_ref().map_or_else(|| Cow::Owned(Welded::new(soup, options)), Cow::Borrowed);
        let (welded, sorted) = pool.both(count, welded, || sort(corners));
        let (triangles, finished) = pool.both(count, || Prepared::new(corners, options), || finish(sorted));
        let report = || report(&triangles, options, &welded);
        let (report, made) = pool.both(count, report, || make(&triangles, finished));
        (made, report)
    };
    Ok(pool.enter(count, prepared))
}

fn report(triangles: &Prepared<'_>, options: &MeshOptions, welded: &Welded) -> MeshReport {
    let Prepared { corners: Corners { soup, .. }, judged } = triangles;
    let (min, max) = extent(soup, welded);
    let mut report = MeshReport {
        vertex_count: soup.vertices.len(),
        triangle_count: soup.triangles.len(),
        // In the order of the triangles: a sum of rounded numbers depends on it.
        area: judged.iter().fold(0.0, |sum, triangle| sum + triangle.area),
        welded: (0..).zip(&welded.targets).filter(|(v, t)| v != *t).map(|(v, _)| v).collect(),
        unused: (0..).zip(&welded.used).filter(|(_, used)| !**used).map(|(v, _)| v).collect(),
        min,
        max,
        has_edges: !options.without_edges,
        ..MeshReport::default()
    };
    for (number, _) in judged.iter().enumerate().filter(|(_, triangle)| triangle.edges_only) {
        let source = number as u32;
        if face(triangles.corners.of(number)).0 == Face::Sliver {
            report.slivers.push(source);
        } else {
            report.degenerate.push(source);
            if had_area(soup, source) {
                report.collapsed.push(source);
            }
        }
    }
    if report.has_edges {
        let triangles: Vec<_> = soup.triangles.iter().map(|triangle| welded.triangle(triangle)).collect();
        connect(&soup.vertices, &triangles, &mut report);
    }
    report
}

/// The smallest and the largest coordinates of the vertices that triangles use after welding.
fn extent(soup: &Soup, welded: &Welded) -> (Vec3, Vec3) {
    let corners = welded.used.iter().zip(&welded.targets).filter(|(used, _)| **used);
    corners
        .map(|(_, &target)| soup.vertices[target as usize] + Vec3::ZERO)
        .fold((Vec3::splat(f32::MAX), Vec3::splat(f32::MIN)), |(min, max), corner| {
            (min.min(corner), max.max(corner))
        })
}

fn had_area(soup: &Soup, triangle: u32) -> bool {
    let corners = soup.triangles[triangle as usize].map(|v| soup.vertices[v as usize]);
    face(corners).0 != Face::None
}

#[cfg(test)]
mod tests {
    use super::super::prime::{Prime, Primes};
    use super::*;
    use crate::math::sqrt_f64;
    use crate::tolerance;
    use alloc::string::ToString;
    use alloc::vec;

    fn prepared(soup: &Soup, weld_distance: f32) -> (Vec<Prime>, MeshReport) {
        let options = MeshOptions { weld_distance, one_sided: vec![7, 3], ..MeshOptions::default() };
        prepare(soup, &options, |_| (), |()| (), |primes, ()| primes.iter().collect::<Vec<_>>()).unwrap()
    }

    /// A triangle on a base of 100 m, starting at x = `x`, of this height.
    fn low(x: f32, height: f32) -> Soup {
        Soup::new(&[[x, 0.0, 0.0], [x + 100.0, 0.0, 0.0], [x + 30.0, 0.0, height]], &[[0, 1, 2]])
    }

    #[test]
    fn a_triangle_below_the_sliver_floor_never_keeps_its_face() {
        // The unit in the last place is 2^-17 m at 100 m, and 2^-13 m at 1124 m.
        for (x, unit) in [(0.0, 1.0 / 131_072.0), (1024.0, 1.0 / 8192.0)] {
            let floor = tolerance::SLIVER_ULPS * unit;
            let (triangles, report) = prepared(&low(x, floor), 0.0);
            assert!(!triangles[0].edges_only && report.slivers.is_empty());
            let (triangles, report) = prepared(&low(x, floor - floor * f32::EPSILON), 0.0);
            assert!(triangles[0].edges_only && report.degenerate.is_empty());
            assert_eq!(report.slivers, [0]);
        }
    }

    #[test]
    fn tiny_and_huge_triangles_keep_their_faces() {
        for size in [1e-36, 1e-20, 1.0, 1e7] {
            let soup = Soup::new(&[[0.0; 3], [size, 0.0, 0.0], [0.0, size, size]], &[[0, 1, 2]]);
            let (triangles, report) = prepared(&soup, 0.0);
            assert!(!triangles[0].edges_only, "{size}");
            let area = f64::from(size) * f64::from(size) / sqrt_f64(2.0);
            assert!((report.area / area - 1.0).abs() < 1e-15);
        }
    }

    #[test]
    fn a_triangle_without_area_is_never_dropped() {
        let vertices = [[0.0; 3], [1.0, 2.0, 3.0], [2.0, 4.0, 6.0], [-0.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        let soup = Soup::new(&vertices, &[[0, 1, 2], [1, 1, 0], [2, 2, 2], [0, 1, 3], [0, 1, 4]]);
        let (triangles, report) = prepared(&soup, 0.0);
        assert_eq!(report.degenerate, [0, 1, 2, 3]);
        assert!(report.collapsed.is_empty() && report.slivers.is_empty());
        assert_eq!(triangles.iter().map(|t| t.source).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
        assert_eq!(
            triangles.iter().map(|t| t.edges_only).collect::<Vec<_>>(),
            [true, true, true, true, false]
        );
        assert_eq!(triangles[0].corners[2], Vec3::new(2.0, 4.0, 6.0));
    }

    #[test]
    fn a_triangle_that_welding_collapses_stays_as_an_edge() {
        let soup = Soup::new(&[[0.0; 3], [0.01, 0.0, 0.0], [0.0, 1.0, 0.0]], &[[0, 1, 2]]);
        assert!(prepared(&soup, 0.009).1.degenerate.is_empty());
        let (triangles, report) = prepared(&soup, 0.011);
        assert_eq!((report.degenerate, report.collapsed, report.welded), (vec![0], vec![0], vec![1]));
        assert!(triangles[0].edges_only && triangles[0].corners[0] == triangles[0].corners[1]);
    }

    #[test]
    fn only_faces_of_the_listed_materials_are_one_sided() {
        let mut soup = low(0.0, 1.0);
        soup.materials = vec![3];
        let corners = [Vec3::ZERO, Vec3::X, Vec3::Y];
        soup.push(corners, 4);
        soup.push(corners, 7);
        soup.push([Vec3::X; 3], 7);
        let (triangles, _) = prepared(&soup, 0.0);
        let sides: Vec<_> = triangles.iter().map(|t| (t.material, t.one_sided)).collect();
        assert_eq!(sides, [(3, true), (4, false), (7, true), (7, false)]);
    }

    #[test]
    fn corners_never_hold_a_negative_zero() {
        let soup = Soup::new(&[[-0.0; 3], [1.0, -0.0, 0.0], [-0.0, 1.0, -0.0]], &[[0, 1, 2]]);
        let (triangles, report) = prepared(&soup, 0.0);
        assert!(triangles[0].corners.iter().all(|c| c.to_array().iter().all(|c| c.is_sign_positive())));
        assert_eq!((report.min, report.max), (Vec3::ZERO, Vec3::new(1.0, 1.0, 0.0)));
    }

    #[test]
    fn a_report_without_edges_lists_none_and_calls_nothing_closed() {
        let soup = Soup::cuboid(Vec3::ZERO, Vec3::ONE);
        let build = |without_edges| {
            let options = MeshOptions { without_edges, ..MeshOptions::default() };
            prepare(&soup, &options, |_| (), |()| (), |primes, ()| primes.iter().collect::<Vec<_>>()).unwrap()
        };
        let ((triangles, with), (same, without)) = (build(false), build(true));
        assert!(with.has_edges && with.is_closed() && !without.has_edges && !without.is_closed());
        assert_eq!(triangles, same);
        let mut open = soup.clone();
        open.triangles.pop();
        let options = MeshOptions { without_edges: true, ..MeshOptions::default() };
        let (_, report) = prepare(&open, &options, |_| (), |()| (), |_, ()| ()).unwrap();
        assert!(report.open_edges.is_empty() && report.to_string().contains("edges were not looked for"));
    }

    #[test]
    fn unused_vertices_are_listed_and_change_nothing() {
        let mut soup = low(0.0, 1.0);
        let (expected, _) = prepared(&soup, 1.0);
        soup.vertices.insert(0, Vec3::new(0.5, 0.0, 0.0));
        soup.vertices.push(Vec3::splat(1e6));
        soup.triangles = vec![[1, 2, 3]];
        let (triangles, report) = prepared(&soup, 1.0);
        assert_eq!((triangles, report.unused), (expected, vec![0, 4]));
        assert_eq!(report.max.x, 100.0);
    }
}
