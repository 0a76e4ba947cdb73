//! Floors that are not reached, and would be by a character that is a little narrower, lower, or better at steps, slopes and jumps.

use super::ledge::attempt;
use super::{Context, over};
use crate::bridge::pairs;
use crate::explore::{highest_jump, unreached};
use crate::finding::{Finding, Kind};
use crate::parallel::*;
use crate::perform::reach_for;
use crate::place::PlaceId;
use crate::subject::Subject;
use crate::thinned::stride;
use crate::walker::Walker;
use crate::way::Act;
use glissando::{Config, DVec3, Settings};
use std::collections::BTreeSet;

/// Pairs of places at a border that are tried.
const TRIED: usize = 120;

/// A change of the character, and the finding that it stands for.
struct Change {
    kind: Kind,
    words: &'static str,
    apply: fn(&mut Settings),
    acts: &'static [Act],
}

const WALKS: &[Act] = &[Act::WalkTo];
const JUMPS: &[Act] = &[Act::JumpTo, Act::RunJumpTo];

/// In the order in which they are tried: the first that helps is the reason.
const CHANGES: [Change; 6] = [
    Change {
        kind: Kind::TooNarrow,
        words: "a body narrower by a twentieth gets in",
        apply: |s| narrow(s, 0.95),
        acts: WALKS,
    },
    Change {
        kind: Kind::TooNarrow,
        words: "a body narrower by a tenth gets in",
        apply: |s| narrow(s, 0.9),
        acts: WALKS,
    },
    Change {
        kind: Kind::TooLow,
        words: "a body lower by a twentieth gets in",
        apply: |s| {
            s.radii.y *= 0.95;
            s.crouch_radii.y *= 0.95;
        },
        acts: WALKS,
    },
    Change {
        kind: Kind::LedgeTooHigh,
        words: "a step of 5 cm more gets up",
        apply: |s| s.ground.step_height += 0.05,
        acts: WALKS,
    },
    Change {
        kind: Kind::SlopeTooSteep,
        words: "a slope limit of 2 degrees more gets up",
        apply: steeper,
        acts: WALKS,
    },
    Change {
        kind: Kind::JumpTooFar,
        words: "a jump of 10 cm more gets there",
        apply: |s| {
            let speed = s.jump.speed;
            s.jump.speed = (speed * speed + 2.0 * s.gravity.length() * 0.1).sqrt();
        },
        acts: JUMPS,
    },
];

fn narrow(settings: &mut Settings, share: f64) {
    for radii in [&mut settings.radii, &mut settings.crouch_radii] {
        (radii.x, radii.z) = (radii.x * share, radii.z * share);
    }
}

/// Both limits of slopes, two degrees steeper.
fn steeper(settings: &mut Settings) {
    // Cosine and sine of two degrees.
    let (cosine, sine) = (0.999_390_827_019_095_8, 0.034_899_496_702_500_97);
    let turn = |c: f64| c * cosine - (1.0 - c * c).max(0.0).sqrt() * sine;
    settings.ground.cos_climb = turn(settings.ground.cos_climb).max(0.01);
    settings.ground.cos_slip = turn(settings.ground.cos_slip).max(0.01);
}

/// What borders on a group, and which changes are asked about.
#[derive(Clone, Copy)]
struct Border<'a> {
    group: &'a [PlaceId],
    /// By place, whether it is on the near side.
    near: &'a [bool],
    /// More places on the near side.
    added: &'a BTreeSet<PlaceId>,
    /// Whether the level has slopes that are a little too steep.
    has_slopes: bool,
    kinds: &'a [Kind],
    words: &'static str,
}

impl<'a> Border<'a> {
    const fn new(group: &'a [PlaceId], near: &'a [bool], kinds: &'a [Kind], words: &'static str) -> Self {
        const NONE: &BTreeSet<PlaceId> = &BTreeSet::new();
        Self { group, near, added: NONE, has_slopes: true, kinds, words }
    }

    /// Whether a place is on the near side.
    fn is_near(&self, id: PlaceId) -> bool {
        self.near.get(id as usize).copied().unwrap_or(false) || self.added.contains(&id)
    }
}

/// A floor that is reached by jumps alone may be meant to be walked to.
const ON_FOOT: &[Kind] = &[Kind::LedgeTooHigh, Kind::SlopeTooSteep];

pub(super) fn find(context: &Context<'_>) -> Vec<Finding> {
    let unreached = unreached(context.subject, context.map, context.graph);
    let walked = super::margin::walked(context);
    let jumped = super::margin::jumped(context, &walked);
    let reached = context.graph.reached.as_slice();
    let mut limits = *context.subject.config.settings();
    steeper(&mut limits);
    let has_slopes = crate::slopes::has_any(context.subject, limits.ground.cos_climb);
    let of_unreached =
        unreached.iter().map(|group| Border::new(group, reached, &Kind::ALL[..], "are not reached"));
    let of_jumped =
        jumped.iter().map(|group| Border::new(group, &walked, ON_FOOT, "are reached by jumps alone"));
    let borders: Vec<Border<'_>> = of_unreached.chain(of_jumped).collect();
    let large =
        borders.par_iter().filter(|border| context.area(border.group.len()) >= context.options.least_area);
    large.filter_map(|border| finding(context, &Border { has_slopes, ..*border })).collect()
}

