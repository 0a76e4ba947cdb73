//! Behaviour: small scripts on small scenes, told as one would to a player. Every tick is also judged: the
//! body is never nearer to a triangle than its sweep shell, by a count over all triangles.

mod buttons;
mod ceilings;
mod changes;
mod complaints;
mod corners;
mod falls;
mod flat;
mod gaps;
mod ledges;
mod limits;
mod ramps;
mod rest;
mod seeds;
mod slides;
mod stairs;
mod turned;
mod wedges;
