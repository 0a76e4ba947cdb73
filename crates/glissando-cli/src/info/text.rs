//! The report as people read it.

use super::report::{CharacterReport, InstanceRow, MarkerRow, MaterialRow, MeshRow, Report};
use std::collections::BTreeMap;
use std::io::{self, Write};

/// How many rows of a list are written out.
const SHOWN: usize = 16;

pub(super) fn write(out: &mut impl Write, report: &Report<'_>) -> io::Result<()> {
    writeln!(out, "{}", report.file)?;
    let Report { triangles, solid_triangles, unit, instances, meshes, .. } = report;
    let counts = format!("{} and {}", count(instances.len(), "instance"), count(meshes.len(), "mesh"));
    writeln!(out, "  {triangles} triangles in {counts}; {solid_triangles} of them collide")?;
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
    list(out, "materials", &report.materials, write_material)?;
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
    writeln!(out, "  {index} {:?}", mesh.name)?;
    let Some(report) = mesh.report else { return writeln!(out, "      no triangles") };
    // A mesh keeps the units of its file; only poses know metres.
    for line in report.to_string().replace("square metres", "square units").lines() {
        writeln!(out, "      {line}")?;
    }
    let Some(tree) = &mesh.tree else { return Ok(()) };
    writeln!(
        out,
        "      tree: {} nodes, {} leaves {:.0} % full, {} deep, a line enters about {:.1} boxes, {:.2} MB",
        tree.nodes,
        tree.leaves,
        tree.leaf_fill * 100.0,
        tree.depth,
        tree.expected_visits,
        tree.bytes as f64 / 1e6,
    )
}

fn write_instance(out: &mut impl Write, _: usize, row: &InstanceRow<'_>) -> io::Result<()> {
    let solid = if row.solid { "solid" } else { "not solid" };
    let InstanceRow { body, name, mesh, triangles, origin, .. } = row;
    writeln!(
        out,
        "  {body} {name:?}: mesh {mesh}, {triangles} triangles, {solid}, at {}",
        point(*origin, ", ")
    )
}

fn write_material(out: &mut impl Write, index: usize, row: &MaterialRow<'_>) -> io::Result<()> {
    let sides = if row.one_sided { "one-sided" } else { "two-sided" };
    writeln!(out, "  {index} {:?}: {} triangles, {sides}", row.name, row.triangles)
}

fn write_marker(out: &mut impl Write, _: usize, row: &MarkerRow<'_>) -> io::Result<()> {
    let MarkerRow { kind, name, position, anchor, yaw_radians } = row;
    let yaw = yaw_radians.to_degrees();
    writeln!(out, "  {kind} {name:?} at {} ({anchor}), looking {yaw:.0} degrees", point(*position, ", "))
}

fn count(n: usize, noun: &str) -> String {
    match (n, noun) {
        (1, _) => format!("1 {noun}"),
        (_, "mesh") => format!("{n} meshes"),
        _ => format!("{n} {noun}s"),
    }
}

fn point(p: [f64; 3], between: &str) -> String {
    p.map(|c| format!("{c:.2}")).join(between)
}
