// Memory layout of a wide tree.
#pragma once

#include <bit>

#include "sapwood/base/array.hpp"
#include "sapwood/core/pending_list.hpp"
#include "sapwood/core/wide_tree/plan.hpp"
#include "sapwood/geometry/aabb_packet.hpp"
#include "sapwood/geometry/gather.hpp"

namespace sapwood::wide_tree {

// 4-wide tree of boxes: four children per node, four items per leaf, in SIMD lanes.
//
// A node is a packet of the boxes of its children (64 bytes in 2D, one cache line; 96 bytes in 3D,
// two lines) and a separate link of 16 bytes. Boxes are not quantized to one line in 3D, because
// they would have to be unpacked before every test, and 100,000 items fit into the cache anyway. A
// leaf is a packet of four item boxes, with their ids in the same lanes. A slot is one lane of a
// leaf. A vacant slot has an empty box, which no test accepts, and the id kNone.
//
// Numbering: node 0 is the root. Nodes are numbered level by level, so the children of a node are
// consecutive and follow the node, and a backward pass visits children before parents. Leaves are
// numbered depth first. Lanes 0 .. leaves - 1 of a node are the leaves `below.begin` + lane. The
// following lanes are the nodes `first_child` + (lane - leaves), and the leaves below these nodes
// follow in the same order. Everything below a node or lane is one range of leaves and one range of
// ids.
//
// Invariants: a node has 1 to 4 lanes, followed by empty lanes. The box of a lane is the exact
// union of the items below it. The height is at most kMaxHeight. Memory in addition to the item
// store: 80 bytes per node and 20 per slot in 2D, 112 and 28 in 3D.

template <int Dim>
class Tree {
 public:
  using Box = Aabb<Dim>;
  using Packet = AabbPacket<Dim>;

  bool empty() const { return links_.empty(); }
  u32 node_count() const { return static_cast<u32>(links_.size()); }
  u32 leaf_count() const { return static_cast<u32>(leaves_.size()); }
  u32 slot_count() const { return static_cast<u32>(ids_.size()); }
  // Returns the number of occupied slots.
  u32 live() const { return live_; }
  // Returns whether exactly the slots 0 .. live() - 1 are occupied, so that the array of ids has no
  // gaps.
  bool gapless() const { return gapless_; }
  u32 height() const { return empty() ? 0 : links_.end()[-1].depth; }

  const Link& link(u32 node) const { return links_[node]; }
  const Packet& boxes(u32 node) const { return nodes_[node]; }
  const Packet& leaf(u32 leaf) const { return leaves_[leaf]; }
  // Returns the four ids of a leaf. The ids of the following leaves are stored directly after them.
  const Id* ids(u32 leaf) const { return ids_.data() + size_t{leaf} * kLanes; }
  Id id(u32 slot) const { return ids_[slot]; }
  Box box(u32 slot) const { return leaves_[slot / kLanes].get(slot % kLanes); }
  LeafRange below(const Link& link, u32 lane) const {
    if (link.is_leaf(lane)) return {link.leaf(lane), link.leaf(lane) + 1};
    return links_[link.child(lane)].below;
  }
  Box bounds() const { return empty() ? empty_box<Dim>() : united(nodes_[0]); }

  [[nodiscard]] bool reserve(const TreePlan& plan) {
    return plan.leaf_count() < kMaxLeaves && nodes_.reserve(plan.shapes.size()) &&
           links_.reserve(plan.shapes.size()) && leaves_.reserve(plan.leaf_count());
  }

