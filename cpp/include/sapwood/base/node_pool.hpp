// Pool of nodes in one array, referred to by index. Released nodes are in a free list.
//
// The array grows like Array: indices stay valid, references do not. Invariant: the free list has
// no cycle and contains exactly the nodes that are not live. The type Node must have the functions
// void make_free(u32 next), u32 next_free() const, and bool is_free() const.
#pragma once

#include "sapwood/base/array.hpp"

namespace sapwood {

template <class Node>
class NodePool {
 public:
  u32 slots() const { return static_cast<u32>(nodes_.size()); }
  u32 live() const { return live_; }
  u32 free_head() const { return free_; }
  size_t byte_length() const { return nodes_.byte_length(); }

  Node& operator[](u32 index) { return nodes_[index]; }
  const Node& operator[](u32 index) const { return nodes_[index]; }
  const Node* data() const { return nodes_.data(); }

  [[nodiscard]] bool reserve_more(u32 extra) {
    const u32 free_slots = slots() - live_;
    if (extra <= free_slots) return true;
    const u64 wanted = u64{slots()} + (extra - free_slots);
    return wanted < kNone && nodes_.reserve_more(extra - free_slots);
  }
  [[nodiscard]] bool reserve(u64 count) {
    return count < kNone && nodes_.reserve(static_cast<size_t>(count));
  }

  // Acquires a node with unspecified content. Uses the node that was released last, if there are
  // free nodes. Requires reserve_more().
  u32 acquire() {
    ++live_;
    if (free_ == kNone) {
      nodes_.push_unchecked(Node{});
      return slots() - 1;
    }
    const u32 index = free_;
    free_ = nodes_[index].next_free();
    return index;
  }

  void release(u32 index) {
    SAPWOOD_ASSERT(!nodes_[index].is_free());
    nodes_[index].make_free(free_);
    free_ = index;
    --live_;
  }

  // Makes slots 0 .. count - 1 live with default content and empties the free list. Requires
  // reserve(count).
  void assign(u32 count) {
    clear();
    for (u32 i = 0; i < count; ++i) nodes_.push_unchecked(Node{});
    live_ = count;
  }

  // Makes slots 0 .. count - 1 live with unspecified content and empties the free list. Requires
  // reserve(count).
  void assign_raw(u32 count) {
    clear();
    nodes_.extend_unchecked(count);
    live_ = count;
  }

  // Moves the last nodes into the free slots and releases the memory at the end. Calls moved(from,
  // to) after each move, so that the caller can correct the links to the node.
  template <class Moved>
  [[gnu::cold]] void compact(Moved&& moved) {
    u32 end = slots();
    for (u32 hole = 0; live_ != slots() && hole < end; ++hole) {
      if (!nodes_[hole].is_free()) continue;
      while (--end > hole && nodes_[end].is_free()) {
      }
      if (end == hole) break;
      nodes_[hole] = nodes_[end];
      moved(end, hole);
    }
    nodes_.truncate(live_);
    free_ = kNone;
    shrink();
  }
  void shrink() { nodes_.shrink(); }
  bool sparse() const { return nodes_.sparse(); }
  bool mostly_free() const { return live_ < slots() / 2; }

  void clear() {
    nodes_.clear();
    free_ = kNone;
    live_ = 0;
  }

  // Returns true if the invariant of the free list holds. Accepts any content, including damaged
  // data.
  bool sound() const {
    u32 marked = 0;
    for (const Node& node : nodes_) marked += node.is_free() ? 1 : 0;
    if (live_ > slots() || marked != slots() - live_) return false;
    u32 steps = 0;
    u32 at = free_;
    for (; at != kNone && steps < marked; ++steps) {
      if (at >= slots() || !nodes_[at].is_free()) return false;
      at = nodes_[at].next_free();
    }
    // every free node was visited once, so the list must end here; otherwise it has a cycle
    return at == kNone && steps == marked;
  }

 private:
  Array<Node> nodes_;
  u32 free_ = kNone;
  u32 live_ = 0;
};

}  // namespace sapwood
