// Counts allocations of the core and makes them fail.
//
// The linker option --wrap replaces malloc, calloc, realloc and free in all objects of the test
// program, in native, AddressSanitizer and WASM builds. The core allocates only with malloc and
// realloc. `new` is not replaced, so tests can use containers at any time. Without one of the
// objects below, the replaced functions only call the original functions.
#pragma once

#include "sapwood/base/types.hpp"

namespace sapwood::test {

// Counts allocations and their requested bytes during its lifetime. Blocks stay counted until they
// are freed. Only one watch can exist at a time.
class AllocationWatch {
 public:
  AllocationWatch();
  ~AllocationWatch();
  AllocationWatch(const AllocationWatch&) = delete;
  AllocationWatch& operator=(const AllocationWatch&) = delete;
};

// Returns the bytes of blocks that were allocated during any watch and are not freed.
size_t watched_bytes();
// Returns the number of allocations and reallocations during watches since forget_watched().
u32 watched_allocations();
void forget_watched();

enum class AllocationFailure { kOne, kThisAndLater };

// During its lifetime, allocation number `skip` fails. With kThisAndLater, all later allocations
// fail too.
class FailingAllocations {
 public:
  FailingAllocations(u32 skip, AllocationFailure kind);
  ~FailingAllocations();
  FailingAllocations(const FailingAllocations&) = delete;
  FailingAllocations& operator=(const FailingAllocations&) = delete;

  bool triggered() const;
};

}  // namespace sapwood::test
