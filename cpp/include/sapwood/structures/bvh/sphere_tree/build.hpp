// Build and refit of a sphere tree.
#pragma once

#include <algorithm>

#include "sapwood/base/sort.hpp"
#include "sapwood/base/traversal_stack.hpp"
#include "sapwood/core/item_store.hpp"
#include "sapwood/structures/bvh/sphere_tree/node.hpp"

namespace sapwood::sphere_tree {

// Top-down bulk build. The box of the items is split through its center, across its longest side.
//
// Items whose center is below the split plane go to the left side. If fewer than two items remain
// on the right side, the items are halved by the order of (center, id). If no item is on the left
// side, they are also halved, unless the options select NoneBelow::kFirst, which splits off only
// the first item. After halving, some centers are often on the wrong side of the plane; a flag of
// the node records this. From depth kDeepest on, items are always halved, because the
// other rules can split off one item at a time if the distances between items grow exponentially.
//
// Cost: O(n log n) for typical input, without recursion. The same boxes always give the same tree.
template <int Dim>
class Builder {
 public:
  explicit Builder(const SphereTreeOptions& options) : options_(options) {}

  [[nodiscard]] bool reserve(u32 count) {
    members_.clear();
    return members_.reserve(count);
  }

  void add(Id id, const Aabb<Dim>& box) {
    members_.push_unchecked({box, enclosing_sphere(box).radius, id});
  }

  // Replaces the tree with a tree of the added items. Calls on_leaf(id, node) for each leaf.
  // Requires capacity for 2 * items - 1 nodes.
  template <class OnLeaf>
  void build(Tree<Dim>& tree, OnLeaf&& on_leaf) {
    const u32 count = static_cast<u32>(members_.size());
    tree.nodes.clear();
    tree.height = 0;
    if (count == 0) return;
    TraversalStack<Range, kMaxHeight + 1> open(0);  // one entry per level
    for (Range range{0, count, 0};; range = open.pop()) {
      while (range.count() > 1) {
        const u32 middle = add_branch(tree, range);
        open.push({middle, range.end, range.depth + 1});
        range = {range.begin, middle, range.depth + 1};
      }
      tree.height = std::max(tree.height, range.depth);
      on_leaf(members_[range.begin].id, tree.size());
      add_leaf(tree, members_[range.begin]);
      if (open.empty()) break;
    }
  }

 private:
  struct Member {
    Aabb<Dim> box;
    f32 radius;  // radius of the sphere around the box
    Id id;
  };
  struct Range {
    u32 begin, end;  // range of members_
    u32 depth;
    u32 count() const { return end - begin; }
  };

  static void add_leaf(Tree<Dim>& tree, const Member& member) {
    Node<Dim> node;
    node.set_sphere({center_of(member.box), member.radius});
    node.make_leaf(member.id);
    tree.nodes.push_unchecked(node);
  }

  // Appends the branch of a range of items. Returns the start of its right side. If the left side
  // has l items, its 2l - 1 nodes follow the branch.
  u32 add_branch(Tree<Dim>& tree, const Range& range) {
    Aabb<Dim> box = members_[range.begin].box;
    for (u32 i = range.begin + 1; i < range.end; ++i) box = unite(box, members_[i].box);
    const int axis = longest_axis(box);
    const f32 plane = box.center(axis);
    const u32 middle = split(range, axis, plane);
    Node<Dim> node;
    node.set_sphere(options_.spheres == BranchSpheres::kTight
                        ? tight_around(range, center_of(box), axis)
                        : around(range, center_of(box)));
    node.make_branch(tree.size() + 2 * (middle - range.begin), axis);
    node.set_separates(separates(range, middle, axis, plane));
    tree.nodes.push_unchecked(node);
    return middle;
  }

  // Returns the sphere with the given center around the spheres of all items of a range. Computes
  // square roots only for items that may be the farthest.
  Sphere<Dim> around(const Range& range, const Point<Dim>& center) const {
    f64 reach = 0;
    for (u32 i = range.begin; i < range.end; ++i) {
      const Member& member = members_[i];
      const Point<Dim> at = center_of(member.box);
      const f64 room = reach - static_cast<f64>(member.radius);
      const f64 far = distance_squared(at, center);
      if (room >= 0 && far <= room * room) continue;
      reach = std::max(reach, std::sqrt(far) + static_cast<f64>(member.radius));
    }
    return {center, padded_radius(reach)};
  }

