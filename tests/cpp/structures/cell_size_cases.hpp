// Tests of structures with the option `cellSize`: any size gives the results of brute force.
#pragma once

#include <memory>

#include "sapwood/core/cell_size.hpp"
#include "structures/index_cases.hpp"
#include "support/comparison.hpp"
#include "support/layouts.hpp"
#include "support/probes.hpp"
#include "support/subject_of.hpp"
#include "support/tape.hpp"
#include "support/volume.hpp"

namespace sapwood::test {

template <class Index>
void expect_results(const typename Index::Options& options, const Boxes<Index::kDim>& boxes) {
  Report report;
  SubjectOf<Index> subject(options);
  ASSERT_TRUE(subject.build(boxes).ok());
  const Model<Index::kDim> model(boxes);
  Comparison<Index::kDim>(subject, model, report)
      .everything(probes_for<Index::kDim>(boxes, 12, boxes.size()));
  EXPECT_TRUE(report.text().empty()) << "cell size " << options.cell_size.sides[0] << "\n"
                                     << report.text();
}

template <class Index>
void expect_results_in_layouts(const typename Index::Options& options, size_t first) {
  for (size_t i = full_volume() ? 0 : first; i < std::size(kAllLayouts);
       i += full_volume() ? 1 : 2) {
    const Layout layout = kAllLayouts[i];
    SCOPED_TRACE(name_of(layout));
    expect_results<Index>(options, arrange<Index::kDim>(layout, 120, 31));
  }
}

template <template <int> class Index>
void expect_results_for_any_cell_size(typename Index<2>::Options options) {
  constexpr f32 kCells[] = {1e-45f, 1e-38f, 1e-20f, 1e-3f, 0.37f, 1.0f, 7.0f, 1000.0f, 1e9f, 1e18f};
  for (size_t i = 0; i < std::size(kCells); ++i) {
    options.cell_size = kCells[i];
    const size_t first = i / 2 % 2;
    if (i % 2 == 0 || full_volume()) expect_results_in_layouts<Index<2>>(options, first);
    if (i % 2 == 1 || full_volume()) expect_results_in_layouts<Index<3>>(options, first);
  }
}

template <template <int> class Index>
void expect_results_for_any_sides(typename Index<2>::Options options) {
  constexpr f32 kSides[][3] = {{91, 56.25f, 7}, {1e-20f, 5, 300}, {1e9f, 0.37f, 1e-3f},
                               {0, 2, 0},       {3, 0, 0},        {1e18f, 1e-45f, 1}};
  for (size_t i = 0; i < std::size(kSides); ++i) {
    const auto& [x, y, z] = kSides[i];
    options.cell_size = CellSize(x, y, z);
    expect_results_in_layouts<Index<2>>(options, i % 2);
    expect_results_in_layouts<Index<3>>(options, i / 2 % 2);
  }
}

template <template <int> class Index>
void expect_sound_tapes_for_any_cell_size(typename Index<2>::Options options) {
  for (const f32 size : {0.0f, 1e-30f, 0.5f, 3.0f, 1e6f}) {
    options.cell_size = size;
    Report report;
    run_tape<2>([&] { return std::make_unique<SubjectOf<Index<2>>>(options); },
                random_tape(77, volume(1000)), {}, report);
    run_tape<3>([&] { return std::make_unique<SubjectOf<Index<3>>>(options); },
                random_tape(78, volume(1000)), {}, report);
    EXPECT_TRUE(report.text().empty()) << "cell size " << size << "\n" << report.text();
  }
}

template <int Dim>
Boxes<Dim> long_boxes(u32 count, int axis) {
  Boxes<Dim> boxes = uniform_boxes<Dim>(count, 0, 60, 1, 41);
  for (Aabb<Dim>& box : boxes) {
    box.min[axis] = 0;
    box.max[axis] = 100;
  }
  return boxes;
}

template <class Index>
void expect_sides_of_the_boxes() {
  constexpr int kDim = Index::kDim;
  for (int axis = 0; axis < kDim; ++axis) {
    const Boxes<kDim> boxes = long_boxes<kDim>(2000, axis);
    Index grid{typename Index::Options{}};
    ASSERT_TRUE(build(grid, boxes).ok() && flush(grid).ok());
    for (int other = 0; other < kDim; ++other) {
      if (other == axis) continue;
      EXPECT_GT(grid.cell_size(axis), 10 * grid.cell_size(other)) << axis << " " << other;
    }
    EXPECT_GE(grid.cell_size(axis), 100);
    EXPECT_EQ(pairs_of(grid), all_overlapping(boxes));
    EXPECT_EQ(faults_of(grid), std::vector<std::string>{});
  }
}

// Uses boxes whose extents are so small that the inverses of the extents are not finite in f32.
template <class Index>
void expect_sides_of_tiny_boxes() {
  constexpr int kDim = Index::kDim;
  for (int axis = 0; axis <= kDim; ++axis) {
    Boxes<kDim> boxes = uniform_boxes<kDim>(1000, 0, 10, 1, 43);
    for (Aabb<kDim>& box : boxes) {
      for (int tiny = 0; tiny < kDim; ++tiny) {
        if (axis != tiny && axis != kDim) continue;
        box.min[tiny] = 0;
        box.max[tiny] = tiny == 0 ? 1e-40f : 1e-44f;
      }
    }
    Index grid{typename Index::Options{}};
    ASSERT_TRUE(build(grid, boxes).ok() && flush(grid).ok());
    for (int each = 0; each < kDim; ++each) {
      EXPECT_GT(grid.cell_size(each), 0) << axis << " " << each;
      EXPECT_LE(grid.cell_size(each), 100) << axis << " " << each;
    }
    EXPECT_EQ(pairs_of(grid), all_overlapping(boxes));
    EXPECT_EQ(faults_of(grid), std::vector<std::string>{});
  }
}

// The boxes are longer on x, but cells contain so few items that shorter cells would not pay off.
template <class Index>
void expect_equal_sides_of_sparse_boxes() {
  constexpr int kDim = Index::kDim;
  Boxes<kDim> boxes = uniform_boxes<kDim>(1000, 0, 200, 1, 44);
  for (Aabb<kDim>& box : boxes) box.max[0] = box.min[0] + 4;
  Index grid{typename Index::Options{}};
  ASSERT_TRUE(build(grid, boxes).ok() && flush(grid).ok());
  for (int axis = 1; axis < kDim; ++axis) EXPECT_EQ(grid.cell_size(axis), grid.cell_size(0));
}

}  // namespace sapwood::test
