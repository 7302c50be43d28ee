// Updates of a wide tree: refitting of the boxes after moves, and optimization in place.
#pragma once

#include "sapwood/base/sort.hpp"
#include "sapwood/base/traversal_stack.hpp"
#include "sapwood/core/build_item.hpp"
#include "sapwood/structures/bvh/wide_tree/tree.hpp"

namespace sapwood::wide_tree {

// Leaves whose items have changed since the boxes of the nodes were computed.
class DirtyLeaves {
 public:
  bool any() const { return all_ || !leaves_.empty(); }
  size_t byte_length() const { return leaves_.byte_length(); }
  void shrink() { leaves_.shrink(); }

  // Adds a leaf. Marks all leaves as dirty instead if refitting the path to each leaf would cost
  // more than a pass over all nodes, or if allocation fails.
  template <int Dim>
  void add(u32 leaf, const Tree<Dim>& tree) {
    if (all_) return;
    const size_t most = tree.node_count() / (kPathCost * (tree.height() + 1)) + 1;
    all_ = leaves_.size() >= most || !leaves_.push_back(leaf);
    if (all_) leaves_.clear();
  }

  // Returns the number of nodes that correct() recomputes.
  template <int Dim>
  u32 nodes(const Tree<Dim>& tree) const {
    if (all_) return tree.node_count();
    u32 nodes = 0;
    u32 path[kMaxHeight + 1];
    for (const u32 leaf : leaves_) nodes += tree.find_path(leaf, path);
    return nodes;
  }

  template <int Dim>
  void correct(Tree<Dim>& tree) {
    if (all_) {
      tree.refit();
    } else {
      for (const u32 leaf : leaves_) tree.refit_path(leaf);
    }
    clear();
  }

  void clear() {
    leaves_.clear();
    all_ = false;
  }

 private:
  // Cost of a node on the path to a leaf, relative to a node in a sequential pass.
  static constexpr u32 kPathCost = 2;

  Array<u32> leaves_;  // can contain a leaf more than once
  bool all_ = false;
};

// Restructuring of treelets under a work budget.
//
// The items of a subtree (treelet) are redistributed over its slots. From the root of the subtree
// down, the lanes of a node are divided into two halves. The items are partitioned by their centers
// along the axis with the lowest cost, so that each half receives as many items as it has occupied
// slots. Shape and numbering are unchanged. If the sum of the areas of the lanes has not become
// smaller, the old order of the items is restored.
//
// A call continues where the last call stopped, with the largest subtrees that fit into the budget.
// The work of a subtree is computed in advance, so the budget is never exceeded. Unit of work: one
// item in one partition step. Memory: 36 bytes per item of the largest treelet, released at the
// end. Sources: Karras and Aila, Fast parallel construction of high-quality bounding volume
// hierarchies, 2013 (treelets); the refinement of BEPUphysics 2.
template <int Dim>
class Treelets {
 public:
  // `boxes` are indexed by id. The boxes of the tree must be up to date.
  Treelets(Tree<Dim>& tree, const Aabb<Dim>* boxes) : tree_(tree), boxes_(boxes) {}

  // Allocates memory for treelets that need at most `budget` units of work.
  [[nodiscard]] bool reserve(u32 budget) {
    const u32 most = budget / kCuts < tree_.slot_count() ? budget / kCuts : tree_.slot_count();
    return items_.reserve(most) && before_.reserve(most);
  }

  // Optimizes each treelet at most once, starting at node `next`. Returns the units of work done.
  u32 run(u32 budget, u32& next) {
    u32 spent = 0;
    if (tree_.empty()) return spent;
    if (next >= tree_.node_count()) next = 0;
    u32 parent = parent_of(next);
    for (u32 seen = 0; seen < tree_.node_count(); ++seen) {
      const u64 work = work_of(next);
      if (work <= budget && (next == 0 || work_of(parent) > budget)) {
        if (work > budget - spent) break;
        spent += static_cast<u32>(work);
        restructure(next);
      }
      if (++next == tree_.node_count()) next = parent = 0;
      while (next >= tree_.link(parent).first_child + tree_.link(parent).branches) ++parent;
    }
    return spent;
  }

 private:
  static constexpr u32 kCuts = 2;  // partition steps of an item per node

  struct Task {
    u32 node;
    u32 first;  // index of the first item of the node
  };

  u64 work_of(u32 node) const {
    const Link& link = tree_.link(node);
    const u64 slots = u64{link.below.end - link.below.begin} * kLanes;
    return slots * kCuts * (tree_.height() - link.depth + 1);
  }

  // Returns the parent of a node, or 0 for the root. Binary search is possible, because
  // `first_child` increases with the index of the node.
  u32 parent_of(u32 node) const {
    u32 least = 0;
    for (u32 end = tree_.node_count(); end - least > 1;) {
      const u32 middle = least + (end - least) / 2;
      (tree_.link(middle).first_child <= node ? least : end) = middle;
    }
    return least;
  }

