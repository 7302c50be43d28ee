// Random use of a world, compared with brute force in every frame: pairs, their begins and ends,
// and results of queries. Coordinates are small integers, so that boxes touch and distances are
// tied.
#pragma once

#include "sapwood/geometry/capsule_query.hpp"
#include "support/oracle.hpp"
#include "support/random.hpp"
#include "support/report.hpp"
#include "support/subject_phase.hpp"
#include "support/world_model.hpp"

namespace sapwood::test {

inline world::Setup world_on(u32 moving, u32 resting, u32 budget = kNone) {
  return {{{moving, 0, 0, 0}}, 1, resting, budget};
}

template <int Dim>
class WorldTrial {
 public:
  using Box = Aabb<Dim>;
  using Layer = world::Layer;

  WorldTrial(const world::Setup& setup, u64 seed, Report& report)
      : report_(report), random_(seed), seed_(seed) {
    check("start", world_.start(setup));
  }

  void run(u32 frames) {
    const auto where = [this] {
      return "seed " + std::to_string(seed_) + " frame " + std::to_string(frame_);
    };
    Report::Context context(report_, where);
    for (frame_ = 0; frame_ < frames && report_.ok(); ++frame_) {
      change();
      if (random_.one_in(40)) shift();
      if (random_.one_in(12)) keep();
      if (random_.one_in(16)) restore_snapshot();
      if (random_.one_in(4)) query();
      if (random_.one_in(3)) continue;  // several changes before a step
      apply_bounds();
      check("step", world_.step());
      model_.step();
      compare();
      if (random_.one_in(6)) query();
    }
  }

 private:
  struct Kept {
    std::vector<u8> bytes;
    WorldModel<Dim> model;
  };

  void check(const char* what, bool done) {
    if (!done) report_.fail(std::string(what) + " failed");
  }

  void apply_bounds() { check("apply_bounds", world_.apply_bounds() == kNone); }

  f32 coordinate() { return static_cast<f32>(random_.below(24)); }
  Box any_box() {
    Box box;
    const f32 most = random_.one_in(12) ? 10 : 3;
    for (int axis = 0; axis < Dim; ++axis) {
      box.min[axis] = coordinate();
      box.max[axis] = box.min[axis] + static_cast<f32>(random_.below(static_cast<u32>(most)));
    }
    return box;
  }
  Point<Dim> any_point() {
    Point<Dim> point;
    for (int axis = 0; axis < Dim; ++axis) point[axis] = coordinate();
    return point;
  }
  Filter any_filter() {
    if (!filters_ || random_.one_in(2)) return {};
    return {1u << random_.below(3), 1 + random_.below(7)};
  }
  Layer any_layer() {
    const u32 kind = random_.below(5);
    return kind < 2 ? Layer::kDynamic : kind < 4 ? Layer::kStatic : Layer::kSensor;
  }
  Id any_id() {
    const std::vector<Id> ids = model_.ids();
    return ids.empty() ? kNone : ids[random_.below(static_cast<u32>(ids.size()))];
  }

  void change() {
    const u32 size = static_cast<u32>(model_.ids().size());
    if (random_.one_in(50)) filters_ = !filters_;
    for (u32 i = random_.below(size < 60 ? 6 : 3); i > 0; --i) add();
    if (random_.one_in(70)) {
      for (u32 i = 0; i < 40; ++i) add();  // like a new level of a game
    }
    if (random_.one_in(90)) {
      for (u32 i = 0; i < size * 3 / 4; ++i) remove();
    }
    for (u32 i = random_.below(size < 80 ? 3 : 6); i > 0; --i) remove();
    for (u32 i = random_.one_in(5) ? size : random_.below(8); i > 0; --i) move();
    for (u32 i = random_.below(6); i > 0; --i) put_to_rest();
    for (u32 i = random_.below(2); i > 0; --i) set_filter();
    for (u32 i = random_.below(3); i > 0; --i) set_layer();
  }
  void add() {
    const Box box = any_box();
    const Filter filter = any_filter();
    const Layer layer = any_layer();
    add(box, filter, layer);
  }
  Id add(const Box& box, const Filter& filter, Layer layer) {
    const Id id = world_.add(box, filter, layer);
    if (id != model_.add(box, filter, layer)) report_.fail("add returned another id");
    if (id >= last_serials_.size()) last_serials_.resize(id + 1);
    last_serials_[id] = model_.body(id).serial;
    return id;
  }
  void remove() {
    const Id id = any_id();
    if (id == kNone) return;
    world_.remove(id);
    model_.remove(id);
  }
  void move() {
    const Id id = any_id();
    if (id == kNone || (model_.body(id).layer == Layer::kStatic && !random_.one_in(8))) return;
    Box box = model_.body(id).box;
    if (random_.one_in(10)) box = any_box();
    const int axis = static_cast<int>(random_.below(Dim));
    const f32 by = static_cast<f32>(random_.below(3)) - 1;
    box.min[axis] += by;
    box.max[axis] += by;
    model_.body(id).box = box;
    if (random_.one_in(2)) return world_.move(id, box);
    world_.bounds()[id] = box;
    world_.touch(id);
  }
  void put_to_rest() {
    const Id id = any_id();
    if (id != kNone) world_.set_asleep(id, !random_.one_in(3));
  }
  void set_filter() {
    const Id id = any_id();
    if (id == kNone) return;
    const Filter filter = any_filter();
    world_.set_filter(id, filter);
    model_.body(id).filter = filter;
  }
  void set_layer() {
    const Id id = any_id();
    if (id == kNone) return;
    const Layer layer = any_layer();
    world_.set_layer(id, layer);
    model_.body(id).layer = layer;
  }

