/* Calls in random order with random input, good and bad: none faults, each error has a text, and changes nothing. C99.
   Arguments: the number of calls, and the first number of the random sequence. */
#include <glissando.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 8
#define ROOM 64

/* Handles that were given out last: some are dead by now. */
typedef struct pool {
  uint64_t ids[MOST];
  size_t count;
} pool;

static uint64_t random_state = 1;
static uint64_t results[9];
static uint64_t ticks;
static int refused, faults;

static gls_mesh *meshes[3];
static gls_world *world;
static gls_stage *stage;
static gls_stage_state *state, *other;
static gls_config *configs[3];
static gls_scratch *scratch;
static gls_many *many;
static pool world_bodies, bodies, config_ids, characters, movers, triggers, balls;
static gls_state walker;

/* Marsaglia, Xorshift RNGs, 2003. */
static uint64_t next(void) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return random_state;
}

static uint32_t below(uint32_t count) { return (uint32_t)((next() >> 11) % count); }

static int one_in(uint32_t count) { return below(count) == 0; }

static double between(double low, double high) {
  return low + (high - low) * ((double)(next() >> 11) / 9007199254740992.0);
}

/* A number as games have it, but for one in eight. */
static double number(void) {
  static const double bad[] = {0.0,    -0.0,  1e30,  -1e30,   1e-30, 5e-324, 1e308,
                               -1e308, 1e6,   -1e6,  1e9,     -1.0,  1e12,   1e-9};
  if (!one_in(8)) return between(-4.0, 4.0);
  if (one_in(4)) return one_in(2) ? NAN : one_in(2) ? INFINITY : -INFINITY;
  return bad[below(sizeof bad / sizeof *bad)];
}

static gls_vec3 place(void) {
  gls_vec3 v = {between(-4.0, 4.0), between(-1.0, 4.0), between(-4.0, 4.0)};
  return v;
}

static gls_vec3 vector(void) {
  gls_vec3 v = place();
  if (one_in(16)) v.x = number();
  if (one_in(16)) v.y = number();
  if (one_in(16)) v.z = number();
  return v;
}

static gls_quat rotation(void) {
  gls_quat q = {between(-1.0, 1.0), between(-1.0, 1.0), between(-1.0, 1.0), between(-1.0, 1.0)};
  if (one_in(16)) q.w = number();
  if (one_in(16)) q.x = q.y = q.z = q.w = 0.0;
  return q;
}

static gls_pose pose(void) {
  gls_vec3 ones = {1.0, 1.0, 1.0};
  gls_pose p = gls_pose_of(one_in(3) ? vector() : ones, rotation(), vector());
  if (one_in(16)) p.y_axis = p.x_axis;
  return p;
}

/* Overwrites some numbers of a structure without pointers. */
static void spoil(void *data, size_t size) {
  unsigned char *bytes = data;
  while (one_in(3)) {
    if (one_in(2)) {
      double bad = number();
      memcpy(bytes + 8 * below((uint32_t)(size / 8)), &bad, 8);
    } else {
      uint32_t bad = one_in(2) ? below(300) : (uint32_t)next();
      memcpy(bytes + 4 * below((uint32_t)(size / 4)), &bad, 4);
    }
  }
}

static void keep(pool *p, uint64_t id) { p->ids[p->count++ % MOST] = id; }

static uint64_t any(const pool *p) {
  if (p->count == 0 || one_in(16)) return one_in(2) ? next() : below(6);
  return p->ids[below((uint32_t)(p->count < MOST ? p->count : MOST))];
}

static const gls_mesh *mesh(void) { return one_in(32) ? NULL : meshes[below(3)]; }

/* The seconds of a tick. */
static double tick(void) { return one_in(8) ? number() : 1.0 / 60.0; }

static gls_input input(void) {
  gls_input i = {vector(), below(8), 0};
  i.wish.y = one_in(8) ? i.wish.y : 0.0;
  return i;
}

static gls_shape shape(void) {
  gls_vec3 usual = {0.4, 0.9, 0.4};
  gls_shape s = gls_shape_of(below(5), one_in(4) ? vector() : usual);
  if (one_in(4)) s.rotation = rotation();
  if (one_in(4)) spoil(&s, sizeof s);
  return s;
}

