// Options and builds of a wide tree.
#pragma once

#include <algorithm>

#include "sapwood/base/radix_sort.hpp"
#include "sapwood/base/sort.hpp"
#include "sapwood/base/traversal_stack.hpp"
#include "sapwood/base/types.hpp"
#include "sapwood/core/binned_split.hpp"
#include "sapwood/core/item_store.hpp"
#include "sapwood/geometry/curve_key.hpp"
#include "sapwood/geometry/gather.hpp"
#include "sapwood/structures/bvh/wide_tree/tree.hpp"

namespace sapwood {

/// Options of a wide tree.
struct WideTreeOptions {
  /// Method of building the tree.
  enum class Build : u8 {
    kMorton,   ///< In Morton order: the fastest build.
    kHilbert,  ///< Along the Hilbert curve: slightly slower, with better locality.
    kQuality,  ///< Top down by the surface-area heuristic: the fastest queries.
  };
  static constexpr const char* kBuildNames[] = {"morton", "hilbert", "quality"};

  Build build = Build::kHilbert;

  template <class V>
  void describe(V& v) {
    v.choice("build", build, kBuildNames);
  }
};

}  // namespace sapwood

namespace sapwood::wide_tree {

// Bottom-up build: items are sorted along a space-filling curve and packed into full leaves, these
// into full nodes, and so on. Keys are computed once and sorted by radix. If many items are in one
// cell of the grid of the curve (a crowd), they are sorted along another curve inside this cell,
// recursively. A crowd in a corner of a huge world is therefore sorted as well as uniform items.
//
// Cost: O(n). A crowd costs as much again for each factor of a thousand (3D) or 65,000 (2D) between
// its extent and that of the world, at most 21 times. Memory: 16 bytes per item in addition to the
// plan, and as much again for a crowd, released at the end. Sources: Kamel and Faloutsos, On
// packing R-trees, 1993; flatbush.

// Maximum number of levels of nodes above 2^30 leaves.
inline constexpr u32 kLevels = 16;

// Computes the shape of a tree of full nodes above `leaves` leaves. Returns false if allocation
// fails.
[[nodiscard]] inline bool shape_full_tree(u32 leaves, Array<Shape>& shapes) {
  u32 widths[kLevels];  // nodes of each level, the lowest first
  u32 levels = 0;
  u64 nodes = 0;
  for (u32 width = leaves; width > 0 && (levels == 0 || width > 1); nodes += width) {
    width = (width + kLanes - 1) / kLanes;
    widths[levels++] = width;
  }
  shapes.clear();
  if (!shapes.reserve(static_cast<size_t>(nodes))) return false;
  for (u32 level = levels; level-- > 0;) {
    const u32 below = level == 0 ? leaves : widths[level - 1];
    for (u32 first = 0; first < below; first += kLanes) {
      const u32 lanes = below - first < kLanes ? below - first : kLanes;
      shapes.push_unchecked(level == 0 ? Shape::of(lanes, 0) : Shape::of(0, lanes));
    }
  }
  return true;
}

template <int Dim, class Curve>
class CurveBuilder {
 public:
  // Makes a plan. `boxes` are indexed by id. ids(i) returns the i-th of `count` items and is called
  // once for each i, ascending. Returns false if allocation fails.
  template <class Ids>
  [[nodiscard]] bool run(const Aabb<Dim>* boxes, u32 count, Ids&& ids, Plan& plan) {
    const u32 leaves = count / kLanes + (count % kLanes != 0 ? 1 : 0);
    if (!entries_.resize(count) || !shape_full_tree(leaves, plan.shapes)) return false;
    if (!plan.slots.resize(size_t{leaves} * kLanes)) return false;
    for (u32 i = 0; i < count; ++i) entries_[i] = {0, ids(i)};
    if (!sort(boxes)) return false;
    for (u32 i = 0; i < count; ++i) plan.slots[i] = entries_[i].index;
    for (u32 i = count; i < leaves * kLanes; ++i) plan.slots[i] = kNone;
    return true;
  }

 private:
  // Minimum number of items of a crowd. Sorting fewer items costs more than testing all of them.
  static constexpr u32 kCrowd = 64;

  [[nodiscard]] bool sort(const Aabb<Dim>* boxes) {
    make_keys(boxes, static_cast<u32>(entries_.size()));
    return radix_sort(entries_, scratch_) && sort_crowds(boxes);
  }

