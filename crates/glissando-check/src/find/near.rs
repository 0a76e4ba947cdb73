//! Floors that are not reached, and would be by a character that is a little narrower, lower, or better at steps, slopes and jumps.

use super::ledge::attempt;
use super::{Context, over};
use crate::bridge::pairs;
use crate::explore::{highest_jump, unreached};
use crate::finding::{Finding, Kind};
use crate::moves::{Act, reach_for};
use crate::place::PlaceId;
use crate::walker::Walker;
use glissando::{Config, DVec3, Settings};
use rayon::prelude::*;

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
struct Border<'a> {
    group: &'a [PlaceId],
    /// By place, whether it is on the near side.
    near: &'a [bool],
    kinds: &'a [Kind],
    words: &'static str,
}

/// A floor that is reached by jumps alone may be meant to be walked to.
const ON_FOOT: &[Kind] = &[Kind::LedgeTooHigh, Kind::SlopeTooSteep];

pub(super) fn find(context: &Context<'_>) -> Vec<Finding> {
    let unreached = unreached(context.subject, context.map, context.graph);
    let walked = super::margin::walked(context);
    let jumped = super::margin::jumped(context, &walked);
    let border = |group, near, kinds, words| Border { group, near, kinds, words };
    let of_unreached = unreached
        .iter()
        .map(|group| border(group, context.graph.reached.as_slice(), &Kind::ALL[..], "are not reached"));
    let of_jumped = jumped.iter().map(|group| border(group, &walked, ON_FOOT, "are reached by jumps alone"));
    let borders: Vec<Border<'_>> = of_unreached.chain(of_jumped).collect();
    let large =
        borders.par_iter().filter(|border| context.area(border.group.len()) >= context.options.least_area);
    large.filter_map(|border| finding(context, border)).collect()
}

fn finding(context: &Context<'_>, border: &Border<'_>) -> Option<Finding> {
    let (subject, map, graph) = (context.subject, context.map, context.graph);
    // As far up as a jump, or as a steep slope within the reach of a pair.
    let rise = (highest_jump(subject) + 0.5).max(8.0 * context.options.cell);
    let is_near = |id: PlaceId| border.near.get(id as usize).copied().unwrap_or(false);
    let mut pairs = pairs((subject.world, map, graph), border.group, rise, is_near);
    let stride = pairs.len().div_ceil(TRIED).max(1);
    pairs = pairs.into_iter().step_by(stride).collect();
    // Where the character itself walks there, the moves have only missed it.
    if border.kinds == ON_FOOT && walks_over(context, &pairs) {
        return None;
    }
    let asked = |change: &&Change| {
        border.kinds.contains(&change.kind) && (context.options.jumps || change.acts == WALKS)
    };
    for change in CHANGES.iter().filter(asked) {
        let mut settings = *subject.config.settings();
        (change.apply)(&mut settings);
        let Ok(config) = Config::new(&settings) else { continue };
        let mut walker = Walker::with(subject, config, context.options.hz);
        for &(from, to) in &pairs {
            let (Some(start), Some(end)) = (graph.place(from), graph.place(to)) else { continue };
            let crouch = start.is_crouched || end.is_crouched;
            let mut arrives = |act: &Act| {
                let is_jump = *act != Act::WalkTo;
                !(is_jump && start.is_crouched)
                    && walker.start(start.position, start.is_crouched).is_some_and(|mut state| {
                        reach_for(&mut walker, &mut state, *act, end.position, crouch, context.moves().near())
                    })
            };
            if change.acts.iter().any(&mut arrives) {
                let area = context.area(border.group.len());
                let reason = format!("{area:.1} m² of floor behind {}; {}", border.words, change.words);
                let points: Vec<DVec3> = [from]
                    .iter()
                    .chain(border.group)
                    .filter_map(|id| graph.place(*id))
                    .map(|place| context.feet(place))
                    .collect();
                return Some(over(change.kind, &points, reason)?.with_clip(attempt(context, from, to)));
            }
        }
    }
    None
}

/// Whether the usual character walks over one of the pairs.
fn walks_over(context: &Context<'_>, pairs: &[(PlaceId, PlaceId)]) -> bool {
    let mut walker = Walker::new(context.subject, context.options.hz);
    pairs.iter().any(|&(from, to)| {
        let (Some(start), Some(end)) = (context.graph.place(from), context.graph.place(to)) else {
            return false;
        };
        let crouch = start.is_crouched || end.is_crouched;
        walker.start(start.position, start.is_crouched).is_some_and(|mut state| {
            reach_for(&mut walker, &mut state, Act::WalkTo, end.position, crouch, context.moves().near())
        })
    })
}
