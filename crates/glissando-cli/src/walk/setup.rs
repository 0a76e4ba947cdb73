//! From arguments to a walk: which world, who walks, from where, and who decides the way.

use super::cast::{Call, NamedMover, Player, Way, calls, check_turns};
use super::props::Props;
use super::source::{Built, Source};
use super::wander::Wanderer;
use super::{Choice, spawn};
use crate::levels::Scene;
use crate::script::{Order, Role, Script, USUAL_HZ, crouched, tick_of};
use crate::tour;
use anyhow::{Context, bail};
use glissando::{Config, DVec3, Settings, State};
use glissando_level::ReferenceCharacter;
use glissando_level::machinery::Machinery;
use std::io::{self, Write};
use std::path::Path;

/// Metres per second of a wanderer in a level that says nothing.
const USUAL_SPEED: f64 = 5.0;

/// Seconds of a walk without a script.
const USUAL_SECONDS: f64 = 30.0;

/// Everything that a walk needs.
#[derive(Debug)]
pub(crate) struct Setup {
    /// What the walk is called: a script's or level's name without extension.
    pub(super) name: String,
    pub(crate) scene: Scene,
    pub(crate) players: Vec<Player>,
    pub(crate) movers: Vec<NamedMover>,
    pub(crate) props: Props,
    /// The rules of what moves and is touched in the levels.
    pub(crate) machinery: Machinery,
    /// What is opened and closed on the way.
    pub(crate) calls: Vec<Call>,
    /// Seconds a tick.
    pub(crate) dt: f64,
    pub(crate) source: Source,
}

/// Says what to do next, given the character as it is; `None` at the end of the walk.
pub(super) type Guide<'a> = Box<dyn FnMut(&State) -> Option<Order> + 'a>;

impl Setup {
    /// # Errors
    /// What cannot be loaded or used, by name.
    pub(crate) fn new(arguments: &Choice) -> anyhow::Result<Self> {
        if let Some(seconds) = arguments.seconds.filter(|s| !(s.is_finite() && *s >= 0.0)) {
            bail!("--seconds is {seconds}: it must be a number of seconds, 0 or more");
        }
        match &arguments.script {
            Some(path) => Self::scripted(arguments, path).with_context(|| path.display().to_string()),
            None if arguments.levels.is_empty() => Self::tour(arguments),
            None => Self::wandering(arguments),
        }
    }

    fn tour(arguments: &Choice) -> anyhow::Result<Self> {
        let script = tour::script()?;
        let source = Source { is_tour: true, ..Source::of(arguments, script.world.clone()) };
        Self::of_script("tour".into(), arguments, &script, source)
    }

    fn scripted(arguments: &Choice, path: &Path) -> anyhow::Result<Self> {
        let script = Script::read(path)?;
        let source = Source::of(arguments, script.world.clone());
        Self::of_script(stem(path), arguments, &script, source)
    }

    fn of_script(name: String, arguments: &Choice, script: &Script, source: Source) -> anyhow::Result<Self> {
        let roles = script.roles(arguments.hz)?;
        let dt = roles.first().map_or(1.0 / USUAL_HZ, |role| role.plan.dt);
        let Built { scene, movers, props, machinery } = source.build(dt)?;
        check_turns(&movers, dt)?;
        let cues: Vec<_> = roles.iter().flat_map(|role| role.plan.cues().to_vec()).collect();
        let calls = calls(&movers, &cues).context("ticks")?;
        let mut players = Vec::with_capacity(roles.len());
        for (index, Role { config, spawn, plan }) in roles.into_iter().enumerate() {
            let wanted = arguments.spawn.as_deref().filter(|_| index == 0);
            let spawn = match (wanted, spawn) {
                (None, Some(point)) => point,
                (wanted, _) => spawn::find(&scene, &config, wanted)?,
            };
            players.push(Player { config, spawn, way: Way::Script(plan) });
        }
        let walk = Self { name, scene, players, movers, props, machinery, calls, dt, source };
        walk.refuse_slides(arguments)?;
        Ok(walk)
    }