  // Sorts all crowds. A crowd fills at least one block of kBlock items.
  [[nodiscard]] bool sort_crowds(const Aabb<Dim>* boxes) {
    constexpr u32 kBlock = kCrowd / 2;
    const u32 count = static_cast<u32>(entries_.size());
    for (u32 block = 0; block + kBlock <= count; block += kBlock) {
      const u32 key = entries_[block].key;
      if (entries_[block + kBlock - 1].key != key) continue;
      u32 first = block;
      u32 end = block + kBlock;
      while (first > 0 && entries_[first - 1].key == key) --first;
      while (end < count && entries_[end].key == key) ++end;
      // if all items have the same key, they are not sorted again
      if (end - first >= kCrowd && end - first < count && !sort_crowd(boxes, first, end)) {
        return false;
      }
      block = (end - 1) / kBlock * kBlock;
    }
    return true;
  }

  [[nodiscard]] bool sort_crowd(const Aabb<Dim>* boxes, u32 first, u32 end) {
    CurveBuilder crowd;
    if (!crowd.entries_.resize(end - first)) return false;
    std::copy(entries_.data() + first, entries_.data() + end, crowd.entries_.data());
    if (!crowd.sort(boxes)) return false;
    for (u32 i = first; i < end; ++i) entries_[i].index = crowd.entries_[i - first].index;
    return true;
  }

  // Calls each(boxes, first, used) for packets of four boxes, of which the first `used` are valid.
  template <class Each>
  void for_each_packet(const Aabb<Dim>* boxes, u32 count, Each&& each) const {
    AabbPacket<Dim> packet;
    for (u32 first = 0; first < count; first += kLanes) {
      const u32 lanes = count - first < kLanes ? count - first : kLanes;
      const Aabb<Dim>* from[kLanes];
      for (u32 lane = 0; lane < kLanes; ++lane) {
        from[lane] = boxes + entries_[first + (lane < lanes ? lane : 0)].index;
      }
      gather(from, packet);
      each(packet, first, lanes);
    }
  }

  void make_keys(const Aabb<Dim>* boxes, u32 count) {
    using namespace simd;
    F32x4 low[Dim], high[Dim];
    for (int axis = 0; axis < Dim; ++axis) {
      low[axis] = F32x4::splat(HUGE_VALF);
      high[axis] = F32x4::splat(-HUGE_VALF);
    }
    for_each_packet(boxes, count, [&](const AabbPacket<Dim>& packet, u32, u32) {
      for (int axis = 0; axis < Dim; ++axis) {
        const F32x4 center =
            add(F32x4::load_aligned(packet.min[axis]), F32x4::load_aligned(packet.max[axis]));
        low[axis] = simd::min(center, low[axis]);
        high[axis] = simd::max(center, high[axis]);
      }
    });
    f32 least[Dim], most[Dim];
    for (int axis = 0; axis < Dim; ++axis) {
      least[axis] = reduce_min(low[axis]);
      most[axis] = reduce_max(high[axis]);
    }
    const CellGrid<Dim> grid(least, most);
    const Curve curve;
    for_each_packet(boxes, count, [&](const AabbPacket<Dim>& packet, u32 first, u32 lanes) {
      const Cells4<Dim> cells = grid.cells_of(packet);
#ifdef __wasm_simd128__
#pragma clang loop vectorize(enable)  // four keys at once; module flags disable vectorization
#endif
      for (u32 lane = 0; lane < lanes; ++lane) {
        entries_[first + lane].key = curve.key(cells, lane);
      }
    });
  }

