#include "structure_list.hpp"
#include "structures.hpp"

namespace sapwood::bench {

std::vector<Contender> structures_in_3d(const Ids& variants) {
  return contenders_in<3>(AllStructures{}, variants);
}

}  // namespace sapwood::bench
