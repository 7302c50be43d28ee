// Compares every sweep on every axis with brute force in long random histories. Also tests the
// persistent mode and serialization.

#include "sapwood/structures/reference/brute_force.hpp"
#include "structures/sweep_cases.hpp"
#include "support/allocations.hpp"

namespace sapwood::test {
namespace {

template <int Dim>
class Ensemble {
 public:
  Ensemble() {
    for (const SweepAxis axis : all_axes<Dim>()) {
      for (const SweepMode mode : kAllModes) {
        sorted_.emplace_back(sort_options<Dim>(mode, axis));
      }
      columns_.emplace_back(SweepAndPruneOptions<Dim>{axis});
    }
  }

  template <class Command>
  void run(Command&& command) {
    ASSERT_TRUE(command(oracle_).ok());
    for (auto& index : sorted_) ASSERT_TRUE(command(index).ok());
    for (auto& index : columns_) ASSERT_TRUE(command(index).ok());
  }

  // Compares the pairs of each index twice, because the second query has no deferred work.
  void expect_equal_pairs(u64 seed, int step) {
    const Pairs expected = pairs_of(oracle_);
    const auto expect = [&](auto& index) {
      ASSERT_EQ(pairs_of(index), expected) << "seed " << seed << " step " << step;
      ASSERT_EQ(pairs_of(index), expected) << "seed " << seed << " step " << step;
      ASSERT_EQ(faults_of(index), std::vector<std::string>{})
          << "seed " << seed << " step " << step;
    };
    for (auto& index : sorted_) ASSERT_NO_FATAL_FAILURE(expect(index));
    for (auto& index : columns_) ASSERT_NO_FATAL_FAILURE(expect(index));
  }

  const ItemStore<Dim>& items() const { return oracle_.items(); }

