// The items of one list of a cell: compared with each other, or made ready to look for partners in
// other lists.
#pragma once

#include "sapwood/base/scratch_array.hpp"
#include "sapwood/base/sort.hpp"
#include "sapwood/core/orthtree/cell_pool.hpp"

namespace sapwood::orthtree {

// Items that look for partners together.
template <int Dim>
struct Searchers {
  static constexpr u32 kMax = 16;  // more look one by one

  const ItemBlock<Dim>* blocks[kMax / kLanes + 1];
  u32 block_count = 0;
  u32 items = 0;
};

// Compares the items of one list with each other.
template <int Dim, class Visitor>
class ListPairs {
 public:
  using Box = Aabb<Dim>;

  ListPairs(const CellPool<Dim>& pool, Visitor& visit) : pool_(pool), visit_(visit) {}

  u64 tests() const { return tests_; }

  bool each_with_each(const Searchers<Dim>& list) {
    for (u32 i = 0; i < list.block_count; ++i) {
      const ItemBlock<Dim>& block = *list.blocks[i];
      const u32 lanes = i == 0 ? (list.items - 1) % kLanes + 1 : kLanes;
      for (u32 lane = 0; lane < lanes; ++lane) {
        const SplatBox<Dim> box(block.boxes.get(lane));
        u32 later = 0xEu << lane & 0xFu;
        for (u32 j = i; j < list.block_count; ++j, later = 0xFu) {
          u32 hits = overlap_bits(box, list.blocks[j]->boxes) & later;
          for (; hits != 0; hits &= hits - 1) {
            if (!visit_(block.ids[lane], list.blocks[j]->ids[std::countr_zero(hits)])) return false;
          }
        }
      }
    }
    tests_ += u64{list.items} * (list.items - 1) / 2;
    return true;
  }

  // Sorts along the axis on which the list is longest; `failed` when memory is not to be had.
  bool sweep(const Cell<Dim>& cell, bool& failed) {
    failed = !collect(cell);
    if (failed) return false;
    Box hull = empty_box<Dim>();
    for (const Entry& entry : entries_) hull = unite(hull, entry.box);
    const int axis = longest_axis(hull);
    sort(entries_.begin(), entries_.end(), [axis](const Entry& a, const Entry& b) {
      return a.box.min[axis] != b.box.min[axis] ? a.box.min[axis] < b.box.min[axis] : a.id < b.id;
    });
    for (const Entry* a = entries_.begin(); a != entries_.end(); ++a) {
      for (const Entry* b = a + 1; b != entries_.end(); ++b) {
        if (b->box.min[axis] > a->box.max[axis]) break;
        ++tests_;
        if (overlaps(a->box, b->box) && !visit_(a->id, b->id)) return false;
      }
    }
    return true;
  }

 private:
  struct Entry {
    Box box;
    Id id;
  };

  [[nodiscard]] bool collect(const Cell<Dim>& cell) {
    entries_.clear();
    if (!entries_.reserve(cell.count)) return false;
    u32 lanes = CellPool<Dim>::first_lanes(cell);
    for (u32 at = cell.blocks; at != kNone; at = pool_.block(at).next, lanes = kLanes) {
      const ItemBlock<Dim>& block = pool_.block(at);
      for (u32 lane = 0; lane < lanes; ++lane) {
        entries_.push_unchecked({block.boxes.get(lane), block.ids[lane]});
      }
    }
    return true;
  }

  const CellPool<Dim>& pool_;
  Visitor& visit_;
  ScratchArray<Entry, 256> entries_;
  u64 tests_ = 0;
};

// Hands the items of a cell to `one(id, box)` or, where they look together, to
// `all(searchers, hull)`. Both answer false to end it.
template <int Dim, class One, class All>
bool as_searchers(const CellPool<Dim>& pool, const Cell<Dim>& cell, One&& one, All&& all) {
  const bool together = cell.children == 0 && cell.count <= Searchers<Dim>::kMax;
  Searchers<Dim> searchers;
  searchers.items = cell.count;
  Aabb<Dim> hull = empty_box<Dim>();
  u32 lanes = CellPool<Dim>::first_lanes(cell);
  for (u32 at = cell.blocks; at != kNone; at = pool.block(at).next, lanes = kLanes) {
    const ItemBlock<Dim>& block = pool.block(at);
    if (together) searchers.blocks[searchers.block_count++] = &block;
    for (u32 lane = 0; lane < lanes; ++lane) {
      const Aabb<Dim> box = block.boxes.get(lane);
      if (together) {
        hull = unite(hull, box);
      } else if (!one(block.ids[lane], box)) {
        return false;
      }
    }
  }
  return !together || all(searchers, hull);
}

}  // namespace sapwood::orthtree
