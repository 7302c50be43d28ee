// Statistics, node dump, validation and serialization of a bulk tree.
#pragma once

#include "sapwood/base/status.hpp"
#include "sapwood/base/traversal_stack.hpp"
#include "sapwood/core/bulk_tree/tree.hpp"
#include "sapwood/core/item_store.hpp"
#include "sapwood/core/node_dump.hpp"
#include "sapwood/core/serialize.hpp"
#include "sapwood/core/stats.hpp"
#include "sapwood/core/validation.hpp"

namespace sapwood::bulk_tree {

// Returns true if a node has items. Boxes are exact unions of item boxes, so only the box of a node
// without items is inverted.
template <class Node>
bool holds_items(const Node& node) {
  return node.box.min[0] <= node.box.max[0];
}

// Returns the sum of the areas of all branches divided by the area of the root: the expected number
// of node visits of a small query. Returns 0 if there is no branch. The result is infinite or NaN
// if areas are 0.
template <class Tree>
f64 area_ratio(const Tree& tree) {
  if (tree.empty() || tree.node(0).is_leaf()) return 0;
  f64 sum = 0;
  for (u32 i = 0; i < tree.node_count(); ++i) {
    const auto& node = tree.node(i);
    if (!node.is_leaf() && holds_items(node)) sum += half_area(node.box);
  }
  return sum / half_area(tree.node(0).box);
}

// Computes the height and the imbalance. Both stay NaN if allocation fails.
template <class Tree>
void measure_heights(const Tree& tree, IndexStats& stats) {
  Array<u32> heights;
  if (!heights.resize(tree.node_count())) return;
  u32 max_imbalance = 0;
  for (u32 i = tree.node_count(); i-- > 0;) {
    heights[i] = 0;
    const auto& node = tree.node(i);
    if (node.is_leaf() || !holds_items(node)) continue;
    u32 least = kNone;
    u32 most = 0;
    for (const u32 child : {node.left(), node.left() + 1}) {
      if (!holds_items(tree.node(child))) continue;
      least = heights[child] < least ? heights[child] : least;
      most = heights[child] > most ? heights[child] : most;
    }
    heights[i] = most + 1;
    max_imbalance = most - least > max_imbalance ? most - least : max_imbalance;
  }
  stats.height = heights[0];
  stats.max_imbalance = max_imbalance;
}

// Fills in the statistics of all nodes that have items. Removals can leave nodes without items,
// which are not counted. The ratios stay NaN if the area of the root is 0.
template <class Tree>
void measure(const Tree& tree, IndexStats& stats) {
  stats.nodes = stats.leaves = 0;
  if (tree.empty() || !holds_items(tree.node(0))) return;
  f64 branches = 0;
  f64 leaves = 0;
  for (u32 i = 0; i < tree.node_count(); ++i) {
    const auto& node = tree.node(i);
    if (!holds_items(node)) continue;
    stats.nodes += 1;
    stats.leaves += node.is_leaf() ? 1 : 0;
    (node.is_leaf() ? leaves : branches) += half_area(node.box);
  }
  measure_heights(tree, stats);
  stats.set_areas(branches, leaves, half_area(tree.node(0).box));
}

// Adds the nodes of the tree to a dump with reserved memory, in depth-first order, left child
// first. `root` contains the level and the parent of the root. `part` distinguishes the node keys
// of this tree from those of other trees in the same structure.
template <class Tree>
Status add_to_dump(const Tree& tree, const DumpedNode& root, u32 part, NodeDump& dump) {
  if (tree.empty() || !holds_items(tree.node(0))) return Status::success();
  TraversalStack<DumpedNode> open(tree.height() + 1);
  if (!open.ready()) return Status::out_of_memory();
  open.push(root);
  while (!open.empty()) {
    const DumpedNode at = open.pop();
    const auto& node = tree.node(at.node);
    const NodeKind kind = node.is_leaf() ? NodeKind::kLeaf : NodeKind::kBranch;
    const u32 place =
        dump.add_node(node.box, at.level, at.parent, kind, key_of_part(part, at.node));
    if (place == NodeDump::kSkipped) continue;
    if (node.is_leaf()) {
      for (u32 i = node.first(); i < node.first() + node.count(); ++i) {
        dump.add_item(place, tree.item(i).id);
      }
      continue;
    }
    for (const u32 child : {node.left() + 1, node.left()}) {
      if (holds_items(tree.node(child))) open.push({child, at.level + 1, place});
    }
  }
  return Status::success();
}

template <class Tree>
Status dump(const Tree& tree, NodeDump& dump) {
  dump.clear();
  if (!dump.reserve(tree.node_count(), tree.live(), Tree::kDim)) return Status::out_of_memory();
  return add_to_dump(tree, {0, 0, kNone}, 0, dump);
}

// Checks every invariant of a bulk tree. Invalid links are detected before they are followed, so
// load() uses this class for unchecked data.
template <class Tree>
class Validator {
 public:
  static constexpr int kDim = Tree::kDim;
  using Box = Aabb<kDim>;

