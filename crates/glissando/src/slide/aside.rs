//! Aside out of an overlap: past the rim of a surface, where other surfaces leave no displacement along its normal.
//!
//! ```text
//!    ═══════╗        The centre is below the plate, so its plane leads the body down, and the floor leads it up: no displacement
//!      (  ) ╚═ rim   obeys both. But the body is free beside the rim. So directions in the plane of a surface, square to its
//!      (  )          edges, are tried as far as the surface reaches. From there the body slides back toward its start, which
//!    ───────────     ends at the nearest free place.
//! ```
//!
//! The way off the face is tried as well: a box or a cylinder that small triangles of a floor cut deeply leaves each of them past an edge,
//! which leads into the next triangle.
//!
//! The part of the body that was free at the start must come there without touching anything, as in any recovery; of a body whose core
//! is cut that is its centre.

use super::depenetrate::{Recovery, free_core, free_share, is_clear, push_out};
use super::{Mover, Path, SlideBuffer, SlidePlane, nearest_allowed, slide_on};
use crate::collide::{Collide, Contact};
use crate::math::DVec3;
use crate::trace::{Recorder, TraceStep};

/// A way off a surface, or past an edge of it.
#[derive(Clone, Copy, Debug)]
struct Way {
    /// Unit.
    direction: DVec3,
    /// Metres from the start after which the surface is passed.
    length: f64,
    /// Unit normal of the surface, on the side of the body's centre.
    face: DVec3,
    /// Metres of the surface's plane along that normal, from the start.
    plane: f64,
}

/// Moves a body that [`recover`](super::recover) finds stuck off the face of a surface that it overlaps, or past its rim: the nearest free
/// place, with its contacts in the buffer.
pub(crate) fn recover_aside(
    world: &dyn Collide,
    mover: &Mover,
    from: DVec3,
    buffer: &mut SlideBuffer,
    trace: &mut Recorder<'_>,
) -> Recovery {
    mover.gather(world, from, &mut buffer.contacts);
    let core = free_core(&buffer.contacts);
    let is_cut = buffer.contacts.first().is_some_and(|nearest| nearest.radii < 0.0);
    let is_open = |way: DVec3| {
        free_share(world, mover, core, from, way) == 1.0
            || is_cut && world.ray(from, way, mover.filter()).is_none()
    };
    let mut best: Option<(f64, DVec3)> = None;
    for way in ways(mover, from, buffer).into_iter().flatten() {
        let Some(beyond) = way.beyond(world, mover, from, buffer) else { continue };
        let to = slide_back(world, mover, beyond, from, buffer);
        let distance = (to - from).length();
        if distance < best.map_or(longest_aside(mover), |(least, _)| least)
            && is_clear(world, mover, to, buffer)
            && is_open(to - from)
        {
            best = Some((distance, to));
        }
    }
    let Some((_, to)) = best.filter(|(_, to)| is_clear(world, mover, *to, buffer)) else {
        return Recovery::Stuck;
    };
    trace.record(|| TraceStep::Recovered { displacement: to - from });
    Recovery::Moved(to)
}

/// The ways off the faces of the nearest surfaces that the body overlaps, and past their edges.
fn ways(mover: &Mover, from: DVec3, buffer: &mut SlideBuffer) -> [Option<Way>; 4 * SURFACES] {
    let mut ways = [None; 4 * SURFACES];
    let SlideBuffer { contacts, planes, .. } = buffer;
    let deep = contacts.iter().filter(|contact| !mover.is_clear_at(contact.radii, from)).take(SURFACES);
    for (surface, contact) in deep.enumerate() {
        planes.clear();
        let face = face_of(mover, contact);
        let against = contacts.iter().filter(|other| other.normal.dot(face) < 0.0);
        planes.extend(against.map(|other| SlidePlane { normal: other.normal, least: 0.0 }));
        ways[4 * surface] = Way::along(mover, contact, face);
        for edge in 0..3 {
            ways[4 * surface + 1 + edge] = Way::past(mover, contact, edge, planes);
        }
    }
    ways
}

impl Way {
    /// The way past an edge of a contact's triangle, along the planes of the surfaces against it.
    fn past(mover: &Mover, contact: &Contact, edge: usize, planes: &[SlidePlane]) -> Option<Self> {
        let (corners, face) = (corners(mover, contact), face_of(mover, contact));
        let [start, end, other] = [0, 1, 2].map(|corner| corners[(edge + corner) % 3]);
        let across = (end - start).cross(face);
        let outward = if across.dot(other - start) > 0.0 { -across } else { across };
        let direction = nearest_allowed(outward, planes)?.displacement.try_normalize()?;
        Self::along(mover, contact, direction)
    }

