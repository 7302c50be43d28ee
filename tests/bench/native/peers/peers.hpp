// Libraries that the structures are compared with. A library is available if CMake found it. The
// input is converted before the measurement, but only to types that an application could also
// store. All libraries write results to the same kind of list.
#pragma once

#include "../contender.hpp"

namespace sapwood::bench {

struct Library {
  std::string id;       // id of the contenders of the library
  std::string title;    // measured part of the library
  std::string package;  // name of the Debian package
  std::string version;  // empty if the library was not found
};

std::vector<Library> libraries();

// Returns contenders of the libraries that were found.
std::vector<Contender> peers_in(int dimensions);

// Each adapter has its own file.
std::vector<Contender> boost_rtree_in(int dimensions);
std::vector<Contender> cgal_boxes_in(int dimensions);
std::vector<Contender> nanoflann_in(int dimensions);
std::vector<Contender> embree_in(int dimensions);  // 3D only
std::vector<Contender> bullet_in(int dimensions);  // 3D only
std::string boost_version();
std::string cgal_version();
std::string nanoflann_version();
std::string embree_version();
std::string bullet_version();

}  // namespace sapwood::bench
