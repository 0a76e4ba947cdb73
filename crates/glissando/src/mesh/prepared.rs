//! The triangles of a soup without faults, welded and judged.

use super::face::{Face, face};
use super::options::MeshOptions;
use super::prime::{Prime, Primes, bounds};
use super::soup::Soup;
use super::weld::weld;
use crate::bvh::Item;
use crate::math::Vec3;
use crate::sorting;
use crate::threads::Builders;
use alloc::vec;
use alloc::vec::Vec;

/// The vertices in use, and the ones that each is welded to.
#[derive(Clone)]
pub(super) struct Welded {
    /// Whether a triangle uses the vertex.
    pub(super) used: Vec<bool>,
    /// The vertex whose position it takes.
    pub(super) targets: Vec<u32>,
}

impl Welded {
    pub(super) fn new(soup: &Soup, options: &MeshOptions) -> Self {
        let mut used = vec![false; soup.vertices.len()];
        for &vertex in soup.triangles.as_flattened() {
            used[vertex as usize] = true;
        }
        let targets = weld(&soup.vertices, &used, options.weld_distance);
        Self { used, targets }
    }

    pub(super) fn triangle(&self, triangle: &[u32; 3]) -> [u32; 3] {
        triangle.map(|v| self.targets[v as usize])
    }
}

/// The corners of the triangles of a soup without faults, in its order.
#[derive(Clone, Copy)]
pub(super) struct Corners<'a> {
    pub(super) soup: &'a Soup,
    /// The vertices as they are welded, if that can move any.
    pub(super) moved: Option<&'a Welded>,
}

impl Corners<'_> {
    /// The boxes about them.
    pub(super) fn items(self) -> Vec<Item> {
        let item = |number: usize| Item::new(bounds(self.of(number)), number as u32);
        Builders::Pool.each(self.soup.triangles.len(), item)
    }

    #[inline(always)]
    pub(super) fn of(self, number: usize) -> [Vec3; 3] {
        let triangle = &self.soup.triangles[number];
        let vertices = self.moved.map_or(*triangle, |welded| welded.triangle(triangle));
        // Adding zero turns -0 into +0.
        vertices.map(|vertex| self.soup.vertices[vertex as usize] + Vec3::ZERO)
    }
}

/// Those triangles.
///
/// They are put together where they are read: a list of them would take 48 bytes a triangle, and most of a build's time goes by
/// without it.
pub(super) struct Prepared<'a> {
    pub(super) corners: Corners<'a>,
    pub(super) judged: Vec<Judged>,
}

/// The properties of a triangle that follow from its corners and its material; see [`Prime`].
pub(super) struct Judged {
    pub(super) area: f64,
    pub(super) edges_only: bool,
    one_sided: bool,
    one_way: bool,
}

impl Primes for Prepared<'_> {
    fn count(&self) -> usize {
        self.judged.len()
    }

    #[inline(always)]
    fn prime(&self, number: usize) -> Prime {
        let Judged { edges_only, one_sided, one_way, .. } = self.judged[number];
        let (corners, source, material) =
            (self.corners.of(number), self.source(number), self.material(number));
        Prime { corners, source, material, edges_only, one_sided, one_way }
    }

    #[inline(always)]
    fn source(&self, number: usize) -> u32 {
        number as u32
    }

    #[inline(always)]
    fn material(&self, number: usize) -> u16 {
        self.corners.soup.material(number)
    }

    #[inline(always)]
    fn is_one_way(&self, number: usize) -> bool {
        self.judged[number].one_way
    }
}

impl<'a> Prepared<'a> {
    pub(super) fn new(corners: Corners<'a>, options: &MeshOptions) -> Self {
        let sorted = |list: &[u16]| {
            let mut list = list.to_vec();
            sorting::sort_by(&mut list, Ord::cmp);
            list
        };
        let (one_sided, one_way) = (sorted(&options.one_sided), sorted(&options.one_way));
        let judged = |number: usize| {
            let (face, area) = face(corners.of(number));
            let edges_only = face != Face::Sound;
            let material = corners.soup.material(number);
            let is_in = |list: &[u16]| !edges_only && list.binary_search(&material).is_ok();
            Judged { area, edges_only, one_sided: is_in(&one_sided), one_way: is_in(&one_way) }
        };
        Self { corners, judged: Builders::Pool.each(corners.soup.triangles.len(), judged) }
    }
}