    /// A walk whose ticks somebody else tells.
    ///
    /// # Errors
    /// Levels that cannot be used.
    pub(crate) fn told(source: &Source, players: Vec<(Config, DVec3)>, dt: f64) -> anyhow::Result<Self> {
        let Built { scene, movers, props, machinery } = source.build(dt)?;
        let players =
            players.into_iter().map(|(config, spawn)| Player { config, spawn, way: Way::Told }).collect();
        let (name, calls, source) = (String::new(), Vec::new(), source.clone());
        Ok(Self { name, scene, players, movers, props, machinery, calls, dt, source })
    }

    /// A plain slide is nothing that a world tick knows.
    fn refuse_slides(&self, arguments: &Choice) -> anyhow::Result<()> {
        if !self.is_staged() && arguments.recording.is_none() {
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
    pub(super) fn is_staged(&self) -> bool {
        let has_belts = self.scene.levels.iter().any(|level| !level.belts.is_empty());
        let moves = !(self.movers.is_empty() && self.machinery.is_empty());
        moves || !self.props.is_empty() || self.players.len() > 1 || has_belts
    }

    fn wandering(arguments: &Choice) -> anyhow::Result<Self> {
        let source = Source::of(arguments, Vec::new());
        let dt = tick_of(arguments.hz.unwrap_or(USUAL_HZ))?;
        let Built { scene, movers, props, machinery } = source.build(dt)?;
        let character = scene.levels.iter().find_map(|l| l.level.character);
        let config =
            Config::new(&settings(character.as_ref())).context("the manifest's reference character")?;
        let speed = character.and_then(|c| c.run_speed).unwrap_or(USUAL_SPEED);
        let spawn = spawn::find(&scene, &config, arguments.spawn.as_deref())?;
        let places = machinery.places().collect();
        let wanderer = Wanderer::new(arguments.seed, config.settings().up, speed).drawn_to(places);
        let ticks = (arguments.seconds.unwrap_or(USUAL_SECONDS) / dt).round() as u64;
        let name = arguments.levels.first().map_or_else(String::new, |path| stem(path));
        let players = vec![Player { config, spawn, way: Way::Wander { wanderer, ticks } }];
        Ok(Self { name, scene, players, movers, props, machinery, calls: Vec::new(), dt, source })
    }

    /// What the script says for people about a player, each with its time in seconds.
    pub(super) fn notes(&self, player: usize) -> Box<dyn Iterator<Item = (f64, &str)> + '_> {
        match self.players.get(player).and_then(Player::plan) {
            Some(plan) => Box::new(plan.notes()),
            None => Box::new(std::iter::empty()),
        }
    }

    /// Writes what walks where, in two lines.
    ///
    /// # Errors
    /// Those of `out`.
    pub(super) fn describe(&self, out: &mut impl Write) -> io::Result<()> {
        let bodies: usize = self.scene.world.body_count();
        let triangles: u64 = self.scene.levels.iter().map(|l| l.level.solid_triangle_count()).sum();
        let mut files: Vec<String> = self.scene.levels.iter().map(|l| l.path.display().to_string()).collect();
        files.dedup();
        let moving = match self.movers.len() {
            0 => String::new(),
            count => format!(", {count} of them moving"),
        };
        writeln!(out, "{}: {triangles} triangles in {bodies} bodies{moving}", files.join(", "))?;
        let hz = 1.0 / self.dt;
        for player in &self.players {
            let [x, y, z] = player.config.settings().radii.to_array();
            let step = player.config.settings().ground.step_height;
            writeln!(
                out,
                "  an ellipsoid of {x:.2} x {y:.2} x {z:.2} m radii, steps up to {step:.2} m, {hz:.0} Hz"
            )?;
        }
        Ok(())
    }
}

fn stem(path: &Path) -> String {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

/// The character that a level was made for; the library's where it does not say.
fn settings(reference: Option<&ReferenceCharacter>) -> Settings {
    let mut settings = Settings::default();
    let Some(reference) = reference else { return settings };
    settings.radii = reference.radii;
    settings.crouch_radii = crouched(reference.radii, settings.rotation, settings.up);
    if let Some(height) = reference.step_height {
        (settings.ground.step_height, settings.ground.snap_distance) = (height, height);
    }
    if let Some(cosine) = reference.min_ground_normal_y {
        (settings.ground.cos_climb, settings.ground.cos_slip) = (cosine, cosine);
    }
    if let Some(gravity) = reference.gravity {
        settings.gravity = DVec3::Y * -gravity;
    }
    settings.jump.speed = reference.jump_speed.unwrap_or(settings.jump.speed);
    settings
}