  // Replaces the nodes and leaves with those of a plan. Requires reserve(). The caller must call
  // read_boxes() afterwards. Returns false if the nodes and leaves of the plan do not form exactly
  // one tree, or if the tree is too high.
  [[nodiscard]] bool adopt(TreePlan& plan) {
    if (!adopt_shape(plan)) return false;
    count_items();
    return true;
  }
  // Like adopt(), but does not count the items. The caller must call fill() afterwards, which
  // checks the ids and counts the items.
  [[nodiscard]] bool adopt_shape(TreePlan& plan) {
    nodes_.resize_unchecked(plan.shapes.size());
    leaves_.resize_unchecked(plan.leaf_count());
    ids_.swap(plan.slots);
    return derive_links(plan.shapes, leaf_count(), links_);
  }
  // Copies the boxes of all items after adopt_shape(). Calls take(id) for the item in each occupied
  // slot. Stops and returns false if take() returns false.
  template <class Take>
  [[nodiscard]] bool fill(const Box* boxes, Take&& take) {
    const Box none = empty_box<Dim>();
    u32 live = 0;
    bool gapless = true;
    for (u32 leaf = 0; leaf < leaf_count(); ++leaf) {
      const Id* held = ids(leaf);
      const Box* from[kLanes];
      for (u32 lane = 0; lane < kLanes; ++lane) {
        const Id id = held[lane];
        from[lane] = &none;
        if (id == kNone) continue;
        if (!take(id)) return false;
        from[lane] = boxes + id;
        gapless &= live == leaf * kLanes + lane;
        ++live;
      }
      gather(from, leaves_[leaf]);
    }
    live_ = live;
    gapless_ = gapless;
    refit();
    return true;
  }

  // Copies the boxes of all items, which are indexed by id, and refits all nodes. Returns the
  // number of items whose box changed.
  u32 read_boxes(const Box* boxes) {
    u32 changed = 0;
    for (u32 leaf = 0; leaf < leaf_count(); ++leaf) changed += reread_leaf(leaf, boxes);
    refit();
    return changed;
  }

  // Copies the boxes of the items of a leaf. Returns the number of boxes that changed.
  u32 reread_leaf(u32 leaf, const Box* boxes) {
    const Box none = empty_box<Dim>();
    const Id* held = ids(leaf);
    const Box* from[kLanes];
    for (u32 lane = 0; lane < kLanes; ++lane) {
      from[lane] = held[lane] == kNone ? &none : boxes + held[lane];
    }
    Packet packet;
    gather(from, packet);
    const u32 changed = differing_lanes(packet, leaves_[leaf]);
    leaves_[leaf] = packet;
    return static_cast<u32>(std::popcount(changed));
  }
  // Sets the item of an occupied slot. The caller must call reread_leaf() afterwards.
  void set_id(u32 slot, Id id) { ids_[slot] = id; }
  void set_box(u32 slot, const Box& box) { leaves_[slot / kLanes].set(slot % kLanes, box); }
  // Empties a slot, which must be occupied.
  void vacate(u32 slot) {
    leaves_[slot / kLanes].set_empty(slot % kLanes);
    ids_[slot] = kNone;
    --live_;
    gapless_ = gapless_ && slot == live_;
  }

  void refit_node(u32 at) {
    const Link& link = links_[at];
    const Packet none = empty_packet<Dim>();
    const Packet* from[kLanes] = {&none, &none, &none, &none};
    u32 lane = 0;
    for (; lane < link.leaves; ++lane) from[lane] = leaves_.data() + link.leaf(lane);
    for (; lane < link.lanes(); ++lane) from[lane] = nodes_.data() + link.child(lane);
    unite_packets(from, nodes_[at]);
  }
  void refit() {
    for (u32 at = node_count(); at-- > 0;) refit_node(at);
  }
  void refit_path(u32 leaf) {
    u32 path[kMaxHeight + 1];
    for (u32 i = find_path(leaf, path); i-- > 0;) refit_node(path[i]);
  }
  // Writes the nodes on the path from the root to a leaf. Returns the number of these nodes.
  u32 find_path(u32 leaf, u32 (&path)[kMaxHeight + 1]) const {
    u32 length = 0;
    for (u32 at = 0;;) {
      path[length++] = at;
      const Link& link = links_[at];
      if (leaf < link.below.begin + link.leaves) return length;
      at = link.first_child;
      while (leaf >= links_[at].below.end) ++at;
    }
  }

