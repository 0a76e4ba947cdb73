//! One floor alone: the closed form gives what the solver gives.

use super::*;
use crate::character::{Config, Settings};
use crate::collide::{Feature, Surface};
use crate::geometry::Core;
use crate::handle::BodyId;
use crate::world::World;

/// Seeded noise in `-1..1` (Sebastiano Vigna, `SplitMix64`, 2015).
fn noise(seed: &mut u64) -> f64 {
    *seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (*seed ^ *seed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    f64::from((z >> 40) as u32) / 8_388_608.0 - 1.0
}

fn vector(seed: &mut u64, size: f64) -> DVec3 {
    DVec3::new(noise(seed), noise(seed), noise(seed)) * size
}

fn direction(seed: &mut u64) -> DVec3 {
    loop {
        if let Some(found) = vector(seed, 1.0).try_normalize() {
            return found;
        }
    }
}

/// A contact with this normal, so far from the shells as contacts are, or a little inside of them.
fn contact(seed: &mut u64, mover: &Mover, normal: DVec3) -> Contact {
    let skins = mover.rest_shell() - 1.0;
    let radii = match (noise(seed) * 4.0) as i64 {
        0 => mover.rest_shell(),
        1 => mover.sweep_shell() - 1e-10 * noise(seed),
        _ => 1.0 + skins * (0.8 + 0.4 * noise(seed)),
    };
    Contact {
        point: normal * -radii,
        normal,
        face_normal: normal,
        radii,
        scale: 0.5 + 0.4 * noise(seed),
        feature: Feature::Face,
        surface: Surface { owner: BodyId::from_bits(0).into(), triangle: 0, material: 0, body_material: 0 },
        is_front: true,
        is_slippery: noise(seed) > 0.9,
        unit_point: normal * -radii,
        unit_on_core: DVec3::ZERO,
        unit_corners: [DVec3::ZERO; 3],
        unit_core: Core::POINT,
    }
}

#[test]
fn over_one_floor_the_closed_form_has_the_bits_of_the_solver() {
    let (mut seed, mut plain, world) = (7, 0, World::new());
    let bits = |v: DVec3| v.to_array().map(f64::to_bits);
    for _ in 0..20_000 {
        let up = if noise(&mut seed) > 0.0 { DVec3::Y } else { direction(&mut seed) };
        let config = Config::new(&Settings::default().turned_to(up)).expect("sound settings");
        let (up, mover) = (config.up, config.body(false));
        let aside = vector(&mut seed, 0.9);
        let lean = if noise(&mut seed) > 0.5 { DVec3::ZERO } else { aside };
        let Some(normal) = (up + lean).try_normalize() else { continue };
        let floor = contact(&mut seed, mover, normal);
        let wanted = vector(&mut seed, 1.0) * 10.0_f64.powi((noise(&mut seed) * 12.0) as i32 - 6);
        let wanted = if noise(&mut seed) > 0.9 { DVec3::ZERO } else { wanted - up * wanted.dot(up) };
        let is_standing = noise(&mut seed) > 0.0;
        let feet = Feet {
            footing: Footing::new(&config, is_standing, wanted, true, f64::INFINITY),
            world: &world,
            mover,
            at: DVec3::ZERO,
            contacts: &[floor],
            left: if noise(&mut seed) > 0.0 { 1.0 } else { 0.5 + 0.499 * noise(&mut seed) },
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
