//! Plain structures that more than one file uses: vectors, rotations, poses, surfaces.

use crate::result::Refusal;
use glissando::{BallId, BodyId, CharacterId, DAffine3, DMat3, DQuat, DRigid3, DVec3, Owner, Surface, Vec3};

/// A place, direction or velocity. Right-handed, Y up unless settings say otherwise.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct gls_vec3 {
    /// The first component.
    pub x: f64,
    /// The second.
    pub y: f64,
    /// The third.
    pub z: f64,
}

/// A unit vector of single precision.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct gls_vec3f {
    /// The first component.
    pub x: f32,
    /// The second.
    pub y: f32,
    /// The third.
    pub z: f32,
}

/// A rotation as a quaternion, of any length but zero; {0, 0, 0, 1} turns nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct gls_quat {
    /// Imaginary, the first.
    pub x: f64,
    /// Imaginary, the second.
    pub y: f64,
    /// Imaginary, the third.
    pub z: f64,
    /// The real part.
    pub w: f64,
}

/// An affine map: a point p goes to `x_axis * p.x + y_axis * p.y + z_axis * p.z + translation`. Mirrors and shears are
/// accepted, maps without an inverse are not. `gls_pose_identity` makes the one that moves nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct gls_pose {
    /// Where (1, 0, 0) goes, without the translation.
    pub x_axis: gls_vec3,
    /// Where (0, 1, 0) goes, without the translation.
    pub y_axis: gls_vec3,
    /// Where (0, 0, 1) goes, without the translation.
    pub z_axis: gls_vec3,
    /// Where the origin goes, metres.
    pub translation: gls_vec3,
}

/// A rotation and a translation (metres).
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct gls_rigid {
    /// The rotation.
    pub rotation: gls_quat,
    /// The translation, metres.
    pub translation: gls_vec3,
}

/// Nothing: a `gls_surface` or `gls_event` without an owner.
pub const GLS_OWNER_NONE: u32 = 0;
/// A body of the world.
pub const GLS_OWNER_BODY: u32 = 1;
/// A character of a stage.
pub const GLS_OWNER_CHARACTER: u32 = 2;
/// A ball of a stage.
pub const GLS_OWNER_BALL: u32 = 3;
/// A trigger of a stage; only as the other party of an event.
pub const GLS_OWNER_TRIGGER: u32 = 4;

/// A triangle of a body, or the surface of a character or ball.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct gls_surface {
    /// The handle of the body, character or ball.
    pub owner: u64,
    /// What the owner is: `GLS_OWNER_BODY` and so on.
    pub owner_kind: u32,
    /// Index of the triangle in the arrays that the mesh was built from; 0 for characters and balls.
    pub triangle: u32,
    /// Material id of the triangle.
    pub material: u32,
    /// Material id of the body.
    pub body_material: u32,
}

/// The pose that moves nothing.
#[unsafe(no_mangle)]
pub extern "C" fn gls_pose_identity() -> gls_pose {
    DAffine3::IDENTITY.into()
}

/// The pose that scales, then turns, then moves by a translation (metres).
#[unsafe(no_mangle)]
pub extern "C" fn gls_pose_of(scale: gls_vec3, rotation: gls_quat, translation: gls_vec3) -> gls_pose {
    DAffine3::from_scale_rotation_translation(scale.into(), rotation.into(), translation.into()).into()
}

impl From<gls_vec3> for DVec3 {
    fn from(v: gls_vec3) -> Self {
        Self::new(v.x, v.y, v.z)
    }
}

impl From<DVec3> for gls_vec3 {
    fn from(v: DVec3) -> Self {
        Self { x: v.x, y: v.y, z: v.z }
    }
}

impl From<gls_vec3f> for Vec3 {
    fn from(v: gls_vec3f) -> Self {
        Self::new(v.x, v.y, v.z)
    }
}

impl From<Vec3> for gls_vec3f {
    fn from(v: Vec3) -> Self {
        Self { x: v.x, y: v.y, z: v.z }
    }
}

impl From<gls_quat> for DQuat {
    fn from(q: gls_quat) -> Self {
        Self::from_xyzw(q.x, q.y, q.z, q.w)
    }
}

impl From<DQuat> for gls_quat {
    fn from(q: DQuat) -> Self {
        Self { x: q.x, y: q.y, z: q.z, w: q.w }
    }
}

impl From<gls_pose> for DAffine3 {
    fn from(pose: gls_pose) -> Self {
        let [x_axis, y_axis, z_axis] = [pose.x_axis, pose.y_axis, pose.z_axis].map(DVec3::from);
        Self { matrix3: DMat3 { x_axis, y_axis, z_axis }, translation: pose.translation.into() }
    }
}

impl From<DAffine3> for gls_pose {
    fn from(pose: DAffine3) -> Self {
        let DMat3 { x_axis, y_axis, z_axis } = pose.matrix3;
        let [x_axis, y_axis, z_axis, translation] =
            [x_axis, y_axis, z_axis, pose.translation].map(gls_vec3::from);
        Self { x_axis, y_axis, z_axis, translation }
    }
}

impl From<gls_rigid> for DRigid3 {
    fn from(place: gls_rigid) -> Self {
        Self { rotation: place.rotation.into(), translation: place.translation.into() }
    }
}

impl From<DRigid3> for gls_rigid {
    fn from(place: DRigid3) -> Self {
        Self { rotation: place.rotation.into(), translation: place.translation.into() }
    }
}

/// The kind and the handle of an owner.
pub(crate) fn owner(owner: Owner) -> (u32, u64) {
    match owner {
        Owner::Body(id) => (GLS_OWNER_BODY, id.to_bits()),
        Owner::Character(id) => (GLS_OWNER_CHARACTER, id.to_bits()),
        Owner::Ball(id) => (GLS_OWNER_BALL, id.to_bits()),
    }
}

impl From<Surface> for gls_surface {
    fn from(surface: Surface) -> Self {
        let (owner_kind, owner) = owner(surface.owner);
        let [material, body_material] = [surface.material, surface.body_material].map(u32::from);
        Self { owner, owner_kind, triangle: surface.triangle, material, body_material }
    }
}

impl gls_surface {
    /// The support of a state, or `None` without an owner. No text is made unless it is wrong: this is part of a tick.
    pub(crate) fn support(&self) -> Result<Option<Surface>, Refusal> {
        let owner = match self.owner_kind {
            GLS_OWNER_NONE => return Ok(None),
            GLS_OWNER_BODY => Owner::Body(BodyId::from_bits(self.owner)),
            GLS_OWNER_CHARACTER => Owner::Character(CharacterId::from_bits(self.owner)),
            GLS_OWNER_BALL => Owner::Ball(BallId::from_bits(self.owner)),
            kind => {
                return Err(Refusal::unknown(
                    "support.owner_kind",
                    kind,
                    "GLS_OWNER_NONE (0) to GLS_OWNER_BALL (3)",
                ));
            }
        };
        let material = material("support.material", self.material)?;
        let body_material = self::material("support.body_material", self.body_material)?;
        Ok(Some(Surface { owner, triangle: self.triangle, material, body_material }))
    }
}

/// A material id.
pub(crate) fn material(what: &str, id: u32) -> Result<u16, Refusal> {
    u16::try_from(id).map_err(|_| Refusal::unknown(what, id, "a material id from 0 to 65535"))
}
