// Tests that dump() returns a valid hierarchy, and that stats() returns the values that a loop over
// the dump computes.
#pragma once

#include <cmath>
#include <set>

#include "conformance/serialization_suite.hpp"

namespace sapwood::test {

template <int Dim>
Aabb<Dim> bounds_of(const NodeDump& dump, u32 node) {
  Aabb<Dim> box;
  std::memcpy(&box, dump.bounds.data() + size_t{node} * 2 * Dim, sizeof(box));
  return box;
}

inline bool is_branch(const NodeDump& dump, u32 node) {
  return dump.kind[node] == static_cast<u8>(NodeKind::kBranch);
}

template <int Dim>
void check_place(const NodeDump& dump, u32 node, Report& report) {
  const u32 parent = dump.parent[node];
  if (parent == kNone) {
    report.require(dump.level[node] == 0, "a root is not at level 0");
    return;
  }
  if (!report.require(parent < node, "a child comes before its parent")) return;
  report.require(dump.level[node] == dump.level[parent] + 1, "a level is not one below its parent");
  report.require(contains(bounds_of<Dim>(dump, parent), bounds_of<Dim>(dump, node)),
                 "a node leaves the bounds of its parent");
}

template <int Dim>
void check_items(const NodeDump& dump, u32 node, const ItemStore<Dim>& items, Report& report) {
  const u32 first = dump.first_item[node];
  const u32 count = dump.item_count[node];
  if (!report.require(size_t{first} + count <= dump.items.size(), "items out of range")) return;
  for (u32 i = first; i < first + count; ++i) {
    if (!report.require(items.has(dump.items[i]), "a node holds a removed item")) return;
    report.require(overlaps(bounds_of<Dim>(dump, node), items.box(dump.items[i])),
                   "an item lies outside of its node");
  }
}

template <int Dim>
void check_dump(Subject<Dim>& subject, Report& report) {
  NodeDump dump;
  report.require(subject.dump(dump).ok(), "dump failed");
  const size_t nodes = dump.level.size();
  const bool parallel = dump.bounds.size() == nodes * 2 * Dim && dump.parent.size() == nodes &&
                        dump.first_item.size() == nodes && dump.item_count.size() == nodes &&
                        dump.kind.size() == nodes;
  if (!report.require(parallel, "the arrays differ in length")) return;
  for (u32 node = 0; node < nodes && !report.full(); ++node) {
    check_place<Dim>(dump, node, report);
    check_items<Dim>(dump, node, subject.items(), report);
  }
  std::vector<Id> held(dump.items.begin(), dump.items.end());
  std::sort(held.begin(), held.end());
  held.erase(std::unique(held.begin(), held.end()), held.end());
  report.require(held == Model<Dim>(subject.items()).ids(), "the nodes do not hold every item");
}

inline f64 tallest(const NodeDump& dump) {
  u32 level = 0;
  for (const u32 each : dump.level) level = std::max(level, each);
  return level;
}

inline f64 worst_imbalance(const NodeDump& dump) {
  const size_t count = dump.level.size();
  std::vector<u32> height(count, 0), least(count, kNone);
  u32 worst = 0;
  for (u32 node = static_cast<u32>(count); node-- > 0;) {
    if (least[node] != kNone) worst = std::max(worst, height[node] - 1 - least[node]);
    const u32 parent = dump.parent[node];
    if (parent == kNone) continue;
    height[parent] = std::max(height[parent], height[node] + 1);
    least[parent] = std::min(least[parent], height[node]);
  }
  return worst;
}

// Returns the total area of the branches, or of all nodes, divided by the area of the root.
template <int Dim>
f64 relative_area(const NodeDump& dump, bool with_leaves) {
  f64 sum = 0;
  for (u32 node = 0; node < dump.level.size(); ++node) {
    if (with_leaves || is_branch(dump, node)) sum += half_area(bounds_of<Dim>(dump, node));
  }
  return sum / half_area(bounds_of<Dim>(dump, 0));
}

// Requires that a statistic has its expected value. The tolerance is 1e-9 of this value.
inline void expect_stat(const char* name, f64 found, f64 expected, Report& report) {
  const bool same = std::fabs(found - expected) <= 1e-9 * std::fabs(expected);
  if (!same)
    report.fail(std::string(name) + " is " + std::to_string(found) + " and not " +
                std::to_string(expected));
}

template <int Dim>
void check_stats(Subject<Dim>& subject, Report& report) {
  NodeDump dump;
  report.require(subject.dump(dump).ok(), "dump failed");
  const IndexStats stats = subject.stats();
  report.require(stats.items == subject.items().size(), "items is not the number of live items");
  report.require(stats.byte_length == static_cast<f64>(subject.byte_length()), "byte_length");
  if (dump.level.empty() || stats.nodes == 0) return;
  expect_stat("nodes", stats.nodes, static_cast<f64>(dump.level.size()), report);
  const auto branches = static_cast<f64>(std::count(dump.kind.begin(), dump.kind.end(), u8{0}));
  expect_stat("leaves", stats.leaves, stats.nodes - branches, report);
  expect_stat("height", stats.height, tallest(dump), report);
  if (!std::isnan(stats.max_imbalance)) {
    expect_stat("max_imbalance", stats.max_imbalance, worst_imbalance(dump), report);
  }
  report.require(std::isnan(stats.area_ratio) == std::isnan(stats.sah),
                 "only area_ratio or only sah is NaN");
  if (!std::isnan(stats.sah)) {
    expect_stat("area_ratio", stats.area_ratio, relative_area<Dim>(dump, false), report);
    expect_stat("sah", stats.sah, relative_area<Dim>(dump, true), report);
  }
}

// Runs `check` on indices without deferred work: newly built indices of every layout, and indices
// that were changed after the build.
template <int Dim, class Check>
void on_settled_indices(const SubjectMaker<Dim>& make, Report& report, Check&& check) {
  const auto flushed = [&](Subject<Dim>& subject) {
    QueryCounters counters;
    report.require(subject.pairs(counters, [](Id, Id) { return true; }).ok(), "pairs failed");
    check(subject, report);
  };
  for (const u32 count : {0u, 1u, 2u, 17u, 200u}) {
    for (const Layout layout : kAllLayouts) {
      Report::Context context(report, std::string(name_of(layout)) + " n=" + std::to_string(count));
      const std::unique_ptr<Subject<Dim>> subject = make();
      report.require(subject->build(arrange<Dim>(layout, count, 6)).ok(), "build failed");
      flushed(*subject);
    }
    flushed(*changed_index(make, count, report));
  }
}

template <int Dim>
class BoxVisitor : public NodeVisitor {
 public:
  BoxVisitor(const Aabb<Dim>& box, const ItemStore<Dim>& items) : box_(box), items_(items) {}

