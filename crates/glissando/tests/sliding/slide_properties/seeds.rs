//! Defects of the tutorials in sweeping and sliding, each by its number, beside its own formula.

use super::corners::Corner;
use super::play::{Player, mover};
use super::rest::wedges;
use glissando::slide::{MAX_SUB_STEPS, Stop};
use glissando::{Body, DAffine3, DMat3, DVec3, Mesh, MeshOptions, Shape, Soup, Sweep, World};
use glissando_testkit::random::Random;
use glissando_testkit::soups::insert;

/// A square floor of this half width whose normal is `normal`, through the origin.
fn floor(normal: DVec3, half: f64) -> Soup {
    let across = normal.cross(DVec3::new(0.3, 0.2, 0.9)).try_normalize().unwrap();
    let along = normal.cross(across);
    let corner = |a: f64, b: f64| ((across * a + along * b) * half).as_vec3();
    let mut soup = Soup::default();
    soup.push([corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0)], 0);
    soup.push([corner(-1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)], 0);
    soup
}

fn world_of(soup: &Soup) -> World {
    let mut world = World::new();
    insert(&mut world, soup, DAffine3::IDENTITY);
    world
}

/// A5. A strict `distance > 0` ignores a touching floor.
#[test]
fn seed_a5_a_body_that_touches_never_sinks_in_the_next_tick() {
    let world = world_of(&floor(DVec3::Y, 50.0));
    let ball = Shape::sphere(1.0).unwrap();
    let (mut random, mut seed_sinks) = (Random::new(1), 0);
    for _ in 0..2000 {
        let side = random.sign();
        let at = DVec3::new(random.between(-9.0, 9.0), side, random.between(-9.0, 9.0));
        let way = random.direction();
        let down = DVec3::new(way.x, -side * way.y.abs().max(0.01), way.z) * random.magnitude(1e-3, 2.0);
        let distance = at.y * side - 1.0;
        let is_hit_by_seed = distance > 0.0 && distance < -down.y * side;
        seed_sinks += u32::from(!is_hit_by_seed);
        let hit = world.sweep(&Sweep::new(ball, at, down).unwrap()).expect("it touches and comes nearer");
        assert_eq!((hit.fraction, hit.normal), (0.0, DVec3::Y * side));
        assert_eq!(world.sweep(&Sweep::new(ball, at, -down).unwrap()), None);
        let mut player = Player::new(&world, mover(ball), at);
        for _ in 0..5 {
            player.step(down);
            assert!(player.at.y * side >= 1.005 - 1e-9);
        }
    }
    println!("A5: 2000 touching starts on both sides: the seed sinks {seed_sinks} times, we never");
    assert_eq!(seed_sinks, 2000);
}

/// A6. Back to the last safe position: a floor that rises into the body freezes it, or throws it back.
#[test]
fn seed_a6_a_floor_that_rises_into_a_body_neither_freezes_it_nor_throws_it_back() {
    let mut world = World::new();
    let mesh = Mesh::build(&floor(DVec3::Y, 100.0), &MeshOptions::default()).unwrap().0;
    let lift = world.insert(Body::new(mesh)).unwrap();
    let shape = Shape::upright_ellipsoid(DVec3::new(0.4, 0.9, 0.4)).unwrap();
    let (wish, mut at) = (DVec3::new(0.05, 0.0, 0.02), DVec3::new(-30.0, 0.92, -10.0));
    for tick in 1..=1000 {
        let height = 0.01 * f64::from(tick);
        world.set_pose(lift, DAffine3::from_translation(DVec3::Y * height)).unwrap();
        let mut player = Player::new(&world, mover(shape), at);
        let (end, moved) = player.step(wish);
        assert_eq!(end.stop, Stop::Done);
        let level = DVec3::new(moved.x, 0.0, moved.z);
        assert!((level - wish).length() < 1e-12, "tick {tick}: {moved:?}");
        assert!((-1e-12..0.03).contains(&moved.y), "tick {tick}: {moved:?}");
        assert!(player.overlap() < 1e-8);
        at = player.at;
    }
    println!("A6: 1000 ticks on a floor that rises 0.01 m each: never frozen, never thrown");
}

