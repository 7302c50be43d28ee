// Layout of a wide tree.
#pragma once

#include <bit>
#include <cstdint>

#include "sapwood/base/array.hpp"
#include "sapwood/core/pending_list.hpp"
#include "sapwood/geometry/aabb_packet.hpp"
#include "sapwood/geometry/gather.hpp"

namespace sapwood::wide_tree {

// Array whose first element begins a 64-byte line, so that an element of 64 bytes is one line and
// one of 96 bytes never touches more than two. Its memory is got by reserve() only.
inline constexpr size_t kLine = 64;

template <class T>
class LineArray {
  static_assert(std::is_trivially_copyable_v<T> && kLine % alignof(T) == 0);

 public:
  LineArray() = default;
  LineArray(const LineArray&) = delete;
  LineArray& operator=(const LineArray&) = delete;
  LineArray(LineArray&& other) noexcept { swap(other); }
  LineArray& operator=(LineArray&& other) noexcept {
    swap(other);
    return *this;
  }
  ~LineArray() { std::free(block_); }

  void swap(LineArray& other) noexcept {
    std::swap(block_, other.block_);
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }

  size_t size() const { return size_; }
  size_t byte_length() const { return block_ == nullptr ? 0 : capacity_ * sizeof(T) + kLine; }
  T* data() { return data_; }
  const T* data() const { return data_; }
  T& operator[](size_t i) {
    SAPWOOD_ASSERT(i < size_);
    return data_[i];
  }
  const T& operator[](size_t i) const {
    SAPWOOD_ASSERT(i < size_);
    return data_[i];
  }

  // Room for `wanted` elements in all; false when the memory is not to be had.
  [[nodiscard]] bool reserve(size_t wanted) {
    if (wanted <= capacity_) return true;
    if (wanted > (kMaxArrayBytes - kLine) / sizeof(T)) return false;
    void* block = std::malloc(wanted * sizeof(T) + kLine);
    if (block == nullptr) return false;
    const size_t past = reinterpret_cast<std::uintptr_t>(block) % kLine;
    T* data = reinterpret_cast<T*>(static_cast<unsigned char*>(block) + (kLine - past) % kLine);
    if (size_ > 0) std::memcpy(static_cast<void*>(data), data_, size_ * sizeof(T));
    std::free(block_);
    block_ = block;
    data_ = data;
    capacity_ = wanted;
    return true;
  }

  // Elements beyond the old size are left uninitialized. Needs reserve().
  void resize_unchecked(size_t count) {
    SAPWOOD_ASSERT(count <= capacity_);
    size_ = count;
  }
  void clear() { size_ = 0; }

 private:
  void* block_ = nullptr;
  T* data_ = nullptr;
  size_t size_ = 0;
  size_t capacity_ = 0;
};

// What a builder makes and what is saved.

// Lanes of a node.
struct Shape {
  u8 bits;

  static Shape of(u32 leaves, u32 branches) { return {static_cast<u8>(leaves | branches << 4)}; }
  u8 leaves() const { return bits & 0xF; }
  u8 branches() const { return bits >> 4; }
};

// What makes a tree: how many lanes each node has, in the order of the nodes, and the item of each
// slot. All else follows.
struct Plan {
  Array<Shape> shapes;
  Array<Id> slots;  // four a leaf, kNone where vacant

  size_t leaf_count() const { return slots.size() / kLanes; }
};

// A 4-wide tree of boxes: four children side by side in a node, four items side by side in a leaf.
//
// A node is the packet of the boxes of its children (64 bytes in 2D, one line; 96 in 3D, two
// lines: quantized to one line it would need unpacking before every test, and a hundred thousand
// items fit in the cache anyway) and, beside it, a link of 16 bytes. A leaf is a packet of four
// item boxes and the four ids in the same lanes; a vacant slot has an empty box, which no test
// accepts, and the id kNone.
//
// Numbering: node 0 is the root; nodes are numbered level by level, so the children of a node
// follow each other and come after it, and a pass over all nodes backwards meets children first.
// Leaves are numbered depth first: lanes 0 .. leaves - 1 of a node are the leaves `begin` + lane,
// the lanes behind them are the nodes `first_child` + (lane - leaves) with all that is below them,
// in this order. So everything below a node, or below a lane, is one range of leaves and one range
// of ids.
//
// Invariants: a node has 1 to 4 lanes, those behind them are empty; the box of a lane is the exact
// union of what is below; the height is at most kMaxHeight. Links follow from the numbers of
// lanes. Beside the item store: 16 bytes per node, 4 per item.

// Edges from the root node to the deepest node; every builder keeps to it.
inline constexpr u32 kMaxHeight = 40;
// Entries on the stack of a depth-first walk: it opens one node at a time, which adds three.
inline constexpr u32 kStackBound = 3 * (kMaxHeight + 1) + 1;

// Slots then have 31 bits.
inline constexpr u32 kMaxLeaves = 1u << 29;

// Leaves, one behind the other; four times as many slots, each an id.
struct LeafRange {
  u32 begin;
  u32 end;
};

struct Link {
  u32 first_child;  // node
  LeafRange below;  // leaves of the whole subtree; its own ones come first
  u8 leaves;        // lanes 0 .. leaves - 1
  u8 branches;      // lanes leaves .. leaves + branches - 1
  u16 depth;        // 0 for the root

