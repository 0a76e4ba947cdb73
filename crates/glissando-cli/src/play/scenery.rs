//! Everything that is drawn of a walk: ground, movers, characters, triggers.

use super::paint;
use glissando::debug::Colour;
use glissando::{BodyId, DQuat, DVec3};
use glissando_play::session::{Places, Session};
use glissando_window::{Ball, Camera, Lens, Painter};
use std::collections::{HashMap, HashSet};

/// Furthest that a shadow falls, in metres.
const SHADOW_REACH: f64 = 40.0;

/// Corners of a shadow.
const SHADOW_CORNERS: u32 = 28;

/// Metres that a shadow lies above the ground.
const SHADOW_LIFT: f64 = 0.015;

/// Radius of what a session looks down with, in metres.
const FEELER: f64 = 0.15;

/// The constant part: the colours of bodies, and which bodies move.
#[derive(Debug)]
pub(super) struct Scenery {
    /// Colours by material, by level.
    colours: Vec<Vec<Option<Colour>>>,
    level_of: HashMap<BodyId, usize>,
    movers: HashSet<BodyId>,
}

impl Scenery {
    pub(super) fn new(session: &Session) -> Self {
        let scene = &session.walk().scene;
        let levels = 0..scene.levels.len();
        Self {
            colours: scene.levels.iter().map(|loaded| paint::of_materials(&loaded.level)).collect(),
            level_of: levels
                .flat_map(|level| scene.bodies_of(level).map(move |body| (body, level)))
                .collect(),
            movers: session.walk().movers.iter().map(|mover| mover.spec.body).collect(),
        }
    }

    /// Begins a picture, and draws the ground and what moves.
    pub(super) fn draw(
        &self,
        painter: &mut Painter,
        session: &Session,
        (camera, lens, cos_ground): (&Camera, Lens, f64),
        places: &Places,
    ) {
        painter.begin(camera, lens, paint::air(cos_ground));
        let world = &session.walk().scene.world;
        for (id, body) in world.bodies().filter(|(id, _)| !self.movers.contains(id)) {
            painter.ground(&body.mesh, &body.pose, &self.colours_of(id));
        }
        for (id, pose) in &places.bodies {
            if let Ok(body) = world.body(*id) {
                painter.mesh(&body.mesh, pose, paint::MOVER, &self.colours_of(*id));
            }
        }
    }

    /// What colour a material of a body has.
    fn colours_of(&self, body: BodyId) -> impl Fn(u16) -> Option<Colour> {
        let colours = self.level_of.get(&body).and_then(|level| self.colours.get(*level));
        move |material| {
            let known = colours.and_then(|colours| colours.get(usize::from(material)));
            known.copied().unwrap_or(Some(Colour([1.0; 4])))
        }
    }

    /// Draws the characters and the balls.
    pub(super) fn draw_people(
        &self,
        painter: &mut Painter,
        places: &Places,
        turns: &[DQuat],
        is_self_seen: bool,
    ) {
        let turn = |index: usize| turns.get(index).copied().unwrap_or(DQuat::IDENTITY);
        let people = places.characters.iter().enumerate().skip(usize::from(!is_self_seen));
        let people = people.map(|(index, place)| {
            let colour = index.checked_sub(1).map_or(paint::SELF, paint::of_other);
            Ball::new(place.centre, &place.shape, turn(index), colour)
        });
        let balls = places.balls.iter().enumerate().map(|(index, place)| {
            Ball::new(place.centre, &place.shape, DQuat::IDENTITY, paint::of_ball(index))
        });
        let all: Vec<Ball> = people.chain(balls).collect();
        painter.balls(&all);
    }

    /// Draws the shadow of the player's character: how high it is, and over what.
    ///
    /// # Errors
    /// None after a tick that was done.
    pub(super) fn draw_shadow(
        &self,
        painter: &mut Painter,
        session: &mut Session,
        places: &Places,
    ) -> anyhow::Result<()> {
        let up = session.settings().up;
        let Some(body) = places.characters.first() else { return Ok(()) };
        let down = session.view_distance(body.centre, -up, SHADOW_REACH)?;
        if down >= SHADOW_REACH {
            return Ok(());
        }
        let state = session.state().characters.first().map(|actor| actor.state);
        let normal = state.and_then(|state| state.ground_normal.as_dvec3().try_normalize()).unwrap_or(up);
        // Where a small ball touches a slope is off its lowest point.
        let ground = body.centre - up * down - normal * (FEELER - SHADOW_LIFT);
        painter.glass(&disc(ground, normal, body.shape.radii().x * 0.85), paint::SHADOW);
        Ok(())
    }

    /// Draws what can be taken, and what is passed through.
    pub(super) fn draw_props(&self, painter: &mut Painter, session: &Session) {
        let (mut taken, mut passed) = (Vec::new(), Vec::new());
        for prop in session.trigger_shapes().iter().filter(|prop| !prop.is_gone) {
            if prop.is_pick_up { &mut taken } else { &mut passed }.extend_from_slice(&prop.triangles);
        }
        painter.glass(&taken, paint::PICK_UP);
        painter.glass(&passed, paint::PASSED);
    }
}

/// A round patch, as triangles.
fn disc(centre: DVec3, normal: DVec3, radius: f64) -> Vec<[DVec3; 3]> {
    let turn = DQuat::from_rotation_arc(DVec3::Y, normal);
    let point = |corner: u32| {
        let (sin, cos) = (f64::from(corner) / f64::from(SHADOW_CORNERS) * std::f64::consts::TAU).sin_cos();
        centre + turn * DVec3::new(cos * radius, 0.0, sin * radius)
    };
    (0..SHADOW_CORNERS).map(|corner| [centre, point(corner + 1), point(corner)]).collect()
}
