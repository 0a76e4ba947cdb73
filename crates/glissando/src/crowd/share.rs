//! The place of the plane between two members: which of the separating planes, and how they share the gap.
//!
//! Any plane clear of both bodies is safe; the choice only decides how much they hinder each other. A plane that
//! leaves both paths free is best: it exists whenever the two paths, taken as solid bodies, can be separated. So
//! three are tried: the plane between the bodies at the start, at the end, and at their closest approach. Then the
//! gap is shared in proportion to the distance that each wants to move, so that a standing member does not block half
//! of it.

use super::frame::{Body, Frame, Frames};
use super::same_place::direction_at_same_place;
use super::separating_plane::SeparatingPlane;
use super::separation::Apart;
use crate::handle::CharacterId;
use crate::math::DVec3;
use crate::slide::Mover;

/// A body with its wanted displacements in this tick.
#[derive(Clone, Copy, Debug)]
pub(super) struct Walker {
    /// The kind of its body among [`Frames`].
    pub(super) kind: u32,
    /// Its index among all members.
    index: u32,
    /// Radii from the sweep shell to the rest shell.
    margin: f64,
    /// Metres beyond the sweep shell within which, in any direction, surfaces are contacts.
    pub(super) touch: f64,
    /// Centre, metres, world space.
    pub(super) at: DVec3,
    /// Displacements that it may want; the best guess is the first.
    pub(super) wants: [DVec3; 2],
}

impl Walker {
    /// A walker with such a body, which is often of the kind of the walker `before`.
    pub(super) fn new(
        mover: &Mover,
        (frames, before): (&mut Frames, Option<u32>),
        (index, at): (u32, DVec3),
        wants: [DVec3; 2],
    ) -> Self {
        let (shape, shell) = (mover.body(), mover.sweep_shell());
        let touch = (mover.gather_shell() - shell) * shape.radii().max_element();
        let kind = frames.kind(Body { shape, shell }, before);
        Self { kind, index, margin: mover.rest_shell() - shell, touch, at, wants }
    }
}

/// The frame of two walkers, and their bodies grown to their sweep shells: neither depends on their places.
pub(super) type Shapes<'a> = (&'a Frame, [Body<'a>; 2]);

/// Metres from the sweep shell of each walker to its rest shell.
fn margins([first, second]: [&Walker; 2], apart: &Apart) -> [f64; 2] {
    let [one, other] = apart.depths;
    [first.margin * one.rounding, second.margin * other.rounding]
}

/// The distance that a walker with these wants moves along a unit direction, metres, at least 0.
fn want(wants: &[DVec3], direction: DVec3) -> f64 {
    wants
        .iter()
        .map(|wanted| wanted.dot(direction))
        .fold(0.0, |most, along| if along > most { along } else { most })
}

/// The plane between two walkers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Between {
    /// Unit, from the first to the second.
    pub(super) normal: DVec3,
    /// Metres between their sweep shells along it; negative if they overlap.
    pub(super) gap: f64,
    /// The gap less both margins: at 0 they rest against each other.
    pub(super) room: f64,
    /// A point of the plane for the first and for the second: the same, unless they overlap.
    anchors: [DVec3; 2],
}

impl Between {
    /// Of no two.
    pub(super) const NONE: Self =
        Self { normal: DVec3::ZERO, gap: 0.0, room: 0.0, anchors: [DVec3::ZERO; 2] };

    /// Whether it is that of two.
    pub(super) fn is_put_up(&self) -> bool {
        self.normal != DVec3::ZERO
    }

    /// The plane for the first of the two, with the second behind it, or vice versa.
    pub(super) fn plane(&self, is_first: bool, other: CharacterId) -> SeparatingPlane {
        if is_first {
            SeparatingPlane { normal: -self.normal, anchor: self.anchors[0], other }
        } else {
            SeparatingPlane { normal: self.normal, anchor: self.anchors[1], other }
        }
    }
}

