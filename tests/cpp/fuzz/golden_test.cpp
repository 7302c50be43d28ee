// Tapes (bytes that encode operations) with recorded hashes of their results, from
// tests/soak/golden-tapes.json. The package runs the same tapes in Node and in a browser, so every
// build returns the same ids, order and bits for the same calls.
#include <gtest/gtest.h>

#include <functional>

#include "support/operations.hpp"
#include "support/tape.hpp"
#include "support/volume.hpp"

namespace sapwood::test {

// Recorded hashes of one structure, one for each element of kWorlds. The element defines how a tape
// encodes coordinates.
struct GoldenRow {
  std::string_view structure;
  int dimensions;
  std::string_view hashes[std::size(kWorlds)];
};

#include "golden_tapes_data.hpp"

namespace {

std::vector<u8> golden_tape(u32 world) {
  std::vector<u8> tape{static_cast<u8>(world)};
  ByteSource source(world);
  for (u32 i = 0; i < kGoldenTapeBytes; ++i) tape.push_back(source.byte());
  return tape;
}

template <int Dim>
std::string hash_of(std::string_view structure, u32 world) {
  Report report;
  std::string hash;
  TapeSettings settings;
  settings.refuse_memory = false;
  settings.query_volumes_along_rays = false;
  settings.done = [&](const Tally&, const TapeHash& tape_hash) { hash = tape_hash.text(); };
  const auto variants = variants_of<Dim>(structure);
  run_tape<Dim>(variants.front().make, golden_tape(world), settings, report);
  EXPECT_TRUE(report.ok()) << report.text();
  return hash;
}

class GoldenTapes : public testing::TestWithParam<GoldenRow> {};

TEST_P(GoldenTapes, Have_the_recorded_hashes) {
  const GoldenRow& row = GetParam();
  const size_t turn = std::hash<std::string_view>{}(row.structure) + row.dimensions;
  for (u32 world = 0; world < std::size(kWorlds); ++world) {
    if (light_volume() && (world + turn) % 2 != 0) continue;
    const std::string found =
        row.dimensions == 2 ? hash_of<2>(row.structure, world) : hash_of<3>(row.structure, world);
    EXPECT_EQ(found, row.hashes[world]) << kWorlds[world].name;
  }
}

INSTANTIATE_TEST_SUITE_P(, GoldenTapes, testing::ValuesIn(kGoldenRows), [](const auto& it) {
  std::string name = std::string(it.param.structure) + "_" + std::to_string(it.param.dimensions);
  std::replace(name.begin(), name.end(), '-', '_');
  return name + "d";
});

TEST(GoldenTapeList, Has_every_structure) {
  EXPECT_EQ(std::size(kGoldenRows), all_subjects<2>().size() + all_subjects<3>().size());
}

}  // namespace
}  // namespace sapwood::test
