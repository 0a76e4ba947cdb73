//! A town of streets, houses of two storeys with doors, stairs and flat roofs, squares and trees: the same for the same side.

use glissando::{DVec3, Soup};
use glissando_scenes::{block, quad};

/// From the middle of a street to that of the next, metres.
const LOT: f64 = 25.0;

/// Half the width of a street.
const STREET: f64 = 4.0;

/// Height of the pavement.
const KERB: f64 = 0.15;

/// Height of a storey.
const STOREY: f64 = 3.2;

/// Thickness of walls and ceilings.
const WALL: f64 = 0.3;

const fn at(x: f64, y: f64, z: f64) -> DVec3 {
    DVec3::new(x, y, z)
}

/// Numbers by chance, the same in every run.
struct Chance(u64);

impl Chance {
    fn share(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as f64 / f64::from(1_u32 << 31)
    }
}

/// The town of a side length, and a point in its first street.
pub(crate) fn town(side: f64) -> (Soup, DVec3) {
    let lots = (side / LOT).round().max(1.0) as u32;
    let (mut soup, mut chance) = (Soup::default(), Chance(20));
    for _ in 0..4 {
        chance.share();
    }
    let end = LOT * f64::from(lots);
    for (x, z) in (0..lots).flat_map(|x| (0..lots).map(move |z| (x, z))) {
        lot(&mut soup, &mut chance, at(LOT * f64::from(x), 0.0, LOT * f64::from(z)));
    }
    // The wall around.
    for (low, high) in [
        (at(-1.0, -1.0, -1.0), at(end + 1.0, 4.0, 0.0)),
        (at(-1.0, -1.0, end), at(end + 1.0, 4.0, end + 1.0)),
        (at(-1.0, -1.0, 0.0), at(0.0, 4.0, end)),
        (at(end, -1.0, 0.0), at(end + 1.0, 4.0, end)),
    ] {
        block(&mut soup, low, high);
    }
    (soup, at(2.0, 0.0, 2.0))
}

/// The ground of a lot, and what stands on it.
fn lot(soup: &mut Soup, chance: &mut Chance, o: DVec3) {
    let tile = LOT / 5.0;
    for (x, z) in (0..5).flat_map(|x| (0..5).map(move |z| (tile * f64::from(x), tile * f64::from(z)))) {
        let corner = |dx: f64, dz: f64| o + at(x + dx, 0.0, z + dz);
        quad(soup, [corner(0.0, 0.0), corner(0.0, tile), corner(tile, tile), corner(tile, 0.0)]);
    }
    let (low, high) = (STREET, LOT - STREET);
    block(soup, o + at(low, -0.1, low), o + at(high, KERB, high));
    if chance.share() < 0.2 {
        square(soup, chance, o);
    } else {
        let depth = 9.0 + 2.0 * (2.0 * chance.share()).floor();
        house(soup, chance, o + at(low + 3.0, KERB, low + 3.0), at(11.0, 0.0, depth));
    }
}

/// A square with trees and benches.
fn square(soup: &mut Soup, chance: &mut Chance, o: DVec3) {
    for (x, z) in (0..3).flat_map(|x| (0..3).map(move |z| (x, z))) {
        let foot = o + at(
            7.0 + 5.0 * f64::from(x) + chance.share(),
            KERB,
            7.0 + 5.0 * f64::from(z) + chance.share(),
        );
        block(soup, foot - at(0.2, 0.1, 0.2), foot + at(0.2, 3.0, 0.2));
        block(soup, foot + at(-1.2, 3.0, -1.2), foot + at(1.2, 5.0, 1.2));
        if chance.share() < 0.5 {
            block(soup, foot + at(0.8, -0.1, -1.0), foot + at(1.3, 0.45, 1.0));
        }
    }
}

/// A house of two storeys: `size.x` along x, `size.z` along z.
fn house(soup: &mut Soup, chance: &mut Chance, o: DVec3, size: DVec3) {
    let door = 1.2 + (size.x - 4.0) * chance.share();
    let eaves = 2.0 * STOREY;
    let mut part = |low: DVec3, high: DVec3| block(soup, o + low, o + high);
    // Walls; that to the street has a door, with a lintel over it.
    part(at(0.0, -0.1, 0.0), at(door, eaves, WALL));
    part(at(door + 1.4, -0.1, 0.0), at(size.x, eaves, WALL));
    part(at(door, 2.2, 0.0), at(door + 1.4, eaves, WALL));
    part(at(0.0, -0.1, size.z - WALL), at(size.x, eaves, size.z));
    part(at(0.0, -0.1, WALL), at(WALL, eaves, size.z - WALL));
    part(at(size.x - WALL, -0.1, WALL), at(size.x, eaves, size.z - WALL));
    // A wall inside, with a passage.
    let middle = 0.5 * size.z;
    part(at(WALL, -0.1, middle), at(5.0, STOREY, middle + 0.2));
    part(at(6.5, -0.1, middle), at(8.8, STOREY, middle + 0.2));
    // The upper floor leaves a well of 1.7 m along the wall at the end of x, in which stairs of 0.2 m go up along z.
    let well = size.x - WALL - 1.7;
    part(at(WALL, STOREY - WALL, WALL), at(well, STOREY, size.z - WALL));
    let steps = (STOREY / 0.2).round() as u32;
    for step in 0..steps {
        let height = 0.2 * f64::from(step + 1);
        let start = 1.5 + 0.35 * f64::from(step);
        let end = if step + 1 == steps { size.z - WALL } else { start + 0.35 };
        part(at(well, -0.1, start), at(size.x - WALL, height, end));
    }
    // The roof, with a parapet.
    part(at(0.0, eaves, 0.0), size + DVec3::Y * (eaves + 0.25));
    for (low, high) in [
        (at(0.0, eaves, 0.0), at(size.x, eaves + 1.0, 0.2)),
        (at(0.0, eaves, size.z - 0.2), at(size.x, eaves + 1.0, size.z)),
    ] {
        part(low, high);
    }
}
