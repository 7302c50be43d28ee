// Top-down build of a 4-wide tree by the surface-area heuristic.
#pragma once

#include <algorithm>

#include "sapwood/base/radix_sort.hpp"
#include "sapwood/base/sort.hpp"
#include "sapwood/base/traversal_stack.hpp"
#include "sapwood/core/binned_split.hpp"
#include "sapwood/core/wide_tree/plan.hpp"

namespace sapwood::wide_tree {

// Top-down build by the surface-area heuristic, directly into nodes of four with full leaves.
//
// A range of items is cut in two. Then the part with the largest cost (area times leaves) is cut
// again, until there are four parts. A part that fits in one leaf is not cut. Large ranges are cut
// at the best border of bins (core/binned_split.hpp), small ranges at the best of all positions in
// the order of the centers on each axis. The left part of a cut has a multiple of four items, so
// all leaves except the last are full. This saves leaves and nodes, and the ids of a subtree are
// contiguous.
//
// If centers are equal or areas do not differ, and below depth kDeep, ranges are halved. The height
// is therefore at most kDeep + 17. Cost: O(n log n). Memory: 32 bytes per item in addition to the
// plan. Sources: Wald, On fast construction of SAH-based bounding volume hierarchies, 2007; Wald,
// Benthin and Boulos, Getting rid of packets, 2008 (collapsing to wide nodes).
template <int Dim>
class QualityBuilder {
 public:
  // Makes a plan. `boxes` are indexed by id. ids(i) returns the id of the i-th of `count` items.
  // The builder calls ids(i) once for each i, in ascending order. Returns false if allocation
  // fails.
  template <class Ids>
  [[nodiscard]] bool run(const Aabb<Dim>* boxes, u32 count, Ids&& ids, TreePlan& plan) {
    plan.shapes.clear();
    plan.slots.clear();
    const u32 leaves = leaves_of(count);
    const bool granted = items_.reserve(count) && plan.slots.reserve(size_t{leaves} * kLanes) &&
                         nodes_.reserve(leaves) && plan.shapes.reserve(0);
    if (!granted) return false;
    for (u32 i = 0; i < count; ++i) {
      const Id id = ids(i);
      items_.push_unchecked(BuildItem::of(id, boxes[id]));
    }
    if (count > 0) make_nodes(plan);
    if (!plan.shapes.reserve(nodes_.size())) return false;
    sort_by_depth(plan.shapes);
    return true;
  }

 private:
  // Maximum size of a range for which all cuts are tried. With 64 instead of 16, the build takes a
  // sixth longer, and queries visit the same number of nodes.
  static constexpr u32 kSmall = 16;
  // Number of sampled items that determine the cut of a larger range.
  static constexpr u32 kSample = 512;
  static constexpr u32 kDeep = 23;

  struct Range {
    u32 first;
    u32 count;
    u32 depth;  // depth of the node that the range becomes, or that contains it
    f32 cost;   // estimated cost of the range if it is not cut

    bool is_leaf() const { return count <= kLanes; }
  };
  struct Node {
    Shape shape;
    u8 depth;
  };

  static u32 step_of(u32 count) { return count / kSample + 1; }

  static u32 leaves_of(u32 count) { return count / kLanes + (count % kLanes != 0 ? 1 : 0); }

  // Builds the nodes depth first, so that leaves are in the order of their slots.
  void make_nodes(TreePlan& plan) {
    TraversalStack<Range, 128> open(3 * (kDeep + 17) + 1);
    open.push({0, static_cast<u32>(items_.size()), 0, 0});
    while (!open.empty()) {
      const Range node = open.pop();
      Range parts[kLanes];
      const u32 lanes = divide(node, parts);
      u32 branches = 0;
      for (u32 lane = 0; lane < lanes; ++lane) branches += parts[lane].is_leaf() ? 0 : 1;
      // The leaves of a node come before its branches. If the last part is a leaf that is not full,
      // it gets its own node, so that it remains the last leaf.
      const bool last_is_partial = branches > 0 && parts[lanes - 1].count < kLanes;
      branches += last_is_partial ? 1 : 0;
      for (u32 lane = 0; lane < lanes - (last_is_partial ? 1 : 0); ++lane) {
        if (parts[lane].is_leaf()) add_leaf(parts[lane], plan.slots);
      }
      for (u32 lane = lanes; lane-- > 0;) {
        if (!parts[lane].is_leaf() || (last_is_partial && lane == lanes - 1))
          open.push(parts[lane]);
      }
      nodes_.push_unchecked({Shape::of(lanes - branches, branches), static_cast<u8>(node.depth)});
    }
  }

  void add_leaf(const Range& range, Array<Id>& slots) {
    for (u32 lane = 0; lane < kLanes; ++lane) {
      slots.push_unchecked(lane < range.count ? items_[range.first + lane].id() : kNone);
    }
  }

  // Writes the shapes of the nodes level by level. The input is in preorder.
  void sort_by_depth(Array<Shape>& shapes) const {
    for (u32 depth = 0; shapes.size() < nodes_.size(); ++depth) {
      for (const Node& node : nodes_) {
        if (node.depth == depth) shapes.push_unchecked(node.shape);
      }
    }
  }