  bool visit_node(const f32* numbers, u32) override {
    Aabb<Dim> bounds;
    std::memcpy(&bounds, numbers, sizeof(bounds));
    ++nodes;
    return overlaps(box_, bounds);
  }
  bool visit_item(Id id) override {
    if (overlaps(box_, items_.box(id))) found.insert(id);
    return true;
  }

  std::set<Id> found;
  size_t nodes = 0;

 private:
  const Aabb<Dim> box_;
  const ItemStore<Dim>& items_;
};

// Visitor that does not descend below nodes at level `levels`, and stops the traversal after
// `items` items.
class LimitedVisitor : public NodeVisitor {
 public:
  LimitedVisitor(u32 levels, u32 items) : levels_(levels), items_(items) {}

  bool visit_node(const f32*, u32 level) override {
    deepest = std::max(deepest, level);
    return level < levels_;
  }
  bool visit_item(Id) override { return ++items < items_; }

  u32 deepest = 0;
  u32 items = 0;

 private:
  const u32 levels_;
  const u32 items_;
};

// Visitor that stores the bounds of the current node and its ancestors by level. Requires a
// depth-first traversal.
template <int Dim>
class PathVisitor : public NodeVisitor {
 public:
  explicit PathVisitor(const ItemStore<Dim>& items) : items_(items) {}

  bool visit_node(const f32* numbers, u32 level) override {
    depth_first = depth_first && level <= path_.size();
    if (!depth_first) return false;
    path_.resize(level + 1);
    std::memcpy(&path_[level], numbers, sizeof(path_[level]));
    return true;
  }
  bool visit_item(Id id) override {
    for (const Aabb<Dim>& bounds : path_) overlapping &= overlaps(bounds, items_.box(id));
    return true;
  }

  bool depth_first = true;
  bool overlapping = true;

 private:
  const ItemStore<Dim>& items_;
  std::vector<Aabb<Dim>> path_;
};

template <int Dim>
void check_visitor(Subject<Dim>& subject, Report& report) {
  const ItemStore<Dim>& items = subject.items();
  PathVisitor<Dim> path(items);
  NodeDump followed(path);
  report.require(subject.dump(followed).ok(), "a visited dump failed");
  report.require(path.depth_first, "nodes were not visited depth first");
  report.require(path.overlapping, "an item does not overlap a node above it");
  NodeDump all;
  report.require(subject.dump(all).ok(), "dump failed");
  for (Id id = items.first(); id != kNone; id = items.next(id + 10)) {
    BoxVisitor<Dim> visitor(items.box(id), items);
    NodeDump dump(visitor);
    report.require(subject.dump(dump).ok(), "a visited dump failed");
    report.require(visitor.nodes <= all.level.size(), "more nodes were visited than there are");
    std::set<Id> expected;
    for (const Id each : Model<Dim>(items).ids()) {
      if (overlaps(items.box(id), items.box(each))) expected.insert(each);
    }
    report.require(visitor.found == expected, "a visitor found other items than brute force");
  }
  for (const u32 levels : {0u, 1u, 2u}) {
    LimitedVisitor visitor(levels, kNone);
    NodeDump dump(visitor);
    report.require(subject.dump(dump).ok(), "a visited dump failed");
    report.require(visitor.deepest <= levels, "nodes below a skipped node were visited");
    report.require(levels > 0 || visitor.items == 0, "items of a skipped node were visited");
  }
  LimitedVisitor visitor(kNone, 3);
  NodeDump dump(visitor);
  report.require(subject.dump(dump).ok(), "a visited dump failed");
  report.require(visitor.items == std::min<size_t>(3, all.items.size()),
                 "a visitor did not end the traversal");
}

template <int Dim>
void a_visitor_finds_what_brute_force_finds(const SubjectMaker<Dim>& make, Report& report) {
  if (make()->abilities().tree_shaped) on_settled_indices<Dim>(make, report, check_visitor<Dim>);
}

template <int Dim>
void the_dump_is_valid(const SubjectMaker<Dim>& make, Report& report) {
  on_settled_indices<Dim>(make, report, check_dump<Dim>);
}

template <int Dim>
void stats_equal_the_dump(const SubjectMaker<Dim>& make, Report& report) {
  on_settled_indices<Dim>(make, report, check_stats<Dim>);
}

}  // namespace sapwood::test
