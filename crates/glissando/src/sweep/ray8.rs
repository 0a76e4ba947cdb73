//! A moving point against eight triangles, in `f32` and their mesh space: those that it may meet, when at the earliest and at the
//! latest, and those that it meets for certain.
//!
//! Each number is computed with a bound on its own rounding. Of edges and one corner relative to the start, not of three such
//! corners: the bound follows the size of a triangle then, and not the square of how far away it is.
//!
//! Source: Möller & Trumbore, Fast, Minimum Storage Ray/Triangle Intersection, 1997 (the volumes).

use crate::math::{DVec3, Vec3};
use crate::simd::{F8, V8};
use crate::tolerance::F32_ROUNDING;

/// Number of roundings in a volume, relative to the size of its factors: 14 for each of six products, the quotient's included.
const ROUNDINGS: f32 = 96.0;

/// No volume is as many times as large as its factors, nor is any of its sums: where these would overflow the bound does.
const VOLUME: f32 = 8.0;

/// Room for the products of a volume that underflow.
const LEAST_VOLUME: f32 = 1e-34;

/// A point's path.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ray8 {
    origin_high: Vec3,
    origin_low: Vec3,
    translation: Vec3,
    /// The sum of the move's absolute components, [`VOLUME`] times.
    size: f32,
    /// Roundings of the start and of the end are no larger than those of a length of this size.
    least_size: f32,
}

/// What a path does with eight triangles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Crossings {
    /// Bit mask of the triangles that it may meet.
    pub(crate) lanes: u8,
    /// Of those that it certainly meets.
    pub(crate) certain: u8,
    /// Of those that it runs along too closely for anything to be known.
    pub(crate) along: u8,
    /// Of those whose back it certainly comes from.
    pub(crate) from_back: u8,
    /// No meeting is before this fraction of the move.
    pub(crate) earliest: [f32; 8],
    /// A certain meeting is no later.
    pub(crate) latest: [f32; 8],
}

impl Crossings {
    const NONE: Self =
        Self { lanes: 0, certain: 0, along: 0, from_back: 0, earliest: [0.0; 8], latest: [0.0; 8] };
}

impl Ray8 {
    #[inline(always)]
    pub(crate) fn new(from: DVec3, translation: DVec3) -> Self {
        let origin_high = from.as_vec3();
        let d = translation.as_vec3();
        let (far, size) = (origin_high.abs(), d.abs());
        let size = size.x + size.y + size.z;
        Self {
            origin_high,
            origin_low: (from - origin_high.as_dvec3()).as_vec3(),
            translation: d,
            size: VOLUME * size,
            least_size: F32_ROUNDING * (far.x + far.y + far.z + size),
        }
    }

