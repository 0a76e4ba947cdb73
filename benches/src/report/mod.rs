//! What is shown to people: rows while the run goes on, and tables at its end.

mod curves;
mod rows;
mod shapes;
mod summary;

pub use rows::print as print_rows;

use crate::curves::Curves;
use crate::results::Results;

/// All tables.
pub fn markdown(scenes: &Results, curves: &Curves) -> String {
    let mut text = String::new();
    if !scenes.rows.is_empty() {
        text += &summary::means(scenes, curves);
        text += &shapes::table_of(scenes);
        text += &summary::agreement(scenes);
        text += &summary::walks(scenes);
        text += &summary::levels(scenes);
    }
    if !curves.walkers.rows.is_empty() {
        text += &curves::walkers(&curves.walkers);
        text += &curves::triangles(&curves.triangles);
    }
    text
}

/// glissando's figure and the least of the peers', of any rows.
pub fn against_peers<'a>(rows: impl Iterator<Item = &'a crate::results::Row>) -> (Option<f64>, Option<f64>) {
    let least = |a: Option<f64>, b: f64| Some(a.map_or(b, |a| a.min(b)));
    rows.fold((None, None), |(ours, peers), row| match row.engine {
        "glissando" => (Some(row.figure), peers),
        _ => (ours, least(peers, row.figure)),
    })
}

/// A ratio, or a dash where there is nothing to compare with.
pub fn ratio(ours: Option<f64>, peers: Option<f64>) -> String {
    ours.zip(peers).map_or("-".to_owned(), |(ours, peers)| format!("{:.2}", ours / peers))
}

/// A number of nanoseconds or bytes.
pub fn number(figure: Option<f64>) -> String {
    figure.map_or("-".to_owned(), |figure| format!("{figure:.0}"))
}
