// The raw exports of worlds: `h` is the address of a facet.
#include <emscripten/emscripten.h>

#include "world/world_handle.hpp"

using namespace sapwood;
using namespace sapwood::bindings;

#define SAPWOOD_EXPORT extern "C" EMSCRIPTEN_KEEPALIVE

namespace {
AnyWorld& world_of(AnyIndex* h) { return static_cast<AnyFacet*>(h)->any_world(); }
}  // namespace

SAPWOOD_EXPORT WorldBlock* sapwood_world_block(AnyIndex* h) { return &world_of(h).block; }
SAPWOOD_EXPORT void sapwood_world_expose_bounds(AnyIndex* h) { world_of(h).expose_bounds(); }
SAPWOOD_EXPORT i32 sapwood_world_step(AnyIndex* h) { return world_of(h).step(); }
SAPWOOD_EXPORT i32 sapwood_world_settle(AnyIndex* h) { return world_of(h).settle(); }
SAPWOOD_EXPORT i32 sapwood_world_touch(AnyIndex* h, u32 id) { return world_of(h).touch(id); }
SAPWOOD_EXPORT i32 sapwood_world_touch_many(AnyIndex* h, u32 count) {
  return world_of(h).touch_many(count);
}
SAPWOOD_EXPORT i32 sapwood_world_touch_all(AnyIndex* h) { return world_of(h).touch_all(); }
SAPWOOD_EXPORT i32 sapwood_world_set_asleep(AnyIndex* h, u32 id, u32 asleep) {
  return world_of(h).set_asleep(id, asleep != 0);
}
SAPWOOD_EXPORT i32 sapwood_world_layer(AnyIndex* h, u32 id) { return world_of(h).layer(id); }
SAPWOOD_EXPORT i32 sapwood_world_set_layer(AnyIndex* h, u32 id, u32 layer) {
  return world_of(h).set_layer(id, layer);
}
SAPWOOD_EXPORT i32 sapwood_world_kind(AnyIndex* h) { return world_of(h).kind(); }
SAPWOOD_EXPORT i32 sapwood_world_save(AnyIndex* h) { return world_of(h).save(); }
SAPWOOD_EXPORT i32 sapwood_world_load(AnyIndex* h, u32 length) { return world_of(h).load(length); }
SAPWOOD_EXPORT i32 sapwood_world_assume(AnyIndex* h) { return world_of(h).assume(); }
SAPWOOD_EXPORT i32 sapwood_world_shift(AnyIndex* h, f32 x, f32 y, f32 z) {
  return world_of(h).shift_origin({{x, y, z}});
}
