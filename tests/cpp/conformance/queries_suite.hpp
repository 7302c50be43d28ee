// Every operation returns the results of the oracle, for all layouts, sizes and ways to fill the
// index.
#pragma once

#include <cmath>

#include "support/comparison.hpp"
#include "support/layouts.hpp"
#include "support/volume.hpp"

namespace sapwood::test {

inline constexpr u64 kLayoutSeed = 1;
inline constexpr u32 kProbesPerLayout = 12;

template <int Dim>
using Filling = std::function<Status(Subject<Dim>&, Model<Dim>&, std::span<const Aabb<Dim>>)>;

template <int Dim>
Status fill_by_build(Subject<Dim>& subject, Model<Dim>& model, std::span<const Aabb<Dim>> boxes) {
  model.build(boxes);
  return subject.build(boxes);
}

template <int Dim>
Status fill_by_inserts(Subject<Dim>& subject, Model<Dim>& model, std::span<const Aabb<Dim>> boxes) {
  for (const Aabb<Dim>& box : boxes) {
    Id id = kNone;
    if (Status status = subject.insert(box, Filter{}, id); !status.ok()) return status;
    if (id != model.insert(box, Filter{})) return Status::invalid_id(id);
  }
  return Status::success();
}

// Builds the index from other random boxes and then updates it to `boxes`, so that its hierarchy
// fits the old boxes.
template <int Dim>
Status fill_by_update(Subject<Dim>& subject, Model<Dim>& model, std::span<const Aabb<Dim>> boxes) {
  const u32 count = static_cast<u32>(boxes.size());
  const std::vector<Aabb<Dim>> before = arrange<Dim>(Layout::kUniform, count, 99);
  if (Status status = subject.build(before); !status.ok()) return status;
  model.build(boxes);
  u32 changed = 0;
  return subject.update(boxes, changed);
}

template <int Dim>
Status fill_by_churn(Subject<Dim>& subject, Model<Dim>& model, std::span<const Aabb<Dim>> boxes) {
  const Aabb<Dim> elsewhere = arrange<Dim>(Layout::kUniform, 1, 98)[0];
  const u32 count = static_cast<u32>(boxes.size());
  for (u32 i = 0; i < 2 * count; ++i) {
    Id id = kNone;
    if (Status status = subject.insert(elsewhere, Filter{}, id); !status.ok()) return status;
    model.insert(elsewhere, Filter{});
  }
  for (u32 i = 0; i < count; ++i) {
    if (Status status = subject.remove(2 * i); !status.ok()) return status;
    model.remove(2 * i);
    bool changed = false;
    const Status status = subject.move(2 * i + 1, boxes[i], Point<Dim>{}, changed);
    if (!status.ok()) return status;
    model.move(2 * i + 1, boxes[i]);
  }
  return Status::success();
}

inline std::span<const u32> usual_sizes() {
  if (light_volume()) return kMinSizes;
  const std::span<const u32> all(kAllSizes);
  return full_volume() ? all : all.first(all.size() - 1);
}
inline std::span<const u32> few_sizes() {
  return light_volume() ? std::span<const u32>(kMinSizes) : std::span<const u32>(kFewSizes);
}

template <int Dim>
struct Course {
  Filling<Dim> fill = fill_by_build<Dim>;
  std::span<const u32> sizes = usual_sizes();
};

template <int Dim, class Compare>
void on_every_layout(const SubjectMaker<Dim>& make, const Course<Dim>& course, Report& report,
                     Compare&& compare) {
  for (size_t i = 0; i < std::size(kAllLayouts); ++i) {
    const Layout layout = kAllLayouts[i];
    // a light run tests the largest size only in every second layout, alternating between 2D and 3D
    const bool all = !light_volume() || (i + Dim) % 2 == 0;
    for (const u32 count : course.sizes.first(course.sizes.size() - (all ? 0 : 1))) {
      Report::Context context(report, std::string(name_of(layout)) + " n=" + std::to_string(count));
      const std::vector<Aabb<Dim>> boxes = arrange<Dim>(layout, count, kLayoutSeed);
      const std::unique_ptr<Subject<Dim>> subject = make();
      Model<Dim> model;
      report.require(course.fill(*subject, model, boxes).ok(), "filling the index failed");
      Comparison<Dim> comparison(*subject, model, report);
      compare(comparison, probes_for<Dim>(boxes, kProbesPerLayout, count));
      if (report.full()) return;
    }
  }
}

template <int Dim, class Compare>
void on_every_built_layout(const SubjectMaker<Dim>& make, Report& report, Compare&& compare) {
  on_every_layout<Dim>(make, Course<Dim>{}, report, compare);
}

template <int Dim>
void box_queries_equal_the_oracle(const SubjectMaker<Dim>& make, Report& report) {
  on_every_built_layout<Dim>(make, report, [](auto& comparison, const auto& probes) {
    for (const auto& box : probes.boxes) comparison.box(box);
  });
}

template <int Dim>
void point_queries_equal_the_oracle(const SubjectMaker<Dim>& make, Report& report) {
  on_every_built_layout<Dim>(make, report, [](auto& comparison, const auto& probes) {
    for (const auto& point : probes.points) comparison.point(point);
  });
}

template <int Dim>
void sphere_queries_equal_the_oracle(const SubjectMaker<Dim>& make, Report& report) {
  on_every_built_layout<Dim>(make, report, [](auto& comparison, const auto& probes) {
    for (const auto& sphere : probes.spheres) comparison.sphere(sphere);
  });
}

template <int Dim>
void rays_equal_the_oracle(const SubjectMaker<Dim>& make, Report& report) {
  on_every_built_layout<Dim>(make, report, [](auto& comparison, const auto& probes) {
    for (const auto& ray : probes.rays) comparison.ray(ray);
  });
}

template <int Dim>
void nearest_equals_the_oracle(const SubjectMaker<Dim>& make, Report& report) {
  on_every_built_layout<Dim>(make, report, [](auto& comparison, const auto& probes) {
    for (const auto& probe : probes.nearest) comparison.nearest(probe);
  });
}

inline void frusta_equal_the_oracle(const SubjectMaker<3>& make, Report& report) {
  on_every_built_layout<3>(make, report, [](auto& comparison, const auto& probes) {
    for (const auto& frustum : probes.frusta) comparison.frustum(frustum);
  });
}

template <int Dim>
void volumes_equal_the_oracle(const SubjectMaker<Dim>& make, Report& report) {
  on_every_built_layout<Dim>(make, report, [](auto& comparison, const auto& probes) {
    for (const auto& volume : probes.volumes) comparison.volume(volume);
  });
}

template <int Dim>
void pairs_equal_the_oracle(const SubjectMaker<Dim>& make, Report& report) {
  on_every_built_layout<Dim>(make, report,
                             [](auto& comparison, const auto&) { comparison.pairs(); });
}

template <int Dim>
void everything_equals_the_oracle(const Course<Dim>& course, const SubjectMaker<Dim>& make,
                                  Report& report) {
  on_every_layout<Dim>(make, course, report,
                       [](auto& comparison, const auto& probes) { comparison.everything(probes); });
}

// All items have the default filter: category 1, which accepts every category.
template <int Dim>
void query_filters_equal_the_oracle(const SubjectMaker<Dim>& make, Report& report) {
  on_every_built_layout<Dim>(make, report, [](auto& comparison, const auto& probes) {
    for (const Filter& filter : {Filter{1, 1}, Filter{8, 2}, Filter{0, 0xFFFFFFFFu}}) {
      comparison.queries(probes, filter);
    }
  });
}

template <int Dim>
void item_filters_equal_the_oracle(const SubjectMaker<Dim>& make, Report& report) {
  constexpr Filter kKinds[] = {{1, 0xFFFFFFFFu}, {2, 1}, {4, 6}, {3, 3}};
  const auto query_filters = std::span<const Filter>(kKinds).first(light_volume() ? 2 : 4);
  const Filling<Dim> fill = [&](auto& subject, auto& model, auto boxes) {
    const Status status = fill_by_build(subject, model, boxes);
    for (Id id = 0; status.ok() && id < boxes.size(); ++id) {
      model.set_filter(id, kKinds[id % 4]);
      if (!subject.set_filter(id, kKinds[id % 4]).ok()) return Status::invalid_id(id);
    }
    return status;
  };
  on_every_layout<Dim>(make, {fill, few_sizes()}, report,
                       [&](auto& comparison, const auto& probes) {
                         comparison.everything(probes);
                         for (const Filter& filter : query_filters)
                           comparison.queries(probes, filter);
                       });
}

// Inserts rows of boxes in ascending order. The first row has equal steps; in the second row, the
// coordinates double at each step. An unbalanced tree becomes as deep as its number of items.
template <int Dim>
void deep_rows_equal_the_oracle(const SubjectMaker<Dim>& make, Report& report) {
  std::vector<Aabb<Dim>> even = arrange<Dim>(Layout::kCollinear, light_volume() ? 600 : 1500, 1);
  std::vector<Aabb<Dim>> doubling = arrange<Dim>(Layout::kCollinear, 170, 1);
  for (int i = 0; i < 170; ++i) {
    doubling[i].min[0] = std::ldexp(1.0f, i - 120);
    doubling[i].max[0] = std::ldexp(1.0f, i - 120 + (i % 3 == 0 ? 1 : 0));
  }
  for (const auto& boxes : {even, doubling}) {
    const std::unique_ptr<Subject<Dim>> subject = make();
    Model<Dim> model;
    report.require(fill_by_inserts<Dim>(*subject, model, boxes).ok(), "an insert failed");
    Comparison<Dim>(*subject, model, report).everything(probes_for<Dim>(boxes, 20, 9));
  }
}

template <int Dim>
void many_queries_equal_the_oracle(const SubjectMaker<Dim>& make, Report& report) {
  const u32 queries = volume(10000);
  const std::vector<Aabb<Dim>> boxes = arrange<Dim>(Layout::kUniform, 100, 7);
  const std::unique_ptr<Subject<Dim>> subject = make();
  Model<Dim> model;
  report.require(fill_by_build<Dim>(*subject, model, boxes).ok(), "build failed");
  Comparison<Dim> comparison(*subject, model, report);
  const Probes<Dim> probes = probes_for<Dim>(boxes, queries, 8);
  for (u32 i = 0; i < queries && !report.full(); ++i) {
    comparison.box(probes.boxes[i]);
    comparison.sphere(probes.spheres[i]);
    comparison.ray(probes.rays[i]);
  }
}

}  // namespace sapwood::test
