#include "support/broken_index.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace sapwood::test {

namespace {

using Box = Aabb<3>;

bool only_touch(const Box& a, const Box& b) {
  for (int axis = 0; axis < 3; ++axis) {
    if (a.max[axis] == b.min[axis] || b.max[axis] == a.min[axis]) return true;
  }
  return false;
}

class BrokenIndex final : public Subject<3> {
 public:
  explicit BrokenIndex(Defect defect)
      : defect_(defect), inner_(variants_of<3>("dynamic-tree").front().make()) {}
  ~BrokenIndex() override {
    if (has(Defect::kLeaks)) {
      leak(hoard_);
    } else {
      std::free(hoard_);
    }
  }

  // Reports only abilities whose operations this class forwards to the sound index.
  Abilities abilities() const override {
    const Abilities all = inner_->abilities();
    return {all.dynamic, all.optimizable, all.pairable_with};
  }
  const ItemStore<3>& items() const override { return inner_->items(); }
  size_t byte_length() const override {
    const size_t bytes = inner_->byte_length() + hoarded_;
    return has(Defect::kUnderstatesItsMemory) ? bytes / 2 : bytes;
  }

  Status build(std::span<const Box> boxes) override {
    if (has(Defect::kGrowsByEachBuild) || has(Defect::kLeaks)) hoard();
    return changed(inner_->build(boxes));
  }
  Status update(std::span<const Box> boxes, u32& count) override {
    std::vector<Box> kept(boxes.begin(), boxes.end());
    if (has(Defect::kUpdatesAllButTheLast) && !kept.empty()) kept.back() = last_box();
    return changed(inner_->update(kept, count));
  }
  void clear() override { inner_->clear(); }
  void shrink() override { inner_->shrink(); }
  Status insert(const Box& box, const Filter& filter, Id& id) override {
    const bool plain = has(Defect::kDropsFilters);
    const Status status = inner_->insert(box, plain ? Filter{} : filter, id);
    if (has(Defect::kGivesFreshIds) && id + 1 != items().id_end()) id = items().id_end();
    return changed(status);
  }
  Status remove(Id id) override {
    hidden_ = id + 1;
    return changed(inner_->remove(id));
  }
  Status move(Id id, const Box& box, const Point<3>& by, bool& moved) override {
    if (has(Defect::kKeepsTheBoxOfAMovedItem)) return Status::success();
    return changed(inner_->move(id, box, by, moved));
  }
  Status set_filter(Id id, const Filter& filter) override {
    return changed(inner_->set_filter(id, has(Defect::kDropsFilters) ? Filter{} : filter));
  }
  Status optimize(u32 budget, u32& spent) override {
    return changed(inner_->optimize(budget, spent));
  }
  Status rebuild() override { return changed(inner_->rebuild()); }

