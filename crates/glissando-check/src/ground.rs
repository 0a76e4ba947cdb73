//! The ground map: a place in every cell of every floor on which the character can rest, found from the geometry.
//!
//! In the middle of each cell a ray goes down through all surfaces. Between each two of them the body, standing or else crouching, is
//! put down by a sweep and left to itself until it rests. Where it does not rest in the middle, four points around it are tried.
//! So bridges, thin floors and any number of storeys have their places, and a gap smaller than the body has none. On
//! plain ground (`plain.rs`) the places are known without that.

use crate::aim::Fate;
use crate::grid::{Cell, Grid};
use crate::lists::starts;
use crate::options::Options;
use crate::parallel::*;
use crate::place::{Place, PlaceId};
use crate::plain::Plain;
use crate::subject::Subject;
use crate::thinned::Counts;
use crate::walker::Walker;
use glissando::{DVec3, Ground, State, Sweep, World};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Surfaces that a ray goes through at most; levels have some tens.
const MOST_SURFACES: usize = 512;

/// Metres below a surface from which the ray goes on.
const BELOW: f64 = 1e-4;

/// Upward part of a normal above which ground is level: 1 but for rounding.
const LEVEL: f64 = 1.0 - 1e-9;

/// Rows of cells that are shared among threads at once; then their places move to those of the map.
const ROWS: usize = 256;

/// All places of the geometry.
#[derive(Debug)]
pub struct GroundMap {
    pub(crate) grid: Grid,
    /// By cell (x, then z), then by height.
    pub(crate) places: Arc<Vec<Place>>,
    /// For each cell the number of its first place, and the number of places at the end.
    firsts: Vec<PlaceId>,
    /// The measures of plain ground, if the level has them.
    pub(crate) plain: Option<Plain>,
    /// Where only a part was tried.
    pub(crate) counts: Counts,
}

impl GroundMap {
    /// The places of a level. `progress` is called for each row of cells that is done.
    pub(crate) fn new(subject: &Subject<'_>, options: &Options, progress: &(dyn Fn() + Sync)) -> Self {
        Self::with(subject, options, Plain::measure(subject, options), progress)
    }

    /// The same without what is known of plain ground.
    #[cfg(test)]
    pub(crate) fn walked(subject: &Subject<'_>, options: &Options, progress: &(dyn Fn() + Sync)) -> Self {
        Self::with(subject, options, None, progress)
    }

    fn with(
        subject: &Subject<'_>,
        options: &Options,
        plain: Option<Plain>,
        progress: &(dyn Fn() + Sync),
    ) -> Self {
        let bounds = subject.world.bounds();
        let grid = Grid::over(bounds.min.as_dvec3(), bounds.max.as_dvec3(), options.cell);
        let rows: Vec<i32> = (grid.low.0..=grid.high.0).collect();
        let counts = Counts::default();
        let row = |&x: &i32| {
            let mut walker = Walker::new(subject, options.hz);
            let (mut places, mut found) = (Vec::new(), Vec::new());
            for z in grid.low.1..=grid.high.1 {
                let at = grid.middle((x, z), 0.0);
                let known = plain.as_ref().and_then(|plain| plain.places(&walker, &grid, at, &mut found));
                match known {
                    Some(known) => places.extend(known.into_iter().rev()),
                    None => column(&mut walker, &grid, (x, z), &mut places),
                }
            }
            counts.columns.fetch_add(walker.cut_columns, Ordering::Relaxed);
            progress();
            places
        };
        let mut places = Vec::new();
        for rows in rows.chunks(ROWS) {
            let rows: Vec<Vec<Place>> = rows.par_iter().map(row).collect();
            rows.into_iter().for_each(|row| places.extend(row));
        }
        let (rows, columns) = grid.counts();
        let cells = places.iter().filter_map(|place| grid.number(grid.cell(place.position)));
        let firsts = starts(rows as usize * columns as usize, cells);
        Self { grid, places: Arc::new(places), firsts, plain, counts }
    }

    /// The places in a cell, with their numbers.
    pub(crate) fn in_cell(&self, cell: Cell) -> impl Iterator<Item = (PlaceId, &Place)> {
        let range = self.grid.number(cell).and_then(|number| {
            let ends = self.firsts.get(number..number + 2)?;
            Some((*ends.first()?, *ends.last()?))
        });
        let (first, end) = range.unwrap_or_default();
        (first..end).zip(self.places.get(first as usize..end as usize).unwrap_or_default())
    }
}

/// The offsets from a cell's middle that are tried, in cells.
const TRIES: [(f64, f64); 5] = [(0.0, 0.0), (-0.3, -0.3), (0.3, 0.3), (-0.3, 0.3), (0.3, -0.3)];

/// Adds the places of a cell, lowest first.
fn column(walker: &mut Walker<'_>, grid: &Grid, cell: Cell, places: &mut Vec<Place>) {
    let first = places.len();
    for (x, z) in TRIES {
        let at = grid.middle(cell, 0.0) + DVec3::new(x * grid.size, 0.0, z * grid.size);
        let mut found = Vec::new();
        storeys(walker, at, places.get(first..).unwrap_or_default(), &mut found);
        for place in found {
            // One place for a storey: the first that was found.
            let mut others = places.get(first..).unwrap_or_default().iter();
            if grid.cell(place.position) == cell
                && !others.any(|other| is_storey(walker, other, place.position.y))
            {
                places.push(place);
            }
        }
        if x == 0.0 && places.len() == first && !has_surface(walker.subject.world, at) {
            // Nothing below the middle; a rim at the side of the cell is its neighbour's.
            return;
        }
    }
    let height = |place: &Place| place.position.y;
    if let Some(found) = places.get_mut(first..) {
        found.sort_by(|a, b| height(a).total_cmp(&height(b)));
    }
}

