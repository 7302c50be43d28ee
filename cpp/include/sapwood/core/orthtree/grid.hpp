// The world of an orthtree: a cube that is halved up to 16 times, with exact cell faces.
//
// The edge of the world is m * 2^e with a small integer m, its origin lies on the raster of the
// deepest cells or a finer one, and there are only as many levels as float32 can tell faces apart.
// So every face is a float32, and origin + i * edge(depth) has no rounding at all.
// Cells own their lower faces (half-open); a point on the upper face of the world belongs to the
// last cell. Cell numbers are computed by multiplication and then checked exactly, never by log2().
#pragma once

#include <bit>

#include "sapwood/core/orthtree/cell_id.hpp"
#include "sapwood/geometry/aabb.hpp"

namespace sapwood::orthtree {

// floor(log2(value)) of a positive, finite double that is not denormal: the difference or sum of
// float32 numbers never is.
inline int exponent_of(f64 value) {
  return static_cast<int>(std::bit_cast<u64>(value) >> 52 & 0x7FF) - 1023;
}

inline f64 power_of_two(int exponent) {
  return std::bit_cast<f64>(static_cast<u64>(exponent + 1023) << 52);
}

// Exponent of the lowest bit that is set in a float32 other than 0.
inline int lowest_exponent_of(f64 value) {
  const u64 mantissa = std::bit_cast<u64>(value) & ((u64{1} << 52) - 1);
  return exponent_of(value) - (mantissa == 0 ? 0 : 52 - std::countr_zero(mantissa));
}

template <int Dim>
class Grid {
 public:
  using Box = Aabb<Dim>;

  // No world: every point is outside.
  Grid() = default;

  // The cube of that edge (finite, > 0). It has no levels and holds nothing unless its faces are
  // float32 numbers.
  Grid(const Point<Dim>& origin, f32 edge) : origin_(origin) {
    if (edge >= kMinEdge && edge <= kMaxEdge) deepest_ = exact_levels(edge);
    if (deepest_ == 0) return;
    for (u32 depth = 0; depth <= kDeepest; ++depth) {
      edges_[depth] = static_cast<f32>(static_cast<f64>(edge) * power_of_two(-i32(depth)));
    }
    per_edge_ = 1.0 / static_cast<f64>(edges_[deepest_]);
  }

  // A cube around a valid box, aligned to its lower corner and up to 1 % wider than its longest
  // side; wider, up to three times, where float32 leaves no choice: far from 0 or without extent.
  static Grid around(const Box& content) {
    f64 extent = 0;
    f64 farthest = kMinMagnitude;
    for (int axis = 0; axis < Dim; ++axis) {
      const f64 low = content.min[axis];
      const f64 high = content.max[axis];
      extent = high - low > extent ? high - low : extent;
      farthest = std::fabs(low) > farthest ? std::fabs(low) : farthest;
      farthest = std::fabs(high) > farthest ? std::fabs(high) : farthest;
    }
    // the first raster on which the whole cube stays within 24 bits
    for (int unit = exponent_of(farthest) - 23;; ++unit) {
      const Grid grid = on_raster(content, extent, unit);
      if (grid.contains_all(content)) return grid;
    }
  }

  // Whether there is a world.
  bool exists() const { return deepest_ > 0; }
  // Levels below the root; 0 without a world.
  u32 deepest() const { return deepest_; }
  const Point<Dim>& origin() const { return origin_; }
  f32 edge(u32 depth) const { return edges_[depth]; }

  // The lower face of cells number `at` on an axis; exact, also for at = 2^depth.
  f32 face(int axis, u32 at, u32 depth) const {
    return origin_[axis] + static_cast<f32>(at) * edges_[depth];
  }
  Box cell(const CellId<Dim>& id) const {
    Box box;
    for (int axis = 0; axis < Dim; ++axis) {
      box.min[axis] = face(axis, id.at[axis], id.depth);
      box.max[axis] = face(axis, id.at[axis] + 1, id.depth);
    }
    return box;
  }

