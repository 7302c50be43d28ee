// WorldHandle<Dim>: a world and its layer views. JavaScript has the addresses of the views.
//
// A layer view implements the index interface (any_index.hpp) for the bodies in a set of layers, so
// the exports of queries also work for worlds. The address of the view selects the layers.
#pragma once

#include "any_index.hpp"
#include "sapwood/geometry/frustum_query.hpp"
#include "sapwood/geometry/volume_query.hpp"
#include "sapwood/world/world.hpp"

namespace sapwood::bindings {

[[gnu::noinline]] inline i32 fail(StatusCode code, u32 index = kNone) {
  return to_result(Status{code, index});
}

inline i32 take_ids(bool done, Array<Id>& found) {
  Results& out = results();
  out.clear();
  out.ids.swap(found);
  return finish(done ? Status::success() : Status::out_of_memory(), out.ids.size());
}

// Broad phase that wraps an index of the module. The index is accessed by virtual calls, so that
// the code of the world is compiled only once for all structures.
template <int Dim>
class IndexBroadPhase {
 public:
  using Box = Aabb<Dim>;
  // Function that returns an index of the structure with number `kind`, or null if allocation
  // fails. The module sets this function.
  using Maker = AnyIndex* (*)(u32 kind);
  static inline Maker maker = nullptr;

  IndexBroadPhase() = default;
  IndexBroadPhase(const IndexBroadPhase&) = delete;
  IndexBroadPhase& operator=(const IndexBroadPhase&) = delete;
  ~IndexBroadPhase() { delete index_; }

  bool start(u32 kind) {
    index_ = maker(kind);
    return index_ != nullptr;
  }
  u32 size() const { return index_->size(); }
  size_t byte_length() const {
    return index_ == nullptr ? 0 : static_cast<size_t>(index_->byte_length());
  }
  void shrink() {
    if (index_ != nullptr) index_->shrink();
  }
  Box* staging(u32 count) { return reinterpret_cast<Box*>(index_->staging(count)); }
  bool build(u32 count) { return done(index_->build(count)); }
  bool update(u32 count) { return done(index_->update(count)); }
  bool insert(const Box& box, const Filter& filter, Id& id) {
    const i32 inserted = index_->insert(untyped(box), filter);
    id = static_cast<Id>(inserted);
    return done(inserted);
  }
  bool move(Id id, const Box& box) { return done(index_->move(id, untyped(box), PointArgument{})); }
  bool remove(Id id) { return done(index_->remove(id)); }
  bool set_filter(Id id, const Filter& filter) { return done(index_->set_filter(id, filter)); }

  bool pairs() { return done(index_->pairs()); }
  bool pairs_with(IndexBroadPhase& other) { return done(index_->pairs_with(*other.index_)); }
  bool query_box(const Box& box, const Filter& filter) {
    return done(index_->query_box(untyped(box), filter));
  }
  bool query_sphere(const Point<Dim>& center, f32 radius, const Filter& filter) {
    return done(index_->query_sphere(untyped(center), radius, filter));
  }
  // Ignores the first argument: the index reads the frustum from the scratch buffer.
  bool query_frustum(const Frustum&, const Filter& filter) {
    return done(index_->query_frustum(0, PointArgument{}, kNone, filter));
  }
  // Counts in a copy of the counters, because the visitor of the sink can query the index.
  Status find_volume(const VolumeQuery<Dim>& volume, const Filter& filter, IdSink& sink) {
    QueryCounters counters = index_->counters();
    const Status status = index_->find_in_volume(&volume, filter, counters, sink);
    index_->counters() = counters;
    return sink.failed ? Status::out_of_memory() : status;
  }
  bool raycast(const Ray<Dim>& ray, const Filter& filter) {
    return done(index_->raycast(untyped(ray), filter));
  }
  bool raycast_all(const Ray<Dim>& ray, const Filter& filter) {
    return done(index_->raycast_all(untyped(ray), filter));
  }
  bool nearest(const Point<Dim>& point, u32 k, f32 max_distance, const Filter& filter) {
    return done(index_->nearest(untyped(point), k, max_distance, filter));
  }
  const Array<Id>& ids() const { return results().ids; }
  QueryCounters counters() const { return index_->counters(); }
  void swap(IndexBroadPhase& other) { std::swap(index_, other.index_); }

