// An index without its type: what the raw exports call, and so what every module holds of each of
// its structures. What few ask for are methods of Embind's classes (bind_index.hpp).
//
// Arguments come as JavaScript gave them; a Handle checks them before the structure sees them.
// Answers: >= 0 a result, < 0 minus a StatusCode with the position in the result block.
#pragma once

#include <string_view>

#include "arguments.hpp"
#include "results.hpp"
#include "sapwood/base/status.hpp"
#include "sapwood/core/filter.hpp"

namespace sapwood::bindings {

// More would not fit the address space, and keeps every id and count within i32.
inline constexpr u32 kMaxItems = 1u << 27;

inline i32 answer(const Status& status) {
  results().block.fault = status.where;
  return -static_cast<i32>(status.code);
}

// The number, or the refusal.
inline i32 answer(const Status& status, u32 number) {
  return status.ok() ? static_cast<i32>(number) : answer(status);
}

class AnyIndex {
 public:
  AnyIndex() { handle_created(); }
  AnyIndex(const AnyIndex&) = delete;
  AnyIndex& operator=(const AnyIndex&) = delete;
  virtual ~AnyIndex() { handle_deleted(); }

  // Id of the structure; with the dimensions it tells the type of the handle.
  virtual const char* structure() const = 0;
  virtual int dimensions() const = 0;
  virtual u32 size() const = 0;
  virtual bool has(Id id) const = 0;
  virtual f64 byte_length() const = 0;
  virtual const QueryCounters& counters() const = 0;

  virtual f32* staging(u32 count) = 0;
  virtual void release_staging() = 0;
  // JavaScript holds a view of the staging memory from now on.
  virtual void expose_staging() = 0;
  virtual i32 build(u32 count) = 0;
  virtual i32 update(u32 count) = 0;
  virtual void clear() = 0;
  virtual i32 insert(const BoxArgument& box, const Filter& filter) = 0;
  virtual i32 insert_many(u32 count) = 0;
  virtual i32 move(Id id, const BoxArgument& box, const PointArgument& displacement) = 0;
  virtual i32 move_many(u32 count) = 0;
  virtual i32 remove(Id id) = 0;
  virtual i32 set_filter(Id id, const Filter& filter) = 0;

  virtual i32 box_of(Id id) = 0;
  virtual i32 list_ids() = 0;
  virtual i32 query_box(const BoxArgument& box, const Filter& filter) = 0;
  virtual i32 query_point(const PointArgument& point, const Filter& filter) = 0;
  virtual i32 query_sphere(const PointArgument& center, f32 radius, const Filter& filter) = 0;
  virtual i32 query_frustum(u32 order, const PointArgument& eye, u32 limit,
                            const Filter& filter) = 0;
  virtual i32 visit_box(const BoxArgument& box, const Filter& filter, IdSink::Visit visit) = 0;
  // Items in each of some volumes, by a number for their kind (volumes.hpp).
  virtual i32 query_volumes(u32 kind, u32 count, const Filter& filter) = 0;
  // Hands what a VolumeQuery of the index's dimensions finds to a sink. Touches no shared buffer,
  // and adds to the counters.
  virtual Status find_volume(const void* volume, const Filter& filter, IdSink& sink) = 0;
  // Boxes in the scratch buffer; in ids 1 for each that overlaps an item, else 0.
  virtual i32 overlap_boxes(u32 count) = 0;
  virtual i32 raycast(const RayArgument& ray, const Filter& filter) = 0;
  virtual i32 raycast_all(const RayArgument& ray, const Filter& filter) = 0;
  virtual i32 nearest(const PointArgument& point, u32 k, f32 max_distance,
                      const Filter& filter) = 0;
  virtual i32 pairs() = 0;
  virtual i32 pairs_with(AnyIndex& other) = 0;
  // Pairs of boxes that are at most so far apart.
  virtual i32 pairs_within(f64 distance) = 0;
  virtual i32 query_boxes(u32 count) = 0;
  virtual i32 raycasts(u32 count) = 0;
  virtual i32 nearest_many(u32 count, u32 k) = 0;

  virtual i32 serialize() = 0;
  virtual i32 load(u32 length) = 0;
  virtual i32 option_values() = 0;
  virtual i32 update_pairs() = 0;

  // One side of pairs_with(): walks live items, answers overlaps without a type.
  virtual Id next_item(Id from) const = 0;
  virtual BoxArgument item_box(Id id) const = 0;
  virtual Filter item_filter(Id id) const = 0;
  virtual Status collect_overlaps(const BoxArgument& box, const Filter& filter, Array<u32>& out,
                                  QueryCounters& counters) = 0;
};

// Whether both are handles of one structure and dimension.
inline bool same_type(const AnyIndex& a, const AnyIndex& b) {
  return std::string_view(a.structure()) == b.structure() && a.dimensions() == b.dimensions();
}

// Overlaps of two indices of any types: the items of the smaller one look up the larger one.
i32 pairs_by_lookup(AnyIndex& index, AnyIndex& other, QueryCounters& counters);

}  // namespace sapwood::bindings
