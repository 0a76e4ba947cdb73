//! Bodies: a mesh with a pose, layers, a material and a motion.

use crate::geometry::Aabb;
use crate::input::{self, InputError};
use crate::math::{DAffine3, DMat3, DVec3, Vec3, sqrt_f64};
use crate::mesh::Mesh;
use crate::motion::Motion;
use crate::sweep::unit_space::{UnitFromMesh, UnitSpace};
use crate::tolerance;
use crate::traction::Traction;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// A body of a [`World`](crate::World). Plain data; the mesh is shared.
#[derive(Clone, Debug)]
pub struct Body {
    /// The triangles.
    pub mesh: Arc<Mesh>,
    /// World from mesh: any invertible affine map, mirrors and shears too, of a condition below
    /// [`crate::tolerance::MAX_CONDITION`], that takes no triangle further than [`crate::tolerance::REACH_LIMIT`] from
    /// the body's origin; the origin itself lies within [`crate::tolerance::WORLD_LIMIT`].
    pub pose: DAffine3,
    /// Bit mask of the layers that the body is on; see [`Filter`](crate::Filter).
    pub layers: u32,
    /// Material id of the whole body, reported beside the triangle's.
    pub material: u16,
    /// Materials that act as conveyor belts.
    pub conveyors: Vec<Conveyor>,
    /// Material ids of triangles that change the pace of a character that stands on them: ice, mud.
    pub tractions: Vec<(u16, Traction)>,
}

/// A material that carries characters standing on it, as a belt does.
///
/// A [`Stage`](crate::stage::Stage) carries them. In [`step`](crate::step()), [`step_many`](crate::many::step_many) and crowds, where nothing but the
/// characters moves, its speed counts in jumps from it and in the speeds of hits alone.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Conveyor {
    /// Material id of the triangles.
    pub material: u16,
    /// Velocity of the surface in m/s, along the body's own axes; a scale of the pose scales it with the mesh.
    pub velocity: DVec3,
}

impl Conveyor {
    /// Whether a body may have it.
    ///
    /// # Errors
    /// A velocity with a component that is not a number or beyond [`WORLD_LIMIT`](tolerance::WORLD_LIMIT), by name.
    pub fn check(&self) -> Result<(), InputError> {
        input::vector("velocity of a conveyor", self.velocity, tolerance::WORLD_LIMIT).map(|_| ())
    }
}

impl Body {
    /// A body of this mesh at the identity pose, on layer 0 (bit 1), of material 0.
    pub fn new(mesh: impl Into<Arc<Mesh>>) -> Self {
        Self {
            mesh: mesh.into(),
            pose: DAffine3::IDENTITY,
            layers: 1,
            material: 0,
            conveyors: Vec::new(),
            tractions: Vec::new(),
        }
    }

    /// The same body at another pose.
    #[must_use]
    pub fn at(mut self, pose: DAffine3) -> Self {
        self.pose = pose;
        self
    }

    /// The same body on other layers.
    #[must_use]
    pub fn on_layers(mut self, layers: u32) -> Self {
        self.layers = layers;
        self
    }
}

/// A body in its slot, with precomputed data for queries.
#[derive(Clone, Debug)]
pub(super) struct Placed {
    pub(super) body: Body,
    /// Mesh space from world space, for displacements.
    pub(super) mesh_from_world: DMat3,
    /// Whether that is any matrix but the identity.
    pub(super) is_turned: bool,
    /// World space, rounded outward.
    pub(super) bounds: Aabb,
    /// The box about the body's origin, in the directions of the world.
    about: About,
    /// Motion in the next tick.
    pub(super) motion: Option<Motion>,
    /// How it moved in the last tick.
    pub(super) drift: Option<BodyVelocity>,
    /// Whether it ever had a motion; see `stamp.rs`.
    pub(super) is_mobile: bool,
    /// Whether a stage gave it to a mover: whether or not that has moved it yet.
    pub(super) is_driven: bool,
}

/// The velocity of a body at the end of its last motion.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct BodyVelocity {
    /// A point of the axis of rotation, world space, metres.
    pub pivot: DVec3,
    /// Velocity of the pivot, m/s.
    pub linear: DVec3,
    /// Axis times radians per second.
    pub angular: DVec3,
}

impl BodyVelocity {
    /// The velocity of a body at the end of a motion that took a tick of `dt` seconds.
    pub(super) fn after(motion: &Motion, dt: f64) -> Self {
        Self {
            pivot: motion.pivot_at(1.0),
            linear: motion.shift() * (1.0 / dt),
            angular: motion.spin(1.0) * (1.0 / dt),
        }
    }

    /// Refuses a motion in a tick of `dt` seconds that leaves a velocity which no surface may have.
    #[inline]
    pub(super) fn check_after(motion: &Motion, dt: f64) -> Result<(), InputError> {
        // Half the limit, so that no rounding matters.
        let (shift, most) = (motion.shift().abs(), 0.5 * tolerance::WORLD_LIMIT * dt);
        let is_slow = (shift.x <= most) & (shift.y <= most) & (shift.z <= most);
        if is_slow && !motion.is_turning() { Ok(()) } else { Self::after(motion, dt).check() }
    }

