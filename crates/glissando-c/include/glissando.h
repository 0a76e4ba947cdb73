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

#ifndef GLISSANDO_H
#define GLISSANDO_H

#include <stddef.h>
#include <stdint.h>

// The call did what it should.
#define GLS_OK 0

// A pointer is null that must not be.
#define GLS_ERROR_NULL 1

// A number is NaN, infinite, out of range or no constant of its kind.
#define GLS_ERROR_VALUE 2

// A 64-bit handle is dead: its body, mover, trigger, character, ball or settings were removed, or were never added here. Worlds
// and stages number their own, so a handle of another one may be that of something else here: that is no error.
#define GLS_ERROR_DEAD 3

// An array has a wrong length, or a buffer is too small.
#define GLS_ERROR_LENGTH 4

// No mesh can be made of the triangles; the text lists all faults.
#define GLS_ERROR_MESH 5

// Saved bytes are broken, cut off, or of another format.
#define GLS_ERROR_BYTES 6

// A level file that cannot be read; the text has the file, the place in it, and what to do.
#define GLS_ERROR_LEVEL 8

// A fault of the library: please report it. The objects of the call may be half changed: free them, use them no more.
#define GLS_ERROR_FAULT 7

// The major version of this header.
#define GLS_VERSION_MAJOR 0

// The minor version of this header. Before 1.0 another minor version has other functions and structures.
#define GLS_VERSION_MINOR 1

// The patch version of this header.
#define GLS_VERSION_PATCH 0

// Nothing: a `gls_surface` or `gls_event` without an owner.
#define GLS_OWNER_NONE 0

// A body of the world.
#define GLS_OWNER_BODY 1

// A character of a stage.
#define GLS_OWNER_CHARACTER 2

// A ball of a stage.
#define GLS_OWNER_BALL 3

// A trigger of a stage; only as the other party of an event.
#define GLS_OWNER_TRIGGER 4

// An ellipsoid of three radii; equal ones make a sphere.
#define GLS_SHAPE_ELLIPSOID 0

// A capsule along its own Y axis: radii x and z are equal, y is half its whole height.
#define GLS_SHAPE_CAPSULE 1

// A box with rounded edges.
#define GLS_SHAPE_BOX 2

// A cylinder along its own Y axis with rounded edges: radii x and z are equal.
#define GLS_SHAPE_CYLINDER 3

// The mask that meets bodies on any layer.
#define GLS_ALL_LAYERS 4294967295

// The inside of a triangle was touched.
#define GLS_FEATURE_FACE 0

// An edge was touched: this plus 0, 1 or 2, from that corner to the next.
#define GLS_FEATURE_EDGE 1

// A corner was touched: this plus 0, 1 or 2.
#define GLS_FEATURE_VERTEX 4

// A character that leaves a platform keeps all of its velocity.
#define GLS_INHERIT_FULL 0

// It keeps the horizontal part only: a rising lift does not throw it up.
#define GLS_INHERIT_HORIZONTAL 1

// It keeps all, but at most `inherit_cap` m/s.
#define GLS_INHERIT_CAPPED 2

// It keeps nothing.
#define GLS_INHERIT_NONE 3

// On ground that it can stand on.
#define GLS_GROUND_STANDING 0

// On ground that is too steep: it slides.
#define GLS_GROUND_STEEP 1

// On nothing.
#define GLS_GROUND_AIRBORNE 2

// Jump is pressed.
#define GLS_BUTTON_JUMP 1

// Crouch is pressed.
#define GLS_BUTTON_CROUCH 2

// Fly: no gravity, no ground, the wish counts in all directions.
#define GLS_BUTTON_FLY 4

// An event of a kind that this header does not know.
#define GLS_EVENT_OTHER 0

// Came down on ground that can be stood on: `speed` into it, `amount` is the energy per mass (J/kg), `normal`, `surface`.
#define GLS_EVENT_LANDED 1

// Walked or slid off the ground.
#define GLS_EVENT_LEFT_GROUND 2

// Jumped.
#define GLS_EVENT_JUMPED 3

// Ran into a surface too steep to walk on: `speed`, `normal`, `surface`.
#define GLS_EVENT_HIT_WALL 4

// Hit a surface overhead: `speed`, `normal`, `surface`.
#define GLS_EVENT_HIT_CEILING 5

// Stepped up on a ledge: `amount` is the height (m), `surface`.
#define GLS_EVENT_STEPPED_UP 6

// Was pushed out of soft obstacles: `amount` is the distance (m), `surface`.
#define GLS_EVENT_PUSHED_OUT 7

// Overlapped a surface and came out: `amount` is the distance (m), `flag` 1 if it went back to its last safe place.
#define GLS_EVENT_RECOVERED 8

// Overlaps a surface and could not come out: `amount` is the depth (m).
#define GLS_EVENT_STUCK 9

// On a stage: a touch of `other` began: `speed` into it, `amount` is the impulse per mass (m/s).
#define GLS_EVENT_TOUCH_BEGAN 10

// On a stage: the touch of `other` ended.
#define GLS_EVENT_TOUCH_ENDED 11

// On a stage: entered the trigger `other`.
#define GLS_EVENT_ENTERED 12

// On a stage: the centre passed through the surface of the trigger `other`; `flag` is 1 if from its front.
#define GLS_EVENT_CROSSED 13

// On a stage: left the trigger `other`.
#define GLS_EVENT_LEFT 14

// On a stage: touches the character `other`: closing `speed`, `normal` towards this one, `amount` is the impulse per mass (m/s).
#define GLS_EVENT_TOUCHED 15

// On a stage: was pushed by the character `other`.
#define GLS_EVENT_PUSHED_BY 16

// On a stage: overlapped the character `other` at the start of the tick: `amount` is the depth (m).
#define GLS_EVENT_OVERLAPS 17

// On a stage: the ball `other` hit it: `speed` of approach, `amount` is the impulse (N s).
#define GLS_EVENT_HIT_BY_BALL 18

// On a stage: was squeezed by `other`, against the owner of `surface`; `flag` is 1 if no mover yielded: it is crushed.
#define GLS_EVENT_SQUEEZED 19

// A step of a later version of the library.
#define GLS_TRACE_OTHER 0

// A displacement `b` was requested at the centre `a`.
#define GLS_TRACE_WANTED 1

// `count` planes in contact changed the displacement: `b` is left.
#define GLS_TRACE_BENT 2

// The sweep hit `surface` at the fraction `amount`, with the unit normal `b`; the centre stopped at `a`.
#define GLS_TRACE_HIT 3

// The body moved freely to the centre `a`.
#define GLS_TRACE_MOVED 4

// A step up was tried: `count` is `GLS_STEP_CLIMBED` or the reason against it, `amount` its height or room, `surface` what blocks or
// is stood on.
#define GLS_TRACE_STEP_TRIED 5

// The body snapped down to the ground by `amount`.
#define GLS_TRACE_SNAPPED 6

// The body was inside a surface and was moved out by `b`.
#define GLS_TRACE_RECOVERED 7

// Climbed.
#define GLS_STEP_CLIMBED 0

// Too little head room.
#define GLS_STEP_HEAD_ROOM 1

// Blocked at the raised height too.
#define GLS_STEP_BLOCKED 2

// No ground to stand on beyond.
#define GLS_STEP_NO_GROUND 3

// Higher than the step height.
#define GLS_STEP_TOO_HIGH 4

// Sliding along the obstacle gets farther.
#define GLS_STEP_NO_PROGRESS 5

// A reason of a later version of the library.
#define GLS_STEP_OTHER 6

// The whole displacement was used.
#define GLS_STOP_DONE 0

// A wall, crease or corner blocks the rest.
#define GLS_STOP_BLOCKED 1

// The sub-steps ran out; the rest of the displacement was dropped.
#define GLS_STOP_SUB_STEPS 2

// The body overlaps a surface or is squeezed, and could not come free.
#define GLS_STOP_STUCK 3

// On a stage: the character made no move of its own.
#define GLS_STOP_NONE 4

// The most threads that `gls_many_new` starts.
#define GLS_MOST_THREADS 1024

// Moves with constant velocities: `linear` and `angular`.
#define GLS_DRIVE_VELOCITY 0

// Follows a path of `keys`.
#define GLS_DRIVE_PATH 1

// Moves to the `target` of its state, which the game sets before each tick, within the tick.
#define GLS_DRIVE_TARGET 2

// A path starts again from its first key.
#define GLS_ENDS_LOOP 0

// A path goes back and forth.
#define GLS_ENDS_PING_PONG 1

// A path rests at its start until it is opened, waits `wait` seconds at its end (infinity is accepted), goes back.
#define GLS_ENDS_ON_CALL 2

// A mover that squeezes a character moves on; the character is reported as crushed.
#define GLS_POLICY_PUSH 0

// It stops before the character and tries again in the next tick.
#define GLS_POLICY_STOP 1

// It undoes the tick and reverses.
#define GLS_POLICY_REVERSE 2

// In while the body touches the triangles, from either side; the centre's passing through them is reported too.
#define GLS_TRIGGER_SURFACE 0

// In while any part of the body touches or is inside the closed mesh.
#define GLS_TRIGGER_VOLUME_BY_BODY 1

// In while the centre of the body is inside the closed mesh.
#define GLS_TRIGGER_VOLUME_BY_CENTRE 2

// Balls move along all axes.
#define GLS_FLAT_NONE 0

// Nothing moves along x: balls are circles.
#define GLS_FLAT_X 1

// Nothing moves along y.
#define GLS_FLAT_Y 2

// Nothing moves along z.
#define GLS_FLAT_Z 3

// Impacts of one moment are solved together.
#define GLS_ORDER_SIMULTANEOUS 0

// The fastest approach first: an impact runs through a row of balls.
#define GLS_ORDER_SEQUENTIAL 1

// Neither carried nor pushed.
#define GLS_OUTCOME_UNAFFECTED 0

