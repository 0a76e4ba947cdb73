//! Two spheres: the gap between them at rest, and the first touch while they move.
//!
//! Source: the perpendicular form of Haines, Günther, Akenine-Möller, *Precision Improvements for Ray/Sphere
//! Intersection* (Ray Tracing Gems 2019, chapter 7), with the perpendicular from a vector product whose components keep
//! all their bits, so that distance costs no precision.

use super::products::precise_cross;
use crate::input::{self, InputError};
use crate::math::{DVec3, sqrt_f64};
use crate::tolerance;

/// A sphere in world space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sphere {
    centre: DVec3,
    radius: f64,
}

/// The first touch of two moving spheres.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct SphereTouch {
    /// Fraction of both translations, `0..=1`; zero for spheres that touch or overlap already.
    pub fraction: f64,
    /// Unit, from the other sphere's centre to this one's at the touch.
    pub normal: DVec3,
}

impl Sphere {
    /// The sphere about `centre` with this radius, both in metres.
    ///
    /// # Errors
    /// A centre that is not finite or beyond [`tolerance::WORLD_LIMIT`]; a radius outside
    /// [`tolerance::RADIUS_RANGE`].
    pub fn new(centre: DVec3, radius: f64) -> Result<Self, InputError> {
        let (least, most) = tolerance::RADIUS_RANGE;
        let centre = input::position("centre", centre)?;
        Ok(Self { centre, radius: input::scalar("radius", radius, least, most)? })
    }

    /// Centre, in metres.
    pub const fn centre(&self) -> DVec3 {
        self.centre
    }

    /// Radius, in metres.
    pub const fn radius(&self) -> f64 {
        self.radius
    }

    /// Metres between the two surfaces; zero for touching spheres, negative by the depth of an overlap.
    pub fn gap(&self, other: &Self) -> f64 {
        (self.centre - other.centre).length() - (self.radius + other.radius)
    }

    /// The first touch of this sphere, moving by `translation`, with the other, moving by `other_translation` in the
    /// same time (metres).
    ///
    /// Only approaching spheres touch: two that rest, move side by side, part, or graze without going deeper do not,
    /// even while they touch or overlap. Approaching spheres that touch or overlap already return fraction 0.
    ///
    /// # Errors
    /// A translation that is not finite or beyond [`tolerance::WORLD_LIMIT`].
    pub fn first_touch(
        &self,
        translation: DVec3,
        other: &Self,
        other_translation: DVec3,
    ) -> Result<Option<SphereTouch>, InputError> {
        let mine = input::vector("translation", translation, tolerance::WORLD_LIMIT)?;
        let theirs = input::vector("other_translation", other_translation, tolerance::WORLD_LIMIT)?;
        Ok(point_to_ball(self.centre - other.centre, mine - theirs, self.radius + other.radius))
    }
}

