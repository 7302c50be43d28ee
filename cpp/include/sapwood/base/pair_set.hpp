// Hash set of unordered id pairs: open addressing, linear probing, deletion by backward shift.
//
// A pair is stored as a u64 key, with the smaller id in the high half. An empty slot contains ~0,
// which is not a valid key. The load factor is at most 1/2. The order of iteration depends on the
// history of insertions and removals. A caller that needs a fixed order must have a separate list.
#pragma once

#include "sapwood/base/array.hpp"

namespace sapwood {

struct IdPair {
  Id a;  // a < b
  Id b;
};

constexpr u64 pair_key(Id a, Id b) { return a < b ? (u64{a} << 32 | b) : (u64{b} << 32 | a); }
constexpr IdPair pair_of(u64 key) {
  return {static_cast<Id>(key >> 32), static_cast<Id>(key & 0xFFFFFFFFu)};
}

class PairSet {
 public:
  static constexpr u64 kEmpty = ~u64{0};

  size_t size() const { return size_; }
  size_t slots() const { return slots_.size(); }
  // Returns the key in slot `i`, or kEmpty.
  u64 slot(size_t i) const { return slots_[i]; }
  size_t byte_length() const { return slots_.byte_length(); }

  bool has(Id a, Id b) const {
    if (slots_.empty()) return false;
    const u64 key = pair_key(a, b);
    for (size_t i = home(key);; i = (i + 1) & mask()) {
      if (slots_[i] == key) return true;
      if (slots_[i] == kEmpty) return false;
    }
  }

  // Reserves memory for `count` pairs in total, so that insert() cannot fail.
  [[nodiscard]] bool reserve(size_t count) {
    if (count > std::numeric_limits<size_t>::max() / 4 / sizeof(u64)) return false;
    size_t wanted = slots_.empty() ? 16 : slots_.size();
    while (wanted < count * 2) wanted *= 2;
    return wanted == slots_.size() || rehash(wanted);
  }

  // Inserts a pair. Returns true if the pair was not in the set. Sets `failed` if allocation fails.
  bool insert(Id a, Id b, bool& failed) {
    if ((size_ + 1) * 2 > slots_.size() && !reserve(size_ + 1)) {
      failed = true;
      return false;
    }
    const u64 key = pair_key(a, b);
    size_t i = home(key);
    while (slots_[i] != kEmpty) {
      if (slots_[i] == key) return false;
      i = (i + 1) & mask();
    }
    slots_[i] = key;
    ++size_;
    return true;
  }

  // Removes a pair. Returns true if the pair was in the set.
  bool erase(Id a, Id b) {
    if (slots_.empty()) return false;
    const u64 key = pair_key(a, b);
    size_t hole = home(key);
    while (slots_[hole] != key) {
      if (slots_[hole] == kEmpty) return false;
      hole = (hole + 1) & mask();
    }
    // close the gap: move later keys into it, but no key to a slot before its home slot
    for (size_t i = (hole + 1) & mask(); slots_[i] != kEmpty; i = (i + 1) & mask()) {
      const size_t distance = (i - home(slots_[i])) & mask();
      if (distance >= ((i - hole) & mask())) {
        slots_[hole] = slots_[i];
        hole = i;
      }
    }
    slots_[hole] = kEmpty;
    --size_;
    return true;
  }

  void clear() {
    for (u64& slot : slots_) slot = kEmpty;
    size_ = 0;
  }

  bool sparse() const {
    return slots() / (4 * kSparseFactor) > size_ && byte_length() > kMinSparseBytes;
  }
  // Reduces the number of slots to the minimum for the current size. If allocation fails, the
  // memory does not change.
  [[gnu::cold, gnu::noinline]] void shrink() {
    size_t wanted = 16;
    while (wanted < size_ * 2) wanted *= 2;
    if (size_ == 0) {
      slots_.release();
    } else if (wanted < slots()) {
      (void)rehash(wanted);
    }
  }

  void swap(PairSet& other) noexcept {
    slots_.swap(other.slots_);
    std::swap(size_, other.size_);
  }

 private:
  size_t mask() const { return slots_.size() - 1; }
  // Returns the first slot to probe for a key. Fibonacci hashing spreads both halves of the key
  // over the high bits.
  size_t home(u64 key) const {
    const u64 mixed = (key ^ key >> 29) * 0x9E3779B97F4A7C15u;
    return static_cast<size_t>(mixed >> 32) & mask();
  }

  [[nodiscard]] bool rehash(size_t wanted) {
    Array<u64> bigger;
    if (!bigger.resize(wanted, kEmpty)) return false;
    slots_.swap(bigger);
    for (const u64 key : bigger) {
      if (key == kEmpty) continue;
      size_t i = home(key);
      while (slots_[i] != kEmpty) i = (i + 1) & mask();
      slots_[i] = key;
    }
    return true;
  }

  Array<u64> slots_;
  size_t size_ = 0;
};

}  // namespace sapwood