    /// What it does with the triangles in `lanes`; those that it meets only after `limit` count as missed.
    #[inline(always)]
    pub(crate) fn cross<F: F8>(&self, corners: &[V8<F>; 3], lanes: u8, limit: f32) -> Crossings {
        let [a, b, c] = *corners;
        let (ab, ac) = (b - a, c - a);
        let a = a - V8::splat(self.origin_high) - V8::splat(self.origin_low);
        let d = V8::splat(self.translation);
        let (p, q) = (d.cross(ac), a.cross(ab));
        // Six times the volumes of (move, edge, edge) and of (move, corner, edge): with the first sign where the path comes from the
        // front, and inside of all edges.
        let whole = p.dot(ab);
        let (u, v) = (-p.dot(a), -q.dot(d));
        let w = whole - u - v;
        let (zero, rounding) = (F::splat(0.0), F::splat(F32_ROUNDING * ROUNDINGS / VOLUME));
        let length = largest(ab).max(largest(ac));
        let square = length * (length + largest(a) + F::splat(self.least_size));
        let slack = square * F::splat(self.size) * rounding + F::splat(LEAST_VOLUME);
        let (least, most) = (u.min(v).min(w), u.max(v).max(w));
        let past = (least + slack).less(zero) & (most - slack).greater(zero);
        let lanes = lanes & !past;
        if lanes == 0 {
            return Crossings::NONE;
        }
        // (corner, edge, edge): how far the start is from the plane, in the same measure.
        let gap = -q.dot(ac);
        let gap = whole.pick_greater(zero, gap, -gap);
        let room = square * (length * F::splat(VOLUME)) * rounding + F::splat(LEAST_VOLUME);
        let (size, twice) = (whole.abs() - slack, slack + slack);
        let share = F::splat(1.0) / size;
        let latest = (gap + room) * share;
        let earliest = (gap - room) * share * (F::splat(1.0) - twice * share);
        let along = !size.greater(twice);
        let earliest = size.pick_greater(twice, earliest, zero);
        let elsewhere = earliest.greater(F::splat(limit)) | (gap + room).less(zero);
        let inside = least.greater(slack) | most.less(-slack);
        let within = (gap - room).greater(zero) & latest.less(F::splat(1.0));
        let lanes = lanes & (along | !elsewhere);
        Crossings {
            lanes,
            certain: lanes & !along & inside & within,
            along: lanes & along,
            from_back: whole.less(zero) & !along,
            earliest: earliest.to_array(),
            latest: latest.to_array(),
        }
    }
}

