//! The material of each triangle of a soup: neighbours in it mostly have the same.

use super::prime::Primes;
use alloc::vec::Vec;

/// Number of triangles of the soup in a block.
const BLOCK: usize = 32;

/// Flag of a block whose triangles have different materials.
const MIXED: u32 = 1 << 31;

/// The materials, block by block.
#[derive(Clone, Debug, Default)]
pub(super) struct Materials {
    /// The material of all triangles of a block; or [`MIXED`] and where its materials are. Empty if all are the same.
    blocks: Vec<u32>,
    mixed: Vec<[u16; BLOCK]>,
    /// That of the first triangle.
    first: u16,
}

impl Materials {
    /// Those of these triangles, of a soup of `soup_count`. Those of triangles that are left out are any.
    pub(super) fn new(primes: &(impl Primes + ?Sized), soup_count: usize) -> Self {
        let first = if primes.count() > 0 { primes.material(0) } else { 0 };
        if (0..primes.count()).all(|number| primes.material(number) == first) {
            return Self { first, ..Self::default() };
        }
        let mut all =
            Self { blocks: Vec::with_capacity(soup_count.div_ceil(BLOCK)), mixed: Vec::new(), first };
        let mut materials = alloc::vec![None; soup_count];
        for number in 0..primes.count() {
            materials[primes.source(number) as usize] = Some(primes.material(number));
        }
        materials.chunks(BLOCK).for_each(|block| all.push(block));
        all.mixed.shrink_to_fit();
        all
    }

    /// Appends a block, given the material of each of its triangles.
    fn push(&mut self, materials: &[Option<u16>]) {
        let first = materials.iter().flatten().next().copied().unwrap_or(self.first);
        if materials.iter().flatten().all(|material| *material == first) {
            self.blocks.push(u32::from(first));
            return;
        }
        let mut block = [first; BLOCK];
        block.iter_mut().zip(materials).for_each(|(own, material)| *own = material.unwrap_or(first));
        self.blocks.push(MIXED | self.mixed.len() as u32);
        self.mixed.push(block);
    }

    /// That of the triangle with this index in the soup.
    #[inline(always)]
    pub(super) fn get(&self, source: u32) -> u16 {
        match self.blocks.get(source as usize / BLOCK) {
            None => self.first,
            Some(&block) if block & MIXED == 0 => block as u16,
            Some(&block) => self.in_mixed((block & !MIXED) as usize, source),
        }
    }

    #[inline(never)]
    fn in_mixed(&self, block: usize, source: u32) -> u16 {
        self.mixed.get(block).map_or(self.first, |block| block[source as usize % BLOCK])
    }

    /// Bytes on the heap.
    pub(super) fn byte_count(&self) -> usize {
        size_of_val(&self.blocks[..]) + size_of_val(&self.mixed[..])
    }
}

#[cfg(test)]
mod tests {
    use super::super::prime::Prime;
    use super::*;
    use crate::math::Vec3;

    /// Triangles with these materials; every fifth is left out.
    fn check(materials: &[u16], bytes: usize) {
        let prime = |(source, &material): (u32, &u16)| Prime {
            corners: [Vec3::ZERO; 3],
            source,
            material,
            edges_only: false,
            one_sided: false,
            one_way: false,
        };
        let kept = |(source, _): &(u32, &u16)| source % 5 != 3;
        let primes: Vec<Prime> = (0..).zip(materials).filter(kept).map(prime).collect();
        let all = Materials::new(&primes[..], materials.len());
        for prime in &primes {
            assert_eq!(all.get(prime.source), prime.material);
        }
        assert_eq!(all.byte_count(), bytes);
    }

    #[test]
    fn one_some_and_many_materials_come_back() {
        check(&[], 0);
        check(&[u16::MAX; 200], 0);
        let in_order: Vec<u16> = (0..320).map(|at| at / 32).collect();
        check(&in_order, 4 * 10);
        let at_last: Vec<u16> = (0..100).map(|at| u16::from(at == 96) * u16::MAX).collect();
        check(&at_last, 4 * 4 + 64);
        let different: Vec<u16> = (0..64).collect();
        check(&different, 2 * (4 + 64));
    }
}
