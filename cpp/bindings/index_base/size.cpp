// Rarely called functions, compiled for small size, once for 2D and once for 3D.
#include "index_base.hpp"
#include "volumes.hpp"

namespace sapwood::bindings {

template <int Dim>
void IndexBase<Dim>::shrink() {
  start();
  shrink_items();
  if (pair_memory_ != nullptr) pair_memory_->shrink();
  staging_.release();
  results().release();
}

template <int Dim>
i32 IndexBase<Dim>::query_volumes(u32 kind, u32 count, const Filter& filter) {
  start();
  const Status status = query_staged_volumes<Dim>(*this, kind, count, filter);
  return finish(status, results().ids.size());
}

template <int Dim>
i32 IndexBase<Dim>::find_contact(u32 kind, Id id) {
  return finish(find_item_contact<Dim>(*this, kind, id), 0);
}

template <int Dim>
i32 IndexBase<Dim>::overlap_boxes(u32 count) {
  start();
  auto* boxes = scratch<Box>(count);
  if (boxes == nullptr) return to_result(Status::invalid_argument(0));
  Status status = Items::check(boxes, count);
  Array<u32>& flags = results().ids;
  if (status.ok() && !flags.reserve(count)) status = Status::out_of_memory();
  u32 overlapping = 0;
  for (u32 i = 0; i < count && status.ok(); ++i) {
    Array<u32> none;
    IdSink sink{none, [](void*, Id) { return 0; }};
    status = query(*this, BoxQuery<Dim>(boxes[i]), Filter::any(), counters_, sink);
    flags.push_unchecked(static_cast<u32>(sink.visited));
    overlapping += flags.back();
  }
  counters_.results = overlapping;
  return finish(status, flags.size());
}

template <int Dim>
i32 IndexBase<Dim>::pairs_within(f64 distance) {
  start();
  if (!(distance >= 0)) return to_result(Status::invalid_argument(0));
  AnyIndex* grown = make_another();
  if (grown == nullptr) return to_result(Status::out_of_memory());
  const i32 found = find_pairs_within(distance, *grown);
  delete grown;
  return found;
}

template class IndexBase<2>;
template class IndexBase<3>;

}  // namespace sapwood::bindings
