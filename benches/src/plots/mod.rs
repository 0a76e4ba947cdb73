//! Pictures: means side by side, and how times grow.

mod bars;
mod lines;

use crate::curves::Curves;
use crate::results::{BUILD, BYTES, Results, WALK};
use lines::{Line, Picture};
use plotters::style::RGBColor;
use std::error::Error;
use std::path::Path;

/// Width and height, in pixels.
const SIZE: (u32, u32) = (960, 540);

/// Draws all pictures that there are figures for.
pub fn draw(folder: &Path, scenes: &Results, curves: &Curves) -> Result<(), Box<dyn Error>> {
    if !scenes.rows.is_empty() {
        bars::draw(&folder.join("means.svg"), scenes)?;
    }
    let walkers = Picture {
        title: "One walker's tick, when so many take turns",
        across: "walkers",
        up: "ns",
        lines: lines(&curves.walkers, WALK),
    };
    walkers.draw(&folder.join("walkers.svg"))?;
    for question in curves.triangles.questions() {
        let (title, up) = match question {
            BUILD => ("Build, for each triangle", "ns"),
            BYTES => ("Memory, for each triangle", "bytes"),
            question => (question, "ns"),
        };
        let lines = lines(&curves.triangles, question);
        let file = format!("triangles-{}.svg", question.replace(' ', "-"));
        Picture { title, across: "triangles", up, lines }.draw(&folder.join(file))?;
    }
    Ok(())
}

/// A line for each engine; the way across is the walkers' number where there is one, else the triangles'.
fn lines(results: &Results, question: &str) -> Vec<Line> {
    let line = |engine: &'static str| {
        let points = results.of(question, engine);
        let points = points.map(|row| (row.walkers.unwrap_or(row.triangles) as f64, row.figure)).collect();
        Line { engine, points }
    };
    let lines = results.engines().into_iter().map(line);
    lines.filter(|line| !line.points.is_empty()).collect()
}

/// An engine's colour in every picture (Okabe & Ito's set, 2008: told apart by everybody).
fn colour(engine: &str) -> RGBColor {
    match engine {
        "glissando" => RGBColor(0, 0, 0),
        "parry" | "rapier" => RGBColor(230, 159, 0),
        "box3d" => RGBColor(86, 180, 233),
        "box3d mesh" => RGBColor(0, 114, 178),
        "obvhs" => RGBColor(0, 158, 115),
        _ => RGBColor(204, 121, 167),
    }
}

/// The powers of ten about all figures.
fn decades(figures: impl Iterator<Item = f64> + Clone) -> std::ops::Range<f64> {
    let least = figures.clone().fold(f64::INFINITY, f64::min);
    let most = figures.fold(0.0, f64::max);
    10_f64.powf(least.log10().floor())..10_f64.powf(most.log10().ceil()).max(least * 10.0)
}
