// Computes the cell size.
#pragma once

#include "sapwood/core/cell_size.hpp"
#include "sapwood/core/item_store.hpp"
#include "sapwood/structures/grid/hash_grid/level.hpp"

namespace sapwood::hashgrid {

template <int Dim>
struct RowSizes {
  f32 finest = 1;  // size of the longest items of level 0
  f32 side = 1;    // of its cells
  // Where cells are: where most items are, as much again on either side and a few cells at least.
  // What is outside is in the cells at the border.
  f32 from[Dim] = {};
  f32 to[Dim] = {};

  // `given` is 0 where cells are to be chosen.
  static RowSizes of(const ItemStore<Dim>& items, f32 given) {
    RowSizes sizes;
    if (given != 0) sizes.side = bounded(static_cast<f64>(given));
    if (items.size() == 0) return sizes;
    CellSizer<Dim> sizer(items.size());
    const u32 stride = 1 + items.id_end() / CellSizer<Dim>::kSample;
    for (Id id = 0; id < items.id_end(); id += stride) {
      if (items.has(id)) sizer.look_at(items.box(id));
    }
    if (!sizer.looked()) sizer.look_at(items.box(items.first()));
    if (given == 0) {
      sizes.least_ = bounded(sizer.common_extent() * kPerCommonExtent);
      sizes.side = std::max(sizes.least_, bounded(sizer.spacing() * kPerSpacing));
    }
    sizes.finest = sizes.side;
    for (int axis = 0; axis < Dim; ++axis) {
      sizer.middle(axis, sizes.from[axis], sizes.to[axis]);
      const f32 margin = std::max(sizes.to[axis] - sizes.from[axis], kMargin * sizes.side);
      sizes.from[axis] -= margin;
      sizes.to[axis] += margin;
    }
    return sizes;
  }

  // Whether smaller cells are better where so many items are in the cell of a typical one: items
  // that crowd in few places. Cells do not become smaller than items ask for.
  bool refine(f64 crowding) {
    if (!(crowding > kCrowded) || side <= least_ || ++refined_ > kMostRefined) return false;
    const f64 volume = kUncrowded / crowding;
    const f64 factor = Dim == 2 ? std::sqrt(volume) : CellSizer<Dim>::cube_root(volume);
    side = std::max(least_, bounded(static_cast<f64>(side) * factor));
    finest = side;
    return true;
  }

 private:
  static constexpr f64 kPerCommonExtent = 2.5;
  static constexpr f64 kPerSpacing = 1.5;
  static constexpr f32 kMargin = 32;
  static constexpr f64 kCrowded = 16;
  static constexpr f64 kUncrowded = 4;
  static constexpr u32 kMostRefined = 4;

  // So that neither a side nor its reciprocal leaves float32.
  static f32 bounded(f64 side) {
    constexpr f64 kLeast = 0x1p-100;
    return static_cast<f32>(side > kLeast ? std::min(side, static_cast<f64>(kMaxCoordinate))
                                          : kLeast);
  }

  f32 least_ = 0;
  u32 refined_ = 0;
};

}  // namespace sapwood::hashgrid
