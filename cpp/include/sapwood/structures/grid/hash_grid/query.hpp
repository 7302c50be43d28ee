// Queries of a hash grid.
#pragma once

#include "sapwood/core/concepts.hpp"
#include "sapwood/core/item_packets.hpp"
#include "sapwood/geometry/ray_query.hpp"
#include "sapwood/structures/grid/hash_grid/level.hpp"

namespace sapwood::hashgrid {

inline simd::Mask4 mask_of(u32 lanes) {
  const simd::U32x4 bits = simd::U32x4::set(1, 2, 4, 8);
  return simd::eq(simd::bit_and(simd::U32x4::splat(lanes), bits), bits);
}

// Calls visit(packet, lanes) for each packet of a run, which must not be empty. `lanes` is the mask
// of the lanes that belong to the run. Stops and returns false if visit() returns false.
template <class Visit>
[[gnu::always_inline]] inline bool each_packet(const SlotSpan& run, Visit&& visit) {
  const u32 last = (run.end - 1) / kLanes;
  u32 at = run.begin / kLanes;
  u32 lanes = 0xFu << run.begin % kLanes & 0xFu;
  for (; at < last; ++at, lanes = 0xFu) {
    if (!visit(at, lanes)) return false;
  }
  return visit(at, lanes & 0xFu >> (kLanes - 1 - (run.end - 1) % kLanes));
}

// Test of the items in runs of slots for one query, four slots at a time. The functions return
// false if the visitor stopped the query.
template <int Dim, class Query, Counters CountersT, class Visitor>
class Runs {
 public:
  Runs(const ItemPackets<Dim>& packets, const Query& query, CountersT& counters, Visitor& visit)
      : packets_(packets), query_(query), counters_(counters), visit_(visit) {}

  [[gnu::noinline]] bool visit(const SlotSpan& run) {
    if (run.empty()) return true;
    ++counters_.node_visits;
    counters_.item_tests += run.end - run.begin;
    if constexpr (TestsExactly<Query>) {
      if (Id* const begin = visit_.reserve(run.end - run.begin)) {
        write_hits(run, begin);
        return true;
      }
    }
    return test(run);
  }
  // Tests the items of a run. Does not update the counters.
  bool test(const SlotSpan& run) {
    return each_packet(run, [&](u32 at, u32 lanes) { return visit_packet(at, lanes); });
  }

  bool visit_all(const SlotSpan& run) {
    for (u32 slot = run.begin; slot < run.end; ++slot) {
      const Id id = packets_.id(slot);
      if (id != kNone && !visit_.accept(id)) return false;
    }
    return true;
  }

 private:
  [[gnu::always_inline]] void write_hits(const SlotSpan& run, Id* begin) {
    Id* end = begin;
    each_packet(run, [&](u32 at, u32 lanes) {
      const u32 hits = query_.may_touch4(packets_.packet(at)) & lanes;
      end += simd::compress_store(end, simd::U32x4::load(packets_.ids(at)), hits);
      return true;
    });
    visit_.commit(static_cast<u32>(end - begin));
  }

  [[gnu::always_inline]] bool visit_packet(u32 at, u32 lanes) {
    const AabbPacket<Dim>& boxes = packets_.packet(at);
    const Id* const ids = packets_.ids(at);
    if constexpr (Visitor::kUsesBounds) {
      // lanes outside of the run get an infinite bound
      const simd::F32x4 bounds =
          simd::select(mask_of(lanes), query_.lower_bound4(boxes), simd::F32x4::splat(HUGE_VALF));
      return visit_.passed_bounds(query_, ids, boxes, bounds, query_.in_reach4(bounds));
    } else {
      const u32 hits = query_.may_touch4(boxes) & lanes;
      return hits == 0 || visit_.passed_lanes(query_, ids, boxes, hits);
    }
  }

  const ItemPackets<Dim>& packets_;
  const Query& query_;
  CountersT& counters_;
  Visitor& visit_;
};

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

  // Clips a part of the ray to the range in which it can touch items of a slab of cells. Returns
  // false if the clipped part is empty.
  bool cut(RayPart& part, int axis, i32 cell) const { return cut(part, axis, cell, cell); }

