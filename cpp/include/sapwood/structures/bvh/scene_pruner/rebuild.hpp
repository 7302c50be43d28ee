// The next main tree, built in the background in steps that never exceed their budget.
//
// States, in their order: idle; copying the boxes of the items that are there when it begins;
// building a bulk tree of them; mapping items to leaves and linking nodes to their parents, which
// also takes out of the new tree what was removed (or removed and its id given to a pending item)
// since it was copied; refitting all boxes, since items moved meanwhile; settling what moved or was
// removed while that ran, at most one budget of it; finished, until the owner takes it. A unit of
// work is an id looked at for copying, what the bulk tree's builder counts, a node mapped or
// refitted. Nothing else grows with the number of items but the memory that is asked for and given
// back.
//
// Source: the description of the dynamic pruner of NVIDIA PhysX 3.4 (AABBPruner); written anew.
#pragma once

#include "sapwood/core/bulk_tree/builder.hpp"
#include "sapwood/core/item_store.hpp"

namespace sapwood::scene_pruner {

enum class RebuildState : u32 {
  kIdle,
  kCopying,
  kBuilding,
  kMapping,
  kRefitting,
  kSettling,
  kFinished,
};

// A bulk tree and the leaf of each of its items, by id; kNone for the ids of others.
template <int Dim>
struct BulkPart {
  bulk_tree::Tree<Dim> tree;
  bulk_tree::LeafMap leaf_of;

  bool has(Id id) const { return leaf_of[id] != kNone; }
  size_t byte_length() const { return tree.byte_length() + leaf_of.byte_length(); }
  // Takes an item out; the tree vanishes with its last one.
  void remove(Id id) {
    tree.remove(id, leaf_of[id]);
    leaf_of[id] = kNone;
    if (tree.live() == 0) tree.clear();
  }
};

template <int Dim>
class Rebuild {
 public:
  using State = RebuildState;

  State state() const { return state_; }
  const BulkPart<Dim>& part() const { return part_; }
  size_t byte_length() const { return part_.byte_length() + builder_.byte_length(); }

  // Begins a tree of at most `count` items. False when the memory is not to be had.
  [[nodiscard]] bool begin(const ItemStore<Dim>& items, u32 count, u32 leaf_limit) {
    if (!part_.leaf_of.reserve(items.id_end()) || !builder_.begin(count, {leaf_limit})) {
      drop();
      return false;
    }
    end_ = items.id_end();
    cursor_ = fixups_ = 0;
    state_ = State::kCopying;
    return true;
  }

  // Spends at most `budget` units while it runs; `takes(id)` tells the items that were live when it
  // began and still are. Out of memory: the same step may be tried again.
  template <class Takes>
  Status step(const ItemStore<Dim>& items, Takes&& takes, u32 budget, u32& work) {
    Status status = Status::success();
    left_ = budget;
    if (state_ == State::kSettling) settle(items);
    while (left_ > 0 && state_ < State::kSettling && status.ok()) {
      if (state_ == State::kCopying) {
        copy(items, takes);
      } else if (state_ == State::kBuilding) {
        status = build();
      } else if (state_ == State::kMapping) {
        map(takes);
      } else {
        refit(items);
      }
    }
    work = budget - left_;
    return status;
  }

  // Room for `extra` new ids, in the order of allocation of an insert.
  [[nodiscard]] bool reserve_ids(u32 extra) {
    if (state_ == State::kIdle) return true;
    const u32 ahead = state_ == State::kCopying ? end_ - cursor_ : 0;
    return part_.leaf_of.reserve_more(ahead + extra);
  }
  // A new id, one above all others, came into use. Needs reserve_ids().
  void note_new_id() {
    if (state_ == State::kCopying) {
      ++end_;  // the copying comes to it, and does not take it
    } else if (state_ != State::kIdle) {
      part_.leaf_of.push_unchecked(kNone);
    }
  }
  // Fixups: an item was removed, or has another box.
  void note_removed(Id id) {
    if (!knows(id)) return;
    part_.remove(id);
    ++fixups_;
  }
  void note_moved(Id id) {
    if (!knows(id)) return;
    part_.tree.mark(part_.leaf_of[id]);
    ++fixups_;
  }
  // All boxes are others; the tree is corrected at once.
  void note_all_moved(const ItemStore<Dim>& items) {
    if (state_ > State::kMapping) part_.tree.refit_all(items.boxes());
  }

