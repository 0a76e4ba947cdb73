//! From a raw soup to triangles that can collide, with a report of all that was found on the way.

use super::edges::connect;
use super::error::{MeshError, check};
use super::report::MeshReport;
use super::soup::Soup;
use super::weld::weld;
use crate::math::{Vec3, sqrt_f64};
use crate::tolerance;
use alloc::vec;
use alloc::vec::Vec;

/// How triangles are made fit for collision.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MeshOptions {
    /// Vertices this close become one, in metres of mesh space; 0 joins equal positions only (the default).
    ///
    /// No vertex moves further than this. Too small: seams between parts stay open, which the report
    /// shows and collision does not mind. Too large: small triangles collapse to edges.
    pub weld_distance: f32,
    /// Material ids whose triangles let through what comes from behind (their clockwise side); default none.
    pub one_sided: Vec<u16>,
}

/// Triangles fit for collision: one for every triangle of the soup, in its order.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Prepared {
    pub(crate) triangles: Vec<Prime>,
}

/// A triangle fit for collision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Prime {
    /// Welded corners, finite, without `-0`; counter-clockwise seen from the front.
    pub(crate) corners: [Vec3; 3],
    /// Index of the triangle in the soup.
    pub(crate) source: u32,
    /// Its material.
    pub(crate) material: u16,
    /// Whether only the edges and corners can be trusted: degenerate triangles and slivers.
    ///
    /// Its edges may be of length zero, two or all three of them.
    pub(crate) edges_only: bool,
    /// Whether it has a back that does not collide; never with `edges_only`, which has no back.
    pub(crate) one_sided: bool,
}

/// Checks, welds and classifies the triangles of a soup.
///
/// # Errors
/// Everything that is listed in [`MeshFault`](super::MeshFault).
pub(crate) fn prepare(soup: &Soup, options: &MeshOptions) -> Result<(Prepared, MeshReport), MeshError> {
    check(soup, options)?;
    let mut used = vec![false; soup.vertices.len()];
    for &vertex in soup.triangles.as_flattened() {
        used[vertex as usize] = true;
    }
    let targets = weld(&soup.vertices, &used, options.weld_distance);
    let welded: Vec<[u32; 3]> = soup.triangles.iter().map(|t| t.map(|v| targets[v as usize])).collect();
    let mut report = MeshReport {
        vertex_count: soup.vertices.len(),
        triangle_count: soup.triangles.len(),
        welded: (0..).zip(&targets).filter(|(v, t)| v != *t).map(|(v, _)| v).collect(),
        unused: (0..).zip(&used).filter(|(_, used)| !**used).map(|(v, _)| v).collect(),
        ..MeshReport::default()
    };
    let triangles = primes(soup, options, &welded, &mut report);
    connect(&soup.vertices, &welded, &mut report);
    Ok((Prepared { triangles }, report))
}

/// The triangles with their corners; fills in what the report says about shape and size.
fn primes(soup: &Soup, options: &MeshOptions, welded: &[[u32; 3]], report: &mut MeshReport) -> Vec<Prime> {
    let mut one_sided = options.one_sided.clone();
    one_sided.sort_unstable();
    (report.min, report.max) = (Vec3::splat(f32::MAX), Vec3::splat(f32::MIN));
    let prime = |(source, indices): (u32, &[u32; 3])| {
        // Adding zero turns -0 into +0.
        let corners = indices.map(|v| soup.vertices[v as usize] + Vec3::ZERO);
        let (face, area) = face(corners);
        report.area += area;
        for corner in corners {
            (report.min, report.max) = (report.min.min(corner), report.max.max(corner));
        }
        match face {
            Face::Sound => {}
            Face::Sliver => report.slivers.push(source),
            Face::None => {
                report.degenerate.push(source);
                if had_area(soup, source) {
                    report.collapsed.push(source);
                }
            }
        }
        let material = soup.material(source as usize);
        let edges_only = face != Face::Sound;
        let one_sided = !edges_only && one_sided.binary_search(&material).is_ok();
        Prime { corners, source, material, edges_only, one_sided }
    };
    (0..).zip(welded).map(prime).collect()
}

fn had_area(soup: &Soup, triangle: u32) -> bool {
    let corners = soup.triangles[triangle as usize].map(|v| soup.vertices[v as usize]);
    face(corners).0 != Face::None
}

/// What a triangle's plane is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Face {
    Sound,
    /// Lower than [`tolerance::SLIVER_ULPS`].
    Sliver,
    /// No area at all.
    None,
}

/// What the triangle's plane is worth, and its area in square metres.
///
/// In `f64` no product of accepted coordinates over- or underflows, so squares can be compared.
fn face(corners: [Vec3; 3]) -> (Face, f64) {
    let [a, b, c] = corners.map(Vec3::as_dvec3);
    let (ab, bc, ca) = (b - a, c - b, a - c);
    let doubled_sq = ab.cross(ca).length_sq();
    if doubled_sq == 0.0 {
        return (Face::None, 0.0);
    }
    let longest_sq = [bc, ca].iter().fold(ab.length_sq(), |longest, e| longest.max(e.length_sq()));
    let [a, b, c] = corners.map(Vec3::abs);
    let lowest = f64::from(tolerance::SLIVER_ULPS) * last_place(a.max(b).max(c).max_element());
    let face = if doubled_sq < lowest * lowest * longest_sq { Face::Sliver } else { Face::Sound };
    (face, 0.5 * sqrt_f64(doubled_sq))
}

/// One unit in the last place of a number that is not negative: its power of two, 23 places lower.
fn last_place(value: f32) -> f64 {
    let power = f32::from_bits(value.to_bits() & f32::INFINITY.to_bits());
    let smallest = f32::from_bits(1);
    (f64::from(power) * f64::from(f32::EPSILON)).max(f64::from(smallest))
}