  // Distance above the origin; within() tells whether that is inside of the world.
  f64 above_origin(int axis, f64 coordinate) const {
    return coordinate - static_cast<f64>(origin_[axis]);
  }
  bool within(f64 above) const { return above >= 0 && above <= static_cast<f64>(edges_[0]); }

  // Number of the deepest cell that a distance inside of the world falls in.
  u32 cell_at(f64 above) const {
    const f64 edge = edges_[deepest_];
    u32 at = static_cast<u32>(above * per_edge_);
    // the product was rounded, multiples of the edge are exact
    if (at * edge > above) {
      --at;
    } else if ((at + 1) * edge <= above) {
      ++at;
    }
    const u32 last = (1u << deepest_) - 1;
    return at < last ? at : last;
  }
  // The lowest of the deepest cells whose closed upper face reaches it.
  u32 cell_up_to(f64 above) const {
    const u32 at = cell_at(above);
    return at > 0 && at * static_cast<f64>(edges_[deepest_]) == above ? at - 1 : at;
  }

 private:
  static constexpr f32 kMinEdge = 0x1p-105f;
  static constexpr f32 kMaxEdge = 0x1p66f;
  static constexpr f64 kMinMagnitude = 0x1p-80;  // nearer to 0 cells do not get finer
  static constexpr int kMaxBits = 7;             // of m behind its first one
  static constexpr int kMinUnits = 4;            // exponent of the least edge in units

  static Grid on_raster(const Box& content, f64 extent, int unit) {
    const f64 least = power_of_two(unit + kMinUnits);
    const f64 wanted = extent > least ? extent : least;
    // bits for the levels first, what is left for a close fit
    const int spare = exponent_of(wanted) - unit - static_cast<int>(kDeepest);
    const int bits = spare < 0 ? 0 : spare > kMaxBits ? kMaxBits : spare;
    const f64 step = power_of_two(exponent_of(wanted) - bits);
    const f64 raster = power_of_two(unit);
    Point<Dim> origin;
    f64 reach = wanted;
    for (int axis = 0; axis < Dim; ++axis) {
      const f64 low = std::floor(content.min[axis] / raster) * raster;
      origin[axis] = static_cast<f32>(low);
      reach = content.max[axis] - low > reach ? content.max[axis] - low : reach;
    }
    return Grid(origin, static_cast<f32>(std::ceil(reach / step) * step));
  }

  bool contains_all(const Box& content) const {
    return exists() && contains(cell(CellId<Dim>{}), content);
  }

  // How often the edge can be halved while all faces are float32 numbers.
  u32 exact_levels(f32 edge) const {
    f64 farthest = 0;
    for (int axis = 0; axis < Dim; ++axis) {
      const f64 end = static_cast<f64>(origin_[axis]) + static_cast<f64>(edge);
      farthest = std::fabs(end) > farthest ? std::fabs(end) : farthest;
      const f64 begin = std::fabs(static_cast<f64>(origin_[axis]));
      farthest = begin > farthest ? begin : farthest;
    }
    const int unit = exponent_of(farthest) - 23;
    for (int axis = 0; axis < Dim; ++axis) {
      const f64 begin = origin_[axis];
      if (!(std::fabs(begin) <= 4e18)) return 0;
      if (begin != 0 && lowest_exponent_of(begin) < unit) return 0;
    }
    const int levels = lowest_exponent_of(edge) - unit;
    return levels < 0                            ? 0
           : static_cast<u32>(levels) < kDeepest ? static_cast<u32>(levels)
                                                 : kDeepest;
  }

  Point<Dim> origin_{};
  f32 edges_[kDeepest + 1] = {};
  u32 deepest_ = 0;
  f64 per_edge_ = 0;  // of the deepest level
};

}  // namespace sapwood::orthtree
