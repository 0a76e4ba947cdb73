//! Everything from the start, as a recording that `glissando replay` walks again.

use super::Session;
use super::minds::Minds;
use crate::record::{By, Recorder};
use crate::walk::Play;
use anyhow::ensure;

/// Most ticks of a recording, times characters: about a hundred megabytes and some seconds.
const MOST_STEPS: u64 = 1_000_000;

impl Session {
    /// The whole session up to now: a recording, with a print of every tick.
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
        let (ticks, count) = (self.tick(), self.walk.players.len() as u64);
        ensure!(
            ticks.saturating_mul(count) <= MOST_STEPS,
            "the session has {ticks} ticks of {count} characters, more than the accepted {}: keep a clip of its end",
            MOST_STEPS / count
        );
        let (walk, mut play, mut minds) = (&self.walk, Play::new(&self.walk)?, Minds::of(&self.walk));
        let mut recorder = Recorder::new(Vec::new(), walk, By::Hand)?;
        for tick in 0..self.tick() {
            let (changes, calls) = self.tape.done(tick);
            for change in &changes {
                play.change(change)?;
            }
            let inputs = minds.inputs(walk, &play, self.tape.held(tick));
            play.go(&inputs, &calls)?;
            recorder.add(&inputs, &calls, &changes, &play)?;
        }
        recorder.finish()
    }
}
