//! The slide of a pushed member without contacts with planes, which are large and would be sorted among those of the world: of a
//! plane a normal and a distance are enough.
//!
//! Nearly all slides of a dense crowd are of this kind. The result has the bits of [`slide_path`](crate::slide::slide_path) behind
//! the planes; wherever that could be another one there is none.

use super::behind_planes::Planes;
use super::slide_away::is_foreseen;
use crate::collide::{Collide, Contact, Feature};
use crate::input;
use crate::math::DVec3;
use crate::slide::{Mover, Path, Shell, SlideBuffer, SlidePlane, add_plane, is_idle};
use crate::trace::Recorder;
use alloc::vec::Vec;
use arrayvec::ArrayVec;

/// Most separating planes in contact.
const MOST: usize = 8;

/// A separating plane in contact: its distance in radii, and its limit of displacements.
type Near = (f64, SlidePlane);

/// The displacement of a slide by `left` behind planes; `None` where it is in doubt.
pub(super) fn short_slide(
    planes: &Planes,
    world: &dyn Collide,
    (mover, at): (&Mover, DVec3),
    left: DVec3,
    SlideBuffer { contacts, planes: limits, .. }: &mut SlideBuffer,
) -> Option<DVec3> {
    input::position("from", at).and(input::position("displacement", left)).ok()?;
    let behind = planes.before_world(world);
    let mut path = Path::new(at);
    let mut near = ArrayVec::new();
    while path.is_going() {
        list_near(planes, mover, path.at, &mut near)?;
        mover.gather(world, path.at, contacts);
        path.nearest = merge((mover, path.left), contacts, &near, limits)?;
        // A body in a surface leaves it first; one that rounding has put there has rules of its own.
        if !mover.is_clear_at(path.nearest, path.at) {
            return None;
        }
        let allowed = mover.nearest_beside(contacts, path.at, left, limits)?;
        // Between surfaces of the world alone there are rules for narrow gaps.
        if near.is_empty() && allowed.is_between() {
            return None;
        }
        if is_idle(allowed.displacement, left) {
            break;
        }
        path.advance(&behind, mover, allowed.displacement, &mut Recorder::none());
    }
    let moved = path.at - at;
    Some(if is_foreseen(moved, left) { moved } else { DVec3::ZERO })
}

/// Lists the planes in contact, nearest first; `None` if there are too many.
fn list_near(planes: &Planes, mover: &Mover, at: DVec3, near: &mut ArrayVec<Near, MOST>) -> Option<()> {
    near.clear();
    for plane in planes.shaped() {
        let radii = plane.radii(at);
        if radii <= mover.gather_shell() {
            let least = mover.least_at(radii, plane.scale(), Shell::Rest);
            // Of equally near ones the order is of no account: they are in doubt.
            let place = near.iter().position(|(other, _)| *other > radii).unwrap_or(near.len());
            near.try_insert(place, (radii, SlidePlane { normal: plane.plane().normal, least })).ok()?;
        }
    }
    Some(())
}

/// Lists the limits of all surfaces in contact, nearest first as their contacts would be; returns the distance of the nearest in
/// radii. `None` where the order is in doubt, or a contact with a plane might make one with the world an inner edge.
///
/// The limits are of displacements of which the share `left` is to go.
fn merge(
    (mover, left): (&Mover, f64),
    contacts: &[Contact],
    near: &[Near],
    limits: &mut Vec<SlidePlane>,
) -> Option<f64> {
    limits.clear();
    let (mut rest, mut nearest, mut last) = (near, f64::INFINITY, f64::NEG_INFINITY);
    let mut add = |(radii, plane): Near| {
        let is_further = radii > last;
        (nearest, last) = (nearest.min(radii), radii);
        add_plane(limits, SlidePlane { least: plane.least / left, ..plane });
        is_further
    };
    for contact in contacts {
        if !near.is_empty() && contact.feature != Feature::Face {
            return None;
        }
        while let Some((first, others)) = rest.split_first().filter(|(first, _)| first.0 <= contact.radii) {
            rest = others;
            add(*first).then_some(())?;
        }
        let plane = SlidePlane { normal: contact.normal, least: mover.least(contact, Shell::Rest) };
        // Contacts of the world are in the order that they would have among others.
        if !add((contact.radii, plane)) && !near.is_empty() {
            return None;
        }
    }
    rest.iter().all(|first| add(*first)).then_some(nearest)
}

#[cfg(test)]
mod tests {
    use super::super::slide_away::slide_behind;
    use super::*;
    use crate::collide::Filter;
    use crate::crowd::{BehindPlanes, SeparatingPlane};
    use crate::geometry::Shape;
    use crate::handle::CharacterId;
    use crate::random::Numbers;
    use crate::world::World;

    #[test]
    fn a_short_slide_ends_with_the_bits_of_the_slide_behind_planes() {
        let shape = Shape::upright_ellipsoid(DVec3::new(0.4, 0.9, 0.4)).unwrap();
        let mover = Mover::with_usual_skin(shape, Filter::ALL).unwrap();
        let (mut numbers, empty) = (Numbers::new(), World::new());
        let mut next = || numbers.next();
        let plane = |normal: DVec3, shell: f64, other| SeparatingPlane {
            normal,
            anchor: normal * -shape.shell_along(shell, normal),
            other: CharacterId::of_member(other),
        };
        let (mut planes, mut buffer) = (Planes::default(), SlideBuffer::default());
        let (mut short, mut held, mut met, mut long) = (0, 0, 0, 0);
        for _ in 0..20_000 {
            // At the rest shell of the floor, and near or at some planes, of which two may have one normal.
            let floor = [plane(DVec3::Y, mover.rest_shell(), 9)];
            let count = (2.0 + 2.0 * next()) as u32;
            let across = DVec3::new(next(), 0.0, next()).try_normalize().unwrap();
            let list: Vec<_> = (0..count)
                .map(|other| {
                    let aside = DVec3::new(next(), 0.2 * next(), next()).try_normalize().unwrap();
                    let normal = if next() > 0.5 { across } else { aside };
                    plane(normal, 1.0 + 0.005 + 0.006 * (1.0 + next()), other)
                })
                .collect();
            planes.replace(&shape, list.into_iter());
            let world = BehindPlanes { inner: &empty, planes: &floor };
            let left = DVec3::new(next(), 0.0, next()) * if next() > 0.0 { 0.004 } else { 0.03 };
            let body = (&mover, DVec3::ZERO);
            let slow = slide_behind(&planes, &world, body, left, &mut buffer);
            match short_slide(&planes, &world, body, left, &mut buffer) {
                Some(fast) => {
                    assert_eq!(fast.to_array().map(f64::to_bits), slow.to_array().map(f64::to_bits));
                    short += 1;
                    held += usize::from(fast != left);
                    let ahead = mover.sweep(DVec3::ZERO, left);
                    met += usize::from(planes.before_world(&world).sweep(&ahead).is_some());
                }
                None => long += 1,
            }
        }
        println!("{short} short slides, {held} of them held, {met} towards a plane; {long} long ones");
        assert!(short > 10_000 && held > 1500 && met > 1500 && long > 10, "{short} {held} {met} {long}");
    }
}
