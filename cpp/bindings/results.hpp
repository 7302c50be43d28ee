// Input and output buffers that all indices share, and the block that contains their addresses for
// JavaScript.
#pragma once

#include "sapwood/base/k_smallest.hpp"
#include "sapwood/base/pair_set.hpp"
#include "sapwood/base/status.hpp"
#include "sapwood/core/batches.hpp"
#include "sapwood/core/node_dump.hpp"
#include "sapwood/core/stats.hpp"

namespace sapwood::bindings {

// Addresses and sizes of the last result, at fixed positions, which core.ts of the package reads.
struct ResultBlock {
  u32 ids = 0;           // [0]
  u32 contacts = 0;      // [1]
  u32 distances = 0;     // [2]
  u32 offsets = 0;       // [3]
  u32 bytes = 0;         // [4]
  u32 bytes_count = 0;   // [5]
  u32 fault = kNone;     // [6] position of the invalid element
  u32 padding7 = 0;      // [7] aligns the doubles
  f64 counters[3] = {};  // byte 32: node visits, item tests, results
  u32 tail = 0;          // byte 56: address of the last part of serialized bytes, in the index
  u32 tail_bytes = 0;    // byte 60
  u32 dump[8] = {};      // byte 64: bounds level parent firstItem itemCount kind items, items count
  u32 options = 0;       // byte 96: f64 values
  u32 spheres[2] = {};   // byte 100: of the dump: address, count of numbers
  u32 cells[2] = {};     // byte 108
  u32 padding29 = 0;     // byte 116: aligns the doubles
  // byte 120: numbers that step_build, step, merge, pair_work or cull_report returns, or the
  // maximum distance of a search with a visitor
  f64 report[4] = {};
  f64 plane_tests[2] = {};  // byte 152: of cull_report: with the masks of planes, and without
  f64 visited[7] = {};      // byte 168: of traverse: the box of a node or an item, then the level
};
static_assert(offsetof(ResultBlock, counters) == 32 && offsetof(ResultBlock, dump) == 64);
static_assert(offsetof(ResultBlock, options) == 96 && offsetof(ResultBlock, spheres) == 100);
static_assert(offsetof(ResultBlock, cells) == 108 && offsetof(ResultBlock, report) == 120);
static_assert(offsetof(ResultBlock, plane_tests) == 152);
static_assert(offsetof(ResultBlock, visited) == 168);

// Shared result buffers, whose contents are valid until the next call on any index. The memory is
// released when an index is disposed.
struct Results {
  Array<u32> ids;
  Array<f32> distances;
  Array<u32> offsets;
  Array<f32> contacts;  // see volumes.hpp
  Array<u8> bytes;
  Array<KeyedId> keyed;
  BatchMemory batch;
  Array<IdPair> begins;
  Array<IdPair> ends;
  NodeDump dump;
  Array<u8> scratch;
  Array<u8> tail;  // last part of the bytes to load
  f64 options[16] = {};
  ResultBlock block;

  void clear() {
    ids.clear();
    distances.clear();
    offsets.clear();
    contacts.clear();
    block.fault = kNone;
  }
  void release() {
    ids.release();
    distances.release();
    offsets.release();
    contacts.release();
    bytes.release();
    keyed.release();
    batch.release();
    begins.release();
    ends.release();
    dump = NodeDump{};
    scratch.release();
    tail.release();
    publish();
  }
  // Writes the current addresses of the buffers into the block.
  void publish();
  void publish_dump();
};

// The object is never destroyed, because a web page ends without running destructors.
[[clang::no_destroy]] inline constinit Results shared_results;
inline Results& results() { return shared_results; }

// Returns the negated code of an error. If allocation failed, also releases the shared buffers.
// This is safe: a search that has called a visitor does not read the buffers afterwards, because a
// nested search may have overwritten them.
i32 to_result(const Status& status);

inline i32 to_result(const Status& status, u32 number) {
  return status.ok() ? static_cast<i32>(number) : to_result(status);
}

inline i32 unsupported() { return to_result(Status::unsupported()); }

inline i32 finish(const Status& status, size_t count) {
  results().publish();
  return status.ok() ? static_cast<i32>(count) : to_result(status);
}
// Allocates memory for the ids of `count` pairs and for the three offsets of two lists: begun
// pairs and ended pairs. Returns false if allocation fails.
[[nodiscard]] bool reserve_events(size_t count);

// Records that JavaScript has a view of a block. When the block is freed or moved, all views of the
// memory of the module are detached.
void expose(const void* block);

// These functions count the live handles: indices, worlds and meshes. The shared buffers are
// released with the last handle.
void handle_created();
void handle_deleted();

}  // namespace sapwood::bindings
