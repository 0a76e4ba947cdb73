//! Looks around in a level: `look LEVEL [PICTURE.png]`. With a picture it takes that and ends.

use glissando::debug::{Colour, Draw};
use glissando::{Body, DAffine3, DVec3, Mesh, MeshOptions, World};
use glissando_level::LoadOptions;
use glissando_window::{Camera, Frame, Game, Lens, Lines, Options, Turn, open};
use std::path::PathBuf;
use std::sync::Arc;

const SKY: Colour = Colour([0.62, 0.72, 0.82, 1.0]);

struct Look {
    world: World,
    at: DVec3,
    picture: Option<PathBuf>,
    frames: u32,
}

impl Game for Look {
    fn frame(&mut self, frame: &mut Frame<'_>) -> anyhow::Result<Turn> {
        self.frames += 1;
        let (sin, cos) = frame.hand.yaw.sin_cos();
        let (rise, level) = frame.hand.pitch.sin_cos();
        let forward = DVec3::new(-sin * level, rise, -cos * level);
        let right = DVec3::new(cos, 0.0, -sin);
        let grip = frame.hand.grip();
        self.at += (forward * grip.forward + right * grip.right + DVec3::Y * grip.up) * (8.0 * frame.seconds);
        let lens = Lens::for_world(&self.world);
        let camera = Camera::behind(&self.world, self.at, forward, DVec3::Y, 4.0);
        frame.painter.begin(&camera, lens, SKY);
        for (_, body) in self.world.bodies() {
            frame.painter.mesh(&body.mesh, &body.pose, &|material| {
                let shade = f32::from(material % 7) * 0.05;
                Some(Colour([0.84 - shade * 0.5, 0.80, 0.70 + shade, 1.0]))
            });
        }
        let pose = DAffine3::from_scale_rotation_translation(
            DVec3::new(0.3, 0.9, 0.3),
            glissando::DQuat::IDENTITY,
            self.at,
        );
        frame.painter.ball(&pose, Colour([1.0, 0.55, 0.2, 1.0]));
        let mut lines = Lines::begin(&camera, lens, true);
        let bounds = self.world.bounds();
        lines.cuboid(bounds, &DAffine3::IDENTITY, Colour::TREE);
        drop(lines);
        frame.write(&[format!("{:.1} ms", frame.seconds * 1e3), format!("at {:.1?}", self.at.to_array())]);
        match &self.picture {
            Some(path) if self.frames == 10 => frame.picture().write(path).map(|()| Turn::End),
            _ => Ok(Turn::On),
        }
    }
}

fn main() -> anyhow::Result<()> {
    let words: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let path = words.first().ok_or_else(|| anyhow::anyhow!("usage: look LEVEL [PICTURE.png]"))?;
    let level = glissando_level::load(path, &LoadOptions::default())?;
    let mut world = World::new();
    let meshes: Vec<Option<Arc<Mesh>>> = level
        .meshes
        .iter()
        .map(|mesh| Mesh::build(&mesh.soup, &MeshOptions::default()).ok().map(|(mesh, _)| Arc::new(mesh)))
        .collect();
    for instance in level.instances.iter().filter(|instance| instance.solid) {
        if let Some(mesh) = &meshes[instance.mesh] {
            world.insert(Body::new(Arc::clone(mesh)).at(instance.pose))?;
        }
    }
    let at = level.spawns().next().map_or(DVec3::Y, |spawn| spawn.position + DVec3::Y);
    let game = Look { world, at, picture: words.get(1).cloned(), frames: 0 };
    open(&Options { title: "look".to_owned(), size: (1280, 720) }, game)
}