    /// The way along a direction that leaves a contact's triangle behind; none if it is too long.
    fn along(mover: &Mover, contact: &Contact, direction: DVec3) -> Option<Self> {
        let (face, length) = (face_of(mover, contact), length_past(mover, contact, direction));
        let [corner, ..] = corners(mover, contact);
        let way = Self { direction, length, face, plane: corner.dot(face) };
        (length <= longest_aside(mover)).then_some(way)
    }

    /// A free place beyond the surface, and beyond its triangles that go on there; none where a surface parts the centre from it.
    fn beyond(
        &self,
        world: &dyn Collide,
        mover: &Mover,
        from: DVec3,
        buffer: &mut SlideBuffer,
    ) -> Option<DVec3> {
        let mut length = self.length;
        if world.ray(from, self.direction * length, mover.filter()).is_some() {
            return None;
        }
        for _ in 0..HOPS {
            let at = from + self.direction * length;
            mover.gather(world, at, &mut buffer.contacts);
            let mut further: f64 = 0.0;
            for contact in buffer.contacts.iter().filter(|contact| !mover.is_clear_at(contact.radii, at)) {
                if self.is_along(mover, contact, length) {
                    further = further.max(length_past(mover, contact, self.direction));
                }
            }
            if further == 0.0 {
                return match push_out(world, mover, at, buffer, &mut Recorder::none()) {
                    Recovery::Stuck => None,
                    free => Some(free.position(at)),
                };
            }
            length += further;
            if length > longest_aside(mover) {
                return None;
            }
        }
        None
    }

    /// Whether a contact at a length of the way is with the same side of the surface, or in its plane.
    fn is_along(&self, mover: &Mover, contact: &Contact, length: f64) -> bool {
        let cosine = face_of(mover, contact).dot(self.face);
        let [corner, ..] = corners(mover, contact);
        let off = (corner + self.direction * length).dot(self.face) - self.plane;
        cosine > SAME_SIDE || cosine < -SAME_SIDE && off.abs() < mover.skin()
    }
}

/// The place at which a slide from `beyond` toward `from` ends.
fn slide_back(
    world: &dyn Collide,
    mover: &Mover,
    beyond: DVec3,
    from: DVec3,
    buffer: &mut SlideBuffer,
) -> DVec3 {
    let mut path = Path::new(beyond);
    slide_on(world, mover, from - beyond, (&mut path, false), buffer, &mut Recorder::none());
    path.at
}

/// The corners of a contact's triangle, relative to the body's centre, metres.
fn corners(mover: &Mover, contact: &Contact) -> [DVec3; 3] {
    let world_from_unit = mover.body().world_from_unit();
    contact.unit_corners.map(|corner| world_from_unit * corner)
}

/// Unit normal of a contact's triangle on the side of the body's centre: that of the contact has the side of a way out that may be
/// square to it.
fn face_of(mover: &Mover, contact: &Contact) -> DVec3 {
    let [corner, ..] = corners(mover, contact);
    if corner.dot(contact.face_normal) > 0.0 { -contact.face_normal } else { contact.face_normal }
}

/// Metres along a direction after which a triangle is behind the body.
fn length_past(mover: &Mover, contact: &Contact, direction: DVec3) -> f64 {
    let ahead = corners(mover, contact).map(|corner| corner.dot(direction));
    let most = ahead.into_iter().fold(f64::NEG_INFINITY, |most, a| if a > most { a } else { most });
    most + mover.body().shell_along(mover.rest_shell(), direction)
}

/// Metres that [`recover_aside`] moves a body at most: its largest diameter.
pub(crate) fn longest_aside(mover: &Mover) -> f64 {
    2.0 * mover.rest_shell() * mover.largest_radius()
}

/// Maximum number of surfaces past whose edges ways are tried.
const SURFACES: usize = 2;

/// Maximum number of times that a way is made longer, by triangles that go on where the last one ends.
const HOPS: usize = 4;

/// Cosine of the angle between the normals of two triangles of one side of a plate, at most.
const SAME_SIDE: f64 = 0.5;
