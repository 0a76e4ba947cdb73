//! A scene that needs no file: rolling ground, houses, stairs and rubble.

use crate::level::Level;
use crate::random::Random;

const SIDE: usize = 96;
const CELL: f64 = 1.0;

/// About 30 000 triangles on 96 x 96 metres.
pub fn town(seed: u64) -> Level {
    let mut level = Level { name: "generated".to_owned(), vertices: Vec::new(), triangles: Vec::new() };
    let mut random = Random::new(seed ^ 0x70_77);
    ground(&mut level);
    for _ in 0..120 {
        let (x, z) = (random.range(2.0, 90.0), random.range(2.0, 90.0));
        let at = [x, height(x, z) - 0.5, z];
        solid(&mut level, at, [random.range(1.0, 5.0), random.range(1.0, 8.0), random.range(1.0, 5.0)]);
    }
    for _ in 0..40 {
        let (x, z) = (random.range(2.0, 80.0), random.range(2.0, 90.0));
        let base = height(x, z) - 0.5;
        for step in 0..12 {
            let rise = 0.5 + 0.2 * f64::from(step + 1);
            solid(&mut level, [x + 0.3 * f64::from(step), base, z], [0.3, rise, 2.0]);
        }
    }
    for _ in 0..400 {
        let (x, z) = (random.range(1.0, 94.0), random.range(1.0, 94.0));
        let size = random.range(0.05, 0.5);
        solid(&mut level, [x, height(x, z) - 0.02, z], [size, size, size]);
    }
    level
}

fn height(x: f64, z: f64) -> f64 {
    2.0 * (x * 0.11).sin() * (z * 0.07).cos() + 0.1 * (x * 1.3).sin() * (z * 1.7).sin()
}

fn ground(level: &mut Level) {
    for i in 0..=SIDE {
        for j in 0..=SIDE {
            let (x, z) = (i as f64 * CELL, j as f64 * CELL);
            level.vertices.push([x as f32, height(x, z) as f32, z as f32]);
        }
    }
    let at = |i: usize, j: usize| (i * (SIDE + 1) + j) as u32;
    for i in 0..SIDE {
        for j in 0..SIDE {
            level.triangles.push([at(i, j), at(i, j + 1), at(i + 1, j)]);
            level.triangles.push([at(i + 1, j), at(i, j + 1), at(i + 1, j + 1)]);
        }
    }
}

/// A box from its lowest corner.
fn solid(level: &mut Level, [x, y, z]: [f64; 3], size: [f64; 3]) {
    let first = level.vertices.len() as u32;
    for corner in 0..8_u32 {
        let pick = |bit: u32| f64::from((corner >> bit) & 1);
        let [dx, dy, dz] = [pick(0) * size[0], pick(1) * size[1], pick(2) * size[2]];
        level.vertices.push([(x + dx) as f32, (y + dy) as f32, (z + dz) as f32]);
    }
    let faces = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
    for [a, b, c, d] in faces.map(|f| f.map(|v| v + first)) {
        level.triangles.push([a, b, c]);
        level.triangles.push([a, c, d]);
    }
}
