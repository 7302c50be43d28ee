// Ids whose item was removed since the last comparison of pairs. If such an id is live again, it
// belongs to a different item, even if the box is the same. Memory: one bit per id.
#pragma once

#include "sapwood/base/array.hpp"

namespace sapwood {

class RenewedIds {
 public:
  // Makes room for ids below `count`, so that note() cannot fail.
  [[nodiscard]] bool reserve(u32 count) {
    const size_t words = count / 64 + (count % 64 != 0);
    return words <= bits_.size() || bits_.resize(words, 0);
  }
  // Needs reserve().
  void note(Id id) { bits_[id >> 6] |= u64{1} << (id & 63); }
  void note_all() { all_ = true; }

  bool has(Id id) const {
    if (all_) return true;
    const size_t word = id >> 6;
    return word < bits_.size() && (bits_[word] >> (id & 63) & 1) != 0;
  }
  void forget() {
    all_ = false;
    for (u64& word : bits_) word = 0;
  }

  // Takes over what is known of ids that now belong to another store of items.
  void succeed(RenewedIds& old) {
    if (bits_.size() < old.bits_.size()) {
      bits_.swap(old.bits_);
    } else {
      for (size_t word = 0; word < old.bits_.size(); ++word) bits_[word] = old.bits_[word];
    }
    all_ = old.all_;
  }

  size_t byte_length() const { return bits_.byte_length(); }

 private:
  Array<u64> bits_;
  bool all_ = true;  // nothing was compared yet
};

}  // namespace sapwood