  // Computes the cells of an axis whose items a part of the ray can touch.
  void cells(const RayPart& part, int axis, i32& low, i32& high) const {
    const f64 enter = origin_[axis] + unit_[axis] * part.enter;
    const f64 leave = origin_[axis] + unit_[axis] * part.leave;
    // rounding errors are proportional to the largest number involved
    const f64 slack = (std::fabs(origin_[axis]) + part.leave) * kSlack;
    edges_.cells(axis, std::min(enter, leave) - slack, std::max(enter, leave) + slack, low, high);
  }

  // Returns a lower bound of the distance from the ray origin to the points of a part and to all
  // points after it.
  f32 least_distance(const RayPart& part) const {
    return rounded_down(std::max(0.0, part.enter) * (1 - 1e-6));
  }

 private:
  // About 450 times the relative rounding error of f64.
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

// Traversal of a hash grid for one query. Visits runs of slots and tests four slots at a time.
//
// A box query visits the block of cells whose items it can touch, one run per row. A sphere query
// visits the cells of each row within its radius. A nearest query first visits a block of cells
// around its point that contains enough items, then the other cells within the reduced radius. A
// ray is clipped to slabs of cells, one axis after the other. For all other queries, the block of
// all cells is halved recursively, until each part is outside of the query, inside of it, or small.
template <int Dim, class Query, Counters CountersT, class Visitor>
class RowWalk {
 public:
  using Box = Aabb<Dim>;
  using Level = RowLevel<Dim>;
  using Cells = Block<Dim>;

  RowWalk(const RowTable<Dim>& table, const ItemPackets<Dim>& packets, const Query& query,
          CountersT& counters, Visitor& visit)
      : table_(table),
        query_(query),
        counters_(counters),
        visit_(visit),
        runs_(packets, query, counters, visit) {}

  bool run() {
    for (const Level& level : table_.levels) {
      if (!walk(level)) return false;
    }
    return true;
  }

  bool walk(const Level& level) {
    if constexpr (requires { query_.box(); }) {
      Cells block;
      const Box& box = query_.box();
      return !level.around(box.min, box.max, block) ||
             table_.each_row(level, block, [&](const Row<Dim>& row) {
               return visit(level, row, block.lo[0], block.hi[0]);
             });
    } else if constexpr (requires { query_.direction(); }) {
      return walk_ray(level);
    } else if constexpr (requires { query_.point(); }) {
      return walk_around(level);
    } else {
      return halve(level, RowEdges<Dim>(level), level.all());
    }
  }

 private:
  [[gnu::always_inline]] bool visit(const Level& level, const Row<Dim>& row, i32 low, i32 high) {
    const SlotSpan run = table_.span(level, row, low, high);
    if constexpr (kTraces<CountersT>) {
      return run.empty() || visit_by_cells(level, row, run);
    } else {
      return runs_.visit(run);
    }
  }
  // Accepts all items of some cells of a row without a test.
  [[gnu::always_inline]] bool visit_all(const Level& level, const Row<Dim>& row, i32 low,
                                        i32 high) {
    const SlotSpan run = table_.span(level, row, low, high);
    if constexpr (kTraces<CountersT>) {
      return each_cell(level, row, run, [&](NodeKey cell, const SlotSpan& slots) {
        trace_of(counters_).step(Step::kTaken, cell);
        return runs_.visit_all(slots);
      });
    }
    return runs_.visit_all(run);
  }

  // Tests a run like Runs::visit(), but traces each of its cells.
  bool visit_by_cells(const Level& level, const Row<Dim>& row, const SlotSpan& run) {
    ++counters_.node_visits;
    counters_.item_tests += run.end - run.begin;
    return each_cell(level, row, run, [&](NodeKey cell, const SlotSpan& slots) {
      const Step step = slots.begin == run.begin ? Step::kEntered : Step::kNext;
      trace_of(counters_).step(step, cell);
      trace_of(counters_).step(Step::kCompared, cell, slots.end - slots.begin);
      return runs_.test(slots);
    });
  }
  // Calls visit(cell, slots) for each cell of a run. `slots` are the slots of the cell within the
  // run. The key of a cell is its first slot.
  template <class Visit>
  bool each_cell(const Level& level, const Row<Dim>& row, const SlotSpan& run, const Visit& visit) {
    for (u32 slot = run.begin; slot < run.end;) {
      i32 low;
      i32 high;
      table_.cell_at(level, row, slot, low, high);
      const SlotSpan cell = table_.span(level, row, low, high);
      const u32 end = std::min(cell.end, run.end);
      if (!visit(NodeKey{cell.begin}, SlotSpan{slot, end})) return false;
      slot = end;
    }
    return true;
  }

