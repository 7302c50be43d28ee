#include "support/scenes.hpp"

namespace sapwood::test {
namespace {

std::vector<float> extent_of(BoxSet set) {
  const int dimensions = set.dimensions;
  std::vector<float> extent(2 * static_cast<std::size_t>(dimensions));
  if (set.count() == 0) return extent;
  extent.assign(set.box(0), set.box(1));
  float* low = extent.data();
  float* high = low + dimensions;
  for (std::uint32_t id = 0; id < set.count(); ++id) {
    const float* box = set.box(id);
    for (int d = 0; d < dimensions; ++d) {
      if (box[d] < low[d]) low[d] = box[d];
      if (box[dimensions + d] > high[d]) high[d] = box[dimensions + d];
    }
  }
  return extent;
}

}  // namespace

Scene generate_scene(const SceneDefinition& definition, const SceneOptions& options) {
  Scene scene;
  scene.kind = definition.distribution.kind;
  scene.dimensions = options.dimensions.value_or(definition.dimensions);
  static_cast<DistributedBoxes&>(scene) =
      distribute(definition.distribution, scene.dimensions,
                 options.count.value_or(definition.count), options.seed.value_or(definition.seed));
  scene.count = static_cast<int>(scene.set().count());
  scene.extent = extent_of(scene.set());
  return scene;
}

Scene generate_scene(std::string_view id, const SceneOptions& options) {
  return generate_scene(scene_definition(id), options);
}

}  // namespace sapwood::test
