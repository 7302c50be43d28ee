// Traversals of the cells for one query. Cells contain no bounds. The bounds of children are
// computed four at a time from the integer coordinates of their parent.
//
// Node visits count the cells that were tested, and all descendants of a cell that the query
// contains. Item tests count the items that were compared. The items in a cell that the query
// contains, and in its descendants, are all hits and are not compared.
#pragma once

#include <concepts>

#include "sapwood/base/status.hpp"
#include "sapwood/core/orthtree/cell_tree.hpp"
#include "sapwood/core/trace.hpp"
#include "sapwood/core/visitors.hpp"
#include "sapwood/geometry/box_query.hpp"

namespace sapwood::orthtree {

// Maximum number of cells on the stack. Each step pops one cell and pushes at most all of its
// children.
template <int Dim>
inline constexpr size_t kWalkBound = kDeepest*(kChildren<Dim> - 1) + 1;

template <class Query>
concept BoxShaped = std::same_as<Query, BoxQuery<Query::kDim>>;

template <int Dim, class Visitor>
bool visit_all(const CellPool<Dim>& pool, const Cell<Dim>& cell, Visitor& visit) {
  if (cell.count == 0) return true;
  u32 lanes = CellPool<Dim>::first_lanes(cell);
  for (u32 at = cell.blocks; at != kNone; at = pool.block(at).next, lanes = kLanes) {
    if (!visit.accept_range(pool.block(at).ids, lanes)) return false;
  }
  return true;
}

template <int Dim, class Query, class Visitor>
bool visit_touched(const CellPool<Dim>& pool, const Cell<Dim>& cell, const Query& query,
                   Visitor& visit) {
  for (u32 at = cell.blocks; at != kNone; at = pool.block(at).next) {
    const ItemBlock<Dim>& block = pool.block(at);
    const u32 hits = query.may_touch4(block.boxes);
    if (!visit.passed_lanes(query, block.ids, block.boxes, hits)) return false;
  }
  return true;
}

template <int Dim, class Visitor>
bool visit_subtree(const CellPool<Dim>& pool, u32 top, u64& visits, Visitor& visit, auto&& trace) {
  TraversalStack<u32, kWalkBound<Dim>> open(kWalkBound<Dim>);
  open.push(top);
  while (!open.empty()) {
    const u32 at = open.pop();
    const Cell<Dim>& cell = pool[at];
    trace.step(at == top ? Step::kCovered : Step::kBelow, at);
    if (cell.count != 0) trace.step(Step::kTaken, at, cell.count);
    if (!visit_all(pool, cell, visit)) return false;
    visits += static_cast<u32>(std::popcount(cell.children));
    for (u32 left = cell.children; left != 0;) {
      const u32 child = static_cast<u32>(std::bit_width(left)) - 1;
      left ^= 1u << child;
      open.push(cell.family * kChildren<Dim> + child);
    }
  }
  return true;
}

// Tests whether the query contains the bounds of a cell. A box query skips the test at depths whose
// cells are larger than its box.
template <class Query>
class Coverage {
 public:
  static constexpr int kDim = Query::kDim;

  Coverage(const Frame<kDim>& frame, const Query& query) : query_(query) {
    if constexpr (BoxShaped<Query>) {
      f32 side = HUGE_VALF;
      for (int axis = 0; axis < kDim; ++axis) {
        side = query.box().extent(axis) < side ? query.box().extent(axis) : side;
      }
      while (from_ <= kDeepest && frame.grid().edge(from_) > side) ++from_;
    }
  }

  bool operator()(const Aabb<kDim>& bounds, u32 depth) const {
    return depth >= from_ && query_.contains(bounds);
  }

 private:
  const Query& query_;
  u32 from_ = 0;
};

template <int Dim, class Trace>
void trace_missed(const Cell<Dim>& cell, u32 touched, Trace& trace) {
  if constexpr (Trace::kEnabled) {
    for (u32 left = cell.children & ~touched; left != 0; left &= left - 1) {
      const u32 child = static_cast<u32>(std::countr_zero(left));
      trace.step(Step::kMissed, cell.family * kChildren<Dim> + child);
    }
  }
}

// Depth-first traversal. `Trace` is the trace of the counters (core/trace.hpp).
template <class Tree, class Query, class Visitor, class Trace>
class Walk {
 public:
  static constexpr int kDim = Tree::kDim;

  Walk(const Tree& tree, const Query& query, Visitor& visit, Trace trace)
      : frame_(tree.frame()),
        pool_(tree.pool()),
        query_(query),
        visit_(visit),
        coverage_(frame_, query),
        trace_(trace) {}

  u64 visits() const { return visits_; }
  u64 tests() const { return tests_; }

  bool run() {
    if (!test_items(kOutside)) return false;
    if (pool_[kRoot].subtree == 0) return true;
    const auto root = frame_.bounds(CellId<kDim>{});
    ++visits_;
    if (!query_.may_touch(root)) {
      trace_.step(Step::kMissed, kRoot);
      return true;
    }
    if (coverage_(root, 0)) return visit_subtree(pool_, kRoot, visits_, visit_, trace_);
    trace_.step(Step::kEntered, kRoot);
    TraversalStack<u32, kWalkBound<kDim>> open(kWalkBound<kDim>);
    open.push(kRoot);
    while (!open.empty()) {
      const u32 at = open.pop();
      const Cell<kDim>& cell = pool_[at];
      if (!test_items(at) || (cell.children != 0 && !test_children(cell, open))) return false;
    }
    return true;
  }

 private:
  bool test_items(u32 at) {
    const Cell<kDim>& cell = pool_[at];
    tests_ += cell.count;
    if (cell.count != 0) trace_.step(Step::kCompared, at, cell.count);
    return visit_touched(pool_, cell, query_, visit_);
  }

