// The trees of a scene pruner, with their queries and the search for pairs.
#pragma once

#include <new>

#include "sapwood/core/bulk_tree/pairs.hpp"
#include "sapwood/core/bulk_tree/query.hpp"
#include "sapwood/core/bulk_tree/tree.hpp"
#include "sapwood/structures/bvh/scene_pruner/pending_tree.hpp"
#include "sapwood/structures/bvh/scene_pruner/rebuild.hpp"

namespace sapwood::scene_pruner {

// Set of merged trees: bulk trees that were added as a whole, and a small tree over their bounds
// (the tree of trees).
//
// Each merged tree has a slot and is an entry of the tree of trees. Its bounds are inflated, so
// that small moves of its items do not change the tree of trees. A merged tree without live items
// is removed. A rebuild of the main tree includes the merged trees that existed when the rebuild
// began.
//
// Source: the description of the merged pruning structures of NVIDIA PhysX 3.4; an independent
// implementation.

// Visitor that records whether the traversal was stopped. If it was, the remaining trees are not
// traversed.
template <class Visitor>
class StopRecorder : public ItemVisitor<StopRecorder<Visitor>> {
 public:
  explicit StopRecorder(Visitor& visit) : visit_(visit) {}

  bool ended() const { return ended_; }
  bool test(Id id) { return record(visit_.test(id)); }
  template <int Dim>
  bool test_box(Id id, const Aabb<Dim>& box) {
    return record(visit_.test_box(id, box));
  }
  bool accept(Id id) { return record(visit_.accept(id)); }
  bool accept_range(const Id* ids, u32 count) { return record(visit_.accept_range(ids, count)); }
  bool accept_lanes(const Id* ids, u32 lanes) { return record(visit_.accept_lanes(ids, lanes)); }

 private:
  bool record(bool proceed) {
    ended_ = !proceed;
    return proceed;
  }

  Visitor& visit_;
  bool ended_ = false;
};

template <int Dim>
struct MergedTree {
  bulk_tree::Tree<Dim> tree;
  u32 stamp = 0;  // timestamp at which the tree was added
};

// Numbers of the trees of a scene pruner in traces and node dumps.
inline constexpr u32 kMainPart = 0;
inline constexpr u32 kPendingPart = 1;  // and 2: one for each incremental tree
inline constexpr u32 kTopsPart = 3;
inline constexpr u32 kFirstMergedPart = 4;  // plus the slot

template <int Dim>
class TreeSet {
 public:
  using Box = Aabb<Dim>;
  using Tree = bulk_tree::Tree<Dim>;

  TreeSet() = default;
  TreeSet(const TreeSet&) = delete;
  TreeSet& operator=(const TreeSet&) = delete;
  TreeSet(TreeSet&& other) noexcept { swap(other); }
  TreeSet& operator=(TreeSet&& other) noexcept {
    swap(other);
    return *this;
  }
  ~TreeSet() { clear(); }

  void swap(TreeSet& other) noexcept {
    slots_.swap(other.slots_);
    bounds_.swap(other.bounds_);
    top_leaf_.swap(other.top_leaf_);
    std::swap(tops_, other.tops_);
    std::swap(trees_, other.trees_);
    std::swap(stale_, other.stale_);
  }

  u32 trees() const { return trees_; }
  u32 slots() const { return static_cast<u32>(slots_.size()); }
  const MergedTree<Dim>* at(u32 slot) const { return slots_[slot]; }
  // Returns a merged tree so that the caller can change it. The next flush() refits the nodes that
  // the caller has marked.
  Tree& tree(u32 slot) {
    stale_ = true;
    return slots_[slot]->tree;
  }
  // Returns the inflated bounds of a tree, as stored in the tree of trees.
  const Box& bounds(u32 slot) const { return bounds_[slot]; }
  // These functions return the tree of trees, and the leaf of a slot in the tree of trees.
  const PendingTree<Dim>& tops() const { return tops_; }
  u32 leaf(u32 slot) const { return top_leaf_[slot]; }
  Members<Dim> members() const { return {bounds_.data(), const_cast<u32*>(top_leaf_.data())}; }

  size_t byte_length() const {
    size_t bytes = slots_.byte_length() + bounds_.byte_length() + top_leaf_.byte_length() +
                   tops_.byte_length();
    for (const MergedTree<Dim>* each : slots_) {
      if (each != nullptr) bytes += sizeof(*each) + each->tree.byte_length();
    }
    return bytes;
  }

