//! Soups of simple shapes: a box, a plane and a heightfield.

use super::soup::Soup;
use crate::math::Vec3;

impl Soup {
    /// A closed box with corners at `center ± half`: 8 vertices, 12 triangles with their fronts outwards, material 0.
    ///
    /// Metres, mesh space. `half` is half the size along each axis; its sign does not matter. As for any soup, a box of
    /// zero height or of NaN is refused by [`Mesh::build`](crate::Mesh::build).
    ///
    /// ```
    /// use glissando::{Soup, Vec3};
    /// let crate_of_a_metre = Soup::cuboid(Vec3::new(0.0, 0.5, 0.0), Vec3::new(0.5, 0.5, 0.5));
    /// assert_eq!((crate_of_a_metre.vertices.len(), crate_of_a_metre.triangles.len()), (8, 12));
    /// ```
    pub fn cuboid(center: Vec3, half: Vec3) -> Self {
        let (hx, hy, hz) = (half.x.abs(), half.y.abs(), half.z.abs());
        let corner = |k: u8| {
            let side = |bit: u8, half: f32| if k & bit == 0 { -half } else { half };
            Vec3::new(center.x + side(1, hx), center.y + side(2, hy), center.z + side(4, hz))
        };
        let quads = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
        Self {
            vertices: (0..8).map(corner).collect(),
            triangles: quads.into_iter().flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]]).collect(),
            materials: alloc::vec::Vec::new(),
        }
    }

    /// A level rectangle at height `center.y`, fronts upwards (+y): `cells` by `cells` squares of two triangles.
    ///
    /// It extends `half_x` and `half_z` metres from its centre. Zero cells count as one.
    pub fn plane(center: Vec3, half_x: f32, half_z: f32, cells: u32) -> Self {
        let cells = if cells == 0 { 1 } else { cells };
        let along = |k: u32, half: f32| half * (2.0 * k as f32 / cells as f32 - 1.0);
        let vertices = (0..=cells).flat_map(|z| {
            (0..=cells)
                .map(move |x| Vec3::new(center.x + along(x, half_x), center.y, center.z + along(z, half_z)))
        });
        Self::grid(vertices.collect(), cells + 1)
    }

    /// A heightfield, fronts upwards (+y): height `heights[z * columns + x]` at `(x * spacing, height, z * spacing)`.
    ///
    /// Metres; the first height is at the origin, rows follow each other along +z. Every cell is two triangles, split
    /// from its corner `(x, z)` to `(x + 1, z + 1)`. An incomplete last row is left out; fewer than two rows or columns
    /// make an empty soup.
    ///
    /// ```
    /// use glissando::Soup;
    /// let hill = Soup::heightfield(&[0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0], 3, 2.0);
    /// assert_eq!((hill.vertices[4].x, hill.vertices[4].y, hill.triangles.len()), (2.0, 1.0, 8));
    /// ```
    pub fn heightfield(heights: &[f32], columns: u32, spacing: f32) -> Self {
        let rows = heights.len() / columns.max(1) as usize;
        if columns < 2 || rows < 2 {
            return Self::default();
        }
        let place = |(k, &height): (usize, &f32)| {
            let (x, z) = (k % columns as usize, k / columns as usize);
            Vec3::new(x as f32 * spacing, height, z as f32 * spacing)
        };
        Self::grid(heights.iter().enumerate().take(rows * columns as usize).map(place).collect(), columns)
    }

    /// Two triangles for each cell of vertices in rows of `columns`.
    fn grid(vertices: alloc::vec::Vec<Vec3>, columns: u32) -> Self {
        let rows = vertices.len() as u32 / columns;
        let cells = (0..rows - 1).flat_map(|z| (0..columns - 1).map(move |x| z * columns + x));
        let triangles = cells.flat_map(|a| {
            let (b, c, d) = (a + 1, a + columns, a + columns + 1);
            [[a, c, d], [a, d, b]]
        });
        Self { triangles: triangles.collect(), vertices, materials: alloc::vec::Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::DVec3;

    /// Corner, and the normal times twice the area, of each triangle.
    fn faces(soup: &Soup) -> Vec<(DVec3, DVec3)> {
        let corners = |t: &[u32; 3]| t.map(|i| soup.vertices[i as usize].as_dvec3());
        soup.triangles.iter().map(corners).map(|[a, b, c]| (a, (b - a).cross(c - a))).collect()
    }

    #[test]
    fn a_box_is_closed_and_faces_outwards() {
        let center = DVec3::new(1.0, 2.0, 3.0);
        for sign in [1.0, -1.0] {
            let soup = Soup::cuboid(Vec3::new(1.0, 2.0, 3.0), Vec3::new(0.5, sign * 1.0, 2.0));
            let volume: f64 = faces(&soup).iter().map(|(at, n)| (*at - center).dot(*n) / 6.0).sum();
            assert_eq!(volume, 8.0);
            assert!(faces(&soup).iter().all(|(at, n)| (*at - center).dot(*n) > 0.0));
        }
    }

    #[test]
    fn a_plane_covers_its_rectangle_and_faces_up() {
        for cells in [0, 1, 7] {
            let soup = Soup::plane(Vec3::new(1.0, -1.0, 0.0), 2.0, 3.0, cells);
            assert_eq!(soup.triangles.len() as u32, 2 * cells.max(1) * cells.max(1));
            let area: f64 = faces(&soup).iter().map(|(_, n)| n.y / 2.0).sum();
            assert!(
                (area - 24.0).abs() < 1e-5 && faces(&soup).iter().all(|(at, n)| n.y > 0.0 && at.y == -1.0)
            );
        }
    }

    #[test]
    fn a_heightfield_leaves_out_an_incomplete_last_row() {
        let soup = Soup::heightfield(&[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0], 3, 0.5);
        assert_eq!((soup.vertices.len(), soup.triangles.len()), (6, 4));
        assert!(faces(&soup).iter().all(|(_, n)| n.y > 0.0));
        for (heights, columns) in [(&[][..], 3), (&[1.0, 2.0][..], 2), (&[1.0, 2.0][..], 1), (&[1.0][..], 0)]
        {
            assert_eq!(Soup::heightfield(heights, columns, 1.0), Soup::default());
        }
    }
}
