//! The moves of the character from one place: what it does, and where that ends.

use crate::ground::{GroundMap, describe};
use crate::heading::{self, USUAL};
use crate::place::{Place, PlaceId};
use crate::plain::offset;
use crate::walker::{Aim, Fate, Pace, Walker, level};
use glissando::{Config, DVec3, Ground, Input, State, Sweep};
use serde::{Deserialize, Serialize};

/// What the character does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Act {
    /// Walks, and falls where the ground ends.
    Walk,
    /// Jumps at once.
    Jump,
    /// Runs and jumps at the edge.
    RunJump,
    /// The same at half the speed.
    SlowJump,
    /// Walks straight to a place that the usual moves have missed.
    WalkTo,
    /// Jumps at once, towards such a place.
    JumpTo,
    /// Runs, and jumps at the edge, towards such a place.
    RunJumpTo,
    /// A mover takes it along; assumed.
    Ride,
}

/// A move by its heading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Way {
    /// What is done.
    pub(crate) act: Act,
    /// The heading, from +X towards +Z.
    pub(crate) heading: u8,
    /// The number of headings.
    pub(crate) of: u8,
    /// Whether it crouches.
    pub(crate) crouch: bool,
}

/// Where a move ends.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum End {
    /// At a place of the ground map.
    Known(PlaceId),
    /// At rest elsewhere.
    New(Place),
    /// Out of the world; where it was last on a surface.
    Out(DVec3),
    /// Stuck, by the library's own report.
    Stuck(DVec3),
    /// In a volume that kills.
    Dead,
}

