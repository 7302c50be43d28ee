// Items that wait until the next query lets them into the tree.
#pragma once

#include "sapwood/base/sort.hpp"
#include "sapwood/core/bulk_tree/leaf_map.hpp"
#include "sapwood/core/item_store.hpp"
#include "sapwood/core/validation.hpp"

namespace sapwood::static_tree {

// A list of ids; the map of the leaves says kForeign + place for each of them.
class PendingItems {
 public:
  u32 size() const { return static_cast<u32>(ids_.size()); }
  bool empty() const { return ids_.empty(); }
  const Id* begin() const { return ids_.begin(); }
  const Id* end() const { return ids_.end(); }
  size_t byte_length() const { return ids_.byte_length(); }
  void clear() { ids_.clear(); }

  static bool waits(u32 leaf) { return leaf >= bulk_tree::kForeign; }

  [[nodiscard]] bool reserve_more(size_t extra) { return ids_.reserve_more(extra); }
  // Needs room in both arrays.
  void add(Id id, bulk_tree::LeafMap& map) {
    if (id == map.size()) map.push_unchecked(kNone);
    map[id] = bulk_tree::kForeign + size();
    ids_.push_unchecked(id);
  }
  void remove(Id id, bulk_tree::LeafMap& map) {
    const u32 place = map[id] - bulk_tree::kForeign;
    const Id last = ids_.back();
    ids_[place] = last;
    map[last] = bulk_tree::kForeign + place;
    ids_.pop_back();
  }

  // By ascending id, so that the same items give the same tree whatever came and went meanwhile.
  void sort(bulk_tree::LeafMap& map) {
    sapwood::sort(ids_.begin(), ids_.end());
    for (u32 place = 0; place < size(); ++place) map[ids_[place]] = bulk_tree::kForeign + place;
  }

  template <int Dim>
  void check(const ItemStore<Dim>& items, const bulk_tree::LeafMap& map, Faults& faults) const {
    for (u32 place = 0; place < size(); ++place) {
      const Id id = ids_[place];
      const bool known = items.has(id) && map[id] == bulk_tree::kForeign + place;
      faults.require(known, "queue of pending items is wrong at place", place);
    }
  }

 private:
  Array<Id> ids_;
};

}  // namespace sapwood::static_tree
