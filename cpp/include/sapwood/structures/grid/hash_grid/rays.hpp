// The parts of a ray within slabs of cells.
#pragma once

#include "sapwood/geometry/ray_query.hpp"
#include "sapwood/structures/grid/hash_grid/edges.hpp"

namespace sapwood::hashgrid {

// Distances along a ray.
struct RayPart {
  f64 enter;
  f64 leave;
};

template <int Dim>
class RaySlabs {
 public:
  RaySlabs(const RayQuery<Dim>& query, const RowLevel<Dim>& level) : edges_(level) {
    f64 squared = 0;
    for (int axis = 0; axis < Dim; ++axis) {
      const f64 direction = query.direction()[axis];
      squared += direction * direction;
      origin_[axis] = static_cast<f64>(query.origin()[axis]);
    }
    whole_.leave = query.reach();
    for (int axis = 0; axis < Dim; ++axis) {
      unit_[axis] = static_cast<f64>(query.direction()[axis]) / std::sqrt(squared);
      misses_ = misses_ || !cut(whole_, axis, 0, level.last(axis));
    }
  }

  bool misses() const { return misses_; }
  const RayPart& whole() const { return whole_; }
  bool forward(int axis) const { return unit_[axis] >= 0; }

  // Cuts a part down to where it may meet items of a slab of cells; false when nothing is left.
  bool cut(RayPart& part, int axis, i32 cell) const { return cut(part, axis, cell, cell); }

  // The cells of an axis whose items a part may meet.
  void cells(const RayPart& part, int axis, i32& low, i32& high) const {
    const f64 enter = origin_[axis] + unit_[axis] * part.enter;
    const f64 leave = origin_[axis] + unit_[axis] * part.leave;
    // positions are rounded in the measure of the largest number involved
    const f64 slack = (std::fabs(origin_[axis]) + part.leave) * kSlack;
    edges_.cells(axis, std::min(enter, leave) - slack, std::max(enter, leave) + slack, low, high);
  }

  // Of everything within a part and behind it.
  f32 least_distance(const RayPart& part) const {
    return rounded_down(std::max(0.0, part.enter) * (1 - 1e-6));
  }

 private:
  // 450 times the rounding of a double.
  static constexpr f64 kSlack = 1e-13;

  bool cut(RayPart& part, int axis, i32 first, i32 last) const {
    const f64 slack = std::fabs(origin_[axis]) * kSlack;
    const f64 low = edges_.lower(axis, first) - slack - origin_[axis];
    const f64 high = edges_.upper(axis, last) + slack - origin_[axis];
    if (unit_[axis] == 0) return low <= 0 && high >= 0;
    const f64 near = (unit_[axis] > 0 ? low : high) / unit_[axis];
    const f64 far = (unit_[axis] > 0 ? high : low) / unit_[axis];
    part.enter = std::max(part.enter, near - std::fabs(near) * kSlack);
    part.leave = std::min(part.leave, far + std::fabs(far) * kSlack);
    return part.enter <= part.leave;
  }

  RowEdges<Dim> edges_;
  f64 origin_[Dim];
  f64 unit_[Dim];
  RayPart whole_{0, 0};
  bool misses_ = false;
};

}  // namespace sapwood::hashgrid
