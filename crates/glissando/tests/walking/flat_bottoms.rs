//! A flat bottom on ramps, ridges and edges: from every heading, and with the body turned any way about up.

use super::capsules::wall;
use glissando::character::{BodyChange, BodyShape};
use glissando::math::cos_degrees;
use glissando::{DQuat, DVec3, Ground, Soup};
use glissando_testkit::random::Random;
use glissando_testkit::scenes;
use glissando_testkit::script::{Start, Walk, What};

/// Roundings of a box, metres.
const ROUNDINGS: [f64; 2] = [0.001, 0.02];

/// Turns of the body about up, degrees.
const TURNS: [f64; 4] = [0.0, 11.0, 30.0, 45.0];

fn about_up(degrees: f64) -> DQuat {
    let (c, s) = scenes::cos_sin(degrees / 2.0);
    DQuat::from_xyzw(0.0, s, 0.0, c)
}

fn in_scene(soup: &Soup, rounding: f64, turn: f64) -> Start {
    Walk::in_scene(soup).with(|s| {
        (s.body, s.rounding, s.rotation) = (BodyShape::Box, rounding, about_up(turn));
    })
}

/// Every rounding with every turn.
fn bodies() -> impl Iterator<Item = (f64, f64)> {
    ROUNDINGS.into_iter().flat_map(|rounding| TURNS.map(|turn| (rounding, turn)))
}

/// The way up leads over the fold at the bottom of the ramp and that at its top, and back.
#[test]
fn ramps_are_walked_up_and_down_from_every_heading_at_full_horizontal_speed() {
    let mut walked = 0;
    for degrees in [5.0, 20.0, 44.9] {
        let length = 3.0 * cos_degrees(degrees);
        for (rounding, turn) in bodies() {
            for heading in [0.0, 20.0, 45.0, 60.0, 315.0] {
                let wish = scenes::heading(heading) * 4.0;
                let seconds = (length + 4.0) / wish.x;
                let side = -0.5 * wish.z * seconds;
                let mut walk =
                    in_scene(&scenes::ramp(degrees, 3.0), rounding, turn).on(DVec3::new(-2.0, 0.0, side));
                for wish in [wish, -wish] {
                    let start = walk.position();
                    walk.always(Ground::Standing).wish(wish).for_seconds(seconds);
                    let gone = walk.position() - start;
                    let short = wish * ((seconds * 60.0).round() / 60.0) - DVec3::new(gone.x, 0.0, gone.z);
                    walk.expect_close("way on the map", short.length(), 0.0, 1e-9);
                }
                walk.expect_feet_on(0.0).expect_never(What::HitWall).expect_never(What::SteppedUp);
                walk.expect_never(What::LeftGround).expect_never(What::Recovered);
                walked += 1;
            }
        }
    }
    println!("{walked} ramps up and down");
}

/// A hill of triangles whose heights are random, none steeper than the climb limit.
fn hills(seed: u64, cell: f64) -> Soup {
    const COUNT: usize = 24;
    let mut random = Random::new(seed);
    let mut heights = [[0.0; COUNT + 1]; COUNT + 1];
    heights.iter_mut().flatten().for_each(|height| *height = random.between(0.0, 0.45 * cell));
    let mut soup = Soup::default();
    let at = |i: usize, k: usize| {
        let place = |n: usize| (n as f64 - 0.5 * COUNT as f64) * cell;
        DVec3::new(place(i), heights[i][k], place(k)).as_vec3()
    };
    for i in 0..COUNT {
        for k in 0..COUNT {
            let corners = [at(i, k), at(i, k + 1), at(i + 1, k + 1), at(i + 1, k)];
            soup.push([corners[0], corners[1], corners[2]], 0);
            soup.push([corners[0], corners[2], corners[3]], 0);
        }
    }
    soup
}

#[test]
fn rough_ground_below_the_climb_limit_catches_no_edge_of_it() {
    let mut ticks = 0;
    for (seed, cell) in [(1, 0.25), (2, 0.5), (3, 1.0), (4, 1.0)] {
        let soup = hills(seed, cell);
        for (rounding, turn) in bodies() {
            for heading in [0.0, 33.0, 90.0, 201.0] {
                let wish = scenes::heading(heading) * 3.0;
                let seconds = 5.0 * cell / 3.0;
                let mut walk = in_scene(&soup, rounding, turn).on(wish * (-0.5 * seconds) + DVec3::Y * cell);
                let start = walk.position();
                walk.always(Ground::Standing).wish(wish).for_seconds(seconds);
                let gone = walk.position() - start;
                let wanted = wish * ((seconds * 60.0).round() / 60.0);
                let short = (wanted - DVec3::new(gone.x, 0.0, gone.z)).length();
                walk.expect_close("way on the map", short, 0.0, 1e-9);
                walk.expect_never(What::HitWall).expect_never(What::LeftGround).expect_never(What::Recovered);
                ticks += (seconds * 60.0) as usize;
            }
        }
    }
    println!("{ticks} ticks");
}

