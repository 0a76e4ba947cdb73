//! A ridge is as round as the body that slides over it.

use glissando::slide::{Mover, SlideBuffer, slide};
use glissando::{DAffine3, DVec3, Filter, Shape, Soup, World};
use glissando_testkit::random::Random;
use glissando_testkit::soups::insert;

/// A roof along z through the origin, whose sides fall by these slopes, each a row of random triangles.
fn roof(falls: [f64; 2], pose: DAffine3, random: &mut Random) -> World {
    let mut world = World::new();
    let mut ridge = vec![-20.0];
    while ridge.last().is_some_and(|&z| z < 20.0) {
        ridge.push(ridge.last().unwrap() + random.between(0.05, 1.0));
    }
    for (side, fall) in [-1.0, 1.0].into_iter().zip(falls) {
        let mut soup = Soup::default();
        let down = |z: f64| DVec3::new(20.0 * side, -20.0 * fall, z).as_vec3();
        for pair in ridge.windows(2) {
            let [a, b] = [pair[0], pair[1]].map(|z| DVec3::new(0.0, 0.0, z).as_vec3());
            soup.push([a, b, down(pair[1])], 0);
            soup.push([a, down(pair[1]), down(pair[0])], 0);
        }
        insert(&mut world, &soup, pose);
    }
    world
}

#[test]
fn over_a_ridge_the_normal_turns_from_face_to_face_without_a_jump() {
    let (mut slides, mut on_edge, mut worst) = (0, 0, 0.0_f64);
    for seed in 0..200 {
        let mut random = Random::nth(3, seed, 0);
        let falls = [random.between(0.0, 1.5), random.between(0.05, 1.5)];
        let pose = DAffine3 { matrix3: random.rotation_matrix(), translation: random.vector(1e4) };
        let axes = pose.matrix3;
        let world = roof(falls, pose, &mut random);
        let faces = [DVec3::new(-falls[0], 1.0, 0.0), DVec3::new(falls[1], 1.0, 0.0)];
        let [first, second] = faces.map(|n| axes * n.try_normalize().unwrap());
        let radius = random.between(0.2, 1.0);
        let ball = Shape::sphere(radius).unwrap();
        let mover = Mover::with_usual_skin(ball, Filter::ALL).unwrap();
        let start = axes * DVec3::new(-1.0, -falls[0], 0.0) + first * (radius * 1.011);
        let mut at = pose.translation + start;
        let onward = axes * DVec3::new(0.02, 0.0, random.between(-0.02, 0.02));
        let mut before: Option<(DVec3, DVec3)> = None;
        let mut buffer = SlideBuffer::default();
        for _ in 0..500 {
            // Down onto the current surface, but never back.
            let lean = before.map_or(first, |(normal, _)| normal);
            at = slide(&world, &mover, at, onward - lean * 0.03, &mut buffer, &mut ()).unwrap().position;
            slides += 1;
            let Some(contact) = buffer.contacts.first() else { continue };
            let normal = contact.normal;
            for other in &buffer.contacts {
                assert!((other.normal - normal).length() < 1e-4, "{seed}: {:?}", buffer.contacts);
            }
            // Between the two: on their great circle, on the inner side of both.
            let axis = first.cross(second);
            assert!(normal.dot(axis).abs() < 1e-6, "{seed}");
            assert!(
                first.cross(normal).dot(axis) > -1e-6 && normal.cross(second).dot(axis) > -1e-6,
                "{seed}"
            );
            if let Some((last, place)) = before {
                let turn = (normal - last).length() * radius;
                worst = worst.max(turn / (at - place).length());
            }
            on_edge += usize::from((normal - first).length() > 1e-3 && (normal - second).length() > 1e-3);
            before = Some((normal, at));
        }
        let (last, _) = before.expect("it touched");
        assert!((last - second).length() < 1e-3, "{seed}: it came over");
    }
    println!(
        "{slides} slides over ridges, {on_edge} of them on the edge; at most {worst:.4} of a turn in place"
    );
    assert!(on_edge > 1000 && worst <= 1.0);
}
