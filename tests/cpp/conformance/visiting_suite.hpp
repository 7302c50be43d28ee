// Visitors of queries: early stops, exact counters, nested queries, deterministic order.
#pragma once

#include "support/comparison.hpp"
#include "support/layouts.hpp"
#include "support/volume.hpp"

namespace sapwood::test {

// Scenes in which queries hit many items in a hierarchy of several levels.
inline constexpr Layout kVisitLayouts[] = {Layout::kUniform, Layout::kIdentical,
                                           Layout::kTouchingGrid, Layout::kMixedSigns};
inline constexpr u32 kVisitItems = 150;

template <int Dim>
Aabb<Dim> whole_world() {
  Aabb<Dim> box;
  for (int axis = 0; axis < Dim; ++axis) {
    box.min[axis] = -kMaxCoordinate;
    box.max[axis] = kMaxCoordinate;
  }
  return box;
}

template <int Dim, class Check>
void on_visit_layouts(const SubjectMaker<Dim>& make, Report& report, Check&& check,
                      u32 count = kVisitItems) {
  for (const Layout layout : kVisitLayouts) {
    Report::Context context(report, name_of(layout));
    const std::vector<Aabb<Dim>> boxes = arrange<Dim>(layout, count, 3);
    const std::unique_ptr<Subject<Dim>> subject = make();
    report.require(subject->build(boxes).ok(), "build failed");
    check(*subject, boxes);
  }
}

// Stops a query after several numbers of results. `run(counters, visit)` runs the query, which
// calls visit() for each result.
template <class Run>
void stops_at_every_limit(const char* operation, Report& report, Run&& run) {
  Report::Context context(report, operation);
  QueryCounters whole;
  report.require(run(whole, [] { return true; }).ok() && whole.results > 2, "too few results");
  for (const u64 limit : {u64{1}, u64{2}, whole.results / 2, whole.results}) {
    u64 visits = 0;
    QueryCounters counters;
    const Status status = run(counters, [&] { return ++visits < limit; });
    report.require(status.ok(), "a stopped query failed");
    report.require(visits <= limit, "the query continued after its sink had stopped it");
    report.require(visits == limit, "the query reported too few results");
    report.require(counters.results == visits, "the counted results are not the reported results");
  }
}

template <int Dim>
void a_visitor_stops_every_query(const SubjectMaker<Dim>& make, Report& report) {
  on_visit_layouts<Dim>(make, report, [&](Subject<Dim>& subject, const auto&) {
    const Filter any = Filter::any();
    stops_at_every_limit("box", report, [&](QueryCounters& counters, auto visit) {
      return subject.box(whole_world<Dim>(), any, counters, [&](Id) { return visit(); });
    });
    stops_at_every_limit("sphere", report, [&](QueryCounters& counters, auto visit) {
      return subject.sphere({}, HUGE_VALF, any, counters, [&](Id) { return visit(); });
    });
    stops_at_every_limit("pairs", report, [&](QueryCounters& counters, auto visit) {
      return subject.pairs(counters, [&](Id, Id) { return visit(); });
    });
  });
}

template <int Dim>
void a_visitor_stops_point_queries(const SubjectMaker<Dim>& make, Report& report) {
  const std::unique_ptr<Subject<Dim>> subject = make();
  report.require(subject->build(arrange<Dim>(Layout::kIdentical, kVisitItems, 3)).ok(), "build");
  Point<Dim> inside;
  for (int axis = 0; axis < Dim; ++axis)
    inside[axis] = arrange<Dim>(Layout::kIdentical, 1, 3)[0].min[axis];
  stops_at_every_limit("point", report, [&](QueryCounters& counters, auto visit) {
    return subject->point(inside, Filter::any(), counters, [&](Id) { return visit(); });
  });
}

// Work of box queries, complete and stopped at the first hit: node visits and item tests.
template <int Dim>
struct StopWork {
  Subject<Dim>& subject;
  Report& report;
  u64 nodes = 0;  // visited by complete queries
  u64 whole = 0;
  u64 stopped = 0;

