// Functions that only worlds have, and their exports. `h` is the address of any layer view of the
// world.
#include <emscripten/emscripten.h>

#include <new>

#include "world/world_handle.hpp"

namespace sapwood::bindings {

template <int Dim>
WorldHandle<Dim>::WorldHandle() {
  for (u32 i = 0; i <= world::kAllLayers; ++i)
    layer_views_[i].join(*this, i == 0 ? world::kAllLayers : i);
  block.view_bytes = sizeof(LayerView<Dim>);
}

template <int Dim>
WorldHandle<Dim>* WorldHandle<Dim>::create(u32 count) {
  const Array<u8>& scratch = results().scratch;
  if (count != 3 || scratch.size() < 3 * sizeof(f64)) return nullptr;
  const auto* values = reinterpret_cast<const f64*>(scratch.data());
  const u32 budget = values[1] < kNone ? static_cast<u32>(values[1]) : kNone;
  const u32 capacity = values[2] <= kMaxItems ? static_cast<u32>(values[2]) : kMaxItems;
  auto* made = new (std::nothrow) WorldHandle;
  if (made == nullptr) return nullptr;
  if (made->core.start(setup_maker(static_cast<u32>(values[0]), budget)) &&
      made->core.reserve(capacity)) {
    made->publish();
    return made;
  }
  delete made;
  return nullptr;
}

template <int Dim>
i32 WorldHandle<Dim>::step() {
  if (i32 refused = flush(); refused != 0) return refused;
  const bool done = core.step();
  publish();
  return done ? static_cast<i32>(core.pairs().size()) : fail(StatusCode::kOutOfMemory);
}

template <int Dim>
void WorldHandle<Dim>::shrink() {
  core.shrink();
  found.release();
  hits.release();
  snapshot.release();
  batch = {};
  results().release();
  publish();
}

template <int Dim>
i32 WorldHandle<Dim>::flush() {
  const Id invalid = core.apply_bounds();
  return invalid == kNone ? 0 : fail(StatusCode::kInvalidBox, invalid);
}

template <int Dim>
i32 WorldHandle<Dim>::touch(Id id) {
  if (i32 refused = find(id); refused != 0) return refused;
  core.touch(id);
  return 0;
}

template <int Dim>
i32 WorldHandle<Dim>::find(Id id) const {
  return core.has(id) ? 0 : fail(StatusCode::kInvalidId, 0);
}

template <int Dim>
i32 WorldHandle<Dim>::find_many(u32 count, size_t record) const {
  const Array<u8>& scratch = results().scratch;
  if (scratch.size() / (sizeof(u32) + record) < count) {
    return fail(StatusCode::kInvalidArgument);
  }
  const auto* ids = reinterpret_cast<const u32*>(scratch.data());
  for (u32 i = 0; i < count; ++i) {
    if (!core.has(ids[i])) return fail(StatusCode::kInvalidId, i);
  }
  return 0;
}

template <int Dim>
i32 WorldHandle<Dim>::touch_many(u32 count) {
  if (i32 refused = find_many(count, 0); refused != 0) return refused;
  const auto* ids = reinterpret_cast<const u32*>(results().scratch.data());
  for (u32 i = 0; i < count; ++i) core.touch(ids[i]);
  return 0;
}

template <int Dim>
i32 WorldHandle<Dim>::touch_all() {
  core.touch_all();
  return 0;
}

template <int Dim>
i32 WorldHandle<Dim>::set_asleep(Id id, bool asleep) {
  if (i32 refused = find(id); refused != 0) return refused;
  core.set_asleep(id, asleep);
  return 0;
}

template <int Dim>
i32 WorldHandle<Dim>::layer(Id id) {
  if (i32 refused = find(id); refused != 0) return refused;
  return static_cast<i32>(core.bodies().layer(id));
}

template <int Dim>
i32 WorldHandle<Dim>::set_layer(Id id, u32 layer) {
  if (i32 refused = find(id); refused != 0) return refused;
  if (layer >= world::kLayerCount) return fail(StatusCode::kInvalidArgument, 0);
  core.set_layer(id, static_cast<world::Layer>(layer));
  return 0;
}

template <int Dim>
i32 WorldHandle<Dim>::save() {
  if (i32 refused = flush(); refused != 0) return refused;
  const bool done = core.save(snapshot);
  publish();
  return done ? static_cast<i32>(snapshot.size()) : fail(StatusCode::kOutOfMemory);
}

template <int Dim>
i32 WorldHandle<Dim>::load(u32 length) {
  const Array<u8>& scratch = results().scratch;
  const StatusCode code =
      scratch.size() < length ? StatusCode::kBadData : core.load(scratch.data(), length);
  if (code != StatusCode::kOk) return fail(code);
  const world::Bodies<Dim>& bodies = core.loaded();
  found.clear();
  const bool done = found.reserve(bodies.size());
  for (Id id = bodies.next(0); done && id != kNone; id = bodies.next(id + 1)) {
    found.push_unchecked(id);
  }
  return take_ids(done, found);
}

template <int Dim>
i32 WorldHandle<Dim>::adopt() {
  const bool done = core.adopt(found);
  publish();
  return take_ids(done, found);
}

template <int Dim>
i32 WorldHandle<Dim>::shift_origin(const PointArgument& by) {
  if (i32 refused = flush(); refused != 0) return refused;
  const Point<Dim> typed = typed_point<Dim>(by);
  const bool done = is_valid(typed) && core.shift_origin(typed);
  return done ? 0 : fail(StatusCode::kInvalidArgument, 0);
}

template <int Dim>
void WorldHandle<Dim>::publish() {
  const auto address = [](const void* data) {
    return static_cast<u32>(reinterpret_cast<uintptr_t>(data));
  };
  const auto list = [&](const Array<IdPair>& pairs, u32(&words)[2]) {
    words[0] = address(pairs.data());
    words[1] = static_cast<u32>(pairs.size());
  };
  block.bounds = address(core.bounds());
  block.bodies = core.bodies().end();
  list(core.pairs(), block.pairs);
  list(core.begins(), block.begins);
  list(core.ends(), block.ends);
  block.snapshot = address(snapshot.data());
}

template class WorldHandle<2>;
template class WorldHandle<3>;

}  // namespace sapwood::bindings

using namespace sapwood;
using namespace sapwood::bindings;

#define SAPWOOD_EXPORT extern "C" EMSCRIPTEN_KEEPALIVE

namespace {
AnyWorld& world_of(AnyIndex* h) { return static_cast<AnyLayerView*>(h)->any_world(); }
}  // namespace

SAPWOOD_EXPORT WorldBlock* sapwood_world_block(AnyIndex* h) { return &world_of(h).block; }
SAPWOOD_EXPORT void sapwood_world_expose_bounds(AnyIndex* h) { world_of(h).expose_bounds(); }
SAPWOOD_EXPORT i32 sapwood_world_step(AnyIndex* h) { return world_of(h).step(); }
SAPWOOD_EXPORT i32 sapwood_world_flush(AnyIndex* h) { return world_of(h).flush(); }
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
SAPWOOD_EXPORT i32 sapwood_world_adopt(AnyIndex* h) { return world_of(h).adopt(); }
SAPWOOD_EXPORT i32 sapwood_world_shift(AnyIndex* h, f32 x, f32 y, f32 z) {
  return world_of(h).shift_origin({{x, y, z}});
}