/// Puts a plane between two walkers; one with `yields` gets no room for its wanted displacement. `parting` is that of their
/// sweep shells at their places.
///
/// Where the two overlap no plane separates them. Each then gets its own, at its sweep shell: it may leave but not go
/// deeper.
pub(super) fn plane_between(
    both: [&Walker; 2],
    shapes: Shapes,
    parting: &Apart,
    yields: [bool; 2],
) -> Between {
    let needs = Needs::of(both, parting);
    let better = better_plane(both, shapes, parting, &needs);
    let (chosen, Needs { margins, wants: [first, second] }) =
        better.as_ref().map_or((parting, needs), |(apart, needs)| (apart, *needs));
    let wants = [if yields[0] { 0.0 } else { first }, if yields[1] { 0.0 } else { second }];
    put_up(both, Needs { margins, wants }, chosen)
}

/// Puts the plane between two walkers at their places, for paths that are short: the first plane is sufficient.
pub(super) fn plane_across(both: [&Walker; 2], wants: [DVec3; 2], parting: &Apart) -> Between {
    let [first, second] = wants;
    let wants = [want(&[first], parting.normal), want(&[second], -parting.normal)];
    put_up(both, Needs { margins: margins(both, parting), wants }, parting)
}

/// The parting of the sweep shells of two walkers at their places.
pub(super) fn parting_of([first, second]: [&Walker; 2], (frame, bodies): Shapes) -> Apart {
    let between = second.at - first.at;
    if between == DVec3::ZERO {
        return frame.along(bodies, between, direction_at_same_place(bodies, [first.index, second.index]));
    }
    frame.parting(bodies, between)
}

/// The widths of the gap along a direction that two walkers need, metres.
#[derive(Clone, Copy, Debug)]
struct Needs {
    margins: [f64; 2],
    wants: [f64; 2],
}

impl Needs {
    fn of(both: [&Walker; 2], apart: &Apart) -> Self {
        let [first, second] = both;
        let wants = [want(&first.wants, apart.normal), want(&second.wants, -apart.normal)];
        Self { margins: margins(both, apart), wants }
    }

    /// A gap less these widths.
    fn left_of(&self, gap: f64) -> f64 {
        gap - self.margins[0] - self.margins[1] - self.wants[0] - self.wants[1]
    }
}

/// The plane along a chosen direction.
#[inline(always)]
fn put_up([first, second]: [&Walker; 2], Needs { margins, wants }: Needs, chosen: &Apart) -> Between {
    let Apart { normal, gap, depths } = *chosen;
    let ends = [first.at + normal * depths[0].extent, second.at - normal * depths[1].extent];
    let anchors = if gap >= 0.0 { [ends[0] + normal * share(gap, margins, wants); 2] } else { ends };
    Between { normal, gap, room: gap - margins[0] - margins[1], anchors }
}

/// The plane that leaves the paths free, or hinders them least, where it is another than that of the parting.
fn better_plane(
    both: [&Walker; 2],
    (frame, bodies): Shapes,
    parting: &Apart,
    needs: &Needs,
) -> Option<(Apart, Needs)> {
    let [first, second] = both;
    let (mut best, mut most) = (None, needs.left_of(parting.gap));
    if parting.gap < 0.0 || most >= 0.0 {
        return None;
    }
    let closest = closest_approach(first, second);
    // At the start and at the end it is a plane that is known.
    let shares = [Some(1.0), (closest > 0.0 && closest < 1.0).then_some(closest)];
    for share in shares.into_iter().flatten() {
        let [a_then, b_then] = both.map(|walker| walker.at + walker.wants[0] * share);
        let normal = frame.normal(bodies, b_then - a_then);
        let other = frame.along(bodies, second.at - first.at, normal);
        let needs = Needs::of(both, &other);
        let left = needs.left_of(other.gap);
        if other.gap >= 0.0 && left > most {
            (best, most) = (Some((other, needs)), left);
        }
    }
    best
}

/// The time of the closest approach of the centres, as a fraction of the tick.
fn closest_approach(first: &Walker, second: &Walker) -> f64 {
    let (apart, closing) = (second.at - first.at, second.wants[0] - first.wants[0]);
    let speed_sq = closing.length_sq();
    if speed_sq > 0.0 { (-apart.dot(closing) / speed_sq).clamp(0.0, 1.0) } else { 0.0 }
}

