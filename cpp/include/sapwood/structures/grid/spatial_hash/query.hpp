// Queries of a spatial hash.
#pragma once

#include <algorithm>

#include "sapwood/core/concepts.hpp"
#include "sapwood/geometry/ray_query.hpp"
#include "sapwood/structures/grid/spatial_hash/cell_lists.hpp"
#include "sapwood/structures/grid/spatial_hash/lattice.hpp"

namespace sapwood::spatialhash {

// Traversal of the cells along a ray, in slices perpendicular to the axis on which the ray crosses
// the most cells.
//
// A slice is one layer of cells. The part of the ray in a slice touches a block of few cells, which
// is computed from the two ends of that part. Positions are computed in f64 and widened by kSlack
// times the largest number involved. This is much more than the rounding error of the exact item
// test, so no touched cell is missed. The widening is constant and all steps are monotone, so the
// blocks of consecutive slices move in one direction along each axis. The slices that touch an item
// are therefore consecutive: an item that was visited before was also visited in the previous
// slice.
template <int Dim>
class RayWalk {
 public:
  using Range = CellRange<Dim>;

  // Visits only cells in `bounds`.
  RayWalk(const RayQuery<Dim>& query, const Lattice<Dim>& lattice, const Range& bounds)
      : query_(query), bounds_(bounds), inverse_(lattice.inverse(bounds.level)) {
    normalize();
    side_ = lattice.size(bounds.level, axis_);
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

  // Returns an upper estimate of the number of cells in all slices.
  f64 most_cells() const {
    f64 cells = std::fabs(f64{1} * last_ - first_) + 1;
    for (int axis = 0; axis < Dim; ++axis) {
      if (axis == axis_) continue;
      const f64 slope = cells_per_unit(axis) / cells_per_unit(axis_);
      const f64 wide = slope + 2 * slack_ * inverse_[axis] + 2;
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
  // Returns a lower bound of the distance from the ray origin to all points in this slice and the
  // following slices.
  f32 least_distance() const { return rounded_down(std::max(0.0, from_ - slack_) * (1 - 1e-6)); }
  bool was_in_last_slice(const Range& item) const {
    Range both = item;
    return started_ && both.clip(last_slice_);
  }

 private:
  // About 45 times the relative rounding error of f64. The item test has only three or four
  // rounding errors.
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
      if (cells_per_unit(axis) > cells_per_unit(axis_)) axis_ = axis;
    }
    step_ = unit_[axis_] < 0 ? -1 : 1;
  }

  f64 cells_per_unit(int axis) const { return std::fabs(unit_[axis]) * inverse_[axis]; }

  // Clips the ray to a slightly widened box and to the maximum distance of the query.
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
    return Lattice<Dim>::cell(origin_[axis] + unit_[axis] * distance + shift, inverse_[axis]);
  }

  // Computes the part of the ray in the current slice, and the block of cells that it touches.
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
  typename Lattice<Dim>::Scale inverse_;
  f64 side_ = 1;  // thickness of a slice
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

// Traversal of a spatial hash for one query.
//
// Each level is traversed separately. A box query visits the cells that the box covers. A sphere
// query and a search for neighbors visit rings of cells around the cell of the point, as long as a
// ring is within the search radius. A ray query visits the cells along the ray, slice by slice
// (RayWalk). All other queries scan the populated cells. A traversal that would visit more cells
// than are populated is replaced by such a scan.
//
// An item in several cells is tested only in the cell nearest to the start of the traversal, in
// cell coordinates, so no list of tested items is needed. That cell contains the point of the item
// that is nearest to the query point, so the cell is within range if the item is within range. A
// scan tests items in their home cells.
template <int Dim, class Query, Counters CountersT, class Visitor>
class Walk {
 public:
  using Box = Aabb<Dim>;
  using Key = CellKey<Dim>;
  using Range = CellRange<Dim>;

  Walk(const ItemStore<Dim>& items, const CellLists<Dim>& lists, const Lattice<Dim>& lattice,
       const Query& query, CountersT& counters, Visitor& visit)
      : items_(items),
        lists_(lists),
        lattice_(lattice),
        query_(query),
        counters_(counters),
        visit_(visit) {}

  bool run() {
    for (u32 level = 0; level < lists_.level_end(); ++level) {
      if (lists_.level(level).items != 0 && !walk_level(level)) return false;
    }
    return !scanning_ || scan();
  }

 private:
  // A traversal may look up this many cells more than are populated. With more lookups, a scan of
  // all populated cells is faster.
  static constexpr f64 kExtraLookups = 16;

  f64 budget(u32 level) const { return lists_.level(level).cells + kExtraLookups; }

  bool walk_level(u32 level) {
    if constexpr (requires { query_.box(); }) {
      return walk_box(level);
    } else if constexpr (requires { query_.direction(); }) {
      return walk_ray(level);
    } else if constexpr (requires { query_.point(); }) {
      return walk_rings(level);
    } else {
      return leave_to_scan(level);
    }
  }