  Array<KeyedIndex> entries_;
  Array<KeyedIndex> scratch_;
};

// Top-down build by the surface-area heuristic, directly into nodes of four with full leaves.
//
// A range of items is cut in two, then the part with the largest cost (area times leaves) is cut
// again, until there are four parts. Parts of one leaf are not cut. Large ranges are cut at the
// best border of bins (core/binned_split.hpp). Small ranges are cut at the best of all positions in
// the order of the centers on each axis. The left part of a cut has a multiple of four items, so
// all leaves except the last are full. This saves leaves and nodes, and ids of a subtree have no
// gaps.
//
// If centers are equal or areas do not differ, and below depth kDeep, ranges are halved. The height
// is therefore at most kDeep + 17. Cost: O(n log n). Memory: 32 bytes per item in addition to the
// plan.
// Sources: Wald, On fast construction of SAH-based bounding volume hierarchies, 2007; Wald, Benthin
// and Boulos, Getting rid of packets, 2008 (collapsing to wide nodes).
template <int Dim>
class QualityBuilder {
 public:
  // Makes a plan. `boxes` are indexed by id. ids(i) returns the i-th of `count` items and is called
  // once for each i, ascending. Returns false if allocation fails.
  template <class Ids>
  [[nodiscard]] bool run(const Aabb<Dim>* boxes, u32 count, Ids&& ids, Plan& plan) {
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
  // Maximum size of a range for which all cuts are tried. With 64, the build takes a sixth longer,
  // and queries visit as many nodes.
  static constexpr u32 kSmall = 16;
  // Number of sampled items that determine the cut of a larger range.
  static constexpr u32 kSample = 512;
  static constexpr u32 kDeep = 23;

  struct Range {
    u32 first;
    u32 count;
    u32 depth;  // depth of the node that it becomes, or that contains it
    f32 cost;   // cost if the range is not cut

    bool is_leaf() const { return count <= kLanes; }
  };
  struct Node {
    Shape shape;
    u8 depth;
  };

  // Returns the step between sampled items of a range.
  static u32 step_of(u32 count) { return count / kSample + 1; }

  static u32 leaves_of(u32 count) { return count / kLanes + (count % kLanes != 0 ? 1 : 0); }

  // Builds the nodes depth first, so that leaves are in the order of their slots.
  void make_nodes(Plan& plan) {
    TraversalStack<Range, 128> open(3 * (kDeep + 17) + 1);
    open.push({0, static_cast<u32>(items_.size()), 0, 0});
    while (!open.empty()) {
      const Range node = open.pop();
      Range parts[kLanes];
      const u32 lanes = divide(node, parts);
      u32 branches = 0;
      for (u32 lane = 0; lane < lanes; ++lane) branches += parts[lane].is_leaf() ? 0 : 1;
      // leaves of a node come before its branches, so a last leaf that is not full gets its own
      // node
      const bool hang = branches > 0 && parts[lanes - 1].count < kLanes;
      branches += hang ? 1 : 0;
      for (u32 lane = 0; lane < lanes - (hang ? 1 : 0); ++lane) {
        if (parts[lane].is_leaf()) add_leaf(parts[lane], plan.slots);
      }
      for (u32 lane = lanes; lane-- > 0;) {
        if (!parts[lane].is_leaf() || (hang && lane == lanes - 1)) open.push(parts[lane]);
      }
      nodes_.push_unchecked({Shape::of(lanes - branches, branches), static_cast<u8>(node.depth)});
    }
  }

  void add_leaf(const Range& range, Array<Id>& slots) {
    for (u32 lane = 0; lane < kLanes; ++lane) {
      slots.push_unchecked(lane < range.count ? items_[range.first + lane].id() : kNone);
    }
  }

  // Sorts the nodes, which are in preorder, by depth, so that they are in the order of levels.
  void sort_by_depth(Array<Shape>& shapes) const {
    for (u32 depth = 0; shapes.size() < nodes_.size(); ++depth) {
      for (const Node& node : nodes_) {
        if (node.depth == depth) shapes.push_unchecked(node.shape);
      }
    }
  }

  // Divides a range into the lanes of a node. Returns the number of lanes.
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
  // Returns about half of the items, rounded so that all left leaves are full. Neither side is
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
      // the position replaces the low bits of the key, which do not matter for a cut
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

// Items of a tree, ascending by id: all ids below a count, or all live items.
template <int Dim>
struct ItemRun {
  const Aabb<Dim>* boxes;  // by id
  u32 count;
  const ItemStore<Dim>* live;  // null: ids are 0 .. count - 1
};

// Makes a plan for a tree by the build method of the options. Returns false if allocation fails.
template <int Dim>
[[nodiscard]] bool make_plan(const ItemRun<Dim>& items, const WideTreeOptions& options,
                             Plan& plan) {
  using Build = WideTreeOptions::Build;
  const bool dense = items.live == nullptr || items.live->dense();
  Id next = dense ? 0 : items.live->first();
  const auto ids = [&](u32 i) {
    if (dense) return i;
    const Id id = next;
    next = items.live->next(id);
    return id;
  };
  if (options.build == Build::kMorton) {
    return CurveBuilder<Dim, MortonCurve<Dim>>().run(items.boxes, items.count, ids, plan);
  }
  if (options.build == Build::kQuality) {
    return QualityBuilder<Dim>().run(items.boxes, items.count, ids, plan);
  }
  return CurveBuilder<Dim, HilbertCurve<Dim>>().run(items.boxes, items.count, ids, plan);
}

}  // namespace sapwood::wide_tree
