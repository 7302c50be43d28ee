// Everything that is not wholly outside one of some planes: oriented boxes, cones, light volumes,
// polygons. The test is that of a frustum (Greene, 1994) with any number of planes, in 2D too: it
// never loses a box that touches the volume, and may keep one near an edge of it.
#pragma once

#include "sapwood/geometry/planes.hpp"
#include "sapwood/geometry/volume_query.hpp"

namespace sapwood {

template <int Dim>
class ConvexQuery final : public VolumeQuery<Dim> {
 public:
  static constexpr u32 kNumbers = Dim + 1;  // of a plane: normal, constant

  // The planes lie behind each other, and stay there. None: everything.
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
  bool covers(const Aabb<Dim>& node) const override {
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
