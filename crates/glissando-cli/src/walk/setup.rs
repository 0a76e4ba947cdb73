//! From arguments to a walk: which world, who walks, from where, and who decides the way.

use super::wander::Wanderer;
use super::{Arguments, spawn};
use crate::levels::{LevelArguments, LoadedLevel, Scene};
use crate::script::{Order, Plan, Script, USUAL_HZ, crouched, tick_of};
use crate::tour;
use anyhow::{Context, bail};
use glissando::{Config, DVec3, Settings, State};
use glissando_level::ReferenceCharacter;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Metres per second of a wanderer in a level that says nothing.
const USUAL_SPEED: f64 = 5.0;

/// Seconds of a walk without a script.
const USUAL_SECONDS: f64 = 30.0;

/// Everything that a walk needs.
#[derive(Debug)]
pub(super) struct Setup {
    /// What the walk is called: a script's or level's name without extension.
    pub(super) name: String,
    pub(super) scene: Scene,
    pub(super) config: Config,
    pub(super) spawn: DVec3,
    /// Seconds a tick.
    pub(super) dt: f64,
    way: Way,
}

/// Says what to do next, given the character as it is; `None` at the end of the walk.
pub(super) type Guide<'a> = Box<dyn FnMut(&State) -> Option<Order> + 'a>;

/// Who decides.
#[derive(Debug)]
enum Way {
    Script(Plan),
    Wander { wanderer: Wanderer, ticks: u64 },
}

impl Setup {
    /// # Errors
    /// What cannot be loaded or used, by name.
    pub(super) fn new(arguments: &Arguments) -> anyhow::Result<Self> {
        if let Some(seconds) = arguments.seconds.filter(|s| !(s.is_finite() && *s >= 0.0)) {
            bail!("--seconds is {seconds}: it must be a number of seconds, 0 or more");
        }
        match &arguments.script {
            Some(path) => Self::scripted(arguments, path).with_context(|| path.display().to_string()),
            None if arguments.levels.is_empty() => Self::tour(arguments),
            None => Self::wandering(arguments),
        }
    }

    fn tour(arguments: &Arguments) -> anyhow::Result<Self> {
        let script = tour::script()?;
        Self::of_script("tour".into(), arguments, &script, vec![tour::level()?])
    }

    fn scripted(arguments: &Arguments, path: &Path) -> anyhow::Result<Self> {
        let script = Script::read(path)?;
        let mut levels = load(arguments, &arguments.levels)?;
        for piece in &script.world {
            let pose = piece.pose()?;
            let mut loaded = load(arguments, std::slice::from_ref(&piece.level))?;
            for part in loaded.iter_mut().flat_map(|l| &mut l.level.instances) {
                part.pose = pose * part.pose;
            }
            for marker in loaded.iter_mut().flat_map(|l| &mut l.level.markers) {
                marker.position = pose.transform_point(marker.position);
            }
            levels.append(&mut loaded);
        }
        if levels.is_empty() {
            bail!("it names no level: list some in \"world\", or on the command line");
        }
        Self::of_script(stem(path), arguments, &script, levels)
    }

    fn of_script(
        name: String,
        arguments: &Arguments,
        script: &Script,
        levels: Vec<LoadedLevel>,
    ) -> anyhow::Result<Self> {
        let config = script.config()?;
        let plan = script.plan(arguments.hz)?;
        let scene = Scene::new(levels)?;
        let spawn = match (&arguments.spawn, script.spawn) {
            (None, Some(point)) => point,
            (wanted, _) => spawn::find(&scene, &config, wanted.as_deref())?,
        };
        Ok(Self { name, scene, config, spawn, dt: plan.dt, way: Way::Script(plan) })
    }

    fn wandering(arguments: &Arguments) -> anyhow::Result<Self> {
        let levels = load(arguments, &arguments.levels)?;
        let character = levels.iter().find_map(|l| l.level.character);
        let config =
            Config::new(&settings(character.as_ref())).context("the manifest's reference character")?;
        let speed = character.and_then(|c| c.run_speed).unwrap_or(USUAL_SPEED);
        let scene = Scene::new(levels)?;
        let spawn = spawn::find(&scene, &config, arguments.spawn.as_deref())?;
        let dt = tick_of(arguments.hz.unwrap_or(USUAL_HZ))?;
        let wanderer = Wanderer::new(arguments.seed, config.settings().up, speed);
        let ticks = (arguments.seconds.unwrap_or(USUAL_SECONDS) / dt).round() as u64;
        let name = arguments.levels.first().map_or_else(String::new, |path| stem(path));
        Ok(Self { name, scene, config, spawn, dt, way: Way::Wander { wanderer, ticks } })
    }

    /// Who decides, at the beginning of the walk.
    pub(super) fn guide(&self) -> Guide<'_> {
        match &self.way {
            Way::Script(plan) => {
                let mut orders = plan.orders();
                Box::new(move |_| orders.next())
            }
            Way::Wander { wanderer, ticks } => {
                let (mut wanderer, mut left) = (wanderer.clone(), *ticks);
                Box::new(move |state| {
                    left = left.checked_sub(1)?;
                    Some(wanderer.order(state, self.dt))
                })
            }
        }
    }

    /// What the script says for people, each with its time in seconds.
    pub(super) fn notes(&self) -> Box<dyn Iterator<Item = (f64, &str)> + '_> {
        match &self.way {
            Way::Script(plan) => Box::new(plan.notes()),
            Way::Wander { .. } => Box::new(std::iter::empty()),
        }
    }

    /// Writes what walks where, in two lines.
    ///
    /// # Errors
    /// Those of `out`.
    pub(super) fn describe(&self, out: &mut impl Write) -> io::Result<()> {
        let bodies: usize = self.scene.world.body_count();
        let triangles: u64 = self.scene.levels.iter().map(|l| l.level.solid_triangle_count()).sum();
        let files: Vec<String> = self.scene.levels.iter().map(|l| l.path.display().to_string()).collect();
        writeln!(out, "{}: {triangles} triangles in {bodies} bodies", files.join(", "))?;
        let [x, y, z] = self.config.settings().radii.to_array();
        let g = self.config.settings().ground;
        writeln!(
            out,
            "  an ellipsoid of {x:.2} x {y:.2} x {z:.2} m radii, steps up to {:.2} m, {:.0} Hz",
            g.step_height,
            1.0 / self.dt
        )
    }
}

fn load(arguments: &Arguments, levels: &[PathBuf]) -> anyhow::Result<Vec<LoadedLevel>> {
    let Arguments { unit, up, no_manifest, .. } = *arguments;
    LevelArguments { levels: levels.to_vec(), unit, up, no_manifest }.load()
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