  Status box(const Box& box, const Filter& filter, QueryCounters& counters,
             const IdSink& sink) override {
    const Box queried = has(Defect::kReportsFatBoxes) ? expand(box, 0.01f) : box;
    const auto hide = [&](Id id) {
      return has(Defect::kForgetsTouchingBoxes) && only_touch(box, items().box(id));
    };
    return relay(counters, sink, hide, [&](const IdSink& all) {
      return inner_->box(queried, seen(filter), counters, all);
    });
  }
  Status point(const Point<3>& point, const Filter& filter, QueryCounters& counters,
               const IdSink& sink) override {
    return relay(counters, sink, hide_nothing, [&](const IdSink& all) {
      return inner_->point(point, seen(filter), counters, all);
    });
  }
  Status sphere(const Point<3>& center, f32 radius, const Filter& filter, QueryCounters& counters,
                const IdSink& sink) override {
    const auto hide = [&](Id id) {
      return has(Defect::kOpenSpheres) &&
             distance_squared(items().box(id), center) == static_cast<f64>(radius) * radius;
    };
    return relay(counters, sink, hide, [&](const IdSink& all) {
      return inner_->sphere(center, radius, seen(filter), counters, all);
    });
  }
  Status raycast(const Ray<3>& ray, const Filter& filter, QueryCounters& counters,
                 KeyedId& best) override {
    const Status status = inner_->raycast(reaching(ray), seen(filter), counters, best);
    if (best.id != kNone) best.key = measured(ray, best.key);
    if (has(Defect::kRayMissesFromInside) && best.key == 0) best = {HUGE_VAL, kNone};
    return status;
  }
  Status raycast_all(const Ray<3>& ray, const Filter& filter, QueryCounters& counters,
                     Array<KeyedId>& hits) override {
    const Status status = inner_->raycast_all(reaching(ray), seen(filter), counters, hits);
    for (KeyedId& hit : hits) hit.key = measured(ray, hit.key);
    if (has(Defect::kRayAllUnsorted)) std::reverse(hits.begin(), hits.end());
    return status;
  }
  Status nearest(const Point<3>& point, u32 k, f32 max_distance, const Filter& filter,
                 QueryCounters& counters, Array<KeyedId>& found) override {
    if (has(Defect::kNearestIgnoresItsReach)) max_distance = HUGE_VALF;
    const u32 count = has(Defect::kNearestOneTooFew) && k > 0 ? k - 1 : k;
    const Status status =
        inner_->nearest(point, count, max_distance, seen(filter), counters, found);
    if (has(Defect::kNearestUnsorted)) std::reverse(found.begin(), found.end());
    if (has(Defect::kNearestTiesByLargestId)) {
      std::sort(found.begin(), found.end(), [](const KeyedId& a, const KeyedId& b) {
        return a.key < b.key || (a.key == b.key && a.id > b.id);
      });
    }
    return status;
  }
  Status frustum(const Frustum& frustum, const Point<3>* eye, u32 limit, const Filter& filter,
                 QueryCounters& counters, Array<KeyedId>& found) override {
    const bool more = has(Defect::kFrustumLimitOneTooMany) && limit != kNone;
    const Status status =
        inner_->frustum(frustum, eye, limit + (more ? 1 : 0), seen(filter), counters, found);
    if (has(Defect::kFrustumUnsorted)) std::reverse(found.begin(), found.end());
    return status;
  }
  Status volume(const VolumeQuery<3>& volume, const Filter& filter, QueryCounters& counters,
                const IdSink& sink) override {
    return relay(counters, sink, hide_nothing, [&](const IdSink& all) {
      return inner_->volume(volume, seen(filter), counters, all);
    });
  }
  Status pairs(QueryCounters& counters, const PairSink& sink) override {
    u64 given = 0;
    const PairSink relayed = [&](Id a, Id b) {
      if (has(Defect::kForgetsTouchingPairs) && only_touch(items().box(a), items().box(b))) {
        return true;
      }
      if (has(Defect::kRepeatsAPair) && given++ == 0) sink(a, b);
      if (has(Defect::kPairsItemsWithThemselves) && given++ == 0) sink(a, a);
      ++given;
      const bool more = has(Defect::kTurnsPairsAround) ? sink(b, a) : sink(a, b);
      return more || has(Defect::kIgnoresStop);
    };
    const u64 before = counters.results;
    const Status status = inner_->pairs(counters, relayed);
    counters.results = before + given;
    return status;
  }

  Status update_pairs(std::vector<IdPair>& begins, std::vector<IdPair>& ends) override {
    return inner_->update_pairs(begins, ends);
  }

  Status pairs_with(Subject<3>& other, QueryCounters& counters, const PairSink& sink) override {
    u64 given = 0;
    const Status status =
        inner_->pairs_with(*static_cast<BrokenIndex&>(other).inner_, counters, [&](Id a, Id b) {
          if (has(Defect::kForgetsPartnersOfTheFirstItem) && a == items().first()) return true;
          ++given;
          const bool more = has(Defect::kTurnsPartnersAround) ? sink(b, a) : sink(a, b);
          return more || has(Defect::kIgnoresStop);
        });
    counters.results = given;
    return status;
  }

