// Integer coordinates of the cells of an orthtree, and the world: the cube that the cells divide.
#pragma once

#include <bit>

#include "sapwood/base/types.hpp"
#include "sapwood/geometry/aabb.hpp"
#include "sapwood/geometry/aabb_packet.hpp"

namespace sapwood::orthtree {

// Maximum number of levels below the root. It is limited by the 16 bits of a coordinate.
inline constexpr u32 kDeepest = 16;

template <int Dim>
inline constexpr u32 kChildren = 1u << Dim;

// Position of a cell: its level, and on each axis the number of cells of this level between the
// lower face of the world and the cell. The root is (0, 0, 0) at depth 0. The index of a child in
// its parent is x + 2 y + 4 z.
template <int Dim>
struct CellId {
  u32 at[Dim];  // below 2^depth
  u32 depth;

  friend bool operator==(const CellId& a, const CellId& b) {
    bool same = a.depth == b.depth;
    for (int axis = 0; axis < Dim; ++axis) same &= a.at[axis] == b.at[axis];
    return same;
  }
};

// Returns the ancestor of a cell at `depth`, or the cell itself if depth == id.depth. Requires
// depth <= id.depth.
template <int Dim>
CellId<Dim> ancestor_of(const CellId<Dim>& id, u32 depth) {
  CellId<Dim> ancestor;
  for (int axis = 0; axis < Dim; ++axis) ancestor.at[axis] = id.at[axis] >> (id.depth - depth);
  ancestor.depth = depth;
  return ancestor;
}

template <int Dim>
CellId<Dim> parent_of(const CellId<Dim>& id) {
  return ancestor_of(id, id.depth - 1);
}

// Returns the index of the child on the path from the ancestor at `depth` to the cell. `depth` must
// be less than id.depth.
template <int Dim>
u32 child_towards(const CellId<Dim>& id, u32 depth) {
  const u32 bit = id.depth - 1 - depth;
  u32 child = 0;
  for (int axis = 0; axis < Dim; ++axis) child |= (id.at[axis] >> bit & 1u) << axis;
  return child;
}

template <int Dim>
u32 child_index(const CellId<Dim>& id) {
  return child_towards(id, id.depth - 1);
}

// Spreads 16 bits so that Dim - 1 zeros separate adjacent bits.
template <int Dim>
constexpr u64 spread_bits(u64 value) {
  if constexpr (Dim == 2) {
    value = (value | value << 8) & 0x00FF00FFu;
    value = (value | value << 4) & 0x0F0F0F0Fu;
    value = (value | value << 2) & 0x33333333u;
    return (value | value << 1) & 0x55555555u;
  } else {
    value = (value | value << 16) & 0x0000FF0000FFu;
    value = (value | value << 8) & 0x00F00F00F00Fu;
    value = (value | value << 4) & 0x0C30C30C30C3u;
    return (value | value << 2) & 0x249249249249u;
  }
}

inline constexpr u32 kDepthBits = 5;

// Returns a key that sorts cells in traversal order: a cell before its descendants, and children by
// index. The high bits are the Morton code of the lower corner, measured in cells of level `limit`.
// The low bits are the depth.
template <int Dim>
u64 walk_key(const CellId<Dim>& id, u32 limit) {
  u64 code = 0;
  for (int axis = 0; axis < Dim; ++axis) {
    code |= spread_bits<Dim>(u64{id.at[axis]} << (limit - id.depth)) << axis;
  }
  return code << kDepthBits | id.depth;
}

// Returns floor(log2(value)) of a positive, finite double that is not denormal. Differences and
// sums of float32 numbers are never denormal as doubles.
inline int exponent_of(f64 value) {
  return static_cast<int>(std::bit_cast<u64>(value) >> 52 & 0x7FF) - 1023;
}

inline f64 power_of_two(int exponent) {
  return std::bit_cast<f64>(static_cast<u64>(exponent + 1023) << 52);
}

// Returns the exponent of the lowest bit that is set in a float32 other than 0.
inline int lowest_exponent_of(f64 value) {
  const u64 mantissa = std::bit_cast<u64>(value) & ((u64{1} << 52) - 1);
  return exponent_of(value) - (mantissa == 0 ? 0 : 52 - std::countr_zero(mantissa));
}

// The world of an orthtree: a cube that is halved up to 16 times, with exact cell faces.
//
// The edge of the world is m * 2^e with a small integer m. Its origin is a multiple of the edge of
// the deepest cells or of a finer unit. The number of levels is limited so that every face is a
// distinct float32 number, and origin + i * edge(depth) is exact. A cell includes its lower faces
// and excludes its upper faces; a point on the upper face of the world belongs to the last cell.
// Cell numbers are computed by multiplication and then checked exactly, never by log2().
template <int Dim>
class Grid {
 public:
  using Box = Aabb<Dim>;

