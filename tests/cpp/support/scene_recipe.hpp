// Parameters of a distribution or a motion of a scene, with default values.
#pragma once

#include <string_view>
#include <vector>

#include "support/scene_definitions.hpp"

namespace sapwood::test {

struct Parameter {
  std::string_view name;
  double value;
};

// Parameters that the recipe does not set have default values. Exits the program for unknown names.
class Parameters {
 public:
  Parameters(const Recipe& recipe, std::vector<Parameter> defaults);
  double operator[](std::string_view name) const;

 private:
  std::vector<Parameter> values_;
};

}  // namespace sapwood::test
