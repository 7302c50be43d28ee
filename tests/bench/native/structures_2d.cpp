#include "structure_list.hpp"
#include "structures.hpp"

namespace sapwood::bench {

std::vector<Contender> structures_in_2d(const Ids& variants) {
  return contenders_in<2>(AllStructures{}, variants);
}

}  // namespace sapwood::bench
