//! Kind `during`: sweeps and contacts while bodies are in motion, against their slow twins.

use super::depth;
use super::mix::Mix;
use super::queries::in_order;
use super::soups::{cuboid, mesh};
use super::watch::Watch;
use super::worlds::{motion, shape, world};
use glissando::motion::Motion;
use glissando::world::Brute;
use glissando::{Body, BodyId, DAffine3, DVec3, Filter, Mesh, MeshOptions, Shape, Sweep, World};

/// Sweeps in one world.
const SWEEPS: usize = 8;

pub(super) fn run(mix: &mut Mix, watch: &mut Watch) {
    let size = if mix.is_hostile() { mix.size() } else { mix.pick(&[3.0, 10.0]) };
    let (mut world, bodies) =
        if mix.chance(0.5) { world(mix, watch, size) } else { blocks(mix, watch, size) };
    for &body in &bodies {
        if mix.chance(0.7)
            && let Some(motion) = motion(mix, watch, size)
        {
            watch.call("World::set_motion", || world.set_motion(body, motion));
        }
    }
    for _ in 0..SWEEPS {
        let person = Shape::upright_ellipsoid(DVec3::new(0.4, 0.9, 0.4)).ok();
        let shape = if mix.chance(0.5) { person } else { shape(mix, watch) };
        let Some(shape) = shape else { continue };
        let (from, filter) = (mix.point(size), mix.filter());
        sweep(mix, watch, &world, &shape, (from, filter));
        contacts(mix, watch, &world, &shape, (from, filter));
    }
    finish(mix, watch, &mut world, &bodies);
}

/// An ordinary world: blocks and other meshes that are not scaled, and nothing hostile but what `mix` brings.
fn blocks(mix: &mut Mix, watch: &mut Watch, size: f64) -> (World, Vec<BodyId>) {
    let (mut world, mut bodies) = (World::new(), Vec::new());
    for _ in 0..mix.integer(1, 4) {
        let block = cuboid(mix.lengths(0.3 * size));
        let block = Mesh::build(&block, &MeshOptions::default()).ok().map(|(mesh, _)| mesh.into());
        let Some(mesh) = (if mix.chance(0.5) { block } else { mesh(mix, watch, 0.5 * size) }) else {
            continue;
        };
        let pose = DAffine3::from_translation(mix.point(0.5 * size));
        bodies.extend(watch.call("World::insert", || world.insert(Body::new(mesh).at(pose))));
    }
    (world, bodies)
}

/// Two shares of the tick, mostly in order.
fn shares(mix: &mut Mix) -> (f64, f64) {
    let (one, two) = (mix.length(1.0), mix.length(1.0));
    if one > two && mix.chance(0.9) { (two, one) } else { (one, two) }
}

fn sweep(mix: &mut Mix, watch: &mut Watch, world: &World, shape: &Shape, place: (DVec3, Filter)) {
    let (from, filter) = place;
    let way = mix.point(3.0);
    let Some(sweep) = watch.call("Sweep::new", || Sweep::new(*shape, from, way)) else { return };
    let skin = shape.smallest_radius() * mix.pick(&[0.0, 0.01, 0.1]);
    let sweep = sweep.with_skin(skin).unwrap_or(sweep).with_filter(filter);
    let (start, end) = shares(mix);
    let Some(hit) = watch.call("World::sweep_during", || world.sweep_during(&sweep, start, end)) else {
        return;
    };
    watch.hit("World::sweep_during", &hit);
    let slow = Brute(world).sweep_during(&sweep, start, end);
    let question = || format!("share {start} to {end}, {sweep:?}");
    watch.same("a sweep during motion differs from its slow twin", &hit, &slow, question);
    if watch.judges_depth {
        end_is_free(watch, world, &sweep, (start, end), hit.map_or(1.0, |h| h.fraction), filter);
    }
}

/// A sweep that starts clear ends clear, with all bodies where they are then.
fn end_is_free(
    watch: &mut Watch,
    world: &World,
    sweep: &Sweep,
    (start, end): (f64, f64),
    fraction: f64,
    filter: Filter,
) {
    let shape = sweep.shape();
    let mut found = Vec::new();
    Brute(world).contacts_during(&shape, sweep.from(), 1.0, filter, start, &mut found);
    if !found.is_empty() {
        return;
    }
    let at = sweep.from() + sweep.translation() * fraction;
    Brute(world).contacts_during(&shape, at, 1.0, filter, start + (end - start) * fraction, &mut found);
    let deepest = found.iter().min_by(|a, b| a.radii.total_cmp(&b.radii));
    if let Some(contact) = deepest {
        let motion = contact.surface.body().and_then(|id| world.motion(id).ok()).unwrap_or(Motion::STILL);
        // What a motion adds to the roundings: its way, and the arm of its turn.
        let way = motion.shift().length() + motion.turn().length() * (at - motion.pivot()).length();
        let rounding = 64.0 * f64::EPSILON * way / shape.smallest_radius();
        let slack = depth::slack(world, contact, &shape, at) + rounding;
        watch.expect(contact.radii >= 1.0 - slack, "a sweep during motion ends in something", || {
            format!("{} radii, rounding {slack:e}, {motion:?}: {sweep:?} at {fraction}", contact.radii)
        });
    }
}

fn contacts(mix: &mut Mix, watch: &mut Watch, world: &World, shape: &Shape, place: (DVec3, Filter)) {
    let (at, filter) = place;
    let (distance, share, mut fast) = (mix.length(0.5), mix.length(1.0), Vec::new());
    let question = || world.contacts_during(shape, at, distance, filter, share, &mut fast);
    if watch.call("World::contacts_during", question).is_none() {
        return;
    }
    watch.finite("World::contacts_during", &fast);
    let (radii, mut slow) = (1.0 + distance / shape.smallest_radius(), Vec::new());
    Brute(world).contacts_during(shape, at, radii, filter, share, &mut slow);
    in_order(&mut slow);
    watch.same("contacts during motion differ from their slow twin", &fast, &slow, || {
        format!("{shape:?} {at:?} at share {share}")
    });
}

/// After the tick every body is where its motion leads, and has no motion.
fn finish(mix: &mut Mix, watch: &mut Watch, world: &mut World, bodies: &[BodyId]) {
    let dt = mix.length(0.1);
    let ends: Vec<_> = bodies
        .iter()
        .filter_map(|&id| Some((id, world.motion(id).ok()?.pose_at(&world.body(id).ok()?.pose, 1.0))))
        .collect();
    if watch.call("World::finish_motions", || world.finish_motions(dt)).is_none() {
        return;
    }
    for (id, end) in ends {
        let is_still = world.motion(id) == Ok(Motion::STILL);
        watch.expect(is_still, "a motion that goes on after its tick", || format!("{id:?}"));
        let pose = world.body(id).map_or(end, |body| body.pose);
        watch.expect(
            (pose.translation - end.translation).length() <= 1e-9 * (1.0 + end.translation.length()),
            "a body that is not where its motion leads",
            || format!("{pose:?} {end:?}"),
        );
    }
}
