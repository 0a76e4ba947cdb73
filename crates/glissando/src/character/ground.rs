//! Rules of what a character can stand on: the surface decides whether, the contact decides how it moves.
//!
//! A contact at an edge or corner is as walkable as the flattest face that meets there, so a character can stand on
//! the edge of a ledge although the round body touches it at a steep angle. Such a ledge edge does not hold a
//! character that moves outward over it.

use super::config::Config;
use crate::collide::{Contact, Feature, Surface};
use crate::math::DVec3;
use crate::slide::Mover;
use crate::tolerance;

/// What the character stands on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Support {
    /// The surface of the touched triangle.
    pub(super) surface: Surface,
    /// The touched point, world space.
    pub(super) point: DVec3,
    /// The contact's own normal.
    pub(super) normal: DVec3,
    /// Unit normal that the feet follow: the contact's on a slope, up on an edge.
    pub(super) follow: DVec3,
    /// Unit normal of the surface.
    pub(super) surface_normal: DVec3,
    /// Whether the contact is at an edge or a corner.
    pub(super) is_edge: bool,
    /// Whether the contact is a ledge edge: its own normal is too steep.
    pub(super) is_ledge_edge: bool,
}

/// Which ledge edges hold a character: those near its feet, so that one that falls past a ledge, or walks along a rail, does not hang on
/// it by the hip. One that is too high for a step does not hold: a body on it could neither step up nor come down.
#[derive(Clone, Copy, Debug)]
pub(super) struct LedgeEdges<'a> {
    pub(super) mover: &'a Mover,
    /// The height along up of the character's centre, metres.
    pub(super) height: f64,
    /// Metres above the feet up to which they hold.
    pub(super) reach: f64,
    pub(super) heights: EdgeHeights,
}

/// Heights along up that decide which ledge edges hold a character, metres.
#[derive(Clone, Copy, Debug)]
pub(super) struct EdgeHeights {
    /// Up to here they hold, however low the feet are.
    pub(super) held: f64,
    /// Above here none holds.
    pub(super) highest: f64,
}

impl EdgeHeights {
    /// All hold.
    pub(super) const ANY: Self = Self { held: f64::INFINITY, highest: f64::INFINITY };
}

impl LedgeEdges<'_> {
    /// Whether an edge at this height along up holds the character: asked of few contacts, so it stays out of the loop over all.
    #[cold]
    fn hold_at(&self, edge: f64, up: DVec3) -> bool {
        let feet = self.height - self.mover.body().extent_along(up);
        let reached = feet + self.reach + ROUGHNESS * self.mover.skin();
        edge <= self.heights.highest && (edge <= reached || edge <= self.heights.held)
    }
}

/// The rules by which one tick accepts contacts as ground.
#[derive(Clone, Copy, Debug)]
pub(super) struct Footing<'a> {
    pub(super) up: DVec3,
    pub(super) cos_climb: f64,
    /// The limit for staying: the slip limit for a standing character, else the climb limit.
    pub(super) cos_stay: f64,
    /// Direction of motion on the ground; a ledge edge does not hold a character that leaves over it. Zero: always
    /// held.
    pub(super) heading: DVec3,
    /// The ledge edges that hold, if any do.
    pub(super) ledge_edges: Option<LedgeEdges<'a>>,
}

impl<'a> Footing<'a> {
    pub(super) fn new(
        config: &Config,
        is_standing: bool,
        heading: DVec3,
        ledge_edges: Option<LedgeEdges<'a>>,
    ) -> Self {
        let ground = config.settings().ground;
        // Rounding of a normal must not decide on a slope that is exactly at the limit.
        let limit = |cosine: f64| (cosine - COS_ROUNDING).max(tolerance::LEAST_UP);
        let (cos_climb, cos_slip) = (limit(ground.cos_climb), limit(ground.cos_slip));
        let cos_stay = if is_standing { cos_slip } else { cos_climb };
        Self { up: config.up, cos_climb, cos_stay, heading, ledge_edges }
    }

    /// The same where the ledge edges at these heights hold, if any do.
    pub(super) fn with_edges(self, heights: EdgeHeights) -> Self {
        let ledge_edges = self.ledge_edges.map(|edges| LedgeEdges { heights, ..edges });
        Self { ledge_edges, ..self }
    }

    /// Whether the contact itself is flat enough to walk up on.
    pub(super) fn is_climbable(&self, contact: &Contact) -> bool {
        contact.normal.dot(self.up) >= self.cos_climb && !contact.is_slippery
    }

    /// Whether the contact itself is flat enough to stay on.
    pub(super) fn is_floor(&self, contact: &Contact) -> bool {
        contact.normal.dot(self.up) >= self.cos_stay && !contact.is_slippery
    }

    /// The flattest of the contacts that support the character, if any.
    pub(super) fn support(&self, contacts: &[Contact]) -> Option<Support> {
        let mut best: Option<(f64, Support)> = None;
        for contact in contacts {
            let cosine = contact.normal.dot(self.up);
            if best.is_none_or(|(most, _)| cosine > most)
                && let Some(support) = self.support_of(contacts, contact, cosine)
            {
                best = Some((cosine, support));
            }
        }
        best.map(|(_, support)| support)
    }

    /// The support that one contact gives, if it holds the character. `cosine` is that of the angle between its normal and up.
    pub(super) fn support_of(&self, contacts: &[Contact], contact: &Contact, cosine: f64) -> Option<Support> {
        if cosine <= tolerance::LEAST_UP || contact.is_slippery {
            return None;
        }
        let surface_normal = flattest_face(contacts, contact, self.up);
        let Contact { surface, point, normal, .. } = *contact;
        let is_edge = contact.feature != Feature::Face;
        let support =
            Support { surface, point, normal, follow: self.up, surface_normal, is_edge, is_ledge_edge: true };
        let is_outward = contact.normal.dot(self.heading) > ALONG * self.heading.length();
        // A character that has just left over an edge does not land on it while still moving outward.
        let is_left = self.ledge_edges.is_none() && is_edge && is_outward;
        if cosine >= self.cos_stay && !is_left {
            return Some(Support { follow: contact.normal, is_ledge_edge: false, ..support });
        }
        let is_low = || self.ledge_edges.is_some_and(|edges| edges.hold_at(point.dot(self.up), self.up));
        let holds = surface_normal.dot(self.up) >= self.cos_stay && !is_outward && is_low();
        holds.then_some(support)
    }
}

/// Share of the skin by which a ledge may exceed the step height, so that rounding does not refuse an equal height.
pub(super) const ROUGHNESS: f64 = 0.1;

/// Sine of the angle up to which a heading counts as along a ledge edge, not out over it.
const ALONG: f64 = 1e-6;

/// Cosines that differ by less are equal: about a millionth of a degree at 45 degrees.
const COS_ROUNDING: f64 = 1e-8;

/// The normal closest to up, of all faces that meet in the contact's point.
pub(super) fn flattest_face(contacts: &[Contact], contact: &Contact, up: DVec3) -> DVec3 {
    let mut best = if contact.feature == Feature::Face { contact.face_normal } else { contact.normal };
    for other in contacts {
        let apart = (other.unit_point - contact.unit_point).length_sq();
        let is_same = apart <= tolerance::SAME_POINT * tolerance::SAME_POINT;
        // Faces are turned towards the body's centre, which is below the plane of a slope that leads down behind a ledge.
        let is_below = other.feature != Feature::Face && other.face_normal.dot(up) < 0.0;
        let face = if is_below { -other.face_normal } else { other.face_normal };
        if is_same && face.dot(up) > best.dot(up) {
            best = face;
        }
    }
    best
}