  void shift() {
    Point<Dim> by;
    for (int axis = 0; axis < Dim; ++axis) by[axis] = static_cast<f32>(random_.below(5)) - 2;
    apply_bounds();
    check("shift", world_.shift_origin(by));
    for (const Id id : model_.ids()) {
      Box& box = model_.body(id).box;
      for (int axis = 0; axis < Dim; ++axis) {
        box.min[axis] -= by[axis];
        box.max[axis] -= by[axis];
      }
    }
  }
  void keep() {
    Array<u8> bytes;
    apply_bounds();
    check("save", world_.save(bytes));
    kept_.push_back({{bytes.begin(), bytes.end()}, model_});
    if (kept_.size() > 4) kept_.erase(kept_.begin());
  }
  void restore_snapshot() {
    if (kept_.empty()) return;
    const Kept& kept = kept_[random_.below(static_cast<u32>(kept_.size()))];
    check("load", world_.load(kept.bytes.data(), kept.bytes.size()) == StatusCode::kOk);
    compare();  // load() alone changes nothing
    Array<Id> replaced_ids;
    check("adopt", world_.adopt(replaced_ids));
    same_replaced_ids(kept.model, replaced_ids);
    last_serials_.resize(std::max(last_serials_.size(), kept.model.end()));
    for (const Id id : kept.model.ids()) last_serials_[id] = kept.model.body(id).serial;
    const u64 serial = model_.last_serial();
    model_ = kept.model;
    model_.continue_from(serial);
    model_.forget_events();
    compare();
    Array<u8> again;
    check("save again", world_.save(again));
    if (std::vector<u8>(again.begin(), again.end()) != kept.bytes) {
      report_.fail("a restored world has another snapshot");
    }
    diverge();
  }
  // Adds and removes a body with a unique box. The following history of the world then differs from
  // the history that the restore discarded.
  void diverge() {
    Box box{};
    box.min[0] = box.max[0] = -1.0f - static_cast<f32>(++histories_);
    const Id id = add(box, {}, Layer::kDynamic);
    world_.remove(id);
    model_.remove(id);
  }

  // Compares the ids that adopt() reports as replaced with the model. An id is replaced if its
  // restored body is not the body that most recently had this id. Serial numbers identify bodies.
  void same_replaced_ids(const WorldModel<Dim>& model, const Array<Id>& found) {
    std::vector<Id> expected;
    for (const Id id : model.ids()) {
      if (id >= last_serials_.size() || last_serials_[id] != model.body(id).serial) {
        expected.push_back(id);
      }
    }
    if (std::vector<Id>(found.begin(), found.end()) != expected) report_.fail("other replaced ids");
  }

  void same_pairs(const Array<IdPair>& found, const std::vector<u64>& expected, const char* what) {
    bool same = found.size() == expected.size();
    for (size_t i = 0; i < expected.size() && i < found.size(); ++i) {
      if ((u64{found[i].a} << 32 | found[i].b) == expected[i]) continue;
      const std::string words = std::to_string(found[i].a) + "," + std::to_string(found[i].b) +
                                " instead of " + std::to_string(expected[i] >> 32) + "," +
                                std::to_string(expected[i] & kNone);
      return report_.fail(std::string(what) + ": " + words);
    }
    if (!same) report_.fail(std::string("another number of ") + what);
  }
  void compare() {
    same_pairs(world_.pairs(), model_.pairs(), "pairs");
    same_pairs(world_.begins(), model_.begins(), "begins");
    same_pairs(world_.ends(), model_.ends(), "ends");
    if (world_.size() != model_.ids().size()) report_.fail("another size");
    for (const Id id : model_.ids()) {
      if (!world_.has(id)) report_.fail("an id is missing");
    }
  }

