// Queries: which cells each kind of query looks into, and in which order.
//
// Every level is walked by itself. A box looks into the cells that it covers; a sphere and a search
// for neighbors into rings around the cell of the point, the next ring only while it is in reach;
// a ray into the cells along it, slice by slice (ray_walk.hpp). Whatever has no walk, and a walk
// that would look into more cells than are populated, scans the populated cells instead: so a query
// never costs more than that, however fine the cells.
//
// An item in several cells is looked at in one of them, without a list of those seen: in the cell
// nearest to where the walk began, by cell coordinates. That cell holds the item's point nearest to
// the query's, so it is in reach when the item is. A scan takes items in their home cells.
#pragma once

#include <algorithm>

#include "sapwood/core/concepts.hpp"
#include "sapwood/structures/grid/spatial_hash/cell_lists.hpp"
#include "sapwood/structures/grid/spatial_hash/ray_walk.hpp"

namespace sapwood::spatialhash {

template <int Dim, class Query, Counters Told, class Visitor>
class Walk {
 public:
  using Box = Aabb<Dim>;
  using Key = CellKey<Dim>;
  using Range = CellRange<Dim>;

  Walk(const ItemStore<Dim>& items, const CellLists<Dim>& lists, const Lattice<Dim>& lattice,
       const Query& query, Told& counters, Visitor& visit)
      : items_(items),
        lists_(lists),
        lattice_(lattice),
        query_(query),
        counters_(counters),
        visit_(visit) {}

  // False when the visitor ended it.
  bool run() {
    for (u32 level = 0; level < lists_.level_end(); ++level) {
      if (lists_.level(level).items != 0 && !walk_level(level)) return false;
    }
    return !scanning_ || scan();
  }

 private:
  // Cells that a walk may look up in vain before a scan of all of them is the better choice.
  static constexpr f64 kLookupsInVain = 16;

  f64 budget(u32 level) const { return lists_.level(level).cells + kLookupsInVain; }

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

  // All populated cells of the levels that no walk suits; a node there is what the items of a home
  // cell can reach.
  bool scan() {
    for (u32 index = 0; index < lists_.cell_count(); ++index) {
      const Cell<Dim>& cell = lists_.cell(index);
      if ((scanned_[cell.key.level / 64] >> cell.key.level % 64 & 1) == 0) continue;
      const Box node = home_box(cell.key);
      ++counters_.node_visits;
      const bool touched = query_.may_touch(node);
      tell(touched ? Step::kEntered : Step::kMissed, index);
      if (!touched) continue;
      const bool inside = query_.contains(node);
      for (u32 at = cell.head; at != kNone; at = lists_.entry(at).next) {
        const Entry& entry = lists_.entry(at);
        if (!entry.home()) continue;
        counters_.item_tests += inside ? 0 : 1;
        tell(inside ? Step::kTaken : Step::kCompared, index, 1);
        if (!(inside ? visit_.accept(entry.id()) : visit_.test(entry.id()))) return false;
      }
    }
    return true;
  }

  // Holds the boxes of all items whose home the cell is.
  Box home_box(const Key& key) const {
    Box box = lattice_.cell_box(key);
    const Level<Dim>& level = lists_.level(key.level);
    for (int axis = 0; axis < Dim; ++axis) {
      // extents are rounded to float32
      box.max[axis] = rounded_up(static_cast<f64>(box.max[axis]) +
                                 static_cast<f64>(level.extent[axis]) * (1 + 1e-6));
    }
    return box;
  }

