/* Bad input to every function that can fail: the code, and a text that names the argument. C99. */
#include <glissando.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static int calls, faults;

static void expect(int line, const char *call, gls_result got, gls_result code, const char *text) {
  calls++;
  if (got == code && (code == GLS_OK || strstr(gls_error_text(), text))) return;
  faults++;
  printf("line %d: %s\n  gives %d (%s), expected %d with \"%s\"\n", line, call, (int)got,
         got == GLS_OK ? "ok" : gls_error_text(), (int)code, text);
}

#define OK(call) expect(__LINE__, #call, call, GLS_OK, "")
#define NUL(text, call) expect(__LINE__, #call, call, GLS_ERROR_NULL, text " is null")
#define VALUE(text, call) expect(__LINE__, #call, call, GLS_ERROR_VALUE, text)
#define DEAD(text, call) expect(__LINE__, #call, call, GLS_ERROR_DEAD, text)
#define LENGTH(text, call) expect(__LINE__, #call, call, GLS_ERROR_LENGTH, text)
#define MESH(text, call) expect(__LINE__, #call, call, GLS_ERROR_MESH, text)
#define BYTES(text, call) expect(__LINE__, #call, call, GLS_ERROR_BYTES, text)

static const double tick = 1.0 / 60.0;
static const gls_vec3 zero = {0, 0, 0}, far = {0, 1e30, 0}, down = {0, -10, 0}, high = {0, 5, 0};
static const uint64_t never = UINT64_C(0x1234567800000000);
static gls_vec3 nan3;

static gls_mesh *floor_mesh, *block;

static void meshes(void) {
  float corners[] = {-9, 0, -9, -9, 0, 9, 9, 0, 9, 9, 0, -9};
  float box[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1};
  uint32_t triangles[] = {0, 1, 2, 0, 2, 3}, wrong[] = {0, 1, 7};
  uint32_t sides[] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 4, 6, 0, 6, 2,
                      1, 3, 7, 1, 7, 5, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3};
  uint16_t materials[] = {1, 2};
  gls_mesh_options options = gls_mesh_options_default();
  gls_mesh_report report;
  gls_mesh *mesh = NULL;
  NUL("mesh", gls_mesh_build(corners, 4, triangles, 2, NULL, NULL, NULL, NULL));
  NUL("vertices", gls_mesh_build(NULL, 4, triangles, 2, NULL, NULL, NULL, &mesh));
  NUL("indices", gls_mesh_build(corners, 4, NULL, 2, NULL, NULL, NULL, &mesh));
  MESH("no triangles", gls_mesh_build(NULL, 0, NULL, 0, NULL, NULL, NULL, &mesh));
  MESH("", gls_mesh_build(corners, 4, wrong, 1, NULL, NULL, NULL, &mesh));
  LENGTH("vertex_count", gls_mesh_build(corners, SIZE_MAX, triangles, 2, NULL, NULL, NULL, &mesh));
  LENGTH("vertices", gls_mesh_build(corners, SIZE_MAX / 4, triangles, 2, NULL, NULL, NULL, &mesh));
  LENGTH("triangle_count", gls_mesh_build(corners, 4, triangles, SIZE_MAX, NULL, NULL, NULL, &mesh));
  options.weld_distance = -1;
  MESH("weld", gls_mesh_build(corners, 4, triangles, 2, NULL, &options, NULL, &mesh));
  options = gls_mesh_options_default();
  options.one_way_count = 1;
  NUL("options.one_way", gls_mesh_build(corners, 4, triangles, 2, NULL, &options, NULL, &mesh));
  corners[4] = NAN;
  MESH("", gls_mesh_build(corners, 4, triangles, 2, NULL, NULL, NULL, &mesh));
  corners[4] = 1e30f;
  MESH("", gls_mesh_build(corners, 4, triangles, 2, NULL, NULL, NULL, &mesh));
  corners[4] = 0;
  if (mesh) faults++;
  OK(gls_mesh_build(corners, 4, triangles, 2, materials, NULL, &report, &floor_mesh));
  OK(gls_mesh_build(box, 8, sides, 12, NULL, NULL, &report, &block));
  if (!report.is_closed || report.triangles != 12) faults++;
}

