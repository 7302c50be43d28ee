// WorldHandle<Dim>: a world, and its facets, which are how JavaScript sees it.
//
// A facet is an index (any_index.hpp) of the bodies of some layers. So the exports of the queries
// serve worlds too, and which layers a query looks at is part of the address that it is called
// with. Verbs that would replace the content at once are unsupported.
#pragma once

#include "world/index_phase.hpp"

namespace sapwood::bindings {

// Words that the package's world.ts reads, after every verb that may change them.
struct WorldBlock {
  u32 facet_bytes;  // [0] from one facet to the next
  u32 bounds;       // [1] address of the caller's boxes
  u32 bodies;       // [2] how many ids they are for
  u32 pairs[2];     // [3] address, count
  u32 begins[2];    // [5]
  u32 ends[2];      // [7]
  u32 snapshot;     // [9] address
};

// What the exports of worlds call.
class AnyWorld {
 public:
  virtual ~AnyWorld() = default;

  virtual i32 step() = 0;
  // Takes up what was touched; names the body whose box is invalid, as step() does.
  virtual i32 settle() = 0;
  virtual i32 touch(Id id) = 0;
  // Ids in the scratch buffer; all or none.
  virtual i32 touch_many(u32 count) = 0;
  virtual i32 touch_all() = 0;
  virtual i32 set_asleep(Id id, bool asleep) = 0;
  virtual i32 layer(Id id) = 0;
  virtual i32 set_layer(Id id, u32 layer) = 0;
  // Number of the structure that moving bodies lie in now.
  virtual i32 kind() const = 0;
  // How many bytes.
  virtual i32 save() = 0;
  // Reads the bytes in the scratch buffer; the result is the ids of their bodies.
  virtual i32 load(u32 length) = 0;
  // Takes what the last load() has read, which was successful, with nothing done in between. The
  // result is the ids whose body is not the one that had the id last.
  virtual i32 assume() = 0;
  virtual i32 shift_origin(const PointArgument& by) = 0;
  // JavaScript holds a view of the caller's boxes from now on.
  virtual void expose_bounds() = 0;

  WorldBlock block{};
};

// The index that JavaScript holds the address of.
class AnyFacet : public AnyIndex {
 public:
  virtual AnyWorld& any_world() = 0;
};

// What a world is made by: the number of a structure, from 1 on in the list of structures.hpp, or 0
// for the module's choice. Set by the module.
using SetupMaker = world::Setup (*)(u32 kind, u32 budget);

template <int Dim>
class WorldHandle;

template <int Dim>
class Facet final : public AnyFacet {
 public:
  using Box = Aabb<Dim>;

  AnyWorld& any_world() override { return *world_; }
  void join(WorldHandle<Dim>& world, u32 layers) {
    world_ = &world;
    layers_ = layers;
  }

  const char* structure() const override { return "world"; }
  int dimensions() const override { return Dim; }
  u32 size() const override;
  bool has(Id id) const override;
  f64 byte_length() const override;
  const QueryCounters& counters() const override;

  f32* staging(u32) override { return nullptr; }
  void release_staging() override {}
  void expose_staging() override {}
  i32 build(u32) override { return unsupported(); }
  i32 update(u32) override { return unsupported(); }
  void clear() override {}
  // A body of the layer of this facet.
  i32 insert(const BoxArgument& box, const Filter& filter) override;
  i32 insert_many(u32) override { return unsupported(); }
  i32 move(Id id, const BoxArgument& box, const PointArgument& displacement) override;
  i32 move_many(u32 count) override;
  i32 remove(Id id) override;
  i32 set_filter(Id id, const Filter& filter) override;

  i32 box_of(Id id) override;
  i32 list_ids() override;
  i32 query_box(const BoxArgument& box, const Filter& filter) override;
  i32 query_point(const PointArgument& point, const Filter& filter) override;
  i32 query_sphere(const PointArgument& center, f32 radius, const Filter& filter) override;
  i32 query_frustum(u32 order, const PointArgument& eye, u32 limit, const Filter& filter) override;
  i32 visit_box(const BoxArgument& box, const Filter& filter, IdSink::Visit visit) override;
  i32 query_volumes(u32 kind, u32 count, const Filter& filter) override;
  Status find_volume(const void*, const Filter&, IdSink&) override { return Status::unsupported(); }
  i32 raycast(const RayArgument& ray, const Filter& filter) override {
    return cast(ray, filter, false);
  }
  i32 raycast_all(const RayArgument& ray, const Filter& filter) override {
    return cast(ray, filter, true);
  }
  i32 nearest(const PointArgument& point, u32 k, f32 max_distance, const Filter& filter) override;
  // One after the other.
  i32 query_boxes(u32 count) override;
  i32 overlap_boxes(u32 count) override;
  i32 raycasts(u32 count) override;
  i32 nearest_many(u32 count, u32 k) override;

  i32 pairs() override { return unsupported(); }
  i32 pairs_with(AnyIndex&) override { return unsupported(); }
  i32 pairs_within(f64 distance) override;
  i32 serialize() override { return unsupported(); }
  i32 load(u32) override { return unsupported(); }
  i32 option_values() override { return unsupported(); }
  i32 update_pairs() override { return unsupported(); }

  Id next_item(Id from) const override;
  BoxArgument item_box(Id id) const override;
  Filter item_filter(Id id) const override;
  Status collect_overlaps(const BoxArgument& box, const Filter& filter, Array<u32>& out,
                          QueryCounters& counters) override;

 private:
  static i32 unsupported() { return -static_cast<i32>(StatusCode::kUnsupported); }
  i32 find(Id id) const;
  i32 prepare(bool sound);
  i32 cast(const RayArgument& ray, const Filter& filter, bool all);
  template <class Ask>
  i32 answer_hits(u32 count, u32 k, const Ask& ask);
  world::Wanted wanted(const Filter& filter) const { return {filter, layers_}; }

  WorldHandle<Dim>* world_ = nullptr;
  u32 layers_ = world::kAllLayers;
};

// Results of a batch of queries on a world.
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
  using Core = World<Dim, IndexPhase<Dim>>;

  // Kind of the broad phase (0: auto), budget and capacity as doubles in the scratch buffer. Null
  // when they are out of range or memory is short.
  static WorldHandle* create(u32 count);
  static inline SetupMaker setup_maker = nullptr;
  // Of the facet that has all layers; facet k, with those of which k has the bits, is k facets on.
  u32 address() const {
    return static_cast<u32>(reinterpret_cast<uintptr_t>(static_cast<const AnyIndex*>(facets_)));
  }

  i32 step() override;
  i32 settle() override;
  i32 touch(Id id) override;
  i32 touch_many(u32 count) override;
  i32 touch_all() override;
  i32 set_asleep(Id id, bool asleep) override;
  i32 layer(Id id) override;
  i32 set_layer(Id id, u32 layer) override;
  i32 kind() const override { return static_cast<i32>(core.kind()); }
  i32 save() override;
  i32 load(u32 length) override;
  i32 assume() override;
  i32 shift_origin(const PointArgument& by) override;
  void expose_bounds() override { expose(core.bounds()); }

  void publish();
  // 0 when there are so many ids in the scratch buffer, all of them live, and as many records.
  i32 find_many(u32 count, size_t record) const;

  Core core;
  Array<Id> found;      // by the last query
  Array<KeyedId> hits;  // likewise
  Array<u8> snapshot;
  BatchResults batch;

 private:
  WorldHandle();

  Facet<Dim> facets_[world::kAllLayers + 1];
};

}  // namespace sapwood::bindings
