// Entry tree: a tree of nodes with up to a fixed number of entries each, shared by the R-trees.
//
// An entry of a branch is a child and its box; an entry of a leaf is an item and its box. Boxes are
// in packets of four, so one SIMD test covers four entries. All leaves are at level 0, and the
// children of a node at level n are at level n - 1.
//
// Layout: a pool of nodes (36 bytes, 28 in 2D) with a free list. Each node has `stride` packets (96
// bytes, 64 in 2D) and 4 * stride references of 4 bytes, in arrays indexed by node. The stride is
// the fan-out divided by four, rounded up. An array by id contains the leaf of each item, in 4
// bytes.
//
// Invariants: entries 0 .. count - 1 are used, and the remaining lanes are empty. The box of a node
// is the exact union of its entries, and the box of a branch entry equals the box of the child.
#pragma once

#include <bit>

#include "sapwood/base/node_pool.hpp"
#include "sapwood/geometry/aabb_packet.hpp"

namespace sapwood::entry_tree {

// Maximum number of levels of a tree of 2^32 items with two entries per node.
inline constexpr u32 kMaxLevels = 33;
inline constexpr u32 kMaxFanOut = 128;

template <int Dim>
struct Node {
  Aabb<Dim> box;      // union of the entries; empty if there are none
  u32 parent;         // kNone for the root; the next free node while on the free list
  u32 level = kFree;  // 0 for a leaf
  u32 count;          // entries in use

  static constexpr u32 kFree = 0xFFFFFFFFu;

  bool is_leaf() const { return level == 0; }

  // functions that NodePool requires
  bool is_free() const { return level == kFree; }
  u32 next_free() const { return parent; }
  void make_free(u32 next) {
    parent = next;
    level = kFree;
  }
};
static_assert(sizeof(Node<2>) == 28 && sizeof(Node<3>) == 36);

template <int Dim>
struct Entry {
  Aabb<Dim> box;
  u32 ref;  // child of a branch, item of a leaf
};

template <int Dim>
bool is_vacant(const Aabb<Dim>& box) {
  return !(box.min[0] <= box.max[0]);
}

template <int Dim>
class Tree {
 public:
  using Box = Aabb<Dim>;

  explicit Tree(u32 fan_out) : fan_out_(fan_out), stride_((fan_out + kLanes - 1) / kLanes) {}

  u32 fan_out() const { return fan_out_; }
  u32 root() const { return root_; }
  void set_root(u32 node) {
    root_ = node;
    if (node != kNone) nodes_[node].parent = kNone;
  }
  // Number of edges from the root to a leaf.
  u32 height() const { return root_ == kNone ? 0 : nodes_[root_].level; }
  u32 live() const { return nodes_.live(); }
  u32 slots() const { return nodes_.slots(); }
  const NodePool<Node<Dim>>& nodes() const { return nodes_; }
  const Node<Dim>& node(u32 at) const { return nodes_[at]; }

  // Returns the packets of a node. Only the first packet_count() packets contain used lanes.
  const AabbPacket<Dim>* packets(u32 at) const { return packets_.data() + size_t{at} * stride_; }
  const u32* refs(u32 at) const { return refs_.data() + size_t{at} * stride_ * kLanes; }
  u32 packet_count(u32 at) const { return (nodes_[at].count + kLanes - 1) / kLanes; }
  Box box(u32 at, u32 slot) const { return packets(at)[slot / kLanes].get(slot % kLanes); }
  Entry<Dim> entry(u32 at, u32 slot) const { return {box(at, slot), refs(at)[slot]}; }
  u32 slot_of(u32 at, u32 ref) const {
    const u32* begin = refs(at);
    u32 slot = 0;
    while (begin[slot] != ref) ++slot;
    return slot;
  }

  u32 leaf_of(Id id) const { return id < leaf_of_.size() ? leaf_of_[id] : kNone; }
  size_t id_end() const { return leaf_of_.size(); }

  [[nodiscard]] bool reserve_more(u32 extra) {
    const u32 free_slots = slots() - live();
    if (extra <= free_slots) return true;
    const size_t packets = size_t{extra - free_slots} * stride_;
    return nodes_.reserve_more(extra) && packets_.reserve_more(packets) &&
           refs_.reserve_more(packets * kLanes);
  }
  [[nodiscard]] bool reserve(u64 count) {
    const u64 packets = count * stride_;
    return packets < kNone / kLanes && nodes_.reserve(count) &&
           packets_.reserve(static_cast<size_t>(packets)) &&
           refs_.reserve(static_cast<size_t>(packets) * kLanes);
  }
  [[nodiscard]] bool reserve_ids(size_t count) {
    return count <= leaf_of_.size() || leaf_of_.reserve_more(count - leaf_of_.size());
  }
  // Adds all ids below `count` that do not exist yet; they are in no leaf. Requires reserve_ids().
  void add_ids(size_t count) {
    while (leaf_of_.size() < count) leaf_of_.push_unchecked(kNone);
  }
  void forget(Id id) { leaf_of_[id] = kNone; }

  // Returns a new node without entries. Requires reserve_more().
  u32 acquire(u32 level) {
    const u32 at = nodes_.acquire();
    if (size_t{at} * stride_ == packets_.size()) {
      for (u32 i = 0; i < stride_; ++i) packets_.push_unchecked(empty_packet<Dim>());
      for (u32 i = 0; i < stride_ * kLanes; ++i) refs_.push_unchecked(kNone);
    }
    nodes_[at] = {empty_box<Dim>(), kNone, level, 0};
    return at;
  }
  void release(u32 at) {
    clear_entries(at);
    nodes_.release(at);
  }