// Carried by its support.
#define GLS_OUTCOME_CARRIED 1

// Shoved by an approaching surface.
#define GLS_OUTCOME_PUSHED 2

// Squeezed, and a mover yielded.
#define GLS_OUTCOME_BLOCKED 3

// Squeezed by surfaces that do not yield: it stays put, overlaps, and makes no move of its own.
#define GLS_OUTCOME_CRUSHED 4

// The file or its format decides which axis points up.
#define GLS_UP_OF_FILE 0

// The y axis of the file points up.
#define GLS_UP_Y 1

// The z axis of the file points up.
#define GLS_UP_Z 2

// An incident of a later version of the library.
#define GLS_INCIDENT_OTHER 0

// A mover begins to go to its far end.
#define GLS_INCIDENT_STARTED 1

// A mover has come to its far end.
#define GLS_INCIDENT_ARRIVED 2

// A mover is at rest again.
#define GLS_INCIDENT_RETURNED 3

// A mover stopped or went back because a character was in its way.
#define GLS_INCIDENT_GAVE_WAY 4

// A trigger that only signals was touched.
#define GLS_INCIDENT_SIGNALLED 5

// Teleported to `to` by a trigger; `flag` is 1 if there was room.
#define GLS_INCIDENT_TELEPORTED 6

// Launched by a trigger with the velocity `to`, m/s.
#define GLS_INCIDENT_LAUNCHED 7

// Lost `amount` of health, by a mover or a trigger.
#define GLS_INCIDENT_HURT 8

// Picked something up.
#define GLS_INCIDENT_PICKED_UP 9

// Reached a checkpoint.
#define GLS_INCIDENT_REACHED 10

// Died by a mover or a trigger, and started again at `to`; `flag` is 1 if there was room.
#define GLS_INCIDENT_DIED 11

// Checked settings, ready for ticks; constant. Any number of threads may use one at once.
typedef struct gls_config gls_config;

// A level that was read; constant.
typedef struct gls_level gls_level;

// The mechanisms of a level with all that they remember beside the stage's state.
typedef struct gls_machinery gls_machinery;

// Working memory and threads of `gls_step_many`: one for each group of characters. It affects the time of a tick, never
// its result.
typedef struct gls_many gls_many;

// Triangles made fit for collision; constant once built. Any number of bodies and triggers share one, and keep what
// they need: it may be freed after it was placed.
typedef struct gls_mesh gls_mesh;

// Working memory of `gls_step`: one for each thread that steps characters, and best one for each character, whose
// surroundings it remembers. It affects the time of a tick, never its result.
typedef struct gls_scratch gls_scratch;

// What is constant in a simulation: bodies, movers, triggers, settings; and the working memory of its ticks. One thread
// at a time may use it. Several states may be ticked on one stage in turn.
typedef struct gls_stage gls_stage;

// All that changes on a stage: characters, movers, balls, the number of ticks. Copy it to save, assign it to restore;
// `gls_stage_state_save` writes it as bytes.
typedef struct gls_stage_state gls_stage_state;

// The bodies that can be collided with.
//
// Any number of threads may ask one at once (functions with `const gls_world *`), while none changes it.
typedef struct gls_world gls_world;

// A place, direction or velocity. Right-handed, Y up unless settings say otherwise.
typedef struct gls_vec3 {
  // The first component.
  double x;
  // The second.
  double y;
  // The third.
  double z;
} gls_vec3;

// An affine map: a point p goes to `x_axis * p.x + y_axis * p.y + z_axis * p.z + translation`. Mirrors and shears are
// accepted, maps without an inverse are not. `gls_pose_identity` makes the one that moves nothing.
typedef struct gls_pose {
  // Where (1, 0, 0) goes, without the translation.
  gls_vec3 x_axis;
  // Where (0, 1, 0) goes, without the translation.
  gls_vec3 y_axis;
  // Where (0, 0, 1) goes, without the translation.
  gls_vec3 z_axis;
  // Where the origin goes, metres.
  gls_vec3 translation;
} gls_pose;

// A rotation as a quaternion, of any length but zero; {0, 0, 0, 1} turns nothing.
typedef struct gls_quat {
  // Imaginary, the first.
  double x;
  // Imaginary, the second.
  double y;
  // Imaginary, the third.
  double z;
  // The real part.
  double w;
} gls_quat;

// How a mesh is built; `gls_mesh_options_default` has the defaults.
typedef struct gls_mesh_options {
  // Material ids of one-sided triangles, which do not collide from behind (their clockwise side). Default none.
  const uint16_t *one_sided;
  // How many ids `one_sided` has.
  size_t one_sided_count;
  // Material ids of one-way platforms, which hold only a body entirely in front of them. Default none.
  const uint16_t *one_way;
  // How many ids `one_way` has.
  size_t one_way_count;
  // Vertices this close are welded, metres; 0, the default, joins equal positions only.
  float weld_distance;
  // Not read.
  uint32_t reserved;
} gls_mesh_options;

// The result of a call: `GLS_OK` or an error. After an error nothing has changed and nothing was written, unless the
// function says otherwise, and `gls_error_text` has the reason.
typedef int32_t gls_result;

// What was found in the triangles. None of it keeps a mesh from colliding.
typedef struct gls_mesh_report {
  // Area of all triangles, square metres.
  double area;
  // Number of triangles.
  uint64_t triangles;
  // Vertices that took the place of another one.
  uint64_t welded;
  // Triangles without area: they collide as edges.
  uint64_t degenerate;
  // Triangles so thin that they collide as edges.
  uint64_t slivers;
  // Triangles with the corners of an earlier one.
  uint64_t doubles;
  // Edges of a single triangle: rims and holes.
  uint64_t open_edges;
  // Edges of three and more triangles.
  uint64_t crowded_edges;
  // Edges whose two triangles are wound against each other.
  uint64_t twisted_edges;
  // 1 if the surface has an inside, as the volume of a trigger needs; else 0.
  uint32_t is_closed;
  // 0.
  uint32_t reserved;
} gls_mesh_report;

// A material that carries characters standing on it, as a conveyor belt does.
typedef struct gls_conveyor {
  // Velocity of the surface along the body's own axes, m/s.
  gls_vec3 velocity;
  // Material id of its triangles.
  uint32_t material;
  // Not read.
  uint32_t reserved;
} gls_conveyor;

// A material that changes the pace of a character standing on it: ice, mud.
typedef struct gls_traction {
  // Factor of the wished velocity, 0 to 1000.
  double speed;
  // Factor of the acceleration, 0 to 1000.
  double acceleration;
  // Factor of the friction, 0 to 1000.
  double friction;
  // Material id of its triangles.
  uint32_t material;
  // Not read.
  uint32_t reserved;
} gls_traction;

// How a mesh is placed; `gls_body_options_default` has the defaults.
typedef struct gls_body_options {
  // Where it is. Default: where its vertices are.
  gls_pose pose;
  // Conveyor belts, or null.
  const gls_conveyor *conveyors;
  // How many there are.
  size_t conveyor_count;
  // Materials that change the pace, or null.
  const gls_traction *tractions;
  // How many there are.
  size_t traction_count;
  // The layers it is on, a bit each; a query meets it if its mask has one of them. Default 1.
  uint32_t layers;
  // Material id of the whole body, 0 to 65535. Default 0.
  uint32_t material;
} gls_body_options;

// The handle of a body. A removed body's handle is dead and refused by every call; its number does not come back.
typedef uint64_t gls_body;

// A convex shape about its own centre. `gls_shape_of` makes an upright one.
typedef struct gls_shape {
  // Half of its width, height and depth along its own axes, metres: 1e-4 to 1e6.
  gls_vec3 radii;
  // How it is turned.
  gls_quat rotation;
  // Radius that rounds the edges of a box or a cylinder, metres; it takes from the body. Other shapes ignore it.
  double rounding;
  // `GLS_SHAPE_ELLIPSOID`, `GLS_SHAPE_CAPSULE`, `GLS_SHAPE_BOX` or `GLS_SHAPE_CYLINDER`.
  uint32_t kind;
  // Not read.
  uint32_t reserved;
} gls_shape;

// A shape that moves straight.
typedef struct gls_sweep {
  // What moves.
  gls_shape shape;
  // Where its centre starts, metres.
  gls_vec3 from;
  // How far it goes, metres.
  gls_vec3 translation;
  // How far before a surface it stops, metres; 0 to its smallest half extent.
  double skin;
  // The layers that it meets, a bit each; `GLS_ALL_LAYERS` for all.
  uint32_t mask;
  // Not read.
  uint32_t reserved;
} gls_sweep;

// A triangle of a body, or the surface of a character or ball.
typedef struct gls_surface {
  // The handle of the body, character or ball.
  uint64_t owner;
  // What the owner is: `GLS_OWNER_BODY` and so on.
  uint32_t owner_kind;
  // Index of the triangle in the arrays that the mesh was built from; 0 for characters and balls.
  uint32_t triangle;
  // Material id of the triangle.
  uint32_t material;
  // Material id of the body.
  uint32_t body_material;
} gls_surface;

// The first touch of a ray or sweep. Without one `is_hit` is 0, `fraction` 1 and all else 0.
typedef struct gls_hit {
  // How much of the translation was possible, 0 to 1.
  double fraction;
  // The same in metres.
  double distance;
  // The touched point of the surface, metres.
  gls_vec3 point;
  // Unit, out of the surface towards the shape's centre; of a ray the triangle's, on the ray's side.
  gls_vec3 normal;
  // Unit normal of the triangle itself, on the shape's side.
  gls_vec3 face_normal;
  // How deep the shape was in the surface at its start, metres along `normal`; else 0.
  double depth;
  // What was touched.
  gls_surface surface;
  // `GLS_FEATURE_FACE`, or `GLS_FEATURE_EDGE` or `GLS_FEATURE_VERTEX` plus 0, 1 or 2.
  uint32_t feature;
  // 1 if something was touched, else 0.
  uint32_t is_hit;
} gls_hit;

