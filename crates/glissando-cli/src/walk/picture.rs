//! The walk drawn into its levels: a view from outside, and a map below it.

use super::go::Walked;
use super::story::{Row, What};
use super::summary::Summary;
use crate::output;
use crate::picture::{
    Camera, Canvas, Colour, Entry, Faces, Model, Style, bounds, frame, legend, paint, text_size,
};
use anyhow::Context;
use glissando::stage::Outcome;
use glissando::{DVec3, EventKind};
use glissando_play::walk::Passing;
use glissando_play::walk::Setup;

/// Pixels across.
const WIDTH: u32 = 1280;

/// Pixels of the view from outside, down.
const VIEW_HEIGHT: u32 = 640;

/// Pixels of the map, down: as the level needs, between these.
const MAP_HEIGHT: (f64, f64) = (240.0, 960.0);

/// Where the view looks from.
const TOWARDS: DVec3 = DVec3::new(0.18, 0.75, 0.80);

/// Metres over the highest point of the walk above which nothing is drawn, so that roofs do not hide it.
const HEADROOM: f64 = 2.5;

/// Metres around the walk that the map shows at least.
const ROOM: f64 = 4.0;

/// The view from outside goes closer to a walk that takes at most this share of what it would show.
const SMALL: f64 = 0.2;

/// Metres around the walk that it then shows: so many, and so many times the walk's size.
const VIEW_ROOM: (f64, f64) = (10.0, 1.0);

/// Pixels that the line of the walk is wide.
const LINE: f64 = 3.5;

/// Size of the letters.
const LETTERS: u32 = 2;

/// Draws the walk.
///
/// # Errors
/// Levels with nothing to see.
pub(super) fn draw(walk: &Setup, walked: &Walked) -> anyhow::Result<Canvas> {
    let model = Model::new(&walk.scene.levels, Faces::Fronts)?;
    let points: Vec<DVec3> = walked.summaries.iter().flat_map(|s| &s.path.points).copied().collect();
    let cut = cut_over(&points, model.bounds().0.y);
    let style = Style { cut, is_inside: false };
    let (corners, _) = frame(&model, cut, Some(&points));
    let shown = bounds(&corners).unwrap_or(model.bounds());
    let (low, high) = surroundings(&points, shown);
    let corners = closer(corners, shown, &points);
    let view = Camera::overview(&corners, TOWARDS, (WIDTH, VIEW_HEIGHT)).context("nothing to look at")?;
    let size = high - low;
    let map_height = f64::from(WIDTH) * size.z / size.x.max(1e-3);
    let map_height = map_height.clamp(MAP_HEIGHT.0, MAP_HEIGHT.1) as u32;
    let map = Camera::top((low, high), (WIDTH, map_height));
    let bar = output::bar(u64::from(VIEW_HEIGHT + map_height), "drawing");
    let distance: f64 = walked.summaries.iter().map(|summary| summary.distance).sum();
    let seconds = walked.summaries.first().map_or(0.0, |summary| summary.seconds);
    let caption = format!("{}  {distance:.1} m in {seconds:.1} s", walk.name);
    let mut whole = legend(&entries(&model, walked), (WIDTH, VIEW_HEIGHT), LETTERS);
    for (camera, words) in [(&view, caption), (&map, format!("{:.0} x {:.0} m from above", size.x, size.z))] {
        let mut canvas = paint(&model, camera, &style, &bar);
        for trail in &walked.trails {
            canvas.draw_path(camera, &trail.points, Colour::CYAN, LINE * 0.6);
        }
        for summary in &walked.summaries {
            mark(&mut canvas, camera, summary);
        }
        let (_, height) = text_size(&words, LETTERS);
        let (_, total) = camera.size();
        canvas.write(
            &words,
            (5 * LETTERS, total.saturating_sub(height + 5 * LETTERS)),
            LETTERS,
            Colour::WHITE,
        );
        match &mut whole {
            Some(above) => above.append(canvas),
            None => whole = Some(canvas),
        }
    }
    bar.finish_and_clear();
    whole.context("nothing was drawn")
}

/// The height above which nothing is drawn; `lowest` is that of the lowest point of the level.
fn cut_over(path: &[DVec3], lowest: f64) -> f64 {
    let cut = path.iter().map(|p| p.y).fold(f64::NEG_INFINITY, f64::max) + HEADROOM;
    // A walk below the level has no roof over it that could hide it.
    if cut.is_finite() && cut > lowest { cut } else { f64::INFINITY }
}

