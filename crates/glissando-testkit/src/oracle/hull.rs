//! The point of a convex hull nearest to the origin, by the algorithm of Gilbert, Johnson and Keerthi (1988).
//!
//! The hull is known by its support alone: which of its points is furthest against a direction. Each step proves a lower
//! bound.

use glissando::DVec3;

/// A point of the hull, and what it carries along: a place that is mixed as the points are.
pub(super) type Mixed = (DVec3, DVec3);

/// The point nearest to the origin of the hull that has `start` in it; `support` is a point furthest against a direction,
/// and `size` the largest length in the hull.
pub(super) fn nearest_to_origin(start: Mixed, size: f64, support: impl Fn(DVec3) -> Mixed) -> Mixed {
    let mut best = start;
    let mut simplex = Simplex { corners: [best; 4], count: 1 };
    for _ in 0..STEPS {
        let support = support(best.0);
        let room = best.0.length_sq() - best.0.dot(support.0);
        if room <= f64::EPSILON * size * best.0.length() || simplex.get().contains(&support) {
            break;
        }
        simplex.push(support);
        let (nearest, kept) = nearest_of_simplex(&simplex);
        // Rounding lets nothing come nearer any more.
        if nearest.0.length_sq() >= best.0.length_sq() {
            break;
        }
        (best, simplex) = (nearest, kept);
        if simplex.count == 4 {
            break;
        }
    }
    best
}

/// Up to four corners of the hull.
#[derive(Clone, Copy)]
struct Simplex {
    corners: [Mixed; 4],
    count: usize,
}

impl Simplex {
    fn get(&self) -> &[Mixed] {
        &self.corners[..self.count]
    }

    fn push(&mut self, corner: Mixed) {
        self.corners[self.count] = corner;
        self.count += 1;
    }

    /// The corners in a set of bits.
    fn part(&self, set: u32) -> Self {
        let mut part = Self { count: 0, ..*self };
        (0..self.count).filter(|i| set >> i & 1 == 1).for_each(|i| part.push(self.corners[i]));
        part
    }
}

/// The point nearest to the origin, and the corners whose hull has it inside; all four if they enclose the origin.
fn nearest_of_simplex(simplex: &Simplex) -> (Mixed, Simplex) {
    let mut best: Option<(Mixed, Simplex)> = None;
    for set in 1..1_u32 << simplex.count {
        let part = simplex.part(set);
        let nearest = match *part.get() {
            [p] => Some(p),
            [p, q] => on_line(p, q),
            [p, q, r] => on_plane(p, q, r),
            [p, q, r, s] => encloses_origin([p, q, r, s].map(|p| p.0)).then_some((DVec3::ZERO, p.1)),
            _ => None,
        };
        if let Some(nearest) = nearest
            && best.is_none_or(|(old, _)| nearest.0.length_sq() < old.0.length_sq())
        {
            best = Some((nearest, part));
        }
    }
    best.expect("a corner is a part")
}

fn on_line(p: Mixed, q: Mixed) -> Option<Mixed> {
    let way = q.0 - p.0;
    let share = -p.0.dot(way) / way.length_sq();
    (share > 0.0 && share < 1.0).then(|| (p.0 + way * share, p.1 + (q.1 - p.1) * share))
}

fn on_plane(p: Mixed, q: Mixed, r: Mixed) -> Option<Mixed> {
    let n = (q.0 - p.0).cross(r.0 - p.0);
    let n_sq = n.length_sq();
    let foot = n * (n.dot(p.0) / n_sq);
    let share = |a: Mixed, b: Mixed| n.dot((b.0 - a.0).cross(foot - a.0)) / n_sq;
    let (to_r, to_p, to_q) = (share(p, q), share(q, r), share(r, p));
    let is_inside = to_r >= 0.0 && to_p >= 0.0 && to_q >= 0.0;
    // Of a thin triangle the three shares are one together only to many roundings.
    let sum = to_p + to_q + to_r;
    is_inside.then(|| (foot, (p.1 * to_p + q.1 * to_q + r.1 * to_r) / sum))
}

fn encloses_origin(corners: [DVec3; 4]) -> bool {
    (0..4).all(|i| {
        let [a, b, c, d] = [0, 1, 2, 3].map(|k| corners[(i + k) % 4]);
        let n = (b - a).cross(c - a);
        let (apex, origin) = (n.dot(d - a), -n.dot(a));
        // Of four corners in a plane the signs are rounding: the origin must also be no further off than the apex.
        apex != 0.0 && apex * origin >= 0.0 && origin.abs() <= apex.abs()
    })
}

/// Steps of a search; most take fewer than ten, between round bodies some dozens.
const STEPS: u32 = 200;
