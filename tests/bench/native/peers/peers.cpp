#include "peers.hpp"

namespace sapwood::bench {
namespace {

struct Adapter {
  Library library;
  std::vector<Contender> (*contenders)(int dimensions);
};

// Returns all libraries. Libraries that CMake did not find have no contenders and no version.
std::vector<Adapter> adapters() {
  std::vector<Adapter> all = {
      {{"boost-rtree", "Boost.Geometry's rtree, packed", "libboost-dev", ""}, nullptr},
      {{"cgal-boxes", "CGAL's box_self_intersection_d", "libcgal-dev", ""}, nullptr},
      {{"nanoflann", "nanoflann's kd-tree of points", "libnanoflann-dev", ""}, nullptr},
      {{"embree", "Embree, boxes as user geometry", "libembree-dev", ""}, nullptr},
      {{"bullet-dbvt", "Bullet's btDbvt", "libbullet-dev", ""}, nullptr},
  };
#ifdef SAPWOOD_BENCH_BOOST
  all[0].library.version = boost_version();
  all[0].contenders = boost_rtree_in;
#endif
#ifdef SAPWOOD_BENCH_CGAL
  all[1].library.version = cgal_version();
  all[1].contenders = cgal_boxes_in;
#endif
#ifdef SAPWOOD_BENCH_NANOFLANN
  all[2].library.version = nanoflann_version();
  all[2].contenders = nanoflann_in;
#endif
#ifdef SAPWOOD_BENCH_EMBREE
  all[3].library.version = embree_version();
  all[3].contenders = embree_in;
#endif
#ifdef SAPWOOD_BENCH_BULLET
  all[4].library.version = bullet_version();
  all[4].contenders = bullet_in;
#endif
  return all;
}

}  // namespace

std::vector<Library> libraries() {
  std::vector<Library> all;
  for (const Adapter& adapter : adapters()) all.push_back(adapter.library);
  return all;
}

std::vector<Contender> peers_in(int dimensions) {
  std::vector<Contender> all;
  for (const Adapter& adapter : adapters()) {
    if (adapter.contenders == nullptr) continue;
    for (Contender& one : adapter.contenders(dimensions)) {
      one.is_peer = true;
      all.push_back(std::move(one));
    }
  }
  return all;
}

}  // namespace sapwood::bench
