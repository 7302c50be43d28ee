#include "support/allocations.hpp"

#include <cstdlib>
#include <new>

namespace sapwood::test {

namespace {

// A block that was allocated during a watch. The list of blocks has a fixed size, because it must
// not allocate memory itself. An index needs at most a few dozen blocks.
struct Block {
  void* address;
  size_t bytes;
};
constexpr size_t kMaxBlocks = 4096;
Block blocks[kMaxBlocks];
size_t block_count = 0;
u32 allocation_count = 0;

bool watching = false;
bool failing = false;
bool failed = false;
AllocationFailure failure_kind = AllocationFailure::kOne;
u32 until_failure = 0;

bool fails_now() {
  if (!failing) return false;
  if (until_failure > 0) {
    --until_failure;
    return false;
  }
  if (failed && failure_kind == AllocationFailure::kOne) return false;
  failed = true;
  return true;
}

void add_block(void* address, size_t bytes) {
  if (block_count == kMaxBlocks) std::abort();
  blocks[block_count++] = {address, bytes};
  ++allocation_count;
}

bool remove_block(const void* address) {
  for (size_t i = block_count; i-- > 0;) {
    if (blocks[i].address != address) continue;
    blocks[i] = blocks[--block_count];
    return true;
  }
  return false;
}

void* watched(void* block, size_t bytes) {
  if (watching && block != nullptr) add_block(block, bytes);
  return block;
}

}  // namespace

AllocationWatch::AllocationWatch() { watching = true; }
AllocationWatch::~AllocationWatch() { watching = false; }

size_t watched_bytes() {
  size_t bytes = 0;
  for (size_t i = 0; i < block_count; ++i) bytes += blocks[i].bytes;
  return bytes;
}
u32 watched_allocations() { return allocation_count; }
void forget_watched() { block_count = allocation_count = 0; }

FailingAllocations::FailingAllocations(u32 skip, AllocationFailure kind) {
  until_failure = skip;
  failure_kind = kind;
  failed = false;
  failing = true;
}
FailingAllocations::~FailingAllocations() { failing = false; }
bool FailingAllocations::triggered() const { return failed; }

}  // namespace sapwood::test

// Names required by the --wrap option of the linker.
extern "C" {

void* __real_malloc(size_t bytes);
void* __real_calloc(size_t count, size_t bytes);
void* __real_realloc(void* block, size_t bytes);
void __real_free(void* block);

void* __wrap_malloc(size_t bytes) {
  return sapwood::test::fails_now() ? nullptr : sapwood::test::watched(__real_malloc(bytes), bytes);
}

void* __wrap_calloc(size_t count, size_t bytes) {
  if (sapwood::test::fails_now()) return nullptr;
  return sapwood::test::watched(__real_calloc(count, bytes), count * bytes);
}

void* __wrap_realloc(void* block, size_t bytes) {
  if (sapwood::test::fails_now()) return nullptr;
  const bool known = sapwood::test::remove_block(block);
  void* moved = __real_realloc(block, bytes);
  if (moved != nullptr && (known || sapwood::test::watching))
    sapwood::test::add_block(moved, bytes);
  return moved;
}

void __wrap_free(void* block) {
  sapwood::test::remove_block(block);
  __real_free(block);
}

}  // extern "C"

#if defined(__EMSCRIPTEN__)
// Emscripten links the C++ library statically, so by default `new` would call the replaced malloc.
void* operator new(size_t bytes) {
  void* block = __real_malloc(bytes != 0 ? bytes : 1);
  if (block == nullptr) std::abort();
  return block;
}
void operator delete(void* block) noexcept { __real_free(block); }
void operator delete(void* block, size_t) noexcept { __real_free(block); }
#endif
