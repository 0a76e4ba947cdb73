/* Filters, traces, level files and their mechanisms: at their proper use and at bad input. C99. Argument: mechanisms.gltf. */
#include <glissando.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int checks, faults;

static void is(int line, const char *what, int holds) {
  checks++;
  if (holds) return;
  faults++;
  printf("line %d: not so: %s (last error: %s)\n", line, what, gls_error_text());
}

static int fails(gls_result result, gls_result code, const char *text) {
  return result == code && strstr(gls_error_text(), text) != NULL;
}

#define IS(what) is(__LINE__, #what, what)
#define OK(call) is(__LINE__, #call, (call) == GLS_OK)
#define FAILS(code, text, call) is(__LINE__, #call, fails(call, code, text))
#define NUL(name, call) FAILS(GLS_ERROR_NULL, name " is null", call)

static const double tick = 1.0 / 60.0;
static const gls_vec3 zero = {0, 0, 0};

/* A floor of 20 m and a wall of material 5 at x = 3. */
static gls_world *room(gls_body *wall) {
  static const float floor_corners[] = {-10, 0, -10, -10, 0, 10, 10, 0, 10, 10, 0, -10};
  static const float wall_corners[] = {3, 0, -9, 3, 0, 9, 3, 4, 9, 3, 4, -9};
  static const uint32_t indices[] = {0, 1, 2, 0, 2, 3};
  static const uint16_t materials[] = {5, 5};
  gls_mesh *mesh = NULL;
  gls_world *world = NULL;
  gls_body body;
  OK(gls_world_new(&world));
  OK(gls_mesh_build(floor_corners, 4, indices, 2, NULL, NULL, NULL, &mesh));
  OK(gls_world_add(world, mesh, NULL, &body));
  gls_mesh_free(mesh);
  OK(gls_mesh_build(wall_corners, 4, indices, 2, materials, NULL, NULL, &mesh));
  OK(gls_world_add(world, mesh, NULL, wall));
  gls_mesh_free(mesh);
  return world;
}

static uint32_t not_material(void *user, const gls_surface *surface) {
  return surface->material != *(const uint32_t *)user;
}

static uint32_t always(void *user, const gls_contact *contact) {
  (void)user;
  return contact->is_contact;
}

static gls_vec3 its_own(void *user, const gls_surface *surface, gls_vec3 at, gls_vec3 own) {
  (void)surface, (void)at;
  ++*(int *)user;
  return own;
}

static gls_vec3 belt(void *user, const gls_surface *surface, gls_vec3 at, gls_vec3 own) {
  (void)user, (void)surface, (void)at, (void)own;
  return (gls_vec3){0, 0, 2};
}

typedef struct {
  int steps, hits, texts;
} story;

static void listen(void *user, const gls_trace_step *step, const char *text) {
  story *heard = user;
  heard->steps++;
  heard->hits += step->kind == GLS_TRACE_HIT && step->surface.material == 5;
  heard->texts += strlen(text) > 3;
}

/* Nobody gets anywhere on it. */
static gls_traction mud(void *user, const gls_surface *surface, gls_traction own) {
  *(int *)user += surface->material == own.material && own.speed == 1;
  own.speed = 0;
  return own;
}

