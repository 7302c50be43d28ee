// Nodes of a quadtree with buckets, and where its items are.
//
// Cells are half open, [min, max), so that every point lies in exactly one leaf; those at the rim
// of the root reach to infinity, so that no point lies in none. An item is in every leaf whose cell
// it touches. Children lie next to each other, child x + 2 y + 4 z.
#pragma once

#include "sapwood/core/item_packets.hpp"
#include "sapwood/core/item_store.hpp"

namespace sapwood::quadtree {

template <int Dim>
inline constexpr u32 kChildren = 1u << Dim;

template <int Dim>
struct Node {
  Aabb<Dim> bounds;  // exact union of the items; empty where nothing is
  Aabb<Dim> cell;
  u32 first;  // first child, or the leaf's first packet
  u32 kind;   // kBranch, or kLeaf + number of slots

  static constexpr u32 kBranch = 0;
  static constexpr u32 kLeaf = 1;

  bool is_leaf() const { return kind >= kLeaf; }
  SlotRun run() const { return {first, kind - kLeaf}; }
};

// Whether an item touches a cell.
template <int Dim>
bool touches(const Aabb<Dim>& item, const Aabb<Dim>& cell) {
  bool apart = false;
  for (int axis = 0; axis < Dim; ++axis) {
    apart |= (item.min[axis] >= cell.max[axis]) | (item.max[axis] < cell.min[axis]);
  }
  return !apart;
}

// Whether the lower corner of the intersection of two boxes that overlap lies in a cell: so for
// exactly one of the leaves that hold both (Dittrich and Seeger, Data Redundancy and Duplicate
// Detection in Spatial Join Processing, 2000).
template <int Dim>
[[gnu::always_inline]] inline bool meet_in(const Aabb<Dim>& a, const Aabb<Dim>& b,
                                           const Aabb<Dim>& cell) {
  bool within = true;
  for (int axis = 0; axis < Dim; ++axis) {
    const f32 corner = a.min[axis] > b.min[axis] ? a.min[axis] : b.min[axis];
    within &= (corner >= cell.min[axis]) & (corner < cell.max[axis]);
  }
  return within;
}

template <int Dim>
Aabb<Dim> cut(const Aabb<Dim>& box, const Aabb<Dim>& cell) {
  Aabb<Dim> part;
  for (int axis = 0; axis < Dim; ++axis) {
    part.min[axis] = box.min[axis] > cell.min[axis] ? box.min[axis] : cell.min[axis];
    part.max[axis] = box.max[axis] < cell.max[axis] ? box.max[axis] : cell.max[axis];
  }
  return part;
}

template <int Dim>
Aabb<Dim> everywhere() {
  Aabb<Dim> cell;
  for (int axis = 0; axis < Dim; ++axis) {
    cell.min[axis] = -HUGE_VALF;
    cell.max[axis] = HUGE_VALF;
  }
  return cell;
}

// The slots of each item, chained in the order of the leaves.
template <int Dim>
class Slots {
 public:
  const ItemPackets<Dim>& packets() const { return packets_; }
  u32 count() const { return packets_.count(); }

  bool placed(Id id) const { return id < first_.size() && first_[id] != kNone; }
  // First slot of a placed item, and the one after `slot`; kNone at the end.
  u32 first_slot(Id id) const { return first_[id]; }
  u32 next_slot(u32 slot) const { return next_[slot]; }

  // Number of an item among those that have several slots; kNone for the others.
  u32 several(Id id) const { return several_[id]; }
  u32 several_count() const { return several_count_; }

  // Room for `slots`, of ids below `id_count`.
  [[nodiscard]] bool reserve(size_t slots, size_t id_count) {
    return packets_.reserve(slots) && next_.reserve(slots) && first_.reserve(id_count) &&
           last_.reserve(id_count) && several_.reserve(id_count);
  }
  // Room for ids below `id_count`, by halves more than that.
  [[nodiscard]] bool reserve_ids(size_t id_count) {
    if (id_count <= first_.size()) return true;
    const size_t extra = id_count - first_.size();
    return first_.reserve_more(extra) && last_.reserve_more(extra) && several_.reserve_more(extra);
  }

  void start(u32 id_count) {
    packets_.clear();
    next_.clear();
    first_.clear();
    last_.clear();
    several_.clear();
    several_count_ = 0;
    know(id_count);
  }
  void know(u32 id_count) {
    while (first_.size() < id_count) {
      first_.push_unchecked(kNone);
      last_.push_unchecked(kNone);
      several_.push_unchecked(kNone);
    }
  }

  void append(Id id, const Aabb<Dim>& box) {
    const u32 slot = packets_.append(id, box);
    while (next_.size() <= slot) next_.push_unchecked(kNone);
    if (first_[id] == kNone) {
      first_[id] = slot;
    } else {
      next_[last_[id]] = slot;
      if (several_[id] == kNone) several_[id] = several_count_++;
    }
    last_[id] = slot;
  }
  void close_packet() { packets_.close_packet(); }

  void set(Id id, const Aabb<Dim>& box) {
    for (u32 slot = first_[id]; slot != kNone; slot = next_[slot]) packets_.set(slot, box);
  }
  void vacate(Id id) {
    for (u32 slot = first_[id]; slot != kNone; slot = next_[slot]) packets_.vacate(slot);
    first_[id] = last_[id] = several_[id] = kNone;
  }

  size_t byte_length() const {
    return packets_.byte_length() + next_.byte_length() + first_.byte_length() +
           last_.byte_length() + several_.byte_length();
  }

 private:
  ItemPackets<Dim> packets_;
  Array<u32> next_;     // by slot
  Array<u32> first_;    // by id
  Array<u32> last_;     // by id
  Array<u32> several_;  // by id
  u32 several_count_ = 0;
};

}  // namespace sapwood::quadtree