  template <class Stack>
  bool test_children(const Cell<kDim>& cell, Stack& open) {
    const ChildBounds<kDim> bounds(frame_, cell.id());
    visits_ += static_cast<u32>(std::popcount(cell.children));
    u32 hits = touched(bounds, query_) & cell.children;
    trace_missed(cell, hits, trace_);
    while (hits != 0) {
      const u32 child = static_cast<u32>(std::bit_width(hits)) - 1;
      hits ^= 1u << child;
      const u32 at = cell.family * kChildren<kDim> + child;
      if (coverage_(bounds.of(child), cell.depth + 1u)) {
        if (!visit_subtree(pool_, at, visits_, visit_, trace_)) return false;
      } else {
        trace_.step(Step::kEntered, at);
        open.push(at);
      }
    }
    return true;
  }

  const Frame<kDim>& frame_;
  const CellPool<kDim>& pool_;
  const Query& query_;
  Visitor& visit_;
  const Coverage<Query> coverage_;
  [[no_unique_address]] Trace trace_;
  u64 visits_ = 0;
  u64 tests_ = 0;
};

// Traverses the tree depth first, first child first. The items outside the world are visited before
// all other items.
template <class Tree, class Query, class Visitor>
Status traverse(const Tree& tree, const Query& query, Counters auto& counters, Visitor&& visit) {
  if (tree.empty()) return Status::success();
  Walk<Tree, Query, std::remove_reference_t<Visitor>, TraceOf<decltype(counters)>> walk(
      tree, query, visit, trace_of(counters));
  walk.run();
  counters.node_visits += walk.visits();
  counters.item_tests += walk.tests();
  return Status::success();
}

// Stack entry of an ordered traversal: a cell with its descendants, or only the items of the cell
// itself (`list`).
struct NearCell {
  f32 bound;  // lower bound of the distances of all items inside
  u32 cell;
  bool list;
};

// Visits the nearest child first, for queries whose range shrinks while the visitor runs. Stack
// entries are tested again when they are popped. The items of a cell are visited after its
// children, and the items outside the world come last. The long lists of high cells are therefore
// tested when the range is short.
template <class Tree, class Query, class Visitor, class Trace>
class OrderedWalk {
 public:
  static constexpr int kDim = Tree::kDim;

  OrderedWalk(const Tree& tree, Query& query, Visitor& visit, Trace trace)
      : frame_(tree.frame()), pool_(tree.pool()), query_(query), visit_(visit), trace_(trace) {}

  u64 visits() const { return visits_; }
  u64 tests() const { return tests_; }

  bool run() {
    if (pool_[kRoot].subtree != 0) {
      ++visits_;
      const f32 bound = query_.lower_bound(frame_.bounds(CellId<kDim>{}));
      open_.push({bound, kRoot, false});
      trace_.step(query_.in_reach(bound) ? Step::kEntered : Step::kMissed, kRoot);
    }
    while (!open_.empty()) {
      const NearCell next = open_.pop();
      if (!query_.in_reach(next.bound)) {
        trace_.step(Step::kDropped, next.cell);
        continue;
      }
      const Cell<kDim>& cell = pool_[next.cell];
      if (next.list || cell.children == 0) {
        if (!test_items(next.cell)) return false;
      } else {
        if (cell.count != 0) open_.push({next.bound, next.cell, true});
        push_children(cell);
      }
    }
    return test_items(kOutside);
  }

 private:
  // Each step pops one entry and pushes at most one entry for each child of a cell and one for the
  // items of the cell itself.
  static constexpr size_t kBound = (kDeepest + 1) * kChildren<kDim> + 1;

  bool test_items(u32 at) {
    const Cell<kDim>& cell = pool_[at];
    tests_ += cell.count;
    if (cell.count != 0) trace_.step(Step::kCompared, at, cell.count);
    return visit_touched(pool_, cell, query_, visit_);
  }

  void push_children(const Cell<kDim>& cell) {
    visits_ += static_cast<u32>(std::popcount(cell.children));
    const ChildBounds<kDim> bounds(frame_, cell.id());
    NearCell near[kChildren<kDim>];
    u32 count = 0;
    u32 left = touched(bounds, query_) & cell.children;
    trace_missed(cell, left, trace_);
    for (; left != 0; left &= left - 1) {
      const u32 child = static_cast<u32>(std::countr_zero(left));
      const f32 bound = query_.lower_bound(bounds.of(child));
      u32 place = count++;
      for (; place > 0 && near[place - 1].bound < bound; --place) near[place] = near[place - 1];
      near[place] = {bound, cell.family * kChildren<kDim> + child, false};
      trace_.step(query_.in_reach(bound) ? Step::kEntered : Step::kMissed, near[place].cell);
    }
    for (u32 i = 0; i < count; ++i) open_.push(near[i]);
  }

  const Frame<kDim>& frame_;
  const CellPool<kDim>& pool_;
  Query& query_;
  Visitor& visit_;
  [[no_unique_address]] Trace trace_;
  TraversalStack<NearCell, kBound> open_{kBound};
  u64 visits_ = 0;
  u64 tests_ = 0;
};

template <class Tree, class Query, class Visitor>
Status traverse_ordered(const Tree& tree, Query& query, Counters auto& counters, Visitor&& visit) {
  if (tree.empty()) return Status::success();
  OrderedWalk<Tree, Query, std::remove_reference_t<Visitor>, TraceOf<decltype(counters)>> walk(
      tree, query, visit, trace_of(counters));
  walk.run();
  counters.node_visits += walk.visits();
  counters.item_tests += walk.tests();
  return Status::success();
}

}  // namespace sapwood::orthtree
