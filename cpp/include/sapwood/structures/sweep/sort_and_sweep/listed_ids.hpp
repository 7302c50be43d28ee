// Which ids the sorted lists hold, and which came or went since they were made.
//
// An id that is removed and given out again before the lists are repaired stays listed: for the
// lists its item has merely moved.
#pragma once

#include "sapwood/core/item_store.hpp"

namespace sapwood::sweep {

class ListedIds {
 public:
  // Room for ids below `id_count`, so that nothing here can fail.
  [[nodiscard]] bool reserve(size_t id_count) {
    return listed_.reserve(id_count) && pending_.reserve(id_count);
  }

  void insert(Id id) {
    while (listed_.size() <= id) listed_.push_unchecked(0);
    if (listed_[id] != 0) return;
    listed_[id] = 1;
    pending_.push_unchecked(id);
  }
  void remove() { removed_ = true; }

  // Some list may name items that are gone.
  bool removed() const { return removed_; }
  // Ids that no list has yet, in the order of their insertion; some may be gone already.
  const Array<Id>& pending() const { return pending_; }

  // The lists hold exactly the live items. Needs reserve(items.id_end()).
  template <int Dim>
  void settle(const ItemStore<Dim>& items) {
    listed_.clear();
    for (Id id = 0; id < items.id_end(); ++id) listed_.push_unchecked(items.has(id) ? 1 : 0);
    pending_.clear();
    removed_ = false;
  }

  bool listed(Id id) const { return id < listed_.size() && listed_[id] != 0; }
  size_t byte_length() const { return listed_.byte_length() + pending_.byte_length(); }

 private:
  Array<u8> listed_;   // by id: 1 = in the lists or pending
  Array<Id> pending_;  // each id at most once
  bool removed_ = false;
};

}  // namespace sapwood::sweep