  void clear() {
    for (u32 slot = 0; slot < slots(); ++slot) {
      if (slots_[slot] != nullptr) destroy(slot);
    }
    slots_.release();
    bounds_.release();
    top_leaf_.release();
    tops_.clear();
  }

  [[gnu::cold, gnu::noinline]] void shrink() {
    if (trees_ == 0) clear();
    for (MergedTree<Dim>* each : slots_) {
      if (each != nullptr) each->tree.shrink();
    }
  }

  // Creates an empty merged tree and returns its slot, or kNone if allocation fails. The caller
  // must then call add_tree() or discard().
  u32 make_room(u32 stamp) {
    u32 slot = 0;
    while (slot < slots() && slots_[slot] != nullptr) ++slot;
    const u32 wanted = slot < kFirstSlots ? kFirstSlots : slot + slot / 2 + 1;
    if (slot == slots() && (!slots_.reserve(wanted) || !bounds_.reserve(wanted) ||
                            !top_leaf_.reserve(wanted) || !tops_.reserve(wanted + 1))) {
      return kNone;
    }
    void* memory = std::malloc(sizeof(MergedTree<Dim>));
    if (memory == nullptr) return kNone;
    if (slot == slots()) {
      slots_.push_unchecked(nullptr);
      bounds_.push_unchecked(empty_box<Dim>());
      top_leaf_.push_unchecked(kNone);
    }
    slots_[slot] = new (memory) MergedTree<Dim>;
    slots_[slot]->stamp = stamp;
    ++trees_;
    return slot;
  }
  void discard(u32 slot) { destroy(slot); }

  void add_tree(u32 slot, f32 inflation) {
    bounds_[slot] = inflated(slots_[slot]->tree.node(0).box, inflation);
    tops_.insert(members(), slot);
  }
  void remove(u32 slot) {
    tops_.remove(members(), slot);
    destroy(slot);
    if (trees_ == 0) clear();
  }
  void remove_before(u32 stamp) {
    for (u32 slot = 0; slot < slots(); ++slot) {
      if (slots_[slot] != nullptr && slots_[slot]->stamp < stamp) remove(slot);
    }
  }

  // Refits marked nodes, and reinserts merged trees that have left their bounds. Returns the number
  // of refitted nodes.
  u32 flush(const Box* boxes, f32 inflation) {
    u32 visited = 0;
    for (u32 slot = 0; stale_ && slot < slots(); ++slot) {
      if (slots_[slot] == nullptr || !slots_[slot]->tree.marks().any()) continue;
      Tree& each = slots_[slot]->tree;
      visited += each.refit_marked(boxes);
      reinsert_top(slot, inflation);
    }
    stale_ = false;
    return visited;
  }

  // Subtracts a vector from all bounds and refits the merged trees. The boxes of the items must
  // already be shifted. If a merged tree is then outside of its bounds, for example because of
  // rounding, it is reinserted.
  void shift(const Point<Dim>& by, const Box* boxes, f32 inflation) {
    for (u32 slot = 0; slot < slots(); ++slot) {
      if (slots_[slot] == nullptr) continue;
      slots_[slot]->tree.refit_all(boxes);
      bounds_[slot] = shifted(bounds_[slot], by);
    }
    tops_.shift(by);
    for (u32 slot = 0; slot < slots(); ++slot) {
      if (slots_[slot] != nullptr) reinsert_top(slot, inflation);
    }
  }

  template <class Query, class Visitor>
  Status traverse(const Query& query, Counters auto& counters, Visitor&& visit) const {
    Status status = Status::success();
    auto above = forked_counters(counters);
    auto&& trace = trace_of(counters);
    StopRecorder recorder(visit);
    trace.in_part(kTopsPart, /*holds_items=*/false);
    const auto into = [&](u32 slot) {
      trace.in_part(kFirstMergedPart + slot);
      status = bulk_tree::traverse(slots_[slot]->tree, query, counters, recorder);
      trace.in_part(kTopsPart, false);
      return status.ok() && !recorder.ended();
    };
    const Status upper = walk(tops_, query, above, FunctionVisitor(into));
    counters.node_visits += above.node_visits;
    return status.ok() ? upper : status;
  }

