//! A tick in a file: the character, its input and the triangles that it asked about, to be played again.
//!
//! The tick is walked once with every question written down. The triangles near any question are all that
//! its answers can depend on, so the few of them give the same bits as the whole world.

use crate::character::{Config, Event, Input, Scratch, Settings, State, step_through, step_traced};
use crate::collide::{Collide, Contact, Filter, Hit, Surface, Sweep};
use crate::geometry::{Aabb, Ellipsoid};
use crate::handle::BodyId;
use crate::input::{self, InputError};
use crate::math::{DAffine3, DVec3, Vec3};
use crate::mesh::{Mesh, Prime, has_face};
use crate::tolerance;
use crate::trace::Trace;
use crate::traction::Traction;
use crate::world::{Body, BodyVelocity, Conveyor, World};
use alloc::format;
use alloc::vec::Vec;
use core::cell::RefCell;

/// The form of the file. It grows when old files cannot be read any more.
const FORMAT: u32 = 1;

/// Highest index of a triangle in its mesh that is accepted.
const MOST_TRIANGLES: u32 = 1 << 26;

/// How much further than asked triangles are gathered, in radii, so that a changed program still has them.
const MARGIN: f64 = 0.5;

/// A tick with everything that it depends on. Write it with any self-describing serde format.
///
/// JSON must keep all digits: `serde_json` reads them all with its feature `float_roundtrip`.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Repro {
    /// The form of the file.
    pub format: u32,
    /// The character.
    pub settings: Settings,
    /// The character before the tick.
    pub state: State,
    /// What it was told.
    pub input: Input,
    /// Length of the tick, seconds.
    pub dt: f64,
    /// The character after the tick, as it was when this was captured.
    pub after: State,
    /// The surroundings.
    pub bodies: Vec<ReproBody>,
}

/// A body of which some triangles are known.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReproBody {
    /// Its handle.
    pub id: BodyId,
    /// World from mesh.
    pub pose: DAffine3,
    /// Its layers.
    pub layers: u32,
    /// Its material.
    pub material: u16,
    /// Surfaces of it that carry along.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conveyors: Vec<Conveyor>,
    /// Materials of it that change a character's pace.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tractions: Vec<(u16, Traction)>,
    /// Velocity of its surface as it moves, if it has moved in the tick before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub velocity: Option<BodyVelocity>,
    /// Its triangles near the tick.
    pub triangles: Vec<ReproTriangle>,
}

/// A triangle as it collides.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReproTriangle {
    /// Its index in the soup that the mesh was built from.
    pub index: u32,
    /// Mesh space, metres.
    pub corners: [Vec3; 3],
    /// Its material.
    pub material: u16,
    /// Whether only its edges and corners collide.
    pub edges_only: bool,
    /// Whether it has a back that does not collide.
    pub one_sided: bool,
    /// Whether it holds only what lies wholly before its front.
    #[serde(default)]
    pub one_way: bool,
}

/// How a captured tick went this time.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Replay {
    /// The character after the tick.
    pub state: State,
    /// What happened.
    pub events: Vec<Event>,
    /// Whether every number of the state is what it was when the tick was captured, bit for bit.
    pub is_same: bool,
}

impl Repro {
    /// Captures the tick that a character is about to do.
    ///
    /// ```
    /// # use glissando::{Config, DVec3, Input, Settings, State, World};
    /// # let (world, config) = (World::new(), Config::new(&Settings::default())?);
    /// # let (state, input) = (State::at(DVec3::ZERO), Input { wish: DVec3::X, ..Input::default() });
    /// use glissando::repro::Repro;
    ///
    /// let repro = Repro::capture(&world, &config, &state, input, 1.0 / 60.0)?;
    /// assert_eq!((repro.state, repro.input), (state, input));
    /// assert!(repro.after.velocity.y < 0.0); // it falls
    /// # Ok::<(), glissando::InputError>(())
    /// ```
    ///
    /// # Errors
    /// What [`step()`](crate::step()) refuses.
    pub fn capture(
        world: &World,
        config: &Config,
        state: &State,
        input: Input,
        dt: f64,
    ) -> Result<Self, InputError> {
        let listener = Listener { world, boxes: RefCell::default() };
        let mut after = *state;
        step_through(&listener, config, &mut after, input, dt, &mut Scratch::new(), &mut ())?;
        let mut boxes = listener.boxes.into_inner();
        let margin = DVec3::splat(MARGIN * config.shape(false).largest_radius());
        for b in &mut boxes {
            *b = Aabb::outward(b.min.as_dvec3() - margin, b.max.as_dvec3() + margin);
        }
        let settings = *config.settings();
        let body = |(id, body, primes): (BodyId, &Body, Vec<Prime>)| ReproBody {
            id,
            pose: body.pose,
            layers: body.layers,
            material: body.material,
            conveyors: body.conveyors.clone(),
            tractions: body.tractions.clone(),
            velocity: world.body_velocity(id),
            triangles: primes.into_iter().map(ReproTriangle::from).collect(),
        };
        let bodies = world.extract(&boxes, settings.filter).into_iter().map(body).collect();
        Ok(Self { format: FORMAT, settings, state: *state, input, dt, after, bodies })
    }

