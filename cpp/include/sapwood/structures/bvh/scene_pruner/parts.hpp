// The trees of a scene pruner, their queries and their pairs.
#pragma once

#include <new>

#include "sapwood/core/bulk_tree/pairs.hpp"
#include "sapwood/core/bulk_tree/query.hpp"
#include "sapwood/core/bulk_tree/tree.hpp"
#include "sapwood/structures/bvh/scene_pruner/pending_tree.hpp"
#include "sapwood/structures/bvh/scene_pruner/rebuild.hpp"

namespace sapwood::scene_pruner {

// Merged trees: whole bulk trees that came at once, and a small tree over their bounds.
//
// Each tree has a slot and is filed in the tree of trees under its bounds, grown a little so that
// moves inside it seldom reach the upper one. A tree whose items all died vanishes with its memory;
// a rebuild of the main tree takes over those that were there when it began.
//
// Source: the description of the merged pruning structures of NVIDIA PhysX 3.4; written anew.

// Remembers whether the visitor ended the walk, so that the next tree is not begun.
template <class Visitor>
class Relay : public ItemVisitor<Relay<Visitor>> {
 public:
  explicit Relay(Visitor& visit) : visit_(visit) {}

  bool ended() const { return ended_; }
  bool test(Id id) { return note(visit_.test(id)); }
  template <int Dim>
  bool test_box(Id id, const Aabb<Dim>& box) {
    return note(visit_.test_box(id, box));
  }
  bool accept(Id id) { return note(visit_.accept(id)); }
  bool accept_range(const Id* ids, u32 count) { return note(visit_.accept_range(ids, count)); }
  bool accept_lanes(const Id* ids, u32 lanes) { return note(visit_.accept_lanes(ids, lanes)); }

 private:
  bool note(bool go_on) {
    ended_ = !go_on;
    return go_on;
  }

  Visitor& visit_;
  bool ended_ = false;
};

template <int Dim>
struct MergedTree {
  bulk_tree::Tree<Dim> tree;
  u32 stamp = 0;  // of the rebuild after whose beginning it came
};

// The parts of a scene pruner in a trace and a picture.
inline constexpr u32 kMainPart = 0;
inline constexpr u32 kPendingPart = 1;  // and 2
inline constexpr u32 kTopsPart = 3;
inline constexpr u32 kFirstMergedPart = 4;  // and so on, by slot

template <int Dim>
class Forest {
 public:
  using Box = Aabb<Dim>;
  using Tree = bulk_tree::Tree<Dim>;

  Forest() = default;
  Forest(const Forest&) = delete;
  Forest& operator=(const Forest&) = delete;
  Forest(Forest&& other) noexcept { swap(other); }
  Forest& operator=(Forest&& other) noexcept {
    swap(other);
    return *this;
  }
  ~Forest() { clear(); }

  void swap(Forest& other) noexcept {
    slots_.swap(other.slots_);
    filed_.swap(other.filed_);
    top_leaf_.swap(other.top_leaf_);
    std::swap(tops_, other.tops_);
    std::swap(trees_, other.trees_);
    std::swap(stale_, other.stale_);
  }

  u32 trees() const { return trees_; }
  u32 slots() const { return static_cast<u32>(slots_.size()); }
  // Null where the slot is free.
  const MergedTree<Dim>* at(u32 slot) const { return slots_[slot]; }
  // To be changed: marks are refitted by settle().
  Tree& tree(u32 slot) {
    stale_ = true;
    return slots_[slot]->tree;
  }
  // Bounds under which a tree is filed.
  const Box& filed(u32 slot) const { return filed_[slot]; }
  // The tree of trees, and the leaf of a slot in it.
  const PendingTree<Dim>& tops() const { return tops_; }
  u32 leaf(u32 slot) const { return top_leaf_[slot]; }
  Members<Dim> members() const { return {filed_.data(), const_cast<u32*>(top_leaf_.data())}; }

  size_t byte_length() const {
    size_t bytes =
        slots_.byte_length() + filed_.byte_length() + top_leaf_.byte_length() + tops_.byte_length();
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
    filed_.release();
    top_leaf_.release();
    tops_.clear();
  }

  // The slot of an empty tree that add_tree() files later, kNone when memory is not to be had.
  // What is not inserted must be given to discard().
  u32 make_room(u32 stamp) {
    u32 slot = 0;
    while (slot < slots() && slots_[slot] != nullptr) ++slot;
    const u32 wanted = slot < kFirstSlots ? kFirstSlots : slot + slot / 2 + 1;
    if (slot == slots() && (!slots_.reserve(wanted) || !filed_.reserve(wanted) ||
                            !top_leaf_.reserve(wanted) || !tops_.reserve(wanted + 1))) {
      return kNone;
    }
    void* memory = std::malloc(sizeof(MergedTree<Dim>));
    if (memory == nullptr) return kNone;
    if (slot == slots()) {
      slots_.push_unchecked(nullptr);
      filed_.push_unchecked(empty_box<Dim>());
      top_leaf_.push_unchecked(kNone);
    }
    slots_[slot] = new (memory) MergedTree<Dim>;
    slots_[slot]->stamp = stamp;
    ++trees_;
    return slot;
  }
  void discard(u32 slot) { destroy(slot); }

