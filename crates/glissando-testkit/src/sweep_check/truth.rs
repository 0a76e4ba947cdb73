//! What is true of a sweep past many triangles, and how a claim stands to it.

use super::certain::Certain;
use super::core::{Core, Way};
use crate::oracle::{self, OracleAnswer, Rule, Verdict};
use glissando::{DVec3, tolerance};

/// A sweep of a body past triangles, in a space where its rounding is a sphere.
#[derive(Clone, Debug)]
pub struct Question {
    /// Start of the centre.
    pub from: DVec3,
    /// The whole move.
    pub translation: DVec3,
    /// Radius of the rounding, skin included.
    pub rho: f64,
    /// What the rounding goes about.
    pub core: Core,
    /// How long one radius of the body is in this space.
    pub radius: f64,
    /// Everything that collides.
    pub pieces: Vec<Piece>,
    /// What rounding may cost.
    pub allowance: Allowance,
    /// The claimed point of touch with the only triangle: a witness that the body is no farther from it.
    pub touch: Option<DVec3>,
}

/// A triangle that collides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Piece {
    /// Its corners.
    pub corners: [DVec3; 3],
    /// Whether it has no face: a sliver or a triangle without area, of which only the edges collide.
    pub edges_only: bool,
}

/// Where roundings come from; see [`Question::bound`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Allowance {
    /// Condition number (Frobenius, over 3) of the body's pose times the ratio of the radii; 1 for a sphere.
    pub condition: f64,
    /// Distance of start and body from the origin in smallest radii; 0 for a body without pose.
    pub place: f64,
}

/// How a claim stands to the truth. Lengths are in radii of the body.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Judged {
    /// A hit was claimed.
    pub is_hit: bool,
    /// No hit was claimed where there must be one.
    pub missed: bool,
    /// A hit was claimed where there must be none.
    pub phantom: bool,
    /// How deep the sphere is where it was stopped, beyond the overlap at the start.
    pub late: f64,
    /// How far from everything the sphere is where it was stopped.
    pub early: f64,
    /// The larger of both errors, as a share of the bound of its triangle.
    pub share: f64,
    /// Some piece allows both answers.
    pub is_ambiguous: bool,
    /// How near the least distance to the nearest decision comes to the radius.
    pub margin: f64,
}

impl Judged {
    /// Whether nothing is wrong.
    pub fn is_right(&self) -> bool {
        !self.missed && !self.phantom && self.share <= 1.0
    }

    /// The same of a claim whose point is this far from the triangle, in radii.
    #[must_use]
    pub(super) fn with_point_off(self, off: f64, question: &Question) -> Self {
        let bound = question.pieces.iter().fold(0.0, |most: f64, piece| most.max(question.bound(piece)));
        Self { share: self.share.max(off / (POINT_OFF + bound)), ..self }
    }

    /// The larger of both errors of the stop.
    pub fn error(&self) -> f64 {
        self.late.max(self.early)
    }
}

/// How far the point of a hit may be from its triangle besides what distances err, in radii.
const POINT_OFF: f64 = 1e-9;

/// How much a direction may err besides what distances err, in radians.
const TURN: f64 = 1e-12;

/// How much it may err before a triangle that is itself no larger: points so near to each other are equally
/// far to the last bit of a square, and either of them may be taken for the closest.
const TINY_TURN: f64 = 2e-8;

/// A centre this near to a face is on it, in radii: nearer than that the direction of the way out is the face's. Whether a body goes
/// deeper is decided a graze nearer than it starts.
pub(super) const ON_SURFACE: f64 = 1e-7 + tolerance::GRAZE;

/// The smallest steps of a subnormal number by which a division of the move may turn it.
const SUBNORMAL_STEPS: f64 = f64::from_bits(16);

impl Question {
    /// The largest clearance error at a reported stop before one triangle, in radii:
    /// `NEWTON_GAP + ε (12 κ s + 8 κ p + 4 f) + h²`.
    ///
    /// `s` is the distance from the start to the farthest corner plus the length of the move: a fraction, a
    /// vertex and a product of both have no more digits. `p` is the place of start and body in the world, in
    /// smallest radii, which the pose's inverse must cancel; it counts only for bodies that are posed. `κ` is
    /// the condition of pose and shape. `f` is the longest edge squared over the height: the rounded normal of
    /// a flat triangle turns by ε times edge over height. `h` is the height of a triangle without face, else
    /// 0: between two edges a sphere sinks by `h²/8`, and the way to the next edge is seen `h²/2` too late.
    ///
    /// A core counts as a part of `s`, and for `f` as a longer edge: the closest points may be as far apart along the
    /// triangle as the core is long. The searching oracles of cores have as many roundings as the library.
    pub fn bound(&self, piece: &Piece) -> f64 {
        let Allowance { condition, place } = self.allowance;
        let reach = self.reach(piece);
        let longest = longest_edge(piece.corners);
        let height = oracle::height(piece.corners);
        let lever = longest + 2.0 * self.core.size();
        let flatness = if height > 0.0 { lever * longest / height / self.radius } else { 0.0 };
        let flatness = if piece.edges_only { 0.0 } else { flatness };
        let of_reach = if self.core == Core::Point { 12.0 } else { 28.0 };
        let roundings = of_reach * condition * reach + 8.0 * condition * place + 4.0 * flatness;
        let sag = self.sag(piece);
        tolerance::NEWTON_GAP + f64::EPSILON * roundings + sag * sag
    }

