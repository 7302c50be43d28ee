// Corrects spheres when items move, and measures when the tree needs a rebuild.
//
// One item: its leaf is rewritten, and the spheres above grow until they contain it. Their centers
// do not move, O(height). All items: centers and radii are computed as in a build, O(n height).
#pragma once

#include <algorithm>

#include "sapwood/base/traversal_stack.hpp"
#include "sapwood/core/item_store.hpp"
#include "sapwood/structures/bvh/sphere_tree/node.hpp"

namespace sapwood::sphere_tree {

// An item that moved so far that its parent would have to grow to more than twice its size would
// spoil the nodes above: it had better leave the tree.
template <int Dim>
bool fits_roughly(const Tree<Dim>& tree, const Path<Dim>& path, const Sphere<Dim>& sphere) {
  if (path.parent() == kNone) return true;
  const Node<Dim>& parent = tree.nodes[path.parent()];
  return reach_of(sphere, parent.center) <= 2 * static_cast<f64>(parent.radius);
}

// Whether a center lies on the side of the split plane that the place of its leaf says.
template <int Dim>
bool on_its_side(const Node<Dim>& branch, u32 leaf, const Point<Dim>& center) {
  const f32 plane = branch.center[branch.axis()];
  return leaf < branch.right() ? center[branch.axis()] <= plane : center[branch.axis()] >= plane;
}

// Lets a branch hold the sphere of a leaf below it; true when it had to grow.
template <int Dim>
[[gnu::always_inline]] inline bool take_in(Node<Dim>& branch, u32 leaf, const Sphere<Dim>& sphere) {
  if (!on_its_side(branch, leaf, sphere.center)) branch.set_separates(false);
  if (contains(branch.sphere(), sphere)) return false;
  branch.radius = padded_radius(reach_of(sphere, branch.center));
  return true;
}

// True when a sphere above had to grow.
template <int Dim>
bool grow(Tree<Dim>& tree, const Path<Dim>& path, u32 leaf, const Sphere<Dim>& sphere) {
  tree.nodes[leaf].set_sphere(sphere);
  bool grown = false;
  for (const u32 at : path) grown |= take_in(tree.nodes[at], leaf, sphere);
  return grown;
}

// Open branches above the current node of a pass through the array: those whose run of nodes has
// not ended yet, outermost first.
class Ancestors {
 public:
  const u32* begin() const { return nodes_; }
  const u32* end() const { return nodes_ + count_; }
  u32 count() const { return count_; }
  bool full() const { return count_ == kTallest; }
  // kNone above the root.
  u32 parent() const { return count_ == 0 ? kNone : nodes_[count_ - 1]; }
  u32 parent_end() const { return ends_[count_ - 1]; }

  // Before anything else is asked about node `at`.
  void advance(u32 at) {
    while (count_ != 0 && ends_[count_ - 1] == at) --count_;
  }
  // Where the run of nodes of `at` ends, in an array of `size` sound nodes.
  template <int Dim>
  u32 end_of(const Array<Node<Dim>>& nodes, u32 at) const {
    if (count_ == 0) return static_cast<u32>(nodes.size());
    const u32 right = nodes[parent()].right();
    return at < right ? right : parent_end();
  }
  void open(u32 branch, u32 branch_end) {
    nodes_[count_] = branch;
    ends_[count_++] = branch_end;
  }

 private:
  u32 nodes_[kTallest];
  u32 ends_[kTallest];
  u32 count_ = 0;
};

// Children come behind their branch: from the end of the array their boxes are complete.
template <int Dim>
void refit_centers(Tree<Dim>& tree, const ItemStore<Dim>& items) {
  TraversalStack<Aabb<Dim>, kTallest + 1> boxes(0);
  for (u32 at = tree.size(); at-- > 0;) {
    Node<Dim>& node = tree.nodes[at];
    if (node.is_leaf()) {
      const bool dead = node.item() == kDead;
      boxes.push(dead ? empty_box<Dim>() : items.box(node.item()));
      if (!dead) node.set_sphere(enclosing_sphere(items.box(node.item())));
      continue;
    }
    const Aabb<Dim> left = boxes.pop();
    const Aabb<Dim> box = unite(left, boxes.pop());
    node.radius = 0;
    node.set_separates(true);
    // a branch without live items keeps its place
    if (box.min[0] <= box.max[0]) node.center = center_of(box);
    boxes.push(box);
  }
}

template <int Dim>
void refit_all(Tree<Dim>& tree, const ItemStore<Dim>& items) {
  refit_centers(tree, items);
  Ancestors above;
  for (u32 at = 0; at < tree.size(); ++at) {
    above.advance(at);
    const Node<Dim>& node = tree.nodes[at];
    if (!node.is_leaf()) {
      above.open(at, above.end_of(tree.nodes, at));
      continue;
    }
    if (node.item() == kDead) continue;
    const Sphere<Dim> sphere = node.sphere();
    for (const u32 ancestor : above) take_in(tree.nodes[ancestor], at, sphere);
  }
}

// Sum of the areas of all branches (circumferences in 2D) over that of the root: the node visits
// to expect of a small query. 0 where there is no branch, NaN where the root has no extent.
template <int Dim>
f64 area_ratio(const Tree<Dim>& tree) {
  if (tree.size() < 2) return 0;
  const auto area = [](f64 radius) { return Dim == 3 ? radius * radius : radius; };
  f64 sum = 0;
  for (const Node<Dim>& node : tree.nodes) {
    if (!node.is_leaf()) sum += area(node.radius);
  }
  return sum / area(tree.nodes[0].radius);
}

}  // namespace sapwood::sphere_tree
