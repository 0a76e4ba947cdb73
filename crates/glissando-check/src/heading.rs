//! Headings: unit vectors on the map, without a sine.

use glissando::DVec3;

/// Headings of the usual moves.
pub(crate) const USUAL: u8 = 8;

/// Headings of a character that tries everything to get away.
pub(crate) const ALL: u8 = 32;

/// The unit vector of heading `index` of `count` (a multiple of 8): through a point on the rim of a square, from +X towards +Z.
pub(crate) fn unit(index: u8, count: u8) -> DVec3 {
    let side = i32::from(count / 8).max(1);
    let along = i32::from(index % count.max(1));
    let quarter = along / (2 * side);
    // On the side x = 1 of the square, from z = -1 to z = 1; then turned by quarters. Shifted so that heading 0 is +X.
    let offset = along % (2 * side);
    let (x, z) = if offset <= side { (side, offset) } else { (2 * side - offset, side) };
    let (x, z) = match quarter {
        0 => (x, z),
        1 => (-z, x),
        2 => (-x, -z),
        _ => (z, -x),
    };
    DVec3::new(f64::from(x), 0.0, f64::from(z)).try_normalize().unwrap_or(DVec3::X)
}

/// The neighbouring cell in one of the eight headings.
pub(crate) fn neighbour(index: u8) -> (i32, i32) {
    const CELLS: [(i32, i32); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
    CELLS.get(usize::from(index % 8)).copied().unwrap_or((1, 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_go_round_and_the_eight_lead_to_the_neighbours() {
        for index in 0..8 {
            let (x, z) = neighbour(index);
            let cell = DVec3::new(f64::from(x), 0.0, f64::from(z)).try_normalize().unwrap();
            assert!((unit(index, 8) - cell).length() < 1e-15, "{index}");
            assert_eq!(unit(index * 4, 32), unit(index, 8));
        }
        for index in 0..32 {
            let cosine = unit(index, 32).dot(unit((index + 1) % 32, 32));
            assert!(cosine > 0.96 && cosine < 0.995, "{index} {cosine}");
        }
    }
}
