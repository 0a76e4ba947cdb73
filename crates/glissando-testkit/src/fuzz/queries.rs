//! Kind `queries`: every question of a world, against its slow twin, while bodies come, go and move.

use super::depth;
use super::mix::{Mix, is_tame};
use super::soups::mesh;
use super::watch::Watch;
use super::worlds::{insert, motion, pose, shape, summary, world};
use glissando::world::{Brute, NeighbourhoodBuffer};
use glissando::{BodyId, Collide, Contact, DVec3, Filter, Shape, Surface, Sweep, World};

/// Rounds of questions and changes.
const ROUNDS: usize = 4;

pub(super) fn run(mix: &mut Mix, watch: &mut Watch) {
    let size = mix.size();
    let (mut world, mut bodies) = world(mix, watch, size);
    for _ in 0..ROUNDS {
        for _ in 0..3 {
            let asked =
                Asked { from: mix.point(1.5 * size), way: mix.point(3.0 * size), filter: mix.filter() };
            rays(watch, &world, &asked);
            list(mix, watch, &world, &asked);
            if let Some(shape) = shape(mix, watch) {
                resting(mix, watch, &world, &shape, &asked, size);
                moving(mix, watch, &world, &shape, &asked);
            }
        }
        change(mix, watch, &mut world, &mut bodies, size);
    }
}

/// What all questions of a round have.
struct Asked {
    from: DVec3,
    way: DVec3,
    filter: Filter,
}

fn rays(watch: &mut Watch, world: &World, asked: &Asked) {
    let &Asked { from, way, filter } = asked;
    if let Some(hit) = watch.call("World::ray", || world.ray(from, way, filter)) {
        watch.hit("World::ray", &hit);
        let slow = Collide::ray(&Brute(world), from, way, filter);
        watch.same("a ray differs from its slow twin", &hit, &slow, || format!("{from:?} {way:?}"));
    }
    let (mut fast, mut slow) = (Vec::new(), Vec::new());
    if watch.call("World::ray_hits", || world.ray_hits(from, way, filter, &mut fast)).is_some() {
        fast.iter().for_each(|hit| watch.hit("World::ray_hits", &Some(*hit)));
        Brute(world).ray_hits(from, way, filter, &mut slow);
        watch.same("all hits of a ray differ from the slow twin's", &fast, &slow, || {
            format!("{from:?} {way:?}")
        });
    }
    let blocked = watch.call("World::is_blocked_between", || world.is_blocked_between(from, way, filter));
    let mut answers = vec![true];
    let segments = [(from, way), (way, from)];
    let all = watch
        .call("World::are_blocked_between", || world.are_blocked_between(&segments, filter, &mut answers));
    match all {
        Some(()) => watch.expect(answers.first().copied() == blocked, "are_blocked_between differs", || {
            format!("{segments:?} {answers:?} {blocked:?}")
        }),
        None => watch.expect(answers.is_empty(), "answers of a refused question", || format!("{answers:?}")),
    }
}

/// Questions about a body at rest.
fn resting(mix: &mut Mix, watch: &mut Watch, world: &World, shape: &Shape, asked: &Asked, size: f64) {
    let &Asked { from, filter, .. } = asked;
    let overlap = watch.call("World::overlap", || world.overlap(shape, from, filter));
    let mut slow = Vec::new();
    if let Some(overlap) = overlap {
        Brute(world).contacts_in_radii(shape, from, 1.0, filter, &mut slow);
        let deepest = deepest(&slow);
        watch.same("an overlap differs from its slow twin", &overlap, &deepest, || {
            format!("{shape:?} {from:?}")
        });
        boxes(watch, world, shape, asked, &slow);
    }
    let most = if mix.chance(0.5) { f64::INFINITY } else { mix.length(size) };
    if let Some(clear) = watch.call("World::clearance", || world.clearance(shape, from, most, filter)) {
        let is_in = overlap.is_some_and(|o| o.is_some());
        let is_negative = clear.is_some_and(|c| c.distance < 0.0);
        watch.expect(is_in == is_negative || overlap.is_none(), "clearance and overlap differ", || {
            format!("{shape:?} {from:?}: {clear:?} {overlap:?}")
        });
    }
    let (distance, mut fast) = (mix.length(0.2 * size), Vec::new());
    if watch.call("World::contacts", || world.contacts(shape, from, distance, filter, &mut fast)).is_some() {
        watch.finite("World::contacts", &fast);
        let radii = 1.0 + distance / shape.smallest_radius();
        Brute(world).contacts_in_radii(shape, from, radii, filter, &mut slow);
        in_order(&mut slow);
        watch.same("contacts differ from their slow twin", &fast, &slow, || format!("{shape:?} {from:?}"));
        for contact in &fast {
            watch.unit("World::contacts", contact.normal);
        }
        watch.survive("drop_inner_edges", || glissando::slide::drop_inner_edges(&mut fast));
    }
}