#[test]
fn stairs_are_steps_for_a_body_that_comes_with_a_corner_first() {
    for (rounding, turn) in bodies() {
        for (rise, tread) in [(0.1, 0.3), (0.3, 0.3), (0.4, 0.6)] {
            let length = 6.0 * tread;
            let mut walk = in_scene(&scenes::stairs(rise, 6, tread), rounding, turn).on(DVec3::X * -1.0);
            walk.always(Ground::Standing).wish(DVec3::X * 3.0);
            walk.until(4.0, |w| w.position().x > length + 1.0);
            walk.expect_feet_on(rise * 6.0).wish(DVec3::X * -3.0);
            walk.until(4.0, |w| w.position().x < -1.0);
            walk.expect_feet_on(0.0).expect_never(What::LeftGround).expect_never(What::Recovered);
        }
    }
}

/// The surface under the bottom decides, not the way out of the edge that it lies on.
#[test]
fn it_stands_on_a_ledge_with_a_corner_of_its_bottom() {
    for (rounding, turn) in bodies() {
        let flat = 0.4 - rounding;
        let reach = flat * (cos_degrees(turn) + cos_degrees(90.0 - turn));
        let place = DVec3::new(reach - 0.02, 0.0, 0.3);
        let mut walk = in_scene(&scenes::ledge(2.0), rounding, turn).on(place);
        walk.always(Ground::Standing).for_seconds(1.0).expect_feet_on(0.0);
        walk.expect_close("place", walk.position().x, place.x, 0.0);
        walk.always(None).wish(DVec3::X * 0.5).for_seconds(2.0).expect_feet_on(-2.0);
    }
}

/// Falls from `above`, settles, and must then not move by a bit.
fn rests(start: Start, above: DVec3) -> bool {
    let mut walk = start.at(above);
    walk.for_seconds(2.0);
    if walk.state().ground != Ground::Standing {
        return false;
    }
    let settled = *walk.state();
    walk.for_ticks(300);
    let now = *walk.state();
    if now.position != settled.position || now.velocity != DVec3::ZERO || now.ground != Ground::Standing {
        walk.fail(&format!("crept away from {:?}", walk.to_scene(settled.position)));
    }
    true
}

#[test]
fn no_box_creeps_on_slopes_ledges_edges_and_at_feet_of_walls() {
    let mut random = Random::new(12);
    let scenes = [
        scenes::slope(0.001, 10.0),
        scenes::slope(30.0, 10.0),
        scenes::slope(44.9, 10.0),
        scenes::ledge(3.0),
        scenes::stairs(0.3, 6, 0.3),
        scenes::ramp(40.0, 3.0),
        scenes::ramp(60.0, 3.0),
        scenes::gap(0.3, 3.0),
        scenes::fence(0.3, 0.0),
        scenes::groove(30.0),
        scenes::groove(70.0),
        scenes::fan_floor(4.0, 8, 5),
        hills(5, 0.5),
        scenes::strip(&[(-5.0, -1.0), (0.0, 0.0), (0.0, 3.0)], 5.0),
        scenes::corner(70.0),
    ];
    let (mut rested, mut tried) = (0, 0);
    for (scene, (rounding, turn)) in scenes.iter().flat_map(|scene| bodies().map(move |body| (scene, body))) {
        for _ in 0..4 {
            let above = DVec3::new(random.between(-1.5, 2.0), 5.0, random.between(-1.5, 1.5));
            rested += usize::from(rests(in_scene(scene, rounding, turn), above));
            tried += 1;
        }
    }
    println!("{rested} of {tried} came to stand, and rested");
    assert!(rested > tried / 2);
}

/// The roof's ridge lies along z: the bottom goes level over it, and stands across it.
#[test]
fn a_ridge_is_crossed_with_the_bottom_flat_on_it() {
    for (rounding, turn) in bodies() {
        let roof = scenes::strip(&[(-5.0, -5.0 * 0.7), (0.0, 0.0), (5.0, -5.0 * 0.7)], 8.0);
        let mut walk = in_scene(&roof, rounding, turn).on(DVec3::new(-2.0, -0.6, 0.0));
        walk.always(Ground::Standing).wish(DVec3::new(2.0, 0.0, 0.7));
        let (start, mut highest) = (walk.position(), f64::MIN);
        for _ in 0..120 {
            walk.tick();
            highest = highest.max(walk.feet());
            if walk.position().x.abs() < 0.3 {
                walk.expect_feet_on(0.0);
            }
        }
        walk.expect_close("way", walk.position().x - start.x, 4.0, 1e-9);
        walk.expect_never(What::HitWall).expect_never(What::Recovered);
        assert!(highest < 0.02, "{highest}");
    }
}

