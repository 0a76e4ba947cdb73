/* Every function at its proper use, with an answer that is known: questions, a stage with all that moves. C99. */
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

#define IS(what) is(__LINE__, #what, what)
#define OK(call) is(__LINE__, #call, (call) == GLS_OK)

static const double tick = 1.0 / 60.0;
static const gls_vec3 zero = {0, 0, 0};

static int near_to(double a, double b) { return fabs(a - b) < 1e-9; }

static gls_mesh *box(gls_vec3 low, gls_vec3 high, uint16_t material, gls_mesh_report *report) {
  static const uint32_t triangles[] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 4, 6, 0, 6, 2,
                                       1, 3, 7, 1, 7, 5, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3};
  float corners[24];
  uint16_t materials[12];
  gls_mesh *mesh = NULL;
  int k;
  for (k = 0; k < 8; k++) {
    corners[3 * k] = (float)(k & 1 ? high.x : low.x);
    corners[3 * k + 1] = (float)(k & 2 ? high.y : low.y);
    corners[3 * k + 2] = (float)(k & 4 ? high.z : low.z);
  }
  for (k = 0; k < 12; k++) materials[k] = material;
  OK(gls_mesh_build(corners, 8, triangles, 12, materials, NULL, report, &mesh));
  return mesh;
}

