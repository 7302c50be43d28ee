/// @file
/// Box and point queries. Comparisons of float32 are exact, so nodes and items have the same test.
///
/// All query types have these functions:
/// - may_touch(node box): conservative; true if an item inside the node may be a hit
/// - may_touch4(packet): may_touch() for four boxes, as one bit per lane
/// - hits(item box): exact
/// - contains(node box): true only if every box inside the node is a hit; may be conservative
/// - contains4(packet): contains() for four boxes; the bits of unused lanes may be set
///
/// Each query with a search radius defines the key of an item, for example its distance. If the
/// radius can shrink, the query also has:
/// - lower_bound(node box), lower_bound4(packet): lower bound, in float32, of the keys of all items
///   inside
/// - in_reach(bound), in_reach4(bounds): true if an item with this bound may still be a hit
///
/// kTestsExactly is true if may_touch() and may_touch4() are exact for item boxes, like hits().
#pragma once

#include "sapwood/geometry/aabb_packet.hpp"

namespace sapwood {

/// Query for all items that overlap or touch a box.
template <int Dim>
class BoxQuery {
 public:
  static constexpr int kDim = Dim;
  static constexpr bool kTestsExactly = true;

  /// Creates a query. The box must be valid.
  explicit BoxQuery(const Aabb<Dim>& box) : box_(box), splat_(box) {}

  /// Returns a query for the items that contain a point: a box without extent.
  static BoxQuery at(const Point<Dim>& point) {
    Aabb<Dim> box;
    for (int axis = 0; axis < Dim; ++axis) box.min[axis] = box.max[axis] = point[axis];
    return BoxQuery(box);
  }

  bool may_touch(const Aabb<Dim>& node) const { return overlaps(box_, node); }
  u32 may_touch4(const AabbPacket<Dim>& packet) const { return overlap_bits(splat_, packet); }
  bool hits(const Aabb<Dim>& item) const { return overlaps(box_, item); }
  bool contains(const Aabb<Dim>& node) const { return sapwood::contains(box_, node); }
  u32 contains4(const AabbPacket<Dim>& packet) const { return contained_bits(splat_, packet); }
  const Aabb<Dim>& box() const { return box_; }

 private:
  Aabb<Dim> box_;
  SplatBox<Dim> splat_;
};

}  // namespace sapwood
