// Index<S>: an index with structure S. It implements the virtual functions of IndexBase, and
// functions that only some structures support. These return kUnsupported for other structures
// (core/concepts.hpp).
//
// The definitions are in two headers that are compiled with different flags. speed.hpp contains the
// functions that run in every frame, size.hpp all others. trace.hpp is only for the module that
// traces queries.
#pragma once

#include <emscripten/bind.h>

#include <array>
#include <new>
#include <string>

#include "index_base.hpp"
#include "sapwood/core/concepts.hpp"

namespace sapwood::bindings {

// Tag of a structure in serialized bytes: FNV-1a of its id.
constexpr u32 structure_tag(std::string_view id) {
  u32 hash = 2166136261u;
  for (const char letter : id) hash = (hash ^ static_cast<u8>(letter)) * 16777619u;
  return hash;
}

// Start of the payload of a serialized index. The option values and the data of the structure
// follow.
struct IndexPrelude {
  u32 structure;
  u32 dimensions;
  u32 option_count;
  u32 tail;  // byte count of the last part, which core.ts of the package copies separately
};
inline constexpr size_t kPreludeAt = sizeof(SerialHeader);

template <class S>
class Index final : public IndexBase<S::kDim> {
 public:
  static constexpr int kDim = S::kDim;
  using Base = IndexBase<kDim>;
  using Box = Aabb<kDim>;
  using Options = typename S::Options;

  explicit Index(const Options& options) : Base(Dynamic<S>), index_(options) {
    set_items(index_.items());
  }

  // Reads `count` option values as doubles from the scratch buffer, in the order of describe(). If
  // `count` is 0, uses the defaults. Returns null if a value is out of range or allocation fails.
  static Index* create(u32 count);

  u32 address() const {
    return static_cast<u32>(reinterpret_cast<uintptr_t>(static_cast<const AnyIndex*>(this)));
  }
  const char* structure() const override { return S::kId; }
  f64 byte_length() const override {
    return static_cast<f64>(sizeof(Index) + index_.byte_length() + own_bytes());
  }
  AnyIndex* make_another() const override { return create(0); }
  Status flush_for(u32 queries) override { return sapwood::flush_for(index_, queries); }
  u32 pair_lookup_cost() const override { return lookup_cost<S>(); }

  // speed.hpp
  Status find_in_box(const BoxArgument& box, const Filter& filter, QueryCounters& counters,
                     IdSink& sink) override;
  Status find_in_volume(const void* volume, const Filter& filter, QueryCounters& counters,
                        IdSink& sink) override;
  Status traverse_ordered(RayQuery<kDim>& query, QueryCounters& counters,
                          RayHits<kDim>& visit) override;
  Status traverse_ordered(DistanceQuery<kDim>& query, QueryCounters& counters,
                          NearestItems<kDim>& visit) override;
  Status find_in_sphere(const DistanceQuery<kDim>& sphere, const Filter& filter,
                        QueryCounters& counters, IdSink& sink) override;
  Status find_visible(const FrustumSearch& search, const Filter& filter, QueryCounters& counters,
                      Array<KeyedId>& found) override;
  Status find_along(const Ray<kDim>& ray, const Filter& filter, QueryCounters& counters,
                    Array<KeyedId>& hits) override;
  Status build_items(const Box* boxes, u32 count) override;
  Status update_items(const Box* boxes, u32& changed) override;
  void clear_items() override;
  Status insert_item(const Box& box, const Filter& filter, Id& id) override;
  Status move_item(Id id, const Box& box, const Point<kDim>& by, bool& changed) override;
  Status move_items(const Id* ids, const Box* boxes, u32 count, u32& changed) override;
  Status remove_item(Id id) override;
  Status set_item_filter(Id id, const Filter& filter) override;
  Status find_pairs(QueryCounters& counters, PairSink& sink) override;
  i32 find_pair_changes() override;
  i32 pairs_with(AnyIndex& other) override;
  i32 begin_build(u32 count);
  // Returns 1 if the build is finished, otherwise 0. Stores the work of this step in report[0].
  i32 step_build(u32 limit);
  u32 step_work() const { return index_.step_work(); }
  bool building() const { return index_.building(); }
  // Returns state() of the background rebuild after the step. Stores the work of this step in
  // report[0].
  i32 step(u32 budget);
  i32 commit();
  i32 refit();