  // Creates a grid without a world: every point is outside.
  Grid() = default;

  // Creates a cube with an edge that is finite and > 0. If the faces of the cube are not float32
  // numbers, the grid has no levels and every point is outside.
  Grid(const Point<Dim>& origin, f32 edge) : origin_(origin) {
    if (edge >= kMinEdge && edge <= kMaxEdge) deepest_ = exact_levels(edge);
    if (deepest_ == 0) return;
    for (u32 depth = 0; depth <= kDeepest; ++depth) {
      edges_[depth] = static_cast<f32>(static_cast<f64>(edge) * power_of_two(-i32(depth)));
    }
    per_edge_ = 1.0 / static_cast<f64>(edges_[deepest_]);
  }

  // Returns a cube around a valid box. The cube is aligned to the lower corner of the box and at
  // most 1 % larger than its longest side. If float32 requires it, the cube is up to three times as
  // large: far from 0, or around a box without extent.
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
    // increases the unit until all faces of the cube are multiples of the unit that fit in 24 bits
    for (int unit = exponent_of(farthest) - 23;; ++unit) {
      const Grid grid = on_raster(content, extent, unit);
      if (grid.contains_all(content)) return grid;
    }
  }

  bool exists() const { return deepest_ > 0; }
  // Returns the number of levels below the root, or 0 if there is no world.
  u32 deepest() const { return deepest_; }
  const Point<Dim>& origin() const { return origin_; }
  f32 edge(u32 depth) const { return edges_[depth]; }

  // Returns the coordinate of the lower face of cell `at` on an axis. It is exact, also for at =
  // 2^depth.
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

  // Returns the distance of a coordinate from the origin: the argument of within(), cell_at() and
  // cell_up_to().
  f64 above_origin(int axis, f64 coordinate) const {
    return coordinate - static_cast<f64>(origin_[axis]);
  }
  bool within(f64 above) const { return above >= 0 && above <= static_cast<f64>(edges_[0]); }

  // Returns the number of the cell that contains the coordinate at distance `above` from the
  // origin, at the deepest level. The coordinate must be inside the world.
  u32 cell_at(f64 above) const {
    const f64 edge = edges_[deepest_];
    u32 at = static_cast<u32>(above * per_edge_);
    // corrects `at`: above * per_edge_ is rounded, but multiples of the edge are exact
    if (at * edge > above) {
      --at;
    } else if ((at + 1) * edge <= above) {
      ++at;
    }
    const u32 last = (1u << deepest_) - 1;
    return at < last ? at : last;
  }
  // Returns the number of the lowest cell, at the deepest level, whose upper face is at or above
  // the coordinate at distance `above` from the origin.
  u32 cell_up_to(f64 above) const {
    const u32 at = cell_at(above);
    return at > 0 && at * static_cast<f64>(edges_[deepest_]) == above ? at - 1 : at;
  }

 private:
  static constexpr f32 kMinEdge = 0x1p-105f;
  static constexpr f32 kMaxEdge = 0x1p66f;
  static constexpr f64 kMinMagnitude = 0x1p-80;  // minimum magnitude used for the cell size
  static constexpr int kMaxBits = 7;             // number of bits of m after its first bit
  static constexpr int kMinUnits = 4;            // the smallest edge is 2^kMinUnits units

