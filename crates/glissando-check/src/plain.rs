//! Plain ground: where the level is nothing but whole horizontal layers, a place and its walks are those of a floor that was measured.
//!
//! Most of a large level is such ground. A place takes a hundredth of the time there, a walk needs none.

use crate::grid::Grid;
use crate::ground::{GroundMap, describe, rest_place};
use crate::heading::{self, USUAL};
use crate::layers::layers;
use crate::options::Options;
use crate::place::{Place, PlaceId};
use crate::subject::{ActKind, Subject};
use crate::walker::{Aim, Pace, Walker};
use glissando::world::WorldTriangle;
use glissando::{DVec3, Mesh, MeshOptions, Soup, State, World};

/// Metres around the body that must be plain too.
const MARGIN: f64 = 0.1;

/// Metres by which a place may lie beside where plain ground has it.
const SAME: f64 = 1e-9;

/// What a floor without end does to the character.
#[derive(Clone, Debug)]
pub(crate) struct Plain {
    /// From the ground to the centre of the resting body.
    rise: f64,
    /// Ticks of a walk to the neighbour in each heading.
    ticks: [u16; USUAL as usize],
    /// The wider half of the body, standing or crouching.
    radius: f64,
    /// Its height, standing and crouching.
    heights: [f64; 2],
}

impl Plain {
    /// Measures; none where some triangles have one side only, or the character does not walk to its neighbours on a floor.
    pub(crate) fn measure(subject: &Subject<'_>, options: &Options) -> Option<Self> {
        if subject.two_sided.is_some() {
            return None;
        }
        let world = floor(100.0)?;
        let flat = Subject { world: &world, two_sided: None, acts: &[], ..*subject };
        let mut walker = Walker::new(&flat, options.hz);
        let halves = [false, true].map(|is_crouched| walker.half(is_crouched));
        let start = rest_place(&mut walker, DVec3::Y * (halves[0].y + 0.5 * MARGIN), false)?;
        let mut ticks = [0; USUAL as usize];
        for (index, ticks) in (0..USUAL).zip(&mut ticks) {
            let (x, z) = heading::neighbour(index);
            let off = DVec3::new(f64::from(x), 0.0, f64::from(z)) * options.cell;
            let to = Place { position: start.position + off, ..start };
            let mut state = walker.start(start.position, false)?;
            let (before, aim) = (walker.ticks, Aim::place(&to, &walker.config));
            let pace = walker.approach(&mut state, &aim, false, 0.1 * options.cell);
            *ticks = u16::try_from(walker.ticks - before).ok().filter(|_| matches!(pace, Pace::Arrived))?;
        }
        let radius = halves.iter().fold(0.0, |most: f64, half| most.max(half.x).max(half.z));
        Some(Self { rise: start.position.y, ticks, radius, heights: halves.map(|half| 2.0 * half.y) })
    }

    /// The places in the middle of a cell at `at`, highest first, if all around is plain.
    pub(crate) fn places(
        &self,
        walker: &Walker<'_>,
        grid: &Grid,
        at: DVec3,
        found: &mut Vec<WorldTriangle>,
    ) -> Option<Vec<Place>> {
        let world = walker.subject.world;
        let bounds = world.bounds();
        let reach = 0.5 * grid.size + self.radius + MARGIN;
        let low = DVec3::new(at.x - reach, f64::from(bounds.min.y) - 1.0, at.z - reach);
        let high = DVec3::new(at.x + reach, f64::from(bounds.max.y) + 1.0, at.z + reach);
        let mut places = Vec::new();
        let mut above = f64::INFINITY;
        for height in layers(world, (low, high), walker.config.settings().filter, found)? {
            let room = above - height;
            above = height;
            if room >= self.heights[0] + 2.0 * MARGIN {
                let position = DVec3 { y: height + self.rise, ..at };
                places.push(Place { flatness: 1.0, ..describe(walker, &State::at(position)) });
            } else if room >= self.heights[1].min(self.heights[0]) {
                // Whether it fits, and how, the body itself decides.
                return None;
            }
        }
        Some(places)
    }

    /// Whether the ground is plain as far as the neighbours of a place, the bodies there included, and no volume is there.
    pub(crate) fn is_around(
        &self,
        walker: &Walker<'_>,
        grid: &Grid,
        place: &Place,
        found: &mut Vec<WorldTriangle>,
    ) -> bool {
        if place.is_crouched || place.flatness != 1.0 {
            return false;
        }
        let (half, position) = (walker.half(false), place.position);
        let reach = grid.size + self.radius + MARGIN;
        let around = DVec3::new(reach, half.y + MARGIN, reach);
        let acts = walker.subject.acts.iter();
        let is_free = |kind| matches!(kind, ActKind::Exit | ActKind::Ride { .. });
        if acts.filter(|act| !is_free(act.kind)).any(|act| act.meets(position, around)) {
            return false;
        }
        let box_of = (position - around, position + around);
        let layers = layers(walker.subject.world, box_of, walker.config.settings().filter, found);
        matches!(layers.as_deref(), Some([height]) if (height + self.rise - position.y).abs() <= SAME)
    }

    /// The ticks of the walk from a place on plain ground to its neighbour in a heading, if that lies on the grid as the place does.
    pub(crate) fn walk(&self, map: &GroundMap, place: &Place, index: u8, to: PlaceId) -> Option<u16> {
        let other = map.places.get(to as usize).filter(|other| !other.is_crouched)?;
        let (x, z) = heading::neighbour(index);
        let off = DVec3::new(f64::from(x), 0.0, f64::from(z)) * map.grid.size;
        let is_there = (other.position - place.position - off).length() <= SAME;
        is_there.then(|| self.ticks.get(usize::from(index)).copied()).flatten()
    }
}

/// A square floor at y = 0.
fn floor(half: f64) -> Option<World> {
    let [a, b, c, d] = [(-half, -half), (-half, half), (half, half), (half, -half)]
        .map(|(x, z)| DVec3::new(x, 0.0, z).as_vec3());
    let mut soup = Soup::default();
    soup.push([a, b, c], 0);
    soup.push([a, c, d], 0);
    let (mesh, _) = Mesh::build(&soup, &MeshOptions::default()).ok()?;
    let mut world = World::new();
    world.insert_mesh(mesh);
    Some(world)
}
