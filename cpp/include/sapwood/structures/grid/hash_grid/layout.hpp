// Builder of the layout of a hash grid: cell sizes, rows of cells, and slots of the items.
#pragma once

#include "sapwood/base/sort.hpp"
#include "sapwood/core/cell_size.hpp"
#include "sapwood/core/item_packets.hpp"
#include "sapwood/core/item_store.hpp"
#include "sapwood/geometry/gather.hpp"
#include "sapwood/structures/grid/hash_grid/level.hpp"

namespace sapwood::hashgrid {

template <int Dim>
struct RowSizes {
  // Sides of the cells of level 0, which are also the maximum extents of its items.
  f32 sides[Dim];
  // Region that is divided into cells: the range of most items, extended on each side by the width
  // of the range or by kMargin cells, whichever is more. Items outside of the region are in its
  // border cells.
  f32 from[Dim] = {};
  f32 to[Dim] = {};

  RowSizes() { std::fill(sides, sides + Dim, 1.0f); }

  // Uses the given sides, and computes the sides that are given as 0.
  static RowSizes of(const ItemStore<Dim>& items, const CellSize& given) {
    RowSizes sizes;
    if (items.size() != 0) sizes.measure(items);
    for (int axis = 0; axis < Dim; ++axis) {
      if (given.sides[axis] == 0) continue;
      sizes.sides[axis] = sizes.least_[axis] = bounded(static_cast<f64>(given.sides[axis]));
    }
    for (int axis = 0; axis < Dim; ++axis) {
      const f32 width = sizes.to[axis] - sizes.from[axis];
      const f32 margin = std::max(width, kMargin * sizes.sides[axis]);
      sizes.from[axis] -= margin;
      sizes.to[axis] += margin;
    }
    return sizes;
  }

  // Reduces the sides if items are clustered, so that an average item shares its cell with too many
  // others. Computed sides remain at least kPerCommonExtent times the typical extent of the items.
  // Given sides do not change. Returns whether a side changed.
  bool refine(f64 crowding) {
    int axes = 0;
    for (int axis = 0; axis < Dim; ++axis) axes += sides[axis] > least_[axis] ? 1 : 0;
    if (!(crowding > kCrowded) || axes == 0 || ++refined_ > kMaxRefinement) return false;
    const f64 factor = CellSizer<Dim>::root(kUncrowded / crowding, axes);
    for (int axis = 0; axis < Dim; ++axis) {
      sides[axis] = std::max(least_[axis], bounded(static_cast<f64>(sides[axis]) * factor));
    }
    return true;
  }

 private:
  static constexpr f64 kPerCommonExtent = 2.5;
  static constexpr f64 kPerSpacing = 1.5;
  static constexpr f32 kMargin = 32;
  static constexpr f64 kCrowded = 16;
  static constexpr f64 kUncrowded = 4;
  static constexpr u32 kMaxRefinement = 4;

  // Bounds a side so that neither the side nor its reciprocal overflows f32.
  static f32 bounded(f64 side) {
    constexpr f64 kLeast = 0x1p-100;
    return static_cast<f32>(side > kLeast ? std::min(side, static_cast<f64>(kMaxCoordinate))
                                          : kLeast);
  }

  void measure(const ItemStore<Dim>& items) {
    CellSizer<Dim> sizer(items.size());
    const u32 stride = 1 + items.id_end() / CellSizer<Dim>::kSample;
    for (Id id = 0; id < items.id_end(); id += stride) {
      if (items.has(id)) sizer.add_sample(items.box(id));
    }
    if (!sizer.has_samples()) sizer.add_sample(items.box(items.first()));
    f64 wanted[Dim];
    for (int axis = 0; axis < Dim; ++axis) sizer.middle(axis, from[axis], to[axis]);
    sizer.common_sides(kPerCommonExtent, from, to, wanted);
    for (int axis = 0; axis < Dim; ++axis) least_[axis] = bounded(wanted[axis]);
    sizer.increase(wanted, from, to, kPerSpacing);
    for (int axis = 0; axis < Dim; ++axis) sides[axis] = bounded(wanted[axis]);
  }

