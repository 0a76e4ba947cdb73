//! Gives everything on the stage a mesh and a colour: colliders their triangles, bodies their shapes. Bevy's loader draws scenes of files.

use bevy::light::NotShadowCaster;
use bevy::prelude::*;
use bevy_glissando::BodyShape;
use bevy_glissando::level::{LevelScene, SpawnedLevel};
use bevy_glissando::prelude::*;

/// The colour of an entity, if it is not the usual one.
#[derive(Component, Clone, Copy)]
pub(crate) struct Paint(pub(crate) Color);

pub(crate) struct DrawPlugin;

impl Plugin for DrawPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Paints>()
            .add_observer(mark_drawn)
            .add_systems(PreUpdate, (colliders, triggers, bodies, balls));
    }
}

const STONE: Color = Color::srgb(0.58, 0.57, 0.55);
const MOVING: Color = Color::srgb(0.85, 0.55, 0.22);
const ZONE: Color = Color::srgba(0.3, 0.85, 0.55, 0.28);
const PERSON: Color = Color::srgb(0.22, 0.42, 0.80);
const BALL: Color = Color::srgb(0.80, 0.25, 0.25);

/// Materials by colour, and meshes that many share.
#[derive(Resource, Default)]
struct Paints {
    materials: Vec<(Color, Handle<StandardMaterial>)>,
    colliders: Vec<(bevy_glissando::ColliderMesh, Handle<Mesh>)>,
    bodies: Vec<(BodyShape, [f64; 3], Handle<Mesh>)>,
}

impl Paints {
    fn material(
        &mut self,
        colour: Color,
        all: &mut Assets<StandardMaterial>,
    ) -> MeshMaterial3d<StandardMaterial> {
        if let Some((_, known)) = self.materials.iter().find(|(known, _)| *known == colour) {
            return MeshMaterial3d(known.clone());
        }
        let is_clear = colour.alpha() < 1.0;
        let alpha_mode = if is_clear { AlphaMode::Blend } else { AlphaMode::Opaque };
        let material = StandardMaterial {
            base_color: colour,
            alpha_mode,
            unlit: is_clear,
            perceptual_roughness: 0.9,
            ..StandardMaterial::default()
        };
        let handle = all.add(material);
        self.materials.push((colour, handle.clone()));
        MeshMaterial3d(handle)
    }

    fn collider(&mut self, mesh: &bevy_glissando::ColliderMesh, all: &mut Assets<Mesh>) -> Mesh3d {
        if let Some((_, known)) = self.colliders.iter().find(|(known, _)| known == mesh) {
            return Mesh3d(known.clone());
        }
        let handle = all.add(mesh.to_mesh());
        self.colliders.push((mesh.clone(), handle.clone()));
        Mesh3d(handle)
    }

    fn body(&mut self, body: &CharacterBody, all: &mut Assets<Mesh>) -> Mesh3d {
        let (shape, radii) = (body.shape, body.radii.to_array());
        if let Some((.., known)) = self.bodies.iter().find(|known| (known.0, known.1) == (shape, radii)) {
            return Mesh3d(known.clone());
        }
        let [x, y, z] = radii.map(|k| k as f32);
        let mesh = match shape {
            BodyShape::Ellipsoid => Mesh::from(Sphere::new(1.0)).scaled_by(Vec3::new(x, y, z)),
            BodyShape::Capsule => Mesh::from(Capsule3d::new(x, 2.0 * (y - x))),
            BodyShape::Box => Mesh::from(Cuboid::new(2.0 * x, 2.0 * y, 2.0 * z)),
            BodyShape::Cylinder => Mesh::from(Cylinder::new(x, 2.0 * y)),
        };
        let handle = all.add(mesh);
        self.bodies.push((shape, radii, handle.clone()));
        Mesh3d(handle)
    }
}

type New<'w, 's, T> = Query<
    'w,
    's,
    (Entity, &'static T, Option<&'static Paint>, Has<Mover>),
    (Without<Mesh3d>, Without<Drawn>),
>;

/// A node of a file: what is drawn are its primitives.
#[derive(Component)]
struct Drawn;

/// Marks the parts of a level whose file is drawn.
fn mark_drawn(
    on: On<Insert, SpawnedLevel>,
    levels: Query<&SpawnedLevel, With<LevelScene>>,
    mut commands: Commands,
) {
    let Ok(level) = levels.get(on.entity) else { return };
    let parts = level.colliders.iter().map(|(part, _)| *part);
    for part in parts.chain(level.movers.iter().chain(&level.triggers).flatten().copied()) {
        commands.entity(part).insert(Drawn);
    }
}

fn colliders(
    mut commands: Commands,
    mut paints: ResMut<Paints>,
    (mut meshes, mut materials): (ResMut<Assets<Mesh>>, ResMut<Assets<StandardMaterial>>),
    new: New<Collider>,
) {
    for (entity, collider, paint, moves) in &new {
        let colour = paint.map_or(if moves { MOVING } else { STONE }, |paint| paint.0);
        let mesh = paints.collider(&collider.mesh, &mut meshes);
        let material = paints.material(colour, &mut materials);
        commands.entity(entity).insert((mesh, material));
    }
}

fn triggers(
    mut commands: Commands,
    mut paints: ResMut<Paints>,
    (mut meshes, mut materials): (ResMut<Assets<Mesh>>, ResMut<Assets<StandardMaterial>>),
    new: New<Trigger>,
) {
    for (entity, trigger, paint, _) in &new {
        let mesh = paints.collider(&trigger.mesh, &mut meshes);
        let material = paints.material(paint.map_or(ZONE, |paint| paint.0), &mut materials);
        commands.entity(entity).insert((mesh, material, NotShadowCaster));
    }
}

fn bodies(
    mut commands: Commands,
    mut paints: ResMut<Paints>,
    (mut meshes, mut materials): (ResMut<Assets<Mesh>>, ResMut<Assets<StandardMaterial>>),
    new: New<CharacterBody>,
) {
    for (entity, body, paint, _) in &new {
        let mesh = paints.body(body, &mut meshes);
        let material = paints.material(paint.map_or(PERSON, |paint| paint.0), &mut materials);
        commands.entity(entity).insert((mesh, material));
    }
}

fn balls(
    mut commands: Commands,
    mut paints: ResMut<Paints>,
    (mut meshes, mut materials): (ResMut<Assets<Mesh>>, ResMut<Assets<StandardMaterial>>),
    new: New<Ball>,
) {
    for (entity, ball, paint, _) in &new {
        let mesh = Mesh3d(meshes.add(Sphere::new(ball.radius as f32)));
        let material = paints.material(paint.map_or(BALL, |paint| paint.0), &mut materials);
        commands.entity(entity).insert((mesh, material));
    }
}
