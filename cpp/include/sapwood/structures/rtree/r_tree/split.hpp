// Splits of full nodes of an R-tree.
#pragma once

#include <algorithm>

#include "sapwood/base/sort.hpp"
#include "sapwood/core/entry_tree/packing.hpp"
#include "sapwood/core/entry_tree/tree.hpp"

namespace sapwood {

/// Method of splitting a full node.
enum class RTreeSplit : u8 {
  kLinear,      ///< Two distant entries start two groups; the others are added in order (Guttman).
  kQuadratic,   ///< The two entries that waste the most area together start two groups; the
                ///< others are added by strongest preference (Guttman).
  kExhaustive,  ///< The best of all partitions; at most 8 entries per node (Guttman).
  kRStar,       ///< Least perimeters, then least overlap; forced reinsertion (Beckmann et al.).
};

/// Measure of the size of a box. Insertion and splits minimize this measure.
enum class RTreeMeasure : u8 {
  kArea,        ///< Product of the sides: area or volume.
  kPerimeter,   ///< Sum of the sides.
  kUnusedArea,  ///< Area. Splits maximize the area of the node that neither part covers.
};

/// Options of an R-tree.
struct RTreeOptions {
  static constexpr const char* kSplitNames[] = {"linear", "quadratic", "exhaustive", "r-star"};
  static constexpr const char* kMeasureNames[] = {"area", "perimeter", "unused-area"};
  /// Largest fan-out for the exhaustive split, which tries 2^fan_out - 1 partitions.
  static constexpr u32 kMaxToExhaust = 8;

  RTreeSplit split = RTreeSplit::kRStar;
  u32 fan_out = 8;  ///< Maximum number of entries per node.
  f32 min_fill =
      0.4f;  ///< Minimum number of entries as a fraction of fan_out; never fewer than two entries.
  RTreeMeasure measure = RTreeMeasure::kArea;

  template <class V>
  void describe(V& v) {
    v.choice("split", split, kSplitNames);
    v.number("fanOut", fan_out, 4, 128);
    v.number("minFill", min_fill, 0.1, 0.5);
    v.choice("measure", measure, kMeasureNames);
  }

  /// Returns true if the options are compatible.
  bool valid() const { return split != RTreeSplit::kExhaustive || fan_out <= kMaxToExhaust; }

  /// Returns the minimum number of entries of a node other than the root, at most half of the
  /// fan-out.
  u32 least_entries() const {
    const u32 least = static_cast<u32>(min_fill * static_cast<f32>(fan_out));
    return least < 2 ? 2 : least;
  }
  /// Returns the packing of a bulk-built tree. Nodes are three quarters full, so inserts find
  /// space.
  entry_tree::PackingPlan plan() const {
    return {Packing::kTiles, PackingAxes::kInOrder, fan_out * 3 / 4, fan_out};
  }
  /// Returns the number of entries that a forced reinsertion removes from a node: 30 %.
  u32 reinsert_share() const { return fan_out * 3 / 10; }
};

}  // namespace sapwood

namespace sapwood::r_tree {

// Computes in f64, because products of three sides can overflow f32.
template <int Dim>
f64 area(const Aabb<Dim>& box) {
  f64 product = 1;
  for (int axis = 0; axis < Dim; ++axis) {
    product *= static_cast<f64>(box.max[axis]) - static_cast<f64>(box.min[axis]);
  }
  return product;
}

template <int Dim>
f64 perimeter(const Aabb<Dim>& box) {
  f64 sum = 0;
  for (int axis = 0; axis < Dim; ++axis) {
    sum += static_cast<f64>(box.max[axis]) - static_cast<f64>(box.min[axis]);
  }
  return sum;
}

template <int Dim>
f64 shared_area(const Aabb<Dim>& a, const Aabb<Dim>& b) {
  f64 product = 1;
  for (int axis = 0; axis < Dim; ++axis) {
    const f64 low = a.min[axis] > b.min[axis] ? a.min[axis] : b.min[axis];
    const f64 high = a.max[axis] < b.max[axis] ? a.max[axis] : b.max[axis];
    if (!(low < high)) return 0;
    product *= high - low;
  }
  return product;
}

// Cost to minimize, by two measures: area and perimeter. The measure in the options is compared
// first. The second measure breaks ties, for example between flat boxes, whose area is 0.
struct Cost {
  f64 chosen;
  f64 other;

