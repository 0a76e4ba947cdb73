//! Errors of a soup unsuited for collision: all faults in one error.

use super::options::MeshOptions;
use super::soup::Soup;
use crate::math::Vec3;
use crate::tolerance;
use alloc::vec::Vec;
use core::fmt;

/// Maximum number of triangles: the places of their leaves fit in 31 bits, at most 25 words each.
const MOST_TRIANGLES: usize = 1 << 26;

/// Maximum number of vertices: as many as that many triangles can use.
const MOST_VERTICES: usize = 3 << 26;

/// Number of offenders that a message lists.
const SHOWN: usize = 4;

/// The faults of a soup that no mesh can be made of; each kind once, with all its offenders.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshError {
    /// The faults; never empty.
    pub faults: Vec<MeshFault>,
}

/// One kind of fault in a soup, or in the options.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum MeshFault {
    /// No triangles.
    NoTriangles,
    /// More vertices or triangles than can be indexed.
    TooMany {
        /// Vertices or triangles.
        what: &'static str,
        /// Number of them.
        count: usize,
        /// Largest accepted number.
        most: usize,
    },
    /// Vertices with a NaN or infinite coordinate, used or not.
    NotFinite {
        /// Index and value.
        vertices: Vec<(u32, Vec3)>,
    },
    /// Vertices with a coordinate beyond [`tolerance::MESH_LIMIT`], used or not.
    TooFar {
        /// Index and value.
        vertices: Vec<(u32, Vec3)>,
    },
    /// Triangles that use missing vertices.
    NoSuchVertex {
        /// Index of the triangle and its three vertex indices.
        triangles: Vec<(u32, [u32; 3])>,
        /// Number of vertices.
        vertex_count: usize,
    },
    /// Neither no materials nor one per triangle.
    MaterialCount {
        /// Number of materials.
        materials: usize,
        /// Number of triangles.
        triangles: usize,
    },
    /// A refit needs a soup with as many triangles as the mesh.
    OtherCount {
        /// Number of triangles in the soup.
        triangles: usize,
        /// Number of triangles in the mesh.
        wanted: usize,
    },
    /// A weld distance that is not between 0 and [`tolerance::MESH_LIMIT`], in metres.
    WeldDistance {
        /// The value.
        value: f32,
    },
}

/// Ok if a mesh can be made of the soup.
pub(super) fn check(soup: &Soup, options: &MeshOptions) -> Result<(), MeshError> {
    let (vertices, triangles) = (soup.vertices.len(), soup.triangles.len());
    let mut faults = Vec::new();
    if triangles == 0 {
        faults.push(MeshFault::NoTriangles);
    }
    let counts = [("vertices", vertices, MOST_VERTICES), ("triangles", triangles, MOST_TRIANGLES)];
    for (what, count, most) in counts.into_iter().filter(|(_, count, most)| count > most) {
        faults.push(MeshFault::TooMany { what, count, most });
    }
    check_vertices(soup, &mut faults);
    check_triangles(soup, &mut faults);
    let value = options.weld_distance;
    if !(0.0..=tolerance::MESH_LIMIT).contains(&value) {
        faults.push(MeshFault::WeldDistance { value });
    }
    if faults.is_empty() { Ok(()) } else { Err(MeshError { faults }) }
}

fn check_vertices(soup: &Soup, faults: &mut Vec<MeshFault>) {
    let (mut infinite, mut far) = (Vec::new(), Vec::new());
    for (index, &vertex) in (0_u32..).zip(&soup.vertices) {
        let within = |c: f32| c.abs() <= tolerance::MESH_LIMIT;
        if !(within(vertex.x) && within(vertex.y) && within(vertex.z)) {
            let list = if vertex.is_finite() { &mut far } else { &mut infinite };
            list.push((index, vertex));
        }
    }
    if !infinite.is_empty() {
        faults.push(MeshFault::NotFinite { vertices: infinite });
    }
    if !far.is_empty() {
        faults.push(MeshFault::TooFar { vertices: far });
    }
}

fn check_triangles(soup: &Soup, faults: &mut Vec<MeshFault>) {
    let (vertex_count, triangles) = (soup.vertices.len(), soup.triangles.len());
    let missing = |&(_, triangle): &(u32, [u32; 3])| triangle.iter().any(|&i| i as usize >= vertex_count);
    let bad: Vec<_> = (0_u32..).zip(soup.triangles.iter().copied()).filter(missing).collect();
    if !bad.is_empty() {
        faults.push(MeshFault::NoSuchVertex { triangles: bad, vertex_count });
    }
    let materials = soup.materials.len();
    if materials != 0 && materials != triangles {
        faults.push(MeshFault::MaterialCount { materials, triangles });
    }
}

impl fmt::Display for MeshError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.faults.iter().enumerate() {
            write!(f, "{}{fault}", if i == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl core::error::Error for MeshError {}

impl fmt::Display for MeshFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherCount { triangles, wanted } => write!(
                f,
                "{triangles} triangles for a mesh of {wanted}: a refit keeps every triangle, build a new mesh instead"
            ),
            Self::NoTriangles => write!(f, "no triangles: a mesh needs at least one"),
            Self::TooMany { what, count, most } => {
                write!(f, "{count} {what}: split the mesh, one takes at most {most}")
            }
            Self::NotFinite { vertices } => {
                write_vertices(f, vertices, "not finite: give every coordinate as a finite number")
            }
            Self::TooFar { vertices } => {
                write_vertices(f, vertices, "too far out: move or scale the mesh")?;
                write!(f, " to within {} m of its origin", tolerance::MESH_LIMIT)
            }
            Self::NoSuchVertex { triangles, vertex_count } => {
                write!(f, "{} triangle(s) (", triangles.len())?;
                write_first(f, triangles, |f, (i, [a, b, c])| write!(f, "#{i}: {a} {b} {c}"))?;
                write!(
                    f,
                    ") use vertices that are not there: indices count from 0 and stay below {vertex_count}"
                )
            }
            Self::MaterialCount { materials, triangles } => write!(
                f,
                "{materials} materials for {triangles} triangles: give one for each triangle, or none at all"
            ),
            Self::WeldDistance { value } => write!(
                f,
                "weld distance is {value}: it must lie between 0 and {} metres",
                tolerance::MESH_LIMIT
            ),
        }
    }
}

