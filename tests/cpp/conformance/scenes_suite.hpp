// Tests the scenes of tests/scenes: hashes of results equal the goldens, which were written by the
// TypeScript version. The hashes are equal in native, scalar and WASM builds.
#pragma once

#include <cstring>

#include "support/comparison.hpp"
#include "support/scene_goldens.hpp"
#include "support/scene_motions.hpp"
#include "support/scene_queries.hpp"
#include "support/volume.hpp"

namespace sapwood::test {

// Larger scenes are for benchmarks.
inline constexpr int kMaxSceneItems = 5000;
inline int max_still_items() { return light_volume() ? 1000 : kMaxSceneItems; }
inline int max_moving_items() { return light_volume() ? 2000 : kMaxSceneItems; }

template <int Dim>
std::vector<const SceneDefinition*> scenes_of_dimension(int max_items) {
  std::vector<const SceneDefinition*> scenes;
  for (const SceneDefinition& scene : scene_definitions()) {
    if (scene.dimensions == Dim && scene.count <= max_items) scenes.push_back(&scene);
  }
  return scenes;
}

template <int Dim>
std::vector<Aabb<Dim>> boxes_of(BoxSet set) {
  std::vector<Aabb<Dim>> boxes(set.count());
  if (!boxes.empty()) std::memcpy(boxes.data(), set.boxes.data(), set.boxes.size_bytes());
  return boxes;
}

template <int Dim>
PairGolden hashed_pairs(Subject<Dim>& subject, Report& report) {
  std::vector<u32> flat;
  QueryCounters counters;
  const Status status = subject.pairs(counters, [&](Id a, Id b) {
    flat.push_back(a);
    flat.push_back(b);
    return true;
  });
  report.require(status.ok(), "pairs failed");
  return {counters.results, pairs_hash(flat)};
}

inline void expect_pairs(const PairGolden& found, const PairGolden& golden, Report& report) {
  if (found == golden) return;
  report.fail(std::to_string(found.pairs) + " pairs with hash " + found.pairs_hash +
              " instead of " + std::to_string(golden.pairs) + " with " + golden.pairs_hash);
}

template <int Dim>
class SceneQueries {
 public:
  SceneQueries(Subject<Dim>& subject, const Scene& scene, const QueriesGolden& golden,
               Report& report)
      : subject_(subject), scene_(scene), golden_(golden), report_(report) {}

  void expect(const QueryGolden& golden) {
    ResultHash hash;
    const int count = golden_.count;
    const u32 seed = golden_.seed;
    if (golden.kind == "box") {
      each(box_queries(scene_, count, seed), [&](const f32* q) { hash.add_set(box(q)); });
    } else if (golden.kind == "point") {
      each(point_queries(scene_, count, seed), [&](const f32* q) { hash.add_set(point(q)); });
    } else if (golden.kind == "sphere") {
      each(sphere_queries(scene_, count, seed), [&](const f32* q) { hash.add_set(sphere(q)); });
    } else if (golden.kind == "frustum") {
      each(frustum_queries(scene_, count, seed), [&](const f32* q) { hash.add_set(frustum(q)); });
    } else if (golden.kind == "ray") {
      each(ray_queries(scene_, count, seed), [&](const f32* q) { hash.add_id(closest(q)); });
    } else if (golden.kind == "rayAll") {
      each(ray_queries(scene_, count, seed), [&](const f32* q) { hash.add_sequence(all(q)); });
    } else if (golden.kind == "nearest") {
      each(point_queries(scene_, count, seed), [&](const f32* q) { hash.add_sequence(near(q)); });
    } else {
      report_.fail("unknown kind of query: " + golden.kind);
    }
    if (hash.results() == golden.results && hash.hex() == golden.hash) return;
    report_.fail(golden.kind + ": " + std::to_string(hash.results()) + " results with hash " +
                 hash.hex() + " instead of " + std::to_string(golden.results) + " with " +
                 golden.hash);
  }

 private:
  using Ids = std::vector<Id>;

  template <class Run>
  static void each(const Queries& queries, Run&& run) {
    for (int i = 0; i < queries.count(); ++i) run(queries[i]);
  }
  template <class T>
  static T read(const f32* values) {
    T value;
    std::memcpy(&value, values, sizeof(value));
    return value;
  }
  void succeed(Status status) { report_.require(status.ok(), "a query failed"); }
  static Ids ids_of(const Array<KeyedId>& found) {
    Ids ids;
    for (const KeyedId& entry : found) ids.push_back(entry.id);
    return ids;
  }