// A segment: a ray, or a line of sight.
typedef struct gls_ray {
  // Where it starts, metres.
  gls_vec3 from;
  // How far it goes, metres.
  gls_vec3 translation;
} gls_ray;

// A surface near a resting shape.
typedef struct gls_contact {
  // The nearest point of the triangle, in the shape's own metric; metres.
  gls_vec3 point;
  // Unit, out of the surface towards the shape.
  gls_vec3 normal;
  // Unit normal of the triangle itself, on the side of the shape's centre.
  gls_vec3 face_normal;
  // Metres along `normal` between shape and surface; negative for an overlap.
  double gap;
  // Impulse per mass that the surface gave in the tick, m/s; 0 in answers of queries.
  double load;
  // The surface.
  gls_surface surface;
  // `GLS_FEATURE_FACE`, or `GLS_FEATURE_EDGE` or `GLS_FEATURE_VERTEX` plus 0, 1 or 2.
  uint32_t feature;
  // 1 if there is a contact; 0 where all else is 0.
  uint32_t is_contact;
} gls_contact;

// How far a shape is from the nearest surface.
typedef struct gls_clearance {
  // Metres; negative for an overlap.
  double distance;
  // The nearest point of the surface, metres.
  gls_vec3 point;
  // Unit, out of the surface towards the shape.
  gls_vec3 normal;
  // The surface.
  gls_surface surface;
  // `GLS_FEATURE_FACE`, or `GLS_FEATURE_EDGE` or `GLS_FEATURE_VERTEX` plus 0, 1 or 2.
  uint32_t feature;
  // 1 if a surface is near enough; 0 where all else is 0.
  uint32_t is_found;
} gls_clearance;

// A triangle of the world.
typedef struct gls_triangle {
  // Its corners, metres.
  gls_vec3 corners[3];
  // Its surface.
  gls_surface surface;
} gls_triangle;

// The settings of a character. Start from `gls_settings_default` and change what should differ.
typedef struct gls_settings {
  // Half of the body's width, height and depth along its own axes, metres. Default 0.4, 0.9, 0.4.
  gls_vec3 radii;
  // The same when crouching. Default 0.4, 0.5, 0.4.
  gls_vec3 crouch_radii;
  // How the body is turned. Default not at all.
  gls_quat rotation;
  // Direction of up, any length but zero. Default (0, 1, 0). Gravity is not turned with it.
  gls_vec3 up;
  // Acceleration in the air, m/s^2. Default (0, -9.81, 0).
  gls_vec3 gravity;
  // Radius that rounds the edges of a box or a cylinder, metres. Default 0.02.
  double rounding;
  // Gap kept to surfaces, metres; only read if `has_skin` is not 0. Default a hundredth of the smallest radius.
  double skin;
  // Cosine of the steepest slope that it walks up. Default cos 45 degrees.
  double cos_climb;
  // Cosine of the steepest slope on which it stands without slipping; at most `cos_climb`. Default cos 50 degrees.
  double cos_slip;
  // Highest ledge that it steps on, metres. Default 0.4; 0 turns steps off.
  double step_height;
  // Deepest drop that the feet follow down, metres. Default 0.4.
  double snap_distance;
  // On the ground towards the wish, m/s^2; infinity reaches it at once. Default 40.
  double acceleration;
  // On the ground towards rest, m/s^2; infinity is accepted. Default 40.
  double friction;
  // In the air towards the wish, m/s^2; infinity is accepted. Default 8.
  double air_acceleration;
  // When flying, m/s^2; infinity is accepted. Default 40.
  double fly_acceleration;
  // Speed of a jump along up, m/s. Default 5.
  double jump_speed;
  // Seconds after leaving the ground during which a jump still counts. Default 0.
  double coyote_time;
  // Seconds before landing for which a press of jump is kept. Default 0.
  double buffer_time;
  // Greatest speed with which soft obstacles push it out, m/s, 0 to 1000. Default 2.
  double soft_push_speed;
  // For `GLS_INHERIT_CAPPED`: the most that it keeps, m/s.
  double inherit_cap;
  // `GLS_SHAPE_ELLIPSOID` (the default), `GLS_SHAPE_CAPSULE`, `GLS_SHAPE_BOX` or `GLS_SHAPE_CYLINDER`.
  uint32_t shape_kind;
  // The layers that it collides with, a bit each. Default all.
  uint32_t mask;
  // The layers that are soft obstacles, a bit each. Default none.
  uint32_t soft_layers;
  // What it keeps of the velocity of a platform: `GLS_INHERIT_FULL` (the default) and so on.
  uint32_t inherit;
  // Not 0: `skin` is read.
  uint32_t has_skin;
  // Not read.
  uint32_t reserved;
} gls_settings;

// A unit vector of single precision.
typedef struct gls_vec3f {
  // The first component.
  float x;
  // The second.
  float y;
  // The third.
  float z;
} gls_vec3f;

// A character between two ticks: all that a tick remembers. Copy it to save, assign it to restore, send its bytes: the
// structure has no gaps. Start with `gls_state_at` or `gls_state_with_feet_at`.
typedef struct gls_state {
  // Centre of the body, metres. To move it elsewhere call `gls_state_teleport`.
  gls_vec3 position;
  // m/s; while standing, relative to the ground.
  gls_vec3 velocity;
  // The last position that was verified to be clear of all surfaces, metres.
  gls_vec3 safe_position;
  // Height along up of the last ledge that it stepped on, metres; without meaning in the air.
  double ledge;
  // The surface that it stands or slides on; in the air the last one, if there was any.
  gls_surface support;
  // Unit normal of the ground, or zero in the air.
  gls_vec3f ground_normal;
  // Unit normals of the walls that held it in the last tick, two in a corner; else zero.
  gls_vec3f wall_normals[2];
  // Seconds for which a jump is still allowed after leaving the ground.
  float coyote_left;
  // Seconds for which a press of jump is still kept.
  float buffer_left;
  // Number of teleports, modulo 2^32.
  uint32_t teleports;
  // `GLS_GROUND_STANDING`, `GLS_GROUND_STEEP` or `GLS_GROUND_AIRBORNE`.
  uint8_t ground;
  // Not 0 if it is crouching.
  uint8_t is_crouching;
  // Not 0 if jump was pressed in the last tick.
  uint8_t is_jump_held;
  // Not 0 if the ceiling was touched in the last tick.
  uint8_t is_at_ceiling;
  // 0; not read.
  uint32_t reserved;
} gls_state;

// The rules of contacts for one character. A function that is null leaves that part as it is; a filter of nulls changes nothing.
//
// For rules that no mask can express: ghosts pass through doors of their own colour, a character slips on ice. Within a tick a
// function gives the same answer for the same arguments, whatever the order of the calls; on a stage also if the tick is repeated
// after a rollback. It must not use the objects of the call, nor leave by longjmp or an exception.
typedef struct gls_contact_filter {
  // Handed to every function.
  void *user;
  // Not 0: the surface exists for this character.
  uint32_t (*includes)(void *user, const gls_surface *surface);
  // Not 0: the character cannot stand on the contact although it is flat enough.
  uint32_t (*is_slippery)(void *user, const gls_contact *contact);
  // The normal along which the body slides at a point (metres); `own` is that of the contact. Normalised by the library; one that
  // points less than 1 degree away from the plane of the surface, or is not finite, counts as `own`.
  gls_vec3 (*normal)(void *user,
                            const gls_surface *surface,
                            gls_vec3 at,
                            gls_vec3 own);
  // The velocity of a surface at a point, m/s; `own` is what it has. It is kept in a jump; on a stage it carries, and shoves do not
  // read it.
  gls_vec3 (*surface_velocity)(void *user,
                                      const gls_surface *surface,
                                      gls_vec3 at,
                                      gls_vec3 own);
  // How the surface changes the pace of the character that stands on it; `own` is what its material has. The answer's material is
  // not read; factors out of range count as `own`.
  gls_traction (*traction)(void *user, const gls_surface *surface, gls_traction own);
} gls_contact_filter;

// The input of a character for one tick.
typedef struct gls_input {
  // Wanted velocity, m/s; on foot and in the air its part along up does not count.
  gls_vec3 wish;
  // `GLS_BUTTON_JUMP`, `GLS_BUTTON_CROUCH` and `GLS_BUTTON_FLY`, added.
  uint32_t buttons;
  // Not read.
  uint32_t reserved;
} gls_input;

// One event. Which fields have a meaning stands with the constants of `kind`; the others are 0.
typedef struct gls_event {
  // Seconds since the start of the tick.
  double time;
  // Centre of the character at that time, metres.
  gls_vec3 position;
  // Its velocity before the event changed it, m/s.
  gls_vec3 velocity;
  // Unit normal of the contact.
  gls_vec3 normal;
  // m/s.
  double speed;
  // A height, distance, depth (m), energy or impulse: see the kinds.
  double amount;
  // The surface that was met.
  gls_surface surface;
  // On a stage the handle of the character; of many its index; of one 0.
  uint64_t character;
  // On a stage the handle of the other party.
  uint64_t other;
  // What the other party is: `GLS_OWNER_NONE`, `GLS_OWNER_BODY` and so on.
  uint32_t other_kind;
  // `GLS_EVENT_LANDED` and so on.
  uint32_t kind;
  // See the kinds.
  uint32_t flag;
  // 0.
  uint32_t reserved;
} gls_event;

// A point of the path of a character's centre. Two of one time are a leg that takes no time: a step up, a snap down.
typedef struct gls_waypoint {
  // Seconds since the start of the tick.
  double time;
  // Centre at that time, metres.
  gls_vec3 position;
} gls_waypoint;

