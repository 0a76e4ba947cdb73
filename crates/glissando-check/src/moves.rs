//! The moves of the character from one place: walks to its neighbours, and jumps where these end.

use crate::aim::{Aim, Pace};
use crate::ground::GroundMap;
use crate::heading::{self, USUAL};
use crate::place::{Place, PlaceId};
use crate::walker::Walker;
use crate::way::{Act, End, Step, Way};
use glissando::{Config, DVec3, Ground, Input, State};

/// Moves over one ground map.
pub(crate) struct Moves<'m> {
    pub(crate) map: &'m GroundMap,
    pub(crate) jumps: bool,
}

impl Moves<'_> {
    /// Metres from a place within which a character is there.
    pub(crate) fn near(&self) -> f64 {
        0.1 * self.map.grid.size
    }

    /// Metres that one cell of walkable ground may rise or fall, a step included.
    pub(crate) fn rise(&self, config: &Config) -> f64 {
        let ground = config.settings().ground;
        let cosine = ground.cos_climb.max(0.1);
        let tangent = (1.0 - cosine * cosine).sqrt() / cosine;
        ground.step_height + 1.5 * self.map.grid.size * tangent + 0.02
    }

    /// The place of the map in a neighbouring cell that is nearest in height.
    pub(crate) fn neighbour(&self, config: &Config, from: DVec3, heading: u8) -> Option<PlaceId> {
        self.ahead(config, from, heading, 1)
    }

    /// The same, so many cells ahead.
    pub(crate) fn ahead(&self, config: &Config, from: DVec3, heading: u8, cells: i32) -> Option<PlaceId> {
        let (x, z) = self.map.grid.cell(from);
        let (dx, dz) = heading::neighbour(heading);
        let rise = self.rise(config);
        let off = |place: &Place| (place.position.y - from.y).abs();
        let near = self.map.in_cell((x + dx * cells, z + dz * cells)).filter(|(_, place)| off(place) <= rise);
        near.min_by(|a, b| off(a.1).total_cmp(&off(b.1))).map(|(id, _)| id)
    }

    /// All usual moves from a place.
    pub(crate) fn from(&self, walker: &mut Walker<'_>, place: &Place) -> Vec<Step> {
        let size = self.map.grid.size;
        let plain =
            self.map.plain.as_ref().map(|plain| plain.headings(walker, place, size)).unwrap_or_default();
        let mut start = None;
        let mut steps = Vec::new();
        for (index, is_plain) in (0..USUAL).zip(plain) {
            let known = if is_plain { self.plain_walk(walker, place, index) } else { None };
            if let Some(step) = known.filter(|_| !self.jumps || !self.is_run_up(walker, place, index)) {
                steps.push(step);
                continue;
            }
            if start.is_none() {
                start = walker.start(place.position, place.is_crouched);
            }
            let Some(start) = start else { return steps };
            let (step, is_direct) = self.walk(walker, place, &start, index);
            steps.extend(step);
            if self.jumps && !place.is_crouched && start.ground == Ground::Standing {
                self.jump_on(walker, place, &start, index, is_direct, &mut steps);
            }
            if !is_direct && !place.is_crouched {
                // A place for crouching may be ahead that the walk did not enter.
                steps.extend(self.crouch(walker, place, &start, index));
            }
        }
        steps
    }

    /// The walk to the neighbour in a heading on plain ground.
    fn plain_walk(&self, walker: &Walker<'_>, place: &Place, index: u8) -> Option<Step> {
        let to = self.neighbour(&walker.config, place.position, index)?;
        let ticks = self.map.plain.as_ref()?.walk(self.map, place, index, to)?;
        let way = Way { act: Act::Walk, heading: index, of: USUAL, crouch: false };
        Some(Step { way, end: End::Known(to), ticks, acted: false })
    }

    /// Walks to the neighbour in a heading; whether it got to the map's own place there.
    fn walk(&self, walker: &mut Walker<'_>, place: &Place, start: &State, index: u8) -> (Option<Step>, bool) {
        let known = self.neighbour(&walker.config, place.position, index);
        let other = known.and_then(|id| self.map.places.get(id as usize));
        let crouch = place.is_crouched || other.is_some_and(|other| other.is_crouched);
        let way = Way { act: Act::Walk, heading: index, of: USUAL, crouch };
        let mut state = *start;
        let to = other.map_or_else(
            || Aim::point(place.position + walk_offset(index, USUAL, self.map.grid.size)),
            |other| Aim::place(other, &walker.config),
        );
        let before = walker.ticks;
        let pace = walker.approach(&mut state, &to, crouch, self.near());
        if let (Pace::Arrived, Some(id)) = (pace, known) {
            let ticks = u8::try_from(walker.ticks - before).unwrap_or(u8::MAX);
            return (Some(Step { way, end: End::Known(id), ticks, acted: false }), true);
        }
        (self.finish(walker, place, way, pace.fate(), state), false)
    }

    /// Walks crouching, where a walk upright ended early.
    fn crouch(&self, walker: &mut Walker<'_>, place: &Place, start: &State, heading: u8) -> Option<Step> {
        let way = Way { act: Act::Walk, heading, of: USUAL, crouch: true };
        let ahead = start.position + walk_offset(heading, USUAL, self.map.grid.size);
        let shape = walker.config.shape(true);
        let low = walker.half(true).y - walker.half(false).y;
        let filter = walker.config.settings().filter;
        let step = walker.config.settings().ground.step_height;
        // Only where the low body has room and the high one has none, at the same height or a step higher.
        let has_room = |shape, at| matches!(walker.subject.world.overlap(&shape, at, filter), Ok(None));
        let is_for_low = |lift: f64| {
            has_room(shape, ahead + DVec3::Y * (low + lift))
                && !has_room(walker.config.shape(false), ahead + DVec3::Y * lift)
        };
        if !is_for_low(step) && !is_for_low(0.0) {
            return None;
        }
        let mut state = *start;
        if let Some(fate) = walker.tick(&mut state, Input { crouch: true, ..Input::default() }) {
            return self.finish(walker, place, way, Some(fate), state);
        }
        let pace = walker.approach(&mut state, &Aim::point(ahead), true, self.near());
        self.finish(walker, place, way, pace.fate(), state)
    }
}

/// From a place to the middle of the neighbouring cell, about.
pub(crate) fn walk_offset(index: u8, of: u8, cell: f64) -> DVec3 {
    let unit = heading::unit(index, of);
    unit * (cell / unit.x.abs().max(unit.z.abs()))
}
