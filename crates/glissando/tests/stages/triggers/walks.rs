//! Characters that really walk, jump, climb and fall through triggers.

use super::twin::{corners, mesh};
use TriggerEventKind::{Crossed, Entered, Left};
use glissando::trigger::{Trigger, TriggerBuffer, TriggerEventKind, TriggerKind, TriggerMemory, Triggers};
use glissando::{Config, DVec3, Filter, Input, Scratch, Settings, Soup, State, World, step};
use glissando_testkit::oracle;
use glissando_testkit::random::Random;
use glissando_testkit::scenes;

/// A character with its working memory, among triggers.
struct Walker<'a> {
    world: &'a World,
    set: &'a Triggers,
    config: Config,
    state: State,
    scratch: Scratch,
    memory: TriggerMemory,
    buffer: TriggerBuffer,
}

impl<'a> Walker<'a> {
    fn new(world: &'a World, set: &'a Triggers, at: DVec3) -> Self {
        let config = Config::new(&Settings::default()).unwrap();
        let (scratch, memory, buffer) = (Scratch::new(), TriggerMemory::new(), TriggerBuffer::new());
        Self { world, set, config, state: State::at(at), scratch, memory, buffer }
    }

    fn tick(&mut self, input: Input, dt: f64) -> Vec<TriggerEventKind> {
        let report = step(self.world, &self.config, &mut self.state, input, dt, &mut self.scratch).unwrap();
        let shape = self.config.mover(self.state.is_crouching).shape();
        let events =
            self.set.travel(&shape, report.path, Filter::ALL, &mut self.memory, &mut self.buffer).unwrap();
        assert!(events.iter().all(|e| (0.0..=dt).contains(&e.time)));
        assert!(events.windows(2).all(|e| e[0].time <= e[1].time));
        events.iter().map(|e| e.kind).collect()
    }
}

/// A curtain across the path at x = 0 of `cells` by `cells` little quads.
fn curtain(cells: i32) -> Soup {
    let mut soup = Soup::default();
    let size = 4.0 / f64::from(cells);
    for (y, z) in (0..cells).flat_map(|y| (0..cells).map(move |z| (y, z))) {
        let at = |y: i32, z: i32| DVec3::new(0.0, f64::from(y) * size, f64::from(z) * size - 2.0);
        scenes::quad(&mut soup, [at(y, z), at(y + 1, z), at(y + 1, z + 1), at(y, z + 1)]);
    }
    soup
}

#[test]
fn a_walk_through_a_doorway_of_many_triangles_is_one_entry_one_crossing_and_one_exit() {
    let world = scenes::world_of(&scenes::floor(20.0, 8));
    let mut set = Triggers::new();
    set.insert(Trigger::new(mesh(&curtain(40)), TriggerKind::Surface)).unwrap();
    for (rate, degrees) in
        [30.0, 60.0, 144.0, 1000.0].iter().flat_map(|r| [-20.0, 0.0, 13.0].map(|d| (*r, d)))
    {
        let mut walker = Walker::new(&world, &set, DVec3::new(-3.0, 1.0, 0.0));
        let mut told = Vec::new();
        for _ in 0..(rate * 3.0) as u32 {
            let wish = scenes::heading(degrees) * 4.0;
            told.extend(walker.tick(Input { wish, ..Input::default() }, 1.0 / rate));
        }
        assert!(walker.state.position.x > 1.0, "{:?}", walker.state.position);
        let crossings = told.iter().filter(|k| matches!(k, Crossed { .. })).count();
        assert_eq!((told.len(), crossings), (3, 1), "{rate} Hz: {told:?}");
        assert_eq!((told[0], told[2]), (Entered, Left));
    }
}

#[test]
fn pacing_in_a_doorway_reports_each_side_in_turn() {
    let world = scenes::world_of(&scenes::floor(20.0, 8));
    let mut set = Triggers::new();
    set.insert(Trigger::new(mesh(&curtain(7)), TriggerKind::Surface)).unwrap();
    let mut walker = Walker::new(&world, &set, DVec3::new(-0.2, 1.0, 0.0));
    let (mut random, mut crossings, mut wish) = (Random::new(5), Vec::new(), DVec3::ZERO);
    for tick in 0..6_000 {
        if tick % 20 == 0 {
            let home = if walker.state.position.x > 0.0 { -1.0 } else { 1.0 };
            wish = DVec3::new(home * random.between(0.0, 5.0), 0.0, random.between(-0.2, 0.2));
        }
        let told = walker.tick(Input { wish, ..Input::default() }, 1.0 / 60.0);
        crossings.extend(told.into_iter().filter(|k| matches!(k, Crossed { .. })));
    }
    println!("{} crossings", crossings.len());
    assert!(crossings.len() > 50 && crossings.windows(2).all(|c| c[0] != c[1]));
}

#[test]
fn presence_of_a_walker_agrees_with_a_test_at_every_tick() {
    let mut random = Random::new(77);
    let mut ground = scenes::fan_floor(12.0, 12, 7);
    ground.append(&scenes::open_box(12.0, 6.0));
    for _ in 0..50 {
        let low = DVec3::new(random.between(-11.0, 10.0), 0.0, random.between(-11.0, 10.0));
        let size = DVec3::new(random.between(0.1, 1.6), random.between(0.05, 1.4), random.between(0.1, 1.6));
        scenes::block(&mut ground, low, low + size);
    }
    let world = scenes::world_of(&ground);
    let (mut set, mut all) = (Triggers::new(), Vec::new());
    for _ in 0..150 {
        let mut soup = Soup::default();
        let middle =
            DVec3::new(random.between(-10.0, 10.0), random.between(0.0, 3.0), random.between(-10.0, 10.0));
        soup.push([(); 3].map(|()| (middle + random.vector(1.6)).as_vec3()), 0);
        let id = set.insert(Trigger::new(mesh(&soup), TriggerKind::Surface)).unwrap();
        all.push((id, corners(&soup)));
    }
    let mut walker = Walker::new(&world, &set, DVec3::new(0.0, 2.0, 0.0));
    let (mut wish, mut told, mut looks) = (DVec3::ZERO, 0, 0);
    for tick in 0..10_000 {
        if tick % 40 == 0 {
            wish = scenes::heading(random.between(0.0, 360.0)) * random.between(0.0, 9.0);
        }
        let jump = random.chance(0.05);
        told += walker
            .tick(Input { wish, jump, crouch: tick % 300 > 250, fly: tick % 700 > 600 }, 1.0 / 60.0)
            .len();
        let shape = walker.config.mover(walker.state.is_crouching).shape();
        let to_unit = shape.unit_from_world();
        for (id, triangles) in &all {
            let unit = triangles[0].map(|c| to_unit * (c - walker.state.position));
            let distance = oracle::distance(DVec3::ZERO, unit);
            if (distance - 1.0).abs() > 1e-8 {
                assert_eq!(walker.memory.is_in(*id), distance < 1.0, "tick {tick}");
                looks += 1;
            }
        }
    }
    println!("{told} events, {looks} looks");
    assert!(told > 400);
}
