//! The check of a session's level: its progress through a callback, its findings with a recording each.

use super::{Session, choice, refused};
use crate::js::Function;
use crate::record::{Record, list, vector};
use crate::refusal::Refusal;
use crate::typed;
use glissando::Config;
use glissando_check::level::{Character, Parts};
use glissando_check::{Checked, Finding, Options, Place, Progress, Severity, Stage, Summary, check_with};
use glissando_level::Bag;
use std::sync::Mutex;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

#[wasm_bindgen]
impl Session {
    /// Checks the level with the hand's character as it is: where it falls out of the world, is trapped and cannot get, as
    /// `glissando check` does. `files` are those of the level; a scene needs none.
    ///
    /// It takes seconds to minutes, so call it in a worker. `report` is called as the check goes on; if it throws, the check ends
    /// with that exception.
    #[wasm_bindgen(unchecked_return_type = "LevelCheck")]
    pub fn check(
        &self,
        #[wasm_bindgen(unchecked_param_type = "(progress: CheckProgress) => void")] report: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "LevelFile[]")] files: JsValue,
    ) -> Result<JsValue, Refusal> {
        if !report.is_function() {
            return Err(Refusal::wrong("report", &report, "a function"));
        }
        let report = report.unchecked_into::<Function>();
        let bag = if files.is_undefined() { Bag::default() } else { choice::bag(&files)? };
        let walk = self.played.walk();
        let config = Config::new(self.played.settings())?;
        let character = Character { config: Some(config), speed: Some(self.played.speed()) };
        let mut parts = Parts::of_walk(&bag, walk, character).map_err(refused)?;
        let half = |is_crouched| config.shape(is_crouched).half_extents().y;
        let watch = Watch { report, half: [half(false), half(true)], at: Mutex::default() };
        let Checked { summary, findings, .. } = {
            let subject = parts.subject();
            let options = Options { hz: 1.0 / walk.dt, ..Options::usual(&subject) };
            check_with(&subject, &options, &watch)?
        };
        watch.end()?;
        let mut told = Vec::with_capacity(findings.len());
        for finding in &findings {
            let clip = parts.session_recording(finding).map_err(refused)?;
            told.push(finding_told(finding, clip));
        }
        let told = list(&told, JsValue::clone);
        Ok(Record::new().with("findings", told).with("summary", summary_told(&summary)).into())
    }
}

/// How far the check is, and what its listener threw.
#[derive(Default)]
struct At {
    stage: Option<Stage>,
    steps: u64,
    done: u64,
    thrown: Option<JsValue>,
}

/// Calls the listener.
struct Watch {
    report: Function,
    /// Half the height of the body that stands, and of the one that crouches.
    half: [f64; 2],
    at: Mutex<At>,
}

impl Watch {
    /// Changes how far it is, and reports it with the feet of these places.
    fn tell(&self, reached: &[f32], change: impl FnOnce(&mut At)) {
        let Ok(mut at) = self.at.lock() else { return };
        change(&mut at);
        let Some(stage) = at.stage.filter(|_| at.thrown.is_none()) else { return };
        let name = match stage {
            Stage::Ground => "ground",
            Stage::Moves => "moves",
            Stage::Findings => "findings",
        };
        let progress = Record::new()
            .with("stage", name)
            .with("steps", at.steps as f64)
            .with("done", at.done as f64)
            .with("reached", typed::copied(reached));
        at.thrown = self.report.call(&JsValue::UNDEFINED, &progress.into()).err();
    }

    /// What the listener threw.
    fn end(self) -> Result<(), Refusal> {
        let thrown = self.at.into_inner().ok().and_then(|at| at.thrown);
        thrown.map_or(Ok(()), |thrown| Err(Refusal::Thrown(thrown)))
    }
}

impl Progress for Watch {
    fn begin(&self, stage: Stage, steps: u64) {
        self.tell(&[], |at| (at.stage, at.steps, at.done) = (Some(stage), steps, 0));
    }

    fn advance(&self, steps: u64) {
        self.tell(&[], |at| at.done += steps);
    }

    fn reached(&self, places: &mut dyn Iterator<Item = &Place>) {
        let feet = |place: &Place| place.feet(self.half[usize::from(place.is_crouched)]).to_array();
        let numbers: Vec<f32> = places.flat_map(feet).map(|c| c as f32).collect();
        self.tell(&numbers, |_| {});
    }

    fn is_cancelled(&self) -> bool {
        self.at.lock().is_ok_and(|at| at.thrown.is_some())
    }
}

fn finding_told(finding: &Finding, clip: Option<Vec<u8>>) -> JsValue {
    let severity = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    let clip = clip.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    Record::new()
        .with("kind", finding.kind.name())
        .with("title", finding.kind.title())
        .with("severity", severity)
        .with("at", vector(finding.at))
        .with("places", finding.places)
        .with("reason", finding.reason.as_str())
        .with("clip", clip)
        .into()
}

fn summary_told(summary: &Summary) -> JsValue {
    Record::new()
        .with("cell", summary.cell)
        .with("hz", summary.hz)
        .with("places", summary.places as f64)
        .with("found", summary.found as f64)
        .with("reached", summary.reached as f64)
        .with("share", summary.share)
        .with("floors", summary.floors as f64)
        .with("moves", summary.moves as f64)
        .with("isThinned", !summary.thinned.is_none())
        .into()
}
