// Memory: byteLength tells the truth, nothing is left behind, and nothing grows without need.
#pragma once

#include "conformance/serialization_suite.hpp"
#include "support/allocations.hpp"

namespace sapwood::test {

template <int Dim>
struct MemoryLoad {
  std::vector<Aabb<Dim>> boxes = arrange<Dim>(Layout::kUniform, 300, 11);
  std::vector<Aabb<Dim>> moved = arrange<Dim>(Layout::kMixedSigns, 300, 12);
  Probes<Dim> probes = probes_for<Dim>(boxes, 3, 13);
  IdSink count_ids = [](Id) { return true; };
  PairSink count_pairs = [](Id, Id) { return true; };
};

// Everything that could make an index hold memory; true when all of it succeeded.
template <int Dim>
bool work(Subject<Dim>& subject, const MemoryLoad<Dim>& load) {
  QueryCounters counters;
  Array<KeyedId> found;
  u32 changed = 0;
  bool ok = subject.build(load.boxes).ok() && subject.update(load.moved, changed).ok();
  if (subject.abilities().dynamic) {
    Id id = kNone;
    bool moved = false;
    ok = ok && subject.remove(17).ok() && subject.insert(load.boxes[0], {2, 2}, id).ok() &&
         subject.insert(load.boxes[1], {}, id).ok() && subject.set_filter(3, {4, 4}).ok() &&
         subject.move(5, load.boxes[9], load.probes.points[0], moved).ok();
  }
  for (const Ray<Dim>& ray : load.probes.rays) {
    ok = ok && subject.raycast_all(ray, Filter::any(), counters, found).ok();
  }
  const SphereProbe<Dim>& sphere = load.probes.spheres[0];
  return ok && subject.pairs(counters, load.count_pairs).ok() &&
         subject.nearest(sphere.center, 9, HUGE_VALF, Filter::any(), counters, found).ok() &&
         subject.box(load.boxes[3], Filter::any(), counters, load.count_ids).ok();
}

template <int Dim>
void byte_length_is_what_was_allocated(const SubjectMaker<Dim>& make, Report& report) {
  const MemoryLoad<Dim> load;
  const std::unique_ptr<Subject<Dim>> subject = make();
  forget_watched();
  report.require(subject->byte_length() == 0, "an unused index holds memory");
  const auto compare = [&](const char* when) {
    if (subject->byte_length() == watched_bytes()) return;
    report.fail(std::string(when) + " byteLength is " + std::to_string(subject->byte_length()) +
                " and the allocator holds " + std::to_string(watched_bytes()));
  };
  const auto watch = [](auto&& run) {
    AllocationWatch now;
    return run();
  };
  report.require(watch([&] { return subject->build(load.boxes).ok(); }), "build failed");
  compare("after a build");
  report.require(watch([&] { return work(*subject, load); }), "a verb failed");
  compare("after all verbs");
  report.require(subject->stats().byte_length == static_cast<f64>(subject->byte_length()),
                 "stats and byteLength differ");
  watch([&] { subject->clear(); });
  compare("after clear");
}

template <int Dim>
void a_destroyed_index_leaves_nothing(const SubjectMaker<Dim>& make, Report& report) {
  const MemoryLoad<Dim> load;
  Array<u8> bytes;
  forget_watched();
  for (u32 cycle = 0; cycle < 3; ++cycle) {
    std::unique_ptr<Subject<Dim>> subject = make();
    {
      AllocationWatch now;
      report.require(work(*subject, load) && subject->save(bytes).ok(), "a verb failed");
      report.require(subject->load({bytes.data(), bytes.size()}).ok(), "load failed");
      report.require(work(*subject, load), "a verb failed after load");
      bytes.release();
    }
    subject.reset();
    report.require(watched_bytes() == 0, "memory is left behind");
  }
}

template <int Dim>
void cycles_of_build_and_clear_do_not_grow(const SubjectMaker<Dim>& make, Report& report) {
  const MemoryLoad<Dim> load;
  const std::unique_ptr<Subject<Dim>> subject = make();
  size_t most = 0;
  for (u32 cycle = 0; cycle < 6; ++cycle) {
    report.require(work(*subject, load), "a verb failed");
    subject->clear();
    if (cycle == 1) most = subject->byte_length();
    if (cycle > 1) report.require(subject->byte_length() <= most, "the index grows by each cycle");
  }
}

}  // namespace sapwood::test
