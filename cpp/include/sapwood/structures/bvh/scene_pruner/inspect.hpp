// Statistics, node dump and validation of a scene pruner.
#pragma once

#include "sapwood/base/array.hpp"
#include "sapwood/core/bulk_tree/inspect.hpp"
#include "sapwood/core/validation.hpp"
#include "sapwood/structures/bvh/scene_pruner/parts.hpp"
#include "sapwood/structures/bvh/scene_pruner/pending_tree.hpp"

namespace sapwood::scene_pruner {

// Checks every invariant of an incremental tree. No link is assumed to be valid.
template <int Dim>
class PendingValidator {
 public:
  PendingValidator(const PendingTree<Dim>& tree, const Members<Dim>& members, u32 id_end,
                   Faults& faults)
      : tree_(tree), members_(members), id_end_(id_end), faults_(faults) {}

  u32 run() {
    if (!tree_.pairs().sound()) faults_.add("pending items: free list broken near", tree_.root());
    if (tree_.empty()) {
      faults_.require(tree_.pairs().live() == 0, "pending items: pairs without a root",
                      tree_.pairs().live());
      return 0;
    }
    if (!order_.reserve(tree_.nodes())) {
      faults_.add("no memory to validate pending items:", tree_.nodes());
      return 0;
    }
    if (!visit(tree_.root(), kNone)) return 0;
    for (size_t i = 0; i < order_.size(); ++i) {
      const u32 at = order_[i];
      if (tree_.node(at).is_leaf()) continue;
      const u32 child = tree_.node(at).first_child();
      if (!faults_.require(child % 2 == 0, "pending items: odd first child of", at)) return 0;
      if (!visit(child, at) || !visit(child + 1, at)) return 0;
    }
    faults_.require(order_.size() == tree_.nodes(), "pending items: nodes out of reach of the root",
                    tree_.root());
    u32 items = 0;
    for (const u32 at : order_) items += tree_.node(at).is_leaf() ? check_leaf(at) : 0;
    for (const u32 at : order_) check_branch(at);
    return items;
  }

 private:
  using Node = PendingNode<Dim>;

  bool visit(u32 at, u32 parent) {
    const bool there = at / 2 < tree_.pairs().slots() && !tree_.pairs()[at / 2].is_free();
    if (!faults_.require(there, "pending items: link out of range or to a free node in", parent)) {
      return false;
    }
    if (!faults_.require(tree_.node(at).parent == parent, "pending items: parent link wrong in",
                         at)) {
      return false;
    }
    if (!faults_.require(order_.size() < tree_.nodes(), "pending items: cycle at", at))
      return false;
    order_.push_unchecked(at);
    return true;
  }

  u32 check_leaf(u32 at) {
    const Node& leaf = tree_.node(at);
    const u32 count = leaf.count();
    faults_.require(count > 0, "pending items: empty leaf", at);
    Aabb<Dim> box = empty_box<Dim>();
    for (u32 i = 0; i < count; ++i) {
      const Id id = leaf.entry[i];
      if (!faults_.require(id < id_end_, "pending items: unknown item in", at)) return count;
      faults_.require(members_.leaf_of[id] == at, "pending items: leaf link wrong of id", id);
      box = unite(box, members_.boxes[id]);
    }
    for (u32 i = count; i < kMaxPending; ++i) {
      faults_.require(leaf.entry[i] == kNone, "pending items: gap in leaf", at);
    }
    faults_.require(box == leaf.box, "pending items: box is not the union of the items of", at);
    return count;
  }

  void check_branch(u32 at) {
    const Node& branch = tree_.node(at);
    if (branch.is_leaf()) return;
    const Node& left = tree_.node(branch.first_child());
    const Node& right = tree_.node(branch.first_child() + 1);
    const u32 taller = left.height > right.height ? left.height : right.height;
    faults_.require(branch.height == taller + 1, "pending items: height wrong in", at);
    faults_.require(branch.box == unite(left.box, right.box),
                    "pending items: box is not the union of the children of", at);
  }

  const PendingTree<Dim>& tree_;
  const Members<Dim>& members_;
  const u32 id_end_;
  Faults& faults_;
  Array<u32> order_;
};

// Sums of the node and leaf counts of several trees, and their maximum height.
struct Sizes {
  f64 nodes = 0;
  f64 leaves = 0;
  f64 height = 0;
  u32 trees = 0;

