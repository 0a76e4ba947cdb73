//! From a script, a scene or files to a walk: its world, its characters, their starts and their inputs.

use super::roster::{Call, NamedMover, Player, Way, calls, check_turns};
use super::scripted_triggers::ScriptedTrigger;
use super::source::{Built, Source};
use super::wander::Wanderer;
use super::{crowd_spawner, spawn};
use crate::scene::Scene;
use crate::script::{Order, Plan, Role, Script, USUAL_HZ, tick_of};
use anyhow::{Context, bail};
use glissando::balls::{Ball, Settings as BallSettings};
use glissando::{Config, DVec3, Settings, State};
use glissando_level::Files;
use glissando_mechanisms::Machinery;
use serde::{Deserialize, Serialize};
use std::ops::Not;

/// Metres per second of a wanderer in a level that says nothing.
const USUAL_SPEED: f64 = 5.0;

/// Seconds of a walk without a script.
const USUAL_SECONDS: f64 = 30.0;

/// What a walk is asked for besides its levels.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Wishes {
    /// Where to start: a marker's name or number, or the body's centre as `x,y,z`. `None`: the first spawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spawn: Option<String>,
    /// How long a walk without a script takes at most, seconds. `None`: 30.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// Ticks a second. `None`: the script's, else 60.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hz: Option<f64>,
    /// Which way a wanderer goes.
    pub seed: u64,
    /// Whether the first character goes by chance where there is a script too.
    #[serde(skip_serializing_if = "Not::not")]
    pub wanders: bool,
    /// Whether it must be a walk on a stage, as recordings are.
    #[serde(skip_serializing_if = "Not::not")]
    pub is_staged: bool,
}

/// What a walk was made of, so that it can be made again.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// Whether it is a scene of the program.
    pub is_scene: bool,
    /// What the scene or the level is called.
    pub name: String,
    /// The level files, if it is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<Source>,
    /// What was asked for.
    pub wishes: Wishes,
}

/// Everything that a walk needs.
#[derive(Debug)]
pub struct Setup {
    /// What the walk is called: a script's or level's name without extension.
    pub name: String,
    /// The world, and what its parts are called.
    pub scene: Scene,
    /// The characters.
    pub players: Vec<Player>,
    /// What moves, by index on the stage.
    pub movers: Vec<NamedMover>,
    /// The rules of the balls, and the balls as they are at the start.
    pub balls: (BallSettings, Vec<Ball>),
    /// What is passed through.
    pub scripted_triggers: Vec<ScriptedTrigger>,
    /// The rules of what moves and is touched in the levels.
    pub machinery: Machinery,
    /// What is opened and closed on the way.
    pub calls: Vec<Call>,
    /// Seconds a tick.
    pub dt: f64,
    /// What the world is made of.
    pub source: Source,
    /// What makes it again; nothing for a script of files, and for a recording.
    pub origin: Option<Origin>,
}

/// Says what to do next, given the character as it is; `None` at the end of the walk.
pub type Guide<'a> = Box<dyn FnMut(&State) -> Option<Order> + 'a>;

impl Setup {
    /// The walk that a script tells, in the levels of a source.
    ///
    /// # Errors
    /// What cannot be loaded or used, by name.
    pub fn scripted(
        files: &dyn Files,
        name: String,
        script: &Script,
        source: Source,
        wishes: &Wishes,
    ) -> anyhow::Result<Self> {
        let roles = script.roles(wishes.hz)?;
        let dt = roles.first().map_or(1.0 / USUAL_HZ, |role| role.plan.dt);
        let built = source.build(files, dt)?;
        let Built { scene, movers, .. } = &built;
        check_turns(movers, dt)?;
        let cues: Vec<_> = roles.iter().flat_map(|role| role.plan.cues().to_vec()).collect();
        let calls = calls(movers, &cues).context("ticks")?;
        let mut players = Vec::with_capacity(roles.len());
        for (index, Role { config, spawn, plan }) in roles.into_iter().enumerate() {
            let wanted = wishes.spawn.as_deref().filter(|_| index == 0);
            let spawn = match (wanted, spawn) {
                (None, Some(point)) => point,
                (wanted, _) => spawn::find(scene, &config, wanted)?,
            };
            players.push(Player { config, spawn, way: Way::Script(plan) });
        }
        if let Some((crowd_spawner, config)) = script.crowd_spawner()? {
            let ticks = players.first().and_then(Player::plan).map_or(0, Plan::tick_count);
            players.extend(crowd_spawner::players(crowd_spawner, &config, &scene.world, &players, ticks)?);
        }
        let mut walk = Self { balls: script.balls()?, calls, ..Self::of(name, source, built, players, dt) };
        if wishes.wanders {
            walk.wander(wishes);
            walk.calls.clear();
        }
        walk.refuse_slides(wishes)?;
        Ok(walk)
    }

