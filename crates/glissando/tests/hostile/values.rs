//! Numbers that break things: extremes, limits, their neighbours, and ordinary ones among them.

use glissando::{BodyId, DAffine3, DMat3, DQuat, DVec3, Filter, Vec3};
use glissando_testkit::random::Random;

const EXTREMES: [f64; 28] = [
    0.0,
    -0.0,
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
    1e30,
    -1e30,
    1e9,
    -1e9,
    1.000_000_1e9,
    1e308,
    -1e308,
    f64::MAX,
    f64::MIN,
    5e-324,
    -5e-324,
    1e-310,
    f64::MIN_POSITIVE,
    f64::EPSILON,
    1e-4,
    0.999e-4,
    1e6,
    -1.0,
    1.0,
    0.5,
    2.0,
    1e-12,
    -1e-9,
];

/// One hostile or ordinary number.
pub(crate) fn number(random: &mut Random) -> f64 {
    match random.integer(0, 5) {
        0 | 1 => random.pick(&EXTREMES),
        2 => f64::from_bits(random.bits()),
        3 => random.between(-2.0, 2.0),
        4 => random.sign() * random.magnitude(1e-6, 1e6),
        _ => random.half(8),
    }
}

/// A number that is hostile once in `n` times.
pub(crate) fn mostly(random: &mut Random, n: i64, good: f64) -> f64 {
    if random.integer(1, n) == 1 { number(random) } else { good }
}

/// A vector of such numbers.
pub(crate) fn vector(random: &mut Random) -> DVec3 {
    match random.integer(0, 3) {
        0 => DVec3::new(number(random), number(random), number(random)),
        1 => {
            let v = random.vector(4.0);
            DVec3::new(mostly(random, 9, v.x), mostly(random, 9, v.y), mostly(random, 9, v.z))
        }
        2 => random.vector(1.0) * random.magnitude(1e-9, 1e9),
        _ => random.vector(4.0),
    }
}

/// Corners: equal, in a row, far apart, or anything.
pub(crate) fn corners(random: &mut Random) -> [DVec3; 3] {
    let [a, b, c] = [(); 3].map(|()| vector(random));
    match random.integer(0, 5) {
        0 => [a; 3],
        1 => [a, b, a],
        2 => [a, b, a + (b - a) * 0.5],
        _ => [a, b, c],
    }
}

/// A quaternion, rarely of length one.
pub(crate) fn quaternion(random: &mut Random) -> DQuat {
    if random.chance(0.5) {
        random.rotation()
    } else {
        DQuat::from_xyzw(number(random), number(random), number(random), number(random))
    }
}

/// An affine map: flat, skewed, mirrored, not finite, or good.
pub(crate) fn pose(random: &mut Random) -> DAffine3 {
    let matrix3 = match random.integer(0, 3) {
        0 => DMat3::from_cols(vector(random), vector(random), vector(random)),
        1 => DMat3::from_diagonal(vector(random)),
        _ => random.rotation_matrix(),
    };
    DAffine3 { matrix3, translation: vector(random) }
}

/// A handle of anything.
pub(crate) fn handle(random: &mut Random) -> BodyId {
    let index = random.pick(&[0, 1, 2, 7, u32::MAX, 1 << 31]);
    BodyId { index, generation: random.pick(&[0, 0, 1, u32::MAX]) }
}

/// Any set of layers.
pub(crate) fn filter(random: &mut Random) -> Filter {
    Filter { mask: random.pick(&[u32::MAX, 1, 0, 6, 1 << 31]) }
}

/// Whether a vector is finite and within the limit of the world.
pub(crate) fn is_tame(v: DVec3) -> bool {
    v.is_finite() && v.abs().max_element() <= 1e9
}

/// A corner of a soup.
pub(crate) fn corner(random: &mut Random) -> Vec3 {
    vector(random).as_vec3()
}
