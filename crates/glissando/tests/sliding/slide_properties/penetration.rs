//! Starts in overlap: out by the shortest displacement, or reported stuck; never a silent overlap.

use super::corners::Corner;
use super::play::{Player, mover, shapes};
use glissando::slide::Stop;
use glissando::{DVec3, Shape};
use glissando_testkit::random::Random;
use glissando_testkit::soups::PLAIN;

/// Reference for the displacement out of planes through the origin: every face, crease and corner.
fn needed(corner: &Corner, shape: &Shape, shell: f64, at: DVec3) -> f64 {
    let n = &corner.normals;
    let extent = |n: DVec3| shape.extent_along(n) - shape.core().dot(n).abs();
    let lack: Vec<f64> =
        n.iter().map(|&n| shape.extent_along(n) + extent(n) * (shell - 1.0) - n.dot(at)).collect();
    let is_out = |by: DVec3| n.iter().zip(&lack).all(|(n, lack)| n.dot(by) >= lack - 1e-9);
    let mut ways = vec![DVec3::ZERO];
    for i in 0..n.len() {
        ways.push(n[i] * lack[i]);
        for j in 0..i {
            let (line, cosine) = (n[i].cross(n[j]), n[i].dot(n[j]));
            let push = |a: f64, b: f64| (a - cosine * b) / line.length_sq();
            ways.push(n[i] * push(lack[i], lack[j]) + n[j] * push(lack[j], lack[i]));
            for k in 0..j {
                let corner = n[j].cross(n[k]) * lack[i] + n[k].cross(n[i]) * lack[j] + line * lack[k];
                ways.push(corner / n[k].dot(line));
            }
        }
    }
    ways.into_iter().filter(|&by| is_out(by)).fold(f64::INFINITY, |least, by| least.min(by.length()))
}

/// Counts and largest deviations.
#[derive(Debug, Default)]
struct Tally {
    starts: usize,
    overlapping: usize,
    stuck: usize,
    /// Largest ratio of the displacement out to the needed one.
    excess: f64,
    /// Deepest unreported overlap, in radii.
    silent: f64,
}

/// Places a shape up to half its extent inside every plane of a corner and lets it come out.
fn drop_into(corner: &Corner, shape: Shape, deep: [f64; 3], tally: &mut Tally) {
    let mut player = Player::new(&corner.world, mover(shape), corner.beside(&shape, deep));
    tally.starts += 1;
    let needed = needed(corner, &shape, player.mover.rest_shell(), player.at);
    if player.overlap() > 1e-8 {
        tally.overlapping += 1;
    }
    let (end, moved) = player.step(DVec3::ZERO);
    tally.stuck += usize::from(end.stop == Stop::Stuck);
    if end.stop == Stop::Stuck {
        return;
    }
    let overlap = player.overlap();
    tally.silent = tally.silent.max(overlap);
    if moved != DVec3::ZERO {
        tally.excess = tally.excess.max(moved.length() / needed);
    }
}

fn check(name: &str, tally: &Tally) {
    println!("{name}: {tally:?}");
    assert!(tally.overlapping > 1500);
    assert_eq!(tally.stuck, 0);
    assert!(tally.silent <= 1e-8 && tally.excess <= 1.01);
}

#[test]
fn out_of_a_floor_a_wedge_or_a_corner_by_the_shortest_displacement() {
    for (name, least, most) in [("floors", 90.0, 90.0), ("wedges", 20.0, 175.0), ("sharp wedges", 5.0, 20.0)]
    {
        let (mut random, mut tally) = (Random::new(4), Tally::default());
        for _ in 0..500 {
            let angle = random.between(least, most).to_radians();
            for shape in shapes(&mut random) {
                let corner = Corner::wedge(angle, false, random.rotation_matrix());
                let deep = [(); 2].map(|()| random.between(0.5, 1.1));
                let second = if name == "floors" { 5.0 } else { deep[1] };
                drop_into(&corner, shape, [deep[0], second, 0.0], &mut tally);
            }
        }
        check(name, &tally);
    }
    let mut tally = Tally::default();
    let mut random = Random::new(5);
    while tally.starts < 2000 {
        let normals = [(); 3].map(|()| random.direction());
        let [a, b, c] = normals;
        if a.dot(b.cross(c)).abs() < 0.15 {
            continue;
        }
        for shape in shapes(&mut random) {
            // The core stays in the room: an end of it behind a corner is pushed on outward by the other sides.
            let deep = normals.map(|n| {
                let core = shape.core().dot(n).abs() / shape.extent_along(n);
                core + (1.0 - core) * random.between(0.5, 1.1)
            });
            drop_into(&Corner::of(normals), shape, deep, &mut tally);
        }
    }
    check("corners", &tally);
}

#[test]
fn out_of_a_random_soup_or_reported_stuck() {
    let (mut tally, mut half, mut half_stuck, mut narrow) = (Tally::default(), 0, 0, 0);
    for seed in 0..60 {
        let mut random = Random::nth(6, seed, 0);
        let world = PLAIN.world(&mut random);
        for shape in shapes(&mut random) {
            for _ in 0..40 {
                let start = random.vector(6.0);
                let mut player = Player::new(&world, mover(shape), start);
                tally.starts += 1;
                let overlap = player.overlap();
                if overlap <= 1e-8 {
                    continue;
                }
                tally.overlapping += 1;
                let (end, _) = player.step(DVec3::ZERO);
                let is_stuck = end.stop == Stop::Stuck;
                (half, half_stuck) =
                    (half + usize::from(overlap < 0.5), half_stuck + usize::from(overlap < 0.5 && is_stuck));
                if is_stuck {
                    tally.stuck += 1;
                    assert_eq!(player.at, start);
                } else {
                    // Where only a smaller gap fits, no surface is nearer than half of that.
                    let kept = end.reduced_skin.unwrap_or_else(|| player.mover.skin());
                    let given_way = 0.5 * (player.mover.skin() - kept) / shape.smallest_radius();
                    narrow += usize::from(end.reduced_skin.is_some());
                    tally.silent = tally.silent.max(player.overlap() - given_way);
                    assert!(PLAIN.is_inside(player.at));
                }
            }
        }
    }
    println!(
        "soups: {tally:?}, {half} less than half a radius deep, {half_stuck} of them stuck; {narrow} with smaller gaps"
    );
    assert!(tally.overlapping > 3000 && tally.silent <= 1e-8);
    assert!(half_stuck * 50 <= half);
}