static gls_result build(gls_mesh **made) {
  float corners[24];
  uint32_t triangles[36];
  uint32_t count = below(13);
  gls_mesh_options options = gls_mesh_options_default();
  gls_mesh_report report;
  size_t i;
  for (i = 0; i < 24; i++) corners[i] = (float)(one_in(64) ? number() : between(-4.0, 4.0));
  for (i = 0; i < 36; i++) triangles[i] = below(one_in(64) ? 9 : 8);
  if (one_in(8)) options.weld_distance = (float)number();
  return gls_mesh_build(corners, 8, triangles, count, NULL, one_in(2) ? &options : NULL, &report, made);
}

/* Replaces one of the meshes; the bodies that have it keep it. */
static gls_result replace_mesh(void) {
  gls_mesh *made = NULL;
  uint32_t at = 1 + below(2);
  gls_result result = build(&made);
  if (result != GLS_OK) {
    if (made) faults++;
    return result;
  }
  gls_mesh_free(meshes[at]);
  meshes[at] = made;
  return result;
}

static gls_result add_body(int to_stage) {
  gls_body body = 0;
  gls_body_options options = gls_body_options_default();
  gls_conveyor belt = {vector(), below(3), 0};
  gls_traction mud = {number(), number(), number(), below(3), 0};
  gls_result result;
  options.pose = pose();
  if (one_in(4)) options.conveyors = &belt, options.conveyor_count = 1;
  if (one_in(4)) options.tractions = &mud, options.traction_count = 1;
  if (one_in(8)) options.layers = (uint32_t)next();
  if (one_in(8)) options.material = below(70000);
  result = to_stage ? gls_stage_add_body(stage, mesh(), &options, &body) : gls_world_add(world, mesh(), &options, &body);
  if (result == GLS_OK) keep(to_stage ? &bodies : &world_bodies, body);
  return result;
}

static gls_result change_body(void) {
  gls_pose to = pose();
  int is_of_stage = one_in(2);
  uint64_t id = any(is_of_stage ? &bodies : &world_bodies);
  switch (below(4)) {
    case 0: return is_of_stage ? gls_stage_remove_body(stage, id) : gls_world_remove(world, id);
    case 1: return is_of_stage ? gls_stage_set_pose(stage, id, &to) : gls_world_set_pose(world, id, &to);
    case 2: return is_of_stage ? gls_stage_set_mesh(stage, id, mesh()) : gls_world_set_mesh(world, id, mesh());
    default: return is_of_stage ? gls_stage_set_layers(stage, id, below(4)) : gls_world_set_layers(world, id, below(4));
  }
}

static gls_result ask(void) {
  gls_hit hits[ROOM];
  gls_contact contacts[ROOM];
  gls_triangle corners[ROOM];
  gls_clearance clearance;
  gls_shape body = shape();
  gls_sweep sweeps[2];
  gls_ray rays[2];
  uint8_t blocked[2];
  size_t count = 0;
  uint32_t mask = one_in(4) ? (uint32_t)next() : GLS_ALL_LAYERS;
  int i;
  for (i = 0; i < 2; i++) {
    rays[i].from = vector(), rays[i].translation = vector();
    sweeps[i] = gls_sweep_of(shape(), vector(), vector());
    if (one_in(8)) spoil(&sweeps[i], sizeof sweeps[i]);
  }
  switch (below(10)) {
    case 0: return gls_world_ray(world, vector(), vector(), mask, hits);
    case 1: return gls_world_rays(world, rays, 2, mask, hits);
    case 2: return gls_world_ray_hits(world, vector(), vector(), mask, hits, below(ROOM), &count);
    case 3: return gls_world_sweep(world, sweeps, hits);
    case 4: return gls_world_sweeps(world, sweeps, 2, hits);
    case 5: return gls_world_are_blocked(world, rays, 2, mask, blocked);
    case 6: return gls_world_overlap(world, &body, vector(), mask, contacts);
    case 7: return gls_world_contacts(world, &body, vector(), number(), mask, contacts, below(ROOM), &count);
    case 8: return gls_world_clearance(world, &body, vector(), number(), mask, &clearance);
    default: return gls_world_triangles(world, vector(), vector(), mask, corners, below(ROOM), &count);
  }
}

