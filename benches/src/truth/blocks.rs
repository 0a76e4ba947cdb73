//! Which triangles may be near a way: blocks of neighbours, all of which are looked at.
//!
//! No tree, and nothing of the library's: Morton's order (1966) puts neighbours together, and a block whose
//! box is off the way is passed over.

use crate::level::Level;
use glissando::DVec3;

/// Triangles in a block.
const BLOCK: usize = 32;
/// Boxes are taken this much wider, in metres: far more than roundings of `f64` on any level.
const MARGIN: f64 = 1e-6;

/// An axis-aligned box.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    low: DVec3,
    high: DVec3,
}

/// The straight way of a box's centre.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    pub from: DVec3,
    pub translation: DVec3,
    /// Half of the box that goes along.
    pub half: DVec3,
}

/// All triangles of a level, neighbours together.
#[derive(Clone, Debug)]
pub struct Blocks {
    triangles: Vec<([DVec3; 3], Bounds)>,
    blocks: Vec<Bounds>,
}

impl Bounds {
    const NONE: Self = Self { low: DVec3::splat(f64::INFINITY), high: DVec3::splat(f64::NEG_INFINITY) };

    fn of(points: impl IntoIterator<Item = DVec3>) -> Self {
        let wider = |b: Self, p: DVec3| Self { low: b.low.min(p), high: b.high.max(p) };
        points.into_iter().fold(Self::NONE, wider)
    }

    /// Whether the box on its way may meet this one: the slab test (Kay & Kajiya, 1986).
    fn is_met(&self, way: &Way) -> bool {
        let half = way.half + DVec3::splat(MARGIN);
        let (low, high) = ((self.low - half - way.from).to_array(), (self.high + half - way.from).to_array());
        let along = way.translation.to_array();
        let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
        for axis in 0..3 {
            if along[axis] == 0.0 {
                if low[axis] > 0.0 || high[axis] < 0.0 {
                    return false;
                }
            } else {
                let (a, b) = (low[axis] / along[axis], high[axis] / along[axis]);
                enter = enter.max(a.min(b));
                leave = leave.min(a.max(b));
            }
        }
        enter <= leave
    }
}

impl Blocks {
    pub fn new(level: &Level) -> Self {
        let all = Bounds::of(level.vertices.iter().map(|v| DVec3::from(v.map(f64::from))));
        let mut triangles: Vec<_> = (0..level.triangles.len())
            .map(|t| {
                let corners = level.corners(t).map(DVec3::from);
                (corners, Bounds::of(corners))
            })
            .collect();
        triangles.sort_by_cached_key(|(_, bounds)| morton(&all, (bounds.low + bounds.high) * 0.5));
        let blocks = triangles.chunks(BLOCK).map(|b| Bounds::of(b.iter().flat_map(|t| [t.1.low, t.1.high])));
        Self { blocks: blocks.collect(), triangles }
    }

    /// The triangles whose boxes may be met.
    pub fn along(&self, way: Way) -> impl Iterator<Item = [DVec3; 3]> {
        let blocks = self.triangles.chunks(BLOCK).zip(&self.blocks);
        let near = blocks.filter(move |(_, bounds)| bounds.is_met(&way)).flat_map(|(block, _)| block);
        near.filter(move |(_, bounds)| bounds.is_met(&way)).map(|(corners, _)| *corners)
    }
}

/// The bits of a place's coordinates, ten of each, in turns.
fn morton(all: &Bounds, at: DVec3) -> u32 {
    let (at, size) = ((at - all.low).to_array(), (all.high - all.low).to_array());
    let mut code = 0;
    for axis in 0..3 {
        let share = if size[axis] > 0.0 { at[axis] / size[axis] } else { 0.0 };
        let cell = (share * 1023.0) as u32;
        code |= (0..10).map(|bit| (cell >> bit & 1) << (3 * bit + axis as u32)).sum::<u32>();
    }
    code
}