  u32 divide(const Range& node, Range (&parts)[kLanes]) {
    u32 lanes = 1;
    parts[0] = node;
    parts[0].depth = node.depth + 1;
    parts[0].cost = HUGE_VALF;
    while (lanes < kLanes) {
      u32 worst = kLanes;
      for (u32 lane = 0; lane < lanes; ++lane) {
        if (parts[lane].is_leaf()) continue;
        if (worst == kLanes || parts[lane].cost > parts[worst].cost) worst = lane;
      }
      if (worst == kLanes) break;
      Range& left = parts[worst];
      const u32 kept = cut(left);
      Range right{left.first + kept, left.count - kept, left.depth, 0};
      left.count = kept;
      left.cost = cost_of(left);
      right.cost = cost_of(right);
      for (u32 lane = lanes++; lane > worst + 1; --lane) parts[lane] = parts[lane - 1];
      parts[worst + 1] = right;
    }
    return lanes;
  }

  f32 cost_of(const Range& range) const {
    if (range.depth > kDeep) return static_cast<f32>(range.count);
    BuildBounds bounds;
    const u32 step = step_of(range.count);
    for (u32 i = range.first; i < range.first + range.count; i += step) {
      bounds.add(items_[i].low4(), items_[i].high4());
    }
    return static_cast<f32>(bounds.area<Dim>() * leaves_of(range.count));
  }

  // Cuts a range of more than one leaf in two. Returns the number of items on the left.
  u32 cut(const Range& range) {
    BuildItem* items = items_.data() + range.first;
    if (range.depth > kDeep) return half(range.count);
    return range.count <= kSmall ? cut_small(items, range.count) : cut_large(items, range.count);
  }
  // Returns about half of `count`, rounded so that all leaves on the left are full. Neither side is
  // empty.
  static u32 half(u32 count) { return (leaves_of(count) / 2) * kLanes; }

  u32 cut_large(BuildItem* items, u32 count) {
    BuildBounds centers;
    const u32 step = step_of(count);
    for (u32 i = 0; i < count; i += step) centers.add(items[i].center4(), items[i].center4());
    split_.reset(centers, count);
    for (u32 i = 0; i < count; i += step) split_.add(items[i]);
    const BinnedCut cut = split_.best_cut();
    if (cut.axis < 0) return half(count);
    u32 left = 0;
    u32 right = count;
    while (left < right) {
      if (split_.goes_left(items[left], cut)) {
        ++left;
      } else {
        std::swap(items[left], items[--right]);
      }
    }
    return round_to_leaves(items, count, left, cut.axis);
  }

  // Moves up to three items across the cut, so that all leaves on the left are full.
  u32 round_to_leaves(BuildItem* items, u32 count, u32 left, int axis) {
    const u32 over = left % kLanes;
    if (over == 0) return left;
    const bool down = left > kLanes && (over <= kLanes / 2 || left + kLanes - over >= count);
    const u32 wanted = down ? left - over : left + kLanes - over;
    if (wanted >= count) return half(count);
    const auto center = [&](u32 i) { return items[i].low[axis] + items[i].high[axis]; };
    while (left > wanted) {
      u32 best = 0;
      for (u32 i = 1; i < left; ++i) best = center(i) > center(best) ? i : best;
      std::swap(items[best], items[--left]);
    }
    while (left < wanted) {
      u32 best = left;
      for (u32 i = left + 1; i < count; ++i) best = center(i) < center(best) ? i : best;
      std::swap(items[best], items[left++]);
    }
    return wanted;
  }

  struct SmallCut {
    f64 cost = HUGE_VAL;
    int axis = -1;
    u32 left = 0;
  };

  u32 cut_small(BuildItem* items, u32 count) {
    SmallCut best;
    u32 order[Dim][kSmall];
    for (int axis = 0; axis < Dim; ++axis) {
      // the index of the item replaces the low bits of the key, which are irrelevant for a cut
      for (u32 i = 0; i < count; ++i) {
        const u32 key = sortable_key(items[i].low[axis] + items[i].high[axis]);
        order[axis][i] = (key & ~(kSmall - 1)) | i;
      }
      sort(order[axis], order[axis] + count);
      sweep(items, order[axis], count, axis, best);
    }
    if (best.axis < 0 || !(best.cost > 0)) return half(count);
    BuildItem moved[kSmall];
    for (u32 i = 0; i < count; ++i) moved[i] = items[order[best.axis][i] % kSmall];
    std::copy(moved, moved + count, items);
    return best.left;
  }

  void sweep(const BuildItem* items, const u32* order, u32 count, int axis, SmallCut& best) const {
    f64 right_cost[kSmall / kLanes + 1];
    BuildBounds right;
    for (u32 i = count; i-- > kLanes;) {
      const BuildItem& item = items[order[i] % kSmall];
      right.add(item.low4(), item.high4());
      if (i % kLanes == 0) right_cost[i / kLanes] = right.area<Dim>() * leaves_of(count - i);
    }
    BuildBounds left;
    for (u32 i = 0; i + 1 < count; ++i) {
      if (i > 0 && i % kLanes == 0) {
        const f64 cost = left.area<Dim>() * leaves_of(i) + right_cost[i / kLanes];
        if (cost < best.cost) best = {cost, axis, i};
      }
      const BuildItem& item = items[order[i] % kSmall];
      left.add(item.low4(), item.high4());
    }
  }

  Array<BuildItem> items_;
  Array<Node> nodes_;  // in preorder
  BinnedSplit<Dim> split_;
};

}  // namespace sapwood::wide_tree
