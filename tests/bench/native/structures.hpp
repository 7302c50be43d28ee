// Structures of the library as contenders.
#pragma once

#include "contender.hpp"

namespace sapwood::bench {

// Returns every structure of AllStructures with default options. Structures in `variants` also have
// all other choices of their options, one at a time.
using Ids = std::vector<std::string>;
std::vector<Contender> structures_in_2d(const Ids& variants);
std::vector<Contender> structures_in_3d(const Ids& variants);

}  // namespace sapwood::bench