/// A move and its end.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Step {
    pub(crate) way: Way,
    pub(crate) end: End,
    /// Ticks of a walk that arrived directly, 0 for others.
    pub(crate) ticks: u16,
    /// Whether a volume moved the character on the way.
    pub(crate) acted: bool,
}

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
        let is_plain = self.is_plain(walker, place, 0..USUAL);
        let mut start = None;
        let mut steps = Vec::new();
        for index in 0..USUAL {
            let is_plain = is_plain || self.is_plain(walker, place, index..index + 1);
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
                self.jump_on(walker, place, &start, (index, USUAL), is_direct, &mut steps);
            }
            if !is_direct && !place.is_crouched {
                // A place for crouching may be ahead that the walk did not enter.
                steps.extend(self.crouch(walker, place, &start, (index, USUAL)));
            }
        }
        steps
    }

    /// Whether there is nothing but plain ground around a body that walks to its neighbours in some headings.
    fn is_plain(&self, walker: &mut Walker<'_>, place: &Place, headings: std::ops::Range<u8>) -> bool {
        let Some(plain) = &self.map.plain else { return false };
        let (mut low, mut high) = (DVec3::ZERO, DVec3::ZERO);
        for to in headings.map(|index| offset(index, self.map.grid.size)) {
            (low, high) = (low.min(to), high.max(to));
        }
        let mut found = std::mem::take(&mut walker.triangles);
        let is_plain = plain.is_around(walker, place, (low, high), &mut found);
        walker.triangles = found;
        is_plain
    }

    /// The walk to the neighbour in a heading on plain ground.
    fn plain_walk(&self, walker: &Walker<'_>, place: &Place, index: u8) -> Option<Step> {
        let to = self.neighbour(&walker.config, place.position, index)?;
        let ticks = self.map.plain.as_ref()?.walk(self.map, place, index, to)?;
        let way = Way { act: Act::Walk, heading: index, of: USUAL, crouch: false };
        Some(Step { way, end: End::Known(to), ticks, acted: false })
    }

    /// Every move that there is, in all headings: for a character that tries to get away.
    pub(crate) fn all_from(&self, walker: &mut Walker<'_>, place: &Place) -> Vec<Step> {
        let mut steps = self.from(walker, place);
        let Some(start) = walker.start(place.position, place.is_crouched) else { return steps };
        for index in 0..heading::ALL {
            let of = heading::ALL;
            for act in [Act::Walk, Act::Jump, Act::RunJump, Act::SlowJump] {
                if act != Act::Walk && (!self.jumps || place.is_crouched) {
                    continue;
                }
                let way = Way { act, heading: index, of, crouch: place.is_crouched };
                steps.extend(self.make(walker, place, &start, way));
            }
        }
        steps
    }

    /// A move by its name, without the short cuts of [`Self::from`].
    fn make(&self, walker: &mut Walker<'_>, place: &Place, start: &State, way: Way) -> Option<Step> {
        let mut state = *start;
        let fate = perform(walker, &mut state, way, self.map.grid.size)?;
        self.finish(walker, place, way, fate, state)
    }

    /// Makes a move again, that led to `to`, for the inputs that the walker keeps.
    pub(crate) fn again(
        &self,
        walker: &mut Walker<'_>,
        mut state: State,
        place: &Place,
        way: Way,
        to: Option<&Place>,
    ) {
        let fate = match (way.act, to) {
            (Act::WalkTo | Act::JumpTo | Act::RunJumpTo, Some(to)) => {
                reach_for(walker, &mut state, way.act, to, way.crouch, self.near());
                None
            }
            (Act::Walk, _) if way.of == USUAL => self.walk_again(walker, place, &mut state, way),
            _ => perform(walker, &mut state, way, self.map.grid.size).flatten(),
        };
        walker.rest_through(fate, &mut state, way.crouch);
    }

    fn walk_again(
        &self,
        walker: &mut Walker<'_>,
        place: &Place,
        state: &mut State,
        way: Way,
    ) -> Option<Fate> {
        let known = self.neighbour(&walker.config, place.position, way.heading);
        let other = known.and_then(|id| self.map.places.get(id as usize));
        let is_crouched = place.is_crouched || other.is_some_and(|other| other.is_crouched);
        let ahead = place.position + walk_offset(way.heading, USUAL, self.map.grid.size);
        let other = other.filter(|_| is_crouched == way.crouch);
        let to = other.map_or(Aim::point(ahead), |other| Aim::place(other, &walker.config));
        if way.crouch
            && !is_crouched
            && let Some(fate) = walker.tick(state, Input { crouch: true, ..Input::default() })
        {
            return Some(fate);
        }
        match walker.approach(state, &to, way.crouch, self.near()) {
            Pace::Ended(fate) => Some(fate),
            _ => None,
        }
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
            let ticks = u16::try_from(walker.ticks - before).unwrap_or(u16::MAX);
            return (Some(Step { way, end: End::Known(id), ticks, acted: false }), true);
        }
        let fate = match pace {
            Pace::Ended(fate) => Some(fate),
            _ => None,
        };
        (self.finish(walker, place, way, fate, state), false)
    }

    /// Walks crouching, where a walk upright ended early.
    fn crouch(
        &self,
        walker: &mut Walker<'_>,
        place: &Place,
        start: &State,
        (heading, of): (u8, u8),
    ) -> Option<Step> {
        let way = Way { act: Act::Walk, heading, of, crouch: true };
        let ahead = start.position + walk_offset(heading, of, self.map.grid.size);
        let shape = walker.config.shape(true);
        let low = walker.half(true).y - walker.half(false).y;
        let filter = walker.config.settings().filter;
        let step = walker.config.settings().ground.step_height;
        // Only where the low body has room and the high one has none.
        let has_room = |shape, at| matches!(walker.subject.world.overlap(&shape, at, filter), Ok(None));
        let at = ahead + DVec3::Y * (low + step);
        if !has_room(shape, at) || has_room(walker.config.shape(false), ahead + DVec3::Y * step) {
            return None;
        }
        let mut state = *start;
        if let Some(fate) = walker.tick(&mut state, Input { crouch: true, ..Input::default() }) {
            return self.finish(walker, place, way, Some(fate), state);
        }
        let pace = walker.approach(&mut state, &Aim::point(ahead), true, self.near());
        let fate = match pace {
            Pace::Ended(fate) => Some(fate),
            _ => None,
        };
        self.finish(walker, place, way, fate, state)
    }

    /// The jumps along a heading that may lead anywhere else than a walk.
    fn jump_on(
        &self,
        walker: &mut Walker<'_>,
        place: &Place,
        start: &State,
        (heading, of): (u8, u8),
        is_direct: bool,
        steps: &mut Vec<Step>,
    ) {
        let has_edge = if is_direct {
            self.is_run_up(walker, place, heading)
        } else {
            let mut state = *start;
            let wish = walker.wish(heading, of);
            walker.run_off(&mut state, wish, 30).is_some()
        };
        let mut acts: Vec<Act> = Vec::new();
        if has_edge {
            acts.extend([Act::RunJump, Act::SlowJump]);
        }
        if !is_direct && (has_edge || has_room_above(walker, start, heading, of, self.map.grid.size)) {
            acts.push(Act::Jump);
        }
        for act in acts {
            let way = Way { act, heading, of, crouch: false };
            steps.extend(self.make(walker, place, start, way));
        }
    }

    /// Whether the ground ends as many cells ahead as the character needs to get to its speed.
    fn is_run_up(&self, walker: &Walker<'_>, place: &Place, heading: u8) -> bool {
        let pace = walker.config.settings().pace.acceleration;
        let speed = walker.subject.speed;
        let cells = (speed * speed / (2.0 * pace) / self.map.grid.size).ceil().clamp(0.0, 8.0) as i32;
        if cells < 2 {
            return false;
        }
        let (x, z) = self.map.grid.cell(place.position);
        let (dx, dz) = heading::neighbour(heading);
        let rise = self.rise(&walker.config);
        let goes_on = |steps: i32| {
            let most = rise + f64::from(steps) * self.map.grid.size;
            let mut there = self.map.in_cell((x + dx * steps, z + dz * steps));
            there.any(|(_, other)| (other.position.y - place.position.y).abs() <= most)
        };
        (1..cells).all(goes_on) && !goes_on(cells)
    }

    /// Lets the character come to rest, and finds the place where that is.
    pub(crate) fn finish(
        &self,
        walker: &mut Walker<'_>,
        place: &Place,
        way: Way,
        fate: Option<Fate>,
        mut state: State,
    ) -> Option<Step> {
        let acted = matches!(fate, Some(Fate::Act(..)));
        let step = |end| Some(Step { way, end, ticks: 0, acted });
        match walker.rest_through(fate, &mut state, way.crouch) {
            Fate::Rest(mut state) => {
                // Whoever has crouched stands up again where there is room.
                if state.is_crouching
                    && let Fate::Rest(risen) = walker.rest(&mut state, false, 1.0)
                {
                    state = risen;
                }
                let off = state.position - place.position;
                let is_here = level(off).length() < 0.5 * self.map.grid.size
                    && off.y.abs() < 0.5 * self.rise(&walker.config);
                if is_here { None } else { step(self.join(walker, &state)?) }
            }
            Fate::Out(left) => step(End::Out(left)),
            Fate::Stuck(at) => step(End::Stuck(at)),
            Fate::Dead => step(End::Dead),
            Fate::Restless | Fate::Act(..) => None,
        }
    }

    /// The place of the map in whose cell the character rests, if it can walk to it; else a place of its own. `None` where a
    /// character that is put down does not stay, so that nothing could be tried from there.
    fn join(&self, walker: &mut Walker<'_>, state: &State) -> Option<End> {
        let rise = self.rise(&walker.config);
        let cell = self.map.grid.cell(state.position);
        let off = |place: &Place| (place.position - state.position).length();
        let mut near: Vec<(PlaceId, Place)> =
            self.map.in_cell(cell).map(|(id, place)| (id, *place)).collect();
        near.retain(|(_, place)| (place.position.y - state.position.y).abs() <= rise);
        near.sort_by(|a, b| off(&a.1).total_cmp(&off(&b.1)));
        for (id, other) in near {
            let mut state = *state;
            let to = Aim::place(&other, &walker.config);
            if matches!(walker.approach(&mut state, &to, other.is_crouched, self.near()), Pace::Arrived) {
                return Some(End::Known(id));
            }
        }
        let stays = walker.start(state.position, state.is_crouching)?;
        let is_there = level(stays.position - state.position).length() < 0.25 * self.map.grid.size;
        is_there.then(|| End::New(describe(walker, state)))
    }
}

