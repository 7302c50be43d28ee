/// @file Convex query: all items that are not completely outside of one of several planes. Such
/// planes describe oriented boxes, cones, light volumes and polygons. The test is the frustum test
/// (Greene, 1994) with any number of planes, also in 2D. It reports every box that touches the
/// volume, and can report a box near an edge that does not.
#pragma once

#include "sapwood/geometry/planes.hpp"
#include "sapwood/geometry/volume_query.hpp"

namespace sapwood {

/// Query for all items in a convex volume.
template <int Dim>
class ConvexQuery final : public VolumeQuery<Dim> {
 public:
  static constexpr u32 kNumbers = Dim + 1;  ///< Numbers of a plane: normal, constant.

  /// Creates a query. The planes are consecutive and must stay in place. Without planes, every item
  /// is a hit.
  ConvexQuery(const f32* planes, u32 count)
      : VolumeQuery<Dim>(/*touches_parts=*/false),
        planes_(planes),
        end_(planes + count * kNumbers) {}

  bool may_touch(const Aabb<Dim>& node) const override {
    for (const f32* plane = planes_; plane != end_; plane += kNumbers) {
      if (farthest_along(plane, node) < 0) return false;
    }
    return true;
  }
  u32 may_touch4(const AabbPacket<Dim>& packet) const override {
    return this->touched_lanes(packet, used_lanes(packet));
  }
  bool hits(const Aabb<Dim>& item) const override { return may_touch(item); }
  bool contains(const Aabb<Dim>& node) const override {
    for (const f32* plane = planes_; plane != end_; plane += kNumbers) {
      if (!(nearest_along(plane, node) >= 0)) return false;
    }
    return true;
  }

 private:
  const f32* const planes_;
  const f32* const end_;
};

}  // namespace sapwood
