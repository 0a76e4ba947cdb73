//! `Session`: a walk that somebody plays, as the page has it.

mod choice;
mod drawn;
mod told;

use crate::record::vector;
use crate::refusal::Refusal;
use crate::{config, read};
use drawn::Buffers;
use glissando::{BodyId, Config};
use glissando_level::Bag;
use glissando_play::scenes::{self, Entry};
use glissando_play::session::{Clip, Controls, Session as Played};
use glissando_play::walk::Setup;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// The types that are not classes.
#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("types.d.ts");

/// A walk that somebody plays: controls become ticks, and one can go back to any of the last seconds.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Session {
    played: Played,
    title: String,
    is_same: bool,
    /// The bodies that move, in the order of the world's bodies.
    movers: Vec<BodyId>,
    buffers: Buffers,
}

/// What the session itself refuses, with everything around it.
fn refused(error: anyhow::Error) -> Refusal {
    Refusal::Text(format!("{error:#}"))
}

#[wasm_bindgen]
impl Session {
    /// The scenes that there are, in the order of lists.
    #[wasm_bindgen(unchecked_return_type = "SceneEntry[]")]
    pub fn scenes() -> JsValue {
        told::scenes(scenes::all())
    }

    /// A scene, at its start.
    pub fn scene(
        name: &str,
        #[wasm_bindgen(unchecked_optional_param_type = "WalkOptions")] options: JsValue,
    ) -> Result<Self, Refusal> {
        let wishes = choice::walk(&options)?;
        let entry = Entry::named(name).map_err(refused)?;
        Self::of(entry.setup(&wishes).map_err(refused)?, entry.title.into())
    }

    /// A level out of files, at its start: the first of them that is one, with what lies beside it.
    ///
    /// Throws on files that are no level, with what is wrong where, and what to do.
    pub fn level(
        #[wasm_bindgen(unchecked_param_type = "LevelFile[]")] files: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "LevelOptions")] options: JsValue,
    ) -> Result<Self, Refusal> {
        let bag = choice::bag(&files)?;
        let (source, wishes) = choice::level(&bag, &options)?;
        let name = choice::stem(&source);
        let walk = Setup::wandering(&bag, name.clone(), source, &wishes).map_err(refused)?;
        Self::of(walk, name)
    }

    /// A clip at its tick, paused: its JSON, its fragment or its link, and the files of its level if it is of none of
    /// the scenes.
    pub fn open(
        clip: &str,
        #[wasm_bindgen(unchecked_optional_param_type = "LevelFile[]")] files: JsValue,
    ) -> Result<Self, Refusal> {
        let clip = Clip::read(clip.as_bytes()).map_err(refused)?;
        let bag = if files.is_undefined() { Bag::default() } else { choice::bag(&files)? };
        let (played, is_same) = Played::open(&bag, &clip).map_err(refused)?;
        let origin = clip.origin();
        let entry = Entry::named(&origin.name).ok().filter(|_| origin.is_scene);
        let title = entry.map_or_else(|| origin.name.clone(), |entry| entry.title.to_owned());
        Ok(Self { is_same, ..Self::new(played, title) })
    }

    /// What a clip was walked in.
    #[wasm_bindgen(js_name = clipName, unchecked_return_type = "{ name: string; isScene: boolean }")]
    pub fn clip_name(clip: &str) -> Result<JsValue, Refusal> {
        Ok(told::origin(Clip::read(clip.as_bytes()).map_err(refused)?.origin()))
    }

    fn of(walk: Setup, title: String) -> Result<Self, Refusal> {
        Ok(Self::new(Played::new(walk).map_err(refused)?, title))
    }

    fn new(played: Played, title: String) -> Self {
        let walk = played.walk();
        let is_mover = |id: &BodyId| walk.movers.iter().any(|mover| mover.spec.body == *id);
        let movers = walk.scene.world.bodies().map(|(id, _)| id).filter(is_mover).collect();
        Self { played, title, is_same: true, movers, buffers: Buffers::default() }
    }

    /// Of one that was opened from a clip: whether it came to the same bits.
    #[wasm_bindgen(getter, js_name = isSame)]
    pub fn is_same(&self) -> bool {
        self.is_same
    }

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

