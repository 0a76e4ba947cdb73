//! Moving worlds: stages with movers, characters, triggers and balls; balls alone.

mod balls;
mod caught;
mod changes;
mod checks;
mod crowd_doors;
mod drawn;
mod far_chains;
mod far_squeeze;
mod filtered_stage;
mod handles;
mod led_out;
mod mover_values;
mod moving_ground;
mod open_ram;
mod parallel;
mod pinched;
mod platforms;
mod remembered;
mod resting;
mod restored_crush;
mod riding_triggers;
mod squeeze;
mod stage;
mod stage_balls;
mod stage_findings;
mod triggers;
