//! Maps of a check: for each storey a picture from above, a few pixels a cell.

use glissando_check::{Finding, Graph, Kind, Severity};

/// Pixels of a cell.
const PIXELS: usize = 3;

/// Most storeys; more heights share one.
const MOST_STOREYS: usize = 12;

/// Pixels of a map's longer side at most: beyond, several cells share a pixel.
const MOST_SIDE: usize = 2400;

/// A map of one storey.
pub(super) struct Map {
    /// Heights of the feet that it shows, metres.
    pub(super) heights: (f64, f64),
    /// A PNG.
    pub(super) png: Vec<u8>,
    /// Findings by number, with their place in percent of the picture.
    pub(super) pins: Vec<(usize, f64, f64)>,
    /// Pixels across and down.
    pub(super) size: (usize, usize),
}

/// Colours by number: nothing, not reached, reached, reached crouching, in a trap, found by walking.
const PALETTE: [[u8; 3]; 6] =
    [[24, 26, 31], [74, 80, 92], [214, 189, 140], [120, 170, 210], [214, 60, 50], [190, 160, 110]];

/// The maps of all storeys that have reached places, the lowest first.
///
/// # Errors
/// None that a graph could cause.
pub(super) fn maps(graph: &Graph, findings: &[Finding], cell: f64, half: f64) -> anyhow::Result<Vec<Map>> {
    let places = || (0..).zip(graph.places());
    let feet = |y: f64| y - half;
    let mut heights: Vec<f64> =
        places().filter(|(id, _)| graph.is_reached(*id)).map(|(_, p)| feet(p.position.y)).collect();
    heights.sort_by(f64::total_cmp);
    let (Some(&low), Some(&high)) = (heights.first(), heights.last()) else { return Ok(Vec::new()) };
    // As high as the body and its jump, or more where there are too many.
    let storey = (4.0 * half).max((high - low) / MOST_STOREYS as f64 + 1e-6);
    let cells = |x: f64, z: f64| ((x / cell).floor() as i64, (z / cell).floor() as i64);
    let reached =
        || places().filter(|(id, _)| graph.is_reached(*id)).map(|(_, p)| cells(p.position.x, p.position.z));
    let least = reached().fold((i64::MAX, i64::MAX), |a, b| (a.0.min(b.0), a.1.min(b.1)));
    let most = reached().fold((i64::MIN, i64::MIN), |a, b| (a.0.max(b.0), a.1.max(b.1)));
    let (wide, tall) = ((most.0 - least.0 + 3) as usize, (most.1 - least.1 + 3) as usize);
    let share = (wide.max(tall) * PIXELS).div_ceil(MOST_SIDE).max(1);
    let (across, down) = ((wide * PIXELS).div_ceil(share), (tall * PIXELS).div_ceil(share));
    let mut maps = Vec::new();
    let count = (((high - low) / storey).floor() as usize + 1).min(MOST_STOREYS);
    for index in 0..count {
        let bottom = low + storey * index as f64 - 0.05;
        let is_here = |y: f64| y >= bottom && y < bottom + storey;
        let mut pixels = vec![0_u8; across * down];
        let mut is_used = false;
        // Reached places over those that are not.
        for turn in [false, true] {
            for (id, place) in places().filter(|(id, _)| graph.is_reached(*id) == turn) {
                let (x, z) = cells(place.position.x, place.position.z);
                let inside = x >= least.0 - 1 && x <= most.0 + 1 && z >= least.1 - 1 && z <= most.1 + 1;
                if !inside || !is_here(feet(place.position.y)) {
                    continue;
                }
                is_used |= turn;
                let is_found = graph.is_found(id);
                let colour = match (turn, place.is_crouched, is_found) {
                    (false, ..) => 1,
                    (true, true, _) => 3,
                    (true, false, true) => 5,
                    (true, false, false) => 2,
                };
                let (left, top) = ((x - least.0 + 1) as usize * PIXELS, (z - least.1 + 1) as usize * PIXELS);
                for (dx, dz) in (0..PIXELS).flat_map(|dx| (0..PIXELS).map(move |dz| (dx, dz))) {
                    if let Some(pixel) = pixels.get_mut((top + dz) / share * across + (left + dx) / share) {
                        *pixel = (*pixel).max(colour);
                    }
                }
            }
        }
        if !is_used {
            continue;
        }
        let place = |at: f64, least: i64, count: usize| {
            ((at / cell - least as f64 + 1.0) / count as f64 * 100.0).clamp(0.0, 100.0)
        };
        let pins = (1..).zip(findings).filter(|(_, finding)| {
            finding.severity != Severity::Note
                && finding.kind != Kind::FloorUnreached
                && is_here(finding.at.y)
        });
        let pins = pins.map(|(number, finding)| {
            (number, place(finding.at.x, least.0, wide), place(finding.at.z, least.1, tall))
        });
        let pins = pins.collect();
        maps.push(Map {
            heights: (bottom, bottom + storey),
            png: png(&pixels, across, down)?,
            pins,
            size: (across, down),
        });
    }
    Ok(maps)
}

/// A picture with the palette.
fn png(pixels: &[u8], across: usize, down: usize) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, u32::try_from(across)?, u32::try_from(down)?);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(PALETTE.as_flattened().to_vec());
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels)?;
    writer.finish()?;
    Ok(bytes)
}
