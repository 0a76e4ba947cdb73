//! Where walks take place: a real level, or a random soup in a closed box.

use super::grid::Grid;
use crate::levels::RealLevel;
use crate::random::Random;
use crate::scenes::world_of;
use crate::soups::{HALF, Recipe};
use glissando::character::BodyShape;
use glissando::slide::Mover;
use glissando::{Config, DVec3, Settings, Soup, State, World};
use std::path::Path;

/// A world with everything that a walk and its judge need.
pub struct Place {
    /// What it is called.
    pub name: String,
    /// Where to walk.
    pub world: World,
    /// The judge's own view of it.
    pub grid: Grid,
    kind: Kind,
}

enum Kind {
    Level(Box<RealLevel>),
    Soup(Recipe),
    Scene,
}

/// The body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyKind {
    /// The place's own character: an ellipsoid.
    Own,
    /// A sphere.
    Sphere,
    /// A capsule.
    Capsule,
    /// A box.
    Box,
    /// A cylinder.
    Cylinder,
}

/// Edge of the cells that the judge sorts triangles into, in metres.
const CELL: f64 = 1.0;

impl BodyKind {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Own, Self::Sphere, Self::Capsule, Self::Box, Self::Cylinder];

    /// A word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Own => "own",
            Self::Sphere => "sphere",
            Self::Capsule => "capsule",
            Self::Box => "box",
            Self::Cylinder => "cylinder",
        }
    }
}

impl Place {
    /// A level file.
    ///
    /// # Errors
    /// What the loader or the mesh builder refuses, as a sentence.
    pub fn level(path: &Path) -> Result<Self, String> {
        let level = RealLevel::load(path)?;
        let (name, world) = (level.name.clone(), level.world.clone());
        let grid = Grid::new(&world, CELL);
        Ok(Self { name, world, grid, kind: Kind::Level(Box::new(level)) })
    }

    /// Soup `number` of a seed: a closed box full of triangles without order.
    pub fn soup(seed: u64, number: u64) -> Self {
        let mut random = Random::nth(seed, 4000, number);
        let bodies = random.pick(&[1, 2, 4]);
        let (triangles, edge) = random.pick(&[(40, 4.0), (70, 4.0), (72, 2.0), (260, 0.8), (24, 8.0)]);
        let middle = if random.chance(0.25) { random.vector(1e5) } else { DVec3::ZERO };
        let recipe = Recipe { bodies, triangles, edge, middle };
        let world = recipe.world(&mut random);
        let grid = Grid::new(&world, CELL);
        Self { name: format!("soup-{number}"), world, grid, kind: Kind::Soup(recipe) }
    }

    /// A scene that its maker gives a walker and a start.
    ///
    /// # Panics
    /// If a soup makes no mesh.
    pub fn scene(name: String, soup: &Soup) -> Self {
        let world = world_of(soup);
        let grid = Grid::new(&world, CELL);
        Self { name, world, grid, kind: Kind::Scene }
    }

    /// The settings of a body here.
    pub fn settings(&self, body: BodyKind, random: &mut Random) -> Settings {
        let mut settings = match &self.kind {
            Kind::Level(level) => level.settings(),
            Kind::Soup(_) => soup_settings(random),
            Kind::Scene => Settings::default(),
        };
        match body {
            BodyKind::Own => {}
            BodyKind::Sphere => {
                settings.radii = DVec3::splat(settings.radii.x);
                settings.crouch_radii = settings.radii * 0.7;
            }
            BodyKind::Capsule => {
                settings.body = BodyShape::Capsule;
                settings = settings.with_radii(DVec3 { z: settings.radii.x, ..settings.radii });
            }
            BodyKind::Cylinder | BodyKind::Box => {
                settings.body = BodyShape::Box;
                if body == BodyKind::Cylinder {
                    settings.body = BodyShape::Cylinder;
                    settings = settings.with_radii(DVec3 { z: settings.radii.x, ..settings.radii });
                }
                let least = settings.radii.min(settings.crouch_radii).min_element();
                settings.rounding = random.pick(&[1e-3, 5e-3, settings.rounding.min(least)]);
            }
        }
        settings
    }

    /// A place to begin: a spawn, or somewhere free.
    pub fn start(&self, config: &Config, random: &mut Random) -> Option<State> {
        match &self.kind {
            Kind::Level(level) => {
                let spawns = level.spawns(config);
                if spawns.is_empty() {
                    return Some(State::at(somewhere(&self.world, random)));
                }
                Some(random.pick(&spawns))
            }
            Kind::Soup(recipe) => {
                let mover: Mover = config.mover(false);
                recipe.free_place(random, &self.world, &mover).map(State::at)
            }
            Kind::Scene => Some(State::at(somewhere(&self.world, random))),
        }
    }

    /// Whether a centre there is out of a closed world.
    pub fn is_escape(&self, at: DVec3) -> bool {
        match &self.kind {
            Kind::Level(_) | Kind::Scene => false,
            Kind::Soup(recipe) => !recipe.is_inside(at),
        }
    }

    /// Whether nothing is to be met any more.
    pub fn is_lost(&self, at: DVec3) -> bool {
        self.grid.is_far_outside(at)
    }
}

/// A small character in a box of twice [`HALF`].
fn soup_settings(random: &mut Random) -> Settings {
    let mut settings = Settings::default();
    let wide = random.between(0.15, 0.45);
    settings.radii = DVec3::new(wide, random.between(wide, HALF / 8.0), wide * random.between(0.7, 1.3));
    settings.crouch_radii = settings.radii.scale(DVec3::new(1.0, 0.6, 1.0));
    settings.rotation = if random.chance(0.3) { random.rotation() } else { settings.rotation };
    settings
}

fn somewhere(world: &World, random: &mut Random) -> DVec3 {
    let bounds = world.bounds();
    let (low, size) = (bounds.min.as_dvec3(), (bounds.max - bounds.min).as_dvec3());
    low + size.scale(DVec3::new(random.fraction(), random.fraction(), random.fraction()))
}