  // Returns a small sphere around the boxes of all items of a range. It is never larger than the
  // smallest sphere with the given center. Its center stays on the split plane across `axis`.
  //
  // Each pass first shrinks the sphere. Then, for each box outside, it moves and enlarges the
  // sphere by half of the missing distance. Source: Ericson, Real-Time Collision Detection, 2005,
  // 4.3.5; here, the point of a box is its farthest corner.
  Sphere<Dim> tight_around(const Range& range, const Point<Dim>& center, int axis) const {
    constexpr u32 kPasses = 4;
    constexpr f64 kShrink = 0.9;
    Point<Dim> best = center;
    f64 least = reach(range, center);
    Point<Dim> at = center;
    f64 radius = least;
    for (u32 pass = 0; pass < kPasses; ++pass) {
      radius *= kShrink;
      for (u32 i = range.begin; i < range.end; ++i) approach(members_[i].box, axis, at, radius);
      radius = reach(range, at);
      if (radius >= least) continue;
      least = radius;
      best = at;
    }
    return {best, padded_radius(least)};
  }

  f64 reach(const Range& range, const Point<Dim>& from) const {
    f64 far = 0;
    for (u32 i = range.begin; i < range.end; ++i) {
      far = std::max(far, farthest_squared(members_[i].box, from));
    }
    return std::sqrt(far);
  }

  // If the farthest corner of a box is outside of a sphere, enlarges the sphere and moves its
  // center toward this corner. The coordinate of the center on `axis` does not change.
  static void approach(const Aabb<Dim>& box, int axis, Point<Dim>& center, f64& radius) {
    const f64 far = farthest_squared(box, center);
    if (far <= radius * radius) return;
    const f64 distance = std::sqrt(far);
    const f64 share = 0.5 * (distance - radius) / distance;
    for (int other = 0; other < Dim; ++other) {
      if (other == axis) continue;
      const f64 from = center[other];
      const f64 low = static_cast<f64>(box.min[other]) - from;
      const f64 high = static_cast<f64>(box.max[other]) - from;
      center[other] = static_cast<f32>(from + share * (-low > high ? low : high));
    }
    radius = 0.5 * (distance + radius);
  }

  // Reorders a range so that its left side comes first. Returns the start of the right side.
  u32 split(const Range& range, int axis, f32 plane) {
    if (range.depth < kDeepest && range.count() > 2) {
      const u32 middle = partition(range, axis, plane);
      if (middle > range.begin && middle + 1 < range.end) return middle;
      const bool none_below = middle == range.begin;
      if (none_below && options_.none_below == NoneBelow::kFirst) return cut(range, axis, 1);
    }
    return cut(range, axis, range.count() / 2);
  }

  u32 partition(const Range& range, int axis, f32 plane) {
    u32 begin = range.begin;
    u32 end = range.end;
    for (;;) {
      while (begin < end && members_[begin].box.center(axis) < plane) ++begin;
      while (begin < end && !(members_[end - 1].box.center(axis) < plane)) --end;
      if (begin >= end) return begin;
      std::swap(members_[begin++], members_[--end]);
    }
  }

  // Partitions a range so that the left side contains the first `left` items in the order of
  // (center, id).
  u32 cut(const Range& range, int axis, u32 left) {
    const u32 middle = range.begin + left;
    select_nth(members_.begin() + range.begin, members_.begin() + middle,
               members_.begin() + range.end, [axis](const Member& a, const Member& b) {
                 const f32 first = a.box.center(axis);
                 const f32 second = b.box.center(axis);
                 return first < second || (first == second && a.id < b.id);
               });
    return middle;
  }

  bool separates(const Range& range, u32 middle, int axis, f32 plane) const {
    for (u32 i = range.begin; i < range.end; ++i) {
      const f32 center = members_[i].box.center(axis);
      if (i < middle ? center > plane : center < plane) return false;
    }
    return true;
  }

  SphereTreeOptions options_;
  Array<Member> members_;
};

// Refits of spheres after items moved, and the measure that triggers rebuilds.
//
// If one item moves, its leaf gets a new sphere, and the spheres above are enlarged to contain it,
// with the same centers, in O(height). If all items move, the centers and radii of all spheres are
// computed as in a build, in O(n height), but without the search for better centers.

// Item in a leaf. `spheres` determines whether the spheres of branches must contain its sphere or
// only its box.
template <int Dim>
struct LeafItem {
  Sphere<Dim> sphere;
  const Aabb<Dim>& box;
  BranchSpheres spheres;

