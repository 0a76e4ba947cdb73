//! Small vectors, quaternions, matrices and affine maps: only `+ - * /` and square root.
//!
//! These operations are correctly rounded by IEEE 754, so every machine gives the same bits.
//! Nothing here calls a transcendental function, fuses a multiply with an add, or reorders a sum.
//! The types are plain `repr(C)` data, convert to and from arrays, and are named as in `glam`:
//! `Vec3` holds `f32` (geometry), the `D` types hold `f64` (positions and poses).

mod affine;
mod angle;
mod convert;
mod mat3;
mod quat;
mod rigid;
mod sqrt;
mod vec3;

pub use affine::DAffine3;
pub use angle::cos_degrees;
pub(crate) use angle::tan_half;
pub use mat3::DMat3;
pub use quat::DQuat;
pub use rigid::DRigid3;
pub use vec3::{DVec3, Vec3};

pub(crate) use sqrt::{sqrt_f32, sqrt_f64};
