#include "support/scene_recipe.hpp"

namespace sapwood::test {

Parameters::Parameters(const Recipe& recipe, std::vector<Parameter> defaults)
    : values_(std::move(defaults)) {
  for (const auto& [name, value] : recipe.numbers) {
    bool known = false;
    for (Parameter& parameter : values_) {
      if (parameter.name != name) continue;
      parameter.value = value;
      known = true;
    }
    if (!known) fail_scene(recipe.kind + " has no parameter " + name);
  }
}

double Parameters::operator[](std::string_view name) const {
  for (const Parameter& parameter : values_) {
    if (parameter.name == name) return parameter.value;
  }
  fail_scene("no parameter " + std::string(name));
}

}  // namespace sapwood::test