static void worlds(gls_world *world, gls_body *floor) {
  gls_body body = 0;
  gls_body_options options = gls_body_options_default();
  gls_pose pose = gls_pose_identity();
  gls_traction mud = {-1, 1, 1, 2, 0};
  gls_conveyor belt = {{0, 0, 0}, 70000, 0};
  NUL("world", gls_world_new(NULL));
  NUL("world", gls_world_add(NULL, floor_mesh, NULL, &body));
  NUL("mesh", gls_world_add(world, NULL, NULL, &body));
  NUL("body", gls_world_add(world, floor_mesh, NULL, NULL));
  options.pose.x_axis = zero;
  VALUE("pose", gls_world_add(world, floor_mesh, &options, &body));
  options.pose = gls_pose_of(nan3, (gls_quat){0, 0, 0, 1}, zero);
  VALUE("pose", gls_world_add(world, floor_mesh, &options, &body));
  options = gls_body_options_default();
  options.material = 65536;
  VALUE("options.material is 65536", gls_world_add(world, floor_mesh, &options, &body));
  options = gls_body_options_default();
  options.traction_count = 1;
  NUL("options.tractions", gls_world_add(world, floor_mesh, &options, &body));
  options.tractions = &mud;
  VALUE("speed of a traction", gls_world_add(world, floor_mesh, &options, &body));
  options = gls_body_options_default();
  options.conveyor_count = 1;
  NUL("options.conveyors", gls_world_add(world, floor_mesh, &options, &body));
  options.conveyors = &belt;
  VALUE("material of a conveyor", gls_world_add(world, floor_mesh, &options, &body));
  if (gls_world_body_count(world) != 0 || gls_world_body_count(NULL) != 0) faults++;

  OK(gls_world_add(world, floor_mesh, NULL, floor));
  OK(gls_world_add(world, floor_mesh, NULL, &body));
  OK(gls_world_remove(world, body));
  NUL("world", gls_world_remove(NULL, body));
  DEAD("body 1", gls_world_remove(world, body));
  DEAD("body", gls_world_remove(world, never));
  DEAD("body", gls_world_set_pose(world, body, &pose));
  NUL("world", gls_world_set_pose(NULL, body, &pose));
  NUL("pose", gls_world_set_pose(world, *floor, NULL));
  pose.translation = far;
  VALUE("pose", gls_world_set_pose(world, *floor, &pose));
  NUL("world", gls_world_pose(NULL, *floor, &pose));
  NUL("pose", gls_world_pose(world, *floor, NULL));
  DEAD("body 1", gls_world_pose(world, body, &pose));
  NUL("world", gls_world_set_mesh(NULL, *floor, block));
  NUL("mesh", gls_world_set_mesh(world, *floor, NULL));
  DEAD("body 1", gls_world_set_mesh(world, body, block));
  NUL("world", gls_world_set_layers(NULL, *floor, 1));
  DEAD("body 1", gls_world_set_layers(world, body, 1));
  if (gls_world_body_count(world) != 1) faults++;
}

