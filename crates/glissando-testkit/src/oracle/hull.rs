//! The point of a convex hull nearest to the origin, by the algorithm of Gilbert, Johnson and Keerthi (1988).
//!
//! The hull is known by its support alone: which of its points is furthest against a direction. Each step proves a lower
//! bound.

use glissando::DVec3;

/// The point nearest to the origin of the hull that has `start` in it; `support` is a point furthest against a direction,
/// and `size` the largest length in the hull.
pub(super) fn nearest_to_origin(start: DVec3, size: f64, support: impl Fn(DVec3) -> DVec3) -> DVec3 {
    let mut best = start;
    let mut simplex = Simplex { corners: [best; 4], count: 1 };
    for _ in 0..STEPS {
        let support = support(best);
        let room = best.length_sq() - best.dot(support);
        if room <= f64::EPSILON * size * best.length() || simplex.get().contains(&support) {
            break;
        }
        simplex.push(support);
        let (nearest, kept) = nearest_of_simplex(&simplex);
        // Rounding lets nothing come nearer any more.
        if nearest.length_sq() >= best.length_sq() {
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
    corners: [DVec3; 4],
    count: usize,
}

impl Simplex {
    fn get(&self) -> &[DVec3] {
        &self.corners[..self.count]
    }

    fn push(&mut self, corner: DVec3) {
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
fn nearest_of_simplex(simplex: &Simplex) -> (DVec3, Simplex) {
    let mut best: Option<(DVec3, Simplex)> = None;
    for set in 1..1_u32 << simplex.count {
        let part = simplex.part(set);
        let nearest = match *part.get() {
            [p] => Some(p),
            [p, q] => on_line(p, q),
            [p, q, r] => on_plane(p, q, r),
            [p, q, r, s] => encloses_origin([p, q, r, s]).then_some(DVec3::ZERO),
            _ => None,
        };
        if let Some(nearest) = nearest
            && best.is_none_or(|(old, _)| nearest.length_sq() < old.length_sq())
        {
            best = Some((nearest, part));
        }
    }
    best.expect("a corner is a part")
}

fn on_line(p: DVec3, q: DVec3) -> Option<DVec3> {
    let way = q - p;
    let share = -p.dot(way) / way.length_sq();
    (share > 0.0 && share < 1.0).then(|| p + way * share)
}

fn on_plane(p: DVec3, q: DVec3, r: DVec3) -> Option<DVec3> {
    let n = (q - p).cross(r - p);
    let foot = n * (n.dot(p) / n.length_sq());
    let is_inside = |a: DVec3, b: DVec3| n.dot((b - a).cross(foot - a)) >= 0.0;
    (is_inside(p, q) && is_inside(q, r) && is_inside(r, p)).then_some(foot)
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
