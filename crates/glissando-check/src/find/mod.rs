//! Questions about the graph, each of which gives findings of one kind or a few.

mod back;
mod crack;
mod exit;
pub(crate) mod floor;
mod item;
mod ledge;
mod margin;
mod near;
mod off_limits;
mod overlap;
mod passage;
mod press;
mod rims;
mod snag;
mod spawn;
mod trap;

use crate::aim::{Aim, Pace};
use crate::clip::Clip;
use crate::finding::{Finding, Kind};
use crate::graph::Graph;
use crate::ground::GroundMap;
use crate::moves::Moves;
use crate::options::Options;
use crate::parallel::*;
use crate::place::{Place, PlaceId};
use crate::subject::Subject;
use crate::walker::Walker;
use crate::way::{Act, Way};
use glissando::{DVec3, State};

/// Crouched places on the way into a clip at most: some ten metres.
const MOST_LEAD_IN: usize = 64;

/// What all questions look at.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a> {
    pub(crate) subject: &'a Subject<'a>,
    pub(crate) options: &'a Options,
    pub(crate) map: &'a GroundMap,
    pub(crate) graph: &'a Graph,
}

/// All findings, the worst kind first, then the largest, then by place.
pub(crate) fn all(context: &Context<'_>, floors: &[Vec<PlaceId>]) -> Vec<Finding> {
    type Question = fn(&Context<'_>) -> Vec<Finding>;
    let questions: [Question; 13] = [
        exit::find,
        trap::find,
        spawn::find,
        item::find,
        ledge::find,
        margin::find,
        snag::find,
        back::find,
        crack::find,
        off_limits::find,
        overlap::find,
        passage::find,
        press::find,
    ];
    let mut findings: Vec<Finding> = questions.par_iter().flat_map_iter(|ask| ask(context)).collect();
    findings.extend(near::find(context));
    findings.extend(floor::find(context, floors, &findings));
    let place = |finding: &Finding| finding.at.to_array().map(|c| (c * 1024.0).round() as i64);
    findings.sort_by(|a, b| {
        let key = |f: &Finding| (f.severity, f.kind, std::cmp::Reverse(f.places));
        key(a).cmp(&key(b)).then_with(|| place(a).cmp(&place(b)))
    });
    findings
}

impl Context<'_> {
    pub(crate) fn moves(&self) -> Moves<'_> {
        Moves { map: self.map, jumps: self.options.jumps }
    }

    /// The feet of the character at a place.
    pub(crate) fn feet(&self, place: &Place) -> DVec3 {
        place.feet(self.subject.config.shape(place.is_crouched).half_extents().y)
    }

    /// The move from a place as a clip.
    pub(crate) fn clip(&self, from: PlaceId, way: Way, to: Option<PlaceId>) -> Option<Clip> {
        let place = self.graph.place(from)?;
        let to = to.and_then(|id| self.graph.place(id));
        let mut walker = Walker::new(self.subject, self.options.hz);
        walker.tape = Some(Vec::new());
        let (start, state) = self.lead_in(&mut walker, from)?;
        self.moves().again(&mut walker, state, place, way, to);
        let inputs = walker.tape.take()?;
        Some(Clip::of(start, self.options.hz, &inputs))
    }

    /// A character at a place, and where it started upright: there, or where it began to crouch on its way to it.
    fn lead_in(&self, walker: &mut Walker<'_>, to: PlaceId) -> Option<(DVec3, State)> {
        let (mut way, mut first) = (Vec::new(), to);
        while self.graph.place(first)?.is_crouched && way.len() < MOST_LEAD_IN {
            let (before, entered) = self.graph.entry(first)?;
            if entered.act != Act::Walk {
                return None;
            }
            way.push(first);
            first = before;
        }
        let start = self.graph.place(first)?;
        if start.is_crouched {
            return None;
        }
        let mut state = walker.start(start.position, false)?;
        for &id in way.iter().rev() {
            let next = self.graph.place(id)?;
            let pace = {
                let to = Aim::place(next, &walker.config);
                walker.approach(&mut state, &to, next.is_crouched, self.moves().near())
            };
            matches!(pace, Pace::Arrived).then_some(())?;
        }
        Some((start.position, state))
    }

    /// Square metres of so many places.
    pub(crate) fn area(&self, places: usize) -> f64 {
        places as f64 * self.options.cell * self.options.cell
    }

    /// Groups of points within `reach` metres of each other, of a kind, by the number of the point.
    pub(crate) fn clusters(points: &[DVec3], reach: f64) -> Vec<Vec<u32>> {
        let cell = |point: &DVec3| point.to_array().map(|c| (c / reach).floor() as i64);
        let mut sorted: Vec<([i64; 3], u32)> =
            (0..).zip(points).map(|(index, point)| (cell(point), index)).collect();
        sorted.sort_unstable();
        let sorted = &sorted;
        crate::component::groups((0..points.len() as u32).collect(), |index| {
            let [x, y, z] = points.get(index as usize).map_or([0; 3], cell);
            let cells = (0..27).map(move |i| [x + i % 3 - 1, y + i / 3 % 3 - 1, z + i / 9 - 1]);
            cells.filter_map(move |cell| {
                // The first of each cell stands for it.
                let at = sorted.partition_point(|entry| entry.0 < cell);
                sorted.get(at).filter(|entry| entry.0 == cell).map(|entry| entry.1)
            })
        })
    }
}

/// A heading in words: the axes of the level.
pub(crate) fn towards(way: DVec3) -> &'static str {
    let (x, z) = (way.x, way.z);
    let is_diagonal = x.abs() < 2.0 * z.abs() && z.abs() < 2.0 * x.abs();
    match (is_diagonal, x >= 0.0, z >= 0.0, x.abs() > z.abs()) {
        (true, true, true, _) => "+x +z",
        (true, true, false, _) => "+x -z",
        (true, false, true, _) => "-x +z",
        (true, false, false, _) => "-x -z",
        (false, true, _, true) => "+x",
        (false, false, _, true) => "-x",
        (false, _, true, false) => "+z",
        (false, _, false, false) => "-z",
    }
}

/// What a move does, in words.
pub(crate) fn deed(way: Way) -> String {
    let along = towards(crate::heading::unit(way.heading, way.of));
    match way.act {
        Act::Walk if way.crouch => format!("a crouched walk towards {along}"),
        Act::Walk => format!("a walk towards {along}"),
        Act::Jump => format!("a jump towards {along}"),
        Act::RunJump => format!("a running jump towards {along}"),
        Act::SlowJump => format!("a slow jump towards {along}"),
        Act::WalkTo => "a walk".to_owned(),
        Act::JumpTo | Act::RunJumpTo => "a jump".to_owned(),
        Act::Ride => "a ride".to_owned(),
    }
}

/// The kind's own finding over some points.
pub(crate) fn over(kind: Kind, points: &[DVec3], reason: String) -> Option<Finding> {
    let first = points.first()?;
    Some(Finding::at(kind, *first, reason).over(points.iter().copied()))
}
