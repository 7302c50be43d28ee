// Node storage of the bulk-tree builder, and the sums that determine its splits.
#pragma once

#include "sapwood/base/array.hpp"
#include "sapwood/core/build_item.hpp"
#include "sapwood/geometry/aabb.hpp"

namespace sapwood::bulk_tree {

// Point that SideSums subtracts from every doubled center, to keep precision if the coordinates are
// far from 0. It is the doubled center of a box around all items, or of the box of one item.
template <int Dim>
struct MomentOrigin {
  f64 v[Dim] = {};

  MomentOrigin() = default;
  explicit MomentOrigin(const Aabb<Dim>& around) {
    for (int axis = 0; axis < Dim; ++axis) {
      v[axis] = static_cast<f64>(around.min[axis]) + static_cast<f64>(around.max[axis]);
    }
  }
};

// Sums over the items on one side of a split: the bounds, and the first and second moments of the
// doubled centers. The sums are computed while a node is split, and later determine the split of
// the child on this side.
template <int Dim>
struct SideSums {
  BuildBounds bounds;
  f64 sum[Dim] = {};
  f64 squares[Dim] = {};

  [[gnu::always_inline]] void add(const BuildItem& item, const MomentOrigin<Dim>& origin) {
    bounds.add(item.low4(), item.high4());
    for (int axis = 0; axis < Dim; ++axis) {
      const f64 center = static_cast<f64>(item.low[axis] + item.high[axis]) - origin.v[axis];
      sum[axis] += center;
      squares[axis] += center * center;
    }
  }

  // Returns the axis with the largest variance of centers. If several variances are equal, returns
  // the first of these axes.
  int widest_axis(u32 count) const {
    int widest = 0;
    f64 most = -1;
    for (int axis = 0; axis < Dim; ++axis) {
      // 4 * (count - 1) * variance of the centers
      const f64 spread = squares[axis] - sum[axis] * sum[axis] / count;
      if (spread > most) {
        most = spread;
        widest = axis;
      }
    }
    return widest;
  }
};

// Node during a build: 36 bytes in 3D. `link` contains the depth and the axis with the largest
// variance if the node is open (not processed yet), the index of the left child if it is split, and
// kNone if it is a leaf.
template <int Dim>
struct BuildNode {
  Aabb<Dim> box;
  u32 first;
  u32 count;
  u32 link;

  void open_at(u32 depth, int axis) { link = depth << 2 | static_cast<u32>(axis); }
  u32 depth() const { return link >> 2; }
  int axis() const { return static_cast<int>(link & 3); }
  bool is_leaf() const { return link == kNone; }
};
static_assert(sizeof(BuildNode<2>) == 28 && sizeof(BuildNode<3>) == 36);

// Nodes of a tree during its build, stored in slabs, so growing never moves a node.
//
// For n items, the first slab has 2n - 1 nodes if that is at most 1024, otherwise (2n - 1) divided
// by the maximum number of items per leaf. Each further slab has 1024 nodes. All nodes except the
// root are allocated in pairs, which never span two slabs, so the last node of the first slab may
// remain unused.
template <int Dim>
class BuildNodes {
 public:
  static constexpr u32 kSlab = 1024;

  BuildNodes() = default;
  BuildNodes(BuildNodes&& other) noexcept { swap(other); }
  BuildNodes& operator=(BuildNodes&& other) noexcept {
    swap(other);
    return *this;
  }
  ~BuildNodes() { release(); }

  void swap(BuildNodes& other) noexcept {
    slabs_.swap(other.slabs_);
    std::swap(size_, other.size_);
    std::swap(first_capacity_, other.first_capacity_);
    std::swap(first_used_, other.first_used_);
  }

  u32 size() const { return size_; }
  u32 slab_count() const { return static_cast<u32>(slabs_.size()); }
  size_t capacity() const {
    return slabs_.empty() ? 0 : first_capacity_ + (slabs_.size() - 1) * kSlab;
  }
  size_t byte_length() const { return capacity() * sizeof(BuildNode<Dim>) + slabs_.byte_length(); }

  BuildNode<Dim>& operator[](u32 index) {
    return index < first_used_ ? slabs_[0][index] : later(index - first_used_);
  }
  const BuildNode<Dim>& operator[](u32 index) const {
    return const_cast<BuildNodes&>(*this)[index];
  }

  [[nodiscard]] bool begin(u32 count, u32 leaf_limit) {
    release();
    const u64 most = 2 * u64{count} - 1;
    first_capacity_ = static_cast<u32>(most <= kSlab ? most : most / leaf_limit);
    first_used_ = first_capacity_ % 2 == 0 ? first_capacity_ - 1 : first_capacity_;
    if (!add_slab(first_capacity_)) return false;
    size_ = 1;
    return true;
  }

  [[nodiscard]] bool reserve_pair() {
    const size_t usable = first_used_ + (slabs_.size() - 1) * size_t{kSlab};
    return size_ + 2 <= usable || add_slab(kSlab);
  }
  // Adds two sibling nodes and returns the index of the first. Requires reserve_pair().
  u32 take_pair() {
    size_ += 2;
    return size_ - 2;
  }

  void release() {
    for (BuildNode<Dim>* slab : slabs_) std::free(slab);
    slabs_.release();
    size_ = first_capacity_ = first_used_ = 0;
  }

 private:
  BuildNode<Dim>& later(u32 index) { return slabs_[1 + index / kSlab][index % kSlab]; }

  [[nodiscard]] bool add_slab(size_t nodes) {
    if (!slabs_.reserve_more(1)) return false;
    void* slab = std::malloc(nodes * sizeof(BuildNode<Dim>));
    if (slab == nullptr) return false;
    slabs_.push_unchecked(static_cast<BuildNode<Dim>*>(slab));
    return true;
  }

  Array<BuildNode<Dim>*> slabs_;
  u32 size_ = 0;
  u32 first_capacity_ = 0;
  u32 first_used_ = 0;  // odd number: the root and pairs of nodes
};

}  // namespace sapwood::bulk_tree
