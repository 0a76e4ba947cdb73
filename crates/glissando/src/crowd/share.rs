//! The place of the plane between two members: which of the separating planes, and how they share the gap.
//!
//! Any plane clear of both bodies is safe; the choice only decides how much they hinder each other. A plane that
//! leaves both paths free is best: it exists whenever the two paths, taken as solid bodies, can be separated. So
//! three are tried: the plane between the bodies at the start, at the end, and at their closest approach. Then the
//! gap is shared in proportion to the distance that each wants to move, so that a standing member does not block half
//! of it.

use super::frame::{Body, Frame};
use super::separating_plane::SeparatingPlane;
use super::separation::Parting;
use crate::handle::CharacterId;
use crate::math::DVec3;
use crate::slide::Mover;

/// A body with its wanted displacements in this tick.
#[derive(Clone, Copy, Debug)]
pub(super) struct Walker {
    pub(super) mover: Mover,
    /// Its sweep shell.
    shell: f64,
    /// Radii from the sweep shell to the rest shell.
    margin: f64,
    /// Metres beyond the sweep shell within which, in any direction, surfaces are contacts.
    pub(super) touch: f64,
    /// The kind of its body among [`Frames`].
    pub(super) kind: Option<u8>,
    /// Centre, metres, world space.
    pub(super) at: DVec3,
    /// Displacements that it may want; the best guess is the first.
    pub(super) wants: [DVec3; 2],
}

impl Walker {
    /// A walker whose kind of body is not known.
    pub(super) fn new(mover: Mover, at: DVec3, wants: [DVec3; 2]) -> Self {
        let shell = mover.sweep_shell();
        let touch = (mover.gather_shell() - shell) * mover.body().radii().max_element();
        Self { mover, shell, margin: mover.rest_shell() - shell, touch, kind: None, at, wants }
    }

    /// The body grown to its sweep shell.
    pub(super) fn body(&self) -> Body<'_> {
        Body { shape: self.mover.body(), shell: self.shell }
    }

    /// Metres along a unit direction from the centre to the sweep shell, and from there to the rest shell.
    fn depth(&self, direction: DVec3) -> Depth {
        let body = self.mover.body();
        let rounding = body.rounding_along(direction);
        Depth {
            extent: body.shell_of_rounding(rounding, self.shell, direction),
            margin: self.margin * rounding,
        }
    }
}

/// See [`Walker::depth`].
#[derive(Clone, Copy, Debug)]
struct Depth {
    extent: f64,
    margin: f64,
}

/// The depths of two walkers along a unit direction, which are the same to both sides.
fn depths([first, second]: [&Walker; 2], direction: DVec3) -> [Depth; 2] {
    let depth = first.depth(direction);
    let is_same = first.kind.is_some() && first.kind == second.kind;
    [depth, if is_same { depth } else { second.depth(direction) }]
}

/// The distance that a walker with these wants moves along a unit direction, metres, at least 0.
fn want(wants: &[DVec3; 2], direction: DVec3) -> f64 {
    wants.iter().fold(0.0, |most: f64, w| most.max(w.dot(direction)))
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
    frame: &Frame,
    parting: Parting,
    yields: [bool; 2],
) -> Between {
    let chosen = best_plane(both, frame, parting);
    put_up(both, both.map(|walker| walker.wants), chosen, yields)
}

/// Puts the plane between two walkers at their places, for paths that are short: the first plane is sufficient.
pub(super) fn plane_across(both: [&Walker; 2], wants: [[DVec3; 2]; 2], parting: Parting) -> Between {
    let Parting { normal, gap } = parting;
    put_up(both, wants, Chosen { normal, gap, depths: depths(both, normal) }, [false; 2])
}

/// The parting of the sweep shells of two walkers at their places.
pub(super) fn parting_of(both: [&Walker; 2], frame: &Frame) -> Parting {
    let [first, second] = both;
    frame.parting(both.map(Walker::body), second.at - first.at)
}

/// A plane that is chosen, not yet its place.
#[derive(Clone, Copy, Debug)]
struct Chosen {
    /// Unit, from the first to the second.
    normal: DVec3,
    /// Metres between their sweep shells along it.
    gap: f64,
    depths: [Depth; 2],
}

fn put_up(
    both: [&Walker; 2],
    wants: [[DVec3; 2]; 2],
    Chosen { normal, gap, depths }: Chosen,
    yields: [bool; 2],
) -> Between {
    let [first, second] = both;
    let margins = depths.map(|depth| depth.margin);
    let wants = [(&wants[0], normal, yields[0]), (&wants[1], -normal, yields[1])]
        .map(|(wants, direction, yields)| if yields { 0.0 } else { want(wants, direction) });
    let ends = [first.at + normal * depths[0].extent, second.at - normal * depths[1].extent];
    let anchors = if gap >= 0.0 { [ends[0] + normal * share(gap, margins, wants); 2] } else { ends };
    Between { normal, gap, room: gap - margins[0] - margins[1], anchors }
}

/// The plane that leaves the paths free, or hinders them least.
fn best_plane(both: [&Walker; 2], frame: &Frame, parting: Parting) -> Chosen {
    let [first, second] = both;
    let bodies = both.map(Walker::body);
    let spare = |Chosen { normal, gap, depths: [one, two] }: &Chosen| {
        gap - one.margin - two.margin - want(&first.wants, *normal) - want(&second.wants, -*normal)
    };
    let Parting { normal, gap } = parting;
    let known = Chosen { normal, gap, depths: depths(both, normal) };
    let mut best = (known, spare(&known));
    if gap < 0.0 || best.1 >= 0.0 {
        return known;
    }
    let closest = closest_approach(first, second);
    // At the start and at the end it is a plane that is known.
    let shares = [Some(1.0), (closest > 0.0 && closest < 1.0).then_some(closest)];
    for share in shares.into_iter().flatten() {
        let [a_then, b_then] = both.map(|walker| walker.at + walker.wants[0] * share);
        let normal = frame.normal(bodies, b_then - a_then);
        let depths = depths(both, normal);
        let gap = normal.dot(second.at - first.at) - (depths[0].extent + depths[1].extent);
        let other = Chosen { normal, gap, depths };
        let spare = spare(&other);
        if gap >= 0.0 && spare > best.1 {
            best = (other, spare);
        }
    }
    best.0
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
        let shape = Shape::upright_ellipsoid(DVec3::new(0.4, 0.9, 0.4)).unwrap();
        let mover = Mover::with_usual_skin(shape, Filter::ALL).unwrap();
        Walker::new(mover, DVec3::new(x, 0.0, z), [want, DVec3::ZERO])
    }

    fn plane_between(first: &Walker, second: &Walker, yields: [bool; 2]) -> Between {
        let (both, frame) = ([first, second], Frame::new([first.body(), second.body()]));
        super::plane_between(both, &frame, parting_of(both, &frame), yields)
    }

    /// The distance that each may move along the normal until its sweep shell is at the plane.
    fn rooms(first: &Walker, second: &Walker, between: &Between) -> [f64; 2] {
        [(first, true), (second, false)].map(|(walker, is_first)| {
            let plane = between.plane(is_first, CharacterId::of_member(0));
            plane.normal.dot(walker.at - plane.anchor) - walker.body().extent_along(plane.normal)
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
