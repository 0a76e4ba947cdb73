//! Levels of two rooms whose truth is known: whole ones, and ones with one planted fault.

use glissando::{Config, DVec3, Mesh, MeshOptions, Settings, Soup, World};
use glissando_check::{Checked, Options, Point, Subject, check};
use glissando_scenes::{block, quad};

/// A fault that is planted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Plant {
    MissingTriangle,
    MissingWall,
    Crack,
    RaisedStep,
    NarrowDoor,
    LowDoor,
    SteepRamp,
    DeepPit,
    InvertedWall,
    SpawnInWall,
    SpawnOutside,
    ItemTooHigh,
    TightJump,
}

impl Plant {
    pub(crate) const ALL: [Self; 13] = [
        Self::MissingTriangle,
        Self::MissingWall,
        Self::Crack,
        Self::RaisedStep,
        Self::NarrowDoor,
        Self::LowDoor,
        Self::SteepRamp,
        Self::DeepPit,
        Self::InvertedWall,
        Self::SpawnInWall,
        Self::SpawnOutside,
        Self::ItemTooHigh,
        Self::TightJump,
    ];

    /// The names of the kinds of which one must be found.
    pub(crate) fn found_as(self) -> &'static [&'static str] {
        match self {
            Self::MissingTriangle | Self::MissingWall => &["falls_out"],
            Self::Crack => &["crack"],
            Self::RaisedStep => &["ledge_too_high"],
            // The gem behind the door is out of reach then.
            Self::NarrowDoor => &["too_narrow", "item_unreached"],
            Self::LowDoor => &["too_low", "item_unreached"],
            Self::SteepRamp => &["slope_too_steep"],
            Self::DeepPit => &["trap"],
            // Who is behind the wall may have no way back.
            Self::InvertedWall => &["back_of_wall", "falls_out", "trap", "barely_reached"],
            Self::SpawnInWall => &["spawn_blocked"],
            Self::SpawnOutside => &["spawn_over_nothing"],
            Self::ItemTooHigh => &["item_unreached"],
            // A jump that is reached by a few centimetres, or missed by as much.
            Self::TightJump => &["barely_reached", "jump_too_far"],
        }
    }

    /// The names of the kinds that are true of the level too, because of the fault.
    pub(crate) fn also(self) -> &'static [&'static str] {
        match self {
            // Without the ramp the platform is reached by jumps from the stairs alone, some of them to the limit.
            Self::SteepRamp => &["barely_reached"],
            _ => &[],
        }
    }
}

/// A level and what is in it.
pub(crate) struct Level {
    pub(crate) world: World,
    pub(crate) two_sided: World,
    pub(crate) spawns: Vec<Point>,
    pub(crate) items: Vec<Point>,
}

/// Numbers by chance, the same for the same seed.
struct Chance(u64);

impl Chance {
    fn share(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as f64) / f64::from(1_u32 << 31)
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.share()
    }
}

/// Height of the walls, and their thickness.
const WALL: (f64, f64) = (6.0, 0.3);

/// Material of triangles that stop from their front alone.
const ONE_SIDED: u16 = 1;

/// The level of a seed, with a fault or without.
pub(crate) fn level(seed: u64, plant: Option<Plant>) -> Level {
    let mut chance = Chance(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x1234_5678);
    for _ in 0..4 {
        chance.share();
    }
    let is = |one: Plant| plant == Some(one);
    let mut soup = Soup::default();
    let at = DVec3::new;
    // Two rooms of 8 x 8 m: x from 0 to 8 and from 8.3 to 16.3, somewhere in the world, so that cells lie differently.
    let origin = at(chance.between(-3.0, 3.0), chance.between(-2.0, 2.0), chance.between(-3.0, 3.0));
    let door = 1.0 + (chance.between(0.0, 5.0) * 16.0).round() / 16.0;
    let pit = (2.0 * (chance.between(0.0, 2.0)).floor(), 2.0 * chance.between(0.0, 2.0).floor() + 2.0);
    let hole = (pit.0, if pit.1 > 3.0 { 0.0 } else { 6.0 });
    let depth = if is(Plant::DeepPit) { chance.between(1.6, 4.0) } else { chance.between(0.5, 0.9) };
    for (x, z) in (0..4).flat_map(|x| (0..4).map(move |z| (2.0 * f64::from(x), 2.0 * f64::from(z)))) {
        let corners = [at(x, 0.0, z), at(x, 0.0, z + 2.0), at(x + 2.0, 0.0, z + 2.0), at(x + 2.0, 0.0, z)];
        if (x, z) == pit {
            let low = corners.map(|corner| corner - DVec3::Y * depth);
            quad(&mut soup, low);
            for side in 0..4 {
                let next = (side + 1) % 4;
                quad(&mut soup, [corners[side], low[side], low[next], corners[next]]);
            }
        } else if is(Plant::MissingTriangle) && (x, z) == hole {
            soup.push([corners[0], corners[1], corners[2]].map(DVec3::as_vec3), 0);
        } else {
            quad(&mut soup, corners);
        }
    }
    quad(&mut soup, [at(8.0, 0.0, 0.0), at(8.0, 0.0, 8.0), at(16.3, 0.0, 8.0), at(16.3, 0.0, 0.0)]);
    walls(&mut soup, &mut chance, plant);
    // A block to jump on, in the first room.
    let rise = if is(Plant::TightJump) { chance.between(1.66, 1.676) } else { chance.between(0.8, 1.1) };
    block(&mut soup, at(4.4, -0.2, -0.2), at(6.0, rise, 1.6));
    // The wall between, with a door.
    let width = match plant {
        Some(Plant::NarrowDoor) => chance.between(0.74, 0.79),
        _ => chance.between(0.95, 1.4),
    };
    let height = if is(Plant::LowDoor) { chance.between(0.96, 0.995) } else { chance.between(1.9, 2.4) };
    let mut wall = |low: f64, high: f64, from: f64| {
        block(&mut soup, at(8.0, from, low), at(8.0 + WALL.1, WALL.0, high));
    };
    wall(0.0, door, 0.0);
    wall(door + width, 8.0, 0.0);
    wall(door, door + width, height);
    second_room(&mut soup, &mut chance, plant);
    for vertex in &mut soup.vertices {
        *vertex = (vertex.as_dvec3() + origin).as_vec3();
    }
    let options = MeshOptions { one_sided: vec![ONE_SIDED], ..MeshOptions::default() };
    let of = |options: &MeshOptions| {
        let mut world = World::new();
        world.insert_mesh(Mesh::build(&soup, options).expect("a mesh").0);
        world
    };
    let spawn = match plant {
        Some(Plant::SpawnInWall) => at(7.8, 0.0, if door > 3.5 { 0.6 } else { 7.4 }),
        Some(Plant::SpawnOutside) => at(-2.0, 0.0, 4.0),
        _ => at(6.9, 0.0, 4.0),
    };
    let mut spawns = vec![Point::at("spawn", at(6.9, 0.0, 4.0) + origin)];
    if spawn != at(6.9, 0.0, 4.0) {
        spawns.push(Point::at("second spawn", spawn + origin));
    }
    let up = if is(Plant::ItemTooHigh) { chance.between(4.6, 5.5) } else { 1.0 };
    let items = vec![Point::at("gem", at(12.0, up, 6.5) + origin)];
    Level { world: of(&options), two_sided: of(&MeshOptions::default()), spawns, items }
}

