//! Boxes, prisms and floors as OBJ text. Coordinates in metres, Y up.

use std::fmt::Write;

/// A point on the map or in a section: the two coordinates that a prism's outline has.
pub(in crate::scenes) type Point = (f32, f32);

/// A text in the making.
#[derive(Debug, Default)]
pub(in crate::scenes) struct Obj {
    text: String,
    vertex_count: usize,
}

impl Obj {
    /// Begins an object, which becomes a body of its own.
    pub(in crate::scenes) fn object(&mut self, name: &str, material: &str) {
        self.line(format_args!("o {name}\nusemtl {material}"));
    }

    /// A box between two corners.
    pub(in crate::scenes) fn block(&mut self, low: [f32; 3], high: [f32; 3]) {
        let outline = [(low[0], low[2]), (low[0], high[2]), (high[0], high[2]), (high[0], low[2])];
        self.wall(&outline, low[1], high[1]);
    }

    /// An upright pane across x, from one z to another, as high as this above the ground.
    pub(in crate::scenes) fn pane(&mut self, x: f32, (back, front): Point, height: f32) {
        let corners = [[x, 0.0, back], [x, 0.0, front], [x, height, front], [x, height, back]];
        let corners = corners.map(|corner| self.vertex(corner));
        self.face(&corners);
    }

    /// A convex outline on the map (x, z), counter-clockwise seen from above, from one height to another.
    pub(in crate::scenes) fn wall(&mut self, outline: &[Point], bottom: f32, top: f32) {
        self.prism(outline, |(x, z), is_far| [x, if is_far { top } else { bottom }, z]);
    }

    /// A convex outline in a section (x, y), counter-clockwise seen from +Z, from one z to another.
    pub(in crate::scenes) fn profile(&mut self, outline: &[Point], back: f32, front: f32) {
        self.prism(outline, |(x, y), is_far| [x, y, if is_far { front } else { back }]);
    }

    /// Joins the outline at its near end with the outline at its far end.
    fn prism(&mut self, outline: &[Point], place: impl Fn(Point, bool) -> [f32; 3]) {
        let count = outline.len();
        let near: Vec<usize> = outline.iter().map(|&p| self.vertex(place(p, false))).collect();
        let far: Vec<usize> = outline.iter().map(|&p| self.vertex(place(p, true))).collect();
        self.face(&far);
        self.face(&near.iter().rev().copied().collect::<Vec<_>>());
        for i in 0..count {
            let j = (i + 1) % count;
            self.face(&[near[i], near[j], far[j], far[i]]);
        }
    }

    /// A flat piece of floor from (x, z) `low` to `high` at y 0, cut into columns and rows.
    pub(in crate::scenes) fn tiles(&mut self, low: Point, high: Point, (columns, rows): (u8, u8)) {
        let at = |i: u8, count: u8, low: f32, high: f32| low + (high - low) * f32::from(i) / f32::from(count);
        for column in 0..columns {
            for row in 0..rows {
                let (x0, x1) = (at(column, columns, low.0, high.0), at(column + 1, columns, low.0, high.0));
                let (z0, z1) = (at(row, rows, low.1, high.1), at(row + 1, rows, low.1, high.1));
                let corners = [[x0, z0], [x0, z1], [x1, z1], [x1, z0]];
                let [a, b, c, d] = corners.map(|[x, z]| self.vertex([x, 0.0, z]));
                // The diagonal changes from tile to tile.
                if (column + row) % 2 == 0 {
                    self.face(&[a, b, c]);
                    self.face(&[a, c, d]);
                } else {
                    self.face(&[a, b, d]);
                    self.face(&[b, c, d]);
                }
            }
        }
    }

    /// A flat piece of floor at y 0 as a fan of triangles from its corner `low` to its far edge.
    pub(in crate::scenes) fn fan(&mut self, low: Point, high: Point, blades: u8) {
        let apex = self.vertex([low.0, 0.0, low.1]);
        let rim: Vec<usize> = (0..=blades)
            .map(|i| low.1 + (high.1 - low.1) * f32::from(i) / f32::from(blades))
            .map(|z| self.vertex([high.0, 0.0, z]))
            .collect();
        for pair in rim.windows(2) {
            self.face(&[apex, pair[1], pair[0]]);
        }
        let corner = self.vertex([low.0, 0.0, high.1]);
        self.face(&[apex, corner, rim[usize::from(blades)]]);
    }

    /// The text.
    pub(in crate::scenes) fn finish(self) -> String {
        self.text
    }

    fn vertex(&mut self, [x, y, z]: [f32; 3]) -> usize {
        self.line(format_args!("v {x} {y} {z}"));
        self.vertex_count += 1;
        self.vertex_count
    }

    fn face(&mut self, vertices: &[usize]) {
        let list: Vec<String> = vertices.iter().map(usize::to_string).collect();
        self.line(format_args!("f {}", list.join(" ")));
    }

    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        // Writing to a String cannot fail.
        let _ = writeln!(self.text, "{line}");
    }
}
