#include "support/comparison.hpp"

#include <algorithm>

#include "sapwood/geometry/frustum_query.hpp"
#include "support/words.hpp"

namespace sapwood::test {

namespace {

template <class T>
std::string first_difference(const std::vector<T>& found, const std::vector<T>& expected) {
  size_t i = 0;
  while (i < found.size() && i < expected.size() && found[i] == expected[i]) ++i;
  const auto entry = [i](const std::vector<T>& list) {
    return i < list.size() ? std::to_string(list[i]) : std::string("the end");
  };
  return std::to_string(found.size()) + " results instead of " + std::to_string(expected.size()) +
         "; at position " + std::to_string(i) + " came " + entry(found) + " instead of " +
         entry(expected);
}

std::string words(const OracleHit& hit) {
  return "id " + std::to_string(hit.id) + " at " + sapwood::test::words(hit.distance);
}

std::string first_difference(const std::vector<OracleHit>& found,
                             const std::vector<OracleHit>& expected) {
  size_t i = 0;
  while (i < found.size() && i < expected.size() && found[i] == expected[i]) ++i;
  return std::to_string(found.size()) + " results instead of " + std::to_string(expected.size()) +
         "; at position " + std::to_string(i) + " came " +
         (i < found.size() ? words(found[i]) : "the end") + " instead of " +
         (i < expected.size() ? words(expected[i]) : "the end");
}

}  // namespace

template <int Dim>
bool Comparison<Dim>::succeeded(const char* operation, Status status, const QueryCounters& counters,
                                size_t results) {
  if (!status.ok()) {
    report_.fail(std::string(operation) + " returned status " +
                 std::to_string(static_cast<int>(status.code)));
    return false;
  }
  if (counters.results != results) {
    report_.fail(std::string(operation) + " counted " + std::to_string(counters.results) +
                 " results and reported " + std::to_string(results));
  }
  return true;
}

template <int Dim>
void Comparison<Dim>::note(const std::vector<Id>& ids, const QueryCounters& counters) {
  if (hash_ == nullptr) return;
  hash_->add(static_cast<u32>(ids.size()));
  for (const Id id : ids) hash_->add(id);
  for (const u64 count : {counters.node_visits, counters.item_tests, counters.results}) {
    hash_->add(static_cast<u32>(count));
  }
}

template <int Dim>
void Comparison<Dim>::note(const Array<KeyedId>& hits, const QueryCounters& counters) {
  if (hash_ == nullptr) return;
  std::vector<Id> ids;
  for (const KeyedId& hit : hits) ids.push_back(hit.id);
  note(ids, counters);
  for (const KeyedId& hit : hits) hash_->add(static_cast<f32>(hit.key));
}

template <int Dim>
void Comparison<Dim>::ids(const char* operation, std::vector<Id> found,
                          const std::vector<Id>& expected, Status status,
                          const QueryCounters& counters) {
  if (!succeeded(operation, status, counters, found.size())) return;
  note(found, counters);
  std::sort(found.begin(), found.end());
  if (found != expected)
    report_.fail(std::string(operation) + " " + first_difference(found, expected));
}

template <int Dim>
void Comparison<Dim>::hits(const char* operation, const Array<KeyedId>& found,
                           const std::vector<OracleHit>& expected, Status status,
                           const QueryCounters& counters) {
  if (!succeeded(operation, status, counters, found.size())) return;
  note(found, counters);
  std::vector<OracleHit> list;
  for (const KeyedId& hit : found) list.push_back({hit.key, hit.id});
  if (list != expected)
    report_.fail(std::string(operation) + " " + first_difference(list, expected));
}

template <int Dim>
void Comparison<Dim>::box(const Aabb<Dim>& box, const Filter& filter) {
  std::vector<Id> found;
  QueryCounters counters;
  const Status status = subject_.box(box, filter, counters, into(found));
  Report::Context context(report_, [&] { return "box " + words(box); });
  ids("query", std::move(found), oracle::box(model_, box, filter), status, counters);
}

template <int Dim>
void Comparison<Dim>::point(const Point<Dim>& point, const Filter& filter) {
  std::vector<Id> found;
  QueryCounters counters;
  const Status status = subject_.point(point, filter, counters, into(found));
  Report::Context context(report_, [&] { return "point " + words(point); });
  ids("query", std::move(found), oracle::point(model_, point, filter), status, counters);
}

template <int Dim>
void Comparison<Dim>::sphere(const SphereProbe<Dim>& probe, const Filter& filter) {
  std::vector<Id> found;
  QueryCounters counters;
  const Status status = subject_.sphere(probe.center, probe.radius, filter, counters, into(found));
  Report::Context context(
      report_, [&] { return "sphere " + words(probe.center) + " radius " + words(probe.radius); });
  ids("query", std::move(found), oracle::sphere(model_, probe.center, probe.radius, filter), status,
      counters);
}

template <int Dim>
void Comparison<Dim>::ray(const Ray<Dim>& ray, const Filter& filter) {
  Report::Context context(report_, [&] { return "ray " + words(ray); });
  std::vector<OracleHit> expected = oracle::raycast_all(model_, ray, filter);
  {
    Array<KeyedId> found;
    QueryCounters counters;
    const Status status = subject_.raycast_all(ray, filter, counters, found);
    hits("raycast_all", found, expected, status, counters);
  }
  KeyedId best{0, 0};
  QueryCounters counters;
  const Status status = subject_.raycast(ray, filter, counters, best);
  Array<KeyedId> found;
  if (best.id != kNone && !found.push_back(best)) return;
  if (expected.size() > 1) expected.resize(1);
  hits("raycast", found, expected, status, counters);
}

template <int Dim>
void Comparison<Dim>::nearest(const NearestProbe<Dim>& probe, const Filter& filter) {
  Array<KeyedId> found;
  QueryCounters counters;
  const Status status =
      subject_.nearest(probe.point, probe.k, probe.max_distance, filter, counters, found);
  Report::Context context(report_, [&] {
    return std::to_string(probe.k) + " nearest to " + words(probe.point) + " within " +
           words(probe.max_distance);
  });
  hits("nearest", found, oracle::nearest(model_, probe.point, probe.k, probe.max_distance, filter),
       status, counters);
}

template <int Dim>
void Comparison<Dim>::frustum_order(const FrustumProbe& probe, const Filter& filter, bool ordered,
                                    u32 limit) {
  if constexpr (Dim == 3) {
    Array<KeyedId> hits;
    QueryCounters counters;
    const Point<3>* eye = ordered ? &probe.eye : nullptr;
    const Status status = subject_.frustum(probe.frustum, eye, limit, filter, counters, hits);
    std::vector<Id> found;
    for (const KeyedId& hit : hits) found.push_back(hit.id);
    if (!succeeded("query", status, counters, found.size())) return;
    note(found, counters);
    std::vector<Id> expected = oracle::frustum(model_, probe.frustum, eye, filter);
    if (!ordered) std::sort(found.begin(), found.end());
    if (!ordered && limit < expected.size()) {
      // without an order, any subset of `limit` items is valid
      const bool sound =
          found.size() == limit && std::adjacent_find(found.begin(), found.end()) == found.end() &&
          std::includes(expected.begin(), expected.end(), found.begin(), found.end());
      report_.require(sound, "a limited query returned too many, too few, wrong or repeated items");
      return;
    }
    if (limit < expected.size()) expected.resize(limit);
    if (found != expected) report_.fail(first_difference(found, expected));
  }
}

template <int Dim>
void Comparison<Dim>::frustum(const FrustumProbe& probe, const Filter& filter) {
  for (const bool ordered : {false, true}) {
    for (const u32 limit : {probe.limit, kNone}) {
      Report::Context context(report_, [&] {
        return std::string("frustum ") + (ordered ? "front to back " : "") + "limit " +
               std::to_string(limit);
      });
      frustum_order(probe, filter, ordered, limit);
    }
  }
}

template <int Dim>
std::vector<Id> Comparison<Dim>::found_in(const VolumeQuery<Dim>& query, const Filter& filter) {
  std::vector<Id> found;
  QueryCounters counters;
  const Status status = subject_.volume(query, filter, counters, into(found));
  succeeded("query", status, counters, found.size());
  std::sort(found.begin(), found.end());
  return found;
}

template <int Dim>
void Comparison<Dim>::volume(const VolumeProbe<Dim>& probe, const Filter& filter) {
  const auto& [planes, segment, radius] = probe;
  const u32 count = static_cast<u32>(planes.size() / (Dim + 1));
  const auto compare = [&](const char* kind, const std::vector<Id>& found,
                           const std::vector<Id>& expected) {
    if (found != expected)
      report_.fail(std::string(kind) + ": " + first_difference(found, expected));
  };
  compare("convex", found_in(ConvexQuery<Dim>(planes.data(), count), filter),
          oracle::convex<Dim>(model_, planes, filter));
  Report::Context context(report_, [&, from = segment.a, to = segment.b, reach = radius] {
    return "from " + words(from) + " to " + words(to) + " radius " + std::to_string(reach);
  });
  for (const f32 reach : {0.0f, radius}) {
    const std::vector<Id> found = found_in(CapsuleQuery<Dim>(segment, reach), filter);
    const oracle::CapsuleResult expected = oracle::capsule(model_, segment, reach, filter);
    const auto holds = [](const std::vector<Id>& all, const std::vector<Id>& some) {
      return std::includes(all.begin(), all.end(), some.begin(), some.end());
    };
    if (holds(found, expected.sure) && holds(expected.possible, found)) continue;
    compare(reach == 0 ? "segment" : "capsule", found, expected.sure);
  }
  casts(probe, filter);
}

template <int Dim>
KeyedId Comparison<Dim>::first_of(CastQuery<Dim> query, const Filter& filter) {
  QueryCounters counters;
  const auto box_of = [&](Id id) { return subject_.items().box(id); };
  CastHits<Dim, decltype(box_of)> hits(query, box_of);
  const auto take = [&](Id id) {
    const bool live = subject_.items().has(id);
    report_.require(live, "a cast found an item that is not there");
    return !live || hits(id);
  };
  const Status status = subject_.volume(query, filter, counters, take);
  report_.require(status.ok(), "a cast failed");
  return hits.best();
}

template <int Dim>
void Comparison<Dim>::casts(const VolumeProbe<Dim>& probe, const Filter& filter) {
  oracle::MovingBall<Dim> ball{probe.segment.a, probe.radius, probe.segment.b};
  Aabb<Dim> box;
  for (int axis = 0; axis < Dim; ++axis) {
    ball.displacement[axis] -= ball.center[axis];
    box.min[axis] = ball.center[axis];
    box.max[axis] = ball.center[axis] + (axis == 0 ? 0 : ball.radius);
  }
  const KeyedId found = first_of(CastQuery<Dim>(box, ball.displacement), filter);
  const KeyedId expected = oracle::cast_box(model_, box, ball.displacement, filter);
  if (found.id != expected.id || found.key != expected.key) {
    report_.fail("moving box: " + std::to_string(found.id) + " at " + std::to_string(found.key) +
                 " instead of " + std::to_string(expected.id) + " at " +
                 std::to_string(expected.key));
  }
  const CastQuery<Dim> along(ball.center, ball.radius, ball.displacement);
  const KeyedId met = first_of(along, filter);
  const std::string wrong = oracle::error_of_ball_cast(model_, ball, filter, met);
  if (!wrong.empty()) report_.fail("moving ball: " + wrong);
  Segment<Dim> diagonal;
  for (int axis = 0; axis < Dim; ++axis) {
    diagonal.a[axis] = box.min[axis];
    diagonal.b[axis] = box.max[axis];
  }
  capsule_cast(diagonal, ball, filter);
}

// Compares a cast of the index with the first hit of the same cast test in a loop over all items.
// contact_test.cpp compares the cast test with a reference.
template <int Dim>
void Comparison<Dim>::capsule_cast(const Segment<Dim>& segment, const oracle::MovingBall<Dim>& ball,
                                   const Filter& filter) {
  const CastQuery<Dim> query(segment.a, segment.b, ball.radius, ball.displacement);
  KeyedId expected{HUGE_VAL, kNone};
  Aabb<Dim> everywhere;
  for (int axis = 0; axis < Dim; ++axis) {
    everywhere.min[axis] = -kMaxCoordinate;
    everywhere.max[axis] = kMaxCoordinate;
  }
  for (const Id id : oracle::box(model_, everywhere, filter)) {
    KeyedId hit{0, id};
    if (query.measure(model_.item(id).box, hit.key)) expected = std::min(expected, hit);
  }
  const KeyedId found = first_of(query, filter);
  if (found.id != expected.id || found.key != expected.key) {
    report_.fail("moving capsule: " + std::to_string(found.id) + " at " +
                 std::to_string(found.key) + " instead of " + std::to_string(expected.id) + " at " +
                 std::to_string(expected.key));
  }
}

template <int Dim>
size_t Comparison<Dim>::pairs() {
  std::vector<u64> found;
  QueryCounters counters;
  const Status status = subject_.pairs(counters, into(found));
  Report::Context context(report_, "pairs");
  if (!succeeded("pairs", status, counters, found.size())) return 0;
  std::vector<Id> ids;
  for (const u64 key : found) {
    ids.push_back(static_cast<Id>(key >> 32));
    ids.push_back(static_cast<Id>(key));
  }
  note(ids, counters);
  std::sort(found.begin(), found.end());
  const std::vector<u64> expected = oracle::pairs(model_);
  if (found != expected) report_.fail(first_difference(found, expected));
  return expected.size();
}

template <int Dim>
void Comparison<Dim>::content() {
  for (const std::string& fault : subject_.validate()) report_.fail("validate: " + fault);
  const ItemStore<Dim>& items = subject_.items();
  const std::vector<Id> live = model_.ids();
  std::vector<Id> found;
  for (Id id = items.first(); id != kNone; id = items.next(id)) found.push_back(id);
  if (found != live) {
    report_.fail("live ids: " + first_difference(found, live));
    return;
  }
  report_.require(items.size() == live.size(), "size differs from the number of live ids");
  for (const Id id : live) {
    const ModelItem<Dim>& expected = model_.item(id);
    const bool same = items.box(id) == expected.box && items.filter(id) == expected.filter;
    if (!same) report_.fail("box or filter of item " + std::to_string(id) + " differs");
  }
}

template <int Dim>
void Comparison<Dim>::queries(const Probes<Dim>& probes, const Filter& filter) {
  for (const auto& probe : probes.boxes) box(probe, filter);
  for (const auto& probe : probes.points) point(probe, filter);
  for (const auto& probe : probes.spheres) sphere(probe, filter);
  for (const auto& probe : probes.rays) ray(probe, filter);
  for (const auto& probe : probes.nearest) nearest(probe, filter);
  for (const auto& probe : probes.frusta) frustum(probe, filter);
  for (const auto& probe : probes.volumes) volume(probe, filter);
}

template <int Dim>
void Comparison<Dim>::everything(const Probes<Dim>& probes) {
  content();
  queries(probes);
  pairs();
}

template class Comparison<2>;
template class Comparison<3>;

}  // namespace sapwood::test