static void queries(const gls_world *world) {
  gls_hit hit = {0}, hits[2];
  gls_ray rays[2] = {{{0, 5, 0}, {0, -10, 0}}, {{0, 5, 0}, {0, -10, 0}}};
  gls_shape shape = gls_shape_of(GLS_SHAPE_CAPSULE, (gls_vec3){0.4, 0.9, 0.4});
  gls_sweep sweep = gls_sweep_of(shape, high, down), sweeps[2];
  gls_contact contact;
  gls_clearance clearance;
  gls_triangle triangle;
  size_t count;
  uint8_t blocked[2];
  uint32_t kind;
  NUL("world", gls_world_ray(NULL, high, down, 1, &hit));
  NUL("hit", gls_world_ray(world, high, down, 1, NULL));
  VALUE("from is (NaN", gls_world_ray(world, nan3, down, 1, &hit));
  VALUE("translation is 1e30", gls_world_ray(world, high, far, 1, &hit));
  NUL("world", gls_world_rays(NULL, rays, 2, 1, hits));
  NUL("rays", gls_world_rays(world, NULL, 2, 1, hits));
  NUL("hits", gls_world_rays(world, rays, 2, 1, NULL));
  OK(gls_world_rays(world, NULL, 0, 1, NULL));
  LENGTH("rays has", gls_world_rays(world, rays, SIZE_MAX, 1, hits));
  VALUE("rays is not aligned", gls_world_rays(world, (const gls_ray *)(const void *)((const char *)rays + 1), 1, 1, hits));
  rays[1].from = nan3;
  VALUE("rays[1]: from", gls_world_rays(world, rays, 2, 1, hits));
  NUL("world", gls_world_ray_hits(NULL, high, down, 1, hits, 2, &count));
  NUL("hits", gls_world_ray_hits(world, high, down, 1, NULL, 2, &count));
  NUL("count", gls_world_ray_hits(world, high, down, 1, hits, 2, NULL));
  OK(gls_world_ray_hits(world, high, down, 1, NULL, 0, &count));
  VALUE("from is (NaN", gls_world_ray_hits(world, nan3, down, 1, hits, 2, &count));
  VALUE("translation is 1e30", gls_world_ray_hits(world, high, far, 1, hits, 2, &count));
  NUL("world", gls_world_is_blocked(NULL, high, zero, 1, blocked));
  NUL("is_blocked", gls_world_is_blocked(world, high, zero, 1, NULL));
  VALUE("to is", gls_world_is_blocked(world, high, far, 1, blocked));
  NUL("world", gls_world_are_blocked(NULL, rays, 2, 1, blocked));
  NUL("segments", gls_world_are_blocked(world, NULL, 2, 1, blocked));
  NUL("are_blocked", gls_world_are_blocked(world, rays, 2, 1, NULL));
  VALUE("segments[1]: from", gls_world_are_blocked(world, rays, 2, 1, blocked));

  NUL("world", gls_world_sweep(NULL, &sweep, &hit));
  NUL("sweep", gls_world_sweep(world, NULL, &hit));
  NUL("hit", gls_world_sweep(world, &sweep, NULL));
  for (kind = GLS_SHAPE_ELLIPSOID; kind <= GLS_SHAPE_CYLINDER; kind++) {
    sweep.shape = gls_shape_of(kind, (gls_vec3){0.4, 0.9, 0.4});
    OK(gls_world_sweep(world, &sweep, &hit));
    if (!hit.is_hit || fabs(hit.distance - 4.1) > 1e-9) faults++;
    sweep.shape.radii = zero;
    VALUE("is 0", gls_world_sweep(world, &sweep, &hit));
    sweep.shape.radii = (gls_vec3){NAN, 1, NAN};
    VALUE("NaN", gls_world_sweep(world, &sweep, &hit));
    sweep.shape = gls_shape_of(kind, (gls_vec3){1e30, 1e30, 1e30});
    VALUE("1e30", gls_world_sweep(world, &sweep, &hit));
    sweep.shape = gls_shape_of(kind, (gls_vec3){0.4, 0.9, 0.4});
    sweep.shape.rotation.w = 0;
    VALUE("rotation", gls_world_sweep(world, &sweep, &hit));
  }
  sweep.shape = gls_shape_of(4, (gls_vec3){0.4, 0.9, 0.4});
  VALUE("shape.kind is 4", gls_world_sweep(world, &sweep, &hit));
  sweep = gls_sweep_of(gls_shape_of(GLS_SHAPE_CAPSULE, (gls_vec3){0.4, 0.9, 0.5}), high, down);
  VALUE("x and z", gls_world_sweep(world, &sweep, &hit));
  sweep = gls_sweep_of(shape, nan3, down);
  VALUE("from", gls_world_sweep(world, &sweep, &hit));
  sweep = gls_sweep_of(shape, high, down);
  sweep.skin = -1;
  VALUE("skin is -1", gls_world_sweep(world, &sweep, &hit));
  sweeps[0] = gls_sweep_of(shape, high, down);
  sweeps[1] = sweep;
  NUL("world", gls_world_sweeps(NULL, sweeps, 2, hits));
  NUL("sweeps", gls_world_sweeps(world, NULL, 2, hits));
  NUL("hits", gls_world_sweeps(world, sweeps, 2, NULL));
  VALUE("sweeps[1]: skin", gls_world_sweeps(world, sweeps, 2, hits));

  NUL("world", gls_world_overlap(NULL, &shape, high, 1, &contact));
  NUL("shape", gls_world_overlap(world, NULL, high, 1, &contact));
  NUL("contact", gls_world_overlap(world, &shape, high, 1, NULL));
  VALUE("at is", gls_world_overlap(world, &shape, far, 1, &contact));
  NUL("world", gls_world_contacts(NULL, &shape, high, 1, 1, &contact, 1, &count));
  NUL("shape", gls_world_contacts(world, NULL, high, 1, 1, &contact, 1, &count));
  NUL("contacts", gls_world_contacts(world, &shape, high, 1, 1, NULL, 1, &count));
  NUL("count", gls_world_contacts(world, &shape, high, 1, 1, &contact, 1, NULL));
  VALUE("distance is -1", gls_world_contacts(world, &shape, high, -1, 1, &contact, 1, &count));
  NUL("world", gls_world_clearance(NULL, &shape, high, 1, 1, &clearance));
  NUL("shape", gls_world_clearance(world, NULL, high, 1, 1, &clearance));
  NUL("clearance", gls_world_clearance(world, &shape, high, 1, 1, NULL));
  VALUE("most is NaN", gls_world_clearance(world, &shape, high, NAN, 1, &clearance));
  NUL("world", gls_world_triangles(NULL, zero, high, 1, &triangle, 1, &count));
  NUL("triangles", gls_world_triangles(world, zero, high, 1, NULL, 1, &count));
  NUL("count", gls_world_triangles(world, zero, high, 1, &triangle, 1, NULL));
  VALUE("high corner", gls_world_triangles(world, zero, far, 1, &triangle, 1, &count));
}

