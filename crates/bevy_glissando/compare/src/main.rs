//! The same game by three engines for Bevy, without a window: characters walk through a level, turn, jump, and land.
//!
//! `cargo run --release -- LEVEL.glb [COUNT ...]` prints a line for each engine and count of characters: the median time of a
//! frame with one tick in it, and what became of the characters. All run on one thread.

mod ahoy;
mod glissando;
mod level;
mod player;
mod tnua;

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use level::Level;
use player::Player;
use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

/// Ticks before the time counts, and ticks that count.
const WARM: usize = 60;
const TIMED: usize = 300;

fn main() -> ExitCode {
    match compare() {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn compare() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let usage = "usage: bevy_glissando_compare LEVEL.glb [COUNT ...]";
    let file = PathBuf::from(words.next().ok_or(usage)?);
    let mut counts = Vec::new();
    for word in words {
        counts.push(
            word.parse::<usize>()
                .map_err(|why| format!("{word:?} is no count of characters: {why}; {usage}"))?,
        );
    }
    if counts.is_empty() {
        counts = vec![100, 1000];
    }
    let level = Level::load(&file)?;
    println!("{}: {} triangles; a tick is 1/60 s", file.display(), level.triangles.len());
    println!(
        "{:<18}{:>12}{:>7}{:>13}{:>13}{:>10}{:>9}{:>9}",
        "", "characters", "lines", "median (ms)", "worst (ms)", "way (m)", "landings", "lost"
    );
    for count in counts {
        let starts = level.starts(count)?;
        for (name, source) in [
            ("bevy_glissando", include_str!("glissando.rs")),
            ("bevy_ahoy", include_str!("ahoy.rs")),
            ("bevy-tnua", include_str!("tnua.rs")),
        ] {
            let app = match name {
                "bevy_glissando" => glissando::game(&level, &starts).map_err(|why| why.to_string())?,
                "bevy_ahoy" => ahoy::game(&level, &starts),
                _ => tnua::game(&level, &starts),
            };
            println!("{name:<18}{count:>12}{:>7}{}", lines(source), measure(app, &level));
        }
    }
    Ok(())
}

/// Lines of code, without comments and empty ones.
fn lines(source: &str) -> usize {
    source.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//")).count()
}

fn measure(mut app: App, level: &Level) -> String {
    app.insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
    app.finish();
    app.cleanup();
    (0..WARM).for_each(|_| app.update());
    let world = app.world_mut();
    let mut query = world.query::<(Entity, &Transform, &Player)>();
    let mut before: Vec<(Entity, Vec3)> =
        query.iter(world).map(|(entity, at, _)| (entity, at.translation)).collect();
    let (mut times, mut way) = (Vec::new(), 0.0);
    for _ in 0..TIMED {
        let began = Instant::now();
        app.update();
        times.push(began.elapsed().as_secs_f64() * 1e3);
        for (entity, last) in &mut before {
            let at = app.world().get::<Transform>(*entity).map_or(*last, |at| at.translation);
            way += (at - *last).xz().length();
            *last = at;
        }
    }
    times.sort_by(f64::total_cmp);
    let [low, high] = level.bounds;
    let is_lost = |at: Vec3| !(at.cmpgt(low - 1.0).all() && at.cmplt(high + 5.0).all());
    let lost = before.iter().filter(|(_, at)| is_lost(*at)).count();
    let world = app.world_mut();
    let landings: u32 = query.iter(world).map(|(.., player)| player.landings).sum();
    let way = way / before.len() as f32;
    format!("{:>13.2}{:>13.2}{way:>10.1}{landings:>9}{lost:>9}", times[TIMED / 2], times[TIMED - 1])
}
