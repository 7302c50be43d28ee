// Box and point queries. Comparisons of float32 are exact, so the node test is also the item test.
//
// Every query type of this folder offers the same three questions:
//   may_touch(node box)   - conservative: true whenever an item inside the node may hit
//   may_touch4(packet)    - the same for four boxes at once, as a bit per lane
//   hits(item box)        - exact
// and, where it can be told, a fourth:
//   covers(node box)      - exact or conservative: true only when every box inside the node hits
#pragma once

#include "sapwood/geometry/aabb_packet.hpp"

namespace sapwood {

template <int Dim>
class BoxQuery {
 public:
  static constexpr int kDim = Dim;

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
  const Aabb<Dim>& box() const { return box_; }

 private:
  Aabb<Dim> box_;
  SplatBox<Dim> splat_;
};

}  // namespace sapwood