/// The four walls around, each a block or a one-sided sheet.
fn walls(soup: &mut Soup, chance: &mut Chance, plant: Option<Plant>) {
    let (height, thick) = WALL;
    let at = DVec3::new;
    let low = -0.5;
    let split = chance.between(2.0, 6.0);
    let gap = match plant {
        Some(Plant::MissingWall) => chance.between(0.9, 1.6),
        Some(Plant::Crack) => chance.between(0.02, 0.04),
        _ => 0.0,
    };
    block(soup, at(-thick, low, -thick), at(0.0, height, split));
    block(soup, at(-thick, low, split + gap), at(0.0, height, 8.0 + thick));
    block(soup, at(16.3, low, -thick), at(16.3 + thick, height, 8.0 + thick));
    block(soup, at(-thick, low, 8.0), at(16.3 + thick, height, 8.0 + thick));
    // The wall at z = 0 is a one-sided sheet that looks into the rooms.
    let corners = [at(0.0, low, 0.0), at(16.3, low, 0.0), at(16.3, height, 0.0), at(0.0, height, 0.0)];
    let [a, b, c, d] = corners.map(DVec3::as_vec3);
    soup.push([a, b, c], ONE_SIDED);
    soup.push(if plant == Some(Plant::InvertedWall) { [a, d, c] } else { [a, c, d] }, ONE_SIDED);
    if plant == Some(Plant::InvertedWall) {
        let last = soup.triangles.len() - 2;
        soup.triangles[last].swap(1, 2);
    }
}

/// Stairs to a platform, and a ramp to a high one.
fn second_room(soup: &mut Soup, chance: &mut Chance, plant: Option<Plant>) {
    let at = DVec3::new;
    let rise = chance.between(0.2, 0.34);
    let raised = if plant == Some(Plant::RaisedStep) { chance.between(0.415, 0.43) } else { rise };
    // Three steps towards +x along the wall at z = 8, and the platform; the second step may be raised.
    let heights = [rise, rise + raised, 2.0 * rise + raised];
    for (step, height) in (0..).zip(heights) {
        let x = 11.0 + 0.6 * f64::from(step);
        let end = if step == 2 { 16.3 } else { x + 0.6 };
        block(soup, at(x, -0.2, 6.8), at(end, height, 8.2));
    }
    // A ramp towards +x along the wall at z = 0, to a platform of 2 m.
    let degrees =
        if plant == Some(Plant::SteepRamp) { chance.between(45.6, 46.6) } else { chance.between(25.0, 42.0) };
    let length = 2.0 / tangent(degrees);
    let (start, width) = (14.0 - length, chance.between(1.6, 2.2));
    let front = [at(start, 0.0, 0.0), at(start, 0.0, width), at(14.0, 2.0, width), at(14.0, 2.0, 0.0)];
    quad(soup, front);
    let [a, b, c] = [front[1], at(14.0, 0.0, width), front[2]].map(DVec3::as_vec3);
    soup.push([a, b, c], 0);
    block(soup, at(14.0, -0.2, -0.2), at(16.5, 2.0, width));
}

fn tangent(degrees: f64) -> f64 {
    degrees.to_radians().tan()
}

/// The check of a level with the usual character.
pub(crate) fn checked(level: &Level) -> Checked {
    let config = Config::new(&Settings::default()).expect("a character");
    with_subject(level, &config, |subject| check(subject, &Options::usual(subject)).expect("a check"))
}

/// Calls `act` with the subject of a level.
pub(crate) fn with_subject<T>(level: &Level, config: &Config, act: impl FnOnce(&Subject<'_>) -> T) -> T {
    let Level { world, two_sided, spawns, items } = level;
    let two_sided = Some(two_sided);
    act(&Subject { world, two_sided, config, speed: 5.0, spawns, items, acts: &[], off_limits: &[] })
}
