//! Bars side by side over a logarithmic axis: a group for each question, a bar for each engine.

use super::{SIZE, colour, decades};
use crate::results::{BUILD, Results};
use plotters::prelude::*;
use std::error::Error;
use std::path::Path;

/// Draws every question's geometric means over the scenes.
pub fn draw(path: &Path, scenes: &Results) -> Result<(), Box<dyn Error>> {
    let questions: Vec<_> = scenes.questions().into_iter().filter(|&q| q != BUILD).collect();
    let engines = scenes.engines();
    let mean = |question: usize, engine: &str| scenes.mean(questions[question], engine);
    let figures = (0..questions.len()).flat_map(|q| engines.iter().filter_map(move |e| mean(q, e)));
    let up = decades(figures);
    let root = SVGBackend::new(path, (SIZE.0 * 3 / 2, SIZE.1)).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .caption("Geometric means over the scenes", ("sans-serif", 22))
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(64)
        .build_cartesian_2d(0.0..questions.len() as f64, up.clone().log_scale())?;
    // The labels stand in the middle of the groups, at halves.
    let name = |x: &f64| {
        let is_middle = (x.fract() - 0.5).abs() < 1e-6;
        is_middle.then(|| questions.get(*x as usize).copied()).flatten().unwrap_or("").to_owned()
    };
    chart
        .configure_mesh()
        .disable_x_mesh()
        .x_labels(2 * questions.len() + 1)
        .x_label_formatter(&name)
        .y_label_formatter(&|y: &f64| format!("{y}"))
        .y_desc("ns, or bytes")
        .light_line_style(RGBColor(235, 235, 235))
        .draw()?;
    let width = 0.84 / engines.len() as f64;
    for (at, engine) in engines.iter().enumerate() {
        let style = colour(engine).filled();
        let bars = (0..questions.len())
            .filter_map(|q| Some((q as f64 + 0.08 + at as f64 * width, mean(q, engine)?)));
        chart
            .draw_series(bars.map(|(x, y)| Rectangle::new([(x, up.start), (x + width * 0.9, y)], style)))?
            .label(*engine)
            .legend(move |(x, y)| Rectangle::new([(x, y - 5), (x + 12, y + 5)], style));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE)
        .border_style(BLACK)
        .draw()?;
    root.present()?;
    Ok(())
}