  friend bool operator<(const Cost& a, const Cost& b) {
    return a.chosen < b.chosen || (a.chosen == b.chosen && a.other < b.other);
  }
  friend bool operator==(const Cost& a, const Cost& b) {
    return a.chosen == b.chosen && a.other == b.other;
  }
  friend Cost operator+(const Cost& a, const Cost& b) {
    return {a.chosen + b.chosen, a.other + b.other};
  }
  friend Cost operator-(const Cost& a, const Cost& b) {
    return {a.chosen - b.chosen, a.other - b.other};
  }
};

template <int Dim>
class Measure {
 public:
  explicit Measure(RTreeMeasure chosen)
      : by_perimeter_(chosen == RTreeMeasure::kPerimeter),
        counts_once_(chosen == RTreeMeasure::kUnusedArea) {}

  Cost of(const Aabb<Dim>& box) const {
    return by_perimeter_ ? Cost{perimeter(box), area(box)} : Cost{area(box), perimeter(box)};
  }
  // Returns the area of the intersection for the measure kUnusedArea, otherwise 0.
  Cost shared(const Aabb<Dim>& a, const Aabb<Dim>& b) const {
    return {counts_once_ ? shared_area(a, b) : 0, 0};
  }
  // Returns by how much the total size of `box` and `other` grows if `box` is extended by `more`.
  Cost growth(const Aabb<Dim>& box, const Aabb<Dim>& more, const Aabb<Dim>& other) const {
    const Aabb<Dim> grown = unite(box, more);
    return of(grown) - of(box) - (shared(grown, other) - shared(box, other));
  }

 private:
  bool by_perimeter_;
  bool counts_once_;
};

// Guttman's splits of a node that has one entry too many.
//
// Linear and quadratic: two different entries are the seeds of two groups. Each other entry is
// added to the group that grows less. Ties are broken by the smaller size, then by the lower number
// of entries of the group. If a group needs all remaining entries to reach the minimum, it receives
// them. Exhaustive: of all partitions with enough entries on both sides, the partition whose two
// boxes have the least total size is chosen.
inline constexpr u32 kMaxToSplit = entry_tree::kMaxFanOut + 1;

// Entries to distribute, and the side (group 0 or 1) of each entry.
template <int Dim>
struct EntrySplit {
  const entry_tree::Entry<Dim>* entries;
  u32 count;
  u32 least;  // minimum number of entries of a side
  u8 side[kMaxToSplit] = {};

  const Aabb<Dim>& box(u32 i) const { return entries[i].box; }
};

struct Seeds {
  u32 first;
  u32 second;
};

// Returns the seeds of the linear split. Candidates on each axis are the entry with the highest
// lower edge and a different entry with the lowest upper edge. The pair with the largest distance,
// relative to the width of all entries on the axis, is chosen.
template <int Dim>
Seeds linear_seeds(const EntrySplit<Dim>& split) {
  Seeds seeds{0, 1};
  f64 farthest = -HUGE_VAL;
  for (int axis = 0; axis < Dim; ++axis) {
    u32 high = 0;
    f64 low_edge = split.box(0).min[axis];
    f64 high_edge = split.box(0).max[axis];
    for (u32 i = 1; i < split.count; ++i) {
      if (split.box(i).min[axis] > split.box(high).min[axis]) high = i;
      low_edge = std::min<f64>(low_edge, split.box(i).min[axis]);
      high_edge = std::max<f64>(high_edge, split.box(i).max[axis]);
    }
    u32 low = high == 0 ? 1 : 0;
    for (u32 i = 0; i < split.count; ++i) {
      if (i != high && split.box(i).max[axis] < split.box(low).max[axis]) low = i;
    }
    const f64 gap = static_cast<f64>(split.box(high).min[axis]) - split.box(low).max[axis];
    const f64 apart = high_edge > low_edge ? gap / (high_edge - low_edge) : -HUGE_VAL;
    if (apart > farthest) {
      farthest = apart;
      seeds = {low, high};
    }
  }
  return seeds;
}

// Returns the two entries whose union wastes the most space.
template <int Dim>
Seeds quadratic_seeds(const EntrySplit<Dim>& split, const Measure<Dim>& measure) {
  Seeds seeds{0, 1};
  Cost most{-HUGE_VAL, -HUGE_VAL};
  for (u32 i = 0; i + 1 < split.count; ++i) {
    const Cost own = measure.of(split.box(i));
    for (u32 j = i + 1; j < split.count; ++j) {
      const Aabb<Dim> both = unite(split.box(i), split.box(j));
      const Cost waste = measure.of(both) - own - measure.of(split.box(j)) +
                         measure.shared(split.box(i), split.box(j));
      if (!(most < waste)) continue;
      most = waste;
      seeds = {i, j};
    }
  }
  return seeds;
}

template <int Dim>
class Groups {
 public:
  Groups(EntrySplit<Dim>& split, const Seeds& seeds, const Measure<Dim>& measure)
      : split_(split), measure_(measure) {
    for (u32 i = 0; i < split.count; ++i) split.side[i] = kOpen;
    assign(seeds.first, 0);
    assign(seeds.second, 1);
  }