    /// Ticks since the start.
    #[wasm_bindgen(getter)]
    pub fn tick(&self) -> f64 {
        self.played.tick() as f64
    }

    /// The first tick that one can go back to.
    #[wasm_bindgen(getter)]
    pub fn earliest(&self) -> f64 {
        self.played.earliest() as f64
    }

    /// The last tick that is known: beyond it the hand decides.
    #[wasm_bindgen(getter)]
    pub fn latest(&self) -> f64 {
        self.played.latest() as f64
    }

    /// Seconds a tick.
    #[wasm_bindgen(getter)]
    pub fn dt(&self) -> f64 {
        self.played.walk().dt
    }

    /// Whether time walks on as it did before going back.
    #[wasm_bindgen(getter, js_name = isRepeating)]
    pub fn is_repeating(&self) -> bool {
        self.played.is_repeating()
    }

    /// Whether it goes by itself.
    #[wasm_bindgen(getter, js_name = isOnAutopilot)]
    pub fn is_on_autopilot(&self) -> bool {
        self.played.is_on_autopilot()
    }

    /// Lets it go by the scene's script or by chance, or by the hand.
    #[wasm_bindgen(js_name = setAutopilot)]
    pub fn set_autopilot(&mut self, on: bool) {
        self.played.set_autopilot(on);
    }

    /// The bodies, to be drawn.
    #[wasm_bindgen(unchecked_return_type = "BodyShape[]")]
    pub fn bodies(&self) -> JsValue {
        drawn::bodies(self.played.walk(), &self.movers)
    }

    /// Where everything that moves is at the moment.
    #[wasm_bindgen(unchecked_return_type = "Places")]
    pub fn places(&mut self) -> Result<JsValue, Refusal> {
        let places = self.played.places().map_err(refused)?;
        self.buffers.fill(&places, &self.movers);
        Ok(self.buffers.views())
    }

    /// What is passed through.
    #[wasm_bindgen(unchecked_return_type = "Prop[]")]
    pub fn props(&self) -> JsValue {
        drawn::props(&self.played.props())
    }

    /// What is held from now on.
    #[wasm_bindgen(js_name = setControls)]
    pub fn set_controls(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Controls")] controls: JsValue,
    ) -> Result<(), Refusal> {
        self.played.set_controls(choice::controls(&controls)?).map_err(refused)
    }

    /// What is held.
    #[wasm_bindgen(getter, unchecked_return_type = "Required<Controls>")]
    pub fn controls(&self) -> JsValue {
        told::controls(self.played.controls())
    }

    /// Where eyes look that are turned like this (radians), by the character's up.
    #[wasm_bindgen(unchecked_return_type = "ViewDirections")]
    pub fn view(&self, yaw: f64, pitch: f64) -> JsValue {
        let view = Controls { yaw, pitch, ..Controls::default() }.view(self.played.settings().up);
        told::view(&view)
    }

