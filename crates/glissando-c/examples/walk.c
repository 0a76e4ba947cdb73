/* A character walks across a floor, jumps on a block and is stopped by a wall. C99. */
#include <glissando.h>
#include <stdio.h>
#include <stdlib.h>

static void check(gls_result result) {
  if (result != GLS_OK) {
    fprintf(stderr, "error %d: %s\n", (int)result, gls_error_text());
    exit(1);
  }
}

/* The mesh of a box, counter-clockwise seen from outside. */
static gls_mesh *box(float x0, float y0, float z0, float x1, float y1, float z1) {
  const float corners[] = {x0, y0, z0, x1, y0, z0, x0, y1, z0, x1, y1, z0,
                           x0, y0, z1, x1, y0, z1, x0, y1, z1, x1, y1, z1};
  const uint32_t triangles[] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 4, 6, 0, 6, 2,
                                1, 3, 7, 1, 7, 5, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3};
  gls_mesh *mesh = NULL;
  check(gls_mesh_build(corners, 8, triangles, 12, NULL, NULL, NULL, &mesh));
  return mesh;
}

int main(void) {
  gls_world *world = NULL;
  gls_config *config = NULL;
  gls_scratch *scratch = NULL;
  gls_mesh *meshes[3];
  gls_state state;
  size_t i;
  int tick;

  meshes[0] = box(-10, -1, -10, 10, 0, 10); /* the floor */
  meshes[1] = box(2, 0, -2, 5, 0.8f, 2);    /* too high to step on */
  meshes[2] = box(5, 0, -2, 6, 4, 2);       /* a wall behind it */
  check(gls_world_new(&world));
  for (i = 0; i < 3; i++) {
    gls_body body;
    check(gls_world_add(world, meshes[i], NULL, &body));
    gls_mesh_free(meshes[i]); /* the body keeps it */
  }
  check(gls_config_new(NULL, &config));
  check(gls_scratch_new(&scratch));
  check(gls_state_with_feet_at(config, (gls_vec3){-3, 0, 0}, &state));

  for (tick = 0; tick < 240; tick++) {
    gls_input input = {{3, 0, 0}, 0, 0};
    gls_report report;
    input.buttons = tick % 60 == 59 ? GLS_BUTTON_JUMP : 0;
    check(gls_step(world, config, &state, &input, 1.0 / 60.0, scratch, &report));
    for (i = 0; i < report.event_count; i++)
      printf("tick %3d: %s at %.2f m/s\n", tick, gls_event_name(report.events[i].kind), report.events[i].speed);
  }
  printf("position %.3f %.3f %.3f, %s\n", state.position.x, state.position.y, state.position.z,
         state.ground == GLS_GROUND_STANDING ? "standing" : "not standing");

  gls_scratch_free(scratch);
  gls_config_free(config);
  gls_world_free(world);
  return 0;
}
