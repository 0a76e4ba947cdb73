//! One line for each row, as they come.

use super::against_peers;
use crate::csv::millimetres;
use crate::results::Row;

pub fn print(rows: &[Row]) {
    for row in rows {
        let alike = rows.iter().filter(|r| r.question == row.question && r.walkers == row.walkers);
        let peer = against_peers(alike).1.unwrap_or(f64::NAN);
        let question = row.walkers.map_or(row.question.to_owned(), |n| format!("{} {n}", row.question));
        let rest = row.agreement.map(|_| agreement(row)).or_else(|| deeds(row)).unwrap_or_default();
        println!(
            "  {question:<16} {:<10} {:>8.0} {:>6.2} x{rest}",
            row.engine,
            row.figure,
            row.figure / peer
        );
    }
}

fn agreement(row: &Row) -> String {
    let a = row.agreement.unwrap_or_default();
    format!(
        "  of {:>4} hits/{}: missed {}, false {}, inside {}, late {}, early {}, imprecise {}, <= {} mm deep, {} mm off",
        a.hits,
        a.asked,
        a.missed,
        a.phantom,
        a.inside,
        a.late,
        a.early,
        a.imprecise,
        millimetres(a.deepest),
        millimetres(a.farthest)
    )
}

fn deeds(row: &Row) -> Option<String> {
    let d = row.deeds?;
    let (ticks, metres) = (d.ticks, d.metres);
    Some(format!(
        "  {ticks} ticks, {metres:.0} m: inside {}, through {}, fallen {}",
        d.inside, d.through, d.fallen
    ))
}
