//! Cracks: how wide they are stated to be, and where.

use super::regions::{Blocks, at};
use glissando_check::Kind;

/// A room of 4 x 4 m whose wall at x = 4 has a slit of 35 mm at a height of 1 m, and a beam behind it that covers some of it.
fn slit_before_a_beam(top_of_beam: f64) -> Blocks {
    let blocks = [
        (at(-0.2, -0.5, -0.2), at(4.2, 0.0, 4.2)),
        (at(-0.2, 0.0, -0.2), at(4.2, 3.0, 0.0)),
        (at(-0.2, 0.0, 4.0), at(4.2, 3.0, 4.2)),
        (at(-0.2, 0.0, 0.0), at(0.0, 3.0, 4.0)),
        (at(4.0, 0.0, 0.0), at(4.2, 1.0, 4.0)),
        (at(4.0, 1.035, 0.0), at(4.2, 3.0, 4.0)),
        (at(4.3, -0.5, -0.2), at(4.4, top_of_beam, 4.2)),
    ];
    Blocks::of(&blocks, &[at(2.0, 0.0, 2.0)])
}

#[test]
fn a_crack_is_as_wide_as_what_one_sees_through_where_it_is_shown() {
    for (top_of_beam, millimetres, middle) in [(0.5, 35, 1.0175), (1.01, 25, 1.0225)] {
        let cracks = slit_before_a_beam(top_of_beam).found(Kind::Crack);
        let [crack] = &cracks[..] else { panic!("one crack: {cracks:?}") };
        let stated = format!("one sees through {millimetres} mm between two surfaces");
        assert!(crack.reason.starts_with(&stated), "{}", crack.reason);
        assert!((crack.at.y - middle).abs() < 2e-4, "{}", crack.at.y);
    }
    // The beam covers it: nothing is seen through.
    assert!(slit_before_a_beam(1.2).found(Kind::Crack).is_empty());
}
