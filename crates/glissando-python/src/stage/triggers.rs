//! The triggers of a stage: volumes and surfaces that report and do not block.

use super::Stage;
use crate::mesh::MeshArguments;
use crate::refusal::{guard, refused};
use crate::scalar::{choice, handle, whole_or};
use crate::workers;
use glissando::TriggerId;
use glissando::trigger::{Trigger, TriggerKind};
use pyo3::prelude::*;

const KINDS: [(&str, TriggerKind); 3] = [
    ("surface", TriggerKind::Surface),
    ("volume_by_body", TriggerKind::VolumeByBody),
    ("volume_by_centre", TriggerKind::VolumeByCentre),
];

#[pymethods]
impl Stage {
    /// Adds a trigger and returns its handle; it may ride on a mover.
    ///
    /// `kind` is 'volume_by_body' (in while any part of the body is inside the closed mesh), 'volume_by_centre' or 'surface'.
    #[pyo3(signature = (vertices, faces, *, kind="volume_by_body", pose=None, layers=None, mover=None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn add_trigger(
        &mut self,
        py: Python<'_>,
        vertices: &Bound<'_, PyAny>,
        faces: &Bound<'_, PyAny>,
        kind: &str,
        pose: Option<&Bound<'_, PyAny>>,
        layers: Option<&Bound<'_, PyAny>>,
        mover: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<u64> {
        let kind = choice("kind", kind, &KINDS)?;
        let pose = crate::array::pose("pose", pose)?;
        let layers = whole_or("layers", layers, 0, u32::MAX.into(), 1)? as u32;
        let mover = mover.map(|mover| self.mover_id(mover)).transpose()?;
        let mesh = MeshArguments::plain(vertices, faces).build(py)?;
        let pool = workers::pool(1)?;
        let stage = &mut self.stage;
        let trigger = Trigger::new(mesh, kind).at(pose).on_layers(layers);
        let id = guard(py, || pool.install(|| stage.add_trigger(trigger, mover)))?;
        Ok(id.map_err(refused)?.to_bits())
    }

    /// Removes a trigger; a character inside leaves it in the next step.
    fn remove_trigger(&mut self, trigger: &Bound<'_, PyAny>) -> PyResult<()> {
        self.stage.remove_trigger(TriggerId::from_bits(handle("trigger", trigger)?)).map_err(refused)?;
        Ok(())
    }
}
