// Statistics, node dump and validation of the cells of an orthtree.
#pragma once

#include "sapwood/core/node_dump.hpp"
#include "sapwood/core/orthtree/cell_tree.hpp"
#include "sapwood/core/orthtree/pairs.hpp"
#include "sapwood/core/validation.hpp"

namespace sapwood::orthtree {

// Computes the statistics of the cells. The outside list counts as a leaf if it has items.
template <class Tree>
void measure(const Tree& tree, IndexStats& stats) {
  if (tree.empty()) return;
  const auto& pool = tree.pool();
  const bool outside = pool[kOutside].count != 0;
  stats.nodes = static_cast<f64>(tree.cells_in_use()) + (outside ? 1 : 0);
  stats.leaves = outside ? 1 : 0;
  stats.height = 0;
  TraversalStack<u32, kWalkBound<Tree::kDim>> open(kWalkBound<Tree::kDim>);
  if (pool[kRoot].subtree != 0) open.push(kRoot);
  while (!open.empty()) {
    const auto& cell = pool[open.pop()];
    if (cell.children == 0) stats.leaves += 1;
    if (cell.depth > stats.height) stats.height = cell.depth;
    for (u32 left = cell.children; left != 0; left &= left - 1) {
      open.push(cell.family * kChildren<Tree::kDim> + static_cast<u32>(std::countr_zero(left)));
    }
  }
}

// Returns the union of the boxes in a list. In the dump, this box is both the bounds and the cell
// of the outside list.
template <int Dim>
Aabb<Dim> hull_of(const CellPool<Dim>& pool, const Cell<Dim>& list) {
  Aabb<Dim> hull = empty_box<Dim>();
  u32 lanes = CellPool<Dim>::first_lanes(list);
  for (u32 at = list.blocks; at != kNone; at = pool.block(at).next, lanes = kLanes) {
    for (u32 lane = 0; lane < lanes; ++lane) hull = unite(hull, pool.block(at).boxes.get(lane));
  }
  return hull;
}

template <int Dim>
void dump_items(const CellPool<Dim>& pool, const Cell<Dim>& cell, u32 place, NodeDump& dump) {
  FunctionVisitor add([&](Id id) {
    dump.add_item(place, id);
    return true;
  });
  visit_all(pool, cell, add);
}

struct DumpedCell {
  u32 cell;
  u32 parent;  // index in the dump
};

// Writes the outside list, if it has items, then the cells in traversal order. A cell with children
// is a branch, even if it has items of its own.
template <class Tree>
Status dump(const Tree& tree, u32 items, NodeDump& dump) {
  constexpr int kDim = Tree::kDim;
  dump.clear();
  if (tree.empty()) return Status::success();
  const auto& pool = tree.pool();
  const size_t count = size_t{tree.cells_in_use()} + 1;
  if (!dump.reserve(count, items, kDim) || !dump.reserve_cells(count, kDim)) {
    return Status::out_of_memory();
  }
  if (pool[kOutside].count != 0) {
    const Aabb<kDim> hull = hull_of(pool, pool[kOutside]);
    const u32 place = dump.add_node(hull, 0, kNone, NodeKind::kLeaf, kOutside);
    dump.add_cell(hull);
    dump_items(pool, pool[kOutside], place, dump);
  }
  TraversalStack<DumpedCell, kWalkBound<kDim>> open(kWalkBound<kDim>);
  if (pool[kRoot].subtree != 0) open.push({kRoot, kNone});
  while (!open.empty()) {
    const DumpedCell at = open.pop();
    const auto& cell = pool[at.cell];
    const NodeKind kind = cell.children == 0 ? NodeKind::kLeaf : NodeKind::kBranch;
    const u32 place =
        dump.add_node(tree.frame().bounds(cell.id()), cell.depth, at.parent, kind, at.cell);
    if (place == NodeDump::kSkipped) continue;
    dump.add_cell(tree.frame().grid().cell(cell.id()));
    dump_items(pool, cell, place, dump);
    for (u32 left = cell.children; left != 0;) {
      const u32 child = static_cast<u32>(std::bit_width(left)) - 1;
      left ^= 1u << child;
      open.push({cell.family * kChildren<kDim> + child, place});
    }
  }
  return Status::success();
}

// Checks every invariant of a tree of cells. All expected values are recomputed from links and from
// the boxes of the items.
template <class Rule>
class CellValidator {
 public:
  static constexpr int kDim = Rule::kDim;

  CellValidator(const CellTree<Rule>& tree, const ItemStore<kDim>& items, Faults& faults)
      : tree_(tree), pool_(tree.pool()), items_(items), faults_(faults) {}

  void run() {
    if (tree_.empty()) {
      faults_.require(items_.size() == 0, "no cells for items:", items_.size());
      return;
    }
    const bool sound = pool_.families().sound() && pool_.blocks().sound();
    if (!faults_.require(sound,
                         "free list or live count broken, families:", pool_.families().live())) {
      return;
    }
    for (u32 family = 0; family < pool_.families().slots(); ++family) {
      if (pool_.families()[family].is_free()) continue;
      for (u32 child = 0; child < kChildren<kDim>; ++child) {
        check_cell(family * kChildren<kDim> + child);
      }
    }
    faults_.require(in_use_ == tree_.cells_in_use(),
                    "wrong count of cells in use:", tree_.cells_in_use());
    faults_.require(blocks_ == pool_.blocks().live(), "item blocks outside of lists, of",
                    pool_.blocks().live());
    check_items();
  }

 private:
  void check_cell(u32 at) {
    const Cell<kDim>& cell = pool_[at];
    check_list(at);
    if (at / kChildren<kDim> == 0) {
      faults_.require(cell.parent == kNone && cell.depth == 0, "parent above the root", at);
      if (at != kRoot) return;
    } else {
      check_place(at);
    }
    check_counts(at);
    if (cell.subtree != 0) ++in_use_;
    check_capacity(at);
  }