  /// Distributes all entries except the seeds: in their order, or with the strongest preference for
  /// one side first.
  void distribute(bool by_preference) {
    for (u32 left = split_.count - 2; left > 0; --left) {
      for (u8 side = 0; side < 2; ++side) {
        if (count_[side] + left == split_.least) return assign_rest(side);
      }
      const u32 next = by_preference ? preferred() : first_open();
      assign(next, side_for(next));
    }
  }

 private:
  static constexpr u8 kOpen = 2;

  void assign(u32 i, u8 side) {
    split_.side[i] = side;
    box_[side] = unite(box_[side], split_.box(i));
    ++count_[side];
  }
  void assign_rest(u8 side) {
    for (u32 i = 0; i < split_.count; ++i) {
      if (split_.side[i] == kOpen) assign(i, side);
    }
  }

  u32 first_open() const {
    u32 i = 0;
    while (split_.side[i] != kOpen) ++i;
    return i;
  }
  u32 preferred() const {
    u32 best = kNone;
    Cost most{};
    for (u32 i = 0; i < split_.count; ++i) {
      if (split_.side[i] != kOpen) continue;
      const Cost d0 = growth(0, i);
      const Cost d1 = growth(1, i);
      const Cost difference{std::fabs(d0.chosen - d1.chosen), std::fabs(d0.other - d1.other)};
      if (best != kNone && !(most < difference)) continue;
      best = i;
      most = difference;
    }
    return best;
  }

  Cost growth(u8 side, u32 i) const {
    return measure_.growth(box_[side], split_.box(i), box_[1 - side]);
  }
  u8 side_for(u32 i) const {
    const Cost d0 = growth(0, i);
    const Cost d1 = growth(1, i);
    if (!(d0 == d1)) return d1 < d0 ? 1 : 0;
    const Cost size0 = measure_.of(box_[0]);
    const Cost size1 = measure_.of(box_[1]);
    if (!(size0 == size1)) return size1 < size0 ? 1 : 0;
    return count_[1] < count_[0] ? 1 : 0;
  }

