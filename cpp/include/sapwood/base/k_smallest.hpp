// The k smallest (key, id) seen so far: a binary max-heap on caller-visible storage.
//
// Order is by key, then by id, so that ties have one answer. Keys are doubles: squared distances
// of float32 inputs keep their exact order.
#pragma once

#include <algorithm>

#include "sapwood/base/array.hpp"

namespace sapwood {

struct KeyedId {
  f64 key;
  Id id;

  friend bool operator<(const KeyedId& a, const KeyedId& b) {
    return a.key < b.key || (a.key == b.key && a.id < b.id);
  }
};

class KSmallest {
 public:
  // Keeps at most `k` entries in `storage`, which is cleared. False when the memory is not to be
  // had.
  [[nodiscard]] static bool prepare(Array<KeyedId>& storage, size_t k) {
    storage.clear();
    return storage.reserve(k);
  }

  KSmallest(Array<KeyedId>& storage, size_t k) : heap_(storage), k_(k) {}

  bool full() const { return heap_.size() == k_; }
  // Largest kept entry; needs at least one.
  const KeyedId& worst() const { return heap_[0]; }

  // True when the entry was taken.
  bool offer(const KeyedId& entry) {
    if (!full()) {
      heap_.push_unchecked(entry);
      std::push_heap(heap_.begin(), heap_.end());
      return true;
    }
    if (k_ == 0 || !(entry < worst())) return false;
    std::pop_heap(heap_.begin(), heap_.end());
    heap_.back() = entry;
    std::push_heap(heap_.begin(), heap_.end());
    return true;
  }

  // Turns the storage into an ascending list; offer() must not be called afterwards.
  void finish() { std::sort_heap(heap_.begin(), heap_.end()); }

 private:
  Array<KeyedId>& heap_;
  size_t k_;
};

}  // namespace sapwood
