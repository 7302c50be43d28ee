// Which items are asleep: those of islands that have come to rest (Gaul). All others are awake.
#pragma once

#include "sapwood/base/array.hpp"

namespace sapwood::dynamic_tree {

class Sleepers {
 public:
  bool has(Id id) const { return id < asleep_.size() && asleep_[id] != 0; }
  size_t byte_length() const { return asleep_.byte_length(); }

  // False when the memory is not to be had.
  [[nodiscard]] bool set(Id id, bool asleep) {
    if (id >= asleep_.size()) {
      const size_t wanted = size_t{id} + 1;
      if (!asleep) return true;
      if (!asleep_.reserve_more(wanted - asleep_.size()) || !asleep_.resize(wanted, 0))
        return false;
    }
    asleep_[id] = asleep ? 1 : 0;
    return true;
  }
  void wake(Id id) {
    if (id < asleep_.size()) asleep_[id] = 0;
  }
  void wake_all() { asleep_.clear(); }

 private:
  Array<u8> asleep_;  // by id; those beyond the end are awake
};

}  // namespace sapwood::dynamic_tree
