//! Everything from the start, as a recording that `glissando replay` walks again, and so does a session.

use super::Session;
use super::clip::set_up;
use super::input_log::{Act, InputLog};
use super::wander_ai::WanderAi;
use crate::record::{By, Line, Reader, Recorder};
use crate::walk::{Origin, Play};
use anyhow::{Context, ensure};
use glissando_level::Files;

/// Most ticks of a recording, times characters: about a hundred megabytes and some seconds.
const MOST_STEPS: u64 = 1_000_000;

impl Session {
    /// The whole session up to now: a recording, with a hash of every tick.
    ///
    /// It is walked once more for this, from the start.
    ///
    /// # Errors
    /// A session that was opened in the middle, by a clip, and one that is too long to be kept in memory.
    pub fn recording(&self) -> anyhow::Result<Vec<u8>> {
        ensure!(
            self.start == 0,
            "the session began at tick {}: a clip keeps it, not a recording",
            self.start
        );
        self.check_length(self.tick())?;
        let (walk, mut play, mut wander_ai) = (&self.walk, Play::new(&self.walk)?, WanderAi::of(&self.walk));
        let mut recorder = Recorder::new(Vec::new(), walk, By::Hand)?;
        for tick in 0..self.tick() {
            let (changes, calls) = self.input_log.done(tick);
            for change in &changes {
                play.change(change)?;
            }
            let inputs = wander_ai.inputs(walk, &play, self.input_log.held(tick));
            play.go(&inputs, &calls)?;
            recorder.add(&inputs, &calls, &changes, &play)?;
        }
        recorder.finish()
    }

    /// A recording at its last tick, paused; whether it came to the same bits there. One can go back through its last
    /// seconds.
    ///
    /// # Errors
    /// Lines that are none of a recording, with their number; levels that are not there or not those of the recording;
    /// a walk that was made of a script's files.
    pub fn open_recording(files: &dyn Files, bytes: &[u8]) -> anyhow::Result<(Self, bool)> {
        let mut reader = Reader::new(bytes)?;
        let origin = origin_recorded(&reader)?;
        let mut session = Self::new(set_up(files, &origin, reader.head.world)?)?;
        let mut last: Option<Line> = None;
        while let Some(line) = reader.next(&session.walk)? {
            session.check_length(reader.count)?;
            session.input_log.hold(line.tick, reader.inputs[0]);
            write(&mut session.input_log, &line, session.walk.movers.len())
                .with_context(|| format!("line {}", reader.number))?;
            last = Some(line);
        }
        // A flying character goes on flying; keys that were held are held no longer.
        session.controls.fly = reader.inputs.first().is_some_and(|input| input.fly);
        session.grip = session.controls;
        session.end = reader.count;
        while session.is_repeating() {
            session.step().with_context(|| format!("tick {} of the recording", session.tick()))?;
        }
        session.pause(true);
        let is_same = last.is_none_or(|line| line.is_as_in(&reader.inputs, &session.play));
        Ok((session, is_same))
    }

    fn check_length(&self, ticks: u64) -> anyhow::Result<()> {
        let count = self.walk.players.len() as u64;
        ensure!(
            ticks.saturating_mul(count) <= MOST_STEPS,
            "the walk has {ticks} ticks of {count} characters, more than the accepted {}: keep a clip of its end",
            MOST_STEPS / count
        );
        Ok(())
    }
}

/// What a recording was walked in.
pub(super) fn origin_recorded(reader: &Reader<'_>) -> anyhow::Result<Origin> {
    reader.head.origin.clone().context(
        "only recordings of scenes and levels can be opened; `glissando replay` walks those of scripts again",
    )
}

/// Writes down what was changed, opened and closed before a tick.
fn write(input_log: &mut InputLog, line: &Line, movers: usize) -> anyhow::Result<()> {
    for change in &line.changes {
        ensure!(
            change.character == 0,
            "character {} was changed: the hand leads the first alone",
            change.character
        );
        let settings = change.settings.map(|settings| Act::Set(Box::new(settings)));
        for act in settings.into_iter().chain(change.place.map(Act::Place)) {
            act.check(movers)?;
            input_log.write(line.tick, act);
        }
    }
    for call in line.calls() {
        input_log
            .write(line.tick, if call.is_closing { Act::Close(call.mover) } else { Act::Open(call.mover) });
    }
    Ok(())
}