  u32 lanes() const { return u32{leaves} + branches; }
  bool is_leaf(u32 lane) const { return lane < leaves; }
  // The leaf of a leaf lane.
  u32 leaf(u32 lane) const { return below.begin + lane; }
  // The node of a branch lane.
  u32 child(u32 lane) const { return first_child + (lane - leaves); }
};
static_assert(sizeof(Link) == 16);

template <int Dim>
class Tree {
 public:
  using Box = Aabb<Dim>;
  using Packet = AabbPacket<Dim>;

  bool empty() const { return links_.empty(); }
  u32 node_count() const { return static_cast<u32>(links_.size()); }
  u32 leaf_count() const { return static_cast<u32>(leaves_.size()); }
  u32 slot_count() const { return static_cast<u32>(ids_.size()); }
  // Slots with an item.
  u32 live() const { return live_; }
  // Slots 0 .. live() - 1 are the occupied ones: a range of ids is a range of items.
  bool gapless() const { return gapless_; }
  // Edges from the root to the deepest node.
  u32 height() const { return empty() ? 0 : links_.end()[-1].depth; }

  const Link& link(u32 node) const { return links_[node]; }
  // Boxes of the lanes of a node.
  const Packet& boxes(u32 node) const { return nodes_[node]; }
  // Boxes of the items of a leaf.
  const Packet& leaf(u32 leaf) const { return leaves_[leaf]; }
  // Ids of the items of a leaf, those of the next leaf behind them.
  const Id* ids(u32 leaf) const { return ids_.data() + size_t{leaf} * kLanes; }
  Id id(u32 slot) const { return ids_[slot]; }
  Box box(u32 slot) const { return leaves_[slot / kLanes].get(slot % kLanes); }
  // Leaves below a lane.
  LeafRange below(const Link& link, u32 lane) const {
    if (link.is_leaf(lane)) return {link.leaf(lane), link.leaf(lane) + 1};
    return links_[link.child(lane)].below;
  }
  // Union of all items; empty when there are none.
  Box bounds() const { return empty() ? empty_box<Dim>() : united(nodes_[0]); }

  // Room for what a plan describes; nothing changes, also when it is not to be had.
  [[nodiscard]] bool reserve(const Plan& plan) {
    return plan.leaf_count() < kMaxLeaves && nodes_.reserve(plan.shapes.size()) &&
           links_.reserve(plan.shapes.size()) && leaves_.reserve(plan.leaf_count());
  }

  // Takes the shape and the slots of a plan; needs reserve(). Boxes are to be read then. False
  // unless the shape is one tree of exactly these nodes and leaves, not too high.
  [[nodiscard]] bool adopt(Plan& plan) {
    if (!adopt_shape(plan)) return false;
    count_items();
    return true;
  }
  // The same of a plan whose ids are to be checked by fill().
  [[nodiscard]] bool adopt_shape(Plan& plan) {
    nodes_.resize_unchecked(plan.shapes.size());
    leaves_.resize_unchecked(plan.leaf_count());
    links_.clear();
    for (const Shape shape : plan.shapes) {
      links_.push_unchecked({0, {0, 0}, shape.leaves(), shape.branches(), 0});
    }
    ids_.swap(plan.slots);
    return number_nodes();
  }
  // Reads all boxes after adopt_shape(). `take(id)` returns whether an item may stand in a slot;
  // false when one may not.
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

  // Copies the boxes of all items, which lie by id, and corrects those of all nodes. Answers how
  // many items had another one.
  u32 read_boxes(const Box* boxes) {
    u32 changed = 0;
    for (u32 leaf = 0; leaf < leaf_count(); ++leaf) changed += reread_leaf(leaf, boxes);
    refit();
    return changed;
  }