static void filters(void) {
  uint32_t ghost = 5;
  int asked = 0, time;
  gls_body wall = 0;
  gls_world *world = room(&wall);
  gls_contact_filter filter = gls_contact_filter_none();
  gls_config *config = NULL;
  gls_scratch *scratch = NULL;
  gls_input input = {{3, 0, 0}, 0, 0};
  gls_state plain, state;
  gls_report report;
  story heard = {0, 0, 0};
  OK(gls_config_new(NULL, &config));
  OK(gls_scratch_new(&scratch));
  OK(gls_state_with_feet_at(config, zero, &plain));
  state = plain;
  for (time = 0; time < 120; time++) {
    OK(gls_step_traced(world, config, &plain, &input, tick, listen, &heard, scratch, &report));
    OK(gls_step_filtered(world, config, &state, &input, tick, &filter, scratch, NULL));
    IS(memcmp(&plain, &state, sizeof plain) == 0);
  }
  IS(plain.position.x < 2.6 && heard.hits > 0 && heard.steps == heard.texts && heard.steps > 120);
  filter.user = &ghost;
  filter.includes = not_material;
  for (time = 0; time < 60; time++) OK(gls_step_filtered(world, config, &state, &input, tick, &filter, scratch, NULL));
  IS(state.position.x > 5 && state.ground == GLS_GROUND_STANDING);
  filter = gls_contact_filter_none();
  filter.is_slippery = always;
  OK(gls_step_filtered(world, config, &state, &input, tick, &filter, scratch, NULL));
  IS(state.ground != GLS_GROUND_STANDING);
  OK(gls_state_with_feet_at(config, zero, &state));
  filter = gls_contact_filter_none();
  filter.user = &asked;
  filter.normal = its_own;
  filter.surface_velocity = belt;
  input.wish = zero;
  for (time = 0; time < 12; time++) {
    input.buttons = time == 10 ? GLS_BUTTON_JUMP : 0;
    OK(gls_step_filtered(world, config, &state, &input, tick, &filter, scratch, NULL));
  }
  /* The velocity of the ground is kept in a jump. */
  IS(asked > 0 && state.ground == GLS_GROUND_AIRBORNE && state.velocity.z > 1.5);
  OK(gls_state_with_feet_at(config, zero, &state));
  filter = gls_contact_filter_none();
  filter.user = &asked;
  filter.traction = mud;
  asked = 0;
  for (time = 0; time < 30; time++) {
    input.wish.x = time < 5 ? 0 : 3;
    OK(gls_step_filtered(world, config, &state, &input, tick, &filter, scratch, NULL));
  }
  IS(asked > 0 && state.ground == GLS_GROUND_STANDING && state.position.x < 0.01);
  filter = gls_contact_filter_none();
  NUL("world", gls_step_filtered(NULL, config, &state, &input, tick, &filter, scratch, NULL));
  NUL("config", gls_step_filtered(world, NULL, &state, &input, tick, &filter, scratch, NULL));
  NUL("state", gls_step_filtered(world, config, NULL, &input, tick, &filter, scratch, NULL));
  NUL("input", gls_step_filtered(world, config, &state, NULL, tick, &filter, scratch, NULL));
  NUL("filter", gls_step_filtered(world, config, &state, &input, tick, NULL, scratch, NULL));
  NUL("scratch", gls_step_filtered(world, config, &state, &input, tick, &filter, NULL, NULL));
  NUL("trace", gls_step_traced(world, config, &state, &input, tick, NULL, NULL, scratch, NULL));
  NUL("world", gls_step_traced(NULL, config, &state, &input, tick, listen, &heard, scratch, NULL));
  FAILS(GLS_ERROR_VALUE, "dt is NaN", gls_step_traced(world, config, &state, &input, NAN, listen, &heard, scratch, NULL));
  gls_scratch_free(scratch);
  gls_config_free(config);
  gls_world_free(world);
}

