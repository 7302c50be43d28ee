// Handle<S>: the untyped interface over one structure, with its staging memory and its counters.
//
// Declared here, defined by verb in verbs/, which are compiled apart: hot.hpp has those that are
// compiled for speed, cold.hpp the others. Every argument is checked there, so that nothing from
// JavaScript reaches undefined behaviour in the core; a verb that a structure lacks
// (core/concepts.hpp) answers kUnsupported.
#pragma once

#include <new>
#include <string>

#include "any_index.hpp"
#include "sapwood/core/concepts.hpp"
#include "sapwood/core/queries.hpp"

namespace sapwood::bindings {

// Stable name of a structure in serialised bytes: FNV-1a over its id.
constexpr u32 structure_tag(std::string_view id) {
  u32 hash = 2166136261u;
  for (const char letter : id) hash = (hash ^ static_cast<u8>(letter)) * 16777619u;
  return hash;
}

// Begins the payload of every serialised index; option values and content follow.
struct IndexPrelude {
  u32 structure;
  u32 dimensions;
  u32 option_count;
  u32 tail;  // bytes of the tail: the package's core.ts puts them where they stay
};
inline constexpr size_t kPreludeAt = sizeof(SerialHeader);

template <class S>
class Handle final : public AnyIndex {
 public:
  static constexpr int kDim = S::kDim;
  using Box = Aabb<kDim>;
  using Options = typename S::Options;

  explicit Handle(const Options& options) : index_(options) {}

  // Option values as doubles in the scratch buffer, in the order of describe(); none of them stands
  // for the default ones. Null when one is
  // out of range, when they do not fit together, or when memory is short.
  static Handle* create(u32 count);

  u32 address() const {
    return static_cast<u32>(reinterpret_cast<uintptr_t>(static_cast<const AnyIndex*>(this)));
  }
  const char* structure() const override { return S::kId; }
  int dimensions() const override { return kDim; }
  u32 size() const override { return index_.items().size(); }
  bool has(Id id) const override { return index_.items().has(id); }
  f64 byte_length() const override {
    return static_cast<f64>(sizeof(Handle) + index_.byte_length() + staging_.byte_length());
  }
  const QueryCounters& counters() const override { return counters_; }
  void release_staging() override { staging_.release(); }
  Id next_item(Id from) const override {
    const auto& items = index_.items();
    return from == 0 ? items.first() : items.next(from - 1);
  }
  BoxArgument item_box(Id id) const override {
    BoxArgument out{};
    const Aabb<kDim>& box = index_.items().box(id);
    for (int axis = 0; axis < kDim; ++axis) {
      out.v[axis] = box.min[axis];
      out.v[kDim + axis] = box.max[axis];
    }
    return out;
  }
  Filter item_filter(Id id) const override { return index_.items().filter(id); }

  // verbs/content.hpp
  f32* staging(u32 count) override;
  i32 build(u32 count) override;
  i32 update(u32 count) override;
  void clear() override;
  i32 insert(const BoxArgument& box, const Filter& filter) override;
  i32 insert_many(u32 count) override;
  i32 move(Id id, const BoxArgument& box, const PointArgument& displacement) override;
  // Ids, then boxes, in the scratch buffer. Everything is checked before the first move; a move
  // of a live item needs no memory, so all of them happen.
  i32 move_many(u32 count) override;
  i32 remove(Id id) override;
  i32 set_filter(Id id, const Filter& filter) override;

  // verbs/query.hpp
  i32 query_box(const BoxArgument& box, const Filter& filter) override;
  i32 query_point(const PointArgument& point, const Filter& filter) override;
  i32 query_sphere(const PointArgument& centre, f32 radius, const Filter& filter) override;
  // 24 plane numbers in the scratch buffer.
  i32 query_frustum(u32 order, const PointArgument& eye, u32 limit, const Filter& filter) override;
  i32 visit_box(const BoxArgument& box, const Filter& filter, IdSink::Visit visit) override;
  Status collect_overlaps(const BoxArgument& box, const Filter& filter, Array<u32>& out,
                          QueryCounters& counters) override;

  // verbs/volume.hpp
  i32 query_volumes(u32 kind, u32 count, const Filter& filter) override;
  Status find_volume(const void* volume, const Filter& filter, IdSink& sink) override;
  i32 pairs_within(f64 distance) override;
  i32 overlap_boxes(u32 count) override;

  // verbs/ray.hpp
  i32 raycast(const RayArgument& ray, const Filter& filter) override;
  i32 raycast_all(const RayArgument& ray, const Filter& filter) override;
  i32 nearest(const PointArgument& point, u32 k, f32 max_distance, const Filter& filter) override;

  // verbs/batch.hpp
  i32 pairs() override;
  // Two indices of one structure that can walk both at once do; else the items of the smaller one
  // look up the larger one.
  i32 pairs_with(AnyIndex& other) override;
  // Begun pairs, then ended ones, in ids; offsets delimit the two lists.
  i32 update_pairs() override;
  i32 query_boxes(u32 count) override;
  i32 raycasts(u32 count) override;
  i32 nearest_many(u32 count, u32 k) override;

  // verbs/inspect.hpp
  i32 box_of(Id id) override;
  i32 list_ids() override;
  i32 serialize() override;
  // Bytes in the scratch buffer, their tail apart; that is gone afterwards. The index is replaced
  // only when all of them are sound.
  i32 load(u32 length) override;
  i32 option_values() override;
  IndexStats stats();
  // Broken invariants, one a line; empty when sound.
  std::string validate();
  i32 dump();
  // The order of the split planes: ids; steps, adjacent steps, inversions, fallbacks in the report.
  i32 cull_report(f32 x, f32 y, f32 z);

