//! Many characters: `step_many`, where characters ignore each other, and crowds, where they keep apart.

mod crowd;
mod crowd_doorway;
mod crowd_order;
mod crowd_pushes;
mod crowd_separation;
mod many;
mod one_spot;
mod parallel;
mod peers_meetings;
mod remembered;
