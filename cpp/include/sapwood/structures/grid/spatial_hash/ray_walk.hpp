// The cells along a ray, slice by slice of the axis along which it runs fastest.
//
// A slice is a layer of cells across that axis; the part of the ray in it touches a block of few
// cells, found from both ends of that part. Positions are doubles widened by kSlack of the largest
// number involved, far more than the rounding of the exact item test, so no touched cell is missed.
// The widening is the same along the whole walk and all steps are monotone, so blocks of successive
// slices only move one way along each axis: the slices that touch a block of cells are a run, and
// an item that a walk has met it meets in the slice before or never met.
#pragma once

#include <algorithm>

#include "sapwood/geometry/ray_query.hpp"
#include "sapwood/structures/grid/spatial_hash/lattice.hpp"

namespace sapwood::spatialhash {

template <int Dim>
class RayWalk {
 public:
  using Range = CellRange<Dim>;

  // Through the cells of `bounds` only.
  RayWalk(const RayQuery<Dim>& query, const Lattice<Dim>& lattice, const Range& bounds)
      : query_(query),
        bounds_(bounds),
        side_(lattice.size(bounds.level)),
        inverse_(lattice.inverse(bounds.level)) {
    normalize();
    enter(lattice.range_box(bounds));
    if (misses_) return;
    slack_ = kSlack * (reach_of_origin_ + leave_);
    const i32 first = cell_at(axis_, enter_, -step_ * slack_);
    const i32 last = cell_at(axis_, leave_, step_ * slack_);
    first_ = clamped(first, bounds_.lo[axis_], bounds_.hi[axis_]);
    last_ = clamped(last, bounds_.lo[axis_], bounds_.hi[axis_]);
    misses_ = (last_ - first_) * step_ < 0;
  }

  bool misses() const { return misses_; }

  // Upper estimate of the cells of all slices.
  f64 most_cells() const {
    f64 cells = std::fabs(f64{1} * last_ - first_) + 1;
    for (int axis = 0; axis < Dim; ++axis) {
      if (axis == axis_) continue;
      const f64 slope = std::fabs(unit_[axis] / unit_[axis_]);
      const f64 wide = slope + 2 * slack_ * inverse_ + 2;
      cells *= std::min(wide, f64{1} + bounds_.hi[axis] - bounds_.lo[axis]);
    }
    return cells;
  }

  void begin() {
    at_ = first_;
    started_ = false;
    cut();
  }
  bool more() const { return !done_; }
  void next() {
    done_ = at_ == last_;
    if (done_) return;
    last_slice_ = slice_;
    started_ = true;
    at_ += step_;
    cut();
  }

  const Range& slice() const { return slice_; }
  // Lower bound of the distance to everything in this slice and behind it.
  f32 least_distance() const { return rounded_down(std::max(0.0, from_ - slack_) * (1 - 1e-6)); }
  // Whether an item of these cells was met one slice ago.
  bool was_in_last_slice(const Range& item) const {
    Range both = item;
    return started_ && both.clip(last_slice_);
  }

 private:
  // 45 times the rounding of a double; the item test makes three or four such errors.
  static constexpr f64 kSlack = 1e-14;

  void normalize() {
    f64 squared = 0;
    for (int axis = 0; axis < Dim; ++axis) {
      const f64 direction = query_.direction()[axis];
      squared += direction * direction;
      origin_[axis] = query_.origin()[axis];
      reach_of_origin_ = std::max(reach_of_origin_, std::fabs(origin_[axis]));
    }
    const f64 length = std::sqrt(squared);
    for (int axis = 0; axis < Dim; ++axis) {
      unit_[axis] = static_cast<f64>(query_.direction()[axis]) / length;
      if (std::fabs(unit_[axis]) > std::fabs(unit_[axis_])) axis_ = axis;
    }
    step_ = unit_[axis_] < 0 ? -1 : 1;
  }

  // The part of the ray within a box, a little widened, and within its reach.
  void enter(const Aabb<Dim>& box) {
    leave_ = query_.reach();
    for (int axis = 0; axis < Dim; ++axis) {
      const f64 low = static_cast<f64>(box.min[axis]) - origin_[axis];
      const f64 high = static_cast<f64>(box.max[axis]) - origin_[axis];
      if (unit_[axis] == 0) {
        misses_ |= low > 0 || high < 0;
        continue;
      }
      const f64 first = low / unit_[axis];
      const f64 second = high / unit_[axis];
      const f64 near = std::min(first, second);
      const f64 far = std::max(first, second);
      enter_ = std::max(enter_, near - std::fabs(near) * kSlack);
      leave_ = std::min(leave_, far + std::fabs(far) * kSlack);
    }
    misses_ |= enter_ > leave_;
  }

  i32 cell_at(int axis, f64 distance, f64 shift) const {
    return Lattice<Dim>::cell(origin_[axis] + unit_[axis] * distance + shift, inverse_);
  }

  // Distances at which the ray enters and leaves the slice, and the cells in between.
  void cut() {
    const f64 edge = at_ * side_;
    const f64 near = ((step_ > 0 ? edge : edge + side_) - origin_[axis_]) / unit_[axis_];
    const f64 far = ((step_ > 0 ? edge + side_ : edge) - origin_[axis_]) / unit_[axis_];
    from_ = std::clamp(near, enter_, leave_);
    const f64 to = std::clamp(far, enter_, leave_);
    slice_.level = bounds_.level;
    for (int axis = 0; axis < Dim; ++axis) {
      const i32 a = cell_at(axis, unit_[axis] < 0 ? to : from_, -slack_);
      const i32 b = cell_at(axis, unit_[axis] < 0 ? from_ : to, slack_);
      slice_.lo[axis] = clamped(a, bounds_.lo[axis], bounds_.hi[axis]);
      slice_.hi[axis] = clamped(b, bounds_.lo[axis], bounds_.hi[axis]);
    }
    slice_.lo[axis_] = slice_.hi[axis_] = at_;
  }

  const RayQuery<Dim>& query_;
  Range bounds_;
  f64 side_;
  f64 inverse_;
  f64 origin_[Dim];
  f64 unit_[Dim];
  f64 reach_of_origin_ = 0;  // largest |coordinate| of the origin
  f64 enter_ = 0;
  f64 leave_ = 0;
  f64 slack_ = 0;
  f64 from_ = 0;
  int axis_ = 0;
  i32 step_ = 1;
  i32 first_ = 0;
  i32 last_ = 0;
  i32 at_ = 0;
  bool misses_ = false;
  bool started_ = false;
  bool done_ = false;
  Range slice_{};
  Range last_slice_{};
};

}  // namespace sapwood::spatialhash