  // Gives the finished tree in exchange for another one, which is dropped.
  void take(BulkPart<Dim>& part) {
    std::swap(part.tree, part_.tree);
    part.leaf_of.swap(part_.leaf_of);
    drop();
  }
  void drop() {
    builder_.drop();
    part_.tree = {};
    part_.leaf_of.release();
    state_ = State::kIdle;
  }

 private:
  // From the mapping on, for the items that were mapped.
  bool knows(Id id) const { return state_ >= State::kMapping && part_.has(id); }

  // Ids without an item cost a unit too: the map of leaves, as long as all ids, is made here.
  template <class Takes>
  void copy(const ItemStore<Dim>& items, Takes&& takes) {
    for (; left_ > 0 && cursor_ < end_; ++cursor_, --left_) {
      part_.leaf_of.push_unchecked(kNone);
      if (takes(cursor_)) builder_.add(cursor_, items.box(cursor_));
    }
    if (cursor_ == end_) state_ = State::kBuilding;
  }

  Status build() {
    if (builder_.building()) {
      u64 work = 0;
      bool done = false;
      const Status status = builder_.step(left_, work, done);
      left_ -= static_cast<u32>(work);
      if (!status.ok() || !done) return status;
      builder_.take(part_.tree);
    }
    if (!part_.tree.begin_links()) return Status::out_of_memory();
    cursor_ = 0;
    state_ = State::kMapping;
    return Status::success();
  }

  template <class Takes>
  void map(Takes&& takes) {
    auto& tree = part_.tree;
    for (; left_ > 0 && cursor_ < tree.node_count(); ++cursor_, --left_) {
      tree.link(cursor_);
      const auto& node = tree.node(cursor_);
      if (!node.is_leaf()) continue;
      for (u32 i = node.first(); i < node.first() + node.count();) {
        const Id id = tree.item(i).id;
        if (takes(id)) {
          part_.leaf_of[id] = cursor_;
          ++i;
        } else {
          tree.remove(id, cursor_);  // another item of the leaf, or none, is at i now
          ++fixups_;
        }
      }
    }
    if (cursor_ < tree.node_count()) return;
    if (tree.live() == 0) tree.clear();
    cursor_ = tree.node_count();
    state_ = State::kRefitting;
  }

  // In one backward pass, children before parents.
  void refit(const ItemStore<Dim>& items) {
    if (part_.tree.empty()) cursor_ = 0;
    const u32 from = cursor_ > left_ ? cursor_ - left_ : 0;
    part_.tree.refit_range(from, cursor_, items.boxes());
    left_ -= cursor_ - from;
    cursor_ = from;
    if (cursor_ == 0) state_ = State::kSettling;
  }

  // Refits what is marked if that is sure to be within the budget. Else it is left to the owner:
  // while everything moves all the time the marks never run out.
  void settle(const ItemStore<Dim>& items) {
    const u64 most = u64{fixups_} * (part_.tree.height() + 1);
    if (most <= left_) left_ -= part_.tree.refit_marked(items.boxes());
    state_ = State::kFinished;
  }

  bulk_tree::Builder<Dim> builder_;
  BulkPart<Dim> part_;
  State state_ = State::kIdle;
  u32 cursor_ = 0;  // next id to copy, next node to map, end of the nodes to refit
  u32 end_ = 0;     // of the ids to look at for copying
  u32 left_ = 0;    // units of this step
  u32 fixups_ = 0;  // leaves marked so far: each has height + 1 marks at most
};

}  // namespace sapwood::scene_pruner