static void questions(void) {
  gls_mesh_report report;
  gls_mesh *cube = box((gls_vec3){-1, -1, -1}, (gls_vec3){1, 1, 1}, 7, &report);
  gls_body_options options = gls_body_options_default();
  gls_shape ball = gls_shape_of(GLS_SHAPE_ELLIPSOID, (gls_vec3){0.5, 0.5, 0.5});
  gls_sweep sweeps[2];
  gls_ray rays[2] = {{{-5, 0.1, 0.2}, {10, 0, 0}}, {{-5, 3, 0}, {10, 0, 0}}};
  gls_hit hit, hits[2];
  gls_contact contact, contacts[4];
  gls_clearance clearance;
  gls_triangle triangles[12];
  gls_world *world = NULL;
  gls_body here, there;
  gls_pose pose;
  uint8_t blocked[2];
  size_t count;
  IS(report.is_closed && report.open_edges == 0 && near_to(report.area, 24));
  OK(gls_world_new(&world));
  OK(gls_world_add(world, cube, NULL, &here));
  options.pose = gls_pose_of((gls_vec3){1, 2, 1}, (gls_quat){0, 0, 0, 1}, (gls_vec3){10, 0, 0});
  options.layers = 1u << 3;
  options.material = 9;
  OK(gls_world_add(world, cube, &options, &there));
  gls_mesh_free(cube);
  IS(gls_world_body_count(world) == 2);
  OK(gls_world_pose(world, there, &pose));
  IS(pose.translation.x == 10 && pose.y_axis.y == 2);

  OK(gls_world_ray(world, rays[0].from, rays[0].translation, GLS_ALL_LAYERS, &hit));
  IS(hit.is_hit && hit.distance == 4 && hit.fraction == 0.4 && hit.normal.x == -1);
  IS(hit.surface.owner_kind == GLS_OWNER_BODY && hit.surface.owner == here && hit.surface.material == 7);
  OK(gls_world_rays(world, rays, 2, GLS_ALL_LAYERS, hits));
  IS(memcmp(&hit, &hits[0], sizeof hit) == 0 && !hits[1].is_hit && hits[1].fraction == 1);
  OK(gls_world_ray_hits(world, rays[0].from, rays[0].translation, GLS_ALL_LAYERS, hits, 2, &count));
  IS(count == 2 && memcmp(&hit, &hits[0], sizeof hit) == 0 && hits[1].is_hit && near_to(hits[1].distance, 6) && hits[1].normal.x == -1);
  hits[1].distance = 0;
  OK(gls_world_ray_hits(world, rays[0].from, rays[0].translation, GLS_ALL_LAYERS, hits, 1, &count));
  IS(count == 2 && memcmp(&hit, &hits[0], sizeof hit) == 0 && hits[1].distance == 0);
  OK(gls_world_ray_hits(world, rays[0].from, rays[0].translation, 1u << 3, NULL, 0, &count));
  IS(count == 0);
  OK(gls_world_ray(world, (gls_vec3){5, 0.1, 0.2}, (gls_vec3){10, 0, 0}, 1u << 3, &hit));
  IS(hit.is_hit && hit.surface.owner == there && hit.surface.body_material == 9);
  OK(gls_world_is_blocked(world, rays[0].from, (gls_vec3){5, 0.1, 0.2}, GLS_ALL_LAYERS, blocked));
  IS(blocked[0] == 1);
  OK(gls_world_are_blocked(world, rays, 2, GLS_ALL_LAYERS, blocked));
  IS(blocked[0] == 1 && blocked[1] == 0);

  sweeps[0] = gls_sweep_of(ball, (gls_vec3){-5, 0, 0}, (gls_vec3){10, 0, 0});
  sweeps[1] = sweeps[0];
  sweeps[1].mask = 1u << 4;
  OK(gls_world_sweep(world, &sweeps[0], &hit));
  IS(hit.is_hit && near_to(hit.distance, 3.5));
  OK(gls_world_sweeps(world, sweeps, 2, hits));
  IS(memcmp(&hit, &hits[0], sizeof hit) == 0 && !hits[1].is_hit);
  OK(gls_world_overlap(world, &ball, (gls_vec3){-1.4, 0, 0}, 1, &contact));
  IS(contact.is_contact && near_to(contact.gap, -0.1) && contact.normal.x == -1);
  OK(gls_world_overlap(world, &ball, (gls_vec3){-1.6, 0, 0}, 1, &contact));
  IS(!contact.is_contact);
  OK(gls_world_contacts(world, &ball, (gls_vec3){-1.6, 0, 0}, 0.2, 1, contacts, 1, &count));
  IS(count == 2 && near_to(contacts[0].gap, 0.1));
  OK(gls_world_clearance(world, &ball, (gls_vec3){-3, 0, 0}, INFINITY, 1, &clearance));
  IS(clearance.is_found && near_to(clearance.distance, 1.5) && near_to(clearance.point.x, -1));
  OK(gls_world_clearance(world, &ball, (gls_vec3){-3, 0, 0}, 1, 1, &clearance));
  IS(!clearance.is_found);
  OK(gls_world_triangles(world, (gls_vec3){-2, -2, -2}, (gls_vec3){2, 2, 2}, 1, triangles, 12, &count));
  IS(count == 12 && triangles[11].surface.triangle == 11);

  pose = gls_pose_identity();
  pose.translation.y = 50;
  OK(gls_world_set_pose(world, here, &pose));
  OK(gls_world_set_layers(world, there, 1u << 5));
  OK(gls_world_ray(world, rays[0].from, (gls_vec3){30, 0, 0}, ~(1u << 5), &hit));
  IS(!hit.is_hit);
  cube = box(zero, (gls_vec3){1, 1, 1}, 1, NULL);
  OK(gls_world_set_mesh(world, there, cube));
  gls_mesh_free(cube);
  OK(gls_world_remove(world, here));
  OK(gls_world_triangles(world, (gls_vec3){-99, -99, -99}, (gls_vec3){99, 99, 99}, GLS_ALL_LAYERS, NULL, 0, &count));
  IS(count == 12 && gls_world_body_count(world) == 1);
  gls_world_free(world);
}

