/* The tour of docs/parity in C: prints the line that all surfaces print. Argument: tour.txt. */
#include <glissando.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(gls_result result) {
  if (result != GLS_OK) {
    fprintf(stderr, "error %d: %s\n", (int)result, gls_error_text());
    exit(1);
  }
}

static void fault(const char *text) {
  fprintf(stderr, "%s\n", text);
  exit(1);
}

enum { MOST = 1 << 12, MOST_PARTS = 16, MOST_WALKS = 128 };
enum { FORM_NONE, FORM_BODY, FORM_MOVER, FORM_TRIGGER };
enum { EFFECT_OPEN, EFFECT_LAUNCH, EFFECT_TAKE };

typedef struct {
  int ticks, opened;
  gls_input input;
} walk;

/* The mesh that is being read, and what it becomes. */
static float vertices[3 * MOST];
static uint32_t indices[3 * MOST];
static size_t vertex_count, triangle_count;
static int form;
static gls_mover_spec spec;
static gls_key keys[MOST_PARTS];
static gls_trigger_options trigger_options;

static gls_stage *stage;
static gls_stage_state *state;
static gls_config_id config_id;
static gls_config *config;
static gls_mover movers[MOST_PARTS];
static size_t mover_count;
static gls_trigger triggers[MOST_PARTS];
static int effects[MOST_PARTS];
static gls_vec3 values[MOST_PARTS];
static size_t trigger_count;
static gls_character characters[MOST_PARTS];
static walk walks[MOST_PARTS][MOST_WALKS];
static size_t walk_counts[MOST_PARTS], character_count;

static const char *rest;

static double number(void) {
  char *end;
  double value = strtod(rest, &end);
  if (end == rest) fault("a line has too few numbers");
  rest = end;
  return value;
}

static gls_vec3 vector(void) {
  gls_vec3 v;
  v.x = number();
  v.y = number();
  v.z = number();
  return v;
}

/* Places the mesh that was read. */
static void place(void) {
  gls_mesh *mesh = NULL;
  if (form == FORM_NONE) return;
  check(gls_mesh_build(vertices, vertex_count, indices, triangle_count, NULL, NULL, NULL, &mesh));
  if (form == FORM_TRIGGER) {
    check(gls_stage_add_trigger(stage, mesh, &trigger_options, &triggers[trigger_count++]));
  } else {
    check(gls_stage_add_body(stage, mesh, NULL, &spec.body));
    if (form == FORM_MOVER) {
      check(gls_stage_add_mover(stage, &spec, &movers[mover_count++]));
      check(gls_stage_add_new_movers(stage, state));
    }
  }
  gls_mesh_free(mesh);
  vertex_count = triangle_count = 0;
  form = FORM_NONE;
}

static void read_mover(uint32_t drive) {
  static const uint32_t policies[] = {GLS_POLICY_PUSH, GLS_POLICY_STOP, GLS_POLICY_REVERSE};
  static const uint32_t all_ends[] = {GLS_ENDS_LOOP, GLS_ENDS_PING_PONG, GLS_ENDS_ON_CALL};
  form = FORM_MOVER;
  spec = gls_mover_spec_of(0, drive);
  spec.policy = policies[(int)number()];
  if (drive == GLS_DRIVE_PATH) {
    spec.ends = all_ends[(int)number()];
    spec.wait = number();
  }
  spec.pivot = vector();
  if (drive == GLS_DRIVE_VELOCITY) {
    spec.linear = vector();
    spec.angular = vector();
  }
  spec.keys = keys;
}

static void read_key(void) {
  gls_key *key = &keys[spec.key_count++];
  key->time = number();
  key->translation = vector();
  key->rotation.x = number();
  key->rotation.y = number();
  key->rotation.z = number();
  key->rotation.w = number();
}

static void read_trigger(void) {
  static const uint32_t kinds[] = {GLS_TRIGGER_SURFACE, GLS_TRIGGER_VOLUME_BY_BODY, GLS_TRIGGER_VOLUME_BY_CENTRE};
  form = FORM_TRIGGER;
  trigger_options = gls_trigger_options_default();
  trigger_options.kind = kinds[(int)number()];
  effects[trigger_count] = (int)number();
  values[trigger_count] = vector();
}

static void read_character(void) {
  gls_state own;
  gls_stage_character character;
  check(gls_state_with_feet_at(config, vector(), &own));
  character = gls_stage_character_of(config_id, own);
  check(gls_stage_state_add_character(state, &character, &characters[character_count++]));
}

static void read_walk(void) {
  size_t who = character_count - 1;
  walk *one = &walks[who][walk_counts[who]++];
  int buttons;
  one->ticks = (int)number();
  one->input.wish = vector();
  buttons = (int)number();
  one->input.buttons = (buttons & 1 ? GLS_BUTTON_JUMP : 0u) | (buttons & 2 ? GLS_BUTTON_CROUCH : 0u) |
                       (buttons & 4 ? GLS_BUTTON_FLY : 0u);
  one->opened = (int)number();
}

