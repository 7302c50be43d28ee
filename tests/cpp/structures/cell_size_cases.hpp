// Tests of structures with the option `cellSize`: any size gives the results of brute force.
#pragma once

#include <memory>

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
  EXPECT_TRUE(report.text().empty()) << "cell size " << options.cell_size << "\n" << report.text();
}

// In every other layout, from the first or the second one on; the long run takes all of them.
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

}  // namespace sapwood::test
