//! From a thousand triangles to two million: rolling ground, two triangles on every square metre.

use crate::engines;
use crate::generated;
use crate::options::Options;
use crate::questions::{Kind, Questions};
use crate::report;
use crate::results::Results;
use crate::scene::Scene;
use crate::scenes;

const SIZES: [usize; 8] = [1000, 4000, 16_000, 64_000, 256_000, 500_000, 1_000_000, 2_000_000];

/// One of every family; the walk goes with them.
const KINDS: [Kind; 3] = [Kind::Ray(10.0), Kind::Sphere(1.0), Kind::Ellipsoid(1.0)];

pub fn bench(options: &Options) -> Results {
    let mut results = Results::default();
    for size in SIZES.into_iter().filter(|&s| s <= options.triangles) {
        let mut level = generated::terrain(size);
        level.name = format!("terrain {}", generated::short(size));
        println!("\n{} ({} triangles)", level.name, level.triangles.len());
        let from = results.rows.len();
        let scene = Scene::new(level);
        let builds = engines::build(&scene.level);
        for build in builds.iter().filter(|b| options.wants_engine(b.engine.name())) {
            results.add_build(&scene.level.name, scene.level.triangles.len(), build);
        }
        for kind in KINDS {
            // No copies are stretched here: the peers' times for an ellipsoid are those for a sphere.
            let engines = builds.iter().enumerate().filter(|(at, _)| *at == 0 || !kind.is_tall());
            let engines = engines.map(|(_, b)| &*b.engine);
            let engines: Vec<_> = engines.filter(|e| options.wants_engine(e.name()) && e.can(kind)).collect();
            let questions = Questions::new(&scene, kind, options.questions.min(1000), options.seed);
            scenes::ask(&scene, &engines, &questions, options.seconds, &mut results);
        }
        scenes::walk(&scene, options, &mut results);
        report::print_rows(&results.rows[from..]);
    }
    results
}
