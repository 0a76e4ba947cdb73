//! Where a script plays: a scene, turned and shifted as one likes, a character, a tick rate.

use super::walk::Walk;
use glissando::{Body, Config, DAffine3, DMat3, DQuat, DVec3, Mesh, MeshOptions, Settings, Soup, World};

/// A walk that has not begun. Everything is said in the scene's own space, where y is up.
#[derive(Clone, Debug)]
pub struct Start {
    world: World,
    settings: Settings,
    frame: DAffine3,
    rotation: DQuat,
    rate: f64,
    is_judged: bool,
}

impl Walk {
    /// A walk through a scene by a character of 1.8 m that reaches the wished speed at once, at 60 ticks a second.
    pub fn in_scene(soup: &Soup) -> Start {
        Self::in_scenes(std::slice::from_ref(soup))
    }

    /// A walk through a scene of several bodies.
    ///
    /// # Panics
    /// If a soup makes no mesh.
    pub fn in_scenes(soups: &[Soup]) -> Start {
        let mut world = World::new();
        for soup in soups {
            let (mesh, _) = Mesh::build(soup, &MeshOptions::default()).expect("the soup makes a mesh");
            world.insert_mesh(mesh);
        }
        Self::in_world(world)
    }

    /// A walk through a world.
    pub fn in_world(world: World) -> Start {
        let mut settings = Settings::default();
        settings.pace.acceleration = f64::INFINITY;
        settings.pace.friction = f64::INFINITY;
        Start {
            world,
            settings,
            frame: DAffine3::IDENTITY,
            rotation: DQuat::IDENTITY,
            rate: 60.0,
            is_judged: true,
        }
    }
}

impl Start {
    /// Changes the settings; directions are the scene's.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Settings)) -> Self {
        change(&mut self.settings);
        self
    }

    /// Ticks a second.
    #[must_use]
    pub fn at_rate(mut self, hertz: f64) -> Self {
        self.rate = hertz;
        self
    }

    /// The whole scene, gravity and up with it, turned about the origin and then shifted.
    ///
    /// # Panics
    /// If a pose is refused.
    #[must_use]
    pub fn moved(mut self, rotation: DQuat, translation: DVec3) -> Self {
        let frame = DAffine3 { matrix3: rotation.to_mat3(), translation };
        let ids: Vec<_> = self.world.bodies().map(|(id, body)| (id, body.pose)).collect();
        for (id, pose) in ids {
            self.world.set_pose(id, frame * pose).expect("a rigid motion of a good pose is good");
        }
        (self.frame, self.rotation) = (frame * self.frame, rotation);
        self
    }

    /// Does not look at every triangle after every tick: for large worlds.
    #[must_use]
    pub fn unjudged(mut self) -> Self {
        self.is_judged = false;
        self
    }

    /// Begins in the air, the centre of the body at `position`.
    ///
    /// # Panics
    /// If the settings are refused.
    #[must_use]
    pub fn at(self, position: DVec3) -> Walk {
        let mut settings = self.settings;
        let m: DMat3 = self.frame.matrix3;
        (settings.up, settings.gravity) = (m * settings.up, m * settings.gravity);
        settings.rotation = self.rotation * settings.rotation;
        let config = Config::new(&settings).expect("good settings");
        let position = self.frame.transform_point(position);
        Walk::new(self.world, config, (self.frame, self.rotation), 1.0 / self.rate, position, self.is_judged)
    }

    /// Begins at rest with the feet on the ground at `point`.
    ///
    /// # Panics
    /// If the character does not come to stand there.
    #[must_use]
    pub fn on(self, point: DVec3) -> Walk {
        let radius = self.settings.radii.y;
        let mut walk = self.at(point + DVec3::Y * (1.02 * radius));
        walk.settle();
        walk
    }

    /// The body's radii.
    pub fn radii(&self) -> DVec3 {
        self.settings.radii
    }

    /// A body put into the scene besides, of this soup.
    ///
    /// # Panics
    /// If the soup or the pose is refused.
    #[must_use]
    pub fn with_body(mut self, soup: &Soup, pose: DAffine3) -> Self {
        let (mesh, _) = Mesh::build(soup, &MeshOptions::default()).expect("the soup makes a mesh");
        self.world.insert(Body::new(mesh).at(pose)).expect("a good pose");
        self
    }
}
