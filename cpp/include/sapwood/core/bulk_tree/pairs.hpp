// Traversal of all pairs of overlapping items, of one tree or of two trees.
//
// In one tree, the two subtrees of every branch are compared, so each pair of leaves is compared
// exactly once, at their lowest common ancestor. The items of a leaf are compared with each other.
// If two branches overlap, both are opened, because overlapping subtrees are usually of similar
// size. Leaves contain exact copies of the item boxes, so the comparison of items is the final
// test. Boxes must be up to date.
#pragma once

#include "sapwood/base/scratch_array.hpp"
#include "sapwood/base/status.hpp"
#include "sapwood/core/bulk_tree/tree.hpp"
#include "sapwood/core/stats.hpp"

namespace sapwood::bulk_tree {

template <class Tree, class Visitor>
class PairWalk {
 public:
  static constexpr int kDim = Tree::kDim;

  PairWalk(const Tree& here, const Tree& there, Visitor& visit)
      : here_(here), there_(there), visit_(visit) {
    // Opening a pair of nodes pops one pair and pushes at most four, so each level leaves at most
    // three pairs on the stack. There are at most here.height() + there.height() levels, because
    // every pushed pair is one level deeper in at least one tree.
    ready_ = open_.reserve(3 * (here.height() + there.height()) + 8);
  }

  [[nodiscard]] bool ready() const { return ready_; }

  // Visits every overlapping pair of an item below node `a` and an item below node `b`. Returns
  // false if the visitor ended the traversal.
  bool cross(u32 a, u32 b) {
    test(a, b);
    while (!open_.empty()) {
      const Pair pair = open_.back();
      open_.pop_back();
      if (!open_pair(pair)) return false;
    }
    return true;
  }

  // Visits every overlapping pair of items of one leaf. Returns false if the visitor ended the
  // traversal.
  bool within(const typename Tree::Node& leaf) {
    const LeafItem<kDim>* begin = here_.items() + leaf.first();
    const LeafItem<kDim>* end = begin + leaf.count();
    for (const LeafItem<kDim>* a = begin; a != end; ++a) {
      for (const LeafItem<kDim>* b = a + 1; b != end; ++b) {
        ++tests_;
        if (boxes_overlap(*a, *b) && !visit_(a->id, b->id)) return false;
      }
    }
    return true;
  }

  void count(QueryCounters& counters) const {
    counters.node_visits += visits_;
    counters.item_tests += tests_;
  }

 private:
  struct Pair {
    u32 a, b;
  };

  // Pushes a pair of nodes if their boxes overlap. The code has no conditional branch, because
  // overlaps are unpredictable.
  void test(u32 a, u32 b) {
    ++visits_;
    const bool hit = boxes_overlap(here_.node(a), there_.node(b));
    open_.push_unchecked({a, b});
    open_.truncate(open_.size() - (hit ? 0 : 1));
  }

  bool open_pair(const Pair& pair) {
    const auto& a = here_.node(pair.a);
    const auto& b = there_.node(pair.b);
    if (a.is_leaf() && b.is_leaf()) return leaves(a, b);
    if (a.is_leaf()) {
      test(pair.a, b.left() + 1);
      test(pair.a, b.left());
    } else if (b.is_leaf()) {
      test(a.left() + 1, pair.b);
      test(a.left(), pair.b);
    } else {
      test(a.left() + 1, b.left() + 1);
      test(a.left() + 1, b.left());
      test(a.left(), b.left() + 1);
      test(a.left(), b.left());
    }
    return true;
  }

  bool leaves(const typename Tree::Node& a, const typename Tree::Node& b) {
    const LeafItem<kDim>* first = here_.items() + a.first();
    const LeafItem<kDim>* others = there_.items() + b.first();
    for (u32 i = 0; i < a.count(); ++i) {
      for (u32 k = 0; k < b.count(); ++k) {
        ++tests_;
        if (boxes_overlap(first[i], others[k]) && !visit_(first[i].id, others[k].id)) {
          return false;
        }
      }
    }
    return true;
  }

  const Tree& here_;
  const Tree& there_;
  Visitor& visit_;
  ScratchArray<Pair, 256> open_;
  u64 visits_ = 0;
  u64 tests_ = 0;
  bool ready_;
};

// Visits all overlapping pairs of items of one tree. visit(Id, Id) returns false to end the
// traversal. Each tested pair of nodes counts as one node visit, each tested pair of items as one
// item test.
template <class Tree, class Visitor>
Status overlapping_pairs(const Tree& tree, QueryCounters& counters, Visitor&& visit) {
  if (tree.empty()) return Status::success();
  PairWalk walk(tree, tree, visit);
  if (!walk.ready()) return Status::out_of_memory();
  for (u32 i = 0; i < tree.node_count(); ++i) {
    const auto& node = tree.node(i);
    if (!(node.is_leaf() ? walk.within(node) : walk.cross(node.left(), node.left() + 1))) break;
  }
  walk.count(counters);
  return Status::success();
}

// Calls visit(Id here, Id there) for every overlapping pair of an item of one tree and an item of
// the other tree.
template <class Tree, class Visitor>
Status overlapping_pairs(const Tree& here, const Tree& there, QueryCounters& counters,
                         Visitor&& visit) {
  if (here.empty() || there.empty()) return Status::success();
  PairWalk walk(here, there, visit);
  if (!walk.ready()) return Status::out_of_memory();
  walk.cross(0, 0);
  walk.count(counters);
  return Status::success();
}

}  // namespace sapwood::bulk_tree
