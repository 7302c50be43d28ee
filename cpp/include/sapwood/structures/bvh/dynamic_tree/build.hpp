// Builds and rebuilds of a dynamic tree. A build is top down over all items. A rebuild joins
// subtrees of the old tree.
#pragma once

#include <algorithm>

#include "sapwood/base/sort.hpp"
#include "sapwood/base/traversal_stack.hpp"
#include "sapwood/core/binned_split.hpp"
#include "sapwood/structures/bvh/dynamic_tree/node.hpp"

namespace sapwood::dynamic_tree {

// Top-down builds split ranges of items by the binned surface-area heuristic (Wald, On fast
// construction of SAH-based bounding volume hierarchies, 2007).
//
// A range is split at the border between bins, on any axis, for which the sum of item count times
// area over both sides is smallest. If no split is found (equal centers, areas of 0, overflow) or
// the depth is 64 or more, the range is halved by the order of (center on the longest axis, id).
// The maximum depth of a tree is therefore kMaxCutDepth.
inline constexpr u32 kMaxCutDepth = 64 + 32;

template <int Dim>
class RangeCutter {
 public:
  struct Range {
    u32 begin, end;
    u32 count() const { return end - begin; }
  };

  u32 size() const { return static_cast<u32>(items_.size()); }
  const BuildItem& item(u32 place) const { return items_[place]; }

  [[nodiscard]] bool reserve(u32 count) {
    items_.clear();
    return items_.reserve(count);
  }
  void clear() { items_.clear(); }
  void add(Id id, const Aabb<Dim>& box) { items_.push_unchecked(BuildItem::of(id, box)); }

  // Splits a range of at least two items at depth `depth`. Reorders the items and returns the start
  // of the second part.
  u32 cut(const Range& range, u32 depth) {
    if (range.count() == 2) return range.begin + 1;
    BuildBounds centers;
    for (u32 i = range.begin; i < range.end; ++i) {
      const simd::F32x4 center = items_[i].center4();
      centers.add(center, center);
    }
    if (depth < kDeepest) {
      BinnedSplit<Dim> bins;
      bins.reset(centers, range.count());
      for (u32 i = range.begin; i < range.end; ++i) bins.add(items_[i]);
      const BinnedCut cut = bins.best_cut();
      if (cut.axis >= 0) return partition(range, bins, cut);
    }
    return halve(range, centers);
  }

 private:
  static constexpr u32 kDeepest = 64;
  static_assert(kMaxCutDepth == kDeepest + 32);

  u32 partition(const Range& range, const BinnedSplit<Dim>& bins, const BinnedCut& cut) {
    u32 begin = range.begin;
    u32 end = range.end;
    for (;;) {
      while (bins.goes_left(items_[begin], cut)) ++begin;
      while (!bins.goes_left(items_[end - 1], cut)) --end;
      if (begin >= end) return begin;
      std::swap(items_[begin++], items_[--end]);
    }
  }

  [[gnu::noinline]] u32 halve(const Range& range, const BuildBounds& centers) {
    alignas(16) f32 extent[4];
    simd::store_aligned(extent, simd::sub(centers.high, centers.low));
    const int axis = static_cast<int>(std::max_element(extent, extent + Dim) - extent);
    const u32 middle = range.begin + range.count() / 2;
    select_nth(items_.begin() + range.begin, items_.begin() + middle, items_.begin() + range.end,
               [axis](const BuildItem& a, const BuildItem& b) {
                 const f32 first = a.low[axis] + a.high[axis];
                 const f32 second = b.low[axis] + b.high[axis];
                 return first < second || (first == second && a.id() < b.id());
               });
    return middle;
  }

  Array<BuildItem> items_;
};

// Top-down build with one item per leaf in O(n log n), without recursion. The same input always
// gives the same tree. The children of a branch are adjacent, and parents come before children.
template <int Dim>
class BulkBuilder {
 public:
  [[nodiscard]] bool reserve(u32 count) { return cutter_.reserve(count); }

  void add(Id id, const Aabb<Dim>& fat) { cutter_.add(id, fat); }