// What happened in a tick of `gls_step`. The arrays belong to the scratch, and are valid until it is used again or freed.
typedef struct gls_report {
  // Events, in order of time.
  const gls_event *events;
  // How many there are.
  size_t event_count;
  // Contacts at the end, nearest first, with loads.
  const gls_contact *contacts;
  // How many there are.
  size_t contact_count;
  // The path that the centre really took.
  const gls_waypoint *path;
  // How many points it has.
  size_t path_count;
  // If `has_reduced_skin`: the gap that was kept because the body fits only with less than its skin, metres.
  double reduced_skin;
  // Number of sweeps and slides.
  uint64_t sub_steps;
  // `GLS_STOP_DONE`, or what ended the move before.
  uint32_t stop;
  // 1 if less than the skin was kept, else 0.
  uint32_t has_reduced_skin;
} gls_report;

// A step of a move. Which fields have a meaning stands with the constants of `kind`; the others are 0.
typedef struct gls_trace_step {
  // A place, metres.
  gls_vec3 a;
  // A displacement (metres) or a normal.
  gls_vec3 b;
  // A fraction, height or distance, metres.
  double amount;
  // A surface.
  gls_surface surface;
  // `GLS_TRACE_WANTED` and so on.
  uint32_t kind;
  // See the kinds.
  uint32_t count;
} gls_trace_step;

// Is called for each step of a move, in order, with the step as a line of text, valid for the call.
//
// It must not use the objects of the call, nor leave by longjmp or an exception.
typedef void (*gls_trace_fn)(void *user, const struct gls_trace_step *step, const char *text);

// What happened in a tick of `gls_step_many`. The arrays belong to the `gls_many`, and are valid until it is used again or
// freed.
typedef struct gls_many_report {
  // Events by (character, time), if they are kept; `character` is the index.
  const gls_event *events;
  // How many there are.
  size_t event_count;
  // Indices of the characters that were refused, rising: those stay as they were. `gls_many_refusal` has the reasons.
  const size_t *refused;
  // How many there are.
  size_t refused_count;
} gls_many_report;

// The handle of a character's settings on a stage.
typedef uint64_t gls_config_id;

// A character on a stage. `gls_stage_character_of` has the defaults.
typedef struct gls_stage_character {
  // Its own state.
  gls_state state;
  // The handle of its settings, of `gls_stage_add_config`.
  gls_config_id config;
  // Kilograms. Default 80.
  double mass;
  // The force with which it pushes others, newtons. Default 600.
  double strength;
  // The layers on which other characters meet it, a bit each. Default 1.
  uint32_t layers;
  // 1 if surfaces that do not yield squeeze it; it stays put until the place is free.
  uint32_t is_crushed;
} gls_stage_character;

// The handle of a character in a state. Copies of the state have the same handles.
typedef uint64_t gls_character;

// The handle of a trigger on a stage.
typedef uint64_t gls_trigger;

// A pose of a path.
typedef struct gls_key {
  // Seconds from the start of the path; the first key has 0, the others do not decrease.
  double time;
  // Displacement of the pivot from its place at rest, metres.
  gls_vec3 translation;
  // Rotation of the body about the pivot.
  gls_quat rotation;
} gls_key;

// What is constant of a mover. `gls_mover_spec_of` has the defaults.
typedef struct gls_mover_spec {
  // The body that it moves; its present pose is its pose at rest.
  gls_body body;
  // The point about which it turns, in the world while the body rests; metres.
  gls_vec3 pivot;
  // For `GLS_DRIVE_VELOCITY`: of the pivot, m/s.
  gls_vec3 linear;
  // For `GLS_DRIVE_VELOCITY`: about the pivot, axis times radians per second.
  gls_vec3 angular;
  // For `GLS_DRIVE_PATH`: the keys in order of time; they are copied.
  const gls_key *keys;
  // How many keys there are.
  size_t key_count;
  // For `GLS_ENDS_ON_CALL`: seconds at the end.
  double wait;
  // `GLS_DRIVE_VELOCITY`, `GLS_DRIVE_PATH` or `GLS_DRIVE_TARGET`.
  uint32_t drive;
  // For `GLS_DRIVE_PATH`: `GLS_ENDS_LOOP`, `GLS_ENDS_PING_PONG` or `GLS_ENDS_ON_CALL`.
  uint32_t ends;
  // `GLS_POLICY_PUSH`, `GLS_POLICY_STOP` or `GLS_POLICY_REVERSE`.
  uint32_t policy;
  // Not read.
  uint32_t reserved;
} gls_mover_spec;

// The handle of a mover on a stage.
typedef uint64_t gls_mover;

// A rotation and a translation (metres).
typedef struct gls_rigid {
  // The rotation.
  gls_quat rotation;
  // The translation, metres.
  gls_vec3 translation;
} gls_rigid;

// A mover between two ticks.
typedef struct gls_mover_state {
  // Displacement of the pivot from its place at rest, and rotation of the body about it.
  gls_rigid pose;
  // For `GLS_DRIVE_TARGET`: the pose for the end of the next tick.
  gls_rigid target;
  // Seconds on the path.
  double clock;
  // Speed of the clock: 1 forward (opens a door, calls a lift), -1 back, 0 at rest.
  double rate;
  // Remaining seconds to wait at the end.
  double wait;
} gls_mover_state;

// How a trigger is placed; `gls_trigger_options_default` has the defaults.
typedef struct gls_trigger_options {
  // Where it is, while its mover rests. Default: where its vertices are.
  gls_pose pose;
  // If `has_mover` is not 0, the mover that it rides on.
  gls_mover mover;
  // Not 0: it rides on `mover`. Default 0.
  uint32_t has_mover;
  // The layers it is on, a bit each; characters meet it by the mask of their settings. Default 1.
  uint32_t layers;
  // `GLS_TRIGGER_VOLUME_BY_BODY` (the default), `GLS_TRIGGER_VOLUME_BY_CENTRE` or `GLS_TRIGGER_SURFACE`.
  uint32_t kind;
  // Not read.
  uint32_t reserved;
} gls_trigger_options;

// A ball between two ticks. `gls_ball_at` has the defaults.
typedef struct gls_ball {
  // Centre, metres.
  gls_vec3 position;
  // m/s.
  gls_vec3 velocity;
  // Metres.
  double radius;
  // Kilograms; infinity for a ball whose motion never changes.
  double mass;
  // The fraction of the speed of approach that is returned, 0 to 1. Of two that meet, the smaller counts.
  double restitution;
} gls_ball;

// The rules that all balls of a stage follow.
typedef struct gls_ball_settings {
  // m/s^2. Default none: a table seen from above.
  gls_vec3 gravity;
  // Restitution of walls, 0 to 1. Default 1.
  double wall_restitution;
  // Restitution of characters, 0 to 1. Default 0.2.
  double character_restitution;
  // Deceleration of a ball that rolls, m/s^2. Default 0.
  double rolling_deceleration;
  // With gravity, a ball that lands at less than this speed stays down, m/s. Default 0.1.
  double rest_speed;
  // `GLS_FLAT_NONE` (the default), or the axis without motion.
  uint32_t flat;
  // `GLS_ORDER_SIMULTANEOUS` (the default) or `GLS_ORDER_SEQUENTIAL`.
  uint32_t order;
  // Meetings of a ball in a tick after which its impacts lose their restitution. Default 32.
  uint32_t most_impacts;
  // The layers of bodies that are walls, a bit each. Default all.
  uint32_t mask;
} gls_ball_settings;

// The handle of a ball in a state. Copies of the state have the same handles.
typedef uint64_t gls_ball_id;

// What the moving world did to a character in a tick.
typedef struct gls_character_report {
  // How far it was carried and pushed, metres; without its own move.
  gls_vec3 moved;
  // The turn of its support, as axis times tangent of half the angle, for a view that turns along.
  gls_vec3 turn;
  // `GLS_OUTCOME_UNAFFECTED` and so on.
  uint32_t outcome;
  // What ended its own move: `GLS_STOP_DONE` and so on, `GLS_STOP_NONE` if it made none.
  uint32_t stop;
  // 1 if its own move was undone, else 0.
  uint32_t is_held;
  // 0.
  uint32_t reserved;
} gls_character_report;

// What a mover did in a tick.
typedef struct gls_mover_report {
  // The part of its planned motion that it made, 0 to 1.
  double fraction;
  // If `is_held`, the handle of the character that blocked it.
  uint64_t held_by;
  // 1 if a character blocked it, else 0.
  uint32_t is_held;
  // 0.
  uint32_t reserved;
} gls_mover_report;

// What became of a ball in a tick.
typedef struct gls_ball_report {
  // 1 if it had so many impacts that they lost their restitution, else 0.
  uint32_t is_damped;
  // 1 if it was held in place for the rest of the tick, else 0.
  uint32_t is_held;
} gls_ball_report;

// An impact of a ball.
typedef struct gls_impact {
  // Seconds since the start of the tick.
  double time;
  // The touched point, metres.
  gls_vec3 point;
  // Unit, towards the ball.
  gls_vec3 normal;
  // The impulse along the normal, N s.
  double impulse;
  // Speed of approach along the normal, m/s.
  double approach;
  // The ball.
  gls_ball_id ball;
  // What it met: a wall, another ball or a character.
  gls_surface other;
} gls_impact;

// What happened in a tick. The arrays belong to the stage, and are valid until it is ticked again or freed.
typedef struct gls_stage_report {
  // Events by (time, character).
  const gls_event *events;
  // How many there are.
  size_t event_count;
  // One for each character, in their order.
  const gls_character_report *characters;
  // How many there are.
  size_t character_count;
  // One for each mover, in the order in which they were added; removed ones too.
  const gls_mover_report *movers;
  // How many there are.
  size_t mover_count;
  // One for each ball, in their order.
  const gls_ball_report *balls;
  // How many there are.
  size_t ball_count;
  // Impacts of balls in order of time, then pushes by characters.
  const gls_impact *impacts;
  // How many there are.
  size_t impact_count;
  // 1 if the limits on work sufficed, else 0.
  uint32_t is_settled;
  // 0.
  uint32_t reserved;
} gls_stage_report;

