//! What a walk was like: the events with their times, and the figures.

use super::setup::Setup;
use super::trajectory::{event_name, ground_name};
use super::walker::Tick;
use glissando::slide::Stop;
use glissando::{DVec3, Event, EventKind, State, Surface};
use std::collections::BTreeMap;
use std::io::{self, Write};

/// How many events are written out; the others are counted.
const SHOWN: usize = 50;

/// Gathers what a table and a picture need, tick by tick.
#[derive(Debug)]
pub(crate) struct Summary {
    /// The first events.
    pub(crate) events: Vec<Event>,
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
    pub(crate) path: Path,
    pub(crate) end: Option<State>,
}

/// The way as a line: a point where enough has been gone since the last one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Path {
    pub(crate) points: Vec<DVec3>,
}

/// Metres between the points of a path.
const GRAIN: f64 = 0.02;

impl Path {
    fn add(&mut self, point: DVec3) {
        if self.points.last().is_none_or(|last| (*last - point).length() >= GRAIN) {
            self.points.push(point);
        }
    }
}

impl Summary {
    pub(crate) fn new() -> Self {
        Self {
            events: Vec::new(),
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
        self.seconds = tick.time;
        self.distance += (at - tick.from).length();
        let height = at.dot(up);
        (self.lowest, self.highest) = (self.lowest.min(height), self.highest.max(height));
        if let Some(clearance) = clearance.filter(|c| self.closest.is_none_or(|(least, _)| *c < least)) {
            self.closest = Some((clearance, tick.time));
        }
        self.short_ticks += u64::from(tick.stop == Stop::SubSteps);
        self.stuck_ticks += u64::from(tick.stop == Stop::Stuck);
        self.nanoseconds.push(u32::try_from(tick.nanoseconds).unwrap_or(u32::MAX));
        for event in &tick.events {
            *self.counts.entry(event_name(&event.kind)).or_default() += 1;
            if self.events.len() < SHOWN {
                self.events.push(*event);
            }
        }
        self.end = Some(tick.state);
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
    pub(super) fn write(&self, out: &mut impl Write, walk: &Setup) -> io::Result<()> {
        if self.ticks == 0 {
            return writeln!(out, "  no ticks were walked");
        }
        let mut notes = walk.notes().filter(|(time, _)| *time < self.seconds).peekable();
        writeln!(out, "\n  time s    what{:>73}", "x       y       z m")?;
        for event in &self.events {
            while let Some((time, note)) = notes.next_if(|(time, _)| *time <= event.time) {
                writeln!(out, "{time:>8.2}  {note}")?;
            }
            let [x, y, z] = event.position.to_array();
            let name = event_name(&event.kind).replace('_', " ");
            let what = describe(&event.kind, |surface| walk.scene.names(surface).map_or("", |n| n.instance));
            writeln!(out, "{:>8.2}    {name:<12} {what:<39} {x:>8.2}{y:>8.2}{z:>8.2}", event.time)?;
        }
        let total: u64 = self.counts.values().sum();
        if total > self.events.len() as u64 {
            writeln!(
                out,
                "            and {} more events; the data has all",
                total - self.events.len() as u64
            )?;
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

/// An event's figures in a few words; `name` tells whose a surface is.
fn describe<'a>(kind: &EventKind, name: impl Fn(&Surface) -> &'a str) -> String {
    match kind {
        EventKind::Landed { speed, surface, .. } => format!("at {speed:.3} m/s on {}", name(surface)),
        EventKind::HitWall { speed, surface, .. } | EventKind::HitCeiling { speed, surface, .. } => {
            format!("at {speed:.3} m/s, {}", name(surface))
        }
        EventKind::SteppedUp { height, surface } => {
            format!("by {:.1} cm on {}", height * 100.0, name(surface))
        }
        EventKind::Recovered { distance, to_safe_position } => {
            let how = if *to_safe_position { ", back at the last safe place" } else { "" };
            format!("by {:.1} mm{how}", distance * 1e3)
        }
        EventKind::Stuck { depth } => format!("{:.1} mm deep", depth * 1e3),
        _ => String::new(),
    }
}
