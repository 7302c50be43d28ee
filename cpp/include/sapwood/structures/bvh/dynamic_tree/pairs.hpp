// All pairs of leaves whose fat boxes overlap, by walking a tree against itself or two trees
// against each other.
//
// In one tree the two subtrees of every branch are compared; so each pair of leaves meets exactly
// once, below their lowest common ancestor. Two trees start with their roots, and no two nodes of
// the same one are compared (Presson, Bullet's btDbvtBroadphase: what moves against what does not).
// Of two overlapping nodes one is opened, so no pair of nodes is tested twice: in one tree the
// taller one, in two trees the larger one. Heights of two trees tell nothing about each other: all
// branches of a large tree would be opened before the first one of a small tree.
//
// Whether two boxes overlap is close to random for the processor, so a jump that depends on it
// costs more than the test. Hits are therefore written unconditionally behind the end of a list,
// whose length grows by 0 or 1; and pairs are opened kBatch at a time, so that their memory
// accesses and comparisons run side by side.
#pragma once

#include "sapwood/base/scratch_array.hpp"
#include "sapwood/base/status.hpp"
#include "sapwood/base/traversal_stack.hpp"
#include "sapwood/core/item_store.hpp"
#include "sapwood/core/pair_buffer.hpp"
#include "sapwood/core/stats.hpp"
#include "sapwood/structures/bvh/dynamic_tree/node.hpp"

namespace sapwood::dynamic_tree {

// Pairs of overlapping nodes that are still to be opened, and the pairs of leaves found so far.
// With one tree the nodes of a pair may change sides; with two the first one is always here, the
// second one there. Knows its visitor by a pointer: so all walks share its code.
template <int Dim, int kTrees>
class OpenPairs {
 public:
  OpenPairs(const Tree<Dim>& here, const Tree<Dim>& there, const ErasedPairVisitor& visit)
      : here_(here.nodes.data()), there_(there.nodes.data()), visit_(visit) {
    // A pair whose heights sum to s, opened alone, makes at most two of sum s - 1: it needs at most
    // s more entries until it is done with. Batches start at kAtEase entries or less and add
    // kBatch at most; two more entries are room to write unconditionally.
    ready_ = open_.resize(kAtEase + kBatch + here.height() + there.height() + 2);
  }

  // False when memory is not to be had.
  [[nodiscard]] bool ready() const { return ready_; }

  // Files a pair of nodes if it overlaps: two leaves as found, others to be opened.
  [[gnu::always_inline]] void test(u32 a, u32 b) {
    const Node<Dim>& first = here_[a];
    const Node<Dim>& second = there_[b];
    const bool hit = overlaps(first.box, second.box);
    const bool leaves = (first.height | second.height) == 0;
    open_[open_count_] = {a, b};
    open_count_ += static_cast<u32>(hit & !leaves);
    found_[found_count_] = {first.child[1], second.child[1]};
    found_count_ += static_cast<u32>(hit & leaves);
  }

  // Goes on only when there is enough to do at once; false when the visitor ended it.
  bool relieve(u64& visits) {
    if (open_count_ >= kBatch && !open_all(visits)) return false;
    return found_count_ < kFlush || flush();
  }

  void finish(u64& visits) {
    if (open_all(visits)) flush();
  }

 private:
  static constexpr u32 kBatch = 16;
  static constexpr u32 kAtEase = 256;
  static constexpr u32 kFlush = 64;

  struct Pair {
    u32 a, b;
  };

  // Compares further until only leaves are left; false when the visitor ended it.
  [[gnu::noinline]] bool open_all(u64& visits) {
    while (open_count_ != 0) {
      const u32 most = open_count_ <= kAtEase ? kBatch : 1;
      const u32 count = open_count_ < most ? open_count_ : most;
      open_batch(count);
      visits += 2 * count;
      if (found_count_ >= kFlush && !flush()) return false;
    }
    return true;
  }

  // At least one of them is a branch.
  static bool opens_first(const Node<Dim>& a, const Node<Dim>& b) {
    if constexpr (kTrees == 1) {
      return a.height >= b.height;
    } else {
      return b.is_leaf() || (!a.is_leaf() && half_area(a.box) >= half_area(b.box));
    }
  }

