#include "results.hpp"

#include <emscripten/em_js.h>
#include <emscripten/emscripten.h>
#include <malloc.h>

#include <algorithm>
#include <string_view>

#include "sapwood/simd/f32x4.hpp"

// Detaches all typed arrays that are views of the memory of this module. Takes about a microsecond.
// The name of the function in the glue code depends on the release of Emscripten.
EM_JS(void, sapwood_detach_views, (), {
  wasmMemory.grow(0);
  typeof updateMemoryViews == "function" ? updateMemoryViews()
                                         : updateGlobalBufferAndViews(wasmMemory.buffer);
});

namespace sapwood::bindings {

namespace {
u32 live_handles = 0;

u32 address(const void* pointer) { return static_cast<u32>(reinterpret_cast<uintptr_t>(pointer)); }
}  // namespace

i32 to_result(const Status& status) {
  if (status.code == StatusCode::kOutOfMemory) results().release();
  results().block.fault = status.index;
  return -static_cast<i32>(status.code);
}

bool reserve_events(size_t count) {
  Results& out = results();
  return out.ids.reserve(2 * count) && out.offsets.reserve(3);
}

void Results::publish() {
  block.ids = address(ids.data());
  block.contacts = address(contacts.data());
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

namespace {
// Addresses of the blocks that JavaScript has views of, in ascending order. When the memory of the
// module grows, the views are detached, but this list does not change.
Array<uintptr_t> exposed;

uintptr_t* place_of(uintptr_t block) {
  return std::lower_bound(exposed.begin(), exposed.end(), block);
}

void detach_views() {
  on_block_freed = nullptr;
  exposed.release();
  sapwood_detach_views();
}

void detach_if_exposed(const void* block) {
  const auto at = reinterpret_cast<uintptr_t>(block);
  const uintptr_t* place = place_of(at);
  if (place != exposed.end() && *place == at) detach_views();
}
void detach_always(const void*) { detach_views(); }
}  // namespace

void expose(const void* block) {
  const auto at = reinterpret_cast<uintptr_t>(block);
  const uintptr_t* place = place_of(at);
  const auto rank = place - exposed.begin();
  if (block == nullptr || (place != exposed.end() && *place == at)) return;
  // does not report the growth of `exposed`: JavaScript has no view of its block
  const auto watch = std::exchange(on_block_freed, nullptr);
  if (watch == detach_always || !exposed.push_back(at)) {
    on_block_freed = detach_always;  // allocation failed: a block may be missing in the list
    return;
  }
  std::rotate(exposed.begin() + rank, exposed.end() - 1, exposed.end());
  on_block_freed = detach_if_exposed;
}

void handle_created() { ++live_handles; }

void handle_deleted() {
  if (--live_handles > 0) return;
  results().release();
  if (on_block_freed != nullptr) detach_views();
  exposed.release();
}

}  // namespace sapwood::bindings

using namespace sapwood;
using namespace sapwood::bindings;

#define SAPWOOD_EXPORT extern "C" EMSCRIPTEN_KEEPALIVE

SAPWOOD_EXPORT ResultBlock* sapwood_result_block() {
  results().publish();
  return &results().block;
}

SAPWOOD_EXPORT u8* sapwood_scratch(u32 bytes) {
  Array<u8>& scratch = results().scratch;
  return scratch.resize(bytes > 0 ? bytes : 1) ? scratch.data() : nullptr;
}

SAPWOOD_EXPORT void sapwood_release_results() { results().release(); }
// Must be called when JavaScript gets a view of the results.
SAPWOOD_EXPORT void sapwood_expose_results() {
  const Results& out = results();
  expose(out.ids.data());
  expose(out.distances.data());
  expose(out.offsets.data());
  expose(out.contacts.data());
}

SAPWOOD_EXPORT f64 sapwood_heap_in_use() {
  return static_cast<f64>(static_cast<u32>(mallinfo().uordblks));
}
// Returns 1 in the SIMD build, and 0 in the scalar build. Tests compare the two builds.
SAPWOOD_EXPORT i32 sapwood_has_simd() { return std::string_view(simd::kBackEnd) != "scalar"; }