  void query() {
    const world::BodyFilter body_filter{
        random_.one_in(3) ? Filter{kNone, 1 + random_.below(7)} : Filter::any(),
        random_.one_in(2) ? world::kAllLayers : random_.below(8)};
    const Model<Dim> model = model_.of_layers(body_filter.layers);
    const Box box = any_box();
    const Point<Dim> point = any_point();
    Array<Id> found;
    apply_bounds();
    check("box", world_.query_box(box, body_filter, found));
    same(found, oracle::box(model, box, body_filter.filter), "box");
    check("sphere", world_.query_sphere(point, 2.5f, body_filter, found));
    same(found, oracle::sphere(model, point, 2.5f, body_filter.filter), "sphere");
    query_capsule(point, body_filter, oracle::sphere(model, point, 2.5f, body_filter.filter));
    query_ray(point, body_filter, model);
    const u32 k = random_.below(9);
    const f32 reach = random_.one_in(2) ? HUGE_VALF : coordinate() / 4;
    Array<KeyedId> hits;
    check("nearest", world_.nearest(point, {k, reach}, body_filter, hits));
    same_hits(hits, oracle::nearest(model, point, k, reach, body_filter.filter), "nearest");
    if constexpr (Dim == 3) query_frustum(body_filter, model);
  }
  void query_capsule(const Point<Dim>& center, const world::BodyFilter& body_filter,
                     const std::vector<Id>& expected) {
    const CapsuleQuery<Dim> ball(Segment<Dim>{center, center}, 2.5f);
    apply_bounds();
    check("flush", world_.flush());
    Array<Id> found;
    sapwood::IdSink all{found};
    check("capsule", world_.find_volume(ball, body_filter, all).ok());
    sort(found.begin(), found.end());
    same(found, expected, "capsule");
    u32 reported = 0;
    auto stop = [&](Id) { return ++reported == 0; };
    Array<u32> none;
    sapwood::IdSink first = visiting_sink(none, stop);
    check("first in capsule", world_.find_volume(ball, body_filter, first).ok());
    if (reported != (expected.empty() ? 0 : 1))
      report_.fail("the query continued after it was stopped");
  }
  void query_ray(const Point<Dim>& from, const world::BodyFilter& body_filter,
                 const Model<Dim>& model) {
    Ray<Dim> ray{from, any_point(), random_.one_in(2) ? HUGE_VALF : coordinate()};
    for (int axis = 0; axis < Dim; ++axis) ray.direction[axis] -= 11.5f;
    Array<KeyedId> hits;
    auto expected = oracle::raycast_all(model, ray, body_filter.filter);
    check("raycast_all", world_.raycast_all(ray, body_filter, hits));
    same_hits(hits, expected, "raycast_all");
    if (expected.size() > 1) expected.resize(1);
    check("raycast", world_.raycast(ray, body_filter, hits));
    same_hits(hits, expected, "raycast");
  }
  void query_frustum(const world::BodyFilter& body_filter,
                     const Model<3>& model) requires(Dim == 3) {
    FrustumSearch search{};
    for (int plane = 0; plane < 6; ++plane) {
      for (int axis = 0; axis < 3; ++axis) {
        search.frustum.planes[plane][axis] = plane % 3 == axis ? (plane < 3 ? 1.0f : -1.0f) : 0.25f;
      }
      search.frustum.planes[plane][3] = plane < 3 ? -coordinate() / 2 : 8 + coordinate();
    }
    search.eye = any_point();
    const bool sorted = random_.one_in(2);
    if (sorted) search.order = FrustumOrder::kFrontToBack;
    if (random_.one_in(2)) search.limit = random_.below(10);
    auto expected =
        oracle::frustum(model, search.frustum, sorted ? &search.eye : nullptr, body_filter.filter);
    if (expected.size() > search.limit) expected.resize(search.limit);
    Array<Id> found;
    check("frustum", world_.query_frustum(search, body_filter, found));
    same(found, expected, "frustum");
  }
  void same(const Array<Id>& found, const std::vector<Id>& expected, const char* what) {
    if (std::vector<Id>(found.begin(), found.end()) != expected) {
      report_.fail(std::string("other ids: ") + what);
    }
    if (world_.counters().results != expected.size()) report_.fail("another count of results");
  }
  void same_hits(const Array<KeyedId>& found, const std::vector<OracleHit>& expected,
                 const char* what) {
    bool same = found.size() == expected.size();
    for (size_t i = 0; i < expected.size() && same; ++i) {
      same = found[i].id == expected[i].id && found[i].key == expected[i].distance;
    }
    if (!same) report_.fail(std::string("other hits: ") + what);
  }

  Report& report_;
  Random random_;
  SubjectWorld<Dim> world_;
  WorldModel<Dim> model_;
  std::vector<Kept> kept_;
  std::vector<u64> last_serials_;  // of the most recent body with each id
  u32 histories_ = 0;              // number of histories that began with a restore
  u64 seed_;
  u32 frame_ = 0;
  bool filters_ = false;
};

}  // namespace sapwood::test
