//! The slide of one pushed member in one pass, behind its planes.

use super::batch::Lane;
use super::behind_planes::Planes;
use super::member::MemberRef;
use super::pairs::{Neighbours, Pair};
use super::short_slide::short_slide;
use super::shove::{Across, REST};
use super::views::Views;
use crate::character::{Front, Input, Own, Recalled, State, with_remembered};
use crate::collide::Collide;
use crate::geometry::Shape;
use crate::handle::CharacterId;
use crate::math::DVec3;
use crate::slide::{Mover, SlideBuffer, Stop, slide_path};
use crate::trace::Recorder;
use crate::world::World;

impl Lane {
    /// Puts up the planes of a member.
    pub(super) fn put_up(
        &mut self,
        shape: &Shape,
        member: usize,
        (pairs, near, across): (&[Pair], &Neighbours, Across),
    ) {
        self.planes.replace(
            shape,
            near.of(member).iter().map(|&index| {
                let (is_first, other) = pairs[index as usize].other_of(member);
                across.of(index).plane(is_first, CharacterId::of_member(other))
            }),
        );
    }
}

/// The displacement of one member in a pass behind its planes, of what is left of its way and may be gone.
pub(super) fn slide_one(
    (views, index, plain): (&impl Views, usize, Option<(&World, &mut Own)>),
    at: DVec3,
    (left, reach): (DVec3, f64),
    inputs: (Input, f64),
    lane: &mut Lane,
) -> DVec3 {
    let length = left.length();
    let left = if length > reach { left * (reach / length) } else { left };
    let Lane { planes, buffer, memory, .. } = lane;
    let MemberRef { config, state, .. } = views.member(index);
    let body = (config.body(state.is_crouching), at);
    let mut moved = DVec3::ZERO;
    let slide = &mut |world: &dyn Collide| {
        let short = short_slide(planes, world, body, left, buffer);
        moved = short.unwrap_or_else(|| slide_behind(planes, world, body, left, buffer));
    };
    match plain {
        Some((world, own)) => {
            let is_apart = views.is_apart(index) && at == state.position;
            let memory = (&mut memory.near, own, Recalled::before(is_apart));
            let mut front = views.front(index);
            let state = &State { position: at, ..*state };
            with_remembered(world, config, state, inputs, memory, &mut |world| match &mut front {
                None => slide(world),
                Some(front) => front.before(world, slide),
            });
        }
        None => slide(&views.of(index)),
    }
    moved
}

/// The same through a world, with as many sub-steps as it takes.
pub(super) fn slide_behind(
    planes: &Planes,
    world: &dyn Collide,
    (mover, at): (&Mover, DVec3),
    left: DVec3,
    buffer: &mut SlideBuffer,
) -> DVec3 {
    let world = planes.before_world(world);
    let Ok((path, _)) = slide_path(&world, mover, at, left, buffer, &mut Recorder::none()) else {
        return DVec3::ZERO;
    };
    let moved = path.at - at;
    if path.stop != Some(Stop::Stuck) && is_foreseen(moved, left) { moved } else { DVec3::ZERO }
}

/// Whether a displacement is no longer than the way that it is of: a member that first had to leave a surface has moved outside
/// of its range.
pub(super) fn is_foreseen(moved: DVec3, left: DVec3) -> bool {
    moved.length() <= left.length() * (1.0 + REST)
}
