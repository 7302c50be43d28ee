// Boxes and results of the scenes of tests/scenes equal the numbers in the files, which were
// written by the TypeScript version. The largest scenes run only in the full volume, see
// support/volume.hpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <string>

#include "support/scene_goldens.hpp"
#include "support/scene_motions.hpp"
#include "support/scene_published.hpp"
#include "support/scene_random.hpp"
#include "support/scenes.hpp"
#include "support/volume.hpp"

namespace sapwood::test {
namespace {

using scene_oracle::IdList;

// Largest number of boxes for which thousands of brute force queries are fast enough.
int max_queried_items() { return full_volume() ? 1 << 30 : light_volume() ? 1000 : 20000; }

std::vector<const SceneDefinition*> scenes_to_run() {
  std::vector<const SceneDefinition*> chosen;
  for (const SceneDefinition& scene : scene_definitions()) {
    if (!scene.slow || full_volume()) chosen.push_back(&scene);
  }
  return chosen;
}

void expect_same(const PairGolden& found, const PairGolden& golden) {
  EXPECT_EQ(found.pairs, golden.pairs);
  EXPECT_EQ(found.pairs_hash, golden.pairs_hash);
}

void expect_same(const std::vector<QueryGolden>& found, const std::vector<QueryGolden>& golden) {
  ASSERT_EQ(found.size(), golden.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    SCOPED_TRACE(golden[i].kind);
    EXPECT_EQ(found[i].kind, golden[i].kind);
    EXPECT_EQ(found[i].results, golden[i].results);
    EXPECT_EQ(found[i].hash, golden[i].hash);
  }
}

IdList sorted_pairs(IdList flat) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (std::size_t i = 0; i < flat.size(); i += 2) pairs.emplace_back(flat[i], flat[i + 1]);
  std::sort(pairs.begin(), pairs.end());
  flat.clear();
  for (const auto& [a, b] : pairs) flat.insert(flat.end(), {a, b});
  return flat;
}

TEST(Scenes, Every_scene_reproduces_its_boxes) {
  for (const SceneDefinition* scene : scenes_to_run()) {
    EXPECT_EQ(boxes_hash(generate_scene(*scene).boxes), scene->golden.boxes) << scene->id;
  }
}

TEST(Scenes, Every_scene_reproduces_its_pairs) {
  for (const SceneDefinition* scene : scenes_to_run()) {
    SCOPED_TRACE(scene->id);
    expect_same(pair_golden(generate_scene(*scene).set()), scene->golden.pairs);
  }
}

TEST(Scenes, Every_motion_reproduces_its_boxes_and_pairs) {
  for (const SceneDefinition* scene : scenes_to_run()) {
    if (!scene->motion) continue;
    SCOPED_TRACE(scene->id);
    Motion motion(generate_scene(*scene), *scene->motion);
    for (int frame = 0; frame < scene->frames; ++frame) motion.step();
    EXPECT_EQ(boxes_hash(motion.set().boxes), scene->golden.motion->boxes);
    expect_same(pair_golden(motion.set()), scene->golden.motion->pairs);
  }
}

TEST(Scenes, Every_scene_reproduces_its_query_results) {
  for (const SceneDefinition* scene : scenes_to_run()) {
    if (!scene->golden.queries || scene->count > max_queried_items()) continue;
    SCOPED_TRACE(scene->id);
    const QueriesGolden& golden = *scene->golden.queries;
    expect_same(query_goldens(generate_scene(*scene), golden.count, golden.seed), golden.kinds);
  }
}

TEST(Scenes, Peer_scenes_reproduce_the_results_of_peer_queries) {
  for (const SceneDefinition* scene : scenes_to_run()) {
    if (!scene->golden.peer_queries || scene->count > max_queried_items()) continue;
    SCOPED_TRACE(scene->id);
    const QueriesGolden& golden = *scene->golden.peer_queries;
    expect_same(peer_query_goldens(generate_scene(*scene), golden.count), golden.kinds);
  }
}

TEST(Scenes, Golden_pairs_equal_the_pairs_of_other_programs) {
  int compared = 0;
  for (const SceneDefinition& scene : scene_definitions()) {
    SCOPED_TRACE(scene.id);
    if (scene.published_boxes) {
      EXPECT_EQ(scene.golden.pairs, *scene.published_boxes);
      ++compared;
    }
    if (scene.published_motion) {
      EXPECT_EQ(scene.golden.motion->pairs.pairs, scene.published_motion->pairs);
      ++compared;
    }
  }
  EXPECT_EQ(compared, 22);
}

TEST(Scenes, Every_distribution_and_motion_has_a_scene) {
  std::set<std::string_view> distributions;
  std::set<std::string_view> motions;
  for (const SceneDefinition& scene : scene_definitions()) {
    distributions.insert(scene.distribution.kind);
    if (scene.motion) motions.insert(scene.motion->kind);
  }
  EXPECT_EQ(distributions.size(), distribution_kinds().size());
  EXPECT_EQ(motions.size(), motion_kinds().size());
}

TEST(Scenes, Any_number_of_boxes_is_ordered_and_within_the_limits) {
  for (const SceneDefinition& scene : scene_definitions()) {
    if (scene.group != "conformance" && scene.group != "published") continue;
    for (const int count : {0, 1, 2, 3, 5, 8, 33, 257}) {
      const Scene made = generate_scene(scene, {.count = count});
      if (scene.group == "conformance") {
        EXPECT_EQ(made.count, count) << scene.id;
      }
      for (std::uint32_t id = 0; id < made.set().count(); ++id) {
        const float* box = made.set().box(id);
        for (int d = 0; d < made.dimensions; ++d) {
          ASSERT_LE(box[d], box[made.dimensions + d]) << scene.id << " box " << id;
          ASSERT_LE(std::fabs(box[d]), 1e18f) << scene.id << " box " << id;
          ASSERT_LE(std::fabs(box[made.dimensions + d]), 1e18f) << scene.id << " box " << id;
        }
      }
    }
  }
}

TEST(Scenes, Empty_scenes_can_move_and_be_queried) {
  for (const SceneDefinition& scene : scene_definitions()) {
    if (!scene.motion || scene.slow) continue;
    Motion motion(generate_scene(scene, {.count = 0}), *scene.motion);
    motion.step();
    EXPECT_TRUE(motion.moved().empty());
    for (const QueryGolden& kind : query_goldens(motion.scene(), 8, 1)) {
      EXPECT_EQ(kind.results, 0u) << scene.id;
    }
  }
}

TEST(Scenes, Another_seed_makes_other_boxes) {
  const Scene first = generate_scene("uniform-3d");
  const Scene second = generate_scene("uniform-3d", {.seed = 2});
  EXPECT_NE(boxes_hash(first.boxes), boxes_hash(second.boxes));
}

TEST(Scenes, The_sweep_finds_the_same_pairs_as_brute_force) {
  for (const SceneDefinition& scene : scene_definitions()) {
    if (scene.group != "conformance" && scene.group != "moving") continue;
    const Scene made = generate_scene(scene);
    EXPECT_EQ(sorted_pairs(scene_oracle::sweep_pairs(made.set())), scene_oracle::pairs(made.set()))
        << scene.id;
  }
}

TEST(Scenes, Motions_report_moved_items_and_their_displacements) {
  const SceneDefinition& definition = scene_definition("sleeping-3d");
  const Scene before = generate_scene(definition);
  Motion motion(before, *definition.motion);
  motion.step();
  EXPECT_EQ(motion.moved().size(), 200u);
  for (std::size_t i = 0; i < before.centers.size(); ++i) {
    const bool moved = std::binary_search(motion.moved().begin(), motion.moved().end(), i / 3);
    EXPECT_EQ(motion.displacements()[i], motion.scene().centers[i] - before.centers[i]);
    if (!moved) {
      EXPECT_EQ(motion.displacements()[i], 0.0f) << i;
    }
  }
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

// The columns are: placement, requested n, iteration, actual n, hash of the boxes, and the numbers
// of pairs under the four rules for overlaps.
TEST(PublishedScenes, BF1_all_rows_have_their_hash_and_their_pairs_in_all_four_conventions) {
  std::vector<std::string> lines = split(scene_table("golden_scenes.csv"), '\n');
  lines.erase(lines.begin());
  ASSERT_EQ(lines.size(), 125u);
  for (std::size_t at = 0; at < lines.size(); at += light_volume() ? 16 : 1) {
    const std::string& line = lines[at];
    SCOPED_TRACE(line);
    const std::vector<std::string> row = split(line, ',');
    ASSERT_EQ(row.size(), 9u);
    const std::vector<float> lanes =
        published_scene(published_name(row[0]), std::stoi(row[1]), std::stoi(row[2]));
    EXPECT_EQ(lanes.size() / 4, std::stoul(row[3]));
    EXPECT_EQ(boxes_hash(lanes), row[4]);
    for (std::size_t i = 0; i < 4; ++i) {
      const std::vector<float> boxes = published_boxes(lanes, kPublishedConventions[i]);
      EXPECT_EQ(scene_oracle::pairs({2, boxes}).size() / 2, std::stoul(row[5 + i]));
    }
  }
}

TEST(PublishedScenes, Upper_edges_are_one_float_lower_if_touching_boxes_do_not_overlap) {
  const std::vector<float> boxes = published_boxes({0, -2, 1, 2}, {false, false});
  EXPECT_EQ(boxes[2], std::nextafter(1.0f, 0.0f));
  EXPECT_EQ(boxes[3], -0x1p-149f);
}

TEST(SceneHashes, Hashes_of_pairs_and_sets_ignore_the_order_and_hashes_of_sequences_do_not) {
  EXPECT_EQ(pairs_hash(IdList{0, 1, 2, 3}), pairs_hash(IdList{2, 3, 0, 1}));
  EXPECT_NE(pairs_hash(IdList{0, 1, 2, 3}), pairs_hash(IdList{0, 2, 1, 3}));
  EXPECT_EQ(id_set_hash(IdList{5, 7}), id_set_hash(IdList{7, 5}));
  EXPECT_NE(id_set_hash(IdList{5, 7}), id_set_hash(IdList{5, 8}));
  EXPECT_NE(id_sequence_hash(IdList{5, 7}), id_sequence_hash(IdList{7, 5}));
}

TEST(SceneHashes, Literal_values_are_the_same_in_both_languages) {
  EXPECT_EQ(boxes_hash(std::vector<float>{0.0f, -0.0f, 1.5f}), "e945b73e36525281");
  EXPECT_EQ(pairs_hash(IdList{0, 1, 2, 3}), "c9045a42");
  EXPECT_EQ(hex32(id_set_hash(IdList{5, 7})), "4a0c6252");
  EXPECT_EQ(hex32(id_sequence_hash(IdList{5, 7})), "5a6a3ec5");
}

TEST(SceneHashes, Hashes_of_boxes_depend_on_the_sign_of_zero) {
  EXPECT_NE(boxes_hash(std::vector<float>{0.0f}), boxes_hash(std::vector<float>{-0.0f}));
}

TEST(SceneRandom, Generators_return_their_reference_numbers) {
  Mulberry32 small(1);
  EXPECT_EQ(small.next(), 2693262067u);
  std::mt19937 large(5489);
  large.discard(9999);
  EXPECT_EQ(large(), 4123659995u);  // the value in the C++ standard
}

}  // namespace
}  // namespace sapwood::test
