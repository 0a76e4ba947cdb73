//! Slow results by other means: no multipliers for the nearest point, no points to decide whether there is one.

use glissando::DVec3;
use glissando::slide::SlidePlane;

/// The nearest foot of `desired` on all faces, creases and corners that all planes allow (up to `slack`).
pub(crate) fn nearest_foot(desired: DVec3, planes: &[SlidePlane], slack: f64) -> Option<DVec3> {
    let mut best: Option<(f64, DVec3)> = None;
    let mut consider = |foot: Option<DVec3>| {
        let Some(foot) = foot else { return };
        let distance = (foot - desired).length();
        let is_nearer = best.is_none_or(|(least, _)| distance < least);
        if is_nearer && planes.iter().all(|p| p.normal.dot(foot) >= p.least - slack) {
            best = Some((distance, foot));
        }
    };
    consider(Some(desired));
    for i in 0..planes.len() {
        consider(foot(desired, &[planes[i]]));
        for j in 0..i {
            consider(foot(desired, &[planes[i], planes[j]]));
            for k in 0..j {
                consider(foot(desired, &[planes[i], planes[j], planes[k]]));
            }
        }
    }
    best.map(|(_, foot)| foot)
}

/// The point of all `planes` (as equations) that is nearest to `from`, by Gram and Schmidt.
fn foot(from: DVec3, planes: &[SlidePlane]) -> Option<DVec3> {
    let mut basis: Vec<DVec3> = Vec::new();
    let mut at = from;
    for plane in planes {
        let mut rest = plane.normal;
        // Twice is enough (Kahan, Parlett).
        for _ in 0..2 {
            for e in &basis {
                rest = rest - *e * e.dot(rest);
            }
        }
        if rest.length() < 1e-9 {
            return None;
        }
        let e = rest / rest.length();
        at += e * ((plane.least - plane.normal.dot(at)) / plane.normal.dot(e));
        basis.push(e);
    }
    Some(at)
}

/// The largest `room` such that some `v` no longer than some `far` has `normal · v >= least + room` for all planes.
///
/// By duality (Farkas 1902): the least `-Σ share · least` over all convex combinations of normals that cancel out; four
/// normals are enough.
pub(crate) fn room(planes: &[SlidePlane], far: f64) -> f64 {
    let mut all = planes.to_vec();
    for normal in [DVec3::X, DVec3::Y, DVec3::Z, -DVec3::X, -DVec3::Y, -DVec3::Z] {
        all.push(SlidePlane { normal, least: -far });
    }
    let mut least = f64::INFINITY;
    for i in 0..all.len() {
        for j in 0..i {
            for k in 0..j {
                for l in 0..k {
                    least = least.min(cancelling([all[i], all[j], all[k], all[l]]).unwrap_or(least));
                }
            }
        }
    }
    least
}

/// `-Σ share · least` for the shares with which four normals cancel out.
fn cancelling(of: [SlidePlane; 4]) -> Option<f64> {
    let volume = |a: usize, b: usize, c: usize| of[a].normal.dot(of[b].normal.cross(of[c].normal));
    let shares = [volume(1, 2, 3), -volume(0, 2, 3), volume(0, 1, 3), -volume(0, 1, 2)];
    let sum: f64 = shares.iter().sum();
    let is_convex = sum.abs() > 1e-9 && shares.iter().all(|share| share / sum > -1e-12);
    is_convex.then(|| -shares.iter().zip(of).map(|(share, plane)| share / sum * plane.least).sum::<f64>())
}