    /// How far a camera can go from a point along a direction, at most `most` metres, without being in a wall.
    #[wasm_bindgen(js_name = viewDistance)]
    pub fn view_distance(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "VectorLike")] from: JsValue,
        #[wasm_bindgen(unchecked_param_type = "VectorLike")] direction: JsValue,
        most: f64,
    ) -> Result<f64, Refusal> {
        let (from, direction) = (read::place("from", &from)?, read::place("direction", &direction)?);
        self.played.view_distance(from, direction, most).map_err(refused)
    }

    /// Goes on by so many seconds of real time; how many ticks were done.
    pub fn advance(&mut self, seconds: f64) -> Result<u32, Refusal> {
        self.played.advance(seconds).map_err(refused)
    }

    /// Does one tick, paused or not.
    pub fn step(&mut self) -> Result<(), Refusal> {
        self.played.step().map_err(refused)
    }

    /// Does so many ticks at once.
    pub fn run(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] ticks: JsValue,
    ) -> Result<(), Refusal> {
        for _ in 0..read::whole("ticks", &ticks, u32::MAX)? {
            self.step()?;
        }
        Ok(())
    }

    /// Goes back to a tick, or on to one that was there before going back: to the nearest that is known.
    #[wasm_bindgen(js_name = goTo)]
    pub fn go_to(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] tick: JsValue,
    ) -> Result<f64, Refusal> {
        let tick = read::whole("tick", &tick, u32::MAX)?;
        self.played.go_to(u64::from(tick)).map(|tick| tick as f64).map_err(refused)
    }

    /// Whether time stands still.
    #[wasm_bindgen(getter, js_name = isPaused)]
    pub fn is_paused(&self) -> bool {
        self.played.is_paused()
    }

    /// Stops time, or lets it go on.
    #[wasm_bindgen(setter, js_name = isPaused)]
    pub fn set_paused(&mut self, paused: bool) {
        self.played.pause(paused);
    }

    /// Seconds of the walk per second.
    #[wasm_bindgen(getter)]
    pub fn pace(&self) -> f64 {
        self.played.pace()
    }

    /// Slower or faster: 0.01 to 16.
    #[wasm_bindgen(setter)]
    pub fn set_pace(&mut self, pace: f64) -> Result<(), Refusal> {
        self.played.set_pace(pace).map_err(refused)
    }

    /// Metres per second of who holds the controls to the end.
    #[wasm_bindgen(getter)]
    pub fn speed(&self) -> f64 {
        self.played.speed()
    }

    /// Changes it.
    #[wasm_bindgen(setter)]
    pub fn set_speed(&mut self, speed: f64) -> Result<(), Refusal> {
        self.played.set_speed(speed).map_err(refused)
    }

    /// What the hand's character is.
    #[wasm_bindgen(getter, unchecked_return_type = "Required<Settings>")]
    pub fn settings(&self) -> Result<JsValue, Refusal> {
        let checked = Config::new(self.played.settings())?;
        config::Config { checked }.settings()
    }

    /// Makes it something else from the next tick on; what is left out has its default.
    #[wasm_bindgen(setter)]
    pub fn set_settings(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Settings")] settings: JsValue,
    ) -> Result<(), Refusal> {
        let config = config::Config::new(settings)?;
        self.played.set_settings(config.checked.settings()).map_err(refused)
    }

    /// Opens what waits within reach, and sends back what is open; how many there were.
    #[wasm_bindgen(js_name = useNear)]
    pub fn use_near(&mut self) -> Result<usize, Refusal> {
        self.played.use_near().map_err(refused)
    }

    /// Puts the centre of the hand's character there, at rest; metres.
    pub fn put(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "VectorLike")] place: JsValue,
    ) -> Result<(), Refusal> {
        self.played.put(read::place("place", &place)?).map_err(refused)
    }

    /// Puts it back where it started.
    #[wasm_bindgen(js_name = putBack)]
    pub fn put_back(&mut self) {
        self.played.put_back();
    }

    /// How the hand's character is.
    #[wasm_bindgen(unchecked_return_type = "SessionStatus")]
    pub fn status(&mut self) -> Result<JsValue, Refusal> {
        Ok(told::status(&self.played.status().map_err(refused)?))
    }

    /// What happened since somebody asked last.
    #[wasm_bindgen(unchecked_return_type = "News[]")]
    pub fn news(&mut self) -> JsValue {
        told::news(&self.played.news())
    }

    /// What the mover sees and does, as lines and triangles.
    #[wasm_bindgen(unchecked_return_type = "Overlay")]
    pub fn overlay(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Layers")] layers: JsValue,
    ) -> Result<JsValue, Refusal> {
        let lines = self.played.overlay(choice::layers(&layers)?).map_err(refused)?;
        Ok(drawn::overlay(&lines))
    }

    /// The last seconds, to be opened at this tick anywhere.
    #[wasm_bindgen(unchecked_return_type = "ClipTexts")]
    pub fn clip(&self) -> Result<JsValue, Refusal> {
        let clip = self.played.clip().map_err(refused)?;
        told::clip(&clip).map_err(refused)
    }

    /// Everything from the start, as `glissando replay` walks it again.
    pub fn recording(&self) -> Result<Vec<u8>, Refusal> {
        self.played.recording().map_err(refused)
    }

    /// 16 hexadecimal digits that stand for everything as it is: equal on all machines.
    pub fn print(&self) -> String {
        self.played.print()
    }

    /// Where the hand's character is, metres.
    #[wasm_bindgen(getter, unchecked_return_type = "Vector")]
    pub fn position(&self) -> JsValue {
        vector(self.played.position())
    }
}
