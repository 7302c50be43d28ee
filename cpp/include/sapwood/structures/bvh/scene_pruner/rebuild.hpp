// Build of the next main tree in the background, in steps that never exceed their budget.
//
// States, in order:
// - idle: there is no rebuild
// - copying: copies the boxes of the items that exist when the rebuild begins
// - building: builds a bulk tree of the copied items
// - mapping: maps items to leaves, and links nodes to their parents; removes items from the new
//   tree that were removed since they were copied, even if pending items now have the same ids
// - refitting: refits all boxes, because items may have moved since they were copied
// - settling: refits items that were moved or removed during refitting, if the budget of one step
//   is sufficient
// - finished: lasts until the owner replaces the main tree with the new tree
//
// A unit of work is one id tested for copying, one unit of the bulk builder, or one node mapped or
// refitted. The cost of all other work, except allocation, does not depend on the number of items.
//
// Source: the description of the dynamic pruner of NVIDIA PhysX 3.4 (AABBPruner); an independent
// implementation.
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

// Bulk tree, and an array by id with the leaf of each of its items, or kNone for all other ids.
template <int Dim>
struct BulkPart {
  bulk_tree::Tree<Dim> tree;
  bulk_tree::LeafMap leaf_of;

  bool has(Id id) const { return leaf_of[id] != kNone; }
  size_t byte_length() const { return tree.byte_length() + leaf_of.byte_length(); }
  [[gnu::cold, gnu::noinline]] void shrink() {
    tree.shrink();
    leaf_of.shrink();
  }
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

  // Returns the expected work of a rebuild of `count` items with ids below `id_end`.
  static u64 expected_work(u32 count, u32 id_end, u32 leaf_limit) {
    const bulk_tree::BuildEstimate whole = bulk_tree::BuildEstimate::of(count, {leaf_limit});
    return id_end + static_cast<u64>(whole.units + kNodePasses * whole.nodes);
  }
  // Returns the expected remaining work, not including settling.
  u64 expected_work() const {
    if (state_ == State::kCopying || builder_.building()) {
      const bulk_tree::BuildEstimate rest = builder_.rest();
      const u32 ids = state_ == State::kCopying ? end_ - cursor_ : 0;
      return ids + static_cast<u64>(rest.units + kNodePasses * rest.nodes);
    }
    const u32 nodes = part_.tree.node_count();
    if (state_ == State::kBuilding) return kNodePasses * u64{nodes};
    if (state_ == State::kMapping) return kNodePasses * u64{nodes} - cursor_;
    return state_ == State::kRefitting ? cursor_ : 0;
  }
  void shrink() { part_.leaf_of.shrink(state_ == State::kCopying ? end_ : 0); }

  // Begins a rebuild with at most `count` items. Returns false if allocation fails.
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

  // Does at most `budget` units of work. includes(id) returns true if an item existed when the
  // rebuild began and was not removed since. If allocation fails, the caller can try the step
  // again.
  template <class Includes>
  Status step(const ItemStore<Dim>& items, Includes&& includes, u32 budget, u32& work) {
    Status status = Status::success();
    left_ = budget;
    if (state_ == State::kSettling) settle(items);
    while (left_ > 0 && state_ < State::kSettling && status.ok()) {
      if (state_ == State::kCopying) {
        copy(items, includes);
      } else if (state_ == State::kBuilding) {
        status = build();
      } else if (state_ == State::kMapping) {
        map(includes);
      } else {
        refit(items);
      }
    }
    work = budget - left_;
    return status;
  }

  [[nodiscard]] bool reserve_ids(u32 extra) {
    if (state_ == State::kIdle) return true;
    const u32 ahead = state_ == State::kCopying ? end_ - cursor_ : 0;
    return part_.leaf_of.reserve_more(ahead + extra);
  }
  // Records a new id, which must be the number of existing ids. Requires reserve_ids().
  void record_new_id() {
    if (state_ == State::kCopying) {
      ++end_;  // copying tests the new id, but does not copy its item
    } else if (state_ != State::kIdle) {
      part_.leaf_of.push_unchecked(kNone);
    }
  }
  void record_removed(Id id) {
    if (!is_mapped(id)) return;
    part_.remove(id);
    ++fixups_;
  }
  void record_moved(Id id) {
    if (!is_mapped(id)) return;
    part_.tree.mark(part_.leaf_of[id]);
    ++fixups_;
  }
  void record_all_moved(const ItemStore<Dim>& items) {
    if (state_ > State::kMapping) part_.tree.refit_all(items.boxes());
  }

  void move_to(BulkPart<Dim>& part) {
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
  static constexpr u32 kNodePasses = 2;  // mapping and refitting

  // Returns true if the new tree contains an item and the item is already mapped to its leaf.
  bool is_mapped(Id id) const { return state_ >= State::kMapping && part_.has(id); }

  // Copies the boxes of items. A free id also counts as a unit, because it is also added to
  // `leaf_of`.
  template <class Includes>
  void copy(const ItemStore<Dim>& items, Includes&& includes) {
    for (; left_ > 0 && cursor_ < end_; ++cursor_, --left_) {
      part_.leaf_of.push_unchecked(kNone);
      if (includes(cursor_)) builder_.add(cursor_, items.box(cursor_));
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
      builder_.move_to(part_.tree);
    }
    if (!part_.tree.begin_links()) return Status::out_of_memory();
    cursor_ = 0;
    state_ = State::kMapping;
    return Status::success();
  }

  template <class Includes>
  void map(Includes&& includes) {
    auto& tree = part_.tree;
    for (; left_ > 0 && cursor_ < tree.node_count(); ++cursor_, --left_) {
      tree.link(cursor_);
      const auto& node = tree.node(cursor_);
      if (!node.is_leaf()) continue;
      for (u32 i = node.first(); i < node.first() + node.count();) {
        const Id id = tree.item(i).id;
        if (includes(id)) {
          part_.leaf_of[id] = cursor_;
          ++i;
        } else {
          tree.remove(id, cursor_);  // position i now contains another item or is empty
          ++fixups_;
        }
      }
    }
    if (cursor_ < tree.node_count()) return;
    if (tree.live() == 0) tree.clear();
    cursor_ = tree.node_count();
    state_ = State::kRefitting;
  }

  // Continues the refit of all nodes, in reverse order of memory, so that children come before
  // their parents.
  void refit(const ItemStore<Dim>& items) {
    if (part_.tree.empty()) cursor_ = 0;
    const u32 from = cursor_ > left_ ? cursor_ - left_ : 0;
    part_.tree.refit_range(from, cursor_, items.boxes());
    left_ -= cursor_ - from;
    cursor_ = from;
    if (cursor_ == 0) state_ = State::kSettling;
  }

  // Refits the marked nodes if an upper bound of their number is within the budget. Otherwise, the
  // owner refits them: while items keep moving, waiting for a sufficient budget could last forever.
  void settle(const ItemStore<Dim>& items) {
    const u64 most = u64{fixups_} * (part_.tree.height() + 1);
    if (most <= left_) left_ -= part_.tree.refit_marked(items.boxes());
    state_ = State::kFinished;
  }

  bulk_tree::Builder<Dim> builder_;
  BulkPart<Dim> part_;
  State state_ = State::kIdle;
  u32 cursor_ = 0;  // next id to copy, next node to map, end of the nodes to refit
  u32 end_ = 0;     // end of the ids to copy
  u32 left_ = 0;    // remaining units of this step
  u32 fixups_ = 0;  // marked leaves; each marks at most height + 1 nodes
};

}  // namespace sapwood::scene_pruner
