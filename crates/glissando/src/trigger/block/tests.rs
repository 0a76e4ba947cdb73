use super::*;
use crate::collide::Filter;
use crate::geometry::Shape;
use crate::math::{DAffine3, DMat3, DQuat};
use crate::mesh::{MeshOptions, Soup};
use crate::path::Waypoint;
use crate::random::Numbers;
use crate::trigger::{Trigger, TriggerBuffer, TriggerKind, TriggerMemory, Triggers};
use alloc::vec::Vec;
use std::println;

fn rotation(numbers: &mut Numbers) -> DQuat {
    let [x, y, z, w] = [(); 4].map(|()| numbers.next());
    DQuat::from_xyzw(x, y, z, w).try_normalize().unwrap_or_default()
}

fn mesh_of(soup: &Soup) -> Mesh {
    Mesh::build(soup, &MeshOptions::default()).unwrap().0
}

fn cuboid() -> Soup {
    Soup::cuboid(Vec3::new(0.5, 0.0, -1.0), Vec3::new(2.0, 1.5, 3.0))
}

/// The same triangles with their corners in the other order.
fn turned(soup: &Soup) -> Soup {
    let mut turned = soup.clone();
    turned.triangles.iter_mut().for_each(|triangle| triangle.swap(1, 2));
    turned
}

fn both(a: &Soup, b: &Soup) -> Soup {
    let mut both = a.clone();
    both.append(b);
    both
}

#[test]
fn boxes_are_blocks_whichever_way_their_triangles_look_and_other_volumes_are_none() {
    let of = |soup: &Soup| Block::of(&mesh_of(soup));
    let block = of(&cuboid()).unwrap();
    assert_eq!((block.low, block.high), (DVec3::new(-1.5, -1.5, -4.0), DVec3::new(2.5, 1.5, 2.0)));
    assert!(of(&turned(&cuboid())).is_some());
    let inner = Soup::cuboid(Vec3::new(0.5, 0.0, -1.0), Vec3::splat(0.5));
    assert!(of(&both(&cuboid(), &inner)).is_none(), "a box in a box");
    let beside = Soup::cuboid(Vec3::new(6.0, 0.0, -1.0), Vec3::new(2.0, 1.5, 3.0));
    assert!(of(&both(&cuboid(), &beside)).is_none(), "two boxes of one height");
    let corners = [Vec3::ZERO, Vec3::new(1.0, 0.0, 0.0), Vec3::new(0.0, 1.0, 0.0), Vec3::new(0.0, 0.0, 1.0)];
    let mut tetrahedron = Soup::default();
    for [a, b, c] in [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]] {
        tetrahedron.push([corners[a], corners[b], corners[c]], 0);
    }
    assert!(of(&tetrahedron).is_none());
}

#[test]
fn paths_through_a_block_have_the_events_that_the_lines_find() {
    let mut numbers = Numbers::new();
    let count = 20_000;
    let (mut events, mut held) = (0, 0);
    let meshes = [mesh_of(&cuboid()), mesh_of(&turned(&cuboid()))];
    for case in 0..count {
        let kind = [TriggerKind::VolumeByBody, TriggerKind::VolumeByCentre][case % 2];
        let map = match case % 3 {
            0 => DMat3::IDENTITY,
            1 => rotation(&mut numbers).to_mat3(),
            _ => {
                let scale = DVec3::new(1.3, 0.7, if numbers.next() < 0.0 { -2.0 } else { 2.0 });
                rotation(&mut numbers).to_mat3() * DMat3::from_diagonal(scale)
            }
        };
        let pose = DAffine3 { matrix3: map, translation: numbers.vector(9.0) };
        let mut blocks = Triggers::new();
        let mesh = meshes[case / 2 % 2].clone();
        let id = blocks.insert(Trigger::new(mesh, kind).at(pose)).unwrap();
        assert!(blocks.blocks[0].is_some());
        let mut lines = blocks.clone();
        lines.blocks[0] = None;
        let shape = match case % 5 {
            0 => Shape::sphere(0.4).unwrap(),
            1 => Shape::capsule(0.3, 0.5, rotation(&mut numbers)).unwrap(),
            2 => Shape::cuboid(DVec3::new(0.4, 0.9, 0.3), 0.02, rotation(&mut numbers)).unwrap(),
            3 => Shape::cylinder(0.4, 0.9, 0.02, DQuat::IDENTITY).unwrap(),
            _ => Shape::ellipsoid(DVec3::new(0.4, 0.9, 0.2), rotation(&mut numbers)).unwrap(),
        };
        // Some stay inside, some go out and in, some pass along a side.
        let spread = [0.3, 1.0, 4.0][case / 3 % 3];
        let place = |numbers: &mut Numbers| {
            let at = DVec3::new(0.5, 0.0, -1.0) + numbers.vector(spread).scale(DVec3::new(2.0, 1.5, 3.0));
            let at = if numbers.next() > 0.9 { DVec3 { y: 1.5, ..at } } else { at };
            pose.transform_point(at)
        };
        let length = 1 + case % 4;
        let path: Vec<Waypoint> =
            (0..length).map(|leg| Waypoint::new(leg as f64 * 0.01, place(&mut numbers))).collect();
        let mut memory = TriggerMemory::new();
        memory.set(id, numbers.next() > 0.0);
        let mut other = memory.clone();
        let (mut buffer, mut more) = (TriggerBuffer::new(), TriggerBuffer::new());
        let found = blocks.travel(&shape, &path, Filter::ALL, &mut memory, &mut buffer).unwrap();
        let expected = lines.travel(&shape, &path, Filter::ALL, &mut other, &mut more).unwrap();
        assert_eq!((found, &memory), (expected, &other), "case {case}: {shape:?} {path:?}");
        events += found.len();
        held += usize::from(found.is_empty() && memory.is_in(id));
    }
    println!("{count} paths, {events} events, {held} of them inside all the time");
    assert!(events > count / 2 && held > count / 20);
}
