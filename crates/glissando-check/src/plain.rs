//! Plain ground: where the level is nothing but whole horizontal layers, a place and its walks are those of a floor that was measured.
//!
//! Most of a large level is such ground. A place takes a hundredth of the time there, a walk needs none.

use crate::grid::Grid;
use crate::ground::{GroundMap, describe, put_down};
use crate::heading::{self, USUAL};
use crate::layers::layers;
use crate::options::Options;
use crate::place::{Place, PlaceId};
use crate::subject::{ActKind, Subject};
use crate::walker::{Aim, Pace, Walker};
use glissando::world::WorldTriangle;
use glissando::{DVec3, Mesh, MeshOptions, Soup, State, World};

/// Metres around the body that must be plain too: more than its skin.
const MARGIN: f64 = 0.05;

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
        let start = put_down(&mut walker, DVec3::ZERO, f64::INFINITY, false)?;
        let mut ticks = [0; USUAL as usize];
        for (index, ticks) in (0..USUAL).zip(&mut ticks) {
            let to = Place { position: start.position + offset(index, options.cell), ..start };
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
        if has_volume(walker, low, high) {
            return None;
        }
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

    /// Whether there is nothing but plain ground around a body that goes from a place as far as `low` and `high` on the map, and no
    /// volume that acts on it.
    pub(crate) fn is_around(
        &self,
        walker: &Walker<'_>,
        place: &Place,
        (low, high): (DVec3, DVec3),
        found: &mut Vec<WorldTriangle>,
    ) -> bool {
        if place.is_crouched || place.flatness != 1.0 {
            return false;
        }
        let reach = self.radius + MARGIN;
        let around = DVec3::new(reach, walker.half(false).y + MARGIN, reach);
        let (low, high) = (place.position + low - around, place.position + high + around);
        if has_volume(walker, low, high) {
            return false;
        }
        let layers = layers(walker.subject.world, (low, high), walker.config.settings().filter, found);
        matches!(layers.as_deref(), Some([height]) if (height + self.rise - place.position.y).abs() <= SAME)
    }

    /// The ticks of the walk from a place on plain ground to its neighbour in a heading, if that lies on the grid as the place does.
    pub(crate) fn walk(&self, map: &GroundMap, place: &Place, index: u8, to: PlaceId) -> Option<u16> {
        let other = map.places.get(to as usize).filter(|other| !other.is_crouched)?;
        let is_there = (other.position - place.position - offset(index, map.grid.size)).length() <= SAME;
        is_there.then(|| self.ticks.get(usize::from(index)).copied()).flatten()
    }
}

/// Whether a volume that moves or kills a character meets a box.
fn has_volume(walker: &Walker<'_>, low: DVec3, high: DVec3) -> bool {
    let (middle, half) = ((low + high) * 0.5, (high - low) * 0.5);
    let is_free = |kind| matches!(kind, ActKind::Exit | ActKind::Ride { .. });
    walker.subject.acts.iter().any(|act| !is_free(act.kind) && act.meets(middle, half))
}

/// From a place to its neighbour in a heading.
pub(crate) fn offset(index: u8, cell: f64) -> DVec3 {
    let (x, z) = heading::neighbour(index);
    DVec3::new(f64::from(x), 0.0, f64::from(z)) * cell
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::Moves;
    use glissando::{Config, Settings};
    use glissando_scenes::{block, quad, world_of};

    #[test]
    fn plain_ground_gives_the_places_and_walks_that_ticks_give() {
        let mut soup = Soup::default();
        let at = DVec3::new;
        for (x, z) in (-2..2).flat_map(|x| (-2..2).map(move |z| (3.0 * f64::from(x), 3.0 * f64::from(z)))) {
            quad(
                &mut soup,
                [at(x, 0.7, z), at(x, 0.7, z + 3.0), at(x + 3.0, 0.7, z + 3.0), at(x + 3.0, 0.7, z)],
            );
        }
        // A wall, a kerb, a low roof and a high one.
        block(&mut soup, at(0.3, 0.0, -6.0), at(0.6, 4.0, 1.0));
        block(&mut soup, at(2.0, 0.0, 2.0), at(6.0, 0.85, 6.0));
        block(&mut soup, at(-6.0, 2.0, -6.0), at(-3.0, 2.2, -3.0));
        block(&mut soup, at(-6.0, 4.0, 0.0), at(0.0, 4.2, 6.0));
        let (world, config) = (world_of(&soup), Config::new(&Settings::default()).unwrap());
        let (two_sided, spawns, items, acts) = (None, &[][..], &[][..], &[][..]);
        let subject = Subject { world: &world, two_sided, config: &config, speed: 5.0, spawns, items, acts };
        let options = Options::usual(&subject);
        let map = GroundMap::new(&subject, &options, &|| {});
        let walked = GroundMap::walked(&subject, &options, &|| {});
        assert!(map.plain.is_some() && walked.plain.is_none());
        assert_eq!(map.places.len(), walked.places.len());
        let is_near = |a: &Place, b: &Place| {
            (a.position - b.position).length() < SAME
                && (a.is_crouched, a.flatness) == (b.is_crouched, b.flatness)
                && (a.headroom - b.headroom).abs() < 1e-6
        };
        for (a, b) in map.places.iter().zip(&walked.places) {
            assert!(is_near(a, b), "{a:?} {b:?}");
        }
        let (mut walker, mut plain, mut whole) = (Walker::new(&subject, options.hz), 0, 0);
        for (place, same) in map.places.iter().zip(&walked.places).step_by(3) {
            let before = walker.ticks;
            let quick = Moves { map: &map, jumps: true }.from(&mut walker, place);
            whole += u32::from(walker.ticks == before);
            let slow = Moves { map: &walked, jumps: true }.from(&mut walker, same);
            let known = |step: &crate::moves::Step| match step.end {
                crate::moves::End::Known(id) => Some((step.way, id, step.ticks)),
                _ => None,
            };
            assert_eq!(
                quick.iter().map(known).collect::<Vec<_>>(),
                slow.iter().map(known).collect::<Vec<_>>(),
                "{place:?}"
            );
            plain += u32::from(!quick.is_empty());
        }
        assert!(whole * 4 > plain, "{whole} of {plain} without a tick");
    }
}
