// Which part of space the cells of a tree are made for: that of its items, but for a few of them
// that are so far away that all others would share a handful of cells.
//
// An item is far when its center lies more than kReach mean distances from the mean center; at
// most one of kFarShare items may be left out, and none unless that makes the world much smaller.
// A cloud of any ordinary shape is within 4 to 16 mean distances as a whole.
#pragma once

#include "sapwood/geometry/aabb.hpp"

namespace sapwood::orthtree {

template <int Dim>
class WorldFinder {
 public:
  using Box = Aabb<Dim>;

  // `each_box(visit)` calls visit(box) for every item, in the same order each time. Needs an item.
  template <class EachBox>
  static Box find(const EachBox& each_box) {
    WorldFinder finder;
    finder.measure(each_box);
    const u64 all = finder.count_;
    for (u32 round = 0; round < kMaxRounds && finder.is_sparse(); ++round) {
      WorldFinder nearer = finder;
      nearer.limited_ = true;
      nearer.measure(each_box);
      if (nearer.count_ < all - all / kFarShare || nearer.count_ == finder.count_) break;
      finder = nearer;
    }
    return finder.content_;
  }

 private:
  static constexpr f64 kReach = 16;
  static constexpr f64 kSparse = 64;  // mean distances that a whole world may be wide
  static constexpr u32 kFarShare = 16;
  static constexpr u32 kMaxRounds = 4;

  static f64 center(const Box& box, int axis) {
    return 0.5 * (static_cast<f64>(box.min[axis]) + static_cast<f64>(box.max[axis]));
  }

  // Content, mean center and mean distance of the items within the old reach.
  template <class EachBox>
  void measure(const EachBox& each_box) {
    Box content = empty_box<Dim>();
    f64 mean[Dim] = {};
    f64 distance[Dim] = {};
    u64 count = 0;
    each_box([&](const Box& box) {
      if (limited_ && !is_near(box)) return;
      content = unite(content, box);
      for (int axis = 0; axis < Dim; ++axis) mean[axis] += center(box, axis);
      ++count;
    });
    for (f64& sum : mean) sum /= static_cast<f64>(count);
    each_box([&](const Box& box) {
      if (limited_ && !is_near(box)) return;
      for (int axis = 0; axis < Dim; ++axis) {
        distance[axis] += std::fabs(center(box, axis) - mean[axis]);
      }
    });
    f64 widest = 0;
    for (int axis = 0; axis < Dim; ++axis) {
      mean_[axis] = mean[axis];
      const f64 mean_distance = distance[axis] / static_cast<f64>(count);
      widest = mean_distance > widest ? mean_distance : widest;
    }
    distance_ = widest;
    content_ = content;
    count_ = count;
  }

  bool is_near(const Box& box) const {
    bool near = true;
    for (int axis = 0; axis < Dim; ++axis) {
      near &= std::fabs(center(box, axis) - mean_[axis]) <= kReach * distance_;
    }
    return near;
  }

  // The longest side decides: cells are cubes.
  bool is_sparse() const {
    f64 side = 0;
    for (int axis = 0; axis < Dim; ++axis) {
      const f64 extent =
          static_cast<f64>(content_.max[axis]) - static_cast<f64>(content_.min[axis]);
      side = extent > side ? extent : side;
    }
    return side > kSparse * distance_;
  }

  Box content_ = empty_box<Dim>();
  f64 mean_[Dim] = {};
  f64 distance_ = 0;  // mean distance of centers from it, on the axis where that is the largest
  u64 count_ = 0;
  bool limited_ = false;
};

}  // namespace sapwood::orthtree
