// Options, build and inspection of a cluster split.
#pragma once

#include <algorithm>

#include "sapwood/base/radix_sort.hpp"
#include "sapwood/base/traversal_stack.hpp"
#include "sapwood/core/item_store.hpp"
#include "sapwood/core/node_dump.hpp"
#include "sapwood/core/options.hpp"
#include "sapwood/core/validation.hpp"

namespace sapwood {

namespace cluster {

/// Maximum number of cuts from the whole set to a cluster.
inline constexpr u32 kDeepest = 128;

}  // namespace cluster

/// Axis on which a part is cut.
enum class ClusterAxis : u8 {
  kWidestGap,  ///< At the widest gap on any axis.
  kVariance,   ///< At the widest gap on the axis with the largest variance; other axes are ignored.
};

/// Options of cluster split.
struct ClusterSplitOptions {
  u32 depth = cluster::kDeepest;  ///< Maximum number of cuts from the whole set to a cluster.
  ClusterAxis axis = ClusterAxis::kWidestGap;
  u32 capacity = 1;  ///< A part with at most this many items is not cut.

  template <class V>
  void describe(V& v) {
    static constexpr const char* kAxes[] = {"widest-gap", "variance"};
    v.number("depth", depth, 1, cluster::kDeepest);
    v.choice("axis", axis, ChoiceNames(kAxes));
    v.number("capacity", capacity, 1, 4096);
  }
};

}  // namespace sapwood

namespace sapwood::cluster {

// Build of the tree of clusters. A part is cut at its widest gap on any axis, until no axis has a
// gap. With kVariance, as in the published algorithm, a part is cut at the widest gap on the axis
// with the largest variance of the centers, until that axis has no gap.
//
// There is a gap if, in the order of lower edges, the next box starts after the running maximum of
// the upper edges. No box crosses a gap, so no pair is lost. (Comparing only adjacent boxes would
// cut through long boxes.) There is no gap between boxes that touch.
//
// Layout: nodes in preorder, 32 (2D) or 40 (3D) bytes. The first child follows its parent, and the
// second child follows the subtree of the first. `skip` is the index of the node after the subtree,
// so traversals need no stack. The items of a subtree are a run of the list of ids. Cost: O(n) for
// the sorts and O(Dim * items) for each node. The depth is at most kDeepest.

// From this depth, a part is cut at the gap that divides its items most evenly, not at the widest
// gap. Otherwise, if the gaps in a row of items become ever narrower, each cut would separate only
// one item.
inline constexpr u32 kWidestGapDepth = 64;

template <int Dim>
struct Node {
  Aabb<Dim> box;  // exact union
  u32 first;      // position of the first item in the list of ids
  u32 count;
  u32 skip;
  u32 depth;
};
static_assert(sizeof(Node<2>) == 32 && sizeof(Node<3>) == 40);

// Position of a cut. `at` is the first item of the upper part, or 0 if there is no gap.
struct Cut {
  f64 width = 0;
  u32 smaller = 0;  // number of items in the smaller part
  int axis = 0;
  u32 at = 0;
};

// Returns the axis with the largest variance of the centers of `count` items, or the first such
// axis if several are equal. id_at(i) returns the id of the i-th item.
template <int Dim, class IdAt>
int axis_of_variance(const ItemStore<Dim>& items, u32 count, const IdAt& id_at) {
  int widest = 0;
  f64 most = -1;
  for (int axis = 0; axis < Dim; ++axis) {
    // twice the center, because this sum is exact
    const auto center = [&](u32 i) {
      const Aabb<Dim>& box = items.box(id_at(i));
      return f64{box.min[axis]} + f64{box.max[axis]};
    };
    f64 sum = 0;
    for (u32 i = 0; i < count; ++i) sum += center(i);
    const f64 mean = sum / count;
    f64 squares = 0;
    for (u32 i = 0; i < count; ++i) squares += (center(i) - mean) * (center(i) - mean);
    if (squares > most) {
      most = squares;
      widest = axis;
    }
  }
  return widest;
}

template <int Dim>
class Clustering {
 public:
  Clustering(const ItemStore<Dim>& items, const ClusterSplitOptions& options)
      : items_(items), options_(options) {}

