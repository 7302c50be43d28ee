// Every invariant of a bulk tree, checked without trusting any link: also what load() relies on.
#pragma once

#include "sapwood/core/bulk_tree/tree.hpp"
#include "sapwood/core/item_store.hpp"
#include "sapwood/core/validation.hpp"

namespace sapwood::bulk_tree {

template <class Tree>
class Validator {
 public:
  static constexpr int kDim = Tree::kDim;
  using Box = Aabb<kDim>;

  Validator(const Tree& tree, Faults& faults) : tree_(tree), faults_(faults) {}

  // The memory of check_links() and check_items(); false when it is not to be had.
  [[nodiscard]] bool reserve(u32 id_end) {
    id_end_ = id_end;
    return parents_.resize(tree_.node_count(), kNone) && depths_.resize(tree_.node_count(), 0) &&
           leaves_.resize(tree_.position_count(), kNone) && owners_.resize(id_end, kNone);
  }

  // Parity, order and ranges. Only when they are sound may anybody walk the tree. Needs reserve().
  bool check_links() {
    const u32 count = tree_.node_count();
    bool sound = faults_.require(count == 0 || count % 2 == 1, "number of nodes is even:", count);
    sound &= faults_.require(count != 0 || tree_.position_count() == 0,
                             "items without nodes:", tree_.position_count());
    for (u32 i = 0; i < count && sound; ++i) {
      sound = tree_.node(i).is_leaf() ? check_range(i) : check_children(i);
    }
    for (u32 i = 1; i < count && sound; ++i) {
      sound = faults_.require(parents_[i] != kNone, "no branch leads to node", i);
      if (sound) depths_[i] = depths_[parents_[i]] + 1;
    }
    return sound;
  }

  // Every position of a leaf holds an id below id_end, once, and every other one none. Needs sound
  // links.
  bool check_ids() {
    bool sound = true;
    u32 live = 0;
    for (u32 i = 0; i < tree_.position_count(); ++i) {
      const Id id = tree_.item(i).id;
      if (leaves_[i] == kNone) {
        sound &= faults_.require(id == kNone, "item outside of every leaf at position", i);
        continue;
      }
      if (!faults_.require(id < id_end_, "unknown item at position", i)) return false;
      sound &= faults_.require(owners_[id] == kNone, "item in two places, id", id);
      owners_[id] = leaves_[i];
      ++live;
    }
    live_ = live;
    return sound;
  }

  // Leaf of an id that the tree holds, else kNone. Needs check_ids().
  u32 leaf_of(Id id) const { return owners_[id]; }
  u32 live() const { return live_; }
  u32 height() const {
    u32 height = 0;
    for (const u32 depth : depths_) height = depth > height ? depth : height;
    return height;
  }

  // Boxes, heights, parents and the map against the items. Nodes that are marked may hold old
  // boxes.
  void check_boxes(const ItemStore<kDim>& items, const LeafMap& map) {
    faults_.require(tree_.live() == live_, "live count is not that of the leaves but",
                    tree_.live());
    faults_.require(tree_.height() == height(), "height wrong:", static_cast<u32>(tree_.height()));
    for (u32 i = 0; i < tree_.node_count(); ++i) {
      if (tree_.has_parents()) {
        faults_.require(tree_.parent(i) == parents_[i], "parent link wrong in node", i);
      }
      const auto& node = tree_.node(i);
      const Box box = node.is_leaf() ? leaf_box(i, items, map) : branch_box(node);
      const bool exact = std::memcmp(&node.box, &box, sizeof(box)) == 0;
      faults_.require(exact || tree_.marks().has(i), "box is not the exact union in node", i);
    }
  }

 private:
  bool check_children(u32 index) {
    const u32 left = tree_.node(index).left();
    if (!faults_.require(left % 2 == 1, "left child at an even place in node", index) ||
        !faults_.require(left > index && left + 1 < tree_.node_count(),
                         "child link out of range in node", index) ||
        !faults_.require(parents_[left] == kNone, "two branches lead to node", left)) {
      return false;
    }
    parents_[left] = parents_[left + 1] = index;
    return true;
  }

  bool check_range(u32 index) {
    const auto& node = tree_.node(index);
    const u64 end = u64{node.first()} + node.count();
    if (!faults_.require(end <= tree_.position_count(), "range of items wrong in leaf", index)) {
      return false;
    }
    for (u32 i = node.first(); i < end; ++i) {
      if (!faults_.require(leaves_[i] == kNone, "two leaves hold position", i)) return false;
      leaves_[i] = index;
    }
    return true;
  }

  Box leaf_box(u32 index, const ItemStore<kDim>& items, const LeafMap& map) {
    Box box = empty_box<kDim>();
    const auto& node = tree_.node(index);
    for (u32 i = node.first(); i < node.first() + node.count(); ++i) {
      const auto& item = tree_.item(i);
      if (!faults_.require(items.has(item.id), "leaf holds an item that is gone, id", item.id)) {
        continue;
      }
      faults_.require(map.size() > item.id && map[item.id] == index,
                      "map does not lead to the leaf of id", item.id);
      faults_.require(item.box == items.box(item.id) || tree_.marks().has(index),
                      "copy of the box is out of date of id", item.id);
      box = unite(box, item.box);
    }
    return box;
  }
  Box branch_box(const typename Tree::Node& node) const {
    return unite(tree_.node(node.left()).box, tree_.node(node.left() + 1).box);
  }

  const Tree& tree_;
  Faults& faults_;
  Array<u32> parents_;  // by node, as its branch says
  Array<u32> depths_;   // by node
  Array<u32> leaves_;   // by position
  Array<u32> owners_;   // leaf by id
  u32 id_end_ = 0;
  u32 live_ = 0;
};

}  // namespace sapwood::bulk_tree