  // Returns half the total surface area of the boxes in a node's lanes.
  f64 area(u32 at) const { return lane_area(nodes_[at]); }
  // Returns the cost of the tree: half the total surface area of the boxes in all nodes.
  f64 area() const {
    f64 sum = 0;
    for (const Packet* at = nodes_.data(); at != nodes_.data() + node_count(); ++at) {
      sum += lane_area(*at);
    }
    return sum;
  }

  void clear() {
    nodes_.clear();
    links_.clear();
    leaves_.clear();
    ids_.clear();
    live_ = 0;
    gapless_ = true;
  }
  bool sparse() const { return leaves_.sparse(); }
  [[gnu::cold, gnu::noinline]] void shrink() {
    nodes_.shrink();
    links_.shrink();
    leaves_.shrink();
    ids_.shrink();
  }
  void swap(Tree& other) noexcept {
    nodes_.swap(other.nodes_);
    links_.swap(other.links_);
    leaves_.swap(other.leaves_);
    ids_.swap(other.ids_);
    std::swap(live_, other.live_);
    std::swap(gapless_, other.gapless_);
  }
  size_t byte_length() const {
    return nodes_.byte_length() + links_.byte_length() + leaves_.byte_length() + ids_.byte_length();
  }

 private:
  void count_items() {
    live_ = 0;
    gapless_ = true;
    for (u32 slot = 0; slot < slot_count(); ++slot) {
      if (ids_[slot] == kNone) continue;
      gapless_ = gapless_ && live_ == slot;
      ++live_;
    }
  }

  LineArray<Packet> nodes_;
  Array<Link> links_;  // by node
  LineArray<Packet> leaves_;
  Array<Id> ids_;  // by slot, four per leaf
  u32 live_ = 0;
  bool gapless_ = true;
};

// Location of each item: its slot in the tree, or its slot among the pending items. The locations
// are computed when they are first needed, so an index that is only built and queried does not
// allocate them.
class ItemLocations {
 public:
  static constexpr u32 kPending = 0x80000000u;
  static constexpr u32 pending_place(u32 slot) { return slot | kPending; }
  static constexpr bool is_pending(u32 place) { return (place & kPending) != 0; }
  static constexpr u32 slot(u32 place) { return place & ~kPending; }

  bool known() const { return known_; }
  u32 of(Id id) const { return locations_[id]; }
  void set(Id id, u32 place) { locations_[id] = place; }
  size_t byte_length() const { return locations_.byte_length(); }
  void shrink(u32 id_end) { locations_.shrink_to(id_end); }

  template <int Dim>
  [[nodiscard]] bool find(const Tree<Dim>& tree, const PendingList<Dim>& pending, u32 id_end) {
    if (known_) return true;
    locations_.clear();
    if (!locations_.resize(id_end, kNone)) return false;
    for (u32 slot = 0; slot < tree.slot_count(); ++slot) {
      if (tree.id(slot) != kNone) locations_[tree.id(slot)] = slot;
    }
    for (u32 slot = 0; slot < pending.size(); ++slot)
      locations_[pending.id(slot)] = pending_place(slot);
    known_ = true;
    return true;
  }

  [[nodiscard]] bool reserve_one() { return !known_ || locations_.reserve_more(1); }
  // Sets the location of a new item. If its id is the length of the array, the array grows by one.
  // Requires reserve_one().
  void add(Id id, u32 place) {
    if (!known_) return;
    if (id == locations_.size()) locations_.push_unchecked(kNone);
    locations_[id] = place;
  }

  void forget() {
    locations_.clear();
    known_ = false;
  }

 private:
  Array<u32> locations_;  // by id, kNone if there is no item
  bool known_ = false;
};

}  // namespace sapwood::wide_tree
