//! A plane and a few distances prove most claims, so that only open cases are searched: the searches of bodies with a core
//! take a millisecond each.
//!
//! The distance of a convex core from a triangle is convex in time. So if it is less at some later time than at the claimed
//! stop, it falls all the way up to the stop, at least as fast as between the two.

use super::core::Way;
use super::truth::{ON_SURFACE, Piece, Question};
use glissando::tolerance;

/// What is certain of a claim about one triangle.
pub(super) enum Certain {
    /// The body comes to no decision about it before the claimed stop, or on the whole way.
    Clear,
    /// It cuts the core at the start, so both answers are right.
    Either {
        /// How far the body is from the triangle at the claimed stop, in radii.
        gap: f64,
    },
    /// It has to be hit; lengths are in radii.
    Hit {
        /// How deep the body is at the claimed stop, beyond the overlap at the start.
        late: f64,
        /// How far it is from the triangle there.
        gap: f64,
        /// How much deeper than a touch it would go.
        margin: f64,
    },
}

/// Lengths of the way beyond the stop, in radii, after which the body may be deeper.
const BEYOND: [f64; 3] = [0.5, 0.01, f64::INFINITY];

/// Roundings of a distance, against the largest length, in place of those that a search counts.
const ROUNDINGS: f64 = 64.0;

/// A body that starts in overlap and goes in more steeply than this has a direction beyond all doubt; a sine.
const STEEP: f64 = 1e-3;

/// A move that is shorter, in radii, has too few digits for that.
const SHORT: f64 = 1e-100;

impl Question {
    /// What is certain of a claimed first fraction, or of the claim that there is none; nothing where a search must decide.
    pub(super) fn certain(&self, piece: &Piece, bound: f64, claimed: Option<f64>) -> Option<Certain> {
        let way = self.way();
        let room = (bound + self.drift(piece)) * self.radius;
        let until = claimed.unwrap_or(1.0);
        let level = self.rho + 4.0 * room;
        if way.is_kept_by_a_plane(level, piece.corners, until) {
            return Some(Certain::Clear);
        }
        let error = 2.0 * room + ROUNDINGS * f64::EPSILON * self.reach(piece) * self.radius;
        let start = way.distance_at(0.0, piece.corners);
        if start < self.rho - error {
            return self.certain_in_overlap(&way, piece, error, start, claimed);
        }
        if way.stays_beyond(level, piece.corners, until) {
            return Some(Certain::Clear);
        }
        self.certain_hit(&way, piece, error, claimed?)
    }

    /// A start outside: the conditions under which every rule of a hit is kept with room to spare.
    fn certain_hit(&self, way: &Way, piece: &Piece, error: f64, claimed: f64) -> Option<Certain> {
        let stop = self.distance_at_stop(claimed, piece.corners);
        let (time, distance) = self.deeper_than(self.rho, stop, way, piece, error, claimed)?;
        let start_at_least = stop + (stop - distance) / (time - claimed) * claimed;
        (start_at_least > self.rho + error).then_some(Certain::Hit {
            late: (self.rho - stop).max(0.0) / self.radius,
            gap: (stop - self.rho).max(0.0) / self.radius,
            margin: (self.rho - distance) / self.radius,
        })
    }

    /// A start in overlap: either if the core is cut, clear if the body goes no deeper, hit at once if it goes in steeply.
    fn certain_in_overlap(
        &self,
        way: &Way,
        piece: &Piece,
        error: f64,
        start: f64,
        claimed: Option<f64>,
    ) -> Option<Certain> {
        if start < 0.5 * ON_SURFACE * self.radius {
            let stop = claimed.map_or(0.0, |at| self.distance_at_stop(at, piece.corners));
            return Some(Certain::Either { gap: (stop - self.rho).max(0.0) / self.radius });
        }
        if start < 2.0 * ON_SURFACE * self.radius || piece.edges_only {
            return None;
        }
        let level = start - tolerance::GRAZE * self.radius + error;
        let is_at_once = claimed == Some(0.0);
        if !is_at_once
            && level < start
            && way.is_kept_by_a_plane(level, piece.corners, claimed.unwrap_or(1.0))
        {
            return Some(Certain::Clear);
        }
        let length = self.translation.length();
        let (time, distance) =
            self.deeper_than(start, start, way, piece, error, is_at_once.then_some(0.0)?)?;
        let is_steep = start - distance > STEEP * time * length && length > SHORT * self.radius;
        let margin = (start - distance) / self.radius;
        is_steep.then_some(Certain::Hit { late: 0.0, gap: 0.0, margin })
    }

    /// A time after the claimed stop, and the distance there, that is less than a graze below `level` and less than `stop`.
    fn deeper_than(
        &self,
        level: f64,
        stop: f64,
        way: &Way,
        piece: &Piece,
        error: f64,
        claimed: f64,
    ) -> Option<(f64, f64)> {
        let length = self.translation.length();
        BEYOND.into_iter().find_map(|radii| {
            let time = (claimed + radii * self.radius / length).min(1.0);
            let distance = way.distance_at(time, piece.corners);
            let is_deep = distance < level - tolerance::GRAZE * self.radius - error && distance < stop;
            (is_deep && time > claimed).then_some((time, distance))
        })
    }
}
