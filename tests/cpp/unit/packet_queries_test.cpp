// Tests that a query gives the same results for four boxes in a SIMD packet as for the single
// boxes.
#include <gtest/gtest.h>

#include "query_cases.hpp"
#include "sapwood/geometry/box_query.hpp"
#include "sapwood/geometry/frustum_query.hpp"
#include "sapwood/geometry/ray_query.hpp"

namespace sapwood::test {
namespace {

constexpr u32 kPacketCases = 20000;

// Returns a SIMD packet of three boxes. Lane 2 of the packet is unused.
template <int Dim>
AabbPacket<Dim> three_boxes(const Neighborhood& here, Random& random) {
  AabbPacket<Dim> packet = empty_packet<Dim>();
  for (const u32 lane : {0u, 1u, 3u}) packet.set(lane, here.box<Dim>(random));
  return packet;
}

template <int Dim>
Ray<Dim> any_ray(const Neighborhood& here, Random& random) {
  Ray<Dim> ray{here.point<Dim>(random), {}, HUGE_VALF};
  do {
    for (int axis = 0; axis < Dim; ++axis) {
      const f32 tiny = random.one_in(2) ? 0.0f : 1e-38f;
      ray.direction[axis] = random.one_in(3) ? tiny : random.between(-1, 1);
    }
  } while (!is_valid(ray));
  if (random.one_in(2)) ray.max_distance = std::fabs(here.coordinate(random));
  return ray;
}

template <int Dim>
void expect_ray_lanes(u64 seed) {
  Random random(seed);
  u32 met = 0;
  for (u32 i = 0; i < kPacketCases; ++i) {
    const Neighborhood here(random);
    const AabbPacket<Dim> packet = three_boxes<Dim>(here, random);
    const RayQuery<Dim> query(any_ray<Dim>(here, random));
    f32 bounds[kLanes];
    simd::store(bounds, query.lower_bound4(packet));
    const u32 touched = query.may_touch4(packet);
    const u32 reached = query.in_reach4(query.lower_bound4(packet));
    ASSERT_EQ(touched >> 2 & 1, 0u) << "case " << i;
    for (const u32 lane : {0u, 1u, 3u}) {
      const f32 bound = query.lower_bound(packet.get(lane));
      ASSERT_EQ(bounds[lane], bound) << "seed " << seed << ", case " << i;
      ASSERT_EQ(touched >> lane & 1, bound != HUGE_VALF ? 1u : 0u) << "case " << i;
      ASSERT_EQ(reached >> lane & 1, query.in_reach(bound) ? 1u : 0u) << "case " << i;
      met += bound != HUGE_VALF;
    }
  }
  EXPECT_GT(met, kPacketCases / 4);
}

TEST(PacketQueries, Ray_bounds_of_four_boxes_equal_those_of_each_box) {
  expect_ray_lanes<2>(1);
  expect_ray_lanes<3>(2);
}

template <int Dim>
void expect_distance_lanes(u64 seed) {
  Random random(seed);
  u32 covered = 0;
  for (u32 i = 0; i < kPacketCases; ++i) {
    const Neighborhood here(random);
    const AabbPacket<Dim> packet = three_boxes<Dim>(here, random);
    const DistanceQuery<Dim> query(here.point<Dim>(random),
                                   std::fabs(2 * here.size * random.unit()));
    f32 bounds[kLanes];
    simd::store(bounds, query.lower_bound4(packet));
    ASSERT_EQ(query.in_reach4(query.lower_bound4(packet)), query.may_touch4(packet));
    for (const u32 lane : {0u, 1u, 3u}) {
      const Aabb<Dim> box = packet.get(lane);
      ASSERT_EQ(bounds[lane], query.lower_bound(box)) << "seed " << seed << ", case " << i;
      if ((query.contains4(packet) >> lane & 1) == 0) continue;
      ++covered;
      ASSERT_TRUE(query.contains(box)) << "seed " << seed << ", case " << i;
    }
  }
  EXPECT_GT(covered, kPacketCases / 8);
}

TEST(PacketQueries, Sphere_bounds_of_four_boxes_equal_those_of_each_box) {
  expect_distance_lanes<2>(3);
  expect_distance_lanes<3>(4);
}

TEST(PacketQueries, An_infinite_sphere_covers_all_boxes_and_a_point_covers_none) {
  Random random(5);
  const Neighborhood here(random);
  const AabbPacket<2> packet = three_boxes<2>(here, random);
  EXPECT_EQ(DistanceQuery<2>(here.point<2>(random), HUGE_VAL).contains4(packet) & 0b1011u, 0b1011u);
  EXPECT_EQ(DistanceQuery<2>(here.point<2>(random), 0).contains4(packet), 0u);
}

template <int Dim>
void expect_box_lanes(u64 seed) {
  Random random(seed);
  for (u32 i = 0; i < kPacketCases; ++i) {
    const Neighborhood here(random);
    AabbPacket<Dim> packet = three_boxes<Dim>(here, random);
    const BoxQuery<Dim> query(here.box<Dim>(random));
    packet.set(3, query.box());
    ASSERT_EQ(query.contains4(packet) >> 3, 1u);
    for (const u32 lane : {0u, 1u, 3u}) {
      ASSERT_EQ(query.contains4(packet) >> lane & 1, query.contains(packet.get(lane)) ? 1u : 0u);
      ASSERT_EQ(query.may_touch4(packet) >> lane & 1, query.hits(packet.get(lane)) ? 1u : 0u);
    }
  }
}

TEST(PacketQueries, A_box_covers_and_touches_each_of_four_boxes_exactly) {
  expect_box_lanes<2>(6);
  expect_box_lanes<3>(7);
}

Frustum frustum_near(const Aabb<3>& box, Random& random) {
  Frustum frustum;
  for (auto& plane : frustum.planes) {
    const f32 length = random.one_in(10) ? 1e37f : 1.0f;
    f64 at_corner = 0;
    for (int axis = 0; axis < 3; ++axis) {
      plane[axis] = random.one_in(4) ? 0.0f : random.between(-1, 1) * length;
      at_corner += f64{plane[axis]} * (random.one_in(2) ? box.min[axis] : box.max[axis]);
    }
    const f64 constant = random.one_in(3) ? f64{random.between(-1, 40)} : -at_corner;
    plane[3] = static_cast<f32>(std::clamp(constant, -1e38, 1e38));
  }
  return frustum;
}

TEST(PacketQueries, Frustum_tests_of_four_boxes_equal_those_of_each_box) {
  Random random(8);
  u32 seen = 0;
  for (u32 i = 0; i < kPacketCases; ++i) {
    const Neighborhood here(random);
    const AabbPacket<3> packet = three_boxes<3>(here, random);
    const FrustumQuery query(frustum_near(packet.get(0), random));
    const u32 planes = random.below(FrustumQuery::kAllPlanes + 1);
    const PacketCut cut = query.test4(packet, planes);
    ASSERT_EQ(cut.visible >> 2 & 1, 0u) << "case " << i;
    for (const u32 lane : {0u, 1u, 3u}) {
      const FrustumTest one = query.test(packet.get(lane), planes);
      ASSERT_EQ(cut.visible >> lane & 1, one.outside ? 0u : 1u) << "case " << i;
      if (!one.outside) {
        ++seen;
        ASSERT_EQ(cut.planes[lane], one.planes) << "case " << i;
      }
      ASSERT_EQ(query.may_touch4(packet) >> lane & 1, query.may_touch(packet.get(lane)) ? 1u : 0u);
    }
  }
  EXPECT_GT(seen, kPacketCases / 8);
}

}  // namespace
}  // namespace sapwood::test
