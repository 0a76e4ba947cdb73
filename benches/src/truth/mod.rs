//! What is true of a question, by the testkit's searching oracle: `f64`, triangle by triangle, and nothing of the
//! library's but its vectors.

mod agreement;
mod blocks;
mod body;

pub use agreement::Agreement;
pub use blocks::Blocks;
pub use body::{Shape, Stand, is_crossed};

use crate::questions::{Kind, Question};
use blocks::Way;
use glissando::{DAffine3, DMat3, DVec3};
use glissando_testkit::oracle::{self, Body, OracleAnswer, UnitSweep};

/// A ray within this of a triangle, in metres, touches it: half a million roundings of a coordinate.
const TOUCH: f64 = 1e-9;

/// One question with every triangle that may matter, in the space where the mover is the unit sphere.
pub struct Truth {
    near: Vec<Near>,
    /// Radius of the mover there; zero for a ray.
    rho: f64,
    /// Metres that a unit of that space is at most.
    unit: f64,
    /// Length of the move in metres.
    length: f64,
}

struct Near {
    sweep: UnitSweep,
    answer: OracleAnswer,
}

/// How wrong one answer is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Error {
    /// So many metres too deep (negative: so far from everything) where it was stopped; for a ray: behind the surface.
    Stop(f64),
    /// It goes on, and gets so many metres deep.
    Missed(f64),
    /// It was stopped, and would come no nearer than so many metres to anything; infinite if nothing is about.
    False(f64),
    /// It goes on, and rightly.
    Free,
}

impl Truth {
    pub fn new(blocks: &Blocks, kind: Kind, question: &Question) -> Self {
        let is_ray = matches!(kind, Kind::Ray(_));
        let radii = if is_ray { DVec3::splat(1.0) } else { DVec3::from(kind.radii()) };
        let (centre, translation) = (DVec3::from(question.from), DVec3::from(question.translation));
        let body = Body { radii, axes: DMat3::IDENTITY, centre };
        let rho = if is_ray { 0.0 } else { 1.0 };
        let half = if is_ray { DVec3::ZERO } else { radii };
        let near = blocks
            .along(Way { from: centre, translation, half })
            .map(|corners| body.unit_sweep(translation, DAffine3::IDENTITY, corners))
            .filter(|sweep| is_within(sweep, rho + TOUCH))
            .map(|sweep| Near { answer: sweep.answer(rho.max(TOUCH)), sweep })
            .collect();
        Self { near, rho, unit: radii.max_element(), length: translation.length() }
    }

    /// Whether anything stops the mover.
    pub fn is_hit(&self) -> bool {
        self.near.iter().any(|near| near.answer.hit.is_some())
    }

    /// How wrong it is to say that this share of the move is free.
    pub fn error(&self, claim: Option<f64>) -> Error {
        if self.rho == 0.0 { self.ray_error(claim) } else { self.sweep_error(claim) }
    }

    fn ray_error(&self, claim: Option<f64>) -> Error {
        let least = |fractions: &mut dyn Iterator<Item = f64>| fractions.reduce(f64::min);
        // A ray within a face's plane may be said to meet it from its first to its nearest point.
        let first = least(&mut self.near.iter().filter_map(|n| n.answer.hit));
        let last = least(&mut self.near.iter().filter(|n| n.answer.hit.is_some()).map(|n| n.answer.least_at));
        match (claim, first.zip(last)) {
            (None, None) => Error::Free,
            (None, Some((_, last))) => Error::Missed((1.0 - last) * self.length),
            (Some(_), None) => {
                Error::False(self.near.iter().map(|n| n.answer.least).fold(f64::INFINITY, f64::min))
            }
            (Some(t), Some((_, last))) if t > last => Error::Stop((t - last) * self.length),
            (Some(t), Some((first, last))) => Error::Stop((t - first.min(last)).min(0.0) * self.length),
        }
    }

    fn sweep_error(&self, claim: Option<f64>) -> Error {
        let nearest_until = |t: f64| self.near.iter().map(|n| n.least_until(t)).fold(f64::INFINITY, f64::min);
        let depth = |t: f64| (self.rho - nearest_until(t)) * self.unit;
        match claim {
            None if depth(1.0) > 0.0 => Error::Missed(depth(1.0)),
            None => Error::Free,
            Some(_) if depth(1.0) < 0.0 => Error::False(-depth(1.0)),
            Some(t) if depth(t) > 0.0 => Error::Stop(depth(t)),
            Some(t) => {
                let nearest = self.near.iter().map(|n| n.distance(t)).fold(f64::INFINITY, f64::min);
                Error::Stop((self.rho - nearest) * self.unit)
            }
        }
    }
}

