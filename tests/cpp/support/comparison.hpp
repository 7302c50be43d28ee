// Comparison of one index with the oracle. Each member function runs one operation on both and
// reports every difference in ids, order, distances or counters.
#pragma once

#include "sapwood/geometry/cast_query.hpp"
#include "support/oracle.hpp"
#include "support/probes.hpp"
#include "support/report.hpp"
#include "support/subject.hpp"
#include "support/tape_hash.hpp"

namespace sapwood::test {

template <int Dim>
class Comparison {
 public:
  // `hash` receives the results of the index in the order in which the index reports them.
  Comparison(Subject<Dim>& subject, const Model<Dim>& model, Report& report,
             TapeHash* hash = nullptr)
      : subject_(subject), model_(model), report_(report), hash_(hash) {}

  void box(const Aabb<Dim>& box, const Filter& filter = Filter::any());
  void point(const Point<Dim>& point, const Filter& filter = Filter::any());
  void sphere(const SphereProbe<Dim>& probe, const Filter& filter = Filter::any());
  void ray(const Ray<Dim>& ray, const Filter& filter = Filter::any());
  void nearest(const NearestProbe<Dim>& probe, const Filter& filter = Filter::any());
  // Compares frustum queries with and without an eye position and a limit of results. Does nothing
  // in 2D.
  void frustum(const FrustumProbe& probe, const Filter& filter = Filter::any());
  // Compares queries of a convex volume, a segment and a capsule, and casts of a box and a ball
  // along the segment.
  void volume(const VolumeProbe<Dim>& probe, const Filter& filter = Filter::any());
  size_t pairs();

  // Compares live ids, boxes and filters, and validates the index.
  void content();
  void queries(const Probes<Dim>& probes, const Filter& filter = Filter::any());
  void everything(const Probes<Dim>& probes);

 private:
  void ids(const char* operation, std::vector<Id> found, const std::vector<Id>& expected,
           Status status, const QueryCounters& counters);
  void hits(const char* operation, const Array<KeyedId>& found,
            const std::vector<OracleHit>& expected, Status status, const QueryCounters& counters);
  std::vector<Id> found_in(const VolumeQuery<Dim>& query, const Filter& filter);
  void casts(const VolumeProbe<Dim>& probe, const Filter& filter);
  void capsule_cast(const Segment<Dim>& segment, const oracle::MovingBall<Dim>& ball,
                    const Filter& filter);
  KeyedId first_of(CastQuery<Dim> query, const Filter& filter);
  void frustum_order(const FrustumProbe& probe, const Filter& filter, bool ordered, u32 limit);
  bool succeeded(const char* operation, Status status, const QueryCounters& counters,
                 size_t results);
  void note(const Array<KeyedId>& hits, const QueryCounters& counters);
  void note(const std::vector<Id>& ids, const QueryCounters& counters);

  Subject<Dim>& subject_;
  const Model<Dim>& model_;
  Report& report_;
  TapeHash* hash_;
};

extern template class Comparison<2>;
extern template class Comparison<3>;

inline IdSink into(std::vector<Id>& ids) {
  return [&ids](Id id) {
    ids.push_back(id);
    return true;
  };
}

// Returns a sink that collects pairs as a << 32 | b, in the order of their report.
inline PairSink into(std::vector<u64>& keys) {
  return [&keys](Id a, Id b) {
    keys.push_back(u64{a} << 32 | b);
    return true;
  };
}

}  // namespace sapwood::test