  void add(f64 more_nodes, f64 more_leaves, f64 tall) {
    nodes += more_nodes;
    leaves += more_leaves;
    height = tall > height ? tall : height;
    ++trees;
  }
};

template <int Dim>
u32 level_of(const PendingTree<Dim>& tree, u32 at) {
  u32 level = 0;
  while (tree.node(at).parent != kNone) {
    at = tree.node(at).parent;
    ++level;
  }
  return level;
}

// Adds the statistics of the merged trees and of the tree of trees. The leaves of the tree of trees
// count as branches, because the merged trees are below them.
template <int Dim>
void measure_trees(const TreeSet<Dim>& merged, Sizes& sizes) {
  if (merged.trees() == 0) return;
  sizes.add(merged.tops().nodes(), 0, 0);
  for (u32 slot = 0; slot < merged.slots(); ++slot) {
    if (merged.at(slot) == nullptr) continue;
    IndexStats each;
    bulk_tree::measure(merged.at(slot)->tree, each);
    sizes.add(each.nodes, each.leaves,
              each.height + 1 + level_of(merged.tops(), merged.leaf(slot)));
  }
}

// Computes statistics. Areas and imbalance are defined only if the main tree is the only tree, and
// are NaN otherwise.
template <int Dim>
void measure(const Parts<Dim>& parts, IndexStats& stats) {
  Sizes sizes;
  for (const auto& tree : parts.pending) {
    if (!tree.empty()) sizes.add(tree.nodes(), tree.leaves(), tree.height());
  }
  measure_trees(parts.merged, sizes);
  const bool alone = sizes.trees == 0;
  IndexStats main;
  bulk_tree::measure(parts.main.tree, alone ? stats : main);
  if (alone) return;
  if (main.nodes > 0) sizes.add(main.nodes, main.leaves, main.height);
  stats.nodes = sizes.nodes;
  stats.leaves = sizes.leaves;
  stats.height = sizes.height;
}

template <int Dim>
class Dumper {
 public:
  Dumper(const Parts<Dim>& parts, NodeDump& dump) : parts_(parts), dump_(dump) {}

  Status run(u32 items) {
    dump_.clear();
    size_t nodes = parts_.main.tree.node_count() + parts_.merged.tops().nodes();
    for (const auto& tree : parts_.pending) nodes += tree.nodes();
    for (u32 slot = 0; slot < parts_.merged.slots(); ++slot) {
      const auto* merged = parts_.merged.at(slot);
      nodes += merged == nullptr ? 0 : merged->tree.node_count();
    }
    if (!dump_.reserve(nodes, items, Dim)) return Status::out_of_memory();
    Status status = bulk_tree::add_to_dump(parts_.main.tree, {0, 0, kNone}, kMainPart, dump_);
    const auto add_item = [this](u32 place, u32, Id id) {
      dump_.add_item(place, id);
      return Status::success();
    };
    for (const u32 each : {1 - parts_.current, parts_.current}) {
      if (!status.ok()) break;
      status = add(parts_.pending[each], kPendingPart + each, NodeKind::kLeaf, add_item);
    }
    const auto add_tree = [this](u32 place, u32 level, u32 slot) {
      const DumpedNode root{0, level + 1, place};
      return bulk_tree::add_to_dump(parts_.merged.at(slot)->tree, root, kFirstMergedPart + slot,
                                    dump_);
    };
    return status.ok() ? add(parts_.merged.tops(), kTopsPart, NodeKind::kBranch, add_tree) : status;
  }

 private:
  template <class AddEntry>
  Status add(const PendingTree<Dim>& tree, u32 part, NodeKind leaf_kind, AddEntry&& add_entry) {
    if (tree.empty()) return Status::success();
    TraversalStack<DumpedNode> open(size_t{tree.height()} + 1);
    if (!open.ready()) return Status::out_of_memory();
    open.push({tree.root(), 0, kNone});
    while (!open.empty()) {
      const DumpedNode at = open.pop();
      const PendingNode<Dim>& node = tree.node(at.node);
      const NodeKind kind = node.is_leaf() ? leaf_kind : NodeKind::kBranch;
      const u32 place =
          dump_.add_node(node.box, at.level, at.parent, kind, key_of_part(part, at.node));
      if (place == NodeDump::kSkipped) continue;
      if (!node.is_leaf()) {
        open.push({node.first_child() + 1, at.level + 1, place});
        open.push({node.first_child(), at.level + 1, place});
        continue;
      }
      for (u32 i = 0; i < node.count(); ++i) {
        if (Status status = add_entry(place, at.level, node.entry[i]); !status.ok()) return status;
      }
    }
    return Status::success();
  }

  const Parts<Dim>& parts_;
  NodeDump& dump_;
};

template <int Dim>
class PartsValidator {
 public:
  PartsValidator(const Parts<Dim>& parts, const Rebuild<Dim>& rebuild, const ItemStore<Dim>& items,
                 Faults& faults)
      : parts_(parts), rebuild_(rebuild), items_(items), faults_(faults) {}