fn top(world: &World) -> f64 {
    f64::from(world.bounds().max.y) + 0.5
}

fn has_surface(world: &World, at: DVec3) -> bool {
    let bounds = world.bounds();
    let depth = top(world) - f64::from(bounds.min.y) + 1.0;
    let from = DVec3 { y: top(world), ..at };
    matches!(world.ray(from, DVec3::Y * -depth, glissando::Filter::ALL), Ok(Some(_)))
}

/// The heights of all surfaces in a column, highest first.
fn surfaces(walker: &mut Walker<'_>, at: DVec3) -> Vec<f64> {
    let world = walker.subject.world;
    let bottom = f64::from(world.bounds().min.y) - 1.0;
    let filter = walker.config.settings().filter;
    let mut heights = Vec::new();
    let mut y = top(world);
    while heights.len() < MOST_SURFACES && y > bottom {
        let from = DVec3 { y, ..at };
        let Ok(Some(hit)) = world.ray(from, DVec3::Y * (bottom - y), filter) else { break };
        heights.push(hit.point.y);
        y = hit.point.y - BELOW;
    }
    walker.cut_columns += u64::from(heights.len() == MOST_SURFACES);
    heights
}

/// The places over one point of the map, without those on level ground on which the cell has one already.
fn storeys(walker: &mut Walker<'_>, at: DVec3, known: &[Place], places: &mut Vec<Place>) {
    let heights = surfaces(walker, at);
    let mut above = f64::INFINITY;
    for &height in &heights {
        let room = above - height;
        // The body's skin and slopes need some room too; whether it fits, the queries decide.
        for is_crouched in [false, true] {
            let body = walker.half(is_crouched).y * 2.0;
            if room < body {
                continue;
            }
            let Some(landing) = lower(walker, DVec3 { y: height, ..at }, room, is_crouched) else { continue };
            if landing.is_level && known.iter().any(|place| is_storey(walker, place, landing.at.y)) {
                break;
            }
            if let Some(place) = rest_place(walker, landing.at, is_crouched) {
                places.push(place);
                break;
            }
        }
        above = height;
    }
}

/// Whether a body at this height is in the storey of a place.
fn is_storey(walker: &Walker<'_>, place: &Place, height: f64) -> bool {
    (place.position.y - height).abs() <= walker.half(true).y
}

/// The place over a surface with so much room over it.
pub(crate) fn put_down(walker: &mut Walker<'_>, on: DVec3, room: f64, is_crouched: bool) -> Option<Place> {
    let landing = lower(walker, on, room, is_crouched)?;
    rest_place(walker, landing.at, is_crouched)
}

/// Where a body touches the ground from above.
struct Landing {
    /// Its centre.
    at: DVec3,
    /// Whether the ground is level there, so that the body rests as it comes.
    is_level: bool,
}

/// Sweeps the body down to a surface with so much room over it.
fn lower(walker: &Walker<'_>, on: DVec3, room: f64, is_crouched: bool) -> Option<Landing> {
    let world = walker.subject.world;
    let mover = walker.config.mover(is_crouched);
    let (shape, filter) = (mover.shape(), mover.filter());
    let half = shape.half_extents();
    let skin = mover.skin();
    // On a slope the body touches beside its middle, so it starts higher: at most as high as a slope of 60 degrees needs.
    let lifts = [2.0 * skin, 0.25 * half.x, half.x, 1.8 * half.x];
    let most = room - 2.0 * half.y - skin;
    for lift in lifts {
        if lift > most && lift > 2.0 * skin {
            break;
        }
        let from = on + DVec3::Y * (half.y + lift.min(most.max(0.0)));
        if world.overlap(&shape, from, filter).ok()?.is_some() {
            continue;
        }
        let sweep = Sweep::new(shape, from, DVec3::Y * -(lift + half.y)).ok()?;
        let sweep = sweep.with_skin(skin).ok()?.with_filter(filter);
        let hit = world.sweep(&sweep)?;
        let at = from - DVec3::Y * hit.distance;
        return Some(Landing { at, is_level: hit.normal.y > LEVEL });
    }
    None
}

/// The place where a character rests that is put here, if it stays within half a radius.
fn rest_place(walker: &mut Walker<'_>, at: DVec3, is_crouched: bool) -> Option<Place> {
    let mut state = State { is_crouching: is_crouched, ..State::at(at) };
    let fate = walker.rest(&mut state, is_crouched, 1.0);
    let (Fate::Rest(state) | Fate::Act(_, state)) = fate else { return None };
    let is_here = crate::walker::level(state.position - at).length() < 0.5 * walker.half(true).x;
    let is_standing = state.ground == Ground::Standing;
    if !(is_here && is_standing && state.is_crouching == is_crouched) {
        return None;
    }
    // On a rim the body may rest as it comes, and slip when it is put there again: moves could not start from it.
    let again = walker.start(state.position, is_crouched)?;
    let is_same = (again.position - state.position).length() < 0.1 * walker.half(true).x;
    is_same.then(|| describe(walker, &state))
}

/// The place of a resting character.
pub(crate) fn describe(walker: &Walker<'_>, state: &State) -> Place {
    let mover = walker.config.mover(state.is_crouching);
    let most = 2.0 * walker.half(false).y;
    let sweep = Sweep::new(mover.shape(), state.position, DVec3::Y * most);
    let room = sweep.ok().and_then(|sweep| walker.subject.world.sweep(&sweep.with_filter(mover.filter())));
    let flatness = if state.ground == Ground::Standing { state.ground_normal.y } else { 0.0 };
    Place {
        position: state.position,
        is_crouched: state.is_crouching,
        flatness,
        headroom: room.map_or(most, |hit| hit.distance) as f32,
    }
}
