//! Items that no reached place comes near.

use super::Context;
use crate::explore::highest_jump;
use crate::finding::{Finding, Kind};
use glissando::DVec3;

pub(super) fn find(context: &Context<'_>) -> Vec<Finding> {
    let subject = context.subject;
    if subject.items.is_empty() {
        return Vec::new();
    }
    let half = subject.config.shape(false).half_extents();
    // A jump takes items over the head, and a step beside a place those at its side.
    let wide = half + DVec3::new(context.options.cell, 0.0, context.options.cell);
    let high = DVec3::Y * highest_jump(subject);
    let places = || (0..).zip(context.graph.places()).filter(|(id, _)| context.graph.is_reached(*id));
    let is_near = |low: DVec3, up: DVec3, at: DVec3| {
        let (least, most) = (at - wide, at + wide + high);
        least.x <= up.x
            && least.y <= up.y
            && least.z <= up.z
            && low.x <= most.x
            && low.y <= most.y
            && low.z <= most.z
    };
    let mut findings = Vec::new();
    for item in subject.items {
        if places().any(|(_, place)| is_near(item.low, item.high, place.position)) {
            continue;
        }
        let at = DVec3 { y: item.low.y, ..item.middle() };
        let nearest = places().map(|(_, place)| (place.position - at).length()).fold(f64::INFINITY, f64::min);
        let reason = if nearest.is_finite() {
            format!("{}: the nearest place that is reached is {nearest:.1} m away", item.name)
        } else {
            format!("{}: no place is reached", item.name)
        };
        let finding = Finding::at(Kind::ItemUnreached, at, reason);
        findings.push(Finding { low: item.low, high: item.high, ..finding });
    }
    findings
}