/// From a place to the middle of the neighbouring cell, about.
pub(crate) fn walk_offset(index: u8, of: u8, cell: f64) -> DVec3 {
    let unit = heading::unit(index, of);
    unit * (cell / unit.x.abs().max(unit.z.abs()))
}

/// Makes a move from a start at rest; `None` where it is no move. The state is the character then, not yet at rest.
pub(crate) fn perform(
    walker: &mut Walker<'_>,
    state: &mut State,
    way: Way,
    cell: f64,
) -> Option<Option<Fate>> {
    let full = walker.wish(way.heading, way.of);
    let pace = match way.act {
        Act::Walk => {
            let to = state.position + walk_offset(way.heading, way.of, cell);
            walker.approach(state, &Aim::point(to), way.crouch, 0.1 * cell)
        }
        Act::Jump => walker.jump(state, full),
        Act::RunJump | Act::SlowJump => {
            let wish = if way.act == Act::RunJump { full } else { full * 0.5 };
            let start = *state;
            let tape = walker.tape.take();
            let mut trial = start;
            let ticks = walker.run_off(&mut trial, wish, 90);
            walker.tape = tape;
            for _ in 0..ticks? {
                if let Some(fate) = walker.tick(state, Input { wish, ..Input::default() }) {
                    return Some(Some(fate));
                }
            }
            walker.jump(state, wish)
        }
        Act::WalkTo | Act::JumpTo | Act::RunJumpTo | Act::Ride => return None,
    };
    Some(match pace {
        Pace::Ended(fate) => Some(fate),
        _ => None,
    })
}

