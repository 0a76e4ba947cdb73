//! Ellipsoid space (unit space): the change of variable that makes an ellipsoid, or the rounding of another shape, the
//! unit sphere, for one body's mesh space. A core is then a box along the axes: a capsule's a segment along Y.
//!
//! A vertex `m` of the mesh lies at `matrix * (m - origin)`, relative to the ellipsoid's centre and in its radii. The
//! subtraction comes first, so distance from the world's origin costs no accuracy. The fraction of a move is the same
//! in every affine image of it, so one running best serves all bodies.

use crate::geometry::{Core, Shape};
use crate::math::{DAffine3, DMat3, DVec3};

/// The maps between ellipsoid space and the world; the same for all bodies of a query.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UnitSpace {
    pub(crate) unit_from_world: DMat3,
    pub(crate) world_from_unit: DMat3,
    half_extents: DVec3,
    condition: f64,
    /// Whether the body's core is more than a point.
    has_core: bool,
    /// Half extents of the body's core, in radii; 0 for a point.
    core: Core,
}

impl UnitSpace {
    pub(crate) fn of(shape: &Shape) -> Self {
        Self {
            unit_from_world: shape.unit_from_world(),
            world_from_unit: shape.world_from_unit(),
            half_extents: shape.rounding_extents(),
            condition: shape.condition(),
            has_core: shape.has_core(),
            core: shape.core_radii(),
        }
    }

    /// The space of the same body by another linear map and its inverse: of the body turned.
    pub(crate) fn with_maps(&self, unit_from_world: DMat3, world_from_unit: DMat3) -> Self {
        Self {
            unit_from_world,
            world_from_unit,
            half_extents: row_lengths(world_from_unit),
            condition: condition(unit_from_world, world_from_unit),
            ..*self
        }
    }

    /// World space itself, for a point: a ray.
    pub(crate) const WORLD: Self = Self {
        unit_from_world: DMat3::IDENTITY,
        world_from_unit: DMat3::IDENTITY,
        half_extents: DVec3::splat(1.0),
        condition: 3.0,
        has_core: false,
        core: Core::POINT,
    };

    /// Whether the body's core is more than a point.
    pub(crate) const fn has_core(&self) -> bool {
        self.has_core
    }

    /// The body's core, in radii.
    pub(crate) const fn core(&self) -> Core {
        self.core
    }

    /// Half extents in the world of the core with a rounding of `shell` radii.
    pub(crate) fn half_extents(&self, shell: f64) -> DVec3 {
        self.half_extents * shell + self.core_extents(&self.world_from_unit)
    }

    /// The same in the mesh space of a body of this pose (and its inverse matrix).
    #[inline]
    pub(crate) fn half_extents_in_mesh(&self, pose: &DAffine3, inverse: &DMat3, shell: f64) -> DVec3 {
        if pose.matrix3 == DMat3::IDENTITY {
            return self.half_extents(shell);
        }
        let mesh_from_unit = *inverse * self.world_from_unit;
        row_lengths(mesh_from_unit) * shell + self.core_extents(&mesh_from_unit)
    }

    /// Half extents of the core's image under the matrix.
    fn core_extents(&self, matrix: &DMat3) -> DVec3 {
        if !self.has_core {
            return DVec3::ZERO;
        }
        let core = self.core.half_extents;
        let (x, y, z) = (matrix.x_axis * core.x, matrix.y_axis * core.y, matrix.z_axis * core.z);
        x.abs() + y.abs() + z.abs()
    }

    /// A normal in world space (unit), and metres along it per radius.
    pub(crate) fn normal_in_world(&self, normal_in_unit: DVec3) -> (DVec3, f64) {
        let rows = self.unit_from_world;
        let n = DVec3::new(
            rows.x_axis.dot(normal_in_unit),
            rows.y_axis.dot(normal_in_unit),
            rows.z_axis.dot(normal_in_unit),
        );
        let length = n.length();
        (n / length, 1.0 / length)
    }
}

