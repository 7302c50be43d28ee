// Tests that the work and the shape of each index equal the record in tests/scenes/golden_work.csv.
//
// Other suites compare results with the oracle. This test finds faults that do not change results,
// such as a traversal that enters the farther child first, a cut at the worst position, or a
// sibling chosen without the cost of its ancestors. These faults change the numbers of visits,
// tests and nodes. If an algorithm changes on purpose,
//   cd build/native-asan/tests/cpp
//   SAPWOOD_RECORD_WORK=golden_work.csv ./sapwood_record_tests --gtest_filter='*Work*'
// writes new numbers. The commit must explain them.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>

#include "support/layouts.hpp"
#include "support/probes.hpp"
#include "support/random.hpp"
#include "support/scene_definitions.hpp"
#include "support/scene_hashes.hpp"
#include "support/subject.hpp"
#include "support/subject_tests.hpp"

namespace sapwood::test {

// Work of one stage of a scenario: node visits, item tests, and a list of numbers that describe the
// nodes and the results. Only a hash of this list is recorded.
struct Stage {
  QueryCounters counters;
  std::vector<u32> shape;

  template <class T>
  void add(const Array<T>& values) {
    for (const T& value : values) add(value);
  }
  void add(f32 value) { add(std::bit_cast<u32>(value == 0 ? 0.0f : value)); }
  // Rounds to float32, because the sums can be rounded differently on other machines.
  void add(f64 value) { add(std::isnan(value) ? -1.0f : static_cast<f32>(value)); }
  void add(u32 value) { shape.push_back(value); }
  void add(u8 value) { shape.push_back(value); }

  std::string text() const {
    return std::to_string(counters.node_visits) + "," + std::to_string(counters.item_tests) + "," +
           hex32(id_sequence_hash(shape));
  }
};

template <int Dim>
class Scenario {
 public:
  static constexpr u32 kItems = 1000;  // enough for a grid of columns

  explicit Scenario(Subject<Dim>& subject) : subject_(subject) {}

  // Runs all stages. Returns one line for each stage, such as "built,196,27511,4a4025a7".
  std::vector<std::string> lines() {
    const std::vector<Aabb<Dim>> boxes = arrange<Dim>(Layout::kClustered, kItems, 21);
    sound_ &= subject_.build(boxes).ok();
    note("built");
    u32 changed = 0;
    sound_ &= subject_.update(drifted(boxes), changed).ok();
    note("updated");
    if (subject_.abilities().dynamic) {
      change();
      note("changed");
    }
    if (subject_.abilities().optimizable) {
      u32 spent = 0;
      sound_ &= subject_.optimize(4 * kItems, spent).ok();
      note("tuned");
    }
    // two updates to unrelated scenes, because some structures detect degradation one update later
    scatter(27);
    scatter(28);
    if (subject_.abilities().dynamic) thin_out();
    return lines_;
  }

 private:
  static std::vector<Aabb<Dim>> drifted(std::vector<Aabb<Dim>> boxes) {
    Random random(22);
    for (Aabb<Dim>& box : boxes) {
      for (int axis = 0; axis < Dim; ++axis) {
        const f32 by = random.between(-0.5f, 0.5f) * (box.extent(axis) + 0.1f);
        box.min[axis] += by;
        box.max[axis] += by;
      }
    }
    return boxes;
  }

  void change() {
    Random random(23);
    const std::vector<Aabb<Dim>> row = arrange<Dim>(Layout::kCollinear, kItems / 4, 24);
    const std::vector<Aabb<Dim>> cloud = arrange<Dim>(Layout::kUniform, kItems, 25);
    Id id = kNone;
    for (const Aabb<Dim>& box : row) sound_ &= subject_.insert(box, Filter{}, id).ok();
    for (u32 i = 0; i < kItems; i += 3) sound_ &= subject_.insert(cloud[i], Filter{}, id).ok();
    for (u32 i = 0; i < kItems / 2; ++i) {
      const Id mover = random.below(kItems);
      Aabb<Dim> box = random.one_in(5) ? cloud[mover] : subject_.items().box(mover);
      box.max[0] += 0.125f * random.unit();
      bool changed = false;
      sound_ &= subject_.move(mover, box, Point<Dim>{}, changed).ok();
    }
    for (Id gone = 0; gone < kItems; gone += 4) sound_ &= subject_.remove(gone).ok();
  }

  void scatter(u64 seed) {
    const std::vector<Aabb<Dim>> cloud =
        arrange<Dim>(Layout::kUniform, subject_.items().size(), seed);
    u32 changed = 0;
    sound_ &= subject_.update(cloud, changed).ok();
    note("scattered");
  }

