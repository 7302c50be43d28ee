// The library's own structures as contenders.
#pragma once

#include "contender.hpp"

namespace sapwood::bench {

// Every structure of AllStructures with its default options; those of `variants` also with each
// other choice of the options that have choices, one at a time.
using Ids = std::vector<std::string>;
std::vector<Contender> structures_in_2d(const Ids& variants);
std::vector<Contender> structures_in_3d(const Ids& variants);

}  // namespace sapwood::bench
