//! Bodies that fit only without their whole skin: they keep smaller gaps, move, and report the gap.

use glissando::slide::{Mover, SlideBuffer, Stop, slide};
use glissando::{
    Config, DVec3, EventKind, Filter, Ground, Input, Mesh, MeshOptions, Scratch, Settings, Shape, Soup,
    State, World, step,
};
use glissando_testkit::scenes;

/// A floor at 0 and a ceiling, 20 m long.
fn under_a_ceiling(height: f64) -> World {
    let mut soup = Soup::default();
    for y in [0.0, height] {
        let at = |x: f64, z: f64| DVec3::new(x, y, z);
        scenes::quad(&mut soup, [at(-10.0, -5.0), at(-10.0, 5.0), at(10.0, 5.0), at(10.0, -5.0)]);
    }
    let mut world = World::new();
    world.insert_mesh(Mesh::build(&soup, &MeshOptions::default()).unwrap().0);
    world
}

/// `slot`, reported by a user: 1.95 m under 1.96 m, "stuck 0.0 mm deep" in every tick.
#[test]
fn a_body_walks_wherever_it_fits_at_all() {
    let radii = DVec3::new(0.3, 0.975, 0.3);
    let config = Config::new(&Settings { radii, ..Settings::default() }).unwrap();
    let mut least_kept = f64::INFINITY;
    // Down to a third of a millimetre of room.
    for room in [0.05, 0.0196, 0.019, 0.012, 0.01, 0.0097, 0.006, 0.003, 0.001, 0.0004] {
        for share in [0.05, 0.5, 0.95] {
            let world = under_a_ceiling(1.95 + room);
            let mut state = State::at(DVec3::new(0.0, 0.975 + room * share, 0.0));
            let mut scratch = Scratch::new();
            for tick in 0..120 {
                let input = Input { wish: DVec3::X * 2.0, ..Input::default() };
                let report = step(&world, &config, &mut state, input, 1.0 / 60.0, &mut scratch).unwrap();
                let is_stuck = report.events.iter().any(|e| matches!(e.kind, EventKind::Stuck { .. }));
                assert!(!is_stuck && report.stop != Stop::Stuck, "{room} {share} tick {tick}");
                if room < 0.0097 {
                    let kept = report.reduced_skin.expect("the gaps at which sweeps end do not fit");
                    least_kept = least_kept.min(kept);
                    assert!(kept < 0.003, "{kept}");
                }
                let clearance =
                    world.clearance(&config.shape(false), state.position, 1.0, Filter::ALL).unwrap();
                assert!(
                    clearance.is_some_and(|c| c.distance > 0.0),
                    "{room} {share} tick {tick}: {clearance:?}"
                );
            }
            assert!(state.position.x > 3.0, "{room} {share}: {:?}", state.position);
            assert_eq!(state.ground, Ground::Standing);
        }
    }
    println!("least skin kept: {:.3} mm", least_kept * 1e3);
}

#[test]
fn a_slide_works_where_the_body_fits_and_reports_the_gap() {
    let mover =
        Mover::with_usual_skin(Shape::upright_ellipsoid(DVec3::splat(0.4)).unwrap(), Filter::ALL).unwrap();
    let mut buffer = SlideBuffer::default();
    let mut go = |room: f64| {
        let world = under_a_ceiling(0.8 + room);
        slide(&world, &mover, DVec3::Y * (0.4 + 0.5 * room), DVec3::X, &mut buffer, &mut ()).unwrap()
    };
    let wide = go(0.02);
    assert_eq!((wide.stop, wide.reduced_skin, wide.position.x), (Stop::Done, None, 1.0));
    let narrow = go(0.002);
    assert!((narrow.position.x - 1.0).abs() < 1e-12 && narrow.stop == Stop::Done, "{narrow:?}");
    assert!(narrow.reduced_skin.is_some_and(|kept| kept <= 0.001));
    assert_eq!(go(-0.001).stop, Stop::Stuck);
}

/// Out of a narrow place into the open the whole skin counts again.
#[test]
fn the_whole_skin_is_kept_again_beyond_a_narrow_place() {
    let mut soup = Soup::default();
    let at = |x: f64, y: f64, z: f64| DVec3::new(x, y, z);
    scenes::quad(
        &mut soup,
        [at(-10.0, 0.0, -5.0), at(-10.0, 0.0, 5.0), at(10.0, 0.0, 5.0), at(10.0, 0.0, -5.0)],
    );
    let low = 1.803;
    scenes::quad(&mut soup, [at(-9.0, low, -5.0), at(-9.0, low, 5.0), at(1.0, low, 5.0), at(1.0, low, -5.0)]);
    let mut world = World::new();
    world.insert_mesh(Mesh::build(&soup, &MeshOptions::default()).unwrap().0);
    let config = Config::new(&Settings::default()).unwrap();
    let (mut state, mut scratch) = (State::at(at(0.0, 0.9015, 0.0)), Scratch::new());
    let mut kept = Vec::new();
    for _ in 0..90 {
        let input = Input { wish: DVec3::X * 3.0, ..Input::default() };
        kept.push(step(&world, &config, &mut state, input, 1.0 / 60.0, &mut scratch).unwrap().reduced_skin);
    }
    assert!(state.position.x > 4.0, "{state:?}");
    assert!(kept[0].is_some() && kept[89].is_none());
    assert!((state.position.y - 0.909).abs() < 1e-6, "{state:?}");
}
