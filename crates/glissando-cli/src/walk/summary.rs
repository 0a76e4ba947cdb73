//! What a walk was like: the events with their times, and the figures.

use super::fallen::Fall;
use super::finding::Findings;
use super::story::{Row, Story, What};
use super::untouched::Touched;
use super::words::{millimetres, told};
use glissando::stage::{Outcome, StageEventKind};
use glissando::world::Clearance;
use glissando::{DVec3, State, World};
use glissando_play::count::{count, times};
use glissando_play::walk::Incident;
use glissando_play::walk::Setup;
use glissando_play::walk::Tick;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// Least width of the words of a row, in letters.
const LEAST_WIDTH: usize = 39;

/// Most width: longer words move the numbers of their row.
const MOST_WIDTH: usize = 64;

/// Gathers what a table and a picture need, tick by tick.
#[derive(Debug)]
pub(crate) struct Summary {
    /// What happened.
    pub(super) story: Story,
    /// What never should.
    pub(super) findings: Findings,
    counts: BTreeMap<&'static str, u64>,
    pub(crate) ticks: u64,
    pub(crate) seconds: f64,
    pub(crate) distance: f64,
    /// The smallest distance to a surface, and when.
    pub(crate) closest: Option<(f64, f64)>,
    highest: f64,
    lowest: f64,
    /// Ticks with a smaller gap than the skin, and the smallest gap, metres.
    narrow: Option<(u64, f64)>,
    nanoseconds: Vec<u32>,
    world: OfWorld,
    last_passing: Option<&'static str>,
    /// Health that was lost, and when last.
    damage: f64,
    hurt_at: Option<f64>,
    /// Whether it met anything.
    pub(super) touched: Touched,
    fall: Option<Fall>,
    pub(crate) path: Path,
    pub(crate) end: Option<State>,
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
            story: Story::default(),
            findings: Findings::default(),
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
            narrow: None,
            nanoseconds: Vec::new(),
            touched: Touched::default(),
            fall: None,
            path: Path::default(),
            end: None,
        }
    }

    /// Takes in a tick, with the surface that was nearest at its end; `up` is of length one.
    pub(crate) fn add(&mut self, tick: &Tick, nearest: Option<&Clearance>, up: DVec3) {
        let dt = tick.time / (tick.number + 1) as f64;
        let at = tick.state.position;
        if self.path.points.is_empty() {
            self.path.add(tick.from);
        }
        self.path.add(at);
        self.ticks += 1;
        self.touched.add(tick, nearest.map(|nearest| nearest.distance));
        self.seconds = tick.time;
        self.distance += (at - tick.from).length();
        let height = at.dot(up);
        (self.lowest, self.highest) = (self.lowest.min(height), self.highest.max(height));
        // A crushed character overlaps, and the table reports it.
        let clearance = nearest.map(|nearest| nearest.distance).filter(|_| !tick.is_crushed());
        if let Some(clearance) = clearance.filter(|c| self.closest.is_none_or(|(least, _)| *c < least)) {
            self.closest = Some((clearance, tick.time));
        }
        self.findings.add(tick, nearest);
        if let Some(gap) = tick.reduced_skin {
            let (ticks, least) = self.narrow.unwrap_or((0, gap));
            self.narrow = Some((ticks + 1, least.min(gap)));
        }
        self.nanoseconds.push(u32::try_from(tick.nanoseconds).unwrap_or(u32::MAX));
        self.add_world(tick, dt);
        for passed in tick.staged.iter().flat_map(|staged| &staged.passed) {
            let name = passed.what.name();
            *self.counts.entry(name).or_default() += 1;
            // Damage comes in every tick.
            let is_news = self.last_passing.replace(name) != Some(name) || name != "hurt";
            if is_news {
                let what = What::Passed { what: passed.what, name: passed.name.clone() };
                self.story.add(passed.time, passed.position, what, dt);
            }
        }
        for incident in tick.staged.iter().flat_map(|staged| &staged.incidents) {
            self.add_incident(incident, dt);
        }
        for event in &tick.events {
            *self.counts.entry(event.kind.name()).or_default() += 1;
            self.story.add(event.time, event.position, What::Own(event.kind), dt);
        }
        self.end = Some(tick.state);
    }

    /// Takes in whether the character is below the world after a tick; `up` is of length one.
    pub(super) fn follow_fall(&mut self, tick: &Tick, world: &World, up: DVec3) {
        self.fall = Fall::after(self.fall, tick, world, up);
    }

    /// The fall out of the world that the walk ends in; none where the character never was in it.
    pub(super) fn fall(&self) -> Option<Fall> {
        self.fall.filter(|_| !self.touched.is_lost())
    }

    /// Takes in what a mover or trigger did; what hurts all the time is told once.
    fn add_incident(&mut self, incident: &Incident, dt: f64) {
        let Incident { time, position, name, .. } = *incident;
        if let Some(damage) = incident.damage {
            self.damage += damage;
            let last = self.hurt_at.replace(time);
            if last.is_some_and(|last| time - last <= AGAIN) {
                return;
            }
        }
        *self.counts.entry(name).or_default() += 1;
        self.story.add(time, position, What::Level { name, words: incident.words() }, dt);
    }

    /// Takes in what the world did.
    fn add_world(&mut self, tick: &Tick, dt: f64) {
        let Some(staged) = &tick.staged else { return };
        let (index, outcome) = (staged.outcome as usize, staged.outcome);
        self.world.seconds[index] += dt;
        let last = self.world.last[index].replace(tick.time);
        if outcome == Outcome::Unaffected || last.is_some_and(|last| tick.time - last <= AGAIN.max(1.5 * dt))
        {
            return;
        }
        let by = match outcome {
            Outcome::Carried => [tick.state.support.map(|on| on.owner), None],
            _ => staged.events.iter().fold([None, None], |found, event| match event.kind {
                StageEventKind::Squeezed { by, against, .. } => [by, against],
                StageEventKind::TouchBegan { owner, .. } if outcome == Outcome::Pushed => [Some(owner), None],
                _ => found,
            }),
        };
        let what = What::World { outcome, by };
        self.story.add(tick.time - dt, tick.state.position, what, dt);
    }

    /// Whether something happened that never should: overlap, getting stuck, a tick that was cut short.
    pub(crate) fn has_findings(&self) -> bool {
        !self.findings.is_empty()
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
        let rows = self.story.rows.iter().map(|row| (row, told(row, &walk.scene)));
        let rows: Vec<_> = rows.collect();
        let longest = rows.iter().map(|(_, (_, words))| words.chars().count()).max().unwrap_or(0);
        let width = longest.clamp(LEAST_WIDTH, MOST_WIDTH);
        writeln!(out, "\n  time s    what{:>1$}", "x       y       z m", 34 + width)?;
        for (Row { time, position, .. }, (name, words)) in &rows {
            while let Some((time, note)) = notes.next_if(|(noted, _)| noted <= time) {
                writeln!(out, "{time:>8.2}  {note}")?;
            }
            let [x, y, z] = position.to_array();
            writeln!(out, "{time:>8.2}    {name:<12} {words:<width$} {x:>8.2}{y:>8.2}{z:>8.2}")?;
        }
        if self.story.untold > 0 {
            let more = count(self.story.untold, "more event");
            writeln!(out, "            and {more}; the data has all")?;
        } else {
            for (time, note) in notes {
                writeln!(out, "{time:>8.2}  {note}")?;
            }
        }
        writeln!(out)?;
        let skin = walk.players.get(player).map(|player| player.config.mover(false).skin());
        self.write_figures(out, skin)
    }

    /// Writes the figures; `skin` is the gap that is kept where there is room, metres.
    fn write_figures(&self, out: &mut impl Write, skin: Option<f64>) -> io::Result<()> {
        let row = |out: &mut dyn Write, name: &str, value: String| writeln!(out, "  {name:<16} {value}");
        let Self { ticks, seconds, distance, .. } = self;
        row(out, "walked", format!("{distance:.2} m in {seconds:.2} s, {}", count(*ticks, "tick")))?;
        row(out, "height", format!("{:.2} m between lowest and highest", self.highest - self.lowest))?;
        if let Some(state) = &self.end {
            let [x, y, z] = state.position.to_array();
            row(out, "ends", format!("at {x:.3}, {y:.3}, {z:.3}, {}", state.ground.name()))?;
        }
        let counts = self.counts.iter();
        let counts: Vec<String> =
            counts.map(|(name, count)| format!("{} {}", name.replace('_', " "), times(*count))).collect();
        if !counts.is_empty() {
            row(out, "events", counts.join(", "))?;
        }
        let of_world: Vec<String> = [Outcome::Carried, Outcome::Pushed, Outcome::Blocked, Outcome::Crushed]
            .into_iter()
            .map(|outcome| (outcome, self.world.seconds[outcome as usize]))
            .filter(|(_, seconds)| *seconds > 0.0)
            .map(|(outcome, seconds)| format!("{} for {seconds:.2} s", outcome.name()))
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
                    "never inside: {} from a surface at the closest ({time:.2} s)",
                    millimetres(least, 3)
                );
                row(out, "clearance", text)?;
            }
            Some((least, time)) => {
                row(out, "clearance", format!("INSIDE by {} at {time:.2} s", millimetres(-least, 3)))?;
            }
            None => row(out, "clearance", "nothing ever came near".into())?,
        }
        if let Some((ticks, least)) = self.narrow {
            let skin = skin.map_or(String::new(), |skin| format!(" instead of {:.1}", skin * 1e3));
            let gap = format!("{} with a gap of {}{skin}", count(ticks, "tick"), millimetres(least, 1));
            row(out, "narrow", format!("{gap}: the body fits, its skin does not"))?;
        }
        if self.touched.is_lost() {
            row(out, "touched", "nothing at all: check spawn, scale and up axis".into())?;
        }
        if let Some(fall) = self.fall() {
            row(out, "fell", fall.words())?;
        }
        let short = self.findings.short_ticks();
        if short > 0 {
            let whose = if short == 1 { "its" } else { "their" };
            row(out, "cut short", format!("{} lost a part of {whose} way", count(short, "tick")))?;
        }
        let stuck = self.findings.stuck_ticks();
        if stuck > 0 {
            row(out, "stuck", count(stuck, "tick"))?;
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
