// Building the branches of a tree anew over nodes that stay.
//
// All leaves stay, with their places in memory; or besides them the subtrees that nothing
// stretched: then it is a partial rebuild (Catto, Box2D 3). Top down where range_cut.hpp says.
// Ranges of few nodes may be built bottom up instead: of all pairs the two are joined whose common
// box is least, again and again (Presson, Bullet's btDbvt, which does so up to 128 leaves; Walter,
// Bala, Kulkarni and Pingali, Fast agglomerative clustering for rendering, 2008). Each node keeps
// its best partner, so k nodes take O(k^2) on ordinary input and O(k^3) at worst.
#pragma once

#include "sapwood/base/traversal_stack.hpp"
#include "sapwood/structures/bvh/dynamic_tree/node.hpp"
#include "sapwood/structures/bvh/dynamic_tree/range_cut.hpp"

namespace sapwood::dynamic_tree {

template <int Dim>
class Assembler {
 public:
  // Room for a tree of that many leaves, so that nothing below can fail.
  [[nodiscard]] bool reserve(u32 leaves, u32 bottom_up) {
    bottom_up_ = bottom_up;
    return cutter_.reserve(leaves) && open_.reserve(leaves) &&
           clusters_.reserve(bottom_up < leaves ? bottom_up : leaves);
  }

  // Releases the branches from the root down of which opens(node) holds; what hangs below stays.
  // Answers how many they were.
  template <class Opens>
  u32 take_apart(Tree<Dim>& tree, Opens&& opens) {
    u32 opened = 0;
    if (tree.root != kNone) open_.push_unchecked(tree.root);
    while (!open_.empty()) {
      const u32 at = open_.back();
      open_.pop_back();
      const Node<Dim> node = tree.nodes[at];
      if (node.is_leaf() || !opens(at)) {
        cutter_.add(at, node.box);
        continue;
      }
      tree.nodes.release(at);
      ++opened;
      open_.push_unchecked(node.child[1]);
      open_.push_unchecked(node.child[0]);
    }
    return opened;
  }

  // Puts as many branches over what stays as were taken apart.
  void assemble(Tree<Dim>& tree) {
    if (cutter_.size() == 0) return;
    TraversalStack<Part, kDeepestCut + 1> open(0);
    for (Part part{{0, cutter_.size()}, kNone, 0, 0};; part = open.pop()) {
      while (part.range.count() > 1 && part.range.count() > bottom_up_) {
        const u32 middle = cutter_.cut(part.range, part.depth);
        const u32 branch = tree.nodes.acquire();
        hang(tree, branch, part);
        open_.push_unchecked(branch);
        open.push({{middle, part.range.end}, branch, 1, part.depth + 1});
        part = {{part.range.begin, middle}, branch, 0, part.depth + 1};
      }
      hang(tree, join(tree, part.range), part);
      if (open.empty()) break;
    }
    // children come behind their parents
    for (; !open_.empty(); open_.pop_back()) refit_node(tree, open_.back());
  }

 private:
  using Range = typename RangeCutter<Dim>::Range;

  struct Part {
    Range range;
    u32 parent;
    int side;
    u32 depth;
  };

  // Two nodes under a new one; of equal areas the lower one is better, so identical boxes make no
  // chain.
  struct Joint {
    f32 area;
    i32 height;

    friend bool operator<(const Joint& a, const Joint& b) {
      return a.area < b.area || (a.area == b.area && a.height < b.height);
    }
  };
  // A node that has no parent yet, and the other one that it goes with best.
  struct Cluster {
    Aabb<Dim> box;
    i32 height;
    u32 node;
    u32 partner;
    Joint joint;
  };

  static void hang(Tree<Dim>& tree, u32 node, const Part& part) {
    tree.nodes[node].parent = part.parent;
    if (part.parent == kNone) {
      tree.root = node;
    } else {
      tree.nodes[part.parent].child[part.side] = node;
    }
  }

  u32 cluster_count() const { return static_cast<u32>(clusters_.size()); }

  // Bottom up; answers the top.
  u32 join(Tree<Dim>& tree, const Range& range) {
    clusters_.clear();
    if (range.count() == 1) return cutter_.item(range.begin).id();
    for (u32 i = range.begin; i < range.end; ++i) add_cluster(tree, cutter_.item(i).id());
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

  void add_cluster(const Tree<Dim>& tree, u32 node) {
    clusters_.push_unchecked({tree.nodes[node].box, tree.nodes[node].height, node, kNone, {}});
  }

  Joint joint_of(const Cluster& a, const Cluster& b) const {
    return {half_area(unite(a.box, b.box)), 1 + (a.height > b.height ? a.height : b.height)};
  }

  // Looks round from the next one on, so that equal ones do not all choose the same.
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

  // Under a new branch, which takes the place of the first; the last cluster takes that of the
  // second.
  void unite_clusters(Tree<Dim>& tree, u32 first, u32 second) {
    const u32 branch = tree.nodes.acquire();
    Node<Dim>& node = tree.nodes[branch];
    node.child[0] = clusters_[first].node;
    node.child[1] = clusters_[second].node;
    tree.nodes[node.child[0]].parent = tree.nodes[node.child[1]].parent = branch;
    refit_node(tree, branch);
    const u32 last = cluster_count() - 1;
    clusters_[first] = {node.box, node.height, branch, first, {}};
    clusters_[second] = clusters_[last];
    clusters_.pop_back();
    // the new one is no better partner for anyone than what it is made of was
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
  Array<u32> open_;  // nodes to look at; then branches to be corrected
  Array<Cluster> clusters_;
  u32 bottom_up_ = 0;
};

}  // namespace sapwood::dynamic_tree
