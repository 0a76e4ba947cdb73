//! Edges shared by triangles: open, crowded and twisted edges, and triangles that lie on each other.
//!
//! Every edge is stored with its lower vertex, so that all its users lie in one short list. Two triangles with the same
//! corners share the edge between their two lowest ones, so they meet in such a list too.

use super::bucket::Buckets;
use super::report::{MeshEdge, MeshReport};
use crate::math::Vec3;
use crate::sorting;
use alloc::vec::Vec;

/// One use of an edge by a triangle: upper vertex, triangle, and whether it runs from lower to upper.
///
/// Packed in this order, so that sorting groups the users of an edge, the lowest triangle first.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Use(u64);

impl Use {
    fn new(upper: u32, triangle: u32, rises: bool) -> Self {
        Self(u64::from(upper) << 32 | u64::from(triangle) << 1 | u64::from(rises))
    }

    fn upper(self) -> u32 {
        (self.0 >> 32) as u32
    }

    fn triangle(self) -> u32 {
        self.0 as u32 >> 1
    }

    fn rises(self) -> bool {
        self.0 & 1 == 1
    }
}

/// Fills in the edges and the triangles that lie on each other.
///
/// `triangles` are welded. Those that use a vertex twice share no edges and are left out, so that the neighbours on
/// their two sides become neighbours of each other.
pub(super) fn connect(vertices: &[Vec3], triangles: &[[u32; 3]], report: &mut MeshReport) {
    let whole = (0_u32..).zip(triangles).filter(|(_, [a, b, c])| a != b && b != c && c != a);
    let uses = whole.flat_map(|(triangle, &[a, b, c])| {
        [(a, b), (b, c), (c, a)].map(|(from, to)| {
            let (lower, upper) = if from < to { (from, to) } else { (to, from) };
            (lower as usize, Use::new(upper, triangle, from < to))
        })
    });
    let mut stacked = Vec::new();
    Buckets::new(vertices.len(), uses).for_each(|lower, uses| {
        uses.sort_unstable();
        for users in uses.chunk_by(|a, b| a.upper() == b.upper()) {
            note_edge(vertices, lower as u32, users, report);
            if users.len() > 1 {
                note_stacked(triangles, lower as u32, users, &mut stacked, report);
            }
        }
    });
    sorting::sort_by_key(&mut report.doubles, |&[first, later]| (later, first));
    sorting::sort_by_key(&mut report.backs, |&[first, later]| (later, first));
}

/// Lists the edge unless it has exactly two users of opposite direction.
fn note_edge(vertices: &[Vec3], lower: u32, users: &[Use], report: &mut MeshReport) {
    let list = match users {
        [_] => &mut report.open_edges,
        [a, b] if a.rises() != b.rises() => return,
        [_, _] => &mut report.twisted_edges,
        _ => &mut report.crowded_edges,
    };
    let ends = [lower, users[0].upper()];
    list.push(MeshEdge {
        vertices: ends,
        ends: ends.map(|v| vertices[v as usize]),
        triangles: [users[0], users[users.len().min(2) - 1]].map(Use::triangle),
        users: users.len() as u32,
    });
}

