// glissando: collision detection and response that moves characters through 3D triangle worlds.
//
// Never inside, never through, never stuck: exact times of impact, the same bits on every machine and at every
// number of threads. A world and its first character:
//
//   gls_mesh *mesh;  gls_world *world;  gls_config *config;  gls_scratch *scratch;
//   gls_body floor;  gls_state state;   gls_input input = {{3, 0, 0}, 0, 0};
//   gls_mesh_build(vertices, 4, indices, 2, NULL, NULL, NULL, &mesh);
//   gls_world_new(&world);
//   gls_world_add(world, mesh, NULL, &floor);
//   gls_config_new(NULL, &config);
//   gls_scratch_new(&scratch);
//   gls_state_with_feet_at(config, (gls_vec3){0, 2, 0}, &state);
//   gls_step(world, config, &state, &input, 1.0 / 60.0, scratch, NULL);   // each tick
//
// This file is generated from the Rust sources of the crate glissando-c. Link with libglissando_c.
//
// Units: metres, seconds, m/s; radians where an angle is meant, slopes as cosines, the one function with degrees says so.
// Right-handed, Y up unless settings say otherwise; counter-clockwise is the front of a triangle.
//
// Names: functions and types begin with gls_, constants with GLS_. A function that can fail returns a gls_result, GLS_OK
// (0) or an error; gls_error_text() then has the reason in words, with the name of the argument. What a function answers it
// writes behind its last pointers. Functions that return a plain structure (gls_settings_default, ...) cannot fail.
//
// Plain structures (with fields in this file) are yours: copy, send and compare them. Fields named reserved are not read;
// set them to 0. Flags are 0 or 1, and any other number counts as 1.
//
// Handles of 64 bits (gls_body, gls_mover, gls_trigger, gls_character, gls_ball_id, gls_config_id) name parts of a world, stage
// or state. A handle whose part was removed is dead for ever; it is refused with GLS_ERROR_DEAD, never another part's. The entry of
// a removed mover stays in a state, where nothing reads it any more.
//
// Objects behind pointers (gls_world, gls_stage, ...) belong to the caller: what a _new, _copy, _build or _load wrote is freed by
// the _free of its type, once; _free accepts null. Objects do not refer to each other, so any order of freeing will do; only the
// world of gls_stage_world_at belongs to its stage.
// As everywhere in C, a pointer to a freed object or to something else cannot be detected. Pointers to values are aligned,
// and those of one call do not overlap unless both are const. Null is refused with GLS_ERROR_NULL where it is not
// documented as accepted; an array with a count of 0 may be null.
//
// Numbers are checked: NaN, infinities and values out of range are refused with GLS_ERROR_VALUE. After an error nothing
// has changed, and nothing was written unless the function says otherwise. No panic of the library crosses this border:
// it comes out as GLS_ERROR_FAULT, and is a fault to report. Lack of memory ends the program, as in all Rust code.
//
// Threads: an object that is passed as const may be used by any number of threads at once; one that is passed without const,
// by one thread at a time. Any thread may use and free any object. The text of an error belongs to the thread of the call.
// The library has no global state. gls_many_new starts threads that end with gls_many_free. A mesh of 4096 triangles and more is
// built on a pool of the process, one thread for each core, that is started then and stays (the variable RAYON_NUM_THREADS limits it; a
// library built without the feature "parallel" starts no threads at all).
//
// Memory: ticks (gls_step, gls_step_many, gls_stage_tick), rays, sweeps and lines of sight allocate nothing once the working
// memory has grown, after the first ticks.