// The options that a level file leaves open; `gls_level_options_default` has the defaults.
typedef struct gls_level_options {
  // Metres per unit of the file; 0, the default, for what manifest.json beside the file says, else 1.
  double unit;
  // `GLS_UP_OF_FILE` (the default), `GLS_UP_Y` or `GLS_UP_Z`.
  uint32_t up;
  // Not 0: manifest.json, NAME.entities.json and NAME.movers.glb beside the file are read. Default 1.
  uint32_t use_manifest;
} gls_level_options;

// A file in memory.
typedef struct gls_file {
  // Its name, UTF-8, without a folder.
  const char *name;
  // Its bytes.
  const uint8_t *bytes;
  // How many they are.
  size_t length;
} gls_file;

// A place where a character may start.
typedef struct gls_spawn {
  // Under its feet, metres.
  gls_vec3 feet;
  // Where it looks: radians about y from +x to -z.
  double yaw;
} gls_spawn;

// Something that the mechanisms did. Which fields have a meaning stands with the constants of `kind`; the others are 0.
typedef struct gls_incident {
  // Seconds since the start of the tick.
  double time;
  // Where the character was, or the pivot of the mover; metres.
  gls_vec3 position;
  // A place (metres) or a velocity (m/s).
  gls_vec3 to;
  // An amount.
  double amount;
  // If `has_character`, the character that caused or suffered it.
  gls_character character;
  // If `has_mover`, the mover.
  gls_mover mover;
  // If `has_trigger`, the trigger.
  gls_trigger trigger;
  // `GLS_INCIDENT_STARTED` and so on.
  uint32_t kind;
  // See the kinds.
  uint32_t flag;
  // 1 if there is a character, else 0.
  uint32_t has_character;
  // 1 if there is a mover, else 0.
  uint32_t has_mover;
  // 1 if there is a trigger, else 0.
  uint32_t has_trigger;
  // 0.
  uint32_t reserved;
} gls_incident;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The reason of the last error in this thread, UTF-8 with a zero at its end; an empty text before the first. It names
// the argument, its value and what is accepted. Valid until the next error in this thread; a call that succeeds leaves
// it alone.
const char *gls_error_text(void);

// The version of the library that runs: `major << 16 | minor << 8 | patch`.
//
// A program that loads the library at run time compares it with `GLS_VERSION_MAJOR` and `GLS_VERSION_MINOR`.
uint32_t gls_version(void);

// The pose that moves nothing.
gls_pose gls_pose_identity(void);

// The pose that scales, then turns, then moves by a translation (metres).
gls_pose gls_pose_of(gls_vec3 scale, gls_quat rotation, gls_vec3 translation);

// The default options: nothing welded but equal positions, both sides of every triangle collide.
gls_mesh_options gls_mesh_options_default(void);

// Builds a mesh of `vertex_count` vertices (x, y, z each, metres) and `triangle_count` triangles (three vertex indices
// each, counter-clockwise seen from the front).
//
// `materials` has an id for each triangle, or is null: then all have 0. `options` may be null for the defaults;
// `report` may be null. All arrays are copied. The mesh is freed by `gls_mesh_free`.
//
// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_MESH` for no triangles, indices of missing vertices, coordinates that are NaN,
// infinite or beyond 1e7 m, a weld distance out of range.
//
// Arrays:
// `vertices` has `3 * vertex_count` numbers, `indices` has `3 * triangle_count`, `materials` has `triangle_count`
// unless it is null, and the lists of `options` have the lengths that stand beside them.
gls_result gls_mesh_build(const float *vertices,
                          size_t vertex_count,
                          const uint32_t *indices,
                          size_t triangle_count,
                          const uint16_t *materials,
                          const gls_mesh_options *options,
                          gls_mesh_report *report,
                          gls_mesh **mesh);

// Frees a mesh; null is accepted. Bodies and triggers that use it keep its triangles.
void gls_mesh_free(gls_mesh *mesh);

// The default options: at the identity pose, on layer 0 (bit 1), material 0, without belts.
gls_body_options gls_body_options_default(void);

// Makes a world without bodies; `gls_world_free` frees it.
gls_result gls_world_new(gls_world **world);

// Frees a world; null is accepted.
void gls_world_free(gls_world *world);

// Places a mesh and writes the handle of the body. `options` may be null for the defaults; the same mesh may be
// placed any number of times.
//
// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_VALUE` for a pose without an inverse or with numbers that are not finite.
//
// Arrays:
// The lists of `options` have the lengths that stand beside them.
gls_result gls_world_add(gls_world *world,
                         const gls_mesh *mesh,
                         const gls_body_options *options,
                         gls_body *body);

// Takes a body out. Its handle is dead from then on.
//
// Errors: `GLS_ERROR_NULL`, `GLS_ERROR_DEAD`.
gls_result gls_world_remove(gls_world *world, gls_body body);

// Moves a body to another pose at once: between ticks, for editors and teleports. It pushes and carries nothing.
//
// Errors: `GLS_ERROR_NULL`, `GLS_ERROR_DEAD`; `GLS_ERROR_VALUE` as for `gls_world_add`.
gls_result gls_world_set_pose(gls_world *world,
                              gls_body body,
                              const gls_pose *pose);

// Writes the pose of a body.
//
// Errors: `GLS_ERROR_NULL`, `GLS_ERROR_DEAD`.
gls_result gls_world_pose(const gls_world *world, gls_body body, gls_pose *pose);

// Gives a body another mesh at once: a bent one, or any.
//
// Errors: `GLS_ERROR_NULL`, `GLS_ERROR_DEAD`; `GLS_ERROR_VALUE` for a mesh that reaches too far in the body's pose.
gls_result gls_world_set_mesh(gls_world *world,
                              gls_body body,
                              const gls_mesh *mesh);

// Puts a body on other layers, a bit each.
//
// Errors: `GLS_ERROR_NULL`, `GLS_ERROR_DEAD`.
gls_result gls_world_set_layers(gls_world *world, gls_body body, uint32_t layers);

// How many bodies there are; 0 for null.
size_t gls_world_body_count(const gls_world *world);

// An upright shape: `kind` is a `GLS_SHAPE_` constant, `radii` half of its width, height and depth, metres; edges of boxes
// and cylinders are rounded by 0.02 m. The call that uses it checks it.
gls_shape gls_shape_of(uint32_t kind,
                              gls_vec3 radii);

// A sweep without skin that meets all layers.
gls_sweep gls_sweep_of(gls_shape shape, gls_vec3 from, gls_vec3 translation);

// Writes the nearest triangle on the segment from `from` to `from + translation` (metres). A ray in the plane of a triangle
// does not meet it.
//
// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_VALUE` for numbers that are not finite or beyond 1e9 m.
gls_result gls_world_ray(const gls_world *world,
                         gls_vec3 from,
                         gls_vec3 translation,
                         uint32_t mask,
                         gls_hit *hit);

// `gls_world_ray` for `count` rays: the same bits. If `rays[i]` is refused, the text names it, and hits from `i` on are
// not written. Allocates nothing.
//
// Arrays:
// `rays` and `hits` have `count` entries.
gls_result gls_world_rays(const gls_world *world,
                          const gls_ray *rays,
                          size_t count,
                          uint32_t mask,
                          gls_hit *hits);

// Finds every triangle on the segment from `from` to `from + translation` (metres), nearest first, then by (body, triangle); the
// first is the hit of `gls_world_ray`. A ray through a shared edge or corner hits at least one of the neighbours, and often all of
// them. Writes how many there are to `count`, and the first `capacity` of them to `hits` (which may be null if that is 0).
//
// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_VALUE` for numbers that are not finite or beyond 1e9 m.
//
// Arrays:
// `hits` has room for `capacity` entries.
gls_result gls_world_ray_hits(const gls_world *world,
                              gls_vec3 from,
                              gls_vec3 translation,
                              uint32_t mask,
                              gls_hit *hits,
                              size_t capacity,
                              size_t *count);

// Writes the first touch of a moving shape. A shape that touches or overlaps a surface at its start meets it at
// fraction 0 if it moves into it, and does not meet it if it leaves it.
//
// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_VALUE` for a shape, place or skin out of range.
gls_result gls_world_sweep(const gls_world *world,
                           const gls_sweep *sweep,
                           gls_hit *hit);

// `gls_world_sweep` for `count` sweeps: the same bits. If `sweeps[i]` is refused, the text names it, and hits from `i`
// on are not written. Allocates nothing.
//
// Arrays:
// `sweeps` and `hits` have `count` entries.
gls_result gls_world_sweeps(const gls_world *world,
                            const gls_sweep *sweeps,
                            size_t count,
                            gls_hit *hits);

// Writes 1 if a surface crosses the segment between two places (metres), else 0: line of sight. Cheaper than a ray.
//
// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_VALUE` for numbers that are not finite or beyond 1e9 m.
gls_result gls_world_is_blocked(const gls_world *world,
                                gls_vec3 from,
                                gls_vec3 to,
                                uint32_t mask,
                                uint8_t *is_blocked);

// `gls_world_is_blocked` for `count` segments, each from `from` to `from + translation`. If `segments[i]` is refused, the
// text names it, and answers from `i` on are not written. Allocates nothing.
//
// Arrays:
// `segments` and `are_blocked` have `count` entries.
gls_result gls_world_are_blocked(const gls_world *world,
                                 const gls_ray *segments,
                                 size_t count,
                                 uint32_t mask,
                                 uint8_t *are_blocked);

// Writes the deepest contact of a shape at a place (metres) that overlaps the world; `is_contact` is 0 if it is free or
// just touches.
//
// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_VALUE` for a shape or place out of range.
gls_result gls_world_overlap(const gls_world *world,
                             const gls_shape *shape,
                             gls_vec3 at,
                             uint32_t mask,
                             gls_contact *contact);