  static Grid on_raster(const Box& content, f64 extent, int unit) {
    const f64 least = power_of_two(unit + kMinUnits);
    const f64 wanted = extent > least ? extent : least;
    // kDeepest bits of the edge are reserved for halving the cube; the remaining bits allow an edge
    // close to `wanted`
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

  // Returns the number of times that the edge can be halved so that all faces remain float32
  // numbers.
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
  f64 per_edge_ = 0;  // 1 / edge of the deepest cells
};

// Geometry of the cells of a tree: the grid of the world, the maximum depth, and the slack, by
// which bounds extend beyond cells. Only this class computes bounds, from integers, so the bounds
// of a cell never differ by rounding.
//
// Bounds are nested: the faces of a child are within those of its parent, the slack of a child is
// not larger, and rounding is monotone. So a box inside the bounds of a cell is inside the bounds
// of all its ancestors.
template <int Dim>
class Frame {
 public:
  using Box = Aabb<Dim>;

  // `looseness` is the edge of the bounds divided by the edge of the cell. It is at least 1.
  Frame(const Grid<Dim>& grid, f64 looseness, u32 max_depth) : grid_(grid) {
    limit_ = max_depth < grid.deepest() ? max_depth : grid.deepest();
    for (u32 depth = 0; depth <= kDeepest; ++depth) {
      max_side_[depth] = (looseness - 1) * static_cast<f64>(grid.edge(depth));
      slack_[depth] = rounded_up(0.5 * max_side_[depth]);
    }
  }

  const Grid<Dim>& grid() const { return grid_; }
  u32 limit() const { return limit_; }
  f32 slack(u32 depth) const { return slack_[depth]; }
  // Returns the maximum side of an item for which this is true: if the center of the item is in a
  // cell, the item is inside the bounds of the cell. This is twice the slack before rounding.
  f64 max_side(u32 depth) const { return max_side_[depth]; }

  Box bounds(const CellId<Dim>& id) const {
    Box box = grid_.cell(id);
    for (int axis = 0; axis < Dim; ++axis) {
      box.min[axis] -= slack_[id.depth];
      box.max[axis] += slack_[id.depth];
    }
    return box;
  }

 private:
  static f32 rounded_up(f64 value) {
    const f32 near = static_cast<f32>(value);
    return static_cast<f64>(near) < value ? std::nextafterf(near, HUGE_VALF) : near;
  }

  Grid<Dim> grid_;
  u32 limit_ = 0;
  f32 slack_[kDeepest + 1];
  f64 max_side_[kDeepest + 1];
};

template <int Dim>
struct ChildBounds {
  static constexpr u32 kPackets = kChildren<Dim> / kLanes;

  AabbPacket<Dim> packets[kPackets];

  ChildBounds(const Frame<Dim>& frame, const CellId<Dim>& parent) {
    using simd::F32x4;
    const u32 depth = parent.depth + 1;
    const f32 edge = frame.grid().edge(depth);
    const f32 slack = frame.slack(depth);
    for (int axis = 0; axis < Dim; ++axis) {
      const f32 low = frame.grid().face(axis, parent.at[axis], parent.depth);
      const f32 middle = low + edge;  // faces are exact
      const f32 min[2] = {low - slack, middle - slack};
      const f32 max[2] = {middle + slack, middle + edge + slack};
      for (u32 packet = 0; packet < kPackets; ++packet) {
        store_aligned(packets[packet].min[axis], by_child(min, axis, packet));
        store_aligned(packets[packet].max[axis], by_child(max, axis, packet));
      }
    }
  }

  Aabb<Dim> of(u32 child) const { return packets[child / kLanes].get(child % kLanes); }