static void characters(const gls_world *world, const gls_config *config) {
  gls_settings settings = gls_settings_default();
  gls_config *none = NULL;
  gls_scratch *scratch = NULL;
  gls_many *many = NULL;
  gls_state state, states[2];
  gls_input input = {{1, 0, 0}, 0, 0}, inputs[2];
  gls_report report;
  gls_many_report many_report;
  const gls_config *configs[2];
  NUL("config", gls_config_new(&settings, NULL));
#define SETTING(field, value, text)           \
  settings = gls_settings_default();          \
  settings.field = value;                     \
  VALUE(text, gls_config_new(&settings, &none))
  SETTING(radii, zero, "radius is 0");
  SETTING(crouch_radii, nan3, "radius is NaN");
  SETTING(up, zero, "up is 0");
  SETTING(gravity, far, "gravity is 1e30");
  SETTING(rotation.w, 0, "rotation");
  SETTING(step_height, NAN, "step_height is NaN");
  SETTING(acceleration, -1, "acceleration is -1");
  SETTING(shape_kind, 9, "shape_kind is 9");
  SETTING(inherit, 4, "inherit is 4");
  SETTING(cos_climb, 2, "cos_climb is 2");
  if (none) faults++;
  NUL("config", gls_config_settings(NULL, &settings));
  NUL("settings", gls_config_settings(config, NULL));
  NUL("config", gls_state_with_feet_at(NULL, zero, &state));
  NUL("state", gls_state_with_feet_at(config, zero, NULL));
  NUL("state", gls_state_teleport(NULL, zero));
  NUL("state", gls_state_launch(NULL, zero));
  NUL("scratch", gls_scratch_new(NULL));

  OK(gls_scratch_new(&scratch));
  OK(gls_state_with_feet_at(config, zero, &state));
  NUL("world", gls_step(NULL, config, &state, &input, tick, scratch, &report));
  NUL("config", gls_step(world, NULL, &state, &input, tick, scratch, &report));
  NUL("state", gls_step(world, config, NULL, &input, tick, scratch, &report));
  NUL("input", gls_step(world, config, &state, NULL, tick, scratch, &report));
  NUL("scratch", gls_step(world, config, &state, &input, tick, NULL, &report));
  VALUE("dt is NaN", gls_step(world, config, &state, &input, NAN, scratch, &report));
  VALUE("dt is -1", gls_step(world, config, &state, &input, -1, scratch, &report));
  VALUE("dt is 1e30", gls_step(world, config, &state, &input, 1e30, scratch, &report));
  input.wish = nan3;
  VALUE("wish is (NaN", gls_step(world, config, &state, &input, tick, scratch, &report));
  input.wish = zero;
  input.buttons = 8;
  VALUE("buttons is 8", gls_step(world, config, &state, &input, tick, scratch, &report));
  input.buttons = 0;
  states[0] = state;
  state.ground = 3;
  VALUE("ground of the state is 3", gls_step(world, config, &state, &input, tick, scratch, &report));
  VALUE("ground of the state is 3", gls_state_teleport(&state, zero));
  VALUE("ground of the state is 3", gls_state_launch(&state, zero));
  state = states[0];
  state.support.owner_kind = 7;
  VALUE("support.owner_kind is 7", gls_step(world, config, &state, &input, tick, scratch, &report));
  state = gls_state_at(nan3);
  VALUE("position", gls_step(world, config, &state, &input, tick, scratch, &report));
  state = gls_state_at(far);
  VALUE("position", gls_step(world, config, &state, &input, tick, scratch, &report));
  state = states[0];
  state.velocity = nan3;
  VALUE("velocity", gls_step(world, config, &state, &input, tick, scratch, &report));

  NUL("many", gls_many_new(1, 0, NULL));
  VALUE("threads is 0", gls_many_new(0, 0, &many));
  VALUE("threads is 4294967295", gls_many_new(UINT32_MAX, 0, &many));
  OK(gls_many_new(2, 1, &many));
  states[1] = state;
  inputs[0] = inputs[1] = input;
  configs[0] = config;
  configs[1] = NULL;
  NUL("world", gls_step_many(NULL, configs, 1, states, inputs, 2, tick, many, &many_report));
  NUL("configs", gls_step_many(world, NULL, 1, states, inputs, 2, tick, many, &many_report));
  expect(__LINE__, "a null config", gls_step_many(world, configs, 2, states, inputs, 2, tick, many, NULL), GLS_ERROR_NULL,
         "configs[1] is null: it must point at a value");
  NUL("states", gls_step_many(world, configs, 1, NULL, inputs, 2, tick, many, &many_report));
  NUL("inputs", gls_step_many(world, configs, 1, states, NULL, 2, tick, many, &many_report));
  NUL("many", gls_step_many(world, configs, 1, states, inputs, 2, tick, NULL, &many_report));
  LENGTH("number of configs", gls_step_many(world, configs, 0, states, inputs, 2, tick, many, &many_report));
  VALUE("dt is NaN", gls_step_many(world, configs, 1, states, inputs, 2, NAN, many, &many_report));
  inputs[1].buttons = 99;
  VALUE("inputs[1]: buttons", gls_step_many(world, configs, 1, states, inputs, 2, tick, many, &many_report));
  inputs[1].buttons = 0;
  OK(gls_step_many(world, configs, 1, states, inputs, 2, tick, many, &many_report));
  if (many_report.refused_count != 1 || many_report.refused[0] != 1) faults++;
  VALUE("states[1]: state velocity is (NaN", gls_many_refusal(many, 0));
  NUL("many", gls_many_refusal(NULL, 0));
  LENGTH("position is 1", gls_many_refusal(many, 1));
  gls_many_free(many);
  gls_scratch_free(scratch);
}

