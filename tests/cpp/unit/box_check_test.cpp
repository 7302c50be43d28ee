#include "sapwood/core/item_store.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace sapwood::test {
namespace {

constexpr f32 kInfinity = std::numeric_limits<f32>::infinity();
constexpr f32 kExtreme[] = {
    0.0f,
    -0.0f,
    1.0f,
    -1.0f,
    std::numeric_limits<f32>::denorm_min(),
    kMaxCoordinate,
    -kMaxCoordinate,
    1.0000001e18f,
    -1.0000001e18f,
    std::numeric_limits<f32>::max(),
    std::numeric_limits<f32>::lowest(),
    kInfinity,
    -kInfinity,
    std::numeric_limits<f32>::quiet_NaN(),
    -std::numeric_limits<f32>::quiet_NaN(),
};

template <int Dim>
std::vector<Aabb<Dim>> sound_boxes(u32 count) {
  Aabb<Dim> box;
  for (int axis = 0; axis < Dim; ++axis) {
    box.min[axis] = -2;
    box.max[axis] = 2;
  }
  return std::vector<Aabb<Dim>>(count, box);
}

// Compares both checks with is_valid(). clamp_and_find_invalid() clamps infinite sides first.
template <int Dim>
void expect_results_of_is_valid() {
  for (const u32 count : {1u, 2u, 5u}) {
    for (u32 at = 0; at < count; ++at) {
      for (int axis = 0; axis < Dim; ++axis) {
        for (const f32 low : kExtreme) {
          for (const f32 high : kExtreme) {
            std::vector<Aabb<Dim>> boxes = sound_boxes<Dim>(count);
            boxes[at].min[axis] = low;
            boxes[at].max[axis] = high;
            EXPECT_EQ(first_invalid(boxes.data(), count), is_valid(boxes[at]) ? count : at)
                << low << " " << high << " axis " << axis << " at " << at;
            Aabb<Dim> clamped = boxes[at];
            if (low == -kInfinity) clamped.min[axis] = -kMaxCoordinate;
            if (high == kInfinity) clamped.max[axis] = kMaxCoordinate;
            const bool sound = is_valid(clamped);
            EXPECT_EQ(clamp_and_find_invalid(boxes.data(), count), sound ? count : at);
            if (sound) EXPECT_EQ(boxes[at], clamped);
          }
        }
      }
    }
  }
}

TEST(BoxCheck, The_result_equals_is_valid) {
  expect_results_of_is_valid<2>();
  expect_results_of_is_valid<3>();
}

template <int Dim>
void expect_the_first_invalid_box(u32 count) {
  std::vector<Aabb<Dim>> boxes = sound_boxes<Dim>(count);
  EXPECT_EQ(first_invalid(boxes.data(), count), count);
  for (u32 at = count; at-- > 0;) {  // boxes after `at` are invalid
    boxes[at].max[Dim - 1] = -3;
    EXPECT_EQ(first_invalid(boxes.data(), count), at) << "of " << count;
  }
}

TEST(BoxCheck, The_first_of_several_invalid_boxes_is_reported_in_any_block) {
  for (const u32 count : {0u, 1u, 255u, 256u, 257u, 258u, 513u, 600u}) {
    expect_the_first_invalid_box<2>(count);
    expect_the_first_invalid_box<3>(count);
  }
}

}  // namespace
}  // namespace sapwood::test
