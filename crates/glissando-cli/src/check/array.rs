//! `--shard auto`: the part that a task of a Slurm array, or a pod of an indexed Kubernetes job, is to make.

use super::shards::Part;
use anyhow::{Context, anyhow, bail};

const ID: &str = "SLURM_ARRAY_TASK_ID";
const COUNT: &str = "SLURM_ARRAY_TASK_COUNT";
const LEAST: &str = "SLURM_ARRAY_TASK_MIN";
const STEP: &str = "SLURM_ARRAY_TASK_STEP";
const INDEX: &str = "JOB_COMPLETION_INDEX";

/// The part that the variables name, of `count` parts if that is given.
///
/// With a count the index is the number of the task or of the pod itself, so that a few parts can be made again. Without one the
/// parts are the tasks of the whole array, whatever number the first of them has.
///
/// # Errors
/// Variables that are missing, no numbers, or those of both schedulers; an index that is not below the count.
pub(super) fn part(count: Option<u32>) -> anyhow::Result<Part> {
    let is_set = |name: &str| text(name).is_some();
    match (is_set(ID) || is_set(COUNT), is_set(INDEX)) {
        (true, true) => {
            bail!("the variables of a Slurm array and {INDEX} are both set: give --shard I/N")
        }
        (true, false) => slurm(count),
        (false, true) => pod(count),
        (false, false) => bail!(
            "neither {ID} (a Slurm array) nor {INDEX} (an indexed Kubernetes job) is set: \
             give --shard I/N, as 0/4"
        ),
    }
}

fn slurm(count: Option<u32>) -> anyhow::Result<Part> {
    let id = number(ID)?;
    if let Some(count) = count {
        return Part::new(id, count)
            .with_context(|| format!("{ID} is {id}: with --shard auto/{count} it must be below {count}"));
    }
    let (count, least) = (number(COUNT)?, number(LEAST)?);
    let step = if text(STEP).is_some() { number(STEP)? } else { 1 };
    let offset = id.checked_sub(least).filter(|offset| step > 0 && offset.is_multiple_of(step));
    offset.and_then(|offset| Part::new(offset / step, count)).ok_or_else(|| {
        anyhow!(
            "{ID} is {id}, {LEAST} {least}, {STEP} {step} and {COUNT} {count}, which is no task of an array without \
             gaps: submit one as 0-63, or give the number of parts with --shard auto/N"
        )
    })
}

fn pod(count: Option<u32>) -> anyhow::Result<Part> {
    let index = number(INDEX)?;
    let Some(count) = count else {
        bail!(
            "{INDEX} is set, but no variable has the number of pods: give --shard auto/N with the job's completions"
        );
    };
    Part::new(index, count)
        .with_context(|| format!("{INDEX} is {index}: with --shard auto/{count} it must be below {count}"))
}

fn number(name: &str) -> anyhow::Result<u32> {
    let text = text(name).with_context(|| {
        format!("{name} is not set, though other variables of a Slurm array are: give --shard I/N")
    })?;
    text.parse().map_err(|_| anyhow!("{name} is {text:?}: it must be a whole number from 0"))
}

/// The text of a variable; none where it is not set.
fn text(name: &str) -> Option<String> {
    // What is no text is refused as no number, under its name.
    std::env::var_os(name).map(|text| text.to_string_lossy().into_owned())
}
