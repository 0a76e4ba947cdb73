//! Grooves and corridors far from the origin, where rounding puts a body inside the shells of both sides at once.

use glissando::character::BodyShape;
use glissando::slide::{Mover, SlideBuffer, Stop, slide};
use glissando::{
    Body, Config, DAffine3, DQuat, DVec3, Filter, Input, Mesh, MeshOptions, Scratch, Settings, Soup, State,
    Vec3, World, step,
};

/// Metres from the origin.
const OFFSETS: [f64; 5] = [0.0, 1e2, 1e3, 1e4, 1e5];

/// The sides of a groove or corridor along x: at height `h` they are `half(h)` from the middle.
fn sides(half: impl Fn(f32) -> f32) -> Soup {
    let mut soup = Soup::default();
    for side in [-1.0, 1.0] {
        let corner = |x: f32, high: f32| Vec3::new(x, high, side * half(high));
        soup.push([corner(-40.0, 0.0), corner(40.0, 0.0), corner(40.0, 10.0)], 0);
        soup.push([corner(-40.0, 0.0), corner(40.0, 10.0), corner(-40.0, 10.0)], 0);
    }
    soup
}

/// Walks along `soup`, placed at offsets with a yaw and with a tilt of everything, and a little into one side: at every offset
/// at the speed at the origin. `wide` scales the soup across the way.
fn walks_along(soup: &Soup, offsets: &[f64], (wide, start): (f64, f64), shapes: &[BodyShape]) {
    let mesh = Mesh::build(soup, &MeshOptions::default()).unwrap().0;
    let ways = [DVec3::new(0.37, -0.21, 0.9), DVec3::new(-0.8, 0.1, 0.59), DVec3::new(0.6, 0.79, -0.1)];
    for &body in shapes {
        for (up, yaw) in
            [(DVec3::Y, 0.3_f64), (DVec3::Y, 1.1), (DVec3::Y, 2.9), (DVec3::new(1.0, 2.0, -2.0), 0.7)]
        {
            for (way, rate) in ways.into_iter().flat_map(|way| [(way, 30.0), (way, 60.0)]) {
                let mut at_origin = None;
                for &offset in offsets {
                    let at = way * offset;
                    let tilt = DQuat::from_rotation_arc(DVec3::Y, up.try_normalize().unwrap());
                    let turn = tilt * DQuat::from_xyzw(0.0, (0.5 * yaw).sin(), 0.0, (0.5 * yaw).cos());
                    let pose =
                        DAffine3::from_scale_rotation_translation(DVec3::new(1.0, 1.0, wide), turn, at);
                    let mut world = World::new();
                    world.insert(Body::new(mesh.clone()).at(pose)).unwrap();
                    let settings = Settings { body, ..Settings::default() }.turned_to(up);
                    let config = Config::new(&settings).unwrap();
                    let mut state = State::at(at + turn * DVec3::new(10.0, start, 0.0));
                    let mut scratch = Scratch::new();
                    let case = format!("{body:?}, up {up:?}, yaw {yaw}, {at:?}, {rate} Hz");
                    let mut walk = |wish: DVec3, seconds: f64, state: &mut State| {
                        for _ in 0..(rate * seconds) as usize {
                            let input = Input { wish, ..Input::default() };
                            let report =
                                step(&world, &config, state, input, 1.0 / rate, &mut scratch).unwrap();
                            assert_ne!(report.stop, Stop::Stuck, "{case}");
                            let is_quiet = report.events.iter().all(|event| event.kind.name() != "recovered");
                            assert!(is_quiet, "{case}: {:?}", report.events);
                        }
                    };
                    walk(DVec3::ZERO, 2.0, &mut state);
                    let before = state.position;
                    walk(turn * DVec3::new(-2.0, 0.0, 0.3), 10.0, &mut state);
                    let gone = turn.conjugate() * (state.position - before);
                    let expected = *at_origin.get_or_insert(gone);
                    assert!(gone.x < -15.0, "{case}: {gone:?}");
                    assert!(
                        (gone - expected).length() < 1e-3,
                        "{case}: {gone:?}, at the origin {expected:?}"
                    );
                }
            }
        }
    }
}

/// Rounding once put a body inside both sides at once; on the level no displacement led out of both, and it stood still for
/// ever, with its speed and without an event.
#[test]
fn a_groove_far_from_the_origin_is_walked_along_as_at_the_origin() {
    walks_along(&sides(|high| 0.5 * high), &OFFSETS, (1.0, 4.0), &[BodyShape::Ellipsoid, BodyShape::Capsule]);
}

/// Three millimetres to each side of the body, less than its skin, or half its skin but for two nanometres.
#[test]
fn a_corridor_far_from_the_origin_is_walked_along_as_at_the_origin() {
    let mut soup = sides(|_| 1.0);
    soup.append(&Soup::plane(Vec3::ZERO, 50.0, 5.0, 1));
    for (half, offsets) in [(0.403, &OFFSETS[..]), (0.402 - 2e-9, &OFFSETS[..3])] {
        walks_along(&soup, offsets, (half, 0.91), &[BodyShape::Ellipsoid, BodyShape::Capsule]);
    }
}

/// A tube of four walls aslant, each nearer than the body's skin: rounding puts the body inside the shells of all four.
#[test]
fn a_tube_far_from_the_origin_is_walked_along_as_at_the_origin() {
    let (slope, high) = (0.6, 2.256);
    let mut soup = sides(|at| slope * at);
    soup.append(&sides(|at| slope * (high - at)));
    walks_along(&soup, &OFFSETS, (1.0, 0.5 * f64::from(high)), &[BodyShape::Ellipsoid]);
}

/// The same of a plain slide, whose displacement is never longer than wanted.
#[test]
fn a_slide_in_a_corridor_of_the_sweep_shell_goes_all_the_way() {
    let mesh = Mesh::build(&sides(|_| 1.0), &MeshOptions::default()).unwrap().0;
    let shape = BodyShape::Ellipsoid.shape(Settings::default().radii, 0.1, DQuat::IDENTITY).unwrap();
    let mover = Mover::with_usual_skin(shape, Filter::ALL).unwrap();
    for (offset, half) in
        [0.0, 1e2, 1e3].into_iter().flat_map(|offset| [(offset, 0.402 - 2e-9), (offset, 0.402)])
    {
        let at = DVec3::new(0.37, -0.21, 0.9) * offset;
        let turn = DQuat::from_xyzw(0.0, 0.3_f64.sin(), 0.0, 0.3_f64.cos());
        let pose = DAffine3::from_scale_rotation_translation(DVec3::new(1.0, 1.0, half), turn, at);
        let mut world = World::new();
        world.insert(Body::new(mesh.clone()).at(pose)).unwrap();
        let (from, wanted) = (at + DVec3::Y * 3.0, turn * DVec3::new(3.0, 0.2, 0.1));
        let slid = slide(&world, &mover, from, wanted, &mut SlideBuffer::default(), &mut ()).unwrap();
        assert_eq!(slid.stop, Stop::Done, "{half} of {offset} m");
        let gone = turn.conjugate() * (slid.position - from);
        assert!((gone - DVec3::new(3.0, 0.2, 0.0)).length() < 1e-6, "{half} of {offset} m: {gone:?}");
    }
}
