// The sorted order that is kept between frames, and the choice of the axis: exchanges, fallbacks to
// a full sort, candidate pairs of the published scenes.

#include <cmath>

#include "structures/sweep_cases.hpp"

namespace sapwood::test {
namespace {

u64 published_candidates(PublishedName name, int iteration, SweepAxis axis) {
  SortAndSweep<2> index(sort_options<2>(SweepMode::kSort, axis));
  EXPECT_TRUE(build(index, published(name, 2000, iteration, kPublishedConventions[0])).ok());
  return pair_tests_of(index);
}

f64 mean_candidates(PublishedName name, SweepAxis axis) {
  u64 sum = 0;
  for (int iteration = 0; iteration < 5; ++iteration) {
    sum += published_candidates(name, iteration, axis);
  }
  return static_cast<f64>(sum) / 5;
}

struct PublishedMeans {
  PublishedName name;
  u64 x;
  u64 y;
};

TEST(SortAndSweep, SP3_candidates_of_the_published_scenes_equal_the_published_means) {
  constexpr PublishedMeans kMeans[] = {{PublishedName::kRandom, 63166, 84602},
                                       {PublishedName::kRandomLargeBoxes, 396894, 544285},
                                       {PublishedName::kXLine, 1999000, 94445},
                                       {PublishedName::kYLine, 70284, 1999000},
                                       {PublishedName::kTrueUniform, 166919, 113805}};
  for (const PublishedMeans& means : kMeans) {
    // the published means are whole numbers
    EXPECT_NEAR(mean_candidates(means.name, SweepAxis::kX), static_cast<f64>(means.x), 1)
        << static_cast<int>(means.name);
    EXPECT_NEAR(mean_candidates(means.name, SweepAxis::kY), static_cast<f64>(means.y), 1)
        << static_cast<int>(means.name);
  }
}

TEST(SortAndSweep, SP3_T33_the_automatic_axis_is_the_better_axis_in_every_published_scene) {
  for (const PublishedName name :
       {PublishedName::kRandom, PublishedName::kRandomLargeBoxes, PublishedName::kXLine,
        PublishedName::kYLine, PublishedName::kTrueUniform}) {
    for (int iteration = 0; iteration < 5; ++iteration) {
      const u64 best = std::min(published_candidates(name, iteration, SweepAxis::kX),
                                published_candidates(name, iteration, SweepAxis::kY));
      EXPECT_EQ(published_candidates(name, iteration, SweepAxis::kAuto), best)
          << static_cast<int>(name) << " iteration " << iteration;
    }
  }
}

template <class Index>
f64 axis_of(Index& index) {
  EXPECT_TRUE(index.flush().ok());
  return index.stats().axis;
}

TEST(Sweeps, SP3_without_extent_or_spread_the_axis_is_still_defined) {
  in_every_sweep<3>({SweepAxis::kAuto}, [](auto& index, const std::string& name) {
    EXPECT_TRUE(std::isnan(index.stats().axis)) << name;  // nothing has been sorted
    ASSERT_TRUE(build(index, Boxes<3>{}).ok());
    EXPECT_EQ(axis_of(index), 0) << name;
    ASSERT_TRUE(build(index, Boxes<3>(9, Aabb<3>{{2, 2, 2}, {2, 2, 2}})).ok());
    EXPECT_EQ(axis_of(index), 0) << name;
    Boxes<3> points;
    for (int i = 0; i < 9; ++i) points.push_back({{0, 0, f32(i)}, {0, 0, f32(i)}});
    ASSERT_TRUE(build(index, points).ok());
    EXPECT_EQ(axis_of(index), 2) << name;
    // an axis without extents is better than any axis with extents
    for (int i = 0; i < 9; ++i) {
      points[i] = {{f32(100 * i), f32(i), 0}, {f32(100 * i + 1), f32(i), 1}};
    }
    ASSERT_TRUE(build(index, points).ok());
    EXPECT_EQ(axis_of(index), 1) << name;
  });
}

TEST(Sweeps, SP3_the_axis_is_kept_until_another_is_a_quarter_better) {
  Boxes<3> boxes;
  for (int i = 0; i < 64; ++i) {
    const f32 x = 10.0f * static_cast<f32>(i % 8), y = 9.0f * static_cast<f32>(i / 8);
    boxes.push_back({{x, y, 0}, {x + 1, y + 1, 1}});
  }
  const auto stretch = [&](f32 factor) {
    Boxes<3> stretched = boxes;
    for (Aabb<3>& box : stretched) {
      box.min[1] *= factor;
      box.max[1] = box.min[1] + 1;
    }
    return stretched;
  };
  in_every_sweep<3>({SweepAxis::kAuto}, [&](auto& index, const std::string& name) {
    ASSERT_TRUE(build(index, boxes).ok());
    EXPECT_EQ(axis_of(index), 0) << name;
    u32 changed = 0;
    ASSERT_TRUE(index.update(stretch(1.35f).data(), changed).ok());  // y is 1.215 times better
    EXPECT_EQ(axis_of(index), keeps_axis(index) ? 0 : 1) << name;
    ASSERT_TRUE(index.update(stretch(1.45f).data(), changed).ok());  // y is 1.305 times better
    EXPECT_EQ(axis_of(index), 1) << name;
    EXPECT_EQ(faults_of(index), std::vector<std::string>{}) << name;
  });
}

u64 inversions(const std::vector<f32>& values) {
  u64 count = 0;
  for (size_t b = 0; b < values.size(); ++b) {
    for (size_t a = 0; a < b; ++a) count += values[b] < values[a];
  }
  return count;
}

TEST(SortAndSweep, SP2_exchanges_equal_the_inversions_caused_by_motion) {
  Boxes<2> boxes = uniform_boxes<2>(300, 300, 5);
  std::sort(boxes.begin(), boxes.end(), [](auto& a, auto& b) { return a.min[0] < b.min[0]; });
  SortAndSweep<2> index(sort_options<2>(SweepMode::kKept, SweepAxis::kX));
  ASSERT_TRUE(build(index, boxes).ok());
  ASSERT_TRUE(index.flush().ok());
  Random random(6);
  jitter(boxes, 1.5f, random);
  std::vector<f32> edges;
  for (const Aabb<2>& box : boxes) edges.push_back(box.min[0]);
  u32 changed = 0;
  ASSERT_TRUE(index.update(boxes.data(), changed).ok());
  ASSERT_TRUE(index.flush().ok());
  EXPECT_EQ(changed, 300u);
  EXPECT_GT(inversions(edges), 0u);
  EXPECT_EQ(index.stats().swaps, static_cast<f64>(inversions(edges)));
}

TEST(SortAndSweep, SP2_no_exchanges_are_made_if_nothing_or_everything_moves) {
  for (const SweepMode mode : {SweepMode::kKept, SweepMode::kPersistent}) {
    Boxes<2> boxes = uniform_boxes<2>(1000, 64, 7);
    SortAndSweep<2> index(sort_options<2>(mode));
    ASSERT_TRUE(build(index, boxes).ok());
    ASSERT_TRUE(index.flush().ok());
    EXPECT_EQ(index.stats().swaps, 0);
    Random random(8);
    jitter(boxes, 0.5f, random);
    u32 changed = 0;
    ASSERT_TRUE(index.update(boxes.data(), changed).ok());
    ASSERT_TRUE(index.flush().ok());
    EXPECT_GT(index.stats().swaps, 0);
    ASSERT_TRUE(index.update(boxes.data(), changed).ok());
    ASSERT_TRUE(index.flush().ok());
    EXPECT_EQ(changed, 0u);
    EXPECT_EQ(index.stats().swaps, 0);
    for (Aabb<2>& box : boxes) {
      for (int axis = 0; axis < 2; ++axis) box.min[axis] *= 2, box.max[axis] *= 2;
    }
    ASSERT_TRUE(index.update(boxes.data(), changed).ok());
    ASSERT_TRUE(index.flush().ok());
    EXPECT_EQ(changed, 1000u);
    EXPECT_EQ(index.stats().swaps, 0);
  }
}

TEST(SortAndSweep, SP2_exchanges_for_small_motions_are_linear_in_the_number_of_items) {
  for (const u32 count : {1000u, 4000u, 16000u}) {
    // equal density for each count: four lower edges per unit of the axis
    Boxes<2> boxes = uniform_boxes<2>(count, static_cast<f32>(count) / 4, 11);
    SortAndSweep<2> index(sort_options<2>(SweepMode::kKept, SweepAxis::kX));
    ASSERT_TRUE(build(index, boxes).ok());
    Random random(12);
    for (int frame = 0; frame < 5; ++frame) {
      ASSERT_TRUE(index.flush().ok());
      jitter(boxes, 0.05f, random);
      u32 changed = 0;
      ASSERT_TRUE(index.update(boxes.data(), changed).ok());
      ASSERT_TRUE(index.flush().ok());
      EXPECT_GT(index.stats().swaps, 0.05 * count);
      EXPECT_LT(index.stats().swaps, 0.25 * count);
    }
  }
}

TEST(SortAndSweep, SP2_teleports_fall_back_to_a_sort_within_the_budget) {
  constexpr u32 kCount = 2000;
  SortAndSweep<3> kept(sort_options<3>(SweepMode::kKept));
  SortAndSweep<3> persistent(sort_options<3>(SweepMode::kPersistent));
  for (const u64 seed : {1, 2, 3}) {
    const Boxes<3> boxes = uniform_boxes<3>(kCount, 20, seed);
    for (SortAndSweep<3>* index : {&kept, &persistent}) {
      u32 changed = 0;
      ASSERT_TRUE((seed == 1 ? build(*index, boxes) : index->update(boxes.data(), changed)).ok());
      EXPECT_EQ(pairs_of(*index), all_overlapping(boxes));
      EXPECT_EQ(faults_of(*index), std::vector<std::string>{});
    }
    // a repair of the sorted order may exceed its budget of swaps, but by fewer swaps than there
    // are items
    EXPECT_LE(kept.stats().swaps, (SortAndSweep<3>::kSwapsPerItem + 1) * kCount);
    EXPECT_EQ(kept.stats().swaps > 0, seed > 1);
    EXPECT_EQ(persistent.stats().swaps > 0, seed > 1);
  }
}

TEST(Sweeps, Changed_counts_the_items_with_a_different_box) {
  in_every_sweep<2>({SweepAxis::kAuto}, [](auto& index, const std::string& name) {
    Boxes<2> boxes = uniform_boxes<2>(10, 5, 2);
    ASSERT_TRUE(build(index, boxes).ok());
    boxes[3].max[0] += 1;
    boxes[7].min[1] -= 1;
    u32 changed = 0;
    ASSERT_TRUE(index.update(boxes.data(), changed).ok());
    EXPECT_EQ(changed, 2u) << name;
    bool moved = true;
    ASSERT_TRUE(index.move(4, boxes[4], {}, moved).ok());
    EXPECT_FALSE(moved) << name;
    ASSERT_TRUE(index.move(4, boxes[5], {}, moved).ok());
    EXPECT_TRUE(moved) << name;
  });
}

}  // namespace
}  // namespace sapwood::test
