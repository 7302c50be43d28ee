// Interface of an index of any structure and dimensions, for the exports (calls.cpp).
//
// Arguments from JavaScript are checked before a structure receives them. Functions return a result
// >= 0, or the negated StatusCode of an error, whose position is in the result block.
#pragma once

#include <cmath>
#include <string_view>

#include "arguments.hpp"
#include "results.hpp"
#include "sapwood/core/filter.hpp"

namespace sapwood::bindings {

// Maximum number of items. All ids and counts fit in i32, and all boxes in the address space.
inline constexpr u32 kMaxItems = 1u << 27;

inline i32 finish_ids(const Status& status, const IdSink& sink) {
  return finish(sink.failed ? Status::out_of_memory() : status, sink.out.size());
}

struct RayNumbers {
  const f32* origin;
  const f32* direction;
  u32 stride;  // numbers from one ray to the next
};

class AnyIndex {
 public:
  AnyIndex(const AnyIndex&) = delete;
  AnyIndex& operator=(const AnyIndex&) = delete;
  virtual ~AnyIndex() { handle_deleted(); }

  // Id of the structure. With the dimensions it determines the class.
  virtual const char* structure() const = 0;
  int dimensions() const { return dimensions_; }
  QueryCounters& counters() { return *counters_; }
  virtual u32 size() const = 0;
  virtual bool has(Id id) const = 0;
  virtual f64 byte_length() const = 0;
  // Gives back all memory that the content does not need, and the shared buffers.
  virtual void shrink() = 0;
  // Live items by ascending id; kNone after the last one.
  virtual Id next_item(Id from) const = 0;
  virtual BoxArgument item_box(Id id) const = 0;
  virtual Filter item_filter(Id id) const = 0;

  virtual i32 insert(const BoxArgument& box, const Filter& filter) = 0;
  virtual i32 move(Id id, const BoxArgument& box, const PointArgument& displacement) = 0;
  // Ids, then boxes, in the scratch buffer. Moves all items, or none if an argument is invalid.
  virtual i32 move_many(u32 count) = 0;
  virtual i32 remove(Id id) = 0;
  virtual i32 set_filter(Id id, const Filter& filter) = 0;

  // Pass the ids of matching items to a sink, and add to the counters. The visitor of a sink can
  // query this index. The box is valid. The volume is a VolumeQuery of the dimensions of the index.
  virtual Status find_in_box(const BoxArgument& box, const Filter& filter, QueryCounters& counters,
                             IdSink& sink) = 0;
  virtual Status find_in_volume(const void* volume, const Filter& filter, QueryCounters& counters,
                                IdSink& sink) = 0;

  i32 query_box(const BoxArgument& box, const Filter& filter) {
    start();
    if (!is_valid_box(box, dimensions_)) return to_result(Status::invalid_box(0));
    IdSink sink{results().ids};
    return finish_ids(find_in_box(box, filter, *counters_, sink), sink);
  }
  i32 query_point(const PointArgument& point, const Filter& filter) {
    start();
    BoxArgument box{};
    for (int axis = 0; axis < dimensions_; ++axis) {
      const f32 at = point.v[axis];
      if (!(std::fabs(at) <= kMaxCoordinate)) return to_result(Status::invalid_argument(0));
      box.v[axis] = box.v[dimensions_ + axis] = at;
    }
    return query_box(box, filter);
  }
  // Passes ids to a visitor until it returns 0. Returns their number.
  i32 visit_box(const BoxArgument& box, const Filter& filter, IdSink::Visit visit) {
    start();
    if (!is_valid_box(box, dimensions_)) return to_result(Status::invalid_box(0));
    QueryCounters counters;  // the visitor can query this index
    Array<u32> none;
    IdSink sink{none, visit};
    const Status status = find_in_box(box, filter, counters, sink);
    counters.results = sink.visited;  // the visitor can stop within a run of hits
    *counters_ = counters;
    return to_result(status, static_cast<u32>(sink.visited));
  }
  virtual i32 query_sphere(const PointArgument& center, f32 radius, const Filter& filter) = 0;
  // 24 plane numbers in the scratch buffer.
  virtual i32 query_frustum(u32 order, const PointArgument& eye, u32 limit,
                            const Filter& filter) = 0;
  // Volumes in the scratch buffer; see volumes.hpp.
  virtual i32 query_volumes(u32 kind, u32 count, const Filter& filter) = 0;
  // Contact of the cast in the scratch buffer with an item; see volumes.hpp.
  virtual i32 find_contact(u32 kind, Id id) = 0;
  virtual i32 raycast(const RayArgument& ray, const Filter& filter) = 0;
  virtual i32 raycast_all(const RayArgument& ray, const Filter& filter) = 0;
  virtual i32 nearest(const PointArgument& point, u32 k, f32 max_distance,
                      const Filter& filter) = 0;
  virtual i32 pairs_within(f64 distance) = 0;
  // Batches in the scratch buffer. overlap_boxes() sets ids[i] to 1 if box i overlaps an item,
  // otherwise to 0.
  virtual i32 query_boxes(u32 count) = 0;
  virtual i32 overlap_boxes(u32 count) = 0;
  virtual i32 raycasts(u32 count) = 0;
  virtual i32 nearest_many(u32 count, u32 k) = 0;

  // Stores one normal for each of the first `count` ids in `contacts`: the normal of its ray, or
  // zeros for kNone. Returns `count`.
  i32 add_normals(RayNumbers ray, i32 count);
  i32 box_of(Id id);
  i32 list_ids();
  i32 nearest_all(u32 k);

  // Not supported by worlds:
  virtual f32* staging(u32) { return nullptr; }
  virtual void release_staging() {}
  // Must be called when JavaScript gets a view of the staging memory.
  virtual void expose_staging() {}
  virtual i32 build(u32) { return unsupported(); }
  virtual i32 update(u32) { return unsupported(); }
  virtual void clear() {}
  virtual i32 insert_many(u32) { return unsupported(); }
  virtual i32 pairs() { return unsupported(); }
  virtual i32 pairs_with(AnyIndex&) { return unsupported(); }
  virtual i32 update_pairs() { return unsupported(); }
  virtual i32 serialize() { return unsupported(); }
  virtual i32 load(u32) { return unsupported(); }
  virtual i32 option_values() { return unsupported(); }

 protected:
  AnyIndex(int dimensions, QueryCounters* counters) : dimensions_(dimensions), counters_(counters) {
    handle_created();
  }
  void count_in(QueryCounters& counters) { counters_ = &counters; }

  void start() {
    *counters_ = {};
    results().clear();
  }
  // Ends a function whose result is a box, in distances. Returns the count of its numbers.
  i32 finish_box(const BoxArgument& box);
  i32 pairs_by_lookup(AnyIndex& other);
  // Finds the pairs of items whose boxes are at most `distance` apart. `grown` is an empty index of
  // the same structure, which receives enlarged boxes.
  i32 find_pairs_within(f64 distance, AnyIndex& grown);

 private:
  const int dimensions_;
  QueryCounters* counters_;
};

}  // namespace sapwood::bindings
