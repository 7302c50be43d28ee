#include "results.hpp"

namespace sapwood::bindings {

namespace {
u32 live_handles = 0;

u32 address(const void* pointer) { return static_cast<u32>(reinterpret_cast<uintptr_t>(pointer)); }
}  // namespace

Results& results() {
  static Results shared;
  return shared;
}

bool reserve_events(size_t count) {
  Results& out = results();
  return out.ids.reserve(2 * count) && out.offsets.reserve(3);
}

void Results::publish() {
  block.ids = address(ids.data());
  block.ids_count = static_cast<u32>(ids.size());
  block.distances = address(distances.data());
  block.offsets = address(offsets.data());
  block.bytes = address(bytes.data());
  block.bytes_count = static_cast<u32>(bytes.size());
  block.options = address(options);
}

void Results::publish_dump() {
  const void* const parts[] = {dump.bounds.data(),     dump.level.data(),      dump.parent.data(),
                               dump.first_item.data(), dump.item_count.data(), dump.kind.data(),
                               dump.items.data()};
  for (int i = 0; i < 7; ++i) block.dump[i] = address(parts[i]);
  block.dump[7] = static_cast<u32>(dump.items.size());
  block.spheres[0] = address(dump.spheres.data());
  block.spheres[1] = static_cast<u32>(dump.spheres.size());
  block.cells[0] = address(dump.cells.data());
  block.cells[1] = static_cast<u32>(dump.cells.size());
}

void handle_created() { ++live_handles; }

void handle_deleted() {
  if (--live_handles == 0) results().release();
}

}  // namespace sapwood::bindings