  bool leave_to_scan(u32 level) {
    scanned_[level / 64] |= u64{1} << level % 64;
    scanning_ = true;
    return true;
  }

  // Scans all populated cells of the levels that are not traversed. Skips a cell if the query
  // misses the box of all items whose home is the cell.
  bool scan() {
    for (u32 index = 0; index < lists_.cell_count(); ++index) {
      const Cell<Dim>& cell = lists_.cell(index);
      if ((scanned_[cell.key.level / 64] >> cell.key.level % 64 & 1) == 0) continue;
      const Box node = home_box(cell.key);
      ++counters_.node_visits;
      const bool touched = query_.may_touch(node);
      trace(touched ? Step::kEntered : Step::kMissed, index);
      if (!touched) continue;
      const bool inside = query_.contains(node);
      for (u32 at = cell.head; at != kNone; at = lists_.entry(at).next) {
        const Entry& entry = lists_.entry(at);
        if (!entry.home()) continue;
        counters_.item_tests += inside ? 0 : 1;
        trace(inside ? Step::kTaken : Step::kCompared, index, 1);
        if (!(inside ? visit_.accept(entry.id()) : visit_.test(entry.id()))) return false;
      }
    }
    return true;
  }

  // Returns a box that contains all items whose home cell is `key`.
  Box home_box(const Key& key) const {
    Box box = lattice_.cell_box(key);
    const Level<Dim>& level = lists_.level(key.level);
    for (int axis = 0; axis < Dim; ++axis) {
      // the factor covers the rounding of extents to f32
      box.max[axis] = rounded_up(static_cast<f64>(box.max[axis]) +
                                 static_cast<f64>(level.extent[axis]) * (1 + 1e-6));
    }
    return box;
  }

  bool walk_box(u32 level) {
    Range range = lattice_.cover_at(query_.box(), level);
    if (!range.clip(lists_.level(level).bounds)) return true;
    if (range.count() > budget(level)) return leave_to_scan(level);
    const auto inverse = lattice_.inverse(level);
    Key key = range.first();
    do {
      const bool proceed = visit_cell(key, [&](const Box& box) {
        bool first = true;
        for (int axis = 0; axis < Dim; ++axis) {
          first = first && (key.at[axis] == range.lo[axis] ||
                            key.at[axis] == Lattice<Dim>::cell(box.min[axis], inverse[axis]));
        }
        return first;
      });
      if (!proceed) return false;
    } while (range.advance(key));
    return true;
  }

  bool walk_ray(u32 level) {
    const Range& bounds = lists_.level(level).bounds;
    RayWalk<Dim> walk(query_, lattice_, bounds);
    if (walk.misses()) return true;
    if (walk.most_cells() > budget(level)) return leave_to_scan(level);
    for (walk.begin(); walk.more(); walk.next()) {
      if (!query_.in_reach(walk.least_distance())) break;
      const Range& slice = walk.slice();
      Key key = slice.first();
      do {
        const bool proceed = visit_cell(key, [&](const Box& box) {
          const Range range = lattice_.cover_at(box, level);
          return !walk.was_in_last_slice(range) && nearest(range, slice.first()) == key;
        });
        if (!proceed) return false;
      } while (slice.advance(key));
    }
    return true;
  }

  bool walk_rings(u32 level) {
    const Range& bounds = lists_.level(level).bounds;
    const auto inverse = lattice_.inverse(level);
    Key center{};
    center.level = level;
    for (int axis = 0; axis < Dim; ++axis) {
      const i32 at = Lattice<Dim>::cell(query_.point()[axis], inverse[axis]);
      center.at[axis] = clamped(at, bounds.lo[axis], bounds.hi[axis]);
    }
    Range middle{};
    middle.level = level;
    std::copy(center.at, center.at + Dim, middle.lo);
    std::copy(center.at, center.at + Dim, middle.hi);
    if (!walk_block(middle, center)) return false;
    f64 walked = 1;
    for (i32 radius = 1;; ++radius) {
      Range sides[2 * Dim];
      const u32 count = sides_in_reach(center, radius, sides);
      if (count == 0) return true;
      for (u32 side = 0; side < count; ++side) walked += sides[side].count();
      if (walked > budget(level)) return scan_from(center, radius);
      for (u32 side = 0; side < count; ++side) {
        if (!walk_block(sides[side], center)) return false;
      }
    }
  }

