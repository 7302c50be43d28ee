// Repeats the same frames, as in a game. After each frame has run once, queries must not allocate.
// An update of all items may need a few allocations in structures that rebuild themselves and then
// free the working memory.
#include "conformance/serialization_suite.hpp"
#include "support/allocations.hpp"
#include "support/subject_tests.hpp"

namespace sapwood::test {

// Alternates between two frames of boxes that differ by less than the size of a box.
template <int Dim>
class SteadyWorld {
 public:
  SteadyWorld(Subject<Dim>& subject, Report& report) : subject_(subject), report_(report) {
    for (u32 i = 0; i < moved_.size(); ++i) {
      const f32 by = 0.02f * static_cast<f32>(static_cast<i32>(i % 7) - 3);
      for (int axis = 0; axis < Dim; ++axis) {
        moved_[i].min[axis] += by;
        moved_[i].max[axis] += by;
      }
    }
    step("build", subject_.build(boxes_));
  }

  void move(u32 frame) {
    u32 changed = 0;
    step("update", subject_.update(frame % 2 == 0 ? moved_ : boxes_, changed));
    if (subject_.abilities().dynamic) move_some(frame);
    QueryCounters counters;
    step("first point", subject_.point(probes_.points[0], Filter::any(), counters, count_ids_));
  }

  void query_all() {
    QueryCounters counters;
    step("pairs", subject_.pairs(counters, count_pairs_));
    for (const Aabb<Dim>& box : probes_.boxes) {
      step("box", subject_.box(box, Filter::any(), counters, count_ids_));
    }
    for (const Point<Dim>& point : probes_.points) {
      step("point", subject_.point(point, Filter::any(), counters, count_ids_));
    }
    query_by_distance();
  }

 private:
  void move_some(u32 frame) {
    const auto& target = frame % 2 == 0 ? boxes_ : moved_;
    for (Id id = 0; id < target.size(); id += 10) {
      bool changed = false;
      step("move", subject_.move(id, target[id], Point<Dim>{}, changed));
    }
  }

  void query_by_distance() {
    QueryCounters counters;
    for (const SphereProbe<Dim>& sphere : probes_.spheres) {
      step("sphere",
           subject_.sphere(sphere.center, sphere.radius, Filter::any(), counters, count_ids_));
      step("nearest",
           subject_.nearest(sphere.center, 8, HUGE_VALF, Filter::any(), counters, found_));
    }
    for (const Ray<Dim>& ray : probes_.rays) {
      KeyedId best;
      step("raycast", subject_.raycast(ray, Filter::any(), counters, best));
      step("raycastAll", subject_.raycast_all(ray, Filter::any(), counters, found_));
    }
  }

  void step(const char* operation, const Status& status) {
    if (!status.ok()) report_.fail(std::string(operation) + " allocated memory or failed");
  }

  Subject<Dim>& subject_;
  Report& report_;
  const std::vector<Aabb<Dim>> boxes_ = arrange<Dim>(Layout::kUniform, 600, 21);
  std::vector<Aabb<Dim>> moved_ = boxes_;
  const Probes<Dim> probes_ = probes_for<Dim>(boxes_, 8, 22);
  Array<KeyedId> found_;
  const IdSink count_ids_ = [](Id) { return true; };
  const PairSink count_pairs_ = [](Id, Id) { return true; };
};

template <int Dim>
void steady_frames_allocate_little(const SubjectMaker<Dim>& make, Report& report) {
  constexpr u32 kWarmUp = 6;
  constexpr u32 kFew = 24;
  const std::unique_ptr<Subject<Dim>> subject = make();
  SteadyWorld<Dim> world(*subject, report);
  for (u32 frame = 0; frame < 3 * kWarmUp && !report.full(); ++frame) {
    if (frame < kWarmUp) {
      world.move(frame);
      world.query_all();
      continue;
    }
    {
      FailingAllocations after_a_few(kFew, AllocationFailure::kThisAndLater);
      world.move(frame);
      report.require(!after_a_few.triggered(), "moving all items allocates again and again");
    }
    FailingAllocations at_once(0, AllocationFailure::kThisAndLater);
    world.query_all();
    report.require(!at_once.triggered(), "a query allocates");
  }
}

SAPWOOD_SUBJECT_SUITE(Steady, any_structure);

TEST_P(Steady, Queries_allocate_nothing_and_moving_all_items_at_most_a_few_times) {
  expect_sound(SAPWOOD_CHECKS(steady_frames_allocate_little));
}

}  // namespace sapwood::test
