// Search for all pairs of overlapping boxes, in one tree or between two trees.
#pragma once

#include "sapwood/base/scratch_array.hpp"
#include "sapwood/base/status.hpp"
#include "sapwood/base/traversal_stack.hpp"
#include "sapwood/core/item_store.hpp"
#include "sapwood/core/pair_visitors.hpp"
#include "sapwood/core/stats.hpp"
#include "sapwood/geometry/box_query.hpp"
#include "sapwood/structures/bvh/dynamic_tree/node.hpp"

namespace sapwood::dynamic_tree {

// Search for pairs of leaves whose fat boxes overlap.
//
// In one tree, the two subtrees of every branch are compared. So each pair of leaves is found
// exactly once, below its lowest common ancestor. Between two trees, the traversal starts with
// their roots (Presson, Bullet's btDbvtBroadphase: moving items against static ones). If two nodes
// overlap, one of them is opened, so no pair of nodes is tested twice. In one tree, the taller node
// is opened. Between two trees, the larger node is opened, because heights in different trees are
// not comparable.
//
// The results of overlap tests are unpredictable, so a conditional branch would cost more than the
// test. Instead, each pair is always written to the end of a list, whose length then grows by 0 or
// 1. Pairs are opened in batches of kBatch, so that the processor can access memory for several
// pairs at the same time.

// Pairs of overlapping nodes that are not opened yet, and the pairs of leaves found so far. With
// one tree, the two nodes of a pair may be in any order. With two trees, the first node is in
// `here` and the second in `there`. The visitor is type-erased, so that all visitors share this
// code.
template <int Dim, int kTrees>
class OpenPairs {
 public:
  OpenPairs(const Tree<Dim>& here, const Tree<Dim>& there, const ErasedPairVisitor& visit)
      : here_(here.data()), there_(there.data()), visit_(visit) {
    // Let s be the sum of the heights of the two nodes of a pair. Opening it pushes at most two
    // pairs, whose sums are at most s - 1. So until the pair and its descendants are processed,
    // `open_` contains at most s more pairs. A batch starts with at most kBatchThreshold pairs and
    // adds at most kBatch. Unconditional writes need space for two more pairs.
    ready_ = open_.resize(kBatchThreshold + kBatch + here.height() + there.height() + 2);
  }

  [[nodiscard]] bool ready() const { return ready_; }

  // Tests whether two nodes overlap. If they do, adds the pair to the found pairs if both are
  // leaves, otherwise to the pairs to open.
  [[gnu::always_inline]] void test(u32 a, u32 b) {
    const Node<Dim>& first = here_[a];
    const Node<Dim>& second = there_[b];
    const bool hit = overlaps(first.box, second.box);
    const bool leaves = (first.height | second.height) == 0;
    open_[open_count_] = {a, b};
    open_count_ += static_cast<u32>(hit & !leaves);
    found_[found_count_] = {first.link, second.link};
    found_count_ += static_cast<u32>(hit & leaves);
  }

  // If there are enough pairs for a batch, opens pairs or reports found pairs. Returns false if the
  // visitor stopped the traversal.
  bool process_if_full(u64& visits) {
    if (open_count_ >= kBatch && !open_all(visits)) return false;
    return found_count_ < kFlush || flush();
  }

  void finish(u64& visits) {
    if (open_all(visits)) flush();
  }

 private:
  static constexpr u32 kBatch = 16;
  static constexpr u32 kBatchThreshold = 256;
  static constexpr u32 kFlush = 64;

  struct Pair {
    u32 a, b;
  };

  [[gnu::noinline]] bool open_all(u64& visits) {
    while (open_count_ != 0) {
      const u32 most = open_count_ <= kBatchThreshold ? kBatch : 1;
      const u32 count = open_count_ < most ? open_count_ : most;
      open_batch(count);
      visits += 2 * count;
      if (found_count_ >= kFlush && !flush()) return false;
    }
    return true;
  }

  // Returns true if the first node is to be opened, false for the second. At least one of them must
  // be a branch.
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
        test(opened.child(1), kept);
        test(opened.child(0), kept);
      } else {
        test(kept, opened.child(1));
        test(kept, opened.child(0));
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
  ScratchArray<Pair, 512> open_;           // the first open_count_ pairs are to be opened
  IdPair found_[kFlush + 2 * kBatch + 1];  // the first found_count_ pairs of items are valid
  u32 open_count_ = 0;
  u32 found_count_ = 0;
  bool ready_;
};

template <int Dim>
class LeafPairs {
 public:
  // Creates a search that calls visit(Id, Id) for each pair. visit() returns false to stop the
  // search.
  template <class Visitor>
  LeafPairs(const Tree<Dim>& tree, Visitor& visit)
      : tree_(tree), branches_(tree.height() + 1), pairs_(tree, tree, ErasedPairVisitor(visit)) {}

  [[nodiscard]] bool ready() const { return branches_.ready() && pairs_.ready(); }

  // Adds the number of tested pairs of nodes to `visits`.
  [[gnu::noinline]] void walk(u64& visits) {
    // each step pops one node and pushes at most two nodes, one level deeper, so height + 1 entries
    // are enough
    if (!tree_.empty()) branches_.push(Tree<Dim>::kRoot);
    while (!branches_.empty()) {
      const Node<Dim>& node = tree_[branches_.pop()];
      if (node.is_leaf()) continue;
      branches_.push(node.child(1));
      branches_.push(node.child(0));
      pairs_.test(node.child(0), node.child(1));
      ++visits;
      if (!pairs_.process_if_full(visits)) return;
    }
    pairs_.finish(visits);
  }

 private:
  const Tree<Dim>& tree_;
  TraversalStack<u32> branches_;
  OpenPairs<Dim, 1> pairs_;
};

// Visits all pairs of items whose exact boxes overlap. visit(Id, Id) returns false to stop.
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

template <int Dim>
struct PairedTree {
  const Tree<Dim>& tree;
  const ItemStore<Dim>& items;
};

// Visits all pairs of an item of `here` and an item of `there` whose exact boxes overlap. visit(id
// in here, id in there) returns false to stop.
template <int Dim, class Visitor>
Status overlapping_pairs(const PairedTree<Dim>& here, const PairedTree<Dim>& there,
                         QueryCounters& counters, Visitor&& visit) {
  if (here.tree.empty() || there.tree.empty()) return Status::success();
  u64 tests = 0;
  auto confirm = [&](Id a, Id b) {
    ++tests;
    return !overlaps(here.items.box(a), there.items.box(b)) || static_cast<bool>(visit(a, b));
  };
  OpenPairs<Dim, 2> pairs(here.tree, there.tree, ErasedPairVisitor(confirm));
  if (!pairs.ready()) return Status::out_of_memory();
  pairs.test(Tree<Dim>::kRoot, Tree<Dim>::kRoot);
  ++counters.node_visits;
  pairs.finish(counters.node_visits);
  counters.item_tests += tests;
  return Status::success();
}

}  // namespace sapwood::dynamic_tree