  EntrySplit<Dim>& split_;
  const Measure<Dim>& measure_;
  Aabb<Dim> box_[2] = {empty_box<Dim>(), empty_box<Dim>()};
  u32 count_[2] = {0, 0};
};

// Tries all partitions. Partitions are numbered: bit i of the number is the side of entry i. The
// last entry is always on side 0, so no partition is tried twice.
template <int Dim>
void split_exhaustively(EntrySplit<Dim>& split, const Measure<Dim>& measure) {
  SAPWOOD_ASSERT(split.count <= RTreeOptions::kMaxToExhaust + 1);
  u32 best = 0;
  Cost least{HUGE_VAL, HUGE_VAL};
  for (u32 bits = 1; bits < 1u << (split.count - 1); ++bits) {
    const u32 ones = static_cast<u32>(std::popcount(bits));
    if (ones < split.least || split.count - ones < split.least) continue;
    Aabb<Dim> box[2] = {empty_box<Dim>(), empty_box<Dim>()};
    for (u32 i = 0; i < split.count; ++i) {
      Aabb<Dim>& side = box[bits >> i & 1];
      side = unite(side, split.box(i));
    }
    const Cost cost = measure.of(box[0]) + measure.of(box[1]) - measure.shared(box[0], box[1]);
    if (!(cost < least)) continue;
    least = cost;
    best = bits;
  }
  for (u32 i = 0; i < split.count; ++i) split.side[i] = static_cast<u8>(best >> i & 1);
}

// Split of the R*-tree.
//
// On each axis, the entries are sorted by their lower and by their upper edges. Candidates are all
// cuts of both orders with enough entries on both sides. The axis is chosen whose candidates have
// the least total perimeter. On this axis, the cut with the least overlap is chosen; ties are
// broken by the least area. Source: Beckmann, Kriegel, Schneider and Seeger, The R*-tree, 1990.
template <int Dim>
class RStarSplit {
 public:
  explicit RStarSplit(EntrySplit<Dim>& split) : split_(split) {}

  void run() {
    int best_axis = 0;
    f64 least = HUGE_VAL;
    for (int axis = 0; axis < Dim; ++axis) {
      f64 margins = 0;
      for (const bool by_upper : {false, true}) {
        sort(axis, by_upper);
        for_each_cut([&](u32, const Aabb<Dim>& a, const Aabb<Dim>& b) {
          margins += perimeter(a) + perimeter(b);
        });
      }
      if (margins < least) {
        least = margins;
        best_axis = axis;
      }
    }
    Cut best;
    for (const bool by_upper : {false, true}) {
      sort(best_axis, by_upper);
      for_each_cut([&](u32 first, const Aabb<Dim>& a, const Aabb<Dim>& b) {
        best = std::min(best, {shared_area(a, b), area(a) + area(b), perimeter(a) + perimeter(b),
                               by_upper, first});
      });
    }
    sort(best_axis, best.by_upper);
    for (u32 i = 0; i < split_.count; ++i) split_.side[order_[i]] = i < best.first ? 0 : 1;
  }

 private:
  struct Cut {
    f64 overlap = HUGE_VAL;
    f64 areas = HUGE_VAL;
    f64 margins = HUGE_VAL;
    bool by_upper = false;
    u32 first = 0;  // entries on side 0

    // std::min returns its first argument for equal cuts, so earlier cuts win ties.
    friend bool operator<(const Cut& a, const Cut& b) {
      if (a.overlap != b.overlap) return a.overlap < b.overlap;
      if (a.areas != b.areas) return a.areas < b.areas;
      return a.margins < b.margins;
    }
  };

  void sort(int axis, bool by_upper) {
    for (u32 i = 0; i < split_.count; ++i) order_[i] = i;
    sapwood::sort(order_, order_ + split_.count, [&](u32 a, u32 b) {
      const Aabb<Dim>& first = split_.box(a);
      const Aabb<Dim>& second = split_.box(b);
      const f32 edges[2][2] = {{first.min[axis], second.min[axis]},
                               {first.max[axis], second.max[axis]}};
      const auto& major = edges[by_upper ? 1 : 0];
      const auto& minor = edges[by_upper ? 0 : 1];
      if (major[0] != major[1]) return major[0] < major[1];
      if (minor[0] != minor[1]) return minor[0] < minor[1];
      return a < b;
    });
    Aabb<Dim> all = empty_box<Dim>();
    for (u32 i = split_.count; i-- > 0;) {
      all = unite(all, split_.box(order_[i]));
      after_[i] = all;
    }
  }

  template <class Look>
  void for_each_cut(Look&& look) const {
    Aabb<Dim> before = empty_box<Dim>();
    for (u32 i = 0; i < split_.count; ++i) {
      if (i >= split_.least && split_.count - i >= split_.least) look(i, before, after_[i]);
      before = unite(before, split_.box(order_[i]));
    }
  }

  EntrySplit<Dim>& split_;
  u32 order_[kMaxToSplit];
  Aabb<Dim> after_[kMaxToSplit];  // by position in order_: union of this and all later entries
};

}  // namespace sapwood::r_tree
