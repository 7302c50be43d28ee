// Libraries that the structures are measured against; each is there only when CMake found it.
//
// A library gets its input in the form that it wants before the clock runs, wherever it lets its
// user keep that form; its answers come in the same list as everybody's.
#pragma once

#include "../contender.hpp"

namespace sapwood::bench {

struct Library {
  std::string id;       // of its contenders
  std::string title;    // what is measured of it
  std::string package;  // Debian's
  std::string version;  // empty when it was not found
};

// All that there is an adapter for.
std::vector<Library> libraries();

// Contenders of the libraries that were found.
std::vector<Contender> peers_in(int dimensions);

// One of each adapter, in a file of its own.
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
