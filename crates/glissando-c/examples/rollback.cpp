// Rollback: a stage with a lift, a trigger and a ball is saved, ticked, restored and ticked again: the same bytes. C++17.
#include <glissando.h>

#include <array>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <vector>

namespace {

void check(gls_result result) {
  if (result != GLS_OK) throw std::runtime_error(gls_error_text());
}

// Objects that free themselves.
template <auto Free> struct Freed {
  template <typename T> void operator()(T *object) const { Free(object); }
};
using Mesh = std::unique_ptr<gls_mesh, Freed<gls_mesh_free>>;
using Config = std::unique_ptr<gls_config, Freed<gls_config_free>>;
using Stage = std::unique_ptr<gls_stage, Freed<gls_stage_free>>;
using State = std::unique_ptr<gls_stage_state, Freed<gls_stage_state_free>>;

Mesh box(gls_vec3 low, gls_vec3 high) {
  std::array<float, 24> corners{};
  for (std::size_t k = 0; k < 8; ++k) {
    corners[3 * k] = static_cast<float>(k & 1 ? high.x : low.x);
    corners[3 * k + 1] = static_cast<float>(k & 2 ? high.y : low.y);
    corners[3 * k + 2] = static_cast<float>(k & 4 ? high.z : low.z);
  }
  constexpr std::array<std::uint32_t, 36> triangles{0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 4, 6, 0, 6, 2,
                                                    1, 3, 7, 1, 7, 5, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3};
  gls_mesh *mesh = nullptr;
  check(gls_mesh_build(corners.data(), 8, triangles.data(), 12, nullptr, nullptr, nullptr, &mesh));
  return Mesh(mesh);
}

std::vector<std::uint8_t> bytes(const State &state) {
  std::size_t length = 0;
  check(gls_stage_state_save(state.get(), nullptr, 0, &length));
  std::vector<std::uint8_t> saved(length);
  check(gls_stage_state_save(state.get(), saved.data(), saved.size(), &length));
  return saved;
}

} // namespace

int main() {
  try {
    gls_stage *made = nullptr;
    check(gls_stage_new(nullptr, &made));
    const Stage stage(made);
    gls_body floor = 0, platform = 0;
    check(gls_stage_add_body(stage.get(), box({-10, -1, -10}, {10, 0, 10}).get(), nullptr, &floor));
    check(gls_stage_add_body(stage.get(), box({1, -0.5, -1}, {3, 0.1, 1}).get(), nullptr, &platform));

    const std::array<gls_key, 2> keys{{{0, {0, 0, 0}, {0, 0, 0, 1}}, {2, {0, 3, 0}, {0, 0, 0, 1}}}};
    gls_mover_spec spec = gls_mover_spec_of(platform, GLS_DRIVE_PATH);
    spec.keys = keys.data();
    spec.key_count = keys.size();
    gls_mover lift = 0;
    check(gls_stage_add_mover(stage.get(), &spec, &lift));
    gls_trigger above = 0;
    check(gls_stage_add_trigger(stage.get(), box({1, 2.5, -1}, {3, 5, 1}).get(), nullptr, &above));

    gls_config *made_config = nullptr;
    check(gls_config_new(nullptr, &made_config));
    const Config config(made_config);
    gls_config_id person = 0;
    check(gls_stage_add_config(stage.get(), config.get(), &person));

    gls_stage_state *made_state = nullptr;
    check(gls_stage_state_new(stage.get(), &made_state));
    const State state(made_state);
    gls_state at{};
    check(gls_state_with_feet_at(config.get(), {2, 0.1, 0}, &at));
    const gls_stage_character hero = gls_stage_character_of(person, at);
    gls_character id = 0;
    check(gls_stage_state_add_character(state.get(), &hero, &id));
    gls_ball ball = gls_ball_at({0, 0.3, 0}, 0.3);
    ball.velocity = {1.5, 0, 0};
    gls_ball_id ball_id = 0;
    check(gls_stage_state_add_ball(state.get(), &ball, &ball_id));

    const gls_input input{{0, 0, 0}, 0, 0};
    const auto ticks = [&](bool prints) {
      for (int tick = 0; tick < 120; ++tick) {
        gls_stage_report report{};
        check(gls_stage_tick(stage.get(), state.get(), &input, 1, 1.0 / 60.0, &report));
        for (std::size_t k = 0; prints && k < report.event_count; ++k)
          std::printf("tick %3d: %s\n", tick, gls_event_name(report.events[k].kind));
      }
    };

    gls_stage_state *copy = nullptr;
    check(gls_stage_state_copy(state.get(), &copy));
    const State before(copy);
    ticks(true);
    const auto first = bytes(state);
    check(gls_stage_state_assign(state.get(), before.get()));
    ticks(false);
    const auto second = bytes(state);

    gls_stage_state *loaded = nullptr;
    check(gls_stage_state_load(second.data(), second.size(), &loaded));
    const bool is_same = first == second && bytes(State(loaded)) == second && bytes(before) != second;
    std::printf("%zu bytes, %s\n", first.size(), is_same ? "the same" : "NOT the same");
    return is_same ? 0 : 1;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 1;
  }
}
