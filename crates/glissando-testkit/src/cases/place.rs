//! From the plane z = 0 to anywhere: random turns and shifts, exact ones on the grid.

use super::{Case, Family};
use crate::random::{Random, Style};
use glissando::{DMat3, DVec3};

/// A case whose triangle lies in the plane z = 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Local {
    pub(super) corners: [DVec3; 3],
    pub(super) from: DVec3,
    pub(super) translation: DVec3,
    pub(super) rho: f64,
}

/// Turns of the grid that stay on it: columns are orthogonal whole vectors of the same whole length.
const WHOLE_TURNS: [([[f64; 3]; 3], f64); 4] = [
    ([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], 1.0),
    ([[1.0, 2.0, 2.0], [2.0, 1.0, -2.0], [2.0, -2.0, 1.0]], 3.0),
    ([[3.0, 4.0, 0.0], [-4.0, 3.0, 0.0], [0.0, 0.0, 5.0]], 5.0),
    ([[2.0, 3.0, 6.0], [3.0, -6.0, 2.0], [6.0, 2.0, -3.0]], 7.0),
];

/// The case somewhere in space.
pub(super) fn place(random: &mut Random, family: Family, style: Style, local: Local) -> Case {
    let far = family == Family::FarFromOrigin;
    let (turn, stretch, shift) = match style {
        Style::Chaos => (random.rotation_matrix(), 1.0, chaos_shift(random, far)),
        Style::Grid => grid_turn(random, far),
    };
    Case {
        family,
        style,
        from: turn * local.from + shift,
        translation: turn * local.translation,
        corners: local.corners.map(|c| turn * c + shift),
        rho: local.rho * stretch,
    }
}

fn chaos_shift(random: &mut Random, far: bool) -> DVec3 {
    if far {
        let size = random.magnitude(1e3, 1e6);
        random.vector(size)
    } else if random.chance(0.5) {
        random.vector(10.0)
    } else {
        DVec3::ZERO
    }
}

fn grid_turn(random: &mut Random, far: bool) -> (DMat3, f64, DVec3) {
    let (columns, stretch) = if random.chance(0.6) { WHOLE_TURNS[0] } else { random.pick(&WHOLE_TURNS[1..]) };
    // Axes change places and signs, so that no axis is special.
    let first = random.integer(0, 2) as usize;
    let [x, y, z] = std::array::from_fn(|i| DVec3::from(columns[(first + i) % 3]) * random.sign());
    let shift = random.half_vector(4);
    let shift = if far { shift * 131_072.0 } else { shift };
    (DMat3::from_cols(x, y, z), stretch, shift)
}