static void filtered_stages(void) {
  uint32_t ghost = 5;
  int time;
  gls_body wall = 0;
  gls_world *world = room(&wall);
  gls_config *config = NULL;
  gls_stage *stage = NULL;
  gls_stage_state *state = NULL;
  gls_config_id id;
  gls_character people[2];
  gls_stage_character person;
  gls_contact_filter filters[2];
  gls_input inputs[2] = {{{3, 0, 0}, 0, 0}, {{3, 0, 0}, 0, 0}};
  gls_state at;
  gls_mover_spec spec;
  gls_mover mover;
  gls_stage_report report;
  story heard = {0, 0, 0};
  int k;
  OK(gls_config_new(NULL, &config));
  OK(gls_stage_new(world, &stage));
  OK(gls_stage_state_new(stage, &state));
  OK(gls_stage_add_config(stage, config, &id));
  for (k = 0; k < 2; k++) {
    OK(gls_state_with_feet_at(config, (gls_vec3){0, 0, 2.0 * k}, &at));
    person = gls_stage_character_of(id, at);
    OK(gls_stage_state_add_character(state, &person, &people[k]));
    filters[k] = gls_contact_filter_none();
  }
  filters[1].user = &ghost;
  filters[1].includes = not_material;
  OK(gls_stage_set_trace(stage, people[0], 1));
  for (time = 0; time < 120; time++)
    OK(gls_stage_tick_filtered(stage, state, inputs, filters, 2, tick, time % 2 ? NULL : &report));
  OK(gls_stage_trace(stage, listen, &heard));
  IS(heard.steps > 0 && heard.steps == heard.texts);
  OK(gls_stage_set_trace(stage, people[0], 0));
  heard.steps = 0;
  OK(gls_stage_trace(stage, listen, &heard));
  IS(heard.steps == 0);
  OK(gls_stage_state_character(state, people[0], &person));
  IS(person.state.position.x < 2.6);
  OK(gls_stage_state_character(state, people[1], &person));
  IS(person.state.position.x > 5);
  NUL("stage", gls_stage_tick_filtered(NULL, state, inputs, filters, 2, tick, NULL));
  NUL("state", gls_stage_tick_filtered(stage, NULL, inputs, filters, 2, tick, NULL));
  NUL("inputs", gls_stage_tick_filtered(stage, state, NULL, filters, 2, tick, NULL));
  NUL("filters", gls_stage_tick_filtered(stage, state, inputs, NULL, 2, tick, NULL));
  NUL("stage", gls_stage_set_trace(NULL, people[0], 1));
  NUL("stage", gls_stage_trace(NULL, listen, &heard));
  NUL("trace", gls_stage_trace(stage, NULL, NULL));
  /* Errors name functions as they are called here. */
  spec = gls_mover_spec_of(wall, GLS_DRIVE_TARGET);
  OK(gls_stage_add_mover(stage, &spec, &mover));
  FAILS(GLS_ERROR_VALUE, "(gls_stage_remove_mover)", gls_stage_remove_body(stage, wall));
  FAILS(GLS_ERROR_LENGTH, "(gls_stage_add_new_movers", gls_stage_tick(stage, state, inputs, 2, tick, NULL));
  gls_stage_state_free(state);
  gls_stage_free(stage);
  gls_config_free(config);
  gls_world_free(world);
}

static void levels(const char *path) {
  gls_level_options options = gls_level_options_default();
  gls_level *level = NULL, *none = NULL;
  gls_world *world = NULL;
  gls_spawn spawn;
  gls_settings settings;
  gls_hit hit;
  const char *note = NULL;
  size_t count;
  OK(gls_level_load(path, NULL, &level));
  OK(gls_level_spawns(level, &spawn, 1, &count));
  IS(count == 1 && spawn.feet.x == 0 && spawn.feet.y == 0);
  OK(gls_level_settings(level, &settings));
  IS(settings.radii.y == 0.9);
  OK(gls_level_note(level, 0, &note, &count));
  IS(count == 0 || note != NULL);
  OK(gls_level_world(level, &world));
  OK(gls_world_ray(world, (gls_vec3){4, 5, 0}, (gls_vec3){0, -9, 0}, GLS_ALL_LAYERS, &hit));
  IS(hit.is_hit && hit.point.y == 0); /* The lift is no part of it. */
  gls_world_free(world);
  options.unit = 2;
  OK(gls_level_load(path, &options, &none));
  gls_level_free(none);
  none = NULL;
  options.unit = NAN;
  FAILS(GLS_ERROR_LEVEL, "NaN", gls_level_load(path, &options, &none));
  options = gls_level_options_default();
  options.up = 3;
  FAILS(GLS_ERROR_VALUE, "options.up is 3", gls_level_load(path, &options, &none));
  FAILS(GLS_ERROR_LEVEL, "nowhere.glb", gls_level_load("nowhere.glb", NULL, &none));
  FAILS(GLS_ERROR_VALUE, "path is not UTF-8", gls_level_load("\xff\xfe", NULL, &none));
  NUL("path", gls_level_load(NULL, NULL, &none));
  NUL("level", gls_level_load(path, NULL, NULL));
  IS(none == NULL);
  NUL("level", gls_level_spawns(NULL, &spawn, 1, &count));
  NUL("spawns", gls_level_spawns(level, NULL, 1, &count));
  NUL("count", gls_level_spawns(level, &spawn, 1, NULL));
  NUL("level", gls_level_settings(NULL, &settings));
  NUL("settings", gls_level_settings(level, NULL));
  NUL("level", gls_level_note(NULL, 0, &note, &count));
  NUL("count", gls_level_note(level, 0, &note, NULL));
  FAILS(GLS_ERROR_LENGTH, "index is 99", gls_level_note(level, 99, &note, &count));
  NUL("level", gls_level_world(NULL, &world));
  NUL("world", gls_level_world(level, NULL));
  gls_level_free(level);
  gls_level_free(NULL);
}

