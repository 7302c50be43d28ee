// Random operations on worlds as a libFuzzer program; see CMakeLists.txt of this folder. An input
// selects the structures, the number of bodies that a step may move between indices, the number of
// frames and the seed.
#include <algorithm>
#include <cstring>

#include "conformance/world_suite.hpp"
#include "fuzz/fuzz_program.hpp"

namespace sapwood::test {
namespace {

struct WorldInput {
  u8 dimensions;
  u8 moving[3];
  u8 resting;
  u8 budget;
  u8 frames;
  u8 seed;
};

template <int Dim>
const std::vector<u32>& dynamic_kinds() {
  static const std::vector<u32> kinds = [] {
    std::vector<u32> found;
    for (u32 kind = 1; kind <= all_subjects<Dim>().size(); ++kind) {
      const auto& subject = all_subjects<Dim>()[kind - 1];
      if (subject.variants.front().make()->abilities().dynamic) found.push_back(kind);
    }
    return found;
  }();
  return kinds;
}

// Runs a world with the chosen structures. All costs are negative, so every trial of another
// structure succeeds, and a world with several structures changes its broad phase often.
template <int Dim>
void play(const WorldInput& input, Report& report) {
  const std::vector<u32>& kinds = dynamic_kinds<Dim>();
  world::Setup setup{};
  for (const u8 byte : input.moving) {
    const u32 kind = kinds[byte % kinds.size()];
    const auto end = setup.candidates + setup.count;
    const auto same = [&](const auto& candidate) { return candidate.kind == kind; };
    if (std::none_of(setup.candidates, end, same))
      setup.candidates[setup.count++] = {kind, -1, 0, 0};
  }
  setup.resting = kinds[input.resting % kinds.size()];
  setup.budget = input.budget == 0 ? kNone : input.budget - 1u;
  WorldTrial<Dim>(setup, input.seed, report).run(1 + input.frames);
}

}  // namespace
}  // namespace sapwood::test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t length) {
  using namespace sapwood::test;
  WorldInput input{};
  std::memcpy(&input, bytes, std::min(length, sizeof(input)));
  Report report;
  if (input.dimensions % 2 == 0) {
    play<2>(input, report);
  } else {
    play<3>(input, report);
  }
  count({1u + input.frames, 0, 0});
  end_input(report);
  return 0;
}
