// Frustum query that counts its plane tests: each test of a node or an item against one plane.
// Plane masks reduce this number without changing results. Only cull_report() of the bindings and
// tests use the class.
#pragma once

#include "sapwood/geometry/frustum_query.hpp"
#include "sapwood/geometry/sphere_query.hpp"

namespace sapwood {

enum class PlaneMasks : u8 {
  kInherited,
  kIgnored,  // every test begins with all planes, for comparison
};

class TalliedFrustumQuery : public FrustumQuery {
 public:
  explicit TalliedFrustumQuery(const Frustum& frustum, PlaneMasks masks = PlaneMasks::kInherited)
      : FrustumQuery(frustum), masks_(masks) {}

  // Returns the number of plane tests. A packet of four boxes counts as one test per plane.
  u64 plane_tests() const { return tests_; }

  FrustumTest test(const Aabb<3>& node, u32 planes) const {
    return FrustumQuery::test(node, taken(planes), Tally{tests_});
  }
  PacketCut test4(const AabbPacket<3>& packet, u32 planes) const {
    return FrustumQuery::test4(packet, taken(planes), Tally{tests_});
  }

 private:
  friend class SphereView<TalliedFrustumQuery>;

  struct Tally {
    u64& tests;
    void operator()() const { ++tests; }
  };

  u32 taken(u32 planes) const { return masks_ == PlaneMasks::kIgnored ? kAllPlanes : planes; }

  PlaneMasks masks_;
  mutable u64 tests_ = 0;
};

template <>
class SphereView<TalliedFrustumQuery> : public SphereView<FrustumQuery> {
 public:
  SphereView(const TalliedFrustumQuery& query, const Sphere<3>& world)
      : SphereView<FrustumQuery>(query, world), query_(query) {}

  FrustumTest test(const Sphere<3>& sphere, u32 planes) const {
    return SphereView<FrustumQuery>::test(sphere, query_.taken(planes),
                                          TalliedFrustumQuery::Tally{query_.tests_});
  }

 private:
  const TalliedFrustumQuery& query_;
};

}  // namespace sapwood
