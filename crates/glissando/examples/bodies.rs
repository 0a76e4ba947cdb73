//! The same walk in four bodies: over a kerb, up stairs, off a cliff and up a ramp.
//!
//! Learned here: `Settings::body`. Round bodies climb a low kerb as a slope and sink at the edge of a cliff; a box and a
//! cylinder do both at the height of their flat bottom.
//!
//! `cargo run -p glissando --example bodies` prints a table; with a file's name after it, it also draws the ways there (SVG).

use glissando::character::BodyShape;
use glissando::{Config, DVec3, Input, Mesh, MeshOptions, Scratch, Settings, Soup, State, Vec3, World, step};
use std::fmt::Write;

/// The ground from the side: metres along, metres up, and so on.
const GROUND: [f32; 28] = [
    -1.0, 0.0, 1.2, 0.0, 1.2, 0.06, 2.4, 0.06, 2.4, 0.26, 2.8, 0.26, 2.8, 0.46, 3.2, 0.46, 3.2, 0.66, 4.6,
    0.66, 4.6, 0.0, 6.0, 0.0, 7.0, 0.65, 9.0, 0.65,
];
const BODIES: [(BodyShape, &str, &str); 4] = [
    (BodyShape::Ellipsoid, "ellipsoid", "#c0392b"),
    (BodyShape::Capsule, "capsule", "#2471a3"),
    (BodyShape::Cylinder, "cylinder", "#b7950b"),
    (BodyShape::Box, "box", "#1e8449"),
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut soup = Soup::default();
    for part in GROUND.windows(4).step_by(2) {
        let [x, y, to, up] = [part[0], part[1], part[2], part[3]];
        let [a, b] = [-2.0, 2.0].map(|z| Vec3::new(x, y, z));
        let [c, d] = [2.0, -2.0].map(|z| Vec3::new(to, up, z));
        soup.push([a, b, c], 0);
        soup.push([a, c, d], 0);
    }
    let mut world = World::new();
    world.insert_mesh(Mesh::build(&soup, &MeshOptions::default())?.0);

    let mut drawn = String::new();
    for (body, name, colour) in BODIES {
        let config = Config::new(&Settings { body, ..Settings::default() })?;
        let mut state = State::with_feet_at(&config, DVec3::ZERO);
        let (mut scratch, mut way) = (Scratch::new(), String::new());
        let (mut on_kerb, mut off_cliff) = (0.0, 0.0);
        while state.position.x < 7.8 {
            let input = Input { wish: DVec3::X * 1.5, ..Input::default() };
            step(&world, &config, &mut state, input, 1.0 / 120.0, &mut scratch)?;
            let (x, feet) = (state.position.x, state.position.y - config.shape(false).half_extents().y);
            write!(way, "{x:.3},{feet:.4} ")?;
            on_kerb = if feet < 0.03 && x < 2.0 { x } else { on_kerb };
            off_cliff = if feet > 0.65 && x < 5.4 { x } else { off_cliff };
        }
        let (before, past) = (100.0 * (1.2 - on_kerb), 100.0 * (off_cliff - 4.6));
        println!(
            "{name:>9}: rises {before:2.0} cm before the kerb, sinks {past:2.0} cm past the edge of the cliff"
        );
        writeln!(drawn, "<polyline points='{way}' fill='none' stroke='{colour}' stroke-width='0.014'/>")?;
    }
    let ground: String = GROUND.iter().map(|number| format!("{number} ")).collect();
    let view = "viewBox='-0.5 -1 8.6 1.25' width='946' height='138' xmlns='http://www.w3.org/2000/svg'";
    let area = format!("<polygon points='{ground}9 -1 -1 -1' fill='#e5e7eb'/>");
    let svg = format!("<svg {view}><g transform='scale(1 -1)'>\n{area}\n{drawn}</g>\n</svg>\n");
    std::env::args().nth(1).map_or(Ok(()), |file| Ok(std::fs::write(file, svg)?))
}
