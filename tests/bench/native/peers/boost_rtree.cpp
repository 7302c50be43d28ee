// Boost.Geometry's rtree, built by its packing constructor, which produces better trees than the
// other constructions of Boost. Pairs are found by a query for each box. Nodes have up to 16
// entries.
#include <boost/geometry.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <boost/version.hpp>
#include <optional>

#include "neighbors.hpp"
#include "peers.hpp"

namespace sapwood::bench {
namespace {

namespace bg = boost::geometry;
namespace bgi = boost::geometry::index;

template <int Dim>
using BoostPoint = bg::model::point<float, Dim, bg::cs::cartesian>;
template <int Dim>
using BoostBox = bg::model::box<BoostPoint<Dim>>;

template <int Dim>
BoostPoint<Dim> to_point(const float* from) {
  if constexpr (Dim == 2) return BoostPoint<Dim>(from[0], from[1]);
  if constexpr (Dim == 3) return BoostPoint<Dim>(from[0], from[1], from[2]);
}
template <int Dim>
BoostBox<Dim> to_box(const float* from) {
  return {to_point<Dim>(from), to_point<Dim>(from + Dim)};
}

// Output iterator that calls a function for each value.
template <class Write>
struct Writer {
  const Write* write;

  Writer& operator*() { return *this; }
  Writer& operator++() { return *this; }
  Writer operator++(int) { return *this; }
  template <class Value>
  Writer& operator=(const Value& value) {
    (*write)(value.second);
    return *this;
  }
};

template <int Dim>
class BoostTrial : public Trial {
 public:
  BoostTrial(const Workload& work, Phase phase) : work_(work), phase_(phase) {
    for (u32 i = 0; i < work.count(); ++i) values_.emplace_back(to_box<Dim>(box(i)), i);
    tree_.emplace(values_.begin(), values_.end());
  }

  void run(u32, Results& out) override {
    if (phase_ == Phase::kPairs || phase_ == Phase::kBuild) {
      tree_.reset();
      tree_.emplace(values_.begin(), values_.end());
      if (phase_ == Phase::kPairs) write_pairs(out);
    } else {
      run_queries(queries_of(work_, phase_), out);
    }
  }
  void confirm(Results& out) override {
    if (phase_ == Phase::kBuild) write_pairs(out);
  }

 private:
  using Value = std::pair<BoostBox<Dim>, u32>;

  const float* box(u32 id) const { return work_.scene.set().box(id); }

  template <class Write>
  void find_overlaps(const BoostBox<Dim>& box, const Write& write) {
    tree_->query(bgi::intersects(box), Writer<Write>{&write});
  }
  void write_pairs(Results& out) {
    for (const auto& [box, id] : values_) {
      find_overlaps(box, [&out, mine = id](u32 other) {
        if (mine < other) out.add_pair(mine, other);
      });
    }
  }
  void run_queries(const test::Queries& queries, Results& out) {
    for (int i = 0; i < queries.count(); ++i) {
      out.mark_query();
      find_overlaps(to_box<Dim>(queries[i]), [&out](u32 id) { out.add_id(id); });
    }
    out.mark_query();
  }

  const Workload& work_;
  const Phase phase_;
  std::vector<Value> values_;
  std::optional<bgi::rtree<Value, bgi::quadratic<16>>> tree_;
};

// `Shape` is the type of the items: boxes of the scene, or points at their centers.
template <int Dim, class Shape>
class BoostNearestTrial final : public Trial {
 public:
  BoostNearestTrial(const Workload& work, const std::vector<float>& boxes)
      : work_(work), boxes_(boxes) {
    std::vector<Value> values;
    for (u32 i = 0; i < work.count(); ++i) values.emplace_back(to_shape(box(i)), i);
    tree_.emplace(values.begin(), values.end());
  }

  void run(u32, Results& out) override {
    const test::Queries& points = work_.nearest_points;
    Neighbors found;
    for (int i = 0; i < points.count(); ++i) {
      const float* point = points[i];
      found.clear();
      const auto insert = [&](u32 id) {
        found.insert({squared_distance<Dim>(box(id), point), id});
      };
      tree_->query(bgi::nearest(to_point<Dim>(point), kNeighbors),
                   Writer<decltype(insert)>{&insert});
      found.write(out);
    }
  }

 private:
  using Value = std::pair<Shape, u32>;

  static Shape to_shape(const float* box) {
    if constexpr (std::is_same_v<Shape, BoostPoint<Dim>>) return to_point<Dim>(box);
    if constexpr (!std::is_same_v<Shape, BoostPoint<Dim>>) return to_box<Dim>(box);
  }
  const float* box(u32 id) const { return boxes_.data() + size_t{2 * Dim} * id; }

  const Workload& work_;
  const std::vector<float>& boxes_;
  std::optional<bgi::rtree<Value, bgi::quadratic<16>>> tree_;
};

template <int Dim>
std::unique_ptr<Trial> prepare(const Workload& work, Phase phase) {
  switch (phase) {
    case Phase::kPairs:
    case Phase::kBuild:
    case Phase::kSmallBoxes:
    case Phase::kLargeBoxes:
      return std::make_unique<BoostTrial<Dim>>(work, phase);
    case Phase::kNearestBoxes:
      return std::make_unique<BoostNearestTrial<Dim, BoostBox<Dim>>>(work, work.scene.boxes);
    case Phase::kNearestPoints:
      return std::make_unique<BoostNearestTrial<Dim, BoostPoint<Dim>>>(work, work.centers);
    default:
      return nullptr;
  }
}

}  // namespace

std::string boost_version() {
  return std::to_string(BOOST_VERSION / 100'000) + "." + std::to_string(BOOST_VERSION / 100 % 1000);
}

std::vector<Contender> boost_rtree_in(int dimensions) {
  return {{"boost-rtree", {}, true, dimensions == 2 ? prepare<2> : prepare<3>}};
}

}  // namespace sapwood::bench
