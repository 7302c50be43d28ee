// The k smallest (key, id) seen so far, on caller-visible storage: a few in an ascending list,
// whose insertion moves neighbors and mispredicts once; many in a binary max-heap. Where many
// come at once, each is put where as many of them are less.
//
// Order is by key, then by id, so that ties have one answer. Keys are doubles: squared distances
// of float32 inputs keep their exact order.
#pragma once

#include <algorithm>

#include "sapwood/base/array.hpp"
#include "sapwood/base/sort.hpp"

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
  static constexpr u32 kMaxRanked = 24;  // entries of offer_many()

  // Keeps at most `k` entries in `storage`, which is cleared. False when the memory is not to be
  // had.
  [[nodiscard]] static bool prepare(Array<KeyedId>& storage, size_t k) {
    storage.clear();
    return storage.reserve(k);
  }

  KSmallest(Array<KeyedId>& storage, size_t k) : kept_(storage), k_(k) {}

  size_t most() const { return k_; }
  // In no order before finish().
  const Array<KeyedId>& kept() const { return kept_; }
  bool full() const { return kept_.size() == k_; }
  // Largest kept entry; needs at least one.
  const KeyedId& worst() const { return few() ? kept_[kept_.size() - 1] : kept_[0]; }

  // True when the entry was taken.
  [[gnu::always_inline]] bool offer(const KeyedId& entry) {
    if (!few()) return offer_to_heap(entry);
    if (!full()) {
      kept_.push_unchecked(entry);
    } else if (k_ == 0 || !(entry < kept_[k_ - 1])) {
      return false;
    }
    sift_down(entry, kept_.size() - 1);
    return true;
  }

  // Many at once, at most kMaxRanked. The first ones go where as many of them are less, so that no
  // jump depends on their order.
  void offer_many(const KeyedId* entries, u32 count) {
    if (few() && kept_.empty()) return take_ranked(entries, count);
    for (u32 i = 0; i < count; ++i) offer(entries[i]);
  }

  // Turns the storage into an ascending list; offer() must not be called afterwards.
  void finish() {
    if (!few()) sort(kept_.begin(), kept_.end());
  }

 private:
  // Up to here the list is no slower than the heap.
  static constexpr size_t kMaxInList = 24;

  bool few() const { return k_ <= kMaxInList; }

  [[gnu::noinline]] void take_ranked(const KeyedId* entries, u32 count) {
    u32 rank[kMaxRanked];
    for (u32 i = 0; i < count; ++i) {
      u32 less = 0;
      for (u32 j = 0; j < i; ++j) {
        const u32 before = precedes(entries[j], entries[i]);
        less += before;
        rank[j] += 1 - before;
      }
      rank[i] = less;
    }
    const u32 kept = count < k_ ? count : static_cast<u32>(k_);
    kept_.extend_unchecked(kept);
    for (u32 i = 0; i < count; ++i) {
      if (rank[i] < kept) kept_[rank[i]] = entries[i];
    }
  }
  // a < b as 0 or 1, without a jump.
  static u32 precedes(const KeyedId& a, const KeyedId& b) {
    return static_cast<u32>(a.key < b.key) |
           (static_cast<u32>(a.key == b.key) & static_cast<u32>(a.id < b.id));
  }

  [[gnu::noinline]] bool offer_to_heap(const KeyedId& entry) {
    if (full()) {
      if (!(entry < kept_[0])) return false;
      std::pop_heap(kept_.begin(), kept_.end());
      kept_.back() = entry;
    } else {
      kept_.push_unchecked(entry);
    }
    std::push_heap(kept_.begin(), kept_.end());
    return true;
  }

  // Puts the entry at its place in the list before `at`, where those behind it move up by one.
  [[gnu::always_inline]] void sift_down(const KeyedId& entry, size_t at) {
    KeyedId* place = kept_.data() + at;
    for (; place != kept_.data() && entry < place[-1]; --place) *place = place[-1];
    *place = entry;
  }

  Array<KeyedId>& kept_;
  size_t k_;
};

}  // namespace sapwood