static void read_line(const char *line) {
  char word[16];
  int length = 0;
  if (sscanf(line, "%15s%n", word, &length) != 1) fault("an empty line");
  rest = line + length;
  if (!strcmp(word, "body") || !strcmp(word, "trigger") || !strcmp(word, "character")) place();
  if (!strcmp(word, "v")) {
    gls_vec3 v = vector();
    if (vertex_count == MOST) fault("too many vertices");
    vertices[3 * vertex_count] = (float)v.x;
    vertices[3 * vertex_count + 1] = (float)v.y;
    vertices[3 * vertex_count++ + 2] = (float)v.z;
  } else if (!strcmp(word, "f")) {
    int k;
    if (triangle_count == MOST) fault("too many triangles");
    for (k = 0; k < 3; k++) indices[3 * triangle_count + (size_t)k] = (uint32_t)number() - 1;
    triangle_count++;
  } else if (!strcmp(word, "body")) {
    form = FORM_BODY;
  } else if (!strcmp(word, "path")) {
    read_mover(GLS_DRIVE_PATH);
  } else if (!strcmp(word, "turn")) {
    read_mover(GLS_DRIVE_VELOCITY);
  } else if (!strcmp(word, "key")) {
    read_key();
  } else if (!strcmp(word, "trigger")) {
    read_trigger();
  } else if (!strcmp(word, "character")) {
    read_character();
  } else if (!strcmp(word, "walk")) {
    read_walk();
  } else {
    fault("an unknown line");
  }
}

static void read_tour(const char *path) {
  char line[256];
  FILE *file = fopen(path, "r");
  if (!file) {
    perror(path);
    exit(1);
  }
  while (fgets(line, sizeof line, file)) read_line(line);
  fclose(file);
}

static void open_mover(size_t index) {
  gls_mover_state mover;
  check(gls_stage_state_mover(state, movers[index], &mover));
  mover.rate = 1;
  check(gls_stage_state_set_mover(state, movers[index], &mover));
}

/* The walk of a character in a tick; null after its last. */
static const walk *walk_at(size_t who, int tick, int *is_first) {
  size_t k;
  for (k = 0; k < walk_counts[who]; k++) {
    if (tick < walks[who][k].ticks) {
      *is_first = tick == 0;
      return &walks[who][k];
    }
    tick -= walks[who][k].ticks;
  }
  return NULL;
}

/* The consequence of an entered trigger, before the next tick. */
static void enter(gls_character who, gls_trigger trigger) {
  size_t k = 0;
  gls_stage_character character;
  while (k < trigger_count && triggers[k] != trigger) k++;
  if (k == trigger_count) fault("an unknown trigger was entered");
  switch (effects[k]) {
    case EFFECT_OPEN: open_mover((size_t)values[k].x); break;
    case EFFECT_LAUNCH:
      check(gls_stage_state_character(state, who, &character));
      check(gls_state_launch(&character.state, values[k]));
      check(gls_stage_state_set_character(state, who, &character));
      break;
    default: check(gls_stage_remove_trigger(stage, trigger));
  }
}

static uint64_t add(uint64_t hash, uint8_t byte) { return (hash ^ byte) * UINT64_C(0x100000001b3); }

static uint64_t add_number(uint64_t hash, double value) {
  uint64_t bits;
  int k;
  memcpy(&bits, &value, sizeof bits);
  for (k = 0; k < 8; k++) hash = add(hash, (uint8_t)(bits >> (8 * k)));
  return hash;
}

static uint64_t add_vector(uint64_t hash, gls_vec3 v) { return add_number(add_number(add_number(hash, v.x), v.y), v.z); }

static uint64_t add_stage(uint64_t hash) {
  size_t k;
  for (k = 0; k < character_count; k++) {
    gls_stage_character character;
    check(gls_stage_state_character(state, characters[k], &character));
    hash = add_vector(hash, character.state.position);
    hash = add(hash, character.state.ground == GLS_GROUND_STANDING);
  }
  for (k = 0; k < mover_count; k++) {
    gls_mover_state mover;
    gls_quat q;
    check(gls_stage_state_mover(state, movers[k], &mover));
    hash = add_vector(hash, mover.pose.translation);
    q = mover.pose.rotation;
    hash = add_number(add_number(add_number(add_number(hash, q.x), q.y), q.z), q.w);
  }
  return hash;
}

int main(int count, char **arguments) {
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  int tick;
  size_t k;
  if (count != 2) return 2;
  check(gls_stage_new(NULL, &stage));
  check(gls_stage_state_new(stage, &state));
  check(gls_config_new(NULL, &config));
  check(gls_stage_add_config(stage, config, &config_id));
  read_tour(arguments[1]);
  for (tick = 0;; tick++) {
    gls_input inputs[MOST_PARTS];
    gls_stage_report report;
    int is_any = 0;
    memset(inputs, 0, sizeof inputs);
    for (k = 0; k < character_count; k++) {
      int is_first = 0;
      const walk *one = walk_at(k, tick, &is_first);
      if (!one) continue;
      is_any = 1;
      inputs[k] = one->input;
      if (is_first && one->opened >= 0) open_mover((size_t)one->opened);
    }
    if (!is_any) break;
    check(gls_stage_tick(stage, state, inputs, character_count, 1.0 / 60.0, &report));
    for (k = 0; k < report.event_count; k++)
      if (report.events[k].kind == GLS_EVENT_ENTERED) enter(report.events[k].character, report.events[k].other);
    hash = add_stage(hash);
  }
  printf("parity tour: %d ticks, hash 0x%016" PRIx64 "\n", tick, hash);
  gls_stage_state_free(state);
  gls_stage_free(stage);
  gls_config_free(config);
  return 0;
}