  void thin_out() {
    const ItemStore<Dim>& items = subject_.items();
    u32 count = 0;
    for (Id id = items.first(); id != kNone; id = items.next(id)) {
      if (count++ % 8 != 0) sound_ &= subject_.remove(id).ok();
    }
    note("thinned");
  }

  void note(const char* name) {
    Stage stage;
    run_queries(probes_for<Dim>(boxes(), 10, 26), stage.counters);
    NodeDump dump;
    sound_ &= subject_.dump(dump).ok();
    stage.add(dump.bounds);
    stage.add(dump.level);
    stage.add(dump.parent);
    stage.add(dump.item_count);
    stage.add(dump.kind);
    const IndexStats stats = subject_.stats();
    for (const f64 value : {stats.height, stats.max_imbalance, stats.area_ratio, stats.reinserts,
                            stats.swaps, stats.axis, stats.cell_x}) {
      stage.add(value);
    }
    for (const f64 side : {stats.cell_y, stats.cell_z}) {
      if (!std::isnan(side)) stage.add(side);
    }
    lines_.push_back(std::string(name) + "," + (sound_ ? stage.text() : "an operation failed"));
  }

  std::vector<Aabb<Dim>> boxes() const {
    std::vector<Aabb<Dim>> live;
    const ItemStore<Dim>& items = subject_.items();
    for (Id id = items.first(); id != kNone; id = items.next(id)) live.push_back(items.box(id));
    return live;
  }

  void run_queries(const Probes<Dim>& probes, QueryCounters& sum) {
    const auto ignore = [](Id) { return true; };
    const Filter any = Filter::any();
    Array<KeyedId> found;
    KeyedId best;
    const auto count = [&](auto&& operation) {
      QueryCounters counters;
      sound_ &= operation(counters).ok();
      sum.node_visits += counters.node_visits;
      sum.item_tests += counters.item_tests;
    };
    for (const auto& box : probes.boxes)
      count([&](auto& counters) { return subject_.box(box, any, counters, ignore); });
    for (const auto& probe : probes.spheres)
      count([&](auto& counters) {
        return subject_.sphere(probe.center, probe.radius, any, counters, ignore);
      });
    for (const auto& ray : probes.rays)
      count([&](auto& counters) { return subject_.raycast(ray, any, counters, best); });
    for (const auto& probe : probes.nearest)
      count([&](auto& counters) {
        return subject_.nearest(probe.point, probe.k, probe.max_distance, any, counters, found);
      });
    for (const auto& probe : probes.frusta)
      count([&](auto& counters) {
        return subject_.frustum(probe.frustum, nullptr, kNone, any, counters, found);
      });
    count([&](auto& counters) { return subject_.pairs(counters, [](Id, Id) { return true; }); });
  }

  Subject<Dim>& subject_;
  std::vector<std::string> lines_;
  bool sound_ = true;
};

SAPWOOD_SUBJECT_SUITE(Work, any_structure);

namespace {

using Lines = std::vector<std::string>;

// Returns the recorded lines by name, such as "dynamic-tree balance=height 3d".
std::map<std::string, Lines> recorded_work() {
  std::map<std::string, Lines> recorded;
  std::string_view text = scene_table("golden_work.csv");
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    const size_t comma = line.find(',');
    if (comma != line.npos) {
      recorded[std::string(line.substr(0, comma))].emplace_back(line.substr(comma + 1));
    }
    text.remove_prefix(line.size() < text.size() ? line.size() + 1 : text.size());
  }
  return recorded;
}

void record(const char* path, const std::string& name, const Lines& lines) {
  std::ofstream file(path, std::ios::app);
  for (const std::string& line : lines) file << name << "," << line << "\n";
}

}  // namespace

TEST_P(Work, Visits_tests_and_nodes_equal_the_record) {
  static std::map<std::string, Lines> recorded = recorded_work();
  const char* const path = std::getenv("SAPWOOD_RECORD_WORK");
  const auto compare = [&](const auto* structure) {
    for (const auto& variant : structure->variants) {
      const auto subject = variant.make();
      const std::string name = variant.name + " " + std::to_string(GetParam().dimensions) + "d";
      const Lines found = Scenario(*subject).lines();
      if (path != nullptr) record(path, name, found);
      EXPECT_EQ(found, path != nullptr ? found : recorded[name]) << name;
    }
  };
  std::visit(compare, GetParam().variants);
}

}  // namespace sapwood::test