  f32 least_[Dim] = {};
  u32 refined_ = 0;
};

// Returns the lowest level whose cells are not shorter than the box on any axis.
template <int Dim>
u32 level_of(const Aabb<Dim>& box, const f32 (&sides)[Dim]) {
  f32 scale = 1;
  for (u32 number = 0;; ++number, scale *= kLevelRatio) {
    bool fits = true;
    for (int axis = 0; axis < Dim; ++axis) fits &= box.extent(axis) <= sides[axis] * scale;
    if (fits) return number;
  }
}

// Accumulator over the boxes on level 0, four at a time. Computes the bounds of their lower
// corners, and their maximum extents.
template <int Dim>
class ShortBoxes {
 public:
  ShortBoxes() {
    for (int axis = 0; axis < Dim; ++axis) {
      low_[axis] = simd::F32x4::splat(HUGE_VALF);
      high_[axis] = simd::F32x4::splat(-HUGE_VALF);
      longest_[axis] = simd::F32x4::zero();
    }
  }

  void include(const AabbPacket<Dim>& boxes) {
    using namespace simd;
    for (int axis = 0; axis < Dim; ++axis) {
      const F32x4 least = F32x4::load_aligned(boxes.min[axis]);
      low_[axis] = min(least, low_[axis]);
      high_[axis] = max(least, high_[axis]);
      longest_[axis] = max(sub(F32x4::load_aligned(boxes.max[axis]), least), longest_[axis]);
    }
    items_ += kLanes;
  }

  void copy_to(RowLevel<Dim>& level) const {
    for (int axis = 0; axis < Dim; ++axis) {
      // the sign of a reduced zero depends on the platform, and + 0 turns -0 into +0
      level.low[axis] = std::min(level.low[axis], simd::reduce_min(low_[axis]) + 0.0f);
      level.high[axis] = std::max(level.high[axis], simd::reduce_max(high_[axis]) + 0.0f);
      level.stretch(axis, simd::reduce_max(longest_[axis]));
    }
    level.items += items_;
  }

 private:
  simd::F32x4 low_[Dim];
  simd::F32x4 high_[Dim];
  simd::F32x4 longest_[Dim];
  u32 items_ = 0;
};

// Builder of a layout. Assigns slots to the items in the order of rows of cells. The items of dense
// levels are ordered by a counting sort, other items by a comparison sort.
template <int Dim>
class RowLayout {
 public:
  using Box = Aabb<Dim>;
  using Level = RowLevel<Dim>;

  RowLayout(const ItemStore<Dim>& items, RowTable<Dim>& table, ItemPackets<Dim>& packets,
            Array<u32>& slot_of)
      : items_(items), table_(table), packets_(packets), slot_of_(slot_of) {}

  // Lays out all items. Returns false if allocation fails or if there are too many cells. The
  // layout must not be used then.
  [[nodiscard]] bool run(const RowSizes<Dim>& sizes) {
    sizes_ = &sizes;
    return packets_.resize(items_.size()) && slot_of_.resize(items_.id_end()) && find_levels() &&
           count_cells() && place_dense() && place_sparse();
  }

  // Returns the average, over all items, of the number of items in the cell of the item.
  f64 crowding() const { return items_.size() == 0 ? 0 : met_ / items_.size(); }

 private:
  // Item that is not in a dense level.
  struct SparseItem {
    u32 level;  // index in table_.levels
    i32 at[Dim];
    Id id;

    friend bool operator<(const SparseItem& a, const SparseItem& b) {
      if (a.level != b.level) return a.level < b.level;
      for (int axis = Dim - 1; axis >= 0; --axis) {
        if (a.at[axis] != b.at[axis]) return a.at[axis] < b.at[axis];
      }
      return a.id < b.id;
    }
  };

  // Visits all items in the order of ids. Calls four(id, boxes) for four live items of the first
  // level with consecutive ids, and one(id, box) for all other items.
  template <class Four, class One>
  [[gnu::always_inline]] void each(Four&& four, One&& one) const {
    const Box* const boxes = items_.boxes();
    const u32 end = items_.id_end();
    AabbPacket<Dim> packet;
    for (Id id = 0; id < end;) {
      if (end - id >= kLanes) {
        gather({boxes + id, boxes + id + 1, boxes + id + 2, boxes + id + 3}, packet);
        if (all_short(packet)) {
          four(id, packet);
          id += kLanes;
          continue;
        }
      }
      for (const Id last = std::min(id + kLanes, end); id < last; ++id) {
        if (!is_empty(boxes[id])) one(id, boxes[id]);  // boxes of removed items are empty
      }
    }
  }

