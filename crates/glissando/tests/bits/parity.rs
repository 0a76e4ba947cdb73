//! The scripted walk of `docs/parity`, which every language surface makes too: here is the reference.

use crate::determinism::yard::{Hash, yard_soups};
use glissando::{
    Config, DVec3, Ground, Input, Mesh, MeshOptions, Scratch, Settings, Soup, State, Vec3, World, step,
};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The line that every surface prints.
const LINE: &str = "parity walk: 10000 ticks, hash 0xdbf1fdbc8905259f";

const LEVEL: &str = include_str!("../../../../docs/parity/level.obj");

/// The triangles of an OBJ text of `v` and `f` lines.
fn soup_of(text: &str) -> Soup {
    let mut soup = Soup::default();
    for line in text.lines() {
        let mut words = line.split(' ');
        match words.next() {
            Some("v") => {
                let [x, y, z] = [(); 3].map(|()| words.next().unwrap().parse().unwrap());
                soup.vertices.push(Vec3::new(x, y, z));
            }
            Some("f") => {
                soup.triangles.push([(); 3].map(|()| words.next().unwrap().parse::<u32>().unwrap() - 1));
            }
            _ => panic!("a line that is no v and no f: {line}"),
        }
    }
    soup
}

#[test]
fn the_walk_of_all_surfaces_prints_the_line_of_the_constant() {
    let mut world = World::new();
    world.insert_mesh(Mesh::build(&soup_of(LEVEL), &MeshOptions::default()).unwrap().0);
    let config = Config::new(&Settings::default()).unwrap();
    let mut state = State::with_feet_at(&config, DVec3::new(0.0, 3.0, 0.0));
    let (mut scratch, mut hash) = (Scratch::new(), Hash::new());
    let (mut x, mut input) = (1_u32, Input::default());
    let (mut standing, mut events, mut far) = (0, 0, 0.0_f64);
    for tick in 0..10_000 {
        x = x.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        if tick % 32 == 0 {
            let speed = |bits: u32| (f64::from(bits & 255) - 128.0) / 32.0;
            input.wish = DVec3::new(speed(x >> 8), 0.0, speed(x >> 16));
            input.crouch = (x >> 24) & 7 == 0;
        }
        input.jump = (x >> 24) & 127 == 0;
        events += step(&world, &config, &mut state, input, 1.0 / 60.0, &mut scratch).unwrap().events.len();
        let is_standing = state.ground == Ground::Standing;
        hash.add_vector(state.position);
        hash.add_byte(u8::from(is_standing));
        standing += u32::from(is_standing);
        far = far.max(state.position.abs().max_element());
    }
    println!("{standing} ticks standing, {events} events, at most {far:.1} m from the middle");
    // The walk has to be worth comparing: on the ground and in the air, among obstacles, never out of the yard.
    assert!((1_000..9_000).contains(&standing) && events > 300 && far < 13.0);
    assert_eq!(format!("parity walk: 10000 ticks, hash {:#018x}", hash.0), LINE);
}

/// The level is the yard of the other constants, as one soup, every coordinate rounded to 1/1024 m and every vertex once.
#[test]
fn the_level_of_the_walk_is_the_yard() {
    let (mut numbers, mut vertices, mut faces) = (BTreeMap::new(), String::new(), String::new());
    for (soup, pose) in yard_soups() {
        for corners in &soup.triangles {
            faces.push('f');
            for corner in corners {
                let at = pose.transform_point(soup.vertices[*corner as usize].as_dvec3());
                let [x, y, z] = at.to_array().map(|c| (c * 1024.0).round() / 1024.0 + 0.0);
                let (line, next) = (format!("v {x} {y} {z}\n"), numbers.len() + 1);
                let number = *numbers.entry(line.clone()).or_insert(next);
                if number == next {
                    vertices.push_str(&line);
                }
                write!(faces, " {number}").unwrap();
            }
            faces.push('\n');
        }
    }
    let text = vertices + &faces;
    assert!(text == LEVEL, "docs/parity/level.obj is not the yard");
    // Read by way of `f64`, as many languages do, the numbers are the same.
    for word in LEVEL.split_ascii_whitespace().filter_map(|word| word.parse::<f64>().ok()) {
        assert_eq!(f64::from(word as f32), word);
    }
}
