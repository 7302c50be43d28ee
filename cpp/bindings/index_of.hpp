// IndexOf<Dim>: an index whose dimensions are known and whose structure is not. Most verbs are
// written here, and so compiled once for all structures of a module; what they ask of a structure
// is virtual (handle.hpp).
//
// An index is to the verbs of the core (core/queries.hpp, core/batches.hpp) what a structure is: it
// has items and can be traversed.
//
// Declared here, defined by verb in verbs/, which are compiled apart: frame.cpp has those that are
// compiled for speed, rare.cpp the others. Every argument is checked there, so that nothing from
// JavaScript reaches undefined behavior in the core.
#pragma once

#include "any_index.hpp"
#include "sapwood/core/queries.hpp"

namespace sapwood::bindings {

// What an index compares its pairs with (verbs/pairs.hpp); modules without that do not know its
// type.
class PairMemory {
 public:
  virtual ~PairMemory() = default;
  virtual size_t byte_length() const = 0;
};

template <int Dim>
class IndexOf : public AnyIndex {
 public:
  ~IndexOf() override { delete pair_memory_; }

  static constexpr int kDim = Dim;
  using Box = Aabb<Dim>;
  using Items = ItemStore<Dim>;
  // What confirms the items that a query meets.
  template <class Query>
  using Confirming = HitFilter<Items, Query, IdSink>;

  // Of the structure. Boxes are valid, ids are live.
  const Items& items() const { return *items_; }
  virtual Status build_items(const Box* boxes, u32 count) = 0;
  virtual Status update_items(const Box* boxes, u32& changed) = 0;
  virtual void clear_items() = 0;
  // Of dynamic ones.
  virtual Status insert_item(const Box& box, const Filter& filter, Id& id) = 0;
  virtual Status move_item(Id id, const Box& box, const Point<Dim>& by, bool& changed) = 0;
  virtual Status move_items(const Id* ids, const Box* boxes, u32 count, u32& changed) = 0;
  virtual Status remove_item(Id id) = 0;
  virtual Status set_item_filter(Id id, const Filter& filter) = 0;
  virtual Status settle_for(u32 questions) = 0;
  // Each settles the structure first.
  virtual Status traverse(const BoxQuery<Dim>& query, QueryCounters& counters,
                          Confirming<BoxQuery<Dim>>&& visit) = 0;
  virtual Status traverse(const VolumeQuery<Dim>& query, QueryCounters& counters,
                          Confirming<VolumeQuery<Dim>>&& visit) = 0;
  virtual Status traverse_ordered(RayQuery<Dim>& query, QueryCounters& counters,
                                  RayHits<Dim>& visit) = 0;
  virtual Status traverse_ordered(DistanceQuery<Dim>& query, QueryCounters& counters,
                                  NearestItems<Dim>& visit) = 0;
  // Structures may have better ways than those of the core for any index.
  virtual Status find_in_sphere(const DistanceQuery<Dim>& sphere, const Filter& filter,
                                QueryCounters& counters, IdSink& sink) = 0;
  virtual Status find_visible(const FrustumSearch& search, const Filter& filter,
                              QueryCounters& counters, Array<KeyedId>& found) = 0;
  virtual Status find_along(const Ray<Dim>& ray, const Filter& filter, QueryCounters& counters,
                            Array<KeyedId>& hits) = 0;
  virtual Status find_pairs(QueryCounters& counters, PairSink& sink) = 0;
  // Ends update_pairs(). Structures that keep track of pairs themselves have a better way.
  virtual i32 find_pair_changes() { return pair_change_finder(*this); }
  // See lookup_cost() of the core.
  virtual u32 pair_lookup_cost() const = 0;
  // An empty one of the same kind; null without memory.
  virtual AnyIndex* make_another() const = 0;

  int dimensions() const final { return Dim; }
  u32 size() const final { return items().size(); }
  bool has(Id id) const final { return items().has(id); }
  const QueryCounters& counters() const final { return counters_; }
  Id next_item(Id from) const final { return from == 0 ? items().first() : items().next(from - 1); }
  BoxArgument item_box(Id id) const final { return untyped(items().box(id)); }
  Filter item_filter(Id id) const final { return items().filter(id); }

