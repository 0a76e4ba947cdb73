//! Shards of a check: each makes a part of the moves, and a merge makes the check of them.
//!
//! The moves from a place depend on the place and the ground map alone. So a shard makes the moves from every n-th place of the map,
//! and the merge is a check that takes them from the shards instead of making them: its findings are those of one check, byte for byte.

use crate::moves::Moves;
use crate::options::Options;
use crate::outcome::{Checked, Progress, Stage, finish, ground_map};
use crate::parallel::*;
use crate::place::PlaceId;
use crate::resume::{Finished, Keep, MovesOf, Sampling};
use crate::subject::{CheckError, Subject};
use crate::walker::Walker;
use crate::way::Step;
use serde::{Deserialize, Serialize};

/// Places that are moved from before a stop is noticed.
const BATCH: usize = 2048;

/// The moves from a part of the places.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shard {
    /// Which part, from 0.
    pub index: u32,
    /// Of how many.
    pub count: u32,
    /// Edge of a cell, metres.
    pub cell: f64,
    /// Ticks a second.
    pub hz: f64,
    /// Whether the character jumps.
    pub jumps: bool,
    /// Places of the whole ground map.
    pub places: u64,
    /// A sum over all places and the character, which tells shards of other levels.
    pub print: u64,
    /// The moves from places `index`, `index + count` ….
    steps: Vec<Vec<Step>>,
}

impl Shard {
    /// Makes the moves from part `index` of `count`.
    ///
    /// # Errors
    /// As for [`check`](crate::check); an index that is not below the count.
    pub fn make(
        subject: &Subject<'_>,
        options: &Options,
        part: (u32, u32),
        progress: &dyn Progress,
    ) -> Result<Self, CheckError> {
        let (shard, _) = Self::of(subject, options, part, (&Finished::default(), &()), (progress, false))?;
        Ok(shard)
    }

    /// [`Self::make`] that takes moves of an earlier one, keeps those that it makes, and can be stopped: `None` then.
    ///
    /// # Errors
    /// Moves of another level, character or sampling; as for [`Self::make`].
    pub fn make_resumed(
        subject: &Subject<'_>,
        options: &Options,
        part: (u32, u32),
        kept: (&Finished, &dyn Keep),
        progress: &dyn Progress,
    ) -> Result<Option<Self>, CheckError> {
        let (shard, is_whole) = Self::of(subject, options, part, kept, (progress, true))?;
        Ok(is_whole.then_some(shard))
    }

    /// The shard, and whether it came to its end.
    fn of(
        subject: &Subject<'_>,
        options: &Options,
        (index, count): (u32, u32),
        (finished, keep): (&Finished, &dyn Keep),
        (progress, may_stop): (&dyn Progress, bool),
    ) -> Result<(Self, bool), CheckError> {
        if index >= count {
            return Err(CheckError::Shards(format!(
                "shard {index} of {count}: the shards of {count} are 0 to {}",
                count.saturating_sub(1)
            )));
        }
        let map = ground_map(subject, options, progress)?;
        let Sampling { cell, hz, jumps, places, print } = finished.begin(subject, options, &map, keep)?;
        let own: Vec<(PlaceId, &crate::Place)> =
            (0..).zip(map.places.iter()).skip(index as usize).step_by(count as usize).collect();
        progress.begin(Stage::Moves, own.len() as u64);
        let moves = Moves { map: &map, jumps: options.jumps };
        let one = |walker: &mut Walker<'_>, (id, place): &(PlaceId, &crate::Place)| {
            let known = finished.steps(*id);
            let is_new = known.is_none();
            let steps = known.unwrap_or_else(|| moves.from(walker, place));
            progress.advance(1);
            (steps, is_new)
        };
        let mut shard = Self { index, count, cell, hz, jumps, places, print, steps: Vec::new() };
        for batch in own.chunks(BATCH) {
            if may_stop && progress.is_cancelled() {
                return Ok((shard, false));
            }
            let made: Vec<(Vec<Step>, bool)> =
                batch.par_iter().map_init(|| Walker::new(subject, options.hz), one).collect();
            for (&(place, _), (steps, is_new)) in batch.iter().zip(made) {
                if is_new {
                    keep.keep(MovesOf { place, steps: &steps });
                }
                shard.steps.push(steps);
            }
        }
        Ok((shard, true))
    }
}

/// The check of all shards.
///
/// # Errors
/// Shards that are missing, twice, or of another level or sampling; as for [`check`](crate::check).
pub fn merge(
    subject: &Subject<'_>,
    options: &Options,
    shards: &[Shard],
    progress: &dyn Progress,
) -> Result<Checked, CheckError> {
    let refuse = |text: String| Err(CheckError::Shards(text));
    let Some(count) = shards.first().map(|shard| shard.count) else {
        return refuse("there are no shards".to_owned());
    };
    let mut sorted: Vec<&Shard> = Vec::new();
    for shard in shards {
        sorted.insert(sorted.partition_point(|before| before.index <= shard.index), shard);
    }
    let has_all =
        sorted.len() == count as usize && (0..count).zip(&sorted).all(|(index, s)| s.index == index);
    if !has_all {
        let there: Vec<String> =
            sorted.iter().map(|shard| format!("{}/{}", shard.index, shard.count)).collect();
        return refuse(format!(
            "shards 0/{count} to {}/{count} are needed, each once; given are {}",
            count - 1,
            there.join(", ")
        ));
    }
    let map = ground_map(subject, options, progress)?;
    let print = print(subject, &map.places);
    for shard in &sorted {
        let is_same = (shard.cell, shard.hz, shard.jumps) == (options.cell, options.hz, options.jumps)
            && shard.count == count
            && shard.print == print
            && shard.places == map.places.len() as u64;
        if !is_same {
            return refuse(format!("shard {} is of another level, character or sampling", shard.index));
        }
    }
    let made = |id: PlaceId| {
        let shard = sorted.get((id % count) as usize)?;
        ((id as usize) < map.places.len()).then(|| shard.steps.get((id / count) as usize).cloned())?
    };
    Ok(finish(subject, options, &map, (&made, &()), progress))
}

/// A sum over the bits of the places, the triangles, the volumes and of what the character is.
pub(crate) fn print(subject: &Subject<'_>, places: &[crate::Place]) -> u64 {
    let mut sum = subject.speed.to_bits();
    let mut add = |value: u64| sum = (sum ^ value).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
    for place in places {
        place.position.to_array().into_iter().for_each(|c| add(c.to_bits()));
    }
    for (_, body) in subject.world.bodies() {
        for corners in (0..body.mesh.source_count()).filter_map(|index| body.mesh.triangle(index)) {
            corners
                .into_iter()
                .flat_map(|corner| corner.to_array())
                .for_each(|c| add(u64::from(c.to_bits())));
        }
    }
    for act in subject.acts {
        act.low.to_array().into_iter().chain(act.high.to_array()).for_each(|c| add(c.to_bits()));
    }
    let settings = subject.config.settings();
    let numbers = [
        settings.jump.speed,
        settings.ground.step_height,
        settings.ground.cos_climb,
        settings.pace.acceleration,
    ];
    numbers.into_iter().chain(settings.radii.to_array()).for_each(|c| add(c.to_bits()));
    sum
}