    /// From the start to the farthest corner, and the move, and the core, in radii.
    pub(super) fn reach(&self, piece: &Piece) -> f64 {
        let farthest = piece.corners.iter().fold(0.0, |most: f64, c| most.max((*c - self.from).length()));
        (farthest + self.translation.length() + self.core.size()) / self.radius
    }

    /// The height of a triangle without face, in radii; 0 for others.
    pub(super) fn sag(&self, piece: &Piece) -> f64 {
        if piece.edges_only { oracle::height(piece.corners) / self.radius } else { 0.0 }
    }

    /// How much nearer a way may come to one triangle without being seen to, in radii: `(ε κ s + √2h) min(ℓ, e + 2)`.
    ///
    /// A direction is no better than the roundings of the corners that it is taken from (`s`, as in
    /// [`Question::bound`]), and over the length `ℓ` of the way, or as much of it as passes the longest edge
    /// `e`, that leads astray. Of a triangle without face the nearest edge gives the direction; where its end
    /// lies on another edge, but for the height `h`, that is `√2h` off.
    pub(super) fn drift(&self, piece: &Piece) -> f64 {
        let length = self.translation.length() / self.radius;
        let turn =
            f64::EPSILON * self.allowance.condition * self.reach(piece) + (2.0 * self.sag(piece)).sqrt();
        let passed = longest_edge(piece.corners) + 2.0 * self.core.size();
        turn * length.min(passed / self.radius + 2.0)
    }

    /// The rules for one triangle, of which this is true.
    fn rule(&self, piece: &Piece, answer: &OracleAnswer, bound: f64) -> Rule {
        let unit = self.radius / self.rho;
        let sag = self.sag(piece);
        let lost_digits = SUBNORMAL_STEPS / (answer.length / self.radius);
        let sag_turn = if sag > 0.0 { 2.0 * sag * self.radius / answer.start } else { 0.0 };
        let tiny_turn = (longest_edge(piece.corners) / answer.start).min(TINY_TURN);
        // The search knows a distance to its rounding, and the place along the core to the root of that.
        let is_point = self.core == Core::Point;
        let searched = if is_point { 0.0 } else { (4.0 * answer.error / answer.start.max(1e-300)).sqrt() };
        let turn = TURN + tiny_turn + sag_turn + lost_digits + searched;
        let on_surface = (ON_SURFACE + sag) * unit;
        // A direction is the rounding of places over a distance: a start with the core beside the triangle has little of one.
        let nearness = if is_point { 1.0 } else { (answer.start / self.radius).min(1.0) };
        let slack = (bound + self.drift(piece) / nearness) * unit;
        Rule { graze: tolerance::GRAZE * unit, slack, turn, on_surface }
    }

    /// Judges a claimed first fraction, or the claim that there is no hit.
    pub fn judge(&self, claimed: Option<f64>) -> Judged {
        let mut judged = Judged { is_hit: claimed.is_some(), margin: f64::INFINITY, ..Judged::default() };
        let mut nearest: Option<(f64, f64)> = None;
        for piece in &self.pieces {
            let bound = self.bound(piece);
            match self.certain_of_core(piece, bound, claimed) {
                Some(Certain::Clear) => continue,
                Some(Certain::Either { gap }) => {
                    judged.is_ambiguous = true;
                    judged.margin = 0.0;
                    nearest = nearer(nearest, claimed.map(|_| (gap, bound)));
                    continue;
                }
                Some(Certain::Hit { late, gap, margin }) => {
                    judged.margin = judged.margin.min(margin);
                    judged.late = judged.late.max(late);
                    judged.share = judged.share.max(late / bound);
                    nearest = nearer(nearest, Some((gap, bound)));
                    continue;
                }
                None => {}
            }
            let answer = self.way().answer(piece.corners, self.rho);
            let verdict = answer.verdict(self.rho, self.rule(piece, &answer, bound));
            judged.is_ambiguous |= verdict == Verdict::Either;
            judged.margin = judged.margin.min((answer.least - self.rho).abs() / self.radius);
            judged.missed |= verdict == Verdict::Hit && claimed.is_none();
            let Some(fraction) = claimed.filter(|_| verdict != Verdict::Miss) else { continue };
            let (late, gap) = self.depth_and_gap(piece.corners, &answer, fraction);
            if verdict == Verdict::Hit {
                judged.late = judged.late.max(late);
                judged.share = judged.share.max(late / bound);
            }
            nearest = nearer(nearest, Some((gap, bound)));
        }
        judged.phantom = claimed.is_some() && nearest.is_none();
        if let Some((gap, bound)) = nearest {
            judged.early = gap;
            judged.share = judged.share.max(gap / bound);
        }
        judged
    }

