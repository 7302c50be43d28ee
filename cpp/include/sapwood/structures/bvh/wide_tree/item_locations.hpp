// Where each item is: its slot in the tree, or its slot among the pending items. Made by the first
// verb that needs it, so that who only builds and asks does without.
#pragma once

#include "sapwood/core/pending_list.hpp"
#include "sapwood/structures/bvh/wide_tree/tree.hpp"

namespace sapwood::wide_tree {

class ItemLocations {
 public:
  static constexpr u32 kPending = 0x80000000u;
  static constexpr u32 pending_place(u32 slot) { return slot | kPending; }
  static constexpr bool waits(u32 place) { return (place & kPending) != 0; }
  static constexpr u32 slot(u32 place) { return place & ~kPending; }

  bool known() const { return known_; }
  u32 of(Id id) const { return locations_[id]; }
  void set(Id id, u32 place) { locations_[id] = place; }
  size_t byte_length() const { return locations_.byte_length(); }

  // Finds every item; false when the memory is not to be had.
  template <int Dim>
  [[nodiscard]] bool find(const Tree<Dim>& tree, const PendingList<Dim>& pending, u32 id_end) {
    if (known_) return true;
    locations_.clear();
    if (!locations_.resize(id_end, kNone)) return false;
    for (u32 slot = 0; slot < tree.slot_count(); ++slot) {
      if (tree.id(slot) != kNone) locations_[tree.id(slot)] = slot;
    }
    for (u32 slot = 0; slot < pending.size(); ++slot)
      locations_[pending.id(slot)] = pending_place(slot);
    known_ = true;
    return true;
  }

  // Room for the place of one id more.
  [[nodiscard]] bool reserve_one() { return !known_ || locations_.reserve_more(1); }
  // The place of a new item, whose id may be the next one. Needs reserve_one().
  void add(Id id, u32 place) {
    if (!known_) return;
    if (id == locations_.size()) locations_.push_unchecked(kNone);
    locations_[id] = place;
  }

  // Everything is somewhere else.
  void forget() {
    locations_.clear();
    known_ = false;
  }

 private:
  Array<u32> locations_;  // by id, kNone where there is no item
  bool known_ = false;
};

}  // namespace sapwood::wide_tree
