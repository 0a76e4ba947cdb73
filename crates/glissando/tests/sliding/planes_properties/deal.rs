//! Sets of planes in families named after their difficulty.

use glissando::DVec3;
use glissando::slide::SlidePlane;
use glissando_testkit::random::Random;

/// Kinds of difficult sets of planes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Family {
    /// Random normals.
    Any,
    /// Normals of small integers: exact repetitions, opposites and prisms.
    Whole,
    /// All normals within a right angle of one direction: a free displacement always exists.
    Bowl,
    /// A few directions, each of them repeated, tilted by this angle in radians.
    Near(f64),
    /// As `Near`, with every second normal reversed: narrow gaps that are hardly wedges.
    Slot(f64),
}

/// Angles between nearly parallel normals, in radians.
pub(crate) const TILTS: [f64; 5] = [1e-3, 1e-5, 1e-7, 1e-9, 1e-12];

/// All families.
pub(crate) fn families() -> Vec<Family> {
    let mut all = vec![Family::Any, Family::Whole, Family::Bowl];
    all.extend(TILTS.map(Family::Near));
    all.extend(TILTS.map(Family::Slot));
    all
}

/// The gaps of a set: distances of its planes, as a share of the displacement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Gaps {
    /// All planes touch: a cone.
    Touching,
    /// Touching or away.
    Apart,
    /// Some planes demand a push.
    Pushing,
    /// Most planes demand a push.
    Squeezing,
}

impl Family {
    fn normals(self, random: &mut Random, count: usize) -> Vec<DVec3> {
        let bases: Vec<DVec3> = (0..4).map(|_| random.direction()).collect();
        let tilted = |r: &mut Random, index: usize, tilt: f64| {
            let base = bases[index % bases.len()];
            (base + base.cross(r.direction()) * tilt).try_normalize().unwrap()
        };
        let one = |r: &mut Random, index: usize| match self {
            Self::Any => r.direction(),
            Self::Whole => loop {
                let v = DVec3::new(r.integer(-2, 2) as f64, r.integer(-2, 2) as f64, r.integer(-2, 2) as f64);
                if let Some(normal) = v.try_normalize() {
                    return normal;
                }
            },
            Self::Bowl => loop {
                let normal = r.direction();
                if normal.dot(bases[0]) > 0.02 {
                    return normal;
                }
            },
            Self::Near(tilt) => tilted(r, index, tilt),
            Self::Slot(tilt) => tilted(r, index / 2, tilt) * if index.is_multiple_of(2) { 1.0 } else { -1.0 },
        };
        (0..count).map(|index| one(random, index)).collect()
    }

    /// A displacement and `count` planes, some of them twice.
    pub(crate) fn deal(self, random: &mut Random, count: usize, gaps: Gaps) -> (DVec3, Vec<SlidePlane>) {
        let size = random.magnitude(1e-6, 1e3);
        let desired = random.direction() * size;
        let mut planes: Vec<SlidePlane> = Vec::new();
        for normal in self.normals(random, count) {
            let least = match gaps {
                Gaps::Touching => 0.0,
                Gaps::Apart => -size * (2.0 * random.fraction() - 1.0).max(0.0),
                Gaps::Pushing => size * random.between(-1.0, 0.3),
                Gaps::Squeezing => size * random.between(-0.2, 1.0),
            };
            let normal = match planes.last() {
                Some(last) if random.chance(0.05) => last.normal,
                _ => normal,
            };
            planes.push(SlidePlane { normal, least });
        }
        (desired, planes)
    }
}

/// Number of planes in a set: usually few, sometimes many.
pub(crate) fn count(random: &mut Random) -> usize {
    let most = random.pick(&[3, 6, 12, 100]);
    random.integer(1, most) as usize
}

/// The largest number of a set.
pub(crate) fn size(desired: DVec3, planes: &[SlidePlane]) -> f64 {
    planes.iter().fold(desired.length(), |size, plane| size.max(plane.least.abs()))
}