/* Replaces one of the settings. */
static gls_result configure(void) {
  gls_settings settings = gls_settings_default();
  gls_config *made = NULL;
  uint32_t at = below(3);
  gls_result result;
  settings.shape_kind = below(4);
  if (one_in(2)) spoil(&settings, sizeof settings);
  result = gls_config_new(&settings, &made);
  if (result != GLS_OK) {
    if (made) faults++;
    return result;
  }
  gls_config_free(configs[at]);
  configs[at] = made;
  return gls_config_settings(made, &settings);
}

static gls_result walk(void) {
  gls_report report;
  gls_state before;
  gls_input wish = input();
  gls_result result;
  if (one_in(8)) {
    walker = gls_state_at(vector());
    if (one_in(2)) spoil(&walker, sizeof walker);
  }
  if (one_in(32) && gls_state_launch(&walker, vector()) != GLS_OK) return GLS_ERROR_VALUE;
  if (one_in(32) && gls_state_teleport(&walker, vector()) != GLS_OK) return GLS_ERROR_VALUE;
  before = walker;
  result = gls_step(world, configs[below(3)], &walker, &wish, tick(), scratch, &report);
  if (result != GLS_OK && memcmp(&before, &walker, sizeof walker)) {
    printf("an error has changed a state: %s\n", gls_error_text());
    faults++;
  }
  if (result != GLS_OK) walker = gls_state_at(vector());
  return result;
}

static gls_result walk_many(void) {
  gls_state states[4];
  gls_input wishes[4];
  const gls_config *of[4];
  gls_many_report report;
  int i;
  for (i = 0; i < 4; i++) {
    states[i] = gls_state_at(vector());
    if (one_in(8)) spoil(&states[i], sizeof states[i]);
    wishes[i] = input();
    of[i] = configs[below(3)];
  }
  return gls_step_many(world, of, one_in(16) ? below(5) : one_in(2) ? 1 : 4, states, wishes, 4, tick(), many, &report);
}

static gls_result settle(void) {
  uint64_t id = 0;
  gls_result result;
  switch (below(3)) {
    case 0:
      result = gls_stage_add_config(stage, configs[below(3)], &id);
      if (result == GLS_OK) keep(&config_ids, id);
      return result;
    case 1: return gls_stage_set_config(stage, any(&config_ids), configs[below(3)]);
    default: return one_in(4) ? gls_stage_remove_config(stage, any(&config_ids)) : GLS_OK;
  }
}

static gls_result people(void) {
  uint64_t id = any(&characters);
  gls_stage_character who = gls_stage_character_of(any(&config_ids), gls_state_at(vector()));
  uint8_t is_in;
  gls_result result;
  if (one_in(4)) spoil(&who, sizeof who);
  switch (below(5)) {
    case 0:
      if (characters.count >= MOST && !one_in(8)) return GLS_OK;
      result = gls_stage_state_add_character(state, &who, &id);
      if (result == GLS_OK) keep(&characters, id);
      return result;
    case 1: return gls_stage_state_remove_character(state, id);
    case 2: return gls_stage_state_character(state, id, &who);
    case 3: return gls_stage_state_set_character(state, id, &who);
    default: return gls_stage_state_is_in(state, id, any(&triggers), &is_in);
  }
}

static gls_result machines(void) {
  gls_mover_spec spec = gls_mover_spec_of(any(&bodies), below(4));
  gls_mover_state mover;
  gls_key keys[3];
  gls_pose between_two;
  uint64_t id = any(&movers);
  gls_result result;
  int i;
  memset(keys, 0, sizeof keys);
  for (i = 0; i < 3; i++) {
    keys[i].time = one_in(16) ? number() : i;
    keys[i].translation = vector();
    keys[i].rotation = rotation();
  }
  switch (below(6)) {
    case 0:
      spec.keys = keys, spec.key_count = one_in(8) ? below(4) : 3;
      spec.linear = vector(), spec.angular = vector();
      if (one_in(4)) spec.wait = number();
      if (one_in(2)) spec.ends = below(4), spec.policy = below(4);
      result = gls_stage_add_mover(stage, &spec, &id);
      if (result == GLS_OK) keep(&movers, id);
      return result;
    case 1: return one_in(4) ? gls_stage_remove_mover(stage, id, state) : GLS_OK;
    case 2: return gls_stage_add_new_movers(stage, state);
    case 3: return gls_stage_state_mover(state, id, &mover);
    case 4:
      result = gls_stage_state_mover(state, id, &mover);
      if (result != GLS_OK) return result;
      if (one_in(2)) spoil(&mover, sizeof mover);
      return gls_stage_state_set_mover(state, id, &mover);
    default: return gls_stage_pose_between(stage, id, other, state, between(-0.5, 1.5), &between_two);
  }
}

