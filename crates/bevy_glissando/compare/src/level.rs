//! The triangles of a level, and places on its floors.

use bevy::math::{DVec3, Vec3};
use bevy_glissando::glissando::{self, Filter, Mesh, MeshOptions, Shape, Soup, World};
use glissando_level::{LoadOptions, load};
use std::error::Error;
use std::path::Path;

/// Half the height and the radius of every character's capsule, metres.
pub(crate) const HALF_HEIGHT: f32 = 0.9;
pub(crate) const RADIUS: f32 = 0.4;

/// A level as plain arrays.
pub(crate) struct Level {
    pub(crate) vertices: Vec<[f32; 3]>,
    pub(crate) triangles: Vec<[u32; 3]>,
    /// Lowest and highest corner.
    pub(crate) bounds: [Vec3; 2],
    world: World,
}

impl Level {
    pub(crate) fn load(path: &Path) -> Result<Self, Box<dyn Error>> {
        let soup: Soup = load(path, &LoadOptions::default())?.flatten()?;
        let vertices: Vec<[f32; 3]> = soup.vertices.iter().map(|v| [v.x, v.y, v.z]).collect();
        let corners = || vertices.iter().copied().map(Vec3::from);
        let bounds = [corners().fold(Vec3::MAX, Vec3::min), corners().fold(Vec3::MIN, Vec3::max)];
        let mut world = World::new();
        world.insert_mesh(Mesh::build(&soup, &MeshOptions::default())?.0);
        Ok(Self { triangles: soup.triangles, vertices, bounds, world })
    }

    /// So many places of centres of capsules that stand free on level floors, 5 cm above them, the same ones in every run.
    pub(crate) fn starts(&self, count: usize) -> Result<Vec<Vec3>, Box<dyn Error>> {
        let body =
            Shape::capsule(f64::from(RADIUS), f64::from(HALF_HEIGHT - RADIUS), glissando::DQuat::IDENTITY)?;
        let [low, high] = self.bounds.map(|corner| corner.as_dvec3());
        let mut random = 1_u64;
        let mut share = || {
            // The generator of Knuth, The Art of Computer Programming 2, section 3.3.4.
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 11) as f64 / (1_u64 << 53) as f64
        };
        let mut starts: Vec<Vec3> = Vec::new();
        for _ in 0..2_000_000 {
            if starts.len() == count {
                break;
            }
            let at = low + (high - low) * DVec3::new(share(), share(), share());
            let Some(floor) =
                self.world.ray(at.into(), glissando::DVec3::Y * (low.y - high.y), Filter::ALL)?
            else {
                continue;
            };
            let centre = DVec3::from(floor.point) + DVec3::Y * (f64::from(HALF_HEIGHT) + 0.05);
            let is_apart = |other: &Vec3| other.distance(centre.as_vec3()) > 2.2 * RADIUS;
            if floor.normal.y > 0.9
                && starts.iter().all(is_apart)
                && self.world.overlap(&body, centre.into(), Filter::ALL)?.is_none()
            {
                starts.push(centre.as_vec3());
            }
        }
        if starts.len() == count {
            Ok(starts)
        } else {
            Err(format!("only {} places for {count} characters", starts.len()).into())
        }
    }
}
