// The columns of sweep and prune: the grid is kept while it fits, the boxes are streamed anew.
//
// A settle looks at a sample of the boxes, keeps the grid while the scene is like the one that it
// was made for, streams every box into its columns and sorts them: with the same grid into the same
// runs, in one pass over the boxes; with a new one, or when a run overflows, after a pass that
// counts. A build keeps the grid too where it fits what was built. Blocks for queries are made only
// when a query asks.
#pragma once

#include "sapwood/core/sweep/column_blocks.hpp"
#include "sapwood/core/sweep/column_choice.hpp"
#include "sapwood/core/sweep/column_pairs.hpp"

namespace sapwood::sweep {

template <int Dim>
class Columns {
 public:
  using Choice = ColumnChoice<Dim>;
  using Sample = SceneSample<Dim>;

  const ColumnStore<Dim>& store() const { return store_; }
  const ColumnBlocks<Dim>& blocks() const { return blocks_; }
  // The blocks are those of the columns.
  bool has_blocks() const { return has_blocks_; }

  void forget() {
    age_ = 0;
    has_blocks_ = false;
  }

  // Streams and sorts. `axis` is the one to sweep, kNone to choose; `current` is then preferred.
  // False when memory failed.
  [[nodiscard]] bool settle(const ItemStore<Dim>& items, u32 axis, u32 current) {
    has_blocks_ = false;
    const Sample scene = Choice::sample(items);
    if (axis == kNone) axis = Choice::choose_axis(scene, current);
    const bool kept = age_ != 0 && axis == store_.grid().axis() && like(scene, made_for_);
    const bool streamed = kept && store_.stream(items);
    age_ = streamed ? age_ + 1 : 0;
    if (!streamed) {
      made_for_ = scene;
      if (!store_.lay_out(items, Choice::choose_grid(scene, axis))) return false;
      if (!store_.stream(items)) return false;
      age_ = 1;
    }
    return store_.sort();
  }

  [[nodiscard]] bool settle_blocks(u32 items) {
    has_blocks_ = has_blocks_ || blocks_.fill(store_, items);
    return has_blocks_;
  }

  size_t byte_length() const { return store_.byte_length() + blocks_.byte_length(); }

 private:
  static constexpr f64 kAlike = 1.25;      // ratio of counts and extents
  static constexpr f64 kShift = 1.0 / 16;  // of the ends of a range, in ranges

  static bool near(f64 a, f64 b) { return a <= b * kAlike && b <= a * kAlike; }

  // Whether a grid for the one is good for the other.
  static bool like(const Sample& now, const Sample& then) {
    bool alike = near(now.count, then.count);
    for (int axis = 0; axis < Dim; ++axis) {
      const AxisSample& a = now.axis[axis];
      const AxisSample& b = then.axis[axis];
      const f64 shift = kShift * b.range();
      alike &= near(a.extent, b.extent) && std::fabs(a.low - b.low) <= shift &&
               std::fabs(a.high - b.high) <= shift;
    }
    return alike;
  }

  ColumnStore<Dim> store_;
  ColumnBlocks<Dim> blocks_;
  Sample made_for_;
  u32 age_ = 0;  // settles since the grid was made; 0 when there is none
  bool has_blocks_ = false;
};

}  // namespace sapwood::sweep
