//! The same run natively and, by `web/test/bits.test.ts`, in both wasm files: one hash for all.
//!
//! The run is written twice, here and there, word by word the same: only whole numbers and exact fractions go in.

use glissando::{
    Config, DVec3, Filter, Input, Mesh, MeshOptions, Scratch, Settings, Shape, Soup, State, Sweep, World,
    step,
};
use glissando_testkit::run_trace::RunTrace;
use std::error::Error;

/// What comes out, in hexadecimal.
const EXPECTED: &str = include_str!("same_bits.txt");

/// The positions on the way, compared first: they say where a run parts.
const TRACE: &str = include_str!("same_bits.trace.txt");

/// Corners along each side of the ground.
const SIDE: u32 = 25;

/// Numbers by Marsaglia's shifts (Journal of Statistical Software 8, 2003).
struct Random(u32);

impl Random {
    fn next(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0
    }

    /// A whole number from `-most` to `most`.
    fn around(&mut self, most: u32) -> f64 {
        f64::from(self.next() % (2 * most + 1)) - f64::from(most)
    }
}

/// FNV-1a over the bits of numbers, eight bytes at once.
struct Hash(u64);

impl Hash {
    fn add(&mut self, value: f64) {
        self.0 = (self.0 ^ value.to_bits()).wrapping_mul(0x0100_0000_01b3);
    }

    fn add_vector(&mut self, v: DVec3) {
        v.to_array().into_iter().for_each(|c| self.add(c));
    }
}

/// Uneven ground, a metre a square.
fn ground(random: &mut Random) -> Soup {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for z in 0..SIDE {
        for x in 0..SIDE {
            let height = (random.next() >> 26) as f32 / 64.0;
            vertices.push([x as f32 - 12.0, height, z as f32 - 12.0]);
        }
    }
    for z in 0..SIDE - 1 {
        for x in 0..SIDE - 1 {
            let a = z * SIDE + x;
            triangles.push([a, a + SIDE, a + 1]);
            triangles.push([a + 1, a + SIDE, a + SIDE + 1]);
        }
    }
    Soup::new(&vertices, &triangles)
}

/// Single triangles in the air above it.
fn rubble(random: &mut Random) -> Soup {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for index in 0..120 {
        let [x, y, z] = [random.around(10), f64::from(random.next() % 4), random.around(10)];
        for _ in 0..3 {
            let corner = [x + random.around(8) / 8.0, y + random.around(8) / 8.0, z + random.around(8) / 8.0];
            vertices.push(corner.map(|c| c as f32));
        }
        triangles.push([3 * index, 3 * index + 1, 3 * index + 2]);
    }
    Soup::new(&vertices, &triangles)
}

fn ask(world: &World, random: &mut Random, hash: &mut Hash) -> Result<(), Box<dyn Error>> {
    let from = DVec3::new(random.around(12), random.around(6), random.around(12));
    let by = DVec3::new(random.around(12), random.around(12), random.around(12));
    if let Some(hit) = world.ray(from, by, Filter::ALL)? {
        hash.add(hit.fraction);
        hash.add_vector(hit.normal);
    }
    let shape = Shape::upright_ellipsoid(DVec3::new(0.5, 0.75, 0.25))?;
    if let Some(hit) = world.sweep(&Sweep::new(shape, from, by)?.with_skin(0.125)?) {
        hash.add(hit.fraction);
        hash.add_vector(hit.point);
    }
    if let Some(nearest) = world.clearance(&shape, from, 2.0, Filter::ALL)? {
        hash.add(nearest.distance);
    }
    Ok(())
}

fn run(ticks: u32) -> Result<(u64, RunTrace), Box<dyn Error>> {
    let mut trace = RunTrace::every(250);
    let mut random = Random(0x1234_5678);
    let mut hash = Hash(0xcbf2_9ce4_8422_2325);
    let mut world = World::new();
    for soup in [ground(&mut random), rubble(&mut random)] {
        world.insert_mesh(Mesh::build(&soup, &MeshOptions::default())?.0);
    }
    let config = Config::new(&Settings::default())?;
    let mut state = State::with_feet_at(&config, DVec3::new(0.0, 5.0, 0.0));
    let mut scratch = Scratch::new();
    let mut input = Input::default();
    for tick in 0..ticks {
        if tick % 32 == 0 {
            input.wish = DVec3::new(random.around(6), random.around(2), random.around(6));
            let buttons = random.next();
            (input.crouch, input.fly) = (buttons & 0x700 == 0, buttons & 0x7000 == 0);
            ask(&world, &mut random, &mut hash)?;
        }
        input.jump = random.next() & 0xf000 == 0;
        let dt = if tick % 3 == 0 { 1.0 / 128.0 } else { 1.0 / 60.0 };
        let report = step(&world, &config, &mut state, input, dt, &mut scratch)?;
        hash.add(report.sub_steps as f64);
        for event in report.events {
            hash.add(event.time);
            hash.add_vector(event.velocity);
        }
        for held in report.contacts {
            hash.add(held.load);
        }
        hash.add_vector(state.position);
        hash.add_vector(state.velocity);
        trace.add(u64::from(tick) + 1, 0, state.position.to_array());
        if state.position.y < -8.0 {
            state.teleport(DVec3::new(0.0, 5.0, 0.0));
        }
    }
    Ok((hash.0, trace))
}

#[test]
fn the_run_has_the_hash_that_wasm_has() {
    let (hash, trace) = run(10_000).unwrap();
    trace.check("same_bits", TRACE);
    assert_eq!(format!("{hash:016x}"), EXPECTED.trim(), "if this is meant, write it into same_bits.txt");
}
