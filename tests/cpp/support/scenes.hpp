// Seeded scenes: boxes of the definitions in tests/scenes. The TypeScript version is
// web/scenes/src.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "support/scene_definitions.hpp"
#include "support/scene_distributions.hpp"
#include "support/scene_hashes.hpp"

namespace sapwood::test {

// Flat boxes [min..., max...], 2 * dimensions numbers each.
struct BoxSet {
  int dimensions;
  std::span<const float> boxes;

  std::uint32_t count() const {
    return static_cast<std::uint32_t>(boxes.size() / (2 * static_cast<std::size_t>(dimensions)));
  }
  const float* box(std::uint32_t id) const {
    return boxes.data() + 2 * static_cast<std::size_t>(dimensions) * id;
  }
};

struct Scene : DistributedBoxes {
  std::string kind;  // kind of the distribution
  int dimensions = 0;
  int count = 0;  // number of boxes; published-true-uniform can make fewer than requested
  std::vector<float> extent;  // bounds of all boxes: [min..., max...]; zeros for an empty scene

  BoxSet set() const { return {dimensions, boxes}; }
};

// Values that replace values of the scene definition. The goldens of the definition are then not
// valid.
struct SceneOptions {
  std::optional<int> count = {};
  std::optional<std::uint32_t> seed = {};
  std::optional<int> dimensions = {};
};

Scene generate_scene(const SceneDefinition& definition, const SceneOptions& options = {});
Scene generate_scene(std::string_view id, const SceneOptions& options = {});

}  // namespace sapwood::test
