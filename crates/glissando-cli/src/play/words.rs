//! What stands over the picture: how one is, what happened, and the story of the last move.

use glissando_play::session::{Layers, News, Session, Status};

/// How much of what the mover sees is shown, from nothing to all.
pub(super) const LAYERS: [(&str, Layers); 4] = [
    ("", NONE),
    ("body, contacts, velocity", TOUCHES),
    ("contacts, triangles in reach", Layers { triangles: true, ..TOUCHES }),
    ("all: triangles, steps of the move, triggers", ALL),
];

const NONE: Layers =
    Layers { body: false, triangles: false, contacts: false, steps: false, velocity: false, triggers: false };
const TOUCHES: Layers = Layers { body: true, contacts: true, velocity: true, ..NONE };
const ALL: Layers =
    Layers { body: true, triangles: true, contacts: true, steps: true, velocity: true, triggers: true };

/// Seconds that a notice is shown.
const NOTICE_SECONDS: f64 = 4.0;

/// Most letters of a line.
const LONGEST: usize = 90;

/// Most touched bodies and triggers that are named.
const NAMED: usize = 3;

/// Something to say for a while.
#[derive(Clone, Debug, Default)]
pub(super) struct Notice {
    lines: Vec<String>,
    until: f64,
}

impl Notice {
    /// From this time on.
    pub(super) fn new(text: String, time: f64) -> Self {
        Self { lines: vec![cut(text)], until: time + NOTICE_SECONDS }
    }

    /// What is to be said at this time.
    pub(super) fn lines(&self, time: f64) -> &[String] {
        if time < self.until { &self.lines } else { &[] }
    }
}

/// How the hand's character is, and time.
pub(super) fn status(session: &Session, status: &Status, shown: &str, seconds: f64) -> Vec<String> {
    let mut lines = vec![
        format!("{}   tick {}   {:.2} s", session.walk().name, status.tick, status.time),
        ground(status),
        format!("{:5.2} m/s, {:+.2} up", status.speed.0, status.speed.1),
    ];
    let [x, y, z] = status.position;
    lines.push(format!("at {x:.2}  {y:.2}  {z:.2}"));
    if status.outcome != "unaffected"
        || status.is_crouching
        || status.health.is_some_and(|health| health < 100.0)
    {
        let crouching = if status.is_crouching { "   crouching" } else { "" };
        let health = status.health.map_or(String::new(), |health| format!("   health {health:.0}"));
        lines.push(format!("{}{crouching}{health}", status.outcome));
    }
    if !status.inside.is_empty() {
        lines.push(format!("in {}", some(status.inside.iter().map(String::as_str))));
    }
    if !status.touches.is_empty() {
        lines.push(format!("touches {}", some(status.touches.iter().map(|touch| touch.name.as_str()))));
    }
    lines.push(work(status, seconds));
    lines.extend(time(session));
    if !shown.is_empty() {
        lines.push(format!("shown: {shown}"));
    }
    lines.into_iter().map(cut).collect()
}

fn ground(status: &Status) -> String {
    let on = status.support.as_ref().map_or(String::new(), |name| format!(" on {name}"));
    let slope = status.slope.map_or(String::new(), |slope| format!(", {slope:.0} degrees"));
    format!("{}{on}{slope}", status.ground)
}

fn work(status: &Status, seconds: f64) -> String {
    let others = match status.counts {
        (1, 0) => String::new(),
        (people, movers) => format!(" for {people} characters and {movers} movers"),
    };
    let frames = if seconds > 0.0 { 1.0 / seconds } else { 0.0 };
    format!("{:.0} us a tick{others}   {frames:.0} frames/s", status.microseconds)
}

/// What is unusual about time.
fn time(session: &Session) -> Option<String> {
    let mut words = Vec::new();
    if session.is_paused() {
        words.push("PAUSED".to_owned());
    }
    if session.is_repeating() {
        words.push(format!("again, to tick {}", session.latest()));
    }
    if session.is_on_autopilot() {
        words.push("by itself".to_owned());
    }
    if session.controls().fly {
        words.push("flying".to_owned());
    }
    if session.pace() != 1.0 {
        words.push(format!("pace {}", session.pace()));
    }
    (!words.is_empty()).then(|| words.join("   "))
}

/// The first few names, each once.
fn some<'n>(names: impl Iterator<Item = &'n str>) -> String {
    let mut found: Vec<&str> = Vec::new();
    for name in names {
        if !found.contains(&name) {
            found.push(name);
        }
    }
    let more = if found.len() > NAMED { ", ..." } else { "" };
    found.truncate(NAMED);
    format!("{}{more}", found.join(", "))
}

/// What happened lately.
pub(super) fn news(news: &[News]) -> Vec<String> {
    let line = |news: &News| cut(format!("{:7.2} s  {} {}", news.time, news.name, news.words));
    news.iter().map(line).collect()
}

/// The last move, a line for each sub-step, in so many lines at most.
pub(super) fn story(status: &Status, room: usize) -> Vec<String> {
    let mut lines = vec![format!(
        "the last move: {} sub-steps, {}",
        status.sub_steps,
        if status.stop.is_empty() { "none yet" } else { &status.stop }
    )];
    let room = room.saturating_sub(2).max(1);
    let steps = status.trace.iter();
    lines.extend(steps.take(room).enumerate().map(|(index, step)| cut(format!("{:2} {step}", index + 1))));
    if let Some(rest) = status.trace.len().checked_sub(room).filter(|rest| *rest > 0) {
        lines.push(format!("and {rest} more"));
    }
    lines
}

/// A line that is not too long, in letters that the window has.
fn cut(text: String) -> String {
    let mut text: String = text.chars().map(|c| if c.is_ascii() { c } else { '?' }).collect();
    if text.len() > LONGEST {
        text.truncate(LONGEST - 3);
        text.push_str("...");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use glissando_play::scenes::Entry;
    use glissando_play::walk::Wishes;

    #[test]
    fn the_words_tell_how_one_is() {
        let mut session =
            Session::new(Entry::named("tour").unwrap().setup(&Wishes::default()).unwrap()).unwrap();
        session.set_autopilot(true);
        for _ in 0..90 {
            session.step().unwrap();
        }
        session.pause(true);
        session.set_pace(0.5).unwrap();
        let how = session.status().unwrap();
        let text = status(&session, &how, LAYERS[1].0, 0.02).join("\n");
        for part in [
            "tour   tick 90",
            "standing on",
            "m/s",
            "us a tick",
            "50 frames/s",
            "PAUSED   by itself   pace 0.5",
            "shown: body",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        let story = story(&how, 4);
        assert!(story[0].starts_with("the last move") && story.len() <= 5, "{story:?}");
        let news = news(&session.news());
        assert!(news.iter().any(|line| line.contains("landed")), "{news:?}");
        assert!(cut("\u{e9}".repeat(200)).len() == LONGEST);
    }

    #[test]
    fn names_are_told_once_and_not_all() {
        assert_eq!(some(["a", "b", "a"].into_iter()), "a, b");
        assert_eq!(some(["a", "b", "c", "d"].into_iter()), "a, b, c, ...");
    }
}