static gls_result areas(void) {
  gls_trigger_options options = gls_trigger_options_default();
  uint64_t id = 0;
  gls_result result;
  if (one_in(3)) return gls_stage_remove_trigger(stage, any(&triggers));
  options.pose = pose();
  options.kind = below(4);
  if (one_in(4)) options.mover = any(&movers), options.has_mover = 1;
  if (one_in(4)) spoil(&options, sizeof options);
  result = gls_stage_add_trigger(stage, mesh(), &options, &id);
  if (result == GLS_OK) keep(&triggers, id);
  return result;
}

static gls_result marbles(void) {
  gls_ball ball = gls_ball_at(vector(), between(0.05, 0.5));
  gls_ball_settings settings = gls_ball_settings_default();
  uint64_t id = any(&balls);
  gls_result result;
  ball.velocity = vector();
  if (one_in(4)) spoil(&ball, sizeof ball);
  switch (below(5)) {
    case 0:
      if (balls.count >= MOST && !one_in(8)) return GLS_OK;
      result = gls_stage_state_add_ball(state, &ball, &id);
      if (result == GLS_OK) keep(&balls, id);
      return result;
    case 1: return gls_stage_state_remove_ball(state, id);
    case 2: return gls_stage_state_ball(state, id, &ball);
    case 3: return gls_stage_state_set_ball(state, id, &ball);
    default:
      if (one_in(2)) spoil(&settings, sizeof settings);
      return gls_stage_set_balls(stage, &settings);
  }
}

static uint8_t saved[2][1 << 16];

static size_t save(int to) {
  size_t length = 0;
  return gls_stage_state_save(state, saved[to], sizeof saved[to], &length) == GLS_OK ? length : 0;
}

/* A tick; one that is refused leaves the state as it was. */
static gls_result play(void) {
  gls_input wishes[2 * MOST];
  gls_character ids[2 * MOST];
  gls_stage_report report;
  size_t count = 0, length = save(0), i;
  gls_result result = gls_stage_state_characters(state, ids, 2 * MOST, &count);
  if (result != GLS_OK) return result;
  for (i = 0; i < count; i++) wishes[i] = input();
  if (one_in(32)) count++, wishes[count - 1] = input();
  result = gls_stage_tick(stage, state, wishes, count, tick(), &report);
  if (result != GLS_OK && (save(1) != length || memcmp(saved[0], saved[1], length))) {
    printf("an error has changed a stage's state: %s\n", gls_error_text());
    faults++;
  }
  if (result == GLS_OK) ticks += count, refused = 0;
  else refused++;
  return result;
}

static gls_result turn_back(void) {
  gls_stage_state *loaded = NULL;
  size_t length;
  gls_result result;
  switch (below(3)) {
    case 0: return gls_stage_state_assign(other, state);
    case 1: return gls_stage_state_assign(state, other);
    default:
      length = save(0);
      if (one_in(2) && length) saved[0][below((uint32_t)length)] ^= (uint8_t)(1u << below(8));
      if (one_in(8)) length = below((uint32_t)length + 1);
      result = gls_stage_state_load(saved[0], length, &loaded);
      if (result != GLS_OK && loaded) faults++;
      gls_stage_state_free(loaded);
      return result;
  }
}

static gls_result call(void) {
  switch (below(16)) {
    case 0: return replace_mesh();
    case 1: return add_body(one_in(2));
    case 2: return change_body();
    case 3: case 4: return ask();
    case 5: return configure();
    case 6: return walk();
    case 7: return walk_many();
    case 8: return settle();
    case 9: return people();
    case 10: return machines();
    case 11: return areas();
    case 12: return marbles();
    case 13: return turn_back();
    default: return play();
  }
}

