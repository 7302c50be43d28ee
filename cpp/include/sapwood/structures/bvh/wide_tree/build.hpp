// Options of a wide tree, and the choice of the build method.
#pragma once

#include "sapwood/core/item_store.hpp"
#include "sapwood/core/wide_tree/curve_builder.hpp"
#include "sapwood/core/wide_tree/quality_builder.hpp"
#include "sapwood/structures/bvh/wide_tree/tree.hpp"

namespace sapwood {

/// Options of a wide tree.
struct WideTreeOptions {
  /// Method of building the tree.
  enum class Build : u8 {
    kMorton,   ///< In Morton order: the fastest build.
    kHilbert,  ///< Along the Hilbert curve: slightly slower, with better locality.
    kQuality,  ///< Top down by the surface-area heuristic: the fastest queries.
  };
  static constexpr const char* kBuildNames[] = {"morton", "hilbert", "quality"};

  Build build = Build::kHilbert;

  template <class V>
  void describe(V& v) {
    v.choice("build", build, kBuildNames);
  }
};

}  // namespace sapwood

namespace sapwood::wide_tree {

// Items of a tree in ascending order of id: either all ids less than `count`, or all live items.
template <int Dim>
struct ItemRun {
  const Aabb<Dim>* boxes;  // indexed by id
  u32 count;
  const ItemStore<Dim>* live;  // if null, ids are 0 .. count - 1
};

template <int Dim>
[[nodiscard]] bool make_plan(const ItemRun<Dim>& items, const WideTreeOptions& options,
                             TreePlan& plan) {
  using Build = WideTreeOptions::Build;
  const bool dense = items.live == nullptr || items.live->dense();
  Id next = dense ? 0 : items.live->first();
  const auto ids = [&](u32 i) {
    if (dense) return i;
    const Id id = next;
    next = items.live->next(id);
    return id;
  };
  if (options.build == Build::kMorton) {
    return CurveBuilder<Dim, MortonCurve<Dim>>().run({items.boxes}, items.count, ids, plan);
  }
  if (options.build == Build::kQuality) {
    return QualityBuilder<Dim>().run(items.boxes, items.count, ids, plan);
  }
  return CurveBuilder<Dim, HilbertCurve<Dim>>().run({items.boxes}, items.count, ids, plan);
}

}  // namespace sapwood::wide_tree
