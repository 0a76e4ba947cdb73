//! The report as one page that stands alone: maps by storey with pins, findings with pictures.

use super::base64::encode;
use super::map::Map;
use super::table::thinned_words;
use glissando_check::{Finding, Severity, Summary};
use std::fmt::Write;

/// A finding that is drawn.
pub(super) struct Shown {
    pub(super) number: usize,
    /// The file of its recording, in the folder `clips`.
    pub(super) clip: Option<String>,
    /// A PNG.
    pub(super) picture: Option<Vec<u8>>,
}

/// What is on the page.
pub(super) struct Page<'a> {
    pub(super) name: &'a str,
    pub(super) summary: &'a Summary,
    pub(super) findings: &'a [Finding],
    pub(super) shown: &'a [Shown],
    pub(super) maps: &'a [Map],
    pub(super) movers: usize,
}

const STYLE: &str = "body{font:15px/1.45 system-ui,sans-serif;margin:2em auto;max-width:72em;padding:0 1em;background:#14161a;color:#e8e6e1}\
a{color:#8ec7ff}h1,h2{font-weight:600}.map{position:relative;display:inline-block;margin:.5em 0}\
.map img{display:block;image-rendering:pixelated;max-width:100%}\
.pin{position:absolute;transform:translate(-50%,-50%);background:#d63c32;color:#fff;border-radius:1em;font-size:12px;padding:0 .45em;text-decoration:none}\
.pin.warning{background:#d6922e}.finding{border-top:1px solid #333;padding:1em 0;display:flex;gap:1.2em;flex-wrap:wrap}\
.finding img{max-width:100%}.finding div{flex:1 1 22em}.error{color:#ff7b70}.warning b{color:#ffc164}.note{color:#9aa0aa}\
code{background:#22262d;padding:.1em .3em}i.k{display:inline-block;width:.9em;height:.9em;margin:0 .3em 0 1em;vertical-align:-.1em}";

/// The page.
pub(super) fn page(page: &Page<'_>) -> String {
    let mut text = String::new();
    // Writing into a string cannot fail.
    let _ = build(&mut text, page);
    text
}

/// Whether a finding gets a picture: one that counts, or a note with a walk that shows it.
pub(super) fn has_view(finding: &Finding) -> bool {
    finding.severity != Severity::Note || finding.clip.is_some()
}

fn build(out: &mut String, page: &Page<'_>) -> std::fmt::Result {
    let name = escaped(page.name);
    writeln!(
        out,
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>{name}: check</title><style>{STYLE}</style>"
    )?;
    writeln!(out, "<h1>{name}</h1>")?;
    let Summary { places, reached, moves, cell, hz, headings, floors, share, is_whole, .. } = page.summary;
    let count = |severity| page.findings.iter().filter(|finding| finding.severity == severity).count();
    let (errors, warnings, notes) = (count(Severity::Error), count(Severity::Warning), count(Severity::Note));
    writeln!(
        out,
        "<p><b>{errors} errors, {warnings} warnings</b>, {notes} notes. {places} places in cells of {cell:.2} m on {floors} floors, {:.0} % of them reached; \
        {reached} places and {moves} moves in {headings} headings at {hz:.0} ticks a second.</p>",
        // Rounded down, as in the terminal: 100 % means all.
        (share * 100.0).floor()
    )?;
    if !is_whole {
        writeln!(
            out,
            "<p class=\"error\">The check was interrupted: only a part of the level was walked.</p>"
        )?;
    }
    if let Some(thinned) = thinned_words(&page.summary.thinned) {
        writeln!(out, "<p>{thinned}</p>")?;
    }
    if page.movers > 0 {
        writeln!(out, "<p>{} movers are left out; rides on them are assumed, not walked.</p>", page.movers)?;
    }
    maps(out, page)?;
    writeln!(out, "<h2>Findings</h2>")?;
    let shown = |number: usize| page.shown.iter().find(|shown| shown.number == number);
    let (notes, counted): (Vec<_>, Vec<_>) =
        (1..).zip(page.findings).partition(|(_, finding)| finding.severity == Severity::Note);
    for (number, finding) in counted {
        one(out, number, finding, shown(number))?;
    }
    writeln!(out, "<h2>Notes</h2><p>They may be meant, and do not count.</p>")?;
    let (viewed, plain): (Vec<_>, Vec<_>) = notes.into_iter().partition(|(_, finding)| has_view(finding));
    for (number, finding) in viewed {
        one(out, number, finding, shown(number))?;
    }
    writeln!(out, "<ul class=\"note\">")?;
    for (number, finding) in plain {
        let [x, y, z] = finding.at.to_array();
        writeln!(
            out,
            "<li>{number}: {} at {x:.1}, {y:.1}, {z:.1}: {}</li>",
            finding.kind.title(),
            escaped(&finding.reason)
        )?;
    }
    writeln!(out, "</ul></html>")
}

fn maps(out: &mut String, page: &Page<'_>) -> std::fmt::Result {
    writeln!(
        out,
        "<h2>Maps</h2><p>From above, +x to the right, +z down.\
        <i class=\"k\" style=\"background:#d6bd8c\"></i>reached<i class=\"k\" style=\"background:#be9f6e\"></i>found by walking\
        <i class=\"k\" style=\"background:#78aad2\"></i>crouching only<i class=\"k\" style=\"background:#4a505c\"></i>not reached</p>"
    )?;
    for map in page.maps {
        let (low, high) = map.heights;
        writeln!(
            out,
            "<h3>Feet from {low:.1} to {high:.1} m</h3><div class=\"map\"><img width=\"{}\" height=\"{}\" alt=\"map\" src=\"data:image/png;base64,{}\">",
            map.size.0,
            map.size.1,
            encode(&map.png)
        )?;
        for (number, x, y) in &map.pins {
            let is_error =
                page.findings.get(number - 1).is_some_and(|finding| finding.severity == Severity::Error);
            let class = if is_error { "pin" } else { "pin warning" };
            writeln!(
                out,
                "<a class=\"{class}\" href=\"#f{number}\" style=\"left:{x:.2}%;top:{y:.2}%\">{number}</a>"
            )?;
        }
        writeln!(out, "</div>")?;
    }
    Ok(())
}

fn one(out: &mut String, number: usize, finding: &Finding, shown: Option<&Shown>) -> std::fmt::Result {
    let class = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    let [x, y, z] = finding.at.to_array();
    writeln!(
        out,
        "<div class=\"finding\" id=\"f{number}\"><div><p class=\"{class}\"><b>{number}: {}</b></p><p>{}</p><p>at {x:.2}, {y:.2}, {z:.2}; {} places</p>",
        finding.kind.title(),
        escaped(&finding.reason),
        finding.places
    )?;
    if let Some(clip) = shown.and_then(|shown| shown.clip.as_ref()) {
        writeln!(out, "<p><code>glissando replay clips/{clip}</code></p>")?;
    }
    if shown.is_none() {
        writeln!(out, "<p>no picture and no recording: <code>--pictures {number}</code> makes them</p>")?;
    }
    writeln!(out, "</div>")?;
    if let Some(picture) = shown.and_then(|shown| shown.picture.as_ref()) {
        writeln!(out, "<img alt=\"finding {number}\" src=\"data:image/png;base64,{}\">", encode(picture))?;
    }
    writeln!(out, "</div>")
}

/// A text without the signs of HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