#[test]
fn along_the_seams_of_a_wall_its_edges_do_not_catch() {
    let mut walked = 0;
    for (cell, lean) in [(0.37, 0.31), (1.5, 0.0), (1.5, 0.2)] {
        let soup = wall(cell, lean);
        for (rounding, turn) in bodies() {
            for degrees in [5.0, 30.0, 60.0] {
                let wish = scenes::heading(-degrees) * 4.0;
                let against = if wish.z < 0.0 { wish } else { DVec3::new(wish.x, 0.0, -wish.z) };
                let mut walk = in_scene(&soup, rounding, turn).on(DVec3::new(-6.0, 0.0, 0.7));
                walk.always(Ground::Standing).wish(against).for_seconds(1.5);
                for _ in 0..60 {
                    let before = walk.position();
                    walk.tick();
                    let gone = walk.position() - before;
                    walk.expect_close("way along", gone.x, against.x / 60.0, 1e-6);
                    walk.expect_close("way off the wall", gone.z, 0.0, 1e-6);
                }
                walk.expect_never(What::Recovered);
                walked += 1;
            }
        }
    }
    println!("{walked} walks along walls");
}

/// A corner of the box needs more room than its side: the turn moves it off the wall, and takes it nowhere else.
#[test]
fn turning_in_place_beside_a_wall_moves_it_off_the_wall_and_no_further() {
    for rounding in ROUNDINGS {
        let mut walk = in_scene(&wall(0.37, 0.31), rounding, 0.0).on(DVec3::new(-1.0, 0.0, 0.5));
        walk.always(Ground::Standing).wish(DVec3::Z * -4.0).for_seconds(0.5).stop().for_seconds(0.2).forget();
        let (from, flat) = (walk.position(), 0.4 - rounding);
        for degrees in 1..=360 {
            let turn = f64::from(degrees);
            let change = walk.turn(about_up(turn), 0.05);
            assert!(!matches!(change, BodyChange::Refused { .. }), "{degrees}: {change:?}");
            walk.tick();
            let side = scenes::heading(turn).abs();
            let reach = rounding + flat * (side.x + side.z);
            assert!(walk.position().z > reach, "{degrees}: {:?}", walk.position());
        }
        let furthest = rounding + flat * 2.0_f64.sqrt();
        let off = walk.position() - from;
        assert!(off.x.abs() < 1e-6 && off.y.abs() < 1e-6, "{off:?}");
        walk.expect_close("off the wall", walk.position().z, furthest, 0.01).expect_feet_on(0.0);
        walk.expect_never(What::Recovered);
    }
}

#[test]
fn a_turn_without_room_is_refused_by_the_name_of_the_wall_and_changes_nothing() {
    for rounding in ROUNDINGS {
        let mut walk = in_scene(&scenes::corridor(0.9), rounding, 0.0).on(DVec3::ZERO);
        let before = *walk.state();
        assert_eq!(walk.turn(about_up(2.0), 0.0), BodyChange::Fits);
        let change = walk.turn(about_up(45.0), 1.0);
        let BodyChange::Refused { depth, surface } = change else { panic!("{change:?}") };
        assert!(depth > 0.05 && depth < 0.2, "{depth}");
        assert!(walk.state().position == before.position && surface.triangle > 1, "{surface:?}");
        walk.always(Ground::Standing).wish(DVec3::X).for_seconds(0.5).expect_never(What::Recovered);
        walk.expect_close("way", walk.position().x, 0.5, 1e-9);
    }
}

/// Without asking, the tick itself moves the body out, or says that it is stuck.
#[test]
fn a_body_that_was_changed_in_a_tight_place_is_recovered_or_stuck_and_never_moved_through_a_wall() {
    let bodies = [BodyShape::Ellipsoid, BodyShape::Capsule, BodyShape::Box];
    let (mut changed, mut stuck) = (0, 0);
    for (width, (from, to)) in [0.7, 0.81, 0.9, 1.0]
        .into_iter()
        .flat_map(|width| bodies.into_iter().flat_map(move |from| bodies.map(move |to| (width, (from, to)))))
    {
        let thin = DVec3::new(0.3, 0.9, 0.3);
        let start = Walk::in_scene(&scenes::corridor(width))
            .with(|s| (s.body, s.radii, s.crouch_radii, s.rounding) = (from, thin, thin, 0.02));
        let mut walk = start.on(DVec3::new(0.0, 0.0, 0.03));
        let wide = DVec3::new(0.4, 0.9, 0.4);
        walk.settings(|s| (s.body, s.radii, s.crouch_radii, s.rotation) = (to, wide, wide, about_up(10.0)));
        walk.for_ticks(30);
        let is_stuck = walk.count(What::Stuck) > 0;
        if to == BodyShape::Box || width < 0.8 {
            assert_eq!(is_stuck, width < 0.95, "{from:?} to {to:?} in {width} m");
        }
        assert!(walk.position().z.abs() < 0.5 * width, "{:?}", walk.position());
        stuck += usize::from(is_stuck);
        changed += 1;
    }
    println!("{changed} changes, {stuck} stuck");
}
