// Tests that the same calls return the same ids, order and bits on every machine and in every
// build. A long scenario produces one hash of all results. tests/web/promises/lockstep.test.ts runs
// the same scenario with the package. tests/scenes/lockstep.csv contains the parameters and the
// expected hashes.
//
// SAPWOOD_LOCKSTEP=long runs all frames. SAPWOOD_LOCKSTEP_PRINT=1 prints the rows for lockstep.csv.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>

#include "support/scene_definitions.hpp"
#include "support/scene_hashes.hpp"
#include "support/scene_random.hpp"
#include "support/subject_tests.hpp"

namespace sapwood::test {
namespace {

bool environment_is(const char* variable, std::string_view value) {
  const char* const given = std::getenv(variable);
  return given != nullptr && given == value;
}

// Returns the rows of lockstep.csv as a map from the text before the last comma to the last cell.
std::map<std::string, std::string> read_rows() {
  std::map<std::string, std::string> rows;
  std::string_view text = scene_table("lockstep.csv");
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    const size_t last = line.rfind(',');
    if (last != std::string_view::npos) rows.emplace(line.substr(0, last), line.substr(last + 1));
  }
  return rows;
}

std::string cell(const std::string& key) {
  static const std::map<std::string, std::string> kRows = read_rows();
  const auto found = kRows.find(key);
  return found == kRows.end() ? "" : found->second;
}

int parameter(const std::string& name) {
  const std::string value = cell("parameter," + name + ",,");
  if (value.empty()) fail_scene("lockstep.csv: no parameter " + name);
  return std::atoi(value.c_str());
}

// Computes an FNV-1a hash of 32-bit values.
class Transcript {
 public:
  std::string hex() const { return hex32(hash_); }
  void word(u32 value) { hash_ = (hash_ ^ value) * 16777619u; }
  void words(const std::vector<u32>& values) {
    word(static_cast<u32>(values.size()));
    for (const u32 value : values) word(value);
  }
  void single(f32 value) {
    u32 bits = 0;
    std::memcpy(&bits, &value, sizeof(bits));
    word(bits);
  }

 private:
  u32 hash_ = 2166136261u;
};

template <int Dim>
class Player {
 public:
  using Box = Aabb<Dim>;

  explicit Player(Subject<Dim>& index)
      : index_(index), random_(static_cast<u32>(parameter("seed")) + Dim) {}

  std::string run(int frames) {
    build();
    for (int frame = 1; frame <= frames; ++frame) {
      if (frame % parameter("buildEvery") == 0) build();
      if (frame % parameter("updateEvery") == 0) update();
      if (frame % parameter("optimizeEvery") == 0) optimize();
      change();
      run_queries();
      if (frame % parameter("saveEvery") == 0) save();
    }
    EXPECT_EQ(index_.validate(), std::vector<std::string>{});
    return transcript_.hex();
  }

 private:
  f32 between(double low, double high) {
    return static_cast<f32>(low + random_.unit() * (high - low));
  }
  Point<Dim> point(double reach) {
    Point<Dim> point;
    for (int axis = 0; axis < Dim; ++axis) point[axis] = between(-reach, reach);
    return point;
  }
  Box box() {
    Box box;
    const Point<Dim> low = point(world_);
    for (int axis = 0; axis < Dim; ++axis) box.min[axis] = low[axis];
    for (int axis = 0; axis < Dim; ++axis) {
      box.max[axis] = static_cast<f32>(double{box.min[axis]} + double{between(0, side_)});
    }
    return box;
  }
  Id some_id() { return static_cast<Id>(random_.below(items_)); }
  bool has(Id id) const { return index_.items().has(id); }
  void sound(const Status& status) { EXPECT_TRUE(status.ok()); }

  void build() {
    std::vector<Box> boxes(static_cast<size_t>(items_));
    for (Box& each : boxes) each = box();
    sound(index_.build(boxes));
  }
  void update() {
    std::vector<Box> boxes;
    const auto& items = index_.items();
    for (Id id = items.first(); id != kNone; id = items.next(id)) {
      const Point<Dim> by = point(0.5);
      Box moved = items.box(id);
      for (int axis = 0; axis < Dim; ++axis) {
        moved.min[axis] = static_cast<f32>(double{moved.min[axis]} + double{by[axis]});
        moved.max[axis] = static_cast<f32>(double{moved.max[axis]} + double{by[axis]});
      }
      boxes.push_back(moved);
    }
    u32 changed = 0;
    sound(index_.update(boxes, changed));
    transcript_.word(changed);
  }
  void optimize() {
    if (!index_.abilities().optimizable) return;
    u32 spent = 0;
    sound(index_.optimize(static_cast<u32>(parameter("budget")), spent));
    transcript_.word(spent);
  }
  void change() {
    for (int i = 0; i < parameter("moves"); ++i) {
      const Id id = some_id();
      const Box there = box();
      const Point<Dim> by = point(1);
      if (!has(id)) continue;
      bool changed = false;
      sound(index_.move(id, there, by, changed));
      transcript_.word(changed ? 1 : 0);
    }
    const Id escaped_item = some_id();
    if (has(escaped_item)) sound(index_.remove(escaped_item));
    const Box pending = box();
    Filter filter;
    filter.category = 1u << random_.below(4);
    filter.mask = random_.below(4) == 0 ? 6u : 0xffffffffu;
    Id id = kNone;
    sound(index_.insert(pending, filter, id));
    transcript_.word(id);
    const Id filtered = some_id();
    if (has(filtered)) sound(index_.set_filter(filtered, {5, 3}));
  }

