// Compares worlds with brute force, with every dynamic structure as the broad phase.
#include "conformance/world_suite.hpp"
#include "support/subject_tests.hpp"
#include "support/volume.hpp"

namespace sapwood::test {
namespace {

template <int Dim>
void play_world(const world::Setup& setup, u32 seeds, u32 frames) {
  for (u32 seed = 1; seed <= seeds; ++seed) {
    Report report;
    WorldTrial<Dim>(setup, seed * 977 + setup.resting, report).run(frames);
    ASSERT_TRUE(report.ok()) << report.text();
  }
}

template <int Dim>
void play_on_each() {
  const u32 count = static_cast<u32>(all_subjects<Dim>().size());
  for (u32 kind = 1; kind <= count; ++kind) {
    SCOPED_TRACE(all_subjects<Dim>()[kind - 1].id);
    if (!all_subjects<Dim>()[kind - 1].variants.front().make()->abilities().dynamic) continue;
    play_world<Dim>(world_on(kind, kind), 1, volume(240));
  }
}

TEST(World, Equals_brute_force_on_every_structure_in_2d) { play_on_each<2>(); }
TEST(World, Equals_brute_force_on_every_structure_in_3d) { play_on_each<3>(); }

TEST(World, Two_structures_and_a_budget_do_not_change_results) {
  const u32 sweep = kind_of<2>("sweep-and-prune");
  const u32 dynamic = kind_of<2>("dynamic-tree");
  const u32 wide = kind_of<2>("wide-tree");
  play_world<2>(world_on(sweep, wide), 4, volume(600));
  play_world<2>(world_on(sweep, dynamic, 3), 4, volume(600));
  play_world<2>(world_on(wide, dynamic, 0), 2, volume(400));
  play_world<3>(world_on(kind_of<3>("sweep-and-prune"), kind_of<3>("wide-tree"), 5), 4,
                volume(600));
}

// Returns a world that chooses between three structures. The arguments are the costs of the
// structures per moving body.
template <int Dim>
world::Setup adaptive_world(f32 sweep, f32 wide, f32 dynamic) {
  return {{{kind_of<Dim>("sweep-and-prune"), sweep, 0, 0},
           {kind_of<Dim>("wide-tree"), wide, 0, 0},
           {kind_of<Dim>("dynamic-tree"), dynamic, 0, 0}},
          3,
          kind_of<Dim>("dynamic-tree")};
}

TEST(World, A_change_of_the_broad_phase_loses_no_event) {
  // the world changes its structure if a trial of another structure costs less than four fifths of
  // the current cost; with negative costs every trial succeeds
  play_world<2>(adaptive_world<2>(-1, -1, -1), 3, volume(400));
  play_world<3>(adaptive_world<3>(-1, -1, -1), 3, volume(400));
}

TEST(World, The_structure_with_the_least_work_replaces_the_others) {
  const auto kind_after = [](f32 sweep, f32 wide, f32 dynamic) {
    SubjectWorld<2> world;
    EXPECT_TRUE(world.start(adaptive_world<2>(sweep, wide, dynamic)));
    EXPECT_EQ(world.kind(), kind_of<2>("sweep-and-prune"));
    const Id id = world.add({{0, 0}, {1, 1}}, Filter{}, world::Layer::kDynamic);
    for (u32 frame = 0; frame < 40; ++frame) {
      world.move(id, {{0, 0}, {1, static_cast<f32>(frame + 2)}});
      EXPECT_EQ(world.apply_bounds(), kNone);
      EXPECT_TRUE(world.step());
    }
    return world.kind();
  };
  EXPECT_EQ(kind_after(3, 2, 1), kind_of<2>("dynamic-tree"));
  EXPECT_EQ(kind_after(3, 1, 2), kind_of<2>("wide-tree"));
  EXPECT_EQ(kind_after(1, 2, 3), kind_of<2>("sweep-and-prune"));
}

}  // namespace
}  // namespace sapwood::test