    /// A walk with ticks from the caller.
    ///
    /// # Errors
    /// Levels that cannot be used.
    pub fn told(
        files: &dyn Files,
        source: &Source,
        players: Vec<(Config, DVec3)>,
        balls: (BallSettings, Vec<Ball>),
        dt: f64,
    ) -> anyhow::Result<Self> {
        let built = source.build(files, dt)?;
        let players =
            players.into_iter().map(|(config, spawn)| Player { config, spawn, way: Way::Told }).collect();
        Ok(Self { balls, ..Self::of(String::new(), source.clone(), built, players, dt) })
    }

    /// A walk without balls and calls, which does not say what makes it again.
    fn of(name: String, source: Source, built: Built, players: Vec<Player>, dt: f64) -> Self {
        let Built { scene, movers, scripted_triggers, machinery } = built;
        let (balls, calls, origin) = Default::default();
        Self { name, scene, players, movers, balls, scripted_triggers, machinery, calls, dt, source, origin }
    }

    /// A plain slide is nothing that a world tick knows.
    fn refuse_slides(&self, wishes: &Wishes) -> anyhow::Result<()> {
        if !(self.is_staged() || wishes.is_staged) {
            return Ok(());
        }
        match self.players.iter().find_map(|player| player.plan().and_then(|plan| plan.first_slide())) {
            Some(index) => bail!(
                "ticks[{index}].displacement: a plain slide is for one character in a world at rest, and \
                 is not recorded; use wish"
            ),
            None => Ok(()),
        }
    }

    /// Whether anything but one character moves by itself.
    pub fn is_staged(&self) -> bool {
        let has_belts = self.scene.levels.iter().any(|level| !level.belts.is_empty());
        let moves = !(self.movers.is_empty() && self.machinery.is_empty());
        let has_balls = !self.balls.1.is_empty();
        moves || has_balls || !self.scripted_triggers.is_empty() || self.players.len() > 1 || has_belts
    }

    /// A wanderer's walk through the levels of a source.
    ///
    /// # Errors
    /// What cannot be loaded or used, by name; numbers that no walk can have.
    pub fn wandering(
        files: &dyn Files,
        name: String,
        source: Source,
        wishes: &Wishes,
    ) -> anyhow::Result<Self> {
        if let Some(seconds) = wishes.seconds.filter(|s| !(s.is_finite() && *s >= 0.0)) {
            bail!("seconds is {seconds}: it must be a number of seconds, 0 or more");
        }
        let dt = tick_of(wishes.hz.unwrap_or(USUAL_HZ))?;
        let built = source.build(files, dt)?;
        let character = built.scene.levels.iter().find_map(|l| l.level.character);
        let config = Config::new(&character.map_or_else(Settings::default, |c| c.settings()))
            .context("the manifest's reference character")?;
        let spawn = spawn::find(&built.scene, &config, wishes.spawn.as_deref())?;
        let players = vec![Player { config, spawn, way: Way::Told }];
        let origin = Origin {
            is_scene: false,
            name: name.clone(),
            source: Some(source.clone()),
            wishes: wishes.clone(),
        };
        let mut walk = Self { origin: Some(origin), ..Self::of(name, source, built, players, dt) };
        walk.wander(wishes);
        Ok(walk)
    }

    /// Lets the first character go by chance.
    fn wander(&mut self, wishes: &Wishes) {
        let Some(player) = self.players.first_mut() else { return };
        let wanderer = wanderer(&self.scene, &player.config, &self.machinery, wishes);
        let ticks = (wishes.seconds.unwrap_or(USUAL_SECONDS) / self.dt).round() as u64;
        player.way = Way::Wander { wanderer, ticks };
        // A crowd_spawner goes as long as the first one does.
        for other in self.players.iter_mut().skip(1) {
            if let Way::Wander { ticks: left, .. } = &mut other.way {
                *left = ticks;
            }
        }
    }

    /// The random walk that would lead the first character.
    pub fn wanderer(&self) -> Option<Wanderer> {
        let wishes = self.origin.as_ref().map(|origin| origin.wishes.clone()).unwrap_or_default();
        let player = self.players.first()?;
        Some(wanderer(&self.scene, &player.config, &self.machinery, &wishes))
    }

    /// How fast the character runs that the levels were made for, m/s, if they say.
    pub fn speed(&self) -> Option<f64> {
        self.scene.levels.iter().find_map(|l| l.level.character).and_then(|character| character.run_speed)
    }

    /// What the script says for people about a player, each with its time in seconds.
    pub fn notes(&self, player: usize) -> Box<dyn Iterator<Item = (f64, &str)> + '_> {
        match self.players.get(player).and_then(Player::plan) {
            Some(plan) => Box::new(plan.notes()),
            None => Box::new(std::iter::empty()),
        }
    }
}

/// The random walk of a character in a scene.
fn wanderer(scene: &Scene, config: &Config, machinery: &Machinery, wishes: &Wishes) -> Wanderer {
    let character = scene.levels.iter().find_map(|l| l.level.character);
    let speed = character.and_then(|c| c.run_speed).unwrap_or(USUAL_SPEED);
    Wanderer::new(wishes.seed, config.settings().up, speed).drawn_to(machinery.places().collect())
}
