//! Lines over two logarithmic axes.

use super::{SIZE, colour, decades};
use plotters::prelude::*;
use std::error::Error;
use std::path::Path;

/// One engine's figures.
pub struct Line {
    pub engine: &'static str,
    pub points: Vec<(f64, f64)>,
}

pub struct Picture<'a> {
    pub title: &'a str,
    pub across: &'a str,
    pub up: &'a str,
    pub lines: Vec<Line>,
}

impl Picture<'_> {
    /// Draws it, unless there is nothing to draw.
    pub fn draw(&self, path: &Path) -> Result<(), Box<dyn Error>> {
        let points = || self.lines.iter().flat_map(|line| line.points.iter().copied());
        if points().next().is_none() {
            return Ok(());
        }
        let root = SVGBackend::new(path, SIZE).into_drawing_area();
        root.fill(&WHITE)?;
        let (least, most) = points().fold((f64::INFINITY, 0.0_f64), |(a, b), p| (a.min(p.0), b.max(p.0)));
        let across = (least / 1.2..most * 1.2).log_scale();
        let up = decades(points().map(|p| p.1)).log_scale();
        let mut chart = ChartBuilder::on(&root)
            .caption(self.title, ("sans-serif", 22))
            .margin(12)
            .x_label_area_size(44)
            .y_label_area_size(64)
            .build_cartesian_2d(across, up)?;
        let number = |x: &f64| format!("{x}");
        chart
            .configure_mesh()
            .x_desc(self.across)
            .y_desc(self.up)
            .x_label_formatter(&number)
            .y_label_formatter(&number)
            .light_line_style(RGBColor(235, 235, 235))
            .draw()?;
        for line in &self.lines {
            let style = colour(line.engine).stroke_width(2);
            chart
                .draw_series(LineSeries::new(line.points.iter().copied(), style).point_size(3))?
                .label(line.engine)
                .legend(move |(x, y)| PathElement::new(vec![(x, y), (x + 18, y)], style));
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
}
