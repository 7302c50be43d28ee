// All pairs of leaves whose fat boxes overlap, by walking the tree against itself.
//
// For every branch its two subtrees are compared; so each pair of leaves meets exactly once, below
// their lowest common ancestor. Two overlapping nodes are compared further by opening the taller
// one (the first of equal ones), so no pair of nodes is tested twice.
//
// Whether two boxes overlap is close to random for the processor, so a jump that depends on it
// costs more than the test. Hits are therefore written unconditionally behind the end of a list,
// whose length grows by 0 or 1; and pairs are opened kBatch at a time, so that their memory
// accesses and comparisons run side by side.
#pragma once

#include "sapwood/base/status.hpp"
#include "sapwood/base/traversal_stack.hpp"
#include "sapwood/core/item_store.hpp"
#include "sapwood/core/stats.hpp"
#include "sapwood/structures/bvh/dynamic_tree/node.hpp"

namespace sapwood::dynamic_tree {

template <int Dim>
class LeafPairs {
 public:
  explicit LeafPairs(const Tree<Dim>& tree)
      : nodes_(tree.nodes.data()), root_(tree.root), branches_(tree.height() + 1) {
    // A pair whose heights sum to s, opened alone, makes at most two of sum s - 1: it needs at most
    // s more entries until it is done with, and s <= 2 * height. Batches start at kAtEase entries
    // or less and add kBatch at most; two more entries are room to write unconditionally.
    ready_ = branches_.ready() && open_.resize(kAtEase + kBatch + 2 * tree.height() + 2);
  }

  // False when memory is not to be had.
  [[nodiscard]] bool ready() const { return ready_; }

  // visit(Id, Id) answers false to end the walk. Counts the pairs of nodes tested.
  template <class Visitor>
  void walk(u64& visits, Visitor&& visit) {
    // a step takes one branch and adds at most two, a level deeper: height + 1 entries
    if (root_ != kNone) branches_.push(root_);
    while (!branches_.empty()) {
      const Node<Dim>& node = nodes_[branches_.pop()];
      if (node.is_leaf()) continue;
      branches_.push(node.child[1]);
      branches_.push(node.child[0]);
      test(node.child[0], node.child[1]);
      ++visits;
      if (open_count_ >= kBatch && !open_all(visits, visit)) return;
      if (found_count_ >= kFlush && !flush(visit)) return;
    }
    if (open_all(visits, visit)) flush(visit);
  }

 private:
  static constexpr u32 kBatch = 16;
  static constexpr u32 kAtEase = 256;
  static constexpr u32 kFlush = 64;

  struct Pair {
    u32 a, b;
  };

  // Files a pair of nodes if it overlaps: two leaves as found, others to be opened.
  void test(u32 a, u32 b) {
    const Node<Dim>& first = nodes_[a];
    const Node<Dim>& second = nodes_[b];
    const bool hit = overlaps(first.box, second.box);
    const bool leaves = (first.height | second.height) == 0;
    open_[open_count_] = {a, b};
    open_count_ += static_cast<u32>(hit & !leaves);
    found_[found_count_] = {first.child[1], second.child[1]};
    found_count_ += static_cast<u32>(hit & leaves);
  }

  // Compares further until only leaves are left; false when the visitor ended it.
  template <class Visitor>
  bool open_all(u64& visits, Visitor&& visit) {
    while (open_count_ != 0) {
      const u32 most = open_count_ <= kAtEase ? kBatch : 1;
      const u32 count = open_count_ < most ? open_count_ : most;
      open_batch(count);
      visits += 2 * count;
      if (found_count_ >= kFlush && !flush(visit)) return false;
    }
    return true;
  }

  void open_batch(u32 count) {
    Pair batch[kBatch];
    for (u32 i = 0; i < count; ++i) batch[i] = open_[--open_count_];
    for (u32 i = 0; i < count; ++i) {
      const bool first = nodes_[batch[i].a].height >= nodes_[batch[i].b].height;
      const Node<Dim>& opened = nodes_[first ? batch[i].a : batch[i].b];
      const u32 kept = first ? batch[i].b : batch[i].a;
      test(opened.child[1], kept);
      test(opened.child[0], kept);
    }
  }

  template <class Visitor>
  bool flush(Visitor&& visit) {
    for (u32 i = 0; i < found_count_; ++i) {
      if (!visit(found_[i].a, found_[i].b)) return false;
    }
    found_count_ = 0;
    return true;
  }

  const Node<Dim>* nodes_;
  u32 root_;
  TraversalStack<u32> branches_;
  Array<Pair> open_;                     // pairs to be opened; open_count_ of them
  Pair found_[kFlush + 2 * kBatch + 1];  // item ids of leaf pairs; found_count_ of them
  u32 open_count_ = 0;
  u32 found_count_ = 0;
  bool ready_;
};

// All pairs of exact boxes that overlap; visit(Id, Id) answers false to end the walk.
template <int Dim, class Visitor>
Status overlapping_pairs(const Tree<Dim>& tree, const ItemStore<Dim>& items,
                         QueryCounters& counters, Visitor&& visit) {
  LeafPairs<Dim> pairs(tree);
  if (!pairs.ready()) return Status::out_of_memory();
  u64 tests = 0;
  pairs.walk(counters.node_visits, [&](Id a, Id b) {
    ++tests;
    return !overlaps(items.box(a), items.box(b)) || static_cast<bool>(visit(a, b));
  });
  counters.item_tests += tests;
  return Status::success();
}

}  // namespace sapwood::dynamic_tree