  // Returns true if all four boxes belong to live items of the first level.
  bool all_short(const AabbPacket<Dim>& boxes) const {
    using namespace simd;
    Mask4 fits = first_lanes(kLanes);
    for (int axis = 0; axis < Dim; ++axis) {
      const F32x4 length =
          sub(F32x4::load_aligned(boxes.max[axis]), F32x4::load_aligned(boxes.min[axis]));
      fits = mask_and(fits, le(length, F32x4::splat(sizes_->sides[axis])));
      fits = mask_and(fits, ge(length, F32x4::zero()));
    }
    return simd::all(fits);
  }

  [[nodiscard]] bool find_levels() {
    Array<Level> all;
    if (!all.resize(1, Level{})) return false;
    ShortBoxes<Dim> shorts;
    bool granted = true;
    each([&](Id, const AabbPacket<Dim>& boxes) { shorts.include(boxes); },
         [&](Id, const Box& box) {
           const u32 number = level_of(box, sizes_->sides);
           granted = granted && (number < all.size() || all.resize(number + 1, Level{}));
           if (!granted) return;
           all[number].include(box);
           ++all[number].items;
         });
    if (!granted || !place_of_.resize(all.size()) || !table_.levels.reserve(all.size())) {
      return false;
    }
    shorts.copy_to(all[0]);
    table_.levels.clear();
    f32 scale = 1;
    for (u32 number = 0; number < all.size(); ++number, scale *= kLevelRatio) {
      Level& level = all[number];
      place_of_[number] = static_cast<u32>(table_.levels.size());
      level.number = number;
      if (level.items == 0) continue;
      divide(level, scale);
      table_.levels.push_unchecked(level);
    }
    return true;
  }

  // Divides a level into cells that are at least `scale` times as long as the finest cells. If
  // there are enough items, also divides the cells into parts.
  void divide(Level& level, f32 scale) {
    f32 sides[Dim];
    for (int axis = 0; axis < Dim; ++axis) sides[axis] = sizes_->sides[axis] * scale;
    const f32 wanted = static_cast<f32>(level.items) * kCellsPerItem + kExtraCells;
    const f32 parts = level.divide(sides, sizes_->from, sizes_->to, kParts);
    if (parts <= static_cast<f32>(level.items) * kPartsPerItem) return;
    level.dense = level.divide(sides, sizes_->from, sizes_->to, 1) <= wanted;
  }

  [[nodiscard]] bool count_cells() {
    f64 cells = 0;
    for (Level& level : table_.levels) {
      if (!level.dense) continue;
      level.first_cell = static_cast<u32>(cells);
      f64 count = 1;
      for (int axis = 0; axis < Dim; ++axis) count *= static_cast<f64>(level.most[axis]) + 1;
      cells += count;
    }
    if (cells > static_cast<f64>(kMaxDenseCells)) return false;
    table_.starts.clear();
    if (!table_.starts.resize(static_cast<size_t>(cells) + 1, 0)) return false;
    u32* const counts = table_.starts.data() + 1;
    u32* const cell_of = slot_of_.data();
    u32 sparse_items = 0;
    const auto one = [&](Id id, const Box& box) __attribute__((noinline)) {
      const Level& level = table_.levels[place_of_[level_of(box, sizes_->sides)]];
      if (level.dense) {
        ++counts[cell_of[id] = level.index(box)];
      } else {
        cell_of[id] = kNone;
        ++sparse_items;
      }
    };
    each(
        [&](Id id, const AabbPacket<Dim>& boxes) {
          const Level& level = table_.levels[0];
          if (level.dense) {
            u32 cells_of[kLanes];
            level.index(boxes, cells_of);
            for (u32 lane = 0; lane < kLanes; ++lane) {
              ++counts[cell_of[id + lane] = cells_of[lane]];
            }
          } else {
            for (u32 lane = 0; lane < kLanes; ++lane) one(id + lane, boxes.get(lane));
          }
        },
        one);
    sparse_items_.clear();
    return sparse_items_.reserve(sparse_items);
  }

