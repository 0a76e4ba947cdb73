//! All figures as comma-separated values, without dates and paths, so that two runs can be compared.

use crate::results::{Results, Row};
use std::fmt::Write;

const HEAD: &str = "part,scene,triangles,walkers,question,engine,figure,least,rounds,\
    asked,hits,missed,false,inside,late,early,imprecise,deepest_mm,farthest_mm,\
    ticks,metres,ticks_inside,ticks_through,fallen\n";

/// A table of parts with their names.
pub fn csv(parts: &[(&str, &Results)]) -> String {
    let mut text = HEAD.to_owned();
    for (part, results) in parts {
        for row in &results.rows {
            line(&mut text, part, row);
        }
    }
    text
}

fn line(text: &mut String, part: &str, row: &Row) {
    let Row { scene, triangles, walkers, question, engine, figure, .. } = row;
    let walkers = walkers.map(|n| n.to_string()).unwrap_or_default();
    // Writing to a string cannot fail.
    let _ = write!(text, "{part},{scene},{triangles},{walkers},{question},{engine},{figure:.1}");
    let _ = match row.timing {
        Some(t) => write!(text, ",{:.1},{}", t.fastest, t.rounds),
        None => write!(text, ",,"),
    };
    let _ = match row.agreement {
        Some(a) => write!(
            text,
            ",{},{},{},{},{},{},{},{},{},{}",
            a.asked,
            a.hits,
            a.missed,
            a.phantom,
            a.inside,
            a.late,
            a.early,
            a.imprecise,
            millimetres(a.deepest),
            millimetres(a.farthest)
        ),
        None => write!(text, "{}", ",".repeat(10)),
    };
    let _ = match row.deeds {
        Some(d) => writeln!(text, ",{},{:.0},{},{},{}", d.ticks, d.metres, d.inside, d.through, d.fallen),
        None => writeln!(text, "{}", ",".repeat(5)),
    };
}

/// Metres as millimetres, short.
pub fn millimetres(metres: f64) -> String {
    match metres * 1000.0 {
        0.0 => "0".to_owned(),
        mm if mm < 0.001 => format!("{mm:.0e}"),
        mm if mm < 1.0 => format!("{mm:.3}"),
        mm => format!("{mm:.0}"),
    }
}
