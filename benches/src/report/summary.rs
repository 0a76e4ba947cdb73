//! Geometric means over the levels, and everybody's faults.

use super::{against_peers, number, ratio};
use crate::csv::millimetres;
use crate::curves::Curves;
use crate::markdown::table;
use crate::results::{BOX_WALK, BUILD, BYTES, CAPSULE_WALK, CYLINDER_WALK, Results, Row, WALK, WALKS};

const OURS: &str = "glissando";

/// Nanoseconds and bytes, a column for each engine, and glissando's share of the fastest peer's.
pub fn means(scenes: &Results, curves: &Curves) -> String {
    let engines = scenes.engines();
    let mut rows = Vec::new();
    let is_query = |q: &&str| *q != BUILD && *q != BYTES && !WALKS.contains(q);
    let queries = scenes.questions().into_iter().filter(is_query);
    for question in WALKS.into_iter().chain(queries).chain([BYTES]) {
        let figures: Vec<_> = engines.iter().map(|engine| scenes.mean(question, engine)).collect();
        rows.push(line(name(question), &engines, &figures));
    }
    for (scene, results) in [("town", scenes), ("terrain 500k", &curves.triangles), ("soup 1M", scenes)] {
        let built = |engine: &&str| results.of(BUILD, engine).find(|r| r.scene == scene).map(|r| r.figure);
        let figures: Vec<_> = engines.iter().map(built).collect();
        rows.push(line(format!("build, ns a triangle, {scene}"), &engines, &figures));
    }
    rows.retain(|row| row[1..].iter().any(|cell| cell != "-"));
    let mut head = vec!["ns, geometric mean over the scenes"];
    head.extend(&engines);
    head.push("glissando / fastest peer");
    let scenes = scenes.scenes().len();
    format!("## Means over {scenes} scenes\n\n{}\n", table(&head, &rows))
}

fn name(question: &str) -> String {
    match question {
        WALK => "character tick".to_owned(),
        CAPSULE_WALK => "character tick, capsule".to_owned(),
        BOX_WALK => "character tick, box".to_owned(),
        CYLINDER_WALK => "character tick, cylinder".to_owned(),
        BYTES => "bytes a triangle".to_owned(),
        question => question.to_owned(),
    }
}

fn line(name: String, engines: &[&str], figures: &[Option<f64>]) -> Vec<String> {
    let pairs = || engines.iter().zip(figures).filter_map(|(engine, figure)| Some((*engine, (*figure)?)));
    let ours = pairs().find(|(engine, _)| *engine == OURS).map(|(_, figure)| figure);
    let peers = pairs().filter(|(engine, _)| *engine != OURS).map(|(_, figure)| figure).reduce(f64::min);
    let cells = figures.iter().map(|&figure| number(figure));
    [name].into_iter().chain(cells).chain([ratio(ours, peers)]).collect()
}

/// How many answers were wrong, and how wrong the worst was.
pub fn agreement(scenes: &Results) -> String {
    let mut rows = Vec::new();
    for question in scenes.questions() {
        for engine in scenes.engines() {
            let Some(a) = scenes.agreement(question, engine) else { continue };
            let counts = [a.asked, a.hits, a.missed, a.phantom, a.inside, a.late, a.early, a.imprecise];
            let mut row = vec![format!("{question}, {engine}")];
            row.extend(counts.map(|c| c.to_string()));
            row.extend([millimetres(a.deepest), millimetres(a.farthest)]);
            rows.push(row);
        }
    }
    let head = [
        "answers before the oracle",
        "asked",
        "hits",
        "missed",
        "false",
        "inside",
        "late",
        "early",
        "off by > 4 µm",
        "deepest, mm",
        "farthest, mm",
    ];
    let ours: Vec<_> = scenes.rows.iter().filter(|r| r.engine == OURS && r.agreement.is_some()).collect();
    let right = ours.iter().filter(|r| is_right(r)).count();
    let verdict = format!(
        "glissando: zero missed, zero false, zero inside, late or early in {right} of {} cells.",
        ours.len()
    );
    format!("## Agreement with the oracle\n\n{verdict}\n\n{}\n", table(&head, &rows))
}

fn is_right(row: &Row) -> bool {
    row.agreement.is_some_and(|a| a.is_right())
}

/// What the walkers did to deserve their times.
pub fn walks(scenes: &Results) -> String {
    let row = |question: &str, engine: &str| {
        let d = scenes.deeds(question, engine)?;
        let metres = format!("{:.0}", d.metres);
        let faults = [d.inside, d.through, d.fallen].map(|c| c.to_string());
        Some([vec![format!("{question}, {engine}"), d.ticks.to_string(), metres], faults.to_vec()].concat())
    };
    let engines = scenes.engines();
    let of = |question| engines.iter().filter_map(move |engine| row(question, engine));
    let rows: Vec<_> = WALKS.into_iter().flat_map(of).collect();
    let head =
        ["walk", "ticks", "metres", "ticks deeper than 1 cm", "ticks through a triangle", "fallen out"];
    format!("## Walks\n\n{}\n", table(&head, &rows))
}

/// glissando's time over the fastest peer's, a line a level.
pub fn levels(scenes: &Results) -> String {
    let questions: Vec<_> = scenes.questions().into_iter().filter(|&q| q != BYTES).collect();
    let mut rows = Vec::new();
    for scene in scenes.scenes() {
        let here = || scenes.rows.iter().filter(|r| r.scene == scene);
        let cell = |question: &&str| {
            let (ours, peers) = against_peers(here().filter(|r| r.question == *question));
            ratio(ours, peers)
        };
        let triangles = here().next().map_or(0, |r| r.triangles);
        let start = vec![scene.to_owned(), triangles.to_string()];
        rows.push(start.into_iter().chain(questions.iter().map(cell)).collect());
    }
    let head: Vec<_> = ["scene", "triangles"].into_iter().chain(questions.iter().copied()).collect();
    format!("## glissando's time over the fastest peer's\n\n{}\n", table(&head, &rows))
}