/// The corners that the view from outside fits into the picture: drawn in to the walk, where that is a small part.
fn closer(corners: Vec<DVec3>, shown: (DVec3, DVec3), path: &[DVec3]) -> Vec<DVec3> {
    let Some((least, most)) = bounds(path) else { return corners };
    let width = |size: DVec3| size.x.max(size.z);
    let walked = width(most - least);
    if walked > width(shown.1 - shown.0) * SMALL {
        return corners;
    }
    let room = DVec3::splat(VIEW_ROOM.0 + VIEW_ROOM.1 * walked);
    let (low, high) = ((least - room).max(shown.0), (most + room).min(shown.1));
    // A walk that has left the level is not in it.
    if low.x > high.x || low.y > high.y || low.z > high.z {
        return corners;
    }
    corners.into_iter().map(|c| c.max(low).min(high)).collect()
}

/// The part of a level that a walk went through, with some room around.
fn surroundings(path: &[DVec3], (low, high): (DVec3, DVec3)) -> (DVec3, DVec3) {
    let (Some(least), Some(most)) =
        (path.iter().copied().reduce(DVec3::min), path.iter().copied().reduce(DVec3::max))
    else {
        return (low, high);
    };
    let size = most - least;
    let room = DVec3::splat(ROOM + 0.2 * if size.x > size.z { size.x } else { size.z });
    // Only the map's own directions: heights stay those of the level.
    let (least, most) = ((least - room).max(low), (most + room).min(high));
    let has_both = least.x < most.x && least.z < most.z;
    if has_both { (DVec3 { y: low.y, ..least }, DVec3 { y: high.y, ..most }) } else { (low, high) }
}

/// What the colours of the view mean: those of the level, and those of the walk that are in it.
fn entries(model: &Model, walked: &Walked) -> Vec<Entry> {
    let mut all = vec![Entry::GROUND, Entry::STEEP, Entry::WALL];
    all.extend(model.has_tints().then_some(Entry::TINT));
    all.extend(model.has_movers().then_some(Entry::MOVER));
    all.extend([Entry(Colour::ORANGE, "walk"), Entry(Colour::GREEN, "start"), Entry(Colour::RED, "end")]);
    let marks: Vec<Mark> = walked.summaries.iter().flat_map(|s| &s.story.rows).filter_map(Mark::of).collect();
    for mark in [Mark::Landing, Mark::Bump, Mark::Squeeze, Mark::Trigger] {
        all.extend(marks.contains(&mark).then_some(Entry(mark.colour(), mark.name())));
    }
    all.extend((!walked.trails.is_empty()).then_some(Entry(Colour::CYAN, "way of a mover")));
    all
}

/// What a dot on the way stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Landing,
    Bump,
    Squeeze,
    Trigger,
}

impl Mark {
    fn of(entry: &Row) -> Option<Self> {
        match &entry.what {
            What::Own(EventKind::Landed { .. }) => Some(Self::Landing),
            What::Own(EventKind::HitWall { .. } | EventKind::HitCeiling { .. }) => Some(Self::Bump),
            What::World { outcome: Outcome::Blocked | Outcome::Crushed, .. } => Some(Self::Squeeze),
            What::Passed { what: Passing::Follows(_), .. } => Some(Self::Trigger),
            _ => None,
        }
    }

    const fn colour(self) -> Colour {
        match self {
            Self::Landing => Colour::CYAN,
            Self::Bump => Colour::WHITE,
            Self::Squeeze => Colour::PURPLE,
            Self::Trigger => Colour::YELLOW,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Landing => "landing",
            Self::Bump => "bump",
            Self::Squeeze => "squeeze",
            Self::Trigger => "trigger",
        }
    }
}

/// The line, its ends, and where something happened.
fn mark(canvas: &mut Canvas, camera: &Camera, summary: &Summary) {
    let points = &summary.path.points;
    canvas.draw_path(camera, points, Colour::ORANGE, LINE);
    for entry in &summary.story.rows {
        let Some(mark) = Mark::of(entry) else { continue };
        canvas.draw_marker(camera, entry.position, mark.colour(), LINE * 0.8);
    }
    if let (Some(&first), Some(&last)) = (points.first(), points.last()) {
        canvas.draw_marker(camera, first, Colour::GREEN, LINE * 1.8);
        canvas.draw_marker(camera, last, Colour::RED, LINE * 1.8);
    }
}