static void free_stage(void) {
  gls_stage_state_free(state);
  gls_stage_state_free(other);
  gls_stage_free(stage);
  gls_world_free(world);
}

/* A world with a floor, and a stage of it; the old ones are freed, with all that has been added to them. */
static void begin(void) {
  static const pool none = {{0}, 0};
  gls_stage_character who;
  uint64_t id = 0;
  int i;
  free_stage();
  world_bodies = bodies = config_ids = characters = movers = triggers = balls = none;
  if (gls_world_new(&world) || gls_world_add(world, meshes[0], NULL, &id)) faults++;
  keep(&world_bodies, id);
  keep(&bodies, id);
  if (gls_stage_new(world, &stage) || gls_stage_add_config(stage, configs[0], &id)) faults++;
  keep(&config_ids, id);
  if (gls_stage_state_new(stage, &state)) faults++;
  for (i = 0; i < 4; i++) {
    who = gls_stage_character_of(config_ids.ids[0], gls_state_at(place()));
    if (gls_stage_state_add_character(state, &who, &id)) faults++;
    keep(&characters, id);
  }
  if (gls_stage_state_copy(state, &other)) faults++;
}

static void prepare(void) {
  float corners[] = {-9, 0, -9, -9, 0, 9, 9, 0, 9, 9, 0, -9};
  float box[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1};
  uint32_t triangles[] = {0, 1, 2, 0, 2, 3};
  uint32_t sides[] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 4, 6, 0, 6, 2,
                      1, 3, 7, 1, 7, 5, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3};
  gls_settings settings = gls_settings_default();
  gls_vec3 up = {0, 1, 0};
  int i;
  if (gls_scratch_new(&scratch) || gls_many_new(1, 1, &many)) faults++;
  if (gls_mesh_build(corners, 4, triangles, 2, NULL, NULL, NULL, &meshes[0])) faults++;
  for (i = 1; i < 3; i++) {
    if (gls_mesh_build(box, 8, sides, 12, NULL, NULL, NULL, &meshes[i])) faults++;
  }
  for (i = 0; i < 3; i++) {
    if (gls_config_new(&settings, &configs[i])) faults++;
  }
  walker = gls_state_at(up);
  begin();
}

static void end(void) {
  int i;
  free_stage();
  for (i = 0; i < 3; i++) {
    gls_mesh_free(meshes[i]);
    gls_config_free(configs[i]);
  }
  gls_scratch_free(scratch);
  gls_many_free(many);
}

int main(int count, char **arguments) {
  long calls = count > 1 ? strtol(arguments[1], NULL, 10) : 20000, done;
  int code, is_verbose = count > 3;
  if (count > 2) random_state = strtoull(arguments[2], NULL, 10) * 2 + 1;
  prepare();
  for (done = 0; done < calls && !faults; done++) {
    gls_result result;
    /* One bad number in a state is enough for a tick to be refused. */
    if (done % 1500 == 1499 || refused > 4) refused = 0, begin();
    if (is_verbose) printf("call %ld of %llu\n", done, (unsigned long long)random_state), fflush(stdout);
    result = call();
    if (result < GLS_OK || result > GLS_ERROR_LEVEL || result == GLS_ERROR_FAULT) {
      printf("call %ld gives %d: %s\n", done, (int)result, gls_error_text());
      faults++;
    } else {
      results[result]++;
    }
    if (result != GLS_OK && strlen(gls_error_text()) < 10) faults++;
  }
  end();
  printf("%ld calls:", done);
  for (code = 0; code < 9; code++) printf(" %llu", (unsigned long long)results[code]);
  printf(" by result, %llu ticks of characters of a stage, %d faults\n", (unsigned long long)ticks, faults);
  /* Each kind of answer has been given, and most calls were good. */
  return faults > 0 || results[GLS_OK] < (uint64_t)calls / 2 || ticks < (uint64_t)calls / 16 || !results[GLS_ERROR_VALUE] || !results[GLS_ERROR_DEAD] ||
         !results[GLS_ERROR_MESH] || !results[GLS_ERROR_BYTES];
}