  Ids box(const f32* q) {
    Ids ids;
    succeed(subject_.box(read<Aabb<Dim>>(q), Filter::any(), counters_, into(ids)));
    return ids;
  }
  Ids point(const f32* q) {
    Ids ids;
    succeed(subject_.point(read<Point<Dim>>(q), Filter::any(), counters_, into(ids)));
    return ids;
  }
  Ids sphere(const f32* q) {
    Ids ids;
    succeed(subject_.sphere(read<Point<Dim>>(q), q[Dim], Filter::any(), counters_, into(ids)));
    return ids;
  }
  Ids frustum(const f32* q) {
    succeed(subject_.frustum(read<Frustum>(q), nullptr, kNone, Filter::any(), counters_, found_));
    return ids_of(found_);
  }
  Id closest(const f32* q) {
    KeyedId best;
    succeed(subject_.raycast(read<Ray<Dim>>(q), Filter::any(), counters_, best));
    return best.id;
  }
  Ids all(const f32* q) {
    succeed(subject_.raycast_all(read<Ray<Dim>>(q), Filter::any(), counters_, found_));
    return ids_of(found_);
  }
  Ids near(const f32* q) {
    succeed(subject_.nearest(read<Point<Dim>>(q), kNearestCount, HUGE_VALF, Filter::any(),
                             counters_, found_));
    return ids_of(found_);
  }

  Subject<Dim>& subject_;
  const Scene& scene_;
  const QueriesGolden& golden_;
  Report& report_;
  QueryCounters counters_;
  Array<KeyedId> found_;
};

template <int Dim>
void query_results_hash_to_the_goldens(const SubjectMaker<Dim>& make, Report& report) {
  for (const SceneDefinition* definition : scenes_of_dimension<Dim>(max_still_items())) {
    Report::Context context(report, definition->id);
    const Scene scene = generate_scene(*definition);
    const std::unique_ptr<Subject<Dim>> subject = make();
    report.require(subject->build(boxes_of<Dim>(scene.set())).ok(), "build failed");
    expect_pairs(hashed_pairs(*subject, report), definition->golden.pairs, report);
    if (!definition->golden.queries) continue;
    const QueriesGolden& golden = *definition->golden.queries;
    SceneQueries<Dim> queries(*subject, scene, golden, report);
    for (const QueryGolden& kind : golden.kinds) queries.expect(kind);
  }
}

// Compares moving scenes with the goldens. `advance(subject, motion)` applies a frame to the index.
template <int Dim, class Advance>
void motions_end_at_the_goldens(const SubjectMaker<Dim>& make, Report& report, Advance&& advance) {
  int played = 0;
  for (const SceneDefinition* definition : scenes_of_dimension<Dim>(max_moving_items())) {
    if (!definition->motion) continue;
    Report::Context context(report, definition->id);
    Motion motion(generate_scene(*definition), *definition->motion);
    const std::unique_ptr<Subject<Dim>> subject = make();
    report.require(subject->build(boxes_of<Dim>(motion.set())).ok(), "build failed");
    for (int frame = 0; frame < definition->frames; ++frame) {
      motion.step();
      advance(*subject, motion);
    }
    for (const std::string& fault : subject->validate()) report.fail("validate: " + fault);
    expect_pairs(hashed_pairs(*subject, report), definition->golden.motion->pairs, report);
    if (light_volume() && ++played == 3) return;
  }
}

template <int Dim>
void updated_motions_end_at_the_goldens(const SubjectMaker<Dim>& make, Report& report) {
  motions_end_at_the_goldens<Dim>(make, report, [&](Subject<Dim>& subject, const Motion& motion) {
    u32 changed = 0;
    report.require(subject.update(boxes_of<Dim>(motion.set()), changed).ok(), "update failed");
  });
}

template <int Dim>
void moved_motions_end_at_the_goldens(const SubjectMaker<Dim>& make, Report& report) {
  motions_end_at_the_goldens<Dim>(make, report, [&](Subject<Dim>& subject, const Motion& motion) {
    const std::vector<Aabb<Dim>> boxes = boxes_of<Dim>(motion.set());
    for (const Id id : motion.moved()) {
      Point<Dim> by;
      std::memcpy(&by, motion.displacements().data() + size_t{id} * Dim, sizeof(by));
      bool changed = false;
      report.require(subject.move(id, boxes[id], by, changed).ok(), "move failed");
    }
  });
}

}  // namespace sapwood::test