  f64 reach(const Point<Dim>& from) const {
    return spheres == BranchSpheres::kTight ? std::sqrt(farthest_squared(box, from))
                                            : reach_of(sphere, from);
  }
};

// Returns false if the radius of the parent would have to grow to more than twice its size to
// contain a moved item. Such an item should leave the tree, because it would degrade the nodes
// above it.
template <int Dim>
bool fits_roughly(const Tree<Dim>& tree, const Path<Dim>& path, const Sphere<Dim>& sphere) {
  if (path.parent() == kNone) return true;
  const Node<Dim>& parent = tree.nodes[path.parent()];
  return reach_of(sphere, parent.center) <= 2 * static_cast<f64>(parent.radius);
}

// Returns true if the center of an item is on the same side of the split plane as its leaf.
template <int Dim>
bool on_its_side(const Node<Dim>& branch, u32 leaf, const Point<Dim>& center) {
  const f32 plane = branch.center[branch.axis()];
  return leaf < branch.right() ? center[branch.axis()] <= plane : center[branch.axis()] >= plane;
}

// Enlarges the sphere of a branch to contain the item of a leaf below it. Returns true if the
// sphere grew.
template <int Dim>
[[gnu::always_inline]] inline bool enlarge_branch(Node<Dim>& branch, u32 leaf,
                                                  const LeafItem<Dim>& item) {
  if (!on_its_side(branch, leaf, item.sphere.center)) branch.set_separates(false);
  const f64 reach = item.reach(branch.center);
  if (reach <= static_cast<f64>(branch.radius)) return false;
  branch.radius = padded_radius(reach);
  return true;
}

// Enlarges all spheres above a leaf to contain its item. Returns true if a sphere grew.
template <int Dim>
bool grow(Tree<Dim>& tree, const Path<Dim>& path, u32 leaf, const LeafItem<Dim>& item) {
  tree.nodes[leaf].set_sphere(item.sphere);
  bool grown = false;
  for (const u32 at : path) grown |= enlarge_branch(tree.nodes[at], leaf, item);
  return grown;
}

// Ancestors of the current node during a pass through the array, starting with the root.
class Ancestors {
 public:
  const u32* begin() const { return nodes_; }
  const u32* end() const { return nodes_ + count_; }
  u32 count() const { return count_; }
  bool full() const { return count_ == kMaxHeight; }
  // Returns the parent of the current node, or kNone for the root.
  u32 parent() const { return count_ == 0 ? kNone : nodes_[count_ - 1]; }
  u32 parent_end() const { return ends_[count_ - 1]; }

  // Advances to node `at`. The other functions then refer to this node.
  void advance(u32 at) {
    while (count_ != 0 && ends_[count_ - 1] == at) --count_;
  }
  // Returns the end of the subtree of `at`. All nodes before `at` must be valid.
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
  u32 nodes_[kMaxHeight];
  u32 ends_[kMaxHeight];
  u32 count_ = 0;
};

// Recomputes the centers of spheres in reverse order of the array, so that the boxes of children
// are computed before the box of their parent.
template <int Dim>
void refit_centers(Tree<Dim>& tree, const ItemStore<Dim>& items) {
  TraversalStack<Aabb<Dim>, kMaxHeight + 1> boxes(0);
  for (u32 at = tree.size(); at-- > 0;) {
    Node<Dim>& node = tree.nodes[at];
    if (node.is_leaf()) {
      const bool removed = node.item() == kRemoved;
      boxes.push(removed ? empty_box<Dim>() : items.box(node.item()));
      if (!removed) node.set_sphere(enclosing_sphere(items.box(node.item())));
      continue;
    }
    const Aabb<Dim> left = boxes.pop();
    const Aabb<Dim> box = unite(left, boxes.pop());
    node.radius = 0;
    node.set_separates(true);
    // the center of a branch without live items does not change
    if (box.min[0] <= box.max[0]) node.center = center_of(box);
    boxes.push(box);
  }
}

template <int Dim>
void refit_all(Tree<Dim>& tree, const ItemStore<Dim>& items, BranchSpheres spheres) {
  refit_centers(tree, items);
  Ancestors above;
  for (u32 at = 0; at < tree.size(); ++at) {
    above.advance(at);
    const Node<Dim>& node = tree.nodes[at];
    if (!node.is_leaf()) {
      above.open(at, above.end_of(tree.nodes, at));
      continue;
    }
    if (node.item() == kRemoved) continue;
    const LeafItem<Dim> item{node.sphere(), items.box(node.item()), spheres};
    for (const u32 ancestor : above) enlarge_branch(tree.nodes[ancestor], at, item);
  }
}

// Returns the sum of the areas of all branches (circumferences in 2D) divided by the area of the
// root. This is the expected number of branches that a small query visits. Returns 0 if there are
// no branches, and NaN if the root has no extent.
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
