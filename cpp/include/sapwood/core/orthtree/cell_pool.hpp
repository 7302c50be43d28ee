// The cells of an orthtree and the lists of items that hang on them.
//
// Layout: children of a cell lie side by side in a family (4 or 8 cells of 28 bytes), named by
// family * children + child index; a mask tells which of them are in use. Items of a cell are in
// blocks of four boxes, one a SIMD lane, chained from the cell: 96 bytes in 2D, 128 in 3D. Only
// the first block of a chain may have free lanes, which hold inverted boxes.
// Family 0 has the root and, in place of a sibling, the list of items outside of the world.
#pragma once

#include "sapwood/base/node_pool.hpp"
#include "sapwood/core/orthtree/cell_id.hpp"
#include "sapwood/geometry/aabb_packet.hpp"

namespace sapwood::orthtree {

inline constexpr u32 kRoot = 0;
inline constexpr u32 kOutside = 1;

template <int Dim>
struct Cell {
  u32 family;   // 4: of its children, kNone when it is not split
  u32 parent;   // 4: cell, kNone for those of family 0
  u32 blocks;   // 4: first block of its items, kNone when it has none
  u32 count;    // 4: its own items
  u32 subtree;  // 4: items of it and of all cells below
  u16 at[Dim];  // 6, 4 in 2D: see CellId
  u8 depth;     // 1: kFree in the first cell of a free family
  u8 children;  // 1: mask of those that hold items, themselves or below

  CellId<Dim> id() const {
    CellId<Dim> id;
    for (int axis = 0; axis < Dim; ++axis) id.at[axis] = at[axis];
    id.depth = depth;
    return id;
  }
};
static_assert(sizeof(Cell<2>) == 28 && sizeof(Cell<3>) == 28);

template <int Dim>
struct Family {
  static constexpr u8 kFree = 0xFF;

  Cell<Dim> cells[kChildren<Dim>];

  bool is_free() const { return cells[0].depth == kFree; }
  u32 next_free() const { return cells[0].family; }
  void make_free(u32 next) {
    cells[0].depth = kFree;
    cells[0].family = next;
  }
};

template <int Dim>
struct ItemBlock {
  AabbPacket<Dim> boxes;
  u32 ids[kLanes];  // of lanes in use
  u32 next;         // block of the chain; of the free list for a free one
  u32 cell;         // whose chain it is in, kNone while free

  bool is_free() const { return cell == kNone; }
  u32 next_free() const { return next; }
  void make_free(u32 next_block) {
    next = next_block;
    cell = kNone;
  }
};
static_assert(sizeof(ItemBlock<2>) == 96 && sizeof(ItemBlock<3>) == 128);

// Names a lane of a block.
constexpr u32 slot_at(u32 block, u32 lane) { return block * kLanes + lane; }

template <int Dim>
class CellPool {
 public:
  static constexpr u32 kFamily = kChildren<Dim>;

  bool empty() const { return families_.live() == 0; }
  const NodePool<Family<Dim>>& families() const { return families_; }
  const NodePool<ItemBlock<Dim>>& blocks() const { return blocks_; }
  size_t byte_length() const { return families_.byte_length() + blocks_.byte_length(); }

  const Cell<Dim>& operator[](u32 cell) const {
    return families_[cell / kFamily].cells[cell % kFamily];
  }
  Cell<Dim>& operator[](u32 cell) { return families_[cell / kFamily].cells[cell % kFamily]; }
  const ItemBlock<Dim>& block(u32 index) const { return blocks_[index]; }
  ItemBlock<Dim>& block(u32 index) { return blocks_[index]; }
  // Lanes in use of the first block of a cell; all others have four.
  static u32 first_lanes(const Cell<Dim>& cell) { return (cell.count - 1) % kLanes + 1; }

