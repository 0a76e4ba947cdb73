//! What a body with a core costs, beside our own sphere or ellipsoid and the fastest peer.

use super::{number, ratio};
use crate::markdown::table;
use crate::questions::Kind;
use crate::results::{BOX_WALK, CAPSULE_WALK, CYLINDER_WALK, Results, WALK};

const OURS: &str = "glissando";

/// Geometric means over the scenes.
pub fn table_of(scenes: &Results) -> String {
    let mut rows = Vec::new();
    for kind in Kind::WITH_CORES {
        let round = match kind {
            Kind::Capsule(l) | Kind::Box(l) | Kind::Cylinder(l) => Kind::Sphere(l).name(),
            _ => continue,
        };
        rows.push(line(scenes, kind.name(), round, kind.name()));
    }
    for walk in [CAPSULE_WALK, BOX_WALK, CYLINDER_WALK] {
        rows.push(line(scenes, walk, WALK, WALK));
    }
    rows.retain(|row| row[1] != "-");
    if rows.is_empty() {
        return String::new();
    }
    let head = ["body", "ns", "beside", "times as long", "of the fastest peer's"];
    let note = "The peers walk with capsules alone.";
    format!("## Bodies with a core\n\n{note}\n\n{}\n", table(&head, &rows))
}

/// A question, beside our own answer to another and the peers' to a third.
fn line(scenes: &Results, question: &str, round: &'static str, peers: &'static str) -> Vec<String> {
    let ours = scenes.mean(question, OURS);
    let others = scenes.engines().into_iter().filter(|&engine| engine != OURS);
    let fastest = others.filter_map(|engine| scenes.mean(peers, engine)).reduce(f64::min);
    let own = ratio(ours, scenes.mean(round, OURS));
    vec![question.to_owned(), number(ours), round.to_owned(), own, ratio(ours, fastest)]
}