fn write_vertices(f: &mut fmt::Formatter<'_>, vertices: &[(u32, Vec3)], what: &str) -> fmt::Result {
    write!(f, "{} vertex(es) (", vertices.len())?;
    write_first(f, vertices, |f, (i, v)| write!(f, "#{i}: {} {} {}", v.x, v.y, v.z))?;
    write!(f, ") {what}")
}

/// The first few items of a list, and an ellipsis if there are more.
pub(super) fn write_first<T: Copy>(
    f: &mut fmt::Formatter<'_>,
    items: &[T],
    write: impl Fn(&mut fmt::Formatter<'_>, T) -> fmt::Result,
) -> fmt::Result {
    for (n, &item) in items.iter().take(SHOWN).enumerate() {
        write!(f, "{}", if n == 0 { "" } else { ", " })?;
        write(f, item)?;
    }
    write!(f, "{}", if items.len() > SHOWN { ", ..." } else { "" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::{String, ToString};
    use alloc::vec;

    fn refusal(soup: &Soup, weld_distance: f32) -> MeshError {
        check(soup, &MeshOptions { weld_distance, ..MeshOptions::default() }).unwrap_err()
    }

    fn triangle() -> Soup {
        Soup::new(&[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], &[[0, 1, 2]])
    }

    #[test]
    fn a_soup_without_triangles_is_refused() {
        assert_eq!(refusal(&Soup::default(), 0.0).faults, [MeshFault::NoTriangles]);
        let mut soup = triangle();
        soup.triangles.clear();
        assert_eq!(refusal(&soup, 0.0).faults, [MeshFault::NoTriangles]);
    }

    #[test]
    fn every_offender_of_every_kind_is_listed_at_once() {
        let mut soup = triangle();
        let far = Vec3::new(0.0, -2e9, 0.0);
        soup.vertices.extend([far, Vec3::new(1e7, -1e7, 0.0), Vec3::splat(f32::INFINITY), far]);
        soup.vertices.push(Vec3::new(f32::NEG_INFINITY, 3e9, 0.0));
        soup.triangles.extend([[0, 1, 8], [2, 1, 0], [u32::MAX, 0, 7]]);
        soup.materials = vec![1, 2];
        let expected = [
            MeshFault::NotFinite {
                vertices: vec![(5, Vec3::splat(f32::INFINITY)), (7, Vec3::new(f32::NEG_INFINITY, 3e9, 0.0))],
            },
            MeshFault::TooFar { vertices: vec![(3, far), (6, far)] },
            MeshFault::NoSuchVertex {
                triangles: vec![(1, [0, 1, 8]), (3, [u32::MAX, 0, 7])],
                vertex_count: 8,
            },
            MeshFault::MaterialCount { materials: 2, triangles: 4 },
            MeshFault::WeldDistance { value: -1.0 },
        ];
        assert_eq!(refusal(&soup, -1.0).faults, expected);
    }

    #[test]
    fn a_nan_is_never_accepted_in_any_component_of_any_vertex() {
        for (vertex, axis) in (0..4).flat_map(|v| (0..3).map(move |a| (v, a))) {
            let mut soup = triangle();
            soup.vertices.push(Vec3::ONE);
            let mut bad = soup.vertices[vertex].to_array();
            bad[axis] = f32::NAN;
            soup.vertices[vertex] = bad.into();
            let error = refusal(&soup, 0.0);
            let [MeshFault::NotFinite { vertices }] = &error.faults[..] else { panic!("{error}") };
            assert_eq!(vertices.iter().map(|v| v.0).collect::<Vec<_>>(), [vertex as u32]);
            assert!(error.to_string().contains("NaN"), "{error}");
        }
    }

    #[test]
    fn a_weld_distance_that_is_no_length_is_refused() {
        for value in [f32::NAN, f32::INFINITY, -1e-9, 2e9] {
            let error = refusal(&triangle(), value);
            assert!(matches!(error.faults[..], [MeshFault::WeldDistance { .. }]), "{error}");
        }
        for weld_distance in [0.0, -0.0, 1e-45, 1e7] {
            check(&triangle(), &MeshOptions { weld_distance, ..MeshOptions::default() }).unwrap();
        }
    }

    #[test]
    fn a_message_counts_all_lists_the_first_and_suggests_a_fix() {
        let mut soup = triangle();
        soup.vertices.extend([Vec3::new(1.0, f32::NAN, 2.0); 9]);
        soup.triangles.push([0, 1, 12]);
        let expected: String = [
            "9 vertex(es) (#3: 1 NaN 2, #4: 1 NaN 2, #5: 1 NaN 2, #6: 1 NaN 2, ...) not finite: \
             give every coordinate as a finite number",
            "1 triangle(s) (#1: 0 1 12) use vertices that are not there: indices count from 0 and stay below 12",
        ]
        .join("; ");
        assert_eq!(refusal(&soup, 0.0).to_string(), expected);
    }
}
