// Raw exports: one function per operation. Arguments are scalars; the result is a count or an
// error.
//
// A raw call costs about half as much as a call of an Embind method, and needs no invoker function
// per structure. This saves more time than the virtual call in a raw export costs. Boxes and points
// are passed as numbers, which is faster than writing them to memory.
#include <emscripten/em_js.h>
#include <emscripten/emscripten.h>

#include "any_index.hpp"
#include "volumes.hpp"

using namespace sapwood;
using namespace sapwood::bindings;

// Calls the JavaScript visitor, which the package sets before it calls forEachInBox(), traverse()
// or a narrow phase. The visitor never throws.
EM_JS(int, sapwood_visit, (unsigned id), { return Module["sapwoodVisit"](id); });

i32 sapwood::bindings::call_visitor(void*, Id id) { return sapwood_visit(id); }

namespace {
i32 stop(void*, Id) { return 0; }
}  // namespace

#define SAPWOOD_EXPORT extern "C" EMSCRIPTEN_KEEPALIVE

// Allocates memory for the last part of the bytes that sapwood_load() reads.
SAPWOOD_EXPORT u8* sapwood_tail(u32 bytes) {
  Array<u8>& tail = results().tail;
  return tail.resize(bytes) ? tail.data() : nullptr;
}

SAPWOOD_EXPORT void sapwood_expose_staging(AnyIndex* h) { h->expose_staging(); }

SAPWOOD_EXPORT f32* sapwood_staging(AnyIndex* h, u32 count) { return h->staging(count); }
SAPWOOD_EXPORT void sapwood_release_staging(AnyIndex* h) { h->release_staging(); }
SAPWOOD_EXPORT i32 sapwood_build(AnyIndex* h, u32 count) { return h->build(count); }
SAPWOOD_EXPORT i32 sapwood_update(AnyIndex* h, u32 count) { return h->update(count); }
SAPWOOD_EXPORT void sapwood_clear(AnyIndex* h) { h->clear(); }
SAPWOOD_EXPORT void sapwood_shrink(AnyIndex* h) { h->shrink(); }
SAPWOOD_EXPORT u32 sapwood_size(AnyIndex* h) { return h->size(); }
SAPWOOD_EXPORT f64 sapwood_byte_length(AnyIndex* h) { return h->byte_length(); }
SAPWOOD_EXPORT i32 sapwood_has(AnyIndex* h, u32 id) { return h->has(id); }

SAPWOOD_EXPORT i32 sapwood_insert(AnyIndex* h, f32 a, f32 b, f32 c, f32 d, f32 e, f32 f,
                                  u32 category, u32 mask) {
  return h->insert({{a, b, c, d, e, f}}, {category, mask});
}
SAPWOOD_EXPORT i32 sapwood_insert_many(AnyIndex* h, u32 count) {
  const i32 inserted = h->insert_many(count);
  results().publish();
  return inserted;
}
SAPWOOD_EXPORT i32 sapwood_move(AnyIndex* h, u32 id, f32 a, f32 b, f32 c, f32 d, f32 e, f32 f,
                                f32 dx, f32 dy, f32 dz) {
  return h->move(id, {{a, b, c, d, e, f}}, {{dx, dy, dz}});
}
SAPWOOD_EXPORT i32 sapwood_move_many(AnyIndex* h, u32 count) { return h->move_many(count); }
SAPWOOD_EXPORT i32 sapwood_remove(AnyIndex* h, u32 id) { return h->remove(id); }
SAPWOOD_EXPORT i32 sapwood_set_filter(AnyIndex* h, u32 id, u32 category, u32 mask) {
  return h->set_filter(id, {category, mask});
}

SAPWOOD_EXPORT i32 sapwood_box(AnyIndex* h, u32 id) { return h->box_of(id); }
SAPWOOD_EXPORT i32 sapwood_ids(AnyIndex* h) { return h->list_ids(); }