// Finds every triangle within `distance` metres of a shape at a place, by (body, triangle). Writes how many there are
// to `count`, and the first `capacity` of them to `contacts` (which may be null if that is 0).
//
// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_VALUE` for a shape, place or distance out of range.
//
// Arrays:
// `contacts` has room for `capacity` entries.
gls_result gls_world_contacts(const gls_world *world,
                              const gls_shape *shape,
                              gls_vec3 at,
                              double distance,
                              uint32_t mask,
                              gls_contact *contacts,
                              size_t capacity,
                              size_t *count);

// Writes how far a shape at a place (metres) is from the nearest surface within `most` metres (infinity is accepted).
//
// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_VALUE` for a shape, place or distance out of range.
gls_result gls_world_clearance(const gls_world *world,
                               const gls_shape *shape,
                               gls_vec3 at,
                               double most,
                               uint32_t mask,
                               gls_clearance *clearance);

// Finds the triangles that meet the box from `low` to `high` (metres), by (body, triangle). Writes how many there are
// to `count`, and the first `capacity` of them to `triangles` (which may be null if that is 0).
//
// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_VALUE` for corners that are not finite or beyond 1e9 m.
//
// Arrays:
// `triangles` has room for `capacity` entries.
gls_result gls_world_triangles(const gls_world *world,
                               gls_vec3 low,
                               gls_vec3 high,
                               uint32_t mask,
                               gls_triangle *triangles,
                               size_t capacity,
                               size_t *count);

// The default settings: an ellipsoid of 1.8 m that walks up 45 degrees and steps of 0.4 m.
gls_settings gls_settings_default(void);

// The cosine of an angle in degrees (0 to 180), with the same bits on every machine: for `cos_climb` and `cos_slip`.
double gls_cos_degrees(double degrees);

// Checks settings and writes their checked form; `gls_config_free` frees it. `settings` may be null for the defaults.
//
// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_VALUE` for a setting out of range.
gls_result gls_config_new(const gls_settings *settings,
                          gls_config **config);

// Writes the settings of a config; `up` has length one.
//
// Errors: `GLS_ERROR_NULL`.
gls_result gls_config_settings(const gls_config *config, gls_settings *settings);

// Frees a config; null is accepted.
void gls_config_free(gls_config *config);

// A character at rest, in the air, with its centre at a place (metres). The first tick checks the place.
gls_state gls_state_at(gls_vec3 position);

// Writes a character at rest whose lowest point is a skin above `feet` (metres). The first tick checks the place.
//
// Errors: `GLS_ERROR_NULL`.
gls_result gls_state_with_feet_at(const gls_config *config,
                                  gls_vec3 feet,
                                  gls_state *state);

// Throws a character: it is in the air where it is, with this velocity (m/s). Jump pads, explosions. Rather than writing `velocity`:
// on the ground that would be walked off, and what of it leads up lost. The next tick checks the velocity.
//
// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_VALUE` for a state whose `ground` or `support` is no constant of its kind.
gls_result gls_state_launch(gls_state *state,
                            gls_vec3 velocity);

// Moves a character elsewhere at once, into the air there; its velocity stays. Rather than writing `position`: the last safe
// position moves too. The next tick checks the place.
//
// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_VALUE` for a state whose `ground` or `support` is no constant of its kind.
gls_result gls_state_teleport(gls_state *state,
                              gls_vec3 to);

// The name of a kind of event in snake case, `hit_wall` for instance; `other` for unknown numbers. Valid for ever.
const char *gls_event_name(uint32_t kind);

// The filter that changes nothing.
gls_contact_filter gls_contact_filter_none(void);

// Makes working memory; `gls_scratch_free` frees it.
//
// Errors: `GLS_ERROR_NULL`.
gls_result gls_scratch_new(gls_scratch **scratch);

// Frees working memory; null is accepted.
void gls_scratch_free(gls_scratch *scratch);

// Moves a character by one tick of `dt` seconds (0 to 10). `report` may be null. Allocates nothing once the scratch has
// grown, after the first ticks.
//
// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_VALUE` for a state, input or duration out of range. The state is unchanged then.
gls_result gls_step(const gls_world *world,
                    const gls_config *config,
                    gls_state *state,
                    const gls_input *input,
                    double dt,
                    gls_scratch *scratch,
                    gls_report *report);

// `gls_step` with rules of contacts of the program's own; it remembers no surroundings, so it takes longer.
//
// Errors: as for `gls_step`.
//
// Arrays:
// The functions of `filter` may be called with its `user` in this call.
gls_result gls_step_filtered(const gls_world *world,
                             const gls_config *config,
                             gls_state *state,
                             const gls_input *input,
                             double dt,
                             const gls_contact_filter *filter,
                             gls_scratch *scratch,
                             gls_report *report);

// `gls_step` that calls `trace` for every sub-step of the move: to see why a character stops.
//
// Errors: as for `gls_step`.
//
// Arrays:
// `trace` may be called with `user` in this call.
gls_result gls_step_traced(const gls_world *world,
                           const gls_config *config,
                           gls_state *state,
                           const gls_input *input,
                           double dt,
                           gls_trace_fn trace,
                           void *user,
                           gls_scratch *scratch,
                           gls_report *report);

// Makes working memory with `threads` threads of its own (1 to `GLS_MOST_THREADS`); with 1 the calling thread does all.
// Not 0 in `keeps_events` keeps the events of all characters. `gls_many_free` frees it and ends its threads.
//
// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_VALUE` for a number of threads that is out of range or cannot be started.
gls_result gls_many_new(uint32_t threads,
                        uint32_t keeps_events,
                        gls_many **many);

// Frees working memory and ends its threads; null is accepted.
void gls_many_free(gls_many *many);

// Moves `count` characters by one tick of `dt` seconds (0 to 10), each by its input: the same bits as one by one with
// `gls_step`, at any number of threads. `configs` has one config for all, or one for each. `report` may be null.
//
// A character whose numbers are refused stays as it was and is listed in the report; the others move. Allocates nothing
// once the memory has grown (with threads, their queue allocates a block now and then).
//
// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_LENGTH` for another number of configs; `GLS_ERROR_VALUE` for a duration out of
// range, or a `ground`, `support` or `buttons` that is no constant of its kind. No state has changed then.
//
// Arrays:
// `configs` has `config_count` live pointers or nulls, `states` and `inputs` have `count` entries.
gls_result gls_step_many(const gls_world *world,
                         const gls_config *const *configs,
                         size_t config_count,
                         gls_state *states,
                         const gls_input *inputs,
                         size_t count,
                         double dt,
                         gls_many *many,
                         gls_many_report *report);

// Why a character was refused in the last tick: returns the code of the entry `position` of `refused`, and
// `gls_error_text` has the reason.
//
// Errors, besides: `GLS_ERROR_NULL`; `GLS_ERROR_LENGTH` past the last entry.
gls_result gls_many_refusal(const gls_many *many, size_t position);

// Makes a stage with the bodies of a world, whose handles stay valid on it. The world is copied (its meshes are shared)
// and may be freed; null makes a stage without bodies. `gls_stage_free` frees it.
//
// Errors: `GLS_ERROR_NULL`.
gls_result gls_stage_new(const gls_world *world,
                         gls_stage **stage);

// Frees a stage; null is accepted. States do not need it to be freed.
void gls_stage_free(gls_stage *stage);

// Writes the world of a stage with all movers placed as in a state, for queries between ticks. It belongs to the stage, and
// is valid until the stage is ticked, changed, freed or asked for the world at another state.
//
// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_LENGTH` for a state with another number of movers; `GLS_ERROR_VALUE` for one with a
// pose that cannot be used.
gls_result gls_stage_world_at(gls_stage *stage,
                              const gls_stage_state *state,
                              const gls_world **world);

// Places a mesh on a stage, as `gls_world_add` does in a world: between ticks, also under characters.
//
// Arrays:
// The lists of `options` have the lengths that stand beside them.
gls_result gls_stage_add_body(gls_stage *stage,
                              const gls_mesh *mesh,
                              const gls_body_options *options,
                              gls_body *body);

// Takes a body off a stage. Its handle is dead from then on.
//
// Errors: `GLS_ERROR_NULL`, `GLS_ERROR_DEAD`; `GLS_ERROR_VALUE` while a mover moves it.
gls_result gls_stage_remove_body(gls_stage *stage, gls_body body);

// Teleports a body of a stage to another pose: this carries and pushes nothing. To push, use a mover.
//
// Errors: `GLS_ERROR_NULL`, `GLS_ERROR_DEAD`; `GLS_ERROR_VALUE` as for `gls_world_add`, and while a mover moves it.
gls_result gls_stage_set_pose(gls_stage *stage,
                              gls_body body,
                              const gls_pose *pose);

// Gives a body of a stage another mesh; allowed while a mover moves it.
//
// Errors: as for `gls_world_set_mesh`.
gls_result gls_stage_set_mesh(gls_stage *stage, gls_body body, const gls_mesh *mesh);

// Puts a body of a stage on other layers, a bit each; allowed while a mover moves it.
//
// Errors: `GLS_ERROR_NULL`, `GLS_ERROR_DEAD`.
gls_result gls_stage_set_layers(gls_stage *stage, gls_body body, uint32_t layers);

// Adds settings for characters and writes their handle. The config is copied.
//
// Errors: `GLS_ERROR_NULL`.
gls_result gls_stage_add_config(gls_stage *stage, const gls_config *config, gls_config_id *id);

// Replaces the settings of a handle, for all characters that use it.
//
// Errors: `GLS_ERROR_NULL`, `GLS_ERROR_DEAD`.
gls_result gls_stage_set_config(gls_stage *stage, gls_config_id id, const gls_config *config);

