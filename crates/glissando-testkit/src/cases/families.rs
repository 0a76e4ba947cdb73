//! The recipe of every family, for a triangle in the plane z = 0.

use super::corners::{Shape, corners};
use super::place::{Local, place};
use super::touch::{SPOTS, Spot, point, touch};
use super::{Case, Family};
use crate::random::{Random, Style};
use glissando::DVec3;

/// A random case of the family.
pub(super) fn case(random: &mut Random, family: Family, style: Style) -> Case {
    let shape = shape_of(random, family);
    let corners = corners(random, style, shape);
    let start = Draft { corners, rho: radius(random, style), style };
    let (from, translation) = match family {
        Family::Random => wild(random, start),
        Family::CoplanarSlide => coplanar(random, start),
        Family::ParallelToEdge => along_edge(random, start),
        Family::AtVertex => aimed(random, start, Spot::Vertex),
        Family::AtEdge => aimed(random, start, Spot::Edge),
        Family::AtFace => aimed(random, start, Spot::Face),
        Family::Touching => touching(random, start),
        Family::OverlapApproaching => overlapping(random, start, -1.0),
        Family::OverlapLeaving => overlapping(random, start, 1.0),
        Family::Grazing => grazing(random, start),
        Family::FarStart => far(random, start),
        Family::Still => still(random, start),
        Family::Sliver
        | Family::Line
        | Family::Point
        | Family::Tiny
        | Family::Huge
        | Family::FarFromOrigin => any(random, start),
    };
    place(random, family, style, Local { corners, from, translation, rho: start.rho })
}

/// What is drawn before the move.
#[derive(Clone, Copy)]
struct Draft {
    corners: [DVec3; 3],
    rho: f64,
    style: Style,
}

type Move = (DVec3, DVec3);

fn shape_of(random: &mut Random, family: Family) -> Shape {
    match family {
        Family::Sliver => Shape::Sliver,
        Family::Line => Shape::Line,
        Family::Point => Shape::Point,
        Family::Tiny => Shape::Tiny,
        Family::Huge => Shape::Huge,
        _ if random.chance(0.1) => random.pick(&[Shape::Sliver, Shape::Line, Shape::Huge]),
        _ => Shape::Plain,
    }
}

fn radius(random: &mut Random, style: Style) -> f64 {
    match style {
        Style::Grid => random.pick(&[1.0, 1.0, 1.0, 3.0, 5.0, 7.0]),
        Style::Chaos if random.chance(0.5) => 1.0 + random.magnitude(1e-6, 0.5),
        Style::Chaos => 1.0,
    }
}

/// A direction: of length 1, or on the grid of a few small whole numbers.
fn heading(random: &mut Random, style: Style) -> DVec3 {
    match style {
        Style::Chaos => random.direction(),
        Style::Grid => loop {
            let v = DVec3::from([0; 3].map(|_: i32| random.integer(-2, 2) as f64));
            if v != DVec3::ZERO {
                break v;
            }
        },
    }
}

/// A length to go: half a thousandth to a hundred, or on the grid a few halves.
fn way(random: &mut Random, style: Style) -> f64 {
    match style {
        Style::Chaos => random.magnitude(5e-4, 1e2),
        Style::Grid => random.integer(1, 12) as f64 / 2.0,
    }
}

/// A distance in radii: exactly 1, hardly more, hardly less, clearly less, 0.
fn height(random: &mut Random, style: Style) -> f64 {
    match random.integer(0, 4) {
        0 | 1 => 1.0,
        2 => 1.0 + hair(random, style),
        3 if style == Style::Chaos => random.fraction(),
        3 => random.pick(&[0.25, 0.5]),
        _ => 0.0,
    }
}

/// A hair's breadth, of either sign.
fn hair(random: &mut Random, style: Style) -> f64 {
    random.sign()
        * match style {
            Style::Chaos => random.magnitude(1e-12, 1e-3),
            Style::Grid => random.power_of_two(-40, -10),
        }
}

/// A move that passes near the triangle, or not.
fn wild(random: &mut Random, Draft { corners, rho, style }: Draft) -> Move {
    if style == Style::Grid {
        return (random.half_vector(6), random.half_vector(8));
    }
    let near =
        point(random, style, corners, Spot::Face) + random.direction() * (rho * random.between(0.0, 1.5));
    let translation = heading(random, style) * way(random, style);
    (near - translation * random.between(-0.2, 1.5), translation)
}

fn coplanar(random: &mut Random, Draft { corners, rho, style }: Draft) -> Move {
    let up = DVec3::Z * (rho * height(random, style) * random.sign());
    let spot = random_spot(random);
    let target = point(random, style, corners, spot);
    let flat = loop {
        let v = heading(random, style);
        if v.x != 0.0 || v.y != 0.0 {
            break DVec3::new(v.x, v.y, 0.0);
        }
    };
    let lead = way(random, style);
    (target - flat * lead + up, flat * (lead + way(random, style)))
}