fn finding(context: &Context<'_>, border: &Border<'_>) -> Option<Finding> {
    if border.kinds != ON_FOOT {
        return explained(context, border, &across(context, border));
    }
    // The usual character may walk to the lowest part of the floor, as a step takes it to the foot of a ramp.
    let (mut group, mut added) = (border.group.to_vec(), BTreeSet::new());
    loop {
        let rest = Border { group: &group, added: &added, ..*border };
        let pairs = across(context, &rest);
        let walked: Vec<PlaceId> =
            pairs.iter().filter(|pair| walks(context, **pair)).map(|pair| pair.1).collect();
        if walked.is_empty() {
            return explained(context, &rest, &pairs);
        }
        let ahead = ahead(context, &rest, walked);
        group.retain(|id| !ahead.contains(id));
        added.extend(ahead);
        if context.area(group.len()) < context.options.least_area {
            return None;
        }
    }
}

/// Places to which walks along a floor lead from some, those included. What is near already is not gone through: a walk from there
/// leads to what is near.
fn ahead(context: &Context<'_>, border: &Border<'_>, mut open: Vec<PlaceId>) -> BTreeSet<PlaceId> {
    let mut ahead = BTreeSet::new();
    while let Some(id) = open.pop() {
        if !border.is_near(id) && ahead.insert(id) {
            let walks = context.graph.from(id).iter().filter(|edge| edge.act() == Act::Walk);
            open.extend(walks.map(|edge| edge.to));
        }
    }
    ahead
}

/// Pairs of places on the two sides of a border: (near, in the group).
fn across(context: &Context<'_>, border: &Border<'_>) -> Vec<(PlaceId, PlaceId)> {
    let (subject, map, graph) = (context.subject, context.map, context.graph);
    // As far up as a jump, or as a steep slope within the reach of a pair.
    let rise = (highest_jump(subject) + 0.5).max(8.0 * context.options.cell);
    let pairs = pairs((subject.world, map, graph), border.group, rise, |id| border.is_near(id));
    let stride = stride(pairs.len(), TRIED, &map.counts.borders);
    pairs.into_iter().step_by(stride).collect()
}

/// The first change of the character by which it gets over the border.
fn explained(context: &Context<'_>, border: &Border<'_>, pairs: &[(PlaceId, PlaceId)]) -> Option<Finding> {
    let asked = |change: &&Change| {
        border.kinds.contains(&change.kind) && (context.options.jumps || change.acts == WALKS)
    };
    for change in CHANGES.iter().filter(asked) {
        let mut settings = *context.subject.config.settings();
        (change.apply)(&mut settings);
        let Ok(config) = Config::new(&settings) else { continue };
        let mut walker = Walker::with(context.subject, config, context.options.hz);
        let sloped;
        let pairs = if change.kind == Kind::SlopeTooSteep {
            sloped = slopes(context, border, &settings);
            &sloped
        } else {
            pairs
        };
        // A volume that moves characters may be what holds the usual one: then no wall is the reason.
        let free = Subject { acts: &[], ..*context.subject };
        let mut usual = Walker::new(&free, context.options.hz);
        let mut helps = |pair: (PlaceId, PlaceId), act: Act| {
            arrives(context, &mut walker, pair, act) && !arrives(context, &mut usual, pair, act)
        };
        let helped = pairs.iter().find(|pair| change.acts.iter().any(|act| helps(**pair, *act)));
        let Some(&(from, to)) = helped else { continue };
        let area = context.area(border.group.len());
        let reason = format!("{area:.1} m² of floor behind {}; {}", border.words, change.words);
        let places = std::iter::once(&from).chain(border.group).filter_map(|id| context.graph.place(*id));
        let points: Vec<DVec3> = places.map(|place| context.feet(place)).collect();
        return Some(over(change.kind, &points, reason)?.with_clip(attempt(context, from, to)));
    }
    None
}

/// Pairs of places below and above slopes that settings allow and the usual character's do not.
fn slopes(context: &Context<'_>, border: &Border<'_>, settings: &Settings) -> Vec<(PlaceId, PlaceId)> {
    if !border.has_slopes {
        return Vec::new();
    }
    let level = (context.subject, context.map, context.graph);
    crate::slopes::pairs(level, border.group, settings.ground.cos_climb, |id| border.is_near(id))
}

/// Whether the usual character walks from one place to the other.
fn walks(context: &Context<'_>, pair: (PlaceId, PlaceId)) -> bool {
    arrives(context, &mut Walker::new(context.subject, context.options.hz), pair, Act::WalkTo)
}

/// Whether a character gets from one place to the other by an act.
fn arrives(context: &Context<'_>, walker: &mut Walker<'_>, (from, to): (PlaceId, PlaceId), act: Act) -> bool {
    let (Some(start), Some(end)) = (context.graph.place(from), context.graph.place(to)) else { return false };
    let crouch = start.is_crouched || end.is_crouched;
    if act != Act::WalkTo && start.is_crouched {
        return false;
    }
    walker
        .start(start.position, start.is_crouched)
        .is_some_and(|mut state| reach_for(walker, &mut state, act, end, crouch, context.moves().near()))
}
