// Pairs of two indices in different modules with separate memories: one module lists the items of
// the smaller index, and the other module queries the larger index with the boxes of these items.
#include <emscripten/emscripten.h>

#include <cstring>

#include "any_index.hpp"

using namespace sapwood;
using namespace sapwood::bindings;

// Stores all live items by ascending id: ids in `ids`, boxes in `distances`, and the category and
// mask of each item in `offsets`.
extern "C" EMSCRIPTEN_KEEPALIVE i32 sapwood_items(AnyIndex* h) {
  Results& out = results();
  out.clear();
  const u32 count = h->size();
  const u32 stride = 2 * static_cast<u32>(h->dimensions());
  if (!out.ids.reserve(count) || !out.distances.reserve(size_t{count} * stride) ||
      !out.offsets.reserve(size_t{count} * 2)) {
    return finish(Status::out_of_memory(), 0);
  }
  for (Id id = h->next_item(0); id != kNone; id = h->next_item(id + 1)) {
    out.ids.push_unchecked(id);
    const BoxArgument box = h->item_box(id);
    for (u32 i = 0; i < stride; ++i) out.distances.push_unchecked(box.v[i]);
    const Filter filter = h->item_filter(id);
    out.offsets.push_unchecked(filter.category);
    out.offsets.push_unchecked(filter.mask);
  }
  return finish(Status::success(), count);
}

// Finds all pairs of an item and one of `count` boxes that overlap and whose filters accept each
// other. The scratch buffer contains the boxes, then the category and mask of each box. The results
// are item ids, each followed by the position of a box. Returns the number of pairs.
extern "C" EMSCRIPTEN_KEEPALIVE i32 sapwood_overlaps(AnyIndex* h, u32 count) {
  Results& out = results();
  out.clear();
  const size_t stride = 2 * static_cast<size_t>(h->dimensions());
  const u8* boxes = out.scratch.data();
  const u8* filters = boxes + count * stride * sizeof(f32);
  const size_t needed = count * (stride * sizeof(f32) + sizeof(Filter));
  if (out.scratch.size() < needed) return to_result(Status::invalid_argument(0));
  QueryCounters counters;
  Status status = Status::success();
  for (u32 i = 0; i < count && status.ok(); ++i) {
    BoxArgument box{};
    Filter filter;
    std::memcpy(box.v, boxes + i * stride * sizeof(f32), stride * sizeof(f32));
    std::memcpy(&filter, filters + i * sizeof(Filter), sizeof(Filter));
    out.offsets.clear();
    IdSink sink{out.offsets};
    status = h->find_in_box(box, filter, counters, sink);
    if (sink.failed || (status.ok() && !out.ids.reserve_more(out.offsets.size() * 2))) {
      status = Status::out_of_memory();
    }
    for (u32 found = 0; status.ok() && found < out.offsets.size(); ++found) {
      out.ids.push_unchecked(out.offsets[found]);
      out.ids.push_unchecked(i);
    }
  }
  return finish(status, out.ids.size() / 2);
}
