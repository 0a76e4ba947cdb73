//! `manifest.json` beside a level: its unit, up axis, spawns and the body it was made for.

use crate::error::Problem;
use crate::files::Files;
use crate::level::{Marker, MarkerKind, ReferenceCharacter, SpawnAnchor};
use crate::load::read_text;
use crate::notes::Notes;
use crate::options::Up;
use crate::place::Frame;
use glissando::DVec3;
use glissando::character::BodyShape;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::path::Path;

/// Most units that feet may be below or above a spawn point.
const MOST_DROP: f64 = 1e6;

/// Everything that the manifest says about one file, in units of the file.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Entry {
    /// Metres per unit.
    pub(crate) unit_m: Option<f64>,
    up: Option<String>,
    reference_character: Option<Character>,
    spawn_points: Vec<SpawnPoint>,
}

/// A spawn as manifests and entity lists write it.
#[derive(Debug, Deserialize)]
pub(crate) struct SpawnPoint {
    #[serde(default)]
    class: Option<String>,
    pos: [f64; 3],
    #[serde(default)]
    yaw_deg: f64,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Character {
    radius: Option<f64>,
    height: Option<f64>,
    step: Option<f64>,
    spawn_is: Option<String>,
    ellipsoid_suggestion: Option<[f64; 3]>,
    body: BodyShape,
    min_ground_normal_y: Option<f64>,
    gravity: Option<f64>,
    run_speed: Option<f64>,
    jump_speed: Option<f64>,
}

#[derive(Deserialize)]
struct Manifest<'a> {
    #[serde(borrow)]
    levels: Vec<&'a RawValue>,
}

#[derive(Deserialize)]
struct Heading {
    #[serde(default)]
    name: String,
    #[serde(default)]
    files: BTreeMap<String, String>,
}

impl Entry {
    /// The entry for a level file in the manifest beside it; an empty one if there is none.
    pub(crate) fn beside(files: &dyn Files, path: &Path, notes: &mut Notes) -> Result<Self, Problem> {
        let file_name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        match read_text(files, &path.with_file_name("manifest.json"), notes)? {
            Some(text) => Ok(Self::find(&text, &file_name, notes)?.unwrap_or_default()),
            None => Ok(Self::default()),
        }
    }

