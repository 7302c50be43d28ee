// Counts allocations of the core and makes them fail.
//
// The test program is linked with --wrap for malloc, calloc, realloc and free, so every call from
// our objects passes here, in native, AddressSanitizer and WASM builds. `new` does not, so tests
// can use containers at any time; the core allocates only with malloc and realloc. Outside of the
// scopes below calls are passed on unchanged.
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

// During its lifetime, allocation number `skip` fails, and all later ones with kAllFromThere.
class AllocationRefusal {
 public:
  AllocationRefusal(u32 skip, Refusal kind);
  ~AllocationRefusal();
  AllocationRefusal(const AllocationRefusal&) = delete;
  AllocationRefusal& operator=(const AllocationRefusal&) = delete;

  bool triggered() const;
};

}  // namespace sapwood::test
