//! What a piece says about its level: which part of it is taken, on which layers, and what its surfaces do.

use super::roster::listed;
use crate::scene::LoadedLevel;
use crate::script::Piece;
use anyhow::bail;
use glissando_level::LevelMaterial;

/// Takes from a piece's level all but the instance that it names, and sets its layers, belts and tractions.
///
/// # Errors
/// Names that nothing in the file has; velocities and factors that are refused.
pub(super) fn dress(piece: &Piece, loaded: &mut LoadedLevel) -> anyhow::Result<()> {
    loaded.layers = piece.layers();
    take_part(piece, loaded)?;
    set_belts(piece, loaded)?;
    set_tractions(piece, loaded)
}

fn take_part(piece: &Piece, loaded: &mut LoadedLevel) -> anyhow::Result<()> {
    let Some(part) = &piece.part else { return Ok(()) };
    let instances = &mut loaded.level.instances;
    let names: Vec<&str> = instances.iter().map(|i| i.name.as_str()).collect();
    if !names.contains(&part.as_str()) {
        bail!("part is {part:?}: the file has {}", listed(&names));
    }
    instances.retain(|instance| instance.name == *part);
    Ok(())
}

fn set_belts(piece: &Piece, loaded: &mut LoadedLevel) -> anyhow::Result<()> {
    let Some(belt) = piece.belt()? else { return Ok(()) };
    let ids = ids_of(&loaded.level.materials, belt.material.as_deref(), "conveyor.material")?;
    loaded.belts = ids.into_iter().map(|id| (id, belt.velocity)).collect();
    Ok(())
}

/// Those of the script take the place of the file's own; named materials that of the rest.
fn set_tractions(piece: &Piece, loaded: &mut LoadedLevel) -> anyhow::Result<()> {
    let tractions = piece.tractions()?;
    let materials = &mut loaded.level.materials;
    let (rest, named): (Vec<_>, Vec<_>) =
        tractions.iter().enumerate().partition(|(_, entry)| entry.material.is_none());
    for (index, entry) in rest.into_iter().chain(named) {
        let field = format!("tractions[{index}].material");
        for id in ids_of(materials, entry.material.as_deref(), &field)? {
            materials[usize::from(id)].traction = entry.traction();
        }
    }
    Ok(())
}

/// The ids of the materials of a name; of all without one.
///
/// # Errors
/// A name that no material has: with the field that says it, and the names that there are.
fn ids_of(materials: &[LevelMaterial], wanted: Option<&str>, field: &str) -> anyhow::Result<Vec<u16>> {
    let all = (0_u16..=u16::MAX).zip(materials);
    let Some(wanted) = wanted else { return Ok(all.map(|(id, _)| id).collect()) };
    let ids: Vec<u16> = all.filter(|(_, m)| m.name == wanted).map(|(id, _)| id).collect();
    if ids.is_empty() {
        let names: Vec<&str> = materials.iter().map(|m| m.name.as_str()).collect();
        bail!("{field} is {wanted:?}: the file has {}", listed(&names));
    }
    Ok(ids)
}