/// A8. Projecting in ellipsoid space makes a tall body run up slopes faster than its walking speed.
#[test]
fn seed_a8_a_tall_ellipsoid_never_climbs_faster_than_the_push_allows() {
    let radii = DVec3::new(0.4, 0.9, 0.4);
    let shape = Shape::upright_ellipsoid(radii).unwrap();
    let inverse = DVec3::new(1.0 / radii.x, 1.0 / radii.y, 1.0 / radii.z);
    for (degrees, seed_speed) in [(30.0_f64, 1.08), (45.0, 1.18), (60.0, 1.26)] {
        let (sine, cosine) = degrees.to_radians().sin_cos();
        let normal = DVec3::new(-sine, cosine, 0.0);
        let wish = DVec3::X * 0.1;
        let normal_in_unit = normal.scale(radii).try_normalize().unwrap();
        let wish_in_unit = wish.scale(inverse);
        let slid = (wish_in_unit - normal_in_unit * normal_in_unit.dot(wish_in_unit)).scale(radii);
        assert!((slid.length() / wish.length() - seed_speed).abs() < 0.01);
        let world = world_of(&floor(normal, 50.0));
        let start = normal * (shape.extent_along(normal) * 1.01);
        let mut player = Player::new(&world, mover(shape), start);
        for _ in 0..100 {
            let (_, moved) = player.step(wish);
            assert!((moved.length() / wish.length() - cosine).abs() < 1e-6, "{degrees}: {moved:?}");
        }
        println!("A8: {degrees} degrees: the seed climbs at {seed_speed}, we at {cosine:.2} of the push");
    }
}

/// B2. "Take the second root if the first is negative" is the time of leaving: through, and caught behind.
#[test]
fn seed_b2_a_body_in_touch_with_an_edge_or_corner_never_hits_it_when_it_leaves() {
    let (mut random, mut seed_exits, mut counts) = (Random::new(2), 0, [0; 2]);
    let ball = Shape::sphere(1.0).unwrap();
    while counts[0] + counts[1] < 10_000 {
        let corners = [DVec3::ZERO, DVec3::X * 2.0, DVec3::Z * 2.0];
        let is_edge = random.chance(0.5);
        let point = if is_edge { DVec3::X * random.between(0.1, 1.9) } else { DVec3::ZERO };
        let normal = random.direction();
        // The point is the closest one if no part of the triangle lies towards the centre.
        let is_closest = normal.z < -0.01 && if is_edge { true } else { normal.x < -0.01 };
        let normal =
            if is_edge { DVec3::new(0.0, normal.y, normal.z).try_normalize().unwrap() } else { normal };
        let way = random.direction();
        if !is_closest || way.dot(normal).abs() < 0.05 {
            continue;
        }
        let centre = point + normal * random.pick(&[1.0, 0.99, 0.7, 0.3]);
        let step = way * random.between(0.1, 4.0);
        let soup = {
            let mut soup = Soup::default();
            soup.push(corners.map(DVec3::as_vec3), 0);
            soup
        };
        // The seed's quadratic of the corner: |centre + t step - point| = 1, the positive root of the two.
        let offset = centre - point;
        let (a, b, c) = (step.length_sq(), 2.0 * step.dot(offset), offset.length_sq() - 1.0);
        let exit = (-b + (b * b - 4.0 * a * c).max(0.0).sqrt()) / (2.0 * a);
        let hit = world_of(&soup).sweep(&Sweep::new(ball, centre, step).unwrap());
        if way.dot(normal) > 0.0 {
            assert_eq!(hit, None, "{centre:?} {step:?}");
            seed_exits += u32::from((1e-9..1.0).contains(&exit));
            counts[0] += 1;
        } else {
            let hit = hit.expect("it comes nearer");
            assert!(hit.fraction * step.length() < 1e-9 && (hit.normal - normal).length() < 1e-9);
            counts[1] += 1;
        }
    }
    println!(
        "B2: {counts:?} starts in touch that leave and that come nearer; the seed stops {seed_exits} leavers"
    );
    assert!(seed_exits > 1000);
}

/// B4. A distance kept along the motion is almost zero across it.
#[test]
fn seed_b4_the_skin_never_wears_off_at_grazing_incidence() {
    let world = world_of(&floor(DVec3::Y, 400.0));
    for degrees in [10.0_f64, 1.0, 0.1, 0.01] {
        let (sine, cosine) = degrees.to_radians().sin_cos();
        let seed_gap = 0.005 * sine;
        let ball = Shape::sphere(1.0).unwrap();
        let mut player = Player::new(&world, mover(ball), DVec3::new(0.0, 1.02, 0.0));
        let mut least = f64::INFINITY;
        for _ in 0..1000 {
            player.step(DVec3::new(cosine, -sine, 0.0) * 0.3);
            least = least.min(player.at.y - 1.0);
        }
        println!("B4: {degrees} degrees: the seed keeps {seed_gap:.1e}, we at least {least:.6}");
        assert!(seed_gap < 1e-3 && least >= 0.005 - 1e-9);
    }
}