  // Assigns slots to the items of dense levels in the order of cells, and in the order of ids
  // within a cell.
  [[nodiscard]] bool place_dense() {
    u32* const counts = table_.starts.data() + 1;
    u32 slot = 0;
    met_ = 0;
    for (size_t cell = 0; cell + 1 < table_.starts.size(); ++cell) {
      const u32 count = counts[cell];
      counts[cell] = slot;
      slot += count;
      met_ += static_cast<f64>(count) * count;
    }
    table_.first_sparse = slot;
    // this loop increases counts[cell] from the first slot of the cell to the first slot of the
    // next cell
    const Box* const boxes = items_.boxes();
    u32* const slot_of = slot_of_.data();
    for (Id id = 0; id < items_.id_end(); ++id) {
      if (is_empty(boxes[id])) continue;
      if (slot_of[id] == kNone) {
        add_straggler(id, boxes[id]);
      } else {
        packets_.put(slot_of[id] = counts[slot_of[id]]++, id, boxes[id]);
      }
    }
    for (Level& level : table_.levels) {
      if (!level.dense) continue;
      u32 cells = 1;
      for (int axis = 0; axis < Dim; ++axis) cells *= static_cast<u32>(level.last(axis)) + 1;
      level.slots = {table_.starts[level.first_cell], table_.starts[level.first_cell + cells]};
    }
    return true;
  }

  void add_straggler(Id id, const Box& box) {
    SparseItem item;
    item.level = place_of_[level_of(box, sizes_->sides)];
    item.id = id;
    for (int axis = 0; axis < Dim; ++axis) {
      item.at[axis] = table_.levels[item.level].cell(axis, box.min[axis]);
    }
    sparse_items_.push_unchecked(item);
  }

  [[nodiscard]] bool place_sparse() {
    const u32 count = static_cast<u32>(sparse_items_.size());
    table_.rows.clear();
    table_.cells.clear();
    if (!table_.rows.reserve(count) || !table_.cells.reserve(count)) return false;
    sort(sparse_items_.begin(), sparse_items_.end(), std::less<SparseItem>());
    const SparseItem* before = nullptr;
    u32 together = 0;
    for (u32 i = 0; i < count; ++i) {
      const SparseItem& item = sparse_items_[i];
      const u32 slot = table_.first_sparse + i;
      Level& level = table_.levels[item.level];
      const bool same_level = before != nullptr && before->level == item.level;
      if (!same_level) {
        level.slots.begin = slot;
        level.rows.begin = static_cast<u32>(table_.rows.size());
      }
      const bool same_row = same_level && in_row_of(*before, item);
      if (!same_row) table_.rows.push_unchecked(row_at(item, slot));
      together = same_row && before->at[0] == item.at[0] ? together + 1 : 0;
      met_ += f64{2} * together + 1;
      level.rows.end = static_cast<u32>(table_.rows.size());
      table_.rows.back().slots.end = level.slots.end = slot + 1;
      table_.cells.push_unchecked(item.at[0]);
      packets_.put(slot_of_[item.id] = slot, item.id, items_.box(item.id));
      before = &item;
    }
    return true;
  }

  static bool in_row_of(const SparseItem& a, const SparseItem& b) {
    bool same = true;
    for (int axis = 1; axis < Dim; ++axis) same = same && a.at[axis] == b.at[axis];
    return same;
  }
  static SparseRow<Dim> row_at(const SparseItem& item, u32 slot) {
    SparseRow<Dim> row;
    for (int axis = 1; axis < Dim; ++axis) row.at[axis - 1] = item.at[axis];
    row.slots = {slot, slot};
    return row;
  }

  const ItemStore<Dim>& items_;
  const RowSizes<Dim>* sizes_ = nullptr;  // set by run()
  f64 met_ = 0;                           // sum of squared item counts of the cells
  RowTable<Dim>& table_;
  ItemPackets<Dim>& packets_;
  Array<u32>& slot_of_;  // by id: first the cell, after the layout the slot
  Array<u32> place_of_;  // index in table_.levels, by level number
  Array<SparseItem> sparse_items_;
};

}  // namespace sapwood::hashgrid
