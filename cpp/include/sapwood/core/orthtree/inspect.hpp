// Numbers and pictures of a tree of cells: those cells that hold items, and the outside list.
#pragma once

#include "sapwood/core/node_dump.hpp"
#include "sapwood/core/orthtree/pairs.hpp"

namespace sapwood::orthtree {

// The outside list counts as a node, a leaf beside the root, while it has items.
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

// The smallest box around a list; its cell is the same, for it has none in the world.
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
  u32 parent;  // place in the dump
};

// The outside list if it has items, then the cells in walking order. A cell with children is a
// branch, also when it has items of its own.
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

}  // namespace sapwood::orthtree
