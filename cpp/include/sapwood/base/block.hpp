// Freeing of memory that code outside the core may hold a view of.
//
// A typed array of JavaScript does not notice when the memory that it shows is freed: a later write
// would change whatever lies there by then. So the bindings watch the blocks of arrays, and detach
// all views when a block that they handed out is freed or moved.
#pragma once

#include <cstdlib>

#include "sapwood/base/types.hpp"

namespace sapwood {

// Called with the address of each block of an Array that was freed or moved, while it is set.
inline void (*on_block_freed)(const void* block) = nullptr;

// One function for all arrays: inlined it would make modules larger.
[[gnu::noinline]] inline void free_block(void* block) {
  std::free(block);
  if (on_block_freed != nullptr) on_block_freed(block);
}

// Like std::realloc.
[[gnu::noinline]] inline void* resize_block(void* block, size_t bytes) {
  const auto before = reinterpret_cast<uintptr_t>(block);
  void* moved = std::realloc(block, bytes);
  const bool has_moved = moved != nullptr && reinterpret_cast<uintptr_t>(moved) != before;
  if (has_moved && on_block_freed != nullptr) on_block_freed(reinterpret_cast<void*>(before));
  return moved;
}

}  // namespace sapwood