  // Checks that a cell is one of the children of its parent, and that its coordinates match its
  // child index.
  void check_place(u32 at) {
    const Cell<kDim>& cell = pool_[at];
    const u32 cells = pool_.families().slots() * kChildren<kDim>;
    if (!faults_.require(cell.parent < cells, "parent out of range of cell", at)) return;
    const Cell<kDim>& parent = pool_[cell.parent];
    faults_.require(parent.family == at / kChildren<kDim>, "parent without this child:", at);
    faults_.require(cell.depth == parent.depth + 1u && cell.depth <= tree_.frame().limit(),
                    "depth wrong in cell", at);
    faults_.require(
        child_index(cell.id()) == at % kChildren<kDim> && parent_of(cell.id()) == parent.id(),
        "place wrong of cell", at);
    const bool marked = (parent.children >> at % kChildren<kDim> & 1u) != 0;
    faults_.require(marked == (cell.subtree != 0), "wrong bit in the parent for cell", at);
  }

  void check_counts(u32 at) {
    const Cell<kDim>& cell = pool_[at];
    u64 sum = cell.count;
    for (u32 left = cell.children; left != 0; left &= left - 1) {
      sum += pool_[tree_.child_cell(at, static_cast<u32>(std::countr_zero(left)))].subtree;
    }
    faults_.require(sum == cell.subtree, "wrong number of items below cell", at);
    const bool ahead = tree_.policy().preallocated();
    const bool split = cell.family != kNone;
    const bool needed = ahead ? cell.depth < tree_.frame().limit() : cell.children != 0;
    faults_.require(split == needed, "children are unnecessary or missing in cell", at);
  }

  void check_list(u32 at) {
    const Cell<kDim>& cell = pool_[at];
    u32 left = cell.count;
    u32 lanes = cell.count == 0 ? 0 : CellPool<kDim>::first_lanes(cell);
    for (u32 block = cell.blocks; block != kNone; lanes = kLanes) {
      if (!faults_.require(left >= lanes && lanes != 0 && block < pool_.blocks().slots(),
                           "item list too long of cell", at)) {
        return;
      }
      check_block(block, at, lanes);
      left -= lanes;
      ++blocks_;
      block = pool_.block(block).next;
    }
    faults_.require(left == 0, "item list too short in cell", at);
  }

  void check_block(u32 index, u32 at, u32 lanes) {
    const ItemBlock<kDim>& block = pool_.block(index);
    faults_.require(block.cell == at, "block in the list of another cell:", index);
    for (u32 lane = 0; lane < kLanes; ++lane) {
      const Aabb<kDim> box = block.boxes.get(lane);
      if (lane >= lanes) {
        faults_.require(box == empty_box<kDim>(), "free lane with a box in block", index);
        continue;
      }
      const Id id = block.ids[lane];
      if (!faults_.require(items_.has(id), "removed item in block", index)) continue;
      faults_.require(id < tree_.slots().size() && tree_.slots()[id] == slot_at(index, lane),
                      "link does not lead to the place of id", id);
      faults_.require(box == items_.box(id), "box in the cell differs from the item", id);
      check_home(id, at);
    }
  }

  // Checks that the item is in the deepest existing cell on the path to the cell that Rule::place()
  // returns.
  void check_home(Id id, u32 at) {
    CellId<kDim> place;
    const bool inside = tree_.rule().place(items_.box(id), place);
    if (!faults_.require(inside == (at != kOutside), "item wrongly inside or outside of the world",
                         id) ||
        !inside) {
      return;
    }
    const Cell<kDim>& cell = pool_[at];
    const bool home = place.depth >= cell.depth && ancestor_of(place, cell.depth) == cell.id() &&
                      (place.depth == cell.depth || cell.family == kNone);
    faults_.require(home, "item in the wrong cell", id);
    faults_.require(contains(tree_.frame().bounds(cell.id()), items_.box(id)),
                    "item beyond the bounds of its cell", id);
    const bool could_sink = cell.count > tree_.policy().capacity && place.depth > cell.depth;
    faults_.require(!could_sink || tree_.split_postponed(),
                    "item in a crowded cell that could sink", id);
  }

  void check_capacity(u32 at) {
    const Cell<kDim>& cell = pool_[at];
    if (tree_.policy().preallocated() || cell.family == kNone) return;
    bool deeper = false;
    for (u32 left = cell.children; left != 0; left &= left - 1) {
      deeper |= pool_[tree_.child_cell(at, static_cast<u32>(std::countr_zero(left)))].subtree != 0;
    }
    faults_.require(deeper, "split cell without items below:", at);
  }

  void check_items() {
    if (!faults_.require(tree_.slots().size() >= items_.id_end(), "links missing from id",
                         static_cast<u32>(tree_.slots().size()))) {
      return;
    }
    u32 linked = 0;
    for (Id id = 0; id < tree_.slots().size(); ++id) {
      const bool live = id < items_.id_end() && items_.has(id);
      faults_.require(live == (tree_.slots()[id] != kNone), "wrong link for id", id);
      linked += live ? 1 : 0;
    }
    faults_.require(linked == items_.size(), "items without a link, of", items_.size());
    const u64 held = u64{pool_[kRoot].subtree} + pool_[kOutside].count;
    faults_.require(held == items_.size(), "wrong number of items in cells, expected",
                    items_.size());
  }

  const CellTree<Rule>& tree_;
  const CellPool<kDim>& pool_;
  const ItemStore<kDim>& items_;
  Faults& faults_;
  u32 in_use_ = 0;
  u32 blocks_ = 0;
};

}  // namespace sapwood::orthtree