 private:
  // The only possible error is kOutOfMemory, because the world validates all arguments.
  static bool done(i32 result) { return result >= 0; }

  AnyIndex* index_ = nullptr;
};

// Addresses and counts for JavaScript. world.ts of the package reads them after every call that can
// change them.
struct WorldBlock {
  u32 view_bytes;  // [0] bytes from one layer view to the next
  u32 bounds;      // [1] address of the boxes of bodies
  u32 bodies;      // [2] number of ids in the array of boxes
  u32 pairs[2];    // [3] address, count
  u32 begins[2];   // [5]
  u32 ends[2];     // [7]
  u32 snapshot;    // [9] address
};

// Functions that the exports of worlds call.
class AnyWorld {
 public:
  virtual ~AnyWorld() = default;

  virtual i32 step() = 0;
  // Processes the bodies that touch() marked as changed. If a box is invalid, returns kInvalidBox
  // with the id of its body, like step().
  virtual i32 flush() = 0;
  virtual i32 touch(Id id) = 0;
  // Marks the bodies whose ids are in the scratch buffer as changed, or no body if an id is
  // invalid.
  virtual i32 touch_many(u32 count) = 0;
  virtual i32 touch_all() = 0;
  virtual i32 set_asleep(Id id, bool asleep) = 0;
  virtual i32 layer(Id id) = 0;
  virtual i32 set_layer(Id id, u32 layer) = 0;
  // Returns the number of the structure that currently contains the moving bodies.
  virtual i32 kind() const = 0;
  // Saves the world. Returns the number of bytes.
  virtual i32 save() = 0;
  // Reads a saved world from the scratch buffer. The results are the ids of its bodies.
  virtual i32 load(u32 length) = 0;
  // Replaces the world with the world that the last load() read. Requires that load() succeeded and
  // that no other function was called since. The results are the ids that now belong to a different
  // body.
  virtual i32 adopt() = 0;
  virtual i32 shift_origin(const PointArgument& by) = 0;
  // Records that JavaScript has a view of the array of boxes of the bodies.
  virtual void expose_bounds() = 0;
  virtual void shrink() = 0;

  WorldBlock block{};
};

class AnyLayerView : public AnyIndex {
 public:
  virtual AnyWorld& any_world() = 0;

 protected:
  explicit AnyLayerView(int dimensions) : AnyIndex(dimensions, nullptr) {}
};

// Function that returns the setup of a world. `kind` is the number of a structure, counted from 1
// in the list of structures.hpp, or 0 for the default of the module. The module sets the function.
using SetupMaker = world::Setup (*)(u32 kind, u32 budget);

template <int Dim>
class WorldHandle;

template <int Dim>
class LayerView final : public AnyLayerView {
 public:
  using Box = Aabb<Dim>;

  LayerView() : AnyLayerView(Dim) {}
  AnyWorld& any_world() override { return *world_; }
  void join(WorldHandle<Dim>& world, u32 layers) {
    world_ = &world;
    layers_ = layers;
    this->count_in(world.core.counters());
  }

  const char* structure() const override { return "world"; }
  u32 size() const override;
  bool has(Id id) const override;
  f64 byte_length() const override;
  void shrink() override { any_world().shrink(); }
  Id next_item(Id from) const override;
  BoxArgument item_box(Id id) const override;
  Filter item_filter(Id id) const override;

  // Adds a body to the layer of this view. If the view has several layers, adds it to the dynamic
  // layer.
  i32 insert(const BoxArgument& box, const Filter& filter) override;
  i32 move(Id id, const BoxArgument& box, const PointArgument& displacement) override;
  i32 move_many(u32 count) override;
  i32 remove(Id id) override;
  i32 set_filter(Id id, const Filter& filter) override;