  // size.hpp
  void shrink_items() override;
  i32 serialize() override;
  // Reads bytes from the scratch buffer, then from `results().tail`, which is released afterwards.
  // Replaces the index only if all bytes are valid.
  i32 load(u32 length) override;
  i32 option_values() override;
  i32 optimize(u32 budget);
  i32 rebuild();
  // Stores the new ids in `ids`, in ascending order of the ids in the other index. Stores the
  // counts of nodes, items and work in the report.
  i32 merge(Index& other);
  i32 shift_origin(f32 x, f32 y, f32 z);
  i32 set_space(f32 a, f32 b, f32 c, f32 d, f32 e, f32 f);
  // Stores the box of the fixed space in `distances`. Returns the number of its coordinates, or 0
  // if there is no fixed space.
  i32 space();
  // Stores two words for each visible item in `ids`: its id, then a bit mask of the planes whose
  // inner side contains the whole box. The scratch buffer contains six planes of four numbers. A
  // limit of 2^32 - 1 means unlimited.
  i32 cull(u32 order, f32 x, f32 y, f32 z, u32 limit, u32 category, u32 mask);
  IndexStats stats();
  // Returns the violated invariants, one per line.
  std::string validate();
  i32 dump();
  // Calls the JavaScript visitor for nodes and items; see VisitorCalls.
  i32 traverse();
  // Stores the visible ids in the order of the split planes in `ids`. Stores the counts of steps,
  // adjacent steps, inversions and fallbacks in the report.
  i32 cull_report(f32 x, f32 y, f32 z);
  i32 set_asleep(Id id, bool asleep);
  i32 asleep(Id id);
  i32 update_pairs_awake();
  // Stores the counts of queries, node visits and pair tests of the last update of pairs in the
  // report.
  void pair_work();
  // The scratch buffer contains the new box.
  i32 enlarge(Id id, f32 x, f32 y, f32 z);
  // Both functions return the number of rebuilt branches.
  i32 rebuild_enlarged();
  i32 rebuild_over_leaves(u32 bottom_up);
  i32 reinsert(u32 budget);

  // Defined in trace.hpp. The scratch buffer contains 27 numbers of a query, then k or the frustum
  // order as u32. Stores three words per step in `ids`: the step, the position of a node in the
  // dump or the id of an item, and the number of items of the step.
  i32 trace(u32 query);

 private:
  using Base::check_staged;
  using Base::counters_;
  using Base::finish_box;
  using Base::finish_events;
  using Base::finish_pairs;
  using Base::has;
  using Base::own_bytes;
  using Base::read_frustum;
  using Base::set_items;
  using Base::size;
  using Base::staged;
  using Base::start;
  template <class T>
  static T* scratch(u32 count) {
    return Base::template scratch<T>(count);
  }
  // Returns this index as its base class. The query functions for the base class are compiled once
  // for all structures.
  Base& as_base() { return *this; }

  template <class Call>
  i32 count_by(const Call& call) {
    start();
    u32 count = 0;
    const Status status = call(count);
    return to_result(status, count);
  }
  i32 finish_bytes(ByteWriter& writer);
  i32 load_parts(u32 length, Array<u8>& tail);
  static bool read_prelude(ByteReader& reader, Options& options);

  S index_;
};

// "dynamic-tree" in 3D -> "DynamicTree3", the name of its Embind class.
template <class S>
constexpr auto class_name() {
  constexpr std::string_view kId = S::kId;
  std::array<char, kId.size() + 2> name{};
  size_t length = 0;
  bool upper = true;
  for (const char letter : kId) {
    if (letter != '-') name[length++] = upper ? static_cast<char>(letter - 'a' + 'A') : letter;
    upper = letter == '-';
  }
  name[length] = static_cast<char>('0' + S::kDim);
  return name;
}

// Returns null if allocation fails.
template <class S>
Index<S>* make_index(const typename S::Options& options);

template <class S>
using IndexClass = emscripten::class_<Index<S>>;

// These functions register the Embind methods of a structure. Each module calls only those that it
// needs.
template <class S>
IndexClass<S> bind_index();
template <class S>
void bind_steps(const IndexClass<S>& index);
template <class S>
void bind_tuning(const IndexClass<S>& index);
template <class S>
void bind_inspection(const IndexClass<S>& index);
template <class S>
void bind_trace(const IndexClass<S>& index);

}  // namespace sapwood::bindings