  // Rebuilds the nodes and the list of ids. Returns false if allocation fails.
  [[nodiscard]] bool run(Array<Node<Dim>>& nodes, Array<Id>& ids) {
    nodes.clear();
    if (!sort() || !upper_.resize(items_.id_end()) || !ids.resize(items_.size())) return false;
    TraversalStack<Part> parts(options_.depth + 2);
    if (!parts.ready()) return false;
    parts.push({0, items_.size(), 0});
    while (!parts.empty()) {
      const Part part = parts.pop();
      Node<Dim> node{empty_box<Dim>(), part.first, part.count, 0, part.depth};
      const Cut cut = measure(part, node.box);
      if (!nodes.push_back(node)) return false;
      if (cut.at == 0) continue;
      split(part, cut);
      parts.push({cut.at, part.first + part.count - cut.at, part.depth + 1});
      parts.push({part.first, cut.at - part.first, part.depth + 1});
    }
    link(nodes);
    for (u32 at = 0; at < items_.size(); ++at) ids[at] = order_[0][at].index;
    return true;
  }

 private:
  struct Part {
    u32 first;
    u32 count;
    u32 depth;
  };

  [[nodiscard]] bool sort() {
    if (!scratch_.reserve(items_.size())) return false;
    for (int axis = 0; axis < Dim; ++axis) {
      if (!order_[axis].reserve(items_.size())) return false;
      for (Id id = items_.first(); id != kNone; id = items_.next(id)) {
        order_[axis].push_unchecked({sortable_key(items_.box(id).min[axis]), id});
      }
      if (!radix_sort(order_[axis], scratch_)) return false;
    }
    return scratch_.resize(items_.size());
  }

  // Writes the union of the boxes of a part to `box`. Returns the best cut of the part.
  Cut measure(const Part& part, Aabb<Dim>& box) const {
    Cut best;
    const u32 end = part.first + part.count;
    const bool divisible = part.depth < options_.depth && part.count > options_.capacity;
    const int only = divisible ? only_axis(part) : kEveryAxis;
    for (int axis = 0; axis < Dim; ++axis) {
      const bool sought = divisible && (only == kEveryAxis || only == axis);
      const Array<KeyedIndex>& order = order_[axis];
      box.min[axis] = items_.box(order[part.first].index).min[axis];
      f32 reach = items_.box(order[part.first].index).max[axis];
      for (u32 at = part.first + 1; at < end; ++at) {
        const Aabb<Dim>& next = items_.box(order[at].index);
        if (sought && next.min[axis] > reach) {
          const u32 below = at - part.first;
          const Cut cut{f64{next.min[axis]} - f64{reach}, std::min(below, part.count - below), axis,
                        at};
          if (better(cut, best, part.depth)) best = cut;
        }
        reach = next.max[axis] > reach ? next.max[axis] : reach;
      }
      box.max[axis] = reach;
    }
    return best;
  }

  int only_axis(const Part& part) const {
    if (options_.axis == ClusterAxis::kWidestGap) return kEveryAxis;
    const KeyedIndex* const first = order_[0].data() + part.first;
    return axis_of_variance(items_, part.count, [=](u32 i) { return first[i].index; });
  }

  // Returns whether a cut is better than the best cut before it. Of equally wide gaps, as in a
  // lattice, the gap that divides the part most evenly is the best.
  static bool better(const Cut& cut, const Cut& best, u32 depth) {
    if (depth < kWidestGapDepth && cut.width != best.width) return cut.width > best.width;
    return cut.smaller > best.smaller;
  }

  // Partitions the sorted items of every axis stably, lower part first.
  void split(const Part& part, const Cut& cut) {
    const u32 end = part.first + part.count;
    for (u32 at = part.first; at < end; ++at) {
      upper_[order_[cut.axis][at].index] = at >= cut.at ? 1 : 0;
    }
    for (int axis = 0; axis < Dim; ++axis) {
      if (axis == cut.axis) continue;
      Array<KeyedIndex>& order = order_[axis];
      u32 lower = part.first;
      u32 upper = cut.at;
      for (u32 at = part.first; at < end; ++at) {
        scratch_[upper_[order[at].index] != 0 ? upper++ : lower++] = order[at];
      }
      std::copy(scratch_.data() + part.first, scratch_.data() + end, order.data() + part.first);
    }
  }

  // Sets the `skip` links. A subtree ends at the next node that is not deeper.
  static void link(Array<Node<Dim>>& nodes) {
    u32 open_at[kDeepest + 1];  // by depth: the node whose subtree is not complete
    u32 open = 0;
    const auto close = [&](u32 depth, u32 end) {
      while (open > depth) nodes[open_at[--open]].skip = end;
    };
    for (u32 index = 0; index < nodes.size(); ++index) {
      close(nodes[index].depth, index);
      open_at[open++] = index;
    }
    close(0, static_cast<u32>(nodes.size()));
  }

  static constexpr int kEveryAxis = -1;