    /// The entry for `file_name` in the text of a manifest, or `None` if it says nothing about that file.
    ///
    /// A text that is no level manifest is only noted: the name is too common to be ours alone.
    fn find(text: &str, file_name: &str, notes: &mut Notes) -> Result<Option<Self>, Problem> {
        let manifest: Manifest<'_> = match serde_json::from_str(text) {
            Ok(manifest) => manifest,
            Err(error) => {
                notes.add(|| format!("manifest.json is not a level manifest and was ignored: {error}"));
                return Ok(None);
            }
        };
        for (index, raw) in manifest.levels.iter().enumerate() {
            let Ok(heading) = serde_json::from_str::<Heading>(raw.get()) else { continue };
            let role = heading.files.iter().find(|(_, file)| *file == file_name).map(|(role, _)| role);
            let stem = file_name.rsplit_once('.').map_or(file_name, |(stem, _)| stem);
            if role.is_none() && heading.name != stem {
                continue;
            }
            let at = || format!("manifest.json, level {index}");
            let mut entry: Self =
                serde_json::from_str(raw.get()).map_err(|e| Problem::malformed(at(), e.to_string()))?;
            if role.is_some_and(|role| role == "movers") {
                entry.spawn_points.clear();
            }
            return Ok(Some(entry));
        }
        Ok(None)
    }

    /// The axis that points up, if it is said.
    pub(crate) fn up(&self) -> Result<Option<Up>, Problem> {
        match self.up.as_deref().map(str::to_lowercase).as_deref() {
            None => Ok(None),
            Some("y" | "+y") => Ok(Some(Up::Y)),
            Some("z" | "+z") => Ok(Some(Up::Z)),
            Some(other) => {
                Err(Problem::malformed("manifest.json, up", format!("{other:?} is neither y nor z")))
            }
        }
    }

    /// The spawns, in metres.
    pub(crate) fn spawns(&self, frame: Frame, notes: &mut Notes) -> Result<Vec<Marker>, Problem> {
        self.place_spawns("manifest.json, spawn_points", &self.spawn_points, frame, notes)
    }

    /// Spawns from elsewhere, the list `list`, read as this entry says spawns are meant.
    pub(crate) fn place_spawns(
        &self,
        list: &str,
        points: &[SpawnPoint],
        frame: Frame,
        notes: &mut Notes,
    ) -> Result<Vec<Marker>, Problem> {
        let (anchor, drop) = self.anchor(notes);
        let world_from_file = frame.world_from_file();
        let marker = |(index, point): (usize, &SpawnPoint)| {
            let position = world_from_file.transform_point(point.pos.into()) - DVec3::Y * (drop * frame.unit);
            if !position.is_finite() {
                let what = format!(
                    "is {:?} in units of {} m: in metres that is beyond every number; correct the place or the unit",
                    point.pos, frame.unit
                );
                return Err(Problem::malformed(format!("{list}[{index}], pos"), what));
            }
            Ok(Marker {
                name: point.class.clone().unwrap_or_else(|| "spawn".into()),
                kind: MarkerKind::Spawn,
                position,
                anchor,
                yaw_radians: point.yaw_deg.to_radians(),
                extras: None,
            })
        };
        points.iter().enumerate().map(marker).collect()
    }

    /// What a spawn point is, and how many units the feet are below it.
    pub(crate) fn anchor(&self, notes: &mut Notes) -> (SpawnAnchor, f64) {
        let meaning = self.reference_character.as_ref().and_then(|c| c.spawn_is.as_deref());
        let Some(meaning) = meaning else { return (SpawnAnchor::AboveFloor, 0.0) };
        if meaning == "feet" {
            return (SpawnAnchor::Feet, 0.0);
        }
        // A text can hold "nan" and "inf", which JSON has no numbers for.
        let is_drop = |drop: &f64| drop.abs() <= MOST_DROP;
        let number =
            |rest: &str| rest.split_whitespace().next().and_then(|n| n.parse::<f64>().ok()).filter(is_drop);
        if let Some(drop) = meaning.split_once("feet are ").and_then(|(_, rest)| number(rest)) {
            return (SpawnAnchor::Feet, drop);
        }
        if !meaning.contains("above") {
            notes.add(|| {
                format!("manifest.json: spawn_is {meaning:?} is not known, taken as above the floor")
            });
        }
        (SpawnAnchor::AboveFloor, 0.0)
    }

    /// The body that the level was made for, in metres.
    pub(crate) fn character(&self, frame: Frame) -> Result<Option<ReferenceCharacter>, Problem> {
        let Some(c) = &self.reference_character else { return Ok(None) };
        let box_like = c.radius.zip(c.height).map(|(r, h)| [r, h / 2.0, r]);
        let radii = match c.body {
            BodyShape::Capsule | BodyShape::Box | BodyShape::Cylinder => box_like.or(c.ellipsoid_suggestion),
            _ => c.ellipsoid_suggestion.or(box_like),
        };
        let Some(radii) = radii else { return Ok(None) };
        let most = f64::MAX / frame.unit.max(1.0);
        for value in radii {
            if !(value > 0.0 && value <= most) {
                let what = "the radii of the manifest's reference character";
                return Err(Problem::BadNumber { what, value, least: f64::MIN_POSITIVE, most });
            }
        }
        let metres = |what, units: Option<f64>| match units {
            Some(value) if value.abs() > most => Err(Problem::BadNumber { what, value, least: -most, most }),
            _ => Ok(units.map(|u| u * frame.unit)),
        };
        Ok(Some(ReferenceCharacter {
            body: c.body,
            radii: DVec3::from(radii) * frame.unit,
            step_height: metres("the step of the manifest's reference character", c.step)?,
            min_ground_normal_y: c.min_ground_normal_y,
            gravity: metres("the gravity of the manifest's reference character", c.gravity)?,
            run_speed: metres("the run_speed of the manifest's reference character", c.run_speed)?,
            jump_speed: metres("the jump_speed of the manifest's reference character", c.jump_speed)?,
        }))
    }

    /// Whether the entry lists spawns.
    pub(crate) fn has_spawns(&self) -> bool {
        !self.spawn_points.is_empty()
    }
}
