//! Every figure of a run, a row for each scene, question and engine.

use crate::engines::Build;
use crate::measure::Timing;
use crate::truth::Agreement;
use crate::walk::Deeds;

/// What the figures of walks are called.
pub const WALK: &str = "walk";
/// The same of glissando in its other bodies.
pub const CAPSULE_WALK: &str = "capsule walk";
pub const BOX_WALK: &str = "box walk";
pub const CYLINDER_WALK: &str = "cylinder walk";
/// All walks.
pub const WALKS: [&str; 4] = [WALK, CAPSULE_WALK, BOX_WALK, CYLINDER_WALK];
/// Nanoseconds that the build takes for a triangle.
pub const BUILD: &str = "build";
/// Bytes that stay for a triangle.
pub const BYTES: &str = "bytes";

/// One engine, one kind of question, one scene.
#[derive(Clone, Debug)]
pub struct Row {
    pub scene: String,
    pub triangles: usize,
    /// Characters that walk at once, where it matters.
    pub walkers: Option<usize>,
    pub question: &'static str,
    pub engine: &'static str,
    /// Nanoseconds, or bytes.
    pub figure: f64,
    pub timing: Option<Timing>,
    pub agreement: Option<Agreement>,
    pub deeds: Option<Deeds>,
}

/// All rows of a part.
#[derive(Clone, Debug, Default)]
pub struct Results {
    pub rows: Vec<Row>,
}

impl Row {
    /// A bare figure.
    pub fn new(
        scene: &str,
        triangles: usize,
        question: &'static str,
        engine: &'static str,
        figure: f64,
    ) -> Self {
        Self {
            scene: scene.to_owned(),
            triangles,
            walkers: None,
            question,
            engine,
            figure,
            timing: None,
            agreement: None,
            deeds: None,
        }
    }

    /// A row whose figure is the median.
    pub fn timed(self, timing: Timing) -> Self {
        Self { figure: timing.median, timing: Some(timing), ..self }
    }
}

impl Results {
    pub fn add_build(&mut self, scene: &str, triangles: usize, build: &Build) {
        for (question, figure) in [(BUILD, build.nanoseconds), (BYTES, build.bytes)] {
            self.rows.push(Row::new(scene, triangles, question, build.engine.name(), figure));
        }
    }

    /// What was asked, in the order of the run.
    pub fn questions(&self) -> Vec<&'static str> {
        distinct(self.rows.iter().map(|r| r.question))
    }

    /// Who was asked, in the order of the run.
    pub fn engines(&self) -> Vec<&'static str> {
        distinct(self.rows.iter().map(|r| r.engine))
    }

    /// Where, in the order of the run.
    pub fn scenes(&self) -> Vec<&str> {
        distinct(self.rows.iter().map(|r| r.scene.as_str()))
    }

    pub fn of<'a>(&'a self, question: &'a str, engine: &'a str) -> impl Iterator<Item = &'a Row> {
        self.rows.iter().filter(move |r| r.question == question && r.engine == engine)
    }

    /// The geometric mean over the scenes, if there are any.
    pub fn mean(&self, question: &str, engine: &str) -> Option<f64> {
        let logs: Vec<f64> = self.of(question, engine).map(|r| r.figure.ln()).collect();
        (!logs.is_empty()).then(|| (logs.iter().sum::<f64>() / logs.len() as f64).exp())
    }

    /// All answers of one kind together.
    pub fn agreement(&self, question: &str, engine: &str) -> Option<Agreement> {
        let all = self.of(question, engine).filter_map(|r| r.agreement);
        all.reduce(|a, b| a.and(&b))
    }

    /// All walks together.
    pub fn deeds(&self, question: &str, engine: &str) -> Option<Deeds> {
        let all = self.of(question, engine).filter_map(|r| r.deeds);
        all.reduce(|a, b| a.and(&b))
    }
}

fn distinct<T: PartialEq>(all: impl Iterator<Item = T>) -> Vec<T> {
    let mut list = Vec::new();
    for item in all {
        if !list.contains(&item) {
            list.push(item);
        }
    }
    list
}