  const ItemStore<Dim>& items_;
  ClusterSplitOptions options_;
  Array<KeyedIndex> order_[Dim];
  Array<KeyedIndex> scratch_;
  Array<u8> upper_;  // by id: 1 if in the upper part of the current cut
};

template <int Dim>
Status dump_tree(const Array<Node<Dim>>& nodes, const Array<Id>& ids, NodeDump& dump) {
  dump.clear();
  if (!dump.reserve(nodes.size(), ids.size(), Dim)) return Status::out_of_memory();
  u32 last_at[kDeepest + 2];  // by depth: last written node
  for (u32 index = 0; index < nodes.size();) {
    const Node<Dim>& node = nodes[index];
    const bool leaf = node.skip == index + 1;
    const u32 parent = node.depth == 0 ? kNone : last_at[node.depth - 1];
    const NodeKind kind = leaf ? NodeKind::kLeaf : NodeKind::kBranch;
    const u32 place = dump.add_node(node.box, node.depth, parent, kind, index);
    if (place == NodeDump::kSkipped) {
      index = node.skip;
      continue;
    }
    last_at[node.depth] = place;
    for (u32 at = node.first; leaf && at < node.first + node.count; ++at) {
      dump.add_item(place, ids[at]);
    }
    ++index;
  }
  return Status::success();
}

template <int Dim>
void validate_list(const ItemStore<Dim>& items, const Array<Id>& ids, Faults& faults) {
  faults.require(ids.size() == items.size(),
                 "the list does not hold all items:", static_cast<u32>(ids.size()));
  std::vector<bool> seen(items.id_end(), false);
  for (const Id id : ids) {
    if (!faults.require(items.has(id), "the list contains a removed item: id", id)) continue;
    faults.require(!seen[id], "twice in the list: id", id);
    seen[id] = true;
  }
}

template <int Dim>
bool has_gap_on(const ItemStore<Dim>& items, const Id* ids, u32 count, int axis) {
  std::vector<Id> order(ids, ids + count);
  std::sort(order.begin(), order.end(),
            [&](Id a, Id b) { return items.box(a).min[axis] < items.box(b).min[axis]; });
  f32 reach = items.box(order[0]).max[axis];
  for (const Id id : order) {
    if (items.box(id).min[axis] > reach) return true;
    reach = std::max(reach, items.box(id).max[axis]);
  }
  return false;
}

template <int Dim>
bool has_gap(const ItemStore<Dim>& items, const Id* ids, u32 count, ClusterAxis where) {
  if (where == ClusterAxis::kVariance) {
    const int axis = axis_of_variance(items, count, [=](u32 i) { return ids[i]; });
    return has_gap_on(items, ids, count, axis);
  }
  bool found = false;
  for (int axis = 0; axis < Dim; ++axis) found |= has_gap_on(items, ids, count, axis);
  return found;
}

// Checks the box of a node. Checks that the two parts of a branch are separate, and that a cluster
// cannot be cut.
template <int Dim>
void validate_node(const ItemStore<Dim>& items, const Array<Node<Dim>>& nodes, const Array<Id>& ids,
                   u32 index, const ClusterSplitOptions& options, Faults& faults) {
  const Node<Dim>& node = nodes[index];
  Aabb<Dim> all = empty_box<Dim>();
  for (u32 at = node.first; at < node.first + node.count; ++at) {
    all = unite(all, items.box(ids[at]));
  }
  faults.require(node.box == all, "the box is not the union of node", index);
  if (node.skip == index + 1) {
    if (node.depth < options.depth && node.count > options.capacity) {
      faults.require(!has_gap(items, ids.data() + node.first, node.count, options.axis),
                     "a gap is left in cluster", index);
    }
    return;
  }
  const Node<Dim>& lower = nodes[index + 1];
  if (!faults.require(lower.skip < node.skip, "a child is missing in node", index)) return;
  const Node<Dim>& upper = nodes[lower.skip];
  const bool whole = lower.first == node.first && upper.first == lower.first + lower.count &&
                     lower.count + upper.count == node.count;
  faults.require(whole && upper.skip == node.skip, "the children do not cover the items of node",
                 index);
  faults.require(!overlaps(lower.box, upper.box), "the children overlap in node", index);
}

template <int Dim>
void validate_tree(const ItemStore<Dim>& items, const Array<Node<Dim>>& nodes, const Array<Id>& ids,
                   const ClusterSplitOptions& options, Faults& faults) {
  if (!faults.empty()) return;  // a broken list cannot be traversed
  for (u32 index = 0; index < nodes.size(); ++index) {
    validate_node(items, nodes, ids, index, options, faults);
  }
}

}  // namespace sapwood::cluster
