//! A contact filter: vetoes, edits, and the same bits.

use glissando::character::step_through;
use glissando::world::{ContactFilter, FilteredWorld};
use glissando::{
    Body, BodyId, Collide, Config, Contact, DVec3, EventKind, Filter, Ground, Input, Mesh, MeshOptions,
    Scratch, Settings, Soup, State, Surface, World,
};
use glissando_testkit::scenes;

const DT: f64 = 1.0 / 60.0;

/// A floor, and a wall that is another body.
fn yard() -> (World, BodyId) {
    let (mut floor, mut wall) = (Soup::default(), Soup::default());
    scenes::block(&mut floor, DVec3::new(-20.0, -1.0, -20.0), DVec3::new(20.0, 0.0, 20.0));
    scenes::block(&mut wall, DVec3::new(2.0, 0.0, -5.0), DVec3::new(3.0, 3.0, 5.0));
    let mesh = |soup| Mesh::build(&soup, &MeshOptions::default()).unwrap().0;
    let mut world = World::new();
    world.insert_mesh(mesh(floor));
    let wall = world.insert(Body::new(mesh(wall))).unwrap();
    (world, wall)
}

/// The yard with a contact filter of any type.
fn filtered<'a>(
    world: &'a World,
    contact_filter: &'a &'a dyn ContactFilter,
) -> FilteredWorld<'a, &'a dyn ContactFilter> {
    FilteredWorld { world, contact_filter }
}

fn walk(world: &impl Collide, ticks: usize) -> (State, Vec<EventKind>) {
    let config = Config::new(&Settings::default()).unwrap();
    let mut state = State::with_feet_at(&config, DVec3::ZERO);
    let (mut scratch, mut events) = (Scratch::new(), Vec::new());
    for _ in 0..ticks {
        let input = Input { wish: DVec3::X * 3.0, ..Input::default() };
        let report = step_through(world, &config, &mut state, input, DT, &mut scratch, &mut ()).unwrap();
        events.extend(report.events.iter().map(|e| e.kind));
    }
    (state, events)
}

/// A filter that changes no contact.
struct KeepAll;
impl ContactFilter for KeepAll {}

struct Ghost(BodyId);
impl ContactFilter for Ghost {
    fn includes(&self, surface: &Surface) -> bool {
        surface.owner != self.0
    }
}

/// Ground that holds no character.
struct Ice;
impl ContactFilter for Ice {
    fn is_slippery(&self, _: &Contact) -> bool {
        true
    }
}

/// A floor that is a belt.
struct Belt;
impl ContactFilter for Belt {
    fn surface_velocity(&self, _: &Surface, _: DVec3, _: DVec3) -> DVec3 {
        DVec3::Z * 2.0
    }
}

#[test]
fn a_filter_that_keeps_everything_changes_no_bit() {
    let (world, _) = yard();
    assert_eq!(walk(&world, 200), walk(&filtered(&world, &(&KeepAll as _)), 200));
}

#[test]
fn a_ghost_walks_through_surfaces_that_do_not_count_for_it() {
    let (world, wall) = yard();
    let (stopped, _) = walk(&world, 200);
    let (gone, events) = walk(&filtered(&world, &(&Ghost(wall) as _)), 200);
    assert!(stopped.position.x < 2.0 && gone.position.x > 8.0);
    assert!(!events.iter().any(|e| matches!(e, EventKind::HitWall { .. })));
    let ghost = FilteredWorld { world: &world, contact_filter: &Ghost(wall) };
    let (from, way) = (DVec3::new(0.0, 1.0, 0.0), DVec3::X * 5.0);
    assert!(
        ghost.ray(from, way, Filter::ALL).is_none() && Collide::ray(&world, from, way, Filter::ALL).is_some()
    );
}

#[test]
fn ice_holds_no_character_and_it_slides() {
    let (world, _) = yard();
    let contact_filter: &dyn ContactFilter = &Ice;
    let ice = filtered(&world, &contact_filter);
    let (state, events) = walk(&ice, 30);
    assert_eq!((walk(&world, 30).0.ground, state.ground), (Ground::Standing, Ground::Steep));
    assert!(!events.iter().any(|e| matches!(e, EventKind::Landed { .. })));
    // As fast as air acceleration allows: 8 m/s² for half a second, up to the wish.
    assert!((state.position.x - (3.0 * 0.5 - 0.5 * 9.0 / 8.0)).abs() < 0.05, "{state:?}");
    assert!((state.position.y - 0.909).abs() < 0.01);
}

#[test]
fn a_jump_keeps_the_ground_velocity_of_the_filter() {
    let (world, _) = yard();
    let contact_filter: &dyn ContactFilter = &Belt;
    let belt = filtered(&world, &contact_filter);
    let config = Config::new(&Settings::default()).unwrap();
    let mut state = State::with_feet_at(&config, DVec3::ZERO);
    let mut scratch = Scratch::new();
    for tick in 0..10 {
        let input = Input { jump: tick == 9, ..Input::default() };
        step_through(&belt, &config, &mut state, input, DT, &mut scratch, &mut ()).unwrap();
    }
    assert!((state.velocity.z - 2.0).abs() < 8.0 * DT, "{state:?}");
}

/// A filter that gives every surface this normal.
struct As(DVec3);
impl ContactFilter for As {
    fn normal(&self, _: &Surface, _: DVec3, _: DVec3) -> DVec3 {
        self.0
    }
}

/// A slope of 60 degrees whose contacts count as level ground is stood on; one that is not edited is slid down.
#[test]
fn an_edited_normal_decides_what_is_stood_on() {
    let config = Config::new(&Settings::default()).unwrap();
    let mut world = World::new();
    world.insert_mesh(Mesh::build(&scenes::ramp(60.0, 40.0), &MeshOptions::default()).unwrap().0);
    let rest_on = |normal: Option<DVec3>| {
        let start = world.ray(DVec3::new(4.0, 50.0, 0.0), DVec3::Y * -99.0, Filter::ALL).unwrap().unwrap();
        let mut state = State::with_feet_at(&config, start.point + DVec3::Y * 0.6);
        let mut scratch = Scratch::new();
        for _ in 0..60 {
            let input = Input::default();
            match normal.map(As) {
                Some(filter) => {
                    let world = FilteredWorld { world: &world, contact_filter: &filter };
                    step_through(&world, &config, &mut state, input, DT, &mut scratch, &mut ()).unwrap();
                }
                None => drop(glissando::step(&world, &config, &mut state, input, DT, &mut scratch).unwrap()),
            }
            let body = config.shape(false);
            assert!(world.overlap(&body, state.position, Filter::ALL).unwrap().is_none(), "{state:?}");
        }
        state.ground
    };
    assert_eq!(rest_on(None), Ground::Steep);
    assert_eq!(rest_on(Some(DVec3::Y * 7.0)), Ground::Standing);
    // No normals of that surface: they change nothing.
    for wrong in [DVec3::ZERO, DVec3::splat(f64::NAN), DVec3::Y * f64::INFINITY, -DVec3::Y] {
        assert_eq!(rest_on(Some(wrong)), Ground::Steep, "{wrong:?}");
    }
}
