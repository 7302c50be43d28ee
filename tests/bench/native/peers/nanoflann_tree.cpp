// nanoflann's kd-tree, for nearest points. The default capacity of its leaves is 10 points; the
// best capacity in this benchmark is about 24.
#include <nanoflann.hpp>

#include "neighbors.hpp"
#include "peers.hpp"

namespace sapwood::bench {
namespace {

// Adapter through which nanoflann reads the centers of the boxes.
struct Cloud {
  const float* boxes;
  size_t count;
  size_t stride;

  size_t kdtree_get_point_count() const { return count; }
  float kdtree_get_pt(size_t id, size_t axis) const { return boxes[stride * id + axis]; }
  template <class Bounds>
  bool kdtree_get_bbox(Bounds&) const {
    return false;
  }
};

template <int Dim>
class NanoflannTrial final : public Trial {
 public:
  NanoflannTrial(const Workload& work, size_t leaf)
      : work_(work),
        cloud_{work.centers.data(), work.count(), size_t{2 * Dim}},
        tree_(Dim, cloud_, nanoflann::KDTreeSingleIndexAdaptorParams(leaf)) {
    tree_.buildIndex();
  }

  void run(u32, Results& out) override {
    const test::Queries& points = work_.nearest_points;
    u32 ids[kNeighbors];
    float distances[kNeighbors];
    Neighbors found;
    for (int i = 0; i < points.count(); ++i) {
      const size_t count = tree_.knnSearch(points[i], kNeighbors, ids, distances);
      found.clear();
      for (size_t k = 0; k < count; ++k) {
        const float* box = cloud_.boxes + cloud_.stride * ids[k];
        found.insert({squared_distance<Dim>(box, points[i]), ids[k]});
      }
      found.write(out);
    }
  }

 private:
  using Metric = nanoflann::L2_Simple_Adaptor<float, Cloud, float, u32>;
  using Tree = nanoflann::KDTreeSingleIndexAdaptor<Metric, Cloud, Dim, u32>;

  const Workload& work_;
  const Cloud cloud_;
  Tree tree_;
};

template <int Dim>
Contender contender_of(size_t leaf) {
  const auto prepare = [leaf](const Workload& work, Phase phase) -> std::unique_ptr<Trial> {
    if (phase != Phase::kNearestPoints) return nullptr;
    return std::make_unique<NanoflannTrial<Dim>>(work, leaf);
  };
  return {"nanoflann", {{"leaf", std::to_string(leaf)}}, true, prepare};
}

}  // namespace

// NANOFLANN_VERSION has the form 0xMmp: major, minor and patch version.
std::string nanoflann_version() {
  const int version = NANOFLANN_VERSION;
  return std::to_string(version >> 8) + "." + std::to_string(version >> 4 & 15) + "." +
         std::to_string(version & 15);
}

std::vector<Contender> nanoflann_in(int dimensions) {
  if (dimensions == 2) return {contender_of<2>(10), contender_of<2>(24)};
  return {contender_of<3>(10), contender_of<3>(24)};
}

}  // namespace sapwood::bench