    /// Refuses a velocity that no surface may have.
    pub(super) fn check(&self) -> Result<(), InputError> {
        let most = tolerance::WORLD_LIMIT;
        input::vector("speed of a body (its motion over dt: take a longer dt)", self.linear, most)?;
        input::vector("angular speed of a body (its turn over dt: take a longer dt)", self.angular, most)?;
        Ok(())
    }

    pub(super) fn velocity(&self, at: DVec3) -> DVec3 {
        self.linear + self.angular.cross(at - self.pivot)
    }
}

impl Placed {
    /// The map from its mesh space to that of a body with its centre at `at` (world).
    pub(super) fn unit_from_mesh(&self, space: &UnitSpace, at: DVec3) -> UnitFromMesh {
        let mut view = UnitFromMesh::shifted(space, at);
        self.set_unit_from_mesh(&mut view, space, at);
        view
    }

    /// The same in the place of another map: with one branch's value it would be copied.
    #[inline(always)]
    pub(super) fn set_unit_from_mesh(&self, view: &mut UnitFromMesh, space: &UnitSpace, at: DVec3) {
        let pose = &self.body.pose;
        if self.is_turned {
            *view = UnitFromMesh::new(space, pose, &self.mesh_from_world, at);
        } else {
            *view = UnitFromMesh::shifted(space, at - pose.translation);
        }
    }

    /// A body at rest; checks all values that a caller can get wrong.
    pub(super) fn checked(body: Body) -> Result<Self, InputError> {
        let (pose, inverse, about) = Self::checked_pose(&body.mesh, body.pose)?;
        for conveyor in &body.conveyors {
            conveyor.check()?;
        }
        for (_, traction) in &body.tractions {
            traction.check()?;
        }
        Ok(Self::still(body, pose, inverse, about))
    }

    /// A pose for a mesh, the inverse of its matrix, and the box of the mesh about its origin.
    fn checked_pose(mesh: &Mesh, pose: DAffine3) -> Result<(DAffine3, DMat3, About), InputError> {
        let (pose, inverse) = input::pose("pose", pose)?;
        let corners = turned_corners(&pose.matrix3, mesh.bounds());
        let what =
            "reach of a body's mesh from the body's origin (put the mesh near its origin, or scale it down)";
        let reach = if mesh.bounds().is_empty() { 0.0 } else { farthest_of(&corners) };
        input::scalar(what, reach, 0.0, tolerance::REACH_LIMIT)?;
        Ok((pose, inverse.matrix3, About::new(&pose.matrix3, mesh.bounds(), &corners)))
    }

    /// Ends its motion of `dt` seconds, if it has one: it keeps the velocity, and its slot is listed.
    #[inline]
    pub(super) fn stop(&mut self, (slot, dt): (u32, f64), drifting: &mut Vec<u32>) {
        if let Some(moving) = self.motion.take() {
            self.drift = Some(BodyVelocity::after(&moving, dt));
            drifting.push(slot);
        }
    }

    /// Moves to another pose; returns whether that differs. With the same matrix, to the bit, its inverse and its reach are the
    /// same.
    ///
    /// # Errors
    /// As of [`Placed::checked_pose`]; then it keeps its pose.
    #[inline]
    pub(super) fn move_to(&mut self, pose: &DAffine3) -> Result<bool, InputError> {
        let (now, is_elsewhere) = (&self.body.pose, self.body.pose.translation != pose.translation);
        if !is_same(&pose.matrix3, &now.matrix3) {
            return Ok((is_elsewhere || now.matrix3 != pose.matrix3) && self.turn_to(pose)?);
        }
        if is_elsewhere {
            let at = input::position("pose", pose.translation)?;
            self.body.pose.translation = at;
            self.bounds = self.about.bounds(at);
        }
        Ok(is_elsewhere)
    }

    #[inline(never)]
    fn turn_to(&mut self, pose: &DAffine3) -> Result<bool, InputError> {
        let (pose, inverse, about) = Self::checked_pose(&self.body.mesh, *pose)?;
        self.put_about(pose, inverse, about);
        Ok(true)
    }

    /// A body at rest where its mesh is.
    pub(super) fn unmoved(body: Body) -> Self {
        let (pose, inverse) = (DAffine3::IDENTITY, DMat3::IDENTITY);
        let about = About::of(&pose.matrix3, body.mesh.bounds());
        Self::still(body, pose, inverse, about)
    }

    fn still(body: Body, pose: DAffine3, inverse: DMat3, about: About) -> Self {
        let (bounds, body) = (about.bounds(pose.translation), Body { pose, ..body });
        let is_turned = pose.matrix3 != DMat3::IDENTITY;
        Self {
            body,
            mesh_from_world: inverse,
            is_turned,
            bounds,
            about,
            motion: None,
            drift: None,
            is_mobile: false,
            is_driven: false,
        }
    }

    /// Puts the body at another pose, whose matrix has this inverse.
    pub(super) fn put(&mut self, pose: DAffine3, inverse: DMat3) {
        self.put_about(pose, inverse, About::of(&pose.matrix3, self.body.mesh.bounds()));
    }

