//! The triangles of some instances as one soup about a point, within a limit for all mechanisms together.

use crate::level::{Level, append_posed};
use glissando::{DAffine3, DVec3, Soup};

/// Most triangles of all mechanisms of a level.
const MOST_TRIANGLES: u64 = 1 << 20;

/// Gathers triangles until the limit is reached.
#[derive(Debug)]
pub(super) struct Gatherer {
    left: u64,
}

impl Gatherer {
    pub(super) fn new() -> Self {
        Self { left: MOST_TRIANGLES }
    }

    /// The triangles of these instances in metres, along the world's axes, relative to `origin`.
    pub(super) fn soup_about(
        &mut self,
        level: &Level,
        instances: &[usize],
        origin: DVec3,
    ) -> Result<Soup, String> {
        let parts = || {
            let instances = instances.iter().filter_map(|&index| level.instances.get(index));
            instances.filter_map(|i| level.meshes.get(i.mesh).map(|mesh| (&mesh.soup, i.pose)))
        };
        let size: u64 = parts().map(|(s, _)| s.triangles.len().max(s.vertices.len() / 3) as u64).sum();
        self.left = self.left.checked_sub(size).ok_or_else(|| {
            format!("the mechanisms of a level may have {MOST_TRIANGLES} triangles together, no more")
        })?;
        let mut soup = Soup::default();
        for (mesh, pose) in parts() {
            let about = DAffine3 { translation: pose.translation - origin, ..pose };
            append_posed(&mut soup, mesh, about);
        }
        if soup.triangles.is_empty() {
            return Err("its node has no triangles".into());
        }
        if !soup.vertices.iter().all(|v| v.is_finite()) {
            return Err("vertices of its mesh are NaN or infinite".into());
        }
        Ok(soup)
    }
}

/// The lowest and the highest corner of a soup with at least one vertex.
pub(super) fn bounds(soup: &Soup) -> Option<(DVec3, DVec3)> {
    let mut vertices = soup.vertices.iter().map(|v| v.as_dvec3());
    let first = vertices.next()?;
    Some(vertices.fold((first, first), |(low, high), v| (low.min(v), high.max(v))))
}
