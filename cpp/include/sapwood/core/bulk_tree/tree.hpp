// Bulk tree: a binary tree of boxes in one array, built at once over all items.
//
// Leaves hold 1 .. 15 items, named by any ids; the boxes of the items belong to the owner.
// Layout: nodes of 28 bytes (20 in 2D) with one word for the links (node.hpp), leaf items of as
// many bytes beside each other, one mark bit and, once something was marked, one parent link a
// node. Invariants, all checked by validate(): node 0 is the root; siblings are neighbors, the
// left one odd; parents come before their children, so that one backward pass corrects all boxes;
// the ranges of the leaves share no position; the box of a node is the exact union of what is below
// it. Removals leave positions and empty leaves behind; memory comes back with the next build.
#pragma once

#include "sapwood/base/status.hpp"
#include "sapwood/core/bulk_tree/leaf_map.hpp"
#include "sapwood/core/bulk_tree/marks.hpp"
#include "sapwood/core/bulk_tree/node.hpp"

namespace sapwood::bulk_tree {

template <int Dim, class NodeT = Node<Dim>>
class Tree {
 public:
  static constexpr int kDim = Dim;
  using Node = NodeT;
  using Box = Aabb<Dim>;

  bool empty() const { return nodes_.empty(); }
  u32 node_count() const { return static_cast<u32>(nodes_.size()); }
  u32 position_count() const { return static_cast<u32>(items_.size()); }
  // Items that were not removed.
  u32 live() const { return live_; }
  // Edges from the root to the deepest leaf.
  size_t height() const { return height_; }
  const Node& node(u32 index) const { return nodes_[index]; }
  const Node* nodes() const { return nodes_.data(); }
  const LeafItem<Dim>& item(u32 position) const { return items_[position]; }
  const LeafItem<Dim>* items() const { return items_.data(); }
  // kNone for the root. Needs prepare_refit().
  u32 parent(u32 index) const { return parents_[index]; }
  bool has_parents() const { return parents_.size() == nodes_.size(); }
  const Marks& marks() const { return marks_; }
  size_t byte_length() const {
    return nodes_.byte_length() + items_.byte_length() + parents_.byte_length() +
           marks_.byte_length();
  }

  void clear() {
    nodes_.clear();
    items_.clear();
    parents_.clear();
    marks_.clear();
    live_ = 0;
    height_ = 0;
  }

  // Parent links and mark bits, so that mark() and refits need no memory; nothing to do when they
  // are there. O(nodes) after a build or a graft.
  [[nodiscard]] bool prepare_refit() {
    if (!parents_.reserve(nodes_.size()) || !marks_.reserve(node_count())) return false;
    if (!has_parents()) link_parents();
    return true;
  }
  // The same bit by bit: begin_links(), then link() of each node in ascending order, before
  // anything below it is marked.
  [[nodiscard]] bool begin_links() {
    if (!marks_.begin(node_count()) || !parents_.resize(nodes_.size())) return false;
    if (!nodes_.empty()) parents_[0] = kNone;
    return true;
  }
  void link(u32 index) {
    if (index % 32 == 0) marks_.add_word();
    link_children(index);
  }

  // Something below the leaf changed. Needs prepare_refit(). O(height) at most: stops at the first
  // ancestor that is marked.
  void mark(u32 leaf) {
    for (u32 at = leaf; at != kNone && marks_.set(at); at = parents_[at]) {
    }
  }

  // Corrects the boxes of marked nodes, children first, and copies the boxes of the items in marked
  // leaves anew. `boxes` by id. Answers how many nodes that were.
  u32 refit_marked(const Box* boxes) {
    return marks_.drain([&](u32 index) { refit_node(index, boxes); });
  }
  // The same for nodes from .. to - 1, marked or not, in one backward pass; the pieces of a refit
  // in steps come from the back. Marks stay.
  void refit_range(u32 from, u32 to, const Box* boxes) {
    for (u32 index = to; index-- > from;) refit_node(index, boxes);
  }
  void refit_all(const Box* boxes) {
    refit_range(0, node_count(), boxes);
    marks_.drain([](u32) {});
  }

  // Takes an item out of its leaf: the last item of the leaf comes to its place. Marks the leaf;
  // needs prepare_refit(). Boxes are right again after a refit.
  void remove(Id id, u32 leaf) {
    Node& node = nodes_[leaf];
    const u32 last = node.first() + node.count() - 1;
    items_[position_of(id, leaf)] = items_[last];
    items_[last] = {empty_box<Dim>(), kNone};
    node.set_leaf(node.first(), node.count() - 1);
    --live_;
    mark(leaf);
  }

  // Where an item of that leaf is.
  u32 position_of(Id id, u32 leaf) const {
    u32 position = nodes_[leaf].first();
    while (items_[position].id != id) ++position;
    return position;
  }

  // New names for all items, `names` by old id. (An owner that keeps its items in a dense pool
  // would let its last one take the name of a removed one; ours keep the ids that they gave away.)
  void rename_all(const Id* names) {
    for (LeafItem<Dim>& item : items_) {
      if (item.id != kNone) item.id = names[item.id];
    }
  }

  [[nodiscard]] bool copy_from(const Tree& other) {
    if (!nodes_.resize(other.nodes_.size()) || !items_.resize(other.items_.size())) return false;
    if (!other.empty()) {
      std::memcpy(static_cast<void*>(nodes_.data()), other.nodes_.data(),
                  other.nodes_.size() * sizeof(Node));
      std::memcpy(static_cast<void*>(items_.data()), other.items_.data(),
                  other.items_.size() * sizeof(LeafItem<Dim>));
    }
    parents_.clear();
    marks_.clear();
    live_ = other.live_;
    height_ = other.height_;
    return true;
  }

 private:
  template <int, class>
  friend class Builder;
  template <class>
  friend class Grafter;
  template <class>
  friend class TreeBytes;

  void refit_node(u32 index, const Box* boxes) {
    Node& node = nodes_[index];
    if (!node.is_leaf()) {
      node.box = unite(nodes_[node.left()].box, nodes_[node.left() + 1].box);
      return;
    }
    Box box = empty_box<Dim>();
    for (u32 i = node.first(); i < node.first() + node.count(); ++i) {
      items_[i].box = without_negative_zero(boxes[items_[i].id]);
      box = unite(box, items_[i].box);
    }
    node.box = box;
  }

  void link_children(u32 index) {
    const Node& node = nodes_[index];
    if (!node.is_leaf()) parents_[node.left()] = parents_[node.left() + 1] = index;
  }

  // Needs room in parents_.
  void link_parents() {
    parents_.clear();
    for (u32 i = 0; i < nodes_.size(); ++i) parents_.push_unchecked(kNone);
    for (u32 i = 0; i < nodes_.size(); ++i) link_children(i);
  }

  Array<Node> nodes_;
  Array<LeafItem<Dim>> items_;  // by position
  Array<u32> parents_;          // by node; empty until prepare_refit()
  Marks marks_;
  u32 live_ = 0;
  u32 height_ = 0;
};

}  // namespace sapwood::bulk_tree