/* A crowd of many: the same bits as one by one, with one thread and with three. */
static void many(void) {
  enum { COUNT = 100 };
  static gls_state alone[COUNT], together[2][COUNT];
  static gls_input inputs[COUNT];
  gls_mesh *floor_mesh = box((gls_vec3){-60, -1, -60}, (gls_vec3){60, 0, 60}, 0, NULL);
  gls_world *world = NULL;
  gls_config *config = NULL;
  gls_scratch *scratch = NULL;
  gls_many *groups[2] = {NULL, NULL};
  gls_many_report report;
  gls_settings settings = gls_settings_default();
  gls_body floor_body;
  size_t k, events = 0;
  int group, time;
  settings.cos_climb = gls_cos_degrees(40);
  OK(gls_world_new(&world));
  OK(gls_world_add(world, floor_mesh, NULL, &floor_body));
  OK(gls_config_new(&settings, &config));
  settings = gls_settings_default();
  OK(gls_config_settings(config, &settings));
  IS(settings.cos_climb == gls_cos_degrees(40) && settings.radii.y == 0.9);
  OK(gls_scratch_new(&scratch));
  OK(gls_many_new(1, 1, &groups[0]));
  OK(gls_many_new(3, 0, &groups[1]));
  for (k = 0; k < COUNT; k++) {
    OK(gls_state_with_feet_at(config, (gls_vec3){(double)k - 50, 0.5, 0}, &alone[k]));
    together[0][k] = together[1][k] = alone[k];
    inputs[k].wish = (gls_vec3){0.1 * (double)k, 0, 3};
    inputs[k].buttons = k % 7 == 0 ? GLS_BUTTON_JUMP : k % 5 == 0 ? GLS_BUTTON_CROUCH : 0;
  }
  for (time = 0; time < 60; time++) {
    for (k = 0; k < COUNT; k++) OK(gls_step(world, config, &alone[k], &inputs[k], tick, scratch, NULL));
    for (group = 0; group < 2; group++) {
      const gls_config *configs[] = {config};
      OK(gls_step_many(world, configs, 1, together[group], inputs, COUNT, tick, groups[group], &report));
      IS(report.refused_count == 0);
      events += report.event_count;
    }
  }
  IS(memcmp(alone, together[0], sizeof alone) == 0);
  IS(memcmp(alone, together[1], sizeof alone) == 0);
  IS(events >= COUNT);
  OK(gls_state_teleport(&alone[0], (gls_vec3){1, 2, 3}));
  IS(alone[0].position.y == 2 && alone[0].teleports == 1 && alone[0].ground == GLS_GROUND_AIRBORNE);
  OK(gls_state_launch(&alone[1], (gls_vec3){0, 5, 0}));
  IS(alone[1].velocity.y == 5 && alone[1].teleports == 0 && alone[1].ground == GLS_GROUND_AIRBORNE);
  alone[0] = gls_state_at(zero);
  IS(alone[0].support.owner_kind == GLS_OWNER_NONE);
  for (group = 0; group < 2; group++) gls_many_free(groups[group]);
  gls_scratch_free(scratch);
  gls_config_free(config);
  gls_mesh_free(floor_mesh);
  gls_world_free(world);
}