/// Lists the users of an edge that have the same third vertex, if that is the highest index.
///
/// `stacked` is scratch: third vertex and user.
fn note_stacked(
    triangles: &[[u32; 3]],
    lower: u32,
    users: &[Use],
    stacked: &mut Vec<(u32, Use)>,
    report: &mut MeshReport,
) {
    let third = |user: Use| {
        // XOR leaves the vertex that is neither of the two.
        let [a, b, c] = triangles[user.triangle() as usize];
        a ^ b ^ c ^ lower ^ user.upper()
    };
    if let [a, b] = users
        && third(*a) != third(*b)
    {
        return;
    }
    stacked.clear();
    stacked
        .extend(users.iter().map(|&user| (third(user), user)).filter(|(third, user)| *third > user.upper()));
    sorting::sort_by(stacked, Ord::cmp);
    for same in stacked.chunk_by(|a, b| a.0 == b.0) {
        let first = same[0].1;
        for (_, later) in &same[1..] {
            let list = if later.rises() == first.rises() { &mut report.doubles } else { &mut report.backs };
            list.push([first.triangle(), later.triangle()]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::options::MeshOptions;
    use super::super::prepare::prepare;
    use super::super::prime::Primes;
    use super::super::soup::Soup;
    use super::*;
    use crate::random::noise;
    use alloc::collections::BTreeMap;
    use alloc::string::ToString;

    fn report(soup: &Soup) -> MeshReport {
        prepare(soup, &MeshOptions::default(), |_| (), |()| (), |_, ()| ()).unwrap().1
    }

    /// A cube of two triangles a side, every side with four vertices of its own.
    fn cube() -> Soup {
        let mut soup = Soup::default();
        for axis in 0..3 {
            for side in [0.0, 1.0] {
                let corner = |u: f32, v: f32| {
                    let mut c = [side; 3];
                    (c[(axis + 1) % 3], c[(axis + 2) % 3]) = if side == 0.0 { (v, u) } else { (u, v) };
                    Vec3::from(c)
                };
                let first = soup.vertices.len() as u32;
                soup.vertices.extend([
                    corner(0.0, 0.0),
                    corner(1.0, 0.0),
                    corner(1.0, 1.0),
                    corner(0.0, 1.0),
                ]);
                soup.triangles.extend([[0, 1, 2], [0, 2, 3]].map(|t| t.map(|v| first + v)));
            }
        }
        soup
    }

    #[test]
    fn a_cube_is_closed_and_a_lost_side_leaves_four_open_edges() {
        let mut soup = cube();
        let whole = report(&soup);
        assert!(whole.is_closed());
        assert_eq!((whole.area, whole.welded.len()), (6.0, 16));
        soup.triangles.truncate(10);
        let open = report(&soup);
        assert_eq!((open.open_edges.len(), open.unused.len()), (4, 4));
        for edge in open.open_edges {
            assert!(edge.ends.iter().all(|e| e.z == 1.0), "the side of z = 1 is gone");
            assert_eq!((edge.triangles[0], edge.users), (edge.triangles[1], 1));
            assert_eq!(edge.ends, edge.vertices.map(|v| soup.vertices[v as usize]));
        }
    }

    #[test]
    fn an_inverted_triangle_gives_a_twisted_edge_with_each_neighbour() {
        let mut soup = cube();
        soup.triangles[4].swap(0, 1);
        let report = report(&soup);
        assert_eq!(report.twisted_edges.len(), 3);
        assert!(report.twisted_edges.iter().all(|e| e.triangles.contains(&4) && e.users == 2));
        assert!(report.open_edges.is_empty() && report.crowded_edges.is_empty());
    }

    #[test]
    fn triangles_on_each_other_are_listed_by_winding() {
        let mut soup = cube();
        let [a, b, c] = soup.triangles[4];
        soup.triangles.extend([[b, c, a], [a, c, b], [c, a, b]]);
        let report = report(&soup);
        assert_eq!(report.doubles, [[4, 12], [4, 14]]);
        assert_eq!(report.backs, [[4, 13]]);
        assert_eq!(report.crowded_edges.iter().map(|e| e.users).collect::<Vec<_>>(), [5, 5, 5]);
    }

    #[test]
    fn a_collapsed_triangle_never_opens_the_surface() {
        let mut soup = cube();
        soup.triangles.extend([[0, 0, 1], [3, 3, 3]]);
        let report = report(&soup);
        assert!(report.is_closed());
        assert_eq!(report.degenerate, [12, 13]);
    }

    #[test]
    fn the_table_shows_counts_and_places() {
        let mut soup = cube();
        soup.triangles.truncate(10);
        let table = report(&soup).to_string();
        assert_eq!(table.lines().count(), 12);
        assert!(
            table
                .starts_with("10 triangles, 24 vertices, 5.000 square metres\nfrom (0, 0, 0) to (1, 1, 1)\n")
        );
        assert!(table.contains("\nopen edges                      4  "), "{table}");
        assert!(table.contains("\nslivers                         0\n"), "{table}");
    }

    /// The reference result: every edge's users, every corner set's triangles.
    fn check_against_maps(triangles: &[[u32; 3]], report: &MeshReport) {
        let mut edges: BTreeMap<[u32; 2], Vec<(u32, bool)>> = BTreeMap::new();
        let mut sets: BTreeMap<[u32; 3], Vec<(u32, bool)>> = BTreeMap::new();
        for (t, &[a, b, c]) in (0_u32..).zip(triangles) {
            if a == b || b == c || c == a {
                continue;
            }
            for (from, to) in [(a, b), (b, c), (c, a)] {
                edges.entry([from.min(to), from.max(to)]).or_default().push((t, from < to));
            }
            let mut set = [a, b, c];
            set.sort_unstable();
            let even = [[a, b, c], [b, c, a], [c, a, b]].contains(&set);
            sets.entry(set).or_default().push((t, even));
        }
        let found = |list: &[MeshEdge]| list.iter().map(|e| (e.vertices, e.users)).collect::<Vec<_>>();
        let expected = |test: fn(&[(u32, bool)]) -> bool| {
            edges.iter().filter(|(_, u)| test(u)).map(|(&e, u)| (e, u.len() as u32)).collect::<Vec<_>>()
        };
        assert_eq!(found(&report.open_edges), expected(|u| u.len() == 1));
        assert_eq!(found(&report.crowded_edges), expected(|u| u.len() > 2));
        assert_eq!(found(&report.twisted_edges), expected(|u| u.len() == 2 && u[0].1 == u[1].1));
        let pairs = |same: bool| {
            let later = sets.values().flat_map(|s| s[1..].iter().map(|t| (s[0], *t)));
            let mut pairs: Vec<_> =
                later.filter(|(a, b)| (a.1 == b.1) == same).map(|(a, b)| [a.0, b.0]).collect();
            pairs.sort_unstable_by_key(|p| p[1]);
            pairs
        };
        assert_eq!((&report.doubles, &report.backs), (&pairs(true), &pairs(false)));
    }

    #[test]
    fn every_edge_and_double_of_a_random_soup_is_found() {
        let mut seed = 11;
        for round in 0..400 {
            let vertex_count = 4 + round % 9;
            let vertices: Vec<[f32; 3]> =
                (0..vertex_count).map(|_| [(); 3].map(|()| noise(&mut seed))).collect();
            let mut pick = || (noise(&mut seed) * vertex_count as f32) as u32;
            let triangles: Vec<[u32; 3]> = (0..round % 40 + 1).map(|_| [pick(), pick(), pick()]).collect();
            check_against_maps(&triangles, &report(&Soup::new(&vertices, &triangles)));
        }
    }

    #[test]
    fn renumbering_the_vertices_never_changes_the_result() {
        let mut seed = 3;
        let mut soup = cube();
        soup.triangles.truncate(9);
        soup.triangles.push([4, 5, 6]);
        let options = MeshOptions { weld_distance: 0.25, ..MeshOptions::default() };
        for vertex in &mut soup.vertices {
            *vertex += Vec3::new(noise(&mut seed), noise(&mut seed), noise(&mut seed)) * 0.1;
        }
        let (expected, before) =
            prepare(&soup, &options, |_| (), |()| (), |primes, ()| primes.iter().collect::<Vec<_>>())
                .unwrap();
        for _ in 0..20 {
            for i in (1..soup.vertices.len()).rev() {
                let j = (noise(&mut seed) * (i + 1) as f32) as usize;
                soup.vertices.swap(i, j);
                for v in soup.triangles.as_flattened_mut() {
                    *v = if *v as usize == i {
                        j as u32
                    } else if *v as usize == j {
                        i as u32
                    } else {
                        *v
                    };
                }
            }
            let (prepared, after) =
                prepare(&soup, &options, |_| (), |()| (), |primes, ()| primes.iter().collect::<Vec<_>>())
                    .unwrap();
            assert_eq!(prepared, expected);
            assert_eq!((after.open_edges.len(), &after.doubles), (before.open_edges.len(), &before.doubles));
        }
    }
}
