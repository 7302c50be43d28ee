// Options and nodes of a sphere tree.
#pragma once

#include "sapwood/base/array.hpp"
#include "sapwood/base/types.hpp"
#include "sapwood/geometry/sphere.hpp"

namespace sapwood {

/// Rule that splits items if no center is below the split plane.
enum class NoneBelow : u8 {
  kHalve,  ///< Halves the items.
  kFirst,  ///< Splits off one item, as 30fps.net does: a chain down to the depth limit.
};

/// Method of computing the spheres of branches.
enum class BranchSpheres : u8 {
  kCentered,  ///< Around the spheres of all items, with the center of the box of the items.
  kTight,     ///< Around the boxes of all items. A build also searches for a better center.
};

/// Options of a sphere tree.
struct SphereTreeOptions {
  static constexpr const char* kNoneBelowNames[] = {"halve", "first"};
  static constexpr const char* kSphereNames[] = {"centered", "tight"};

  NoneBelow none_below = NoneBelow::kHalve;
  BranchSpheres spheres = BranchSpheres::kCentered;

  template <class V>
  void describe(V& v) {
    v.choice("noneBelow", none_below, kNoneBelowNames);
    v.choice("spheres", spheres, kSphereNames);
  }
};

}  // namespace sapwood

namespace sapwood::sphere_tree {

// Node of a sphere tree. The left child of a branch is the next node in the array, so only the
// right child needs a link. Bits 0-1 of `link` are the axis of the split plane, or 3 in a leaf. Bit
// 2 of a branch is set if the plane separates the centers of its items. Bits 3-31 are the index of
// the right child of a branch, or the item id of a leaf.
template <int Dim>
struct Node {
  static constexpr u32 kAxisBits = 3;
  static constexpr u32 kLeafAxis = 3;
  static constexpr u32 kSeparates = 4;
  static constexpr u32 kIndexShift = 3;

  Point<Dim> center;  // 12 bytes, 8 in 2D: on the split plane, see BranchSpheres
  f32 radius;         //  4: the sphere contains all items below, not all spheres below
  u32 link;           //  4

  bool is_leaf() const { return (link & kAxisBits) == kLeafAxis; }
  int axis() const { return static_cast<int>(link & kAxisBits); }
  bool separates() const { return (link & kSeparates) != 0; }
  u32 right() const { return link >> kIndexShift; }
  Id item() const { return link >> kIndexShift; }
  Sphere<Dim> sphere() const { return {center, radius}; }

  void set_sphere(const Sphere<Dim>& sphere) {
    center = sphere.center;
    radius = sphere.radius;
  }
  void make_leaf(Id id) { link = id << kIndexShift | kLeafAxis; }
  void make_branch(u32 right_child, int split_axis) {
    link = right_child << kIndexShift | static_cast<u32>(split_axis);
  }
  void set_separates(bool on) { link = on ? link | kSeparates : link & ~kSeparates; }
};
static_assert(sizeof(Node<2>) == 16 && sizeof(Node<3>) == 20);

// Item id in a leaf whose item was removed. All bits of its link are set.
inline constexpr u32 kRemoved = kNone >> 3;
// Maximum number of items. With this limit, the indices of 2n - 1 nodes and all ids fit into 29
// bits.
inline constexpr u32 kMaxItems = 1u << 28;

// A build halves the items from depth kDeepest on, so the maximum height is kMaxHeight.
inline constexpr u32 kDeepest = 64;
inline constexpr u32 kMaxHeight = kDeepest + 32;

// Tree with its nodes in preorder: a branch, then its left side, then its right side. The nodes of
// a subtree are contiguous in the array. Nodes have no link to their parent.
template <int Dim>
struct Tree {
  Array<Node<Dim>> nodes;
  u32 height = 0;  // at most kMaxHeight

  u32 size() const { return static_cast<u32>(nodes.size()); }
  // Returns the sphere of the root. The tree must not be empty.
  Sphere<Dim> world() const { return nodes[0].sphere(); }
};

// Path of nodes from the root to the parent of a node.
template <int Dim>
class Path {
 public:
  Path(const Tree<Dim>& tree, u32 target) {
    for (u32 at = 0; at != target;) {
      nodes_[count_++] = at;
      const u32 right = tree.nodes[at].right();
      at = target < right ? at + 1 : right;
    }
  }
  const u32* begin() const { return nodes_; }
  const u32* end() const { return nodes_ + count_; }
  u32 parent() const { return count_ == 0 ? kNone : nodes_[count_ - 1]; }

 private:
  u32 nodes_[kMaxHeight];
  u32 count_ = 0;
};

}  // namespace sapwood::sphere_tree
