// Rules for shrinking. Each structure has `void shrink()`, which frees all memory that its content
// does not need, and never fails. A structure calls this function
//
// - in clear(), if it holds more than kMinSparseBytes;
// - after a build or a removal, if ItemStore::sparse() returns true, and after deferred work, if
//   Array::sparse() returns true for its results;
// - before it returns kOutOfMemory, to free the memory that the failed call has reserved.
#pragma once

#include "sapwood/base/array.hpp"
#include "sapwood/base/status.hpp"

namespace sapwood {

// Frees the memory that a failed call has reserved. Returns kOutOfMemory.
template <class S>
[[gnu::noinline]] Status out_of_memory(S& index) {
  index.shrink();
  return Status::out_of_memory();
}

template <class S>
void shrink_if_sparse(S& index) {
  if (index.items().sparse()) index.shrink();
}
template <class S>
void shrink_if_large(S& index) {
  if (index.byte_length() > kMinSparseBytes) index.shrink();
}

}  // namespace sapwood
