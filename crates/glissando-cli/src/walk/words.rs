//! What happened, in words for a table.

use super::story::{Row, What};
use glissando::{EventKind, Owner, Surface};
use glissando_play::count::times;
use glissando_play::scene::Scene;

/// Something that happened, as a name and some words.
pub(super) fn told(row: &Row, scene: &Scene) -> (String, String) {
    let (name, words) = match &row.what {
        What::Own(kind) => (kind.name().replace('_', " "), describe(kind, row.times > 1, scene)),
        What::Level { name, words } => (name.replace('_', " "), words.clone()),
        What::Passed { what, name } => (what.name().replace('_', " "), name.clone()),
        What::World { outcome, by } => {
            let names: Vec<String> = by.iter().flatten().map(|&body| scene.called(body)).collect();
            let between = if names.len() > 1 { "between" } else { "by" };
            let words =
                if names.is_empty() { String::new() } else { format!("{between} {}", names.join(" and ")) };
            (outcome.name().to_owned(), words)
        }
    };
    if row.times == 1 {
        return (name, words);
    }
    let folded = format!("{} to {:.2} s", times(row.times), row.until);
    (name, if words.is_empty() { folded } else { format!("{folded}, {words}") })
}

/// The name of the characters with these numbers, of `count` in the walk.
pub(super) fn characters(numbers: &[usize], count: usize) -> String {
    match numbers {
        [_] if count == 1 => "the character".to_owned(),
        [number] => format!("character {number}"),
        [first, ..] => format!("{} of {count} characters (the first is {first})", numbers.len()),
        [] => "no character".to_owned(),
    }
}

/// A length in millimetres, with so many digits behind the point; what would be rounded to nothing is below the last digit.
pub(super) fn millimetres(metres: f64, digits: usize) -> String {
    let text = format!("{:.digits$}", metres * 1e3);
    if text.bytes().any(|byte| (b'1'..=b'9').contains(&byte)) {
        return format!("{text} mm");
    }
    format!("less than {:.digits$} mm", 10_f64.powf(-(digits as f64)))
}

/// An event's figures in a few words; `is_most` says that its figure is the largest of several.
fn describe(kind: &EventKind, is_most: bool, scene: &Scene) -> String {
    let with = |words: String, link: &str, surface: &Surface| match name(surface.owner, scene) {
        Some(name) => format!("{words}{link} {name}"),
        None => words,
    };
    let most = if is_most { "up to " } else { "" };
    let length = |metres| match millimetres(metres, 1) {
        least if least.starts_with("less") => least,
        text => format!("{most}{text}"),
    };
    // A speed of rounding alone may be a hair below 0.
    let speed = |speed: f64| format!("at {most}{:.3} m/s", speed.max(0.0) + 0.0);
    match kind {
        EventKind::Landed { speed: s, surface, .. } => with(speed(*s), " on", surface),
        EventKind::HitWall { speed: s, surface, .. } | EventKind::HitCeiling { speed: s, surface, .. } => {
            with(speed(*s), ",", surface)
        }
        EventKind::SteppedUp { height, surface } => {
            with(format!("by {most}{:.1} cm", height * 100.0), " on", surface)
        }
        EventKind::PushedOut { distance, surface } => {
            with(format!("by {}", length(*distance)), " by", surface)
        }
        EventKind::Recovered { distance, to_safe_position } => {
            let how = if *to_safe_position { ", back at the last safe place" } else { "" };
            format!("by {}{how}", length(*distance))
        }
        EventKind::Stuck { depth } => format!("{} deep", length(*depth)),
        _ => String::new(),
    }
}

/// What to call a body in a row: nothing where it has no name and there is no other that it could be.
fn name(owner: Owner, scene: &Scene) -> Option<String> {
    let is_unnamed = owner.body().is_some_and(|body| scene.name_of(body).is_empty());
    let is_only = is_unnamed && scene.world.body_count() == 1;
    (!is_only).then(|| scene.called(owner))
}

#[cfg(test)]
mod tests {
    use super::millimetres;

    #[test]
    fn no_length_is_rounded_to_nothing() {
        let cases = [
            ((0.7, 1), "700.0 mm"),
            ((0.000_06, 1), "0.1 mm"),
            ((0.000_04, 1), "less than 0.1 mm"),
            ((0.0, 1), "less than 0.1 mm"),
            ((-0.0, 3), "less than 0.001 mm"),
            ((0.000_04, 3), "0.040 mm"),
        ];
        for ((metres, digits), text) in cases {
            assert_eq!(millimetres(metres, digits), text, "{metres}");
        }
    }
}