/// The tutorial's slide, one plane at a time, for a ball of radius one between planes through the origin.
fn seed_slide(normals: &[DVec3], at: DVec3, wish: DVec3, depth: u32) -> DVec3 {
    const VERY_CLOSE: f64 = 0.005;
    let length = wish.length();
    if depth > 5 || length < 1e-12 {
        return at;
    }
    let mut first: Option<(f64, DVec3)> = None;
    for &n in normals {
        let (gap, speed) = (n.dot(at) - 1.0, -n.dot(wish));
        if speed > 0.0 {
            let t = gap.max(0.0) / speed;
            if t <= 1.0 && first.is_none_or(|(least, _)| t < least) {
                first = Some((t, n));
            }
        }
    }
    let Some((t, normal)) = first else { return at + wish };
    let way = wish / length;
    let touch = at + wish * t;
    let (base, point) = if t * length >= VERY_CLOSE {
        (touch - way * VERY_CLOSE, touch - normal - way * VERY_CLOSE)
    } else {
        (at, touch - normal)
    };
    let slide_normal = (base - point).try_normalize().unwrap();
    let goal = at + wish;
    let rest = goal - slide_normal * slide_normal.dot(goal - point) - point;
    if rest.length() < VERY_CLOSE { base } else { seed_slide(normals, base, rest, depth + 1) }
}

/// B5. One plane at a time never settles in an obtuse corner; all planes at once do.
#[test]
fn seed_b5_pushes_into_obtuse_wedges_come_to_rest() {
    let (mut seed_unrest, mut count) = (0, 0);
    for degree in (100..=170).step_by(10) {
        let angle = f64::from(degree).to_radians();
        let corner = Corner::wedge(angle, true, DMat3::IDENTITY);
        for k in 0..10 {
            let between = (0.05 + 0.1 * f64::from(k) - 0.5) * (core::f64::consts::PI - angle);
            let wish = DVec3::new(0.2 * between.sin(), -0.2 * between.cos(), -0.03);
            let mut at = DVec3::new(0.0, 1.05 / (0.5 * angle).sin() + 0.5, 1.3);
            let mut largest = 0.0_f64;
            for tick in 0..260 {
                let before = at;
                at = seed_slide(&corner.normals, at, wish, 0);
                if tick > 160 {
                    largest = largest.max((at - before).length());
                }
            }
            seed_unrest += u32::from(largest > 1e-4);
            count += 1;
        }
    }
    let ours = wedges((100..=170).step_by(5), true);
    println!("B5: {count} pushes: the seed never settles in {seed_unrest}; ours: {ours:?}");
    assert!(seed_unrest > count / 2);
    assert!(ours.is_at_rest());
}

/// D3. Edges and corners touched at time zero are missed, and a corner may loop for ever.
#[test]
fn seed_d3_rest_on_an_edge_or_corner_holds_and_every_slide_ends() {
    let roof = Soup::new(
        &[
            [-9.0, -4.0, -9.0],
            [0.0, 0.0, -9.0],
            [9.0, -4.0, -9.0],
            [-9.0, -4.0, 9.0],
            [0.0, 0.0, 9.0],
            [9.0, -4.0, 9.0],
        ],
        &[[0, 3, 4], [0, 4, 1], [1, 4, 5], [1, 5, 2]],
    );
    let spike = Soup::new(
        &[[0.0, 0.0, 0.0], [5.0, -5.0, 0.0], [0.0, -5.0, 5.0], [-5.0, -5.0, 0.0], [0.0, -5.0, -5.0]],
        &[[0, 2, 1], [0, 3, 2], [0, 4, 3], [0, 1, 4]],
    );
    for soup in [&roof, &spike] {
        let world = world_of(soup);
        for shape in
            [Shape::sphere(1.0).unwrap(), Shape::upright_ellipsoid(DVec3::new(0.4, 0.9, 0.4)).unwrap()]
        {
            let mut player = Player::new(&world, mover(shape), DVec3::Y * 1.3);
            player.step(-DVec3::Y);
            let rest = player.at;
            assert!(player.overlap() <= 1e-8);
            for _ in 0..1000 {
                let (end, moved) = player.step(DVec3::Y * -0.1);
                assert!(end.stop == Stop::Blocked && moved == DVec3::ZERO);
            }
            let bare = Sweep::new(shape, DVec3::Y * shape.radii().y, DVec3::Y * -0.1).unwrap();
            assert_eq!(world.sweep(&bare).map(|hit| hit.fraction), Some(0.0));
            assert_eq!(player.at, rest);
        }
    }
    let (mut random, mut most) = (Random::new(3), 0);
    for _ in 0..2000 {
        let normals = [(); 3].map(|()| random.direction());
        if normals[0].dot(normals[1].cross(normals[2])).abs() < 0.05 {
            continue;
        }
        let corner = Corner::of(normals);
        let shape = Shape::sphere(1.0).unwrap();
        let start = corner.beside(&shape, [1.1, 1.3, 1.5]);
        let mut player = Player::new(&corner.world, mover(shape), start);
        for _ in 0..5 {
            let (end, _) = player.step(random.direction() * random.between(0.1, 5.0));
            assert_ne!(end.stop, Stop::SubSteps);
            most = most.max(end.sub_steps);
        }
    }
    println!(
        "D3: rest on edges and corners holds; slides in corners end after {most} of {MAX_SUB_STEPS} sub-steps"
    );
}
