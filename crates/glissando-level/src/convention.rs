//! What names and extras say about collision, spawns and materials.
//!
//! Sources: Godot documentation, "Node type customization using name suffixes"; Unreal Engine
//! documentation, "FBX static mesh pipeline", section "Collision".

use glissando::traction::Traction;
use serde::Deserialize;
use serde::de::IgnoredAny;

/// What a name says about collision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Nothing.
    Plain,
    /// It is made for collision.
    Collision,
    /// It never collides.
    Intangible,
    /// It never collides, nor does anything below it.
    Dropped,
    /// It belongs to something that moves or triggers, and not to the ground.
    Mechanism,
}

/// What a name says about collision.
pub(crate) fn role(name: &str) -> Role {
    let name = name.to_lowercase();
    let bare = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.' || c.is_whitespace());
    let ends = |suffix: &str| bare.strip_suffix(suffix).is_some_and(|rest| rest.ends_with(['-', '$', '_']));
    if ends("noimp") {
        Role::Dropped
    } else if ["navmesh", "occ", "occonly"].into_iter().any(ends) || names_a_trigger(&name) {
        Role::Intangible
    } else if ["col", "colonly", "convcol", "convcolonly"].into_iter().any(ends)
        || ["ucx_", "ubx_", "usp_", "ucp_"].into_iter().any(|p| name.starts_with(p))
    {
        Role::Collision
    } else {
        Role::Plain
    }
}

/// Whether something with this name is there to be passed through.
pub(crate) fn names_a_trigger(name: &str) -> bool {
    first_word(&name.to_lowercase()) == "trigger"
}

/// Whether a point with this name is where a body starts.
pub(crate) fn names_a_spawn(name: &str) -> bool {
    let name = name.to_lowercase();
    ["spawn", "player_start", "playerstart", "info_player"].into_iter().any(|p| name.starts_with(p))
}

/// Whether a point with this name belongs to a path.
pub(crate) fn names_a_path(name: &str) -> bool {
    let name = name.to_lowercase();
    ["path", "waypoint"].into_iter().any(|p| name.starts_with(p))
}

/// Whether a material with this name is one-sided.
pub(crate) fn names_one_sided(name: &str) -> bool {
    name.to_lowercase().ends_with("-onesided")
}

/// Whether nobody is meant to stand on a material with this name.
pub(crate) fn names_sky(name: &str) -> bool {
    matches!(first_word(&name.to_lowercase()), "sky" | "skybox")
}

fn first_word(name: &str) -> &str {
    name.split(|c: char| !c.is_alphabetic()).next().unwrap_or("")
}

/// What extras say to us: the object under the key `glissando`.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Flags {
    pub(crate) collision: Option<bool>,
    pub(crate) spawn: bool,
    path: Option<PathFlag>,
    pub(crate) one_sided: bool,
    pub(crate) off_limits: Option<bool>,
    /// Of a material.
    pub(crate) traction: Option<Traction>,
    kind: Option<IgnoredAny>,
    motion: Option<IgnoredAny>,
    shuttle: Option<IgnoredAny>,
    bob: Option<IgnoredAny>,
    swing: Option<IgnoredAny>,
    effect: Option<IgnoredAny>,
}

/// `path` marks a point of a path, or is the path that a node goes along.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum PathFlag {
    Marks(bool),
    Keys(Vec<IgnoredAny>),
}

impl Flags {
    /// Whether the node is a point of a path.
    pub(crate) fn path(&self) -> bool {
        matches!(self.path, Some(PathFlag::Marks(true)))
    }

    /// Whether the node moves or triggers.
    pub(crate) fn mechanism(&self) -> bool {
        let words = [&self.kind, &self.motion, &self.shuttle, &self.bob, &self.swing, &self.effect];
        let has_keys = matches!(&self.path, Some(PathFlag::Keys(keys)) if !keys.is_empty());
        has_keys || words.into_iter().any(Option::is_some)
    }
}

/// Reads the flags of extras given as JSON text; anything that is not an object says nothing.
///
/// # Errors
/// The reason why the object under `glissando` makes no sense.
pub(crate) fn flags(extras: &str) -> Result<Flags, String> {
    #[derive(Deserialize)]
    struct Outer {
        #[serde(default)]
        glissando: Flags,
    }
    if !extras.contains("\"glissando\"") || !extras.starts_with('{') {
        return Ok(Flags::default());
    }
    serde_json::from_str::<Outer>(extras).map(|o| o.glissando).map_err(|e| e.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suffixes_count_in_any_case_with_any_separator_before_digits() {
        for name in
            ["wall-col", "Wall_COL", "wall$convcol", "a-colonly.001", "b-convcolonly 2", "UCX_wall_01"]
        {
            assert_eq!(role(name), Role::Collision, "{name}");
        }
    }

    #[test]
    fn ordinary_words_are_never_taken_for_suffixes() {
        for name in ["protocol", "col", "disco", "triggerfish", "floor", "-colour", "noimp", ""] {
            assert_eq!(role(name), Role::Plain, "{name}");
        }
    }

    #[test]
    fn triggers_and_dropped_nodes_never_collide() {
        assert_eq!(role("sketch-noimp.003"), Role::Dropped);
        for name in ["Trigger", "trigger_push_3", "trigger.001", "level-navmesh", "x-occ"] {
            assert_eq!(role(name), Role::Intangible, "{name}");
        }
    }

    #[test]
    fn extras_without_our_key_say_nothing_and_nonsense_is_reported() {
        assert_eq!(flags("3").unwrap().collision, None);
        assert_eq!(flags(r#"{"glissando":{"collision":false,"later":1}}"#).unwrap().collision, Some(false));
        assert!(flags(r#"{"glissando":{"spawn":"yes"}}"#).is_err());
    }
}