/// The contact that `World::overlap` promises: the deepest, and of equals the first.
fn deepest(contacts: &[Contact]) -> Option<Contact> {
    let key = |c: &Contact| (c.surface.owner, c.surface.triangle);
    let inside = contacts.iter().filter(|c| c.radii < 1.0);
    inside.min_by(|a, b| a.gap().total_cmp(&b.gap()).then(key(a).cmp(&key(b)))).copied()
}

pub(super) fn in_order(contacts: &mut [Contact]) {
    contacts.sort_unstable_by_key(|c| (c.surface.owner, c.surface.triangle));
}

/// What a body overlaps must be among the triangles that meet its box.
fn boxes(watch: &mut Watch, world: &World, shape: &Shape, asked: &Asked, overlapped: &[Contact]) {
    let &Asked { from, way, filter } = asked;
    let mut found = Vec::new();
    watch.call("World::triangles_in_box", || world.triangles_in_box(from, way, filter, &mut found));
    watch.finite("World::triangles_in_box", &found);
    let extents = shape.half_extents() * (1.0 + 1e-9);
    let (low, high) = (from - extents, from + extents);
    let question = || world.triangles_in_box(low, high, filter, &mut found);
    if watch.call("World::triangles_in_box", question).is_none() {
        return;
    }
    for contact in overlapped.iter().filter(|c| c.radii < 1.0 - depth::slack(world, c, shape, from)) {
        let is_there = found.iter().any(|triangle| triangle.surface == contact.surface);
        watch.expect(is_there, "a triangle that is overlapped is not in the box", || {
            format!("{low:?} {high:?}: {contact:?}")
        });
    }
}

/// Questions about a body on its way.
fn moving(mix: &mut Mix, watch: &mut Watch, world: &World, shape: &Shape, asked: &Asked) {
    let &Asked { from, way, filter } = asked;
    let Some(sweep) = watch.call("Sweep::new", || Sweep::new(*shape, from, way)) else { return };
    let skin = shape.smallest_radius() * mix.pick(&[0.0, 0.01, 0.25, 1.0]);
    let skin = if mix.chance(0.2) { mix.length(0.2) } else { skin };
    let sweep = watch.call("Sweep::with_skin", || sweep.with_skin(skin)).unwrap_or(sweep);
    let sweep = sweep.with_filter(filter);
    let hit = watch.value("World::sweep", || world.sweep(&sweep));
    watch.hit("World::sweep", &hit);
    let slow = Collide::sweep(&Brute(world), &sweep);
    watch.same("a sweep differs from its slow twin", &hit, &slow, || format!("{sweep:?}"));
    let (distance, mut found) = (mix.length(0.1), Vec::new());
    let with_contacts =
        watch.call("World::sweep_contacts", || world.sweep_contacts(&sweep, distance, &mut found));
    if let Some(with_contacts) = with_contacts {
        watch.same("sweep_contacts sweeps otherwise", &hit, &with_contacts, || format!("{sweep:?}"));
        watch.finite("World::sweep_contacts", &found);
    }
    if watch.judges_depth {
        end_is_free(watch, world, &sweep, hit.map_or(1.0, |h| h.fraction), filter);
    }
    near(watch, world, &sweep, asked);
}

