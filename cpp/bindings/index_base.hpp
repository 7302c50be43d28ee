// IndexBase<Dim>: an index whose structure is not known at compile time. Its functions are compiled
// once for all structures, in index_base/speed.cpp, size.cpp and pairs.cpp, which have different
// compiler flags. The functions that depend on the structure are virtual (index/index.hpp). The
// functions of core/queries.hpp and core/batches.hpp accept an IndexBase as a structure.
#pragma once

#include "any_index.hpp"
#include "sapwood/core/queries.hpp"

namespace sapwood::bindings {

// Stored pairs of the last update_pairs() (index_base/pairs.cpp). This interface is abstract, so
// that modules without update_pairs() do not link the implementation.
class PairMemory {
 public:
  virtual ~PairMemory() = default;
  virtual size_t byte_length() const = 0;
  virtual void shrink() = 0;
};

template <int Dim>
class IndexBase : public AnyIndex {
 public:
  ~IndexBase() override { delete pair_memory_; }

  static constexpr int kDim = Dim;
  using Box = Aabb<Dim>;
  using Items = ItemStore<Dim>;

  const Items& items() const { return *items_; }
  u32 size() const final { return items().size(); }
  bool has(Id id) const final { return items().has(id); }
  Id next_item(Id from) const final { return from == 0 ? items().first() : items().next(from - 1); }
  BoxArgument item_box(Id id) const final { return untyped(items().box(id)); }
  Filter item_filter(Id id) const final { return items().filter(id); }

  // Functions that depend on the structure. Boxes must be valid, and ids must be live.
  virtual Status build_items(const Box* boxes, u32 count) = 0;
  virtual Status update_items(const Box* boxes, u32& changed) = 0;
  virtual void clear_items() = 0;
  virtual void shrink_items() = 0;
  virtual Status insert_item(const Box& box, const Filter& filter, Id& id) = 0;
  virtual Status move_item(Id id, const Box& box, const Point<Dim>& by, bool& changed) = 0;
  virtual Status move_items(const Id* ids, const Box* boxes, u32 count, u32& changed) = 0;
  virtual Status remove_item(Id id) = 0;
  virtual Status set_item_filter(Id id, const Filter& filter) = 0;
  // Each of the following functions first flushes the pending changes of the structure.
  virtual Status traverse_ordered(RayQuery<Dim>& query, QueryCounters& counters,
                                  RayHits<Dim>& visit) = 0;
  virtual Status traverse_ordered(DistanceQuery<Dim>& query, QueryCounters& counters,
                                  NearestItems<Dim>& visit) = 0;
  virtual Status find_in_sphere(const DistanceQuery<Dim>& sphere, const Filter& filter,
                                QueryCounters& counters, IdSink& sink) = 0;
  virtual Status find_visible(const FrustumSearch& search, const Filter& filter,
                              QueryCounters& counters, Array<KeyedId>& found) = 0;
  virtual Status find_along(const Ray<Dim>& ray, const Filter& filter, QueryCounters& counters,
                            Array<KeyedId>& hits) = 0;
  virtual Status find_pairs(QueryCounters& counters, PairSink& sink) = 0;
  virtual i32 find_pair_changes() { return pair_change_finder(*this); }
  virtual Status flush_for(u32 queries) = 0;
  // See lookup_cost() of the core.
  virtual u32 pair_lookup_cost() const = 0;
  // Returns an empty index of the same structure, or null if allocation fails.
  virtual AnyIndex* make_another() const = 0;

  // index_base/speed.cpp
  f32* staging(u32 count) final;
  void release_staging() final { staging_.release(); }
  void expose_staging() final { expose(staging_.data()); }
  i32 build(u32 count) final;
  i32 update(u32 count) final;
  void clear() final;
  i32 insert(const BoxArgument& box, const Filter& filter) final;
  i32 insert_many(u32 count) final;
  i32 move(Id id, const BoxArgument& box, const PointArgument& displacement) final;
  i32 move_many(u32 count) final;
  i32 remove(Id id) final;
  i32 set_filter(Id id, const Filter& filter) final;
  i32 query_sphere(const PointArgument& center, f32 radius, const Filter& filter) final;
  i32 query_frustum(u32 order, const PointArgument& eye, u32 limit, const Filter& filter) final;
  i32 raycast(const RayArgument& ray, const Filter& filter) final;
  i32 raycast_all(const RayArgument& ray, const Filter& filter) final;
  i32 nearest(const PointArgument& point, u32 k, f32 max_distance, const Filter& filter) final;
  i32 query_boxes(u32 count) final;
  i32 raycasts(u32 count) final;
  i32 nearest_many(u32 count, u32 k) final;

