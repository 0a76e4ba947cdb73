//! What a walk was like: the events with their times, and the figures.

use super::trajectory::{event_name, ground_name, passing_name};
use super::untouched::Touched;
use super::words::{outcome_name, told};
use glissando::slide::Stop;
use glissando::stage::{Outcome, StageEventKind};
use glissando::{BodyId, DVec3, EventKind, State};
use glissando_play::walk::Incident;
use glissando_play::walk::Passing;
use glissando_play::walk::Setup;
use glissando_play::walk::Tick;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// How many events are written out; the others are counted.
const SHOWN: usize = 60;

/// Gathers what a table and a picture need, tick by tick.
#[derive(Debug)]
pub(crate) struct Summary {
    /// The first things that happened.
    pub(super) entries: Vec<Entry>,
    /// Things that happened.
    count: u64,
    counts: BTreeMap<&'static str, u64>,
    pub(crate) ticks: u64,
    pub(crate) seconds: f64,
    pub(crate) distance: f64,
    /// The smallest distance to a surface, and when.
    pub(crate) closest: Option<(f64, f64)>,
    highest: f64,
    lowest: f64,
    /// Ticks that lost a part of their way.
    short_ticks: u64,
    stuck_ticks: u64,
    nanoseconds: Vec<u32>,
    world: OfWorld,
    last_passing: Option<&'static str>,
    /// Health that was lost, and when last.
    damage: f64,
    hurt_at: Option<f64>,
    /// Whether it met anything.
    pub(super) touched: Touched,
    pub(crate) path: Path,
    pub(crate) end: Option<State>,
}

/// Something that happened, for people.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    time: f64,
    pub(super) position: DVec3,
    pub(super) what: What,
}

/// What happened.
#[derive(Clone, Debug)]
pub(super) enum What {
    /// In the character's own move.
    Own(EventKind),
    /// By a world that moves.
    World { outcome: Outcome, by: [Option<BodyId>; 2] },
    /// With something that is passed through.
    Passed { what: Passing, name: String },
    /// With a mover or trigger of the level: a name and some words.
    Level { name: &'static str, words: String },
}

/// What a world that moves did.
#[derive(Clone, Copy, Debug, Default)]
struct OfWorld {
    /// Seconds of each outcome, by its number.
    seconds: [f64; 5],
    /// When each was last.
    last: [Option<f64>; 5],
}

/// Seconds without an outcome after which it is told again.
const AGAIN: f64 = 0.5;

/// The way as a line: a point where enough has been gone since the last one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Path {
    pub(crate) points: Vec<DVec3>,
}

/// Metres between the points of a path.
const GRAIN: f64 = 0.02;

impl Path {
    pub(super) fn add(&mut self, point: DVec3) {
        if self.points.last().is_none_or(|last| (*last - point).length() >= GRAIN) {
            self.points.push(point);
        }
    }
}

impl Summary {
    pub(crate) fn new() -> Self {
        Self {
            entries: Vec::new(),
            count: 0,
            world: OfWorld::default(),
            last_passing: None,
            damage: 0.0,
            hurt_at: None,
            counts: BTreeMap::new(),
            ticks: 0,
            seconds: 0.0,
            distance: 0.0,
            closest: None,
            highest: f64::NEG_INFINITY,
            lowest: f64::INFINITY,
            short_ticks: 0,
            stuck_ticks: 0,
            nanoseconds: Vec::new(),
            touched: Touched::default(),
            path: Path::default(),
            end: None,
        }
    }

