//! Behaviour: small scripts on small scenes. After every tick all triangles are checked: none is nearer to the body
//! than its sweep shell.

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
