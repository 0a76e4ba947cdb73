//! The report as people read it.

use super::report::{CharacterReport, InstanceRow, MarkerRow, MaterialRow, MeshRow, Report};
use glissando::traction::Traction;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// How many rows of a list are written out.
const SHOWN: usize = 16;

pub(super) fn write(out: &mut impl Write, report: &Report<'_>) -> io::Result<()> {
    writeln!(out, "{}", report.file)?;
    let Report { triangles, solid_triangles, unit, instances, meshes, .. } = report;
    let counts = format!("{} and {}", count(instances.len(), "instance"), count(meshes.len(), "mesh"));
    let (triangles, collide) =
        (*triangles as usize, if *solid_triangles == 1 { "collides" } else { "collide" });
    writeln!(out, "  {} in {counts}; {solid_triangles} of them {collide}", count(triangles, "triangle"))?;
    writeln!(out, "  a unit of the file is {unit} m")?;
    match report.bounds {
        Some([a, b]) => {
            let size = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
            writeln!(out, "  {} m; from {} to {}", point(size, " x "), point(a, ", "), point(b, ", "))?;
        }
        None => writeln!(out, "  nothing to collide with")?,
    }
    if let Some(character) = &report.character {
        write_character(out, character)?;
    }
    write_classes(out, "moves", &report.movers)?;
    write_classes(out, "is touched", &report.triggers)?;
    write_classes(out, "liquids", &report.liquids)?;
    list(out, "meshes, in units of the file", meshes, write_mesh)?;
    list(out, "instances", instances, write_instance)?;
    // Faces before the first `usemtl` of an OBJ have a material without a name, which often no triangle has.
    let is_used = |row: &&MaterialRow<'_>| !row.name.is_empty() || row.triangles > 0;
    let materials: Vec<_> = report.materials.iter().enumerate().filter(|(_, row)| is_used(row)).collect();
    list(out, "materials", &materials, |out, _, (index, row)| write_material(out, *index, row))?;
    list(out, "markers", &report.markers, write_marker)?;
    list(out, "notes", &report.notes, |out, _, note| writeln!(out, "  {note}"))
}

fn list<T, W: Write>(
    out: &mut W,
    title: &str,
    rows: &[T],
    write_row: impl Fn(&mut W, usize, &T) -> io::Result<()>,
) -> io::Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    writeln!(out, "{title}")?;
    for (index, row) in rows.iter().take(SHOWN).enumerate() {
        write_row(out, index, row)?;
    }
    if rows.len() > SHOWN {
        writeln!(out, "  and {} more; --json lists all", rows.len() - SHOWN)?;
    }
    Ok(())
}

fn write_classes(out: &mut impl Write, title: &str, classes: &BTreeMap<&str, usize>) -> io::Result<()> {
    if classes.is_empty() {
        return Ok(());
    }
    let counts: Vec<String> = classes.iter().map(|(class, count)| format!("{count} {class}")).collect();
    writeln!(out, "  {title}: {}", counts.join(", "))
}

fn write_character(out: &mut impl Write, character: &CharacterReport) -> io::Result<()> {
    write!(out, "  made for a body of {} m radii", point(character.radii, " x "))?;
    let facts = [
        ("steps of", character.step_height, "m"),
        ("running", character.run_speed, "m/s"),
        ("jumping", character.jump_speed, "m/s"),
        ("gravity", character.gravity, "m/s2"),
    ];
    for (what, value, unit) in facts {
        if let Some(value) = value {
            write!(out, ", {what} {value:.3} {unit}")?;
        }
    }
    writeln!(out)
}

fn write_mesh(out: &mut impl Write, index: usize, mesh: &MeshRow<'_>) -> io::Result<()> {
    writeln!(out, "  {index} {}", name(mesh.name))?;
    let Some(report) = mesh.report else { return writeln!(out, "      no triangles") };
    // A mesh keeps the units of its file; only poses know metres.
    for line in report.to_string().replace("square metres", "square units").lines() {
        writeln!(out, "      {line}")?;
    }
    let Some(tree) = &mesh.tree else { return Ok(()) };
    writeln!(
        out,
        "      tree: {}, {} {:.0} % full, {} deep, a line enters about {:.1} boxes, {:.2} MB",
        count(tree.nodes, "node"),
        count(tree.leaves, "leaf"),
        tree.leaf_fill * 100.0,
        tree.depth,
        tree.expected_visits,
        tree.bytes as f64 / 1e6,
    )
}

fn write_instance(out: &mut impl Write, _: usize, row: &InstanceRow<'_>) -> io::Result<()> {
    let solid = if row.solid { "solid" } else { "not solid" };
    let InstanceRow { body, mesh, origin, .. } = row;
    let (name, triangles) = (name(row.name), count(row.triangles, "triangle"));
    writeln!(out, "  {body} {name}: mesh {mesh}, {triangles}, {solid}, at {}", point(*origin, ", "))
}

fn write_material(out: &mut impl Write, index: usize, row: &MaterialRow<'_>) -> io::Result<()> {
    let sides = if row.one_sided { "one-sided" } else { "two-sided" };
    write!(out, "  {index} {}: {}, {sides}", name(row.name), count(row.triangles, "triangle"))?;
    let Traction { speed, acceleration, friction } = row.traction;
    if row.traction != Traction::NORMAL {
        write!(out, ", traction: speed x {speed}, acceleration x {acceleration}, friction x {friction}")?;
    }
    writeln!(out)
}

fn write_marker(out: &mut impl Write, _: usize, row: &MarkerRow<'_>) -> io::Result<()> {
    let MarkerRow { kind, position, anchor, yaw_radians, .. } = row;
    let (name, yaw) = (name(row.name), yaw_radians.to_degrees());
    writeln!(out, "  {kind} {name} at {} ({anchor}), looking {yaw:.0} degrees", point(*position, ", "))
}

/// A name in quotation marks; of something without one, that it has none.
fn name(name: &str) -> String {
    if name.is_empty() { "without a name".to_owned() } else { format!("{name:?}") }
}

fn count(n: usize, noun: &str) -> String {
    glissando_play::count::count(n as u64, noun)
}

fn point(p: [f64; 3], between: &str) -> String {
    p.map(|c| format!("{c:.2}")).join(between)
}
