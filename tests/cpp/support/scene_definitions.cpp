#include "support/scene_definitions.hpp"

#include <cstdio>
#include <cstdlib>

#include "scenes_data.hpp"

namespace sapwood::test {

const std::vector<SceneDefinition>& scene_definitions() {
  static const std::vector<SceneDefinition> kAll = [] {
    std::vector<SceneDefinition> all;
    for (SceneDefinition (*const make)() : kScenes) all.push_back(make());
    return all;
  }();
  return kAll;
}

const SceneDefinition& scene_definition(std::string_view id) {
  for (const SceneDefinition& scene : scene_definitions()) {
    if (scene.id == id) return scene;
  }
  fail_scene("no scene " + std::string(id));
}

std::string_view scene_table(std::string_view name) {
  for (const Table& table : kTables) {
    if (table.name == name) return table.text;
  }
  fail_scene("no table " + std::string(name));
}

void fail_scene(const std::string& message) {
  std::fprintf(stderr, "%s\n", message.c_str());
  std::abort();
}

}  // namespace sapwood::test