/// The part of a gap for the first: margins first, then the wanted distances, then halves.
fn share(gap: f64, margins: [f64; 2], wants: [f64; 2]) -> f64 {
    let (margin, want) = (margins[0] + margins[1], wants[0] + wants[1]);
    if gap <= margin {
        return gap * (margins[0] / margin);
    }
    let left = gap - margin;
    if left <= want {
        return margins[0] + left * (wants[0] / want);
    }
    margins[0] + wants[0] + 0.5 * (left - want)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collide::Filter;
    use crate::geometry::Shape;

    fn walker(x: f64, z: f64, want: DVec3) -> Walker {
        Walker::new(&mover(), (&mut Frames::default(), None), (0, DVec3::new(x, 0.0, z)), [want, DVec3::ZERO])
    }

    fn mover() -> Mover {
        let shape = Shape::upright_ellipsoid(DVec3::new(0.4, 0.9, 0.4)).unwrap();
        Mover::with_usual_skin(shape, Filter::ALL).unwrap()
    }

    fn plane_between(first: &Walker, second: &Walker, yields: [bool; 2]) -> Between {
        let (both, mover) = ([first, second], mover());
        let bodies = [Body { shape: mover.body(), shell: mover.sweep_shell() }; 2];
        let frame = Frame::new(bodies);
        let shapes = (&frame, bodies);
        super::plane_between(both, shapes, &parting_of(both, shapes), yields)
    }

    /// The distance that each may move along the normal until its sweep shell is at the plane.
    fn rooms(first: &Walker, second: &Walker, between: &Between) -> [f64; 2] {
        let mover = mover();
        [(first, true), (second, false)].map(|(walker, is_first)| {
            let plane = between.plane(is_first, CharacterId::of_member(0));
            let extent = mover.body().shell_along(mover.sweep_shell(), plane.normal);
            plane.normal.dot(walker.at - plane.anchor) - extent
        })
    }

    #[test]
    fn a_standing_member_leaves_the_gap_to_the_approaching_one() {
        let (comes, stands) = (walker(0.0, 0.0, DVec3::X), walker(1.0, 0.0, DVec3::ZERO));
        let between = plane_between(&comes, &stands, [false; 2]);
        let [first, second] = rooms(&comes, &stands, &between);
        assert!((first + second - between.gap).abs() < 1e-15);
        assert!((second - 0.002).abs() < 1e-12, "a stander keeps its skin: {second}");
    }

    #[test]
    fn two_equal_members_get_half_each_and_a_yielding_one_none() {
        let (one, two) = (walker(0.0, 0.0, DVec3::X), walker(1.0, 0.0, -DVec3::X));
        let [first, second] = rooms(&one, &two, &plane_between(&one, &two, [false; 2]));
        assert!((first - second).abs() < 1e-15);
        let [first, second] = rooms(&one, &two, &plane_between(&one, &two, [false, true]));
        assert!(first > 0.19 && (second - 0.002).abs() < 1e-12);
    }

    #[test]
    fn a_member_that_runs_past_is_not_held() {
        for speed in [0.5, 1.0, 3.0] {
            let (runs, stands) = (walker(0.0, 0.0, DVec3::X * speed), walker(1.0, 0.9, DVec3::ZERO));
            let between = plane_between(&runs, &stands, [false; 2]);
            let plane = between.plane(true, CharacterId::of_member(0));
            let room = rooms(&runs, &stands, &between)[0];
            assert!(room >= -plane.normal.dot(DVec3::X * speed), "{speed} {room}");
        }
    }

    #[test]
    fn shares_never_leave_the_gap() {
        for gap in [0.0, 1e-9, 0.001, 0.004, 0.1, 3.0] {
            for wants in [[0.0, 0.0], [0.0, 1.0], [0.05, 0.05], [1e-12, 5.0]] {
                let first = share(gap, [0.002, 0.002], wants);
                assert!((0.0..=gap).contains(&first), "{gap} {wants:?} {first}");
            }
        }
    }

    #[test]
    fn an_overlapping_member_is_held_where_it_is() {
        let (one, two) = (walker(0.0, 0.0, DVec3::X), walker(0.5, 0.0, -DVec3::X));
        let between = plane_between(&one, &two, [false; 2]);
        assert!(between.gap < -0.3);
        assert!(rooms(&one, &two, &between).iter().all(|room| room.abs() < 1e-15));
    }
}
