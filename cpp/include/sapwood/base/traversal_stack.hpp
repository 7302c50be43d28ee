// Explicit stack for tree traversals. It uses inline storage for typical depths, and allocates
// memory for larger depths.
//
// The caller passes the maximum number of entries to the constructor, so push() needs no bounds
// check. A depth-first traversal of a binary tree that pushes both children holds at most height +
// 1 entries.
#pragma once

#include <cstdlib>
#include <type_traits>

#include "sapwood/base/types.hpp"

namespace sapwood {

template <class T, size_t kInline = 96>
class TraversalStack {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  explicit TraversalStack(size_t bound) : capacity_(bound > kInline ? bound : kInline) {
    if (bound > kInline) data_ = static_cast<T*>(std::malloc(bound * sizeof(T)));
  }
  TraversalStack(const TraversalStack&) = delete;
  TraversalStack& operator=(const TraversalStack&) = delete;
  ~TraversalStack() {
    if (data_ != inline_data()) std::free(data_);
  }

  // Returns false if the bound exceeds the inline storage and allocation failed.
  [[nodiscard]] bool ready() const { return data_ != nullptr; }
  bool empty() const { return size_ == 0; }

  void push(const T& value) {
    SAPWOOD_ASSERT(size_ < capacity_);
    data_[size_++] = value;
  }
  T pop() {
    SAPWOOD_ASSERT(size_ > 0);
    return data_[--size_];
  }

 private:
  T* inline_data() { return reinterpret_cast<T*>(inline_); }

  alignas(T) unsigned char inline_[kInline * sizeof(T)];
  T* data_ = inline_data();
  size_t size_ = 0;
  size_t capacity_;
};

}  // namespace sapwood
