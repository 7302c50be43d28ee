// Structures of the library as contenders.
#pragma once

#include "contender.hpp"

namespace sapwood::bench {

// Returns a contender with default options for every structure of AllStructures. A structure in
// `variants` has an additional contender for each non-default choice of each option.
using Ids = std::vector<std::string>;
std::vector<Contender> structures_in_2d(const Ids& variants);
std::vector<Contender> structures_in_3d(const Ids& variants);

}  // namespace sapwood::bench