  // Copies the boxes of the items of a leaf; answers how many of them were others.
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
  // The item of an occupied slot; its box is to be read then.
  void set_id(u32 slot, Id id) { ids_[slot] = id; }
  void set_box(u32 slot, const Box& box) { leaves_[slot / kLanes].set(slot % kLanes, box); }
  // Empties an occupied slot.
  void vacate(u32 slot) {
    leaves_[slot / kLanes].set_empty(slot % kLanes);
    ids_[slot] = kNone;
    --live_;
    gapless_ = gapless_ && slot == live_;
  }

  // Corrects the boxes of one node after what is below.
  void refit_node(u32 at) {
    const Link& link = links_[at];
    const Packet none = empty_packet<Dim>();
    const Packet* from[kLanes] = {&none, &none, &none, &none};
    u32 lane = 0;
    for (; lane < link.leaves; ++lane) from[lane] = leaves_.data() + link.leaf(lane);
    for (; lane < link.lanes(); ++lane) from[lane] = nodes_.data() + link.child(lane);
    unite_packets(from, nodes_[at]);
  }
  // Corrects the boxes of all nodes, in one pass backwards.
  void refit() {
    for (u32 at = node_count(); at-- > 0;) refit_node(at);
  }
  // Corrects the boxes on the way to a leaf.
  void refit_path(u32 leaf) {
    u32 path[kMaxHeight + 1];
    for (u32 i = find_path(leaf, path); i-- > 0;) refit_node(path[i]);
  }
  // Nodes on the way to a leaf, the root first; answers how many.
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

  // Half the surface of all lanes of a node.
  f64 area(u32 at) const { return lane_area(nodes_[at]); }
  // Half the surface of all lanes of all nodes: what the tree costs.
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
  // Derives all links from the numbers of lanes.
  [[nodiscard]] bool number_nodes() {
    u64 next = 1;
    for (u32 at = 0; at < node_count(); ++at) {
      Link& link = links_[at];
      if (next <= at || link.lanes() == 0 || link.lanes() > kLanes) return false;
      if (link.depth > kMaxHeight || next + link.branches > node_count()) return false;
      link.first_child = static_cast<u32>(next);
      for (u32 i = 0; i < link.branches; ++i, ++next) {
        links_[next].depth = static_cast<u16>(link.depth + 1);
      }
    }
    if (!empty() && next != node_count()) return false;
    // how many leaves are below each node, children first; 4 per node at most, so no sum overflows
    for (u32 at = node_count(); at-- > 0;) {
      Link& link = links_[at];
      link.below = {0, link.leaves};
      for (u32 i = 0; i < link.branches; ++i) {
        link.below.end += links_[link.first_child + i].below.end;
      }
    }
    if ((empty() ? 0 : links_[0].below.end) != leaf_count()) return false;
    for (const Link& link : links_) {
      u32 begin = link.below.begin + link.leaves;
      for (u32 i = 0; i < link.branches; ++i) {
        LeafRange& below = links_[link.first_child + i].below;
        below = {begin, begin + below.end};
        begin = below.end;
      }
    }
    return true;
  }

  LineArray<Packet> nodes_;
  Array<Link> links_;  // by node
  LineArray<Packet> leaves_;
  Array<Id> ids_;  // by slot, four a leaf
  u32 live_ = 0;
  bool gapless_ = true;
};

// Where each item is: its slot in the tree, or its slot among the pending items. Made by the first
// verb that needs it, so that who only builds and asks does without.
class ItemLocations {
 public:
  static constexpr u32 kPending = 0x80000000u;
  static constexpr u32 pending_place(u32 slot) { return slot | kPending; }
  static constexpr bool waits(u32 place) { return (place & kPending) != 0; }
  static constexpr u32 slot(u32 place) { return place & ~kPending; }

  bool known() const { return known_; }
  u32 of(Id id) const { return locations_[id]; }
  void set(Id id, u32 place) { locations_[id] = place; }
  size_t byte_length() const { return locations_.byte_length(); }

  // Finds every item; false when the memory is not to be had.
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

  // Room for the place of one id more.
  [[nodiscard]] bool reserve_one() { return !known_ || locations_.reserve_more(1); }
  // The place of a new item, whose id may be the next one. Needs reserve_one().
  void add(Id id, u32 place) {
    if (!known_) return;
    if (id == locations_.size()) locations_.push_unchecked(kNone);
    locations_[id] = place;
  }

  // Everything is somewhere else.
  void forget() {
    locations_.clear();
    known_ = false;
  }

 private:
  Array<u32> locations_;  // by id, kNone where there is no item
  bool known_ = false;
};

}  // namespace sapwood::wide_tree