  // Files the tree under its bounds. Never fails.
  void add_tree(u32 slot, f32 inflation) {
    filed_[slot] = inflated(slots_[slot]->tree.node(0).box, inflation);
    tops_.insert(members(), slot);
  }
  // Takes a tree away, with its memory.
  void fell(u32 slot) {
    tops_.remove(members(), slot);
    destroy(slot);
    if (trees_ == 0) clear();
  }
  // Takes away the trees that came before the rebuild `stamp` began.
  void fell_older(u32 stamp) {
    for (u32 slot = 0; slot < slots(); ++slot) {
      if (slots_[slot] != nullptr && slots_[slot]->stamp < stamp) fell(slot);
    }
  }

  // Refits what is marked; a tree that left the bounds it is filed under is filed anew. Answers the
  // number of nodes.
  u32 settle(const Box* boxes, f32 inflation) {
    u32 visited = 0;
    for (u32 slot = 0; stale_ && slot < slots(); ++slot) {
      if (slots_[slot] == nullptr || !slots_[slot]->tree.marks().any()) continue;
      Tree& each = slots_[slot]->tree;
      visited += each.refit_marked(boxes);
      file_anew(slot, inflation);
    }
    stale_ = false;
    return visited;
  }

  // Subtracts a vector from all bounds, after the boxes of the items were shifted alike. Trees are
  // refitted; one that had left its bounds, or leaves them by rounding, is filed anew.
  void shift(const Point<Dim>& by, const Box* boxes, f32 inflation) {
    for (u32 slot = 0; slot < slots(); ++slot) {
      if (slots_[slot] == nullptr) continue;
      slots_[slot]->tree.refit_all(boxes);
      filed_[slot] = shifted(filed_[slot], by);
    }
    tops_.shift(by);
    for (u32 slot = 0; slot < slots(); ++slot) {
      if (slots_[slot] != nullptr) file_anew(slot, inflation);
    }
  }

  template <class Query, class Visitor>
  Status traverse(const Query& query, Counters auto& counters, Visitor&& visit) const {
    Status status = Status::success();
    auto above = forked_counters(counters);
    auto&& trace = trace_of(counters);
    Relay relay(visit);
    trace.in_part(kTopsPart, /*holds_items=*/false);
    const auto into = [&](u32 slot) {
      trace.in_part(kFirstMergedPart + slot);
      status = bulk_tree::traverse(slots_[slot]->tree, query, counters, relay);
      trace.in_part(kTopsPart, false);
      return status.ok() && !relay.ended();
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
    Relay relay(visit);
    trace.in_part(kTopsPart, /*holds_items=*/false);
    const auto into = [&](u32 slot) {
      trace.in_part(kFirstMergedPart + slot);
      status = bulk_tree::traverse_ordered(slots_[slot]->tree, query, counters, relay);
      trace.in_part(kTopsPart, false);
      return status.ok() && !relay.ended();
    };
    const Status upper = walk_ordered(tops_, query, above, FunctionVisitor(into));
    counters.node_visits += above.node_visits;
    return status.ok() ? upper : status;
  }

 private:
  static constexpr u32 kFirstSlots = 32;

  // Grown by half the share of its extent on each side.
  static Box inflated(const Box& box, f32 share) {
    Box grown;
    for (int axis = 0; axis < Dim; ++axis) {
      const f32 pad = 0.5f * share * box.extent(axis);
      grown.min[axis] = box.min[axis] - pad;
      grown.max[axis] = box.max[axis] + pad;
    }
    return grown;
  }

  // Where the tree has left the bounds that it is filed under.
  void file_anew(u32 slot, f32 inflation) {
    const Box& bounds = slots_[slot]->tree.node(0).box;
    if (contains(filed_[slot], bounds)) return;
    filed_[slot] = inflated(bounds, inflation);
    tops_.update(members(), slot);
  }

  void destroy(u32 slot) {
    slots_[slot]->~MergedTree<Dim>();
    std::free(slots_[slot]);
    slots_[slot] = nullptr;
    --trees_;
  }

  Array<MergedTree<Dim>*> slots_;
  Array<Box> filed_;     // by slot
  Array<u32> top_leaf_;  // by slot
  PendingTree<Dim> tops_;
  u32 trees_ = 0;
  bool stale_ = false;
};

// The trees of a scene pruner, and in which of them an item is.

// An item that the main tree has is there and nowhere else. `home` tells of all others: 0 or 1, the
// incremental tree; from kFirstMerged on, the slot of a merged tree. (After a swap it is out of
// date for the items that the main tree took over: so a swap costs nothing by item.)
template <int Dim>
struct Parts {
  static constexpr u32 kFirstMerged = 2;

