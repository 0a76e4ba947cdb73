//! How a list of vertices becomes triangles.
//!
//! Source: glTF 2.0 Specification, section 3.7.2.1 "Meshes, Overview".

use crate::error::Problem;

/// The ways that make triangles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Topology {
    /// Three new vertices a triangle.
    List,
    /// One new vertex a triangle, which shares the last edge.
    Strip,
    /// One new vertex a triangle, which shares the first vertex and the last.
    Fan,
}

impl Topology {
    /// The topology of a primitive's mode; `None` for points and lines.
    pub(super) fn of(mode: u32) -> Result<Option<Self>, Problem> {
        match mode {
            0..=3 => Ok(None),
            4 => Ok(Some(Self::List)),
            5 => Ok(Some(Self::Strip)),
            6 => Ok(Some(Self::Fan)),
            _ => Err(Problem::malformed("mode", format!("{mode} is not one of glTF's"))),
        }
    }

    /// How many triangles `vertices` make.
    pub(super) fn triangles(self, vertices: usize) -> usize {
        match self {
            Self::List => vertices / 3,
            Self::Strip | Self::Fan => vertices.saturating_sub(2),
        }
    }

    /// Which vertices triangle `i` has, counter-clockwise.
    pub(super) fn corners(self, i: usize) -> [usize; 3] {
        match self {
            Self::List => [3 * i, 3 * i + 1, 3 * i + 2],
            Self::Strip => [i, i + 1 + i % 2, i + 2 - i % 2],
            Self::Fan => [i + 1, i + 2, 0],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_second_triangle_of_a_strip_is_turned_so_that_all_fronts_agree() {
        assert_eq!(Topology::Strip.corners(0), [0, 1, 2]);
        assert_eq!(Topology::Strip.corners(1), [1, 3, 2]);
        assert_eq!(Topology::Strip.triangles(1), 0);
    }

    #[test]
    fn all_triangles_of_a_fan_share_the_first_vertex() {
        assert_eq!((0..2).map(|i| Topology::Fan.corners(i)).collect::<Vec<_>>(), [[1, 2, 0], [2, 3, 0]]);
    }
}