/* The same level from bytes as from the disk, and a floor whose text is in the program. */
static void levels_in_memory(const char *path) {
  static uint8_t bytes[200000];
  const char *floor = "v -5 1 -5\nv -5 1 5\nv 5 1 5\nv 5 1 -5\nf 1 2 3\nf 1 3 4\n";
  gls_file files[3] = {{"scene.gltf", bytes, 0}, {"floor.obj", NULL, 0}, {"broken.glb", (const uint8_t *)"glTF?", 5}};
  gls_level_options options = gls_level_options_default();
  gls_level *level = NULL, *none = NULL;
  gls_world *world = NULL;
  gls_machinery *machinery = NULL;
  gls_stage *stage = NULL;
  gls_stage_state *state = NULL;
  gls_mover mover;
  gls_hit hit;
  size_t count;
  FILE *file = fopen(path, "rb");
  IS(file != NULL);
  if (file == NULL) return;
  files[0].length = fread(bytes, 1, sizeof bytes, file);
  fclose(file);
  files[1].bytes = (const uint8_t *)floor;
  files[1].length = strlen(floor);
  OK(gls_level_read(files, 3, "scene.gltf", NULL, &level));
  OK(gls_level_world(level, &world));
  OK(gls_world_ray(world, (gls_vec3){4, 5, 0}, (gls_vec3){0, -9, 0}, GLS_ALL_LAYERS, &hit));
  IS(hit.is_hit && hit.point.y == 0);
  gls_world_free(world);
  OK(gls_machinery_new(level, 1.0 / 30.0, &machinery, &stage, &state));
  OK(gls_machinery_movers(machinery, &mover, 1, &count));
  IS(count == 1);
  gls_machinery_free(machinery);
  gls_stage_state_free(state);
  gls_stage_free(stage);
  gls_level_free(level);
  OK(gls_level_read(files, 3, "any folder/floor.obj", &options, &level));
  OK(gls_level_world(level, &world));
  OK(gls_world_ray(world, (gls_vec3){1, 3, 2}, (gls_vec3){0, -9, 0}, GLS_ALL_LAYERS, &hit));
  IS(hit.is_hit && hit.point.y == 1);
  gls_world_free(world);
  gls_level_free(level);
  FAILS(GLS_ERROR_LEVEL, "broken.glb", gls_level_read(files, 3, "broken.glb", NULL, &none));
  FAILS(GLS_ERROR_LEVEL, "nowhere.glb", gls_level_read(files, 3, "nowhere.glb", NULL, &none));
  FAILS(GLS_ERROR_LEVEL, "floor.obj", gls_level_read(NULL, 0, "floor.obj", NULL, &none));
  NUL("files", gls_level_read(NULL, 1, "floor.obj", NULL, &none));
  NUL("name", gls_level_read(files, 3, NULL, NULL, &none));
  NUL("level", gls_level_read(files, 3, "floor.obj", NULL, NULL));
  FAILS(GLS_ERROR_VALUE, "name is not UTF-8", gls_level_read(files, 3, "\xff\xfe", NULL, &none));
  files[1].name = NULL;
  NUL("files[1].name", gls_level_read(files, 3, "scene.gltf", NULL, &none));
  files[1].name = "floor.obj";
  files[2].bytes = NULL;
  NUL("files[2].bytes", gls_level_read(files, 3, "scene.gltf", NULL, &none));
  options.up = 3;
  FAILS(GLS_ERROR_VALUE, "options.up is 3", gls_level_read(files, 2, "scene.gltf", &options, &none));
  IS(none == NULL);
}