  // find_in_box() searches with the shared buffers and then writes the ids to the sink, so the sink
  // may write to a shared buffer. find_in_volume() passes each id to the sink when it is found.
  Status find_in_box(const BoxArgument& box, const Filter& filter, QueryCounters& counters,
                     IdSink& sink) override;
  Status find_in_volume(const void* volume, const Filter& filter, QueryCounters& counters,
                        IdSink& sink) override;
  i32 query_sphere(const PointArgument& center, f32 radius, const Filter& filter) override;
  i32 query_frustum(u32 order, const PointArgument& eye, u32 limit, const Filter& filter) override;
  i32 query_volumes(u32 kind, u32 count, const Filter& filter) override;
  i32 find_contact(u32 kind, Id id) override;
  i32 raycast(const RayArgument& ray, const Filter& filter) override {
    return cast(ray, filter, false);
  }
  i32 raycast_all(const RayArgument& ray, const Filter& filter) override {
    return cast(ray, filter, true);
  }
  i32 nearest(const PointArgument& point, u32 k, f32 max_distance, const Filter& filter) override;
  i32 pairs_within(f64 distance) override;
  i32 query_boxes(u32 count) override;
  i32 overlap_boxes(u32 count) override;
  i32 raycasts(u32 count) override;
  i32 nearest_many(u32 count, u32 k) override;

 private:
  i32 prepare(bool sound);
  i32 cast(const RayArgument& ray, const Filter& filter, bool all);
  template <class HitQuery>
  i32 run_hits(u32 count, u32 k, const HitQuery& query_hits);
  world::BodyFilter body_filter(const Filter& filter) const { return {filter, layers_}; }

  WorldHandle<Dim>* world_ = nullptr;
  u32 layers_ = world::kAllLayers;
};

struct BatchResults {
  Array<Id> ids;
  Array<u32> offsets;
  Array<f32> distances;

  size_t byte_length() const {
    return ids.byte_length() + offsets.byte_length() + distances.byte_length();
  }
};

template <int Dim>
class WorldHandle final : public AnyWorld {
 public:
  using Box = Aabb<Dim>;
  using Core = World<Dim, IndexBroadPhase<Dim>>;

  // Creates a world. The scratch buffer contains the kind of the broad phase (0 means automatic
  // selection), the budget and the capacity as doubles. Returns null if an option is out of range
  // or allocation fails.
  static WorldHandle* create(u32 count);
  static inline SetupMaker setup_maker = nullptr;
  // Returns the address of view 0, which contains all layers. The views are consecutive. View k
  // contains the layers whose bits are set in k.
  u32 address() const {
    return static_cast<u32>(
        reinterpret_cast<uintptr_t>(static_cast<const AnyIndex*>(layer_views_)));
  }

  i32 step() override;
  i32 flush() override;
  i32 touch(Id id) override;
  i32 touch_many(u32 count) override;
  i32 touch_all() override;
  i32 set_asleep(Id id, bool asleep) override;
  i32 layer(Id id) override;
  i32 set_layer(Id id, u32 layer) override;
  i32 kind() const override { return static_cast<i32>(core.kind()); }
  i32 save() override;
  i32 load(u32 length) override;
  i32 adopt() override;
  i32 shift_origin(const PointArgument& by) override;
  void expose_bounds() override { expose(core.bounds()); }
  void shrink() override;

  void publish();
  // Returns 0 if the id is live, otherwise an error.
  i32 find(Id id) const;
  // Returns 0 if the scratch buffer contains `count` live ids, followed by `count` records of
  // `record` bytes. Otherwise returns an error.
  i32 find_many(u32 count, size_t record) const;

  Core core;
  Array<Id> found;      // results of the last query
  Array<KeyedId> hits;  // keyed results of the last query
  Array<u8> snapshot;
  BatchResults batch;

 private:
  WorldHandle();

  LayerView<Dim> layer_views_[world::kAllLayers + 1];
};

}  // namespace sapwood::bindings