// Removes settings. A tick refuses a state with a character that still has them.
//
// Errors: `GLS_ERROR_NULL`, `GLS_ERROR_DEAD`.
gls_result gls_stage_remove_config(gls_stage *stage, gls_config_id id);

// Makes the first state of a stage: movers at the start of their paths, no characters, no balls. `gls_stage_state_free`
// frees it.
//
// Errors: `GLS_ERROR_NULL`.
gls_result gls_stage_state_new(const gls_stage *stage,
                               gls_stage_state **state);

// Makes a copy of a state; `gls_stage_state_free` frees it.
//
// Errors: `GLS_ERROR_NULL`.
gls_result gls_stage_state_copy(const gls_stage_state *state, gls_stage_state **copy);

// Makes `state` equal to `other`: the rollback. It keeps its address. The two may be the same.
//
// Errors: `GLS_ERROR_NULL`.
//
// Arrays:
// `other` is one live state, or null.
gls_result gls_stage_state_assign(gls_stage_state *state, const gls_stage_state *other);

// Frees a state; null is accepted.
void gls_stage_state_free(gls_stage_state *state);

// The number of ticks since the start; 0 for null.
uint64_t gls_stage_state_tick(const gls_stage_state *state);

// A character with these settings in this state, of 80 kg and 600 N, on layer 0 (bit 1).
gls_stage_character gls_stage_character_of(gls_config_id config, gls_state state);

// Adds a character between ticks and writes its handle. Inputs and reports are in the order in which characters were added.
// The next tick checks its numbers.
//
// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_VALUE` for a `ground` or `support` that is no constant of its kind.
gls_result gls_stage_state_add_character(gls_stage_state *state,
                                         const gls_stage_character *character,
                                         gls_character *id);

// Removes a character between ticks. Its handle is dead from then on; the others keep their order.
//
// Errors: `GLS_ERROR_NULL`, `GLS_ERROR_DEAD`.
gls_result gls_stage_state_remove_character(gls_stage_state *state, gls_character id);

// Writes a character.
//
// Errors: `GLS_ERROR_NULL`, `GLS_ERROR_DEAD`.
gls_result gls_stage_state_character(const gls_stage_state *state,
                                     gls_character id,
                                     gls_stage_character *character);

// Changes a character between ticks: teleports it (with `gls_state_teleport`), or gives it other settings. What it touches
// and which triggers it is in stay. The next tick checks its numbers.
//
// Errors: `GLS_ERROR_NULL`, `GLS_ERROR_DEAD`; `GLS_ERROR_VALUE` for a `ground` or `support` that is no constant of its kind.
gls_result gls_stage_state_set_character(gls_stage_state *state,
                                         gls_character id,
                                         const gls_stage_character *character);

// Writes how many characters there are to `count`, and the handles of the first `capacity` of them in their order to
// `ids` (which may be null if that is 0).
//
// Errors: `GLS_ERROR_NULL`.
//
// Arrays:
// `ids` has room for `capacity` entries.
gls_result gls_stage_state_characters(const gls_stage_state *state,
                                      gls_character *ids,
                                      size_t capacity,
                                      size_t *count);

// Writes 1 if a character is in a trigger, else 0.
//
// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_DEAD` for the character. It is in no dead trigger.
gls_result gls_stage_state_is_in(const gls_stage_state *state,
                                 gls_character id,
                                 gls_trigger trigger,
                                 uint8_t *is_in);

// A mover of a body that rests, about the origin of the world, and pushes: velocities of 0, no keys.
gls_mover_spec gls_mover_spec_of(gls_body body, uint32_t drive);

// Adds a mover for a body and writes its handle. States from before need `gls_stage_add_new_movers`.
//
// Errors: `GLS_ERROR_NULL`, `GLS_ERROR_DEAD`; `GLS_ERROR_VALUE` if another mover moves the body, for constants of no kind,
// numbers that are not finite, keys out of order; `GLS_ERROR_LENGTH` for a path without keys.
//
// Arrays:
// `spec.keys` has `spec.key_count` entries.
gls_result gls_stage_add_mover(gls_stage *stage,
                               const gls_mover_spec *spec,
                               gls_mover *id);

// Ends a mover: its body, and the triggers that ride on it, stay where they are in `state`.
//
// Errors: `GLS_ERROR_NULL`, `GLS_ERROR_DEAD`; those of `gls_stage_world_at`.
gls_result gls_stage_remove_mover(gls_stage *stage, gls_mover id, const gls_stage_state *state);

// Adds to a state the first states of movers that were added to the stage since the state was made.
//
// Errors: `GLS_ERROR_NULL`.
gls_result gls_stage_add_new_movers(const gls_stage *stage, gls_stage_state *state);

// Writes the state of a mover.
//
// Errors: `GLS_ERROR_NULL`, `GLS_ERROR_DEAD`.
gls_result gls_stage_state_mover(const gls_stage_state *state,
                                 gls_mover id,
                                 gls_mover_state *mover);

// Changes the state of a mover between ticks: opens a door (`rate` 1), sets a target. The next tick checks its numbers.
//
// Errors: `GLS_ERROR_NULL`, `GLS_ERROR_DEAD`.
gls_result gls_stage_state_set_mover(gls_stage_state *state,
                                     gls_mover id,
                                     const gls_mover_state *mover);

// Writes the pose of a mover's body between two states, for drawing: at the fraction `share` of the tick, 0 to 1.
//
// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_DEAD` for a removed mover, or one without an entry in either state.
gls_result gls_stage_pose_between(const gls_stage *stage,
                                  gls_mover id,
                                  const gls_stage_state *before,
                                  const gls_stage_state *after,
                                  double share,
                                  gls_pose *pose);

// The default options: a volume that parts of the body enter, unmoved, on layer 0 (bit 1).
gls_trigger_options gls_trigger_options_default(void);

// Adds a trigger and writes its handle. `options` may be null for the defaults.
//
// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_DEAD` for the mover; `GLS_ERROR_VALUE` for a volume whose mesh is not closed, and
// for a pose or kind that is none.
gls_result gls_stage_add_trigger(gls_stage *stage,
                                 const gls_mesh *mesh,
                                 const gls_trigger_options *options,
                                 gls_trigger *id);

// Removes a trigger. A character that is in it leaves it at the start of the next tick.
//
// Errors: `GLS_ERROR_NULL`, `GLS_ERROR_DEAD`.
gls_result gls_stage_remove_trigger(gls_stage *stage, gls_trigger id);

// A ball of a kilogram at rest, of restitution 1; metres.
gls_ball gls_ball_at(gls_vec3 position, double radius);

// The default rules: no gravity, walls that return everything.
gls_ball_settings gls_ball_settings_default(void);

// Sets the rules that all balls of a stage follow.
//
// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_VALUE` for a rule out of range. The rules stay unchanged then.
gls_result gls_stage_set_balls(gls_stage *stage, const gls_ball_settings *settings);

// Adds a ball between ticks and writes its handle.
//
// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_VALUE` for numbers out of range.
gls_result gls_stage_state_add_ball(gls_stage_state *state,
                                    const gls_ball *ball,
                                    gls_ball_id *id);

// Removes a ball between ticks. Its handle is dead from then on.
//
// Errors: `GLS_ERROR_NULL`, `GLS_ERROR_DEAD`.
gls_result gls_stage_state_remove_ball(gls_stage_state *state, gls_ball_id id);

// Writes a ball.
//
// Errors: `GLS_ERROR_NULL`, `GLS_ERROR_DEAD`.
gls_result gls_stage_state_ball(const gls_stage_state *state, gls_ball_id id, gls_ball *ball);

// Changes a ball between ticks.
//
// Errors: `GLS_ERROR_NULL`, `GLS_ERROR_DEAD`; `GLS_ERROR_VALUE` for numbers out of range.
gls_result gls_stage_state_set_ball(gls_stage_state *state,
                                    gls_ball_id id,
                                    const gls_ball *ball);

// Writes how many balls there are to `count`, and the handles of the first `capacity` of them in their order to `ids`
// (which may be null if that is 0).
//
// Errors: `GLS_ERROR_NULL`.
//
// Arrays:
// `ids` has room for `capacity` entries.
gls_result gls_stage_state_balls(const gls_stage_state *state,
                                 gls_ball_id *ids,
                                 size_t capacity,
                                 size_t *count);

// Moves everything by one tick of `dt` seconds (more than 0, to 10): the world moves first and takes the characters along, then
// each makes its own move. `inputs` has one entry for each character of the state, in their order. `report` may be null.
// Allocates nothing once the memory has grown, after the first ticks.
//
// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_LENGTH` for another number of inputs than of characters, or of movers than on the
// stage; `GLS_ERROR_DEAD` for the settings of a character; `GLS_ERROR_VALUE` for numbers out of range. Nothing has changed
// then.
//
// Arrays:
// `inputs` has `input_count` entries.
gls_result gls_stage_tick(gls_stage *stage,
                          gls_stage_state *state,
                          const gls_input *inputs,
                          size_t input_count,
                          double dt,
                          gls_stage_report *report);

// `gls_stage_tick` with rules of contacts of the program's own: `filters` has one for each character, in their order.
//
// A dropped surface neither stops nor carries nor shoves the character, and the character does not block it. Triggers ignore filters.
//
// Errors: as for `gls_stage_tick`.
//
// Arrays:
// `inputs` and `filters` have `count` entries, whose functions may be called with their `user` in this call.
gls_result gls_stage_tick_filtered(gls_stage *stage,
                                   gls_stage_state *state,
                                   const gls_input *inputs,
                                   const gls_contact_filter *filters,
                                   size_t count,
                                   double dt,
                                   gls_stage_report *report);

// Records the steps of one character's own moves in the ticks from now on, for `gls_stage_trace`; 0 in `is_on` ends that.
//
// Errors: `GLS_ERROR_NULL`.
gls_result gls_stage_set_trace(gls_stage *stage,
                               gls_character character,
                               uint32_t is_on);

