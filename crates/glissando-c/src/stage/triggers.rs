//! Triggers: volumes and surfaces that characters enter, cross and leave.

use crate::mesh::gls_mesh;
use crate::pod::gls_pose;
use crate::pointer::given;
use crate::result::{Refusal, border, gls_result};
use crate::stage::gls_stage;
use crate::stage::movers::gls_mover;
use glissando::trigger::{Trigger, TriggerKind};
use glissando::{DAffine3, MoverId, TriggerId};
use std::mem::MaybeUninit;

/// In while the body touches the triangles, from either side; the centre's passing through them is reported too.
pub const GLS_TRIGGER_SURFACE: u32 = 0;
/// In while any part of the body touches or is inside the closed mesh.
pub const GLS_TRIGGER_VOLUME_BY_BODY: u32 = 1;
/// In while the centre of the body is inside the closed mesh.
pub const GLS_TRIGGER_VOLUME_BY_CENTRE: u32 = 2;

/// The handle of a trigger on a stage.
pub type gls_trigger = u64;

/// How a trigger is placed; `gls_trigger_options_default` has the defaults.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct gls_trigger_options {
    /// Where it is, while its mover rests. Default: where its vertices are.
    pub pose: gls_pose,
    /// If `has_mover` is not 0, the mover that it rides on.
    pub mover: gls_mover,
    /// Not 0: it rides on `mover`. Default 0.
    pub has_mover: u32,
    /// The layers it is on, a bit each; characters meet it by the mask of their settings. Default 1.
    pub layers: u32,
    /// `GLS_TRIGGER_VOLUME_BY_BODY` (the default), `GLS_TRIGGER_VOLUME_BY_CENTRE` or `GLS_TRIGGER_SURFACE`.
    pub kind: u32,
    /// Not read.
    pub reserved: u32,
}

/// The default options: a volume that parts of the body enter, unmoved, on layer 0 (bit 1).
#[unsafe(no_mangle)]
pub extern "C" fn gls_trigger_options_default() -> gls_trigger_options {
    gls_trigger_options {
        pose: DAffine3::IDENTITY.into(),
        mover: 0,
        has_mover: 0,
        layers: 1,
        kind: GLS_TRIGGER_VOLUME_BY_BODY,
        reserved: 0,
    }
}

/// Adds a trigger and writes its handle. `options` may be null for the defaults.
///
/// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_DEAD` for the mover; `GLS_ERROR_VALUE` for a volume whose mesh is not closed, and
/// for a pose or kind that is none.
#[unsafe(no_mangle)]
pub extern "C" fn gls_stage_add_trigger(
    stage: Option<&mut gls_stage>,
    mesh: Option<&gls_mesh>,
    options: Option<&gls_trigger_options>,
    id: Option<&mut MaybeUninit<gls_trigger>>,
) -> gls_result {
    border(|| {
        let (stage, mesh, id) = (given("stage", stage)?, given("mesh", mesh)?, given("id", id)?);
        let options = options.copied().unwrap_or_else(|| gls_trigger_options_default());
        let kind = match options.kind {
            GLS_TRIGGER_SURFACE => TriggerKind::Surface,
            GLS_TRIGGER_VOLUME_BY_BODY => TriggerKind::VolumeByBody,
            GLS_TRIGGER_VOLUME_BY_CENTRE => TriggerKind::VolumeByCentre,
            other => {
                let must = "GLS_TRIGGER_SURFACE (0) to GLS_TRIGGER_VOLUME_BY_CENTRE (2)";
                return Err(Refusal::unknown("options.kind", other, must));
            }
        };
        let trigger =
            Trigger::new(mesh.shared.clone(), kind).at(options.pose.into()).on_layers(options.layers);
        let mover = (options.has_mover != 0).then(|| MoverId::from_bits(options.mover));
        id.write(stage.core.add_trigger(trigger, mover)?.to_bits());
        Ok(())
    })
}

/// Removes a trigger. A character that is in it leaves it at the start of the next tick.
///
/// Errors: `GLS_ERROR_NULL`, `GLS_ERROR_DEAD`.
#[unsafe(no_mangle)]
pub extern "C" fn gls_stage_remove_trigger(stage: Option<&mut gls_stage>, id: gls_trigger) -> gls_result {
    border(|| {
        given("stage", stage)?.core.remove_trigger(TriggerId::from_bits(id))?;
        Ok(())
    })
}