  template <class Query, class Visitor>
  Status traverse_ordered(Query& query, Counters auto& counters, Visitor&& visit) const {
    Status status = Status::success();
    auto above = forked_counters(counters);
    auto&& trace = trace_of(counters);
    StopRecorder recorder(visit);
    trace.in_part(kTopsPart, /*holds_items=*/false);
    const auto into = [&](u32 slot) {
      trace.in_part(kFirstMergedPart + slot);
      status = bulk_tree::traverse_ordered(slots_[slot]->tree, query, counters, recorder);
      trace.in_part(kTopsPart, false);
      return status.ok() && !recorder.ended();
    };
    const Status upper = walk_ordered(tops_, query, above, FunctionVisitor(into));
    counters.node_visits += above.node_visits;
    return status.ok() ? upper : status;
  }

 private:
  static constexpr u32 kFirstSlots = 32;

  // Returns a box that is enlarged on each side by half of `share` times its extent.
  static Box inflated(const Box& box, f32 share) {
    Box grown;
    for (int axis = 0; axis < Dim; ++axis) {
      const f32 pad = 0.5f * share * box.extent(axis);
      grown.min[axis] = box.min[axis] - pad;
      grown.max[axis] = box.max[axis] + pad;
    }
    return grown;
  }

  // Reinserts a merged tree into the tree of trees if it has left its bounds.
  void reinsert_top(u32 slot, f32 inflation) {
    const Box& bounds = slots_[slot]->tree.node(0).box;
    if (contains(bounds_[slot], bounds)) return;
    bounds_[slot] = inflated(bounds, inflation);
    tops_.update(members(), slot);
  }

  void destroy(u32 slot) {
    slots_[slot]->~MergedTree<Dim>();
    std::free(slots_[slot]);
    slots_[slot] = nullptr;
    --trees_;
  }

  Array<MergedTree<Dim>*> slots_;
  Array<Box> bounds_;    // by slot
  Array<u32> top_leaf_;  // by slot
  PendingTree<Dim> tops_;
  u32 trees_ = 0;
  bool stale_ = false;
};

// All trees of a scene pruner, and the tree that contains each item.
//
// If the main tree contains an item, no other tree contains it. For all other items, `home` is the
// tree: 0 or 1 for an incremental tree, kFirstMerged + slot for a merged tree. `home` is not used
// for items of the main tree, so replacing the main tree has no cost per item.
template <int Dim>
struct Parts {
  static constexpr u32 kFirstMerged = 2;

  BulkPart<Dim> main;
  PendingTree<Dim> pending[2];  // incremental trees of the last two timestamps
  TreeSet<Dim> merged;
  Array<u32> home;  // by id
  Array<u32> leaf;  // by id: leaf in the tree of `home`
  u32 current = 0;  // incremental tree of the current timestamp
  u32 stamp = 1;    // current timestamp; each rebuild starts a new one

  PendingTree<Dim>& current_pending() { return pending[current]; }
  PendingTree<Dim>& previous_pending() { return pending[1 - current]; }
  Members<Dim> members(const ItemStore<Dim>& items) { return {items.boxes(), leaf.data()}; }

  bool is_pending(Id id) const { return !main.has(id) && home[id] < kFirstMerged; }
  // Returns the slot of the merged tree of an item, which must be in a merged tree.
  u32 slot_of(Id id) const { return home[id] - kFirstMerged; }
  // Returns true if a live item was inserted before the current timestamp.
  bool is_older(Id id) const {
    if (main.has(id)) return true;
    if (home[id] < kFirstMerged) return home[id] != current;
    return merged.at(slot_of(id))->stamp < stamp;
  }

  [[nodiscard]] bool reserve_ids(u32 extra) {
    return main.leaf_of.reserve_more(extra) && home.reserve_more(extra) && leaf.reserve_more(extra);
  }
  // Adds an element for a new id to each array that is indexed by id. The id must be the size of
  // these arrays. Requires reserve_ids().
  void record_new_id() {
    main.leaf_of.push_unchecked(kNone);
    home.push_unchecked(0);
    leaf.push_unchecked(kNone);
  }

  void clear() {
    main.tree.clear();
    main.leaf_of.clear();
    pending[0].clear();
    pending[1].clear();
    merged.clear();
    home.clear();
    leaf.clear();
  }

  void shrink(const ItemStore<Dim>& items) {
    main.shrink();
    for (auto& tree : pending) tree.compact(members(items));
    merged.shrink();
    for (Array<u32>* list : {&main.leaf_of, &home, &leaf}) list->shrink_to(items.id_end());
  }

  size_t byte_length() const {
    return main.byte_length() + pending[0].byte_length() + pending[1].byte_length() +
           merged.byte_length() + home.byte_length() + leaf.byte_length();
  }

