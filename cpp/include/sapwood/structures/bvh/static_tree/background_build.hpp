// A tree that is built beside the one that answers, in steps.
#pragma once

#include "sapwood/core/bulk_tree/builder.hpp"
#include "sapwood/core/item_store.hpp"

namespace sapwood::static_tree {

// Work of a build, for tests and charts.
struct BuildLog {
  u64 work = 0;     // units in all
  u64 largest = 0;  // of one step
  u32 steps = 0;

  void note(u64 step) {
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
  size_t byte_length() const {
    return items_.byte_length() + builder_.byte_length() + tree_.byte_length() + map_.byte_length();
  }

  // False when the memory is not to be had; then this object is to be thrown away.
  [[nodiscard]] bool begin(const Box* boxes, u32 count, const bulk_tree::BuildRules& rules) {
    if (!items_.reserve(count) || !map_.resize(count) || !builder_.begin(count, rules))
      return false;
    items_.assign(boxes, count);
    for (Id id = 0; id < count; ++id) builder_.add(id, boxes[id]);
    running_ = true;
    return true;
  }

  // Spends at most `limit` units; out of memory: may be tried again.
  Status step(u32 limit, u32& work, bool& done) {
    u64 building = 0;
    u64 mapping = 0;
    bool built = !builder_.building();
    if (!built) {
      if (Status status = builder_.step(limit, building, built); !status.ok()) return status;
      if (built) {
        branch_area_ = builder_.branch_area();
        builder_.take(tree_);
      }
    }
    done = false;
    if (built) mapper_.step(tree_, map_, limit - building, mapping, done);
    work = static_cast<u32>(building + mapping);
    log_.note(work);
    return Status::success();
  }

  // Once done: the results become the content of an index. All memory is given back; the log stays.
  void swap_with(ItemStore<Dim>& items, bulk_tree::Tree<Dim>& tree, bulk_tree::LeafMap& map) {
    items_.succeed(items);
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
