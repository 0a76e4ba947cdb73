//! Collide and slide: moves a body as far as allowed, along the surfaces that block it.
//!
//! Each sub-step gathers the surfaces at the rest shell, finds the displacement nearest to the *original* one that they
//! allow, and sweeps it at the tighter sweep shell. Convexity makes one plane per triangle sufficient for any length,
//! so no gathered surface is hit again; only a new one ends a sub-step. The result never goes backwards and is never
//! faster than the wanted displacement.
//!
//! Two shells prevent jitter: a body is pushed out only when it is nearer than the inner shell, and then to the outer.

mod aside;
mod candidates;
mod depenetrate;
mod hidden;
mod inner_edges;
mod long_lists;
mod mover;
mod path;
mod planes;
mod slot;
mod way_out;

pub(crate) use aside::{longest_aside, recover_aside};
pub(crate) use depenetrate::{Recovery, is_clear, recover, recover_narrowed};
pub(crate) use hidden::{MiddleFace, is_beside_middle};
pub use inner_edges::drop_inner_edges;
pub(crate) use inner_edges::sort_nearest_first;
pub(crate) use long_lists::PlaneAdder;
pub(crate) use mover::Shell;
pub use mover::{Mover, usual_skin};
pub(crate) use path::Path;
pub use planes::{Allowed, SlidePlane, nearest_allowed};
pub(crate) use planes::{add_plane, nearest_known};
pub(crate) use slot::{Held, is_held_in_slot};
pub(crate) use way_out::{headings_about, turning};

use crate::collide::{Collide, Contact, Hit};
use crate::handle::Owner;
use crate::input::{self, InputError};
use crate::math::DVec3;
use crate::tolerance;
use crate::trace::Recorder;
use crate::trace::{Trace, TraceStep};
use alloc::vec::Vec;
use core::cell::OnceCell;

/// Maximum number of sub-steps: one or two are usual, a fast move through fine geometry takes a dozen. The rest of the
/// move is then dropped, and [`Stop::SubSteps`] returned.
pub const MAX_SUB_STEPS: usize = 48;

/// Reusable memory for slides.
#[derive(Clone, Debug, Default)]
pub struct SlideBuffer {
    /// The contacts at the end of the last move, nearest first.
    pub contacts: Vec<Contact>,
    /// Those at the end of a sweep that may not hit anything.
    pub(crate) ahead: Vec<Contact>,
    pub(crate) planes: Vec<SlidePlane>,
    /// Body and triangle of each plane of a recovery.
    pub(crate) known: Vec<(Owner, u32)>,
}

/// Why a slide ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Stop {
    /// The whole displacement was used.
    Done,
    /// A wall, crease or corner blocks the rest.
    Blocked,
    /// The sub-steps ran out; the rest of the displacement was dropped.
    SubSteps,
    /// The body overlapped a surface at the start or is squeezed, and could not come free.
    Stuck,
}

impl Stop {
    /// The name in snake case, as serde writes it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Blocked => "blocked",
            Self::SubSteps => "sub_steps",
            Self::Stuck => "stuck",
        }
    }
}

/// Result of a slide.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Slide {
    /// Centre of the body at the end, metres, world space.
    pub position: DVec3,
    /// Share of the move's time that was used, `0..=1`.
    pub used: f64,
    /// The first hit.
    pub first_hit: Option<Hit>,
    /// Number of sub-steps.
    pub sub_steps: usize,
    /// Why the slide ended.
    pub stop: Stop,
    /// The gap kept to surfaces, metres along the narrowest radius, if the body fits only with less than the mover's
    /// skin; no surface came nearer than half of it. Usually `None`: the whole skin was kept.
    pub reduced_skin: Option<f64>,
}

/// Collide and slide: moves `mover` from `from` by up to `displacement` (metres), along the surfaces that it hits.
///
/// No gravity, no ground, no state. A body that starts nearer than its sweep shell is moved out first; where there is
/// no room for its skin, it keeps a smaller one ([`Slide::reduced_skin`]).
///
/// ```
/// # use glissando::slide::slide;
/// # use glissando::{DVec3, Shape, Filter, Mesh, MeshOptions, Soup, Vec3, World};
/// # let mut world = World::new();
/// # world.insert_mesh(Mesh::build(&Soup::cuboid(Vec3::new(0.0, -1.0, 0.0), Vec3::new(9.0, 1.0, 9.0)), &MeshOptions::default())?.0);
/// # use glissando::slide::{Mover, SlideBuffer, Stop};
/// // A ball above a floor moves down and ahead: it slides along the floor and keeps its motion ahead.
/// let ball = Mover::with_usual_skin(Shape::sphere(0.5)?, Filter::ALL)?;
/// let mut buffer = SlideBuffer::default();
/// let end = slide(&world, &ball, DVec3::Y, DVec3::new(3.0, -2.0, 0.0), &mut buffer, &mut ())?;
/// assert!((end.position.x - 3.0).abs() < 1e-9 && end.position.z == 0.0);
/// assert!(end.position.y > 0.5 && end.position.y < 0.506); // radius and skin
/// assert_eq!((end.stop, end.used), (Stop::Done, 1.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// NaN, infinities and lengths beyond [`tolerance::WORLD_LIMIT`].
#[doc(alias = "collide and slide")]
#[doc(alias = "move_and_slide")]
pub fn slide(
    world: &impl Collide,
    mover: &Mover,
    from: DVec3,
    displacement: DVec3,
    buffer: &mut SlideBuffer,
    trace: &mut impl Trace,
) -> Result<Slide, InputError> {
    slide_recorded(world, mover, from, displacement, buffer, &mut Recorder::of(trace))
}