    /// The surroundings as a world, its bodies at their old handles.
    ///
    /// # Errors
    /// Numbers in the file that no world can have, by name.
    pub fn to_world(&self) -> Result<World, InputError> {
        input::scalar("format", f64::from(self.format), f64::from(FORMAT), f64::from(FORMAT))?;
        let mut parts = Vec::with_capacity(self.bodies.len());
        for body in &self.bodies {
            let mut primes = Vec::with_capacity(body.triangles.len());
            for triangle in &body.triangles {
                primes.push(triangle.prime()?);
            }
            let mesh = Mesh::of_primes(&primes);
            let ReproBody { pose, layers, material, .. } = *body;
            let (conveyors, tractions) = (body.conveyors.clone(), body.tractions.clone());
            let part = Body { mesh: mesh.into(), pose, layers, material, conveyors, tractions };
            parts.push((body.id, part, body.velocity));
        }
        World::of_extract(parts)
    }

    /// Plays the tick again and tells `trace` every sub-step.
    ///
    /// ```
    /// # use glissando::{Config, DVec3, Input, Settings, State, World};
    /// # let (world, config) = (World::new(), Config::new(&Settings::default())?);
    /// # let (state, input) = (State::at(DVec3::ZERO), Input { wish: DVec3::X, ..Input::default() });
    /// use glissando::repro::Repro;
    ///
    /// let repro = Repro::capture(&world, &config, &state, input, 1.0 / 60.0)?;
    /// let mut story: Vec<glissando::trace::TraceStep> = Vec::new();
    /// assert!(repro.replay(&mut story)?.is_same && !story.is_empty());
    /// # Ok::<(), glissando::InputError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Self::to_world`]; settings, states and inputs that are refused.
    pub fn replay(&self, trace: &mut impl Trace) -> Result<Replay, InputError> {
        let world = self.to_world()?;
        let config = Config::new(&self.settings)?;
        let (mut state, mut scratch) = (self.state, Scratch::new());
        let report = step_traced(&world, &config, &mut state, self.input, self.dt, &mut scratch, trace)?;
        let events = report.events.to_vec();
        Ok(Replay { state, events, is_same: same_bits(&state, &self.after) })
    }
}

impl ReproTriangle {
    fn prime(&self) -> Result<Prime, InputError> {
        let limit = f64::from(tolerance::MESH_LIMIT);
        for corner in self.corners {
            input::vector("triangle corner", corner.as_dvec3(), limit)?;
        }
        input::scalar("triangle index", f64::from(self.index), 0.0, f64::from(MOST_TRIANGLES))?;
        // Of a triangle without area no normal must ever be asked, whatever the file says.
        let edges_only = self.edges_only || !has_face(self.corners);
        Ok(Prime {
            corners: self.corners,
            source: self.index,
            material: self.material,
            edges_only,
            one_sided: self.one_sided && !edges_only,
            one_way: self.one_way && !edges_only,
        })
    }
}

impl From<Prime> for ReproTriangle {
    fn from(prime: Prime) -> Self {
        let Prime { corners, source, material, edges_only, one_sided, one_way } = prime;
        Self { index: source, corners, material, edges_only, one_sided, one_way }
    }
}

/// Equality that tells 0 from -0: numbers are written with all their digits, and with their sign.
fn same_bits(a: &State, b: &State) -> bool {
    a == b && format!("{a:?}") == format!("{b:?}")
}

/// A world that writes down where it was asked about.
struct Listener<'a> {
    world: &'a World,
    boxes: RefCell<Vec<Aabb>>,
}

impl Listener<'_> {
    fn note(&self, from: DVec3, translation: DVec3, extents: DVec3) {
        let to = from + translation;
        let asked = Aabb::outward(from.min(to) - extents, from.max(to) + extents);
        let mut boxes = self.boxes.borrow_mut();
        if !boxes.iter().any(|known| known.contains(asked)) {
            boxes.push(asked);
        }
    }
}

impl Collide for Listener<'_> {
    fn sweep(&self, sweep: &Sweep) -> Option<Hit> {
        self.note(sweep.from, sweep.translation, sweep.shape.half_extents() * sweep.shell());
        Collide::sweep(self.world, sweep)
    }

    fn contacts_in_radii(
        &self,
        shape: &Ellipsoid,
        at: DVec3,
        radii: f64,
        filter: Filter,
        found: &mut Vec<Contact>,
    ) {
        self.note(at, DVec3::ZERO, shape.half_extents() * radii);
        Collide::contacts_in_radii(self.world, shape, at, radii, filter, found);
    }

    fn ray(&self, from: DVec3, translation: DVec3, filter: Filter) -> Option<Hit> {
        self.note(from, translation, DVec3::ZERO);
        Collide::ray(self.world, from, translation, filter)
    }

    fn surface_velocity(&self, surface: &Surface, at: DVec3) -> DVec3 {
        Collide::surface_velocity(self.world, surface, at)
    }

    fn traction(&self, surface: &Surface) -> Traction {
        Collide::traction(self.world, surface)
    }
}