  // Appends an entry and links its child or item to the node. Does not change boxes of nodes.
  void append(u32 at, const Entry<Dim>& entry) {
    Node<Dim>& node = nodes_[at];
    SAPWOOD_ASSERT(node.count < fan_out_);
    const u32 slot = node.count++;
    set_box(at, slot, entry.box);
    refs_[size_t{at} * stride_ * kLanes + slot] = entry.ref;
    (node.is_leaf() ? leaf_of_[entry.ref] : nodes_[entry.ref].parent) = at;
  }
  // Removes an entry. The last entry moves to its slot.
  void erase(u32 at, u32 slot) {
    const u32 last = --nodes_[at].count;
    u32* references = refs_.data() + size_t{at} * stride_ * kLanes;
    set_box(at, slot, box(at, last));
    references[slot] = references[last];
    set_box(at, last, empty_box<Dim>());
    references[last] = kNone;
  }
  void clear_entries(u32 at) {
    for (u32 slot = 0; slot < nodes_[at].count; ++slot) {
      set_box(at, slot, empty_box<Dim>());
      refs_[size_t{at} * stride_ * kLanes + slot] = kNone;
    }
    nodes_[at].count = 0;
  }
  void set_box(u32 at, u32 slot, const Box& box) {
    packets_[size_t{at} * stride_ + slot / kLanes].set(slot % kLanes, box);
  }

  // Recomputes the box of a node from its entries. Returns true if it has changed.
  bool refit_node(u32 at) {
    Box all = empty_box<Dim>();
    const AabbPacket<Dim>* packet = packets(at);
    for (u32 i = packet_count(at); i > 0; --i, ++packet) {
      for (int axis = 0; axis < Dim; ++axis) {
        const f32 least = simd::reduce_min(simd::F32x4::load_aligned(packet->min[axis]));
        const f32 most = simd::reduce_max(simd::F32x4::load_aligned(packet->max[axis]));
        if (least < all.min[axis]) all.min[axis] = least;
        if (most > all.max[axis]) all.max[axis] = most;
      }
    }
    const bool changed = !(nodes_[at].box == all);
    nodes_[at].box = all;
    return changed;
  }
  // Copies the box of a node to its entry in the parent. Returns false for the root.
  bool update_parent_entry(u32 at) {
    const u32 parent = nodes_[at].parent;
    if (parent == kNone) return false;
    set_box(parent, slot_of(parent, at), nodes_[at].box);
    return true;
  }
  // Recomputes the boxes of a node and of its ancestors, up to the first box that does not change.
  void climb(u32 at) {
    while (refit_node(at) && update_parent_entry(at)) at = nodes_[at].parent;
  }
  // Recomputes all boxes, level by level. Returns the number of nodes of the tree.
  u32 refit() {
    const u32 levels = root_ == kNone ? 0 : height() + 1;
    for (u32 level = 0; level < levels; ++level) {
      for (u32 at = 0; at < slots(); ++at) {
        if (nodes_[at].level == level && refit_node(at)) update_parent_entry(at);
      }
    }
    return live();
  }

  // Returns the sum of half_area() over all leaves. A smaller sum means that leaves are tighter.
  f64 leaf_area() const {
    f64 sum = 0;
    for (u32 at = 0; at < slots(); ++at) {
      if (nodes_[at].is_leaf() && nodes_[at].count > 0) sum += half_area(nodes_[at].box);
    }
    return sum;
  }

  bool sparse() const { return packets_.sparse(); }
  [[gnu::cold, gnu::noinline]] void shrink(u32 id_end) {
    nodes_.compact([this](u32 from, u32 to) { follow(from, to); });
    packets_.shrink_to(size_t{slots()} * stride_);
    refs_.shrink_to(size_t{slots()} * stride_ * kLanes);
    leaf_of_.shrink_to(id_end);
  }

  void clear() {
    nodes_.clear();
    packets_.clear();
    refs_.clear();
    leaf_of_.clear();
    root_ = kNone;
  }

  size_t byte_length() const {
    return nodes_.byte_length() + packets_.byte_length() + refs_.byte_length() +
           leaf_of_.byte_length();
  }

 private:
  // Moves the entries of a node that compact() has moved, and corrects all links to the node.
  void follow(u32 from, u32 to) {
    const Node<Dim>& node = nodes_[to];
    for (u32 slot = 0; slot < node.count; ++slot) {
      const Entry<Dim> moved = entry(from, slot);
      set_box(to, slot, moved.box);
      refs_[size_t{to} * stride_ * kLanes + slot] = moved.ref;
      (node.is_leaf() ? leaf_of_[moved.ref] : nodes_[moved.ref].parent) = to;
    }
    if (root_ == from) {
      root_ = to;
    } else {
      refs_[size_t{node.parent} * stride_ * kLanes + slot_of(node.parent, from)] = to;
    }
  }

  u32 fan_out_;
  u32 stride_;
  u32 root_ = kNone;
  NodePool<Node<Dim>> nodes_;
  Array<AabbPacket<Dim>> packets_;  // stride_ per node
  Array<u32> refs_;                 // kLanes * stride_ per node
  Array<u32> leaf_of_;              // by id
};

}  // namespace sapwood::entry_tree