    /// Takes in a tick; `up` is of length one.
    pub(crate) fn add(&mut self, tick: &Tick, clearance: Option<f64>, up: DVec3) {
        let at = tick.state.position;
        if self.path.points.is_empty() {
            self.path.add(tick.from);
        }
        self.path.add(at);
        self.ticks += 1;
        self.touched.add(tick, clearance);
        self.seconds = tick.time;
        self.distance += (at - tick.from).length();
        let height = at.dot(up);
        (self.lowest, self.highest) = (self.lowest.min(height), self.highest.max(height));
        // Who is crushed overlaps, and that is told.
        let clearance = clearance.filter(|_| !tick.is_crushed());
        if let Some(clearance) = clearance.filter(|c| self.closest.is_none_or(|(least, _)| *c < least)) {
            self.closest = Some((clearance, tick.time));
        }
        self.short_ticks += u64::from(tick.stop == Stop::SubSteps);
        self.stuck_ticks += u64::from(tick.stop == Stop::Stuck);
        self.nanoseconds.push(u32::try_from(tick.nanoseconds).unwrap_or(u32::MAX));
        self.add_world(tick);
        for passed in tick.staged.iter().flat_map(|staged| &staged.passed) {
            let name = passing_name(&passed.what);
            *self.counts.entry(name).or_default() += 1;
            // Whoever is hurt is so in every tick.
            let is_news = self.last_passing.replace(name) != Some(name) || name != "hurt";
            if is_news {
                let what = What::Passed { what: passed.what, name: passed.name.clone() };
                self.tell(Entry { time: passed.time, position: passed.position, what });
            }
        }
        for incident in tick.staged.iter().flat_map(|staged| &staged.incidents) {
            self.add_incident(incident);
        }
        for event in &tick.events {
            *self.counts.entry(event_name(&event.kind)).or_default() += 1;
            self.tell(Entry { time: event.time, position: event.position, what: What::Own(event.kind) });
        }
        self.end = Some(tick.state);
    }

    /// Takes in what a mover or trigger did; what hurts all the time is told once.
    fn add_incident(&mut self, incident: &Incident) {
        let Incident { time, position, name, .. } = *incident;
        if let Some(damage) = incident.damage {
            self.damage += damage;
            let last = self.hurt_at.replace(time);
            if last.is_some_and(|last| time - last <= AGAIN) {
                return;
            }
        }
        *self.counts.entry(name).or_default() += 1;
        self.tell(Entry { time, position, what: What::Level { name, words: incident.words() } });
    }

    fn tell(&mut self, entry: Entry) {
        self.count += 1;
        if self.entries.len() < SHOWN {
            self.entries.push(entry);
        }
    }

    /// Takes in what the world did.
    fn add_world(&mut self, tick: &Tick) {
        let Some(staged) = &tick.staged else { return };
        let (index, outcome) = (staged.outcome as usize, staged.outcome);
        let dt = tick.time / (tick.number + 1) as f64;
        self.world.seconds[index] += dt;
        let last = self.world.last[index].replace(tick.time);
        if outcome == Outcome::Alone || last.is_some_and(|last| tick.time - last <= AGAIN.max(1.5 * dt)) {
            return;
        }
        let by = match outcome {
            Outcome::Carried => [Some(tick.state.support.body), None],
            _ => staged.events.iter().fold([None, None], |found, event| match event.kind {
                StageEventKind::Squeezed { by, against, .. } => [by, against],
                StageEventKind::TouchBegan { body, .. } if outcome == Outcome::Pushed => [Some(body), None],
                _ => found,
            }),
        };
        let what = What::World { outcome, by };
        self.tell(Entry { time: tick.time - dt, position: tick.state.position, what });
    }

    /// Whether something happened that never should: overlap, getting stuck, a tick that was cut short.
    pub(crate) fn has_findings(&self) -> bool {
        let is_inside = self.closest.is_some_and(|(least, _)| least <= 0.0);
        is_inside || self.stuck_ticks > 0 || self.short_ticks > 0
    }

