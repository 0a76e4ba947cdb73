//! The curves as tables.

use super::number;
use crate::markdown::table;
use crate::results::{BUILD, BYTES, Results, Row};

/// Nanoseconds of one walker's tick, and milliseconds of everybody's.
pub fn walkers(results: &Results) -> String {
    let engines = results.engines();
    let mut counts: Vec<usize> = results.rows.iter().filter_map(|r| r.walkers).collect();
    counts.sort_unstable();
    counts.dedup();
    let head: Vec<String> = ["walkers".to_owned()]
        .into_iter()
        .chain(engines.iter().flat_map(|e| [format!("{e}, ns each"), format!("{e}, ms a tick")]))
        .collect();
    let row = |&count: &usize| {
        let figure = |engine: &&str| {
            let row = results.rows.iter().find(|r| r.engine == *engine && r.walkers == Some(count));
            let figure = row.map(|r| r.figure);
            let whole = figure.map(|ns| ns * count as f64 * 1e-6);
            [number(figure), whole.map_or("-".to_owned(), |ms| format!("{ms:.3}"))]
        };
        [count.to_string()].into_iter().chain(engines.iter().flat_map(figure)).collect()
    };
    let rows: Vec<Vec<String>> = counts.iter().map(row).collect();
    let scene = results.scenes().join(", ");
    let head: Vec<&str> = head.iter().map(String::as_str).collect();
    format!("## Walkers on {scene}\n\nAt 60 Hz a tick has 16.7 ms.\n\n{}\n", table(&head, &rows))
}

/// Every question over the number of triangles.
pub fn triangles(results: &Results) -> String {
    let mut text = String::from("## Triangles: rolling ground, two on each square metre\n\n");
    for question in results.questions() {
        let asked: Vec<&Row> = results.rows.iter().filter(|r| r.question == question).collect();
        let engines: Vec<_> =
            results.engines().into_iter().filter(|e| asked.iter().any(|r| r.engine == *e)).collect();
        let row = |scene: &&str| {
            let here = || asked.iter().filter(|r| r.scene == *scene);
            let figure = |engine: &&str| number(here().find(|r| r.engine == *engine).map(|r| r.figure));
            let triangles = here().next().map_or(0, |r| r.triangles);
            [triangles.to_string()].into_iter().chain(engines.iter().map(figure)).collect()
        };
        let rows: Vec<Vec<String>> = results.scenes().iter().map(row).collect();
        let name = match question {
            BUILD => "build, ns a triangle",
            BYTES => "bytes a triangle",
            question => question,
        };
        let head: Vec<_> = [name].into_iter().chain(engines).collect();
        text += &table(&head, &rows);
        text.push('\n');
    }
    text
}