/// First touch of the point that moves from `from` by `travel` with the ball of `radius` about the origin.
pub(crate) fn point_to_ball(from: DVec3, travel: DVec3, radius: f64) -> Option<SphereTouch> {
    let nearer = -from.dot(travel);
    // A travel whose square is zero is shorter than 1e-154 m.
    let length = travel.length();
    if !(nearer > 0.0 && length > 0.0) {
        return None;
    }
    let start = from.length();
    if start <= radius {
        return Some(SphereTouch { fraction: 0.0, normal: from.try_normalize()? });
    }
    let moment = precise_cross(from, travel) / length;
    let miss = moment.length();
    if miss >= radius {
        return None;
    }
    let half_chord = sqrt_f64((radius - miss) * (radius + miss));
    // The root (nearer / length) - half_chord, without the difference of nearly equal numbers.
    let way = (start - radius) * (start + radius) / (nearer / length + half_chord);
    if way > length {
        return None;
    }
    let direction = travel / length;
    let normal = (direction.cross(moment) - direction * half_chord).try_normalize()?;
    Some(SphereTouch { fraction: way / length, normal })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ball(x: f64, y: f64, radius: f64) -> Sphere {
        Sphere::new(DVec3::new(x, y, 0.0), radius).unwrap()
    }

    fn touch(a: Sphere, move_a: DVec3, b: Sphere, move_b: DVec3) -> Option<SphereTouch> {
        a.first_touch(move_a, &b, move_b).unwrap()
    }

    #[test]
    fn the_gap_is_signed() {
        assert_eq!(ball(0.0, 0.0, 1.0).gap(&ball(3.0, 4.0, 2.0)), 2.0);
        assert_eq!(ball(0.0, 0.0, 3.0).gap(&ball(3.0, 4.0, 2.0)), 0.0);
        assert_eq!(ball(0.0, 0.0, 3.0).gap(&ball(3.0, 4.0, 4.0)), -2.0);
        assert_eq!(ball(1.0, 1.0, 1.0).gap(&ball(1.0, 1.0, 1.0)), -2.0);
    }

    #[test]
    fn head_on_and_oblique_touches_obey_pythagoras() {
        let hit = touch(ball(0.0, 0.0, 1.0), DVec3::X * 8.0, ball(8.0, 0.0, 1.0), -DVec3::X * 4.0).unwrap();
        assert_eq!((hit.fraction, hit.normal), (0.5, -DVec3::X));
        // Off axis by 3 with radii of 5 together: the centres are 4 apart along the motion.
        let hit = touch(ball(0.0, 3.0, 2.0), DVec3::X * 10.0, ball(9.0, 0.0, 3.0), DVec3::ZERO).unwrap();
        assert_eq!(hit.fraction, 0.5);
        assert!((hit.normal - DVec3::new(-0.8, 0.6, 0.0)).length() < 1e-15);
        assert_eq!(touch(ball(0.0, 3.0, 2.0), DVec3::X * 4.9, ball(9.0, 0.0, 3.0), DVec3::ZERO), None);
    }

    #[test]
    fn the_end_of_the_move_counts_and_a_graze_does_not() {
        assert_eq!(
            touch(ball(0.0, 0.0, 1.0), DVec3::X * 6.0, ball(8.0, 0.0, 1.0), DVec3::ZERO).map(|t| t.fraction),
            Some(1.0)
        );
        assert_eq!(touch(ball(0.0, 2.0, 1.0), DVec3::X * 20.0, ball(8.0, 0.0, 1.0), DVec3::ZERO), None);
    }

    #[test]
    fn spheres_that_do_not_come_nearer_never_touch() {
        let (a, inside) = (ball(0.0, 0.0, 1.0), ball(0.5, 0.0, 1.0));
        assert_eq!(touch(a, DVec3::Y, inside, DVec3::Y), None);
        assert_eq!(touch(a, DVec3::ZERO, inside, DVec3::X), None);
        assert_eq!(touch(a, DVec3::Y, inside, DVec3::ZERO), None);
        assert_eq!(touch(a, DVec3::X, a, DVec3::ZERO), None);
        assert_eq!(touch(a, DVec3::X * 0.1, inside, DVec3::ZERO).map(|t| t.fraction), Some(0.0));
    }

    #[test]
    fn exchanging_the_spheres_only_reverses_the_normal() {
        let (a, b) = (ball(0.3, 0.7, 0.4), ball(5.0, -1.0, 1.5));
        let (step_a, step_b) = (DVec3::new(7.0, -1.0, 0.2), DVec3::new(-1.0, 0.3, 0.1));
        let (one, two) = (touch(a, step_a, b, step_b).unwrap(), touch(b, step_b, a, step_a).unwrap());
        assert_eq!((one.fraction, one.normal), (two.fraction, -two.normal));
        let apart = (a.centre - b.centre + (step_a - step_b) * one.fraction).length();
        assert!((apart - 1.9).abs() < 1e-14);
    }

    #[test]
    fn nan_and_infinities_are_refused() {
        let nan = DVec3::new(f64::NAN, 0.0, 0.0);
        assert!(Sphere::new(nan, 1.0).is_err());
        assert!(Sphere::new(DVec3::ZERO, 0.0).is_err());
        assert!(Sphere::new(DVec3::ZERO, f64::INFINITY).is_err());
        assert!(ball(0.0, 0.0, 1.0).first_touch(nan, &ball(3.0, 0.0, 1.0), DVec3::ZERO).is_err());
        assert!(ball(0.0, 0.0, 1.0).first_touch(DVec3::X, &ball(3.0, 0.0, 1.0), nan).is_err());
    }
}