 private:
  BruteForce<Dim> oracle_;
  std::vector<SortAndSweep<Dim>> sorted_;
  std::vector<SweepAndPrune<Dim>> columns_;
};

template <int Dim>
void run_random_step(Ensemble<Dim>& ensemble, Random& random) {
  const Aabb<Dim> box = lattice_box<Dim>(random, 12, 3);
  const Id end = ensemble.items().id_end();
  const Id picked = end == 0 ? kNone : random.below(end);
  if (picked == kNone || !ensemble.items().has(picked) || random.one_in(3)) {
    Id id = kNone;
    ensemble.run([&](auto& index) { return index.insert(box, Filter{}, id); });
  } else if (random.one_in(2)) {
    ensemble.run([&](auto& index) { return index.remove(picked); });
  } else {
    bool changed = false;
    ensemble.run([&](auto& index) { return index.move(picked, box, {}, changed); });
  }
}

template <int Dim>
void run_random_frame(Ensemble<Dim>& ensemble, Random& random) {
  const u32 steps = 1 + random.below(12);
  for (u32 i = 0; i < steps; ++i) run_random_step(ensemble, random);
  if (!random.one_in(4)) return;
  Boxes<Dim> boxes;
  for (u32 i = 0; i < ensemble.items().size(); ++i)
    boxes.push_back(lattice_box<Dim>(random, 12, 3));
  u32 changed = 0;
  ensemble.run([&](auto& index) { return index.update(boxes.data(), changed); });
}

template <int Dim>
void run_histories(u64 seeds) {
  for (u64 seed = 1; seed <= seeds; ++seed) {
    Random random(seed);
    Ensemble<Dim> ensemble;
    Boxes<Dim> boxes;
    for (u32 i = random.below(60); i > 0; --i) boxes.push_back(lattice_box<Dim>(random, 12, 3));
    ensemble.run([&](auto& index) { return build(index, boxes); });
    for (int frame = 0; frame < 40; ++frame) {
      ensemble.expect_equal_pairs(seed, frame);
      if (testing::Test::HasFatalFailure()) return;
      run_random_frame(ensemble, random);
    }
  }
}

TEST(Sweeps, SP4_all_sweeps_and_axes_equal_brute_force_under_random_histories_2d) {
  run_histories<2>(12);
}
TEST(Sweeps, SP4_all_sweeps_and_axes_equal_brute_force_under_random_histories_3d) {
  run_histories<3>(12);
}

// Unit boxes that drift in a large world. They cause few exchanges, so repairs of the order stay
// within their budget.
template <int Dim>
void run_drift(u32 count, f32 side) {
  Ensemble<Dim> ensemble;
  Boxes<Dim> boxes = uniform_boxes<Dim>(count, side, 21);
  ensemble.run([&](auto& index) { return build(index, boxes); });
  Random random(22);
  for (int frame = 0; frame < 30; ++frame) {
    ensemble.expect_equal_pairs(22, frame);
    jitter(boxes, 0.1f, random);
    u32 changed = 0;
    ensemble.run([&](auto& index) { return index.update(boxes.data(), changed); });
  }
}

TEST(Sweeps, SP4_all_sweeps_and_axes_equal_brute_force_while_boxes_drift) {
  run_drift<2>(400, 20);
  run_drift<3>(400, 8);
}

TEST(Sweeps, SP4_a_reused_id_has_no_pairs_of_the_removed_item) {
  in_every_sweep<2>({SweepAxis::kAuto}, [](auto& index, const std::string& name) {
    // six more items far away: in a smaller index, a single pending item would cause a full sort
    Boxes<2> boxes{{{0, 0}, {2, 2}}, {{1, 1}, {3, 3}}, {{20, 20}, {21, 21}}};
    for (int i = 0; i < 6; ++i) boxes.push_back({{f32(100 + 9 * i), 0}, {f32(101 + 9 * i), 1}});
    ASSERT_TRUE(build(index, boxes).ok());
    EXPECT_EQ(pairs_of(index), (Pairs{{0, 1}})) << name;
    Id id = kNone;
    ASSERT_TRUE(index.remove(1).ok());
    ASSERT_TRUE(index.insert({{20, 20}, {22, 22}}, Filter{}, id).ok());
    ASSERT_EQ(id, 1u);
    EXPECT_EQ(pairs_of(index), (Pairs{{1, 2}})) << name;
    ASSERT_TRUE(index.remove(1).ok());
    EXPECT_EQ(pairs_of(index), Pairs{}) << name;
    ASSERT_TRUE(index.insert({{0, 0}, {1, 1}}, Filter{}, id).ok());
    ASSERT_TRUE(index.remove(id).ok());
    EXPECT_EQ(pairs_of(index), Pairs{}) << name;
    EXPECT_EQ(faults_of(index), std::vector<std::string>{}) << name;
  });
}

TEST(SortAndSweep, SP4_persistent_pairs_are_sorted_and_only_moved_items_are_tested) {
  Boxes<3> boxes = uniform_boxes<3>(2000, 20, 31);
  SortAndSweep<3> index(sort_options<3>(SweepMode::kPersistent));
  ASSERT_TRUE(build(index, boxes).ok());
  QueryCounters first;
  EXPECT_EQ(reported_pairs(index, first), all_overlapping(boxes));
  QueryCounters second;
  EXPECT_EQ(reported_pairs(index, second), all_overlapping(boxes));
  EXPECT_EQ(second.item_tests, 0u);
  bool changed = false;
  boxes[5].min[0] -= 0.01f;
  ASSERT_TRUE(index.move(5, boxes[5], {}, changed).ok());
  QueryCounters third;
  EXPECT_EQ(reported_pairs(index, third), all_overlapping(boxes));
  // about 2000 upper edges are spread over 20 units of x, so the motion of 0.01 passes one or two
  // of them
  EXPECT_LE(third.item_tests, 10u);
  EXPECT_GT(first.item_tests, 10000u);
}

TEST(Sweeps, Filters_exclude_pairs) {
  in_every_sweep<2>({SweepAxis::kAuto}, [](auto& index, const std::string& name) {
    ASSERT_TRUE(build(index, Boxes<2>(4, Aabb<2>{{0, 0}, {1, 1}})).ok());
    ASSERT_TRUE(index.set_filter(2, {2, 2}).ok());
    ASSERT_TRUE(index.set_filter(3, {2, 2}).ok());
    EXPECT_EQ(pairs_of(index), (Pairs{{0, 1}, {2, 3}})) << name;
  });
}

TEST(Sweeps, A_flush_with_failed_allocations_loses_no_pairs) {
  for (u32 skip = 0; skip < 6; ++skip) {
    in_every_sweep<2>({SweepAxis::kAuto}, [&](auto& index, const std::string& name) {
      const Boxes<2> boxes = uniform_boxes<2>(200, 12, 41);
      ASSERT_TRUE(build(index, boxes).ok());
      {
        const FailingAllocations failing(skip, AllocationFailure::kThisAndLater);
        const Status status = index.flush();
        ASSERT_EQ(status.ok(), !failing.triggered()) << name;
        ASSERT_TRUE(status.ok() || !reserves_all(index)) << name;
      }
      EXPECT_EQ(pairs_of(index), all_overlapping(boxes)) << name;
      EXPECT_EQ(faults_of(index), std::vector<std::string>{}) << name;
    });
  }
}

template <class Index>
Array<u8> saved(const Index& index) {
  Array<u8> bytes;
  ByteWriter writer(bytes);
  index.save(writer);
  EXPECT_TRUE(writer.finish().ok());
  return bytes;
}

TEST(Sweeps, A_loaded_index_continues_on_the_axis_of_the_saved_one) {
  // after the update y is slightly better than x, but x is the current axis
  Boxes<2> boxes;
  for (int i = 0; i < 64; ++i) {
    const f32 x = 10.0f * static_cast<f32>(i % 8), y = 9.0f * static_cast<f32>(i / 8);
    boxes.push_back({{x, y}, {x + 1, y + 1}});
  }
  Boxes<2> stretched = boxes;
  for (Aabb<2>& box : stretched) {
    box.min[1] *= 1.2f;
    box.max[1] = box.min[1] + 1;
  }
  in_every_sweep<2>({SweepAxis::kAuto}, [&](auto& index, const std::string& name) {
    ASSERT_TRUE(build(index, boxes).ok());
    ASSERT_TRUE(index.flush().ok());
    u32 changed = 0;
    ASSERT_TRUE(index.update(stretched.data(), changed).ok());
    const Array<u8> bytes = saved(index);
    ByteReader reader(bytes.data(), bytes.size());
    std::remove_reference_t<decltype(index)> loaded(index.options());
    loaded.load(reader);
    ASSERT_TRUE(reader.finish());
    QueryCounters here, there;
    EXPECT_EQ(reported_pairs(index, here), reported_pairs(loaded, there)) << name;
    EXPECT_EQ(index.stats().axis, loaded.stats().axis) << name;
    EXPECT_EQ(index.stats().axis, keeps_axis(index) ? 0 : 1) << name;
  });
}

template <class Index>
void expect_rejected_axes() {
  for (const u32 axis : {2u, 3u, 0x80000000u, 0xFFFFFFFEu}) {
    Array<u8> bytes;
    ByteWriter writer(bytes);
    ItemStore<2>{}.save(writer);
    writer.value(axis);
    ASSERT_TRUE(writer.finish().ok());
    ByteReader reader(bytes.data(), bytes.size());
    Index loaded;
    loaded.load(reader);
    EXPECT_EQ(reader.status().code, StatusCode::kBadData) << axis;
  }
}

TEST(Sweeps, An_invalid_axis_is_bad_data) {
  expect_rejected_axes<SortAndSweep<2>>();
  expect_rejected_axes<SweepAndPrune<2>>();
}

TEST(SortAndSweep, The_z_axis_is_an_option_in_3d_only) {
  SortAndSweepOptions<2> flat;
  const f64 z[] = {1, 3};
  OptionParser rejecting(z);
  flat.describe(rejecting);
  EXPECT_FALSE(rejecting.ok());
  SortAndSweepOptions<3> deep;
  OptionParser accepting(z);
  deep.describe(accepting);
  EXPECT_TRUE(accepting.ok());
  EXPECT_EQ(deep.axis, SweepAxis::kZ);
  OptionLister lister;
  flat.describe(lister);
  EXPECT_EQ(lister.text(), "mode choice kept sort|kept|persistent\naxis choice auto auto|x|y\n");
}

}  // namespace
}  // namespace sapwood::test
