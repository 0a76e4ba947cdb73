//! What deserves a look in a walk that ends with exit code 1, in one line: what, when, with which body, what to do.

use super::Choice;
use super::summary::Summary;
use super::words::millimetres;
use glissando::Owner;
use glissando::slide::Stop;
use glissando::world::Clearance;
use glissando_play::count::count;
use glissando_play::walk::{Setup, Tick};

/// What never should happen, the more telling first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// The body could not come out of something.
    Stuck,
    /// The body ended inside another one, unreported.
    Inside,
    /// A tick ran out of sub-steps.
    CutShort,
}

/// The ticks with something of one kind.
#[derive(Clone, Debug)]
struct Finding {
    kind: Kind,
    ticks: u64,
    /// The first of these ticks, and when it ended, in seconds.
    first: (u64, f64),
    /// The body that was nearest at the end of that tick.
    body: Option<Owner>,
    /// The deepest that the character was in something, metres.
    depth: f64,
}

/// What deserves a look in the walk of one character.
#[derive(Clone, Debug, Default)]
pub(super) struct Findings(Vec<Finding>);

impl Findings {
    /// Takes in a tick, and the surface that was nearest at its end.
    pub(super) fn add(&mut self, tick: &Tick, nearest: Option<&Clearance>) {
        let depth = nearest.map_or(0.0, |nearest| -nearest.distance).max(0.0);
        let body = nearest.map(|nearest| nearest.surface.owner);
        // A crushed character overlaps, and that is told.
        let is_inside = nearest.is_some_and(|nearest| nearest.distance <= 0.0) && !tick.is_crushed();
        let is_so = [
            (Kind::Stuck, tick.stop == Stop::Stuck),
            (Kind::Inside, is_inside),
            (Kind::CutShort, tick.stop == Stop::SubSteps),
        ];
        for (kind, _) in is_so.into_iter().filter(|(_, is_so)| *is_so) {
            match self.0.iter_mut().find(|finding| finding.kind == kind) {
                Some(finding) => {
                    finding.ticks += 1;
                    finding.depth = finding.depth.max(depth);
                }
                None => self.0.push(Finding { kind, ticks: 1, first: (tick.number, tick.time), body, depth }),
            }
        }
    }

    /// Whether there is anything.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// In how many ticks there was something of this kind.
    fn ticks(&self, kind: Kind) -> u64 {
        self.0.iter().find(|finding| finding.kind == kind).map_or(0, |finding| finding.ticks)
    }

    /// Ticks in which the body was in something and could not come out.
    pub(super) fn stuck_ticks(&self) -> u64 {
        self.ticks(Kind::Stuck)
    }

    /// Ticks that lost a part of their way.
    pub(super) fn short_ticks(&self) -> u64 {
        self.ticks(Kind::CutShort)
    }

    /// What came first.
    fn first(&self) -> Option<&Finding> {
        self.0.iter().min_by_key(|finding| (finding.first.0, finding.kind))
    }
}

/// The line for standard error, if anything deserves a look: the first finding of all characters.
pub(super) fn line(walk: &Setup, summaries: &[Summary], arguments: &Choice) -> Option<String> {
    let found = summaries.iter().enumerate();
    let found = found.filter_map(|(index, summary)| summary.findings.first().map(|first| (index, first)));
    let others = found.clone().count().saturating_sub(1) as u64;
    let (index, finding) = found.min_by_key(|(_, finding)| (finding.first.0, finding.kind))?;
    let character =
        if walk.players.len() > 1 { format!("character {index}") } else { "the character".to_owned() };
    let also = match others {
        0 => String::new(),
        others => format!(" (something was found with {} too)", count(others, "other character")),
    };
    let what = finding.words(walk);
    Some(format!("warning: {character} {what}{also}: {}", finding.advice(walk, arguments, index)))
}

