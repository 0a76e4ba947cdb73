//! Kind `planes`: the nearest displacement that some planes allow, for good and bad planes.

use super::mix::{Mix, is_tame};
use super::watch::Watch;
use glissando::DVec3;
use glissando::slide::{Allowed, SlidePlane, nearest_allowed};

/// Rounds of one case.
const ROUNDS: usize = 40;

pub(super) fn run(mix: &mut Mix, watch: &mut Watch) {
    for _ in 0..ROUNDS {
        let size = mix.size();
        let planes: Vec<SlidePlane> = (0..mix.below(9)).map(|_| plane(mix, size)).collect();
        let desired = mix.point(size);
        let allowed = watch.survive("nearest_allowed", || nearest_allowed(desired, &planes));
        let are_good = planes
            .iter()
            .all(|p| is_tame(p.normal) && (p.normal.length() - 1.0).abs() < 1e-9 && p.least.abs() <= 1e9);
        if let Some(allowed) = allowed
            && are_good
            && is_tame(desired)
        {
            check(watch, desired, &planes, &allowed);
        }
    }
}

/// A plane: sometimes along an axis, so that some are parallel or one.
fn plane(mix: &mut Mix, size: f64) -> SlidePlane {
    let normal = match mix.integer(0, 3) {
        0 => mix.pick(&[DVec3::X, DVec3::Y, DVec3::Z, -DVec3::X, -DVec3::Y]),
        1 if mix.is_hostile() => mix.point(1.0),
        _ => mix.direction(),
    };
    let least = if mix.chance(0.5) { 0.0 } else { mix.number(0.1 * size) };
    SlidePlane { normal, least }
}

/// What is allowed must be so by every plane, and no plane may push that is not needed.
fn check(watch: &mut Watch, desired: DVec3, planes: &[SlidePlane], allowed: &Allowed) {
    watch.finite("nearest_allowed", allowed);
    let size = planes.iter().fold(desired.abs().max_element(), |most, p| most.max(p.least.abs()));
    // Planes that all but meet in a line may allow only what is far away: the slack grows with it.
    let slack = 1e-9 * (size + allowed.displacement.abs().max_element());
    for plane in planes {
        let way = allowed.displacement.dot(plane.normal);
        watch.expect(way >= plane.least - slack, "a displacement that a plane does not allow", || {
            format!("{way} along {plane:?}: {desired:?} {planes:?}: {allowed:?}")
        });
    }
    let is_free = planes.iter().all(|p| desired.dot(p.normal) >= p.least);
    watch.expect(!is_free || allowed.displacement == desired, "a free displacement that was changed", || {
        format!("{desired:?} {planes:?}: {allowed:?}")
    });
}
