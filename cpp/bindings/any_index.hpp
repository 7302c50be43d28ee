// Interface of an index of any structure and dimensions, for the exports (calls.cpp).
//
// Arguments from JavaScript are checked before a structure receives them. Functions return a result
// >= 0, or the negated StatusCode of an error. The result block contains the position of the
// invalid argument or element.
#pragma once

#include <cmath>
#include <string_view>

#include "arguments.hpp"
#include "results.hpp"
#include "sapwood/core/filter.hpp"

namespace sapwood::bindings {

// Maximum number of items. With this limit, all ids and counts fit in i32, and all boxes fit in the
// address space.
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

  // Id of the structure. The id and the dimensions determine the class.
  virtual const char* structure() const = 0;
  int dimensions() const { return dimensions_; }
  QueryCounters& counters() { return *counters_; }
  virtual u32 size() const = 0;
  virtual bool has(Id id) const = 0;
  virtual f64 byte_length() const = 0;
  // Releases all memory that the items do not need, and the shared buffers.
  virtual void shrink() = 0;
  // Returns the first live id that is at least `from`, or kNone if there is no such id.
  virtual Id next_item(Id from) const = 0;
  virtual BoxArgument item_box(Id id) const = 0;
  virtual Filter item_filter(Id id) const = 0;

  virtual i32 insert(const BoxArgument& box, const Filter& filter) = 0;
  virtual i32 move(Id id, const BoxArgument& box, const PointArgument& displacement) = 0;
  // Moves all items, or no item if an argument is invalid. The scratch buffer contains the ids,
  // then the boxes.
  virtual i32 move_many(u32 count) = 0;
  virtual i32 remove(Id id) = 0;
  virtual i32 set_filter(Id id, const Filter& filter) = 0;

  // Both functions pass the ids of matching items to the sink and add to the counters. The visitor
  // of the sink can query this index. The box must be valid. The volume must be a VolumeQuery of
  // the dimensions of the index.
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
  // Passes the ids of overlapping items to a visitor until it returns 0. Returns the number of
  // calls.
  i32 visit_box(const BoxArgument& box, const Filter& filter, IdSink::Visit visit) {
    start();
    if (!is_valid_box(box, dimensions_)) return to_result(Status::invalid_box(0));
    QueryCounters counters;  // local, because the visitor can query this index
    Array<u32> none;
    IdSink sink{none, visit};
    const Status status = find_in_box(box, filter, counters, sink);
    counters.results = sink.visited;  // the visitor can stop inside a run of hits
    *counters_ = counters;
    return to_result(status, static_cast<u32>(sink.visited));
  }
  virtual i32 query_sphere(const PointArgument& center, f32 radius, const Filter& filter) = 0;
  // The scratch buffer contains six planes of four numbers.
  virtual i32 query_frustum(u32 order, const PointArgument& eye, u32 limit,
                            const Filter& filter) = 0;
  // The scratch buffer contains the volumes; see volumes.hpp.
  virtual i32 query_volumes(u32 kind, u32 count, const Filter& filter) = 0;
  // Computes the contact of a cast with an item. The scratch buffer contains the cast; see
  // volumes.hpp.
  virtual i32 find_contact(u32 kind, Id id) = 0;
  virtual i32 raycast(const RayArgument& ray, const Filter& filter) = 0;
  virtual i32 raycast_all(const RayArgument& ray, const Filter& filter) = 0;
  virtual i32 nearest(const PointArgument& point, u32 k, f32 max_distance,
                      const Filter& filter) = 0;
  virtual i32 pairs_within(f64 distance) = 0;
  // The scratch buffer contains the queries of a batch. overlap_boxes() sets ids[i] to 1 if box i
  // overlaps an item, otherwise to 0.
  virtual i32 query_boxes(u32 count) = 0;
  virtual i32 overlap_boxes(u32 count) = 0;
  virtual i32 raycasts(u32 count) = 0;
  virtual i32 nearest_many(u32 count, u32 k) = 0;

  // Stores a normal in `contacts` for each of the first `count` result ids: the surface normal at
  // the hit point of the ray, or zeros for kNone. Returns `count`.
  i32 add_normals(RayNumbers ray, i32 count);
  i32 box_of(Id id);
  i32 list_ids();
  i32 nearest_all(u32 k);

  // Layer views of a physics world (world/world_handle.hpp) do not support the following functions.
  virtual f32* staging(u32) { return nullptr; }
  virtual void release_staging() {}
  // Must be called when JavaScript gets a typed array over the memory that staging() returned.
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
  // Stores a box in the result array `distances`. Returns the number of its coordinates.
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