/// A sweep that starts clear ends clear.
fn end_is_free(watch: &mut Watch, world: &World, sweep: &Sweep, fraction: f64, filter: Filter) {
    let shape = sweep.shape();
    let clear = |at: DVec3| depth::surface_inside(world, &shape, at, filter);
    let start = depth::nearest(&Brute(world), &shape, sweep.from(), 1.0, filter);
    let end = sweep.from() + sweep.translation() * fraction;
    if start.is_none()
        && let Some(contact) = clear(end)
    {
        watch.find("a sweep ends in something", || {
            let slack = depth::slack(world, &contact, &shape, end);
            format!("{} radii, rounding {slack:e}: {sweep:?} at {fraction}: {contact:?}", contact.radii)
        });
    }
}

/// A list of what is near any place, of any shape, as far as any number reaches.
fn list(mix: &mut Mix, watch: &mut Watch, world: &World, asked: &Asked) {
    let &Asked { from, way, filter } = asked;
    let Some(shape) = shape(mix, watch) else { return };
    let (radii, mut buffer) = (mix.number(3.0), NeighbourhoodBuffer::default());
    watch.survive("World::neighbourhood", || {
        let near = world.neighbourhood(&shape, from, way, radii, filter, &mut buffer);
        (near.packet_count(), Collide::ray(&near, from, way, filter))
    });
}

/// A list of the triangles near a sweep answers as the world does.
fn near(watch: &mut Watch, world: &World, sweep: &Sweep, asked: &Asked) {
    /// The widest shell that a sweep can have, in radii.
    const SHELL: f64 = 2.0;
    let &Asked { way, filter, .. } = asked;
    let shape = sweep.shape();
    let mut buffer = NeighbourhoodBuffer::default();
    let near = world.neighbourhood(&shape, sweep.from(), way.abs(), SHELL, filter, &mut buffer);
    let listed = watch.value("Near::sweep", || Collide::sweep(&near, sweep));
    let whole = world.sweep(sweep);
    watch.same("a sweep through a list differs from the world's", &listed, &whole, || format!("{sweep:?}"));
    let ray = watch.value("Near::ray", || Collide::ray(&near, sweep.from(), way, filter));
    let whole = Collide::ray(world, sweep.from(), way, filter);
    watch.same("a ray through a list differs from the world's", &ray, &whole, || format!("{sweep:?}"));
}

/// Changes a world; a refused change leaves it as it was.
fn change(mix: &mut Mix, watch: &mut Watch, world: &mut World, bodies: &mut Vec<BodyId>, size: f64) {
    let body = mix.handle(bodies);
    let before = summary(world);
    let done = match mix.integer(0, 6) {
        0 => watch.call("World::remove", || world.remove(body).map(|b| b.layers)).is_some(),
        1 => {
            let pose = pose(mix, size);
            watch.call("World::set_pose", || world.set_pose(body, pose)).is_some()
        }
        2 => mesh(mix, watch, size)
            .is_none_or(|mesh| watch.call("World::set_mesh", || world.set_mesh(body, mesh)).is_some()),
        3 => motion(mix, watch, size).is_none_or(|motion| {
            watch.call("World::set_motion", || world.set_motion(body, motion)).is_some()
        }),
        4 => {
            let dt = mix.length(0.1);
            watch.call("World::finish_motions", || world.finish_motions(dt)).is_some()
        }
        5 => {
            bodies.extend(insert(mix, watch, world, size));
            true
        }
        _ => {
            bodies.extend(mesh(mix, watch, size).map(|mesh| world.insert_mesh(mesh)));
            true
        }
    };
    if !done {
        watch.unchanged("a change of a world", &before, &summary(world));
    }
    look(mix, watch, world, body, size);
}

/// Asks a world about its bodies.
fn look(mix: &mut Mix, watch: &mut Watch, world: &World, body: BodyId, size: f64) {
    let surface =
        Surface { owner: body.into(), triangle: 3, material: mix.integer(0, 4) as u16, body_material: 0 };
    let at = mix.point(size);
    let velocity = world.surface_velocity(&surface, at);
    watch.expect(velocity.is_finite() || !is_tame(at), "a velocity that is none", || {
        format!("{surface:?} {at:?}: {velocity:?}")
    });
    watch.expect(world.bodies().count() == world.body_count(), "counts of bodies that differ", String::new);
    let is_known = world.body(body).is_ok();
    watch.expect(world.motion(body).is_ok() == is_known, "a motion of a body that is none", || {
        format!("{body:?}")
    });
    watch.value("World::bounds", || world.body_count() == 0 || !world.bounds().is_empty());
}
