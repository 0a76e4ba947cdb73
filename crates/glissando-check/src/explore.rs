//! From the spawns to every place that they reach, wave by wave.
//!
//! The moves from one place depend on that place and the ground map alone, so a wave is shared among threads; what they found is taken
//! in one after the other, in the order of the places. A place in a trap tries every move that there is before it counts as one.

use crate::aim::Fate;
use crate::bridge::pairs;
use crate::component::{can_reach, groups};
use crate::edge::Edge;
use crate::graph::{Fault, FaultKind, Graph};
use crate::grid::Cell;
use crate::ground::GroundMap;
use crate::moves::Moves;
use crate::options::Options;
use crate::outcome::Progress;
use crate::parallel::*;
use crate::perform::reach_for;
use crate::place::{Place, PlaceId};
use crate::resume::{Keep, MovesOf};
use crate::ride::Ride;
use crate::subject::{ActKind, Subject};
use crate::thinned::stride;
use crate::walker::{Walker, level};
use crate::way::{Act as Does, End, Step, Way};
use glissando::State;
use std::collections::{BTreeMap, BTreeSet};

/// Places of a wave that are moved from before a cancellation is noticed.
const BATCH: usize = 512;

/// Places of a trap that try everything.
const TRIED: usize = 150;

/// Moves that were made before: in a shard.
pub(crate) type Made<'a> = &'a (dyn Fn(PlaceId) -> Option<Vec<Step>> + Sync);

pub(crate) struct Explorer<'a> {
    subject: &'a Subject<'a>,
    options: &'a Options,
    moves: Moves<'a>,
    graph: Graph,
    /// Places found by walking, by cell.
    found: BTreeMap<Cell, Vec<PlaceId>>,
    /// For each mover, where it takes characters along.
    rides: Vec<Ride<'a>>,
    frontier: Vec<PlaceId>,
}