  static constexpr u32 kShort = 16;  // blocks with at most this many slots are not halved further

  bool walk_around(const Level& level) {
    const RowEdges<Dim> edges(level);
    Cells seen;
    bool some = false;
    if (const size_t wanted = visit_.result_limit(); wanted != 0 && query_.limit() == HUGE_VAL) {
      seen = cells_with(level, wanted);
      some = true;
      if (!visit_around(level, edges, seen, nullptr)) return false;
    }
    for (;;) {
      Cells block = level.all();
      const bool bounded = query_.limit() < HUGE_VAL;
      if (bounded) {
        if (!reach_block(level, block)) return true;
      } else if (some && !(seen == block)) {
        block = grown(level, seen);
      }
      if (!visit_around(level, edges, block, some ? &seen : nullptr)) return false;
      if (bounded || block == level.all()) return true;
      seen = block;
      some = true;
    }
  }

  // Computes the cells whose items can be within the current search radius. Returns false if there
  // are none.
  bool reach_block(const Level& level, Cells& block) const {
    const f64 reach = std::sqrt(query_.limit()) * (1 + 1e-12);
    f32 low[Dim];
    f32 high[Dim];
    for (int axis = 0; axis < Dim; ++axis) {
      // bounds of items are f32, so rounding to the nearest f32 does not change comparisons
      low[axis] = static_cast<f32>(static_cast<f64>(query_.point()[axis]) - reach);
      high[axis] = static_cast<f32>(static_cast<f64>(query_.point()[axis]) + reach);
    }
    return level.around(low, high, block);
  }

  // Returns the first of a series of growing blocks around the point that contains at least
  // `wanted` items, or all cells.
  Cells cells_with(const Level& level, size_t wanted) const {
    Cells block;
    for (int axis = 0; axis < Dim; ++axis) {
      const f32 at = query_.point()[axis];
      block.lo[axis] = level.cell(axis, at - level.reach[axis]);
      block.hi[axis] = level.cell(axis, at);
    }
    level.widen_to_cells(block);
    const Cells all = level.all();
    while (!(block == all) && count(level, block, wanted) < wanted) block = grown(level, block);
    return block;
  }

  // Counts the slots in a block. Stops when there are at least `wanted` slots.
  size_t count(const Level& level, const Cells& block, size_t wanted) const {
    size_t items = 0;
    (void)table_.each_row(level, block, [&](const Row<Dim>& row) {
      const SlotSpan span = table_.span(level, row, block.lo[0], block.hi[0]);
      items += span.end - span.begin;
      return items < wanted;
    });
    return items;
  }

  // Returns a block that is about 1.5 times as wide. Each side is extended by at least one cell.
  static Cells grown(const Level& level, const Cells& block) {
    Cells wider;
    for (int axis = 0; axis < Dim; ++axis) {
      const i32 by = level.parts_on(axis) * (1 + (width(level, block, axis) - 1) / 4);
      wider.lo[axis] = std::max(block.lo[axis] - by, 0);
      wider.hi[axis] = std::min(block.hi[axis] + by, level.last(axis));
    }
    return wider;
  }

  // Visits the cells of a block within the search radius, except the cells in `seen`.
  bool visit_around(const Level& level, const RowEdges<Dim>& edges, const Cells& block,
                    const Cells* seen) {
    return table_.each_row(level, block, [&](const Row<Dim>& row) {
      i32 low = block.lo[0];
      i32 high = block.hi[0];
      if (query_.limit() < HUGE_VAL && !narrow(edges, row, low, high)) return true;
      if (seen == nullptr || is_outside(row, *seen)) {
        return visit(level, row, low, high);
      }
      const i32 before = std::min(high, seen->lo[0] - 1);
      const i32 behind = std::max(low, seen->hi[0] + 1);
      return (low > before || visit(level, row, low, before)) &&
             (behind > high || visit(level, row, behind, high));
    });
  }

  static bool is_outside(const Row<Dim>& row, const Cells& seen) {
    bool out = false;
    for (int axis = 1; axis < Dim; ++axis) {
      out |= row.at[axis] < seen.lo[axis] || row.at[axis] > seen.hi[axis];
    }
    return out;
  }

