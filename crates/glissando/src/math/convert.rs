//! `From` and `Into` between the types of this crate and those of `mint` and `glam`, each behind a feature.

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

    #[test]
    fn there_and_back_keeps_every_bit() {
        use super::tests::{DOUBLE, QUAT, SINGLE, same};
        same(SINGLE, mint::Vector3::from(SINGLE));
        same(SINGLE, mint::Point3::from(SINGLE));
        same(DOUBLE, mint::Vector3::from(DOUBLE));
        same(DOUBLE, mint::Point3::from(DOUBLE));
        same(QUAT, mint::Quaternion::from(QUAT));
        assert_eq!(mint::Quaternion::from(QUAT).s, QUAT.w);
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
            impl From<DAffine3> for $glam::DAffine3 {
                fn from(a: DAffine3) -> Self {
                    let m = a.matrix3;
                    Self {
                        matrix3: $glam::DMat3::from_cols(m.x_axis.into(), m.y_axis.into(), m.z_axis.into()),
                        translation: a.translation.into(),
                    }
                }
            }

            #[test]
            fn there_and_back_keeps_every_bit() {
                use super::tests::{AFFINE, DOUBLE, QUAT, SINGLE, same};
                same(SINGLE, $glam::Vec3::from(SINGLE));
                same(DOUBLE, $glam::DVec3::from(DOUBLE));
                same(QUAT, $glam::DQuat::from(QUAT));
                same(AFFINE, $glam::DAffine3::from(AFFINE));
            }

            #[test]
            fn a_pose_moves_points_as_the_original_does() {
                use super::tests::DOUBLE;
                let turn = $glam::DQuat::from_xyzw(0.5, 0.5, 0.5, 0.5);
                let original = $glam::DAffine3::from_scale_rotation_translation(
                    $glam::DVec3::new(2.0, -4.0, 8.0),
                    turn,
                    $glam::DVec3::new(1.0, 2.0, 3.0),
                );
                let ours = DAffine3::from_scale_rotation_translation(
                    DVec3::new(2.0, -4.0, 8.0),
                    turn.into(),
                    DVec3::new(1.0, 2.0, 3.0),
                );
                assert_eq!(DAffine3::from(original), ours);
                assert_eq!(
                    DVec3::from(original.transform_point3(DOUBLE.into())),
                    ours.transform_point(DOUBLE)
                );
            }
        }
    };
}
glam!("glam-030", glam_030, to_glam_030);
glam!("glam-032", glam_032, to_glam_032);
glam!("glam-033", glam_033, to_glam_033);
glam!("glam-034", glam_034, to_glam_034);

#[cfg(all(
    test,
    any(
        feature = "mint",
        feature = "glam-030",
        feature = "glam-032",
        feature = "glam-033",
        feature = "glam-034"
    )
))]
mod tests {
    use crate::math::{DAffine3, DMat3, DQuat, DVec3, Vec3};
    use core::fmt::Debug;

    pub(super) const SINGLE: Vec3 = Vec3::new(0.1, -2.5e-38, 3e9);
    pub(super) const DOUBLE: DVec3 = DVec3::new(0.25, -7.0, 1024.0);
    pub(super) const QUAT: DQuat = DQuat::from_xyzw(0.1, -0.2, 0.3, -0.4);
    pub(super) const AFFINE: DAffine3 = DAffine3 {
        matrix3: DMat3::from_cols(
            DVec3::new(0.1, 2.0, 3.0),
            DVec3::new(4.0, 0.5, 6.0),
            DVec3::new(7.0, 8.0, -0.9),
        ),
        translation: DVec3::new(1e9, -1e-9, 0.3),
    };

    pub(super) fn same<Ours: From<Theirs> + PartialEq + Debug, Theirs>(ours: Ours, theirs: Theirs) {
        assert_eq!(Ours::from(theirs), ours);
    }
}