/// Explores a level from its spawns; whether it came to an end.
pub(crate) fn explore(
    subject: &Subject<'_>,
    options: &Options,
    map: &GroundMap,
    (made, keep): (Made<'_>, &dyn Keep),
    progress: &dyn Progress,
) -> (Graph, bool) {
    let graph = Graph::of(map.places.clone());
    let moves = Moves { map, jumps: options.jumps };
    let (found, rides, frontier) = (BTreeMap::new(), Ride::all(subject, options, map), Vec::new());
    let mut explorer = Explorer { subject, options, moves, graph, found, rides, frontier };
    explorer.start();
    let mut is_whole = explorer.flood((made, keep), progress);
    let (mut tried, mut crossed) = (Vec::new(), BTreeSet::new());
    while is_whole && (explorer.cross_borders(&mut crossed) | explorer.try_traps(&mut tried)) {
        is_whole = explorer.flood((made, keep), progress);
    }
    (explorer.graph, is_whole)
}

impl Explorer<'_> {
    /// Puts a character on each spawn.
    fn start(&mut self) {
        let mut walker = Walker::new(self.subject, self.options.hz);
        for spawn in self.subject.spawns {
            let mut state = State::with_feet_at(&walker.config, spawn.low);
            let fate = walker.rest_through(None, &mut state, false);
            let place = match fate {
                Fate::Rest(state) => {
                    let way = Way { act: Does::Walk, heading: 0, of: 8, crouch: false };
                    // Further away than any place of the map, so that it is never the place itself.
                    let far = Place { position: state.position + glissando::DVec3::splat(1e3), ..NOWHERE };
                    let step = self.moves.finish(&mut walker, &far, way, None, state);
                    step.and_then(|step| self.place_of(&step.end))
                }
                _ => None,
            };
            self.graph.starts.push(place);
            if let Some(id) = place {
                self.reach(id, None);
            }
        }
    }

    /// The number of the place where a move ended.
    fn place_of(&mut self, end: &End) -> Option<PlaceId> {
        match *end {
            End::Known(id) => Some(id),
            End::New(place) => Some(self.found_place(place)),
            End::Out(_) | End::Stuck(_) | End::Dead => None,
        }
    }

    fn found_place(&mut self, place: Place) -> PlaceId {
        let size = self.moves.map.grid.size;
        let cell = self.moves.map.grid.cell(place.position);
        let list = self.found.entry(cell).or_default();
        let is_same = |id: &&PlaceId| {
            let Some(other) = self.graph.place(**id) else { return false };
            let off = other.position - place.position;
            level(off).length() < 0.5 * size && off.y.abs() < size && other.is_crouched == place.is_crouched
        };
        if let Some(&id) = list.iter().find(is_same) {
            return id;
        }
        let id = self.graph.add(place);
        list.push(id);
        id
    }

    fn reach(&mut self, id: PlaceId, parent: Option<PlaceId>) {
        if self.graph.reach(id, parent) {
            self.frontier.push(id);
        }
    }

    /// Moves from all places of the frontier, and from what they reach; false if it was asked to stop.
    fn flood(&mut self, (made, keep): (Made<'_>, &dyn Keep), progress: &dyn Progress) -> bool {
        while !self.frontier.is_empty() {
            let wave = std::mem::take(&mut self.frontier);
            for batch in wave.chunks(BATCH) {
                if progress.is_cancelled() {
                    return false;
                }
                progress.reached(&mut batch.iter().filter_map(|id| self.graph.place(*id)));
                let results = self.moves_of(batch, made);
                for (&id, (steps, is_new)) in batch.iter().zip(results) {
                    if is_new {
                        keep.keep(MovesOf { place: id, steps: &steps });
                    }
                    self.take(id, &steps);
                    self.ride(id);
                }
                progress.advance(batch.len() as u64);
            }
        }
        true
    }

    /// The moves from places, each with whether they were made here.
    fn moves_of(&self, batch: &[PlaceId], made: Made<'_>) -> Vec<(Vec<Step>, bool)> {
        let one = |walker: &mut Walker<'_>, id: &PlaceId| {
            if let Some(steps) = made(*id) {
                return (steps, false);
            }
            (self.graph.place(*id).map_or_else(Vec::new, |place| self.moves.from(walker, place)), true)
        };
        batch.par_iter().map_init(|| Walker::new(self.subject, self.options.hz), one).collect()
    }

    /// Takes in the moves from a place.
    fn take(&mut self, from: PlaceId, steps: &[Step]) {
        for step in steps {
            let fault = |kind, at| Fault { from, way: step.way, kind, at };
            match step.end {
                End::Out(at) => self.graph.faults.push(fault(FaultKind::Out, at)),
                End::Stuck(at) => self.graph.faults.push(fault(FaultKind::Stuck, at)),
                End::Dead => self.graph.deadly.push(from),
                End::Known(_) | End::New(_) => {
                    let Some(to) = self.place_of(&step.end).filter(|to| *to != from) else { continue };
                    self.graph.edges.add(from, Edge::new(to, step.way, step.ticks, step.acted));
                    self.reach(to, Some(from));
                }
            }
        }
    }

    /// Lets movers take the character along.
    fn ride(&mut self, from: PlaceId) {
        let Some(place) = self.graph.place(from).copied() else { return };
        let way = Way { act: Does::Ride, heading: 0, of: 8, crouch: false };
        let leads: Vec<Vec<PlaceId>> =
            self.rides.iter().map(|ride| ride.leads(self.subject, (from, &place))).collect();
        for to in leads.into_iter().flatten().filter(|to| *to != from) {
            self.graph.edges.add(from, Edge::new(to, way, 0, true));
            self.reach(to, Some(from));
        }
    }

    /// Makes straight for places across borders of what is reached, and out of traps; whether there were any that are new.
    fn cross_borders(&mut self, crossed: &mut BTreeSet<(PlaceId, PlaceId)>) -> bool {
        let (map, graph, world) = (self.moves.map, &self.graph, self.subject.world);
        let rise = highest_jump(self.subject) + self.moves.rise(self.subject.config);
        let least = (self.options.least_area / (map.grid.size * map.grid.size)).ceil() as usize;
        let mut tries: Vec<(PlaceId, PlaceId)> = Vec::new();
        for group in unreached(self.subject, map, graph).iter().filter(|group| group.len() >= least) {
            tries.extend(pairs((world, map, graph), group, rise, |id| graph.is_reached(id)));
        }
        for trap in traps(graph, self.subject) {
            let is_free = |id| graph.is_reached(id) && trap.binary_search(&id).is_err();
            let out = pairs((world, map, graph), &trap, rise, is_free);
            tries.extend(out.into_iter().map(|(free, trapped)| (trapped, free)));
        }
        tries.retain(|pair| !crossed.contains(pair));
        if tries.is_empty() {
            return false;
        }
        crossed.extend(&tries);
        let one = |walker: &mut Walker<'_>, &(from, to): &(PlaceId, PlaceId)| {
            let (Some(from), Some(to)) = (self.graph.place(from), self.graph.place(to)) else { return None };
            let crouch = from.is_crouched || to.is_crouched;
            [Does::WalkTo, Does::JumpTo, Does::RunJumpTo].into_iter().find(|&act| {
                let may = act == Does::WalkTo || (self.options.jumps && !from.is_crouched);
                may && walker.start(from.position, from.is_crouched).is_some_and(|mut state| {
                    reach_for(walker, &mut state, act, to, crouch, self.moves.near())
                })
            })
        };
        let done: Vec<Option<Does>> =
            tries.par_iter().map_init(|| Walker::new(self.subject, self.options.hz), one).collect();
        for (&(from, to), act) in tries.iter().zip(done) {
            let Some(act) = act else { continue };
            let is_crouched = |id| self.graph.place(id).is_some_and(|place| place.is_crouched);
            let crouch = is_crouched(from) || is_crouched(to);
            let way = Way { act, heading: 0, of: 8, crouch };
            self.take(from, &[Step { way, end: End::Known(to), ticks: 0, acted: false }]);
        }
        true
    }

    /// Lets the places of traps try everything that they have not tried; whether there were any.
    fn try_traps(&mut self, tried: &mut Vec<PlaceId>) -> bool {
        let mut next = Vec::new();
        for trap in traps(&self.graph, self.subject) {
            let stride = stride(trap.len(), TRIED, &self.moves.map.counts.traps);
            next.extend(trap.iter().step_by(stride).filter(|id| tried.binary_search(id).is_err()));
        }
        next.sort_unstable();
        if next.is_empty() {
            return false;
        }
        let one = |walker: &mut Walker<'_>, id: &PlaceId| {
            self.graph.place(*id).map_or_else(Vec::new, |place| self.moves.all_from(walker, place))
        };
        let results: Vec<Vec<Step>> =
            next.par_iter().map_init(|| Walker::new(self.subject, self.options.hz), one).collect();
        for (&id, steps) in next.iter().zip(results) {
            self.take(id, &steps);
        }
        tried.extend(&next);
        tried.sort_unstable();
        true
    }
}