  void run() {
    const u32 end = items_.id_end();
    const bool covered =
        parts_.main.leaf_of.size() == end && parts_.home.size() == end && parts_.leaf.size() == end;
    if (!faults_.require(covered, "arrays by id do not end at", end)) return;
    u32 found = check_bulk(parts_.main.tree, parts_.main.leaf_of);
    const Members<Dim> members{items_.boxes(), const_cast<u32*>(parts_.leaf.data())};
    for (const auto& tree : parts_.pending) {
      const u32 count = PendingValidator<Dim>(tree, members, end, faults_).run();
      faults_.require(count == tree.items(), "pending items: items counted wrong:", tree.items());
      found += count;
    }
    found += check_forest();
    faults_.require(found == items_.size(), "items in the trees:", found);
    check_homes();
    check_rebuild();
  }

 private:
  u32 check_bulk(const bulk_tree::Tree<Dim>& tree, const bulk_tree::LeafMap& map) {
    bulk_tree::Validator<bulk_tree::Tree<Dim>> validator(tree, faults_);
    if (!validator.reserve(items_.id_end())) {
      faults_.add("no memory to validate nodes:", tree.node_count());
      return 0;
    }
    if (!validator.check_links() || !validator.check_ids()) return 0;
    validator.check_boxes(items_, map);
    faults_.require(tree.empty() == (tree.live() == 0),
                    "tree without items, nodes:", tree.node_count());
    return validator.live();
  }

  u32 check_forest() {
    const TreeSet<Dim>& merged = parts_.merged;
    u32 trees = 0;
    u32 found = 0;
    for (u32 slot = 0; slot < merged.slots(); ++slot) {
      if (merged.at(slot) == nullptr) continue;
      ++trees;
      const auto& tree = merged.at(slot)->tree;
      found += check_bulk(tree, parts_.leaf);
      const bool held = tree.marks().any() || contains(merged.bounds(slot), tree.node(0).box);
      faults_.require(held, "bounds do not hold the merged tree of slot", slot);
    }
    faults_.require(trees == merged.trees(), "merged trees counted wrong:", merged.trees());
    const u32 filed =
        PendingValidator<Dim>(merged.tops(), merged.members(), merged.slots(), faults_).run();
    faults_.require(filed == trees, "merged trees in the tree of trees:", filed);
    return found;
  }

  // Checks that each live item is in the tree that home[id] refers to. Together with the check of
  // the item counts, this proves that no item is in two trees.
  void check_homes() {
    for (Id id = 0; id < items_.id_end(); ++id) {
      if (!items_.has(id)) {
        faults_.require(!parts_.main.has(id), "main tree holds free id", id);
      } else if (!parts_.main.has(id)) {
        const bool there = parts_.is_pending(id) ? in_pending(id) : in_forest(id);
        faults_.require(there, "item is not in its recorded tree, id", id);
      }
    }
  }
  bool in_pending(Id id) const {
    const auto& tree = parts_.pending[parts_.home[id]];
    const u32 at = parts_.leaf[id];
    if (at / 2 >= tree.pairs().slots()) return false;
    const auto& entries = tree.node(at).entry;
    return std::find(entries, entries + kMaxPending, id) != entries + kMaxPending;
  }
  bool in_forest(Id id) const {
    const u32 slot = parts_.slot_of(id);
    if (slot >= parts_.merged.slots() || parts_.merged.at(slot) == nullptr) return false;
    const auto& tree = parts_.merged.at(slot)->tree;
    if (parts_.leaf[id] >= tree.node_count()) return false;
    const auto& leaf = tree.node(parts_.leaf[id]);
    for (u32 i = leaf.first(); leaf.is_leaf() && i < leaf.first() + leaf.count(); ++i) {
      if (tree.item(i).id == id) return true;
    }
    return false;
  }

  // Checks that the tree of a settling or finished rebuild contains exactly the items that were
  // inserted before the current timestamp.
  void check_rebuild() {
    if (rebuild_.state() < RebuildState::kSettling) return;
    const BulkPart<Dim>& next = rebuild_.part();
    const u32 found = check_bulk(next.tree, next.leaf_of);
    u32 older = 0;
    for (Id id = items_.first(); id != kNone; id = items_.next(id)) {
      older += parts_.is_older(id) ? 1 : 0;
      faults_.require(parts_.is_older(id) == next.has(id), "next tree differs for id", id);
    }
    faults_.require(found == older, "items in the next tree:", found);
  }

  const Parts<Dim>& parts_;
  const Rebuild<Dim>& rebuild_;
  const ItemStore<Dim>& items_;
  Faults& faults_;
};

}  // namespace sapwood::scene_pruner
