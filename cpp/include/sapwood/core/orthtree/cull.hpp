// Frustum culling over the cells with plane masks: planes that a cell is inside of are not tested
// again below it, and where none is left everything is visible.
#pragma once

#include "sapwood/core/orthtree/query.hpp"

namespace sapwood::orthtree {

template <class Tree, class Query, class Visitor>
class CullWalk {
 public:
  CullWalk(const Tree& tree, const Query& query, Visitor& visit)
      : frame_(tree.frame()), pool_(tree.pool()), query_(query), visit_(visit) {}

  u64 visits() const { return visits_; }
  u64 tests() const { return tests_; }

  // False when the visitor ended it.
  bool run() {
    if (!test_items(pool_[kOutside], FrustumQuery::kAllPlanes)) return false;
    if (pool_[kRoot].subtree == 0) return true;
    TraversalStack<CutCell, kWalkBound<3>> open(kWalkBound<3>);
    if (!test_cell(frame_.bounds(CellId<3>{}), {kRoot, FrustumQuery::kAllPlanes}, open))
      return false;
    while (!open.empty()) {
      const CutCell at = open.pop();
      const Cell<3>& cell = pool_[at.cell];
      if (!test_items(cell, at.planes)) return false;
      if (cell.children == 0) continue;
      const ChildBounds<3> bounds(frame_, cell.id());
      // last child first, so that the stack gives the first one
      for (u32 left = cell.children; left != 0;) {
        const u32 child = static_cast<u32>(std::bit_width(left)) - 1;
        left ^= 1u << child;
        const u32 index = cell.family * kChildren<3> + child;
        if (!test_cell(bounds.of(child), {index, at.planes}, open)) return false;
      }
    }
    return true;
  }

 private:
  // A cell that the planes of a mask cut.
  struct CutCell {
    u32 cell;
    u32 planes;
  };

  template <class Stack>
  bool test_cell(const Aabb<3>& bounds, const CutCell& at, Stack& open) {
    ++visits_;
    const FrustumTest test = query_.test(bounds, at.planes);
    if (test.outside) return true;
    if (test.planes == 0) return visit_subtree(pool_, at.cell, visits_, visit_);
    open.push({at.cell, test.planes});
    return true;
  }

  // What passes the planes that cut its cell passes all of them.
  bool test_items(const Cell<3>& cell, u32 planes) {
    tests_ += cell.count;
    if (cell.count == 0) return true;
    u32 lanes = CellPool<3>::first_lanes(cell);
    for (u32 at = cell.blocks; at != kNone; at = pool_.block(at).next, lanes = kLanes) {
      const ItemBlock<3>& block = pool_.block(at);
      for (u32 lane = 0; lane < lanes; ++lane) {
        if (query_.test(block.boxes.get(lane), planes).outside) continue;
        if (!visit_certain(visit_, block.ids[lane])) return false;
      }
    }
    return true;
  }

  const Frame<3>& frame_;
  const CellPool<3>& pool_;
  const Query& query_;
  Visitor& visit_;
  u64 visits_ = 0;
  u64 tests_ = 0;
};

template <class Tree, MaskedByPlanes Query, class Visitor>
Status traverse(const Tree& tree, const Query& query, QueryCounters& counters, Visitor&& visit) {
  if (tree.empty()) return Status::success();
  CullWalk<Tree, Query, std::remove_reference_t<Visitor>> walk(tree, query, visit);
  walk.run();
  counters.node_visits += walk.visits();
  counters.item_tests += walk.tests();
  return Status::success();
}

}  // namespace sapwood::orthtree
