use super::*;
use crate::collide::Filter;
use crate::geometry::Shape;
use crate::math::{DQuat, Vec3};
use crate::mesh::{Mesh, MeshOptions, Soup};
use crate::random::Numbers;
use crate::world::World;

/// The same rules, each contact compared with all others.
fn dropped_one_by_one(contacts: &[Contact]) -> Vec<Contact> {
    let hides = |face: &Contact, other: &Contact| {
        let Some(side) = side_of(face) else { return false };
        if side_of(other) == Some(side) && is_one_surface(face, other) {
            return side.is_nearer_to_middle(face, other);
        }
        let height = side.height;
        let touched = other.unit_point + other.unit_on_core;
        let is_nearer = face.radii < other.radii - SAME_DISTANCE;
        other.feature != Feature::Face
            && if is_nearer {
                side.out.dot(touched) <= height + SAME_POINT
            } else {
                other.unit_corners.iter().all(|corner| side.out.dot(*corner) <= height)
            }
    };
    let merged: Vec<Contact> = contacts
        .iter()
        .filter(|c| c.feature != Feature::Face || !contacts.iter().any(|face| hides(face, c)))
        .copied()
        .collect();
    merged.iter().filter(|c| !merged.iter().any(|face| hides(face, c))).copied().collect()
}

/// A floor of squares of two triangles each; some are lower, some lean, and there are two materials.
fn floor(numbers: &mut Numbers) -> Soup {
    let mut soup = Soup::default();
    for cell in 0..144 {
        let (x, z) = (f32::from(cell % 12_i16) * 0.1 - 0.6, f32::from(cell / 12) * 0.1 - 0.6);
        let height = [0.0, 0.0, 0.0, -0.01, -0.02][(numbers.next().abs() * 5.0) as usize % 5];
        let lean = if numbers.next() > 0.7 { 0.01 } else { 0.0 };
        let at = |u: f32, v: f32| Vec3::new(x + u * 0.1, height + u * lean, z + v * 0.1);
        let material = u16::from(numbers.next() > 0.6);
        soup.push([at(0.0, 0.0), at(0.0, 1.0), at(1.0, 1.0)], material);
        soup.push([at(0.0, 0.0), at(1.0, 1.0), at(1.0, 0.0)], material);
    }
    soup
}

#[test]
fn the_same_contacts_stay_as_where_each_is_compared_with_all_others() {
    let mut numbers = Numbers::new();
    let (mut before, mut after) = (0, 0);
    for case in 0..60 {
        let mut world = World::new();
        world.insert_mesh(Mesh::build(&floor(&mut numbers), &MeshOptions::default()).unwrap().0);
        let shape = match case % 2 {
            0 => Shape::cuboid(DVec3::new(0.4, 0.9, 0.3), 0.02, DQuat::IDENTITY),
            _ => Shape::cylinder(0.4, 0.9, 0.02, DQuat::IDENTITY),
        };
        let (shape, at) = (shape.unwrap(), DVec3::new(numbers.next() * 0.3, 0.905, numbers.next() * 0.3));
        let mut found = Vec::new();
        world.contacts(&shape, at, 0.04, Filter::ALL, &mut found).unwrap();
        let mut expected = dropped_one_by_one(&found);
        before += found.len();
        drop_hidden(&mut found);
        after += found.len();
        for list in [&mut found, &mut expected] {
            list.sort_by_key(|c| c.surface.triangle);
        }
        assert_eq!(found, expected, "{case}");
    }
    println!("{after} contacts of {before} stay");
    assert!(before > 5_000 && after > 100 && after * 4 < before, "{after} of {before}");
}