    pub(super) fn way(&self) -> Way {
        Way { core: self.core, from: self.from, translation: self.translation }
    }

    /// What is certain without a search; points have no certainties, since their searches take no longer.
    fn certain_of_core(&self, piece: &Piece, bound: f64, claimed: Option<f64>) -> Option<Certain> {
        if self.core == Core::Point { None } else { self.certain(piece, bound, claimed) }
    }

    /// The distance at the claimed stop: no search finds less than there is, and some find more than the claimed touch shows.
    pub(super) fn distance_at_stop(&self, fraction: f64, corners: [DVec3; 3]) -> f64 {
        let found = self.way().distance_at(fraction, corners);
        let Some(touch) = self.touch else { return found };
        let off = oracle::distance(touch, corners);
        found.min(self.way().distance_of_point_at(fraction, touch) + off)
    }

    fn depth_and_gap(&self, corners: [DVec3; 3], answer: &OracleAnswer, fraction: f64) -> (f64, f64) {
        let distance = self.distance_at_stop(fraction, corners);
        // After the deepest point the sphere comes out again: it has been as deep as it gets.
        let deepest = if fraction > answer.least_at { distance.min(answer.least) } else { distance };
        let depth = (self.rho.min(answer.start) - deepest).max(0.0);
        let gap = (distance - self.rho).max(0.0);
        (depth / self.radius, gap / self.radius)
    }
}

/// Of two gaps, each with the bound of its triangle, the smaller one; the first of equals.
fn nearer(a: Option<(f64, f64)>, b: Option<(f64, f64)>) -> Option<(f64, f64)> {
    match (a, b) {
        (Some(a), Some(b)) => Some(if b.0 < a.0 { b } else { a }),
        _ => a.or(b),
    }
}

fn longest_edge([a, b, c]: [DVec3; 3]) -> f64 {
    [b - a, c - b, a - c].iter().fold(0.0, |most: f64, e| most.max(e.length()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(height: f64, translation: DVec3) -> Question {
        let corners = [DVec3::ZERO, DVec3::new(4.0, 0.0, 0.0), DVec3::new(0.0, 4.0, 0.0)];
        Question {
            from: DVec3::new(1.0, 1.0, height),
            translation,
            rho: 1.0,
            radius: 1.0,
            core: Core::Point,
            pieces: vec![Piece { corners, edges_only: false }],
            allowance: Allowance { condition: 1.0, place: 0.0 },
            touch: None,
        }
    }

    #[test]
    fn a_stop_a_billionth_of_the_way_off_is_seen() {
        let fall = question(3.0, DVec3::new(0.0, 0.0, -4.0));
        assert!(fall.judge(Some(0.5)).is_right());
        assert!(!fall.judge(Some(0.5 + 1e-9)).is_right());
        assert!(!fall.judge(Some(0.5 - 1e-9)).is_right());
        assert!(fall.judge(None).missed);
    }

    #[test]
    fn a_hit_where_there_is_none_is_seen() {
        let slide = question(1.0 + 1e-9, DVec3::X);
        assert!(slide.judge(None).is_right());
        assert!(slide.judge(Some(0.5)).phantom);
        let rise = question(0.5, DVec3::Z);
        assert!(rise.judge(None).is_right());
        assert!(rise.judge(Some(0.0)).phantom);
    }

    #[test]
    fn of_two_triangles_the_later_one_does_not_excuse_the_earlier() {
        let mut fall = question(3.0, DVec3::new(0.0, 0.0, -4.0));
        let lower = fall.pieces[0].corners.map(|c| c - DVec3::Z);
        fall.pieces.push(Piece { corners: lower, edges_only: false });
        assert!(fall.judge(Some(0.5)).is_right());
        assert!(fall.judge(Some(0.75)).late > 0.9);
    }
}