/// Metres that a jump rises.
pub(crate) fn highest_jump(subject: &Subject<'_>) -> f64 {
    let settings = subject.config.settings();
    settings.jump.speed * settings.jump.speed / (2.0 * settings.gravity.length().max(1e-3))
}

/// The groups of places of the map that hang together from cell to cell, of those that `counts`.
pub(crate) fn floors(
    subject: &Subject<'_>,
    map: &GroundMap,
    counts: impl Fn(PlaceId) -> bool,
) -> Vec<Vec<PlaceId>> {
    let moves = &Moves { map, jumps: false };
    let members: Vec<PlaceId> = (0..map.places.len() as PlaceId).filter(|id| counts(*id)).collect();
    groups(members, |id| {
        let at = map.places.get(id as usize).map(|place| place.position);
        // Half of the headings: the others are those of the neighbours.
        (0..4).filter_map(move |heading| moves.neighbour(subject.config, at?, heading))
    })
}

/// The floors of the map that are not reached.
pub(crate) fn unreached(subject: &Subject<'_>, map: &GroundMap, graph: &Graph) -> Vec<Vec<PlaceId>> {
    floors(subject, map, |id| !graph.is_reached(id))
}

/// A place of a character that is nowhere.
const NOWHERE: Place =
    Place { position: glissando::DVec3::ZERO, is_crouched: false, flatness: 0.0, headroom: 0.0 };

/// The groups of reached places from which no spawn and no exit can be reached, and no volume that kills: whoever dies starts again.
pub(crate) fn traps(graph: &Graph, subject: &Subject<'_>) -> Vec<Vec<PlaceId>> {
    let mut goals: Vec<PlaceId> = graph.starts.iter().flatten().copied().collect();
    goals.extend(&graph.deadly);
    goals.extend(reached_in(graph, subject, |kind| matches!(kind, ActKind::Exit | ActKind::Anywhere)));
    let gets_away = can_reach(graph, &goals);
    let is_trapped =
        |id: &PlaceId| graph.is_reached(*id) && !gets_away.get(*id as usize).copied().unwrap_or(false);
    let members: Vec<PlaceId> = (0..graph.place_count() as PlaceId).filter(is_trapped).collect();
    groups(members, |from| graph.from(from).iter().map(|edge| edge.to))
}

/// The reached places in volumes of the kinds that `counts`.
pub(crate) fn reached_in(
    graph: &Graph,
    subject: &Subject<'_>,
    counts: impl Fn(ActKind) -> bool,
) -> Vec<PlaceId> {
    let half = subject.config.shape(false).half_extents();
    let acts: Vec<_> = subject.acts.iter().filter(|act| counts(act.kind)).collect();
    if acts.is_empty() {
        return Vec::new();
    }
    let places = (0..).zip(graph.places()).filter(|(id, _)| graph.is_reached(*id));
    let is_in = |place: &Place| acts.iter().any(|act| act.meets(place.position, half));
    places.filter(|(_, place)| is_in(place)).map(|(id, _)| id).collect()
}