  bool walk_box(u32 level) {
    Range range = lattice_.cover_at(query_.box(), level);
    if (!range.clip(lists_.level(level).bounds)) return true;
    if (range.count() > budget(level)) return leave_to_scan(level);
    const f64 inverse = lattice_.inverse(level);
    Key key = range.first();
    do {
      const bool go_on = visit_cell(key, [&](const Box& box) {
        bool first = true;
        for (int axis = 0; axis < Dim; ++axis) {
          first = first && (key.at[axis] == range.lo[axis] ||
                            key.at[axis] == Lattice<Dim>::cell(box.min[axis], inverse));
        }
        return first;
      });
      if (!go_on) return false;
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
        const bool go_on = visit_cell(key, [&](const Box& box) {
          const Range range = lattice_.cover_at(box, level);
          return !walk.was_in_last_slice(range) && nearest(range, slice.first()) == key;
        });
        if (!go_on) return false;
      } while (slice.advance(key));
    }
    return true;
  }

  bool walk_rings(u32 level) {
    const Range& bounds = lists_.level(level).bounds;
    const f64 inverse = lattice_.inverse(level);
    Key center{};
    center.level = level;
    for (int axis = 0; axis < Dim; ++axis) {
      const i32 at = Lattice<Dim>::cell(query_.point()[axis], inverse);
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

  // The sides of the ring of that radius, without the cells beyond the bounds and those sides that
  // are out of reach; no cell lies in two of them.
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
      const i64 wide = axis < across ? radius - 1 : radius;  // an edge belongs to the earlier axis
      range.lo[axis] = static_cast<i32>(std::max(i64{bounds.lo[axis]}, center.at[axis] - wide));
      range.hi[axis] = static_cast<i32>(std::min(i64{bounds.hi[axis]}, center.at[axis] + wide));
    }
    range.lo[across] = range.hi[across] = at;
    return range;
  }

  bool walk_block(const Range& block, const Key& center) {
    Key key = block.first();
    do {
      const bool go_on = visit_cell(key, [&](const Box& box) {
        return nearest(lattice_.cover_at(box, key.level), center) == key;
      });
      if (!go_on) return false;
    } while (block.advance(key));
    return true;
  }

  // What the rings below `radius` have left over.
  bool scan_from(const Key& center, i32 radius) {
    for (u32 index = 0; index < lists_.cell_count(); ++index) {
      const Cell<Dim>& cell = lists_.cell(index);
      if (cell.key.level != center.level || ring(cell.key, center) < radius) continue;
      ++counters_.node_visits;
      const bool near = query_.in_reach(query_.lower_bound(home_box(cell.key)));
      tell(near ? Step::kEntered : Step::kMissed, index);
      if (!near) continue;
      for (u32 at = cell.head; at != kNone; at = lists_.entry(at).next) {
        const Entry& entry = lists_.entry(at);
        if (!entry.home()) continue;
        const Range range = lattice_.cover_at(items_.box(entry.id()), center.level);
        if (ring(nearest(range, center), center) < radius) continue;
        ++counters_.item_tests;
        tell(Step::kCompared, index, 1);
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

  // Reports the items of a cell whose box `first_here` accepts: those that no other cell reports.
  template <class FirstHere>
  bool visit_cell(const Key& key, const FirstHere& first_here) {
    const u32 index = lists_.find(key);
    if (index == kNone) {
      tell(Step::kSought, kNoNode);
      return true;
    }
    ++counters_.node_visits;
    const bool near = in_reach(key);
    tell(near ? Step::kEntered : Step::kMissed, index);
    if (!near) return true;
    for (u32 at = lists_.cell(index).head; at != kNone; at = lists_.entry(at).next) {
      const Id id = lists_.entry(at).id();
      if (!first_here(items_.box(id))) continue;
      ++counters_.item_tests;
      tell(Step::kCompared, index, 1);
      if (!visit_.test(id)) return false;
    }
    return true;
  }
  void tell(Step step, NodeKey cell, u32 amount = 0) {
    trace_of(counters_).step(step, cell, amount);
  }

  // A cell whose part of an item is out of reach; another cell holds the nearer part.
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
  Told& counters_;
  Visitor& visit_;
  bool scanning_ = false;
  u64 scanned_[(kLevels + 63) / 64] = {};
};

}  // namespace sapwood::spatialhash