  // Room for that many in all.
  [[nodiscard]] bool reserve(u64 families, u64 blocks) {
    return families_.reserve(families) && blocks_.reserve(blocks);
  }
  // Room for that many more.
  [[nodiscard]] bool reserve_families(u32 extra) { return families_.reserve_more(extra); }
  [[nodiscard]] bool reserve_blocks(u32 extra) { return blocks_.reserve_more(extra); }

  // Root and outside list of an empty pool. Needs room for a family.
  void create_root() {
    const u32 family = families_.acquire();
    SAPWOOD_ASSERT(family == 0);
    for (Cell<Dim>& cell : families_[family].cells) {
      cell = {kNone, kNone, kNone, 0, 0, {}, 0, 0};
    }
  }
  void clear() {
    families_.clear();
    blocks_.clear();
  }

  // Gives a cell children, none of them in use. Needs room for a family.
  void split(u32 parent) {
    const u32 family = families_.acquire();
    const CellId<Dim> id = (*this)[parent].id();
    for (u32 child = 0; child < kFamily; ++child) {
      Cell<Dim>& cell = families_[family].cells[child];
      cell = {kNone, parent, kNone, 0, 0, {}, static_cast<u8>(id.depth + 1), 0};
      for (int axis = 0; axis < Dim; ++axis) {
        cell.at[axis] = static_cast<u16>(id.at[axis] << 1 | (child >> axis & 1u));
      }
    }
    (*this)[parent].family = family;
  }
  void release_children(u32 parent) {
    families_.release((*this)[parent].family);
    (*this)[parent].family = kNone;
    (*this)[parent].children = 0;
  }

  // Adds an item to the list of a cell; answers its slot. Needs room for a block.
  u32 append(u32 cell, Id id, const Aabb<Dim>& box) {
    Cell<Dim>& holder = (*this)[cell];
    const u32 lane = holder.count % kLanes;
    if (lane == 0) {
      const u32 fresh = blocks_.acquire();
      blocks_[fresh].boxes = empty_packet<Dim>();
      blocks_[fresh].next = holder.blocks;
      blocks_[fresh].cell = cell;
      holder.blocks = fresh;
    }
    ++holder.count;
    ItemBlock<Dim>& block = blocks_[holder.blocks];
    block.boxes.set(lane, box);
    block.ids[lane] = id;
    return slot_at(holder.blocks, lane);
  }

  // Takes an item out of its list. The last item of the first block gets its slot: answers that
  // item's id, or kNone when it was the same.
  Id take(u32 slot) {
    const u32 hole = slot / kLanes;
    Cell<Dim>& holder = (*this)[blocks_[hole].cell];
    const u32 first = holder.blocks;
    const u32 last = CellPool::first_lanes(holder) - 1;
    const bool same = slot == slot_at(first, last);
    const Id moved = same ? kNone : blocks_[first].ids[last];
    if (!same) {
      blocks_[hole].boxes.set(slot % kLanes, blocks_[first].boxes.get(last));
      blocks_[hole].ids[slot % kLanes] = moved;
    }
    --holder.count;
    if (last == 0) {
      release_first(holder);
    } else {
      blocks_[first].boxes.set_empty(last);
    }
    return moved;
  }

  // Of a chain that was taken off its cell.
  void release_block(u32 block) { blocks_.release(block); }

  // Takes the first block of a cell away, with all its items: answers how many.
  u32 take_block(u32 cell, ItemBlock<Dim>& taken) {
    Cell<Dim>& holder = (*this)[cell];
    const u32 lanes = CellPool::first_lanes(holder);
    taken = blocks_[holder.blocks];
    holder.count -= lanes;
    release_first(holder);
    return lanes;
  }

 private:
  void release_first(Cell<Dim>& holder) {
    const u32 first = holder.blocks;
    holder.blocks = blocks_[first].next;
    blocks_.release(first);
  }

  NodePool<Family<Dim>> families_;
  NodePool<ItemBlock<Dim>> blocks_;
};

}  // namespace sapwood::orthtree
