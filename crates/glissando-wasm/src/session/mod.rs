//! `Session`: a walk with a player, as the page has it.
//!
//! ```text
//! start.rs (scene, level, clip) ─▶ Session ─▶ shown.rs: bodies, places, overlay, status
//!         hand.rs: controls, settings ─┘├─ time.rs: ticks, back and on
//!                                       └─ check.rs: findings in its level
//! ```

mod check;
mod choice;
mod drawn;
mod hand;
mod shown;
mod start;
mod time;
mod told;

use crate::refusal::Refusal;
use glissando::BodyId;
use glissando_play::session::Session as Played;
use glissando_play::walk::Setup;
use wasm_bindgen::prelude::wasm_bindgen;

/// The types that are not classes.
#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("types.d.ts");

/// A walk with a player: controls become ticks, and time can go back to any of the last seconds.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Session {
    played: Played,
    title: String,
    is_same: bool,
    /// The bodies that move, in the order of the world's bodies.
    movers: Vec<BodyId>,
}

/// What the session itself refuses, with everything around it.
fn refused(error: anyhow::Error) -> Refusal {
    Refusal::Text(format!("{error:#}"))
}

impl Session {
    fn of(walk: Setup, title: String) -> Result<Self, Refusal> {
        Ok(Self::new(Played::new(walk).map_err(refused)?, title))
    }

    fn new(played: Played, title: String) -> Self {
        let walk = played.walk();
        let is_mover = |id: &BodyId| walk.movers.iter().any(|mover| mover.spec.body == *id);
        let movers = walk.scene.world.bodies().map(|(id, _)| id).filter(is_mover).collect();
        Self { played, title, is_same: true, movers }
    }
}

#[wasm_bindgen]
impl Session {
    /// What it is called.
    #[wasm_bindgen(getter)]
    pub fn name(&self) -> String {
        self.played.walk().name.clone()
    }

    /// What people call it.
    #[wasm_bindgen(getter)]
    pub fn title(&self) -> String {
        self.title.clone()
    }

    /// What of the level was left out, and why.
    pub fn warnings(&self) -> Vec<String> {
        self.played.walk().scene.warnings.clone()
    }
}
