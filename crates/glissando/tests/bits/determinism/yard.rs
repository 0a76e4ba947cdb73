//! The yard that the walks of the constants go through, and the hash of their states.

use glissando::{Config, DAffine3, DVec3, Scratch, Settings, Soup, State, World, step};
use glissando_testkit::random::Random;
use glissando_testkit::scenes;
use glissando_testkit::soak::{PACES, Wanderer};
use glissando_testkit::soups::insert;

/// FNV-1a, 64 bits (Fowler, Noll, Vo 1991).
pub(crate) struct Hash(pub(crate) u64);

impl Hash {
    pub(crate) const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    pub(crate) fn add(&mut self, bits: u64) {
        bits.to_le_bytes().into_iter().for_each(|byte| self.add_byte(byte));
    }

    pub(crate) fn add_byte(&mut self, byte: u8) {
        self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }

    pub(crate) fn add_vector(&mut self, v: DVec3) {
        v.to_array().into_iter().for_each(|c| self.add(c.to_bits()));
    }

    /// All fields but the support, which contains indices that depend on order.
    pub(crate) fn add_state(&mut self, s: &State) {
        [s.position, s.velocity, s.safe_position].into_iter().for_each(|v| self.add_vector(v));
        for v in [s.ground_normal, s.wall_normals[0], s.wall_normals[1]] {
            self.add_vector(v.as_dvec3());
        }
        let flags = [s.is_crouching, s.is_jump_held, s.is_at_ceiling].map(u64::from);
        self.add(s.ground as u64 | flags[0] << 8 | flags[1] << 9 | flags[2] << 10);
        self.add(s.ledge.to_bits());
        self.add(u64::from(s.coyote_left.to_bits()) | u64::from(s.buffer_left.to_bits()) << 32);
    }
}

/// A yard: a floor within walls, blocks, stairs, ramps, a tent of triangles in disorder. Several bodies.
pub(crate) fn yard_soups() -> Vec<(Soup, DAffine3)> {
    let mut random = Random::new(1959);
    let at = |x: f64, y: f64, z: f64| DAffine3::from_translation(DVec3::new(x, y, z));
    let mut soups = vec![(scenes::fan_floor(12.0, 12, 7), at(0.0, 0.0, 0.0))];
    soups.push((scenes::open_box(12.0, 6.0), at(0.0, -0.25, 0.0)));
    let mut blocks = Soup::default();
    for _ in 0..60 {
        let low = DVec3::new(random.between(-11.0, 10.0), 0.0, random.between(-11.0, 10.0));
        let size = DVec3::new(random.between(0.1, 1.6), random.between(0.05, 1.4), random.between(0.1, 1.6));
        scenes::block(&mut blocks, low, low + size);
    }
    soups.push((blocks, at(0.0, 0.0, 0.0)));
    let mut tent = Soup::default();
    for _ in 0..120 {
        let middle =
            DVec3::new(random.between(-9.0, 9.0), random.between(-0.3, 2.5), random.between(-9.0, 9.0));
        tent.push([(); 3].map(|()| (middle + random.vector(0.9)).as_vec3()), 0);
    }
    soups.push((tent, at(0.0, 0.0, 0.0)));
    for turn in 0..3 {
        let mut pose = at(f64::from(turn) * 3.0 - 4.0, 0.0, f64::from(turn * 5 % 4) - 3.0);
        pose.matrix3 = random.rotation_matrix();
        pose.matrix3 = if turn == 0 { glissando::DMat3::IDENTITY } else { pose.matrix3 };
        let mut steps = Soup::default();
        for k in 0..4 {
            let k = f64::from(k);
            scenes::block(&mut steps, DVec3::new(0.4 * k, 0.0, 0.0), DVec3::new(2.0, 0.25 * (k + 1.0), 2.0));
        }
        soups.push((steps, pose));
    }
    soups
}

pub(crate) fn world_of(soups: &[(Soup, DAffine3)]) -> World {
    let mut world = World::new();
    soups.iter().for_each(|(soup, pose)| insert(&mut world, soup, *pose));
    world
}

/// A walk of `ticks` by wanderer `number`; `look` is called with every state.
pub(crate) fn wander(
    world: &World,
    settings: Settings,
    number: u64,
    ticks: usize,
    start: State,
    mut look: impl FnMut(&State),
) {
    let pace = PACES[0];
    let config = Config::new(&pace.settings(settings)).unwrap();
    let mut wanderer = Wanderer::new(Random::nth(1, 1, number), pace);
    let (mut state, mut scratch) = (start, Scratch::new());
    for _ in 0..ticks {
        let (input, dt) = wanderer.decide();
        step(world, &config, &mut state, input, dt, &mut scratch).unwrap();
        look(&state);
    }
}

pub(crate) fn yard_start(number: u64) -> State {
    let mut random = Random::nth(77, 0, number);
    State::at(DVec3::new(random.between(-8.0, 8.0), 3.5, random.between(-8.0, 8.0)))
}