// Calls `trace` for every step of the last tick of the character that is recorded, in order; if none is, not at all.
//
// Errors: `GLS_ERROR_NULL`.
//
// Arrays:
// `trace` may be called with `user` in this call.
gls_result gls_stage_trace(const gls_stage *stage,
                           gls_trace_fn trace,
                           void *user);

// Writes a state as bytes: the same on every machine, to be kept and sent. `length` gets how many there are. With a null
// `bytes` and a `capacity` of 0 only that is written: call it so first, or with a buffer that is large enough.
//
// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_LENGTH` for a buffer that is too small: `length` and as many bytes as it
// has room for are written then.
//
// Arrays:
// `bytes` has room for `capacity` bytes.
gls_result gls_stage_state_save(const gls_stage_state *state,
                                uint8_t *bytes,
                                size_t capacity,
                                size_t *length);

// Makes the state of saved bytes; `gls_stage_state_free` frees it. The next tick checks its numbers.
//
// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_BYTES` for bytes that are broken, cut off or of another format.
//
// Arrays:
// `bytes` has `length` bytes.
gls_result gls_stage_state_load(const uint8_t *bytes, size_t length, gls_stage_state **state);

// The default options: the file and what lies beside it decide.
gls_level_options gls_level_options_default(void);

// Reads a level file: .glb, .gltf, .obj or .stl, with its mechanisms. `options` may be null for the defaults. `gls_level_free` frees
// it. `path` is UTF-8.
//
// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_VALUE` for options that are none, and a path that is no UTF-8; `GLS_ERROR_LEVEL`.
//
// Arrays:
// `path` ends with a zero.
gls_result gls_level_load(const char *path,
                          const gls_level_options *options,
                          gls_level **level);

// Reads a level from files in memory, for example from the archive of a game: the file called `name`. The others are what lies beside it
// (buffers of a .gltf, manifest.json, NAME.entities.json); a path in a level finds the file with its last part as name. The files may be
// freed afterwards. Else like `gls_level_load`.
//
// Errors: those of `gls_level_load`; of two files with one name the last counts.
//
// Arrays:
// `files` has `file_count` entries, each with as many bytes as its length says; names end with a zero.
gls_result gls_level_read(const gls_file *files,
                          size_t file_count,
                          const char *name,
                          const gls_level_options *options,
                          gls_level **level);

// Frees a level; null is accepted. Worlds and stages made of it do not need it.
void gls_level_free(gls_level *level);

// Makes the world of a level's solid parts that rest; `gls_world_free` frees it. Its movers are with `gls_machinery_new`.
//
// Errors: `GLS_ERROR_NULL`.
gls_result gls_level_world(const gls_level *level,
                           gls_world **world);

// Writes how many spawns a level has to `count`, and the first `capacity` of them to `spawns` (which may be null if that is 0).
//
// Errors: `GLS_ERROR_NULL`.
//
// Arrays:
// `spawns` has room for `capacity` entries.
gls_result gls_level_spawns(const gls_level *level,
                            gls_spawn *spawns,
                            size_t capacity,
                            size_t *count);

// Writes the settings of the character that a level was made for, or the default ones.
//
// Errors: `GLS_ERROR_NULL`.
gls_result gls_level_settings(const gls_level *level, gls_settings *settings);

// Writes what was skipped in the file or looks wrong there: the note `index`, UTF-8, which belongs to the level; `count` gets how many
// there are. `note` may be null, and is not written for an index that is `count`.
//
// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_LENGTH` for an index beyond `count`.
gls_result gls_level_note(const gls_level *level,
                          size_t index,
                          const char **note,
                          size_t *count);

// Makes a stage of a level with its movers and triggers, and its state at the start; `longest` is the longest tick in seconds (more than 0,
// to 10), for movers that turn fast. Each of the three is freed by its own function.
//
// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_VALUE` for `longest`.
gls_result gls_machinery_new(const gls_level *level,
                             double longest,
                             gls_machinery **machinery,
                             gls_stage **stage,
                             gls_stage_state **state);

// Frees the mechanisms; null is accepted. Stage and state do not need them.
void gls_machinery_free(gls_machinery *machinery);

// `gls_stage_tick` of the stage and a state that belong to the mechanisms, and what follows from it: doors open, pads launch,
// traps hurt. Writes the incidents in order of time, which belong to the mechanisms and are valid until the next tick; `incidents` and
// `incident_count` may be null.
//
// Errors: as for `gls_stage_tick`.
//
// Arrays:
// `inputs` has `input_count` entries.
gls_result gls_machinery_tick(gls_machinery *machinery,
                              gls_stage *stage,
                              gls_stage_state *state,
                              const gls_input *inputs,
                              size_t input_count,
                              double dt,
                              gls_stage_report *report,
                              const gls_incident **incidents,
                              size_t *incident_count);

// Starts a mover of a level and its team, as a shot or a rule of the game may do.
//
// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_DEAD` for a mover that the level does not have.
gls_result gls_machinery_start(const gls_machinery *machinery,
                               gls_stage_state *state,
                               gls_mover mover);

// Writes how many movers a level has to `count`, and the handles of the first `capacity` of them, in the order of the file, to `movers`
// (which may be null if that is 0).
//
// Errors: `GLS_ERROR_NULL`.
//
// Arrays:
// `movers` has room for `capacity` entries.
gls_result gls_machinery_movers(const gls_machinery *machinery,
                                gls_mover *movers,
                                size_t capacity,
                                size_t *count);

// Writes the health of a character: 100 at the start.
//
// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_DEAD` for a character that is not in the state.
gls_result gls_machinery_health(const gls_machinery *machinery,
                                const gls_stage_state *state,
                                gls_character character,
                                double *health);

// Writes what the mechanisms remember as bytes, to be kept beside the stage's state: of `gls_stage_state_save`, and with the same rules for
// `bytes`, `capacity` and `length`.
//
// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_LENGTH` for a buffer that is too small: only `length` is written then.
//
// Arrays:
// `bytes` has room for `capacity` bytes.
gls_result gls_machinery_save(const gls_machinery *machinery,
                              uint8_t *bytes,
                              size_t capacity,
                              size_t *length);

// Puts back what `gls_machinery_save` wrote.
//
// Errors: `GLS_ERROR_NULL`; `GLS_ERROR_BYTES` for bytes that are broken, cut off or of another kind; nothing has changed then.
//
// Arrays:
// `bytes` has `length` bytes.
gls_result gls_machinery_load(gls_machinery *machinery,
                              const uint8_t *bytes,
                              size_t length);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

// Sizes on machines with pointers of 64 bits, the same on both sides: a program for another layout does not compile.
#if UINTPTR_MAX == UINT64_MAX
#if defined(__cplusplus)
#define GLS_ASSERT_SIZE(type, size) static_assert(sizeof(type) == (size), "another size of " #type)
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
#define GLS_ASSERT_SIZE(type, size) _Static_assert(sizeof(type) == (size), "another size of " #type)
#else
#define GLS_ASSERT_SIZE(type, size) typedef char gls_assert_##type[sizeof(type) == (size) ? 1 : -1]
#endif
GLS_ASSERT_SIZE(gls_vec3, 24);
GLS_ASSERT_SIZE(gls_vec3f, 12);
GLS_ASSERT_SIZE(gls_quat, 32);
GLS_ASSERT_SIZE(gls_pose, 96);
GLS_ASSERT_SIZE(gls_rigid, 56);
GLS_ASSERT_SIZE(gls_surface, 24);
GLS_ASSERT_SIZE(gls_mesh_options, 40);
GLS_ASSERT_SIZE(gls_mesh_report, 80);
GLS_ASSERT_SIZE(gls_conveyor, 32);
GLS_ASSERT_SIZE(gls_traction, 32);
GLS_ASSERT_SIZE(gls_body_options, 136);
GLS_ASSERT_SIZE(gls_shape, 72);
GLS_ASSERT_SIZE(gls_ray, 48);
GLS_ASSERT_SIZE(gls_sweep, 136);
GLS_ASSERT_SIZE(gls_hit, 128);
GLS_ASSERT_SIZE(gls_contact, 120);
GLS_ASSERT_SIZE(gls_clearance, 88);
GLS_ASSERT_SIZE(gls_triangle, 96);
GLS_ASSERT_SIZE(gls_settings, 272);
GLS_ASSERT_SIZE(gls_event, 152);
GLS_ASSERT_SIZE(gls_state, 160);
GLS_ASSERT_SIZE(gls_input, 32);
GLS_ASSERT_SIZE(gls_contact_filter, 48);
GLS_ASSERT_SIZE(gls_trace_step, 88);
GLS_ASSERT_SIZE(gls_waypoint, 32);
GLS_ASSERT_SIZE(gls_report, 72);
GLS_ASSERT_SIZE(gls_many_report, 32);
GLS_ASSERT_SIZE(gls_stage_character, 192);
GLS_ASSERT_SIZE(gls_key, 64);
GLS_ASSERT_SIZE(gls_mover_spec, 120);
GLS_ASSERT_SIZE(gls_mover_state, 136);
GLS_ASSERT_SIZE(gls_trigger_options, 120);
GLS_ASSERT_SIZE(gls_ball, 72);
GLS_ASSERT_SIZE(gls_ball_settings, 72);
GLS_ASSERT_SIZE(gls_impact, 104);
GLS_ASSERT_SIZE(gls_character_report, 64);
GLS_ASSERT_SIZE(gls_mover_report, 24);
GLS_ASSERT_SIZE(gls_ball_report, 8);
GLS_ASSERT_SIZE(gls_stage_report, 88);
GLS_ASSERT_SIZE(gls_level_options, 16);
GLS_ASSERT_SIZE(gls_file, 24);
GLS_ASSERT_SIZE(gls_spawn, 32);
GLS_ASSERT_SIZE(gls_incident, 112);
#undef GLS_ASSERT_SIZE
#endif

#endif  /* GLISSANDO_H */