  template <class Query, class Visitor>
  Status traverse_others(const Query& query, Counters auto& counters, Visitor&& visit) const {
    auto&& trace = trace_of(counters);
    StopRecorder recorder(visit);
    trace.in_part(kPendingPart + (1 - current));
    Status status = walk(pending[1 - current], query, counters, recorder);
    trace.in_part(kPendingPart + current);
    if (status.ok() && !recorder.ended())
      status = walk(pending[current], query, counters, recorder);
    if (status.ok() && !recorder.ended()) status = merged.traverse(query, counters, recorder);
    return status;
  }
  template <class Query, class Visitor>
  Status traverse(const Query& query, Counters auto& counters, Visitor&& visit) const {
    StopRecorder recorder(visit);
    const Status status = bulk_tree::traverse(main.tree, query, counters, recorder);
    if (!status.ok() || recorder.ended()) return status;
    return traverse_others(query, counters, visit);
  }
  // The main tree is traversed first, because it contains most items and so reduces the search
  // radius most.
  template <class Query, class Visitor>
  Status traverse_ordered(Query& query, Counters auto& counters, Visitor&& visit) const {
    StopRecorder recorder(visit);
    Status status = bulk_tree::traverse_ordered(main.tree, query, counters, recorder);
    for (const u32 each : {1 - current, current}) {
      if (!status.ok() || recorder.ended()) return status;
      trace_of(counters).in_part(kPendingPart + each);
      status = walk_ordered(pending[each], query, counters, recorder);
    }
    if (!status.ok() || recorder.ended()) return status;
    return merged.traverse_ordered(query, counters, recorder);
  }
};

// Search for all overlapping pairs: within each bulk tree, between every two bulk trees, and
// between every pending item and all other items.
template <int Dim, class Visitor>
class PairWalk {
 public:
  PairWalk(const Parts<Dim>& parts, const ItemStore<Dim>& items, QueryCounters& counters,
           Visitor& visit)
      : parts_(parts), items_(items), counters_(counters), visit_(visit) {}

  Status run() {
    Status status = inside(parts_.main.tree);
    for (u32 slot = 0; slot < parts_.merged.slots() && proceed(status); ++slot) {
      if (parts_.merged.at(slot) != nullptr) status = merged(slot);
    }
    if (parts_.pending[0].empty() && parts_.pending[1].empty()) return status;
    for (Id id = items_.first(); id != kNone && proceed(status); id = items_.next(id)) {
      if (parts_.is_pending(id)) status = pending(id);
    }
    return status;
  }

 private:
  using Tree = bulk_tree::Tree<Dim>;

  bool proceed(const Status& status) const { return status.ok() && !ended_; }
  bool report(Id a, Id b) {
    ended_ = !static_cast<bool>(visit_(a, b));
    return !ended_;
  }

  Status inside(const Tree& tree) {
    return bulk_tree::overlapping_pairs(tree, counters_,
                                        [this](Id a, Id b) { return report(a, b); });
  }
  Status between(const Tree& first, const Tree& second) {
    if (first.empty() || second.empty()) return Status::success();
    return bulk_tree::overlapping_pairs(first, second, counters_,
                                        [this](Id a, Id b) { return report(a, b); });
  }

  // Finds the pairs within a merged tree, with the main tree, and with the merged trees of higher
  // slots.
  Status merged(u32 slot) {
    const Tree& tree = parts_.merged.at(slot)->tree;
    Status status = inside(tree);
    if (proceed(status)) status = between(parts_.main.tree, tree);
    for (u32 other = slot + 1; other < parts_.merged.slots() && proceed(status); ++other) {
      const auto* later = parts_.merged.at(other);
      if (later != nullptr) status = between(tree, later->tree);
    }
    return status;
  }

  // Finds the pairs of a pending item. If both items of a pair are pending, only the item with the
  // smaller id reports the pair.
  Status pending(Id id) {
    const auto meet = [this, id](Id other) {
      if (other <= id && parts_.is_pending(other)) return true;
      return !overlaps(items_.box(id), items_.box(other)) || report(id, other);
    };
    return parts_.traverse(BoxQuery<Dim>(items_.box(id)), counters_, FunctionVisitor(meet));
  }

  const Parts<Dim>& parts_;
  const ItemStore<Dim>& items_;
  QueryCounters& counters_;
  Visitor& visit_;
  bool ended_ = false;
};

}  // namespace sapwood::scene_pruner
