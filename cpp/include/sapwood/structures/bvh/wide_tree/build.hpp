// A plan for a tree of items by the method that the user chose.
#pragma once

#include "sapwood/core/item_store.hpp"
#include "sapwood/structures/bvh/wide_tree/curve_build.hpp"
#include "sapwood/structures/bvh/wide_tree/options.hpp"
#include "sapwood/structures/bvh/wide_tree/quality_build.hpp"

namespace sapwood::wide_tree {

// Some items, ascending by id: all below a count, or all that are live.
template <int Dim>
struct ItemRun {
  const Aabb<Dim>* boxes;  // by id
  u32 count;
  const ItemStore<Dim>* live;  // null: ids are 0 .. count - 1
};

// False when the memory is not to be had.
template <class Options, int Dim>
[[nodiscard]] bool make_plan(const ItemRun<Dim>& items, const Options& options, Plan& plan) {
  using Build = typename Options::Build;
  const bool dense = items.live == nullptr || items.live->dense();
  Id next = dense ? 0 : items.live->first();
  const auto ids = [&](u32 i) {
    if (dense) return i;
    const Id id = next;
    next = items.live->next(id);
    return id;
  };
  if constexpr (Options::offers(Build::kMorton)) {
    if (options.build == Build::kMorton) {
      return CurveBuilder<Dim, MortonCurve<Dim>>().run(items.boxes, items.count, ids, plan);
    }
  }
  if constexpr (Options::offers(Build::kQuality)) {
    if (options.build == Build::kQuality) {
      return QualityBuilder<Dim>().run(items.boxes, items.count, ids, plan);
    }
  }
  return CurveBuilder<Dim, HilbertCurve<Dim>>().run(items.boxes, items.count, ids, plan);
}

}  // namespace sapwood::wide_tree