/// [`slide`], compiled once for all worlds.
pub(crate) fn slide_recorded(
    world: &dyn Collide,
    mover: &Mover,
    from: DVec3,
    displacement: DVec3,
    buffer: &mut SlideBuffer,
    trace: &mut Recorder<'_>,
) -> Result<Slide, InputError> {
    let (path, share) = slide_path(world, mover, from, displacement, buffer, trace)?;
    let narrowed = share.map(|share| mover.narrowed(share));
    // Where it was stopped its contacts are those that stopped it.
    if path.stop.is_none() {
        narrowed.as_ref().unwrap_or(mover).gather(world, path.at, &mut buffer.contacts);
    }
    Ok(path.finish(narrowed.map(|narrow| narrow.skin())))
}

/// [`slide`] without the contacts at the end: the path, and the share of the skin that is kept if only that fits. (A mover is
/// large, and as a rule there would be none to return.)
pub(crate) fn slide_path(
    world: &dyn Collide,
    mover: &Mover,
    from: DVec3,
    displacement: DVec3,
    buffer: &mut SlideBuffer,
    trace: &mut Recorder<'_>,
) -> Result<(Path, Option<f64>), InputError> {
    input::position("from", from)?;
    input::vector("displacement", displacement, tolerance::WORLD_LIMIT)?;
    let (mut start, share) = recover_narrowed(world, mover, from, buffer, trace);
    if start == Recovery::Stuck {
        start = recover_aside(world, mover, from, buffer, trace);
    }
    let narrowed = OnceCell::new();
    let mover = share.map_or(mover, |share| narrowed.get_or_init(|| mover.narrowed(share)));
    if let Recovery::Stuck = start {
        return Ok((Path { stop: Some(Stop::Stuck), ..Path::new(from) }, None));
    }
    let from = start.position(from);
    trace.record(|| TraceStep::Wanted { from, displacement });
    let mut path = Path::new(from);
    // The recovery has gathered the contacts where it ended.
    slide_on(world, mover, displacement, (&mut path, true), buffer, trace);
    Ok((path, share))
}

/// Moves by up to `displacement` along a path that begins clear, or where it is blocked; the buffer may have the contacts of its start.
fn slide_on(
    world: &dyn Collide,
    mover: &Mover,
    displacement: DVec3,
    (path, mut is_gathered): (&mut Path, bool),
    buffer: &mut SlideBuffer,
    trace: &mut Recorder<'_>,
) {
    while path.is_going() {
        if !is_gathered {
            mover.gather(world, path.at, &mut buffer.contacts);
        }
        is_gathered = false;
        let Some(allowed) = allowed(world, mover, displacement, path, buffer) else {
            path.stop = Some(Stop::Stuck);
            break;
        };
        if is_idle(allowed.displacement, displacement) {
            path.stop = Some(Stop::Blocked);
            break;
        }
        path.nearest = buffer.contacts.first().map_or(f64::INFINITY, |nearest| nearest.radii);
        path.advance(world, mover, allowed.displacement, trace);
    }
}

/// The displacement that the contacts allow, of which a share is still to go; in a narrow gap, up to the sweep shell.
fn allowed(
    world: &dyn Collide,
    mover: &Mover,
    displacement: DVec3,
    &Path { at, left, .. }: &Path,
    buffer: &mut SlideBuffer,
) -> Option<Allowed> {
    let SlideBuffer { contacts, planes, .. } = buffer;
    let hold = |shell, wanted: DVec3, planes: &mut Vec<SlidePlane>| {
        planes.clear();
        for contact in contacts.iter() {
            let least = mover.least(contact, shell) / left;
            add_plane(planes, SlidePlane { normal: contact.normal, least });
        }
        mover.nearest_beside(contacts, at, wanted, planes)
    };
    let at_rest = hold(Shell::Rest, displacement, planes)?;
    if !at_rest.is_between() {
        return Some(at_rest);
    }
    if is_held_in_slot(&at_rest, planes, contacts) {
        return hold(Shell::Sweep, displacement, planes);
    }
    let to_go = [displacement, at_rest.displacement].map(|d| d * left);
    let held = Held { world, mover, at, contacts };
    let Some(probe) = held.probe_of_wedge(to_go) else { return Some(at_rest) };
    let gained = hold(Shell::Sweep, probe / left, planes);
    let shell = held.shell_in_wedge(gained.map(|gained| gained.displacement * left));
    hold(shell, displacement, planes)
}

/// Whether almost nothing of the wanted displacement is allowed.
pub(crate) fn is_idle(allowed: DVec3, wanted: DVec3) -> bool {
    allowed.length() <= IDLE * wanted.length()
}

/// A displacement below this share of the wanted one counts as zero.
const IDLE: f64 = 1e-9;