 private:
  static simd::F32x4 by_child(const f32 (&half)[2], int axis, u32 packet) {
    using simd::F32x4;
    if (axis == 0) return F32x4::set(half[0], half[1], half[0], half[1]);
    if (axis == 1) return F32x4::set(half[0], half[0], half[1], half[1]);
    return F32x4::splat(half[packet]);
  }
};

template <int Dim, class Query>
u32 touched(const ChildBounds<Dim>& bounds, const Query& query) {
  u32 hits = query.may_touch4(bounds.packets[0]);
  if constexpr (Dim == 3) hits |= query.may_touch4(bounds.packets[1]) << kLanes;
  return hits;
}

// Finds the world of a tree: the bounds of its items, except a few items that are far away. If the
// world included them, all other items would share a few cells.
//
// The mean distance is the average distance of the item centers from the mean center, on the axis
// where this average is largest. An item is far away if its center is more than kReach mean
// distances from the mean center on an axis. At most one in kFarShare items may be omitted, and
// only if this makes the world much smaller. In typical distributions, all items are within 4 to 16
// mean distances.
template <int Dim>
class WorldFinder {
 public:
  using Box = Aabb<Dim>;

  // `each_box(visit)` calls visit(box) for every item, in the same order each time. Requires at
  // least one item.
  template <class EachBox>
  static Box find(const EachBox& each_box) {
    WorldFinder finder;
    finder.measure(each_box);
    const u64 all = finder.count_;
    for (u32 round = 0; round < kMaxRounds && finder.is_sparse(); ++round) {
      WorldFinder nearer = finder;
      nearer.limited_ = true;
      nearer.measure(each_box);
      if (nearer.count_ < all - all / kFarShare || nearer.count_ == finder.count_) break;
      finder = nearer;
    }
    return finder.content_;
  }

 private:
  static constexpr f64 kReach = 16;
  static constexpr f64 kSparse = 64;  // maximum size of a world in mean distances
  static constexpr u32 kFarShare = 16;
  static constexpr u32 kMaxRounds = 4;

  static f64 center(const Box& box, int axis) {
    return 0.5 * (static_cast<f64>(box.min[axis]) + static_cast<f64>(box.max[axis]));
  }

  // Computes the bounds of the items, the mean of their centers, and the mean distance of the
  // centers from this mean. If `limited_` is true, uses only items near the previous mean.
  template <class EachBox>
  void measure(const EachBox& each_box) {
    Box content = empty_box<Dim>();
    f64 mean[Dim] = {};
    f64 distance[Dim] = {};
    u64 count = 0;
    each_box([&](const Box& box) {
      if (limited_ && !is_near(box)) return;
      content = unite(content, box);
      for (int axis = 0; axis < Dim; ++axis) mean[axis] += center(box, axis);
      ++count;
    });
    for (f64& sum : mean) sum /= static_cast<f64>(count);
    each_box([&](const Box& box) {
      if (limited_ && !is_near(box)) return;
      for (int axis = 0; axis < Dim; ++axis) {
        distance[axis] += std::fabs(center(box, axis) - mean[axis]);
      }
    });
    f64 widest = 0;
    for (int axis = 0; axis < Dim; ++axis) {
      mean_[axis] = mean[axis];
      const f64 mean_distance = distance[axis] / static_cast<f64>(count);
      widest = mean_distance > widest ? mean_distance : widest;
    }
    distance_ = widest;
    content_ = content;
    count_ = count;
  }

  bool is_near(const Box& box) const {
    bool near = true;
    for (int axis = 0; axis < Dim; ++axis) {
      near &= std::fabs(center(box, axis) - mean_[axis]) <= kReach * distance_;
    }
    return near;
  }

  // Returns true if the bounds of the items are more than kSparse times as long as the mean
  // distance of the centers. Cells are cubes, so only the longest side of the bounds is relevant.
  bool is_sparse() const {
    f64 side = 0;
    for (int axis = 0; axis < Dim; ++axis) {
      const f64 extent =
          static_cast<f64>(content_.max[axis]) - static_cast<f64>(content_.min[axis]);
      side = extent > side ? extent : side;
    }
    return side > kSparse * distance_;
  }

  Box content_ = empty_box<Dim>();
  f64 mean_[Dim] = {};
  f64 distance_ = 0;  // mean distance of centers from mean_, on the axis where it is largest
  u64 count_ = 0;
  bool limited_ = false;
};

}  // namespace sapwood::orthtree
