//! Plain ground: where the level is nothing but whole horizontal layers, a place and its walks are those of a floor that was measured.
//!
//! Most of a large level is such ground. A place takes a hundredth of the time there, a walk needs none.

use crate::aim::{Aim, Pace};
use crate::along::{Strip, is_floor_along};
use crate::grid::Grid;
use crate::ground::{GroundMap, describe, put_down};
use crate::heading::{self, USUAL};
use crate::layers::{layers, layers_of};
use crate::options::Options;
use crate::place::{Place, PlaceId};
use crate::subject::{ActKind, Subject};
use crate::walker::{Walker, level};
use glissando::world::WorldTriangle;
use glissando::{DVec3, Mesh, MeshOptions, Shape, Soup, State, World};

/// Metres around the body that must be plain too: more than its skin.
const MARGIN: f64 = 0.05;

/// Metres by which a place may lie beside where plain ground has it.
const SAME: f64 = 1e-9;

/// The same of a character that has come to rest there after a fall: it stops anywhere in its skin.
const NEARLY: f64 = 0.01;

/// Triangles around a place at most that are looked at.
const MOST_AROUND: usize = 192;

/// What a floor without end does to the character.
#[derive(Clone, Debug)]
pub(crate) struct Plain {
    /// From the ground to the centre of the resting body.
    rise: f64,
    /// Ticks of a walk to the neighbour in each heading.
    ticks: [u8; USUAL as usize],
    /// From the middle of the body to its side, standing or crouching, at most.
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
        let flat = Subject { world: &world, two_sided: None, acts: &[], off_limits: &[], ..*subject };
        let mut walker = Walker::new(&flat, options.hz);
        let halves = [false, true].map(|is_crouched| walker.half(is_crouched));
        let start = put_down(&mut walker, DVec3::ZERO, f64::INFINITY, false)?;
        let mut ticks = [0; USUAL as usize];
        for (index, ticks) in (0..USUAL).zip(&mut ticks) {
            let to = Place { position: start.position + offset(index, options.cell), ..start };
            let mut state = walker.start(start.position, false)?;
            let (before, aim) = (walker.ticks, Aim::place(&to, &walker.config));
            let pace = walker.approach(&mut state, &aim, false, 0.1 * options.cell);
            *ticks = u8::try_from(walker.ticks - before).ok().filter(|_| matches!(pace, Pace::Arrived))?;
        }
        let side = |is_crouched: bool| {
            let half = walker.half(is_crouched);
            // The corners of a box are further from its middle.
            if walker.config.shape(is_crouched).is_box() { level(half).length() } else { half.x.max(half.z) }
        };
        let radius = side(false).max(side(true));
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

    /// In which of the usual headings a body that walks from a place to its neighbour has nothing but plain ground around it, and no
    /// volume that acts on it.
    pub(crate) fn headings(
        &self,
        walker: &mut Walker<'_>,
        place: &Place,
        cell: f64,
    ) -> [bool; USUAL as usize] {
        const NONE: [bool; USUAL as usize] = [false; USUAL as usize];
        if place.is_crouched || place.flatness != 1.0 {
            return NONE;
        }
        let wide = DVec3::new(cell, 0.0, cell);
        let (low, high) = self.around(walker, place.position - wide, place.position + wide);
        let mut found = std::mem::take(&mut walker.triangles);
        let (world, filter) = (walker.subject.world, walker.config.settings().filter);
        let headings =
            if world.triangles_in_box(low, high, filter, &mut found).is_err() || found.len() > MOST_AROUND {
                NONE
            } else if self.is_floor(world, place.position.y, (low, high), &found)
                && !has_volume(walker, low, high)
            {
                [true; USUAL as usize]
            } else {
                std::array::from_fn(|index| {
                    let to = place.position + offset(index as u8, cell);
                    self.is_floor_to(walker, place.position, to, &found)
                })
            };
        walker.triangles = found;
        headings
    }

    /// Whether a standing character walks to a place over plain ground, however it stands there.
    pub(crate) fn is_between(&self, walker: &mut Walker<'_>, from: DVec3, place: &Place) -> bool {
        if place.is_crouched || place.flatness != 1.0 || (from.y - place.position.y).abs() > NEARLY {
            return false;
        }
        let from = DVec3 { y: place.position.y, ..from };
        let mut found = std::mem::take(&mut walker.triangles);
        let (low, high) = self.around(walker, from, place.position);
        let (world, filter) = (walker.subject.world, walker.config.settings().filter);
        let is_small =
            world.triangles_in_box(low, high, filter, &mut found).is_ok() && found.len() <= MOST_AROUND;
        let is_between = is_small && self.is_floor_to(walker, from, place.position, &found);
        walker.triangles = found;
        is_between
    }

