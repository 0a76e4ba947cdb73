//! Ticks and questions through the C functions allocate nothing once their memory has grown: counted by the allocator
//! itself, for all threads.
#![allow(unsafe_code, reason = "a counting allocator, and functions for C")]

use glissando_c::character::{gls_input, gls_state_with_feet_at};
use glissando_c::many::{gls_many, gls_many_new, gls_step_many};
use glissando_c::mesh::{gls_mesh, gls_mesh_build};
use glissando_c::pod::gls_vec3;
use glissando_c::query::{gls_hit, gls_ray, gls_sweep_of, gls_world_rays, gls_world_sweeps};
use glissando_c::settings::{gls_config, gls_config_new};
use glissando_c::shape::{GLS_SHAPE_BOX, gls_shape_of};
use glissando_c::stage::characters::{gls_stage_character_of, gls_stage_state_add_character};
use glissando_c::stage::state::{gls_stage_state, gls_stage_state_new};
use glissando_c::stage::tick::gls_stage_tick;
use glissando_c::stage::{gls_stage, gls_stage_add_config, gls_stage_new};
use glissando_c::step::{gls_report, gls_scratch, gls_scratch_new, gls_step};
use glissando_c::world::{gls_world, gls_world_add, gls_world_new};
use std::alloc::{GlobalAlloc, Layout, System};
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The system's allocator, counting the calls of all threads.
struct Counting;

static COUNT: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call is passed unchanged to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.fetch_add(1, Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        COUNT.fetch_add(1, Ordering::Relaxed);
        unsafe { System.dealloc(pointer, layout) }
    }
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        COUNT.fetch_add(1, Ordering::Relaxed);
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// What a function writes behind its last pointer.
fn made<T>(make: impl FnOnce(Option<&mut MaybeUninit<T>>) -> i32) -> T {
    let mut place = MaybeUninit::uninit();
    assert_eq!(make(Some(&mut place)), 0);
    // SAFETY: the function succeeded, so it has written.
    unsafe { place.assume_init() }
}

fn floor() -> Box<gls_world> {
    let corners = [-50.0, 0.0, -50.0, -50.0, 0.0, 50.0, 50.0, 0.0, 50.0, 50.0, 0.0, -50.0];
    let triangles = [0, 1, 2, 0, 2, 3];
    let mesh: Box<gls_mesh> = made(|mesh| unsafe {
        gls_mesh_build(corners.as_ptr(), 4, triangles.as_ptr(), 2, ptr::null(), None, None, mesh)
    });
    let mut world: Box<gls_world> = made(|world| gls_world_new(world));
    made(|body| unsafe { gls_world_add(Some(&mut world), Some(&mesh), None, body) });
    world
}

/// Input that changes: walks in a circle, jumps now and then.
fn input(tick: usize) -> gls_input {
    let wish = if tick % 80 < 40 {
        gls_vec3 { x: 3.0, y: 0.0, z: 1.0 }
    } else {
        gls_vec3 { x: -3.0, y: 0.0, z: 2.0 }
    };
    gls_input { wish, buttons: u32::from(tick.is_multiple_of(50)), reserved: 0 }
}

/// Calls of the allocator in the second half of so many ticks.
fn counted(mut tick: impl FnMut(usize)) -> usize {
    (0..200).for_each(&mut tick);
    let before = COUNT.load(Ordering::Relaxed);
    (200..400).for_each(&mut tick);
    COUNT.load(Ordering::Relaxed) - before
}

/// One test: the counter is that of the process.
#[test]
fn ticks_and_questions_allocate_nothing() {
    const DT: f64 = 1.0 / 60.0;
    let world = floor();
    let config: Box<gls_config> = made(|config| gls_config_new(None, config));
    let start = made(|state| gls_state_with_feet_at(Some(&config), gls_vec3::default(), state));

    let mut scratch: Box<gls_scratch> = made(|scratch| gls_scratch_new(scratch));
    let mut state = start;
    let mut events = 0;
    let calls = counted(|tick| {
        let mut report = MaybeUninit::<gls_report>::uninit();
        let (input, scratch) = (input(tick), Some(&mut *scratch));
        let result = gls_step(
            Some(&world),
            Some(&config),
            Some(&mut state),
            Some(&input),
            DT,
            scratch,
            Some(&mut report),
        );
        assert_eq!(result, 0);
        // SAFETY: the step has written it.
        events += unsafe { report.assume_init() }.event_count;
    });
    assert_eq!(calls, 0, "gls_step");
    assert!(events > 5);

    let mut many: Box<gls_many> = made(|many| gls_many_new(1, 1, many));
    let mut states = vec![start; 64];
    let mut inputs = vec![input(0); 64];
    let configs = [Some(&*config)];
    let calls = counted(|tick| {
        inputs.fill(input(tick));
        let (states, inputs, many) = (states.as_mut_ptr(), inputs.as_ptr(), Some(&mut *many));
        let result =
            unsafe { gls_step_many(Some(&world), configs.as_ptr(), 1, states, inputs, 64, DT, many, None) };
        assert_eq!(result, 0);
    });
    assert_eq!(calls, 0, "gls_step_many");

    let mut stage: Box<gls_stage> = made(|stage| gls_stage_new(Some(&world), stage));
    let id = made(|id| gls_stage_add_config(Some(&mut stage), Some(&config), id));
    let mut state: Box<gls_stage_state> = made(|state| gls_stage_state_new(Some(&stage), state));
    for _ in 0..4 {
        made(|character| {
            gls_stage_state_add_character(
                Some(&mut state),
                Some(&gls_stage_character_of(id, start)),
                character,
            )
        });
    }
    let calls = counted(|tick| {
        let inputs = [input(tick); 4];
        let mut report = MaybeUninit::uninit();
        let (stage, state) = (Some(&mut *stage), Some(&mut *state));
        assert_eq!(unsafe { gls_stage_tick(stage, state, inputs.as_ptr(), 4, DT, Some(&mut report)) }, 0);
    });
    assert_eq!(calls, 0, "gls_stage_tick");

    let [from, translation] = [5.0, -10.0].map(|y| gls_vec3 { x: 0.0, y, z: 0.0 });
    let rays = [gls_ray { from, translation }; 32];
    let shape = gls_shape_of(GLS_SHAPE_BOX, gls_vec3 { x: 0.4, y: 0.9, z: 0.4 });
    let sweeps = [gls_sweep_of(shape, from, translation); 32];
    let mut hits = vec![MaybeUninit::<gls_hit>::uninit(); 32];
    let calls = counted(|_| {
        let hits = hits.as_mut_ptr().cast::<gls_hit>();
        assert_eq!(unsafe { gls_world_rays(Some(&world), rays.as_ptr(), 32, u32::MAX, hits) }, 0);
        assert_eq!(unsafe { gls_world_sweeps(Some(&world), sweeps.as_ptr(), 32, hits) }, 0);
    });
    assert_eq!(calls, 0, "questions");
}