  void run_queries() {
    find([&](const IdSink& sink) { return index_.box(box(), Filter::any(), counters_, sink); });
    find([&](const IdSink& sink) { return index_.box(box(), {2, 5}, counters_, sink); });
    find([&](const IdSink& sink) {
      return index_.point(point(world_), Filter::any(), counters_, sink);
    });
    find([&](const IdSink& sink) {
      return index_.sphere(point(world_), static_cast<f32>(side_), Filter::any(), counters_, sink);
    });
    query_rays();
    Array<KeyedId> near;
    const auto k = static_cast<u32>(parameter("neighbors"));
    sound(index_.nearest(point(world_), k, kUnbounded, Filter::any(), counters_, near));
    add(near);
    if constexpr (Dim == 3) cull();
    std::vector<u32> pairs;
    sound(index_.pairs(counters_, [&](Id a, Id b) {
      pairs.push_back(a);
      pairs.push_back(b);
      return true;
    }));
    transcript_.words(pairs);
  }
  void query_rays() {
    Ray<Dim> ray;
    ray.origin = point(world_);
    ray.direction = point(1);
    ray.max_distance = kUnbounded;
    KeyedId best;
    sound(index_.raycast(ray, Filter::any(), counters_, best));
    transcript_.word(best.id);
    ray.max_distance = static_cast<f32>(2 * world_);
    Array<KeyedId> along;
    sound(index_.raycast_all(ray, Filter::any(), counters_, along));
    add(along);
  }
  void cull() {
    Frustum frustum;
    for (auto& plane : frustum.planes) {
      const Point<3> normal = point(1);
      for (int axis = 0; axis < 3; ++axis) plane[axis] = normal[axis];
      plane[3] = between(0, world_);
    }
    Array<KeyedId> visible;
    sound(index_.frustum(frustum, nullptr, kNone, Filter::any(), counters_, visible));
    add_ids(visible);
    const Point<3> eye = point(world_);
    visible.clear();
    sound(index_.frustum(frustum, &eye, kNone, Filter::any(), counters_, visible));
    add_ids(visible);
  }
  void save() {
    Array<u8> bytes;
    sound(index_.save(bytes));
    transcript_.words(std::vector<u32>(bytes.begin() + sizeof(SerialHeader), bytes.end()));
  }

  template <class Query>
  void find(Query&& query) {
    std::vector<u32> ids;
    sound(query([&](Id id) {
      ids.push_back(id);
      return true;
    }));
    transcript_.words(ids);
  }
  void add_ids(const Array<KeyedId>& hits) {
    transcript_.word(static_cast<u32>(hits.size()));
    for (const KeyedId& hit : hits) transcript_.word(hit.id);
  }
  // Distances are rounded to float32, as in the package.
  void add(const Array<KeyedId>& hits) {
    add_ids(hits);
    for (const KeyedId& hit : hits) transcript_.single(static_cast<f32>(hit.key));
  }

  static constexpr f32 kUnbounded = std::numeric_limits<f32>::infinity();

  Subject<Dim>& index_;
  Mulberry32 random_;
  Transcript transcript_;
  QueryCounters counters_;
  const int items_ = parameter("items");
  const double world_ = parameter("world");
  const double side_ = parameter("side");
};

template <int Dim>
void expect_golden(const SubjectVariants<Dim>& structure) {
  const int frames = parameter(environment_is("SAPWOOD_LOCKSTEP", "long") ? "long" : "short");
  const auto index = structure.variants[0].make();
  const std::string hash = Player<Dim>(*index).run(frames);
  const std::string key =
      "golden," + structure.id + "," + std::to_string(Dim) + "," + std::to_string(frames);
  if (environment_is("SAPWOOD_LOCKSTEP_PRINT", "1"))
    std::printf("%s,%s\n", key.c_str(), hash.c_str());
  EXPECT_EQ(hash, cell(key)) << key;
}

SAPWOOD_SUBJECT_SUITE(Lockstep, is_dynamic);

TEST_P(Lockstep, The_same_calls_give_the_same_ids_order_and_bits) {
  std::visit([](const auto* structure) { expect_golden(*structure); }, GetParam().variants);
}

}  // namespace
}  // namespace sapwood::test