  // verbs/progressive.hpp
  i32 begin_build(u32 count);
  // 1 when the build is done, else 0; the work spent in the report.
  i32 step_build(u32 limit);
  u32 step_work() const;
  bool building() const;
  // The state after the step; the work spent in the report.
  i32 step(u32 budget);
  i32 commit();
  i32 refit();

  // verbs/tuning.hpp
  i32 optimise(u32 budget);
  i32 rebuild();
  // New ids in ids, by ascending id in the other index; nodes, items and work in the report.
  i32 merge(Handle& other);
  i32 shift_origin(f32 x, f32 y, f32 z);
  // A box as the verbs take it.
  i32 set_space(f32 a, f32 b, f32 c, f32 d, f32 e, f32 f);
  // How many numbers of it lie in distances: all, or none when none was set.
  i32 space();
  // In ids each visible item and the planes that it is wholly inside of, one bit a plane; 24 plane
  // numbers in the scratch buffer. 2^32 - 1 as limit is none.
  i32 cull(u32 order, f32 x, f32 y, f32 z, u32 limit, u32 category, u32 mask);

  // verbs/strategies.hpp
  i32 set_asleep(Id id, bool asleep);
  i32 asleep(Id id);
  i32 update_pairs_awake();
  // Of the last update of pairs: queries, node visits, tests of pairs in the report.
  void pair_work();
  // The box in the scratch buffer.
  i32 enlarge(Id id, f32 x, f32 y, f32 z);
  // Both answer the number of branches that were built.
  i32 rebuild_stretched();
  i32 rebuild_over_leaves(u32 bottom_up);

 private:
  // Begins a verb: fresh counters, empty results.
  void start() {
    counters_ = {};
    results().clear();
  }
  // Ends a verb that fills the shared buffers.
  i32 finish(const Status& status, size_t count) {
    results().publish();
    return status.ok() ? static_cast<i32>(count) : answer(status);
  }
  // Ends one that answers a box, in distances; how many numbers those are.
  i32 finish_box(const Box& box) {
    Array<f32>& out = results().distances;
    if (!out.reserve(2 * kDim)) return answer(Status::out_of_memory());
    for (const f32 value : box.min) out.push_unchecked(value);
    for (const f32 value : box.max) out.push_unchecked(value);
    return finish(Status::success(), 2 * kDim);
  }
  // Runs a verb of every handle that not every structure has; its body sees the index as its
  // argument, so that it is compiled only where it is offered.
  template <bool kOffered, class Verb>
  i32 offer(Verb&& verb) {
    start();
    if constexpr (kOffered) {
      return verb(index_);
    } else {
      return answer(Status::unsupported());
    }
  }

  static Box typed_box(const BoxArgument& box) {
    Box typed;
    for (int axis = 0; axis < kDim; ++axis) {
      typed.min[axis] = box.v[axis];
      typed.max[axis] = box.v[kDim + axis];
    }
    return typed;
  }
  static Point<kDim> typed_point(const PointArgument& point) {
    Point<kDim> typed;
    for (int axis = 0; axis < kDim; ++axis) typed[axis] = point.v[axis];
    return typed;
  }
  static Ray<kDim> typed_ray(const RayArgument& ray) {
    return {typed_point(ray.origin), typed_point(ray.direction), ray.max_distance};
  }
  // `count` values of T at the start of the scratch buffer, or null when it is shorter.
  template <class T>
  static T* scratch(u32 count) {
    Array<u8>& bytes = results().scratch;
    if (bytes.size() / sizeof(T) < count) return nullptr;
    return reinterpret_cast<T*>(bytes.data());
  }
  // `count` boxes from staging memory, checked; else what is wrong with them.
  Status check_staged(u32 count) {
    if (size_t{count} * 2 * kDim > staging_.size()) return Status::invalid_argument();
    return ItemStore<kDim>::check(staged(), count);
  }
  Box* staged() { return reinterpret_cast<Box*>(staging_.data()); }
  // 24 plane numbers in the scratch buffer.
  static Status read_frustum(const PointArgument& eye, FrustumSearch& search) {
    const auto* frustum = scratch<Frustum>(1);
    if (frustum == nullptr || !is_valid(*frustum)) return Status::invalid_argument(0);
    search.frustum = *frustum;
    search.eye = {eye.v[0], eye.v[1], eye.v[2]};
    return is_valid(search.eye) ? Status::success() : Status::invalid_argument(1);
  }
  template <class Query>
  i32 collect(const Query& wanted, const Filter& filter);
  template <class Query>
  Status find(const Query& wanted, const Filter& filter, QueryCounters& counters, IdSink& sink);
  static bool reserve_keyed(size_t count) {
    return results().ids.reserve(count) && results().distances.reserve(count);
  }
  static void append_unchecked(const KeyedId& entry) {
    results().ids.push_unchecked(entry.id);
    results().distances.push_unchecked(static_cast<f32>(entry.key));
  }
  static bool append(const KeyedId& entry) {
    if (!reserve_keyed(results().ids.size() + 1)) return false;
    append_unchecked(entry);
    return true;
  }
  // Splits the keyed list into ids and distances.
  i32 take_keyed(Status status);
  i32 finish_pairs(const PairSink& sink, const Status& status);
  i32 finish_events(Status status);
  // The tail stays in the index; its length goes into the prelude.
  i32 finish_bytes(ByteWriter& writer);
  i32 load_parts(u32 length, Array<u8>& tail);
  static bool read_prelude(ByteReader& reader, Options& options);

  S index_;
  QueryCounters counters_;
  Array<f32> staging_;
};

}  // namespace sapwood::bindings
