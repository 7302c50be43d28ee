// Counts allocations of the core and makes them fail.
//
// The linker option --wrap replaces malloc, calloc, realloc and free in all objects of the test
// program, in native, AddressSanitizer and WASM builds. The core allocates only with malloc and
// realloc. `new` is not replaced, so tests can use containers at any time. Without one of the
// objects below, the replaced functions only call the original functions.
#pragma once

#include "sapwood/base/types.hpp"

namespace sapwood::test {

// Counts allocations during its lifetime; blocks stay counted until they are freed. Sizes are the
// requested bytes. Only one watch can exist at a time.
class AllocationWatch {
 public:
  AllocationWatch();
  ~AllocationWatch();
  AllocationWatch(const AllocationWatch&) = delete;
  AllocationWatch& operator=(const AllocationWatch&) = delete;
};

// Returns the bytes of blocks that were allocated during any watch and are not freed.
size_t watched_bytes();
// Returns the allocations during watches since forget_watched(), including reallocations.
u32 watched_allocations();
// Removes the blocks of earlier watches from the count.
void forget_watched();

enum class Refusal { kOne, kAllFromThere };

// During its lifetime, allocation number `skip` fails. With kAllFromThere, all later allocations
// fail too.
class AllocationRefusal {
 public:
  AllocationRefusal(u32 skip, Refusal kind);
  ~AllocationRefusal();
  AllocationRefusal(const AllocationRefusal&) = delete;
  AllocationRefusal& operator=(const AllocationRefusal&) = delete;

  bool triggered() const;
};

}  // namespace sapwood::test
