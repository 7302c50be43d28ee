// Box and point queries. Comparisons of float32 are exact, so the node test is also the item test.
//
// Every query type of this folder offers the same three questions:
//   may_touch(node box)   - conservative: true whenever an item inside the node may hit
//   may_touch4(packet)    - the same for four boxes at once, as a bit per lane
//   hits(item box)        - exact
// and, where it can be told, a fourth:
//   covers(node box)      - exact or conservative: true only when every box inside the node hits
//   covers4(packet)       - the same for four boxes at once; unused lanes may count as covered
// Those whose reach may shrink offer bounds for ordered walks too:
//   lower_bound(node box), lower_bound4(packet) - float32, of the key of everything inside
//   in_reach(bound), in_reach4(bounds)          - whether that may still be a hit
// kTestsExactly says that may_touch() and may_touch4(), asked with item boxes, answer hits().
#pragma once

#include "sapwood/geometry/aabb_packet.hpp"

namespace sapwood {

template <int Dim>
class BoxQuery {
 public:
  static constexpr int kDim = Dim;
  static constexpr bool kTestsExactly = true;

  explicit BoxQuery(const Aabb<Dim>& box) : box_(box), splat_(box) {}

  // A point is the box without extent.
  static BoxQuery at(const Point<Dim>& point) {
    Aabb<Dim> box;
    for (int axis = 0; axis < Dim; ++axis) box.min[axis] = box.max[axis] = point[axis];
    return BoxQuery(box);
  }

  bool may_touch(const Aabb<Dim>& node) const { return overlaps(box_, node); }
  u32 may_touch4(const AabbPacket<Dim>& packet) const { return overlap_bits(splat_, packet); }
  bool hits(const Aabb<Dim>& item) const { return overlaps(box_, item); }
  bool covers(const Aabb<Dim>& node) const { return contains(box_, node); }
  u32 covers4(const AabbPacket<Dim>& packet) const { return contained_bits(splat_, packet); }
  const Aabb<Dim>& box() const { return box_; }

 private:
  Aabb<Dim> box_;
  SplatBox<Dim> splat_;
};

}  // namespace sapwood