  // index_base/size.cpp
  void shrink() final;
  i32 query_volumes(u32 kind, u32 count, const Filter& filter) final;
  i32 find_contact(u32 kind, Id id) final;
  i32 overlap_boxes(u32 count) final;
  i32 pairs_within(f64 distance) final;

  // index_base/pairs.cpp
  i32 pairs() final;
  // Stores the begun pairs, then the ended pairs, in `ids`. The offsets delimit the two lists.
  i32 update_pairs() final;
  // Finds the changes of pairs for any structure, by comparing boxes with the boxes of the last
  // call. Only modules whose structures need this function set `pair_change_finder`. Other modules
  // do not link it, which saves 2 kB.
  i32 compare_pairs();
  static inline i32 (*pair_change_finder)(IndexBase&) = [](IndexBase&) { return unsupported(); };

 protected:
  explicit IndexBase(bool is_dynamic) : AnyIndex(Dim, &counters_), is_dynamic_(is_dynamic) {}
  // Stores a pointer to the items of the structure. Their address must not change.
  void set_items(const Items& items) { items_ = &items; }

  i32 finish_pairs(const PairSink& sink, const Status& status);
  i32 finish_events(Status status, const Array<IdPair>& begins, const Array<IdPair>& ends);

  // Returns a pointer to the first `count` values of type T in the scratch buffer, or null if the
  // buffer is too short.
  template <class T>
  static T* scratch(u32 count) {
    Array<u8>& bytes = results().scratch;
    if (bytes.size() / sizeof(T) < count) return nullptr;
    return reinterpret_cast<T*>(bytes.data());
  }
  Status check_staged(u32 count) {
    if (size_t{count} * 2 * Dim > staging_.size()) return Status::invalid_argument();
    return Items::check(staged(), count);
  }
  Box* staged() { return reinterpret_cast<Box*>(staging_.data()); }
  // Reads six planes of four numbers from the scratch buffer.
  static Status read_frustum(const PointArgument& eye, FrustumSearch& search) {
    const auto* frustum = scratch<Frustum>(1);
    if (frustum == nullptr || !is_valid(*frustum)) return Status::invalid_argument(0);
    search.frustum = *frustum;
    search.eye = {eye.v[0], eye.v[1], eye.v[2]};
    return is_valid(search.eye) ? Status::success() : Status::invalid_argument(1);
  }

  // Returns the number of bytes that the index allocated outside of the structure.
  size_t own_bytes() const {
    return staging_.byte_length() + (pair_memory_ == nullptr ? 0 : pair_memory_->byte_length());
  }

  QueryCounters counters_;
  Array<f32> staging_;

 private:
  // Splits the entries of the shared buffer `keyed` into ids and distances.
  i32 take_keyed(Status status);

  const Items* items_ = nullptr;
  PairMemory* pair_memory_ = nullptr;  // allocated by the first update_pairs()
  const bool is_dynamic_;
};

// Overload for the query functions of the core. It costs one virtual call.
template <int Dim, class Query>
Status query(IndexBase<Dim>& index, const Query& query, const Filter& filter,
             QueryCounters& counters, IdSink& sink) {
  if constexpr (std::same_as<Query, BoxQuery<Dim>>) {
    return index.find_in_box(untyped(query.box()), filter, counters, sink);
  } else {
    const ErasedQuery<Query> erased(query);
    const VolumeQuery<Dim>& volume = erased;
    return index.find_in_volume(&volume, filter, counters, sink);
  }
}

}  // namespace sapwood::bindings