    /// Writes the events, with the script's notes between them, and the figures, as people read them.
    ///
    /// # Errors
    /// Those of `out`.
    pub(super) fn write(&self, out: &mut impl Write, walk: &Setup, player: usize) -> io::Result<()> {
        if walk.players.len() > 1 {
            writeln!(out, "\ncharacter {player}")?;
        }
        if self.ticks == 0 {
            return writeln!(out, "  no ticks were walked");
        }
        let mut notes = walk.notes(player).filter(|(time, _)| *time < self.seconds).peekable();
        writeln!(out, "\n  time s    what{:>73}", "x       y       z m")?;
        for Entry { time, position, what } in &self.entries {
            while let Some((time, note)) = notes.next_if(|(noted, _)| noted <= time) {
                writeln!(out, "{time:>8.2}  {note}")?;
            }
            let [x, y, z] = position.to_array();
            let (name, words) = told(what, walk);
            writeln!(out, "{time:>8.2}    {name:<12} {words:<39} {x:>8.2}{y:>8.2}{z:>8.2}")?;
        }
        if self.count > self.entries.len() as u64 {
            let more = self.count - self.entries.len() as u64;
            writeln!(out, "            and {more} more events; the data has all")?;
        } else {
            for (time, note) in notes {
                writeln!(out, "{time:>8.2}  {note}")?;
            }
        }
        writeln!(out)?;
        self.write_figures(out)
    }

    fn write_figures(&self, out: &mut impl Write) -> io::Result<()> {
        let row = |out: &mut dyn Write, name: &str, value: String| writeln!(out, "  {name:<16} {value}");
        let Self { ticks, seconds, distance, .. } = self;
        row(out, "walked", format!("{distance:.2} m in {seconds:.2} s, {ticks} ticks"))?;
        row(out, "height", format!("{:.2} m between lowest and highest", self.highest - self.lowest))?;
        if let Some(state) = &self.end {
            let [x, y, z] = state.position.to_array();
            row(out, "ends", format!("at {x:.3}, {y:.3}, {z:.3}, {}", ground_name(state.ground)))?;
        }
        let counts: Vec<String> =
            self.counts.iter().map(|(name, count)| format!("{count} {}", name.replace('_', " "))).collect();
        if !counts.is_empty() {
            row(out, "events", counts.join(", "))?;
        }
        let of_world: Vec<String> = [Outcome::Carried, Outcome::Pushed, Outcome::Blocked, Outcome::Crushed]
            .into_iter()
            .map(|outcome| (outcome, self.world.seconds[outcome as usize]))
            .filter(|(_, seconds)| *seconds > 0.0)
            .map(|(outcome, seconds)| format!("{} for {seconds:.2} s", outcome_name(outcome)))
            .collect();
        if !of_world.is_empty() {
            row(out, "the world", of_world.join(", "))?;
        }
        if self.damage > 0.0 {
            row(out, "health", format!("{:.1} points lost", self.damage))?;
        }
        match self.closest {
            Some((least, time)) if least > 0.0 => {
                let text = format!(
                    "never inside: {:.3} mm from a surface at the closest ({time:.2} s)",
                    least * 1e3
                );
                row(out, "clearance", text)?;
            }
            Some((least, time)) => {
                row(out, "clearance", format!("INSIDE by {:.3} mm at {time:.2} s", -least * 1e3))?;
            }
            None => row(out, "clearance", "nothing ever came near".into())?,
        }
        if self.touched.is_lost() {
            row(out, "touched", "nothing at all: check spawn, scale and up axis".into())?;
        }
        if self.short_ticks > 0 {
            row(out, "cut short", format!("{} ticks lost a part of their way", self.short_ticks))?;
        }
        if self.stuck_ticks > 0 {
            row(out, "stuck", format!("{} ticks", self.stuck_ticks))?;
        }
        row(out, "cost", self.cost())
    }

    fn cost(&self) -> String {
        let mut sorted = self.nanoseconds.clone();
        sorted.sort_unstable();
        let at = |share: usize| sorted.get((sorted.len() * share / 100).min(sorted.len() - 1)).copied();
        let nanoseconds = |share| at(share).unwrap_or(0);
        format!("{} ns a tick (median), {} ns at the 99th percentile", nanoseconds(50), nanoseconds(99))
    }
}