    fn put_about(&mut self, pose: DAffine3, inverse: DMat3, about: About) {
        self.about = about;
        self.body.pose = pose;
        self.mesh_from_world = inverse;
        self.is_turned = pose.matrix3 != DMat3::IDENTITY;
        self.bounds = self.about.bounds(pose.translation);
    }

    /// Velocity of the conveyor with this material, m/s in world space.
    pub(super) fn belt(&self, material: u16) -> DVec3 {
        let belt = self.body.conveyors.iter().find(|c| c.material == material);
        belt.map_or(DVec3::ZERO, |c| self.body.pose.transform_vector(c.velocity))
    }

    /// The traction of the triangles of a material.
    pub(super) fn traction(&self, material: u16) -> Traction {
        let own = self.body.tractions.iter().find(|(id, _)| *id == material);
        own.map_or(Traction::NORMAL, |(_, traction)| *traction)
    }

    /// The box of a whole motion of it, world space.
    pub(super) fn swept_by(&self, motion: &Motion) -> Aabb {
        let (low, high) = (self.bounds.min.as_dvec3(), self.bounds.max.as_dvec3());
        if motion.is_turning() {
            let (from, to) = (motion.pivot(), motion.pivot_at(1.0));
            let reach = DVec3::splat(self.farthest_from(from) * (1.0 + 1e-12));
            return Aabb::outward(from.min(to) - reach, from.max(to) + reach);
        }
        let shift = motion.shift();
        loosely_outward(low.min(low + shift), high.max(high + shift))
    }

    /// Largest distance of the mesh from a point, metres.
    pub(super) fn farthest_from(&self, from: DVec3) -> f64 {
        farthest(from, self.bounds.min.as_dvec3(), self.bounds.max.as_dvec3())
    }
}

/// Whether two matrices are the same to the bit.
fn is_same(a: &DMat3, b: &DMat3) -> bool {
    let differ = |a: DVec3, b: DVec3| {
        (a.x.to_bits() ^ b.x.to_bits()) | (a.y.to_bits() ^ b.y.to_bits()) | (a.z.to_bits() ^ b.z.to_bits())
    };
    differ(a.x_axis, b.x_axis) | differ(a.y_axis, b.y_axis) | differ(a.z_axis, b.z_axis) == 0
}

/// A box of `f32` that holds an `f64` box: one unit in the last place larger than it must be, and soon computed. That of a body
/// that moves is used once.
fn loosely_outward(min: DVec3, max: DVec3) -> Aabb {
    // More than the rounding of the number and of this product.
    let slack = |v: Vec3| v.abs() * (2.0 * f32::EPSILON) + Vec3::splat(f32::MIN_POSITIVE);
    let (min, max) = (min.as_vec3(), max.as_vec3());
    Aabb { min: min - slack(min), max: max + slack(max) }
}

/// Distance of the corner of a box that is farthest from a point.
fn farthest(from: DVec3, low: DVec3, high: DVec3) -> f64 {
    (low - from).abs().max((high - from).abs()).length()
}

/// The corners of a mesh's box in the directions of the world.
#[inline]
fn turned_corners(matrix: &DMat3, bounds: Aabb) -> [DVec3; 8] {
    let mut corners = [DVec3::ZERO; 8];
    for (turned, corner) in corners.iter_mut().zip(bounds.corners()) {
        *turned = *matrix * corner.as_dvec3();
    }
    corners
}

/// Distance of the farthest of these corners from the origin of their body.
fn farthest_of(corners: &[DVec3; 8]) -> f64 {
    let square = |most: f64, corner: &DVec3| {
        let square = corner.length_sq();
        if square > most { square } else { most }
    };
    sqrt_f64(corners.iter().fold(0.0, square))
}

/// The box of a body about its own origin, in the directions of the world: a shift leaves it as it is.
#[derive(Clone, Copy, Debug)]
struct About {
    low: DVec3,
    high: DVec3,
    /// The largest terms of the sums for a corner: the error of a sum follows its largest term, not its value.
    terms: DVec3,
}

impl About {
    /// The box of a transformed box.
    fn of(matrix: &DMat3, bounds: Aabb) -> Self {
        Self::new(matrix, bounds, &turned_corners(matrix, bounds))
    }

    /// The same where the corners are known.
    fn new(matrix: &DMat3, bounds: Aabb, corners: &[DVec3; 8]) -> Self {
        let low = corners.iter().fold(corners[0], |m, &c| m.min(c));
        let high = corners.iter().fold(corners[0], |m, &c| m.max(c));
        let farthest = bounds.min.abs().max(bounds.max.abs()).as_dvec3();
        let [x, y, z] = matrix.rows().map(|row| row.abs().dot(farthest));
        Self { low, high, terms: DVec3::new(x, y, z) }
    }

    /// The box with the body's origin at a place, enlarged by more than the rounding of the transform.
    fn bounds(&self, at: DVec3) -> Aabb {
        let slack = (self.terms + at.abs()) * 1e-14;
        loosely_outward(self.low + at - slack, self.high + at + slack)
    }
}
