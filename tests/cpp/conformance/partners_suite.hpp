// Pairs between two indices of the same structure: all layouts, filters, early stops and empty
// indices. Items of the same index must not be compared with each other.
#pragma once

#include "conformance/queries_suite.hpp"

namespace sapwood::test {

template <int Dim>
struct PartnerIndices {
  std::unique_ptr<Subject<Dim>> here, there;
  Model<Dim> here_model, there_model;
};

template <int Dim>
PartnerIndices<Dim> partners(const SubjectMaker<Dim>& make, std::span<const Aabb<Dim>> here,
                             std::span<const Aabb<Dim>> there, Report& report) {
  PartnerIndices<Dim> both{make(), make(), {}, {}};
  const bool built = fill_by_build<Dim>(*both.here, both.here_model, here).ok() &&
                     fill_by_build<Dim>(*both.there, both.there_model, there).ok();
  report.require(built, "build failed");
  return both;
}

template <int Dim>
void compare_partners(Subject<Dim>& here, const Model<Dim>& here_model, Subject<Dim>& there,
                      const Model<Dim>& there_model, Report& report) {
  std::vector<u64> found;
  QueryCounters counters;
  const Status status = here.pairs_with(there, counters, into(found));
  report.require(status.ok(), "pairs_with failed");
  report.require(counters.results == found.size(), "pairs_with miscounts its results");
  std::sort(found.begin(), found.end());
  const std::vector<u64> expected = oracle::crossings(here_model, there_model);
  if (found == expected) return;
  const bool twice = std::adjacent_find(found.begin(), found.end()) != found.end();
  report.fail("pairs_with found " + std::to_string(found.size()) + " pairs instead of " +
              std::to_string(expected.size()) + (twice ? ", some of them twice" : ""));
}

template <int Dim>
void compare_partners(const PartnerIndices<Dim>& both, Report& report) {
  compare_partners(*both.here, both.here_model, *both.there, both.there_model, report);
  compare_partners(*both.there, both.there_model, *both.here, both.here_model, report);
}

template <int Dim>
void partners_equal_the_oracle(const SubjectMaker<Dim>& make, Report& report) {
  constexpr u32 kSizes[][2] = {{0, 0}, {0, 5}, {1, 1}, {1, 33}, {17, 2}, {33, 64}, {400, 90}};
  const size_t sizes = std::size(kSizes) - (light_volume() ? 1 : 0);
  for (const Layout layout : kAllLayouts) {
    for (const auto& [here_count, there_count] : std::span(kSizes).first(sizes)) {
      for (const Layout across : {layout, Layout::kUniform}) {
        Report::Context context(report, std::string(name_of(layout)) +
                                            " n=" + std::to_string(here_count) + " with " +
                                            name_of(across) + " n=" + std::to_string(there_count));
        const auto here = arrange<Dim>(layout, here_count, 1);
        const auto there = arrange<Dim>(across, there_count, 2);
        compare_partners(partners<Dim>(make, here, there, report), report);
        if (report.full()) return;
      }
    }
  }
}

template <int Dim>
void assign_filters(Subject<Dim>& subject, Model<Dim>& model, u32 first, Report& report) {
  constexpr Filter kKinds[] = {{1, 0xFFFFFFFFu}, {2, 1}, {4, 6}, {3, 3}, {8, 0}};
  for (const Id id : model.ids()) {
    const Filter& kind = kKinds[(id + first) % 5];
    report.require(subject.set_filter(id, kind).ok(), "set_filter failed");
    model.set_filter(id, kind);
  }
}

template <int Dim>
void partners_apply_their_filters(const SubjectMaker<Dim>& make, Report& report) {
  if (!make()->abilities().dynamic) return;
  const auto here = arrange<Dim>(Layout::kUniform, 120, 3);
  const auto there = arrange<Dim>(Layout::kUniform, 200, 4);
  PartnerIndices<Dim> both = partners<Dim>(make, here, there, report);
  assign_filters(*both.here, both.here_model, 0, report);
  compare_partners(both, report);
  assign_filters(*both.there, both.there_model, 2, report);
  compare_partners(both, report);
}

template <int Dim>
void partners_follow_every_change(const SubjectMaker<Dim>& make, Report& report) {
  const auto rest = arrange<Dim>(Layout::kMixedSigns, 300, 5);
  PartnerIndices<Dim> both =
      partners<Dim>(make, arrange<Dim>(Layout::kUniform, 60, 6), rest, report);
  for (u64 frame = 0; frame < 8; ++frame) {
    Report::Context context(report, "frame " + std::to_string(frame));
    Subject<Dim>& here = *both.here;
    if (here.abilities().dynamic) {
      Id id = kNone;
      const Id gone = both.here_model.ids()[frame];
      report.require(here.remove(gone).ok() && here.insert(rest[frame], {}, id).ok(),
                     "an exchange failed");
      both.here_model.remove(gone);
      both.here_model.insert(rest[frame], {});
    }
    const auto boxes = arrange<Dim>(Layout::kMixedSigns, both.here_model.size(), 10 + frame);
    u32 changed = 0;
    report.require(here.update(boxes, changed).ok(), "update failed");
    both.here_model.update(boxes);
    compare_partners(both, report);
  }
}

template <int Dim>
void a_visitor_stops_partners(const SubjectMaker<Dim>& make, Report& report) {
  const auto boxes = arrange<Dim>(Layout::kTouchingGrid, 60, 7);
  const PartnerIndices<Dim> both = partners<Dim>(make, boxes, boxes, report);
  for (u32 stop_after = 1; stop_after < 60; stop_after += 7) {
    u32 given = 0;
    QueryCounters counters;
    const PairSink stop = [&](Id, Id) { return ++given < stop_after; };
    report.require(both.here->pairs_with(*both.there, counters, stop).ok(), "pairs_with failed");
    report.require(given == stop_after, "pairs_with goes on after the visitor ended it");
  }
}

template <int Dim>
void items_of_one_side_are_never_compared(const SubjectMaker<Dim>& make, Report& report) {
  const auto rest = arrange<Dim>(Layout::kIdentical, 500, 8);
  const std::vector<Aabb<Dim>> across(3, rest[0]);
  const PartnerIndices<Dim> both = partners<Dim>(make, across, rest, report);
  QueryCounters counters;
  const PairSink ignore = [](Id, Id) { return true; };
  report.require(both.here->pairs_with(*both.there, counters, ignore).ok(), "pairs_with failed");
  report.require(counters.results == 1500, "pairs are missing");
  report.require(counters.item_tests <= 1500, "items of one side were compared");
}

}  // namespace sapwood::test
