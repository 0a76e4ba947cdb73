//! A world that moves: stages with movers, characters, triggers and balls; balls alone.

mod balls;
mod changes;
mod drawn;
mod handles;
mod judged_stage;
mod platforms;
mod stage;
mod stage_balls;
mod stage_findings;
mod triggers;