  // Narrows `low` and `high` to the cells of a row within the search radius. Returns false if no
  // cell is within the radius.
  bool narrow(const RowEdges<Dim>& edges, const Row<Dim>& row, i32& low, i32& high) const {
    f64 left = query_.limit() * (1 + 1e-12);
    for (int axis = 1; axis < Dim; ++axis) {
      const f64 apart =
          edges.apart(axis, row.at[axis], static_cast<f64>(query_.point()[axis])) * (1 - 1e-12);
      left -= apart * apart;
    }
    if (left < 0) return false;
    const f64 reach = std::sqrt(left) * (1 + 1e-12);
    const f64 at = static_cast<f64>(query_.point()[0]);
    i32 least;
    i32 most;
    edges.cells(0, at - reach, at + reach, least, most);
    low = std::max(low, least);
    high = std::min(high, most);
    return low <= high;
  }

  bool walk_ray(const Level& level) {
    const RaySlabs<Dim> slabs(query_, level);
    if (slabs.misses()) return true;
    if (level.dense) return walk_slabs(level, slabs, slabs.whole(), Dim - 1, Row<Dim>{});
    return table_.each_row(level, level.all(), [&](const Row<Dim>& row) {
      RayPart part = slabs.whole();
      for (int axis = Dim - 1; axis > 0; --axis) {
        if (!slabs.cut(part, axis, row.at[axis])) return true;
      }
      return !query_.in_reach(slabs.least_distance(part)) || walk_row(level, slabs, row, part);
    });
  }

  // Visits the slabs of cells along an axis of a dense level, in the direction of the ray.
  bool walk_slabs(const Level& level, const RaySlabs<Dim>& slabs, const RayPart& part, int axis,
                  Row<Dim> row) {
    i32 low;
    i32 high;
    slabs.cells(part, axis, low, high);
    const i32 step = slabs.forward(axis) ? 1 : -1;
    const i32 end = step > 0 ? high + 1 : low - 1;
    for (row.at[axis] = step > 0 ? low : high; row.at[axis] != end; row.at[axis] += step) {
      RayPart inside = part;
      if (!slabs.cut(inside, axis, row.at[axis])) continue;
      if (!query_.in_reach(slabs.least_distance(inside))) return true;
      const bool proceed = axis == 1 ? walk_row(level, slabs, table_.dense_row(level, row), inside)
                                     : walk_slabs(level, slabs, inside, axis - 1, row);
      if (!proceed) return false;
    }
    return true;
  }

  bool walk_row(const Level& level, const RaySlabs<Dim>& slabs, const Row<Dim>& row,
                const RayPart& part) {
    i32 low;
    i32 high;
    slabs.cells(part, 0, low, high);
    return visit(level, row, low, high);
  }

  bool halve(const Level& level, const RowEdges<Dim>& edges, const Cells& block) {
    const Box bounds = edges.bounds(block);
    if (!query_.may_touch(bounds)) {
      ++counters_.node_visits;
      trace_of(counters_).step(Step::kMissed, kNoNode);
      return true;
    }
    int widest = 0;
    for (int axis = 1; axis < Dim; ++axis) {
      if (width(level, block, axis) > width(level, block, widest)) widest = axis;
    }
    const bool inside = query_.contains(bounds);
    if (inside || width(level, block, widest) == 1 || count(level, block, kShort + 1) <= kShort) {
      return table_.each_row(level, block, [&](const Row<Dim>& row) {
        return inside ? visit_all(level, row, block.lo[0], block.hi[0])
                      : visit(level, row, block.lo[0], block.hi[0]);
      });
    }
    ++counters_.node_visits;
    trace_of(counters_).step(Step::kEntered, kNoNode);
    Cells half = block;
    // split between cells, not between parts of a cell
    const i32 parts = level.parts_on(widest);
    const i32 middle = block.lo[widest] + width(level, block, widest) / 2 * parts - 1;
    half.hi[widest] = middle;
    if (!halve(level, edges, half)) return false;
    half.hi[widest] = block.hi[widest];
    half.lo[widest] = middle + 1;
    return halve(level, edges, half);
  }

  // Returns the width of a block in whole cells.
  static i32 width(const Level& level, const Cells& block, int axis) {
    const i32 parts = level.parts_on(axis);
    return block.hi[axis] / parts - block.lo[axis] / parts + 1;
  }

  const RowTable<Dim>& table_;
  const Query& query_;
  CountersT& counters_;
  Visitor& visit_;
  Runs<Dim, Query, CountersT, Visitor> runs_;
};

}  // namespace sapwood::hashgrid
