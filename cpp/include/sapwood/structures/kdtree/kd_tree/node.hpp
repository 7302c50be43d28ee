// Nodes of a k-d tree, 16 bytes: a branch keeps its axis, how far its left side reaches up and how
// far its right side reaches down on that axis. These two numbers bound every side in both
// directions: the other end comes from the ancestors (Waechter and Keller, Instant Ray Tracing,
// 2006). Children lie next to each other, behind their parent. A leaf keeps a run of slots that
// begins with a packet.
#pragma once

#include "sapwood/core/item_packets.hpp"

namespace sapwood::kd_tree {

struct Node {
  f32 left_max;   // of a branch: largest upper edge on the left side
  f32 right_min;  // of a branch: smallest lower edge on the right side
  u32 first;      // left child, or the leaf's first packet
  u32 kind;       // axis of a branch; kLeaf + number of slots of a leaf

  static constexpr u32 kLeaf = 4;

  bool is_leaf() const { return kind >= kLeaf; }
  u32 axis() const { return kind; }
  SlotRun run() const { return {first, kind - kLeaf}; }

  static Node leaf(u32 first_packet, u32 slots) { return {0, 0, first_packet, kLeaf + slots}; }
  static Node branch(u32 axis, u32 left) { return {0, 0, left, axis}; }
};
static_assert(sizeof(Node) == 16);

// The part of a node's box that its left (side 0) or right (side 1) child can fill.
template <int Dim>
Aabb<Dim> side_of(const Node& branch, const Aabb<Dim>& box, u32 side) {
  Aabb<Dim> part = box;
  if (side == 0) {
    part.max[branch.axis()] = branch.left_max;
  } else {
    part.min[branch.axis()] = branch.right_min;
  }
  return part;
}

// Where each item is.
template <int Dim>
class Slots {
 public:
  const ItemPackets<Dim>& packets() const { return packets_; }
  u32 count() const { return packets_.count(); }
  u32 slot_of(Id id) const { return slot_of_[id]; }
  bool placed(Id id) const { return id < slot_of_.size() && slot_of_[id] != kNone; }

  // Room for `slots` of ids below `id_count`, so that nothing below can fail.
  [[nodiscard]] bool reserve(size_t slots, size_t id_count) {
    return packets_.reserve(slots) && slot_of_.reserve(id_count);
  }

  // No slots, no places for ids below `id_count`.
  void start(u32 id_count) {
    packets_.clear();
    slot_of_.clear();
    know(id_count);
  }
  // Makes ids below `id_count` known.
  void know(u32 id_count) {
    while (slot_of_.size() < id_count) slot_of_.push_unchecked(kNone);
  }

  void append(Id id, const Aabb<Dim>& box) { slot_of_[id] = packets_.append(id, box); }
  void close_packet() { packets_.close_packet(); }
  void set(Id id, const Aabb<Dim>& box) { packets_.set(slot_of_[id], box); }
  void vacate(Id id) {
    packets_.vacate(slot_of_[id]);
    slot_of_[id] = kNone;
  }

  // Bounds of the packet that an item is in, itself among them.
  Aabb<Dim> neighbors(Id id) const { return packets_.united({slot_of_[id] / kLanes, kLanes}); }

  size_t byte_length() const { return packets_.byte_length() + slot_of_.byte_length(); }

 private:
  ItemPackets<Dim> packets_;
  Array<u32> slot_of_;  // by id
};

}  // namespace sapwood::kd_tree