/// Makes for a place; whether the character then stands there.
pub(crate) fn reach_for(
    walker: &mut Walker<'_>,
    state: &mut State,
    act: Act,
    to: &Place,
    crouch: bool,
    near: f64,
) -> bool {
    if matches!(act, Act::JumpTo | Act::RunJumpTo) {
        let Some(along) = level(to.position - state.position).try_normalize() else { return false };
        let full = along * walker.subject.speed;
        if act == Act::RunJumpTo {
            let tape = walker.tape.take();
            let mut trial = *state;
            let ticks = walker.run_off(&mut trial, full, 60);
            walker.tape = tape;
            let Some(ticks) = ticks.filter(|ticks| *ticks > 0) else { return false };
            for _ in 0..ticks {
                if walker.tick(state, Input { wish: full, ..Input::default() }).is_some() {
                    return false;
                }
            }
        }
        if !walker.jump_to(state, to.position) {
            return false;
        }
    }
    let to = Aim::place(to, &walker.config);
    matches!(walker.approach(state, &to, crouch, near), Pace::Arrived)
}

/// Whether the body could go ahead from somewhere up its jump.
fn has_room_above(walker: &Walker<'_>, state: &State, heading: u8, of: u8, cell: f64) -> bool {
    let settings = walker.config.settings();
    let gravity = settings.gravity.length().max(1e-3);
    let apex = settings.jump.speed * settings.jump.speed / (2.0 * gravity);
    let shape = walker.config.shape(false);
    let world = walker.subject.world;
    let ahead = heading::unit(heading, of) * cell;
    [1.0, 0.6, 0.3].into_iter().any(|share| {
        let up = DVec3::Y * (apex * share);
        let sweep = |from, way| Sweep::new(shape, from, way).ok().map(|s| s.with_filter(settings.filter));
        let Some(rise) = sweep(state.position, up) else { return false };
        let risen = world.sweep(&rise).map_or(1.0, |hit| hit.fraction);
        let Some(go) = sweep(state.position + up * risen, ahead) else { return false };
        world.sweep(&go).is_none_or(|hit| hit.fraction > 0.5)
    })
}
