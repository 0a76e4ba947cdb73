//! How a session starts: with a scene, a level, or a clip of another one; and what is kept of it.

use super::{Session, choice, refused, told};
use crate::read;
use crate::refusal::Refusal;
use glissando_level::Bag;
use glissando_play::scenes::{self, Entry};
use glissando_play::session::Session as Played;
use glissando_play::walk::Setup;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
impl Session {
    /// The scenes that there are, in the order of lists.
    #[wasm_bindgen(unchecked_return_type = "SceneEntry[]")]
    pub fn scenes() -> JsValue {
        told::scenes(scenes::all())
    }

    /// A scene, at its start.
    pub fn scene(
        #[wasm_bindgen(unchecked_param_type = "string")] name: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "WalkOptions")] options: JsValue,
    ) -> Result<Self, Refusal> {
        let wishes = choice::walk(&options)?;
        let entry = Entry::named(&read::text("name", &name)?).map_err(refused)?;
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

    /// What was kept, at its last tick, paused: a clip (its JSON, its fragment or its link) or a recording's text, and the
    /// files of its level if it is of none of the scenes.
    pub fn open(
        #[wasm_bindgen(unchecked_param_type = "string")] clip: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "LevelFile[]")] files: JsValue,
    ) -> Result<Self, Refusal> {
        let text = read::text("clip", &clip)?;
        let bag = if files.is_undefined() { Bag::default() } else { choice::bag(&files)? };
        let (played, is_same) = Played::open_kept(&bag, text.as_bytes()).map_err(refused)?;
        let walk = played.walk();
        let is_scene = walk.source.is_embedded;
        let entry = Entry::named(&walk.name).ok().filter(|_| is_scene);
        let title = entry.map_or_else(|| walk.name.clone(), |entry| entry.title.to_owned());
        Ok(Self { is_same, ..Self::new(played, title) })
    }

    /// What a clip or a recording was walked in.
    #[wasm_bindgen(js_name = clipName, unchecked_return_type = "{ name: string; isScene: boolean }")]
    pub fn clip_name(
        #[wasm_bindgen(unchecked_param_type = "string")] clip: JsValue,
    ) -> Result<JsValue, Refusal> {
        let text = read::text("clip", &clip)?;
        Ok(told::origin(&Played::origin_kept(text.as_bytes()).map_err(refused)?))
    }

    /// Of one that was opened from a clip or a recording: whether it came to the same bits.
    #[wasm_bindgen(getter, js_name = isSame)]
    pub fn is_same(&self) -> bool {
        self.is_same
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
    #[wasm_bindgen(js_name = stateHash)]
    pub fn state_hash(&self) -> String {
        self.played.state_hash()
    }
}
