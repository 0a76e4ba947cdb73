//! Eight triangles of a leaf, corner by corner and component by component, as the culls read them.

use super::prepare::Prime;
use crate::bvh::BoxPath;
use crate::math::{DVec3, Vec3};
use crate::simd::Baseline;
use crate::sweep::UnitTriangle;
use crate::sweep::cull::{Corners8, boxes};
use crate::sweep::lens::Lens;

const EDGES_ONLY: u8 = 1;
const ONE_SIDED: u8 = 2;
const ONE_WAY: u8 = 4;

/// Up to eight triangles.
#[derive(Clone, Debug, Default)]
#[repr(C, align(32))]
pub(crate) struct Packet {
    /// `corners[corner][axis][lane]`.
    pub(crate) corners: Corners8,
    source: [u32; 8],
    material: [u16; 8],
    flags: [u8; 8],
    /// A bit for each lane in use.
    pub(crate) lanes: u8,
}

impl Packet {
    pub(crate) fn set(&mut self, lane: usize, prime: &Prime) {
        for (corner, position) in prime.corners.iter().enumerate() {
            for (axis, &component) in position.to_array().iter().enumerate() {
                self.corners[corner][axis][lane] = component;
            }
        }
        self.source[lane] = prime.source;
        self.material[lane] = prime.material;
        let flag = |is_set: bool, bit: u8| if is_set { bit } else { 0 };
        self.flags[lane] = flag(prime.edges_only, EDGES_ONLY)
            | flag(prime.one_sided, ONE_SIDED)
            | flag(prime.one_way, ONE_WAY);
        self.lanes |= 1 << lane;
    }

    /// Index of the triangle in its soup.
    #[inline(always)]
    pub(crate) fn source(&self, lane: usize) -> u32 {
        self.source[lane]
    }

    pub(crate) fn material(&self, lane: usize) -> u16 {
        self.material[lane]
    }

    /// Whether rays meet it from its front only.
    pub(crate) fn is_one_sided(&self, lane: usize) -> bool {
        self.flags[lane] & (ONE_SIDED | ONE_WAY) != 0
    }

    /// The triangle as it was put in.
    #[cfg(feature = "serde")]
    pub(crate) fn prime(&self, lane: usize) -> Prime {
        Prime {
            corners: self.corners_of(lane).map(Vec3::from),
            source: self.source[lane],
            material: self.material[lane],
            edges_only: self.flags[lane] & EDGES_ONLY != 0,
            one_sided: self.flags[lane] & ONE_SIDED != 0,
            one_way: self.flags[lane] & ONE_WAY != 0,
        }
    }

    /// The lanes of triangles whose boxes the moving box may meet.
    pub(crate) fn meets(&self, cast: &BoxPath) -> impl Iterator<Item = usize> + use<> {
        let (min, max) = boxes::<Baseline>(&self.corners);
        let met = cast.enter(min, max, 1.0).1 & self.lanes;
        (0..8).filter(move |lane| met >> lane & 1 == 1)
    }

    /// The corners in mesh space.
    #[inline(always)]
    pub(crate) fn corners_of(&self, lane: usize) -> [[f32; 3]; 3] {
        let [a, b, c] = &self.corners;
        let corner = |c: &[[f32; 8]; 3]| [c[0][lane], c[1][lane], c[2][lane]];
        [corner(a), corner(b), corner(c)]
    }

    /// The corners in mesh space, in `f64`.
    #[inline(always)]
    pub(crate) fn corners_f64(&self, lane: usize) -> [DVec3; 3] {
        let [a, b, c] = self.corners_of(lane);
        [Vec3::from(a).as_dvec3(), Vec3::from(b).as_dvec3(), Vec3::from(c).as_dvec3()]
    }

    /// The triangle through a lens.
    #[inline(always)]
    pub(crate) fn unit_triangle(&self, lane: usize, lens: &Lens) -> UnitTriangle {
        let corners = self.corners_of(lane).map(|corner| lens.vertex(corner));
        UnitTriangle { corners, mirrored: lens.mirrored, ..self.kind(lane) }
    }

    /// What the triangle of a lane is like: its flags, without corners.
    pub(crate) fn kind(&self, lane: usize) -> UnitTriangle {
        UnitTriangle {
            corners: [DVec3::ZERO; 3],
            edges_only: self.flags[lane] & EDGES_ONLY != 0,
            one_sided: self.flags[lane] & ONE_SIDED != 0,
            one_way: self.flags[lane] & ONE_WAY != 0,
            mirrored: false,
        }
    }
}
