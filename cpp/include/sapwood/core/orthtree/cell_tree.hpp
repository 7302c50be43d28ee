// Layout and updates of the cells of an orthtree.
#pragma once

#include "sapwood/base/node_pool.hpp"
#include "sapwood/base/traversal_stack.hpp"
#include "sapwood/core/item_store.hpp"
#include "sapwood/core/orthtree/grid.hpp"
#include "sapwood/core/orthtree/rules.hpp"
#include "sapwood/geometry/aabb_packet.hpp"

namespace sapwood::orthtree {

// Cells of an orthtree and the lists of their items.
//
// Layout: the 4 or 8 children of a cell are contiguous and form a family. A cell has 28 bytes. The
// index of a cell is family * children + child index. A mask marks the children in use. Items of a
// cell are in a linked list of blocks of four boxes, one per SIMD lane: 96 bytes in 2D, 128 in 3D.
// Only the first block of a list may have free lanes, which hold inverted boxes.
//
// In family 0, the first cell is the root, and the second cell contains the outside list: the items
// outside the world.
inline constexpr u32 kRoot = 0;
inline constexpr u32 kOutside = 1;

template <int Dim>
struct Cell {
  u32 family;   // 4: family of its children, kNone if it is not split
  u32 parent;   // 4: parent cell, kNone for the cells of family 0
  u32 blocks;   // 4: first block of its items, kNone if it has none
  u32 count;    // 4: number of its own items
  u32 subtree;  // 4: number of items in it and in all cells below
  u16 at[Dim];  // 6, 4 in 2D: see CellId
  u8 depth;     // 1: kFree in the first cell of a free family
  u8 children;  // 1: mask of the children with items in their subtrees

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
  u32 next;         // next block of the cell, or of the free list
  u32 cell;         // cell whose list contains the block, kNone if it is free

  bool is_free() const { return cell == kNone; }
  u32 next_free() const { return next; }
  void make_free(u32 next_block) {
    next = next_block;
    cell = kNone;
  }
};
static_assert(sizeof(ItemBlock<2>) == 96 && sizeof(ItemBlock<3>) == 128);

constexpr u32 slot_at(u32 block, u32 lane) { return block * kLanes + lane; }

template <int Dim>
class CellPool {
 public:
  static constexpr u32 kFamily = kChildren<Dim>;

  bool empty() const { return families_.live() == 0; }
  const NodePool<Family<Dim>>& families() const { return families_; }
  const NodePool<ItemBlock<Dim>>& blocks() const { return blocks_; }
  size_t byte_length() const { return families_.byte_length() + blocks_.byte_length(); }

  bool mostly_free() const { return families_.mostly_free() || blocks_.mostly_free(); }
  [[gnu::cold, gnu::noinline]] void shrink() {
    families_.shrink();
    blocks_.shrink();
  }

  const Cell<Dim>& operator[](u32 cell) const {
    return families_[cell / kFamily].cells[cell % kFamily];
  }
  Cell<Dim>& operator[](u32 cell) { return families_[cell / kFamily].cells[cell % kFamily]; }
  const ItemBlock<Dim>& block(u32 index) const { return blocks_[index]; }
  ItemBlock<Dim>& block(u32 index) { return blocks_[index]; }
  // Returns the number of lanes in use in the first block of a cell. All other blocks use four
  // lanes.
  static u32 first_lanes(const Cell<Dim>& cell) { return (cell.count - 1) % kLanes + 1; }

  [[nodiscard]] bool reserve(u64 families, u64 blocks) {
    return families_.reserve(families) && blocks_.reserve(blocks);
  }
  [[nodiscard]] bool reserve_families(u32 extra) { return families_.reserve_more(extra); }
  [[nodiscard]] bool reserve_blocks(u32 extra) { return blocks_.reserve_more(extra); }

  // Creates the root and the outside list of an empty pool. Requires reserved memory for one group
  // of sibling cells.
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

  // Creates the children of a cell, without items. Requires reserved memory for one group of
  // sibling cells.
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

  // Adds an item to the list of a cell and returns its slot. Requires reserved memory for one
  // block.
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