  // Replaces the tree with a tree of the added items. Requires tree.reserve(items, id_end).
  void build(Tree<Dim>& tree, u32 id_end) {
    const u32 count = cutter_.size();
    tree.assign(count, id_end);
    if (count == 0) return;
    TraversalStack<Range, kMaxCutDepth + 1> open(0);
    u32 used = 2;
    for (Range range{0, count, Tree<Dim>::kRoot, 0};; range = open.pop()) {
      while (range.count() > 1) {
        const u32 middle = cutter_.cut({range.begin, range.end}, range.depth);
        const u32 left = used;
        used += 2;
        tree[range.node].link = left;
        tree[range.node].height = 1;
        tree.set_parent(left, range.node);
        open.push({middle, range.end, left + 1, range.depth + 1});
        range = {range.begin, middle, left, range.depth + 1};
      }
      const BuildItem& item = cutter_.item(range.begin);
      tree.put(range.node, tree.make_leaf(item.template box<Dim>(), item.id()));
      if (open.empty()) break;
    }
    // in reverse order, so children are refitted before their parents
    for (u32 i = used; i-- > Tree<Dim>::kRoot;) {
      if (tree[i].is_branch()) refit_node(tree, i);
    }
  }

 private:
  struct Range {
    u32 begin, end;  // range of items of the cutter
    u32 node;
    u32 depth;
    u32 count() const { return end - begin; }
  };

  RangeCutter<Dim> cutter_;
};

// Rebuild that replaces branches but keeps all leaves with their fat boxes.
//
// A partial rebuild (Catto, Box2D 3) also keeps the subtrees in which no leaf was enlarged. Ranges
// are built top down, as in a bulk build. Small ranges can be built bottom up instead: the two
// nodes whose union has the smallest area are joined, repeatedly (Presson, Bullet's btDbvt, for up
// to 128 leaves; Walter, Bala, Kulkarni and Pingali, Fast agglomerative clustering for rendering,
// 2008). The best partner of each node is stored. So k nodes take O(k^2) for typical input, and
// O(k^3) in the worst case.
template <int Dim>
class Assembler {
 public:
  // Allocates memory for a tree of `leaves` leaves, so that the other functions cannot fail. Ranges
  // of at most `bottom_up` nodes are built bottom up.
  [[nodiscard]] bool reserve(u32 leaves, u32 bottom_up) {
    bottom_up_ = bottom_up;
    return cutter_.reserve(leaves) && kept_.reserve(leaves) && open_.reserve(leaves) &&
           branches_.reserve(leaves) && clusters_.reserve(bottom_up < leaves ? bottom_up : leaves);
  }

  // Starting at `top`, releases the branches for which opens(node, depth) returns true. Keeps the
  // subtrees below the released branches. Returns the number of released branches.
  template <class Opens>
  u32 release_branches(Tree<Dim>& tree, u32 top, Opens&& opens) {
    cutter_.clear();
    kept_.clear();
    branches_.clear();
    if (!tree.empty()) open_.push_unchecked({tree[top], 0});
    while (!open_.empty()) {
      const auto [node, depth] = open_.back();
      open_.pop_back();
      if (node.is_leaf() || !opens(node, depth)) {
        cutter_.add(static_cast<u32>(kept_.size()), node.box);
        kept_.push_unchecked(node);
        continue;
      }
      open_.push_unchecked({tree[node.child(1)], depth + 1});
      open_.push_unchecked({tree[node.child(0)], depth + 1});
      branches_.push_unchecked(node.link);
    }
    const u32 opened = static_cast<u32>(branches_.size());
    // in reverse order, so that assemble() acquires the nodes in depth-first order
    for (; !branches_.empty(); branches_.pop_back()) tree.release(branches_.back());
    return opened;
  }

  // Joins the kept subtrees with new branches, as many as release_branches() released. The topmost
  // branch is stored at index `top`.
  void assemble(Tree<Dim>& tree, u32 top) {
    if (cutter_.size() == 0) return;
    TraversalStack<Part, kMaxCutDepth + 1> open(0);
    for (Part part{{0, cutter_.size()}, top, 0};; part = open.pop()) {
      while (part.range.count() > 1 && part.range.count() > bottom_up_) {
        const u32 middle = cutter_.cut(part.range, part.depth);
        const u32 first = tree.acquire(part.node);
        tree[part.node].link = first;
        branches_.push_unchecked(part.node);
        open.push({{middle, part.range.end}, first + 1, part.depth + 1});
        part = {{part.range.begin, middle}, first, part.depth + 1};
      }
      tree.put(part.node, join(tree, part.range));
      if (open.empty()) break;
    }
    // in reverse order, so children are refitted before their parents
    for (; !branches_.empty(); branches_.pop_back()) refit_node(tree, branches_.back());
  }

