//! What is true of a question, by the testkit's searching oracle: `f64`, triangle by triangle, and nothing of the
//! library's but its vectors.

mod agreement;
mod blocks;
mod body;
mod swept;

pub use agreement::Agreement;
pub use blocks::Blocks;
pub use body::{Stand, is_crossed};

use crate::questions::{Kind, Question};
use blocks::Way;
use glissando::DVec3;
use swept::{Near, Swept};

/// A ray within this of a triangle, in metres, touches it: half a million roundings of a coordinate.
const TOUCH: f64 = 1e-9;

/// One question with every triangle that may matter, in the mover's space.
pub struct Truth {
    near: Vec<Near>,
    /// The distance at which the mover touches there; zero for a ray.
    rho: f64,
    /// Metres that a unit of that space is at most.
    unit: f64,
    /// Length of the move in metres.
    length: f64,
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
        let half = if is_ray { DVec3::ZERO } else { DVec3::from(kind.shape().half_extents()) };
        let (from, translation) = (DVec3::from(question.from), DVec3::from(question.translation));
        let swept = Swept::new(kind, question);
        let near = blocks.along(Way { from, translation, half });
        Self {
            near: near.filter_map(|corners| swept.near(corners)).collect(),
            rho: swept.rho(),
            unit: swept.unit(),
            length: translation.length(),
        }
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
    fn capsules_boxes_and_cylinders_are_judged_by_their_flat_or_round_ends() {
        for kind in [Kind::Capsule(1.0), Kind::Box(1.0), Kind::Cylinder(1.0)] {
            let fall = |claim| error(kind, [0.1, 2.9, 0.2], [0.0, -4.0, 0.0], claim);
            assert!(is_near(fall(Some(0.5)), Error::Stop(0.0)), "{kind:?}");
            // Less deep than the roundings of the box and the cylinder: the distance from a core says no more.
            assert!(is_near(fall(Some(0.5025)), Error::Stop(0.01)), "{kind:?}");
            let past = error(kind, [-3.0, 0.95, 0.0], [6.0, 0.0, 0.0], Some(0.5));
            assert!(matches!(past, Error::False(gap) if gap > 0.049), "{kind:?} {past:?}");
            // Over the square's edge only the round end is free.
            let beside = error(kind, [1.2, 0.85, 0.0], [0.0, 0.0, 0.1], None);
            assert_eq!(beside == Error::Free, matches!(kind, Kind::Capsule(_)), "{beside:?}");
        }
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