  Validator(const Tree& tree, Faults& faults) : tree_(tree), faults_(faults) {}

  [[nodiscard]] bool reserve(u32 id_end) {
    id_end_ = id_end;
    return parents_.resize(tree_.node_count(), kNone) && depths_.resize(tree_.node_count(), 0) &&
           leaves_.resize(tree_.position_count(), kNone) && owners_.resize(id_end, kNone);
  }

  // Checks the parity and the order of child links, and the item ranges of leaves. The tree may be
  // traversed only if this function returns true. Requires reserve().
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

  // Checks that every position of a leaf has a unique id below id_end, and that all other positions
  // have the id kNone. Requires valid links.
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
      sound &= faults_.require(owners_[id] == kNone, "item at two positions, id", id);
      owners_[id] = leaves_[i];
      ++live;
    }
    live_ = live;
    return sound;
  }

  // Returns the leaf of an id, or kNone if it is not in the tree. Requires check_ids().
  u32 leaf_of(Id id) const { return owners_[id]; }
  u32 live() const { return live_; }
  u32 height() const {
    u32 height = 0;
    for (const u32 depth : depths_) height = depth > height ? depth : height;
    return height;
  }

  void check_boxes(const ItemStore<kDim>& items, const LeafMap& map) {
    faults_.require(tree_.live() == live_, "live count differs from the leaves:", tree_.live());
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
    if (!faults_.require(left % 2 == 1, "left child at an even index in node", index) ||
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
      if (!faults_.require(items.has(item.id), "leaf holds a removed item, id", item.id)) {
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
  Array<u32> parents_;  // by node, from the links of branches
  Array<u32> depths_;   // by node
  Array<u32> leaves_;   // by position
  Array<u32> owners_;   // leaf by id
  u32 id_end_ = 0;
  u32 live_ = 0;
};

// Serialization of a bulk tree. The data contains the links of the nodes and the ids of the items.
// Boxes are recomputed from the items.
template <class Tree>
class TreeBytes {
 public:
  static constexpr int kDim = Tree::kDim;

  static void save(const Tree& tree, ByteWriter& writer) {
    writer.value(u64{tree.node_count()});
    for (const auto& node : tree.nodes_) writer.value(node.data);
    writer.value(u64{tree.position_count()});
    for (const auto& item : tree.items_) writer.value(item.id);
  }

  // Reads the tree written by save(), and writes the leaf of each item to the map. Marks the reader
  // as failed if the links do not form a tree, or if a leaf contains an id that is not live.
  static void load(ByteReader& reader, Tree& tree, const ItemStore<kDim>& items, LeafMap& map) {
    Array<u32> links;
    Array<u32> ids;
    reader.array(links);
    reader.array(ids);
    if (!reader.require(links.size() < kForeign && ids.size() < kMaxPositions)) return;
    tree.clear();
    if (!reader.require_memory(tree.nodes_.resize(links.size())) ||
        !reader.require_memory(tree.items_.resize(ids.size()))) {
      return;
    }
    for (size_t i = 0; i < links.size(); ++i) tree.nodes_[i] = {empty_box<kDim>(), links[i]};
    for (size_t i = 0; i < ids.size(); ++i) tree.items_[i] = {empty_box<kDim>(), ids[i]};
    check(reader, tree, items, map);
  }

 private:
  static void check(ByteReader& reader, Tree& tree, const ItemStore<kDim>& items, LeafMap& map) {
    Faults faults;
    Validator<Tree> validator(tree, faults);
    if (!reader.require_memory(validator.reserve(items.id_end()))) return;
    if (!reader.require(validator.check_links() && validator.check_ids())) return;
    for (Id id = 0; id < items.id_end(); ++id) {
      const u32 leaf = validator.leaf_of(id);
      if (!reader.require(leaf == kNone || items.has(id))) return;
      if (leaf != kNone) map[id] = leaf;
    }
    tree.live_ = validator.live();
    tree.height_ = validator.height();
    tree.refit_all(items.boxes());
  }
};

}  // namespace sapwood::bulk_tree
