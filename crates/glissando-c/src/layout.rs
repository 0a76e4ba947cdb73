//! Sizes of the plain structures: asserted here when the library is compiled, and in the header when a program is.

use crate::{
    character, event, filter, level, machinery, many, mesh, nearby, pod, query, settings, shape, stage, step,
    trace, world,
};

macro_rules! sizes {
    ($($module:ident $(:: $inner:ident)*, $name:ident = $size:expr;)*) => {
        $(const _: () = assert!(size_of::<$module $(:: $inner)* ::$name>() == $size);)*

        /// Names and sizes in bytes, on machines with pointers of 64 bits.
        pub const SIZES: &[(&str, usize)] = &[$((stringify!($name), $size)),*];
    };
}

// Structures with pointers have other sizes elsewhere, and no such machine was tried.
#[cfg(target_pointer_width = "64")]
sizes! {
    pod, gls_vec3 = 24;
    pod, gls_vec3f = 12;
    pod, gls_quat = 32;
    pod, gls_pose = 96;
    pod, gls_rigid = 56;
    pod, gls_surface = 24;
    mesh, gls_mesh_options = 40;
    mesh, gls_mesh_report = 80;
    world, gls_conveyor = 32;
    world, gls_traction = 32;
    world, gls_body_options = 136;
    shape, gls_shape = 72;
    query, gls_ray = 48;
    query, gls_sweep = 136;
    query, gls_hit = 128;
    nearby, gls_contact = 120;
    nearby, gls_clearance = 88;
    nearby, gls_triangle = 96;
    settings, gls_settings = 272;
    event, gls_event = 152;
    character, gls_state = 160;
    character, gls_input = 32;
    filter, gls_contact_filter = 48;
    trace, gls_trace_step = 88;
    step, gls_waypoint = 32;
    step, gls_report = 72;
    many, gls_many_report = 32;
    stage::characters, gls_stage_character = 192;
    stage::movers, gls_key = 64;
    stage::movers, gls_mover_spec = 120;
    stage::movers, gls_mover_state = 136;
    stage::triggers, gls_trigger_options = 120;
    stage::balls, gls_ball = 72;
    stage::balls, gls_ball_settings = 72;
    stage::balls, gls_impact = 104;
    stage::tick, gls_character_report = 64;
    stage::tick, gls_mover_report = 24;
    stage::tick, gls_ball_report = 8;
    stage::tick, gls_stage_report = 88;
    level, gls_level_options = 16;
    level, gls_file = 24;
    level, gls_spawn = 32;
    machinery, gls_incident = 112;
}
