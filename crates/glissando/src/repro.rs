//! A tick in a file: the character, its input and the triangles that its queries could meet, to be played again.
//!
//! The tick is walked once with every query recorded. Results can depend only on the triangles near some query, so
//! these few give the same bits as the whole world.

use crate::character::{Config, Event, Input, Scratch, Settings, State, step_through, step_traced};
use crate::collide::{Collide, Contact, Filter, Hit, Surface, Sweep};
use crate::geometry::{Aabb, Shape};
use crate::handle::BodyId;
use crate::input::{self, InputError};
use crate::math::{DAffine3, DVec3, Vec3};
use crate::mesh::{Mesh, Prime, has_face};
use crate::tolerance;
use crate::trace::Trace;
use crate::traction::Traction;
use crate::world::extract::check_slot;
use crate::world::{Body, BodyVelocity, Conveyor, World};
use alloc::format;
use alloc::vec::Vec;
use core::cell::RefCell;

/// Highest index of a triangle in its mesh that is accepted: a file of one triangle must not fill the memory.
const MOST_TRIANGLES: u32 = 1 << 26;

/// Number of slots of a world that a file may ask for, for the same reason.
const MOST_SLOTS: u32 = 1 << 20;

/// The margin of the recorded boxes, in radii, so that a changed program still has all triangles.
const MARGIN: f64 = 0.5;

/// A tick with all the data that it depends on. Serialise it with any self-describing serde format.
///
/// JSON must keep all digits: `serde_json` does with its feature `float_roundtrip`.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Repro {
    /// What the file is, for programs that read several kinds; the first files did not have it.
    #[serde(default)]
    glissando: Kind,
    /// The version of the file format, [`Repro::VERSION`]; the first files called it `format`.
    #[serde(alias = "format")]
    pub version: u32,
    /// The settings of the character.
    pub settings: Settings,
    /// The state before the tick.
    pub state: State,
    /// The input of the tick.
    pub input: Input,
    /// Length of the tick, seconds.
    pub dt: f64,
    /// The state after the tick when it was captured.
    pub after: State,
    /// The bodies near the tick.
    pub bodies: Vec<ReproBody>,
}

/// The kind of the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    #[default]
    Repro,
}

/// A body with its recorded triangles.
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

/// A triangle with its collision flags.
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
    /// Whether its back does not collide.
    pub one_sided: bool,
    /// Whether it stops only bodies that lie wholly in front of it.
    #[serde(default)]
    pub one_way: bool,
}

/// The result of a replayed tick.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Replay {
    /// The state after the tick.
    pub state: State,
    /// The events of the tick.
    pub events: Vec<Event>,
    /// Whether every number of the state equals the captured one, bit for bit.
    pub is_same: bool,
}

impl Repro {
    /// The version of the file format. It is raised when old files cannot be read any more.
    pub const VERSION: u32 = 1;

    /// Captures the next tick of a character.
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
    /// Inputs that [`step()`](crate::step()) refuses; a world that [`Repro::to_world`] would refuse for its size: a body near the
    /// character whose handle has an index of 2^20 or more, a triangle with an index above 2^26.
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
        let bodies: Vec<ReproBody> = world.extract(&boxes, settings.filter).into_iter().map(body).collect();
        for body in &bodies {
            check_slot(body.id, MOST_SLOTS)?;
            body.triangles.iter().try_for_each(ReproTriangle::check_index)?;
        }
        Ok(Self {
            glissando: Kind::Repro,
            version: Self::VERSION,
            settings,
            state: *state,
            input,
            dt,
            after,
            bodies,
        })
    }

    /// Builds a world from the recorded bodies, with their old handles.
    ///
    /// # Errors
    /// Invalid numbers in the file; the error contains the name.
    pub fn to_world(&self) -> Result<World, InputError> {
        let version = f64::from(Self::VERSION);
        input::scalar("version", f64::from(self.version), version, version)?;
        let mut parts = Vec::with_capacity(self.bodies.len());
        for body in &self.bodies {
            let mut primes = Vec::with_capacity(body.triangles.len());
            for triangle in &body.triangles {
                triangle.check_index()?;
                primes.push(triangle.prime()?);
            }
            let mesh = Mesh::of_primes(&primes);
            let ReproBody { pose, layers, material, .. } = *body;
            let (conveyors, tractions) = (body.conveyors.clone(), body.tractions.clone());
            let part = Body { mesh: mesh.into(), pose, layers, material, conveyors, tractions };
            parts.push((body.id, part, body.velocity));
        }
        World::of_extract(parts, MOST_SLOTS)
    }

    /// Replays the tick and records every sub-step in `trace`.
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
    /// The same as of [`Self::to_world`]; refused settings, states and inputs.
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
    fn check_index(&self) -> Result<(), InputError> {
        input::scalar("triangle index", f64::from(self.index), 0.0, f64::from(MOST_TRIANGLES)).map(drop)
    }

    /// The triangle as a mesh has it.
    ///
    /// # Errors
    /// Corners and indices that no mesh has.
    pub(crate) fn prime(&self) -> Result<Prime, InputError> {
        let limit = f64::from(tolerance::MESH_LIMIT);
        for corner in self.corners {
            input::vector("triangle corner", corner.as_dvec3(), limit)?;
        }
        // The normal of a triangle without area must never be used, whatever the file contains.
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

/// Equality that distinguishes 0 from -0: numbers are printed with all their digits and their sign.
fn same_bits(a: &State, b: &State) -> bool {
    a == b && format!("{a:?}") == format!("{b:?}")
}

/// A world that records the boxes of its queries.
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
        self.note(sweep.from, sweep.translation, sweep.shape.shell_extents(sweep.shell()));
        Collide::sweep(self.world, sweep)
    }

    fn contacts_in_radii(
        &self,
        shape: &Shape,
        at: DVec3,
        radii: f64,
        filter: Filter,
        found: &mut Vec<Contact>,
    ) {
        self.note(at, DVec3::ZERO, shape.shell_extents(radii));
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