  void restructure(u32 root) {
    const LeafRange leaves = tree_.link(root).below;
    items_.clear();
    before_.clear();
    for (u32 slot = leaves.begin * kLanes; slot < leaves.end * kLanes; ++slot) {
      const Id id = tree_.id(slot);
      before_.push_unchecked(id);
      if (id != kNone) items_.push_unchecked(BuildItem::of(id, boxes_[id]));
    }
    const f64 cost = correct(root);
    sort_items(root);
    if (correct(root) < cost) return;
    for (u32 i = 0; i < before_.size(); ++i) tree_.set_id(leaves.begin * kLanes + i, before_[i]);
    correct(root);
  }

  // Recomputes all boxes in the subtree of a node. Returns the sum of the areas of all lanes in the
  // subtree.
  f64 correct(u32 root) {
    const LeafRange leaves = tree_.link(root).below;
    for (u32 leaf = leaves.begin; leaf < leaves.end; ++leaf) tree_.reread_leaf(leaf, boxes_);
    // nodes of one level of a subtree are consecutive
    u32 firsts[kMaxHeight + 2], ends[kMaxHeight + 2];
    u32 levels = 0;
    for (u32 first = root, end = root + 1; first < end; ++levels) {
      firsts[levels] = first;
      ends[levels] = end;
      const Link& last = tree_.link(end - 1);
      first = tree_.link(first).first_child;
      end = last.first_child + last.branches;
    }
    f64 sum = 0;
    while (levels-- > 0) {
      for (u32 at = ends[levels]; at-- > firsts[levels];) {
        tree_.refit_node(at);
        sum += tree_.area(at);
      }
    }
    return sum;
  }

  u32 items_in(LeafRange leaves) const {
    u32 count = 0;
    for (u32 slot = leaves.begin * kLanes; slot < leaves.end * kLanes; ++slot) {
      count += tree_.id(slot) != kNone ? 1 : 0;
    }
    return count;
  }

  void sort_items(u32 root) {
    TraversalStack<Task, kStackBound> open(kStackBound);
    for (open.push({root, 0}); !open.empty();) {
      const Task at = open.pop();
      const Link& link = tree_.link(at.node);
      u32 starts[kLanes + 1] = {at.first};
      for (u32 lane = 0; lane < link.lanes(); ++lane) {
        starts[lane + 1] = starts[lane] + items_in(tree_.below(link, lane));
      }
      part_lanes(starts, link.lanes());
      for (u32 lane = 0; lane < link.lanes(); ++lane) {
        if (link.is_leaf(lane)) {
          fill_leaf(link.leaf(lane), starts[lane]);
        } else {
          open.push({link.child(lane), starts[lane]});
        }
      }
    }
  }

  // Distributes the items, so that items starts[i] .. starts[i + 1] - 1 belong to lane i.
  void part_lanes(const u32 (&starts)[kLanes + 1], u32 lanes) {
    const u32 middle = (lanes + 1) / 2;
    part(starts[0], starts[middle], starts[lanes]);
    if (middle > 1) part(starts[0], starts[1], starts[middle]);
    if (lanes - middle > 1) part(starts[middle], starts[middle + 1], starts[lanes]);
  }

  // Partitions a range of items at `middle`, along the axis for which the sum of the costs of both
  // sides is lowest.
  void part(u32 first, u32 middle, u32 end) {
    if (middle == first || middle == end) return;
    int best = 0;
    f64 least = HUGE_VAL;
    for (int axis = 0; axis < Dim; ++axis) {
      part_along(axis, first, middle, end);
      const f64 cost = cost_of(first, middle) + cost_of(middle, end);
      if (cost < least) {
        least = cost;
        best = axis;
      }
    }
    if (best != Dim - 1) part_along(best, first, middle, end);
  }
  void part_along(int axis, u32 first, u32 middle, u32 end) {
    BuildItem* items = items_.data();
    select_nth(items + first, items + middle, items + end,
               [axis](const BuildItem& a, const BuildItem& b) {
                 const f32 at = a.low[axis] + a.high[axis];
                 const f32 bt = b.low[axis] + b.high[axis];
                 return at != bt ? at < bt : a.id() < b.id();
               });
  }
  f64 cost_of(u32 first, u32 end) const {
    BuildBounds bounds;
    for (u32 i = first; i < end; ++i) bounds.add(items_[i].low4(), items_[i].high4());
    return bounds.area<Dim>() * (end - first);
  }

  // Writes the ids of a leaf in ascending order, so that the order does not depend on the
  // partition.
  void fill_leaf(u32 leaf, u32 first) {
    const u32 count = items_in({leaf, leaf + 1});
    Id ids[kLanes];
    for (u32 i = 0; i < count; ++i) {
      u32 at = i;
      const Id id = items_[first + i].id();
      for (; at > 0 && id < ids[at - 1]; --at) ids[at] = ids[at - 1];
      ids[at] = id;
    }
    u32 taken = 0;
    for (u32 slot = leaf * kLanes; slot < (leaf + 1) * kLanes; ++slot) {
      if (tree_.id(slot) != kNone) tree_.set_id(slot, ids[taken++]);
    }
  }

  Tree<Dim>& tree_;
  const Aabb<Dim>* boxes_;
  Array<BuildItem> items_;
  Array<Id> before_;  // ids by slot
};

}  // namespace sapwood::wide_tree
