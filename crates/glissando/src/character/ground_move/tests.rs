//! One floor alone: the closed form gives what the solver gives.

use super::*;
use crate::character::{Config, Settings};
use crate::collide::{Feature, Surface};
use crate::geometry::Core;
use crate::handle::BodyId;
use crate::random::Numbers;
use crate::world::World;

fn direction(numbers: &mut Numbers) -> DVec3 {
    loop {
        if let Some(found) = numbers.vector(1.0).try_normalize() {
            return found;
        }
    }
}

/// A contact with this normal, so far from the shells as contacts are, or a little inside of them.
fn contact(numbers: &mut Numbers, mover: &Mover, normal: DVec3) -> Contact {
    let skins = mover.rest_shell() - 1.0;
    let radii = match (numbers.next() * 4.0) as i64 {
        0 => mover.rest_shell(),
        1 => mover.sweep_shell() - 1e-10 * numbers.next(),
        _ => 1.0 + skins * (0.8 + 0.4 * numbers.next()),
    };
    Contact {
        point: normal * -radii,
        normal,
        face_normal: normal,
        radii,
        scale: 0.5 + 0.4 * numbers.next(),
        feature: Feature::Face,
        surface: Surface { owner: BodyId::from_bits(0).into(), triangle: 0, material: 0, body_material: 0 },
        is_front: true,
        is_slippery: numbers.next() > 0.9,
        unit_point: normal * -radii,
        unit_on_core: DVec3::ZERO,
        unit_corners: [DVec3::ZERO; 3],
        unit_core: Core::POINT,
    }
}

#[test]
fn over_one_floor_the_closed_form_has_the_bits_of_the_solver() {
    let (mut numbers, mut plain, world) = (Numbers::new(), 0, World::new());
    let bits = |v: DVec3| v.to_array().map(f64::to_bits);
    for _ in 0..20_000 {
        let up = if numbers.next() > 0.0 { DVec3::Y } else { direction(&mut numbers) };
        let config = Config::new(&Settings::default().turned_to(up)).expect("sound settings");
        let (up, mover) = (config.up, config.body(false));
        let aside = numbers.vector(0.9);
        let lean = if numbers.next() > 0.5 { DVec3::ZERO } else { aside };
        let Some(normal) = (up + lean).try_normalize() else { continue };
        let floor = contact(&mut numbers, mover, normal);
        let wanted = numbers.vector(1.0) * 10.0_f64.powi((numbers.next() * 12.0) as i32 - 6);
        let wanted = if numbers.next() > 0.9 { DVec3::ZERO } else { wanted - up * wanted.dot(up) };
        let is_standing = numbers.next() > 0.0;
        let feet = Feet {
            footing: Footing::new(&config, is_standing, wanted, None),
            world: &world,
            mover,
            at: DVec3::ZERO,
            contacts: &[floor],
            left: if numbers.next() > 0.0 { 1.0 } else { 0.5 + 0.499 * numbers.next() },
        };
        let Some((short, free)) = feet.over_one(&floor, wanted) else { continue };
        plain += 1;
        let mut walls = Vec::new();
        let (long, allowed) = feet.best(wanted, Shell::Rest, &mut walls).expect("a floor bends nothing");
        assert_eq!(bits(short.displacement), bits(long.displacement), "{floor:?}, {wanted:?}");
        assert_eq!(bits(short.level), bits(long.level), "{floor:?}, {wanted:?}");
        assert_eq!((short.is_bent, walls.len()), (long.is_bent, 0), "{floor:?}, {wanted:?}");
        assert_eq!(bits(free.displacement), bits(allowed.displacement));
        assert_eq!((free.active, allowed.active), ([None; 3], [None; 3]));
    }
    assert!(plain > 10_000, "{plain} of 20000 are plain");
}
