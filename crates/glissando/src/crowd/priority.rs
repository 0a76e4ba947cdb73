//! Which of two members that press on each other has priority.

use super::push::Pusher;
use core::cmp::Ordering;

/// Which of two has priority, if both want about the same direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Priority {
    /// The presser: it is ahead.
    Presser,
    /// The pressed one.
    Pressed,
    /// Neither: they want opposite directions, or one of them wants to stay.
    Neither,
}

/// Cosine between two wanted directions below which they count as opposite.
const AGAINST: f64 = -0.5;

/// Which of two has priority, 0 or 1: the one ahead along their common direction.
pub(super) fn with_priority(a: &Pusher, b: &Pusher) -> Option<usize> {
    let (one, two) = (a.heading?, b.heading?);
    if one.dot(two) < AGAINST {
        return None;
    }
    let ahead = (b.at - a.at).dot(one + two);
    let order = ahead.total_cmp(&0.0).then(b.at.total_cmp(a.at));
    Some(usize::from(order == Ordering::Greater))
}

pub(super) fn priority_of(first: Option<usize>, presser: usize) -> Priority {
    match first {
        None => Priority::Neither,
        Some(first) if first == presser => Priority::Presser,
        Some(_) => Priority::Pressed,
    }
}