  void add(const Aabb<Dim>& box) {
    QueryCounters all, first;
    const auto go_on = [](Id) { return true; };
    const auto stop = [](Id) { return false; };
    report.require(subject.box(box, Filter::any(), all, go_on).ok(), "query failed");
    report.require(subject.box(box, Filter::any(), first, stop).ok(), "query failed");
    report.require(first.node_visits <= all.node_visits, "more nodes after a stop");
    nodes += all.node_visits;
    whole += all.node_visits + all.item_tests;
    stopped += first.node_visits + first.item_tests;
  }
};

// A query that stops at its first hit works less than the complete query. The queries are planes,
// because a box that contains a whole node can report all items below it without tests. There are
// many items, because some structures test items in batches. If a query visits only one node, there
// is no further leaf.
template <int Dim>
void a_stopped_query_visits_no_further_leaf(const SubjectMaker<Dim>& make, Report& report) {
  const auto compare_work = [&](Subject<Dim>& subject, const auto& boxes) {
    constexpr u32 kPlanes = 24;
    StopWork<Dim> work{subject, report};
    for (u32 item = 0; item < kPlanes; ++item) {
      const int axis = static_cast<int>(item) % Dim;
      Aabb<Dim> plane = whole_world<Dim>();
      plane.min[axis] = plane.max[axis] = boxes[item].min[axis];
      work.add(plane);
    }
    report.require(work.nodes <= kPlanes || work.stopped < work.whole,
                   "the search continued in other leaves");
  };
  on_visit_layouts<Dim>(make, report, compare_work, 10 * kVisitItems);
}

template <int Dim>
void an_empty_index_finds_nothing(const SubjectMaker<Dim>& make, Report& report) {
  const std::vector<Aabb<Dim>> some = arrange<Dim>(Layout::kUniform, 20, 3);
  const Probes<Dim> probes = probes_for<Dim>(some, 20, 3);
  const Model<Dim> nothing;
  const std::unique_ptr<Subject<Dim>> subject = make();
  Comparison<Dim> comparison(*subject, nothing, report);
  comparison.everything(probes);
  report.require(subject->build(some).ok() && subject->build({}).ok(), "build failed");
  comparison.everything(probes);
  report.require(subject->build(some).ok(), "build failed");
  subject->clear();
  comparison.everything(probes);
}

template <int Dim>
void node_visits_never_exceed_the_nodes(const SubjectMaker<Dim>& make, Report& report) {
  on_visit_layouts<Dim>(make, report, [&](Subject<Dim>& subject, const auto& boxes) {
    const Probes<Dim> probes = probes_for<Dim>(boxes, 30, 4);
    const auto check = [&](const char* operation, auto&& run) {
      QueryCounters counters;
      report.require(run(counters).ok(), "a query failed");
      const auto nodes = static_cast<u64>(subject.stats().nodes);
      if (counters.node_visits > nodes)
        report.fail(std::string(operation) + " visits a node twice");
      // only items below nodes that are completely inside the query can be results without a test
      if (counters.item_tests < counters.results && counters.node_visits == 0) {
        report.fail(std::string(operation) + " has results that it did not test");
      }
    };
    const Filter any = Filter::any();
    Array<KeyedId> found;
    KeyedId best;
    const auto ignore = [](Id) { return true; };
    for (size_t i = 0; i < probes.points.size(); ++i) {
      const Ray<Dim>& ray = probes.rays[i];
      check("box", [&](auto& c) { return subject.box(probes.boxes[i], any, c, ignore); });
      check("sphere", [&](auto& c) {
        return subject.sphere(probes.spheres[i].center, probes.spheres[i].radius, any, c, ignore);
      });
      check("raycast", [&](auto& c) { return subject.raycast(ray, any, c, best); });
      check("raycast_all", [&](auto& c) { return subject.raycast_all(ray, any, c, found); });
      check("nearest", [&](auto& c) {
        return subject.nearest(probes.points[i], 3, HUGE_VALF, any, c, found);
      });
    }
  });
}

template <int Dim>
void a_visitor_may_query_the_same_index(const SubjectMaker<Dim>& make, Report& report) {
  const Id every = light_volume() ? 64 : 16;
  on_visit_layouts<Dim>(make, report, [&](Subject<Dim>& subject, const auto& boxes) {
    const Model<Dim> model(boxes);
    Comparison<Dim> inner(subject, model, report);
    const Probes<Dim> probes = probes_for<Dim>(boxes, 1, 5);
    std::vector<Id> ids;
    QueryCounters counters;
    const auto visit = [&](Id id) {
      ids.push_back(id);
      if (id % every == 0) inner.everything(probes);
      return true;
    };
    report.require(subject.box(whole_world<Dim>(), Filter::any(), counters, visit).ok(), "failed");
    std::sort(ids.begin(), ids.end());
    report.require(ids == model.ids(), "the outer query lost or repeated items");
    report.require(counters.results == ids.size(), "the counters of two queries were mixed");
  });
}

struct Trace {
  std::vector<u64> results;
  QueryCounters work;
};

template <int Dim>
Trace trace_of(Subject<Dim>& subject, const Probes<Dim>& probes) {
  Trace trace;
  const auto note = [&](Id id) {
    trace.results.push_back(id);
    return true;
  };
  const auto mark = [&](Status status) { trace.results.push_back(status.ok() ? kNone : 0); };
  for (const auto& box : probes.boxes) {
    mark(subject.box(box, Filter::any(), trace.work, note));
  }
  for (const auto& [center, radius] : probes.spheres) {
    mark(subject.sphere(center, radius, Filter::any(), trace.work, note));
  }
  mark(subject.pairs(trace.work, into(trace.results)));
  return trace;
}

template <int Dim>
void the_same_calls_give_the_same_order_and_work(const SubjectMaker<Dim>& make, Report& report) {
  on_visit_layouts<Dim>(make, report, [&](Subject<Dim>& subject, const auto& boxes) {
    const Probes<Dim> probes = probes_for<Dim>(boxes, 10, 6);
    const std::unique_ptr<Subject<Dim>> twin = make();
    report.require(twin->build(boxes).ok(), "build failed");
    const Trace first = trace_of(subject, probes);
    const Trace equal = trace_of(*twin, probes);
    report.require(first.results == equal.results, "an equal index gives another order");
    report.require(first.work.node_visits == equal.work.node_visits &&
                       first.work.item_tests == equal.work.item_tests,
                   "an equal index does other work");
    report.require(first.results == trace_of(subject, probes).results, "the order changed");
  });
}

}  // namespace sapwood::test