fn along_edge(random: &mut Random, Draft { corners, rho, style }: Draft) -> Move {
    let i = random.integer(0, 2) as usize;
    let (a, edge) = (corners[i], corners[(i + 1) % 3] - corners[i]);
    let spot = random.pick(&[Spot::Vertex, Spot::Edge, Spot::Edge]);
    let (_, out) = touch(random, style, [a, a + edge, a], rho, spot);
    let (lead, length) = match style {
        Style::Chaos => (random.between(-2.0, 0.5), random.between(0.0, 3.0)),
        Style::Grid => (random.integer(-8, 2) as f64 / 4.0, random.integer(1, 12) as f64 / 4.0),
    };
    let translation = edge * (length * random.sign());
    (a + edge * lead + out * height(random, style), translation)
}

fn aimed(random: &mut Random, draft: Draft, spot: Spot) -> Move {
    let target = point(random, draft.style, draft.corners, spot);
    let heading = heading(random, draft.style);
    let (lead, length) = match draft.style {
        Style::Chaos => {
            let lead = draft.rho * random.between(1.0, 3.0) + random.magnitude(1e-6, 1e2);
            (lead, lead * random.between(0.0, 1.5))
        }
        Style::Grid => (random.integer(1, 12) as f64 / 2.0, random.integer(1, 16) as f64 / 2.0),
    };
    (target - heading * lead, heading * length)
}

fn touching(random: &mut Random, Draft { corners, rho, style }: Draft) -> Move {
    let spot = random_spot(random);
    let (at, out) = touch(random, style, corners, rho, spot);
    let translation = match random.integer(0, 3) {
        0 => out.cross(heading(random, style)),
        _ => heading(random, style),
    };
    (at + out, translation * way(random, style))
}

/// Starts inside and moves towards (`sign` -1) or away from (1) the nearest point.
fn overlapping(random: &mut Random, Draft { corners, rho, style }: Draft, sign: f64) -> Move {
    let spot = random_spot(random);
    let (at, out) = touch(random, style, corners, rho, spot);
    let depth = match style {
        Style::Chaos => random.between(1e-6, 1.0),
        Style::Grid => random.pick(&[0.125, 0.25, 0.5, 0.75]),
    };
    let heading = loop {
        let heading = heading(random, style);
        if heading.dot(out) != 0.0 {
            break heading * (sign * heading.dot(out).signum());
        }
    };
    (at + out * depth, heading * way(random, style))
}

fn grazing(random: &mut Random, Draft { corners, rho, style }: Draft) -> Move {
    let spot = random_spot(random);
    let (at, out) = touch(random, style, corners, rho, spot);
    let across = loop {
        let across = out.cross(heading(random, style));
        if across != DVec3::ZERO {
            break across;
        }
    };
    let (lead, more) = (way(random, style), way(random, style));
    (at + out * (1.0 + hair(random, style)) - across * lead, across * (lead + more))
}

fn far(random: &mut Random, draft: Draft) -> Move {
    let (lead, passes) = match draft.style {
        Style::Chaos => (random.magnitude(1e3, 1e6), random.between(0.5, 2.0)),
        Style::Grid => (random.power_of_two(10, 20), random.pick(&[0.5, 1.0, 1.0, 2.0])),
    };
    let spot = random_spot(random);
    let (at, out) = touch(random, draft.style, draft.corners, draft.rho, spot);
    let near = at + out * height(random, draft.style);
    let heading = heading(random, draft.style);
    (near - heading * lead, heading * (lead * passes))
}

fn still(random: &mut Random, draft: Draft) -> Move {
    let spot = random_spot(random);
    let (at, out) = touch(random, draft.style, draft.corners, draft.rho, spot);
    let hair = hair(random, draft.style);
    let up = random.pick(&[0.5, 1.0, 1.0 + hair, 2.0]);
    let length = random.pick(&[0.0, 5e-324, 1e-310, f64::MIN_POSITIVE, 1e-160, 1e-30, 1e-16, 1e-12, 1e-9]);
    (at + out * up, heading(random, draft.style) * length)
}

/// A move of any other family.
fn any(random: &mut Random, draft: Draft) -> Move {
    match random.integer(0, 7) {
        0 => coplanar(random, draft),
        1 => along_edge(random, draft),
        2 => touching(random, draft),
        3 => grazing(random, draft),
        4 => far(random, draft),
        5 => wild(random, draft),
        _ => {
            let spot = random_spot(random);
            aimed(random, draft, spot)
        }
    }
}

fn random_spot(random: &mut Random) -> Spot {
    random.pick(&SPOTS)
}
