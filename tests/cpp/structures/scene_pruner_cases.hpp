// Shared code of the tests of the scene pruner: a model of plain boxes, and sorted results.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "sapwood/core/queries.hpp"
#include "sapwood/structures/bvh/scene_pruner/scene_pruner.hpp"
#include "support/random.hpp"

namespace sapwood::test::pruner_cases {

using scene_pruner::RebuildState;
using Ids = std::vector<Id>;

template <int Dim>
using Boxes = std::vector<Aabb<Dim>>;

// Returns a multiple of 1/8, so that shifts are exact and boxes often touch.
inline f32 coarse(Random& random, u32 least, u32 most) {
  return static_cast<f32>(least + random.below(most - least)) / 8;
}

template <int Dim>
Aabb<Dim> some_box(Random& random, u32 side = 400) {
  Aabb<Dim> box;
  for (int axis = 0; axis < Dim; ++axis) {
    box.min[axis] = coarse(random, 0, side) - static_cast<f32>(side) / 16;
    box.max[axis] = box.min[axis] + coarse(random, 0, 24);
  }
  return box;
}

template <int Dim>
Boxes<Dim> cloud(u32 count, u64 seed, u32 side = 400) {
  Random random(seed);
  Boxes<Dim> boxes;
  for (u32 i = 0; i < count; ++i) boxes.push_back(some_box<Dim>(random, side));
  return boxes;
}

template <int Dim>
std::vector<std::string> faults_of(const ScenePruner<Dim>& index) {
  Faults faults;
  index.validate(faults);
  return faults.lines();
}

template <int Dim>
Ids hits(ScenePruner<Dim>& index, const Aabb<Dim>& box) {
  Ids found;
  QueryCounters counters;
  EXPECT_TRUE(query(index, BoxQuery<Dim>(box), Filter::any(), counters, [&](Id id) {
                found.push_back(id);
                return true;
              }).ok());
  std::sort(found.begin(), found.end());
  return found;
}

template <int Dim>
Id nearest_id(ScenePruner<Dim>& index, const Point<Dim>& point) {
  Array<KeyedId> found;
  QueryCounters counters;
  EXPECT_TRUE(nearest(index, point, 1, HUGE_VALF, Filter::any(), counters, found).ok());
  return found.empty() ? kNone : found[0].id;
}

template <int Dim>
std::vector<u64> pair_keys(ScenePruner<Dim>& index) {
  std::vector<u64> found;
  QueryCounters counters;
  EXPECT_TRUE(pairs(index, counters, [&](Id a, Id b) {
                found.push_back(pair_key(a, b));
                return true;
              }).ok());
  std::sort(found.begin(), found.end());
  return found;
}

template <int Dim>
u32 finish_rebuild(ScenePruner<Dim>& index, u32 budget = 1000) {
  u32 steps = 0;
  u32 work = 0;
  do {
    EXPECT_TRUE(index.step(budget, work).ok());
    EXPECT_LE(work, budget);
    ++steps;
  } while (index.state() != 0 && index.state() != static_cast<u32>(RebuildState::kFinished));
  return steps;
}

template <int Dim>
bool commit(ScenePruner<Dim>& index) {
  bool swapped = false;
  EXPECT_TRUE(index.commit(swapped).ok());
  return swapped;
}

template <int Dim>
Id insert(ScenePruner<Dim>& index, const Aabb<Dim>& box, const Filter& filter = {}) {
  Id id = kNone;
  EXPECT_TRUE(index.insert(box, filter, id).ok());
  return id;
}

template <int Dim>
bool move(ScenePruner<Dim>& index, Id id, const Aabb<Dim>& box) {
  bool changed = false;
  EXPECT_TRUE(index.move(id, box, Point<Dim>{}, changed).ok());
  return changed;
}

template <int Dim>
class PlainModel {
 public:
  using Box = Aabb<Dim>;

  bool has(Id id) const { return id < slots_.size() && slots_[id].has_value(); }
  const Box& box(Id id) const { return *slots_[id]; }
  u32 end() const { return static_cast<u32>(slots_.size()); }
  u32 size() const {
    return static_cast<u32>(std::count_if(slots_.begin(), slots_.end(),
                                          [](const auto& slot) { return slot.has_value(); }));
  }

  void build(const Boxes<Dim>& boxes) { slots_.assign(boxes.begin(), boxes.end()); }
  Id insert(const Box& box) {
    Id id = 0;
    while (has(id)) ++id;
    if (id == slots_.size()) slots_.emplace_back();
    slots_[id] = box;
    return id;
  }
  void remove(Id id) { slots_[id].reset(); }
  void move(Id id, const Box& box) { slots_[id] = box; }
  void shift(const Point<Dim>& by) {
    for (auto& slot : slots_) {
      for (int axis = 0; slot && axis < Dim; ++axis) {
        slot->min[axis] -= by[axis];
        slot->max[axis] -= by[axis];
      }
    }
  }

  Ids hits(const Box& box) const {
    Ids found;
    for (Id id = 0; id < slots_.size(); ++id) {
      if (slots_[id] && overlaps(*slots_[id], box)) found.push_back(id);
    }
    return found;
  }
  Id nearest_id(const Point<Dim>& point) const {
    KeyedId best{HUGE_VAL, kNone};
    for (Id id = 0; id < slots_.size(); ++id) {
      if (slots_[id]) best = std::min(best, KeyedId{distance_squared(*slots_[id], point), id});
    }
    return best.id;
  }
  std::vector<u64> pair_keys() const {
    std::vector<u64> found;
    for (Id a = 0; a < slots_.size(); ++a) {
      for (Id b = a + 1; b < slots_.size(); ++b) {
        if (slots_[a] && slots_[b] && overlaps(*slots_[a], *slots_[b])) {
          found.push_back(pair_key(a, b));
        }
      }
    }
    return found;
  }

 private:
  std::vector<std::optional<Box>> slots_;
};

}  // namespace sapwood::test::pruner_cases