  void open_batch(u32 count) {
    Pair batch[kBatch];
    for (u32 i = 0; i < count; ++i) batch[i] = open_[--open_count_];
    for (u32 i = 0; i < count; ++i) {
      const Node<Dim>& a = here_[batch[i].a];
      const Node<Dim>& b = there_[batch[i].b];
      const bool first = opens_first(a, b);
      const Node<Dim>& opened = first ? a : b;
      const u32 kept = first ? batch[i].b : batch[i].a;
      if (kTrees == 1 || first) {
        test(opened.child[1], kept);
        test(opened.child[0], kept);
      } else {
        test(kept, opened.child[1]);
        test(kept, opened.child[0]);
      }
    }
  }

  bool flush() {
    const u32 count = std::exchange(found_count_, 0);
    return visit_.take(found_, count);
  }

  const Node<Dim>* here_;
  const Node<Dim>* there_;
  ErasedPairVisitor visit_;
  ScratchArray<Pair, 512> open_;           // pairs to be opened; open_count_ of them
  IdPair found_[kFlush + 2 * kBatch + 1];  // items of leaf pairs; found_count_ of them
  u32 open_count_ = 0;
  u32 found_count_ = 0;
  bool ready_;
};

// Inside one tree.
template <int Dim>
class LeafPairs {
 public:
  // visit(Id, Id) answers false to end the walk.
  template <class Visitor>
  LeafPairs(const Tree<Dim>& tree, Visitor& visit)
      : tree_(tree), branches_(tree.height() + 1), pairs_(tree, tree, ErasedPairVisitor(visit)) {}

  [[nodiscard]] bool ready() const { return branches_.ready() && pairs_.ready(); }

  // Counts the pairs of nodes tested.
  [[gnu::noinline]] void walk(u64& visits) {
    // a step takes one branch and adds at most two, a level deeper: height + 1 entries
    if (tree_.root != kNone) branches_.push(tree_.root);
    while (!branches_.empty()) {
      const Node<Dim>& node = tree_.nodes[branches_.pop()];
      if (node.is_leaf()) continue;
      branches_.push(node.child[1]);
      branches_.push(node.child[0]);
      pairs_.test(node.child[0], node.child[1]);
      ++visits;
      if (!pairs_.relieve(visits)) return;
    }
    pairs_.finish(visits);
  }

 private:
  const Tree<Dim>& tree_;
  TraversalStack<u32> branches_;
  OpenPairs<Dim, 1> pairs_;
};

// All pairs of exact boxes that overlap; visit(Id, Id) answers false to end the walk.
template <int Dim, class Visitor>
Status overlapping_pairs(const Tree<Dim>& tree, const ItemStore<Dim>& items,
                         QueryCounters& counters, Visitor&& visit) {
  u64 tests = 0;
  auto confirm = [&](Id a, Id b) {
    ++tests;
    return !overlaps(items.box(a), items.box(b)) || static_cast<bool>(visit(a, b));
  };
  LeafPairs<Dim> pairs(tree, confirm);
  if (!pairs.ready()) return Status::out_of_memory();
  pairs.walk(counters.node_visits);
  counters.item_tests += tests;
  return Status::success();
}

// One side of a walk over two trees.
template <int Dim>
struct PairedTree {
  const Tree<Dim>& tree;
  const ItemStore<Dim>& items;
};

// All pairs of exact boxes, one here and one there, that overlap; visit(Id here, Id there) answers
// false to end the walk.
template <int Dim, class Visitor>
Status overlapping_pairs(const PairedTree<Dim>& here, const PairedTree<Dim>& there,
                         QueryCounters& counters, Visitor&& visit) {
  if (here.tree.root == kNone || there.tree.root == kNone) return Status::success();
  u64 tests = 0;
  auto confirm = [&](Id a, Id b) {
    ++tests;
    return !overlaps(here.items.box(a), there.items.box(b)) || static_cast<bool>(visit(a, b));
  };
  OpenPairs<Dim, 2> pairs(here.tree, there.tree, ErasedPairVisitor(confirm));
  if (!pairs.ready()) return Status::out_of_memory();
  pairs.test(here.tree.root, there.tree.root);
  ++counters.node_visits;
  pairs.finish(counters.node_visits);
  counters.item_tests += tests;
  return Status::success();
}

}  // namespace sapwood::dynamic_tree
