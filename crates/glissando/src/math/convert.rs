//! `From` and `Into` between our types and those of `mint` and `glam`, each behind a feature.

#[cfg(feature = "mint")]
mod to_mint {
    use crate::math::{DQuat, DVec3, Vec3};

    macro_rules! vector {
        ($Ours:ident, $num:ty) => {
            impl From<mint::Vector3<$num>> for $Ours {
                fn from(v: mint::Vector3<$num>) -> Self {
                    Self::new(v.x, v.y, v.z)
                }
            }
            impl From<mint::Point3<$num>> for $Ours {
                fn from(v: mint::Point3<$num>) -> Self {
                    Self::new(v.x, v.y, v.z)
                }
            }
            impl From<$Ours> for mint::Vector3<$num> {
                fn from(v: $Ours) -> Self {
                    Self { x: v.x, y: v.y, z: v.z }
                }
            }
            impl From<$Ours> for mint::Point3<$num> {
                fn from(v: $Ours) -> Self {
                    Self { x: v.x, y: v.y, z: v.z }
                }
            }
        };
    }
    vector!(Vec3, f32);
    vector!(DVec3, f64);

    impl From<mint::Quaternion<f64>> for DQuat {
        fn from(q: mint::Quaternion<f64>) -> Self {
            Self::from_xyzw(q.v.x, q.v.y, q.v.z, q.s)
        }
    }
    impl From<DQuat> for mint::Quaternion<f64> {
        fn from(q: DQuat) -> Self {
            Self { v: mint::Vector3 { x: q.x, y: q.y, z: q.z }, s: q.w }
        }
    }
}

macro_rules! glam {
    ($feature:literal, $glam:ident, $module:ident) => {
        #[cfg(feature = $feature)]
        mod $module {
            use crate::math::{DAffine3, DMat3, DQuat, DVec3, Vec3};

            impl From<$glam::Vec3> for Vec3 {
                fn from(v: $glam::Vec3) -> Self {
                    v.to_array().into()
                }
            }
            impl From<Vec3> for $glam::Vec3 {
                fn from(v: Vec3) -> Self {
                    v.to_array().into()
                }
            }
            impl From<$glam::DVec3> for DVec3 {
                fn from(v: $glam::DVec3) -> Self {
                    v.to_array().into()
                }
            }
            impl From<DVec3> for $glam::DVec3 {
                fn from(v: DVec3) -> Self {
                    v.to_array().into()
                }
            }
            impl From<$glam::DQuat> for DQuat {
                fn from(q: $glam::DQuat) -> Self {
                    q.to_array().into()
                }
            }
            impl From<DQuat> for $glam::DQuat {
                fn from(q: DQuat) -> Self {
                    Self::from_array(q.to_array())
                }
            }
            impl From<$glam::DAffine3> for DAffine3 {
                fn from(a: $glam::DAffine3) -> Self {
                    let m = a.matrix3;
                    Self {
                        matrix3: DMat3::from_cols(m.x_axis.into(), m.y_axis.into(), m.z_axis.into()),
                        translation: a.translation.into(),
                    }
                }
            }
        }
    };
}
glam!("glam-030", glam_030, to_glam_030);
glam!("glam-032", glam_032, to_glam_032);
glam!("glam-033", glam_033, to_glam_033);
glam!("glam-034", glam_034, to_glam_034);