  // verbs/content.hpp
  f32* staging(u32 count) final;
  void release_staging() final;
  void expose_staging() final { expose(staging_.data()); }
  i32 build(u32 count) final;
  i32 update(u32 count) final;
  void clear() final;
  i32 insert(const BoxArgument& box, const Filter& filter) final;
  i32 insert_many(u32 count) final;
  i32 move(Id id, const BoxArgument& box, const PointArgument& displacement) final;
  // Ids, then boxes, in the scratch buffer. Everything is checked before the first move; a move
  // of a live item needs no memory, so all of them happen.
  i32 move_many(u32 count) final;
  i32 remove(Id id) final;
  i32 set_filter(Id id, const Filter& filter) final;

  // verbs/query.hpp
  i32 query_box(const BoxArgument& box, const Filter& filter) final;
  i32 query_point(const PointArgument& point, const Filter& filter) final;
  i32 query_sphere(const PointArgument& center, f32 radius, const Filter& filter) final;
  // 24 plane numbers in the scratch buffer.
  i32 query_frustum(u32 order, const PointArgument& eye, u32 limit, const Filter& filter) final;
  i32 visit_box(const BoxArgument& box, const Filter& filter, IdSink::Visit visit) final;
  Status collect_overlaps(const BoxArgument& box, const Filter& filter, Array<u32>& out,
                          QueryCounters& counters) final;

  // verbs/distance.hpp
  i32 raycast(const RayArgument& ray, const Filter& filter) final;
  i32 raycast_all(const RayArgument& ray, const Filter& filter) final;
  i32 nearest(const PointArgument& point, u32 k, f32 max_distance, const Filter& filter) final;

  // verbs/batch.hpp
  i32 query_boxes(u32 count) final;
  i32 raycasts(u32 count) final;
  i32 nearest_many(u32 count, u32 k) final;

  // verbs/pairs.hpp
  // What changed by the boxes of the last call, for structures of any kind: 2 kB of a download. A
  // module that has it sets the pointer.
  i32 compare_pairs();
  static inline i32 (*pair_change_finder)(IndexOf&) = [](IndexOf&) {
    return answer(Status::unsupported());
  };
  i32 pairs() final;
  // Begun pairs, then ended ones, in ids; offsets delimit the two lists.
  i32 update_pairs() final;

  // verbs/volume.hpp
  i32 query_volumes(u32 kind, u32 count, const Filter& filter) final;
  Status find_volume(const void* volume, const Filter& filter, IdSink& sink) final;
  i32 pairs_within(f64 distance) final;
  i32 overlap_boxes(u32 count) final;

  // verbs/list.hpp
  i32 box_of(Id id) final;
  i32 list_ids() final;

 protected:
  explicit IndexOf(bool is_dynamic) : is_dynamic_(is_dynamic) {}
  // The items of the structure, where they are for its life.
  void look_at(const Items& items) { items_ = &items; }

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
  i32 finish_box(const Box& box);
  i32 finish_pairs(const PairSink& sink, const Status& status);
  // Ends one that found these events.
  i32 finish_events(Status status, const Array<IdPair>& begins, const Array<IdPair>& ends);

  // `count` values of T at the start of the scratch buffer, or null when it is shorter.
  template <class T>
  static T* scratch(u32 count) {
    Array<u8>& bytes = results().scratch;
    if (bytes.size() / sizeof(T) < count) return nullptr;
    return reinterpret_cast<T*>(bytes.data());
  }
  // `count` boxes from staging memory, checked; else what is wrong with them.
  Status check_staged(u32 count) {
    if (size_t{count} * 2 * Dim > staging_.size()) return Status::invalid_argument();
    return Items::check(staged(), count);
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

  // Beside the structure.
  size_t own_bytes() const {
    return staging_.byte_length() + (pair_memory_ == nullptr ? 0 : pair_memory_->byte_length());
  }

  QueryCounters counters_;
  Array<f32> staging_;

 private:
  Status find(const BoxQuery<Dim>& box, const Filter& filter, QueryCounters& counters,
              IdSink& sink);
  i32 collect(const BoxQuery<Dim>& box, const Filter& filter);
  // Splits the keyed list into ids and distances.
  i32 take_keyed(Status status);

  const Items* items_ = nullptr;
  PairMemory* pair_memory_ = nullptr;  // from the first update_pairs() on
  const bool is_dynamic_;
};

}  // namespace sapwood::bindings
