//! The contacts, triangles and sweeps of a character as lines and triangles to draw.

use super::Session;
use glissando::debug::{Colour, Draw, draw_move};
use glissando::trace::TraceStep;
use glissando::{DVec3, Filter, Owner};
use std::collections::BTreeSet;

/// What is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Layers {
    /// The ellipsoid.
    pub body: bool,
    /// The triangles that a tick looks at, and those that it hit.
    pub triangles: bool,
    /// The planes that hold, with their loads.
    pub contacts: bool,
    /// The sub-steps of the last move, drawn ten times as long.
    pub steps: bool,
    /// The velocity and the ground's normal.
    pub velocity: bool,
    /// What is passed through.
    pub triggers: bool,
}

/// Lines and triangles, relative to a point, so that single precision is enough.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lines {
    /// The point, metres.
    pub origin: [f64; 3],
    /// Two points a line, metres.
    pub lines: Vec<[f32; 3]>,
    /// A colour a line.
    pub line_colours: Vec<[f32; 4]>,
    /// Three points a triangle, metres.
    pub triangles: Vec<[f32; 3]>,
    /// A colour a triangle.
    pub triangle_colours: Vec<[f32; 4]>,
}

/// Colours besides the library's own.
const VELOCITY: Colour = Colour([0.35, 1.0, 0.45, 1.0]);
const GROUND: Colour = Colour([1.0, 1.0, 1.0, 1.0]);
const BODY: Colour = Colour([0.95, 0.95, 1.0, 1.0]);
const GATHERED: Colour = Colour([0.2, 0.6, 1.0, 0.18]);
const MET: Colour = Colour([1.0, 0.3, 0.2, 0.55]);
const TRIGGER: Colour = Colour([0.8, 0.45, 1.0, 0.8]);

/// Metres that a triangle is lifted, so that it is not in what it covers.
const LIFT: f64 = 0.004;

/// Metres per m/s of load or velocity.
const PER_SPEED: f64 = 0.25;

impl Draw for Lines {
    fn line(&mut self, from: DVec3, to: DVec3, colour: Colour) {
        let points = [self.local(from), self.local(to)];
        self.lines.extend(points);
        self.line_colours.push(colour.0);
    }
}

impl Lines {
    fn local(&self, point: DVec3) -> [f32; 3] {
        (point - DVec3::from(self.origin)).to_array().map(|c| c as f32)
    }

    fn triangle(&mut self, corners: [DVec3; 3], colour: Colour) {
        let points = corners.map(|corner| self.local(corner));
        self.triangles.extend(points);
        self.triangle_colours.push(colour.0);
    }
}

impl Session {
    /// What the hand's character sees and does, after the last tick.
    ///
    /// # Errors
    /// None after a tick that was done.
    pub fn overlay(&mut self, layers: Layers) -> anyhow::Result<Lines> {
        let mut lines = Lines { origin: self.position().to_array(), ..Lines::default() };
        if layers.triangles {
            self.draw_triangles(&mut lines)?;
        }
        if layers.body {
            let state = &self.state().characters[0].state;
            let shape = self.play.configs()[0].shape(state.is_crouching);
            lines.ellipsoid(&shape, state.position, BODY);
        }
        if layers.velocity {
            self.draw_velocity(&mut lines);
        }
        if layers.contacts {
            self.draw_contacts(&mut lines);
        }
        if layers.steps {
            let from = self.last.as_ref().map_or(self.position(), |tick| tick.from);
            draw_move(from, &self.play.heard().trace, &mut lines);
        }
        if layers.triggers {
            for prop in self.play.trigger_shapes().iter().filter(|prop| !prop.is_gone) {
                for &[a, b, c] in &prop.triangles {
                    lines.strip(&[a, b, c, a], TRIGGER);
                }
            }
        }
        Ok(lines)
    }

    /// The triangles in reach of a tick, and those that were hit in the last one.
    fn draw_triangles(&mut self, lines: &mut Lines) -> anyhow::Result<()> {
        let (dt, settings) = (self.walk.dt, *self.settings());
        let state = self.state().characters[0].state;
        let radius = settings.radii.max_element();
        let reach = radius + settings.ground.step_height + (state.velocity.length() + 0.5) * dt;
        let (at, reach) = (state.position, DVec3::splat(reach));
        let mut met: BTreeSet<(Owner, u32)> = self.hits().collect();
        met.extend(self.play.heard().touches.iter().map(|t| {
            let surface = t.contact.surface;
            (surface.owner, surface.triangle)
        }));
        let world = self.play.world()?;
        let mut near = Vec::new();
        world.triangles_in_box(at - reach, at + reach, Filter::ALL, &mut near)?;
        for found in near {
            let corners = found.corners;
            let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
            let side = if normal.dot(at - corners[0]) < 0.0 { -LIFT } else { LIFT };
            let lift = normal.try_normalize().unwrap_or(DVec3::ZERO) * side;
            let corners = corners.map(|corner| corner + lift);
            let is_met = met.contains(&(found.surface.owner, found.surface.triangle));
            lines.triangle(corners, if is_met { MET } else { GATHERED });
            let [a, b, c] = corners;
            lines.strip(&[a, b, c, a], if is_met { Colour::HIT } else { Colour::TRIANGLE });
        }
        Ok(())
    }

    /// Bodies and triangles that were hit in the last move.
    fn hits(&self) -> impl Iterator<Item = (Owner, u32)> {
        self.play.heard().trace.iter().filter_map(|step| match step {
            TraceStep::Hit { hit, .. } => Some((hit.surface.owner, hit.surface.triangle)),
            _ => None,
        })
    }

    fn draw_velocity(&self, lines: &mut Lines) {
        let state = &self.state().characters[0].state;
        lines.line(state.position, state.position + state.velocity * PER_SPEED, VELOCITY);
        let normal = state.ground_normal.as_dvec3();
        if normal != DVec3::ZERO {
            let feet = state.position - self.settings().up * self.settings().radii.y;
            lines.line(feet, feet + normal * 0.5, GROUND);
        }
    }

    /// A square in each plane that holds, and its normal, as long as its load.
    fn draw_contacts(&self, lines: &mut Lines) {
        for touch in &self.play.heard().touches {
            let (point, normal) = (touch.contact.point, touch.contact.normal);
            let aside = if normal.x.abs() < 0.7 { DVec3::X } else { DVec3::Z };
            let first = normal.cross(aside).try_normalize().unwrap_or(DVec3::X) * 0.25;
            let second = normal.cross(first);
            let corners = [first + second, second - first, -first - second, first - second];
            let [a, b, c, d] = corners.map(|corner| point + corner + normal * LIFT);
            lines.strip(&[a, b, c, d, a], Colour::CONTACT);
            lines.line(point, point + normal * (0.1 + touch.load * PER_SPEED), Colour::CONTACT);
        }
    }
}
