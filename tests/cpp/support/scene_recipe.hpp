// The parameters of a recipe, with the defaults of its kind.
#pragma once

#include <string_view>
#include <vector>

#include "support/scene_definitions.hpp"

namespace sapwood::test {

// A parameter of a kind, and its value where a recipe does not give one.
struct Parameter {
  std::string_view name;
  double value;
};

// The recipe's numbers over the defaults; unknown names end the program.
class Parameters {
 public:
  Parameters(const Recipe& recipe, std::vector<Parameter> defaults);
  double operator[](std::string_view name) const;

 private:
  std::vector<Parameter> values_;
};

}  // namespace sapwood::test