static void stages(const gls_world *world, gls_body floor, const gls_config *config) {
  gls_stage *stage = NULL;
  gls_stage_state *state = NULL, *other = NULL;
  gls_stage_report report;
  const gls_world *inside = NULL;
  gls_body body = 0;
  gls_config_id id = 0;
  gls_mover mover = 0;
  gls_trigger trigger = 0;
  gls_character character = 0;
  gls_ball_id ball_id = 0;
  gls_mover_spec spec = gls_mover_spec_of(floor, GLS_DRIVE_VELOCITY);
  gls_mover_state mover_state;
  gls_trigger_options options = gls_trigger_options_default();
  gls_ball ball = gls_ball_at(high, 0.2);
  gls_ball_settings rules = gls_ball_settings_default();
  gls_stage_character person;
  gls_key keys[2] = {{0, {0, 0, 0}, {0, 0, 0, 1}}, {-1, {0, 1, 0}, {0, 0, 0, 1}}};
  gls_pose pose = gls_pose_identity();
  gls_input input = {{0, 0, 0}, 0, 0};
  uint8_t bytes[4], is_in;
  size_t count;
  NUL("stage", gls_stage_new(world, NULL));
  OK(gls_stage_new(world, &stage));
  NUL("stage", gls_stage_state_new(NULL, &state));
  NUL("state", gls_stage_state_new(stage, NULL));
  OK(gls_stage_state_new(stage, &state));
  NUL("state", gls_stage_state_copy(NULL, &other));
  NUL("copy", gls_stage_state_copy(state, NULL));
  NUL("state", gls_stage_state_assign(NULL, state));
  NUL("other", gls_stage_state_assign(state, NULL));
  NUL("stage", gls_stage_world_at(NULL, state, &inside));
  NUL("state", gls_stage_world_at(stage, NULL, &inside));
  NUL("world", gls_stage_world_at(stage, state, NULL));
  NUL("stage", gls_stage_add_body(NULL, block, NULL, &body));
  NUL("mesh", gls_stage_add_body(stage, NULL, NULL, &body));
  NUL("body", gls_stage_add_body(stage, block, NULL, NULL));
  OK(gls_stage_add_body(stage, block, NULL, &body));
  OK(gls_stage_remove_body(stage, body));
  NUL("stage", gls_stage_remove_body(NULL, body));
  DEAD("body 1", gls_stage_remove_body(stage, body));
  NUL("stage", gls_stage_set_pose(NULL, floor, &pose));
  NUL("pose", gls_stage_set_pose(stage, floor, NULL));
  DEAD("body 1", gls_stage_set_pose(stage, body, &pose));
  NUL("stage", gls_stage_set_mesh(NULL, floor, block));
  NUL("mesh", gls_stage_set_mesh(stage, floor, NULL));
  DEAD("body 1", gls_stage_set_mesh(stage, body, block));
  NUL("stage", gls_stage_set_layers(NULL, floor, 1));
  DEAD("body 1", gls_stage_set_layers(stage, body, 1));
  NUL("stage", gls_stage_add_config(NULL, config, &id));
  NUL("config", gls_stage_add_config(stage, NULL, &id));
  NUL("id", gls_stage_add_config(stage, config, NULL));
  NUL("stage", gls_stage_set_config(NULL, 0, config));
  NUL("config", gls_stage_set_config(stage, 0, NULL));
  DEAD("settings 0", gls_stage_set_config(stage, 0, config));
  NUL("stage", gls_stage_remove_config(NULL, 0));
  DEAD("settings 0", gls_stage_remove_config(stage, 0));

  NUL("stage", gls_stage_add_mover(NULL, &spec, &mover));
  NUL("spec", gls_stage_add_mover(stage, NULL, &mover));
  NUL("id", gls_stage_add_mover(stage, &spec, NULL));
  spec.linear = nan3;
  VALUE("linear velocity", gls_stage_add_mover(stage, &spec, &mover));
  spec.drive = 3;
  VALUE("drive is 3", gls_stage_add_mover(stage, &spec, &mover));
  spec.drive = GLS_DRIVE_PATH;
  LENGTH("number of keys", gls_stage_add_mover(stage, &spec, &mover));
  spec.key_count = 2;
  NUL("spec.keys", gls_stage_add_mover(stage, &spec, &mover));
  spec.keys = keys;
  VALUE("time of a key", gls_stage_add_mover(stage, &spec, &mover));
  keys[1].time = 1;
  spec.ends = 3;
  VALUE("ends is 3", gls_stage_add_mover(stage, &spec, &mover));
  spec.ends = GLS_ENDS_ON_CALL;
  spec.wait = NAN;
  VALUE("wait", gls_stage_add_mover(stage, &spec, &mover));
  spec.wait = INFINITY;
  spec.policy = 3;
  VALUE("policy is 3", gls_stage_add_mover(stage, &spec, &mover));
  spec.policy = GLS_POLICY_STOP;
  spec.body = body;
  DEAD("body 1", gls_stage_add_mover(stage, &spec, &mover));
  spec.body = floor;
  OK(gls_stage_add_mover(stage, &spec, &mover));
  VALUE("is moved by", gls_stage_add_mover(stage, &spec, &mover));
  VALUE("is moved by", gls_stage_set_pose(stage, floor, &pose));
  VALUE("is moved by", gls_stage_remove_body(stage, floor));
  DEAD("newer than the state", gls_stage_state_mover(state, mover, &mover_state));
  LENGTH("number of", gls_stage_world_at(stage, state, &inside));
  LENGTH("number of", gls_stage_tick(stage, state, NULL, 0, tick, NULL));
  NUL("stage", gls_stage_add_new_movers(NULL, state));
  NUL("state", gls_stage_add_new_movers(stage, NULL));
  OK(gls_stage_add_new_movers(stage, state));
  NUL("state", gls_stage_state_mover(NULL, mover, &mover_state));
  NUL("mover", gls_stage_state_mover(state, mover, NULL));
  DEAD("mover", gls_stage_state_mover(state, never, &mover_state));
  OK(gls_stage_state_mover(state, mover, &mover_state));
  NUL("state", gls_stage_state_set_mover(NULL, mover, &mover_state));
  NUL("mover", gls_stage_state_set_mover(state, mover, NULL));
  DEAD("mover", gls_stage_state_set_mover(state, 77, &mover_state));
  NUL("stage", gls_stage_remove_mover(NULL, mover, state));
  NUL("state", gls_stage_remove_mover(stage, mover, NULL));
  DEAD("mover 77", gls_stage_remove_mover(stage, 77, state));
  NUL("stage", gls_stage_pose_between(NULL, mover, state, state, 0.5, &pose));
  NUL("before", gls_stage_pose_between(stage, mover, NULL, state, 0.5, &pose));
  NUL("after", gls_stage_pose_between(stage, mover, state, NULL, 0.5, &pose));
  NUL("pose", gls_stage_pose_between(stage, mover, state, state, 0.5, NULL));
  DEAD("mover 77", gls_stage_pose_between(stage, 77, state, state, 0.5, &pose));
  OK(gls_stage_pose_between(stage, mover, state, state, NAN, &pose));

  NUL("stage", gls_stage_add_trigger(NULL, block, NULL, &trigger));
  NUL("mesh", gls_stage_add_trigger(stage, NULL, NULL, &trigger));
  NUL("id", gls_stage_add_trigger(stage, block, NULL, NULL));
  VALUE("open", gls_stage_add_trigger(stage, floor_mesh, NULL, &trigger));
  options.kind = 3;
  VALUE("options.kind is 3", gls_stage_add_trigger(stage, block, &options, &trigger));
  options = gls_trigger_options_default();
  options.has_mover = 1;
  options.mover = 77;
  DEAD("mover 77", gls_stage_add_trigger(stage, block, &options, &trigger));
  options = gls_trigger_options_default();
  options.pose.y_axis = nan3;
  VALUE("pose", gls_stage_add_trigger(stage, block, &options, &trigger));
  NUL("stage", gls_stage_remove_trigger(NULL, 0));
  DEAD("trigger 0", gls_stage_remove_trigger(stage, 0));

  OK(gls_stage_add_config(stage, config, &id));
  person = gls_stage_character_of(id, gls_state_at(high));
  NUL("state", gls_stage_state_add_character(NULL, &person, &character));
  NUL("character", gls_stage_state_add_character(state, NULL, &character));
  NUL("id", gls_stage_state_add_character(state, &person, NULL));
  person.state.ground = 9;
  VALUE("ground of the state is 9", gls_stage_state_add_character(state, &person, &character));
  person.state.ground = GLS_GROUND_AIRBORNE;
  OK(gls_stage_state_add_character(state, &person, &character));
  NUL("state", gls_stage_state_character(NULL, character, &person));
  NUL("character", gls_stage_state_character(state, character, NULL));
  DEAD("character", gls_stage_state_character(state, never, &person));
  NUL("state", gls_stage_state_set_character(NULL, character, &person));
  NUL("character", gls_stage_state_set_character(state, character, NULL));
  DEAD("character", gls_stage_state_set_character(state, never, &person));
  person.state.ground = 9;
  VALUE("ground of the state is 9", gls_stage_state_set_character(state, character, &person));
  person.state.ground = GLS_GROUND_AIRBORNE;
  NUL("state", gls_stage_state_characters(NULL, &character, 1, &count));
  NUL("ids", gls_stage_state_characters(state, NULL, 1, &count));
  NUL("count", gls_stage_state_characters(state, &character, 1, NULL));
  NUL("state", gls_stage_state_is_in(NULL, character, 0, &is_in));
  NUL("is_in", gls_stage_state_is_in(state, character, 0, NULL));
  DEAD("character", gls_stage_state_is_in(state, never, 0, &is_in));

  NUL("stage", gls_stage_set_balls(NULL, &rules));
  NUL("settings", gls_stage_set_balls(stage, NULL));
  rules.wall_restitution = 2;
  VALUE("wall_restitution is 2", gls_stage_set_balls(stage, &rules));
  rules = gls_ball_settings_default();
  rules.flat = 4;
  VALUE("flat is 4", gls_stage_set_balls(stage, &rules));
  rules.flat = 0;
  rules.order = 2;
  VALUE("order is 2", gls_stage_set_balls(stage, &rules));
  NUL("state", gls_stage_state_add_ball(NULL, &ball, &ball_id));
  NUL("ball", gls_stage_state_add_ball(state, NULL, &ball_id));
  NUL("id", gls_stage_state_add_ball(state, &ball, NULL));
  ball.radius = 0;
  VALUE("radius is 0", gls_stage_state_add_ball(state, &ball, &ball_id));
  ball = gls_ball_at(high, 0.2);
  ball.mass = NAN;
  VALUE("mass is NaN", gls_stage_state_add_ball(state, &ball, &ball_id));
  ball = gls_ball_at(high, 0.2);
  NUL("state", gls_stage_state_remove_ball(NULL, 0));
  DEAD("ball 0", gls_stage_state_remove_ball(state, 0));
  NUL("state", gls_stage_state_ball(NULL, 0, &ball));
  NUL("ball", gls_stage_state_ball(state, 0, NULL));
  DEAD("ball 0", gls_stage_state_ball(state, 0, &ball));
  NUL("state", gls_stage_state_set_ball(NULL, 0, &ball));
  NUL("ball", gls_stage_state_set_ball(state, 0, NULL));
  DEAD("ball 0", gls_stage_state_set_ball(state, 0, &ball));
  NUL("state", gls_stage_state_balls(NULL, &ball_id, 1, &count));
  NUL("ids", gls_stage_state_balls(state, NULL, 1, &count));
  NUL("count", gls_stage_state_balls(state, &ball_id, 1, NULL));

  NUL("stage", gls_stage_tick(NULL, state, &input, 1, tick, &report));
  NUL("state", gls_stage_tick(stage, NULL, &input, 1, tick, &report));
  NUL("inputs", gls_stage_tick(stage, state, NULL, 1, tick, &report));
  LENGTH("number of inputs", gls_stage_tick(stage, state, &input, 0, tick, &report));
  VALUE("dt is NaN", gls_stage_tick(stage, state, &input, 1, NAN, &report));
  input.wish = nan3;
  VALUE("characters[0]: wish", gls_stage_tick(stage, state, &input, 1, tick, &report));
  input.wish = zero;
  input.buttons = 16;
  VALUE("inputs[0]: buttons is 16", gls_stage_tick(stage, state, &input, 1, tick, &report));
  input.buttons = 0;
  mover_state.rate = NAN;
  OK(gls_stage_state_set_mover(state, mover, &mover_state));
  VALUE("mover ", gls_stage_tick(stage, state, &input, 1, tick, &report));
  mover_state.rate = 1;
  OK(gls_stage_state_set_mover(state, mover, &mover_state));
  person.mass = -1;
  OK(gls_stage_state_set_character(state, character, &person));
  VALUE("characters[0]: mass", gls_stage_tick(stage, state, &input, 1, tick, &report));
  person.mass = 80;
  person.config = never;
  OK(gls_stage_state_set_character(state, character, &person));
  DEAD("characters[0]: settings", gls_stage_tick(stage, state, &input, 1, tick, &report));
  person.config = id;
  OK(gls_stage_state_set_character(state, character, &person));
  if (gls_stage_state_tick(state) != 0 || gls_stage_state_tick(NULL) != 0) faults++;
  OK(gls_stage_tick(stage, state, &input, 1, tick, &report));
  if (gls_stage_state_tick(state) != 1) faults++;
  NUL("state", gls_stage_state_remove_character(NULL, character));
  OK(gls_stage_state_remove_character(state, character));
  DEAD("character 0", gls_stage_state_remove_character(state, character));

  NUL("state", gls_stage_state_save(NULL, bytes, 4, &count));
  NUL("bytes", gls_stage_state_save(state, NULL, 4, &count));
  NUL("length", gls_stage_state_save(state, bytes, 4, NULL));
  LENGTH("capacity is 4", gls_stage_state_save(state, bytes, 4, &count));
  if (count <= 4) faults++;
  NUL("state", gls_stage_state_load(bytes, 4, NULL));
  NUL("bytes", gls_stage_state_load(NULL, 4, &other));
  BYTES("empty", gls_stage_state_load(NULL, 0, &other));
  BYTES("broken", gls_stage_state_load(bytes, 4, &other));
  bytes[0] = 7;
  BYTES("have format 7", gls_stage_state_load(bytes, 4, &other));
  if (other) faults++;
  gls_stage_state_free(state);
  gls_stage_free(stage);
}

int main(void) {
  gls_world *world = NULL;
  gls_config *config = NULL;
  gls_body floor = 0;
  nan3.x = nan3.y = nan3.z = NAN;
  if (gls_error_text()[0] != 0) faults++;
  meshes();
  OK(gls_world_new(&world));
  worlds(world, &floor);
  queries(world);
  OK(gls_config_new(NULL, &config));
  characters(world, config);
  stages(world, floor, config);
  if (strcmp(gls_event_name(UINT32_MAX), "other") != 0) faults++;
  if (!isnan(gls_cos_degrees(NAN))) faults++;
  if (gls_version() >> 16 != GLS_VERSION_MAJOR || (gls_version() >> 8 & 255) != GLS_VERSION_MINOR) faults++;
  gls_world_free(NULL);
  gls_mesh_free(NULL);
  gls_config_free(NULL);
  gls_scratch_free(NULL);
  gls_many_free(NULL);
  gls_stage_free(NULL);
  gls_stage_state_free(NULL);
  gls_mesh_free(floor_mesh);
  gls_mesh_free(block);
  gls_config_free(config);
  gls_world_free(world);
  printf("%d calls, %d faults\n", calls, faults);
  return faults ? 1 : 0;
}