  BulkPart<Dim> main;
  PendingTree<Dim> pending[2];  // one for each of the last two timestamps
  Forest<Dim> forest;
  Array<u32> home;  // by id
  Array<u32> leaf;  // by id: leaf in the tree that `home` names
  u32 current = 0;  // the incremental tree of the present timestamp
  u32 stamp = 1;    // of the present; each rebuild begins a new one

  PendingTree<Dim>& nursery() { return pending[current]; }
  PendingTree<Dim>& elders() { return pending[1 - current]; }
  Members<Dim> members(const ItemStore<Dim>& items) { return {items.boxes(), leaf.data()}; }

  bool is_pending(Id id) const { return !main.has(id) && home[id] < kFirstMerged; }
  // Slot of a merged tree; the item is in one.
  u32 slot_of(Id id) const { return home[id] - kFirstMerged; }
  // A live item that was there before the present timestamp.
  bool is_older(Id id) const {
    if (main.has(id)) return true;
    if (home[id] < kFirstMerged) return home[id] != current;
    return forest.at(slot_of(id))->stamp < stamp;
  }

  [[nodiscard]] bool reserve_ids(u32 extra) {
    return main.leaf_of.reserve_more(extra) && home.reserve_more(extra) && leaf.reserve_more(extra);
  }
  // An id above all others came into use. Needs reserve_ids().
  void note_new_id() {
    main.leaf_of.push_unchecked(kNone);
    home.push_unchecked(0);
    leaf.push_unchecked(kNone);
  }

  void clear() {
    main.tree.clear();
    main.leaf_of.clear();
    pending[0].clear();
    pending[1].clear();
    forest.clear();
    home.clear();
    leaf.clear();
  }

  size_t byte_length() const {
    return main.byte_length() + pending[0].byte_length() + pending[1].byte_length() +
           forest.byte_length() + home.byte_length() + leaf.byte_length();
  }

  // All trees but the main one.
  template <class Query, class Visitor>
  Status traverse_others(const Query& query, Counters auto& counters, Visitor&& visit) const {
    auto&& trace = trace_of(counters);
    Relay relay(visit);
    trace.in_part(kPendingPart + (1 - current));
    Status status = walk(pending[1 - current], query, counters, relay);
    trace.in_part(kPendingPart + current);
    if (status.ok() && !relay.ended()) status = walk(pending[current], query, counters, relay);
    if (status.ok() && !relay.ended()) status = forest.traverse(query, counters, relay);
    return status;
  }
  template <class Query, class Visitor>
  Status traverse(const Query& query, Counters auto& counters, Visitor&& visit) const {
    Relay relay(visit);
    const Status status = bulk_tree::traverse(main.tree, query, counters, relay);
    if (!status.ok() || relay.ended()) return status;
    return traverse_others(query, counters, visit);
  }
  // The main tree first: most of what may end the search is there.
  template <class Query, class Visitor>
  Status traverse_ordered(Query& query, Counters auto& counters, Visitor&& visit) const {
    Relay relay(visit);
    Status status = bulk_tree::traverse_ordered(main.tree, query, counters, relay);
    for (const u32 each : {1 - current, current}) {
      if (!status.ok() || relay.ended()) return status;
      trace_of(counters).in_part(kPendingPart + each);
      status = walk_ordered(pending[each], query, counters, relay);
    }
    if (!status.ok() || relay.ended()) return status;
    return forest.traverse_ordered(query, counters, relay);
  }
};

// All overlapping pairs of the items of a scene pruner: inside each bulk tree, between each two of
// them, and of every pending item with what it meets.
template <int Dim, class Visitor>
class PairWalk {
 public:
  PairWalk(const Parts<Dim>& parts, const ItemStore<Dim>& items, QueryCounters& counters,
           Visitor& visit)
      : parts_(parts), items_(items), counters_(counters), visit_(visit) {}

  Status run() {
    Status status = inside(parts_.main.tree);
    for (u32 slot = 0; slot < parts_.forest.slots() && go_on(status); ++slot) {
      if (parts_.forest.at(slot) != nullptr) status = merged(slot);
    }
    if (parts_.pending[0].empty() && parts_.pending[1].empty()) return status;
    for (Id id = items_.first(); id != kNone && go_on(status); id = items_.next(id)) {
      if (parts_.is_pending(id)) status = pending(id);
    }
    return status;
  }

 private:
  using Tree = bulk_tree::Tree<Dim>;

  bool go_on(const Status& status) const { return status.ok() && !ended_; }
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

  // A merged tree in itself, with the main one and with those in later slots.
  Status merged(u32 slot) {
    const Tree& tree = parts_.forest.at(slot)->tree;
    Status status = inside(tree);
    if (go_on(status)) status = between(parts_.main.tree, tree);
    for (u32 other = slot + 1; other < parts_.forest.slots() && go_on(status); ++other) {
      const auto* later = parts_.forest.at(other);
      if (later != nullptr) status = between(tree, later->tree);
    }
    return status;
  }

  // Two pending items meet twice: the larger id is the one that is reported.
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
