//! Who is right? Every answer against glissando's, and a sample of glissando's against its brute force.

use crate::engines::{Engine, Glissando};
use crate::questions::{Kind, Question, Questions};

/// A peer that goes in deeper than this is late, in metres.
const LATE: f64 = 0.001;
/// One that goes in deeper than this is wrong, and so is one that stops so far off. (Box3D goes in by its
/// slop of 5 mm and brings bodies out again later: late, not wrong.)
const WRONG: f64 = 0.01;

/// How one engine's answers compare.
#[derive(Clone, Copy, Debug, Default)]
pub struct Judgement {
    pub asked: usize,
    /// Questions to which glissando answers a hit.
    pub hits: usize,
    /// No hit where a mover 1 cm smaller is stopped.
    pub missed: usize,
    /// A stop more than 1 cm deep in the surface (for rays: behind it).
    pub deep: usize,
    /// A stop between 1 mm and 1 cm deep.
    pub late: usize,
    /// A stop more than 1 cm before any surface.
    pub early: usize,
}

/// Compares every engine with the judge.
///
/// # Panics
/// If a tree's answer differs from the brute force's, in any bit.
pub fn compare(judge: &Glissando, engines: &[&dyn Engine], questions: &Questions) -> Vec<Judgement> {
    let kind = questions.kind;
    for question in questions.list.iter().take(questions.brute) {
        judge.assert_like_brute(kind, question);
    }
    let ours: Vec<_> = questions.list.iter().map(|q| judge.ask(kind, q)).collect();
    let judge_engine = |engine: &&dyn Engine| {
        let mut judgement = Judgement { asked: ours.len(), ..Judgement::default() };
        for (question, &our) in questions.list.iter().zip(&ours) {
            judgement.hits += usize::from(our.is_some());
            let peer = engine.ask(kind, question);
            if peer != our {
                judgement.add(judge, kind, question, our, peer);
            }
        }
        judgement
    };
    engines.iter().map(judge_engine).collect()
}

impl Judgement {
    fn add(&mut self, judge: &Glissando, kind: Kind, q: &Question, our: Option<f64>, peer: Option<f64>) {
        // The answer of a mover that is smaller or larger by so many metres; for a ray, of a surface further off.
        let resized = |by: f64| match kind {
            Kind::Ray(_) => our.map(|t| t - by / q.length()),
            _ => judge.sweep_resized(kind, q, by),
        };
        let Some(t) = peer else {
            self.missed += usize::from(resized(-WRONG).is_some());
            return;
        };
        if resized(-WRONG).is_some_and(|deep| t > deep) {
            self.deep += 1;
        } else if resized(-LATE).is_some_and(|late| t > late) {
            self.late += 1;
        } else if resized(WRONG).is_none_or(|early| t < early) {
            self.early += 1;
        }
    }
}