    /// The box around a standing body that goes from one point to another.
    fn around(&self, walker: &Walker<'_>, from: DVec3, to: DVec3) -> (DVec3, DVec3) {
        let reach = self.radius + MARGIN;
        let around = DVec3::new(reach, walker.half(false).y + MARGIN, reach);
        (from.min(to) - around, from.max(to) + around)
    }

    /// Whether the triangles of a box are those of one floor, on which a body rests at this height.
    fn is_floor(&self, world: &World, y: f64, space: (DVec3, DVec3), found: &[WorldTriangle]) -> bool {
        let layers = layers_of(world, space, found);
        matches!(layers.as_deref(), Some([height]) if self.rests_on(*height, y))
    }

    /// Whether the triangles that a standing body meets between two points are those of one floor, on which it rests, and no volume acts
    /// on it.
    fn is_floor_to(&self, walker: &Walker<'_>, from: DVec3, to: DVec3, found: &[WorldTriangle]) -> bool {
        let shape = walker.config.shape(false);
        let reach = |top: f64| width(&shape, top.max(0.0) + MARGIN).unwrap_or(self.radius) + MARGIN;
        let strip = Strip { from, to, floor: from.y - self.rise, reach };
        let (low, high) = self.around(walker, from, to);
        is_floor_along(walker.subject.world, found, &strip) && !has_volume(walker, low, high)
    }

    fn rests_on(&self, height: f64, y: f64) -> bool {
        (height + self.rise - y).abs() <= SAME
    }

    /// The ticks of the walk from a place on plain ground to its neighbour in a heading, if that lies on the grid as the place does.
    pub(crate) fn walk(&self, map: &GroundMap, place: &Place, index: u8, to: PlaceId) -> Option<u8> {
        let other = map.places.get(to as usize).filter(|other| !other.is_crouched)?;
        let is_there = (other.position - place.position - offset(index, map.grid.size)).length() <= SAME;
        is_there.then(|| self.ticks.get(usize::from(index)).copied()).flatten()
    }
}

/// Half the width of a round body below a height over its feet; none where that is its whole width.
fn width(shape: &Shape, height: f64) -> Option<f64> {
    let half = shape.half_extents();
    // Half the height and width of the round part of its lower end.
    let (tall, wide) = if shape.is_capsule() {
        let radius = shape.largest_radius();
        (radius, radius)
    } else if shape.core_half_extents() == DVec3::ZERO {
        (half.y, half.x.max(half.z))
    } else {
        return None;
    };
    let share = 1.0 - height / tall;
    (share > 0.0 && share <= 1.0).then(|| wide * (1.0 - share * share).sqrt())
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
        let (config, world) = (&config, &world);
        let subject = Subject {
            world,
            two_sided: None,
            config,
            speed: 5.0,
            spawns: &[],
            items: &[],
            acts: &[],
            off_limits: &[],
        };
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
        for (a, b) in map.places.iter().zip(&*walked.places) {
            assert!(is_near(a, b), "{a:?} {b:?}");
        }
        let (mut walker, mut plain, mut whole, mut parts) = (Walker::new(&subject, options.hz), 0, 0, 0);
        for (place, same) in map.places.iter().zip(&*walked.places).step_by(3) {
            let before = walker.ticks;
            let quick = Moves { map: &map, jumps: true }.from(&mut walker, place);
            whole += u32::from(walker.ticks == before);
            let slow = Moves { map: &walked, jumps: true }.from(&mut walker, same);
            let known = |step: &crate::way::Step| match step.end {
                crate::way::End::Known(id) => Some((step.way, id, step.ticks)),
                _ => None,
            };
            assert_eq!(
                quick.iter().map(known).collect::<Vec<_>>(),
                slow.iter().map(known).collect::<Vec<_>>(),
                "{place:?}"
            );
            plain += u32::from(!quick.is_empty());
            let headings = map.plain.as_ref().unwrap().headings(&mut walker, place, options.cell);
            parts += u32::from(headings.contains(&true) && headings.contains(&false));
        }
        assert!(whole * 4 > plain, "{whole} of {plain} without a tick");
        assert!(parts * 8 > plain, "{parts} of {plain} plain in some headings");
    }
}
