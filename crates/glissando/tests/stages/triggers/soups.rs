//! Random triggers and paths: the fast path compared with the twin.

use super::twin::{Alone, check, corners, winding};
use glissando::geometry::ray_triangle;
use glissando::motion::Motion;
use glissando::path::Waypoint;
use glissando::trigger::{TriggerEventKind, TriggerKind};
use glissando::{DAffine3, DVec3, Shape, Soup};
use glissando_testkit::form;
use glissando_testkit::random::Random;
use glissando_testkit::scenes;
use glissando_testkit::soups::skewed;

pub(crate) fn solid(random: &mut Random) -> Soup {
    let mut soup = Soup::default();
    for _ in 0..random.integer(1, 2) {
        let middle = random.vector(1.0);
        let half = DVec3::from([(); 3].map(|()| random.magnitude(0.004, 2.0)));
        scenes::block(&mut soup, middle - half, middle + half);
    }
    soup
}

pub(crate) fn sheets(random: &mut Random) -> Soup {
    let mut soup = Soup::default();
    for _ in 0..random.integer(1, 6) {
        let middle = random.vector(1.5);
        soup.push([(); 3].map(|()| (middle + random.vector(2.5)).as_vec3()), 0);
    }
    soup
}

pub(crate) fn any_trigger(random: &mut Random) -> Alone {
    let kind = random.pick(&[TriggerKind::Surface, TriggerKind::VolumeByBody, TriggerKind::VolumeByCentre]);
    let is_sheet = kind == TriggerKind::Surface && random.chance(0.7);
    let soup = if is_sheet { sheets(random) } else { solid(random) };
    let is_mirrored = random.chance(0.5);
    let pose = if random.chance(0.5) { DAffine3::IDENTITY } else { skewed(random, is_mirrored) };
    Alone { soup, pose, motion: Motion::STILL, kind }
}

pub(crate) fn any_shape(random: &mut Random) -> Shape {
    if random.chance(0.4) {
        let (radius, half_height) = (random.magnitude(0.02, 1.0), random.magnitude(0.02, 1.5));
        return Shape::capsule(radius, half_height, random.rotation()).unwrap();
    }
    if random.chance(0.4) {
        let half = DVec3::from([(); 3].map(|()| random.magnitude(0.02, 1.5)));
        return Shape::cuboid(half, random.magnitude(1e-3, half.min_element()), random.rotation()).unwrap();
    }
    let radii = DVec3::from([(); 3].map(|()| random.magnitude(0.02, 1.0)));
    Shape::ellipsoid(radii, random.rotation()).unwrap()
}

/// A path of this many legs, some of them tiny or on a grid, with different times.
pub(crate) fn any_path(random: &mut Random, legs: usize) -> Vec<Waypoint> {
    let mut path = vec![Waypoint::new(0.0, random.vector(3.0))];
    for _ in 0..legs {
        let last = path[path.len() - 1];
        let to = match random.integer(0, 9) {
            0 => last.position,
            1 => last.position + random.vector(1e-3),
            2 => random.half_vector(3),
            _ => random.vector(2.5),
        };
        path.push(Waypoint::new(last.time + random.between(0.001, 0.01), to));
    }
    path
}

fn against_the_twin(group: u64, middle: DVec3) {
    let (paths, legs) = (form::cases(600, 1_500), 6);
    let (mut changes, mut looks) = (0, 0);
    for index in 0..paths {
        let mut random = Random::nth(31, group, index);
        let (mut alone, shape) = (any_trigger(&mut random), any_shape(&mut random));
        alone.pose.translation += middle;
        let mut path = any_path(&mut random, legs);
        path.iter_mut().for_each(|w| w.position += middle);
        let (c, l) = check(&alone, &shape, &path, &format!("path {index}"));
        changes += c;
        looks += l;
    }
    println!("{} legs, {changes} changes, {looks} looks of the twin", paths as usize * legs);
    assert!(changes > form::cases(400, 1_000));
}

#[test]
fn events_of_random_paths_through_random_triggers_agree_with_the_twin() {
    against_the_twin(0, DVec3::ZERO);
}

#[test]
fn events_of_random_paths_a_hundred_kilometres_out_agree_with_the_twin() {
    against_the_twin(1, DVec3::new(6e4, -1e3, -8e4));
}

#[test]
fn crossings_of_sheets_equal_those_of_a_ray_and_those_of_solids_add_up() {
    let (mut crossings, mut rays) = (0, 0);
    for index in 0..10_000 {
        let mut random = Random::nth(32, 0, index);
        let is_solid = random.chance(0.5);
        let soup = if is_solid { solid(&mut random) } else { sheets(&mut random) };
        let alone = Alone::still(soup, TriggerKind::Surface);
        let path = any_path(&mut random, 5);
        let (events, _) = alone.events(&any_shape(&mut random), &path);
        let inward = |kind| match kind {
            TriggerEventKind::Crossed { from_front } => {
                if from_front {
                    1
                } else {
                    -1
                }
            }
            _ => 0,
        };
        let triangles = corners(&alone.soup);
        let found: Vec<i64> = events.iter().map(|e| inward(e.kind)).filter(|i| *i != 0).collect();
        crossings += found.len();
        if is_solid {
            let around =
                |at: DVec3| winding(&triangles.iter().map(|t| t.map(|c| c - at)).collect::<Vec<_>>());
            let [start, end] = [path[0], path[5]].map(|w| around(w.position));
            assert_eq!(found.iter().sum::<i64>(), end - start, "path {index}: {events:?}");
        } else {
            let hits = |leg: &[Waypoint]| {
                let (from, way) = (leg[0].position, leg[1].position - leg[0].position);
                triangles.iter().filter_map(|t| ray_triangle(from, way, *t)).count()
            };
            let count: usize = path.windows(2).map(hits).sum();
            rays += count;
            assert_eq!(found.len(), count, "path {index}: {events:?}");
        }
    }
    println!("{crossings} crossings, {rays} of sheets");
    assert!(crossings > 5_000 && rays > 2_500);
}
