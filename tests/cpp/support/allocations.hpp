// Sees and refuses the allocations of the core.
//
// The test program is linked with --wrap for malloc, calloc, realloc and free, so that every call
// from our objects passes here: natively, with AddressSanitizer and as WASM alike. `new` does not,
// so that tests may use containers at any time; the core allocates with malloc and realloc only.
// Outside of the scopes below the calls go straight on.
#pragma once

#include "sapwood/base/types.hpp"

namespace sapwood::test {

// Counts what is allocated while it lives; blocks stay counted until they are freed. The bytes are
// those that were asked for. Only one at a time.
class AllocationWatch {
 public:
  AllocationWatch();
  ~AllocationWatch();
  AllocationWatch(const AllocationWatch&) = delete;
  AllocationWatch& operator=(const AllocationWatch&) = delete;
};

// Bytes in blocks that were allocated under some watch and not freed since.
size_t watched_bytes();
// Allocations under watches since forget_watched(), also those that moved a block.
u32 watched_allocations();
// Forgets the blocks of earlier watches.
void forget_watched();

enum class Refusal { kOne, kAllFromThere };

// While it lives, allocation number `skip` (and, by the kind, all later ones) fails.
class AllocationRefusal {
 public:
  AllocationRefusal(u32 skip, Refusal kind);
  ~AllocationRefusal();
  AllocationRefusal(const AllocationRefusal&) = delete;
  AllocationRefusal& operator=(const AllocationRefusal&) = delete;

  // Whether an allocation was refused up to now.
  bool struck() const;
};

}  // namespace sapwood::test
