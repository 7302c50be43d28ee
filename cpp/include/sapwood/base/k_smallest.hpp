// The k smallest (key, id) entries of a sequence, stored in an array of the caller. For a small k,
// the entries form a sorted list. For a large k, they form a binary max-heap.
//
// Entries are ordered by key, then by id. Keys are doubles, so that squared distances of float32
// inputs are ordered exactly.
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
  static constexpr u32 kMaxRanked = 24;  // maximum number of entries of offer_many()

  // Clears `storage` and reserves memory for `k` entries. Returns false if allocation fails.
  [[nodiscard]] static bool prepare(Array<KeyedId>& storage, size_t k) {
    storage.clear();
    return storage.reserve(k);
  }

  KSmallest(Array<KeyedId>& storage, size_t k) : kept_(storage), k_(k) {}

  size_t capacity() const { return k_; }
  // Returns the entries. They are sorted only after finish().
  const Array<KeyedId>& entries() const { return kept_; }
  bool full() const { return kept_.size() == k_; }
  // Returns the largest kept entry. Requires at least one entry.
  const KeyedId& largest() const { return uses_list() ? kept_[kept_.size() - 1] : kept_[0]; }

  // Adds an entry if it is among the k smallest entries so far. Returns true if it was added.
  [[gnu::always_inline]] bool offer(const KeyedId& entry) {
    if (!uses_list()) return offer_to_heap(entry);
    if (!full()) {
      kept_.push_unchecked(entry);
    } else if (k_ == 0 || !(entry < kept_[k_ - 1])) {
      return false;
    }
    sift_down(entry, kept_.size() - 1);
    return true;
  }

  // Offers a batch of at most kMaxRanked entries. If the list is empty, the position of each entry
  // is the number of smaller entries in the batch. This needs no branch that depends on the keys.
  void offer_many(const KeyedId* entries, u32 count) {
    if (uses_list() && kept_.empty()) return take_ranked(entries, count);
    for (u32 i = 0; i < count; ++i) offer(entries[i]);
  }

  // Sorts the entries in ascending order. offer() must not be called afterwards.
  void finish() {
    if (!uses_list()) sort(kept_.begin(), kept_.end());
  }

 private:
  // Largest k for which the list is not slower than the heap.
  static constexpr size_t kMaxInList = 24;

  bool uses_list() const { return k_ <= kMaxInList; }

  // Fills an empty list. The position of an entry is the number of smaller entries.
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
  // Returns a < b as 0 or 1, without a branch.
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

  // Inserts the entry at its sorted position, which is at most `at`. Larger entries before `at`
  // move up by one position.
  [[gnu::always_inline]] void sift_down(const KeyedId& entry, size_t at) {
    KeyedId* place = kept_.data() + at;
    for (; place != kept_.data() && entry < place[-1]; --place) *place = place[-1];
    *place = entry;
  }

  Array<KeyedId>& kept_;
  size_t k_;
};

}  // namespace sapwood