 private:
  using Range = typename RangeCutter<Dim>::Range;

  struct Part {
    Range range;
    u32 node;
    u32 depth;
  };

  struct OpenNode {
    Node<Dim> node;
    u32 depth;  // number of levels below the top
  };

  // Union of two nodes under a new branch. If areas are equal, a smaller height is better, so that
  // identical boxes do not form a chain.
  struct Joint {
    f32 area;
    i32 height;

    friend bool operator<(const Joint& a, const Joint& b) {
      return a.area < b.area || (a.area == b.area && a.height < b.height);
    }
  };
  // Node without a parent, and its partner: the node with which its union is best.
  struct Cluster {
    Node<Dim> node;
    u32 partner;
    Joint joint;
  };

  u32 cluster_count() const { return static_cast<u32>(clusters_.size()); }

  // Joins the nodes of a range bottom up. Returns the root of the new subtree.
  Node<Dim> join(Tree<Dim>& tree, const Range& range) {
    if (range.count() == 1) return kept_[cutter_.item(range.begin).id()];
    clusters_.clear();
    for (u32 i = range.begin; i < range.end; ++i) {
      clusters_.push_unchecked({kept_[cutter_.item(i).id()], kNone, {}});
    }
    for (u32 i = 0; i < cluster_count(); ++i) find_partner(i);
    while (cluster_count() > 1) {
      u32 first = 0;
      for (u32 i = 1; i < cluster_count(); ++i) {
        if (clusters_[i].joint < clusters_[first].joint) first = i;
      }
      const u32 second = clusters_[first].partner;
      first < second ? unite_clusters(tree, first, second) : unite_clusters(tree, second, first);
    }
    return clusters_[0].node;
  }

  Joint joint_of(const Cluster& a, const Cluster& b) const {
    const i32 taller = a.node.height > b.node.height ? a.node.height : b.node.height;
    return {half_area(unite(a.node.box, b.node.box)), 1 + taller};
  }

  // Finds the best partner of a cluster. The search starts at the next cluster and wraps around, so
  // that identical clusters do not all choose the same partner.
  void find_partner(u32 at) {
    Cluster& cluster = clusters_[at];
    const u32 count = cluster_count();
    cluster.partner = kNone;
    for (u32 step = 1; step < count; ++step) {
      const u32 other = at + step < count ? at + step : at + step - count;
      const Joint joint = joint_of(cluster, clusters_[other]);
      if (cluster.partner != kNone && !(joint < cluster.joint)) continue;
      cluster.partner = other;
      cluster.joint = joint;
    }
  }

  // Joins two clusters under a new branch, which replaces the first cluster. The last cluster in
  // the list then replaces the second one.
  void unite_clusters(Tree<Dim>& tree, u32 first, u32 second) {
    const Node<Dim> a = clusters_[first].node;
    const Node<Dim> b = clusters_[second].node;
    const Joint joint = joint_of(clusters_[first], clusters_[second]);
    const u32 child = tree.acquire(kNone);
    tree.put(child, a);
    tree.put(child + 1, b);
    const u32 last = cluster_count() - 1;
    clusters_[first] = {{unite(a.box, b.box), child, joint.height}, first, {}};
    clusters_[second] = clusters_[last];
    clusters_.pop_back();
    // the union is never a better partner than its two parts, so the other stored partners stay
    // valid
    for (u32 i = 0; i < cluster_count(); ++i) {
      u32& partner = clusters_[i].partner;
      if (partner == first || partner == second) {
        find_partner(i);
      } else if (partner == last) {
        partner = second;
      }
    }
  }

  RangeCutter<Dim> cutter_;
  Array<Node<Dim>> kept_;  // indexed by the ids of the items of the cutter
  Array<OpenNode> open_;   // scratch of release_branches()
  Array<u32> branches_;    // links to release, then indices of nodes to refit
  Array<Cluster> clusters_;
  u32 bottom_up_ = 0;
};

}  // namespace sapwood::dynamic_tree