/// Upper bound of the ratio of two radii (Frobenius), for the rounding bound of the culls.
fn condition(matrix: DMat3, inverse: DMat3) -> f64 {
    matrix.norm() * inverse.norm()
}

/// Extent of the unit sphere's image under the matrix along each axis.
fn row_lengths(matrix: DMat3) -> DVec3 {
    let [x, y, z] = matrix.rows();
    DVec3::new(x.length(), y.length(), z.length())
}

/// The map from one body's mesh space to ellipsoid space.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UnitFromMesh {
    /// Ellipsoid space from mesh space, for displacements.
    pub(crate) matrix: DMat3,
    /// The centre in mesh space.
    pub(crate) origin: DVec3,
    /// Whether the map reverses windings.
    pub(crate) mirrored: bool,
    /// Whether the body's core is more than a point.
    pub(crate) has_core: bool,
    /// Half extents of the body's core, in radii; 0 for a point.
    pub(crate) core: Core,
}

impl UnitFromMesh {
    /// For a body of this pose (and its inverse matrix) and a centre at `from`.
    #[inline]
    pub(crate) fn new(space: &UnitSpace, pose: &DAffine3, inverse: &DMat3, from: DVec3) -> Self {
        if pose.matrix3 == DMat3::IDENTITY {
            // Most bodies are only translated, if at all: the general case would give the same.
            return Self::shifted(space, from - pose.translation);
        }
        Self {
            matrix: space.unit_from_world * pose.matrix3,
            origin: *inverse * (from - pose.translation),
            mirrored: pose.matrix3.determinant() < 0.0,
            has_core: space.has_core,
            core: space.core,
        }
    }

    /// The same for a body whose matrix is the identity, with the centre in its mesh space.
    #[inline(always)]
    pub(crate) const fn shifted(space: &UnitSpace, origin: DVec3) -> Self {
        let UnitSpace { unit_from_world: matrix, has_core, core, .. } = *space;
        Self { matrix, origin, mirrored: false, has_core, core }
    }

    /// Whether two maps for one body of a character are the same to the bit.
    pub(crate) fn is_identical(&self, other: &Self) -> bool {
        let numbers = |map: &Self| {
            let DMat3 { x_axis, y_axis, z_axis } = map.matrix;
            [x_axis, y_axis, z_axis, map.origin].map(|v| v.to_array().map(f64::to_bits))
        };
        numbers(self) == numbers(other) && self.mirrored == other.mirrored
    }

    /// A vertex of the mesh in ellipsoid space.
    #[inline(always)]
    pub(crate) fn vertex(&self, [x, y, z]: [f32; 3]) -> DVec3 {
        self.matrix * (DVec3::new(f64::from(x), f64::from(y), f64::from(z)) - self.origin)
    }
}

/// The same with data for the culls.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UnitMap {
    pub(crate) unit_from_mesh: UnitFromMesh,
    /// Mesh space from ellipsoid space, for displacements.
    pub(crate) mesh_from_unit: DMat3,
    /// Upper bound of the ratio of two radii (Frobenius), for the rounding bound of the culls.
    pub(crate) condition: f64,
}

impl UnitMap {
    /// The map for a body of this pose (and its inverse matrix) and a centre at `from`.
    pub(crate) fn new(space: &UnitSpace, pose: &DAffine3, inverse: &DMat3, from: DVec3) -> Self {
        let unit_from_mesh = UnitFromMesh::new(space, pose, inverse, from);
        if pose.matrix3 == DMat3::IDENTITY {
            return Self {
                unit_from_mesh,
                mesh_from_unit: space.world_from_unit,
                condition: space.condition,
            };
        }
        let mesh_from_unit = *inverse * space.world_from_unit;
        Self { unit_from_mesh, mesh_from_unit, condition: condition(unit_from_mesh.matrix, mesh_from_unit) }
    }
}