  // Computes the sides of the ring of cells at distance `radius`, clipped to the bounds of the
  // level. Omits sides beyond the search radius. Sides do not overlap. Returns the number of sides.
  u32 sides_in_reach(const Key& center, i32 radius, Range (&sides)[2 * Dim]) const {
    const Range& bounds = lists_.level(center.level).bounds;
    u32 count = 0;
    for (int axis = 0; axis < Dim; ++axis) {
      for (const i32 step : {-radius, radius}) {
        const i64 at = i64{center.at[axis]} + step;
        if (at < bounds.lo[axis] || at > bounds.hi[axis]) continue;
        Range beyond = bounds;
        (step < 0 ? beyond.hi : beyond.lo)[axis] = static_cast<i32>(at);
        if (!query_.in_reach(query_.lower_bound(lattice_.range_box(beyond)))) continue;
        sides[count++] = side(center, radius, axis, static_cast<i32>(at));
      }
    }
    return count;
  }

  Range side(const Key& center, i32 radius, int across, i32 at) const {
    const Range& bounds = lists_.level(center.level).bounds;
    Range range{};
    range.level = center.level;
    for (int axis = 0; axis < Dim; ++axis) {
      // sides on different axes would share cells; only the side with the lower `across` has them
      const i64 wide = axis < across ? radius - 1 : radius;
      range.lo[axis] = static_cast<i32>(std::max(i64{bounds.lo[axis]}, center.at[axis] - wide));
      range.hi[axis] = static_cast<i32>(std::min(i64{bounds.hi[axis]}, center.at[axis] + wide));
    }
    range.lo[across] = range.hi[across] = at;
    return range;
  }

  bool walk_block(const Range& block, const Key& center) {
    Key key = block.first();
    do {
      const bool proceed = visit_cell(key, [&](const Box& box) {
        return nearest(lattice_.cover_at(box, key.level), center) == key;
      });
      if (!proceed) return false;
    } while (block.advance(key));
    return true;
  }

  // Scans the populated cells and tests the items that rings with a smaller radius did not test.
  bool scan_from(const Key& center, i32 radius) {
    for (u32 index = 0; index < lists_.cell_count(); ++index) {
      const Cell<Dim>& cell = lists_.cell(index);
      if (cell.key.level != center.level || ring(cell.key, center) < radius) continue;
      ++counters_.node_visits;
      const bool near = query_.in_reach(query_.lower_bound(home_box(cell.key)));
      trace(near ? Step::kEntered : Step::kMissed, index);
      if (!near) continue;
      for (u32 at = cell.head; at != kNone; at = lists_.entry(at).next) {
        const Entry& entry = lists_.entry(at);
        if (!entry.home()) continue;
        const Range range = lattice_.cover_at(items_.box(entry.id()), center.level);
        if (ring(nearest(range, center), center) < radius) continue;
        ++counters_.item_tests;
        trace(Step::kCompared, index, 1);
        if (!visit_.test(entry.id())) return false;
      }
    }
    return true;
  }

  static i64 ring(const Key& key, const Key& center) {
    i64 most = 0;
    for (int axis = 0; axis < Dim; ++axis) {
      const i64 apart = i64{key.at[axis]} - center.at[axis];
      most = std::max(most, apart < 0 ? -apart : apart);
    }
    return most;
  }

  static Key nearest(const Range& range, const Key& to) {
    Key key = to;
    for (int axis = 0; axis < Dim; ++axis) {
      key.at[axis] = clamped(to.at[axis], range.lo[axis], range.hi[axis]);
    }
    return key;
  }

  // Tests the items of a cell for which first_here(box) is true, so that each item is tested in
  // only one of its cells.
  template <class FirstHere>
  bool visit_cell(const Key& key, const FirstHere& first_here) {
    const u32 index = lists_.find(key);
    if (index == kNone) {
      trace(Step::kSought, kNoNode);
      return true;
    }
    ++counters_.node_visits;
    const bool near = in_reach(key);
    trace(near ? Step::kEntered : Step::kMissed, index);
    if (!near) return true;
    for (u32 at = lists_.cell(index).head; at != kNone; at = lists_.entry(at).next) {
      const Id id = lists_.entry(at).id();
      if (!first_here(items_.box(id))) continue;
      ++counters_.item_tests;
      trace(Step::kCompared, index, 1);
      if (!visit_.test(id)) return false;
    }
    return true;
  }
  void trace(Step step, NodeKey cell, u32 amount = 0) {
    trace_of(counters_).step(step, cell, amount);
  }

  // Returns whether a cell is within the search radius. If not, items of the cell that are in range
  // are tested in a nearer cell.
  bool in_reach(const Key& key) const {
    if constexpr (requires { query_.point(); }) {
      return query_.in_reach(query_.lower_bound(lattice_.cell_box(key)));
    } else {
      return true;
    }
  }

  const ItemStore<Dim>& items_;
  const CellLists<Dim>& lists_;
  const Lattice<Dim>& lattice_;
  const Query& query_;
  CountersT& counters_;
  Visitor& visit_;
  bool scanning_ = false;
  u64 scanned_[(kLevels + 63) / 64] = {};
};

}  // namespace sapwood::spatialhash
