// Rebuilds of a static tree: the rule that triggers a rebuild, and the build in steps.
#pragma once

#include "sapwood/base/types.hpp"
#include "sapwood/core/bulk_tree/builder.hpp"
#include "sapwood/core/item_store.hpp"

namespace sapwood::static_tree {

// Rule that triggers a rebuild when refits and grafts have made a tree much worse than a new tree.
class RebuildPolicy {
 public:
  void record_build(u32 items, f64 area_ratio) {
    ratio_ = area_ratio;
    built_ = items;
    grafted_ = grafts_ = 0;
    refitted_ = 0;
  }
  void record_graft(u32 items) {
    grafted_ += items;
    ++grafts_;
  }
  // Sets the area ratio with which degraded() compares. Called with the current ratio after a
  // failed rebuild.
  void rebase(f64 area_ratio) { ratio_ = area_ratio; }

  // Returns true if the tree should be rebuilt instead of grafting `more` items onto it. `live` of
  // its `positions` leaf positions contain an item. If the grafted items are spread over the scene,
  // each graft adds a subtree that every query traverses.
  bool should_rebuild(u32 live, u32 positions, u32 more) const {
    return grafts_ >= kMaxGrafts || u64{grafted_} + more > built_ / kGraftedShare ||
           positions - live > live;
  }
  // Counts refitted nodes. Returns true if the area ratio should be computed again. The ratio is
  // computed so rarely that this costs less than the refits.
  bool record_refit(u32 visited, u32 nodes) {
    refitted_ += visited;
    if (kRefitCost * refitted_ < nodes) return false;
    refitted_ = 0;
    return true;
  }
  // Returns false if the ratio is NaN, which means that the area of the root is 0. A rebuild would
  // not help then.
  bool degraded(f64 area_ratio) const { return area_ratio > kDegraded * ratio_; }

  template <class Writer>
  void save(Writer& writer) const {
    writer.value(ratio_);
    writer.value(built_);
    writer.value(grafted_);
    writer.value(grafts_);
  }
  // The values are not validated, because they affect only speed.
  template <class Reader>
  void load(Reader& reader) {
    reader.value(ratio_);
    reader.value(built_);
    reader.value(grafted_);
    reader.value(grafts_);
  }

 private:
  static constexpr u32 kRefitCost = 4;  // cost of refitting a node relative to computing its area
  static constexpr u32 kMaxGrafts = 16;
  static constexpr u32 kGraftedShare = 4;  // at most a quarter of the items of the last build
  // Factor by which the area ratio must grow before a rebuild. Measured for drifting boxes with a
  // search for all pairs in every frame. A factor of 1.25 costs 3 to 20 % more time, and a factor
  // of 2 at least 50 % more.
  static constexpr f64 kDegraded = 1.1;

  f64 ratio_ = 0;
  u32 built_ = 0;
  u32 grafted_ = 0;  // items of all grafts since the build
  u32 grafts_ = 0;
  u64 refitted_ = 0;  // nodes refitted since the area was last computed
};

struct BuildLog {
  u64 work = 0;     // total units
  u64 largest = 0;  // maximum units of one step
  u32 steps = 0;

  void record(u64 step) {
    work += step;
    largest = step > largest ? step : largest;
    ++steps;
  }
};

template <int Dim>
class BackgroundBuild {
 public:
  using Box = Aabb<Dim>;

  bool running() const { return running_; }
  const BuildLog& log() const { return log_; }
  u64 expected_work() const {
    if (!builder_.building()) return running_ ? tree_.node_count() - mapper_.mapped() : 0;
    const bulk_tree::BuildEstimate rest = builder_.rest();
    return static_cast<u64>(rest.units + rest.nodes);
  }
  size_t byte_length() const {
    return items_.byte_length() + builder_.byte_length() + tree_.byte_length() + map_.byte_length();
  }

  // Begins a build. If allocation fails, returns false, and the caller must discard this object.
  [[nodiscard]] bool begin(const Box* boxes, u32 count, const bulk_tree::BuildRules& rules) {
    if (!items_.reserve(count) || !map_.resize(count) || !builder_.begin(count, rules))
      return false;
    items_.assign(boxes, count);
    for (Id id = 0; id < count; ++id) builder_.add(id, boxes[id]);
    running_ = true;
    return true;
  }

  // Does at most `limit` units of work. If allocation fails, the caller can try the step again.
  Status step(u32 limit, u32& work, bool& done) {
    u64 building = 0;
    u64 mapping = 0;
    bool built = !builder_.building();
    if (!built) {
      if (Status status = builder_.step(limit, building, built); !status.ok()) return status;
      if (built) {
        branch_area_ = builder_.branch_area();
        builder_.move_to(tree_);
      }
    }
    done = false;
    if (built) mapper_.step(tree_, map_, limit - building, mapping, done);
    work = static_cast<u32>(building + mapping);
    log_.record(work);
    return Status::success();
  }

  void swap_with(ItemStore<Dim>& items, bulk_tree::Tree<Dim>& tree, bulk_tree::LeafMap& map) {
    items_.take_over(items);
    std::swap(items_, items);
    std::swap(tree_, tree);
    std::swap(map_, map);
    items_ = {};
    tree_ = {};
    map_.release();
    running_ = false;
  }
  f64 branch_area() const { return branch_area_; }

 private:
  ItemStore<Dim> items_;
  bulk_tree::Builder<Dim> builder_;
  bulk_tree::Tree<Dim> tree_;
  bulk_tree::LeafMap map_;
  bulk_tree::LeafMapper mapper_;
  BuildLog log_;
  f64 branch_area_ = 0;
  bool running_ = false;
};

}  // namespace sapwood::static_tree
