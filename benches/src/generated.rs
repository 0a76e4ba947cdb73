//! Scenes that need no file: a town, rolling ground of any size, and a soup.

use crate::level::Level;
use crate::random::Random;

/// Cells of a metre along each side of the town.
const SIDE: usize = 96;
/// Triangles in a cubic metre of soup.
const DENSITY: f64 = 1.0;

/// About 30 000 triangles on 96 x 96 metres: rolling ground, houses, stairs and rubble.
pub fn town(seed: u64) -> Level {
    let mut level = ground("town", SIDE);
    let mut random = Random::new(seed ^ 0x70_77);
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

/// Rolling ground of about so many triangles, two on every square metre.
pub fn terrain(triangles: usize) -> Level {
    let side = (triangles as f64 / 2.0).sqrt().round().max(4.0) as usize;
    ground("terrain", side)
}

/// So many triangles without order, with edges of about half a metre.
pub fn soup(triangles: usize, seed: u64) -> Level {
    let mut random = Random::new(seed ^ 0x50_75);
    let name = format!("soup {}", short(triangles));
    let mut level = Level { name, vertices: Vec::new(), triangles: Vec::new() };
    let mut side = 1.0;
    while DENSITY * side * side * side < triangles as f64 {
        side += 1.0;
    }
    for first in (0..3 * triangles as u32).step_by(3) {
        let at = [(); 3].map(|()| random.range(0.0, side));
        for _ in 0..3 {
            level.vertices.push(at.map(|c| (c + random.range(-0.3, 0.3)) as f32));
        }
        level.triangles.push([first, first + 1, first + 2]);
    }
    level
}

/// A number of triangles or walkers for people: 1000 is 1k.
pub fn short(count: usize) -> String {
    match count {
        n if n >= 1_000_000 && n % 100_000 == 0 => format!("{}M", n as f64 / 1e6),
        n if n >= 1000 && n % 1000 == 0 => format!("{}k", n / 1000),
        n => n.to_string(),
    }
}

fn height(x: f64, z: f64) -> f64 {
    2.0 * wave(x / 57.0) * wave(z / 90.0 + 0.25) + 0.1 * wave(x / 4.8) * wave(z / 3.7)
}

/// Like a sine of so many turns, but without one: the same bits on every machine.
fn wave(turns: f64) -> f64 {
    let x = turns - turns.floor() - 0.5;
    20.784_6 * x * (x * x - 0.25)
}

fn ground(name: &str, side: usize) -> Level {
    let mut level = Level { name: name.to_owned(), vertices: Vec::new(), triangles: Vec::new() };
    for i in 0..=side {
        for j in 0..=side {
            let (x, z) = (i as f64, j as f64);
            level.vertices.push([x as f32, height(x, z) as f32, z as f32]);
        }
    }
    let at = |i: usize, j: usize| (i * (side + 1) + j) as u32;
    for i in 0..side {
        for j in 0..side {
            level.triangles.push([at(i, j), at(i, j + 1), at(i + 1, j)]);
            level.triangles.push([at(i + 1, j), at(i, j + 1), at(i + 1, j + 1)]);
        }
    }
    level
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