impl Finding {
    /// What happened, when, with which body.
    fn words(&self, walk: &Setup) -> String {
        let (tick, time) = self.first;
        let ticks = count(self.ticks, "tick");
        let body = self.body.map(|body| walk.scene.called_with_file(body));
        let at = |word: &str| body.as_ref().map_or(String::new(), |body| format!(", {word} {body}"));
        // A body that is stuck is so by much; one that is inside though nothing was said may be so by a hair.
        let digits = if self.kind == Kind::Stuck { 1 } else { 3 };
        let deep = match millimetres(self.depth, digits) {
            least if least.starts_with("less") => format!("{least} deep"),
            depth if self.ticks > 1 => format!("up to {depth} deep"),
            depth => format!("{depth} deep"),
        };
        let first = if self.ticks > 1 { "first " } else { "" };
        let when = format!("in {ticks}, {first}in tick {tick} ({time:.2} s)");
        match self.kind {
            // There may be no room for the skin alone.
            Kind::Stuck if self.depth == 0.0 => format!("was stuck {when}{}", at("beside")),
            Kind::Stuck => format!("was stuck {when}{}, {deep}", at("in")),
            Kind::Inside => {
                format!("was inside of something without being crushed {when}{}, {deep}", at("in"))
            }
            Kind::CutShort => format!("lost a part of its way {when}{}", at("beside")),
        }
    }

    /// What to do, for the character of this number.
    fn advice(&self, walk: &Setup, arguments: &Choice, character: usize) -> String {
        let tick = self.first.0;
        if tick == 0 && self.kind != Kind::CutShort {
            // The option is for the first one alone.
            let ways = [
                arguments.script.as_ref().map(|_| "`spawn` in the script"),
                (character == 0).then_some("--spawn X,Y,Z"),
            ];
            let ways: Vec<&str> = ways.into_iter().flatten().collect();
            let with = if ways.is_empty() { String::new() } else { format!(", with {}", ways.join(" or ")) };
            return format!("start it where there is room{with}");
        }
        let has_slides =
            walk.players.iter().any(|p| p.plan().is_some_and(|plan| plan.first_slide().is_some()));
        let keep = match &arguments.recording {
            Some(file) => format!("{} has the walk for `glissando replay`", file.display()),
            None if walk.is_staged() => "--record FILE keeps the walk for `glissando replay`".to_owned(),
            None if has_slides => "--trace tells every sub-step".to_owned(),
            None => format!("--repro-at {tick} FILE keeps this tick for `glissando replay`"),
        };
        match self.kind {
            Kind::Stuck => format!("make more room there; {keep}"),
            Kind::Inside => format!("this should never happen, please report it; {keep}"),
            Kind::CutShort => format!("shorter ticks (--hz) lose less; {keep}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Choice, Finding, Kind};
    use glissando_play::scenes::Entry;
    use glissando_play::walk::Wishes;

    /// What happened, and what to do about it, in a scene of which something moves.
    fn said(kind: Kind, ticks: u64, depth: f64) -> String {
        let walk = Entry::named("lifts").unwrap().setup(&Wishes::default()).unwrap();
        let body = walk.scene.world.bodies().next().map(|(id, _)| id.into());
        let finding = Finding { kind, ticks, first: (17, 0.3), body, depth };
        format!("{}: {}", finding.words(&walk), finding.advice(&walk, &Choice::default(), 0))
    }

    #[test]
    fn each_kind_of_finding_says_what_when_with_which_body_and_what_to_do() {
        let cases = [
            (
                Kind::Stuck,
                2,
                0.0123,
                &["was stuck in 2 ticks, first in tick 17 (0.30 s), in ", "up to 12.3 mm"][..],
            ),
            (Kind::Stuck, 1, 0.0, &["was stuck in 1 tick, in tick 17 (0.30 s), beside "]),
            (Kind::Inside, 1, 1e-9, &["inside of something", "less than 0.001 mm deep", "report it"]),
            (Kind::CutShort, 3, 0.0, &["lost a part of its way in 3 ticks, first in tick 17", "--hz"]),
        ];
        for (kind, ticks, depth, parts) in cases {
            let line = said(kind, ticks, depth);
            for part in [parts, &["--record FILE"]].concat() {
                assert!(line.contains(part), "{line} does not say {part}");
            }
            assert!(!line.contains("--repro-at"), "that is refused where something moves: {line}");
        }
    }
}