  // Removes an item from its list. The last item of the first block moves to its slot. Returns the
  // id of the moved item, or kNone.
  Id remove(u32 slot) {
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

  // Releases a block. Its list must already be detached from the cell.
  void release_block(u32 block) { blocks_.release(block); }

  // Copies the first block of a cell to `taken` and removes it from the cell with all its items.
  // Returns the number of items.
  u32 remove_block(u32 cell, ItemBlock<Dim>& taken) {
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

// Tree of cells in which each item is in one cell. It links and unlinks items, and splits and
// collapses cells.
//
// Rule determines a target cell for each item. The item is in the deepest cell in use on the path
// to its target cell. If a cell would hold more than `capacity` items and the target cells of some
// of its items are deeper, it is split and these items move down. If at most half of the capacity
// is left in the subtree of a cell, the cell is collapsed. The lower limit avoids a split each time
// that the same item leaves and returns. Cells without items are not in use. With preallocated
// levels, all cells are created at the start and each item is in its target cell; the subtree
// counts show which cells hold items.
//
// Linking an item requires memory for only one block. If the memory of a split cannot be allocated,
// the split is postponed: the cell holds more items than its capacity, and results stay correct.
template <class Rule>
class CellTree {
 public:
  static constexpr int kDim = Rule::kDim;
  using Box = Aabb<kDim>;

  explicit CellTree(const CellPolicy& policy) : rule_(Grid<kDim>(), policy, 0), policy_(policy) {}

  const Rule& rule() const { return rule_; }
  const CellPolicy& policy() const { return policy_; }
  const Frame<kDim>& frame() const { return rule_.frame(); }
  const CellPool<kDim>& pool() const { return pool_; }
  const Array<u32>& slots() const { return slots_; }
  bool empty() const { return pool_.empty(); }
  // Returns the number of cells that hold items or have descendants that hold items. Returns 0 if
  // all items are outside the world.
  u32 cells_in_use() const { return cells_in_use_; }
  u32 outsiders() const { return empty() ? 0 : pool_[kOutside].count; }
  // Returns true if a split was postponed because allocation failed.
  bool split_postponed() const { return split_postponed_; }
  size_t byte_length() const { return pool_.byte_length() + slots_.byte_length(); }

  u32 cell_of(Id id) const { return pool_.block(slots_[id] / kLanes).cell; }
  u32 child_cell(u32 parent, u32 child) const {
    return pool_[parent].family * kChildren<kDim> + child;
  }

  // Returns true if most cells or blocks are free.
  bool mostly_free() const { return pool_.mostly_free(); }
  [[gnu::cold, gnu::noinline]] void shrink(u32 id_end) {
    pool_.shrink();
    slots_.shrink_to(id_end);
  }

  void clear() {
    pool_.clear();
    slots_.clear();
    cells_in_use_ = 0;
    split_postponed_ = false;
  }

  // Reserves memory for start() and for items added later: `families` groups of sibling cells,
  // `blocks` blocks of items, and ids below `id_end`. With preallocated levels, reserves memory for
  // all cells of these levels and ignores `families`.
  [[nodiscard]] bool reserve(const Rule& rule, u32 families, u32 blocks, u32 id_end) {
    const u64 ahead = policy_.preallocated() ? families_above(rule.frame().limit()) : families;
    return slots_.reserve(id_end) && pool_.reserve(ahead + 1, blocks);
  }
  // Removes all items and cells, and uses the world of `rule`. Requires reserve().
  void start(const Rule& rule, u32 id_end) {
    clear();
    rule_ = rule;
    pool_.create_root();
    if (policy_.preallocated()) preallocate();
    for (Id id = 0; id < id_end; ++id) slots_.push_unchecked(kNone);
  }

  [[nodiscard]] bool reserve_links(u32 count, u32 id_end) {
    const size_t more = id_end > slots_.size() ? id_end - slots_.size() : 0;
    return slots_.reserve_more(more) && pool_.reserve_blocks(count);
  }

  // Returns true if a moved item may stay in its cell. `inside` and `place` are the results of
  // Rule::place() for the new box. If the item stays, the caller must call replace_box().
  bool stays(Id id, bool inside, const CellId<kDim>& place) const {
    const u32 at = cell_of(id);
    if (!inside || at == kOutside) return !inside && at == kOutside;
    const Cell<kDim>& cell = pool_[at];
    if (place.depth < cell.depth || !(ancestor_of(place, cell.depth) == cell.id())) return false;
    return place.depth == cell.depth || (cell.family == kNone && cell.count <= policy_.capacity);
  }
  void replace_box(Id id, const Box& box) {
    pool_.block(slots_[id] / kLanes).boxes.set(slots_[id] % kLanes, box);
  }

  // Adds an item. `inside` and `place` are the results of Rule::place(). Requires reserve_links().
  void link(Id id, const Box& box, bool inside, const CellId<kDim>& place) {
    while (slots_.size() <= id) slots_.push_unchecked(kNone);
    if (!inside) {
      slots_[id] = pool_.append(kOutside, id, box);
      return;
    }
    const u32 cell = descend(place);
    slots_[id] = pool_.append(cell, id, box);
    if (overfull(cell, place.depth)) split(cell);
  }

  void unlink(Id id) {
    const u32 slot = slots_[id];
    const u32 cell = pool_.block(slot / kLanes).cell;
    const Id moved = pool_.remove(slot);
    if (moved != kNone) slots_[moved] = slot;
    slots_[id] = kNone;
    if (cell != kOutside) ascend(cell);
  }

  // use_root(), use_child() and append() are for the builder, which creates cells in traversal
  // order and has already counted their items.
  void use_root(u32 items) {
    pool_[kRoot].subtree = items;
    cells_in_use_ = items == 0 ? 0 : 1;
  }
  u32 use_child(u32 parent, u32 child, u32 items) {
    if (pool_[parent].family == kNone) pool_.split(parent);
    pool_[parent].children = static_cast<u8>(pool_[parent].children | 1u << child);
    const u32 cell = child_cell(parent, child);
    pool_[cell].subtree = items;
    ++cells_in_use_;
    return cell;
  }
  void append(u32 cell, Id id, const Box& box) { slots_[id] = pool_.append(cell, id, box); }

 private:
  static constexpr u32 kMaxSplits = kDeepest * kChildren<kDim>;  // the children of each level

  static u64 families_above(u32 limit) {
    u64 families = 0;
    for (u32 depth = 0; depth < limit; ++depth) families = families * kChildren<kDim> + 1;
    return families;
  }

  // Creates all preallocated cells, level by level. A family is a group of sibling cells. The
  // children of family f follow the children of all earlier families.
  void preallocate() {
    const u64 families = families_above(frame().limit());
    if (families > 0) pool_.split(kRoot);
    for (u32 family = 1; pool_.families().live() <= families; ++family) {
      for (u32 child = 0; child < kChildren<kDim>; ++child) {
        pool_.split(family * kChildren<kDim> + child);
      }
    }
  }

  // Returns the deepest existing cell on the path to the cell `place`, and adds one item to the
  // count of every cell on the path.
  u32 descend(const CellId<kDim>& place) {
    if (pool_[kRoot].subtree++ == 0) ++cells_in_use_;
    u32 at = kRoot;
    for (u32 depth = 0; depth < place.depth && pool_[at].family != kNone; ++depth) {
      at = enter_child(at, child_towards(place, depth));
    }
    return at;
  }

  // Subtracts one item from the counts of a cell and its ancestors. Marks empty cells as unused.
  // Collapses the highest cell whose subtree holds at most half of the capacity, rounded up.
  void ascend(u32 cell) {
    const u32 sparse = (policy_.capacity + 1) / 2;
    u32 collapsing = kNone;
    for (u32 at = cell; at != kNone;) {
      const u32 parent = pool_[at].parent;
      if (--pool_[at].subtree == 0) {
        drop(at);
      } else if (pool_[at].family != kNone && pool_[at].subtree <= sparse) {
        collapsing = at;
      }
      at = parent;
    }
    if (collapsing != kNone && !policy_.preallocated()) collapse(collapsing);
  }

  void drop(u32 at) {
    --cells_in_use_;
    if (at == kRoot) return;
    const u32 parent = pool_[at].parent;
    const u32 bit = 1u << at % kChildren<kDim>;
    pool_[parent].children = static_cast<u8>(pool_[parent].children & ~bit);
    if (pool_[parent].children == 0 && !policy_.preallocated()) pool_.release_children(parent);
  }

  // Moves all items below the cell `top` into this cell. Blocks are released before their items are
  // added, so there is always enough memory.
  void collapse(u32 top) {
    for (u32 at = top;;) {
      if (pool_[at].children != 0) {
        at = child_cell(at, static_cast<u32>(std::countr_zero(pool_[at].children)));
        continue;
      }
      if (at == top) return;
      const u32 parent = pool_[at].parent;
      ItemBlock<kDim> block;
      while (pool_[at].count != 0) {
        const u32 lanes = pool_.remove_block(at, block);
        for (u32 lane = 0; lane < lanes; ++lane) put(top, block, lane);
      }
      drop(at);
      at = parent;
    }
  }

  void put(u32 cell, const ItemBlock<kDim>& from, u32 lane) {
    slots_[from.ids[lane]] = pool_.append(cell, from.ids[lane], from.boxes.get(lane));
  }

  bool belongs_deeper(const Box& box, u32 depth) const {
    CellId<kDim> place;
    return rule_.place(box, place) && place.depth > depth;
  }

  bool any_belongs_deeper(const Cell<kDim>& cell) const {
    u32 lanes = CellPool<kDim>::first_lanes(cell);
    for (u32 at = cell.blocks; at != kNone; at = pool_.block(at).next, lanes = kLanes) {
      for (u32 lane = 0; lane < lanes; ++lane) {
        if (belongs_deeper(pool_.block(at).boxes.get(lane), cell.depth)) return true;
      }
    }
    return false;
  }

  // Returns true if a cell should be split because of the item that was just added. `depth` is the
  // depth of the cell to which the new item belongs.
  bool overfull(u32 at, u32 depth) const {
    const Cell<kDim>& cell = pool_[at];
    if (cell.count <= policy_.capacity || cell.family != kNone || cell.depth >= frame().limit()) {
      return false;
    }
    // Checks only the new item if the cell already exceeded its capacity and no split was
    // postponed, because the other items then do not belong deeper.
    if (cell.count > policy_.capacity + 1 && !split_postponed_) return depth > cell.depth;
    return any_belongs_deeper(cell);
  }

  void split(u32 top) {
    TraversalStack<u32, kMaxSplits> open(kMaxSplits);
    open.push(top);
    while (!open.empty()) {
      const u32 parent = open.pop();
      if (!pool_.reserve_families(1) || !pool_.reserve_blocks(kChildren<kDim> + 1)) {
        split_postponed_ = true;
        return;
      }
      pool_.split(parent);
      distribute_items(parent);
      for (u32 left = pool_[parent].children; left != 0; left &= left - 1) {
        const u32 child = child_cell(parent, static_cast<u32>(std::countr_zero(left)));
        const Cell<kDim>& cell = pool_[child];
        const bool over = cell.count > policy_.capacity && cell.depth < frame().limit();
        if (over && any_belongs_deeper(cell)) open.push(child);
      }
    }
  }

  // Moves the items of a cell that belong deeper to its children, and leaves the others in the
  // cell. No child may be in use.
  void distribute_items(u32 parent) {
    const u32 depth = pool_[parent].depth;
    u32 chain = pool_[parent].blocks;
    u32 lanes = CellPool<kDim>::first_lanes(pool_[parent]);
    pool_[parent].blocks = kNone;
    pool_[parent].count = 0;
    for (; chain != kNone; lanes = kLanes) {
      const ItemBlock<kDim> block = pool_.block(chain);
      pool_.release_block(chain);
      chain = block.next;
      for (u32 lane = 0; lane < lanes; ++lane) {
        CellId<kDim> place;
        const bool deeper = rule_.place(block.boxes.get(lane), place) && place.depth > depth;
        put(deeper ? enter_child(parent, child_towards(place, depth)) : parent, block, lane);
      }
    }
  }

  // Marks a child as used and adds one item to its count. Returns the cell of the child.
  u32 enter_child(u32 parent, u32 child) {
    pool_[parent].children = static_cast<u8>(pool_[parent].children | 1u << child);
    const u32 cell = child_cell(parent, child);
    if (pool_[cell].subtree++ == 0) ++cells_in_use_;
    return cell;
  }

  Rule rule_;
  CellPolicy policy_;
  CellPool<kDim> pool_;
  Array<u32> slots_;  // by id: block * 4 + lane; kNone for free ids
  u32 cells_in_use_ = 0;
  bool split_postponed_ = false;
};

}  // namespace sapwood::orthtree
