//! Behaviour: small scripts on small scenes, told as one would to a player. Every tick is also judged: the
//! body is never nearer to a triangle than its sweep shell, by a count over all triangles.

mod flat;
mod ledges;
mod ramps;
mod stairs;