static void mechanisms(const char *path) {
  static uint8_t bytes[1024], again[1024];
  gls_level *level = NULL;
  gls_machinery *machinery = NULL;
  gls_stage *stage = NULL;
  gls_stage_state *state = NULL, *early = NULL;
  gls_settings settings;
  gls_config *config = NULL;
  gls_config_id id;
  gls_state at;
  gls_stage_character person;
  gls_character rider, jumper;
  gls_mover mover, movers[4];
  gls_input inputs[2] = {{{0, 0, 0}, 0, 0}, {{0, 0, 0}, 0, 0}};
  const gls_incident *incidents = NULL;
  gls_stage_report report;
  double health = 0, highest = 0;
  size_t count, length, k;
  int time, started = 0, arrived = 0, launched = 0;
  OK(gls_level_load(path, NULL, &level));
  OK(gls_level_settings(level, &settings));
  OK(gls_machinery_new(level, 1.0 / 30.0, &machinery, &stage, &state));
  FAILS(GLS_ERROR_VALUE, "longest is 0", gls_machinery_new(level, 0, &machinery, &stage, &state));
  NUL("level", gls_machinery_new(NULL, 1, &machinery, &stage, &state));
  NUL("machinery", gls_machinery_new(level, 1, NULL, &stage, &state));
  NUL("stage", gls_machinery_new(level, 1, &machinery, NULL, &state));
  NUL("state", gls_machinery_new(level, 1, &machinery, &stage, NULL));
  gls_level_free(level);
  OK(gls_machinery_movers(machinery, movers, 4, &count));
  IS(count == 1);
  mover = movers[0];
  NUL("machinery", gls_machinery_movers(NULL, movers, 4, &count));
  NUL("movers", gls_machinery_movers(machinery, NULL, 4, &count));
  NUL("count", gls_machinery_movers(machinery, movers, 4, NULL));
  OK(gls_config_new(&settings, &config));
  OK(gls_stage_add_config(stage, config, &id));
  OK(gls_state_with_feet_at(config, (gls_vec3){4, 0.2, 0}, &at));
  person = gls_stage_character_of(id, at);
  OK(gls_stage_state_add_character(state, &person, &rider));
  OK(gls_state_with_feet_at(config, (gls_vec3){-4, 0.2, 0}, &at));
  person = gls_stage_character_of(id, at);
  OK(gls_stage_state_add_character(state, &person, &jumper));
  OK(gls_machinery_save(machinery, bytes, sizeof bytes, &length));
  OK(gls_stage_state_copy(state, &early));
  for (time = 0; time < 150; time++) {
    OK(gls_machinery_tick(machinery, stage, state, inputs, 2, tick, &report, &incidents, &count));
    for (k = 0; k < count; k++) {
      const gls_incident *one = &incidents[k];
      if (one->kind == GLS_INCIDENT_STARTED) started += one->has_mover && one->mover == mover;
      if (one->kind == GLS_INCIDENT_ARRIVED) arrived += one->mover == mover && !one->has_character;
      if (one->kind == GLS_INCIDENT_LAUNCHED) launched += one->character == jumper && one->to.y == 8;
    }
    IS(report.character_count == 2);
    OK(gls_stage_state_character(state, jumper, &person));
    highest = fmax(highest, person.state.position.y);
  }
  IS(started >= 1 && arrived >= 1 && launched >= 1 && highest > 3.5);
  OK(gls_stage_state_character(state, rider, &person));
  IS(person.state.position.y > 3.9);
  OK(gls_machinery_health(machinery, state, rider, &health));
  IS(health == 100);
  /* Back to the start, and the same again. */
  OK(gls_machinery_save(machinery, again, sizeof again, &count));
  OK(gls_machinery_load(machinery, bytes, length));
  for (time = 0; time < 150; time++)
    OK(gls_machinery_tick(machinery, stage, early, inputs, 2, tick, NULL, NULL, NULL));
  OK(gls_machinery_save(machinery, bytes, sizeof bytes, &length));
  IS(length == count && memcmp(bytes, again, count) == 0);
  {
    static uint8_t a[4096], b[4096];
    size_t of_a, of_b;
    OK(gls_stage_state_save(state, a, sizeof a, &of_a));
    OK(gls_stage_state_save(early, b, sizeof b, &of_b));
    IS(of_a == of_b && memcmp(a, b, of_a) == 0);
  }
  OK(gls_machinery_start(machinery, state, mover));
  FAILS(GLS_ERROR_DEAD, "no mover of the level", gls_machinery_start(machinery, state, UINT64_MAX));
  NUL("machinery", gls_machinery_start(NULL, state, mover));
  NUL("state", gls_machinery_start(machinery, NULL, mover));
  NUL("machinery", gls_machinery_tick(NULL, stage, state, inputs, 2, tick, NULL, NULL, NULL));
  NUL("stage", gls_machinery_tick(machinery, NULL, state, inputs, 2, tick, NULL, NULL, NULL));
  NUL("state", gls_machinery_tick(machinery, stage, NULL, inputs, 2, tick, NULL, NULL, NULL));
  NUL("inputs", gls_machinery_tick(machinery, stage, state, NULL, 2, tick, NULL, NULL, NULL));
  FAILS(GLS_ERROR_LENGTH, "number of inputs", gls_machinery_tick(machinery, stage, state, inputs, 1, tick, NULL, NULL, NULL));
  NUL("machinery", gls_machinery_health(NULL, state, rider, &health));
  NUL("state", gls_machinery_health(machinery, NULL, rider, &health));
  NUL("health", gls_machinery_health(machinery, state, rider, NULL));
  FAILS(GLS_ERROR_DEAD, "is not in this state", gls_machinery_health(machinery, state, 77, &health));
  NUL("machinery", gls_machinery_save(NULL, bytes, 4, &count));
  NUL("bytes", gls_machinery_save(machinery, NULL, 4, &count));
  NUL("length", gls_machinery_save(machinery, bytes, 4, NULL));
  FAILS(GLS_ERROR_LENGTH, "capacity is 4", gls_machinery_save(machinery, bytes, 4, &count));
  NUL("machinery", gls_machinery_load(NULL, bytes, length));
  NUL("bytes", gls_machinery_load(machinery, NULL, 4));
  for (k = 0; k < length; k++) FAILS(GLS_ERROR_BYTES, "broken or cut off", gls_machinery_load(machinery, bytes, k));
  for (k = 0; k < length; k++) { /* damaged anywhere: refused, or a state that a tick takes */
    bytes[k] ^= 0xff;
    if (gls_machinery_load(machinery, bytes, length) == GLS_OK)
      IS(gls_machinery_tick(machinery, stage, state, inputs, 2, tick, NULL, NULL, NULL) != GLS_ERROR_FAULT);
    bytes[k] ^= 0xff;
  }
  gls_machinery_free(machinery);
  gls_machinery_free(NULL);
  gls_stage_state_free(state);
  gls_stage_state_free(early);
  gls_stage_free(stage);
  gls_config_free(config);
}

int main(int count, char **arguments) {
  if (count != 2) return 2;
  filters();
  filtered_stages();
  levels_in_memory(arguments[1]);
  levels(arguments[1]);
  mechanisms(arguments[1]);
  printf("%d checks, %d faults\n", checks, faults);
  return faults ? 1 : 0;
}