/// The largest component, without its sign.
#[inline(always)]
fn largest<F: F8>(v: V8<F>) -> F {
    v.x.abs().max(v.y.abs()).max(v.z.abs())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::ray_triangle;
    use crate::random::Numbers;
    use crate::simd::Baseline;

    /// A number between 0 and 1.
    fn share(numbers: &mut Numbers) -> f64 {
        0.5 * (numbers.next() + 1.0)
    }

    fn one_of<const N: usize>(numbers: &mut Numbers, list: [f64; N]) -> f64 {
        list[(share(numbers) * N as f64) as usize % N]
    }

    /// A triangle near a place: of ordinary shape, or thin.
    fn triangle(numbers: &mut Numbers, near: DVec3, size: f64) -> [DVec3; 3] {
        let thin = one_of(numbers, [1.0, 1e-3, 1e-6]);
        let a = near + numbers.vector(size);
        let (ab, across) = (numbers.vector(size), numbers.vector(size * thin));
        [a, a + ab, a + ab * share(numbers) + across].map(|corner| corner.as_vec3().as_dvec3())
    }

    /// A move that is likely to meet the triangle: through a point of its plane, often of an edge, or along it.
    fn path(numbers: &mut Numbers, [a, b, c]: [DVec3; 3], size: f64) -> (DVec3, DVec3) {
        let (u, v) = (share(numbers) * 1.2 - 0.1, one_of(numbers, [0.0, 0.1, 0.3, 0.4, 0.9]));
        let target = a + (b - a) * u + (c - a) * v;
        let away = size * one_of(numbers, [1.0, 30.0, 1e-4]);
        let from = target + numbers.vector(away);
        let from = if share(numbers) < 0.1 { from.as_vec3().as_dvec3() } else { from };
        let is_along = share(numbers) < 0.1;
        let to = if is_along { from + (b - a) * numbers.next() } else { target };
        (from, (to - from) * (share(numbers) * 2.0))
    }

    #[test]
    fn what_is_certain_is_so_and_what_is_dropped_is_not_met() {
        let (mut certain, mut dropped, mut met, mut backs) = (0, 0, 0, 0);
        let mut numbers = Numbers::new();
        for round in 0..16_000 {
            let size = one_of(&mut numbers, [1e-12, 1e-3, 1.0, 50.0, 1e7]);
            let far = one_of(&mut numbers, [0.0, size, 1e3 * size, 1e6]);
            let near = numbers.vector(far);
            let triangles: [_; 8] = core::array::from_fn(|_| triangle(&mut numbers, near, size));
            let (from, translation) = path(&mut numbers, triangles[0], size);
            let limit = if round % 2 == 0 { 1.0 } else { share(&mut numbers) };
            let corners = [0, 1, 2].map(|corner| {
                let lanes = triangles.map(|triangle| triangle[corner].as_vec3().to_array());
                V8::<Baseline>::load(&[0, 1, 2].map(|axis: usize| lanes.map(|lane| lane[axis])))
            });
            let crossings = Ray8::new(from, translation).cross(&corners, 0xff, limit as f32);
            for (lane, &triangle) in triangles.iter().enumerate() {
                let is = |mask: u8| mask >> lane & 1 == 1;
                let hit = ray_triangle(from, translation, triangle);
                let case = alloc::format!("{round} {lane}: {hit:?} of {from:?} {translation:?} {triangle:?}");
                met += usize::from(hit.is_some());
                if !is(crossings.lanes) {
                    assert!(hit.is_none_or(|hit| hit.fraction > f64::from(limit as f32)), "dropped {case}");
                    dropped += 1;
                    continue;
                }
                if let Some(hit) = hit {
                    assert!(f64::from(crossings.earliest[lane]) <= hit.fraction, "earlier {case}");
                    assert!(!is(crossings.from_back) || !hit.front, "from its back {case}");
                }
                if is(crossings.certain) {
                    let hit = hit.unwrap_or_else(|| panic!("certain {case}"));
                    assert!(hit.fraction <= f64::from(crossings.latest[lane]), "later {case}");
                    assert!(hit.fraction > 0.0 && hit.fraction < 1.0, "at an end {case}");
                    assert_eq!(is(crossings.from_back), !hit.front, "sides {case}");
                    certain += 1;
                    backs += usize::from(!hit.front);
                }
            }
        }
        std::println!("{met} met, {certain} of them for certain, {backs} from the back, {dropped} dropped");
        assert!(met > 3000 && certain > 700 && 4 * backs > certain && dropped > 80_000);
    }

    #[test]
    fn the_inside_of_an_ordinary_triangle_is_met_for_certain() {
        let (mut numbers, mut cases) = (Numbers::new(), 0);
        while cases < 1000 {
            let near = numbers.vector(300.0);
            let [a, b, c] = [(); 3].map(|()| (near + numbers.vector(1.0)).as_vec3().as_dvec3());
            let (u, v) = (0.1 + 0.35 * share(&mut numbers), 0.1 + 0.35 * share(&mut numbers));
            let way = numbers.vector(60.0);
            let normal = (b - a).cross(c - a);
            if way.length() < 10.0
                || normal.length() < 0.2
                || normal.dot(way).abs() < 0.2 * normal.length() * way.length()
            {
                continue;
            }
            let from = a + (b - a) * u + (c - a) * v - way * 0.6;
            let corners = [a, b, c].map(|corner| V8::<Baseline>::splat(corner.as_vec3()));
            let crossings = Ray8::new(from, way).cross(&corners, 0xff, 1.0);
            assert_eq!((crossings.certain, crossings.along), (0xff, 0), "{from:?} {way:?} {a:?} {b:?} {c:?}");
            assert!(crossings.earliest[0] > 0.55 && crossings.latest[0] < 0.65, "{crossings:?}");
            cases += 1;
        }
    }

    #[test]
    fn numbers_that_overflow_or_underflow_decide_nothing() {
        for scale in [1e-30, 1e-20, 1e14, 1e30] {
            let corner = |x: f64, y: f64| V8::splat((DVec3::new(x, 0.0, y) * scale).as_vec3());
            let corners: [V8<Baseline>; 3] = [corner(-1.0, -1.0), corner(-1.0, 3.0), corner(3.0, -1.0)];
            let ray8 = Ray8::new(DVec3::Y * scale, DVec3::Y * (-2.0 * scale));
            let Crossings { lanes, certain, along, .. } = ray8.cross(&corners, 0xff, 1.0);
            assert_eq!((lanes, certain, along), (0xff, 0, 0xff), "{scale}");
        }
    }
}
