/// @file
/// Ray queries of a mesh.
#pragma once

#include "sapwood/base/sort.hpp"
#include "sapwood/mesh/traverse.hpp"

namespace sapwood::mesh {

/// Hit of a ray.
template <int Dim>
struct RayHit {
  u32 primitive;
  bool front;          ///< True if the ray hits the side to which the normal points.
  f64 distance;        ///< In world units.
  Vector<Dim> normal;  ///< Unit normal of the primitive; does not depend on `front`.
  f64 u;               ///< Weight of vertex 1 at the hit.
  f64 v;               ///< Weight of vertex 2 at the hit; 0 in 2D.
};

template <int Dim>
RayHit<Dim> hit_of(u32 id, const Primitive<Dim>& primitive, const Crossing<Dim>& crossing) {
  RayHit<Dim> hit{id, crossing.front, crossing.distance, unit_normal(primitive), 0, 0};
  hit.u = crossing.weights[1] / crossing.sum;
  if constexpr (Dim == 3) hit.v = crossing.weights[2] / crossing.sum;
  return hit;
}

/// Search for the primitives that a ray hits.
template <int Dim>
class RayTraversal {
 public:
  RayTraversal(const Geometry<Dim>& geometry, const Ray<Dim>& ray)
      : geometry_(geometry),
        ray_(ray, geometry.largest()),
        filter_(ray.origin, ray_.unit(), {}, ray.max_distance, geometry.largest()),
        limit_(ray.max_distance),
        padded_(padded_limit(ray.max_distance)) {}

  /// Finds the closest hit. If several hits have the same distance, finds the one with the smallest
  /// id.
  bool closest(RayHit<Dim>& hit) {
    const Leaf<Dim>* best = nullptr;
    u32 best_lane = 0;
    Crossing<Dim> found;
    const auto test = [&](const Leaf<Dim>& leaf) {
      return for_each_crossing(leaf, [&](u32 lane, const Crossing<Dim>& crossing) {
        const bool closer =
            best == nullptr || crossing.distance < limit_ || leaf.id[lane] < best->id[best_lane];
        if (!closer) return true;
        best = &leaf;
        best_lane = lane;
        found = crossing;
        limit_ = crossing.distance;
        padded_ = padded_limit(limit_);
        filter_.shrink(limit_);
        return true;
      });
    };
    search(geometry_, filter_, test);
    if (best == nullptr) return false;
    hit = hit_of(best->id[best_lane], geometry_.primitive(*best, best_lane), found);
    return true;
  }

  bool any() {
    RayHit<Dim> hit;
    return any(hit);
  }
  /// Finds any hit, which is not always the closest one.
  bool any(RayHit<Dim>& hit) {
    bool found = false;
    visit_hits([&](const RayHit<Dim>& at) {
      hit = at;
      found = true;
      return false;
    });
    return found;
  }

  /// Appends all hits. Returns false if allocation fails.
  bool all(Array<RayHit<Dim>>& hits) {
    bool granted = true;
    visit_hits([&](const RayHit<Dim>& hit) { return granted = hits.push_back(hit); });
    return granted;
  }

 private:
  // Calls each(hit) for each hit, until it returns false. The call uses a function pointer, so that
  // the search is compiled once.
  template <class Each>
  void visit_hits(Each&& each) {
    using Target = std::remove_reference_t<Each>;
    visit_hits(&each,
               [](void* to, const RayHit<Dim>& hit) { return (*static_cast<Target*>(to))(hit); });
  }
  void visit_hits(void* to, bool (*each)(void*, const RayHit<Dim>&)) {
    search(geometry_, filter_, [&](const Leaf<Dim>& leaf) {
      return for_each_crossing(leaf, [&](u32 lane, const Crossing<Dim>& crossing) {
        return each(to, hit_of(leaf.id[lane], geometry_.primitive(leaf, lane), crossing));
      });
    });
  }

  // Calls each(lane, crossing) for each hit in a leaf at a distance within the limit. Stops and
  // returns false if a call returns false.
  template <class Each>
  [[gnu::always_inline]] bool for_each_crossing(const Leaf<Dim>& leaf, Each&& each) {
    u32 lanes = ray_.may_cross4(geometry_.gather(leaf), padded_);
    for (; lanes != 0; lanes &= lanes - 1) {
      const u32 lane = static_cast<u32>(std::countr_zero(lanes));
      Crossing<Dim> crossing;
      if (leaf.id[lane] == kNone) continue;
      if (!ray_.crosses(geometry_.primitive(leaf, lane), crossing)) continue;
      if (crossing.distance <= limit_ && !each(lane, crossing)) return false;
    }
    return true;
  }

  const Geometry<Dim>& geometry_;
  ShearedRay<Dim> ray_;
  SlabFilter<Dim> filter_;
  f64 limit_;
  f32 padded_;
};

}  // namespace sapwood::mesh