static void stages(void) {
  gls_mesh *meshes[4];
  gls_world *world = NULL;
  const gls_world *moved = NULL;
  gls_stage *stage = NULL;
  gls_stage_state *state = NULL, *early = NULL, *loaded = NULL;
  gls_config *config = NULL;
  gls_body floor_body, door, wall;
  gls_config_id id;
  gls_mover mover;
  gls_trigger trigger, riding;
  gls_character first, second, ids[2];
  gls_ball_id ball_id, ball_ids[2];
  gls_mover_spec spec;
  gls_mover_state mover_state;
  gls_trigger_options options = gls_trigger_options_default();
  gls_ball_settings rules = gls_ball_settings_default();
  gls_ball ball = gls_ball_at((gls_vec3){-5, 0.5, 0}, 0.3);
  gls_stage_character person;
  gls_stage_report report;
  gls_input inputs[2];
  gls_state at;
  gls_pose pose;
  gls_hit hit;
  uint8_t saved[4096], is_in = 0;
  size_t count, length, k;
  int time, entered = 0, touches = 0, impacts = 0;
  meshes[0] = box((gls_vec3){-20, -1, -20}, (gls_vec3){20, 0, 20}, 0, NULL);
  meshes[1] = box((gls_vec3){4, 0.5, -1}, (gls_vec3){4.2, 3, 1}, 0, NULL);
  meshes[2] = box((gls_vec3){2, 0, -1}, (gls_vec3){3, 3, 1}, 0, NULL);
  meshes[3] = box((gls_vec3){0, 0, 8}, (gls_vec3){1, 1, 9}, 0, NULL);
  OK(gls_world_new(&world));
  OK(gls_world_add(world, meshes[0], NULL, &floor_body));
  OK(gls_stage_new(world, &stage));
  gls_world_free(world);
  OK(gls_stage_state_new(stage, &state));
  OK(gls_stage_add_body(stage, meshes[1], NULL, &door));
  OK(gls_stage_add_body(stage, meshes[3], NULL, &wall));
  OK(gls_stage_set_layers(stage, wall, 2));
  OK(gls_stage_set_mesh(stage, wall, meshes[2]));
  pose = gls_pose_identity();
  pose.translation.z = 10;
  OK(gls_stage_set_pose(stage, wall, &pose));
  OK(gls_stage_remove_body(stage, wall));

  spec = gls_mover_spec_of(door, GLS_DRIVE_TARGET);
  spec.policy = GLS_POLICY_STOP;
  OK(gls_stage_add_mover(stage, &spec, &mover));
  OK(gls_stage_add_new_movers(stage, state));
  OK(gls_stage_add_trigger(stage, meshes[2], NULL, &trigger));
  options.kind = GLS_TRIGGER_VOLUME_BY_CENTRE;
  options.has_mover = 1;
  options.mover = mover;
  OK(gls_stage_add_trigger(stage, meshes[2], &options, &riding));
  OK(gls_stage_remove_trigger(stage, riding));
  rules.gravity.y = -9.81;
  OK(gls_stage_set_balls(stage, &rules));

  OK(gls_config_new(NULL, &config));
  OK(gls_stage_add_config(stage, config, &id));
  OK(gls_stage_remove_config(stage, id));
  OK(gls_stage_add_config(stage, config, &id));
  OK(gls_stage_set_config(stage, id, config));
  OK(gls_state_with_feet_at(config, zero, &at));
  person = gls_stage_character_of(id, at);
  OK(gls_stage_state_add_character(state, &person, &first));
  person.state.position.z = 5;
  OK(gls_stage_state_add_character(state, &person, &second));
  person.strength = 0;
  OK(gls_stage_state_set_character(state, second, &person));
  OK(gls_stage_state_character(state, second, &person));
  IS(person.strength == 0 && person.mass == 80 && person.state.position.z == 5);
  OK(gls_stage_state_characters(state, ids, 2, &count));
  IS(count == 2 && ids[0] == first && ids[1] == second);
  ball.velocity.x = 8;
  OK(gls_stage_state_add_ball(state, &ball, &ball_id));
  OK(gls_stage_state_remove_ball(state, ball_id));
  OK(gls_stage_state_add_ball(state, &ball, &ball_id));
  ball.restitution = 0.5;
  OK(gls_stage_state_set_ball(state, ball_id, &ball));
  OK(gls_stage_state_balls(state, ball_ids, 2, &count));
  IS(count == 1 && ball_ids[0] == ball_id);

  OK(gls_stage_state_copy(state, &early));
  memset(inputs, 0, sizeof inputs);
  inputs[0].wish.x = 3;
  for (time = 0; time < 60; time++) {
    OK(gls_stage_state_mover(state, mover, &mover_state));
    mover_state.target.translation.y = 0.01 * time;
    OK(gls_stage_state_set_mover(state, mover, &mover_state));
    OK(gls_stage_tick(stage, state, inputs, 2, tick, &report));
    IS(report.character_count == 2 && report.mover_count == 1 && report.ball_count == 1 && report.is_settled == 1);
    IS(report.movers[0].fraction == 1 && report.balls[0].is_held == 0);
    impacts += (int)report.impact_count;
    for (k = 0; k < report.event_count; k++) {
      const gls_event *event = &report.events[k];
      if (event->kind == GLS_EVENT_ENTERED) {
        IS(event->other_kind == GLS_OWNER_TRIGGER && event->other == trigger && event->character == first);
        entered++;
      }
      touches += event->kind == GLS_EVENT_TOUCH_BEGAN;
    }
  }
  IS(entered == 1 && touches >= 2 && impacts > 0);
  IS(report.characters[0].outcome == GLS_OUTCOME_UNAFFECTED && report.characters[0].stop == GLS_STOP_DONE);
  OK(gls_stage_state_is_in(state, first, trigger, &is_in));
  IS(is_in == 1 && gls_stage_state_tick(state) == 60);
  OK(gls_stage_state_character(state, first, &person));
  IS(person.state.position.x > 2.5 && person.state.ground == GLS_GROUND_STANDING && !person.is_crushed);
  OK(gls_stage_state_ball(state, ball_id, &ball));
  IS(ball.position.x > -5 && ball.restitution == 0.5);

  OK(gls_stage_pose_between(stage, mover, early, state, 0.5, &pose));
  IS(near_to(pose.translation.y, 0.295));
  OK(gls_stage_world_at(stage, state, &moved));
  OK(gls_world_ray(moved, (gls_vec3){3.5, 3.4, 0.5}, (gls_vec3){2, 0, 0}, GLS_ALL_LAYERS, &hit));
  IS(hit.is_hit && hit.surface.owner == door);
  OK(gls_stage_world_at(stage, early, &moved));
  OK(gls_world_ray(moved, (gls_vec3){3.5, 3.4, 0.5}, (gls_vec3){2, 0, 0}, GLS_ALL_LAYERS, &hit));
  IS(!hit.is_hit);

  OK(gls_stage_state_save(state, NULL, 0, &length));
  OK(gls_stage_state_save(state, saved, sizeof saved, &count));
  IS(length == count && length > 100);
  OK(gls_stage_state_load(saved, length, &loaded));
  for (k = 0; k < length; k++) { /* cut off anywhere: refused */
    gls_stage_state *none = NULL;
    IS(gls_stage_state_load(saved, k, &none) == GLS_ERROR_BYTES && none == NULL);
  }
  for (k = 1; k < length; k++) { /* damaged anywhere: refused, or a state that a tick takes or refuses */
    gls_stage_state *some = NULL;
    saved[k] ^= 0xff;
    const gls_result result = gls_stage_state_load(saved, length, &some);
    IS(result == GLS_OK || result == GLS_ERROR_BYTES);
    if (result == GLS_OK) IS(gls_stage_tick(stage, some, inputs, 2, tick, NULL) != GLS_ERROR_FAULT);
    saved[k] ^= 0xff;
    gls_stage_state_free(some);
  }
  OK(gls_stage_tick(stage, state, inputs, 2, tick, NULL));
  OK(gls_stage_tick(stage, loaded, inputs, 2, tick, NULL));
  {
    static uint8_t a[4096], b[4096];
    size_t of_a, of_b;
    OK(gls_stage_state_save(state, a, sizeof a, &of_a));
    OK(gls_stage_state_save(loaded, b, sizeof b, &of_b));
    IS(of_a == of_b && memcmp(a, b, of_a) == 0);
  }
  OK(gls_stage_state_assign(state, state));
  IS(gls_stage_state_tick(state) == 61);
  OK(gls_stage_state_assign(state, early));
  IS(gls_stage_state_tick(state) == 0);
  OK(gls_stage_remove_mover(stage, mover, state));
  OK(gls_stage_state_remove_character(state, first));
  OK(gls_stage_tick(stage, state, inputs, 1, tick, &report));
  IS(report.character_count == 1);
  gls_stage_state_free(state);
  gls_stage_state_free(early);
  gls_stage_state_free(loaded);
  gls_stage_free(stage);
  gls_config_free(config);
  for (k = 0; k < 4; k++) gls_mesh_free(meshes[k]);
}

int main(void) {
  questions();
  many();
  stages();
  printf("%d checks, %d faults\n", checks, faults);
  return faults ? 1 : 0;
}