SAPWOOD_EXPORT i32 sapwood_query_box(AnyIndex* h, f32 a, f32 b, f32 c, f32 d, f32 e, f32 f,
                                     u32 category, u32 mask) {
  return h->query_box({{a, b, c, d, e, f}}, {category, mask});
}
SAPWOOD_EXPORT i32 sapwood_query_point(AnyIndex* h, f32 x, f32 y, f32 z, u32 category, u32 mask) {
  return h->query_point({{x, y, z}}, {category, mask});
}
SAPWOOD_EXPORT i32 sapwood_query_sphere(AnyIndex* h, f32 x, f32 y, f32 z, f32 radius, u32 category,
                                        u32 mask) {
  return h->query_sphere({{x, y, z}}, radius, {category, mask});
}
SAPWOOD_EXPORT i32 sapwood_query_frustum(AnyIndex* h, u32 order, f32 ex, f32 ey, f32 ez, u32 limit,
                                         u32 category, u32 mask) {
  return h->query_frustum(order, {{ex, ey, ez}}, limit, {category, mask});
}
SAPWOOD_EXPORT i32 sapwood_visit_box(AnyIndex* h, f32 a, f32 b, f32 c, f32 d, f32 e, f32 f,
                                     u32 category, u32 mask) {
  return h->visit_box({{a, b, c, d, e, f}}, {category, mask}, &call_visitor);
}
SAPWOOD_EXPORT i32 sapwood_overlaps_any(AnyIndex* h, f32 a, f32 b, f32 c, f32 d, f32 e, f32 f,
                                        u32 category, u32 mask) {
  return h->visit_box({{a, b, c, d, e, f}}, {category, mask}, &stop);
}
SAPWOOD_EXPORT i32 sapwood_overlap_boxes(AnyIndex* h, u32 count) { return h->overlap_boxes(count); }
SAPWOOD_EXPORT i32 sapwood_query_volumes(AnyIndex* h, u32 kind, u32 count, u32 category, u32 mask) {
  return h->query_volumes(kind, count, {category, mask});
}

SAPWOOD_EXPORT i32 sapwood_contact(AnyIndex* h, u32 kind, u32 id) {
  return h->find_contact(kind, id);
}

SAPWOOD_EXPORT i32 sapwood_raycast(AnyIndex* h, f32 ox, f32 oy, f32 oz, f32 dx, f32 dy, f32 dz,
                                   f32 max_distance, u32 category, u32 mask) {
  const RayArgument ray{{{ox, oy, oz}}, {{dx, dy, dz}}, max_distance};
  const i32 found = h->raycast(ray, {category, mask});
  return found > 0 ? h->add_normals({ray.origin.v, ray.direction.v, 0}, found) : found;
}
SAPWOOD_EXPORT i32 sapwood_raycast_all(AnyIndex* h, f32 ox, f32 oy, f32 oz, f32 dx, f32 dy, f32 dz,
                                       f32 max_distance, u32 category, u32 mask) {
  return h->raycast_all({{{ox, oy, oz}}, {{dx, dy, dz}}, max_distance}, {category, mask});
}
SAPWOOD_EXPORT i32 sapwood_nearest(AnyIndex* h, f32 x, f32 y, f32 z, u32 k, f32 max_distance,
                                   u32 category, u32 mask) {
  return h->nearest({{x, y, z}}, k, max_distance, {category, mask});
}

SAPWOOD_EXPORT i32 sapwood_pairs(AnyIndex* h) { return h->pairs(); }
SAPWOOD_EXPORT i32 sapwood_pairs_with(AnyIndex* h, AnyIndex* other) {
  return h->pairs_with(*other);
}
SAPWOOD_EXPORT i32 sapwood_pairs_within(AnyIndex* h, f64 distance) {
  return h->pairs_within(distance);
}
SAPWOOD_EXPORT i32 sapwood_nearest_all(AnyIndex* h, u32 k) { return h->nearest_all(k); }
SAPWOOD_EXPORT i32 sapwood_query_boxes(AnyIndex* h, u32 count) { return h->query_boxes(count); }
// If `normals` is not 0, stores a normal for each ray in `contacts`. Rays without a hit get zeros.
SAPWOOD_EXPORT i32 sapwood_raycasts(AnyIndex* h, u32 count, u32 normals) {
  const i32 found = h->raycasts(count);
  if (normals == 0 || found < 0) return found;
  const auto* rays = reinterpret_cast<const f32*>(results().scratch.data());
  const u32 numbers = static_cast<u32>(h->dimensions());
  return h->add_normals({rays, rays + numbers, 2 * numbers + 1}, found);
}
SAPWOOD_EXPORT i32 sapwood_nearest_many(AnyIndex* h, u32 count, u32 k) {
  return h->nearest_many(count, k);
}

SAPWOOD_EXPORT void sapwood_counters(AnyIndex* h) {
  const QueryCounters& counters = h->counters();
  f64* out = results().block.counters;
  out[0] = static_cast<f64>(counters.node_visits);
  out[1] = static_cast<f64>(counters.item_tests);
  out[2] = static_cast<f64>(counters.results);
}

SAPWOOD_EXPORT i32 sapwood_serialize(AnyIndex* h) { return h->serialize(); }
SAPWOOD_EXPORT i32 sapwood_load(AnyIndex* h, u32 length) { return h->load(length); }
SAPWOOD_EXPORT i32 sapwood_options(AnyIndex* h) { return h->option_values(); }
SAPWOOD_EXPORT i32 sapwood_update_pairs(AnyIndex* h) { return h->update_pairs(); }