impl Near {
    fn distance(&self, t: f64) -> f64 {
        oracle::distance_at(DVec3::ZERO, self.sweep.translation, t, self.sweep.corners)
    }

    /// The least distance up to `t`: the distance is convex.
    fn least_until(&self, t: f64) -> f64 {
        if t >= self.answer.least_at { self.answer.least } else { self.distance(t) }
    }
}

/// Whether the ball about the triangle comes so near to the way of the origin.
fn is_within(UnitSweep { translation, corners }: &UnitSweep, rho: f64) -> bool {
    let middle = (corners[0] + corners[1] + corners[2]) * (1.0 / 3.0);
    let size = corners.iter().map(|c| (*c - middle).length()).fold(0.0, f64::max);
    let share = middle.dot(*translation) / translation.length_sq().max(f64::MIN_POSITIVE);
    (middle - *translation * share.clamp(0.0, 1.0)).length() <= size + rho + 1e-6
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    /// A square of two metres at height zero.
    fn blocks() -> Blocks {
        let vertices = vec![[-1.0, 0.0, -1.0], [1.0, 0.0, -1.0], [1.0, 0.0, 1.0], [-1.0, 0.0, 1.0]];
        Blocks::new(&Level { name: "square".to_owned(), vertices, triangles: vec![[0, 2, 1], [0, 3, 2]] })
    }

    fn error(kind: Kind, from: [f64; 3], translation: [f64; 3], claim: Option<f64>) -> Error {
        Truth::new(&blocks(), kind, &Question::new(from, translation, kind)).error(claim)
    }

    fn is_near(error: Error, expected: Error) -> bool {
        let (a, b) = match (error, expected) {
            (Error::Stop(a), Error::Stop(b)) => (a, b),
            (Error::Missed(a), Error::Missed(b)) => (a, b),
            (Error::False(a), Error::False(b)) => (a, b),
            (a, b) => return a == b,
        };
        (a - b).abs() < 1e-9
    }

    #[test]
    fn a_sphere_that_falls_is_stopped_in_time_late_early_or_never() {
        let fall = |claim| error(Kind::Sphere(1.0), [0.1, 2.4, 0.2], [0.0, -4.0, 0.0], claim);
        assert!(is_near(fall(Some(0.5)), Error::Stop(0.0)));
        assert!(is_near(fall(Some(0.525)), Error::Stop(0.1)));
        assert!(is_near(fall(Some(0.475)), Error::Stop(-0.1)));
        assert!(is_near(fall(None), Error::Missed(0.4)));
        // On the other side it is free again, but it has been through.
        assert!(is_near(fall(Some(0.9)), Error::Stop(0.4)));
    }

    #[test]
    fn a_sphere_that_passes_is_free_and_a_stop_is_false() {
        let pass = |claim| error(Kind::Sphere(1.0), [-3.0, 0.5, 0.0], [6.0, 0.0, 0.0], claim);
        assert_eq!(pass(None), Error::Free);
        assert!(matches!(pass(Some(0.5)), Error::False(gap) if gap > 0.099));
    }

    #[test]
    fn an_ellipsoid_is_judged_by_its_own_radii() {
        let fall = |claim| error(Kind::Ellipsoid(1.0), [0.1, 2.9, 0.2], [0.0, -4.0, 0.0], claim);
        assert!(is_near(fall(Some(0.5)), Error::Stop(0.0)));
        assert!(is_near(fall(Some(0.55)), Error::Stop(0.2)));
    }

    #[test]
    fn a_ray_is_judged_along_its_way() {
        let ray = |claim| error(Kind::Ray(10.0), [0.1, 2.0, 0.2], [0.0, -4.0, 0.0], claim);
        assert!(is_near(ray(Some(0.5)), Error::Stop(0.0)));
        assert!(is_near(ray(Some(0.6)), Error::Stop(0.4)));
        assert!(is_near(ray(None), Error::Missed(2.0)));
        let past = |claim| error(Kind::Ray(10.0), [1.1, 2.0, 0.2], [0.0, -4.0, 0.0], claim);
        assert_eq!(past(None), Error::Free);
        assert!(matches!(past(Some(0.5)), Error::False(_)));
    }
}
