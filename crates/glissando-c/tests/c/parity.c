/* The walk of docs/parity in C: prints the line that all surfaces print. Argument: level.obj. */
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

enum { MOST = 1 << 14 };
static float vertices[3 * MOST];
static uint32_t indices[3 * MOST];

static uint64_t add(uint64_t hash, uint8_t byte) { return (hash ^ byte) * UINT64_C(0x100000001b3); }

static uint64_t add_number(uint64_t hash, double number) {
  uint64_t bits;
  int k;
  memcpy(&bits, &number, sizeof bits);
  for (k = 0; k < 8; k++) hash = add(hash, (uint8_t)(bits >> (8 * k)));
  return hash;
}

static gls_mesh *load(const char *path) {
  size_t vertex_count = 0, triangle_count = 0;
  char line[200];
  gls_mesh *mesh = NULL;
  FILE *file = fopen(path, "r");
  if (!file) {
    perror(path);
    exit(1);
  }
  while (fgets(line, sizeof line, file) && vertex_count < MOST && triangle_count < MOST) {
    if (line[0] == 'v') {
      float *v = &vertices[3 * vertex_count++];
      if (sscanf(line, "v %f %f %f", &v[0], &v[1], &v[2]) != 3) exit(1);
    } else {
      uint32_t *f = &indices[3 * triangle_count++];
      if (sscanf(line, "f %" SCNu32 " %" SCNu32 " %" SCNu32, &f[0], &f[1], &f[2]) != 3) exit(1);
      f[0]--, f[1]--, f[2]--;
    }
  }
  fclose(file);
  check(gls_mesh_build(vertices, vertex_count, indices, triangle_count, NULL, NULL, NULL, &mesh));
  return mesh;
}

/* The hash of the walk, by gls_step or by gls_step_many with so many threads. */
static uint64_t walk(const gls_world *world, const gls_config *config, uint32_t threads) {
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  uint32_t x = 1;
  int tick;
  gls_state state;
  gls_input input = {{0, 0, 0}, 0, 0};
  gls_scratch *scratch = NULL;
  gls_many *many = NULL;
  check(gls_scratch_new(&scratch));
  if (threads > 0) check(gls_many_new(threads, 0, &many));
  check(gls_state_with_feet_at(config, (gls_vec3){0, 3, 0}, &state));
  for (tick = 0; tick < 10000; tick++) {
    x = x * 1664525u + 1013904223u;
    if (tick % 32 == 0) {
      input.wish.x = ((double)((x >> 8) & 255) - 128) / 32;
      input.wish.z = ((double)((x >> 16) & 255) - 128) / 32;
      input.buttons = ((x >> 24) & 7) == 0 ? GLS_BUTTON_CROUCH : 0;
    }
    input.buttons &= ~(uint32_t)GLS_BUTTON_JUMP;
    if (((x >> 24) & 127) == 0) input.buttons |= GLS_BUTTON_JUMP;
    if (many)
      check(gls_step_many(world, &config, 1, &state, &input, 1, 1.0 / 60.0, many, NULL));
    else
      check(gls_step(world, config, &state, &input, 1.0 / 60.0, scratch, NULL));
    hash = add_number(hash, state.position.x);
    hash = add_number(hash, state.position.y);
    hash = add_number(hash, state.position.z);
    hash = add(hash, state.ground == GLS_GROUND_STANDING);
  }
  gls_many_free(many);
  gls_scratch_free(scratch);
  return hash;
}

int main(int count, char **arguments) {
  gls_world *world = NULL;
  gls_config *config = NULL;
  gls_mesh *mesh;
  gls_body body;
  uint64_t hash;
  uint32_t threads;
  if (count != 2) return 2;
  mesh = load(arguments[1]);
  check(gls_world_new(&world));
  check(gls_world_add(world, mesh, NULL, &body));
  check(gls_config_new(NULL, &config));
  hash = walk(world, config, 0);
  printf("parity walk: 10000 ticks, hash 0x%016" PRIx64 "\n", hash);
  for (threads = 1; threads <= 2; threads++)
    if (walk(world, config, threads) != hash) {
      printf("gls_step_many with %u threads has another hash\n", (unsigned)threads);
      return 1;
    }
  gls_config_free(config);
  gls_world_free(world);
  gls_mesh_free(mesh);
  return 0;
}