  IndexStats stats() const override {
    IndexStats stats = inner_->stats();
    if (has(Defect::kMiscountsLeaves)) stats.leaves += 1;
    stats.byte_length = static_cast<f64>(byte_length());
    return stats;
  }
  Status dump(NodeDump& dump) const override {
    const Status status = inner_->dump(dump);
    if (has(Defect::kDumpsAllItemsButOne) && !dump.items.empty()) dump.items[0] = dump.items.back();
    return status;
  }
  std::vector<std::string> validate() const override {
    return has(Defect::kReportsAFault) ? std::vector<std::string>{"a fault"} : inner_->validate();
  }
  Status save(Array<u8>& bytes) const override { return inner_->save(bytes); }
  Status load(std::span<const u8> bytes) override {
    const Status status = inner_->load(bytes);
    if (status.ok() && has(Defect::kForgetsAnItemInBytes) && items().size() > 0) {
      return inner_->remove(items().first());
    }
    if (!status.ok() && has(Defect::kClearsOnBadBytes)) clear();
    return has(Defect::kAcceptsDamagedBytes) ? Status::success() : changed(status);
  }

 private:
  static constexpr size_t kHoard = 1000;
  static bool hide_nothing(Id) { return false; }

  bool has(Defect defect) const { return defect_ == defect; }

  Status changed(Status status) {
    if (status.code != StatusCode::kOutOfMemory) return status;
    if (has(Defect::kClearsWhenOutOfMemory)) clear();
    return has(Defect::kHidesOutOfMemory) ? Status::success() : status;
  }

  // Keeps the block reachable, so that LeakSanitizer does not report it. The memory suite must
  // detect this leak.
  static void leak(void* block) {
    static auto* const leaked = new std::vector<void*>;
    leaked->push_back(block);
  }

  void hoard() {
    std::free(hoard_);
    hoarded_ += kHoard;
    hoard_ = std::malloc(hoarded_);
  }

  Box last_box() const {
    Id last = items().first();
    for (Id id = last; id != kNone; id = items().next(id)) last = id;
    return items().box(last);
  }

  bool dropped(Id id) const {
    if (has(Defect::kDropsTheLastItem)) return id + 1 == items().id_end();
    return has(Defect::kLosesAnItemAfterRemove) && id == hidden_;
  }
  Filter seen(const Filter& filter) const {
    return has(Defect::kIgnoresFilters) ? Filter::any() : filter;
  }
  Ray<3> reaching(Ray<3> ray) const {
    if (has(Defect::kRayIgnoresMaxDistance)) ray.max_distance = HUGE_VALF;
    return ray;
  }
  f64 measured(const Ray<3>& ray, f64 distance) const {
    if (!has(Defect::kRayMeasuresInDirections)) return distance;
    f64 squared = 0;
    for (const f32 step : ray.direction.v) squared += static_cast<f64>(step) * step;
    return distance / std::sqrt(squared);
  }

  template <class Hide, class Run>
  Status relay(QueryCounters& counters, const IdSink& sink, Hide&& hide, Run&& run) {
    if (has(Defect::kForgetsInNestedQueries) && depth_ > 0) return Status::success();
    if (has(Defect::kFindsInAnEmptyIndex) && items().size() == 0) {
      ++counters.results;
      sink(0);
    }
    const u64 before = counters.results;
    std::vector<Id> ids;
    u64 given = 0;
    const bool gather = has(Defect::kChangesItsOrder);
    const auto forward = [&](Id id) {
      ++given;
      return sink(id) || has(Defect::kIgnoresStop);
    };
    ++depth_;
    const Status status = run([&](Id id) {
      if (dropped(id) || hide(id)) return true;
      if (!gather) return forward(id);
      ids.push_back(id);
      return true;
    });
    if (++calls_ % 2 == 0) std::reverse(ids.begin(), ids.end());
    for (const Id id : ids) {
      if (!forward(id)) break;
    }
    --depth_;
    counters.results = before + given + (has(Defect::kMiscountsResults) ? 1 : 0);
    if (has(Defect::kVisitsNodesTwice)) counters.node_visits *= 2;
    return status;
  }

  Defect defect_;
  std::unique_ptr<Subject<3>> inner_;
  Id hidden_ = kNone;
  u32 depth_ = 0;
  u32 calls_ = 0;
  void* hoard_ = nullptr;
  size_t hoarded_ = 0;
};

}  // namespace

std::unique_ptr<Subject<3>> make_broken_index(Defect defect) {
  return std::make_unique<BrokenIndex>(defect);
}

}  // namespace sapwood::test
